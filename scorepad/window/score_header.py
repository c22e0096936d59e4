"""The two sides and the clock, across a match's page."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from scorepad.spades.clock import ClockFace
from scorepad.spades.match import Match
from scorepad.spades.words import Words
from scorepad.window import parts, theme
from scorepad.window.clock_view import ClockView
from scorepad.window.side_view import SideView

ROOMY = 1000
"""From this width on (pixels at the usual text size) the clock has its button beside it."""


class ScoreHeader(QFrame):
    """Both sides and the clock, across the page."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(words("Score and clock"))
        self.sides = (SideView(0, words), SideView(1, words))
        self.clock = ClockView(words)
        self._asks = False
        row = parts.row_of(self, spacing=0)
        for side in self.sides:
            row.addWidget(side, 3)
            side.installEventFilter(self)
        row.addWidget(self.clock, 2)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        roomy = self.width() >= theme.px(ROOMY)
        self.clock.setMinimumWidth(self.clock.beside_width() if roomy else 0)
        self._fit_sides()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._fit_sides()
        return super().eventFilter(watched, event)

    def _fit_sides(self) -> None:
        """Both sides show their contract, equally large, or neither does; and their players beside
        their names, or below."""
        size = min(side.contract_room() for side in self.sides)
        below = any(side.names_need_lines() for side in self.sides)
        for side in self.sides:
            side.show_contract(size)
            side.show_names_below(below)

    def show_match(self, match: Match) -> None:
        """Show totals, bags and names as the match stands."""
        for side in self.sides:
            side.show_match(match, asks=self._asks)
        self._fit_sides()

    def show_clock(self, match: Match, face: ClockFace, now: datetime) -> None:
        """Show the clock as it stands at `now` (UTC)."""
        begun = match.board.open_hand or match.board.dealt
        finishes = match.rules.clock.at_time == "finish-hand"
        asks = finishes and not begun and face.due(now) is not None
        if asks != self._asks:
            self._asks = asks
            self.show_match(match)
        self.clock.show_clock(match, face, now)
