"""A sample hand shows what a rule set does: typed bids and tricks become a scored hand."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from scorepad.spades.bidding import read_bid, read_count
from scorepad.spades.board import Hand
from scorepad.spades.entries import Bid, Bids, FourBids, FourCounts, Head, Ruling, Tricks
from scorepad.spades.library import Library
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.rulefile import plain_rules
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import T, Text

Four = tuple[str, str, str, str]


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """A hand as it is typed, by seat, and where both sides stand before it."""

    bids: Four
    tricks: Four
    score: tuple[int, int] = (0, 0)
    bags: tuple[int, int] = (0, 0)


SAMPLES: tuple[tuple[Text, Sample], ...] = (
    (T("Made, with overtricks"), Sample(bids=("4", "3", "3", "2"), tricks=("5", "3", "3", "2"))),
    (T("Set"), Sample(bids=("5", "3", "4", "2"), tricks=("4", "4", "3", "2"))),
    (T("Nil made"), Sample(bids=("N", "3", "5", "4"), tricks=("0", "3", "6", "4"))),
    (T("Nil failed"), Sample(bids=("N", "3", "5", "4"), tricks=("2", "3", "5", "3"))),
    (T("Nil failed, partner set"), Sample(bids=("N", "3", "6", "4"), tricks=("2", "4", "4", "3"))),
    (
        T("Blind nil made"),
        Sample(bids=("B", "3", "5", "4"), tricks=("0", "4", "5", "4"), score=(20, 240)),
    ),
    (T("Both partners nil"), Sample(bids=("N", "6", "N", "5"), tricks=("0", "6", "1", "6"))),
    (T("Big bid made"), Sample(bids=("6", "1", "4", "3"), tricks=("6", "1", "4", "2"))),
    (T("Big bid set"), Sample(bids=("6", "1", "4", "3"), tricks=("5", "2", "4", "2"))),
    (
        T("Over the bag limit"),
        Sample(
            bids=("3", "3", "2", "2"), tricks=("5", "3", "3", "2"), score=(190, 160), bags=(4, 9)
        ),
    ),
)
"""Hands that show most parameters at work."""


def bid(text: str) -> Bid:
    """Read a typed bid; raises `Refused` for any other text."""
    with suppress(ValueError):
        typed = read_bid(text)
        if not isinstance(typed, int) or 0 <= typed <= 13:
            return typed
    raise Refused(T("“{text}” is no bid; type 0 to 13, N for nil or B for blind nil", text=text))


def tricks(text: str) -> int | None:
    """Read a typed number of tricks; raises `Refused` for any other text."""
    with suppress(ValueError):
        typed = read_count(text)
        if typed is None or 0 <= typed <= 13:
            return typed
    raise Refused(T("“{text}” is no number of tricks; type 0 to 13", text=text))


def play(rules: RuleSet, library: Library, sample: Sample) -> Hand:
    """Return the hand as these rules score it; raises `Refused` where they do not allow it."""
    match = Match.open(Head(rules=plain_rules(rules)), library)
    for side in (0, 1):
        if sample.score[side] or sample.bags[side]:
            ruling = Ruling(side=side, points=sample.score[side], bags=sample.bags[side], why="–")
            match = match.append(ruling)
    a, b, c, d = (bid(text) for text in sample.bids)
    bids: FourBids = (a, b, c, d)
    match = match.append(Bids(bids=bids))
    e, f, g, h = (tricks(text) for text in sample.tricks)
    counts: FourCounts = (e, f, g, h)
    return match.append(Tricks(tricks=counts)).board.hands[-1]
