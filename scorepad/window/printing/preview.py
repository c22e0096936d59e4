"""The preview shows the PDF of a print job page by page; there it is saved, opened and printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QIODevice,
    QObject,
    QPointF,
    QRect,
    QSize,
    Qt,
    QTimer,
    QUrl,
    Signal,
)
from PySide6.QtGui import (
    QDesktopServices,
    QKeySequence,
    QPageLayout,
    QPageSize,
    QPainter,
    QShortcut,
)
from PySide6.QtPdf import QPdfDocument
from PySide6.QtPdfWidgets import QPdfView
from PySide6.QtWidgets import QWidget

from scorepad.desk.documents import PdfDocument
from scorepad.desk.exporting import Remember
from scorepad.desk.ports import Paper
from scorepad.desk.table import Table
from scorepad.settings import Settings
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text
from scorepad.window.printing.print_job import PaperChoice, PrintJob
from scorepad.window.widgets import controls, file_dialogs, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.inputs import ComboBox
from scorepad.window.widgets.window_page import WindowPage

DOTS = 300
"""Dots an inch: fine enough for small figures, and quick enough to wait for."""
SIZES = {"A4": QPageSize.PageSizeId.A4, "Letter": QPageSize.PageSizeId.Letter}


class PagePrinter(QObject):
    """Asks for a printer in a dialog that blocks nothing, then prints page by page.

    The window handles its events between two pages, so that clocks run on.  `status` reports the
    progress and the end.
    """

    status = Signal(object, str)
    """A `Text` and its tone."""

    def __init__(self, pdf: bytes, title: str, remember: Callable[[], Text | None]) -> None:
        """`title` is the name in the printer's list of jobs; `remember` is called before the first
        page, and returns why that cannot be done."""
        super().__init__()
        self._remember = remember
        self._warning: Text | None = None
        self._title = title
        self._painter = QPainter()
        self._printer: Any = None
        self._page = 0
        self.dialog: QWidget | None = None
        # It has a document of its own, as the preview may be closed while it prints.
        self._buffer = QBuffer(self)
        self._buffer.setData(QByteArray(pdf))
        self._buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        self._document = QPdfDocument(self)
        self._document.load(self._buffer)
        self._next = QTimer(self)
        self._next.setInterval(0)
        self._next.timeout.connect(self._print_page)

    def show_printer_dialog(self, parent: QWidget, paper: Paper) -> None:
        """Show the printer dialog, or a notice that this computer has no printer."""
        try:
            from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo
        except ImportError:
            self._report(
                T(
                    "Scorepad can't print on this computer because libcups2 is missing. Save "
                    "as PDF instead."
                )
            )
            return
        if not QPrinterInfo.availablePrinterNames():
            self._report(
                T(
                    "No printer is set up on this computer. Save as PDF, or set up a printer "
                    "and press Print again."
                )
            )
            return
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setPageSize(QPageSize(SIZES[paper]))
        printer.setResolution(DOTS)
        printer.setFullPage(True)
        printer.setDocName(self._title)
        dialog = QPrintDialog(printer, parent)
        dialog.setWindowModality(Qt.WindowModality.NonModal)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self.print_on(printer))
        self.dialog = dialog
        dialog.show()

    def print_on(self, printer: Any) -> None:
        """Begin to print all pages on this `QPrinter`."""
        self._turn_paper(printer, 0)
        if not self._painter.begin(printer):
            self._report(T("The printer isn't responding. Check that it's on, or save as PDF."))
            return
        self._printer, self._page = printer, 0
        self._warning = self._remember()
        _running.add(self)
        self._next.start()

    def _print_page(self) -> None:
        page, pages = self._page, self._document.pageCount()
        if page == pages:
            self._end()
        elif page and not self._begin_page(page):
            self._painter.end()
            self._stop(
                T("The printer stopped after page {n}. Print the document again.", n=page), "bad"
            )
        else:
            if pages > 1:
                status = T("Printing page {n} of {all}", n=page + 1, all=pages)
                self.status.emit(status, "note")
            self._draw(self._painter, self._printer, self._document, page)
            self._page += 1

    def _begin_page(self, page: int) -> bool:
        self._turn_paper(self._printer, page)
        begun: bool = self._printer.newPage()
        return begun

    def _turn_paper(self, printer: Any, page: int) -> None:
        points = self._document.pagePointSize(page)
        wide = points.width() > points.height()
        orientation = QPageLayout.Orientation
        printer.setPageOrientation(orientation.Landscape if wide else orientation.Portrait)

    def _end(self) -> None:
        if self._painter.end():
            if self._warning is None:
                self._stop(T("Sent to the printer."), "good")
            else:
                self._stop(T("Sent to the printer. {more}", more=self._warning), "warn")
        else:
            self._stop(T("The printer didn't accept the document. Save it as PDF instead."), "bad")

    def _stop(self, text: Text, tone: str) -> None:
        self._next.stop()
        self._printer = None
        _running.discard(self)
        self.status.emit(text, tone)

    def _draw(self, painter: QPainter, printer: Any, document: QPdfDocument, page: int) -> None:
        paper = printer.pageLayout().fullRectPixels(printer.resolution())
        points = document.pagePointSize(page)
        scale = min(paper.width() / points.width(), paper.height() / points.height())
        size = QSize(round(points.width() * scale), round(points.height() * scale))
        image = document.render(page, size)
        left = (paper.width() - size.width()) // 2
        painter.drawImage(QRect(left, 0, size.width(), size.height()), image)

    def _report(self, text: Text) -> None:
        self.status.emit(text, "bad")


_running: set[PagePrinter] = set()
"""The running print jobs; Python would drop a `PagePrinter` that nothing refers to."""


TITLE_WIDTH = 18  # ems
"""Where the title has less, the zoom is below it."""
STEP = 1.25
MIN_ZOOM, MAX_ZOOM = 0.25, 5.0


class PreviewPage(WindowPage):
    """Shows one of several print jobs; `refresh` makes it again when the match has changed."""

    guide_page = "print"

    def __init__(
        self,
        print_jobs: Sequence[PrintJob],
        settings: Settings,
        *,
        remember: Remember,
        table: Table | None = None,
        choosing: str = "",
        chosen: int = 0,
    ) -> None:
        """`remember` remembers what is saved, opened or printed; `table` holds the match of the
        print jobs, where they are of one match.

        `choosing` names the choice ("Rule set"); `chosen` is the index that is shown first.
        """
        super().__init__(choosing or print_jobs[chosen].title)
        self.table = table
        self._print_jobs = tuple(print_jobs)
        self._settings = settings
        self._remember = remember
        self._document = PdfDocument(b"")
        self._page_printer: PagePrinter | None = None
        self._buffer = QBuffer(self)
        self.view = QPdfView(self)
        self.document = QPdfDocument(self)  # deleted after the view, which asks it
        self.view.setAccessibleName(str(T("Print preview")))
        self.view.setPageMode(QPdfView.PageMode.MultiPage)
        # A whole page is too small to be read in most windows.
        self.view.setZoomMode(QPdfView.ZoomMode.FitToWidth)
        self.view.setDocument(self.document)
        self.view.setPageSpacing(Gap.GROUPS.pixels())
        notices = layouts.column(self.strip, margin=(Gap.PAGE, Gap.NONE, Gap.PAGE, Gap.LINES))
        parts = self._head(choosing, chosen), notices, (self.view, 1), self._foot()
        layouts.set_column(self, *parts, spacing=Gap.NONE)
        self.view.pageNavigator().currentPageChanged.connect(self._number)
        self.view.zoomFactorChanged.connect(self._number)
        self.view.zoomModeChanged.connect(self._number)
        self.refresh()
        # The zoom is measured by the view's size.
        for bar in (self.view.horizontalScrollBar(), self.view.verticalScrollBar()):
            bar.rangeChanged.connect(self._number)
        for keys, do in (
            (("PgDown",), partial(self.turn_pages, 1)),
            (("PgUp",), partial(self.turn_pages, -1)),
            (("+", "="), partial(self.zoom_by, STEP)),
            (("-",), partial(self.zoom_by, 1 / STEP)),
        ):
            shortcut = QShortcut(self)
            shortcut.setKeys([*map(QKeySequence, keys)])
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(do)

    def _head(self, choosing: str, chosen: int) -> QWidget:
        # With large text it would have the buttons of the foot wrap.
        self.paper = PaperChoice(self._settings)
        self.paper.changed.connect(self._other_paper)
        self.paper.setVisible(self._print_jobs[0].paper is None)
        self.choice = ComboBox()
        self.choice.setAccessibleName(choosing or str(T("What to print")))
        for each in self._print_jobs:
            self.choice.addItem(each.title)
        self.choice.setCurrentIndex(chosen)
        self.choice.currentIndexChanged.connect(self._other_print_job)
        self._page, self._zoom = controls.label(""), controls.label("")
        self._before, self._after, smaller, larger = (
            controls.button(sign, do, kind="key", name=name)
            for sign, do, name in (
                ("◂", partial(self.turn_pages, -1), T("Previous page")),
                ("▸", partial(self.turn_pages, 1), T("Next page")),
                ("\u2212", partial(self.zoom_by, 1 / STEP), T("Smaller")),
                ("+", partial(self.zoom_by, STEP), T("Larger")),
            )
        )
        width = controls.button(T("Page width"), self.fit_width)
        whole = controls.button(T("Whole page"), self.fit_page)
        named: tuple[layouts.Item, ...] = ((self.choice, 1),)
        if len(self._print_jobs) == 1:
            title = controls.ElidedLabel("title")
            title.setText(self._print_jobs[0].title)
            title.setMinimumWidth(theme.em(TITLE_WIDTH))
            named = ((title, 1),)
        elif choosing:
            named = controls.label(choosing, "strong"), *named
        pages = layouts.row(self._before, self._page, self._after)
        zoom = layouts.row(smaller, self._zoom, larger, width, whole)
        paper = () if theme.is_roomy() else (None, self.paper)
        parts, margin = (*named, pages, zoom, *paper), (Gap.PAGE, Gap.CONTROLS)
        return layouts.row(*parts, spacing=Gap.GROUPS, margin=margin, wraps=True)

    def _foot(self) -> QWidget:
        self._save_as = controls.button(T("Save as PDF…"), self.ask_where_to_save)
        self._open = controls.button(T("Open in the viewer"), self.open_in_pdf_viewer)
        self._print = controls.button(T("Print…"), self.print, kind="primary")
        close = controls.button(T("Close"), self.closed.emit)
        paper = (self.paper,) if theme.is_roomy() else ()
        return layouts.foot_bar(*paper, None, close, self._open, self._save_as, self._print)

    @property
    def print_job(self) -> PrintJob:
        """The print job that is shown."""
        return self._print_jobs[max(0, self.choice.currentIndex())]

    def focus_starting_widget(self) -> None:
        """Put the focus on the button that prints."""
        self._print.setFocus()

    @property
    def pdf(self) -> bytes:
        """The bytes that are shown, saved and printed."""
        return self._document.data

    def refresh(self) -> None:
        """Make the document of the match as it is now."""
        try:
            document = self.print_job.make(self._paper)
        except Refused as refused:
            self.notify(refused.text, "bad")
            document = PdfDocument(b"")
        for button in (self._open, self._print, self._save_as):
            button.setEnabled(bool(document.data))
        before, self._document = self._document, document
        if document.data == before.data:
            return
        place = self.view.pageNavigator().currentPage()
        self.document.close()
        self._buffer.close()
        if document.data:
            self._buffer.setData(QByteArray(document.data))
            self._buffer.open(QIODevice.OpenModeFlag.ReadOnly)
            self.document.load(self._buffer)
        if self.document.pageCount() > place > 0:
            self.view.pageNavigator().jump(place, QPointF())
        self._number()

    @property
    def _paper(self) -> Paper:
        return self.print_job.paper or self.paper.paper

    def _other_print_job(self) -> None:
        self.notify("")
        self.view.pageNavigator().jump(0, QPointF())
        self.refresh()

    def _other_paper(self) -> None:
        self.notify("")
        self.refresh()

    def turn_pages(self, by: int) -> None:
        """Go this many pages on, or back where `by` is negative."""
        page = self.view.pageNavigator().currentPage() + by
        if 0 <= page < self.document.pageCount():
            self.view.pageNavigator().jump(page, QPointF())

    def zoom_by(self, factor: float) -> None:
        """Multiply the size of the page by this factor."""
        now = self.zoom_factor
        self.view.setZoomMode(QPdfView.ZoomMode.Custom)
        self.view.setZoomFactor(max(MIN_ZOOM, min(MAX_ZOOM, now * factor)))

    @property
    def zoom_factor(self) -> float:
        """The size at which a page is shown; 1 is its real size."""
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
        """Make the page as wide as the view."""
        self.view.setZoomMode(QPdfView.ZoomMode.FitToWidth)

    def fit_page(self) -> None:
        """Make the page as large as fits whole."""
        self.view.setZoomMode(QPdfView.ZoomMode.FitInView)

    def _number(self) -> None:
        page, pages = self.view.pageNavigator().currentPage(), self.document.pageCount()
        self._page.setText(str(T("Page {n} of {all}", n=page + 1, all=pages)))
        self._zoom.setText(str(T("{n}%", n=round(self.zoom_factor * 100))))
        self._before.setEnabled(page > 0)
        self._after.setEnabled(page + 1 < pages)

    # Saving, opening, printing.

    def ask_where_to_save(self) -> None:
        """Ask where to save it."""
        if not self.pdf:
            return
        file_dialogs.ask_save_path(
            self,
            self._settings,
            title=T("Save as PDF"),
            name=self.print_job.name,
            kinds=T("PDF (*.pdf)"),
            then=self.save,
        )

    def save(self, path: Path) -> None:
        """Save it to this path, whole or not at all."""
        warning = self._remember_document()
        try:
            file_dialogs.write_new_file(path, self.pdf)
        except Refused as refused:
            self.notify(refused.text, "bad")
        else:
            file_dialogs.announce_saved_file(self.notify, path, warning)

    def _remember_document(self) -> Text | None:
        return self._remember([(self._document.sha256, self._document.contents)])

    def open_in_pdf_viewer(self) -> None:
        """Open it in the system's PDF viewer."""
        path = file_dialogs.free_path(file_dialogs.make_temporary_folder() / self.print_job.name)
        warning = self._remember_document()
        try:
            file_dialogs.write_new_file(path, self.pdf)
        except Refused as refused:
            self.notify(refused.text, "bad")
            return
        if QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            # The system reports that its program was called, but not the result.
            text = T("Sent to the system's PDF viewer. If the viewer doesn't open, save as PDF.")
            if warning is not None:
                text = T("{said} {more}", said=text, more=warning)
            self.notify(text, "note" if warning is None else "warn")
        else:
            self.notify(T("This computer has no PDF viewer. Save as PDF instead."), "bad")

    def print(self) -> None:
        """Ask for the printer, and print."""
        self.make_page_printer().show_printer_dialog(self, self._paper)

    def make_page_printer(self) -> PagePrinter:
        """Make a `PagePrinter` of the shown document."""
        self._page_printer = PagePrinter(self.pdf, self.print_job.title, self._remember_document)
        self._page_printer.status.connect(self.notify)
        return self._page_printer
