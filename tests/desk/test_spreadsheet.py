"""Rows are read from CSV and XLSX files as they are shown there."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from datetime import date, datetime, time

import openpyxl
import pytest
import xlsxwriter

from scorepad.budget import SPREADSHEET_BUDGET
from scorepad.desk.spreadsheet import SpreadsheetRow, read_rows, rows_as_csv
from scorepad.spades.refusal import Refused
from tests.workbooks import RELATIONS, RELS, packed, parts, sheet, workbook

SIX = datetime(2027, 3, 14, 18)  # noqa: DTZ001  # a cell has no zone


def rows(data: bytes) -> list[tuple[str, ...]]:
    return [row.cells for row in read_rows(data, "x")]


def by_openpyxl(fill: Callable[[openpyxl.worksheet.worksheet.Worksheet], None]) -> bytes:
    book = openpyxl.Workbook()
    fill(book.active)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_workbook_is_read_as_it_is_shown() -> None:
    def fill(page: openpyxl.worksheet.worksheet.Worksheet) -> None:
        page.append(["a  b ", 2, 2.0, 2.5, True, None, "x"])
        page.append([])
        page.append([SIX, date(2027, 3, 14), time(9, 30), -7, 1e20])
        page["C9"] = "=1+1"
        page["D9"] = "last"

    assert read_rows(by_openpyxl(fill), "x") == [
        SpreadsheetRow(1, ("a b", "2", "2", "2.5", "TRUE", "", "x")),
        SpreadsheetRow(3, ("2027-03-14T18:00", "2027-03-14", "09:30", "-7", "1e+20")),
        SpreadsheetRow(9, ("", "", "", "last")),
    ]


def test_a_workbook_of_another_program_is_read_too() -> None:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"date_1904": True}) as book:
        page = book.add_worksheet()
        shown = book.add_format({"num_format": 'd" of "mmmm yyyy'})
        plain = book.add_format({"num_format": '"days" 0.0'})
        page.write_rich_string(0, 0, "Ann ", book.add_format({"bold": True}), "Cy")
        page.write_datetime(0, 1, SIX, shown)
        page.write_number(0, 2, 12, plain)
        page.write_formula(0, 3, '="a"&"b"', None, "ab")
    assert rows(out.getvalue()) == [("Ann Cy", "2027-03-14T18:00", "12", "ab")]


@pytest.mark.parametrize("prefix", ["", "x:"])
def test_a_worksheet_may_name_no_places_and_have_a_prefix(prefix: str) -> None:
    inside = "<row><c t='inlineStr'><is><t>Aces</t></is></c><c/><c><v>3</v></c></row>"
    inside = re.sub("(</?)", rf"\1{prefix}", inside)
    assert rows(sheet(inside, prefix)) == [("Aces", "", "3")]


def test_the_first_worksheet_is_read_where_a_chart_comes_first() -> None:
    book = openpyxl.Workbook()
    book.active.append(["Aces"])
    book.create_chartsheet(index=0)
    out = io.BytesIO()
    book.save(out)
    assert rows(out.getvalue()) == [("Aces",)]


def test_a_last_row_that_only_has_a_style_does_not_count() -> None:
    inside = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"/></row>'
    assert rows(sheet(inside)) == [("1",)]


def test_rows_keep_their_lines_as_text() -> None:
    inside = '<row r="3"><c r="B3"><v>1</v></c></row><row r="5"><c r="A5"><v>2</v></c></row>'
    assert rows_as_csv(read_rows(sheet(inside), "x")) == "\n\n,1\n\n2\n"


DAMAGED = {
    "torn": workbook()[:400],
    "only its beginning": b"PK\x03\x04 nothing",
    "empty archive": packed({}),
    "another archive": packed({"content.xml": "<a/>"}),
    "no worksheet": packed({"_rels/.rels": RELS, RELATIONS: "<a/>"}),
    "no XML": sheet("<row"),
    "a document type": sheet("", before='<!DOCTYPE a [<!ENTITY b "c">]>'),
    "a text that is not there": sheet('<row><c t="s"><v>7</v></c></row>'),
    "a text below zero": sheet('<row><c t="s"><v>-1</v></c></row>'),
    "no number": sheet("<row><c><v>x</v></c></row>"),
    "no column": sheet('<row><c r="XFE1"><v>1</v></c></row>'),
    "no row": sheet('<row r="one"/>'),
    "deep": sheet("<row>" * 1000),
    "packed in another way": packed(parts(), zipfile.ZIP_LZMA),
    "a wrong sum": packed(parts(), zipfile.ZIP_STORED).replace(b"<v>1<", b"<v>2<"),
}


@pytest.mark.parametrize("data", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_workbook_is_one_sentence(data: bytes) -> None:
    with pytest.raises(Refused, match=r"^x: Scorepad can't read it as an XLSX file$"):
        read_rows(data, "x")


def test_a_workbook_with_a_password_is_one_sentence() -> None:
    data = bytearray(workbook())
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(mark)
        while at >= 0:
            data[at + flags] |= 1
            at = data.find(mark, at + 1)
    with pytest.raises(Refused, match="can't read it as an XLSX file"):
        read_rows(bytes(data), "x")
    with pytest.raises(Refused, match="an old or protected Excel file"):
        read_rows(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512), "x")


@pytest.mark.parametrize(
    ("data", "most"),
    [
        (b"a," * 120_000, "100,000 cells"),
        (b"\n" * 120_000, "100,000 cells"),
        (b"a,b\n" * (SPREADSHEET_BUDGET.lines + 1), "2,500 lines"),
        (b"\n" * SPREADSHEET_BUDGET.lines + b"a", "2,500 lines"),
        ((b"x" * 9_000 + b"\n") * 120, "1,000,000 characters"),
        (bytes(SPREADSHEET_BUDGET.bytes + 1), "10 megabytes"),
        (sheet("<row><c r='XFD1'><v>1</v></c></row>" * 19), "100,000 cells"),
        (sheet("<row r='2501'><c><v>1</v></c></row>"), "2,500 lines"),
        (sheet(" " * SPREADSHEET_BUDGET.unpacked), "4 megabytes of uncompressed data"),
        (packed({str(n): "" for n in range(5001)}), "5,000 compressed files"),
    ],
)
def test_a_file_over_the_budget_says_so(data: bytes, most: str) -> None:
    with pytest.raises(Refused) as refused:
        read_rows(data, "teams.csv")
    said = f"teams.csv: it has more than {most}, the limit for this kind of file"
    assert str(refused.value) == said


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"a,b\nc,\0d", "it isn't text; save the file as CSV"),
        (
            b"a,b\nc,\x81d",
            "Scorepad can't tell its encoding; choose the encoding, or save the file as CSV",
        ),
    ],
)
def test_what_is_no_text_is_named_by_its_line(data: bytes, reason: str) -> None:
    with pytest.raises(Refused, match=f"^x, line 2: {reason}"):
        read_rows(data, "x")


def test_a_text_that_many_cells_name_is_counted_each_time() -> None:
    cells = '<row><c t="s"><v>0</v></c></row>' * 120
    data = workbook(sheet=cells, strings=f"<si><t>{'x' * 9_000}</t></si>")
    with pytest.raises(Refused, match="1,000,000 characters"):
        read_rows(data, "x")


@pytest.mark.parametrize("length", [10_001, 200_000])
def test_a_line_has_a_bounded_length(length: int) -> None:
    said = "x, line 2: it has more than 10,000 characters in one line, the limit for this kind"
    for data in (
        b"a,b\n" + b"x" * length,
        sheet(f"<row/><row><c t='str'><v>{'x' * length}</v></c></row>"),
    ):
        with pytest.raises(Refused, match=said):
            read_rows(data, "x")
