"""Bids and tricks from the keyboard: how many keys, in which order, what is refused and why,
what is taken back, and that nothing typed is lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from scorepad.desk.hand_input import HandInput
from scorepad.desk.typed_bids import INSIST, SIDE_KEYS, TypedBids, bidding_order
from scorepad.desk.typed_tricks import TypedTricks
from scorepad.spades.entries import Bids, Head, Note, Tricks
from scorepad.spades.library import load_library
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.rules import PRESETS
from scorepad.spades.words import T
from scorepad.window.match.entry.boxes import BoxButton
from scorepad.window.match.entry.entry_bar import EntryBar
from tests.window.evening import ACES, HAND, KINGS, NIL_HAND, RULES, WORDS, read
from tests.window.find import find_all
from tests.window.stage import Stage, type_keys

LIBRARY = load_library(RULES)


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Stage:
    return Stage(qtbot, tmp_path)


def entries(stage: Stage, kind: type) -> list[Any]:
    return [entry for entry in stage.page.table.match.log if isinstance(entry, kind)]


def match(rules: str, dealer: int = 0) -> Match:
    return Match.open(Head(rules=rules, teams=(ACES, KINGS), first_dealer=dealer), LIBRARY)


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


@pytest.mark.parametrize(
    ("rules", "dealer", "order"),
    [
        ("unc", 0, (1, 3, 0, 2)),
        ("unc", 3, (0, 2, 3, 1)),
        ("fairmont-state", 0, (1, 2, 3, 0)),
        ("chicago", 2, (3, 0, 1, 2)),
    ],
)
def test_bids_are_asked_in_the_rule_sets_order(
    rules: str, dealer: int, order: tuple[int, ...]
) -> None:
    assert bidding_order(LIBRARY.get(rules), dealer) == order
    typing = TypedBids(match(rules, dealer))
    asked = []
    for key in "4444":
        assert typing.current is not None
        asked += typing.current.seats
        typing.press(key)
    assert tuple(asked) == order


def test_ten_to_thirteen_nil_and_blind_nil_are_one_key_each() -> None:
    typing = TypedBids(match("fairmont-state", 3), "TNBK")
    assert typing.complete
    assert typing.bids() == (10, "nil", "blind", 13)
    assert TypedBids(match("fairmont-state", 3), "JQ01").bids() == (11, 12, 0, 1)


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


def test_what_no_reason_can_excuse_cannot_be_insisted_on() -> None:
    typing = TypedBids(match("washburn"), "4")
    assert typing.press("B")
    typing.press("5")
    assert typing.mistake is not None
    assert not typing.press(INSIST)


def test_backspace_goes_back_bid_by_bid(stage: Stage) -> None:
    page = stage.open()
    stage.type("54\b3")
    assert page.bar.bids is not None
    assert page.bar.bids.keys == "53"


def test_the_bids_are_read_back_large_when_they_are_locked(stage: Stage) -> None:
    page = stage.open()
    stage.type("5443")
    assert page.bar.state == "tricks"
    read_back = " ".join(page.bar.line.text.split())
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


def test_two_nils_on_a_side_leave_the_rest_to_the_others() -> None:
    opened = match("chicago", 3).append(Bids(bids=("nil", 4, "nil", 3)))
    assert opened.board.hand is not None
    typing = TypedTricks(opened, "Q")
    assert not typing.complete, "a trick is left: which of the two took it?"
    typing.press("0")
    entry = typing.entry()
    assert entry is not None
    assert entry.tricks == (0, 12, 1, None)
    typing = TypedTricks(opened, "K")
    assert typing.complete, "no trick is left"


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


def test_what_is_typed_is_there_again_after_a_restart(stage: Stage) -> None:
    page = stage.open()
    stage.type("11!4")
    again = EntryBar(HandInput(page.table), WORDS)
    stage.qtbot.addWidget(again)
    assert again.bids is not None
    assert again.bids.keys == "11!4"
    stage.type("4")
    stage.qtbot.keyClicks(page.bar.reason, "agreed")
    third = EntryBar(HandInput(page.table), WORDS)
    stage.qtbot.addWidget(third)
    assert third.reason.text() == "agreed"
    type_keys(page.bar.reason, "\n")
    stage.type("\t6")
    fourth = EntryBar(HandInput(page.table), WORDS)
    stage.qtbot.addWidget(fourth)
    assert fourth.tricks is not None
    assert (fourth.tricks.pointed, fourth.tricks.keys) == (1, "\t6")


def test_a_draft_of_another_hand_is_dropped(stage: Stage) -> None:
    page = stage.open()
    stage.type("54")
    kept = page.table.draft.text
    stage.type("43" + "8\n")
    assert page.table.draft.text == ""
    page.table.draft.write(kept)
    again = EntryBar(HandInput(page.table), WORDS)
    stage.qtbot.addWidget(again)
    assert again.bids is not None
    assert again.bids.keys == ""


def test_a_damaged_draft_is_no_draft(stage: Stage) -> None:
    page = stage.open()
    page.table.draft.write('{"what": "bids", "hand":')
    again = EntryBar(HandInput(page.table), WORDS)
    stage.qtbot.addWidget(again)
    assert again.bids is not None
    assert again.bids.keys == ""


def test_what_is_typed_stays_when_something_else_is_recorded(stage: Stage) -> None:
    page = stage.open()
    stage.type("54")
    page.clock("start")
    assert page.bar.bids is not None
    assert page.bar.bids.keys == "54"


def test_every_step_can_be_done_with_the_mouse(stage: Stage) -> None:
    page = stage.open()
    for key in "5443":
        stage.qtbot.mouseClick(page.bar.keys.keys[key], Qt.MouseButton.LeftButton)
    for key in ("8", "\r"):
        stage.qtbot.mouseClick(page.bar.keys.keys[key], Qt.MouseButton.LeftButton)
    assert page.table.match.board.hands[0].tricks == (8, 5)


def test_keys_on_the_screen_are_large_enough_and_have_names(stage: Stage) -> None:
    page = stage.open(((4, 3, 3, 2), None))
    for key, made in page.bar.keys.keys.items():
        assert made.accessibleName(), key
        if made.isVisible():
            assert made.height() >= 44
            assert made.width() >= 44


def test_pressing_a_box_goes_back_to_its_bid(stage: Stage) -> None:
    page = stage.open()
    stage.type("544")
    boxes = find_all(page.bar.boxes, BoxButton)
    stage.qtbot.mouseClick(boxes[1], Qt.MouseButton.LeftButton)
    assert page.bar.bids is not None
    assert page.bar.bids.keys == "5"


def test_a_refusal_of_the_store_keeps_what_was_typed(stage: Stage) -> None:
    page = stage.open()
    stage.evening.keeper.full = True
    stage.type("5443")
    assert page.table.match.log == ()
    assert page.bar.bids is not None
    assert page.bar.bids.complete
    assert page.bar.message.isVisible()
    stage.evening.keeper.full = False
    stage.type("\n")
    assert page.bar.state == "tricks"


def test_a_read_only_bar_records_nothing_and_says_why(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, read_only=T("another Scorepad is writing here"))
    page = stage.open(((4, 3, 3, 2), None))
    stage.type("8\n")
    assert page.bar.state == "read-only"
    assert "Another Scorepad is writing here" in read(page.bar)
    assert len(page.table.match.log) == 2


@given(rules=st.sampled_from(PRESETS), dealer=st.integers(0, 3), keys=st.text(SIDE_KEYS + "!\b"))
def test_what_is_complete_without_insisting_is_what_the_gate_takes(
    rules: str, dealer: int, keys: str
) -> None:
    opened = match(rules, dealer)
    typing = TypedBids(opened)
    for key in keys:
        if typing.complete:
            break
        if key == "\b":
            typing.back()
        else:
            typing.press(key)
    assert TypedBids(opened, typing.keys).keys == typing.keys, "keys alone say what was typed"
    if typing.complete:
        opened.check(typing.entry("because" if typing.insisted else None))
        if typing.insisted:
            with pytest.raises(Refused):
                opened.check(typing.entry())


@given(
    st.sampled_from([(4, 3, 3, 2), ("nil", 4, 5, 3), ("nil", 4, "nil", 3), ("nil",) * 4]),
    st.text("0123456789TJQK\t\b"),
)
def test_counts_always_sum_to_thirteen(bids: Any, keys: str) -> None:
    opened = match("chicago", 3).append(Bids(bids=bids))
    assert opened.board.hand is not None
    typing = TypedTricks(opened)
    for key in keys:
        if key == "\b":
            typing.back()
        else:
            typing.press(key)
        assert typing.left >= 0
    if (entry := typing.entry()) is not None:
        assert sum(count or 0 for count in entry.tricks) == 13
        opened.check(entry)
        again = TypedTricks(opened, typing.keys)
        assert again.entry() == entry


def test_undo_first_takes_back_what_is_typed(stage: Stage) -> None:
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


def test_what_is_typed_comes_back_with_the_hand_it_is_for(stage: Stage) -> None:
    page = stage.open(HAND)
    stage.type("54")
    page.do("undo")
    assert page.bar.state == "tricks"
    page.do("redo")
    assert page.bar.bids is not None
    assert page.bar.bids.keys == "54"


def test_the_side_pointed_at_stays_when_something_else_is_recorded(stage: Stage) -> None:
    page = stage.open()
    stage.type("5443" + "\t7")
    page.table.record(Note(text="late"))
    assert page.bar.tricks is not None
    assert page.bar.tricks.keys == "\t7"


def test_one_number_is_called_enough_only_where_it_is(stage: Stage) -> None:
    page = stage.open((HAND[0], None))
    assert "One number is enough" in read(page.bar)
    page = stage.open((NIL_HAND[0], None))
    assert "One number is enough" not in read(page.bar)
