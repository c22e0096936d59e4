"""The remarks of a match as rows of a sheet: corrections, overrides, rulings, conduct and notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import asdict

from reports.sheets.rows import RemarkRow
from reports.typeset.line_breaking import ELLIPSIS
from scorepad.spades import remarks
from scorepad.spades.match import Match
from scorepad.spades.words import T, balance_isolates

MAX_REMARK_TEXT = 30_000
"""The remarks of a sheet may have so many characters in all, which is some ten pages.  Where
they have more, the long texts among them are cut."""
MIN_TEXT_LENGTH = 16
"""So many characters of a text are never cut."""
LONG_FIELDS = ("was", "now", "why", "by")
"""The fields of a remark without a limit on their length."""


def max_remark_length(rows: Sequence[RemarkRow]) -> int | None:
    """Return how long a text of these remarks may be on a sheet; None where none is cut."""
    lengths = [len(getattr(row, text)) for row in rows for text in LONG_FIELDS]
    if sum(lengths) <= MAX_REMARK_TEXT:
        return None
    long = sum(length > MIN_TEXT_LENGTH for length in lengths)
    return max(MIN_TEXT_LENGTH, MAX_REMARK_TEXT // max(long, 1))


def shorten_text(text: str, length: int) -> str:
    """Return the beginning of a text that is longer than this, with an ellipsis."""
    return text if len(text) <= length else balance_isolates(text[:length].rstrip() + ELLIPSIS)


def read_remarks(match: Match) -> Iterator[RemarkRow]:
    """List the remarks of a match in the order in which they were recorded."""
    for each in remarks.read_remarks(match):
        yield RemarkRow(**asdict(each))


def title_with_hand(row: RemarkRow, title: str) -> str:
    """Return the title of a remark with the hand that it's about."""
    if row.hand is None or row.kind in ("amend", "strike"):
        return title
    return str(T("{title}, hand {hand}", title=title, hand=row.hand))


def join_effects(rows: Iterable[RemarkRow]) -> list[tuple[RemarkRow, list[str]]]:
    """Put the effects of an entry, and the program's warnings about it, behind its remark."""
    groups: list[tuple[RemarkRow, list[str]]] = []
    for row in rows:
        if row.kind in ("warning", "effect") and groups and groups[-1][0].entry == row.entry:
            groups[-1][1].append(row.now)
        else:
            groups.append((row, []))
    return groups
