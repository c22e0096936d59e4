"""PDF: the sheets of all matches in one file, a bookmark for each."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, tzinfo
from pathlib import Path

from reports.match_sheet import match_sheets
from reports.paper import Paper
from reports.writing import write_file
from scorepad.spades.match import Match
from scorepad.spades.words import Words


def export_pdf(
    matches: Sequence[Match], out: Path, words: Words, paper: Paper = "A4", *, zone: tzinfo = UTC
) -> list[Path]:
    """Write one PDF of sheets; raises `Refused` when it is there or cannot be written."""
    data = match_sheets(matches, paper, words, zone=zone)

    def make(path: Path) -> None:
        path.write_bytes(data)

    return write_file(out, make)
