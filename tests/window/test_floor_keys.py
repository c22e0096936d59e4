"""Keys pressed on the floor: what is typed is searched for, Space marks, and nothing else changes
what is listed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QTreeView

from scorepad.desk.table import Table
from scorepad.spades.entries import Clock, Team, Time
from tests.window.evening import read
from tests.window.find import find
from tests.window.find import press as click
from tests.window.stage import Stage, press_keys

KEYPAD = Qt.KeyboardModifier.KeypadModifier
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Stage:
    made = Stage(qtbot, tmp_path)
    made.activate()
    return made


def start_tables(stage: Stage, count: int, **head: Any) -> list[Table]:
    """Start so many tables, and show the floor."""
    made = []
    for number in range(1, count + 1):
        teams = (Team(f"Team {number} A"), Team(f"Team {number} B"))
        made.append(stage.evening.play(table=str(number), teams=teams, **head))
    stage.window.do("floor")
    return made


def view(stage: Stage) -> QTreeView:
    return find(stage.window, QTreeView, "Tables")


def search(stage: Stage) -> QLineEdit:
    return find(stage.window, QLineEdit, "Find a table")


def test_a_key_that_writes_nothing_leaves_all_tables_in_sight(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    start_tables(stage, 12)
    for key in [Qt.Key.Key_Escape, Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Tab]:
        with subtests.test(key=key):
            view(stage).setFocus()
            press_keys(stage, key)
            assert search(stage).text() == ""
            assert view(stage).model().rowCount() == 12
            assert "No tables found" not in read(stage.window)


def test_digits_of_the_number_pad_and_capitals_are_searched_for(stage: Stage) -> None:
    start_tables(stage, 12)
    press_keys(stage, "7", modifiers=KEYPAD)
    assert search(stage).text() == "7"
    press_keys(stage, Qt.Key.Key_Escape)
    press_keys(stage, "T", modifiers=SHIFT)
    assert search(stage).text() == "T"


def test_digits_of_the_number_pad_are_searched_for_while_num_lock_is_off(stage: Stage) -> None:
    start_tables(stage, 12)
    press_keys(stage, Qt.Key.Key_End, Qt.Key.Key_Up, Qt.Key.Key_Down, modifiers=KEYPAD)
    assert search(stage).text() == "182"
    assert search(stage).hasFocus(), "the arrows on these keys are not meant"


def marked(stage: Stage) -> list[str]:
    """Return the numbers of the marked tables, as they are in the list."""
    rows = view(stage).selectionModel().selectedRows(0)
    return [str(index.data()) for index in sorted(rows, key=lambda each: each.row())]


def test_space_marks_the_row_under_the_cursor_and_takes_the_mark_back(stage: Stage) -> None:
    start_tables(stage, 6)
    assert marked(stage) == []
    press_keys(stage, Qt.Key.Key_Down, Qt.Key.Key_Space, Qt.Key.Key_Down, Qt.Key.Key_Space)
    assert marked(stage) == ["2", "3"]
    assert "6 tables · 2 selected" in read(stage.window)
    press_keys(stage, Qt.Key.Key_Down)
    assert marked(stage) == ["2", "3"], "the cursor marks nothing"
    press_keys(stage, Qt.Key.Key_Up, Qt.Key.Key_Space)
    assert marked(stage) == ["2"]
    # A range that Shift marks leaves the others marked.
    press_keys(stage, Qt.Key.Key_Down, Qt.Key.Key_Down)
    press_keys(stage, Qt.Key.Key_Down, modifiers=SHIFT)
    assert marked(stage) == ["2", "5", "6"]
    press_keys(stage, Qt.Key.Key_Up, Qt.Key.Key_Up)
    press_keys(stage, Qt.Key.Key_Up, modifiers=SHIFT)
    assert marked(stage) == ["2", "3", "4", "5", "6"]
    press_keys(stage, Qt.Key.Key_Escape)
    assert marked(stage) == []
    assert view(stage).model().rowCount() == 6


def test_buttons_act_on_the_marked_rows_else_on_the_one_under_the_cursor(stage: Stage) -> None:
    made = start_tables(stage, 4)

    def running() -> list[str]:
        run = (each for each in made if each.clock().state(stage.now()) == "running")
        return [each.match.head.table for each in run]

    click(stage.window, "Start")
    assert running() == ["1"]
    view(stage).setFocus()
    press_keys(stage, Qt.Key.Key_Down, Qt.Key.Key_Space, Qt.Key.Key_Down, Qt.Key.Key_Space)
    press_keys(stage, Qt.Key.Key_Down)
    click(stage.window, "Start")
    assert running() == ["1", "2", "3"]
    assert marked(stage) == ["2", "3"]


def test_what_is_done_for_all_tables_marks_none(stage: Stage) -> None:
    made = start_tables(stage, 3)
    press_keys(stage, Qt.Key.Key_F5, modifiers=CTRL)
    assert all(each.clock().state(stage.now()) == "running" for each in made)
    assert marked(stage) == []
    stage.window.do("add-all")
    assert marked(stage) == []
    assert "For 3 tables:" in read(stage.window)
    press_keys(stage, "5", Qt.Key.Key_Return)
    assert "5 minutes added at 3 tables" in read(stage.window)
    assert marked(stage) == []


def test_minutes_that_are_not_added_leave_no_trace(stage: Stage) -> None:
    made = start_tables(stage, 3)
    left = made[0].clock().seconds_left(stage.now())
    press_keys(stage, Qt.Key.Key_Down, Qt.Key.Key_Space, Qt.Key.Key_F8)
    assert "For Table 2:" in read(stage.window)
    press_keys(stage, "9", Qt.Key.Key_Escape)
    assert "For Table 2:" not in read(stage.window)
    assert [each.clock().seconds_left(stage.now()) for each in made] == [left] * 3
    assert marked(stage) == ["2"]
    assert view(stage).hasFocus()


def test_home_and_end_lead_to_the_first_table_and_the_last(stage: Stage) -> None:
    start_tables(stage, 30)
    press_keys(stage, Qt.Key.Key_End)
    assert view(stage).currentIndex().row() == 29
    press_keys(stage, Qt.Key.Key_Home)
    assert view(stage).currentIndex().row() == 0
    press_keys(stage, Qt.Key.Key_Space, Qt.Key.Key_Escape)
    press_keys(stage, Qt.Key.Key_Down, Qt.Key.Key_Down)
    press_keys(stage, Qt.Key.Key_Home, modifiers=SHIFT)
    assert marked(stage) == ["1", "2", "3"]


def test_a_press_moves_the_cursor_and_with_ctrl_or_shift_marks(stage: Stage) -> None:
    start_tables(stage, 6)

    def press_row(row: int, modifiers: Any = Qt.KeyboardModifier.NoModifier) -> None:
        at = view(stage).visualRect(view(stage).model().index(row, 2)).center()
        QTest.mouseClick(view(stage).viewport(), Qt.MouseButton.LeftButton, modifiers, at)

    press_row(1)
    assert marked(stage) == []
    press_row(3, CTRL)
    assert marked(stage) == ["2", "4"], "with the row that was pressed before"
    press_row(3, CTRL)
    assert marked(stage) == ["2"]
    press_row(4, SHIFT)
    assert marked(stage) == ["2", "4", "5"]
    press_row(5)
    assert marked(stage) == []
    assert view(stage).currentIndex().row() == 5


def test_enter_goes_on_from_the_name_to_the_way_on(qtbot: Any, tmp_path: Path) -> None:
    """Once the first name is saved, the focus is on what looks like it."""
    stage = Stage(qtbot, tmp_path, by="")
    stage.activate()
    find(stage.window, QLineEdit, "Your name").setFocus()
    press_keys(stage, *"Pat", Qt.Key.Key_Return)
    assert stage.evening.settings.by == "Pat"
    focused = QApplication.focusWidget()
    assert focused is not None
    assert focused.accessibleName() == "New match"


def test_a_called_time_is_the_same_word_on_the_floor_and_at_the_tab(stage: Stage) -> None:
    (table,) = start_tables(stage, 1)
    stage.window.tables.open_without_showing(table)
    table.record(Clock(do="start"))
    stage.pass_(60)
    table.record(Time())
    stage.pass_(10)
    assert view(stage).model().index(0, 1).data() == "Time"
    assert stage.window.strip.tabs[0].texts[1] == "▲ Time"
