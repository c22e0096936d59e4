"""Laptops that record apart come to the same score, by the real gate and fold (LAPTOPS.md 13)."""

from __future__ import annotations

from scorepad.paths import resources_folder
from scorepad.spades.entries import Head, Tricks, UnknownEntry
from scorepad.spades.library import load_library
from scorepad.spades.match import Match
from scorepad.spades.order import Order
from tests.spades.order_simulator import LOG_ID, Reading, Way, simulate

SCHEDULES = 300
EMPTY = Match.open(Head(rules="washburn"), load_library(resources_folder() / "rules"), id=LOG_ID)


def read_match_of(order: Order) -> Reading:
    """Return the board of a log, what is unfit in it, and which bids each tricks close."""
    log = [each for each in order.log if not isinstance(each, UnknownEntry)]
    match = EMPTY.extended(log, tolerant=True)  # type: ignore[arg-type]
    hands = {
        hand.closed_by: hand.bids_id
        for hand in match.board.hands
        if hand.closed_by and isinstance(match.raw(hand.closed_by), Tricks)
    }
    open_bids = match.board.hands[-1].bids_id if match.board.open_hand else None
    return Reading((match.board, tuple(match.unfit)), hands, open_bids)


def test_whoever_has_the_same_entries_has_the_same_score_and_no_hand_is_mixed() -> None:
    counts = simulate(range(SCHEDULES), Way(read=read_match_of))
    assert counts.sets_with_versions > SCHEDULES / 2
    assert counts.hands > SCHEDULES
    assert (counts.diverged, counts.lost, counts.mixed, counts.not_incremental) == (0, 0, 0, 0)
