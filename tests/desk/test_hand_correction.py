"""A recorded hand is typed again with the keys it was typed with; what follows from it follows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scorepad.desk.hand_correction import HandCorrection, append_all
from scorepad.spades.entries import Amend, Bids, FourBids, FourCounts, Tricks
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from tests.window.evening import HAND, NIL_HAND, Evening


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def correct(match: Match, hand: int) -> HandCorrection:
    return HandCorrection(match, match.board.hands[hand - 1])


def after(correction: HandCorrection) -> Match:
    return append_all(correction.match, correction.entries("misheard"))[0]


def test_nothing_typed_changes_nothing(tmp_path: Path, subtests: pytest.Subtests) -> None:
    side_bids: tuple[FourBids, FourCounts] = ((9, 4, None, None), (9, 4, None, None))
    side_nil: tuple[FourBids, FourCounts] = (("nil", 4, 5, None), (0, 4, 9, None))
    played: dict[str, Any] = {"unc": (HAND, NIL_HAND), "washburn": (side_bids, side_nil)}
    for rules, hands in played.items():
        match = Evening(tmp_path / rules).play(*hands, rules=rules).match
        for number, hand in enumerate(hands, start=1):
            with subtests.test(rules=rules, hand=number):
                correction = correct(match, number)
                assert not correction.is_changed
                assert correction.bids.bids() == hand[0]
                with pytest.raises(Refused, match="You haven't changed anything"):
                    correction.entries("x")


def test_the_other_side_has_what_is_left(evening: Evening) -> None:
    correction = correct(evening.play(HAND, HAND).match, 1)
    correction.select_side("tricks", 1)
    assert correction.press("6")
    (amend,) = correction.entries("misheard")
    assert isinstance(amend, Amend)
    assert isinstance(amend.to, Tricks)
    assert amend.to.tricks == (7, 6, None, None)
    assert after(correction).board.hands[1].score == (141, 101)


def test_ten_or_more_tricks_are_one_key_or_two(evening: Evening) -> None:
    match = evening.play(HAND).match
    for keys in ("J", "11"):
        correction = correct(match, 1)
        correction.select_side("tricks", 0)
        assert all(map(correction.press, keys))
        assert after(correction).board.hands[0].tricks == (11, 2)


def test_a_nil_that_comes_or_goes_has_its_tricks_apart(evening: Evening) -> None:
    match = evening.play(HAND, NIL_HAND, agreed={"bidding": {"side_minimum": 0}}).match
    comes = correct(match, 1)
    comes.select("bids", comes.bids.units.index((0,)))
    assert comes.press("N")
    assert after(comes).board.hands[0].seat_tricks[0] == 0
    goes = correct(match, 2)
    goes.select("bids", goes.bids.units.index((0,)))
    assert goes.press("3")
    assert after(goes).board.hands[1].nils == (None,) * 4


def test_the_next_key_is_for_the_next_bid(evening: Evening) -> None:
    correction = correct(evening.play(HAND).match, 1)
    correction.select("bids", 0)
    assert all(map(correction.press, "4444"))
    assert correction.bids.bids() == (4, 4, 4, 4)
    (amend,) = correction.entries("misheard")
    assert isinstance(amend, Amend)
    assert isinstance(amend.to, Bids)
    assert correction.press("5")
    assert correction.bids.bids()[correction.bids.units[3][0]] == 5, "the last bid, no tricks"


def test_what_was_typed_is_there_again(evening: Evening) -> None:
    match = evening.play(HAND, NIL_HAND).match
    correction = correct(match, 2)
    correction.select("bids", correction.bids.units.index((0,)))
    correction.press("3")
    correction.why = "misheard"
    draft = correction.draft()
    assert draft is not None
    again = correct(match, 2)
    again.fill(draft)
    assert (again.entries("x"), again.why) == (correction.entries("x"), "misheard")
