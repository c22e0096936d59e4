"""The values that corrections replaced and strikes removed, as they read before."""

from __future__ import annotations

import msgspec

from scorepad.spades.entries import Amend, Common, Head, HeadChange, Restore, Strike, head_after
from scorepad.spades.entry_kinds import name_entry_kind
from scorepad.spades.match import Match
from scorepad.spades.words import T, Text


def head_before(match: Match, setup: HeadChange) -> Head:
    """Return the head of a match before this change of its setup."""
    head = match.first_head
    for each in match.log:
        if each.id == setup.id:
            break
        now = match.with_latest_amend(each)
        if (
            isinstance(now, HeadChange)
            and each.id not in match.struck_ids
            and each.id not in match.unfit
        ):
            head = head_after(head, now)
    return head


class EntriesRemovedByStrike(msgspec.Struct, frozen=True):
    """The entries that one strike removed, as they read before.

    `hand` is the number that the hand had then; another hand may have it by now.  `name` is "hand
    3" where the strike removed more of the hand than its bids.
    """

    name: Text
    hand: int | None
    entries: tuple[Common, ...]


def read_removed_entries_by_strike(match: Match) -> dict[str, EntriesRemovedByStrike]:
    """Find the entries that each strike in force removed, by the strike's id."""
    return {
        strike: _struck_part(match, match.with_first_entries(match.place_of(strike)), ids)
        for strike, ids in match.corrections.strikes.items()
    }


def _struck_part(match: Match, before: Match, ids: tuple[str, ...]) -> EntriesRemovedByStrike:
    """Read the struck entries from the match just before the strike.  The names are those of the
    present head."""
    entries = tuple(before.with_latest_amend(before.original_entry(each)) for each in ids)
    hand = before.hand_of(ids[0])
    number = hand.number if hand is not None else None
    if isinstance(entries[0], Amend | Strike | Restore):
        return EntriesRemovedByStrike(match.name(match.original_entry(ids[0])), number, entries)
    if len(entries) > 1:
        return EntriesRemovedByStrike(T("hand {hand}", hand=number or 0), number, entries)
    name = name_entry_kind(match.head, entries[0])
    if number is not None:
        name = T("{entry} in hand {hand}", entry=name, hand=number)
    return EntriesRemovedByStrike(name, number, entries)
