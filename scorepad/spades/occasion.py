"""What a match is played for: which names are one event's, and how that event is written.

Whoever lists, filters, prints or exports matches goes by this, so that no two of them disagree.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable


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
