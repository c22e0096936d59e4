"""Match files are read from files, from files with one match a line, and from standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from scorepad import files
from scorepad.budget import MATCH_BUDGET
from scorepad.spades.refusal import Refused, os_reason, over_budget_text, too_large_text
from scorepad.spades.words import N, T, Text

STANDARD_INPUT = "-"
LINES = (".ndjson", ".jsonl")
SMALL = 64 * 1024
"""Bytes that most matches take."""


class Unreadable(Refused):
    """A file cannot be read; the sentence names it."""

    def __init__(self, where: str, what: Text) -> None:
        super().__init__(T("{where}: {what}", where=where, what=what))


@contextmanager
def open_source(name: str) -> Iterator[BinaryIO]:
    """Return a file, or standard input for `-`, as bytes; raises `Unreadable`."""
    try:
        if name == STANDARD_INPUT:
            yield sys.stdin.buffer
        else:
            files.stat_regular_file(name)
            with open(name, "rb") as file:  # noqa: PTH123  # a path takes longer than a small file
                yield file
    except (OSError, ValueError) as error:
        if isinstance(error, BrokenPipeError):
            raise
        reason = os_reason(error) if isinstance(error, OSError) else T("it isn't a file name")
        raise Unreadable(name, reason) from None


def is_file(name: str) -> bool:
    """Return whether there is a file of this name, which may be no valid name."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def path_exists(name: str) -> bool:
    """Return whether there is a file, or something else, of this name."""
    try:
        return bool(name) and Path(name).exists()
    except (OSError, ValueError):
        return False


def read_bytes_up_to_limit(name: str, most: int = MATCH_BUDGET.bytes) -> bytes:
    """Return all of a file of at most `most` bytes; raises `Unreadable`."""
    with open_source(name) as file:
        # Room is made for all that is asked for, also where a file is small.
        data = file.read(SMALL)
        if len(data) == SMALL:
            data += file.read(most + 1 - SMALL)
    if len(data) > most:
        raise Unreadable(name, too_large_text(most))
    return data


def has_match_on_each_line(name: str) -> bool:
    """Return whether the file with this name has one match a line."""
    return name == STANDARD_INPUT or name.lower().endswith(LINES)


def read_matches_of_file(name: str) -> Iterator[tuple[str, bytes | Refused]]:
    """Yield each match of a file with the place that sentences name ("FILE" or "FILE:LINE"): its
    bytes, or why they cannot be read."""
    if not has_match_on_each_line(name):
        try:
            yield name, read_bytes_up_to_limit(name)
        except Unreadable as refused:
            yield name, refused
        return
    try:
        yield from _lines(name)
    except Unreadable as refused:
        yield name, refused


def _lines(name: str) -> Iterator[tuple[str, bytes | Refused]]:
    has_lines = False
    with open_source(name) as file:
        for number, line in enumerate(bounded_lines(file, name), 1):
            where = f"{name}:{number}"
            if number > MATCH_BUDGET.lines and name != STANDARD_INPUT:
                most = N("{n} line", "{n} lines", MATCH_BUDGET.lines)
                raise Unreadable(name, over_budget_text(most))
            if line is None:
                has_lines = True
                yield where, Unreadable(where, too_large_text(MATCH_BUDGET.bytes))
            elif line.strip():
                has_lines = True
                yield where, line
    if not has_lines:
        yield name, Unreadable(name, T("it's empty; write one match on each line"))


def bounded_lines(file: BinaryIO, name: str) -> Iterator[bytes | None]:
    """Yield the lines of a file; None for one that is too long to be a match.  Raise `Unreadable`
    where it can't be read, as where standard input is closed."""
    while line := _next_line(file, name):
        if len(line) < MATCH_BUDGET.bytes or line.endswith(b"\n"):
            yield line
            continue
        while (rest := _next_line(file, name)) and not rest.endswith(b"\n"):
            pass
        yield None


def _next_line(file: BinaryIO, name: str) -> bytes:
    try:
        return file.readline(MATCH_BUDGET.bytes)
    except OSError as error:
        raise Unreadable(name, os_reason(error)) from None
