"""A page checks a printed sheet against the store, by the sheet's code or its PDF file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QHideEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QFileDialog, QFrame, QLineEdit, QPushButton, QWidget

from scorepad.desk.desk import Desk
from scorepad.desk.ports import Sheets
from scorepad.desk.verify import (
    Finding,
    Verdict,
    coming_codes,
    compared,
    counts,
    event_of,
    event_verdict,
    kept_ids,
    meant,
    on_front,
    verdict_on,
    verify,
)
from scorepad.settings import Settings
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.sheetcode import EXAMPLE, BadCode, SheetCode, read_code
from scorepad.spades.words import N, T, Text, Words
from scorepad.window.handouts.jobs import SOON, Job, Progress, ShownJob, count_files, count_sheets
from scorepad.window.widgets import controls, file_dialogs, layouts, scrolling, theme
from scorepad.window.widgets.inputs import line_edit
from scorepad.window.widgets.window_page import WindowPage
from scorepad.window.wording import names
from scorepad.window.wording.names import team_name

LARGEST = 100_000_000
"""The most bytes of a file that is read; the book of a thousand matches has a tenth of it."""
CARDS = 60
"""The most sheets that get a card; those that differ come first."""
HEADS: dict[Finding, tuple[controls.Tone, Text]] = {
    "same": ("good", T("The same")),
    "grown": ("warn", T("Changed since it was printed")),
    "other": ("bad", T("Changed since it was printed")),
    "newer": ("warn", T("Newer than what is kept here")),
    "page": ("bad", T("This page is not the one that was printed")),
    "uncompared": ("warn", T("Not compared")),
    "unknown": ("bad", T("Unknown")),
}
SAYS: dict[Finding, Text] = {
    "same": T("Everything recorded stands on this sheet, and nothing was changed since."),
    "other": T("Names, rules or entries that are kept are not those of this sheet."),
    "newer": T("Import the match from where this sheet was printed."),
    "page": T("The code belongs to this match, but the page was changed."),
    "uncompared": T("The code belongs to this match. It says nothing of the page."),
    "unknown": T("Nothing that is kept on this computer has this code."),
}
MOST = 20
"""The most added entries that a card lists."""
ORDER: tuple[Finding, ...] = ("page", "other", "newer", "grown", "uncompared", "unknown", "same")
WIDTH = 760


class CodesRead(NamedTuple):
    """The codes that were found in files, each with its PDF, and why files have none."""

    found: dict[SheetCode, bytes | None]
    refused: list[Text]


def read_codes(paths: Sequence[Path], _matches: object, progress: Progress) -> CodesRead:
    """Read these files for their codes, page by page where that is needed."""
    read = CodesRead({}, [])
    for done, path in enumerate(paths):
        try:
            if path.is_file() and path.stat().st_size > LARGEST:
                raise Refused("{file} is too large to be a sheet of ours", file=path.name)
            pdf = file_dialogs.read_chosen_file(path, LARGEST)
            for code in coming_codes(pdf, path.name):
                if not progress(done, len(paths)):
                    return read
                if code is not None:
                    read.found[code] = pdf
        except Refused as refused:
            read.refused.append(refused.text)
    return read


class CheckSheetPage(WindowPage):
    """A line for the code, a place to drop the file, and a card for each sheet that was checked."""

    open_match = Signal(str)
    background = Signal(object)
    """Files are to be read, or sheets compared: a `ShownJob`."""

    def __init__(self, desk: Desk, sheets: Sheets, words: Words, settings: Settings) -> None:
        super().__init__(words, words("Check a printed sheet"))
        self._desk = desk
        self._sheets = sheets
        self._settings = settings
        self._job: Job | None = None
        self.dialog: QFileDialog | None = None
        self.setAcceptDrops(True)
        margin = theme.px(24)
        content = QWidget()
        content.setProperty("kind", "page")
        column = layouts.set_column(content, spacing=14)
        column.setContentsMargins(margin, theme.px(4), margin, margin)
        for widget in (self._by_code(), self._by_file()):
            widget.setMaximumWidth(theme.px(WIDTH))
            column.addWidget(widget)
        self.message = controls.MessageLabel()
        self.message.setMaximumWidth(theme.px(WIDTH))
        column.addWidget(self.message)
        found = QWidget()
        found.setMaximumWidth(theme.px(WIDTH))
        self._found = layouts.set_column(found, spacing=10)
        column.addWidget(found)
        column.addStretch(1)
        page = layouts.set_column(self, spacing=0)
        page.addWidget(self.title_row(controls.button(words("Done"), self.close_page)))
        page.addWidget(scrolling.make_scroll_area(content, name=self.accessibleName()), 1)

    def _by_code(self) -> QWidget:
        words = self._words
        self.line: QLineEdit = line_edit(EXAMPLE)
        # A file that is dropped on the line is for the page, not text for the line.
        self.line.setAcceptDrops(False)
        self.line.textEdited.connect(lambda _text: self._code.show_mistake(""))
        self.line.setAccessibleName(words("The code at the foot of the sheet"))
        self._check: QPushButton = controls.button(words("Check"), self.check_code, kind="primary")
        self._code: controls.Field = controls.Field(
            words("The code at the foot of the sheet"),
            layouts.row((self.line, 1), self._check),
            help=words("Type its letters, or scan the QR code."),
        )
        return self._code

    def _by_file(self) -> QWidget:
        words = self._words
        self._drop = DropCard()
        row = layouts.set_row(self._drop, spacing=14, margin=theme.px(14))
        row.addWidget(controls.label(words("Or drop the sheet's PDF file here."), wrap=True), 1)
        row.addWidget(controls.button(words("Choose a file…"), self.choose_file))
        return self._drop

    def focus_first(self) -> None:
        """Put the focus on the first control."""
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    # The code and the files to check.

    def check_code(self) -> None:
        """Check the code that was typed or pasted."""
        self._begin()
        if not self.line.text().strip():
            self._mistake(T("type the code first, or choose the sheet's PDF file"))
            return
        try:
            code = read_code(self.line.text())
        except BadCode as refused:
            self._mistake(refused.text)
            return
        try:
            self._show(list(verify(self._desk, {code: None}, self._sheets)))
        except Refused as refused:
            self._say(refused.text)

    def _mistake(self, text: Text) -> None:
        self._code.show_mistake(self._words(text))
        self.line.setFocus()

    def choose_file(self) -> None:
        """Ask for the PDF file, in a dialog that blocks nothing."""
        self.dialog = file_dialogs.ask_open_paths(
            self,
            self._settings,
            title=self._words("Choose a sheet's PDF file"),
            kinds=self._words("PDF (*.pdf);;All files (*)"),
            then=self.check_files,
        )

    def check_files(self, names: Sequence[str]) -> None:
        """Check the sheets in these files, in the background; a file that holds none is named."""
        self._begin()
        self.line.clear()
        reading = Job(self._desk.read, (), partial(read_codes, [Path(each) for each in names]))
        what = T("The files are being read for their codes")
        self._work(reading, what, count_files, self._compare)

    def _compare(self, _now: Any, codes: CodesRead) -> None:
        """Compare the sheets whose codes were read with the matches, also in the background."""
        kept, stated = kept_ids(self._desk), self._desk.stated()
        ids = {code: meant(code, kept) for code in codes.found}
        others = [code for code, its_id in ids.items() if its_id is None]
        events = {code: it for code in others if (it := event_of(self._desk, code)) is not None}
        of_event = {code: event_verdict(code, *it) for code, it in events.items()}

        def compare(matches: Sequence[Match], progress: Progress) -> list[Verdict]:
            known = {match.id: match for match in matches}
            verdicts: list[Verdict] = []
            of_code = {code: known[i] for code, i in ids.items() if i in known}
            pages = compared(codes.found, of_code, events, stated, self._sheets)
            for code in codes.found:
                # A match that cannot be read was named already.
                if ids[code] is None or ids[code] in known:
                    front = of_event.get(code)
                    match = of_code.get(code)
                    verdicts.append(
                        on_front(front, pages) if front else verdict_on(code, match, pages, stated)
                    )
                if not progress(len(verdicts), len(codes.found)):
                    break
            return verdicts

        def show(_now: Any, verdicts: list[Verdict]) -> None:
            self._show(verdicts)
            self.message.say("\n".join(self._words(each) for each in codes.refused))

        wanted = [each for each in dict.fromkeys(ids.values()) if each is not None]
        comparing = Job(self._desk.read, wanted, compare)
        self._work(comparing, T("The sheets are being compared"), count_sheets, show)

    def _work(
        self,
        job: Job,
        what: Text,
        counts: Callable[[int, int], Text],
        then: Callable[[Any, Any], object],
    ) -> None:
        self._job = job
        cancelled = T("Canceled; nothing was checked.")
        self.background.emit(ShownJob(job, what, self, self._say, then, counts, cancelled, SOON))

    def _say(self, text: Text | str, tone: controls.Tone = "bad") -> None:
        self.message.say(text if isinstance(text, str) else self._words(text), tone)

    # The results.

    def _begin(self) -> None:
        self._cancel()
        self._code.show_mistake("")
        self.message.clear()
        layouts.clear_layout(self._found)

    def _cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _show(self, verdicts: Sequence[Verdict]) -> None:
        words = self._words
        layouts.clear_layout(self._found)
        if len(verdicts) > 1:
            counted = " · ".join(map(words, counts(verdicts)))
            self._found.addWidget(controls.label(counted, "strong", wrap=True))
        for verdict in sorted(verdicts, key=lambda each: ORDER.index(each.finding))[:CARDS]:
            card = VerdictCard(verdict, words)
            card.open_match.connect(self.open_match)
            self._found.addWidget(card)
        first = self._found.itemAt(0)
        if first is not None and (widget := first.widget()) is not None:
            scrolling.bring_into_sight(widget)
        if (more := len(verdicts) - CARDS) > 0:
            said = words(N("{n} more is not shown.", "{n} more are not shown.", more))
            self._found.addWidget(controls.label(said, "caption"))

    # Dropping, and keys.

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()
            self._drop.light(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._drop.light(False)

    def dropEvent(self, event: QDropEvent) -> None:
        self._drop.light(False)
        names = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if names:
            event.acceptProposedAction()
            self.check_files(names)

    def hideEvent(self, event: QHideEvent) -> None:
        self._cancel()
        super().hideEvent(event)

    def confirm(self) -> None:
        self.check_code()


class VerdictCard(QFrame):
    """The verdict on one sheet, what was added since, and a button that opens the match."""

    open_match = Signal(str)

    def __init__(self, verdict: Verdict, words: Words) -> None:
        super().__init__()
        tone, head = HEADS[verdict.finding]
        self.setProperty("kind", "card")
        column = layouts.set_column(self, spacing=6, margin=theme.px(16))
        title = controls.label(controls.SIGNS[tone] + words(head), "heading", wrap=True)
        theme.restyle(title, "tone", tone)
        column.addWidget(title)
        lines: list[str] = []
        match = verdict.match
        if match is not None:
            one, other = (team_name(match.head, side, words) for side in range(2))
            lines.append(words("{one} – {other}", one=one, other=other))
            column.addWidget(controls.label(lines[0], "strong", wrap=True))
            if verdict.stands is not None:
                lines.append(controls.sentence(words(verdict.stands)))
                column.addWidget(controls.label(lines[-1], wrap=True))
            where = names.match_title(match, words)
            lines.append(where)
            column.addWidget(controls.label(where, "caption", wrap=True))
        if verdict.event:
            lines.append(verdict.event)
            column.addWidget(controls.label(lines[-1], "strong", wrap=True))
            said = controls.sentence(words(verdict.text))
        elif verdict.finding == "grown":
            count = len(verdict.added)
            said = words(N("{n} entry was added:", "{n} entries were added:", count))
        else:
            said = words(SAYS[verdict.finding])
        lines.append(said)
        column.addWidget(controls.label(said, wrap=True))
        if verdict.remark is not None and not verdict.event:
            lines.append(controls.sentence(words(verdict.remark)))
            column.addWidget(controls.label(lines[-1], wrap=True))
        for entry in verdict.added[:MOST]:
            column.addWidget(controls.label(f"+ {words(entry)}", wrap=True))
        if (more := len(verdict.added) - MOST) > 0:
            column.addWidget(controls.label(words(N("and {n} more", "and {n} more", more))))
        if match is not None and match.id is not None:
            match_id = match.id
            press = controls.button(
                words("Open the match"),
                lambda: self.open_match.emit(match_id),
                name=words("Open the match: {match}", match=lines[0]),
            )
            column.addSpacing(theme.px(6))
            column.addWidget(layouts.row(press, None))
        self.setAccessibleName(". ".join((words(head), *lines)))
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))


class DropCard(QFrame):
    """A dashed frame that shows where to drop a file."""

    def __init__(self) -> None:
        super().__init__()
        self._lit = False

    def light(self, on: bool) -> None:
        """Light the frame while a file is held over the page."""
        self._lit = on
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colors = theme.colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(QColor(colors.accent if self._lit else colors.edge), 2)
        pen.setStyle(Qt.PenStyle.SolidLine if self._lit else Qt.PenStyle.DashLine)
        painter.setPen(pen)
        if self._lit:
            painter.setBrush(QColor(colors.wash))
        painter.drawRoundedRect(self.rect().adjusted(2, 2, -2, -2), 8, 8)
        painter.end()
