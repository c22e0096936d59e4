"""Entries on their way into a log get their ids: UUIDs of version 7 (RFC 9562), which sort by the
time they were made.

The clock and the random numbers are passed in, so tests choose them.  An id is never below
the one before it, even when the wall clock was set back, so that a log read in the order of its
ids is the log as it was written.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta

from msgspec.structs import replace

from scorepad.spades.entries import EPOCH, Entry, latest_id, version7
from scorepad.spades.gate import new_warnings
from scorepad.spades.match import Match
from scorepad.spades.matchfile import frozen_entry
from scorepad.spades.words import Text

RANDOM_BITS = 74
_RANDOM = (1 << RANDOM_BITS) - 1
_LOW = (1 << 62) - 1
_MOMENTS = 1 << 48
_STEP_BITS = 32
_MILLISECOND = timedelta(milliseconds=1)


def _build(milliseconds: int, random: int) -> str:
    high, low = random >> 62, random & _LOW
    number = (milliseconds << 80) | (0x7 << 76) | (high << 64) | (0b10 << 62) | low
    text = f"{number:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def _parts(number: int) -> tuple[int, int]:
    return number >> 80, (((number >> 64) & 0xFFF) << 62) | (number & _LOW)


def next_id(
    now: datetime, last: str | None = None, dice: Callable[[int], int] = secrets.randbits
) -> str:
    """Return an id for what happens `now` (UTC), greater than `last`.

    `dice(n)` gives n random bits.  Where that alone makes no greater id, as within a millisecond or
    when `now` lies before the moment of `last`, the random part of `last` counts up by a random
    step (RFC 9562, 6.2, method 2).
    """
    milliseconds = min(max((now - EPOCH) // _MILLISECOND, 0), _MOMENTS - 1)
    made = _build(milliseconds, dice(RANDOM_BITS))
    before = version7(last) if last is not None and last >= made else None
    if before is None:
        return made
    then, random = _parts(before)
    random += 1 + dice(_STEP_BITS)
    if random > _RANDOM:
        then, random = then + 1, random & _RANDOM
    return _build(min(then, _MOMENTS - 1), random)


class Batch:
    """Collects entries on their way into the log, each gated and folded once."""

    def __init__(self, match: Match, now: datetime, by: str, asked: tuple[Entry, ...] = ()) -> None:
        """`by` is who records; `asked` are the entries that are asked for."""
        self.asked = asked
        self.match = match
        self.entries: list[Entry] = []
        self.warnings: list[Text] = []
        self.notices: list[Text] = []
        self._by = by
        self._now = now
        self._last = match.read.latest
        self._step: str | None = None

    def add(self, entry: Entry, *notices: Text, asked: bool = False) -> None:
        """Stamp and fold one more; raises `Refused`, and then the batch is as it was.  Those that
        are `asked` for are one step, which has the first one's id."""
        entry = frozen_entry(entry, self.match.library)
        entry_id = entry.id or next_id(self._now, self._last)
        step = entry.step
        if asked:
            self._step = step = step or self._step or entry_id
        stamped = replace(
            entry,
            id=entry_id,
            at=entry.at or self._now,
            by=entry.by or self._by or None,
            step=step,
        )
        before, self.match = self.match.board, self.match.append(stamped)
        self.warnings += new_warnings(before, self.match.board)
        self._last = stamped.id if entry.id is None else latest_id((self._last, entry.id))
        self.entries.append(stamped)
        self.notices += notices
