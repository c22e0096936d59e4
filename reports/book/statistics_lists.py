"""The tables of an event's statistics on paper, in the book and on a poster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate

import msgspec

from reports.book.event_lists import named_row
from reports.book.mixed_grid_pages import MixedGridPagination
from reports.sheets.columns import Grid
from reports.typeset.line_breaking import Lines, fit_text
from reports.typeset.pagination import Block, PageSection
from reports.typeset.shaping import shape
from reports.typeset.table import (
    Cell,
    Paragraph,
    Row,
    continued_title,
    number_cell,
)
from scorepad.events.entries import PeopleNames
from scorepad.events.event import Event
from scorepad.events.statistics import compute_statistics
from scorepad.events.statistics_tables import StatisticsTable, statistics_tables
from scorepad.spades.naming import table_name
from scorepad.spades.words import capitalize, join_as_sentences, join_parts

NAME_SHARE = 0.2
"""The least part of the width that names have."""


class StatisticsType(msgspec.Struct, frozen=True):
    """The type sizes of such a table, and the gap between its sections, in points.

    names: tried for the name of a row; the first is that of the numbers
    labels: of the columns, and of the text below a name
    headings: tried for the title
    numbers: the columns with numbers that are shown, by the table's code (else all)
    """

    names: tuple[float, ...]
    labels: float
    headings: tuple[float, ...]
    gap: float
    numbers: Mapping[str, tuple[str, ...]] = {}


BOOK_TYPE = StatisticsType((9.0, 8.0, 7.0), 7.0, (13.0, 11.0, 9.0), 26.0)
POSTER_TYPE = StatisticsType(
    (18.0, 16.0, 14.0, 12.0),
    11.0,
    (24.0, 20.0, 16.0),
    16.0,
    numbers={
        "players": ("hands", "average_bid", "nils", "nils_made", "sets", "bags"),
        "teams": ("played", "wins", "average_margin", "biggest_win", "sets", "bags"),
    },
)


def add_statistics(
    runs: MixedGridPagination,
    event: Event,
    people: PeopleNames,
    grids: tuple[Grid, Grid],
    type_: StatisticsType,
) -> list[str]:
    """Add a section for each table of an event that has rows, the records first, and the notes;
    return the names of players in them.  A table that is too wide for an upright page gets a wide
    one (`grids`)."""
    public = compute_statistics(event).with_public_names(people)
    *others, records = statistics_tables(event, public)
    for table in (records, *others):
        if table.rows:
            upright, wide = (_TableDrawing(table, grid, type_) for grid in grids)
            drawing = upright if upright.has_room else wide
            runs.add(drawing.section(), drawing.grid)
    if notes := join_as_sentences(map(str, public.notes)):
        runs.add(PageSection([_note(notes, grids[0], type_)]), grids[0])
    return [each.player for each in public.players]


def _note(text: str, grid: Grid, type_: StatisticsType) -> Block:
    return grid.note_block(text, (type_.labels + 1, type_.labels))


class _TableDrawing:
    """Draws a table: its first column with the other texts below it, and the numbers.

    labels, widths, edges: of the columns with numbers, with their right edges
    """

    def __init__(self, table: StatisticsTable, grid: Grid, type_: StatisticsType) -> None:
        self.table, self.grid, self.type = table, grid, type_
        columns, self.rows = table.main_cells()
        wanted = type_.numbers.get(table.code)
        self.texts = {each.code: at for at, each in enumerate(columns) if each.type is str}
        self.numbers = [
            at
            for at, each in enumerate(columns)
            if each.type is not str and (wanted is None or each.code in wanted)
        ]
        self.labels = [_in_two_lines(str(columns[at].heading), type_.labels) for at in self.numbers]
        self.widths = [
            type_.labels
            + max(label.width, *(shape(row[at]).width_at(type_.names[0]) for row in self.rows))
            for at, label in zip(self.numbers, self.labels, strict=True)
        ]
        self.room = grid.span - sum(self.widths)
        self.has_room = self.room >= grid.span * NAME_SHARE
        self.edges = list(accumulate(self.widths, initial=grid.left + self.room))[1:]

    def section(self) -> PageSection:
        note = _note(join_as_sentences([str(self.table.coverage)]), self.grid, self.type)
        rows = [*map(self._row, self.rows), note]
        return PageSection(rows, head=self._head, gap=self.type.gap, least=3)

    def _head(self, further: bool) -> Block:
        text, size = continued_title(str(self.table.title), further), self.type.labels
        heading = fit_text(text, self.room, self.type.headings, bold=True)
        height = max(each.height for each in (heading, *self.labels)) + size * 0.7
        cells = [Cell()]
        for edge, label in zip(self.edges, self.labels, strict=True):
            below = label.leading * (1 - len(label.lines))
            cells.append(Cell((Paragraph(edge, label, below, align="right"),), head="Column"))
        return self.grid.ruled_block(
            height + 2, [Row(cells, height - size * 0.5)], height, 1.2, title=heading
        )

    def _row(self, cells: Sequence[str]) -> Block:
        size, sizes = self.type.labels, self.type.names
        name = fit_text(cells[0], self.room - size, sizes, bold=True, try_lines=2)
        note = fit_text(self._details(cells), self.room - size, (size, size - 1), try_lines=3)
        numbers = [
            number_cell(edge, cells[at], sizes[0], width)
            for edge, width, at in zip(self.edges, self.widths, self.numbers, strict=True)
        ]
        air = size * 0.3 + max(0, sizes[0] - name.baseline(0)), size * 0.8
        return named_row(self.grid, self.grid.left, name, note, numbers, air)

    def _details(self, cells: Sequence[str]) -> str:
        """Return the texts below a name; of a record the teams, the players and the place."""
        texts = {code: cells[at] for code, at in self.texts.items()}
        if "record" in texts:
            teams = f"{texts['team']} \u2013 {texts['against']}"
            table = texts.get("table", "")
            where = capitalize(texts["round"]), table_name(table) if table else ""
            return join_parts((teams, texts.get("players", ""), *where))
        return join_parts(list(texts.values())[1:])


def _in_two_lines(label: str, size: float) -> Lines:
    """Set a label as narrow as two lines make it."""
    words = label.split()
    halves = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words) + 1)]
    room = min(max(shape(part).width_at(size) for part in each) for each in halves)
    return fit_text(label, room + 0.1, (size,), try_lines=2)
