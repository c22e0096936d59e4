"""Three size classes of a window: small, usual and large, for its width and for its height.

A page or a panel asks in which class its window is and places its parts by that.  Lengths are
pixels at the usual text size, so that a large text makes a window as small as it then is for its
reader.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from PySide6.QtWidgets import QWidget

from scorepad.window.widgets import theme

SMALL_WIDTH: Final = 900  # px
LARGE_WIDTH: Final = 1100  # px
SMALL_HEIGHT: Final = 580  # px
LARGE_HEIGHT: Final = 700  # px
FIT_WIDTH: Final = 1366  # px
FIT_HEIGHT: Final = 768  # px
"""The window that totals and clock have their usual size for."""


class WindowSizeClass(IntEnum):
    """How large a window is in one direction."""

    SMALL = 0
    USUAL = 1
    LARGE = 2


def width_class(widget: QWidget) -> WindowSizeClass:
    """Return the class of the width of the widget's window."""
    return _class_of(widget.window().width(), SMALL_WIDTH, LARGE_WIDTH)


def height_class(widget: QWidget) -> WindowSizeClass:
    """Return the class of the height of the widget's window."""
    return _class_of(widget.window().height(), SMALL_HEIGHT, LARGE_HEIGHT)


def window_to_usual_size_ratio(widget: QWidget) -> float:
    """Return how much larger the widget's window is than the one that usual sizes fit: 1.4 on a
    screen of 1920 by 1080 pixels."""
    window = widget.window()
    wide = window.width() / theme.px(FIT_WIDTH)
    return min(wide, window.height() / theme.px(FIT_HEIGHT))


def _class_of(length: int, small: int, large: int) -> WindowSizeClass:
    return WindowSizeClass((length >= theme.px(small)) + (length >= theme.px(large)))
