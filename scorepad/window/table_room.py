"""How a table's page shares its room below the totals: the sheet comes first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QScrollArea, QWidget

from scorepad.window import score_line, theme
from scorepad.window.bar_view import BarView
from scorepad.window.sheet_view import LOWEST

SHEET_ROOM: Final = 690
"""So much width (pixels at the usual text size) the sheet keeps beside the score line."""
LOW: Final = 580
"""A window lower than this (pixels at the usual text size) has the bar's keys in one row."""
NO_KEYS: Final = 440
"""In a window lower than this (pixels at the usual text size) they would leave no room for what is
typed with them."""


def holding(widget: QWidget, page: QWidget) -> Iterator[QWidget]:
    """A widget and all that it is in, up to its page, which is not among them."""
    here: QWidget | None = widget
    while here is not None and here is not page:
        yield here
        here = here.parentWidget()


def in_sight(widget: QWidget, page: QWidget) -> QRect:
    """Where on its page a widget is, as far as it is not scrolled out of sight (pixels)."""
    seen = page.rect()
    for each in holding(widget, page):
        seen &= QRect(each.mapTo(page, QPoint(0, 0)), each.size())
    return seen


def height_left(widget: QWidget, page: QWidget) -> int:
    """How much higher (pixels) the part of the page that a widget is in is than it needs to be;
    below 0 where it scrolls."""
    for each in holding(widget, page):
        if isinstance(each, QScrollArea):
            inside = each.widget()
            assert inside is not None
            return each.viewport().height() - inside.minimumSizeHint().height()
    return 0


def share(page: QWidget, bar: BarView, width: int, height: int, beside: int) -> bool:
    """Give the bar its keys where there is room for them: sheet and bar have `width` and `height`,
    a panel `beside` them its width (0: there is none), all in pixels.  Is there room for the score
    line?

    Beside a panel the keys go where the sheet would have less than its least height (the keyboard
    does all they do), and everywhere in a window that is far too low for its text.  The score line
    stands where the sheet has room enough beside it.
    """
    window = page.window()
    low = window is not page and window.height() < theme.px(LOW)
    bar.keys.set_flat(low)
    left_over = height - bar.height_with_keys(width)
    lowest = window is not page and window.height() < theme.px(NO_KEYS)
    bar.spare_keys(lowest or (bool(beside) and (low or left_over < theme.px(LOWEST))))
    wide = page.width() - beside >= theme.px(SHEET_ROOM + score_line.WIDTH)
    return wide and left_over >= theme.px(score_line.TALL)
