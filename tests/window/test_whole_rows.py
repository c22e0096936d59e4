"""The sheet shows whole rows, the current hand's among them, whatever the bar and a panel take."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QListView

from scorepad.spades.entries import Bids, Ruling, Tricks
from scorepad.window.match.sheet.sheet_columns import COLUMN_COUNT
from scorepad.window.match.sheet.sheet_paint import SheetCellPainter
from scorepad.window.match.sheet.sheet_view import SheetView
from scorepad.window.match.table_page import TablePage
from scorepad.window.panels.identity import IdentityPanel
from scorepad.window.widgets import theme
from scorepad.window.widgets.inputs import ChoiceButtons
from scorepad.window.widgets.two_line_list import KeyedList
from tests.pairwise import pairwise
from tests.window.evening import HAND, Evening
from tests.window.find import find_all
from tests.window.stage import Stage

MANY = {"game": {"target": 5000}}
SCREENS = [(1024, 640, 100), (1366, 768, 100), (1920, 1080, 200)]


def whole_rows(sheet: SheetView) -> None:
    QApplication.processEvents()
    QApplication.processEvents()
    seen = sheet.viewport().visibleRegion().boundingRect()
    newest = sheet.visualRect(sheet.model().index(sheet.model().rowCount() - 1, 2))
    assert seen.contains(QRect(newest.left(), newest.top(), 1, newest.height())), "cut off"
    top = sheet.rowAt(0)
    assert sheet.visualRect(sheet.model().index(top, 2)).top() == 0, "sliced"
    shown = [column for column in range(COLUMN_COUNT) if not sheet.isColumnHidden(column)]
    assert sum(map(sheet.columnWidth, shown)) == sheet.viewport().width(), "columns cut off"
    assert not sheet.horizontalScrollBar().isVisible()
    cut = sheet.model().rowCount() * sheet.rowHeight(top) > sheet.viewport().height()
    assert sheet.verticalScrollBar().isVisible() == cut, "rows out of reach"


def open_alone(stage: Stage, hands: int) -> TablePage:
    """The page of a match with so many hands, the only one in the strip; the floor isn't shown
    meanwhile."""
    before = [*stage.window.tables.open]
    page = stage.open(*[HAND] * hands, agreed=MANY)
    for each in before:
        stage.window.tables.close_table(each)
    return page


def test_rows_are_whole_and_the_newest_is_in_sight_at_every_key(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    shown = None
    for screen, panel, hands in sorted(pairwise(SCREENS, ("", "time"), (3, 5, 9))):
        with subtests.test(screen=screen, panel=panel, hands=hands):
            if screen != shown:
                stage.clear()
                stage.show_at(*screen)
                shown = screen
            page = open_alone(stage, hands)
            if panel:
                page.do(panel)
            whole_rows(page.sheet)
            # The bar grows and shrinks with a refusal, with the reason asked for, and with the
            # tricks.
            for key in ("5", "4", "1", "1", "!", "\b", "4", "3", "7"):
                stage.type(key)
                whole_rows(page.sheet)


def test_the_sheet_grows_with_the_window_while_all_its_rows_have_room(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path, size=(1920, 1080))
    page = stage.open(HAND, agreed={"game": {"target": 50_000}})
    sheet = page.sheet
    QApplication.processEvents()
    assert sheet.rowHeight(0) >= theme.px(38)
    painter = sheet.itemDelegate()
    assert isinstance(painter, SheetCellPainter)
    assert painter.growth > 1.3
    heights = []
    for _hand in range(20):
        page.table.record(Bids(bids=HAND[0]))
        assert HAND[1] is not None
        page.table.record(Tricks(tricks=HAND[1]))
        whole_rows(sheet)
        heights.append(sheet.rowHeight(0))
    assert heights[-1] == min(heights) < theme.px(34), "many hands are as high as ever"
    stage.window.resize(1366, 768)
    QApplication.processEvents()
    assert painter.growth == 1


INSIDE = (1010, 604)
"""A window on a screen of 1024 by 640, inside its frame."""


def test_the_sheet_is_whole_when_another_table_is_shown(
    qtbot: Any, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    stage = Stage(qtbot, tmp_path, size=INSIDE)
    two = stage.evening.play(*[HAND] * 2, agreed=MANY)
    six = stage.evening.play(*[HAND] * 6, agreed=MANY)
    for hands, rulings in ((3, 2), (5, 0), (6, 0), (9, 1)):
        with subtests.test(hands=hands, rulings=rulings):
            stage.clear()
            table = stage.evening.play(*[HAND] * hands, agreed=MANY)
            for _ruling in range(rulings):
                table.record(Ruling(side=0, points=-5, why="late"))
            for each in (two, table, six):
                stage.show(each)
            for _table in range(7):
                whole_rows(stage.page.sheet)
                stage.window.tables.show_table_beside(1)


@pytest.mark.parametrize(("hands", "shown_first"), [(3, True), (5, False), (9, True), (9, False)])
def test_the_sheet_is_whole_at_the_start(
    qtbot: Any, tmp_path: Path, hands: int, shown_first: bool
) -> None:
    evening = Evening(tmp_path)
    tables = [evening.play(*[HAND] * count, agreed=MANY).id for count in (1, hands, 7)]
    evening.settings.set_and_save("open_tables", " ".join(tables))
    evening.settings.set_and_save("shown_table", tables[1])
    stage = Stage(qtbot, tmp_path, evening=evening, size=INSIDE, shown_first=shown_first)
    for _table in tables:
        whole_rows(stage.page.sheet)
        stage.window.tables.show_table_beside(1)


def test_ten_played_hands_and_the_next_are_in_sight(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, size=(1366, 768))
    sheet = stage.open(*[HAND] * 12, agreed={"game": {"target": 3000}}).sheet
    QApplication.processEvents()
    rows = range(sheet.model().rowCount())
    places = [sheet.visualRect(sheet.model().index(row, 0)) for row in rows]
    assert sum(map(sheet.viewport().rect().contains, places)) >= 11


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
    stage.window.tables.show_table_beside(1)
    whole_rows(page.sheet)
    stage.window.tables.show_table_beside(1)
    for _ruling in range(5):
        page.table.undo()
    stage.window.tables.show_table_beside(1)
    whole_rows(page.sheet)


def rows_in_sight_are_whole(view: QListView) -> int:
    """How many rows are in sight, each of them whole."""
    QApplication.processEvents()
    QApplication.processEvents()
    port, seen = view.viewport().rect(), 0
    for row in range(view.model().rowCount()):
        place = view.visualRect(view.model().index(row, 0))
        assert place.top() >= 0 or place.bottom() < 0, "sliced above"
        # What is left over is less than the room above a row's first line.
        if place.top() < port.bottom() - theme.px(5) and place.bottom() >= 0:
            assert place.bottom() <= port.bottom(), "sliced below"
            seen += 1
    return seen


def test_the_rule_sets_are_whole(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, percent=200)
    stage.window.do("house-rules")
    view = stage.window.stack.currentWidget().findChild(KeyedList)  # type: ignore[union-attr]
    assert view is not None
    assert 1 < rows_in_sight_are_whole(view) < view.count()


def test_all_four_players_are_whole_in_a_low_identity_check(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, size=(1920, 1080), percent=200)
    asked = ("Each player shows a card with a picture, of this year, " * 3,)
    panel = stage.open(HAND, agreed={"checklist": asked}).show_panel("identity")
    assert isinstance(panel, IdentityPanel)
    QApplication.processEvents()
    QApplication.processEvents()
    choices = find_all(panel, ChoiceButtons)
    assert len(choices) == 4
    for choice in choices:
        assert choice.visibleRegion().boundingRect() == choice.rect()
