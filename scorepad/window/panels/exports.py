"""A match given out as a file: for another laptop, a spreadsheet, or paper."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from scorepad.desk.ports import Sheets
from scorepad.desk.table import Table
from scorepad.settings import Settings
from scorepad.spades.words import T, Text, Words
from scorepad.window import files, parts
from scorepad.window.panel import Panel

MEANINGS: dict[str, Text] = {
    "csv": T("Tables for any program: a folder with a file each"),
    "json": T("The match itself: another Scorepad can take it in"),
    "xlsx": T("A spreadsheet"),
    "pdf": T("The match sheet"),
}


class ExportPanel(Panel):
    """Choose a format, then where."""

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
        forms = list(sheets.formats())
        self.form: parts.Choice[str] = parts.Choice(
            [(form, form.upper()) for form in forms], name=words("Format"), chosen=forms[0]
        )
        self.form.changed.connect(self.refresh)
        self.add(parts.Field(words("Format"), self.form))
        self._meaning = parts.label("", wrap=True)
        self.add(self._meaning)
        self.add_button(words("Cancel"), self.close_panel)
        self.add_button(words("Save as…"), self.ask, kind="primary")
        self.refresh()

    def refresh(self) -> None:
        meaning = MEANINGS.get(self.form.value or "")
        self._meaning.setText(self.words(meaning) if meaning else "")

    def ask(self) -> None:
        """Ask where, without holding anything up."""
        form = self.form.value
        if form is None:
            return
        ending = "" if form == "csv" else f".{form}"
        self.dialog = files.ask_where(
            self,
            self._settings,
            title=self.words("Export the match"),
            name=files.file_name(self.table.match.head, ending),
            kinds=self.words("All files (*)"),
            then=self.save,
        )
        self.dialog.setOption(QFileDialog.Option.DontConfirmOverwrite, True)
        self.dialog.setWindowModality(Qt.WindowModality.NonModal)

    def save(self, path: Path) -> None:
        """Write the export there; nothing is overwritten."""
        form = str(self.form.value)
        made = self.attempt(lambda: self._sheets.export([self.table.match], form, path))
        if made is not None:
            where = str(made[0].parent if len(made) > 1 else made[0]) if made else str(path)
            self.finish(T("Saved: {file}", file=where))
