"""The contract of a place where laptops exchange their feeds, a folder or a database.

A place answers one question: the last line of each feed that it has. Both sides send the lines
after that.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, Protocol

from scorepad.desk.sharing import age_text
from scorepad.spades.words import T, Text, join_with_commas
from scorepad.store.lines import LaptopState
from scorepad.store.store import Store

MOST_FEEDS = 1000
"""So many feeds or files of a place are looked at."""


class PublishedFeed(NamedTuple):
    """A feed as a place has it.

    Attributes:
        last: Its last whole line (b"": it has none).
        is_damaged: Whether something else is after that line.
        is_cut: Whether it ends in the middle of a line.
        why: Why it can't be read.
        version: A mark that differs after any change, as far as the place has one.
    """

    last: bytes = b""
    is_damaged: bool = False
    is_cut: bool = False
    why: Text | None = None
    version: object = None


class Answer(NamedTuple):
    """The content of a place.

    Attributes:
        feeds: The feeds, by their names there.
        states: The latest state of each laptop, by its id.
        unreadable: A sentence about each state that can't be read.
        has_more: Whether it has more than `MOST_FEEDS`; the rest is left out.
        now: The time there (UTC), where the place has a clock of its own.
    """

    feeds: dict[str, PublishedFeed] = {}
    states: dict[str, LaptopState] = {}
    unreadable: tuple[Text, ...] = ()
    has_more: bool = False
    now: datetime | None = None


class Transport(Protocol):
    """Carries lines and states to one place and back.  Every method raises `Refused` with the
    sentence to show where the place can't be used, and `OSError` where one feed can't be read."""

    is_database: bool
    """Whether the others see changes there within seconds."""

    def look(self) -> Answer:
        """Return the place's answer."""

    def lines_after(self, name: str, seq: int, most: int) -> Sequence[bytes]:
        """Return some of the lines of a feed after this number, in order."""

    def publish(self, store: Store, *, thorough: bool) -> None:
        """Bring the own feeds there up to the rows; `thorough` compares all of them."""

    def name_of(self, laptop: str) -> str:
        """Return the name there of the feed of this laptop, or of a second chain."""

    def describe(self, name: str) -> str | Text:
        """Return the words for a feed there."""

    def write_state(self, state: LaptopState) -> None:
        """Write this laptop's state there."""

    def close(self) -> None:
        """Let the place go."""


def usable_place_text(answer: Answer, now: datetime) -> Text:
    """Return that a place can be used, and which laptops are there already."""
    if not answer.states:
        return T("It works. No laptops found yet.")
    laptops = [
        T("{laptop} ({age} ago)", laptop=each.name or each.laptop[:8], age=age_text(each.at, now))
        for each in sorted(answer.states.values(), key=lambda each: each.at, reverse=True)
    ]
    return T("It works. Laptops found: {laptops}.", laptops=join_with_commas(laptops))


def stat_key(file: Path) -> tuple[int, ...] | None:
    """Return a value that changes when a file does; None if it is not there."""
    try:
        status = os.stat(file)  # noqa: PTH116  # many times faster
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns
