"""Where in a match time was called, or the clock ran out by itself."""

from __future__ import annotations

from datetime import datetime

import msgspec

from scorepad.spades.clock import ran_out
from scorepad.spades.match import Match


class TimeCall(msgspec.Struct, frozen=True):
    """`after`: the number of hands closed when time came between hands; `within`: the hand in
    progress when it came; `ran_out`: when the clock ran out by itself, None where somebody called
    it."""

    after: int | None = None
    within: int | None = None
    ran_out: datetime | None = None


def time_call(match: Match) -> TimeCall:
    """After which hand, or in which, time came, and whether by itself."""
    if match.board.time_entry is None:
        return TimeCall()
    opened = {hand.bids_id: hand.number for hand in match.board.hands}
    closed = {hand.closed_by: hand.number for hand in match.board.hands}
    latest, current, at = 0, None, None
    for entry in match.counting:
        if entry.id == match.board.time_entry:
            at = entry.at
            break
        if entry.id in opened:
            latest = current = opened[entry.id]
        if entry.id in closed:
            current = None
    by_itself = at if ran_out(match) else None
    return TimeCall(None, current, by_itself) if current else TimeCall(latest, None, by_itself)
