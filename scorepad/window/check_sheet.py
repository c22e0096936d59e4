"""Is a printed sheet still what is kept?  By its code, typed or pasted, or by its PDF file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QHideEvent,
    QKeyEvent,
)
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton, QWidget

from scorepad.desk.desk import Desk
from scorepad.desk.verify import Finding, Verdict, coming_codes, verify
from scorepad.settings import Settings
from scorepad.spades.refusal import Refused
from scorepad.spades.sheetcode import BadCode, SheetCode, read_code
from scorepad.spades.system import why
from scorepad.spades.words import N, T, Text, Words
from scorepad.window import files, parts, rows, theme
from scorepad.window.check_sheet_cards import DropCard, VerdictCard
from scorepad.window.panel import one_line

LARGEST = 100_000_000
"""A file of more bytes is none of ours; the book of a thousand matches has a tenth of it."""
CARDS = 60
"""So many sheets of one file are shown one by one, those that differ first."""
ORDER: tuple[Finding, ...] = ("other", "grown", "unknown", "same")
WIDTH = 760


class TooLarge(Refused):
    """A file that nobody would want to wait for."""

    def __init__(self, file: str) -> None:
        super().__init__(T("{file} is too large to be a sheet of ours", file=file))


class CheckSheetPage(QWidget):
    """A line for the code, a place for the file, and what became of each sheet."""

    closed = Signal()
    open_match = Signal(str)

    def __init__(self, desk: Desk, words: Words, settings: Settings) -> None:
        super().__init__()
        self._desk = desk
        self._words = words
        self._settings = settings
        self._verdicts: list[Verdict] = []
        self._coming: Iterator[Verdict | None] = iter(())
        self.dialog: QFileDialog | None = None
        self.setProperty("kind", "page")
        self.setAccessibleName(words("Check a printed sheet"))
        self.setAcceptDrops(True)
        margin = theme.px(24)
        head = rows.weighted(
            (parts.label(words("Check a printed sheet"), "title"), 1),
            (parts.button(words("Done"), self.closed.emit), 0),
        )
        head.setContentsMargins(margin, theme.px(14), margin, theme.px(10))
        content = QWidget()
        content.setProperty("kind", "page")
        column = parts.column_of(content, spacing=14)
        column.setContentsMargins(margin, theme.px(4), margin, margin)
        for widget in (self._by_code(), self._by_file()):
            widget.setMaximumWidth(theme.px(WIDTH))
            column.addWidget(widget)
        self.message = parts.Inline()
        self.message.setMaximumWidth(theme.px(WIDTH))
        column.addWidget(self.message)
        found = QWidget()
        found.setMaximumWidth(theme.px(WIDTH))
        self._found = parts.column_of(found, spacing=10)
        column.addWidget(found)
        column.addStretch(1)
        page = parts.column_of(self, spacing=0)
        page.addWidget(head)
        page.addWidget(parts.scrolled(content, name=words("Check a printed sheet")), 1)
        self._next = QTimer(self)
        self._next.setInterval(0)
        self._next.timeout.connect(self._look_at_one)

    def _by_code(self) -> QWidget:
        words = self._words
        self.line: QLineEdit = one_line("5D1Q-7W0K-0C-9VTZ3-M4K2H-X")
        # A file that is dropped on it is a file, not its name.
        self.line.setAcceptDrops(False)
        self.line.textEdited.connect(lambda _text: self._code.mistake(""))
        self.line.setAccessibleName(words("The code at the foot of the sheet"))
        self._check: QPushButton = parts.button(words("Check"), self.check_code, kind="primary")
        self._code: parts.Field = parts.Field(
            words("The code at the foot of the sheet"),
            rows.weighted((self.line, 1), (self._check, 0)),
            help=words("Its letters, or the text that a telephone reads from the squares."),
        )
        return self._code

    def _by_file(self) -> QWidget:
        words = self._words
        self._drop = DropCard()
        row = parts.row_of(self._drop, spacing=14, margin=theme.px(14))
        row.addWidget(parts.label(words("Or drop the sheet's PDF file here."), wrap=True), 1)
        row.addWidget(parts.button(words("Choose a file…"), self.choose_file))
        return self._drop

    def focus_first(self) -> None:
        """Put the cursor where one begins."""
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    # What is to be checked.

    def check_code(self) -> None:
        """Check what was typed or pasted."""
        self._begin()
        if not self.line.text().strip():
            self._mistake(T("type the code first, or choose the sheet's PDF file"))
            return
        try:
            code = read_code(self.line.text())
        except BadCode as refused:
            self._mistake(refused.text)
            return
        self._look_at(verify(self._desk, [code]))

    def _mistake(self, text: Text) -> None:
        self._code.mistake(self._words(text))
        self.line.setFocus()

    def choose_file(self) -> None:
        """Ask for the PDF, without holding anything up."""
        self.dialog = files.ask_which(
            self,
            self._settings,
            title=self._words("Choose a sheet's PDF file"),
            kinds=self._words("PDF (*.pdf);;All files (*)"),
            then=self.check_files,
        )

    def check_files(self, names: Sequence[str]) -> None:
        """Check the sheets in these files; one that is none of ours is said."""
        self._begin()
        self.line.clear()
        self._look_at(self._sheets_in(names))

    def _sheets_in(self, names: Sequence[str]) -> Iterator[Verdict | None]:
        """What became of each sheet in these files; None between, where looking takes long."""
        codes: list[SheetCode] = []
        bad = []
        for path in map(Path, names):
            try:
                if path.stat().st_size > LARGEST:
                    raise TooLarge(path.name)
                for code in coming_codes(path.read_bytes(), path.name):
                    if code is None:
                        self.message.say(self._words("Reading the pages for their codes…"), "note")
                        yield None
                    else:
                        codes.append(code)
            except Refused as refused:
                bad.append(parts.sentence(self._words(refused.text)))
            except OSError as error:
                told = T("{file} cannot be read: {why}", file=path.name, why=why(error))
                bad.append(self._words(told))
        self.message.hush()
        if bad:
            self.message.say("\n".join(bad))
        yield from verify(self._desk, tuple(dict.fromkeys(codes)))

    # What is found.

    def _begin(self) -> None:
        self._next.stop()
        self._verdicts.clear()
        self._code.mistake("")
        self.message.hush()
        parts.clear(self._found)

    def _look_at(self, coming: Iterator[Verdict | None]) -> None:
        # A book may have a thousand sheets: one is looked at between two events.
        self._coming = coming
        self._look_at_one()

    def _look_at_one(self) -> None:
        try:
            verdict = next(self._coming)
        except StopIteration:
            self._next.stop()
            self._show()
            return
        except Refused as refused:
            self._next.stop()
            self.message.say(self._words(refused.text))
            return
        if verdict is not None:
            self._verdicts.append(verdict)
        self._next.start()

    def _show(self) -> None:
        words, verdicts = self._words, self._verdicts
        parts.clear(self._found)
        if len(verdicts) > 1:
            count = Counter(each.finding for each in verdicts)
            changed = count["grown"] + count["other"]
            counted = [
                words(N("{n} sheet", "{n} sheets", len(verdicts))),
                words(N("{n} is the same", "{n} are the same", count["same"])),
            ]
            if changed:
                counted.append(words(N("{n} has changed", "{n} have changed", changed)))
            if unknown := count["unknown"]:
                counted.append(words(N("{n} is unknown", "{n} are unknown", unknown)))
            self._found.addWidget(parts.label(" · ".join(counted), "strong", wrap=True))
        for verdict in sorted(verdicts, key=lambda each: ORDER.index(each.finding))[:CARDS]:
            card = VerdictCard(verdict, words)
            card.open_match.connect(self.open_match)
            self._found.addWidget(card)
        first = self._found.itemAt(0)
        if first is not None and (widget := first.widget()) is not None:
            rows.bring_into_sight(widget)
        if (more := len(verdicts) - CARDS) > 0:
            said = words(N("{n} more is not shown.", "{n} more are not shown.", more))
            self._found.addWidget(parts.label(said, "caption"))

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
        self._next.stop()
        super().hideEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focused = self.focusWidget()
            if isinstance(focused, QPushButton):
                focused.click()
            else:
                self.check_code()
            return
        super().keyPressEvent(event)
