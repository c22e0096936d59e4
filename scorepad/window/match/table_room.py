"""A table's page shares its room below the totals so that the sheet comes first."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QWidget

from scorepad.window.match.entry.view import EntryView
from scorepad.window.match.sheet.sheet_view import MIN_HEIGHT
from scorepad.window.widgets import score_chart, theme
from scorepad.window.widgets.size_class import WindowSizeClass, height_class, width_class

MIN_SHEET_WIDTH: Final = 690  # px
"""The sheet keeps this much width (pixels at the usual text size) beside the score chart."""


def fit_keypad_and_check_score_chart_room(
    page: QWidget, bar: EntryView, width: int, height: int, has_panel: bool
) -> bool:
    """Let the bar show its keys where there is room for them, and return whether there is room for
    the score chart.

    `width` and `height` (pixels) are what sheet and bar have together.  In a low window the keys
    stand in one row, and in one that is narrow too they are hidden.  With a panel open they are
    hidden in a low window, and where the sheet would be lower than its least height, because the
    keyboard does the same.

    The score chart is shown where the sheet keeps enough room; it gives way to a panel.
    """
    low = not page.isWindow() and height_class(page) == WindowSizeClass.SMALL
    bar.keys.set_one_row(low)
    left_over = height - bar.height_with_keys(width)
    narrow = width_class(page) == WindowSizeClass.SMALL
    lower = has_panel and left_over < theme.px(MIN_HEIGHT)
    bar.hide_keypad_for_sheet(lower or (low and (has_panel or narrow)))
    wide = not has_panel and page.width() >= theme.px(MIN_SHEET_WIDTH + score_chart.MIN_WIDTH)
    if bar.keys_folded:
        left_over += bar.keypad_height(width)
    return wide and left_over >= theme.px(score_chart.MIN_HEIGHT)
