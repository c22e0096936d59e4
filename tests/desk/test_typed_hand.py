"""A hand as it is typed, key by key: whose bid is asked, which keys are taken, and that what is
complete is what the gate takes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorepad.desk.typed_bids import INSIST, SIDE_KEYS, TypedBids, bidding_order
from scorepad.desk.typed_tricks import TypedTricks
from scorepad.paths import resources_folder
from scorepad.spades.entries import Bids, Head, Team
from scorepad.spades.library import load_library
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.rules import PRESETS

LIBRARY = load_library(resources_folder() / "rules")
ACES, KINGS = Team("Aces", ("Ann", "Cy")), Team("Kings", ("Bo", "Di"))


def match(rules: str, dealer: int = 0) -> Match:
    return Match.open(Head(rules=rules, teams=(ACES, KINGS), first_dealer=dealer), LIBRARY)


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


def test_a_bid_out_of_turn_is_typed_at_its_seat() -> None:
    typing = TypedBids(match("fairmont-state", 3))
    typing.point_at(2)
    assert typing.press("5")
    assert typing.cursor == 0, "then those whose turn it is"
    assert typing.press("4")
    assert typing.bids() == (4, None, 5, None)
    assert TypedBids(typing.match, typing.keys).bids() == (4, None, 5, None)
    typing.press("3")
    typing.point_at(0)
    assert typing.bids() == (None, 3, 5, None), "only the bid that is pointed at is typed again"
    typing.press("6")
    assert typing.delete_last()
    assert typing.cursor == 0
    typing.press("7")
    typing.press("2")
    assert typing.complete
    assert typing.bids() == (7, 3, 5, 2)


def test_the_bid_that_was_typed_last_is_the_one_that_is_refused() -> None:
    typing = TypedBids(match("unc", 3))
    typing.point_at(1)
    typing.press("1")
    typing.press("1")
    assert typing.cursor == 0
    assert typing.mistake is not None
    typing.press("4")
    assert typing.mistake is None


def test_a_number_after_the_tricks_changes_nothing() -> None:
    opened = match("chicago", 3).append(Bids(bids=(4, 3, 3, 2)))
    typing = TypedTricks(opened, "7")
    for key in "568T":
        assert not typing.press(key)
        assert typing.keys == "7"
        assert typing.mistake is not None
    assert not TypedTricks(opened).press("x"), "no key of a number"
    ten = TypedTricks(opened, "1")
    assert not ten.press("5")
    assert ten.press("2")
    assert ten.keys == "Q"
    ten.point_at_side(1)
    assert ten.press("4"), "a side that is pointed at takes another number"
    assert not ten.press("5")


def test_what_no_reason_can_excuse_cannot_be_insisted_on() -> None:
    typing = TypedBids(match("washburn"), "4")
    assert typing.press("B")
    typing.press("5")
    assert typing.mistake is not None
    assert not typing.press(INSIST)


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


@given(
    rules=st.sampled_from(PRESETS),
    dealer=st.integers(0, 3),
    keys=st.text(SIDE_KEYS + "!\bab"),
)
@example(rules="unc", dealer=0, keys="b0\b0")
def test_what_is_complete_without_insisting_is_what_the_gate_takes(
    rules: str, dealer: int, keys: str
) -> None:
    opened = match(rules, dealer)
    typing = TypedBids(opened)
    for key in keys:
        if typing.complete:
            break
        if key == "\b":
            typing.delete_last()
        elif key in "ab":
            typing.point_at("ab".index(key))
        else:
            typing.press(key)
    again = TypedBids(opened, typing.keys)
    assert again.unit_bids == typing.unit_bids, "keys alone say what was typed"
    if typing.complete:
        opened.warnings_if_appended(typing.entry("because" if typing.insisted else None))
        if typing.insisted:
            with pytest.raises(Refused):
                opened.warnings_if_appended(typing.entry())


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
            typing.delete_last()
        else:
            typing.press(key)
        assert typing.tricks_left >= 0
    if (entry := typing.entry()) is not None:
        assert sum(count or 0 for count in entry.tricks) == 13
        opened.warnings_if_appended(entry)
        again = TypedTricks(opened, typing.keys)
        assert again.entry() == entry
