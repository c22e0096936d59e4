"""The menu of a row: by a right click, a long press or the menu key, in both lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QMenu,
    QTapAndHoldGesture,
    QTreeView,
)

from scorepad.desk.table import Table
from scorepad.spades.entries import Clock, Forfeit, Team
from scorepad.window.widgets.inputs import SearchLine
from tests.window.evening import HAND, read
from tests.window.find import find, press
from tests.window.stage import Stage, press_keys, touch_device

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Stage:
    made = Stage(qtbot, tmp_path)
    made.activate()
    return made


def start_tables(stage: Stage, count: int) -> list[Table]:
    return [
        stage.evening.play(
            HAND, table=str(number), teams=(Team(f"Aces {number}"), Team(f"Kings {number}"))
        )
        for number in range(1, count + 1)
    ]


def rows(stage: Stage) -> QTreeView:
    page = stage.window.stack.currentWidget()
    assert page is not None
    return find(page, QTreeView)


def place(shown: QTreeView, row: int) -> QPoint:
    return shown.visualRect(shown.model().index(row, 2)).center()


def right_click(stage: Stage, row: int) -> None:
    shown = rows(stage)
    at, right = place(shown, row), Qt.MouseButton.RightButton
    QTest.mouseClick(shown.viewport(), right, Qt.KeyboardModifier.NoModifier, at)
    if QApplication.activePopupWidget() is None:  # the system asks for the menu after the press
        event = QContextMenuEvent(
            QContextMenuEvent.Reason.Mouse, at, shown.viewport().mapToGlobal(at)
        )
        QApplication.sendEvent(shown.viewport(), event)


def long_press(stage: Stage, row: int) -> None:
    shown, handle = rows(stage), stage.window.windowHandle()
    at = shown.viewport().mapTo(stage.window, place(shown, row))
    QTest.touchEvent(handle, touch_device()).press(0, at, handle).commit()
    stage.qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
    QTest.touchEvent(handle, touch_device()).release(0, at, handle).commit()


def menu_key(stage: Stage, row: int) -> None:
    shown = rows(stage)
    shown.setFocus()
    press_keys(stage, Qt.Key.Key_Home, *[Qt.Key.Key_Down] * row)
    # As the system brings it: to the focus, wherever the pointer is.
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(3, 3), QPoint(3, 3))
    QApplication.sendEvent(shown, event)


def menu_key_in_search(stage: Stage, row: int) -> None:
    page = stage.window.stack.currentWidget()
    assert page is not None
    search = find(page, SearchLine)
    shown = rows(stage)
    shown.setCurrentIndex(shown.model().index(row, 2))
    search.setFocus()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(3, 3), QPoint(3, 3))
    QApplication.sendEvent(search, event)


def shown_menu() -> QMenu:
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def lines() -> list[str]:
    return [each.text() for each in shown_menu().actions() if not each.isSeparator()]


def choose(text: str) -> None:
    menu = shown_menu()
    line = next(each for each in menu.actions() if each.text() == text)
    assert isinstance(line, QAction)
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(line).center())
    QApplication.processEvents()


@pytest.fixture(autouse=True)
def closed_menus() -> Iterator[None]:
    QTapAndHoldGesture.setTimeout(50)
    yield
    QTapAndHoldGesture.setTimeout(700)
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()


@pytest.mark.parametrize("page", ["floor", "list"])
@pytest.mark.parametrize("ask", [right_click, long_press, menu_key, menu_key_in_search])
def test_a_row_offers_what_can_be_done_with_it(
    stage: Stage, page: str, ask: Callable[[Stage, int], None]
) -> None:
    start_tables(stage, 3)
    stage.window.do(page)
    QApplication.processEvents()
    ask(stage, 1)
    clocks = ["Pause the clock", "Add minutes…"] if page == "floor" else []
    assert lines() == [
        "Open",
        *clocks,
        "Print the sheet…",
        "Save the sheet…",
        "Copy the result",
        "New match like this one…",
        "Archive this match",
    ]
    choose("Copy the result")
    assert "Aces 2" in QApplication.clipboard().text()
    assert stage.window.page is None, "the list is still shown"


@pytest.mark.parametrize("ask", [right_click, long_press, menu_key])
def test_a_match_to_print_offers_what_can_be_done_with_it(
    stage: Stage, ask: Callable[[Stage, int], None]
) -> None:
    start_tables(stage, 3)
    stage.window.do("print-several")
    QApplication.processEvents()
    ask(stage, 1)
    assert lines() == ["Open the match", "Select only this one"]
    choose("Select only this one")
    assert "1 of 3 matches are selected" in read(stage.window)
    ask(stage, 2)
    choose("Open the match")
    assert stage.page.table.match.head.table in ("1", "3")


def test_each_line_does_what_it_says_with_its_row(stage: Stage) -> None:
    first, second, third = start_tables(stage, 3)
    third.record(Forfeit(side=0, why="left"))
    stage.window.do("floor")
    right_click(stage, 1)
    choose("Pause the clock")
    assert second.clock().state(stage.now()) == "paused"
    assert first.clock().state(stage.now()) == "running"
    assert "Table 2: clock paused" in read(stage.window)
    stage.window.do("floor")
    right_click(stage, 1)
    assert "Resume the clock" in lines()
    choose("Print the sheet…")
    assert stage.window.table is not None
    assert stage.window.table.id == second.id
    stage.window.do("floor")
    right_click(stage, 2)
    choose("Sign the result…")
    assert stage.page.table.id == third.id
    assert "Kings 3" in read(stage.page)
    stage.window.do("floor")
    right_click(stage, 0)
    choose("Archive this match")
    assert rows(stage).model().rowCount() == 2
    assert first.id not in {each.id for each in stage.evening.desk.matches()}
    press(stage.window, "Bring it back")
    assert stage.page.table.id == first.id


def test_marked_rows_are_paused_together(stage: Stage) -> None:
    made = start_tables(stage, 3)
    stage.window.do("floor")
    press_keys(stage, Qt.Key.Key_Space, Qt.Key.Key_Down, Qt.Key.Key_Space)
    right_click(stage, 0)
    assert lines() == ["Print or export…", "Start the clock", "Pause the clock", "Add minutes…"]
    choose("Pause the clock")
    states = [each.clock().state(stage.now()) for each in made]
    assert states == ["paused", "paused", "running"]
    assert "2 clocks paused" in read(stage.window)


def test_an_archived_match_is_brought_back_from_its_row(stage: Stage) -> None:
    (table,) = start_tables(stage, 1)
    stage.evening.desk.archive(table.id)
    stage.window.do("unarchive")
    right_click(stage, 0)
    assert "Archive this match" not in lines()
    choose("Bring back")
    assert [each.id for each in stage.evening.desk.matches()] == [table.id]


def test_undo_brings_back_what_was_archived_from_its_row(stage: Stage) -> None:
    made = start_tables(stage, 2)
    entries = [len(each.match.log) for each in made]
    stage.window.do("floor")
    right_click(stage, 0)
    choose("Archive this match")
    assert len(stage.evening.desk.matches()) == 1
    stage.activate()
    press_keys(stage, "Z", modifiers=Qt.KeyboardModifier.ControlModifier)
    assert len(stage.evening.desk.matches()) == 2
    assert [len(each.match.log) for each in made] == entries


def test_a_key_for_one_match_does_it_with_the_chosen_row(stage: Stage) -> None:
    start_tables(stage, 2)
    stage.window.do("floor")
    press_keys(stage, Qt.Key.Key_Down)
    press_keys(
        stage,
        "C",
        modifiers=Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    assert "Aces 2" in QApplication.clipboard().text()
    stage.window.do("renege")
    assert "Open a match first" in read(stage.window)


def test_where_no_row_is_no_menu_is_shown(stage: Stage) -> None:
    start_tables(stage, 1)[0].record(Clock(do="pause"))
    stage.window.do("floor")
    shown = rows(stage)
    at = QPoint(5, shown.viewport().height() - 3)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, shown.viewport().mapToGlobal(at))
    QApplication.sendEvent(shown.viewport(), event)
    assert QApplication.activePopupWidget() is None
