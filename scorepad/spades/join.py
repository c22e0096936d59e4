"""Joining two logs of one match, written on two machines (SCORING.md 3, the gate).

Each log keeps its own order.  Entries that both have anchor the two; between two anchors the
times in the ids decide.  The rule is the same seen from either side, so both machines arrive at
the same log.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from scorepad.spades import entries as kinds
from scorepad.spades.entries import Entry
from scorepad.spades.match import Match
from scorepad.spades.matchfile import canonical, frozen, frozen_entry
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text


class Different(Refused):
    """One id with two contents."""

    def __init__(self, entry_id: str) -> None:
        super().__init__(
            T(
                "the two copies of this match disagree on entry “{id}”; one of them was changed "
                "by hand, so nothing was joined",
                id=entry_id[:60],
            )
        )


class Joined(msgspec.Struct, frozen=True):
    """A joined match: which entries were new, which of the log no longer fit and why."""

    match: Match
    new: tuple[str, ...]
    unfit: tuple[tuple[str, Text], ...]
    head_differs: bool = False


def join(mine: Match, theirs: Match) -> Joined:
    """`theirs` joined into `mine`; both have ids.  Raises `Different`."""
    known = {entry.id or "": entry for entry in mine.log}
    there = {entry.id or "": entry for entry in theirs.log}
    for entry_id in known.keys() & there.keys():
        if _content(known[entry_id], there[entry_id]) != _content(there[entry_id], known[entry_id]):
            raise Different(entry_id)
    new = tuple(entry.id or "" for entry in theirs.log if entry.id not in known)
    differs = _head(mine) != _head(theirs)
    if not new and not _newly_unfit(mine.log, there):
        return Joined(mine, (), (), differs)
    joined = Match.open(mine.first_head, mine.library, id=mine.id)
    unfit: list[tuple[str, Text]] = []
    for entry in _merged(mine.log, theirs.log):
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
    """What an entry says, in a form to compare with `other`."""
    if isinstance(entry, kinds.Setup) and isinstance(other, kinds.Setup):
        entry = replace(entry, rules=_same_form(entry.rules, other.rules))
    return canonical(replace(entry, unfit=None))


def _same_form(rules: Any, other: Any) -> Any:
    """A whole rule set by its id where the other says only the id."""
    if isinstance(rules, dict) and isinstance(other, str):
        return rules.get("id")
    return rules


def _head(match: Match) -> bytes:
    head = frozen(match)
    rules = head.rules
    return canonical(replace(head, rules=rules["id"] if isinstance(rules, dict) else rules))


def _merged(mine: Sequence[Entry], theirs: Sequence[Entry]) -> list[Entry]:
    common = {entry.id for entry in mine} & {entry.id for entry in theirs}
    gaps = _gaps(theirs, common)
    merged: list[Entry] = []
    for anchor, own in _gaps(mine, common).items():
        if anchor is not None:
            merged.append(next(entry for entry in mine if entry.id == anchor))
        merged += _by_time(own, gaps.get(anchor, []))
    return merged


def _gaps(log: Sequence[Entry], common: set[str | None]) -> dict[str | None, list[Entry]]:
    """The entries after each anchor (None: before the first), in their own order."""
    gaps: dict[str | None, list[Entry]] = {None: []}
    anchor: str | None = None
    for entry in log:
        if entry.id in common:
            anchor = entry.id
            gaps[anchor] = []
        else:
            gaps[anchor].append(entry)
    return gaps


def _by_time(first: list[Entry], second: list[Entry]) -> list[Entry]:
    """Two runs merged by time, each keeping its order."""
    merged: list[Entry] = []
    ahead = [_timed(first), _timed(second)]
    while ahead[0] and ahead[1]:
        earlier = ahead[0] if ahead[0][0][0] <= ahead[1][0][0] else ahead[1]
        merged.append(earlier.pop(0)[1])
    return merged + [entry for run in ahead for _, entry in run]


def _timed(run: list[Entry]) -> list[tuple[tuple[int, str], Entry]]:
    """Each entry with its time; one without takes that of the entry before it."""
    timed: list[tuple[tuple[int, str], Entry]] = []
    latest = -1
    for entry in run:
        latest = _milliseconds(entry, latest)
        timed.append(((latest, entry.id or ""), entry))
    return timed


def _milliseconds(entry: Entry, before: int) -> int:
    """The time in a UUIDv7, in milliseconds; else the entry's own; else the one before it."""
    try:
        number = uuid.UUID(entry.id or "")
    except ValueError:
        number = None
    if number is not None and number.version == 7:
        return number.int >> 80
    return int(entry.at.timestamp() * 1000) if entry.at is not None else before
