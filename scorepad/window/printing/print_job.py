"""A print job is one PDF of a match or a rule set, with its name and the function that makes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from scorepad.desk.documents import PdfDocument, document_contents
from scorepad.desk.ports import DocumentMaker, Paper
from scorepad.desk.table import Table
from scorepad.events.status import NOTHING_STATED, Statements
from scorepad.settings import SettingError, Settings
from scorepad.spades.library import Library
from scorepad.spades.naming import team_name
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T
from scorepad.window.widgets import file_dialogs, inputs


@dataclass(frozen=True)
class PrintJob:
    """One document, with its `title`, its file's `name`, and `make`, which returns it for a paper.

    `make` raises `Refused` if it cannot be made. `paper` is set where it was made already.
    """

    title: str
    name: str
    make: Callable[[Paper], PdfDocument]
    paper: Paper | None = None


class PaperChoice(inputs.ChoiceButtons[Paper]):
    """The choice of the paper, which is kept as a setting."""

    def __init__(self, settings: Settings) -> None:
        papers: list[tuple[Paper, str]] = [("A4", "A4"), ("Letter", str(T("Letter")))]
        paper: Paper = "Letter" if settings.get("paper") == "Letter" else "A4"
        super().__init__(papers, name=T("Paper"), chosen=paper)
        self._settings = settings
        self.changed.connect(self._keep)

    @property
    def paper(self) -> Paper:
        """The paper that is chosen."""
        return self.value or "A4"

    def _keep(self) -> None:
        # A setting that cannot be stored does no harm: the choice holds for this page.
        with suppress(SettingError):
            self._settings.set_and_save("paper", self.paper)


def match_print_jobs(
    table: Table,
    sheets: DocumentMaker,
    statements: Callable[[], Statements] = lambda: NOTHING_STATED,
) -> tuple[PrintJob, ...]:
    """Return the print jobs of a match: its sheet, its half page, and a blank sheet for a pen.
    `statements` returns the statements of events about their matches."""

    def make(name: str, paper: Paper) -> PdfDocument:
        kind, matches = sheets.papers[name], [table.match]
        pdf = sheets.make_paper(kind, matches, paper, statements())
        return PdfDocument(pdf, document_contents(kind, matches))

    head = table.match.head

    def name(kind: str) -> str:
        teams = f"{team_name(head, 0)} - {team_name(head, 1)}"
        parts = (head.event, head.round, head.table, teams, kind)
        return file_dialogs.safe_file_name(" ".join(part for part in parts if part), ".pdf")

    return (
        PrintJob(
            str(T("Match sheet")),
            file_dialogs.file_name_of_match(head, ".pdf"),
            partial(make, "sheet"),
        ),
        PrintJob(
            str(T("Half-page sheet")),
            name(str(T("half page"))),
            partial(make, "half-sheets"),
        ),
        PrintJob(
            str(T("Blank sheet for this match")),
            name(str(T("blank"))),
            partial(make, "blank-sheet"),
        ),
    )


def blank_sheet_jobs_with_rules_ids(
    library: Library, sheets: DocumentMaker
) -> Iterator[tuple[str, PrintJob]]:
    """Yield the id of every rule set that can be read, and its blank sheet."""
    for rules_id in library.ids():
        try:
            rules = library.get(rules_id)
        except Refused:
            continue
        name = file_dialogs.safe_file_name(str(T("Blank sheet: {rules}", rules=rules.name)), ".pdf")

        def make(paper: Paper, rules_id: str = rules_id) -> PdfDocument:
            return PdfDocument(sheets.blank_sheet(library.get(rules_id), paper))

        yield rules_id, PrintJob(rules.name, name, make)


def print_job_of_document(title: str, name: str, document: PdfDocument, paper: Paper) -> PrintJob:
    """Return the print job of a document that was made already: a book, or several half pages."""
    return PrintJob(
        title, file_dialogs.safe_file_name(name, ".pdf"), lambda _paper: document, paper
    )
