"""The bounds of files from outside.

A file that exceeds them is refused in one sentence (`FileTooLarge`,
`spades.refusal.over_budget_text`). No file of up to 10 MB takes more than 5 seconds or more than
300 MB, in the window and on the command line, and no honest file is near them.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final, NamedTuple

MEGABYTE: Final = 1 << 20  # bytes


class FileTooLarge(OSError):
    """A file has more bytes than its budget allows; `most` is how many it may have."""

    def __init__(self, path: Path | str, most: int) -> None:
        super().__init__(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
        self.most = most


class MatchBudget(NamedTuple):
    """Bounds a match file, and the bytes of an event file or one entry; a long match has 1 %."""

    bytes: int = 4 * MEGABYTE
    lines: int = 30_000
    """A file with one match a line has at most this many; standard input has no end."""
    entries: int = 5_000
    scored_anew: int = 200_000
    """Reading a log may score at most this many entries again: each correction and each setup
    scores the whole log again."""


class EventBudget(NamedTuple):
    """Bounds the log of an event file; a day of play with 160 teams has some 2,000 entries."""

    entries: int = 10_000


class RulesBudget(NamedTuple):
    """Bounds a rule set file."""

    bytes: int = MEGABYTE
    line_dots: int = 60
    """A line has at most this many dots, those in texts too: a key with n dots costs the parser
    time and memory in n squared."""
    dots: int = 20_000


class SpreadsheetBudget(NamedTuple):
    """Bounds a CSV or XLSX file of teams or of a schedule."""

    bytes: int = 10 * MEGABYTE
    unpacked: int = 4 * MEGABYTE
    """So many bytes are unpacked of an XLSX file at most: its first sheet, its texts, its dates."""
    parts: int = 5_000
    """An XLSX file has at most this many packed files."""
    lines: int = 2_500
    cells: int = 100_000
    letters: int = 1_000_000
    line_letters: int = 10_000
    """The window shows a pasted line of 800,000 letters after four minutes."""


class LogoBudget(NamedTuple):
    """Bounds a PNG file."""

    bytes: int = 2 * MEGABYTE
    side: int = 4_000  # pixels


class UnpackedBackupBudget(NamedTuple):
    """The bounds of an unpacked backup."""

    unpacked: int = 16 << 30  # bytes
    ratio: int = 50
    """It unpacks to at most so many times its own bytes: lines, with their hashes, to some six."""


MATCH_BUDGET: Final = MatchBudget()
EVENT_BUDGET: Final = EventBudget()
RULES_BUDGET: Final = RulesBudget()
SPREADSHEET_BUDGET: Final = SpreadsheetBudget()
LOGO_BUDGET: Final = LogoBudget()
BACKUP: Final = UnpackedBackupBudget()
SETTINGS_BYTES: Final = MEGABYTE
PAPER_BYTES: Final = 64 * MEGABYTE
"""A sheet or book that is to be verified has at most this many bytes."""
