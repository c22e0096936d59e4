"""The names of gaps and margins, and their widths in two densities.

Widths are in ems, so that they grow with the text.
"""

from __future__ import annotations

from enum import Enum

from PySide6.QtWidgets import QWidget

from scorepad.window.widgets import theme
from scorepad.window.widgets.size_class import WindowSizeClass, height_class


class Density(Enum):
    """The widths of the gaps of `Gap`, from the narrowest, in ems."""

    COMFORTABLE = (0, 0.27, 0.53, 0.93, 1.6)
    COMPACT = (0, 0.13, 0.4, 0.53, 1.07)


class Gap(Enum):
    """A gap between things in a layout, or the margin round them."""

    NONE = 0
    LINES = 1
    """Lines that are read together."""
    CONTROLS = 2
    """Controls side by side, or one below the other."""
    GROUPS = 3
    """Groups of controls; the inside of a card or a panel."""
    PAGE = 4
    """A page and the edge of its window."""

    def pixels(self, density: Density = Density.COMFORTABLE) -> int:
        """Return the width of the gap, in pixels of the screen."""
        return theme.em(density.value[self.value])


def density_of(widget: QWidget) -> Density:
    """Return the density that the height of the widget's window has room for."""
    is_low = height_class(widget) < WindowSizeClass.LARGE
    return Density.COMPACT if is_low else Density.COMFORTABLE
