"""The marks beside the numbers of a hand, the same on paper and on the screen.

A failed nil, a bag penalty and a renege have a sign. A corrected cell keeps its first value, a
renege moves tricks from side to side, and time may be called in a hand or after it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final, Literal, TypeAlias

import msgspec

from scorepad.spades import entries as kinds
from scorepad.spades.board import Hand
from scorepad.spades.clock import was_called_by_clock
from scorepad.spades.entries import Bid, Common, blind_number_text
from scorepad.spades.entry_kinds import ENTRY_KINDS, name_entry_kind
from scorepad.spades.match import Match
from scorepad.spades.scoring import (
    countable_tricks_played,
    nils_of,
    tricks_counting_for_contract,
    tricks_of,
)
from scorepad.spades.words import T, Text

Mark: TypeAlias = Literal["nil-made", "nil-failed", "bag-penalty", "renege"]
SIGNS: Final[dict[Mark, str]] = {
    "nil-made": "\u2713",
    "nil-failed": "\u2715",
    "bag-penalty": "\u25bc",
    "renege": "\u2691",
}
"""The sign of each mark.  Where a font may lack one, it is drawn in the same shape."""
PLUS: Final = " + "
"""This is between the bids or the tricks of two partners."""
ITSELF: Final = "itself"
"""The bid of a side in a hand that bids itself, as exports have it."""
BID_TEXTS: Final[dict[str, Text]] = {
    "nil": T("nil"),
    "blind": T("blind"),
    ITSELF: T("no bid"),
}
EXTRA_HAND: Final = T("extra hand")


def mark_of_points_line(kind: str, points: int) -> Mark | None:
    """Return the mark of a score line, by its kind and its points; None if it has none."""
    if kind in ("nil", "blind-nil"):
        return "nil-made" if points > 0 else "nil-failed"
    if kind == "bag-penalty":
        return "bag-penalty"
    return "renege" if kind == "renege" else None


class CellNotes(msgspec.Struct, frozen=True, kw_only=True):
    """Notes at the cells of one side's hand.

    `bid_was` and `took_was` are the values before a correction ("" if there was none), `bid_by` and
    `took_by` the ids of the corrections. `moved` counts the tricks that reneges gave the side; it
    is negative where they took some.
    """

    hand: int
    side: int
    bid_was: str = ""
    bid_by: str = ""
    took_was: str = ""
    took_by: str = ""
    moved: int = 0


def bid_text(bid: Bid, nil: str | None) -> str:
    """Write a bid as the rule set reads it: a 0 that counts as a nil is a nil."""
    return nil or ("" if bid is None else str(bid))


def bids_text(joined_bids: str) -> str:
    """Return two partners' bids in words; `joined_bids` has their row values, joined by `PLUS`."""
    return PLUS.join(
        str(BID_TEXTS[bid])
        if bid in BID_TEXTS
        else str(blind_number_text(int(bid.removeprefix("blind "))))
        if bid.startswith("blind ")
        else bid
        for bid in joined_bids.split(PLUS)
    )


def tricks_text(total: int | None, one: int | None, other: int | None, *, nil: bool) -> str:
    """Write a side's tricks, each partner's apart where one of them bid nil."""
    if total is None:
        return ""
    apart = nil and one is not None and other is not None
    return f"{one}{PLUS}{other}" if apart else str(total)


def cell_notes_of(match: Match, hand: Hand, side: int, amend_by_entry: dict[str, str]) -> CellNotes:
    """Find the notes of one side's hand; `amend_by_entry` is that of the match."""
    seats = (side, side + 2)
    bid_was = took_was = ""
    now = [bid_text(hand.bids[seat], hand.nils[seat]) for seat in seats]
    nil = any(hand.nils[seat] is not None for seat in seats)
    first = match.original_entry(hand.bids_id) if hand.bids_id in amend_by_entry else None
    if isinstance(first, kinds.Bids):
        bids = first.by_seat
        nils = nils_of(match.rules, bids)
        was = [bid_text(bids[seat], nils[seat]) for seat in seats]
        bid_was = "" if was == now else PLUS.join(filter(None, was))
    closed = hand.closed_by or ""
    count = match.original_entry(closed) if closed in amend_by_entry else None
    if isinstance(count, kinds.Tricks):
        old = tricks_text(
            tricks_of(count.tricks, side), *(count.tricks[seat] for seat in seats), nil=nil
        )
        new = tricks_text(hand.tricks[side], *(hand.seat_tricks[seat] for seat in seats), nil=nil)
        took_was = "" if old == new else old
    return CellNotes(
        hand=hand.number,
        side=side,
        bid_was=bid_was,
        bid_by=amend_by_entry[hand.bids_id] if bid_was else "",
        took_was=took_was,
        took_by=amend_by_entry[closed] if took_was else "",
        moved=_moved(match, hand)[side],
    )


def _moved(match: Match, hand: Hand) -> tuple[int, int]:
    if not hand.offenses:
        return 0, 0
    played, counted = (
        countable_tricks_played(match.rules, hand),
        tricks_counting_for_contract(match.rules, hand),
    )
    return counted[0] - played[0], counted[1] - played[1]


class TimeCall(msgspec.Struct, frozen=True):
    """The moment of a time call.

    Either `after` is the number of hands that were closed, or `within` is the number of the hand in
    progress. `ran_out` is the moment when the clock ran out by itself; None if time was called by
    hand.
    """

    after: int | None = None
    within: int | None = None
    ran_out: datetime | None = None

    def note_text(self, when: Callable[[datetime], str]) -> Text:
        """Return the note that is beneath its hand; `when` writes a moment."""
        if self.ran_out is None:
            return T("time was called in this hand") if self.within else T("time called")
        time = when(self.ran_out)
        if self.within:
            return T("the clock ran out in this hand at {time}", time=time)
        return T("the clock ran out at {time}", time=time)


def kind_title(match: Match, entry: Common) -> Text:
    """Return the title of an entry's remark; of a time entry whether the clock made it."""
    if is_time_entry_from_clock(match, entry):
        return T("Time: the clock ran out")
    return ENTRY_KINDS[type(entry)].title or name_entry_kind(match.head, entry)


def is_time_entry_from_clock(match: Match, entry: Common) -> bool:
    """Return whether this is the time entry that counts and was recorded by the clock."""
    return entry.id == match.board.time_entry and was_called_by_clock(match)


def find_time_call(match: Match) -> TimeCall:
    if match.board.time_entry is None:
        return TimeCall()
    opened = {hand.bids_id: hand.number for hand in match.board.hands}
    closed = {hand.closed_by: hand.number for hand in match.board.hands}
    latest, current, at = 0, None, None
    for entry in match.counting_entries:
        if entry.id == match.board.time_entry:
            at = entry.at
            break
        if entry.id in opened:
            latest = current = opened[entry.id]
        if entry.id in closed:
            current = None
    by_itself = at if was_called_by_clock(match) else None
    return TimeCall(None, current, by_itself) if current else TimeCall(latest, None, by_itself)
