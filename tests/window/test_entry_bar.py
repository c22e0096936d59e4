"""The bar in which a hand is typed: nothing typed is lost, every step has a key on the screen, and
where nothing can be recorded it says why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from scorepad.desk.hand_input import HandInput
from scorepad.spades.entries import Note
from scorepad.window.match.entry.entry_bar import EntryBar
from scorepad.window.match.entry.seats import SeatButton
from tests.window.evening import HAND
from tests.window.find import cut_in_seats, find_all, settle
from tests.window.stage import Stage, type_keys


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Stage:
    return Stage(qtbot, tmp_path, keypad=True)


def test_what_is_typed_is_there_again_after_a_restart(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    with subtests.test("what is typed is there again after a restart"):
        page = stage.open()
        stage.type("11!4")
        again = EntryBar(HandInput(page.table))
        stage.qtbot.addWidget(again)
        assert again.bids is not None
        assert again.bids.keys == "11!4"
        stage.type("4")
        stage.qtbot.keyClicks(page.bar.reason, "agreed")
        third = EntryBar(HandInput(page.table))
        stage.qtbot.addWidget(third)
        assert third.reason.text() == "agreed"
        type_keys(page.bar.reason, "\n")
        stage.type("\t6")
        fourth = EntryBar(HandInput(page.table))
        stage.qtbot.addWidget(fourth)
        assert fourth.tricks is not None
        assert (fourth.tricks.pointed, fourth.tricks.keys) == (1, "\t6")
    with subtests.test("a draft of another hand is dropped"):
        page = stage.open()
        stage.type("54")
        kept = page.table.draft.text
        stage.type("43" + "8\n")
        assert page.table.draft.text == ""
        page.table.draft.write(kept)
        again = EntryBar(HandInput(page.table))
        stage.qtbot.addWidget(again)
        assert again.bids is not None
        assert again.bids.keys == ""
    with subtests.test("a damaged draft is no draft"):
        page = stage.open()
        page.table.draft.write('{"what": "bids", "hand":')
        again = EntryBar(HandInput(page.table))
        stage.qtbot.addWidget(again)
        assert again.bids is not None
        assert again.bids.keys == ""


def test_what_is_typed_stays_with_its_hand(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("what is typed stays when something else is recorded"):
        page = stage.open()
        stage.type("54")
        page.do("clock-start")
        assert page.bar.bids is not None
        assert page.bar.bids.keys == "54"
    with subtests.test("the side pointed at stays when something else is recorded"):
        page = stage.open()
        stage.type("5443" + "\t7")
        page.table.record(Note(text="late"))
        assert page.bar.tricks is not None
        assert page.bar.tricks.keys == "\t7"
    with subtests.test("undo first takes back what is typed"):
        page = stage.open(HAND)
        log = page.table.match.log
        stage.type("54")
        stage.window.do("undo")
        assert page.table.match.log == log, "only the typing is taken back"
        assert page.bar.bids is not None
        assert page.bar.bids.keys == ""
        stage.window.do("undo")
        assert len(page.table.match.log) == len(log) + 1
        assert page.bar.state == "tricks"
    with subtests.test("what is typed comes back with the hand it is for"):
        page = stage.open(HAND)
        stage.type("54")
        page.do("undo")
        assert page.bar.state == "tricks"
        page.do("redo")
        assert page.bar.bids is not None
        assert page.bar.bids.keys == "54"
    with subtests.test("a refusal of the store keeps what was typed"):
        page = stage.open()
        stage.evening.keeper.full = True
        stage.type("5443")
        assert page.table.match.log == ()
        assert page.bar.bids is not None
        assert page.bar.bids.complete
        assert page.strip.text
        stage.type("67")
        assert "disk is full" in page.bar.strip.text, "nothing of the next hand is taken"
        stage.evening.keeper.full = False
        stage.type("\n")
        assert page.bar.state == "tricks"
        assert "disk is full" not in page.bar.strip.text


def test_the_bar_is_used_with_the_mouse(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("every step can be done with the mouse"):
        page = stage.open()
        for key in "5443":
            stage.qtbot.mouseClick(page.bar.keys.keys[key], Qt.MouseButton.LeftButton)
        for pressed in (page.bar.keys.keys["8"], page.bar.record):
            stage.qtbot.mouseClick(pressed, Qt.MouseButton.LeftButton)
        assert page.table.match.board.hands[0].tricks == (8, 5)
    with subtests.test("keys on the screen are large enough and have names"):
        page = stage.open(((4, 3, 3, 2), None))
        for key, made in page.bar.keys.keys.items():
            assert made.accessibleName(), key
            if made.isVisible():
                assert made.height() >= 44
                assert made.width() >= 44
    with subtests.test("pressing a box has its bid typed again"):
        page = stage.open()
        stage.type("544")
        boxes = find_all(page.bar.boxes, SeatButton)
        stage.qtbot.mouseClick(boxes[1], Qt.MouseButton.LeftButton)
        assert page.bar.bids is not None
        assert page.bar.bids.bids() == (4, 5, None, None)


def cut_texts(stage: Stage) -> list[str]:
    """What is cut in the seats."""
    settle()
    return cut_in_seats(stage.page.bar)


@pytest.mark.parametrize("size", [(1366, 768), (1024, 640)])
def test_what_a_seat_says_is_whole(qtbot: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    stage = Stage(qtbot, tmp_path, size=size, keypad=True)
    page = stage.open(HAND)
    assert cut_texts(stage) == []
    stage.window.do("misdeal")
    assert cut_texts(stage) == [], "also beside a panel"
    page.close_panel()
    page.bar.correct_hand(1)
    page.bar.press("B")
    assert cut_texts(stage) == []
    notes = [each.texts()[1].text for each in find_all(page.bar, SeatButton)]
    assert "✕ bid" in notes, "the sign of a refused bid leaves the name its room"


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_the_bar_keeps_its_height_through_a_hand(
    qtbot: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    stage = Stage(qtbot, tmp_path, size=size)
    page = stage.open(*[HAND] * 4, rules="unc")
    settle()
    height = page.bar.height()
    for keys in ("433", "2", "8", "\n"):
        stage.type(keys)
        settle()
        assert page.bar.height() == height, keys
