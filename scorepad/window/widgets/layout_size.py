"""Four sizes of layout: small, usual, large and huge, for the width and the height of a widget.

A page or a panel asks in which size it is and places its parts by that.  Lengths are pixels at the
usual text size, so that a large text makes a window as small as it then is for its reader.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from PySide6.QtWidgets import QWidget

from scorepad.window.widgets import theme

SMALL_WIDTH: Final = 640  # px
LARGE_WIDTH: Final = 1000  # px
HUGE_WIDTH: Final = 1600  # px
SMALL_HEIGHT: Final = 380  # px
LARGE_HEIGHT: Final = 460  # px
HUGE_HEIGHT: Final = 840  # px


class LayoutSize(IntEnum):
    """The size of a layout in one direction."""

    SMALL = 0
    USUAL = 1
    LARGE = 2
    HUGE = 3


def width_size(widget: QWidget) -> LayoutSize:
    """Return the size that goes with the widget's width."""
    return _size(widget.width(), SMALL_WIDTH, LARGE_WIDTH, HUGE_WIDTH)


def height_size(widget: QWidget) -> LayoutSize:
    """Return the size that goes with the widget's height."""
    return _size(widget.height(), SMALL_HEIGHT, LARGE_HEIGHT, HUGE_HEIGHT)


def _size(length: int, *bounds: int) -> LayoutSize:
    return LayoutSize(sum(length >= theme.px(bound) for bound in bounds))
