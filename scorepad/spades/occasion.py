"""When and for what a match is played: its day, and which names are one event's.

Whoever lists, filters, prints or exports matches goes by this, so that no two of them disagree.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from datetime import datetime

from scorepad.spades.entries import Common


def began(log: Iterable[Common]) -> datetime | None:
    """When the first entry of a log was recorded (UTC); None where no entry says when."""
    return min((entry.at for entry in log if entry.at is not None), default=None)


def played(
    scheduled: datetime | None, first_entry: datetime | None, created: datetime | None = None
) -> datetime | None:
    """The moment (UTC) whose day, in local time, is the day of a match: for which it was
    scheduled, else when its log `began`, else when it was opened; None where nothing is known."""
    return scheduled or first_entry or created


def tidy(name: str) -> str:
    """A name without the blanks around it; those in it are one each."""
    return " ".join(name.split())


def same_name(name: str) -> str:
    """What two spellings of one name have in common: neither case nor blanks matter."""
    return tidy(unicodedata.normalize("NFC", name)).casefold()


def spelled(names: Iterable[str]) -> dict[str, str]:
    """How each name is written where several spell it: as most of them do, else as the first of
    those does; by `same_name`."""
    counts: dict[str, dict[str, int]] = {}
    for name in map(tidy, names):
        of_one = counts.setdefault(same_name(name), {})
        of_one[name] = of_one.get(name, 0) + 1
    return {key: max(of_one, key=of_one.__getitem__) for key, of_one in counts.items()}
