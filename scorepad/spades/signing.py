"""Which sides have confirmed the result as it stands.

A signature is one to what was there when it was given: whatever can move the result later takes
it away, and so does a correction of such an entry.  Notes, shown identities and the clock's
history move nothing.
"""

from __future__ import annotations

from scorepad.spades import entries as kinds
from scorepad.spades.entries import Entry, Sign
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused

_MOVES_NOTHING = (kinds.Sign, kinds.Note, kinds.Identity, kinds.Clock)


def signatures(match: Match) -> tuple[Sign | None, Sign | None]:
    """The signature of each side that still holds."""
    held: list[Sign | None] = [None, None]
    for entry in match.log:
        if isinstance(entry, Sign):
            now = match.reads(entry.id) if entry.id is not None else None
            if isinstance(now, Sign):
                held[now.side] = now
        elif entry.unfit is None and _moves(match, entry):
            held = [None, None]
    return held[0], held[1]


def official(match: Match) -> bool:
    """Is it over, and did both sides sign after the last entry that could move the result?"""
    return match.board.end is not None and None not in signatures(match)


def _moves(match: Match, entry: Entry) -> bool:
    """Can an entry move the result?"""
    while isinstance(entry, kinds.Amend | kinds.Strike | kinds.Restore):
        try:
            entry = match.raw(entry.entry)
        except Refused:
            return True
    return not isinstance(entry, _MOVES_NOTHING)
