"""Letters as they are seen: a name is cut between them, and holds none that nobody sees.

What is seen as one letter may be several characters: a letter and its marks, a conjunct of
Devanagari, a flag.  (The clusters of Unicode's annex 29, as far as names need them.)
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Final

JOINER: Final = "\u200d"
VIRAMA: Final = 9
"""The combining class of the mark that joins a letter to the next."""


def seen(text: str) -> str:
    """A text without its invisible characters: variation selectors, marks of direction, joiners."""
    return "".join(c for c in text if not _selects(c) and unicodedata.category(c) != "Cf")


def cut(text: str, fits: Callable[[str], bool]) -> str:
    """As much of the beginning of a text as fits, cut between what is seen as letters."""
    at = len(text)
    while at and not fits(text[:at]):
        at -= 1
        while at and not _parts(text, at):
            at -= 1
    return text[:at]


def _selects(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def _parts(text: str, at: int) -> bool:
    """Is what stands before this place another letter than what stands behind it?"""
    before, behind = text[at - 1], text[at]
    if unicodedata.category(behind)[0] == "M" or JOINER in (before, behind):
        return False
    if unicodedata.combining(before) == VIRAMA or "\U0001f3fb" <= behind <= "\U0001f3ff":
        return False
    flags = 0
    while at and "\U0001f1e6" <= text[at - 1] <= "\U0001f1ff":
        flags, at = flags + 1, at - 1
    return not (flags % 2 and "\U0001f1e6" <= behind <= "\U0001f1ff")
