"""Bids and tricks from the keyboard: how many keys, what is refused and why, what is taken back."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from scorepad.spades.entries import Bids, Tricks
from tests.window.evening import HAND, NIL_HAND, read
from tests.window.stage import Stage, type_keys


def entries(stage: Stage, kind: type) -> list[Any]:
    return [entry for entry in stage.page.table.match.log if isinstance(entry, kind)]


def test_an_ordinary_hand_with_four_bids_is_six_keys(stage: Stage) -> None:
    page = stage.open()
    keys = "5443" + "7\n"
    stage.type(keys)
    assert len(keys) == 6
    # Ann deals: Bo and Di bid first, then Ann and Cy.
    assert entries(stage, Bids)[-1].bids == (4, 5, 3, 4)
    assert entries(stage, Tricks)[-1].tricks == (7, 6, None, None)
    assert page.table.match.board.score == (70, -90)


def test_an_ordinary_hand_with_team_bids_is_four_keys(stage: Stage) -> None:
    page = stage.open(rules="washburn")
    keys = "67" + "7\n"
    stage.type(keys)
    assert len(keys) == 4
    assert page.table.match.board.hands[0].contract == (7, 6)
    assert page.table.match.board.hands[0].tricks == (7, 6)


def test_an_illegal_bid_says_why_and_records_nothing(stage: Stage) -> None:
    page = stage.open()
    stage.type("11")
    assert page.bar.bids is not None
    assert page.bar.bids.cursor == 1, "the cursor stays at the bid that is refused"
    assert "Kings bid 2; the minimum is 4" in read(page.bar)
    assert page.table.match.log == ()
    # The next key replaces it.
    stage.type("3")
    assert page.bar.bids.bids()[3] == 3
    assert page.bar.bids.mistake is None


def test_why_a_blind_nil_is_refused_is_said_before_it_is_typed(stage: Stage) -> None:
    page = stage.open()
    assert "Blind nil needs 100 behind; the sides are level" in read(page.bar)


def test_a_supervisor_may_insist_with_a_reason(stage: Stage) -> None:
    page = stage.open()
    stage.type("1144")
    assert page.bar.bids is not None
    # The 4s replaced the refused 1: so insist on 1 + 1.
    stage.type("\b\b\b\b1" + "1!44")
    assert page.bar.bids.complete
    assert page.bar.reason.isVisible()
    assert page.table.match.log == (), "a breach is not recorded without its reason"
    type_keys(page.bar.reason, "\n")
    assert "Write the reason first" in read(page.bar)
    stage.qtbot.keyClicks(page.bar.reason, "both sides agreed")
    type_keys(page.bar.reason, "\n")
    bids = entries(stage, Bids)[-1]
    assert bids.override == "both sides agreed"
    assert bids.bids == (4, 1, 4, 1)
    assert not page.bar.reason.isVisible()


def test_backspace_goes_back_bid_by_bid(stage: Stage) -> None:
    page = stage.open()
    stage.type("54\b3")
    assert page.bar.bids is not None
    assert page.bar.bids.keys == "53"


def test_the_bids_are_read_back_large_when_they_are_locked(stage: Stage) -> None:
    page = stage.open()
    stage.type("5443")
    assert page.bar.state == "tricks"
    read_back = " ".join(page.bar.line.sentence.split())
    assert "Aces Ann 4 Cy 3 = 7 Kings Bo 5 Di 4 = 9" in read_back


def test_one_number_of_tricks_is_enough_and_tab_points_at_the_other_side(stage: Stage) -> None:
    page = stage.open(((4, 3, 3, 2), None))
    stage.type("8")
    assert [box.value for box in page.bar.boxes.boxes] == ["8", "5"]
    stage.type("\t")
    # The number goes over as what it makes there; another replaces it.
    assert [box.value for box in page.bar.boxes.boxes] == ["8", "5"]
    assert [box.state for box in page.bar.boxes.boxes] == ["derived", "current"]
    stage.type("4\n")
    assert page.table.match.board.hands[0].tricks == (9, 4)


def test_a_nil_took_none_where_no_second_number_is_typed(stage: Stage) -> None:
    page = stage.open((("nil", 4, 5, 3), None))
    stage.type("6")
    assert "Aces made, Ann's nil made +111" in read(page.bar)
    stage.type("\n")
    assert page.table.match.board.hands[0].seat_tricks == (0, 7, 6, None)


def test_an_impossible_number_is_not_taken(stage: Stage) -> None:
    page = stage.open((("nil", 4, 5, 3), None))
    stage.type("3K")
    assert "Only 10 tricks are left; a hand has 13" in read(page.bar)
    assert page.bar.tricks is not None
    assert page.bar.tricks.keys == "3"


def test_enter_before_the_count_records_nothing_and_twice_records_once(stage: Stage) -> None:
    stage.open(((4, 3, 3, 2), None))
    stage.type("\n")
    assert entries(stage, Tricks) == []
    stage.type("8\n\n")
    assert len(entries(stage, Tricks)) == 1
    assert stage.page.bar.state == "bids"


def test_a_key_held_down_is_one_key(stage: Stage) -> None:
    page = stage.open()
    for repeated in (False, True, True, True):
        event = QKeyEvent(
            QEvent.Type.KeyPress, Qt.Key.Key_4, Qt.KeyboardModifier.NoModifier, "4", repeated
        )
        QApplication.sendEvent(page.bar, event)
    assert page.bar.bids is not None
    assert page.bar.bids.keys == "4"


def test_one_number_is_called_enough_only_where_it_is(stage: Stage) -> None:
    page = stage.open((HAND[0], None))
    assert "One number is enough" in read(page.bar)
    page = stage.open((NIL_HAND[0], None))
    assert "One number is enough" not in read(page.bar)
