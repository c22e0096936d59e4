"""The history with an entry ready to be struck, or to be restored."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from scorepad.desk.ports import Sheets
from scorepad.desk.table import Table
from scorepad.desk.undoing import to_strike
from scorepad.settings import Settings
from scorepad.spades.entries import Strike
from scorepad.spades.words import Words
from scorepad.window.panels.history import HistoryPanel


class StrikePanel(HistoryPanel):
    """The history, with the latest entry that counts ready to be struck."""

    def __init__(
        self,
        table: Table,
        words: Words,
        sheets: Sheets,
        settings: Settings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(table, words, sheets, settings, parent)
        latest = to_strike(table.match)
        if latest is not None:
            self.strike(str(latest.id))

    def focus_first(self) -> None:
        if self.editor is not None:
            self.editor.reasoned.why.setFocus()
        else:
            super().focus_first()


class RestorePanel(HistoryPanel):
    """The history, with the entry that was struck last ready to be restored."""

    def __init__(
        self,
        table: Table,
        words: Words,
        sheets: Sheets,
        settings: Settings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(table, words, sheets, settings, parent)
        strikes = set(table.match.struck_by.values())
        for entry in reversed(table.match.log):
            if isinstance(entry, Strike) and str(entry.id) in strikes:
                self.choose(entry.entry)
                break

    def focus_first(self) -> None:
        if self._restore.isVisibleTo(self):
            self._restore.setFocus()
        else:
            super().focus_first()
