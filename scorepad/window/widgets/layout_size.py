"""Three sizes of layout: small, usual and large, for the width and the height of a widget.

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
SMALL_HEIGHT: Final = 380  # px
LARGE_HEIGHT: Final = 460  # px


class LayoutSize(IntEnum):
    """The size of a layout in one direction."""

    SMALL = 0
    USUAL = 1
    LARGE = 2


def width_size(widget: QWidget) -> LayoutSize:
    """Return the size that goes with the widget's width."""
    return _size(widget.width(), SMALL_WIDTH, LARGE_WIDTH)


def height_size(widget: QWidget) -> LayoutSize:
    """Return the size that goes with the widget's height."""
    return _size(widget.height(), SMALL_HEIGHT, LARGE_HEIGHT)


def _size(length: int, small: int, large: int) -> LayoutSize:
    if length < theme.px(small):
        return LayoutSize.SMALL
    return LayoutSize.USUAL if length < theme.px(large) else LayoutSize.LARGE
