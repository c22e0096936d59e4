"""The calendar of an event as a file: a line for each match, as a schedule is imported."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from scorepad.events.event import Event
from scorepad.events.register import PlannedRound
from scorepad.spades.words import T

HEADING = (T("Round"), T("Table"), T("Start"), T("Team"), T("Team"), T("Stage"))
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""A text that begins with these is a formula to a spreadsheet, unless after an apostrophe."""


def calendar_rows(event: Event) -> Iterator[tuple[str, ...]]:
    """Yield the heading, and a row for each match and bye of the event's rounds."""
    register = event.register
    names = [register.team_name(team) for team in register.teams]

    def name(team: str) -> str:
        # Two teams of one name are distinguished by their ids.
        own = register.team_name(team)
        return own if names.count(own) == 1 else team

    yield tuple(map(str, HEADING))
    for number, planned in sorted(register.rounds.items()):
        when, stage = _when(planned), planned.stage
        for each in planned.pairings:
            yield (str(number), each.table, when, *map(name, each.teams), stage)
        for team in planned.byes:
            yield (str(number), "", when, name(team), "", stage)


def _when(planned: PlannedRound) -> str:
    start = planned.entry.start
    return planned.entry.date if start is None else f"{start.astimezone():%Y-%m-%d %H:%M}"


def without_formula(cell: object) -> object:
    """Return a cell that no spreadsheet takes for a formula."""
    is_formula = isinstance(cell, str) and cell.startswith(FORMULA_STARTS)
    return f"'{cell}" if is_formula else cell


def encode_calendar(event: Event, *, is_workbook: bool) -> bytes:
    """Return the calendar as an XLSX workbook or as CSV, in UTF-8 with a mark."""
    if not is_workbook:
        text = io.StringIO(newline="")
        csv.writer(text).writerows(
            [without_formula(cell) for cell in row] for row in calendar_rows(event)
        )
        return text.getvalue().encode("utf-8-sig")
    import xlsxwriter

    data = io.BytesIO()
    with xlsxwriter.Workbook(data, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        for down, row in enumerate(calendar_rows(event)):
            for across, cell in enumerate(row):
                sheet.write_string(down, across, cell)
        sheet.freeze_panes(1, 0)
        sheet.autofit()
    return data.getvalue()
