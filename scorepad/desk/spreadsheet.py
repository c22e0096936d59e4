"""The rows of a spreadsheet are read from a CSV or XLSX file, within `budget.SPREADSHEET_BUDGET`.

An XLSX file is a ZIP archive of XML files. Only those of one worksheet are unpacked, up to a bound,
and parsed as a stream: neither the sizes in the archive nor the extent in the sheet are trusted.
"""

from __future__ import annotations

import csv
import io
import posixpath
import re
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import TypeAlias, TypeVar
from xml.parsers import expat  # a document type, with its entities, is refused

import msgspec

from scorepad import files
from scorepad.budget import MEGABYTE, SPREADSHEET_BUDGET
from scorepad.cleaning import tidy_name
from scorepad.spades.refusal import Refused, over_budget_text, shorten_text, too_large_text
from scorepad.spades.words import Field, N, T, Text

ZIP = (b"PK\x03\x04", b"PK\x05\x06")
"""An XLSX file begins with the first of these; an archive without files with the second."""
ZIP_ENTRY = b"PK\x01\x02"
"""Each packed file has these bytes in the list at the end of an archive."""
COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""An old Excel file, and one with a password, begins with these bytes."""
DEEPEST = 100
"""The XML of a workbook is nested about ten deep; each level takes memory."""
LAST_COLUMN = 16_384
LONGEST_FORMAT = 255  # characters, as in Excel
BUILT_IN_DATES = frozenset({*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)})
"""The numbers of the date and time formats that every Excel has."""
NO_FORMAT = re.compile(r'"[^"]*"|\[[^]]*\]|\\.')
"""The parts of a number format that are quoted text, a color or a language."""

SAMPLE = 20_000  # characters
SAMPLED_LINES = 20
"""So much of a text is looked at for the mark that separates its cells."""

SEPARATOR_LINE = re.compile(r'"?sep=(.)"?', re.IGNORECASE)
"""Excel names the separator so in the first line."""

MOST_LINES = N("{n} line", "{n} lines", SPREADSHEET_BUDGET.lines)
MOST_CELLS = N("{n} cell", "{n} cells", SPREADSHEET_BUDGET.cells)
MOST_LETTERS = N("{n} character", "{n} characters", SPREADSHEET_BUDGET.letters)
MOST_LINE_LETTERS = N(
    "{n} character in one line", "{n} characters in one line", SPREADSHEET_BUDGET.line_letters
)
MOST_PARTS = N("{n} compressed file", "{n} compressed files", SPREADSHEET_BUDGET.parts)
MOST_UNPACKED = N(
    "{n} megabyte of uncompressed data",
    "{n} megabytes of uncompressed data",
    SPREADSHEET_BUDGET.unpacked // MEGABYTE,
)


Notify: TypeAlias = Callable[[Text], object]
"""Called with each notice about a file that can be read."""


class SpreadsheetRow(msgspec.Struct, frozen=True):
    """Holds the cells of a row that is not empty, and the number of its line."""

    number: int
    cells: tuple[str, ...]

    def cell(self, index: int | None) -> str:
        """Return the cell with this index; "" if there is none."""
        return self.cells[index] if index is not None and index < len(self.cells) else ""


def wrong_line(where: str, number: int, reason: str | Text, /, **fields: Field) -> Refused:
    """Return the refusal of a line of a file."""
    what = reason if isinstance(reason, Text) else T(reason, **fields)
    return Refused("{where}, line {number}: {what}", where=where, number=number, what=what)


def ignore_notice(_notice: Text) -> None:
    """Ignore a notice about a file."""


def read_rows(
    data: bytes,
    where: str,
    notify: Notify = ignore_notice,
    *,
    sheet: str = "",
    encoding: str = "",
) -> list[SpreadsheetRow]:
    """Return the rows of a CSV or XLSX file that are not empty, without blanks at the ends of
    cells, and with a semicolon for each end of a line in a cell; raises `Refused`, naming `where`.
    A workbook is read at this `sheet`, else at its first.  `notify` gets a notice of an `encoding`
    that is not given and is a guess."""
    try:
        if len(data) > SPREADSHEET_BUDGET.bytes:
            raise Refused(too_large_text(SPREADSHEET_BUDGET.bytes))
        if data.startswith(COMPOUND):
            raise Refused("it's an old or protected Excel file; save it as XLSX or CSV")
        if sheet and not data.startswith(ZIP):
            raise _no_worksheet(sheet)
        rows = _bounded(
            _read_workbook(data, lambda book: book.rows(sheet))
            if data.startswith(ZIP)
            else _csv_rows(data, where, notify, encoding)
        )
        if not rows:
            raise Refused("it's empty")
    except _WrongLine as wrong:
        raise wrong_line(where, wrong.number, wrong.text) from None
    except Refused as refused:
        raise Refused("{where}: {what}", where=where, what=refused.text) from None
    return rows


def sheet_names(data: bytes) -> tuple[str, ...]:
    """Return the names of the worksheets in a file; none in a text, or where they can't be read."""
    try:
        return _read_workbook(data, _Workbook.sheet_names) if data.startswith(ZIP) else ()
    except Refused:
        return ()


def rows_as_csv(rows: Iterable[SpreadsheetRow]) -> str:
    """Return rows as CSV text, each at the line that it has in its file."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    line = 1
    for row in rows:
        text.write("\n" * (row.number - line))
        writer.writerow(row.cells)
        line = row.number + 1
    return text.getvalue()


def _no_worksheet(sheet: str) -> Refused:
    return Refused("it has no worksheet named “{sheet}”", sheet=shorten_text(sheet))


class _WrongLine(Refused):
    """A line of the file cannot be read."""

    def __init__(self, number: int, what: Text) -> None:
        super().__init__(what)
        self.number = number


Cells = tuple[int, Sequence[str]]
"""The number of a line, and its cells as they are written."""


def _bounded(source: Iterable[Cells]) -> list[SpreadsheetRow]:
    rows: list[SpreadsheetRow] = []
    cells = letters = 0
    for number, written in source:
        cells += len(written) or 1
        _refuse_more(cells, MOST_CELLS)
        in_line = sum(map(len, written))
        if in_line > SPREADSHEET_BUDGET.line_letters:
            raise _WrongLine(number, over_budget_text(MOST_LINE_LETTERS))
        letters += in_line
        _refuse_more(letters, MOST_LETTERS)
        tidied = tuple(map(_tidy_cell, written))
        if any(tidied):
            _refuse_more(number, MOST_LINES)
            rows.append(SpreadsheetRow(number, tidied))
    return rows


def _tidy_cell(cell: str) -> str:
    return "; ".join(filter(None, map(tidy_name, cell.splitlines())))


def _refuse_more(count: int, most: Text) -> None:
    if count > most.n:
        raise Refused(over_budget_text(most))


# CSV.


def _csv_rows(data: bytes, where: str, notify: Notify, encoding: str) -> Iterator[Cells]:
    try:
        text, is_guess = (data.decode(encoding), False) if encoding else files.decode_text(data)
    except UnicodeDecodeError as error:
        wrong = T(
            "Scorepad can't tell its encoding; choose the encoding, or save the file "
            "as CSV in UTF-8"
        )
        if encoding:
            wrong = T("it isn't in this encoding; choose another one")
        raise _WrongLine(data.count(b"\n", 0, error.start) + 1, wrong) from None
    if "\0" in text:
        line = text.partition("\0")[0].count("\n") + 1
        raise _WrongLine(line, T("it isn't text; save the file as CSV in UTF-8"))
    if is_guess:
        notify(
            T(
                "{where} isn't in UTF-8, so Scorepad read it as Windows-1252; if any letters "
                "look wrong, choose another encoding",
                where=where,
            )
        )
    # Windows-1258 has each tone of Vietnamese as a mark of its own.
    lines = io.StringIO(unicodedata.normalize("NFC", text), newline="")
    first, read_already = "", 0
    while not first.strip() and (first := lines.readline()):
        read_already += 1
    named = SEPARATOR_LINE.fullmatch(first.strip())
    if named is None:
        read_already = lines.seek(0)
    delimiter = named[1] if named else _guess_delimiter(first, text)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    # A row ends where its last quotation mark closes, and that may be lines below; what is wrong
    # is to be looked for where it begins.
    begins = read_already + 1
    try:
        for row in reader:
            yield begins, row
            begins = read_already + reader.line_num + 1
    except csv.Error as error:
        if "field limit" in str(error):
            raise _WrongLine(begins, over_budget_text(MOST_LINE_LETTERS)) from None
        raise _WrongLine(begins, T("the quotation marks don't match")) from None


def _guess_delimiter(first: str, text: str) -> str:
    lines = text[:SAMPLE].splitlines()[:SAMPLED_LINES]
    return max(",;\t", key=lambda mark: (sum(mark in line for line in lines), first.count(mark)))


# XLSX.

Attributes = dict[str, str]
Result = TypeVar("Result")


def _read_workbook(data: bytes, read: Callable[[_Workbook], Result]) -> Result:
    _refuse_more(data.count(ZIP_ENTRY), MOST_PARTS)
    try:
        return read(_Workbook(data))
    except (
        zipfile.BadZipFile,
        zlib.error,
        struct.error,
        expat.ExpatError,
        LookupError,
        ValueError,
        OSError,
        EOFError,
        RuntimeError,  # it has a password, or is packed in another way
    ):
        raise Refused("Scorepad can't read it as an XLSX file") from None


class _Workbook:
    """Reads a worksheet of an XLSX file. Raises `Refused` if it is over budget, and any of
    several errors where it is damaged."""

    def __init__(self, data: bytes) -> None:
        self._archive = zipfile.ZipFile(io.BytesIO(data))
        self._unpacked = 0
        self._inside: list[str] = []
        self._strings: list[str] = []
        self._dates: list[bool] = []
        self._parts: dict[str, list[tuple[str, str]]] = {}
        self._first_day = datetime(1899, 12, 30)  # noqa: DTZ001  # as everybody's watch shows it

    def sheet_names(self) -> tuple[str, ...]:
        """Return the names of the worksheets."""
        return tuple(self._sheets())

    def rows(self, sheet: str) -> list[Cells]:
        """Return the rows of this worksheet, or of the first, also those that are empty."""
        sheets = self._sheets()
        for _, part in self._parts.get("sharedStrings", [])[:1]:
            self._read_strings(part)
        for _, part in self._parts.get("styles", [])[:1]:
            self._read_styles(part)
        if sheet and sheet not in sheets:
            raise _no_worksheet(sheet)
        return self._sheet_rows(sheets[sheet or next(iter(sheets), "")])

    def _sheets(self) -> dict[str, str]:
        book = self._related("")["officeDocument"][0][1]
        self._parts = self._related(book)
        worksheets = dict(self._parts["worksheet"])
        sheets: dict[str, str] = {}

        def begin(name: str, attributes: Attributes) -> None:
            if name == "sheet" and attributes["id"] in worksheets:
                sheets[attributes.get("name", attributes["id"])] = worksheets[attributes["id"]]
            elif name == "workbookPr" and attributes.get("date1904") in ("1", "true"):
                self._first_day = datetime(1904, 1, 1)  # noqa: DTZ001

        self._parse(book, begin)
        return sheets

    def _related(self, part: str) -> dict[str, list[tuple[str, str]]]:
        folder, file = posixpath.split(part)
        relations: dict[str, list[tuple[str, str]]] = {}

        def begin(name: str, attributes: Attributes) -> None:
            if name == "Relationship" and attributes.get("TargetMode") != "External":
                kind = attributes["Type"].rpartition("/")[2]
                target = posixpath.normpath(posixpath.join("/", folder, attributes["Target"]))
                relations.setdefault(kind, []).append((attributes["Id"], target.lstrip("/")))

        self._parse(posixpath.join(folder, "_rels", f"{file}.rels"), begin)
        return relations

    def _read_strings(self, part: str) -> None:
        letters: list[str] = []

        def text(written: str) -> None:
            if self._is_shown("t"):
                letters.append(written)

        def end(name: str) -> None:
            if name == "si":
                self._strings.append("".join(letters))
                letters.clear()

        self._parse(part, text=text, end=end)

    def _is_shown(self, *names: str) -> bool:
        return self._inside[-1] in names and "rPh" not in self._inside

    def _read_styles(self, part: str) -> None:
        formats: dict[str, str] = {}
        is_date_by_format: dict[str, bool] = {}

        def is_date(number: str) -> bool:
            letters = NO_FORMAT.sub("", formats.get(number, "")[:LONGEST_FORMAT]).lower()
            return int(number) in BUILT_IN_DATES or any(map(letters.__contains__, "dmyhs"))

        def begin(name: str, attributes: Attributes) -> None:
            if name == "numFmt":
                formats[attributes["numFmtId"]] = attributes.get("formatCode", "")
            elif name == "xf" and self._inside[-1] == "cellXfs":
                number = attributes.get("numFmtId", "0")
                if number not in is_date_by_format:
                    is_date_by_format[number] = is_date(number)
                self._dates.append(is_date_by_format[number])

        self._parse(part, begin)

    def _sheet_rows(self, part: str) -> list[Cells]:
        rows: list[Cells] = []
        cells: dict[int, str] = {}
        cell: Attributes = {}
        letters: list[str] = []
        number = column = count = 0

        def begin(name: str, attributes: Attributes) -> None:
            nonlocal cell, number, column
            if name == "row":
                number = int(attributes.get("r", number + 1))
                column = 0
            elif name == "c":
                cell = attributes
                column = _column(attributes["r"]) if "r" in attributes else column + 1

        def text(written: str) -> None:
            if self._is_shown("v", "t"):
                letters.append(written)

        def end(name: str) -> None:
            nonlocal count
            if name == "c" and letters:
                cells[column] = self._value("".join(letters), cell)
                letters.clear()
            elif name == "row":
                width = max(cells, default=0)
                count += width or 1
                rows.append((number, [cells.get(each, "") for each in range(1, width + 1)]))
                cells.clear()
                _refuse_more(count, MOST_CELLS)

        self._parse(part, begin, text, end)
        return rows

    def _value(self, written: str, cell: Attributes) -> str:
        kind = cell.get("t", "n")
        if kind == "s":
            return self._strings[_whole(written)]
        if kind == "b":
            return "TRUE" if written.strip() == "1" else "FALSE"
        if kind != "n":
            return written
        style = _whole(cell.get("s", "0"))
        if style < len(self._dates) and self._dates[style]:
            return self._moment(float(written))
        number = float(written)
        return str(int(number)) if number.is_integer() and abs(number) < 1e15 else written.strip()

    def _moment(self, days: float) -> str:
        try:
            moment = self._first_day + timedelta(seconds=round(days * 86_400))
        except OverflowError:
            return str(days)
        time = moment.time().isoformat("seconds").removesuffix(":00")
        if 0 <= days < 1:
            return time
        return moment.date().isoformat() if time == "00:00" else f"{moment.date()}T{time}"

    def _parse(
        self,
        part: str,
        begin: Callable[[str, Attributes], None] | None = None,
        text: Callable[[str], None] | None = None,
        end: Callable[[str], None] | None = None,
    ) -> None:
        """Parse the XML of a part, and call these with the names of its elements, without their
        prefixes, and with its text.  `_inside` are the elements around them."""
        self._inside = inside = [""]

        def begin_element(name: str, attributes: Attributes) -> None:
            if len(inside) > DEEPEST:
                raise ValueError("nested too deep")
            plain = name.rpartition(":")[2]
            if begin is not None:
                if attributes:
                    attributes = {each.rpartition(":")[2]: attributes[each] for each in attributes}
                begin(plain, attributes)
            inside.append(plain)

        def end_element(_: str) -> None:
            plain = inside.pop()
            if end is not None:
                end(plain)

        def refuse(*_: object) -> None:
            raise ValueError("a document type")

        parser = expat.ParserCreate("utf-8", None, None)
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = refuse
        parser.StartElementHandler = begin_element
        parser.EndElementHandler = end_element
        parser.CharacterDataHandler = text
        # All at once: given in pieces, a long tag would be looked through again for each of them.
        parser.Parse(self._unpack(part), True)

    def _unpack(self, part: str) -> bytes:
        packed = self._archive.getinfo(part)
        # The other ways to pack, which no spreadsheet uses, unpack any amount at once.
        if packed.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise ValueError("packed in another way")
        with self._archive.open(packed) as file:
            data = file.read(SPREADSHEET_BUDGET.unpacked - self._unpacked + 1)
        self._unpacked += len(data)
        if self._unpacked > SPREADSHEET_BUDGET.unpacked:
            raise Refused(over_budget_text(MOST_UNPACKED))
        return data


def _whole(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


def _column(reference: str) -> int:
    number = 0
    for letter in reference.rstrip("0123456789")[:4]:
        number = number * 26 + ord(letter) - ord("A") + 1
    if not 1 <= number <= LAST_COLUMN:
        raise ValueError(reference)
    return number
