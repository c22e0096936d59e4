"""The result: who won and why, both sides' signatures, the sheet, the next match."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from scorepad.desk.ports import Sheets
from scorepad.desk.table import Table
from scorepad.settings import Settings
from scorepad.spades.result import needs, outcome, owed
from scorepad.spades.words import N, Words, number
from scorepad.window import parts, theme
from scorepad.window.names import team_name
from scorepad.window.panel import Panel
from scorepad.window.panels.people import Signing


class ResultPanel(Panel):
    """Shown when a game ends; before that it says what is still open."""

    asks = Signal(str)
    """The key of an action that a button stands for: "print" or "like"."""

    def __init__(
        self,
        table: Table,
        words: Words,
        sheets: Sheets,
        settings: Settings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(words("Result"), table, words, parent)
        self._says = parts.label("", "title", wrap=True)
        self.add(self._says)
        scores = QWidget()
        self._grid = QGridLayout(scores)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._scores = []
        for side in range(2):
            name = parts.label("", "strong", wrap=True)
            total = parts.label("")
            total.setFont(theme.figures(44, bold=True))
            total.setStyleSheet(f"font-size: {theme.px(44)}px; font-weight: bold")
            bags = parts.label("", "caption")
            for row, label in enumerate((name, total, bags)):
                label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
                self._grid.addWidget(label, row, side)
            self._grid.setColumnStretch(side, 1)
            self._scores.append((name, total, bags))
        self.add(scores)
        self._hint = parts.label("", wrap=True)
        self.add(self._hint)
        self.add(parts.rule())
        self._sign = parts.label(words("Both sides sign"), "strong")
        self.add(self._sign)
        self.signing = Signing(self)
        self.add(self.signing)
        self._looking = False
        self._like = self.add_button(words("New match like this"), lambda: self.asks.emit("like"))
        self.add_button(words("Sheet…"), lambda: self.asks.emit("print"), kind="primary")
        self.refresh()

    def look_only(self) -> None:
        self.signing.look_only()
        self._looking = True
        self._like.hide()

    def typed(self) -> object | None:
        return self.signing.typed()

    def retype(self, typed: Any) -> None:
        self.signing.retype(typed)

    def refresh(self) -> None:
        words, match = self.words, self.table.match
        board, colours = match.board, theme.colours()
        says = outcome(match)
        open_ = owed(match) or None
        self._says.setText(words(says) if says else words("Still playing"))
        hints = [words(open_)] if open_ else []
        for side, (name, total, bags) in enumerate(self._scores):
            team = team_name(match.head, side, words)
            won = board.end is not None and board.end.winner == side
            name.setText(words("✓ {team} (winner)", team=team) if won else team)
            name.setStyleSheet(f"color: {colours.side(side)}")
            total.setText(number(board.score[side]))
            bags.setText(words(N("{n} bag", "{n} bags", board.bags[side])))
            lacks = needs(match, side)
            if says is None and lacks is not None:
                hints.append(words("{team} lacks {n} to the target.", team=team, n=lacks))
        self._hint.setText("\n".join(hints))
        self._hint.setVisible(bool(hints))
        self._sign.setVisible(says is not None)
        # Before the end it would be the first that Enter presses.
        self._like.setVisible(says is not None and not self._looking)
        self.signing.refresh()
