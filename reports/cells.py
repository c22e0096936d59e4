"""What a hand's cells say besides their value: what stood there first, and what a renege moved."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from scorepad.spades import entries as kinds
from scorepad.spades.board import Hand
from scorepad.spades.entries import Bid
from scorepad.spades.match import Match
from scorepad.spades.scoring import nils_of, tricks_of


class Cells(msgspec.Struct, frozen=True, kw_only=True):
    """Of one side's hand: bids and tricks as they were first written, where a correction changed
    them ("" where none did), and the ids of those corrections; `moved`: tricks that reneges took
    from the side (below 0) or gave it."""

    hand: int
    side: int
    bid_was: str = ""
    bid_by: str = ""
    took_was: str = ""
    took_by: str = ""
    moved: int = 0


def bid_said(bid: Bid, nil: str | None) -> str:
    """The bid as the rule set reads it: a 0 that is a nil is one."""
    return nil or ("" if bid is None else str(bid))


def took_said(total: int | None, one: int | None, other: int | None, *, nil: bool) -> str:
    """The side's tricks; each partner's where one of them bid nil."""
    if total is None:
        return ""
    apart = nil and one is not None and other is not None
    return f"{one} + {other}" if apart else str(total)


def cells(match: Match) -> Iterator[Cells]:
    """The cells that say more than their value."""
    amended = match.amended
    for hand in match.board.hands:
        for side in (0, 1):
            said = _cells(match, hand, side, amended)
            if said != Cells(hand=hand.number, side=side):
                yield said


def _cells(match: Match, hand: Hand, side: int, amended: dict[str, str]) -> Cells:
    seats = (side, side + 2)
    bid_was = took_was = ""
    now = [bid_said(hand.bids[seat], hand.nils[seat]) for seat in seats]
    nil = any(hand.nils[seat] is not None for seat in seats)
    first = match.raw(hand.bids_id) if hand.bids_id in amended else None
    if isinstance(first, kinds.Bids):
        nils = nils_of(match.rules, first.bids)
        was = [bid_said(first.bids[seat], nils[seat]) for seat in seats]
        bid_was = "" if was == now else " + ".join(filter(None, was))
    closed = hand.closed_by or ""
    count = match.raw(closed) if closed in amended else None
    if isinstance(count, kinds.Tricks):
        old = took_said(
            tricks_of(count.tricks, side), *(count.tricks[seat] for seat in seats), nil=nil
        )
        new = took_said(hand.tricks[side], *(hand.seat_tricks[seat] for seat in seats), nil=nil)
        took_was = "" if old == new else old
    return Cells(
        hand=hand.number,
        side=side,
        bid_was=bid_was,
        bid_by=amended[hand.bids_id] if bid_was else "",
        took_was=took_was,
        took_by=amended[closed] if took_was else "",
        moved=_moved(match, hand)[side],
    )


def _moved(match: Match, hand: Hand) -> tuple[int, int]:
    """What reneges moved of each side's tricks: as the score was reckoned."""
    rules = match.rules
    if hand.losers or rules.renege.effect != "tricks" or hand.tricks[0] is None:
        return 0, 0
    taken = [0, 0]
    for renege in hand.reneges:
        taken[renege.side] += rules.renege.tricks if renege.tricks is None else renege.tricks
    helps = rules.nil.failed_tricks == "help"
    for side in (0, 1):
        seats = [s for s in (side, side + 2) if helps or hand.nils[s] is None]
        taken[side] = min(taken[side], sum(hand.seat_tricks[seat] or 0 for seat in seats))
    given = [0, 0]
    if rules.renege.moved_tricks == "count":
        for side in (0, 1):
            if any(hand.nils[seat] is None for seat in (side, side + 2)):
                given[side] = taken[1 - side]
    return given[0] - taken[0], given[1] - taken[1]
