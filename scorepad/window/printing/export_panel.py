"""A panel exports the match to a file: for another laptop, a spreadsheet, or paper."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal

from scorepad.desk.exporting import export
from scorepad.events.document_kinds import DocumentKind
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T
from scorepad.window.panels.panel import Panel, PanelContext
from scorepad.window.widgets import file_dialogs, inputs


class ExportPanel(Panel):
    """A choice of the format, and a button that asks where to save."""

    action_requested = Signal(str)
    """The key of the action of a button: "print-several"."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__(T("Export the match"), context)
        self._sheets = context.sheets
        self._settings = context.settings
        self._formats = context.sheets.formats
        self.form = inputs.ChoiceButtons(
            [(each.name, each.title) for each in self._formats.values()],
            name=T("Format"),
            chosen=next(iter(self._formats)),
            down=True,
            meanings=[str(each.meaning) for each in self._formats.values()],
        )
        self.add(self.form)
        self.form.changed.connect(lambda: self.notify(""))
        self.add_button(T("Several matches…"), lambda: self.action_requested.emit("print-several"))
        self.add_button(T("Save as…"), self.ask_where_to_save, kind="primary")

    @property
    def _kind(self) -> DocumentKind:
        return self._formats[self.form.value or ""]

    def ask_where_to_save(self) -> None:
        """Ask where to save, in a dialog that blocks nothing."""
        file_dialogs.ask_save_path(
            self,
            self._settings,
            title=T("Export the match"),
            name=file_dialogs.file_name_of_match(
                self.table.match.head, self._kind.usual_ending(matches=1)
            ),
            kinds=T("All files (*)"),
            then=self.save,
        )

    def save(self, path: Path) -> None:
        """Write the export to this path; an existing file is never overwritten."""
        try:
            exported = export(
                self._sheets,
                self._kind,
                [self.table.match],
                path,
                remember=self.table.try_to_remember_documents,
            )
        except Refused as refused:
            self.notify(refused.text, "bad")
        else:
            file_dialogs.announce_saved_file(self.notify, path, exported.why_not_remembered)
