"""A recorded hand is corrected in the entry bar, with the boxes and keys it was recorded with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QMenu

from scorepad.spades.entries import Amend, Bids, Tricks
from scorepad.window.match.sheet.sheet_columns import column_of
from scorepad.window.match.table_page import TablePage
from tests.window.evening import HAND, NIL_HAND, Played, press, read
from tests.window.find import button, find, settle, type_over, whole
from tests.window.stage import Stage, press_keys, type_keys

FIVE = (HAND, NIL_HAND, HAND, HAND, HAND)
FAR = {"game": {"target": 5000}}
"""No hand of these ends the game."""


def cell(page: TablePage, hand: int, side: int, part: Any) -> QPoint:
    settle()
    index = page.sheet.model().index(hand - 1, column_of(side, part))
    return page.sheet.visualRect(index).center()


def double_click(page: TablePage, hand: int, side: int, part: Any) -> None:
    at, viewport = cell(page, hand, side, part), page.sheet.viewport()
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=at)
    settle()


def selected(page: TablePage) -> list[tuple[str, str]]:
    """Return the name and the note of the box that the next key is for."""
    return [(box.caption, box.note) for box in page.bar.boxes.boxes if box.state == "current"]


def latest(page: TablePage) -> Amend:
    entry = page.table.match.log[-1]
    assert isinstance(entry, Amend)
    return entry


def test_by_keys(stage: Stage) -> None:
    page = stage.open(*FIVE, agreed=FAR)
    stage.page.do("amend")
    stage.type("2\n")
    type_keys(stage.window.windowHandle(), "misheard\n")
    entry = latest(page)
    assert isinstance(entry.to, Bids)
    assert (entry.to.bids, entry.why) == ((2, 3, 3, 2), "misheard")
    assert page.bar.state == "bids"
    assert "Recorded: correction" in read(page.bar)


def test_a_click_selects_and_two_edit_the_number_that_was_pressed(stage: Stage) -> None:
    page = stage.open(*FIVE, agreed=FAR)
    at = cell(page, 3, 1, "tricks")
    columns = [page.sheet.columnViewportPosition(n) for n in range(12)]
    QTest.mouseClick(page.sheet.viewport(), Qt.MouseButton.LeftButton, pos=at)
    settle()
    assert page.panel is None
    assert page.sheet.hand_at_cursor == 3
    double_click(page, 3, 1, "tricks")
    assert selected(page) == [("Kings", "tricks")]
    assert page.bar.line.text() == "Correct hand 3"
    double_click(page, 2, 0, "bids")
    assert selected(page) == [("Ann", "bid")]
    assert [page.sheet.columnViewportPosition(n) for n in range(12)] == columns


def test_why_leads_to_the_correction(stage: Stage) -> None:
    page = stage.open(*FIVE, agreed=FAR)
    page.explain_number(2, 0, "change")
    assert page.panel is not None
    press(page.panel, "Correct this hand…")
    assert page.panel is None
    assert page.bar.line.text() == "Correct hand 2"


def test_a_right_click_offers_what_can_be_done_with_a_hand(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = stage.open(*FIVE, agreed=FAR)
    shown: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, _at: shown.append(menu))
    page.sheet.customContextMenuRequested.emit(cell(page, 3, 0, "total"))
    (menu,) = shown
    lines = {each.text(): each for each in menu.actions() if each.text()}
    assert [*lines] == ["Why?", "Correct…", "Delete…", "Note…", "Substitute…", "Dealer…"]
    lines["Delete…"].trigger()
    assert page.panel is not None
    assert "Reason for the deletion" in read(page.panel)
    lines["Correct…"].trigger()
    assert page.panel is None
    assert selected(page) == [("Aces", "tricks")]


@pytest.mark.parametrize("size", [(1024, 640), (1366, 768), (1920, 1080)])
def test_every_later_total_is_in_sight_beside_the_button(
    qtbot: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    stage = Stage(qtbot, tmp_path, size=size, keypad=True)
    page = stage.open(*FIVE, agreed=FAR)
    page.edit_hand(2, "bids", 1)
    page.bar.press("6")
    settle()
    after = page.bar.notes.text()
    for hand in (2, 3, 4, 5):
        assert f"hand {hand}: " in after
    assert whole(page.bar.notes)
    assert whole(button(page.bar, "Save the correction"))
    assert whole(page.header)


def test_reasons_need_no_keyboard_and_one_is_needed(stage: Stage) -> None:
    page = stage.open(*FIVE, agreed=FAR)
    page.edit_hand(1, "tricks")
    page.bar.press("9")
    press(page.bar, "Save the correction")
    assert "Enter a reason" in read(page.bar)
    for chip in ("Misheard", "Typed wrong", "Wrong table"):
        press(page.bar, chip)
        assert page.bar.reason.text() == chip.lower()
    press(page.bar, "Save the correction")
    entry = latest(page)
    assert isinstance(entry.to, Tricks)
    assert (entry.to.tricks, entry.why) == ((9, 4, None, None), "wrong table")


def test_what_the_rules_refuse_is_accepted_with_a_reason(stage: Stage) -> None:
    page = stage.open(*FIVE, agreed=FAR)
    page.edit_hand(1, "bids", 1)
    stage.type("11")
    assert "the minimum is 4" in read(page.bar)
    press(page.bar, "The referee allowed it")
    press(page.bar, "Save the correction")
    assert latest(page).override == "the referee allowed it"


def test_the_keypad_is_for_the_hand_that_is_corrected(stage: Stage) -> None:
    page = stage.open(*FIVE, agreed=FAR)
    stage.type("5")
    page.edit_hand(1, "tricks")
    settle()
    QTest.mouseClick(page.bar.keys.keys["9"], Qt.MouseButton.LeftButton)
    assert page.input.bids is not None
    assert page.input.bids.keys == "5"
    QTest.keyClick(page.bar, Qt.Key.Key_Escape)
    assert page.bar.state == "bids"
    assert page.bar.bids is not None
    assert page.bar.bids.keys == "5", "what was typed of the next hand is there again"


def test_what_was_typed_is_there_again_after_a_restart(stage: Stage) -> None:
    page = stage.open(*FIVE, agreed=FAR)
    page.edit_hand(2, "tricks")
    page.bar.press("7")
    stage.restart()
    page = stage.page
    assert page.bar.line.text() == "Correct hand 2"
    press(page.bar, "Typed wrong")
    press(page.bar, "Save the correction")
    assert isinstance(latest(page).to, Tricks)


def test_a_hand_recorded_meanwhile_changes_nothing_that_is_typed(stage: Stage) -> None:
    page = stage.open(*FIVE, agreed=FAR)
    page.edit_hand(2, "bids", 1)
    page.bar.press("6")
    page.table.record(Bids(bids=HAND[0]))
    settle()
    assert page.bar.line.text() == "Correct hand 2"
    press(page.bar, "Misheard")
    press(page.bar, "Save the correction")
    entry = latest(page)
    assert isinstance(entry.to, Bids)
    assert 6 in entry.to.bids


def test_time_that_runs_out_waits_for_the_correction(stage: Stage) -> None:
    page = stage.open(HAND)
    stage.pass_(60)
    page.edit_hand(1, "tricks")
    page.bar.press("9")
    stage.pass_(31 * 60)
    settle()
    assert page.bar.line.text() == "Correct hand 1"
    press(page.bar, "Misheard")
    press(page.bar, "Save the correction")
    assert "Was the next hand dealt?" in page.bar.line.sentence


def test_undo_during_a_correction_takes_no_entry_back(stage: Stage) -> None:
    page = stage.open(*FIVE, agreed=FAR)
    stage.page.do("amend")
    stage.type("2")
    before = page.table.match.log
    stage.window.do("undo")
    assert page.table.match.log == before
    assert "Save or cancel the correction first." in read(page.bar)
    assert page.bar.correction is not None


def test_a_hand_that_is_taken_away_ends_its_correction(stage: Stage) -> None:
    page = stage.open(HAND, (HAND[0], None))
    page.edit_hand(2, "bids")
    page.bar.press("5")
    page.table.undo()
    settle()
    assert page.bar.state == "bids"


def test_who_sat_is_corrected_from_the_hand_that_is_pointed_at(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SCORING.md 3: a substitute holds from that hand on."""
    page = stage.open(HAND, HAND, HAND)
    shown: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, _at: shown.append(menu))
    page.sheet.customContextMenuRequested.emit(cell(page, 2, 1, "bids"))
    (substitute,) = (each for each in shown[0].actions() if each.text() == "Substitute…")
    substitute.trigger()
    panel = page.panel
    assert panel is not None
    assert find(panel, QComboBox, "Starting with").currentText() == "hand 2"
    press(panel, "Player leaving: Bo")
    type_over(panel, "Who's taking the seat?", "Zed")
    type_over(panel, "Why", "ill")
    press(panel, "Record the substitute")
    match = page.table.match
    names = [match.head_of_hand(each).teams[1].players[0] for each in match.board.hands]
    assert names == ["Bo", "Zed", "Zed"]


def test_another_number_takes_the_place_of_one_that_was_pressed_wrong(stage: Stage) -> None:
    page = stage.open(HAND, HAND)
    page.edit_hand(1, "tricks")
    for pressed, shown in (("9", ["9", "4"]), ("7", ["7", "6"]), ("12", ["12", "1"])):
        for key in pressed:
            assert page.bar.press(key)
        assert [each.value for each in page.bar.boxes.boxes[-2:]] == shown


def type_correction(stage: Stage) -> TablePage:
    """Correct the tricks of the first hand by keys, up to the reason."""
    page = stage.open(HAND, HAND)
    page.edit_hand(1, "tricks")
    press_keys(stage, "9", Qt.Key.Key_Return)
    assert "Enter a reason" in read(page.bar)
    return page


def test_tab_leads_from_the_reason_to_the_usual_ones(stage: Stage) -> None:
    page = type_correction(stage)
    for _ in range(2):
        press_keys(stage, Qt.Key.Key_Tab)
    press_keys(stage, Qt.Key.Key_Space)
    assert page.bar.reason.text() == "typed wrong"
    assert page.bar.reason.hasFocus()
    press_keys(stage, Qt.Key.Key_Return)
    assert latest(page).why == "typed wrong"


def test_enter_on_cancel_records_no_correction(stage: Stage) -> None:
    page = type_correction(stage)
    before = page.table.match.log
    press_keys(stage, *"misheard")
    cancel = button(page.bar, "Cancel")
    for _ in range(12):
        if not cancel.hasFocus():
            press_keys(stage, Qt.Key.Key_Tab)
    assert cancel.hasFocus()
    press_keys(stage, Qt.Key.Key_Return)
    assert page.table.match.log == before
    assert page.bar.state == "bids"


def test_a_missing_reason_is_named_until_one_is_typed(stage: Stage) -> None:
    page = type_correction(stage)
    press_keys(stage, "m")
    assert "Enter a reason" not in read(page.bar)
    assert "hand 2: " in page.bar.notes.text()
    for key in (Qt.Key.Key_Backspace, Qt.Key.Key_Return):
        press_keys(stage, key)
    assert "Enter a reason" in read(page.bar)
    press_keys(stage, Qt.Key.Key_Escape)
    assert page.bar.state == "bids"
    assert "Enter a reason" not in read(page.bar)


FAILED_NIL: Played = ((4, 3, "nil", 4), (1, 7, 5, None))
"""Cy's nil took five tricks."""


def press_number(page: TablePage, hand: int, side: int, key: str) -> list[str]:
    """Double-click a side's tricks, press a number on the keypad, and return the tricks shown."""
    double_click(page, hand, side, "tricks")
    QTest.mouseClick(page.bar.keys.keys[key], Qt.MouseButton.LeftButton)
    settle()
    return [each.value for each in page.bar.boxes.boxes[4:]]


@pytest.mark.parametrize(
    ("side", "key", "shown"),
    [(1, "8", ["0", "5", "8"]), (1, "6", ["2", "5", "6"]), (0, "2", ["2", "5", "6"])],
)
def test_a_corrected_number_of_tricks_keeps_those_of_the_nil(
    stage: Stage, side: int, key: str, shown: list[str]
) -> None:
    page = stage.open(FAILED_NIL, HAND, agreed=FAR)
    assert press_number(page, 1, side, key) == shown
    press(page.bar, "Misheard")
    press(page.bar, "Save the correction")
    entry = latest(page).to
    assert isinstance(entry, Tricks)
    assert [entry.tricks[seat] for seat in (0, 2, 1)] == [int(each) for each in shown]


def test_a_corrected_number_can_be_pressed_again_beside_a_nil(stage: Stage) -> None:
    page = stage.open(FAILED_NIL, HAND, agreed=FAR)
    press_number(page, 1, 1, "8")
    QTest.mouseClick(page.bar.keys.keys["6"], Qt.MouseButton.LeftButton)
    assert [each.value for each in page.bar.boxes.boxes[4:]] == ["2", "5", "6"]


def test_a_corrected_number_that_the_nil_leaves_no_room_for_is_refused(stage: Stage) -> None:
    page = stage.open(FAILED_NIL, HAND, agreed=FAR)
    assert press_number(page, 1, 1, "9") == ["1", "5", "7"]
    assert "Only 8 tricks are left" in read(page.bar)


def test_after_a_usual_reason_a_number_is_still_for_the_hand(stage: Stage) -> None:
    page = stage.open(*FIVE, agreed=FAR)
    double_click(page, 3, 0, "tricks")
    for pressed in (button(page.bar, "Misheard"), page.bar.keys.keys["J"]):
        QTest.mouseClick(pressed, Qt.MouseButton.LeftButton)
        settle()
    assert page.bar.reason.text() == "misheard"
    assert [each.value for each in page.bar.boxes.boxes[4:]] == ["11", "2"]
    QTest.mouseClick(button(page.bar, "Save the correction"), Qt.MouseButton.LeftButton)
    assert latest(page).why == "misheard"
