"""Joining two logs of one event, written on two machines: by union, as two logs of a match."""

from __future__ import annotations

from msgspec.structs import replace

from scorepad.events.event import Event
from scorepad.spades.matchfile import canonical_json, merged_logs
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T


def join_events(mine: Event, theirs: Event) -> Event:
    """`theirs` joined into `mine`; an entry that does not fit where it then stands is kept and
    counts nothing.  Raises `Refused` where one id has two contents."""
    known = {entry.id: entry for entry in mine.log}
    there = {entry.id: entry for entry in theirs.log}
    for entry_id in known.keys() & there.keys():
        one, other = (
            canonical_json(replace(each[entry_id], unfit=None)) for each in (known, there)
        )
        if one != other:
            raise Refused(
                T(
                    "the two copies of this event disagree on entry “{id}”; one of them was "
                    "changed by hand, so nothing was joined",
                    id=(entry_id or "")[:60],
                )
            )
    if there.keys() <= known.keys():
        return mine
    joined = Event(mine.first_head, mine.library, id=mine.id, matches=mine.matches, now=mine.now)
    for entry in merged_logs(mine.log, theirs.log):
        if entry.unfit is None:
            try:
                joined = joined.append(entry)
                continue
            except Refused as refused:
                entry = replace(entry, unfit=str(refused.text))  # noqa: PLW2901
        joined = joined.append(entry)
    return joined
