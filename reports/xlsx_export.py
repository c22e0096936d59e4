"""XLSX: one workbook, a sheet for each table, cells typed, heads frozen, widths that fit."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import east_asian_width

import xlsxwriter

from reports.bidirectional import without_isolates
from reports.paper import Paper
from reports.rows import TABLES, Row, columns
from reports.tables import all_rows, tables_of
from reports.writing import write_file
from scorepad.spades.match import Match
from scorepad.spades.words import Words

PAPERS: dict[Paper, int] = {"A4": 9, "Letter": 1}
"""The numbers that workbooks have for papers."""
BIDS = ("bid_1", "bid_2")
"""Columns that hold a number or a word: their numbers can be summed."""
MOST_WIDE = 48
MOST_TEXT = 32_767
"""The longest text that a cell can hold."""
MOMENTS = ("scheduled", "first_entry", "last_entry", "at")
"""Columns that hold moments."""
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
"""What a workbook says it was made on when no log says when: files do not depend on the day."""


def export_xlsx(
    matches: Sequence[Match], out: Path, words: Words, paper: Paper = "A4"
) -> list[Path]:
    """Write a workbook; raises `Refused` when it is there or cannot be written."""
    tables = tables_of(matches, words)
    moments = [t.match.last_entry for t in tables if t.match.last_entry]

    made = BytesIO()
    # Into memory first: a workbook that meets a full disk half way cannot be let go of cleanly.
    book = xlsxwriter.Workbook(
        made, {"strings_to_formulas": False, "strings_to_urls": False, "in_memory": True}
    )
    book.set_properties({"created": max(moments, default=EPOCH).replace(tzinfo=None)})
    forms = Forms(
        book.add_format({"bold": True, "bottom": 1}),
        book.add_format({"num_format": "yyyy-mm-dd hh:mm", "valign": "top"}),
        book.add_format({"valign": "top"}),
        book.add_format({"valign": "top", "text_wrap": True}),
    )
    for name, row_type in TABLES.items():
        rows = all_rows(tables, name)
        sheet = book.add_worksheet(name)
        _sheet(sheet, row_type, rows, forms)
        sheet.set_paper(PAPERS[paper])
    book.close()

    def make(path: Path) -> None:
        path.write_bytes(made.getvalue())

    return write_file(out, make)


class Forms(NamedTuple):
    """How cells look: heads, moments, all others, and texts that are wider than their column."""

    head: Any
    moment: Any
    plain: Any
    long: Any


def _sheet(sheet: Any, row_type: type[Row], rows: Sequence[Row], forms: Forms) -> None:
    names = list(columns(row_type))
    heads = [f"{name} (UTC)" if name in MOMENTS else name for name in names]
    wide = [len(head) for head in heads]
    for across, head in enumerate(heads):
        sheet.write_string(0, across, head, forms.head)
    for down, row in enumerate(rows, 1):
        for across, name in enumerate(names):
            value = getattr(row, name)
            if name in BIDS and value.isdecimal():
                value = int(value)
            _cell(sheet, down, across, value, forms)
            wide[across] = max(wide[across], 16 if isinstance(value, datetime) else _wide(value))
    for across, width in enumerate(wide):
        sheet.set_column(across, across, min(width, MOST_WIDE) + 2)
    sheet.freeze_panes(1, 0)
    # A round or a table is a name, even where it is written in figures.
    sheet.ignore_errors({"number_stored_as_text": "A1:XFD1048576"})
    sheet.set_landscape()
    sheet.repeat_rows(0)
    sheet.fit_to_pages(1, 0)
    if rows:
        sheet.autofilter(0, 0, len(rows), len(names) - 1)


def _wide(value: object) -> int:
    """How many figures wide a value is; Chinese, Japanese and Korean letters take two."""
    if value is None:
        return 0
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in str(value))


def _cell(sheet: Any, down: int, across: int, value: object, forms: Forms) -> None:
    if value is None or value == "":
        return
    if isinstance(value, bool):
        sheet.write_boolean(down, across, value, forms.plain)
    elif isinstance(value, datetime):
        sheet.write_datetime(down, across, value.astimezone(UTC).replace(tzinfo=None), forms.moment)
    elif isinstance(value, int):
        sheet.write_number(down, across, value, forms.plain)
    else:
        text = without_isolates(str(value))[:MOST_TEXT]
        form = forms.long if _wide(text) > MOST_WIDE else forms.plain
        sheet.write_string(down, across, text, form)
