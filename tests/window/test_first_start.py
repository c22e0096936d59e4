"""The first start asks for the supervisor's name, and takes no key that is meant for a hand."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget

from scorepad.window.floor.new_match import NewMatchPage
from scorepad.window.widgets.empty_state import EmptyState
from tests.window.evening import HAND, Evening, read
from tests.window.find import find
from tests.window.stage import Stage


def start(qtbot: Any, folder: Path, evening: Evening | None = None, **how: Any) -> Stage:
    """Start the program without a name."""
    stage = Stage(qtbot, folder, evening=evening, by="", **how)
    stage.activate()
    QApplication.processEvents()
    return stage


def press(stage: Stage, *keys: Any) -> None:
    """Press keys as the system brings them: to the window."""
    for key in keys:
        QTest.keyClick(stage.window.windowHandle(), key)
        QApplication.processEvents()


def name_line(stage: Stage) -> QLineEdit:
    return find(stage.window, QLineEdit, "Your name")


@pytest.mark.parametrize("tables", [0, 2])
def test_a_hand_typed_at_the_first_start_is_no_name(
    qtbot: Any, tmp_path: Path, tables: int
) -> None:
    evening = Evening(tmp_path)
    for number in range(tables):
        evening.play(HAND, table=str(number + 1))
    stage = start(qtbot, tmp_path, evening)
    assert name_line(stage).isVisible()
    press(stage, "5", "4", "4", "3", "7")
    assert name_line(stage).text() == ""
    assert stage.evening.settings.by == ""


@pytest.mark.parametrize("shown_first", [False, True])
def test_enter_presses_new_match_where_there_is_no_table(
    qtbot: Any, tmp_path: Path, shown_first: bool
) -> None:
    """The program shows its window before the matches are there."""
    stage = start(qtbot, tmp_path, shown_first=shown_first)
    focused = stage.window.focusWidget()
    assert isinstance(focused, QPushButton)
    assert focused.text() == "New match"
    # Also after the name was saved, with no other key between.
    name_line(stage).setFocus()
    press(stage, "P", "a", "t", Qt.Key.Key_Return)
    assert stage.evening.settings.by == "Pat"
    assert stage.window.focusWidget() is focused
    press(stage, "x", Qt.Key.Key_Return)
    assert isinstance(stage.window.stack.currentWidget(), NewMatchPage)


def test_the_cursor_is_in_the_list_once_a_table_is_there(qtbot: Any, tmp_path: Path) -> None:
    stage = start(qtbot, tmp_path)
    stage.evening.play(HAND, table="1")
    stage.window.pages.floor.refresh()  # type: ignore[union-attr]
    press(stage, Qt.Key.Key_Return)
    assert stage.page.table.match.head.table == "1"


@pytest.mark.parametrize("tables", [0, 1])
def test_a_name_takes_its_letters_and_two_keys_at_most(
    qtbot: Any, tmp_path: Path, tables: int
) -> None:
    evening = Evening(tmp_path)
    for _ in range(tables):
        evening.play(HAND)
    stage = start(qtbot, tmp_path, evening)
    if tables:
        # Letters look for a table, or are bids.
        QTest.keyClick(stage.window.windowHandle(), Qt.Key.Key_N, Qt.KeyboardModifier.AltModifier)
    press(stage, "P", "a", "t", Qt.Key.Key_Return)
    assert stage.evening.settings.by == "Pat"


def test_the_first_empty_list_offers_a_sample_night_in_place_of_other_days(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = start(qtbot, tmp_path)
    offered = ["New match", "Start several tables…", "Event", "Look at a sample night"]
    assert shown_buttons(find(stage.window, EmptyState)) == offered
    stage.evening.play(HAND, table="1")
    stage.evening.wall.moment += timedelta(days=9)
    stage.window.do("floor")
    assert shown_buttons(find(stage.window, EmptyState)) == [*offered[:3], "Other days"]


def shown_buttons(page: QWidget) -> list[str]:
    return [each.text() for each in page.findChildren(QPushButton) if each.isVisible()]


def test_a_sample_night_says_so_and_is_deleted_with_one_press(qtbot: Any, tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.settings.set_and_save("sample", True)
    evening.play(HAND, table="1")
    stage = Stage(qtbot, tmp_path, evening=evening)
    stage.activate()
    assert "This is a sample night." in read(stage.window)
    QTest.mouseClick(
        find(stage.window, QPushButton, "Delete the sample"), Qt.MouseButton.LeftButton
    )
    assert not stage.window.isVisible()
