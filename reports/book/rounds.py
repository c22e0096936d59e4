"""Sorts the matches of a book into rounds, in the order of play.

Rounds with numbers are first, then knock-out rounds, the final last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

import msgspec

from scorepad.spades.entries import HeadChange
from scorepad.spades.match import Match, moment_of_play
from scorepad.spades.naming import NaturalKey, name_key, natural_key, without_accents
from scorepad.spades.sheetcode import SheetCode
from scorepad.spades.status import MatchStatus

_KNOCK_OUT_ROUNDS: Final = (
    (r"\bround of 64\b|\b(last|top) 64\b", 1),
    (r"\bround of 32\b|\b(last|top) 32\b|dieciseisavos", 2),
    (r"\bround of 16\b|\b(last|top) 16\b|octavos", 3),
    (r"\bquarter|\bcuartos", 4),
    (r"\bsemi", 5),
    (r"\b(third|3rd) place\b|\btercer (lugar|puesto)\b|\bbronze\b|\bbronce\b", 6),
    (r"\bfinals?\b|\bfinales\b", 7),
)
"""The names of knock-out rounds in English and in Spanish, in the order of play."""


def round_name_sort_key(text: str) -> tuple[int, NaturalKey]:
    """Make a sort key for rounds: those with numbers, those with names, then the knock-out rounds
    from the largest to the final."""
    plain = without_accents(text)
    words = " ".join(re.split(r"[\W_]+", plain))
    for pattern, rank in _KNOCK_OUT_ROUNDS:
        if re.search(pattern, words):
            return 1 + rank, natural_key(text)
    return int(bool(words) and not re.search(r"\d", words)), natural_key(text)


def is_final(text: str) -> bool:
    """Return whether a round is the final, by its name."""
    return round_name_sort_key(text)[0] == 1 + _KNOCK_OUT_ROUNDS[-1][1]


def book_sort_key(status: MatchStatus) -> tuple[object, ...]:
    """Make the sort key of a match in a book: event, round, table, begin."""
    begin = moment_of_play(status.scheduled, status.first_entry)
    return (
        name_key(status.event),
        round_name_sort_key(status.round),
        natural_key(status.table),
        begin is not None,
        begin.timestamp() if begin else 0,
        status.id,
    )


class BookmarkedMatch(msgspec.Struct, frozen=True):
    """A match in the book: its status, its `result` in a sentence, and the `code` of its sheet;
    `key` is the name of its bookmark.

    `at` is the place of the match among those that were handed in; None where it could not be read.
    It `has_entries_beyond_setup` where more than its setup was recorded at its table.
    """

    status: MatchStatus
    result: str
    key: str
    code: SheetCode | None = None
    at: int | None = None
    has_entries_beyond_setup: bool = True

    @property
    def sheet_index(self) -> int | None:
        """Return `at` of a match that has a sheet; not where its result is on paper alone."""
        none = self.status.pairing or self.status.is_decided
        return None if none and not self.has_entries_beyond_setup else self.at


def has_entries_beyond_setup(match: Match) -> bool:
    """Return whether more than its setup was recorded at the table of a match."""
    about = map(match.find_corrected, match.log)
    return any(
        not (each is None or each.is_about_log or isinstance(each, HeadChange)) for each in about
    )


class Round(msgspec.Struct, frozen=True):
    """A round of an event, with its matches in order; `key` is the name of its bookmark, `byes` are
    names of teams; `title` is its name in an event."""

    event: str
    name: str
    key: str
    matches: tuple[BookmarkedMatch, ...]
    stage: str = ""
    byes: tuple[str, ...] = ()
    title: str = ""


def group_into_rounds(matches: Sequence[BookmarkedMatch]) -> Iterator[Round]:
    """Group matches, which are in the book's order, into the rounds of their events."""
    groups = groupby(
        matches, lambda each: (name_key(each.status.event), name_key(each.status.round))
    )
    for at, (_, group) in enumerate(groups):
        members = tuple(group)
        first = members[0].status
        yield Round(first.event, first.round, f"round-{at}", members)
