"""A match given out as a file: for another laptop, a spreadsheet, or paper."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from scorepad.desk.ports import Sheets
from scorepad.desk.table import Table
from scorepad.settings import Settings
from scorepad.spades.refusal import Refused
from scorepad.spades.words import Words
from scorepad.window import files, kinds
from scorepad.window.panel import Panel
from scorepad.window.saved import SavedLine


class ExportPanel(Panel):
    """Choose a format, then where."""

    asks = Signal(str)
    """The key of an action that a button stands for: "hand-out"."""

    def __init__(
        self,
        table: Table,
        words: Words,
        sheets: Sheets,
        settings: Settings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(words("Export the match"), table, words, parent)
        self._sheets = sheets
        self._settings = settings
        self.dialog: QFileDialog | None = None
        self.form = kinds.Kinds.of_formats(words, sheets.formats(), kinds.ONE)
        self.add(self.form)
        self.line = SavedLine(words, down=True)
        self.form.changed.connect(self.line.hush)
        self.add(self.line)
        self.add_button(words("Several matches…"), lambda: self.asks.emit("hand-out"))
        self.add_button(words("Save as…"), self.ask, kind="primary")

    def ask(self) -> None:
        """Ask where, without holding anything up."""
        form = self.form.value
        self.dialog = files.ask_where(
            self,
            self._settings,
            title=self.words("Export the match"),
            name=files.file_name(self.table.match.head, "" if form == "csv" else f".{form}"),
            kinds=self.words("All files (*)"),
            then=self.save,
        )

    def save(self, path: Path) -> None:
        """Write the export there; nothing is overwritten."""
        try:
            self._sheets.export([self.table.match], self.form.value, path)
        except Refused as refused:
            self.line.say(refused.text)
        else:
            self.line.saved(path)
