"""What a strike took: its hand, told by the number it had, is seen nowhere else on a sheet."""

from __future__ import annotations

import msgspec

from scorepad.spades import entries as kinds
from scorepad.spades.entries import Common
from scorepad.spades.match import Match
from scorepad.spades.naming import kind_called
from scorepad.spades.words import T, Text


class Taken(msgspec.Struct, frozen=True):
    """What one strike took, as it read before: `hand` is the number that the hand had then, which
    another may bear by now; `name` is "hand 3" for bids that took more of it along."""

    name: Text
    hand: int | None
    entries: tuple[Common, ...]


def struck_parts(match: Match) -> dict[str, Taken]:
    """What every strike in force took, by the strike's id."""
    left = set(match.journal.strikes)
    found: dict[str, Taken] = {}
    before = Match.open(match.first_head, match.library, id=match.id)
    for entry in match.log:
        if not left:
            break
        if entry.id in left and isinstance(entry, kinds.Strike):
            left.discard(entry.id)
            found[entry.id] = _taken(match, before, match.journal.strikes[entry.id])
        before = before.next(entry, gated=False)
    return found


def _taken(match: Match, before: Match, ids: tuple[str, ...]) -> Taken:
    """`before` is the match just before the strike; names are those of the head as it now
    reads."""
    entries = tuple(before.amended_now(before.raw(each)) for each in ids)
    hand = before.hand_of(ids[0])
    number = hand.number if hand is not None else None
    if isinstance(entries[0], kinds.Amend | kinds.Strike | kinds.Restore):
        return Taken(match.name(match.raw(ids[0])), number, entries)
    if len(entries) > 1:
        return Taken(T("hand {hand}", hand=number or 0), number, entries)
    name = kind_called(match.head, entries[0])
    if number is not None:
        name = T("{entry} of hand {hand}", entry=name, hand=number)
    return Taken(name, number, entries)
