"""Two logs of one match, written on two machines, are joined (SCORING.md 3, the gate).

Each log keeps its own order.  Entries that both have are anchors; between two anchors the times
in the ids decide.  The rule is the same for both sides, so both machines get the same log.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from scorepad.spades import entries as kinds
from scorepad.spades.entries import Common, Entry
from scorepad.spades.match import Match
from scorepad.spades.matchfile import canonical_json, frozen_entry, frozen_head
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text

Logged = TypeVar("Logged", bound=Common)


class ContentDiffers(Refused):
    """Two entries have one id and say different things."""

    def __init__(self, entry_id: str) -> None:
        super().__init__(
            T(
                "the two copies of this match disagree on entry “{id}”; one of them was changed "
                "by hand, so nothing was joined",
                id=entry_id[:60],
            )
        )


class Joined(msgspec.Struct, frozen=True):
    """A joined match says which entries were new, and which do not fit any more and why."""

    match: Match
    new: tuple[str, ...]
    unfit: tuple[tuple[str, Text], ...]
    head_differs: bool = False


def join(mine: Match, theirs: Match) -> Joined:
    """Join `theirs` into `mine`; both have ids.  Raise `ContentDiffers`."""
    known = {entry.id or "": entry for entry in mine.log}
    there = {entry.id or "": entry for entry in theirs.log}
    for entry_id in known.keys() & there.keys():
        if _content(known[entry_id], there[entry_id]) != _content(there[entry_id], known[entry_id]):
            raise ContentDiffers(entry_id)
    new = tuple(entry.id or "" for entry in theirs.log if entry.id not in known)
    differs = _head(mine) != _head(theirs)
    if not new and not _newly_unfit(mine.log, there):
        return Joined(mine, (), (), differs)
    joined = Match.open(mine.first_head, mine.library, id=mine.id)
    unfit: list[tuple[str, Text]] = []
    for entry in merged_logs(mine.log, theirs.log):
        other = there.get(entry.id or "")
        why = entry.unfit or (other.unfit if other is not None else None)
        if why is None:
            try:
                joined = joined.append(entry)
                continue
            except Refused as refused:
                unfit.append((entry.id or "", refused.text))
                why = str(refused.text)
        kept = frozen_entry(entry, mine.library) if entry.id in new else entry
        joined = joined.append(replace(kept, unfit=why))
    return Joined(joined, new, tuple(unfit), differs)


def _newly_unfit(log: Sequence[Entry], there: dict[str, Entry]) -> bool:
    return any(
        entry.unfit is None
        and (other := there.get(entry.id or "")) is not None
        and other.unfit is not None
        for entry in log
    )


def _content(entry: Entry, other: Entry) -> bytes:
    """Return what an entry says, in a form to compare with `other`."""
    if isinstance(entry, kinds.Setup) and isinstance(other, kinds.Setup):
        entry = replace(entry, rules=_same_form(entry.rules, other.rules))
    return canonical_json(replace(entry, unfit=None))


def _same_form(rules: Any, other: Any) -> Any:
    """Return the id of a whole rule set if the other entry has only an id, so that they compare."""
    if isinstance(rules, dict) and isinstance(other, str):
        return rules.get("id")
    return rules


def _head(match: Match) -> bytes:
    head = frozen_head(match)
    rules = head.rules
    return canonical_json(replace(head, rules=rules["id"] if isinstance(rules, dict) else rules))


def merged_logs(mine: Sequence[Logged], theirs: Sequence[Logged]) -> list[Logged]:
    """Merge the entries of two logs; each log keeps its own order, and common entries stand
    once."""
    common = {entry.id for entry in mine} & {entry.id for entry in theirs}
    gaps = _gaps(theirs, common)
    both: list[Logged] = []
    for anchor, own in _gaps(mine, common).items():
        if anchor is not None:
            both.append(next(entry for entry in mine if entry.id == anchor))
        both += _by_time(own, gaps.get(anchor, []))
    return both


def _gaps(log: Sequence[Logged], common: set[str | None]) -> dict[str | None, list[Logged]]:
    """Return the entries after each anchor in their own order; None has those before the first."""
    gaps: dict[str | None, list[Logged]] = {None: []}
    anchor: str | None = None
    for entry in log:
        if entry.id in common:
            anchor = entry.id
            gaps[anchor] = []
        else:
            gaps[anchor].append(entry)
    return gaps


def _by_time(first: list[Logged], second: list[Logged]) -> list[Logged]:
    """Merge two runs of entries by time; each keeps its order."""
    found: list[Logged] = []
    ahead = [_timed(first), _timed(second)]
    while ahead[0] and ahead[1]:
        earlier = ahead[0] if ahead[0][0][0] <= ahead[1][0][0] else ahead[1]
        found.append(earlier.pop(0)[1])
    return found + [entry for run in ahead for _, entry in run]


def _timed(run: list[Logged]) -> list[tuple[tuple[int, str], Logged]]:
    """Return each entry with its time.  An entry without a time has that of the entry before it."""
    timed: list[tuple[tuple[int, str], Logged]] = []
    latest = -1
    for entry in run:
        latest = _milliseconds(entry, latest)
        timed.append(((latest, entry.id or ""), entry))
    return timed


def _milliseconds(entry: Common, before: int) -> int:
    """Return the time in a UUIDv7, in milliseconds; else the entry's own; else the one before
    it."""
    try:
        number = uuid.UUID(entry.id or "")
    except ValueError:
        number = None
    if number is not None and number.version == 7:
        return number.int >> 80
    return int(entry.at.timestamp() * 1000) if entry.at is not None else before
