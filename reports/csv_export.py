"""CSV: a folder with one file a table, for a spreadsheet or a script.

UTF-8 with a byte order mark, so that every spreadsheet reads the names; numbers with a plain
minus sign, moments as ISO 8601 in UTC, yes and no as `true` and `false`.  A text that a
spreadsheet would take for a formula gets an apostrophe in front.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from reports.bidirectional import without_isolates
from reports.rows import TABLES, Tables, columns
from reports.tables import all_rows, tables_of
from reports.writing import write_folder
from scorepad.spades.match import Match
from scorepad.spades.words import Words

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def export_csv(matches: Sequence[Match], out: Path, words: Words) -> list[Path]:
    """Write a folder of CSV files; raises `Refused` when it is there or cannot be written."""
    tables = tables_of(matches, words)

    def make(folder: Path) -> None:
        for name in TABLES:
            _write(folder / f"{name}.csv", name, tables)

    return write_folder(out, make)


def _write(path: Path, name: str, tables: Sequence[Tables]) -> None:
    names = list(columns(TABLES[name]))
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        for row in all_rows(tables, name):
            writer.writerow([cell(getattr(row, column)) for column in names])


def cell(value: object) -> str:
    """A value as it stands in a CSV file."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%dT%H:%M:%SZ}"
    if isinstance(value, int):
        return str(value)
    return harmless(without_isolates(str(value)))


def harmless(text: str) -> str:
    """A text that no spreadsheet reckons with: `=1+1` becomes `'=1+1`."""
    return f"'{text}" if text.startswith(FORMULA) else text
