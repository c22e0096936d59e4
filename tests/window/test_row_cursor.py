"""Where the keyboard is: the row that is pointed at, and what a panel or a tab leaves behind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from scorepad.spades.entries import Forfeit
from scorepad.window.match.table_page import TablePage
from scorepad.window.panels.history import HistoryPanel
from tests.window.evening import HAND
from tests.window.stage import Stage, type_keys


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Stage:
    return Stage(qtbot, tmp_path, size=(1024, 640))


def active(stage: Stage) -> TablePage:
    """The page that is shown, in a window that has the keyboard."""
    QApplication.processEvents()
    stage.activate()
    return stage.page


def long(stage: Stage) -> TablePage:
    stage.open(*[HAND] * 11, agreed={"game": {"target": 5000}})
    return active(stage)


def key(stage: Stage, *keys: Qt.Key) -> None:
    for each in keys:
        focused = stage.window.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, each)
        QApplication.processEvents()


def in_sight(page: TablePage) -> bool:
    sheet = page.sheet
    box = sheet.visualRect(sheet.currentIndex())
    return bool(sheet.viewport().rect().contains(box.center()))


def title(page: TablePage) -> str:
    assert page.panel is not None
    return page.panel.accessibleName()


def test_the_cursor_of_the_sheet_begins_at_the_newest_hand(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    for before in ["nothing", "tab"]:
        with subtests.test(
            "from the bids the cursor begins at the newest hand in sight", before=before
        ):
            page = long(stage)
            if before == "tab":
                # A table left to itself begins at its first cell.
                page.sheet.setFocus(Qt.FocusReason.TabFocusReason)
                page.bar.setFocus()
            key(stage, Qt.Key.Key_Up)
            assert page.sheet.hasFocus()
            assert page.sheet.hand_at_cursor == 11
            assert in_sight(page)
            key(stage, Qt.Key.Key_Up, Qt.Key.Key_Return)
            assert title(page) == "Why: hand 10"
            assert in_sight(page)
    with subtests.test("a row far up stays in sight when a panel takes room"):
        page = long(stage)
        key(stage, Qt.Key.Key_Up, *[Qt.Key.Key_Up] * 10, Qt.Key.Key_Return)
        assert title(page) == "Why: hand 1"
        assert in_sight(page)


def corrected(page: TablePage) -> int:
    """Return the number of the hand that is corrected; 0 where none is."""
    return 0 if page.bar.correction is None else page.bar.correction.hand.number


def test_the_hand_that_is_pointed_at_or_chosen_is_the_one_to_correct(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    with subtests.test("the hand that is pointed at is the one to correct"):
        page = long(stage)
        key(stage, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Up)
        stage.window.do("amend")
        assert corrected(page) == 9
    with subtests.test("what is chosen in a panel is the one to correct"):
        page = long(stage)
        panel = page.show_panel("history")
        assert isinstance(panel, HistoryPanel)
        panel.choose(page.table.match.board.hands[2].bids_id)
        stage.window.do("amend")
        assert corrected(page) == 3
        page.bar.end_correction()
        page.explain_number(4, 1, "total")
        page.bar.setFocus()
        stage.window.do("amend")
        assert corrected(page) == 4
    with subtests.test("the letter that the end names works after a panel was left"):
        stage.open(HAND, HAND)
        page = active(stage)
        page.table.record(Forfeit(side=1, why="left"))
        page.show_panel("history")
        key(stage, Qt.Key.Key_Escape)
        assert page.bar.hasFocus()
        type_keys(page.bar, "e")
        assert corrected(page) == 2


def test_a_tab_comes_back_with_the_cursor_in_its_correction(stage: Stage) -> None:
    page = long(stage)
    page.do("amend")
    page.bar.reason.setFocus()
    stage.open(HAND)
    assert stage.page.bar.hasFocus()
    stage.window.tables.show_table(page.table.id)
    assert page.bar.reason.hasFocus()
    page.bar.end_correction()
    stage.window.tables.show_table_beside(1)
    stage.window.tables.show_table_beside(1)
    assert page.bar.hasFocus()
