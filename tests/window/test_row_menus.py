"""The menu of a row: by a right click, a long press, the menu key or Shift+F10."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLabel,
    QMenu,
    QTapAndHoldGesture,
    QTreeView,
    QWidget,
)

from scorepad.desk.table import Table
from scorepad.spades.entries import Clock, Forfeit, Team
from scorepad.window.printing.check import DocumentCheckPage, VerdictCard
from scorepad.window.printing.preview import PreviewPage
from scorepad.window.rules.deviations import DeviationsForm
from scorepad.window.rules.house_rules import HouseRulesPage
from scorepad.window.shell.tabs import TableTab
from scorepad.window.widgets.inputs import SearchLine
from tests.window.evening import HAND, read
from tests.window.find import find, find_all, press
from tests.window.stage import Stage, delete_closed, press_keys, touch_device

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


def shift_f10(stage: Stage, row: int) -> None:
    shown = rows(stage)
    shown.setFocus()
    press_keys(stage, Qt.Key.Key_Home, *[Qt.Key.Key_Down] * row)
    press_keys(stage, Qt.Key.Key_F10, modifiers=Qt.KeyboardModifier.ShiftModifier)


def shift_f10_in_search(stage: Stage, row: int) -> None:
    page = stage.window.stack.currentWidget()
    assert page is not None
    shown = rows(stage)
    shown.setCurrentIndex(shown.model().index(row, 2))
    find(page, SearchLine).setFocus()
    press_keys(stage, Qt.Key.Key_F10, modifiers=Qt.KeyboardModifier.ShiftModifier)


def right_click_at(_stage: Stage, widget: QWidget, at: QPoint) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.RightButton, pos=at)
    if QApplication.activePopupWidget() is None:
        by_mouse = QContextMenuEvent.Reason.Mouse
        QApplication.sendEvent(widget, QContextMenuEvent(by_mouse, at, widget.mapToGlobal(at)))


def long_press_at(stage: Stage, widget: QWidget, at: QPoint) -> None:
    handle, there = stage.window.windowHandle(), widget.mapTo(stage.window, at)
    QTest.touchEvent(handle, touch_device()).press(0, there, handle).commit()
    stage.qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
    QTest.touchEvent(handle, touch_device()).release(0, there, handle).commit()


def menu_key_at(stage: Stage, widget: QWidget, _at: QPoint) -> None:
    stage.activate()
    widget.setFocus()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    QApplication.sendEvent(stage.window.windowHandle(), event)


def shift_f10_at(stage: Stage, widget: QWidget, _at: QPoint) -> None:
    stage.activate()
    widget.setFocus()
    press_keys(stage, Qt.Key.Key_F10, modifiers=Qt.KeyboardModifier.ShiftModifier)


DIFFERENCE = "Change: Game · Target"
AskAt = Callable[[Stage, QWidget, QPoint], None]
WAYS: tuple[AskAt, ...] = (right_click_at, long_press_at, menu_key_at, shift_f10_at)


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
def test_a_row_offers_what_can_be_done_with_it(
    stage: Stage, page: str, subtests: pytest.Subtests
) -> None:
    start_tables(stage, 3)
    stage.window.do(page)
    QApplication.processEvents()
    clocks = ["Pause the clock", "Add minutes…"] if page == "floor" else []
    by_key = menu_key, menu_key_in_search, shift_f10, shift_f10_in_search
    for ask in (right_click, long_press, *by_key):
        with subtests.test(ask=ask.__name__):
            QApplication.clipboard().clear()
            stage.activate()
            ask(stage, 1)
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


def test_a_match_to_print_offers_what_can_be_done_with_it(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    start_tables(stage, 3)
    for ask in (right_click, long_press, menu_key, shift_f10):
        stage.window.do("print-several")
        QApplication.processEvents()
        with subtests.test(ask=ask.__name__):
            assert "3 of 3 matches selected" in read(stage.window)
            stage.activate()
            ask(stage, 1)
            assert lines() == ["Open the match", "Select only this one"]
            choose("Select only this one")
            assert "1 of 3 matches selected" in read(stage.window)
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


def tab(stage: Stage, table: Table) -> TableTab:
    return next(each for each in stage.window.strip.tabs if each.table.id == table.id)


def test_the_tab_of_a_table_offers_what_can_be_done_with_it(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    first, second, _third = start_tables(stage, 3)
    for ask in WAYS:
        for each in (first, second):
            stage.window.open_match(each.id)
        QApplication.processEvents()
        with subtests.test(ask=ask.__name__):
            QApplication.clipboard().clear()
            hidden = tab(stage, first)
            ask(stage, hidden, hidden.rect().center())
            assert lines() == [
                "Go to this table",
                "Close this table",
                "Pause the clock",
                "Add minutes…",
                "Print the sheet…",
                "Save the sheet…",
                "Copy the result",
                "New match like this one…",
                "Archive this match",
            ]
            assert not hidden.isDown()
            choose("Copy the result")
            assert "Aces 1" in QApplication.clipboard().text()
            assert stage.page.table is second, "the other table is still shown"
            stage.activate()
            ask(stage, hidden, hidden.rect().center())
            choose("Go to this table")
            assert stage.page.table is first
            assert lines_of(stage, tab(stage, first))[0] == "Close this table"
            shown_menu().close()


def lines_of(stage: Stage, widget: QWidget) -> list[str]:
    right_click_at(stage, widget, widget.rect().center())
    return lines()


def test_the_menu_of_a_tab_acts_on_its_own_table(stage: Stage) -> None:
    first, second = start_tables(stage, 2)
    for each in (first, second):
        stage.window.open_match(each.id)
    lines_of(stage, tab(stage, first))
    choose("Pause the clock")
    assert stage.page.table is first
    assert [each.clock().state(stage.now()) for each in (first, second)] == ["paused", "running"]
    lines_of(stage, tab(stage, second))
    choose("Archive this match")
    assert [each.id for each in stage.evening.desk.matches()] == [first.id]
    lines_of(stage, tab(stage, first))
    choose("Close this table")
    assert not stage.window.strip.tabs


def test_a_rule_set_offers_what_can_be_done_with_it(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    stage.window.do("house-rules")
    QApplication.processEvents()
    page = stage.window.stack.currentWidget()
    assert isinstance(page, HouseRulesPage)

    def ask_for_row(ask: AskAt) -> None:
        QApplication.processEvents()
        at = page.list.visualRect(page.list.currentIndex()).center()
        ask(stage, asked_of(page.list, ask), at)

    for ask in WAYS:
        with subtests.test("one that ships", ask=ask.__name__):
            ask_for_row(ask)
            assert lines() == ["Copy and change", "Export…"]
            shown_menu().close()
    ask_for_row(WAYS[0])
    choose("Copy and change")
    assert page.editor is not None
    press(page, "Save")
    page.list.choose(page.list.row_keys()[0])
    for ask in WAYS:
        with subtests.test("one's own", ask=ask.__name__):
            ask_for_row(ask)
            assert lines() == ["Copy and change", "Change…", "Rename", "Export…", "Delete"]
            shown_menu().close()


def asked_of(rows: QAbstractItemView, ask: AskAt) -> QWidget:
    """Return the widget that is pressed, or that has the focus."""
    return rows.viewport() if ask in (right_click_at, long_press_at) else rows


def test_an_exception_offers_to_be_removed(stage: Stage, subtests: pytest.Subtests) -> None:
    stage.window.do("new")
    QApplication.processEvents()
    page = stage.window.stack.currentWidget()
    assert page is not None
    form = find(page, DeviationsForm)
    for ask in WAYS:
        form.add_deviation("game.target", 400)
        QApplication.processEvents()
        away = find(form, QAbstractButton, "Remove: Target")
        away.setFocus()  # scrolls to it
        for _layout in range(5):
            QApplication.processEvents()
        is_by_key = ask in (menu_key_at, shift_f10_at)
        with subtests.test(ask=ask.__name__):
            ask(stage, away if is_by_key else find(form, QLabel, "Target"), QPoint(5, 5))
            assert lines() == ["Remove: Target"]
            choose("Remove: Target")
            assert form.typed() == {}
        delete_closed()


def test_a_difference_of_the_house_rules_offers_to_be_changed(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    stage.window.resize(760, 520)  # within the screen, beyond which Qt finds no touch
    stage.window.do("house-rules")
    page = stage.window.stack.currentWidget()
    assert isinstance(page, HouseRulesPage)
    press(page, "Copy and change")
    assert page.editor is not None
    page.editor.form.fill({"game.target": 250})
    for ask in WAYS:
        QApplication.processEvents()
        press(page, "Differences")
        stage.qtbot.waitUntil(lambda: bool(find_all(page, QAbstractButton, DIFFERENCE)))
        for _layout in range(5):
            QApplication.processEvents()
        is_by_key = ask in (menu_key_at, shift_f10_at)
        change, text = find(page, QAbstractButton, DIFFERENCE), find(page, QLabel, "300 → 250")
        with subtests.test(ask=ask.__name__):
            ask(stage, change if is_by_key else text, QPoint(5, 5))
            assert lines() == [DIFFERENCE]
            choose(DIFFERENCE)
            focused = stage.window.focusWidget()
            assert focused is not None
            assert page.editor.form.fields["game.target"].isAncestorOf(focused)


def test_a_checked_document_offers_its_match(
    stage: Stage, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    (table,) = start_tables(stage, 1)
    stage.window.open_match(table.id)
    sheet = tmp_path / "sheet.pdf"
    stage.window.do("print")
    preview = stage.window.stack.currentWidget()
    assert isinstance(preview, PreviewPage)
    preview.save(sheet)
    for ask in WAYS:
        stage.window.do("check-sheet")
        page = stage.window.stack.currentWidget()
        assert isinstance(page, DocumentCheckPage)
        page.check_files([str(sheet)])
        stage.qtbot.waitUntil(lambda shown=page: bool(shown.findChildren(VerdictCard)))
        QApplication.processEvents()
        (card,) = page.findChildren(VerdictCard)
        button = find(card, QAbstractButton)
        with subtests.test(ask=ask.__name__):
            ask(stage, button, button.rect().center())
            assert lines() == ["Open the match"]
            choose("Open the match")
            assert stage.page.table.id == table.id


def test_a_table_that_is_found_offers_what_can_be_done_with_it(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    start_tables(stage, 3)
    for ask in WAYS:
        stage.window.do("find")
        frame = stage.window.finder.frame
        QTest.keyClicks(frame.line, "Aces 2")
        QApplication.processEvents()
        by_key = ask in (menu_key_at, shift_f10_at)
        row = frame.list.visualRect(frame.list.currentIndex()).center()
        with subtests.test(ask=ask.__name__):
            QApplication.clipboard().clear()
            ask(stage, frame.line if by_key else frame.list.viewport(), row)
            assert lines()[:3] == ["Open", "Pause the clock", "Add minutes…"]
            choose("Copy the result")
            assert "Aces 2" in QApplication.clipboard().text()
