"""Several tables are started at once: which numbers they have, and which teams sit there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from scorepad.spades.refusal import Refused

MOST_TABLES = 500
"""An event has at most so many tables."""
_MARKS = tuple(
    re.compile(mark, re.IGNORECASE)
    for mark in (r"\t", ";", r"\|", r"\s+vs?\.?\s+", r"\s+[-–—:]\s+", ",")
)
"""The separators of two teams; the first that a line has counts."""


class NewTable(msgspec.Struct, frozen=True):
    """A table that is to be started: its name ("": none is given) and both teams ("": no name)."""

    table: str = ""
    teams: tuple[str, str] = ("", "")


def parse_table_names(typed: str, most: int = MOST_TABLES) -> tuple[str, ...]:
    """Return the tables of a text such as "1-12" or "A, B, C"; raises `Refused` if there are more
    than `most`."""
    names: list[str] = []
    for part in re.split(r"[,;\n]", typed):
        span = re.fullmatch(r"\s*(\d{1,999})\s*[-–]\s*(\d{1,999})\s*", part)
        first, last = (int(span[1]), int(span[2])) if span is not None else (1, 0)
        if first <= last:
            numbers = range(first, min(last, first + most) + 1)  # no more than are needed to refuse
            names += map(str, numbers)
        elif part.strip():
            names.append(part.strip())
        if len(names) > most:
            raise Refused("type at most {n} tables", n=most)
    return tuple(names)


def tables_text(names: Sequence[str]) -> str:
    """Return the shortest text that `parse_table_names` reads as these tables: "1–12, 14"."""
    spans: list[list[str]] = []
    for name in names:
        last = spans[-1][-1] if spans else ""
        if name.isdecimal() and last.isdecimal() and int(name) == int(last) + 1:
            spans[-1].append(name)
        else:
            spans.append([name])
    parts = ([f"{span[0]}–{span[-1]}"] if len(span) > 2 else span for span in spans)
    return ", ".join(name for part in parts for name in part)


def parse_pasted_tables(text: str) -> list[NewTable]:
    """Return the tables in a text that is pasted: two teams a line, with the table's number before
    them or without; or one team a line, of which each two play each other."""
    lines = [cells for cells in map(_cells, text.splitlines()) if any(cells)]
    if all(len(cells) == 1 for cells in lines):
        names = [name for (name,) in lines]
        pairs = zip(names[::2], [*names[1::2], ""], strict=False)
        return [NewTable(teams=pair) for pair in pairs]
    return [_table(cells) for cells in lines]


def _cells(line: str) -> list[str]:
    parts = [line]
    for mark in _MARKS:
        if len(parts) == 1:
            parts = mark.split(line)
    return [part.strip() for part in parts]


def _table(cells: Iterable[str]) -> NewTable:
    first, *rest = cells
    number = ""
    if len(rest) > 1 and first.isdecimal():
        number, (first, *rest) = first, rest
    return NewTable(number, (first, rest[0] if rest else ""))
