"""A place where laptops exchange their feeds: what a folder and a database have in common."""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, Protocol

from scorepad.desk.sharing import age_text
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text, join_with_commas
from scorepad.store.lines import FORMAT, FeedStart, LaptopState, Line, decode_line
from scorepad.store.sharing import FeedEnd
from scorepad.store.store import Store

SAID_AFTER = 60.0  # seconds for which a feed is stopped before that is said


class NewLinesAndStates(NamedTuple):
    """What was read: `lines` in the order of each feed, the `states` that are new, whether there
    is more to read at once, and the time there (UTC), where the place has a clock of its own."""

    lines: list[tuple[Line, bytes]]
    states: list[LaptopState]
    has_more: bool
    now: datetime | None = None


class PlaceUnusable(Refused):
    """A place cannot be used now; `why` is the end of a sentence."""

    def __init__(self, text: Text, why: Text) -> None:
        super().__init__(text)
        self.why = why


class Transport(Protocol):
    """Carries feeds and states to one place and back.  Every method raises `Refused` with the
    sentence to show where the place cannot be used."""

    is_database: bool
    """Whether the others see within seconds what is there."""
    reports_stops_at_once: bool
    """Whether a stopped feed is in `problem_texts` before it was stopped for `SAID_AFTER`."""

    @property
    def name(self) -> str:
        """Return what the settings call the place."""

    @property
    def is_stopped(self) -> bool:
        """Return whether a feed there cannot be read on."""

    @property
    def problem_texts(self) -> list[Text]:
        """Return what has to be said of the feeds there, a sentence each."""

    def own_feeds_key(self, own: Collection[str]) -> object:
        """Return what differs once the own feeds change there."""

    def publish(self, store: Store, *, thorough: bool) -> Text | None:
        """Bring the own feeds there up to the rows, and return why that cannot be done now;
        `thorough` compares all of them."""

    def read(
        self, ends: Mapping[str, FeedEnd], most_lines: int, own: Collection[str]
    ) -> NewLinesAndStates:
        """Return what is new since the last call, some `most_lines` lines of it.

        `ends` says how far each feed goes here; `own` are the feeds
        that were recorded here.
        """

    def read_again(self) -> None:
        """Have `read` return once more what is not here: what it returned could not be kept."""

    def write_state(self, state: LaptopState) -> None:
        """Say there how this laptop stands."""

    def close(self) -> None:
        """Let the place go."""


class FeedReadPosition:
    """How far a feed was read at one place: up to the line `seq` of `laptop`."""

    def __init__(self) -> None:
        self.laptop = ""
        self.seq = 0
        self.why: Text | None = None
        self.stopped_at = 0.0
        self.has_gap = False
        self.is_stopped = False

    def stop(self, why: Text) -> None:
        """Note why it is not read on, and since when."""
        if self.why != why:
            self.stopped_at = time.monotonic()
        self.why, self.is_stopped = why, True

    def leave_out(self, why: Text) -> None:
        """Note why it was not taken, which holds nothing else up."""
        self.stop(why)
        self.is_stopped = False

    def resume(self) -> None:
        """Read on; what stopped it is said until a line was taken."""
        self.has_gap, self.is_stopped = False, False

    def is_stop_reported(self, *, at_once: bool) -> bool:
        """Return whether it is stopped for so long that this has to be said, or at all."""
        after = 0.0 if at_once else SAID_AFTER
        return self.why is not None and time.monotonic() - self.stopped_at >= after

    def accept_line_or_stop(
        self, place: str | Text, data: bytes, ends: Mapping[str, FeedEnd]
    ) -> Line | None:
        """Return the line that follows the last one; None where this is none, and then the feed is
        stopped.  `place` names it in the sentence about that."""
        line = decode_line(data)
        if line is None:
            self.stop(T("{file} is damaged; what comes after that is not read.", file=place))
            return None
        if isinstance(line.content, FeedStart) and line.content.format > FORMAT:
            self.stop(
                T(
                    "{laptop} has a newer Scorepad (format {found}; this one reads format "
                    "{known}); update this one to read what it records.",
                    laptop=line.content.name or line.laptop,
                    found=line.content.format,
                    known=FORMAT,
                )
            )
            self.stopped_at -= SAID_AFTER  # said at once
            return None
        if not self.laptop:
            end = ends.get(line.laptop)
            if line.seq <= (0 if end is None else end.last_seq_of_all_chains) + 1:
                self.laptop, self.seq = line.laptop, line.seq - 1
        if line.laptop != self.laptop or line.seq != self.seq + 1:
            self.has_gap = True
            self.stop(T("Lines are missing in {file}; what comes after that waits.", file=place))
            return None
        self.seq, self.why = line.seq, None
        return line


def last_line_others_have(end: FeedEnd, states: Iterable[LaptopState]) -> int:
    """Return the greatest number of a line of an own feed that another laptop has said it has."""
    others = (each.heard for each in states if each.laptop != end.laptop)
    return max((_heard_in(each, end) for each in others), default=0)


def _heard_in(heard: Mapping[str, int], end: FeedEnd) -> int:
    """Return how much of an own feed a laptop has that has heard so much.  Where two data folders
    recorded under its id, that laptop may have the lines of the other one under the same name."""
    if end.fork_name in heard:
        return heard[end.fork_name]
    seq = heard.get(end.laptop, 0)
    has_ours = not end.forks or not heard.keys().isdisjoint(end.forks)
    return seq if has_ours else min(seq, end.forked_at)


def laptop_names_and_times_text(states: Sequence[LaptopState], now: datetime) -> Text:
    """Return the names of laptops, and when each said how it stands."""
    return join_with_commas(
        [
            T(
                "{laptop} ({age} ago)",
                laptop=each.name or each.laptop[:8],
                age=age_text(each.at, now),
            )
            for each in states
        ]
    )


def stat_key(file: Path) -> tuple[int, ...] | None:
    """Return what differs once a file changes; None where it is not there."""
    try:
        status = os.stat(file)  # noqa: PTH116  # many times faster
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns
