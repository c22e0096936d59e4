"""The keys on the screen: each stands where a finger found it, whatever else is open, and says what
it is on the keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGridLayout, QWidget

from scorepad.spades.bidding import COUNT_KEYS
from scorepad.spades.entries import Team
from scorepad.window.match.entry.keypad import KeyPad
from scorepad.window.match.entry.seats import SeatButton
from tests.window.evening import HAND
from tests.window.find import button as button_of
from tests.window.find import settle
from tests.window.stage import Stage, type_keys

SIZES = [(1024, 640), (1366, 768), (1920, 1080)]


def position(pad: KeyPad, button: QWidget) -> tuple[int, int, int]:
    """Row and first column of a key, and over how many columns it goes."""
    grid = pad.layout()
    assert isinstance(grid, QGridLayout)
    row, column, _rows, across = grid.getItemPosition(grid.indexOf(button))
    return row, column, across


def places(pad: KeyPad) -> dict[str, tuple[int, int]]:
    """Row and column of every key that is offered."""
    made = {}
    for key, button in pad.keys.items():
        if not button.isHidden():
            made[key] = position(pad, button)[:2]
    return made


@pytest.mark.parametrize(("size", "hands"), [((1024, 640), 6), ((1366, 768), 10)])
def test_while_the_keypad_is_folded_away_so_many_hands_are_in_sight(
    qtbot: Any, tmp_path: Path, size: tuple[int, int], hands: int
) -> None:
    stage = Stage(qtbot, tmp_path, size=size)
    page = stage.open(*[HAND] * 14, agreed={"game": {"target": 5000}})
    settle()
    assert not page.bar.keys.isVisible()
    seen = page.sheet.viewport().visibleRegion().boundingRect().height()
    assert seen // page.sheet.rowHeight(0) >= hands


def test_the_keypad_is_shown_when_it_is_asked_for_and_that_is_remembered(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path)
    first = stage.open(HAND)
    second = stage.open(HAND, table="Table 5")
    asks = button_of(second.bar, "Show the keypad")
    stage.qtbot.mouseClick(asks, Qt.MouseButton.LeftButton)
    settle()
    assert second.bar.keys.isVisible()
    QTest.keyClick(second.bar, Qt.Key.Key_Tab)
    assert stage.window.focusWidget() is second.bar.keys.keys["0"], "after what stands above it"
    stage.show(first.table)
    settle()
    assert first.bar.keys.isVisible(), "at every table"
    again = Stage(qtbot, tmp_path, evening=stage.evening).open(HAND, table="Table 6")
    assert again.bar.keys.isVisible(), "after a restart"
    stage.qtbot.mouseClick(button_of(again.bar, "Hide the keypad"), Qt.MouseButton.LeftButton)
    settle()
    assert not again.bar.keys.isVisible()


def test_whoever_asks_for_the_keypad_types_on(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    page = stage.open(HAND)
    stage.type("54")
    before = stage.window.focusWidget()
    assert before is not None
    stage.qtbot.mouseClick(button_of(page.bar, "Show the keypad"), Qt.MouseButton.LeftButton)
    assert stage.window.focusWidget() is before
    type_keys(before, "4")
    assert page.bar.bids is not None
    assert page.bar.bids.keys == "544"


def test_numbers_and_back_stand_in_the_same_place_for_bids_and_tricks(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path, keypad=True)
    for rules, keys in (("unc", "5443"), ("washburn", "67")):
        page = stage.open(rules=rules)
        bids = places(page.bar.keys)
        stage.type(keys)
        tricks = places(page.bar.keys)
        common = set(bids) & set(tricks)
        assert set("0123456789TJQK\b") <= common
        assert {key: bids[key] for key in common} == {key: tricks[key] for key in common}


def test_the_key_of_the_other_side_names_it(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, keypad=True)
    page = stage.open((HAND[0], None))
    key = page.bar.keys.keys["\t"]
    assert key.text() == "⇄ Kings"
    stage.type("\t")
    assert key.text() == "⇄ Aces"


def test_the_key_for_the_other_side_shows_its_whole_name_where_it_fits(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path, keypad=True)
    page = stage.open((HAND[0], None), teams=(Team("Aces"), Team("Trick Shots")))
    settle()
    key = button_of(page.bar, "Type tricks for Trick Shots instead (Tab)")
    assert key.text() == "⇄ Trick Shots"


@pytest.mark.parametrize("size", [(1366, 768), (760, 520)])
def test_each_key_keeps_its_place(qtbot: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    stage = Stage(qtbot, tmp_path, keypad=True, size=size)
    page = stage.open()
    settle()

    def where() -> dict[str, QPoint]:
        settle()
        keys = page.bar.keys.keys
        return {key: keys[key].mapTo(stage.window, QPoint(0, 0)) for key in COUNT_KEYS}

    before = where()
    stage.type("5443")
    assert where() == before, "the tricks have the keys of the bids"
    stage.type("7")
    assert where() == before
    stage.type("\n")
    assert where() == before


def test_where_a_hand_was_recorded_nothing_of_the_next_one_can_be_pressed(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path, keypad=True)
    page = stage.open()
    stage.type("54437")
    settle()
    assert page.bar.record.isEnabled()
    QTest.mouseClick(page.bar.record, Qt.MouseButton.LeftButton)
    settle()
    assert not page.bar.record.isEnabled()
    assert page.bar.bids is not None
    assert page.bar.bids.keys == ""


def test_pressing_a_seat_shows_the_keypad(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    page = stage.open(HAND)
    settle()
    assert not page.bar.keys.isVisible()
    seat = page.bar.boxes.findChildren(SeatButton)[2]
    QTest.mouseClick(seat, Qt.MouseButton.LeftButton)
    settle()
    assert page.bar.keys.isVisible()
    QTest.mouseClick(page.bar.keys.keys["4"], Qt.MouseButton.LeftButton)
    assert page.bar.bids is not None
    assert page.bar.bids.unit_bids[2].number == 4, "it is of the seat that was pressed"


@pytest.mark.parametrize("size", [(1024, 640), (1110, 700), (1366, 768)])
def test_the_prompt_has_room_beside_the_keypad_that_a_pressed_seat_brings(
    qtbot: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    stage = Stage(qtbot, tmp_path, size=size)
    page = stage.open()
    QTest.mouseClick(page.bar.boxes.findChildren(SeatButton)[0], Qt.MouseButton.LeftButton)
    for key in "443":
        QTest.mouseClick(page.bar.keys.keys[key], Qt.MouseButton.LeftButton)
        settle()
        assert page.bar.line.height() < 2 * page.bar.line.fontMetrics().lineSpacing(), key
        row = page.sheet.visualRect(page.sheet.model().index(0, 0))
        seen = page.sheet.viewport().visibleRegion().boundingRect()
        assert seen.contains(row.center()), "the hand is in sight"


def test_in_the_smallest_window_every_key_is_in_sight(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, keypad=True, size=(760, 520))
    page = stage.open(HAND)
    for typed in ("", "5", "443"):
        stage.type(typed)
        settle()
        for shown in (*page.bar.keys.keys.values(), page.bar.record):
            if shown.isVisible():
                assert shown.visibleRegion().boundingRect() == shown.rect(), (typed, shown.text())
