"""The header shows both sides and the clock, across a match's page."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QFrame, QSizePolicy

from scorepad.desk.table import MatchChange, Table
from scorepad.spades.match import Match
from scorepad.spades.words import T
from scorepad.window.match.header.clock_view import FIGURE_SIZE, MAX_GROWTH, MAX_SHRINK, ClockView
from scorepad.window.match.header.side_view import SideView
from scorepad.window.widgets import layouts
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.size_class import (
    WindowSizeClass,
    height_class,
    width_class,
    window_to_usual_size_ratio,
)


class ScoreHeader(QFrame):
    """Shows both sides and the clock of one table, and follows its changes."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.setAccessibleName(str(T("Score and clock")))
        self.sides = (SideView(0), SideView(1))
        self.clock = ClockView()
        self.clock_note: Callable[[], str] = str
        """Returns what has to be known of the clock beside what it shows."""
        self._table = table
        self._is_time_asked = False
        row = layouts.set_row(self, spacing=Gap.NONE)
        for side in self.sides:
            row.addWidget(side, 3)
            side.installEventFilter(self)
        row.addWidget(self.clock, 2)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._show(table.now(), totals=True)
        self._stop = table.listen(self._changed)

    def fit_to_window(self) -> None:
        """Fit totals and clock to the window."""
        self._fit_sides()
        # Where there is room the clock has its button beside it.
        roomy = width_class(self) > WindowSizeClass.SMALL
        self.clock.setMinimumWidth(self.clock.width_beside_button() if roomy else 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._fit_sides()
        return super().eventFilter(watched, event)

    def _fit_sides(self) -> None:
        """Show the contracts equally large or not at all, and the players of both sides beside
        their names or below.

        In a large window totals and clock grow with it; in a low one they are a little smaller, for
        a row more of the sheet.
        """
        below = any(side.has_two_name_lines() for side in self.sides)
        # Before its page is in the window, that window's height says nothing.
        placed = self.window() not in (self, self.parentWidget())
        low = placed and height_class(self) == WindowSizeClass.SMALL and not below
        more = min(
            MAX_GROWTH,
            max(-MAX_SHRINK * low, round(FIGURE_SIZE * (window_to_usual_size_ratio(self) - 1))),
        )
        for part in (*self.sides, self.clock):
            part.grow_figures(more)
        size = min(side.largest_contract_size() for side in self.sides)
        for side in self.sides:
            side.show_contract(size)
            side.show_players_below_name(below)

    def stop_following(self) -> None:
        """Stop following the table."""
        self._stop()

    def tick(self) -> None:
        """Show the clock, and the totals where time-up has changed what a side needs."""
        self._show(self._table.now())

    def _changed(self, change: MatchChange) -> None:
        self._show(self._table.now(), totals=change.changes_sheet)

    def _show(self, now: datetime, *, totals: bool = False) -> None:
        """Show the clock at `now` (UTC), and the totals where they have changed."""
        match, clock = self._table.match, self._table.clock()
        is_time_asked = self._table.is_time_question_open()
        if totals or is_time_asked != self._is_time_asked:
            self._is_time_asked = is_time_asked
            self.show_match(match)
        self.clock.show_clock(match, clock, now, self.clock_note())

    def show_match(self, match: Match) -> None:
        """Show totals, bags and names as the match stands."""
        for side in self.sides:
            side.show_match(match, is_time_asked=self._is_time_asked)
        self._fit_sides()
