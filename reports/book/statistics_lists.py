"""The tables of an event's statistics on paper, in the book and on a poster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate

import msgspec

from reports.book.mixed_grid_pages import MixedGridPagination
from reports.sheets.columns import Grid
from reports.typeset.line_breaking import Lines, fit_text
from reports.typeset.pagination import Block, PageSection
from reports.typeset.shaping import shape
from reports.typeset.table import (
    Cell,
    DividerLine,
    Paragraph,
    RightAlignedNumber,
    Row,
    Title,
    note_block,
    table_block,
)
from scorepad.events.entries import PeopleNames
from scorepad.events.event import Event
from scorepad.events.statistics import compute_statistics
from scorepad.events.statistics_tables import StatisticsTable, statistics_tables
from scorepad.spades.naming import table_name
from scorepad.spades.words import T, capitalize, join_as_sentences, join_parts

NAME_SHARE = 0.2
"""The least part of the width that names have."""


class StatisticsType(msgspec.Struct, frozen=True):
    """The type sizes of such a table, and the gap between its sections, in points.

    names: tried for what a row is about; the first is that of the numbers
    labels: of the columns, and of what is below a name
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
    tables = statistics_tables(event, public)
    for table in (*tables[-1:], *tables[:-1]):
        if table.rows:
            drawings = [_TableDrawing(table, grid, type_) for grid in grids]
            drawing = next((each for each in drawings if each.has_room), drawings[-1])
            runs.add(drawing.section(), drawing.grid)
    if notes := join_as_sentences(map(str, public.notes)):
        upright, size = grids[0], type_.labels
        note = note_block(notes, upright.left, upright.span, (size + 1, size))
        runs.add(PageSection([note]), upright)
    return [each.player for each in public.players]


class _TableDrawing:
    """Draws a table: its first column with the other texts below it, and the numbers."""

    def __init__(self, table: StatisticsTable, grid: Grid, type_: StatisticsType) -> None:
        self.table, self.grid, self.type = table, grid, type_
        columns, self.rows = table.main_cells()
        self.at = {each.code: at for at, each in enumerate(columns)}
        wanted = type_.numbers.get(table.code, self.at)
        numbers = [each for each in columns if each.type is not str and each.code in wanted]
        self.texts = [each for each in columns if each.type is str]
        self.labels = [_in_two_lines(str(each.heading), type_.labels) for each in numbers]
        widths = [
            max(label.width, *(self._width(row[self.at[each.code]]) for row in self.rows))
            + type_.labels
            for each, label in zip(numbers, self.labels, strict=True)
        ]
        self.has_room = sum(widths) <= grid.span * (1 - NAME_SHARE)
        self.widths, self.numbers = widths, numbers
        first = grid.right - sum(widths)
        self.edges = list(accumulate(widths, initial=first))[1:]
        self.room = first - grid.left

    def _width(self, text: str) -> float:
        return shape(text).width_at(self.type.names[0])

    def section(self) -> PageSection:
        coverage = join_as_sentences([str(self.table.coverage)])
        note = note_block(
            coverage, self.grid.left, self.grid.span, (self.type.labels + 1, self.type.labels)
        )
        return PageSection(
            [*map(self._row, self.rows), note], head=self._head, gap=self.type.gap, least=3
        )

    def _head(self, further: bool) -> Block:
        grid, title = self.grid, str(self.table.title)
        text = str(T("{title}, continued", title=title)) if further else title
        heading = fit_text(text, self.room, self.type.headings, bold=True)
        depth = max((each.height for each in self.labels), default=0.0)
        height = max(heading.height, depth) + self.type.labels * 0.7
        base = height - self.type.labels * 0.5
        cells = [Cell()]
        for edge, label in zip(self.edges, self.labels, strict=True):
            above = label.baseline(0) - label.baseline(len(label.lines) - 1)
            cells.append(Cell((Paragraph(edge, label, above, align="right"),), head="Column"))
        return table_block(
            height + 2,
            [Row(cells, base)],
            [DividerLine(grid.left, grid.right, height, 1.2)],
            title=Title(heading, grid.left, grid.right),
        )

    def _row(self, cells: Sequence[str]) -> Block:
        grid, type_ = self.grid, self.type
        room = self.room - type_.labels
        name = fit_text(cells[0], room, type_.names, bold=True, try_lines=2)
        details = self._details(cells)
        under = fit_text(details, room, (type_.labels, type_.labels - 1), try_lines=3)
        height = name.height + (under.height if details else 0) + type_.labels * 0.8
        base = type_.labels * 0.3 + max(name.baseline(0), type_.names[0])
        inks = [Paragraph(grid.left, name, bold=True)]
        if details:
            below = name.height - name.baseline(0) + under.baseline(0)
            inks.append(Paragraph(grid.left, under, below))
        row = [Cell(inks, head="Row")]
        for edge, width, column in zip(self.edges, self.widths, self.numbers, strict=True):
            text = cells[self.at[column.code]]
            row.append(Cell((RightAlignedNumber(edge, text, type_.names[0], width),)))
        return table_block(height, [Row(row, base)], [DividerLine(grid.left, grid.right, height)])

    def _details(self, cells: Sequence[str]) -> str:
        """Return the texts below a name; of a record who, against whom, and where."""
        texts = {each.code: cells[self.at[each.code]] for each in self.texts[1:]}
        if "against" in texts:
            teams = join_parts((texts.pop("team"), texts.pop("against")), " \u2013 ")
            where = table_name(texts.pop("table", ""))
            round_ = capitalize(texts.pop("round", ""))
            return join_parts((teams, *texts.values(), round_, where))
        return join_parts(texts.values())


def _in_two_lines(label: str, size: float) -> Lines:
    """Set a label as narrow as two lines make it."""
    words = label.split()
    halves = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words) + 1)]
    room = min(max(shape(part).width_at(size) for part in each) for each in halves)
    return fit_text(label, room + 0.1, (size,), try_lines=2)
