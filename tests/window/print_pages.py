"""What tests of printing share: matches played, the page that is shown, a PDF's pages."""

from __future__ import annotations

import io
from typing import Any

from pypdf import PdfReader
from PySide6.QtGui import QAccessible

from scorepad.desk.table import Table
from scorepad.window.printing.batch_page import BOOK, DocumentsPage
from scorepad.window.printing.jobs import running_jobs
from scorepad.window.printing.preview import PreviewPage
from scorepad.window.widgets.notice_strip import LINE_BREAK_CHANCE
from tests.window.evening import HAND
from tests.window.evening import read as written
from tests.window.stage import Stage


def read(widget: Any) -> str:
    """All that is written there, paths in one piece."""
    return written(widget).replace(LINE_BREAK_CHANCE, "")


def play(stage: Stage, count: int = 3, **head: Any) -> list[Table]:
    """So many matches, a hand of each played."""
    return [stage.evening.play(HAND, table=str(n + 1), **head) for n in range(count)]


def over(stage: Stage, kind: type[Any]) -> Any:
    """The page that is shown, which has to be one of these."""
    shown = stage.window.stack.currentWidget()
    assert isinstance(shown, kind)
    return shown


def choosing(stage: Stage, kind: str = BOOK) -> DocumentsPage:
    """The page on which several matches are chosen, opened from the list."""
    stage.window.do("list")
    stage.window.do("print-several")
    page: DocumentsPage = over(stage, DocumentsPage)
    page.choose(kind)
    return page


def finished_preview(stage: Stage) -> PreviewPage:
    """The preview, once what was asked for is made."""
    stage.qtbot.waitUntil(lambda: isinstance(stage.window.stack.currentWidget(), PreviewPage))
    page: PreviewPage = over(stage, PreviewPage)
    return page


def working() -> bool:
    """Is something read or made in the background?"""
    return bool(running_jobs())


def pages(pdf: bytes) -> list[str]:
    """What is written on each page."""
    return [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]


def lines(page: DocumentsPage) -> list[str]:
    """What a screen reader is told of each match that is listed: its state and its name."""
    told, columns = [], page.model.columnCount()
    found = QAccessible.queryAccessibleInterface(page.list)
    for row in range(page.model.rowCount()):
        item = found.child((row + 1) * columns)  # below the titles of the columns
        assert item.state().checkable, item.text(QAccessible.Text.Name)
        state = "checked" if item.state().checked else "not checked"
        told.append(f"{state}: {item.text(QAccessible.Text.Name)}")
    return told
