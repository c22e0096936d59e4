"""The sheet shows whole rows, the current hand's among them, whatever the bar and a panel take."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication

from scorepad.window.sheet_view import SheetView
from tests.window.evening import HAND
from tests.window.stage import Stage

SCREENS = [(1024, 640, 100), (1366, 768, 100), (1920, 1080, 200)]


def whole_rows(sheet: SheetView) -> None:
    QApplication.processEvents()
    QApplication.processEvents()
    seen = sheet.viewport().visibleRegion().boundingRect()
    newest = sheet.visualRect(sheet.model().index(sheet.model().rowCount() - 1, 2))
    assert seen.contains(QRect(newest.left(), newest.top(), 1, newest.height())), "cut off"
    top = sheet.rowAt(0)
    assert sheet.visualRect(sheet.model().index(top, 2)).top() == 0, "sliced"


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("panel", ["", "time"])
@pytest.mark.parametrize("hands", [3, 5, 9])
def test_rows_are_whole_and_the_newest_is_in_sight_at_every_key(
    qtbot: Any, tmp_path: Path, screen: tuple[int, int, int], panel: str, hands: int
) -> None:
    wide, high, percent = screen
    stage = Stage(qtbot, tmp_path, size=(wide, high), percent=percent)
    page = stage.open(*[HAND] * hands, agreed={"game": {"target": 5000}})
    if panel:
        page.do(panel)
    whole_rows(page.sheet)
    # The bar grows and shrinks with a refusal, with the reason asked for, and with the tricks.
    for key in ("5", "4", "1", "1", "!", "\b", "4", "3", "7"):
        stage.type(key)
        whole_rows(page.sheet)
