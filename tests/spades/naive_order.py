"""The order of a log, computed slowly and plainly from what LAPTOPS.md 3 says.

It shares no code with `scorepad.spades.order`, which is tested against it.  Each function names
the rule that it follows.  Where the rules leave something open, the comment "Reading:" says what
is assumed here.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

LOOSE_KINDS = {"note", "id", "check-in", "mark", "choose"}
CORRECTION_KINDS = {"strike", "amend", "restore"}
OLD_ID_BITS = 56


class NaiveOrder(NamedTuple):
    """The order of a log as plain values; `versions` are (parts after, entries, is open)."""

    log: list[Any]
    tip: str
    versions: list[tuple[str, list[Any], bool]]
    waiting: list[Any]
    conflicts: list[str]
    idle_choices: list[Any]
    open_choices: list[Any]


class Row(NamedTuple):
    """What of an entry is read for the order."""

    id: str
    kind: str
    after: str | None
    names: str | None
    """The entry that a correction or a choose names."""
    over: tuple[str, ...]
    entry: Any


class Log(NamedTuple):
    """A log while it is being ordered.

    `paths` leads to each chained entry from the beginning: "" and all ids up to and with its own.
    `choices` are those that do something, in the order of their ids.
    """

    rows: dict[str, Row]
    paths: dict[str, list[str]]
    choices: list[Row]


Decide = Callable[[Log, str, list[Row]], Row]
"""Returns which of several entries after the same one continues."""


def order_naively(entries: Iterable[Any], decide: Decide | None = None) -> NaiveOrder:
    """Return the order of a set of entries; `decide` replaces the rule for a fork (3.3)."""
    contents, conflicts = _take_one_content_of_each_id(entries)
    contents = _take_one_entry_of_each_old_id(contents, conflicts)
    # Reading: what has another id than a laptop may make waits (3.1: only UUIDv7 are in a feed).
    odd = [each for each in contents if not is_of_a_laptop(each)]
    rows = {each: _read_row(contents[each]) for each in sorted(contents) if each not in odd}
    loose = {each: _is_loose(row, rows, []) for each, row in rows.items()}
    chained = {each: row for each, row in rows.items() if loose[each] is False}
    paths = {}
    for row in chained.values():
        path = _find_path(row, chained)
        if path is not None:
            paths[row.id] = path
    chooses = [row for row in rows.values() if row.kind == "choose"]
    log = Log(rows, paths, [row for row in chooses if row.names in paths])
    main = _follow(log, "", decide or decide_fork)
    reached = _find_reached(log)
    versions = []
    for after, line in _find_versions(log, main, decide or decide_fork):
        is_open = any(log.rows[each].kind != "hold" and each not in reached for each in line)
        versions.append((after, [rows[each].entry for each in line], is_open))
    main_and_loose = [each for each in rows if each in main or loose[each]]
    latest = log.choices[-1] if log.choices else None
    return NaiveOrder(
        log=[rows[each].entry for each in main_and_loose],
        tip=main[-1] if main else "",
        versions=sorted(versions, key=lambda version: version[1][0].id),
        waiting=[
            contents[each]
            for each in sorted(contents)
            if each in odd or (not loose[each] and each not in paths)
        ],
        conflicts=sorted(conflicts),
        idle_choices=[row.entry for row in chooses if row.names not in paths],
        open_choices=[
            row.entry for row in log.choices if row is not latest and row.id not in latest.over
        ],
    )


def decide_fork(log: Log, fork: str, branches: list[Row]) -> Row:
    """Return the branch that continues after a fork (3.3)."""
    # The latest choose that names an entry beyond this fork.
    for choose in reversed(log.choices):
        for branch in branches:
            if branch.id in log.paths[choose.names]:
                return branch
    # Else the hold with the smallest id.
    holds = [branch for branch in branches if branch.kind == "hold"]
    if holds:
        return min(holds, key=lambda branch: branch.id)
    # Else the smallest id of those that carry `after`; else the smallest id.
    carrying = [branch for branch in branches if branch.after is not None]
    return min(carrying or branches, key=lambda branch: branch.id)


def hash_content(entry: Any) -> bytes:
    """Return the hash of which the smaller one counts (3.6).

    Reading: the document does not say over which bytes.  The JSON of the entry with its keys
    sorted is taken, or the bytes as they came for a kind that is unknown here.
    """
    if hasattr(entry, "data"):
        return blake2b(entry.data, digest_size=16).digest()
    plain = msgspec.to_builtins(entry)
    text = json.dumps(plain, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=16).digest()


@lru_cache(maxsize=4096)
def is_of_a_laptop(entry_id: str) -> bool:
    """Return whether an id is a UUID of version 7 of a time up to 2999 (3.1)."""
    try:
        number = uuid.UUID(entry_id)
    except ValueError:
        return False
    end = datetime(3000, 1, 1, tzinfo=UTC).timestamp() * 1000
    is_version7 = number.version == 7 and number.variant == uuid.RFC_4122
    return is_version7 and str(number) == entry_id and number.int >> 80 < end


@lru_cache(maxsize=4096)
def old_id_hash(entry_id: str) -> int | None:
    """Return the last bits of an id of version 7, which are a hash in an imported id (3.1)."""
    try:
        number = uuid.UUID(entry_id)
    except ValueError:
        return None
    is_version7 = number.version == 7 and number.variant == uuid.RFC_4122
    if not is_version7 or str(number) != entry_id:
        return None
    digest = number.bytes[-OLD_ID_BITS // 8 :]
    # The last byte of such a hash is a checksum of the others, which random bits do not have.
    if blake2b(digest[:-1], digest_size=1).digest() != digest[-1:]:
        return None
    return int.from_bytes(digest, "big")


def _take_one_content_of_each_id(entries: Iterable[Any]) -> tuple[dict[str, Any], set[str]]:
    """Return the content that counts of each id, and the ids that have two (3.6)."""
    contents: dict[str, list[Any]] = {}
    for entry in entries:
        contents.setdefault(entry.id, []).append(entry)
    counting, conflicts = {}, set()
    for each, several in contents.items():
        counting[each] = several[0]
        if len(several) > 1:
            hashes = [hash_content(one) for one in several]
            counting[each] = several[hashes.index(min(hashes))]
            if len(set(hashes)) > 1:
                conflicts.add(each)
    return counting, conflicts


def _take_one_entry_of_each_old_id(contents: dict[str, Any], conflicts: set[str]) -> dict[str, Any]:
    """Return the entries without those that are there under a smaller id as well (3.1).

    Reading: where the two differ in more than recording adds (id, time, recorder, step, place),
    what the smaller id says counts, and its id is among the `conflicts`.
    """
    same: dict[int | str, list[str]] = {}
    for each in contents:
        old_hash = old_id_hash(each)
        same.setdefault(each if old_hash is None else old_hash, []).append(each)
    new_ids = {each: min(several) for several in same.values() for each in several}
    if all(new == old for old, new in new_ids.items()):
        return contents

    def rename(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(rename, value))
        return new_ids.get(value, value)

    counting: dict[str, Any] = {}
    for old in sorted(contents):
        entry = contents[old]
        names = ("id", "after", "entry", "over", "step", "undoes", "redoes")
        entry = replace(
            entry, **{name: rename(getattr(entry, name)) for name in names if hasattr(entry, name)}
        )
        new = new_ids.get(old, old)
        if new not in counting:
            counting[new] = entry
        elif _read_content(counting[new]) != _read_content(entry):
            conflicts.add(new)
    return counting


def _read_content(entry: Any) -> dict[str, Any]:
    """Return an entry as a file may have it that says nothing of how it was recorded."""
    has_data = hasattr(entry, "data")
    plain = json.loads(entry.data) if has_data else msgspec.to_builtins(entry)
    recording = {"id", "at", "by", "step", "undoes", "redoes", "after"}
    return {key: value for key, value in plain.items() if key not in recording}


def _read_row(entry: Any) -> Row:
    if hasattr(entry, "data"):
        return Row(entry.id, "unknown", entry.after, None, (), entry)
    kind = msgspec.to_builtins(entry)["kind"]
    names = entry.entry if kind in CORRECTION_KINDS or kind == "choose" else None
    return Row(entry.id, kind, entry.after, names, getattr(entry, "over", ()), entry)


def _is_loose(row: Row, rows: dict[str, Row], seen: list[str]) -> bool | None:
    """Return whether an entry is loose; None if it waits for the entry that it corrects (3.2).

    Reading: the correction of a correction is like that one.  One that corrects itself, over others
    or not, waits.
    """
    if row.kind in LOOSE_KINDS:
        return True
    if row.kind == "unknown":
        return row.after is None
    if row.kind not in CORRECTION_KINDS:
        return False
    if row.names not in rows or row.id in seen:
        return None
    return _is_loose(rows[row.names], rows, [*seen, row.id])


def _find_path(row: Row, chained: dict[str, Row]) -> list[str] | None:
    """Return the ids from the beginning to a chained entry; None if it does not lead there."""
    path = [row.id]
    while (previous := _find_previous(row, chained)) != "":
        if previous not in chained or previous >= row.id:
            # It is unknown, loose, itself, a later one or in a circle (3.4).
            return None
        row = chained[previous]
        path.insert(0, row.id)
    return ["", *path]


def _find_previous(row: Row, chained: dict[str, Row]) -> str:
    """Return the id that a chained entry follows: without `after` the one before it that has none
    either (3.2)."""
    if row.after is not None:
        return row.after
    return max(
        (one for one, each in chained.items() if each.after is None and one < row.id), default=""
    )


def _find_branches(log: Log, fork: str) -> list[Row]:
    """Return the chained entries that come right after one, or right at the beginning ("")."""
    return [log.rows[each] for each, path in log.paths.items() if path[-2] == fork]


def _follow(log: Log, start: str, decide: Decide) -> list[str]:
    """Return the line that continues after an entry (3.3)."""
    line: list[str] = []
    while branches := _find_branches(log, start):
        start = (decide(log, start, branches) if len(branches) > 1 else branches[0]).id
        line.append(start)
    return line


def _find_versions(
    log: Log, main: Sequence[str], decide: Decide
) -> Iterable[tuple[str, Sequence[str]]]:
    """Yield where each second version parts, and its ids: in a second version likewise (3.3)."""
    lines: list[Sequence[str]] = [main]
    for line in lines:
        in_lines = {each for one in lines for each in one}
        for fork in ["", *main] if line is main else line:
            for branch in _find_branches(log, fork):
                if branch.id not in in_lines:
                    version = [branch.id, *_follow(log, branch.id, decide)]
                    lines.append(version)
                    yield fork, version


def _find_reached(log: Log) -> set[str]:
    """Return what the `over` of the latest choose that does something reaches (last of 3)."""
    if not log.choices:
        return set()
    named = [each for each in log.choices[-1].over if each in log.paths]
    return {each for one in named for each in log.paths[one]}
