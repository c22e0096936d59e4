"""The sheet shows whole rows, the current hand's among them, whatever the bar and a panel take."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication

from scorepad.spades.entries import Ruling
from scorepad.window.sheet_rows import COLUMNS
from scorepad.window.sheet_view import SheetView
from tests.window.evening import HAND, Evening
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
    shown = [column for column in range(COLUMNS) if not sheet.isColumnHidden(column)]
    assert sum(map(sheet.columnWidth, shown)) == sheet.viewport().width(), "columns cut off"
    assert not sheet.horizontalScrollBar().isVisible()
    cut = sheet.model().rowCount() * sheet.rowHeight(top) > sheet.viewport().height()
    assert sheet.verticalScrollBar().isVisible() == cut, "rows out of reach"


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


MANY = {"game": {"target": 5000}}
INSIDE = (1010, 604)
"""A window on a screen of 1024 by 640, inside its frame."""


@pytest.mark.parametrize(("hands", "rulings"), [(3, 2), (5, 0), (6, 0), (9, 1)])
def test_the_sheet_is_whole_when_another_table_is_shown(
    qtbot: Any, tmp_path: Path, hands: int, rulings: int
) -> None:
    stage = Stage(qtbot, tmp_path, size=INSIDE)
    stage.open(*[HAND] * 2, agreed=MANY)
    table = stage.evening.play(*[HAND] * hands, agreed=MANY)
    for _ruling in range(rulings):
        table.record(Ruling(side=0, points=-5, why="late"))
    stage.show(table)
    stage.open(*[HAND] * 6, agreed=MANY)
    for _table in range(7):
        whole_rows(stage.page.sheet)
        stage.window.step(1)


@pytest.mark.parametrize("shown_first", [True, False])
@pytest.mark.parametrize("hands", [3, 5, 9])
def test_the_sheet_is_whole_at_the_start(
    qtbot: Any, tmp_path: Path, hands: int, shown_first: bool
) -> None:
    evening = Evening(tmp_path)
    tables = [evening.play(*[HAND] * count, agreed=MANY).id for count in (1, hands, 7)]
    evening.settings.set("open_tables", " ".join(tables))
    evening.settings.set("shown_table", tables[1])
    stage = Stage(qtbot, tmp_path, evening=evening, size=INSIDE, shown_first=shown_first)
    for _table in tables:
        whole_rows(stage.page.sheet)
        stage.window.step(1)


def test_the_sheet_is_whole_while_the_window_is_drawn_to_a_size(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, size=(1366, 768))
    stage.open(HAND, agreed=MANY)
    sheet = stage.open(*[HAND] * 6, agreed=MANY).sheet
    steps = (*range(0, 164, 18), *range(164, -1, -26), -200, 164, -60, 140)
    for step in steps:
        stage.window.resize(1366 - 2 * step, 768 - step)
        whole_rows(sheet)


def test_the_sheet_is_whole_when_rows_came_while_it_was_out_of_sight(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path, size=INSIDE)
    page = stage.open(HAND, agreed=MANY)
    whole_rows(page.sheet)
    stage.open(HAND, HAND)
    for _ruling in range(5):
        page.table.record(Ruling(side=0, points=-5, why="late"))
    stage.window.step(1)
    whole_rows(page.sheet)
    stage.window.step(1)
    for _ruling in range(5):
        page.table.undo()
    stage.window.step(1)
    whole_rows(page.sheet)
