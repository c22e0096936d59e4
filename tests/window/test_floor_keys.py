"""Keys pressed on the floor: what is typed is searched for, Space marks, and nothing else changes
what is listed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QTableView

from scorepad.desk.table import Table
from scorepad.spades.entries import Team
from tests.window.evening import read
from tests.window.find import find
from tests.window.stage import Stage

KEYPAD = Qt.KeyboardModifier.KeypadModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Stage:
    made = Stage(qtbot, tmp_path)
    made.window.activateWindow()
    qtbot.waitUntil(made.window.isActiveWindow)
    return made


def start_tables(stage: Stage, count: int, **head: Any) -> list[Table]:
    """Start so many tables, and show the floor."""
    made = []
    for number in range(1, count + 1):
        teams = (Team(f"Team {number} A"), Team(f"Team {number} B"))
        made.append(stage.evening.play(table=str(number), teams=teams, **head))
    stage.window.do("floor")
    return made


def press(stage: Stage, *keys: Any, modifiers: Any = Qt.KeyboardModifier.NoModifier) -> None:
    """Press keys as the system brings them: to the window."""
    for key in keys:
        QTest.keyClick(stage.window.windowHandle(), key, modifiers)
        QApplication.processEvents()


def view(stage: Stage) -> QTableView:
    return find(stage.window, QTableView, "Tables")


def search(stage: Stage) -> QLineEdit:
    return find(stage.window, QLineEdit, "Find a table")


@pytest.mark.parametrize(
    "key", [Qt.Key.Key_Escape, Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Tab]
)
def test_a_key_that_writes_nothing_leaves_all_tables_in_sight(stage: Stage, key: Qt.Key) -> None:
    start_tables(stage, 12)
    press(stage, key)
    assert search(stage).text() == ""
    assert view(stage).model().rowCount() == 12
    assert "No tables found" not in read(stage.window)


def test_digits_of_the_number_pad_and_capitals_are_searched_for(stage: Stage) -> None:
    start_tables(stage, 12)
    press(stage, "7", modifiers=KEYPAD)
    assert search(stage).text() == "7"
    press(stage, Qt.Key.Key_Escape)
    press(stage, "T", modifiers=SHIFT)
    assert search(stage).text() == "T"
