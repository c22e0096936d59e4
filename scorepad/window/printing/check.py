"""A page checks a document that was printed or written here, by its file or a sheet's code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QDragEnterEvent,
    QDropEvent,
)
from PySide6.QtWidgets import QFrame, QWidget

from scorepad.budget import PAPER_BYTES
from scorepad.desk.desk import Desk
from scorepad.desk.ports import DocumentMaker
from scorepad.desk.verify import (
    HEADINGS,
    DocumentLookup,
    DocumentVerdict,
    FileFingerprint,
    Finding,
    describe_verdict_counts,
    fingerprint_file,
    verify_documents,
)
from scorepad.settings import Settings
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.sheetcode import EXAMPLE, BadCode, read_code
from scorepad.spades.words import N, T, Text, join_parts
from scorepad.window.printing.jobs import (
    SOON,
    BackgroundJob,
    JobPresentation,
    Progress,
    count_files,
)
from scorepad.window.widgets import controls, file_dialogs, layouts, scrolling, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.inputs import line_edit
from scorepad.window.widgets.row_menu import offer_row_menu
from scorepad.window.widgets.window_page import WindowPage
from scorepad.window.wording.names import team_name

CARDS = 60
"""The most documents that get a card; those that differ come first."""
TONES: dict[Finding, controls.Tone] = {"same": "good", "changed": "warn", "unknown": "bad"}
ORDER: tuple[Finding, ...] = ("unknown", "changed", "same")
WIDTH = 760


def read_fingerprints(
    paths: Sequence[Path], _matches: object, progress: Progress
) -> list[FileFingerprint | Text]:
    """Return the fingerprint of each file, or why it can't be read."""
    read: list[FileFingerprint | Text] = []
    for done, path in enumerate(paths):
        if not progress(done, len(paths)):
            break
        try:
            content = file_dialogs.read_chosen_file(path, PAPER_BYTES)
            read.append(fingerprint_file(content, path.name))
        except Refused as refused:
            read.append(refused.text)
    return read


class DocumentCheckPage(WindowPage):
    """A line for the code, a place to drop files, and a card for each document that was checked."""

    guide_page = "print"

    def __init__(self, desk: Desk, sheets: DocumentMaker, settings: Settings) -> None:
        super().__init__(T("Check a printed sheet"))
        self._desk = desk
        self._kinds = {**sheets.formats, **sheets.papers}
        self._settings = settings
        self._job: BackgroundJob | None = None
        self.setAcceptDrops(True)
        answers = QWidget()
        self._answers = layouts.set_column(answers)
        parts = self._by_code(), self._by_file(), answers, None
        for end in (QEvent.Type.DragLeave, QEvent.Type.Drop):
            mark_off = partial(theme.set_style_property, self._drop, "tone", "")
            controls.EventFollower(self, mark_off, end)
        margin = Gap.PAGE, Gap.LINES, Gap.PAGE, Gap.PAGE
        content = layouts.column(*parts, spacing=Gap.GROUPS, margin=margin)
        content.setProperty("kind", "page")
        content.setMaximumWidth(theme.px(WIDTH) + 2 * Gap.PAGE.pixels())
        body = scrolling.make_scroll_area(content, name=self.accessibleName())
        title = self.title_row(controls.button(T("Done"), self.close_page))
        layouts.set_column(self, title, (body, 1), spacing=Gap.NONE)

    def _by_code(self) -> QWidget:
        self.line = line_edit(EXAMPLE)
        # A file that is dropped on the line is for the page, not text for the line.
        self.line.setAcceptDrops(False)
        self.line.textEdited.connect(lambda _text: self._code.show_mistake(""))
        self.line.setAccessibleName(str(T("The code at the bottom of the sheet")))
        self._check = controls.button(T("Check"), self.check_code, kind="primary")
        self._code: controls.Field = controls.Field(
            T("The code at the bottom of the sheet"),
            layouts.row((self.line, 1), self._check),
            help=T("Type the letters, or scan the QR code."),
        )
        return self._code

    def _by_file(self) -> QWidget:
        self._drop = QFrame()
        self._drop.setProperty("kind", "drop")
        text = T("Or drop a file that Scorepad saved: a PDF, a spreadsheet or a web page.")
        choose = controls.button(T("Choose a file…"), self.choose_files_to_check)
        parts = (controls.label(text, wrap=True), 1), choose
        layouts.set_row(self._drop, *parts, spacing=Gap.GROUPS, margin=Gap.GROUPS)
        return self._drop

    def focus_starting_widget(self) -> None:
        """Put the focus on the first control."""
        self.line.setFocus()

    # The code and the files to check.

    def check_code(self) -> None:
        """Check the code that was typed or pasted."""
        self._begin()
        if not self.line.text().strip():
            self._mistake(T("type the code first, or choose a file"))
            return
        try:
            code = read_code(self.line.text())
        except BadCode as refused:
            self._mistake(refused.text)
            return
        try:
            self._show(list(verify_documents(self._desk, self._kinds, [code])))
        except Refused as refused:
            self.notify(refused.text)

    def _mistake(self, text: Text) -> None:
        self._code.show_mistake(str(text))
        self.line.setFocus()

    def choose_files_to_check(self) -> None:
        """Ask for files."""
        file_dialogs.ask_open_paths(
            self,
            self._settings,
            title=T("Choose files to check"),
            kinds=T("All files (*)"),
            then=self.check_files,
        )

    def check_files(self, names: Sequence[str]) -> None:
        """Check these files, in the background; one that cannot be read is named."""
        self._begin()
        self.line.clear()
        reading = BackgroundJob(
            self._desk.read, (), partial(read_fingerprints, list(map(Path, names)))
        )
        self._work(reading, T("Reading the files"), self._compare)

    def _compare(self, read: list[FileFingerprint | Text]) -> None:
        refused = [each for each in read if isinstance(each, Text)]
        fingerprints = [each for each in read if not isinstance(each, Text)]
        lookup = DocumentLookup(self._desk, self._kinds, fingerprints)

        def compare(matches: Sequence[Match], progress: Progress) -> list[DocumentVerdict]:
            verdicts: list[DocumentVerdict] = []
            for verdict in lookup.judge_documents(matches):
                verdicts.append(verdict)
                if not progress(len(verdicts), len(fingerprints)):
                    break
            return verdicts

        def show(verdicts: list[DocumentVerdict]) -> None:
            self._show(verdicts)
            self.notify("\n".join(map(str, refused)), "bad")

        comparing = BackgroundJob(self._desk.read, lookup.match_ids, compare)
        self._work(comparing, T("Comparing the files"), show)

    def _work(self, job: BackgroundJob, what: Text, then: Callable[[Any], None]) -> None:
        self._job = job
        cancelled = T("Canceled; nothing was checked.")
        self.background.emit(JobPresentation(job, what, self, then, count_files, cancelled, SOON))

    # The results.

    def _begin(self) -> None:
        self._cancel()
        self._code.show_mistake("")
        self.notify("")
        layouts.clear_layout(self._answers)

    def _cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _show(self, verdicts: Sequence[DocumentVerdict]) -> None:
        layouts.clear_layout(self._answers)
        if len(verdicts) > 1:
            counted = join_parts(describe_verdict_counts(verdicts))
            self._answers.addWidget(controls.label(counted, "strong", wrap=True))
        for verdict in sorted(verdicts, key=lambda each: ORDER.index(each.finding))[:CARDS]:
            card = VerdictCard(verdict)
            card.open_match.connect(self.open_match)
            self._answers.addWidget(card)
        first = self._answers.itemAt(0)
        if first is not None and (widget := first.widget()) is not None:
            scrolling.bring_into_sight(widget)
        if (more := len(verdicts) - CARDS) > 0:
            text = str(N("{n} more isn't shown.", "{n} more aren't shown.", more))
            self._answers.addWidget(controls.label(text, "caption"))

    # Dropping, and keys.

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()
            theme.set_style_property(self._drop, "tone", "on")

    def dropEvent(self, event: QDropEvent) -> None:
        names = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if names:
            event.acceptProposedAction()
            self.check_files(names)

    def keep(self) -> None:
        self._cancel()

    def do_enter_action(self) -> None:
        self.check_code()


class VerdictCard(QFrame):
    """The verdict on one document, its lines, and a button that opens the match."""

    open_match = Signal(str)

    def __init__(self, verdict: DocumentVerdict) -> None:
        super().__init__()
        tone, head = TONES[verdict.finding], HEADINGS[verdict.finding]
        self.setProperty("kind", "card")
        column = layouts.set_column(self, margin=Gap.GROUPS)
        title = controls.label(controls.SIGNS[tone] + str(head), "heading", wrap=True)
        theme.set_style_property(title, "tone", tone)
        lines = [controls.capitalize(str(each)) for each in (verdict.text, *verdict.lines)]
        match = verdict.match
        if match is None or match.id is None:
            column.addWidget(title)
        else:
            match_id = match.id
            one, other = (team_name(match.head, side) for side in range(2))
            press = controls.button(
                T("Open the match"),
                lambda: self.open_match.emit(match_id),
                name=T("Open the match: {match}", match=T("{one} – {other}", one=one, other=other)),
            )
            # In the head it is in sight however many lines there are.
            column.addWidget(layouts.row((title, 1), press))
            offer_row_menu(self, lambda: (press,))
        for line in lines:
            column.addWidget(controls.label(line, wrap=True))
        self.setAccessibleName(". ".join((str(head), *lines)))
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))
