"""What is handed out, as it will be printed: the real PDF, page by page; saved, opened, printed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QEvent,
    QIODevice,
    QObject,
    QPointF,
    Qt,
    QUrl,
    Signal,
)
from PySide6.QtGui import QDesktopServices, QKeyEvent
from PySide6.QtPdf import QPdfDocument
from PySide6.QtPdfWidgets import QPdfView
from PySide6.QtWidgets import QFileDialog, QFrame, QWidget

from scorepad.desk.ports import Paper
from scorepad.desk.table import Table
from scorepad.settings import SettingError, Settings
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Words
from scorepad.window import files, parts, theme
from scorepad.window.controls import Steady
from scorepad.window.handout import Handout
from scorepad.window.printing import Printing
from scorepad.window.saved import SavedLine

STEP = 1.25
LEAST, MOST = 0.25, 5.0


class PreviewPage(QWidget):
    """What is handed out, one of several kinds.  `refresh` makes it anew when a match has
    changed."""

    closed = Signal()

    def __init__(
        self,
        handouts: Sequence[Handout],
        words: Words,
        settings: Settings,
        *,
        table: Table | None = None,
        choosing: str = "",
        chosen: int = 0,
    ) -> None:
        """`table` is the one whose match is handed out, if it is one; `choosing` says what the
        choice is one of ("Rule set"); `chosen` is what is shown first."""
        super().__init__()
        self.table = table
        self.words = words
        self._handouts = tuple(handouts)
        self._settings = settings
        self._bytes = b""
        self._printing: Printing | None = None
        self.dialog: QFileDialog | None = None
        self.setProperty("kind", "page")
        self.setAccessibleName(choosing or self._handouts[chosen].title)
        self.document = QPdfDocument(self)
        self._buffer = QBuffer(self)
        self.view = QPdfView(self)
        self.view.setAccessibleName(words("The page as it will be printed"))
        self.view.setPageMode(QPdfView.PageMode.MultiPage)
        self.view.setZoomMode(QPdfView.ZoomMode.FitInView)
        self.view.setDocument(self.document)
        self.view.setPageSpacing(theme.px(12))
        self.line = SavedLine(words)
        self.line.setContentsMargins(theme.px(24), 0, theme.px(24), theme.px(8))
        page = parts.column_of(self, spacing=0)
        page.addWidget(self._head(choosing, chosen))
        page.addWidget(self.line)
        page.addWidget(self.view, 1)
        page.addWidget(self._foot())
        self.view.pageNavigator().currentPageChanged.connect(lambda _page: self._number())
        self.view.zoomFactorChanged.connect(lambda _zoom: self._number())
        self.view.zoomModeChanged.connect(lambda _mode: self._number())
        self.refresh()
        self.view.viewport().installEventFilter(self)

    def _head(self, choosing: str, chosen: int) -> QWidget:
        words = self.words
        head = QWidget()
        row = parts.row_of(head, spacing=8)
        row.setContentsMargins(theme.px(24), theme.px(10), theme.px(24), theme.px(10))
        self.choice = Steady()
        self.choice.setAccessibleName(choosing or words("What to hand out"))
        for handout in self._handouts:
            self.choice.addItem(handout.title)
        self.choice.setCurrentIndex(chosen)
        self.choice.currentIndexChanged.connect(lambda _index: self._other_handout())
        if len(self._handouts) > 1:
            if choosing:
                row.addWidget(parts.label(choosing, "strong"))
            row.addWidget(self.choice, 1)
        else:
            title = parts.Elided("title")
            title.setText(self._handouts[0].title)
            row.addWidget(title, 1)
        self._before = parts.button(
            "◂", lambda: self.turn(-1), kind="key", name=words("Page before")
        )
        self._page = parts.label("")
        self._after = parts.button("▸", lambda: self.turn(1), kind="key", name=words("Page after"))
        smaller = parts.button(
            "\u2212", lambda: self.zoom(1 / STEP), kind="key", name=words("Smaller")
        )
        self._zoom = parts.label("")
        larger = parts.button("+", lambda: self.zoom(STEP), kind="key", name=words("Larger"))
        width = parts.button(words("Page width"), self.fit_width)
        whole = parts.button(words("Whole page"), self.fit_page)
        for widget in (self._before, self._page, self._after):
            row.addWidget(widget)
        row.addSpacing(theme.px(12))
        for widget in (smaller, self._zoom, larger, width, whole):
            row.addWidget(widget)
        return head

    def _foot(self) -> QWidget:
        words = self.words
        foot = QFrame()
        foot.setProperty("kind", "bar")
        row = parts.row_of(foot, spacing=10)
        row.setContentsMargins(theme.px(24), theme.px(10), theme.px(24), theme.px(10))
        papers: list[tuple[Paper, str]] = [("A4", "A4"), ("Letter", words("Letter"))]
        wished: Paper = "Letter" if self._settings.get("paper") == "Letter" else "A4"
        self.paper: parts.Choice[Paper] = parts.Choice(papers, name=words("Paper"), chosen=wished)
        self.paper.changed.connect(self._other_paper)
        row.addWidget(self.paper)
        self._save_as = parts.button(words("Save as PDF…"), self.ask_where, kind="primary")
        self._open = parts.button(words("Open in the viewer"), self.open_outside)
        self._print = parts.button(words("Print…"), self.print)
        row.addStretch(1)
        row.addWidget(parts.button(words("Close"), self.closed.emit))
        for button in (self._open, self._print, self._save_as):
            row.addWidget(button)
        self.paper.setVisible(self.handout.paper is None)
        return foot

    @property
    def handout(self) -> Handout:
        """What is shown."""
        return self._handouts[max(0, self.choice.currentIndex())]

    def focus_first(self) -> None:
        """Put the cursor where one begins."""
        self._save_as.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def pdf(self) -> bytes:
        """The bytes that are shown, saved and printed."""
        return self._bytes

    def refresh(self) -> None:
        """Make what is shown as the match is now."""
        try:
            made = self.handout.make(self._on)
        except Refused as refused:
            self.line.say(refused.text)
            made = b""
        for button in (self._open, self._print, self._save_as):
            button.setEnabled(bool(made))
        if made == self._bytes:
            return
        place = self.view.pageNavigator().currentPage()
        self._bytes = made
        self.document.close()
        self._buffer.close()
        if made:
            self._buffer.setData(QByteArray(made))
            self._buffer.open(QIODevice.OpenModeFlag.ReadOnly)
            self.document.load(self._buffer)
        if self.document.pageCount() > place > 0:
            self.view.pageNavigator().jump(place, QPointF())
        self._number()

    @property
    def _on(self) -> Paper:
        """The paper it is made for."""
        return self.handout.paper or self.paper.value or "A4"

    def _other_handout(self) -> None:
        self.line.hush()
        self.view.pageNavigator().jump(0, QPointF())
        self.refresh()

    def _other_paper(self) -> None:
        self.line.hush()
        # Remembered if it can be; the choice holds for this sheet either way.
        with suppress(SettingError):
            self._settings.set("paper", self.paper.value or "A4")
        self.refresh()

    def turn(self, by: int) -> None:
        """Show the page so many further."""
        page = self.view.pageNavigator().currentPage() + by
        if 0 <= page < self.document.pageCount():
            self.view.pageNavigator().jump(page, QPointF())

    def zoom(self, factor: float) -> None:
        """Show it so many times as large."""
        now = self.factor
        self.view.setZoomMode(QPdfView.ZoomMode.Custom)
        self.view.setZoomFactor(max(LEAST, min(MOST, now * factor)))

    @property
    def factor(self) -> float:
        """How large a page is shown; 1 is its own size on this screen."""
        mode = self.view.zoomMode()
        if mode == QPdfView.ZoomMode.Custom or not self.document.pageCount():
            return self.view.zoomFactor()
        size = self.document.pagePointSize(self.view.pageNavigator().currentPage())
        dots = self.logicalDpiX() / 72
        margins = self.view.documentMargins()
        room = self.view.viewport().size()
        wide = (room.width() - margins.left() - margins.right()) / (size.width() * dots)
        if mode == QPdfView.ZoomMode.FitToWidth:
            return float(wide)
        high = (room.height() - margins.top() - margins.bottom()) / (size.height() * dots)
        return float(min(wide, high))

    def fit_width(self) -> None:
        """As wide as the window."""
        self.view.setZoomMode(QPdfView.ZoomMode.FitToWidth)

    def fit_page(self) -> None:
        """A whole page at once."""
        self.view.setZoomMode(QPdfView.ZoomMode.FitInView)

    def _number(self) -> None:
        page, pages = self.view.pageNavigator().currentPage(), self.document.pageCount()
        self._page.setText(self.words("Page {n} of {all}", n=page + 1, all=pages))
        self._zoom.setText(self.words("{n} %", n=round(self.factor * 100)))
        self._before.setEnabled(page > 0)
        self._after.setEnabled(page + 1 < pages)

    # Handing it out.

    def ask_where(self) -> None:
        """Ask where to save it, without holding anything up."""
        if not self._bytes:
            return
        self.dialog = files.ask_where(
            self,
            self._settings,
            title=self.words("Save as PDF"),
            name=self.handout.name,
            kinds=self.words("PDF (*.pdf)"),
            then=self.save,
        )

    def save(self, path: Path) -> None:
        """Save it there, whole or not at all."""
        try:
            files.write(path, self._bytes)
        except Refused as refused:
            self.line.say(refused.text)
        else:
            self.line.saved(path)

    def open_outside(self) -> None:
        """Open it in the system's own viewer."""
        path = files.free(files.passing_folder() / self.handout.name)
        try:
            files.write(path, self._bytes)
        except Refused as refused:
            self.line.say(refused.text)
            return
        if QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self.line.say(T("Opened in the system's viewer."), "good")
        else:
            self.line.say(T("This computer has no program for PDF files; save it instead."))

    def print(self) -> None:
        """Ask for the printer, and print."""
        self.printing().ask(self, self._on)

    def printing(self) -> Printing:
        """Prints what is shown now."""
        self._printing = Printing(self.words, self._bytes, self.handout.title)
        self._printing.said.connect(self.line.say)
        return self._printing

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # The page's own size changes before the view's does, by which it is measured.
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self._number()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self.closed.emit()
        elif key == Qt.Key.Key_PageDown:
            self.turn(1)
        elif key == Qt.Key.Key_PageUp:
            self.turn(-1)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(STEP)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1 / STEP)
        else:
            super().keyPressEvent(event)
