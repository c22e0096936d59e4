"""The ids of entries are UUIDs of version 7 (RFC 9562), which sort by the time they were made.

An entry of a file with another id, or with none, gets one that is computed from the file alone, so
that the same file always gives the same ids (LAPTOPS.md 3.1).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from typing import Any, TypeVar

from msgspec.structs import replace

from scorepad.spades.entries import Common, UnknownEntry
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T

LoggedEntry = TypeVar("LoggedEntry", bound=Common | UnknownEntry)

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)
LAST_MILLISECOND = (datetime(3000, 1, 1, tzinfo=UTC) - EPOCH) // MILLISECOND - 1
"""No id of a later time, in milliseconds since 1970, is kept as it is."""
RANDOM_BITS = 74
HASH_BITS = 56
"""So many of the random bits of an imported id are a hash of its match and its old id."""
TAIL_START = 21
"""The text of an imported id is that hash from this character on."""
POSITION_LIMIT = 1 << (RANDOM_BITS - HASH_BITS)
REFERENCES = ("entry", "step", "undoes", "redoes", "after")
"""The fields in which an entry names another one; `over` names several."""

_VERSION7 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
_LOW = (1 << 62) - 1
_RANDOM = (1 << RANDOM_BITS) - 1
_STEP_BITS = 32


class NoIdLeft(Refused):
    """No id is greater than the last one of a log."""

    def __init__(self) -> None:
        super().__init__(
            T(
                "an entry here already has the highest possible ID, so nothing more can be "
                "recorded; start a new match or event"
            )
        )


def uuid7_number(text: str) -> int | None:
    """Return the number of an id that is a UUID of version 7, or None for any other text."""
    return int(text.replace("-", ""), 16) if _VERSION7.fullmatch(text) else None


def uuid7(milliseconds: int, random: int) -> str:
    """Return the UUID of version 7 of a time (milliseconds since 1970) and 74 random bits."""
    high, low = random >> 62, random & _LOW
    number = (milliseconds << 80) | (0x7 << 76) | (high << 64) | (0b10 << 62) | low
    text = f"{number:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


LAST_ID = uuid7(LAST_MILLISECOND, _RANDOM)
"""This is the greatest id that is stored."""


def uuid7_parts(number: int) -> tuple[int, int]:
    """Return the time and the random bits of the number of a UUID of version 7."""
    return number >> 80, (((number >> 64) & 0xFFF) << 62) | (number & _LOW)


@lru_cache(maxsize=128)  # it is asked of a match with each of its entries
def time_of_id(text: str) -> datetime | None:
    """Return when an id of version 7 was made (UTC); None for any other id, and after the year
    2999."""
    number = uuid7_number(text)
    if number is None or number >> 80 > LAST_MILLISECOND:
        return None
    return EPOCH + timedelta(milliseconds=number >> 80)


def is_kept_id(text: str | None) -> bool:
    """Return whether an import keeps this id: a UUID of version 7 of a time up to 2999."""
    return text is not None and text <= LAST_ID and _VERSION7.fullmatch(text) is not None


def latest_id(ids: Iterable[str | None]) -> str | None:
    """Return the greatest id that an import keeps among these; None if there is none."""
    return next(filter(is_kept_id, sorted(filter(None, ids), reverse=True)), None)


def next_id(now: datetime, last: str | None, dice: Callable[[int], int]) -> str:
    """Return an id for the moment `now` (UTC), greater than `last`.

    `dice(n)` gives n random bits. Where that alone makes no greater id, as within a millisecond or
    when `now` is before the moment of `last`, the random part of `last` counts up by a random step
    (RFC 9562, 6.2, method 2). Raise `NoIdLeft` if no greater one is kept.
    """
    milliseconds = _milliseconds(now)
    new_id = uuid7(milliseconds, dice(RANDOM_BITS))
    before = uuid7_number(last) if last is not None and last >= new_id else None
    if before is None:
        return new_id
    then, random = uuid7_parts(before)
    random += 1 + dice(_STEP_BITS)
    if random > _RANDOM:
        then, random = then + 1, random & _RANDOM
    if then > LAST_MILLISECOND:
        raise NoIdLeft
    return uuid7(then, random)


def _milliseconds(now: datetime) -> int:
    return min(max((now - EPOCH) // MILLISECOND, 0), LAST_MILLISECOND)


def id_tail_if_imported(entry_id: str) -> str | None:
    """Return the part of an id that is the hash of an old one; None for an id that was not
    imported."""
    if uuid7_number(entry_id) is None:
        return None
    tail = entry_id[TAIL_START:]
    digest = bytes.fromhex(tail.replace("-", ""))
    checksum = _blake2b()(digest[:-1], digest_size=1).digest()
    return tail if checksum == digest[-1:] else None


def hash_old_id_to_id_tail(log_id: str, old_id: str) -> str:
    """Return the end of the id under which an entry with this old id is imported: a hash that
    doesn't depend on its time and place.

    The last byte is a checksum of the others, which tells it from random bits.
    """
    blake2b = _blake2b()
    old = f"{log_id}\0{old_id}".encode("utf-8", "replace")
    digest = blake2b(old, digest_size=HASH_BITS // 8 - 1).digest()
    text = (digest + blake2b(digest, digest_size=1).digest()).hex()
    return f"{text[:2]}-{text[2:]}"


@cache
def _blake2b() -> Callable[..., Any]:
    from hashlib import blake2b  # it brings OpenSSL, and most logs have no old ids

    return blake2b


def _with_tail(milliseconds: int, position: int, tail: str) -> str:
    return (
        f"{milliseconds >> 16:08x}-{milliseconds & 0xFFFF:04x}-7{position >> 6:03x}-"
        f"{0x80 | position & 63:02x}{tail}"
    )


def new_id_by_old_id(log_id: str, log: Sequence[Common | UnknownEntry]) -> dict[str, str]:
    """Return the new id of each entry of a file that needs one, by its old id or position.

    The time of a new id is the greatest of the times (`at`) and kept ids up to there; where that
    would sort before the entry above it, it is one millisecond later.
    """
    new_ids: dict[str, str] = {}
    latest, before = 0, ""
    for position, entry in enumerate(log, 1):
        old_id = entry.id or str(position)
        if is_kept_id(entry.id):
            latest = max(latest, (uuid7_number(old_id) or 0) >> 80)
            before = max(before, old_id)
            continue
        if entry.at is not None and (at := (entry.at - EPOCH) // MILLISECOND) > latest:
            latest = min(at, LAST_MILLISECOND)
        tail = hash_old_id_to_id_tail(log_id, old_id)
        new_id = _with_tail(latest, position % POSITION_LIMIT, tail)
        if new_id < before:
            latest = min(latest + 1, LAST_MILLISECOND)
            new_id = _with_tail(latest, position % POSITION_LIMIT, tail)
        before = new_ids[old_id] = new_id
    return new_ids


def make_id_for_imported_entry(log_id: str, old_id: str, now: datetime, latest: str | None) -> str:
    """Return the id under which an entry with a foreign id is recorded `now` (UTC), greater than
    `latest`. Raise `NoIdLeft` if no greater one is kept."""
    tail = hash_old_id_to_id_tail(log_id, old_id)
    new_id = _with_tail(_milliseconds(now), 0, tail)
    if latest is None or new_id > latest:
        return new_id
    then, random = uuid7_parts(uuid7_number(latest) or 0)
    position = (random >> HASH_BITS) + 1
    if position == POSITION_LIMIT:
        then, position = then + 1, 0
    if then > LAST_MILLISECOND:
        raise NoIdLeft
    return _with_tail(then, position, tail)


def with_new_ids(log: Iterable[LoggedEntry], new_ids: Mapping[str, str]) -> list[LoggedEntry]:
    """Return a log whose entries, and references to them, have new ids.

    An entry without an id is known by its position in the log, from "1".
    """

    def renamed(position: int, entry: LoggedEntry) -> LoggedEntry:
        old_id = entry.id or str(position)
        changes: dict[str, object] = {"id": new_ids.get(old_id, old_id)}
        for field in REFERENCES:
            reference: str | None = getattr(entry, field, None)
            if reference is not None and reference in new_ids:
                changes[field] = new_ids[reference]
        over = getattr(entry, "over", None)
        if over:
            changes["over"] = tuple(new_ids.get(each, each) for each in over)
        return replace(entry, **changes)

    return [renamed(position, entry) for position, entry in enumerate(log, 1)]
