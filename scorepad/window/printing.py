"""Paper out of a printer, where this computer has one."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPageSize, QPainter
from PySide6.QtPdf import QPdfDocument
from PySide6.QtWidgets import QWidget

from scorepad.desk.ports import Paper
from scorepad.spades.words import T, Text, Words

DOTS = 300
"""Dots an inch that a page is drawn with: fine enough for small figures, quick enough to wait
for."""
SIZES = {"A4": QPageSize.PageSizeId.A4, "Letter": QPageSize.PageSizeId.Letter}


class Printing(QObject):
    """Asks for a printer without holding anything up, then prints; `said` tells how it went."""

    said = Signal(object, str)
    """A `Text` and its tone."""

    def __init__(self, parent: QWidget, words: Words) -> None:
        super().__init__(parent)
        self._parent = parent
        self._words = words
        self.dialog: QWidget | None = None

    def ask(self, document: QPdfDocument, paper: Paper) -> None:
        """Show the printer dialog; where there is nothing to print with, say so."""
        try:
            from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo
        except ImportError:
            self._tell(
                T(
                    "This computer cannot print from here (libcups2 is missing); save the "
                    "sheet as PDF."
                )
            )
            return
        if not QPrinterInfo.availablePrinterNames():
            self._tell(
                T(
                    "No printer is set up on this computer; save the sheet as PDF, or set "
                    "one up and press Print again."
                )
            )
            return
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setPageSize(QPageSize(SIZES[paper]))
        printer.setResolution(DOTS)
        printer.setFullPage(True)
        printer.setDocName(self._words("Match sheet"))
        dialog = QPrintDialog(printer, self._parent)
        dialog.setWindowModality(Qt.WindowModality.NonModal)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self.print_on(printer, document))
        self.dialog = dialog
        dialog.show()

    def print_on(self, printer: Any, document: QPdfDocument) -> bool:
        """Draw every page on this `QPrinter`; says whether it went."""
        painter = QPainter()
        if not painter.begin(printer):
            self._tell(
                T("The printer does not answer; see that it is on, or save the sheet as PDF.")
            )
            return False
        try:
            for page in range(document.pageCount()):
                if page and not printer.newPage():
                    self._tell(
                        T("The printer stopped after page {n}; print the sheet again.", n=page)
                    )
                    return False
                self._draw(painter, printer, document, page)
        finally:
            ended = painter.end()
        if not ended:
            self._tell(T("The printer did not take the sheet; save it as PDF."))
            return False
        self.said.emit(T("Sent to the printer."), "good")
        return True

    def _draw(self, painter: QPainter, printer: Any, document: QPdfDocument, page: int) -> None:
        paper = printer.pageLayout().fullRectPixels(printer.resolution())
        points = document.pagePointSize(page)
        scale = min(paper.width() / points.width(), paper.height() / points.height())
        size = QSize(round(points.width() * scale), round(points.height() * scale))
        image = document.render(page, size)
        left = (paper.width() - size.width()) // 2
        painter.drawImage(QRect(left, 0, size.width(), size.height()), image)

    def _tell(self, text: Text) -> None:
        self.said.emit(text, "bad")
