"""The header shows both sides and the clock, across a match's page."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from PySide6.QtWidgets import QFrame, QSizePolicy

from scorepad.desk.table import MatchChange, Table
from scorepad.spades.match import Match
from scorepad.spades.words import T, Text
from scorepad.window.match.header.clock_view import ClockView
from scorepad.window.match.header.side_view import SideView
from scorepad.window.widgets import layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.size_class import (
    WindowSizeClass,
    height_class,
    width_class,
    window_to_usual_size_ratio,
)
from scorepad.window.wording import names

FIGURE_SIZES: Final = (56, 64, 76)  # px
"""The size of totals and clock (pixels at the usual text size) in a small, a usual and a large
window."""
MAX_GROWTH: Final = 1.4
"""In a window larger than usual, totals and clock are at most this many times as large."""
NARROW_WIDTH: Final = 640  # px
"""In a narrower window (pixels at the usual text size), as with large text, the parts beside
totals and clock are below them."""


class ScoreHeader(QFrame):
    """Shows both sides and the clock of one table, and follows its changes."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.setAccessibleName(str(T("Score and clock")))
        self.sides = (SideView(0), SideView(1))
        self.clock = ClockView()
        self.clock_note: Callable[[], str] = str
        """Returns a note about the clock."""
        self._table = table
        self._round_text: Text | None = None
        self._is_time_asked = False
        layouts.set_row(
            self, *((side, 3) for side in self.sides), (self.clock, 2), spacing=Gap.NONE
        )
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._show(table.now(), totals=True)
        self.fit_to_window()
        self._stop = table.listen(self._changed)

    def fit_to_window(self) -> None:
        """Show totals and clock as large as the window's size class has them; in a window larger
        than usual they grow with it."""
        size = min(width_class(self), height_class(self))
        growth = min(MAX_GROWTH, max(1.0, window_to_usual_size_ratio(self)))
        figure = round(FIGURE_SIZES[size] * growth)
        is_wide = width_class(self) == WindowSizeClass.LARGE
        is_narrow = self.window().width() < theme.px(NARROW_WIDTH)
        for side in self.sides:
            side.fit_to_window(figure, shows_contract=is_wide, is_narrow=is_narrow)
        self.clock.fit_to_window(figure, is_narrow=is_narrow)

    def stop_following(self) -> None:
        """Stop following the table."""
        self._stop()

    def tick(self) -> None:
        """Show the clock, and the totals where time-up has changed what a side needs."""
        self._show(self._table.now())

    def _changed(self, change: MatchChange) -> None:
        self._show(self._table.now(), totals=change.changes_sheet)

    def _show(self, now: datetime, *, totals: bool = False) -> None:
        match, clock = self._table.match, self._table.clock()
        is_time_asked = self._table.is_time_question_open()
        if totals or is_time_asked != self._is_time_asked:
            self._is_time_asked = is_time_asked
            self.show_match(match)
            if self.isVisible():
                self.fit_to_window()
        self.clock.show_clock(match, clock, now, self.clock_note())

    def name_round(self, text: Text | None) -> None:
        """Show the event's name for the match's round; None: it has none."""
        if text != self._round_text:
            self._round_text = text
            self.show_match(self._table.match)

    def show_match(self, match: Match) -> None:
        """Show totals, bags and names of the match."""
        self.clock.title.setText(names.table_event_and_rules_text(match, self._round_text))
        for side in self.sides:
            side.show_match(match, is_time_asked=self._is_time_asked)
