"""The line of the score over the hands, at any size: the sheet beside has no room for it always."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from scorepad.desk.ports import Sheets
from scorepad.desk.table import Table
from scorepad.settings import Settings
from scorepad.spades.words import Words
from scorepad.window import parts
from scorepad.window.panel import Panel
from scorepad.window.score_line import ScoreLine

LEAST = 120
"""The line's least height here, in pixels at the usual text size."""
SCROLLS = 320
"""In a panel lower than this (pixels at the usual text size) the line scrolls with its words."""


class CoursePanel(Panel):
    """Both totals over the hands, and what the picture shows in words."""

    WIDTH = 460

    def __init__(
        self,
        table: Table,
        words: Words,
        sheets: Sheets,
        settings: Settings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(words("Line of the score"), table, words, parent)
        self.line = ScoreLine(words, tall=LEAST, beside=False)
        above = QWidget()
        parts.column_of(above).addWidget(self.line)
        self.put_above(above, SCROLLS)
        self._above_line = above
        self._said = parts.label("", wrap=True)
        self.add(self._said)
        self.add_button(words("Close"), self.close_panel)
        self.refresh()

    def refresh(self) -> None:
        self.line.show_match(self.table.match)
        shown = self.line.worth_it
        self._above_line.setVisible(shown)
        early = self.words("The line begins with the second hand that counts.")
        self._said.setText(self.line.accessibleDescription() if shown else early)
        self.scroll_more(True)
