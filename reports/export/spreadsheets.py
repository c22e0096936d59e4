"""The tables of matches for a spreadsheet or a script: a folder of CSV files, or an XLSX workbook.

The CSV files are UTF-8 with a byte order mark, so that every spreadsheet reads the names.  Their
separator is the region's; a semicolon implies a decimal comma.  Numbers have a plain minus sign,
moments are ISO 8601 in UTC, yes and no are `true` and `false`.  A text that a spreadsheet would
take for a formula gets an apostrophe in front.

The workbook has a sheet for each table, with headings for people; the second sheet has the code of
each column.  Its cells have types, the heads are frozen, and the columns are as wide as their
texts.

Adding a table: its row type in `sheets/rows.py`, or its columns in `match_columns.py`, and one line
in `TABLES`.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from datetime import UTC, datetime, tzinfo
from functools import cache
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple, TypeAlias, get_args, get_type_hints
from unicodedata import east_asian_width

import xlsxwriter
from msgspec.structs import asdict
from xlsxwriter.exceptions import FileCreateError

from reports.book.event_report import EventResults
from reports.book.rounds import BookmarkedMatch
from reports.export.headings import heading_of_column
from reports.export.match_columns import (
    MATCH_COLUMNS,
    PAIRING_COLUMNS,
    RESULT_COLUMNS,
    MatchColumn,
    are_hands_known,
    described,
)
from reports.sheets.rows import (
    AdjustmentRow,
    AgreedDeviationRow,
    CombinedTableRow,
    EventDecisionRow,
    EventId,
    EventRow,
    HandRow,
    MatchPartRow,
    PlayerRow,
    RemarkRow,
    ScoreLineRow,
    SeatBid,
    SeatTricks,
    Stage,
    StandingRow,
    TableRow,
    TeamId,
    TeamRow,
)
from reports.sheets.tables import read_match_into_table_rows, read_score_lines
from reports.typeset.paper import Paper
from reports.typeset.report_settings import ReportSettings
from scorepad.events.decisions import Decision, list_decisions
from scorepad.events.event import Event, EventOrStatements
from scorepad.events.statistics import compute_statistics
from scorepad.events.statistics_tables import COLUMNS_BY_TABLE, statistics_tables
from scorepad.spades.match import Match
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import Text, without_isolates

Table: TypeAlias = type[TableRow] | Sequence[MatchColumn]
Row: TypeAlias = Mapping[str, object]
"""The values of a row, by their columns."""
STATISTICS: Final = {f"statistics_{code}": each for code, each in COLUMNS_BY_TABLE.items()}
"""The columns of the tables of an event's statistics."""
WIDE_HAND_COLUMNS: Final = tuple(
    MatchColumn(name, type_, lambda *_: "")
    for name, type_ in (
        *list(get_type_hints(HandRow, include_extras=True).items())[:6],
        *((f"bid_seat_{seat}", SeatBid) for seat in range(4)),
        *((f"tricks_seat_{seat}", SeatTricks) for seat in range(4)),
        ("tricks_0", described(int | None, "side 0's tricks, as played")),
        ("tricks_1", described(int | None, "side 1's tricks, as played")),
        ("change_0", described(int, "side 0's points for the hand")),
        ("change_1", described(int, "side 1's points for the hand")),
        ("score_0", described(int, "side 0's points after the hand")),
        ("score_1", described(int, "side 1's points after the hand")),
        ("bags_0", described(int, "side 0's bags after the hand")),
        ("bags_1", described(int, "side 1's bags after the hand")),
        ("event_id", EventId),
        ("stage", Stage),
        ("team_id_0", TeamId),
        ("team_id_1", TeamId),
    )
    if name != "side"
)
"""The columns of a hand of both sides in one row."""
TABLES: dict[str, Table] = {
    "results": RESULT_COLUMNS,
    "standings": StandingRow,
    "combined": CombinedTableRow,
    "events": EventRow,
    "teams": TeamRow,
    "pairings": PAIRING_COLUMNS,
    "matches": MATCH_COLUMNS,
    "hands": HandRow,
    "hands_wide": WIDE_HAND_COLUMNS,
    "players": PlayerRow,
    "lines": ScoreLineRow,
    "adjustments": AdjustmentRow,
    "remarks": RemarkRow,
    "day": EventDecisionRow,
    "agreed": AgreedDeviationRow,
    **{
        name: [
            MatchColumn(each.code, described(each.type, each.meaning.english), lambda *_: "")
            for each in columns
        ]
        for name, columns in STATISTICS.items()
    },
}
"""The row type of every table, by the table's name."""
CODES: Final = "codes"
CODE_COLUMNS: Final = tuple(
    MatchColumn(name, described(str, name), lambda *_: "")
    for name in ("table", "heading", "code", "meaning")
)
"""The columns of the sheet with the code of each column."""
TABLES_OF_A_MATCH: Final = ("hands", "adjustments", "remarks", "agreed")
"""These tables have the rows of each match."""
PLAYER_COUNTS: Final = ("hands", "nils", "nils_made", "bid")
"""The counts of a player."""
FORMULA_STARTS: Final = (
    *("=", "+", "-", "@", "\t", "\r", "\n"),
    *("\uff1d", "\uff0b", "\uff0d", "\uff20"),
)
XLSX_PAPER_CODES: dict[Paper, int] = {"A4": 9, "Letter": 1}
"""The number of each paper in a workbook."""
MIXED_COLUMNS = ("bid_1", "bid_2", *(f"bid_seat_{seat}" for seat in range(4)), "round", "table")
"""These columns hold a number or a word.  A number is written as one, so that it can be summed and
sorted."""
MOMENT_COLUMNS = ("scheduled", "first_entry", "last_entry", "at")
MOMENT = "yyyy-mm-dd hh:mm"
MAX_COLUMN_WIDTH = 48  # characters
PAGE_WIDTH = 170  # characters, as many as can be read on one page
ROW_HEIGHT = 15.0  # points
MAX_CELL_TEXT = 32_767  # characters, as many as a cell holds
MAX_ROW_HEIGHT = 409.0  # points, as high as a row may be
UNDATED = datetime(2000, 1, 1, tzinfo=UTC)
"""A workbook has this date if its logs have none, so that files do not depend on today."""


def column_types(table: Table) -> dict[str, Any]:
    """Return the types of the columns of a table, each with its description."""
    if not isinstance(table, type):
        return {column.name: column.type for column in table}
    types = get_type_hints(table, include_extras=True)
    if issubclass(table, MatchPartRow):
        types |= {"event_id": EventId, "stage": Stage}
        types |= {"team_id": TeamId} if "side" in types else {}
    return types


def describe_columns(table: Table) -> dict[str, str]:
    """Name the columns of a table and describe each, for exports and the guide."""
    return {
        name: next(
            str((meta.extra_json_schema or {}).get("description") or meta.description)
            for meta in type_.__metadata__
        )
        for name, type_ in column_types(table).items()
    }


def read_all_rows(
    matches: Sequence[Match], zone: tzinfo = UTC, event: EventOrStatements = None
) -> Iterator[tuple[str, Row]]:
    """Yield the rows of all tables, each with the name of its table; those of one table are in
    order.

    An event that several matches spell in several ways is written in one.  Of an `event` that is
    kept, `matches` are its own.  Each match is asked for two or three times, and only one is held
    at a time.
    """
    report = EventResults(matches, zone, event)
    for each in report.matches:
        yield "results", _read_columns(RESULT_COLUMNS, each, report)
    for each in report.pairings():
        yield "pairings", _read_columns(PAIRING_COLUMNS, each, report)
    for name, row in _table_rows(matches, report):
        yield name, asdict(row) if isinstance(row, TableRow) else row


def _read_columns(
    columns: Sequence[MatchColumn], each: BookmarkedMatch, report: EventResults
) -> Row:
    return {column.name: column.read(each, report) for column in columns}


def _table_rows(
    matches: Sequence[Match], report: EventResults
) -> Iterator[tuple[str, TableRow | Row]]:
    yield from _event_rows(report)
    event = report.event
    shown = _shown_identities(event) if event is not None else ()
    listed = {each.at: each for each in report.matches if each.at is not None}
    for at, match in enumerate(matches):
        tables = read_match_into_table_rows(match, report.names)
        here = listed.get(at) or BookmarkedMatch(tables.status, tables.result, "", tables.code)
        row = here.status  # with the result that the event states
        yield "matches", _read_columns(MATCH_COLUMNS, here, report)
        for name in TABLES_OF_A_MATCH:
            for part in getattr(tables, name):
                yield name, _with_ids(part, row)
        for one, other in zip(tables.hands[::2], tables.hands[1::2], strict=True):
            yield "hands_wide", _wide_hand(one, other, row)
        for each in tables.players:
            player = _with_ids(each, row)
            if not are_hands_known(row):
                player |= dict.fromkeys(PLAYER_COUNTS)
            if (each.match, each.side, each.player) in shown:
                player["identity"] = True
            yield "players", player
        for line in read_score_lines(match):
            yield "lines", _with_ids(line, row)
    if event is not None:
        for item in list_decisions(event, matches):
            yield "day", _decision_row(report, item)
        for of_event in statistics_tables(event, compute_statistics(event)):
            for values in of_event.as_data():
                yield f"statistics_{of_event.code}", values


def _decision_row(report: EventResults, item: Decision) -> EventDecisionRow:
    """Return an item of the list of the day as a row."""
    values = asdict(item) | {"round": "" if item.round is None else str(item.round)}
    return EventDecisionRow(
        event=report.title, event_id=report.event.id if report.event else "", **values
    )


def _event_rows(report: EventResults) -> Iterator[tuple[str, TableRow]]:
    """Yield the rows of the tables that are about events."""
    for table in report.standings:
        for standing in table.rows:
            yield "standings", standing
    for name, rows in (
        ("combined", report.combined_rows()),
        ("events", report.event_rows()),
        ("teams", report.entered_team_rows()),
    ):
        for each in rows:
            yield name, each


def _with_ids(part: MatchPartRow, match: MatchStatus) -> dict[str, object]:
    """Return a row of a match with the ids of its event, stage and team."""
    values = asdict(part) | {"event_id": match.event_id, "stage": match.stage}
    if "side" in values:
        values["team_id"] = match.team_ids[values["side"]]
    return values


def _wide_hand(one: HandRow, other: HandRow, match: MatchStatus) -> Row:
    """Put both sides of a hand into one row."""
    values = asdict(one) | {"event_id": match.event_id, "stage": match.stage}
    for side, row in enumerate((one, other)):
        values[f"bid_seat_{side}"], values[f"bid_seat_{side + 2}"] = row.bid_1, row.bid_2
        values[f"tricks_seat_{side}"] = row.tricks_1
        values[f"tricks_seat_{side + 2}"] = row.tricks_2
        values[f"team_id_{side}"] = match.team_ids[side]
        for name in ("tricks", "change", "score", "bags"):
            values[f"{name}_{side}"] = getattr(row, name)
    return {column.name: values[column.name] for column in WIDE_HAND_COLUMNS}


def _shown_identities(event: Event) -> Collection[tuple[str, int, str]]:
    """Return the players with an ID shown at check-in, by match, side and name."""
    return {
        (event.match_id(pairing.pairing) or "", side, name)
        for pairing in event.register.released_pairings()
        for side, team in enumerate(map(event.register.teams.__getitem__, pairing.teams))
        for name, id_shown in zip(team.players, team.id_shown, strict=True)
        if id_shown
    }


def export_csv(
    matches: Sequence[Match],
    out: Path,
    settings: ReportSettings,
    event: EventOrStatements = None,
) -> None:
    """Make the folder `out` and write the CSV files into it."""
    out.mkdir()
    separator = settings.separator()
    with ExitStack() as files:
        writers = {}
        for name, row_type in TABLES.items():
            file = (out / f"{name}.csv").open("w", encoding="utf-8-sig", newline="")
            writers[name] = csv.writer(files.enter_context(file), delimiter=separator)
            writers[name].writerow(column_types(row_type))
        for name, row in read_all_rows(matches, settings.zone, event):
            writers[name].writerow(csv_cell(value, separator) for value in row.values())


def csv_cell(value: object, separator: str = ",") -> str:
    """Write a value as CSV with this separator has it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%dT%H:%M:%SZ}"
    if isinstance(value, int | float):
        number = f"{value:g}" if isinstance(value, float) else str(value)
        return number.replace(".", ",") if separator == ";" else number
    return escape_formula(without_isolates(str(value)))


def escape_formula(text: str) -> str:
    """Keep a spreadsheet from computing a text: `=1+1` becomes `'=1+1`."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def export_xlsx(
    matches: Sequence[Match],
    out: Path,
    settings: ReportSettings,
    event: EventOrStatements = None,
) -> None:
    """Write the workbook `out`.

    The rows wait in files beside it, because they would take a hundred times the memory.
    """
    with TemporaryDirectory(prefix=".scorepad-", dir=out.parent) as folder:
        book = xlsxwriter.Workbook(
            out,
            {
                "strings_to_formulas": False,
                "strings_to_urls": False,
                "constant_memory": True,
                "tmpdir": folder,
            },
        )
        try:
            rows = read_all_rows(matches, settings.zone, event)
            _write_tables(book, rows, settings.export_paper())
            book.close()
        except BaseException as error:
            for sheet in book.worksheets():
                with suppress(OSError):
                    sheet._opt_close()  # noqa: SLF001  (nothing else closes it unwritten)
            if isinstance(error, FileCreateError):  # it holds the `OSError`
                raise error.args[0] from None
            raise


def _write_tables(book: Any, rows: Iterator[tuple[str, Row]], paper: Paper) -> None:
    """Write a sheet for each table."""
    moment = {"num_format": MOMENT, "valign": "top", "align": "left", "indent": 1}
    styles = CellStyles(
        book.add_format({"bold": True, "bottom": 1, "indent": 1}),
        book.add_format({"bold": True, "bottom": 1, "align": "right"}),
        book.add_format(moment),
        # A cell shows a local time and its zone; its value can be sorted.
        cache(lambda zone: book.add_format({**moment, "num_format": f'{MOMENT} "{zone}"'})),
        book.add_format({"valign": "top"}),
        # The indent separates a text from the number on its left.
        book.add_format({"valign": "top", "align": "left", "indent": 1}),
        book.add_format({"valign": "top", "align": "left", "indent": 1, "text_wrap": True}),
    )
    first, *others = TABLES.items()
    sheets = {
        name: _TableSheet(book.add_worksheet(name), name, row_type, styles, paper)
        for name, row_type in (first, (CODES, CODE_COLUMNS), *others)
    }
    for row in _code_rows():
        sheets[CODES].add(row)
    latest = None
    for name, row in rows:
        sheets[name].add(row)
        if name == "events" and isinstance(at := row["last_entry"], datetime):
            latest = max(latest or at, at)
    book.set_properties({"created": (latest or UNDATED).replace(tzinfo=None)})
    for sheet in sheets.values():
        sheet.finish()


class CellStyles(NamedTuple):
    """The formats of heads, those of numbers, moments, local times by their zone, all other cells,
    and texts wider than their column."""

    head: Any
    number_head: Any
    moment: Any
    local: Callable[[str], Any]
    plain: Any
    text: Any
    long: Any


class _TableSheet:
    """Writes a table into a sheet of the workbook, row by row."""

    def __init__(
        self, sheet: Any, code: str, table: Table, styles: CellStyles, paper: Paper
    ) -> None:
        self.sheet = sheet
        self.styles = styles
        types = column_types(table)
        self.names = list(types)
        self.count = 0
        heads = list(_headings(code, self.names).values())
        self.widths = [len(head) for head in heads]
        for across, (name, head) in enumerate(zip(self.names, heads, strict=True)):
            counted = get_args(types[name])[0] in (int, int | None, float)
            sheet.write_string(0, across, head, styles.number_head if counted else styles.head)
        sheet.set_paper(XLSX_PAPER_CODES[paper])

    def add(self, row: Row) -> None:
        """Write a row below those that are there."""
        self.count += 1
        lines = 1
        for across, name in enumerate(self.names):
            value = _cell_value(name, row[name])
            if isinstance(value, str):
                lines = max(lines, _line_count(value))
            self._write_cell(across, name, value)
            width = 22 if isinstance(value, datetime) else _text_width(value)
            self.widths[across] = max(self.widths[across], width)
        if lines > 1:
            # Not every program makes a row as high as its texts by itself.
            self.sheet.set_row(self.count, min(lines * ROW_HEIGHT, MAX_ROW_HEIGHT))

    def _write_cell(self, across: int, name: str, value: object) -> None:
        sheet, down, styles = self.sheet, self.count, self.styles
        if value is None or value == "":
            return
        if isinstance(value, bool):
            sheet.write_boolean(down, across, value, styles.plain)
        elif isinstance(value, datetime):
            style = (
                styles.moment if name in MOMENT_COLUMNS else styles.local(value.isoformat()[19:])
            )
            sheet.write_datetime(down, across, value.replace(tzinfo=None), style)
        elif isinstance(value, int | float):
            # A column of numbers and words has both on the left, below its head.
            style = styles.text if name in MIXED_COLUMNS else styles.plain
            sheet.write_number(down, across, value, style)
        else:
            text = without_isolates(str(value))[:MAX_CELL_TEXT]
            style = styles.long if _text_width(text) > MAX_COLUMN_WIDTH else styles.text
            sheet.write_string(down, across, text, style)

    def finish(self) -> None:
        """Set the widths of the columns and the printed area, which depend on all rows."""
        sheet, last = self.sheet, len(self.names) - 1
        widths = [min(width, MAX_COLUMN_WIDTH) + 3 for width in self.widths]
        for across, width in enumerate(widths):
            sheet.set_column(across, across, width)
        sheet.freeze_panes(1, 0)
        # A team may be named by a number; a spreadsheet would warn of a number stored as text.
        sheet.ignore_errors({"number_stored_as_text": "A1:XFD1048576"})
        sheet.set_landscape()
        sheet.repeat_rows(0)
        sheet.fit_to_pages(ceil(sum(widths) / PAGE_WIDTH), 0)
        sheet.repeat_columns(0)
        sheet.print_area(0, 0, self.count, last)
        if self.count:
            sheet.autofilter(0, 0, self.count, last)


def _headings(table: str, names: Collection[str]) -> dict[str, str]:
    """Return the heading of each column of a table, by its name."""
    if columns := STATISTICS.get(table):
        return {each.code: str(each.heading) for each in columns}
    return {
        name: heading_of_column(name, names) + (" (UTC)" if name in MOMENT_COLUMNS else "")
        for name in names
    }


def _code_rows() -> Iterator[Row]:
    """Yield a row for each column of each table: its heading, its code and its meaning."""
    for table, row_type in TABLES.items():
        meanings = describe_columns(row_type)
        for name, heading in _headings(table, meanings).items():
            meaning = str(Text(meanings[name]))
            yield {"table": table, "heading": heading, "code": name, "meaning": meaning}


def _cell_value(name: str, value: object) -> object:
    """Return the value of a cell: digits as a number, a local time as a moment."""
    if not isinstance(value, str):
        return value
    if name in MIXED_COLUMNS and value.isascii() and value.isdecimal() and value == str(int(value)):
        return int(value)
    if name == "local_time" and value:
        return datetime.fromisoformat(value)
    return value


def _line_count(text: str) -> int:
    """Count the lines that a text takes in its cell, rather too many than too few."""
    return sum(
        ceil(max(1, _text_width(part)) / MAX_COLUMN_WIDTH) for part in text.splitlines() or [""]
    )


def _text_width(value: object) -> int:
    """Measure a value in digits; Chinese, Japanese and Korean letters take two each."""
    if value is None:
        return 0
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in str(value))
