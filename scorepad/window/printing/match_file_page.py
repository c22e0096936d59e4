"""The page shows the match files that were opened from outside: by a double click, or by
`scorepad FILE`; one press imports them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from scorepad.desk.desk import Desk, ImportResult
from scorepad.desk.documents import PdfDocument
from scorepad.desk.ports import DocumentMaker, Paper
from scorepad.settings import Settings
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.words import N, T
from scorepad.window.printing.preview import PreviewPage
from scorepad.window.printing.print_job import PrintJob
from scorepad.window.widgets import controls
from scorepad.window.wording.imports import describe_import


class MatchFilePreviewPage(PreviewPage):
    """Shows the sheet of each match, which is not imported yet; those that are stored are
    printed and saved."""

    imported = Signal(object, str, str)
    """The ids of the matches that were imported, the result of each, and its tone."""

    def __init__(
        self, files: Mapping[str, Match], sheets: DocumentMaker, desk: Desk, settings: Settings
    ) -> None:
        """`files` are the matches by the paths of their files; the last is shown first."""
        self.files = files
        self._desk = desk
        several = N("Import {n} match", "Import {n} matches", len(files))
        self._import = controls.button(several, self.import_shown_matches, kind="primary")

        def make(match: Match, paper: Paper) -> PdfDocument:
            return PdfDocument(sheets.make_paper(sheets.papers["sheet"], [match], paper))

        super().__init__(
            [PrintJob(Path(path).name, "", partial(make, match)) for path, match in files.items()],
            settings,
            remember=desk.try_to_remember_documents,
            chosen=len(files) - 1,
        )
        self._say_what_is_here()

    def _foot(self) -> QWidget:
        foot = super()._foot()
        for each in (self._open, self._print, self._save_as):
            each.setVisible(False)
        layout = foot.layout()
        assert layout is not None
        layout.addWidget(self._import)
        return foot

    def _say_what_is_here(self) -> None:
        match = self.files[list(self.files)[self.choice.currentIndex()]]
        self.notify(
            T("You already have this match. Importing adds whatever is new.")
            if self._desk.keeper.has(match.id or "")
            else T("This match is in a file. Import it to save it here."),
            "note",
        )

    def _other_print_job(self) -> None:
        super()._other_print_job()
        self._say_what_is_here()

    def focus_starting_widget(self) -> None:
        """Put the focus on the button that imports."""
        self._import.setFocus()

    def do_enter_action(self) -> None:
        self.import_shown_matches()

    def import_shown_matches(self) -> None:
        """Import all matches that are shown."""
        matches = [(Path(path).name, match) for path, match in self.files.items()]
        results = self._desk.import_matches(matches)
        lines: list[str] = []
        tone: controls.Tone = "good"
        for (name, _), result in zip(matches, results, strict=True):
            if isinstance(result, Refused):
                tone = "bad"
                lines.append(controls.capitalize(str(result.text)))
            else:
                lines.append(describe_import(result, name))
        ids = [each.match_id for each in results if isinstance(each, ImportResult)]
        if ids:
            self.imported.emit(ids, "\n".join(lines), tone)
        else:
            self.notify("\n".join(lines), tone)
