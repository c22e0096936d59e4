"""What is typed, clicked on the keypad or tapped goes to what has the focus; Enter records whenever
the bar says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QWidget

from scorepad.spades.entries import Bids, Tricks
from scorepad.window.match.table_page import TablePage
from tests.window.evening import HAND, read
from tests.window.find import button, find, find_all, settle
from tests.window.stage import Stage, press_keys, touch

NINE = "9 (key 9)"
FOUR = "4 (key 4)"


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Stage:
    return Stage(qtbot, tmp_path, keypad=True)


def point(stage: Stage, how: str, widget: QWidget) -> None:
    """Click or touch the middle of a widget."""
    settle()
    if how == "touch":
        touch(stage, widget)
    else:
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
    settle()


def keypad_key(page: TablePage, name: str) -> QAbstractButton:
    return button(find(page, QWidget, "Keys"), name)


def seat_box(page: TablePage, player: str) -> QAbstractButton:
    """The box in the bar for a player's bid."""
    return button(find(page, QWidget, "Entry"), player)


def nothing_typed(page: TablePage) -> bool:
    return page.input.typed_bids is None


@pytest.mark.parametrize("way", ["Esc", "button", "other panel"])
def test_where_keys_go_is_not_said_any_more_once_the_panel_is_left(stage: Stage, way: str) -> None:
    page = stage.open(HAND)
    page.do("time")
    press_keys(stage, Qt.Key.Key_3)
    assert "Finish or close “Call time” first" in read(page.bar)
    if way == "Esc":
        press_keys(stage, Qt.Key.Key_Escape)
    elif way == "button":
        assert page.panel is not None
        point(stage, "click", button(page.panel, "Cancel"))
    else:
        page.do("setup")
    assert "Finish or close" not in read(page.bar)
    assert nothing_typed(page)


def test_a_selected_hand_is_not_said_any_more_once_it_is_left(stage: Stage) -> None:
    page = stage.open(HAND, HAND)
    press_keys(stage, Qt.Key.Key_Up, Qt.Key.Key_Home)
    page.sheet.setCurrentIndex(page.sheet.model().index(0, 1))
    press_keys(stage, Qt.Key.Key_9)
    assert "Hand 1 is selected" in read(page.bar)
    press_keys(stage, Qt.Key.Key_Escape)
    assert "Hand 1 is selected" not in read(page.bar)


def test_the_keypad_bids_nothing_while_an_older_hand_is_selected(stage: Stage) -> None:
    page = stage.open(HAND, HAND)
    press_keys(stage, Qt.Key.Key_Up, Qt.Key.Key_Home)
    page.sheet.setCurrentIndex(page.sheet.model().index(0, 1))
    point(stage, "click", keypad_key(page, NINE))
    assert nothing_typed(page)
    assert "Hand 1 is selected" in read(page)


def test_the_keypad_types_digits_into_any_field(stage: Stage) -> None:
    page = stage.open(HAND)
    page.do("note")
    assert page.panel is not None
    point(stage, "click", keypad_key(page, NINE))
    assert nothing_typed(page)
    focused = stage.window.focusWidget()
    assert page.panel.isAncestorOf(focused)
    assert not keypad_key(page, "Nil (key N)").isEnabled()
    point(stage, "click", seat_box(page, "Bo"))
    point(stage, "click", keypad_key(page, NINE))
    assert page.input.typed_bids == (None, 9, None, None), "back in the bar it bids again"


@pytest.mark.parametrize("how", ["click", "touch"])
def test_a_bid_called_out_of_turn_is_typed_at_its_seat(stage: Stage, how: str) -> None:
    page = stage.open()
    point(stage, how, seat_box(page, "Ann"))
    press_keys(stage, "5")
    assert page.input.typed_bids == (5, None, None, None)
    press_keys(stage, "4", "3")
    assert page.input.typed_bids == (5, 4, None, 3)
    # Another look at the match, as another entry makes it, keeps the place.
    point(stage, how, seat_box(page, "Bo"))
    page.do("note")
    page.close_panel()
    press_keys(stage, "2", "6")
    [bids] = [each for each in page.table.match.log if isinstance(each, Bids)]
    assert bids.bids == (5, 2, 6, 3)


def test_the_keys_of_a_bid_out_of_turn_survive_a_restart(qtbot: Any, stage: Stage) -> None:
    page = stage.open()
    point(stage, "click", seat_box(page, "Cy"))
    press_keys(stage, "N", "4")
    assert page.input.typed_bids == (None, 4, "nil", None)
    table = page.table
    stage.clear()
    stage.evening.restart()
    again = stage.show(stage.evening.desk.open(table.id))
    assert again.input.typed_bids == (None, 4, "nil", None)


def says_enter(page: TablePage) -> bool:
    return "Enter to record" in find(page, QWidget, "Entry").accessibleDescription()


@pytest.mark.parametrize("way", ["Up", "End", "click", "number pad", "older hand"])
def test_enter_records_also_while_the_sheet_has_the_focus(stage: Stage, way: str) -> None:
    page = stage.open(HAND, (HAND[0], None))
    if way == "older hand":
        press_keys(stage, "7", Qt.Key.Key_Up, Qt.Key.Key_Up)
        assert page.sheet.hand_at_cursor == 1
    elif way == "click":
        QTest.mouseClick(
            page.sheet.viewport(),
            Qt.MouseButton.LeftButton,
            pos=page.sheet.visualRect(page.sheet.model().index(1, 1)).center(),
        )
        page.close_panel()
    else:
        press_keys(stage, Qt.Key.Key_Up)
        if way == "End":
            press_keys(stage, Qt.Key.Key_End)
    if way == "number pad":
        press_keys(stage, Qt.Key.Key_Home, modifiers=Qt.KeyboardModifier.KeypadModifier)
    elif way != "older hand":
        press_keys(stage, "7")
    assert page.sheet.hasFocus()
    assert says_enter(page)
    press_keys(stage, Qt.Key.Key_Return)
    tricks = [each.tricks for each in page.table.match.log if isinstance(each, Tricks)]
    assert len(tricks) == 2
    assert page.table.match.board.hands[-1].tricks == (7, 6)
    assert page.panel is None


def test_the_bar_names_enter_only_where_enter_comes_to_it(stage: Stage) -> None:
    page = stage.open((HAND[0], None))
    press_keys(stage, "7")
    assert says_enter(page)
    stage.window.do("note")
    settle()
    assert not says_enter(page)
    press_keys(stage, Qt.Key.Key_Escape)
    settle()
    assert says_enter(page)
    clock = find_all(page.header, QAbstractButton)[0]
    clock.setFocus()
    settle()
    assert not says_enter(page)


@pytest.mark.parametrize("digits", ["568", "0", "7", "K"])
def test_digits_after_an_unrecorded_hand_change_nothing_and_say_so(
    stage: Stage, digits: str
) -> None:
    page = stage.open((HAND[0], None), rules="washburn")
    press_keys(stage, "7", *digits)
    assert "These tricks aren't recorded yet. Press Enter to record them" in read(page)
    press_keys(stage, Qt.Key.Key_Return)
    assert page.table.match.board.hands[0].tricks == (7, 6)


def test_the_number_pad_is_digits_in_the_bar_also_without_num_lock(stage: Stage) -> None:
    page = stage.open()
    pad = {
        Qt.Key.Key_Up: 8,
        Qt.Key.Key_End: 1,
        Qt.Key.Key_Clear: 5,
    }
    press_keys(stage, *pad, modifiers=Qt.KeyboardModifier.KeypadModifier)
    bids = page.input.typed_bids
    assert bids is not None
    assert sorted(each for each in bids if isinstance(each, int)) == [1, 5, 8]
    assert page.bar.hasFocus()


def test_enter_where_nothing_is_complete_says_so(stage: Stage) -> None:
    page = stage.open()
    press_keys(stage, "5", Qt.Key.Key_Return)
    assert "“Enter” isn't a bid" in read(page.bar)
    press_keys(stage, *"443", Qt.Key.Key_Return)
    assert "“Enter” isn't a number of tricks" in read(page.bar)
    press_keys(stage, "7", Qt.Key.Key_Return)
    assert "isn't a" not in read(page.bar)
    assert len(page.table.match.board.hands) == 1


def test_a_key_that_means_nothing_says_so(stage: Stage) -> None:
    page = stage.open()
    for key, said in [("X", "“X” isn't a bid"), ("?", "“?” isn't a bid")]:
        press_keys(stage, key)
        assert said in read(page)
    press_keys(stage, *"5443", "n")
    assert "“N” isn't a number of tricks" in read(page)
    assert [each.text() for each in find_all(page, QLabel) if "isn't a bid" in each.text()] == []
    assert find_all(page, QLineEdit)
