"""Which sides have confirmed the result as it stands.

A signature is one to what was there when it was given: whatever can move the result later takes
it away, and so does a correction of such an entry.  Notes, shown identities and the clock's
history move nothing.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from scorepad.spades import entries as kinds
from scorepad.spades.entries import Entry, Sign
from scorepad.spades.match import Match
from scorepad.spades.naming import side_called
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text

_MOVES_NOTHING = (kinds.Sign, kinds.Note, kinds.Identity, kinds.Clock)


class Signature(msgspec.Struct, frozen=True):
    """Where a side stands with its signature: the one it gave last, or None; `lapsed` says that
    something that can move the result came after it, so that it no longer holds."""

    given: Sign | None = None
    lapsed: bool = False

    @property
    def holds(self) -> bool:
        return self.given is not None and not self.lapsed


def signed(match: Match) -> tuple[Signature, Signature]:
    """How each side stands with its signature."""
    found = [Signature(), Signature()]
    for entry in match.log:
        if isinstance(entry, Sign):
            now = match.reads(entry.id) if entry.id is not None else None
            if isinstance(now, Sign):
                found[now.side] = Signature(now)
        elif entry.unfit is None and _moves(match, entry):
            found = [replace(each, lapsed=each.given is not None) for each in found]
    return found[0], found[1]


def signatures(match: Match) -> tuple[Sign | None, Sign | None]:
    """The signature of each side that still holds."""
    one, other = signed(match)
    return one.given if one.holds else None, other.given if other.holds else None


def lapsing(before: Match, after: Match) -> tuple[int, ...]:
    """The sides whose signature held before and lapses in `after`, the same match some entries
    later.  (One that is struck was taken back; it does not lapse.)"""
    then, now = signed(before), signed(after)
    return tuple(side for side in (0, 1) if then[side].holds and now[side].lapsed)


def official(match: Match) -> bool:
    """Is it over, and did both sides sign after the last entry that could move the result?"""
    return match.board.end is not None and None not in signatures(match)


def unofficial(match: Match) -> Text | None:
    """Why the result is not official, in words; None where it is."""
    if match.board.end is None:
        return T("the match is not over")
    first, second = signatures(match)
    if first is not None and second is not None:
        return None
    if first is not None or second is not None:
        team = side_called(match.head, 0 if first is not None else 1)
        return T("signed by {team} only", team=team)
    if all(each.lapsed for each in signed(match)):
        return T("changed since it was signed")
    return T("not yet signed by both sides")


def _moves(match: Match, entry: Entry) -> bool:
    """Can an entry move the result?"""
    while isinstance(entry, kinds.Amend | kinds.Strike | kinds.Restore):
        try:
            entry = match.raw(entry.entry)
        except Refused:
            return True
    return not isinstance(entry, _MOVES_NOTHING)
