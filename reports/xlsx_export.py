"""XLSX: one workbook, a sheet for each table, cells typed, heads frozen, widths that fit."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import xlsxwriter

from reports.bidirectional import without_isolates
from reports.rows import TABLES, Row, columns
from reports.tables import all_rows, read_tables
from reports.writing import write_file
from scorepad.spades.match import Match
from scorepad.spades.words import Words

MOST_WIDE = 48
MOST_TEXT = 32_767
"""The longest text that a cell can hold."""
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
"""What a workbook says it was made on when no log says when: files do not depend on the day."""


def export_xlsx(matches: Sequence[Match], out: Path, words: Words) -> list[Path]:
    """Write a workbook; raises `Refused` when it is there or cannot be written."""
    tables = [read_tables(match, words) for match in matches]
    moments = [t.match.last_entry for t in tables if t.match.last_entry]

    made = BytesIO()
    # Into memory first: a workbook that meets a full disk half way cannot be let go of cleanly.
    book = xlsxwriter.Workbook(
        made, {"strings_to_formulas": False, "strings_to_urls": False, "in_memory": True}
    )
    book.set_properties({"created": max(moments, default=EPOCH).replace(tzinfo=None)})
    head = book.add_format({"bold": True, "bottom": 1})
    moment = book.add_format({"num_format": "yyyy-mm-dd hh:mm"})
    for name, row_type in TABLES.items():
        rows = all_rows(tables, name)
        _sheet(book.add_worksheet(name), row_type, rows, head, moment)
    book.close()

    def make(path: Path) -> None:
        path.write_bytes(made.getvalue())

    return write_file(out, make)


def _sheet(sheet: Any, row_type: type[Row], rows: Sequence[Row], head: Any, moment: Any) -> None:
    names = list(columns(row_type))
    wide = [len(name) for name in names]
    for across, name in enumerate(names):
        sheet.write_string(0, across, name, head)
    for down, row in enumerate(rows, 1):
        for across, name in enumerate(names):
            value = getattr(row, name)
            _cell(sheet, down, across, value, moment)
            wide[across] = max(wide[across], 16 if isinstance(value, datetime) else _wide(value))
    for across, width in enumerate(wide):
        sheet.set_column(across, across, min(width, MOST_WIDE) + 2)
    sheet.freeze_panes(1, 0)
    if rows:
        sheet.autofilter(0, 0, len(rows), len(names) - 1)


def _wide(value: object) -> int:
    return 0 if value is None else len(str(value))


def _cell(sheet: Any, down: int, across: int, value: object, moment: Any) -> None:
    if value is None or value == "":
        return
    if isinstance(value, bool):
        sheet.write_boolean(down, across, value)
    elif isinstance(value, datetime):
        sheet.write_datetime(down, across, value.astimezone(UTC).replace(tzinfo=None), moment)
    elif isinstance(value, int):
        sheet.write_number(down, across, value)
    else:
        sheet.write_string(down, across, without_isolates(str(value))[:MOST_TEXT])
