"""A shared place of any transport: its new lines are read, and the reasons that stop a feed are
reported.

No position in a feed is stored. Its lines follow each other, so the first missing one is found by
halves, and reading continues from there.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from msgspec.structs import replace

from scorepad.share.transport import MOST_FEEDS, Answer, PublishedFeed, Transport
from scorepad.spades.refusal import os_reason
from scorepad.spades.words import N, T, Text
from scorepad.store.feeds import FeedRows
from scorepad.store.lines import LaptopState, Line, decode_line, frame_of
from scorepad.store.sharing import FeedEnd, own_names
from scorepad.store.store import Store

MOST_LINES = 1000
"""So many lines are taken in with one write to the disk."""
MOST_LOGS = 200
"""Lines of so many logs are taken in with one write to the disk."""
MOST_READ = 5 * MOST_LINES
"""After so many lines no other feed is read before the store is let go."""
MOST_LAPTOPS = 32
MOST_REPORTED = 5
"""So many feeds or files that can't be read on are each reported."""
SAID_AFTER = 60.0  # seconds for which a feed is stopped before that is reported

_DAMAGED = T("{file} is damaged. Scorepad reads only the part before the damage.")
_CUT = T("{file} ends in the middle of a line. Scorepad will read the rest when it arrives.")
_LINES_MISSING = T(
    "Lines are missing from {file}. Scorepad will read the lines after the gap when the "
    "missing ones arrive."
)


class _Stop(NamedTuple):
    """Why a feed is not read on, since when, and whether something of it is missing here."""

    why: Text
    since: float
    is_failure: bool


class Place:
    """A place where feeds are exchanged.

    Attributes:
        transport: Its transport of lines.
        answer: Its content at the last look.
        was_seen: Whether there was a look at it.
        states: The last state that was read of each laptop.
        former: The first state that was read of each id under which this laptop recorded before.
        done: The states of the place and the data folder at the last exchange.
        why: Why the place can't be used now.
        is_news: Whether the other laptops there wait for the state of this one.
        state_at, proved_at, try_at, again_at: When the state was written, when all was compared
            last, when the place is tried again, and when a feed that stopped is; of the monotonic
            clock.
    """

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self.answer = Answer()
        self.was_seen = False
        self.states: dict[str, LaptopState] = {}
        self.former: dict[str, datetime] = {}
        self.done: object = None
        self.why: Text | None = None
        self.is_news = False
        self.state_at = self.proved_at = self.try_at = float("-inf")
        self.again_at = float("inf")
        self._stops: dict[str, _Stop] = {}
        self._has_too_many_laptops = False

    # Stopped feeds.

    @property
    def is_stopped(self) -> bool:
        """Whether a feed there can't be read on."""
        return any(each.is_failure for each in self._stops.values())

    def problem_texts(self, *, at_once: bool) -> Iterator[Text]:
        """Yield the reports about the feeds there, a sentence each; not `at_once`, those that
        have been stopped for a while."""
        before = float("inf") if at_once else time.monotonic() - SAID_AFTER
        reasons = [each.why for each in self._stops.values() if each.since <= before]
        yield from reasons[:MOST_REPORTED]
        if n := len(reasons[MOST_REPORTED:]):
            yield N(
                "Scorepad can't read all the data from {n} more laptop or file.",
                "Scorepad can't read all the data from {n} more laptops or files.",
                n,
            )
        if self.answer.has_more:
            yield N(
                "The shared folder or database has data from more than {n} laptop or file, so "
                "Scorepad skipped the rest. Remove the old data.",
                "The shared folder or database has data from more than {n} laptops or files, "
                "so Scorepad skipped the rest. Remove the old data.",
                MOST_FEEDS,
            )
        if self._has_too_many_laptops:
            yield N(
                "More than {n} laptop shares this folder. Scorepad left out the laptops that "
                "it heard from least recently.",
                "More than {n} laptops share this folder. Scorepad left out the laptops that "
                "it heard from least recently.",
                MOST_LAPTOPS,
            )

    def _stop(self, name: str, why: Text | None, *, is_failure: bool = True) -> None:
        before = self._stops.get(name)
        if why is None:
            self._stops.pop(name, None)
        elif before is None or before.why != why:
            self._stops[name] = _Stop(why, time.monotonic(), is_failure)

    # The feeds there.

    def look(self) -> None:
        """Read the place's answer; raises `Refused`."""
        self.answer = self.transport.look()
        self.was_seen = True

    @property
    def seen(self) -> tuple[object, ...]:
        """A value that changes once there is something to publish, take in or count."""
        heard = {each.laptop: each.heard for each in self.states.values()}
        return self.answer.feeds, self.answer.unreadable, heard, self.why

    @property
    def published(self) -> Counter[str]:
        """How far each laptop has published."""
        last = Counter({each.laptop: each.seq for each in self.states.values()})
        for line in self._last_lines():
            last[line.laptop] = max(last[line.laptop], line.seq)
        return last

    def _last_lines(self) -> Iterator[Line]:
        lines = (decode_line(each.last) for each in self.answer.feeds.values())
        return (each for each in lines if each is not None)

    def new_states(self) -> list[LaptopState]:
        """Return the states that are new: of the laptops that wrote last, if there are too many."""
        states = sorted(self.answer.states.values(), key=lambda each: each.at, reverse=True)
        self._has_too_many_laptops = len(states) > MOST_LAPTOPS
        return [each for each in states[:MOST_LAPTOPS] if self.states.get(each.laptop) != each]

    def _own_names(self, ends: Iterable[FeedEnd]) -> set[str]:
        return set(map(self.transport.name_of, own_names(ends)))

    def has_own_feeds(self, ends: Iterable[FeedEnd]) -> bool:
        """Return whether the own feeds are there up to these last lines."""
        for end in ends:
            there = self.answer.feeds.get(self.transport.name_of(end.laptop), PublishedFeed())
            line = decode_line(there.last)
            is_whole = line is not None and (line.seq, line.hash) == (end.seq, end.hash)
            if end.is_own and (end.forks or not is_whole or there.is_damaged or there.is_cut):
                return False
        return True

    def last_line(self, end: FeedEnd, store: Store) -> int:
        """Return the number of the last line of a feed here that is there, too."""
        rows = FeedRows(store.engine, end.laptop)
        of_laptop = (each for each in self._last_lines() if each.laptop == end.laptop)
        return max(
            (each.seq for each in of_laptop if rows.hash_at(each.seq) == each.hash), default=0
        )

    # In

    def take_in(self, store: Store, feed_ends: Iterable[FeedEnd]) -> set[str]:
        """Take in the lines that aren't here; return the laptops that wrote them. Raises
        `Refused`."""
        ends = {each.laptop: each for each in feed_ends}
        names = self.answer.feeds.keys() - self._own_names(ends.values())
        for gone in self._stops.keys() - names - set(map(str, self.answer.unreadable)):
            del self._stops[gone]
        for text in self.answer.unreadable:
            self._stop(str(text), text, is_failure=False)
        read, count = dict[str, list[bytes]](), 0
        # What is played now does not wait for a long history.
        for name in sorted(names, key=lambda each: (self._count_missing(each, ends), each)):
            if count >= MOST_READ:
                break
            try:
                read[name] = self._read(store, name, self.answer.feeds[name], ends)
                count += len(read[name])
            except OSError as error:
                file = self.transport.describe(name)
                self._stop(name, T("{file} can't be read: {why}.", file=file, why=os_reason(error)))
        for batch in _batches(line for lines in read.values() for line in lines):
            store.take_in_earlier_lines(batch)
        for name, lines in read.items():
            if (why := store.why_left_out(lines[:1])) is not None:
                self._stop(name, why)
                self._stops[name] = self._stops[name]._replace(since=float("-inf"))
        first = (decode_line(each[0]) for each in read.values() if each)
        return {each.laptop for each in first if each is not None}

    def _count_missing(self, name: str, ends: Mapping[str, FeedEnd]) -> int:
        last = decode_line(self.answer.feeds[name].last)
        if last is None:
            return 0
        return last.seq - (ends[last.laptop].seq if last.laptop in ends else 0)

    def _read(
        self, store: Store, name: str, there: PublishedFeed, ends: Mapping[str, FeedEnd]
    ) -> list[bytes]:
        last, why = decode_line(there.last), there.why
        if last is None:
            self._stop(name, why or self._rest_text(name, there))
            return []
        rows, end = FeedRows(store.engine, last.laptop), ends.get(last.laptop)
        known = {end.seq, *end.forks.values()} if end is not None else {0}
        is_here = rows.has(last)
        if is_here and last.seq <= max(known):  # without a gap before it
            is_end = last.seq == max(known)
            self._stop(name, why or (self._rest_text(name, there) if is_end else None))
            return []
        lines, before = list[bytes](), None
        for data in self._lines_after(name, self._find_end(rows, name, last, known), last.seq):
            line = decode_line(data)
            if line is None or line.laptop != last.laptop:
                why = self._text(_DAMAGED, name)
                break
            follows = line.seq == 1
            if before is not None:
                follows = (line.seq - 1, line.prev) == (before.seq, before.hash)
            elif not follows:
                follows = rows.has(line._replace(seq=line.seq - 1, hash=line.prev))
            if not follows:
                why = self._text(_LINES_MISSING, name)
                break
            before = line
            lines.append(data)
        # Where all of them are here, a gap there keeps nothing back.
        self._stop(name, None if is_here else why)
        return lines

    def _lines_after(self, name: str, seq: int, last: int) -> Iterator[bytes]:
        count = 0
        while seq < last and count < MOST_READ:
            lines = self.transport.lines_after(name, seq, MOST_LINES)
            yield from lines
            frame = frame_of(lines[-1]) if lines else None
            if frame is None or frame[0] <= seq:
                return
            seq, count = frame[0], count + len(lines)

    def _find_end(self, rows: FeedRows, name: str, last: Line, known: set[int]) -> int:
        def is_new(seq: int) -> bool:
            found = self.transport.lines_after(name, seq - 1, 1)
            frame = frame_of(found[0]) if found else None
            if frame is None or frame[0] != seq:
                return False
            return not rows.has(last._replace(seq=seq, hash=frame[1]))

        seq = max((each for each in known if each < last.seq), default=0)
        if seq and is_new(seq):
            return bisect_left(range(1, last.seq + 1), True, key=is_new)
        return seq

    def _rest_text(self, name: str, there: PublishedFeed) -> Text | None:
        if there.is_damaged:
            return self._text(_DAMAGED, name)
        return self._text(_CUT, name) if there.is_cut else None

    def _text(self, text: Text, name: str) -> Text:
        return replace(text, fields=(("file", self.transport.describe(name)),))


def _batches(lines: Iterable[bytes]) -> Iterator[list[bytes]]:
    batch, logs = list[bytes](), set[str]()
    for data in lines:
        line = decode_line(data)
        log = line.log if line is not None else ""
        if batch and (len(logs | {log}) > MOST_LOGS or len(batch) == MOST_LINES):
            yield batch
            batch, logs = [], set()
        logs.add(log)
        batch.append(data)
    if batch:
        yield batch
