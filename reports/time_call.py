"""Where in a match time was called."""

from __future__ import annotations

from scorepad.spades.match import Match


def time_call(match: Match) -> tuple[int | None, int | None]:
    """After which hand, or in which, time was called."""
    if match.board.time_entry is None:
        return None, None
    opened = {hand.bids_id: hand.number for hand in match.board.hands}
    closed = {hand.closed_by: hand.number for hand in match.board.hands}
    latest, current = 0, None
    for entry in match.counting:
        if entry.id == match.board.time_entry:
            break
        if entry.id in opened:
            latest = current = opened[entry.id]
        if entry.id in closed:
            current = None
    return (None, current) if current else (latest, None)
