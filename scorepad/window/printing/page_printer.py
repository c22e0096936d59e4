"""A PDF is printed on a printer of this computer, where it has one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPageLayout, QPageSize, QPainter
from PySide6.QtPdf import QPdfDocument
from PySide6.QtWidgets import QWidget

from scorepad.desk.ports import Paper
from scorepad.spades.words import T, Text

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
        """Show the printer dialog, or say that this computer has no printer."""
        try:
            from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo
        except ImportError:
            self._report(
                T("This computer cannot print from here (libcups2 is missing); save it as PDF.")
            )
            return
        if not QPrinterInfo.availablePrinterNames():
            self._report(
                T(
                    "No printer is set up on this computer; save it as PDF, or set one up and "
                    "press Print again."
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
            self._report(T("The printer does not answer; see that it is on, or save it as PDF."))
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
            self._stop(T("The printer stopped after page {n}; print it again.", n=page), "bad")
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
        """Print a wide page, as one with a bracket is, across the paper."""
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
            self._stop(T("The printer did not take it; save it as PDF."), "bad")

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
"""What prints now; Python would drop a `PagePrinter` that nothing refers to."""
