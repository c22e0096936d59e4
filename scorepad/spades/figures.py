"""The figures of a match for an event's statistics, by player and side.

A hand that was scored or lost counts for the people who sat in it.
"""

from __future__ import annotations

from operator import add, is_
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import astuple, replace

from scorepad.spades.board import Board, Hand
from scorepad.spades.entries import Head
from scorepad.spades.naming import head_of_hand, name_key
from scorepad.spades.scoring import number_of_bid

BAGS_NOT_PLAYED: Final = ("bag-penalty", "ruling")
"""Bags of these lines were not taken as tricks."""
OF_BOTH_PARTNERS: Final = ("hands", "tricks", "sets", "bags")
"""Each of two partners has these counts of their side."""


class HandCounts(msgspec.Struct, frozen=True, array_like=True):
    """The counts of a player or a team over hands.

    bids, bid: the hands with a number bid, and the sum of these numbers
    tricks: those taken with the partner
    nils, nils_made, blind_nils, blind_nils_made: each nil that was bid, and made
    sets: hands in which the contract was set
    bags: overtricks and tricks of failed nils that were counted as bags
    deals: hands dealt
    """

    hands: int = 0
    bids: int = 0
    bid: int = 0
    tricks: int = 0
    nils: int = 0
    nils_made: int = 0
    blind_nils: int = 0
    blind_nils_made: int = 0
    sets: int = 0
    bags: int = 0
    deals: int = 0

    def __add__(self, other: HandCounts) -> HandCounts:
        return HandCounts(*map(add, astuple(self), astuple(other)))

    @property
    def average_bid(self) -> float | None:
        """Return the mean of the numbers bid, with two decimals; None without any."""
        return round(self.bid / self.bids, 2) if self.bids else None

    @property
    def all_nils_made(self) -> int:
        return self.nils_made + self.blind_nils_made


class PlayerFigures(msgspec.Struct, frozen=True, array_like=True):
    """The counts of a player on a side; the name is "" if it wasn't entered."""

    side: int
    name: str
    counts: HandCounts


class HighestHand(msgspec.Struct, frozen=True, array_like=True):
    """The hand in which a side of a match won the most points."""

    points: int
    side: int
    players: tuple[str, ...]


class MatchFigures(msgspec.Struct, frozen=True, array_like=True):
    """The figures of a match.

    deficits: the most points by which each side was behind after a hand
    doubled: names that both partners of a side had in one hand, by side
    """

    players: tuple[PlayerFigures, ...]
    highest: HighestHand
    deficits: tuple[int, int]
    doubled: tuple[tuple[int, str], ...] = ()

    @property
    def hands(self) -> int:
        """Return the number of hands; in each sit four."""
        return sum(each.counts.hands for each in self.players) // 4

    def counts_of_side(self, side: int) -> HandCounts:
        mine = (each.counts for each in self.players if each.side == side)
        total = sum(mine, HandCounts())
        return replace(total, **{name: getattr(total, name) // 2 for name in OF_BOTH_PARTNERS})


class CountedHands(NamedTuple):
    """The first hands of a match, with their figures."""

    hands: tuple[Hand, ...] = ()
    figures: MatchFigures | None = None


def count_hands(before: CountedHands, board: Board, head: Head) -> CountedHands:
    """Return the figures of a match; hands that were counted `before` are not counted again.

    A hand is another value once its players, its names or anything else of it changed.
    """
    hands = board.hands[: len(board.hands) - board.open_hand]
    n, figures = len(before.hands), before.figures
    if n > len(hands) or not all(map(is_, before.hands, hands)):
        n, figures = 0, None
    for hand in hands[n:]:
        if hand.is_counted:
            figures = _add_hand(figures, hand, head_of_hand(head, board, hand.number))
    return CountedHands(hands, figures)


def _add_hand(before: MatchFigures | None, hand: Hand, head: Head) -> MatchFigures:
    players = {} if before is None else {(p.side, name_key(p.name)): p for p in before.players}
    doubled = {} if before is None else dict.fromkeys(before.doubled)
    names = [tuple(name.strip() for name in team.players) for team in head.teams]
    for side, (one, other) in enumerate(names):
        for seat, name in ((side, one), (side + 2, other)):
            key = side, name_key(name)
            player = players.get(key) or PlayerFigures(side, name, HandCounts())
            players[key] = replace(player, counts=player.counts + count_seat(hand, seat))
        if one and name_key(one) == name_key(other):
            doubled[side, one] = None
    best = 1 if hand.change[1] > hand.change[0] else 0
    highest = HighestHand(hand.change[best], best, tuple(filter(None, names[best])))
    if before is not None and before.highest.points >= highest.points:
        highest = before.highest
    behind, other_behind = before.deficits if before is not None else (0, 0)
    lead = hand.score[0] - hand.score[1]
    deficits = max(behind, -lead), max(other_behind, lead)
    return MatchFigures((*players.values(),), highest, deficits, (*doubled,))


def count_seat(hand: Hand, seat: int) -> HandCounts:
    """Return the counts of the player at a seat in a hand."""
    nil, scored = hand.nils[seat], hand.sides[seat % 2]
    # Where the partner bid nothing, the number is that of the whole side.
    is_own = nil is None and hand.bids[(seat + 2) % 4] is not None and not hand.bids_itself
    number = number_of_bid(hand.bids[seat]) if is_own else None
    is_made = int(scored.nil_made[seat // 2] is True)
    is_nil, is_blind = int(nil == "nil"), int(nil == "blind")
    return HandCounts(
        hands=1,
        bids=int(number is not None),
        bid=number or 0,
        tricks=hand.tricks[seat % 2] or 0,
        nils=is_nil,
        nils_made=is_nil * is_made,
        blind_nils=is_blind,
        blind_nils_made=is_blind * is_made,
        sets=int(scored.made is False),
        bags=sum([line.bags for line in scored.lines if line.what not in BAGS_NOT_PLAYED]),
        deals=int(hand.dealer == seat),
    )
