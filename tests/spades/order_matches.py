"""Matches of the laptops of `order_simulator`, read by the real gate and fold."""

from __future__ import annotations

from typing import Any

from scorepad.paths import resources_folder
from scorepad.spades.entries import Head, Tricks, UnknownEntry
from scorepad.spades.library import load_library
from scorepad.spades.match import Match
from scorepad.spades.order import LogOrder
from tests.spades.order_simulator import LOG_ID, Reading, Way

EMPTY = Match.open(Head(rules="washburn"), load_library(resources_folder() / "rules"), id=LOG_ID)


def describe_match(match: Match) -> Reading:
    """Return the board of a match, what is unfit in it, and which bids each tricks close."""
    hands = {
        hand.closed_by: hand.bids_id
        for hand in match.board.hands
        if hand.closed_by and isinstance(match.original_entry(hand.closed_by), Tricks)
    }
    open_bids = match.board.hands[-1].bids_id if match.board.open_hand else None
    return Reading((match.board, tuple(match.unfit)), hands, open_bids, match)


def read_match_of(order: LogOrder) -> Reading:
    log: list[Any] = [each for each in order.log if not isinstance(each, UnknownEntry)]
    return describe_match(EMPTY.with_entries_appended(log, tolerant=True))


MATCHES = Way(read=read_match_of, describe=describe_match)
