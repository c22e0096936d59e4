"""The lists of an event book: results by round, and standings."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from reports.book.event_report import EventResults, StandingsTable
from reports.book.rounds import BookmarkedMatch, Round
from reports.sheets.columns import Grid
from reports.sheets.rows import StandingRow
from reports.sheets.sheet_head import unofficial_mark
from reports.sheets.tables import ending_text, has_begun, score_parts
from reports.typeset.line_breaking import Lines, fit_text, keep_numbers_on_line
from reports.typeset.pagination import Block, PageSection
from reports.typeset.shaping import shape
from reports.typeset.table import (
    Cell,
    ColumnLabel,
    Ink,
    Labels,
    LinkedPageNumber,
    Paragraph,
    Row,
    TextLine,
    continued_title,
    label_row,
    number_cell,
)
from scorepad.events.combined import ROW_TEXTS, CombinedTable
from scorepad.events.event_descriptions import score_text
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import (
    N,
    T,
    Text,
    format_change,
    format_number,
    join_as_sentences,
    join_parts,
)

TYPE_SIZE = 9.0  # points
SMALL_TYPE_SIZE = 7.0  # points
SECTION_GAP = 26.0  # points
"""The space above a heading."""
MIN_ROWS = 3
"""The last page of a list has at least this many rows."""


class EventLists:
    """Makes the sections of both lists.

    `page_by_bookmark` gets the page of every sheet before the lists are drawn.  With several
    events, the headings name them.
    """

    def __init__(self, place: Grid, page_by_bookmark: dict[str, int], report: EventResults) -> None:
        self.report = report
        self.several = report.several
        self.grid = place
        self.page_by_bookmark = page_by_bookmark

    def event_name(self, event: str) -> str:
        """Return the name of an event, as a part of a sentence."""
        return event or str(T("No event"))

    def round_results_section(self, each: Round) -> PageSection:
        """Return the results of one round."""
        title = self._heading(each.event, self.report.round_title(each))

        dates = self.report.format_days([match.status for match in each.matches])

        def head(further: bool) -> Block:
            return self._head(continued_title(title, further), self._result_labels(each), dates)

        rows = [self._result(match) for match in each.matches]
        if sum(row.height for row in rows) < self.grid.height / 2:  # all on one page
            rows = [replace(row, stays_with_previous=at > 0) for at, row in enumerate(rows)]
        if each.byes:
            rows.append(self._note(self.report.bye_text(each)))
        return PageSection(rows, head=head, gap=SECTION_GAP, least=MIN_ROWS)

    def standings_section(self, table: StandingsTable) -> PageSection:
        """Return the standings of an event or a stage, best team first."""
        stage = self.report.stage_title(table.stage) if table.stage else ""
        name = join_parts((T("Standings"), stage))

        def head(further: bool) -> Block:
            title = self._heading(table.event, continued_title(name, further))
            return self._head(title, self._standing_labels)

        rows = [self._standing(row) for row in table.rows]
        return PageSection(
            [*rows, self._note(table.order)], head=head, gap=SECTION_GAP, least=MIN_ROWS
        )

    def combined_section(self, table: CombinedTable) -> PageSection:
        """Return a table over several events, best first, with notes on results that don't
        count."""
        title = self.report.stage_title(table.stage)
        points = ColumnLabel(self.grid.right, T("points"), "right")
        labels = (ColumnLabel(self.grid.left + 26, str(ROW_TEXTS[table.per]), columns=2), points)

        def head(further: bool) -> Block:
            return self._head(continued_title(title, further), labels)

        rows = combined_rows(table, self.grid, 26, (10, 9, 8, 7), (SMALL_TYPE_SIZE, 6))
        notes = [self._note(join_as_sentences(map(str, table.notes)))] if table.notes else []
        return PageSection([*rows, *notes], head=head, gap=SECTION_GAP, least=MIN_ROWS)

    def _note(self, text: str) -> Block:
        return self.grid.note_block(text, (8, SMALL_TYPE_SIZE))

    def _heading(self, event: str, title: Text | str) -> Text | str:
        """Put the event before a heading, where the matches belong to several."""
        return join_parts((self.event_name(event), title)) if self.several else title

    def _head(self, text: Text | str, labels: Labels, beside: str = "") -> Block:
        grid = self.grid
        room = grid.span - shape(beside).width_at(TYPE_SIZE) - 12
        lines = fit_text(text, room, (13, 11, 9), bold=True)
        days = TextLine(grid.right, beside, TYPE_SIZE, align="right")
        base = lines.height + 9
        rows = [label_row(labels, SMALL_TYPE_SIZE, grid.left, base)]
        return grid.ruled_block(base + 4.6, rows, base + 4, 1.2, title=lines, beside=days)

    # A result has the table, both teams around the score, how the match ended, and the page.

    @property
    def _edges(self) -> tuple[float, float, float, float, float]:
        """Return the left edge of the first team, the middle of the score, the left edges of the
        reason and of “official”, and the right edge of the pages."""
        left, right = self.grid.left, self.grid.right
        return left + 44, left + 44 + (right - left - 44 - 178) / 2, right - 170, right - 92, right

    def _result_labels(self, round_: Round) -> Labels:
        """Return the labels of a round; “page” only where a match of it has a sheet."""
        has_sheets = any(match.sheet_index is not None for match in round_.matches)
        _, middle, why, mark, right = self._edges
        return (
            ColumnLabel(self.grid.left, T("table")),
            ColumnLabel(middle, T("score"), "center", 3),  # above both teams and their score
            ColumnLabel(why, T("decided by")),
            ColumnLabel(mark, T("official")),
            ColumnLabel(right, T("page") if has_sheets else "", "right"),
        )

    def _result(self, match: BookmarkedMatch) -> Block:
        row, grid = match.status, self.grid
        first, middle, why, mark, right = self._edges
        half = _half(row)
        one, other = (
            _team(team, middle - half - first, bold=row.winner == side)
            for side, team in enumerate(row.teams)
        )
        table = fit_text(row.table, first - grid.left - 6, (TYPE_SIZE, 8, 7), try_lines=2)
        how = fit_text(str(ending_text(row)), mark - 6 - why, (TYPE_SIZE - 1, 7), try_lines=2)
        height = max(each.height for each in (one, other, table, how)) + 7
        base = 4 + max(one.baseline(0), other.baseline(0))
        official: Sequence[Ink] = ()
        if row.is_official:
            official = (TextLine(mark, T("yes"), TYPE_SIZE - 1),)
        elif has_begun(row):
            official = (unofficial_mark(mark, SMALL_TYPE_SIZE),)
        to = T("sheet for {one} – {other}", one=row.teams[0], other=row.teams[1])
        link = LinkedPageNumber(
            right, self.page_by_bookmark, match.key, to, TYPE_SIZE, grid.left, base, height
        )
        cells = (
            Cell((Paragraph(grid.left, table),), head="Row"),
            Cell((Paragraph(middle - half, one, align="right"),)),
            Cell(_score(middle, row)),
            Cell((Paragraph(middle + half, other),)),
            Cell((Paragraph(why, how),)),
            Cell(official),
            Cell((link,)),
        )
        return grid.ruled_block(height, [Row(cells, base)])

    # Standings.

    @property
    def _figure_edges(self) -> tuple[float, ...]:
        """Return the right edges of played, won, lost, tied, points, against, difference."""
        right = self.grid.right
        return tuple(right - back for back in (262, 224, 188, 152, 104, 52, 0))

    @property
    def _standing_labels(self) -> Labels:
        texts = (
            T("matches"),
            T("wins"),
            T("losses"),
            T("ties"),
            T("points"),
            T("against"),
            T("difference"),
        )
        return (
            ColumnLabel(self.grid.left + 26, T("team"), "left", 2),  # and its place
            *(
                ColumnLabel(x, text, "right")
                for x, text in zip(self._figure_edges, texts, strict=True)
            ),
        )

    def _standing(self, row: StandingRow) -> Block:
        left = self.grid.left + 26
        room = self._figure_edges[0] - 30 - left
        team = fit_text(row.team, room, (10, 9, 8, 7), bold=row.place == 1, try_lines=2)
        notes: list[Text | str] = [row.decision if row.stage else ""]
        if row.byes:
            notes.append(N("{n} bye", "{n} byes", row.byes))
        if row.unfinished:
            notes.append(T("{count} unfinished", count=row.unfinished))
        if row.unofficial:
            notes.append(T("{count} unofficial", count=row.unofficial))
        note = fit_text(join_parts(notes), self.grid.span, (SMALL_TYPE_SIZE,))
        figures = (
            str(row.played),
            str(row.won),
            str(row.lost),
            str(row.tied),
            format_number(row.points),
            format_number(row.against),
            format_change(row.difference),
        )
        cells = [
            number_cell(x, text, TYPE_SIZE, 44 if at > 3 else 32)
            for at, (x, text) in enumerate(zip(self._figure_edges, figures, strict=True))
        ]
        place = Cell((TextLine(left - 10, str(row.place or "\u2013"), 10, align="right"),))
        return named_row(self.grid, left, team, note, cells, (3.5, 6), place=place, lift=0.65)


def named_row(
    grid: Grid,
    left: float,
    name: Lines,
    note: Lines,
    numbers: Sequence[Cell],
    air: tuple[float, float],
    *,
    place: TextLine | Cell | None = None,
    lift: float = 0.0,
) -> Block:
    """Return a row: a place, a name with a `note` below it, and numbers.

    `air` is the space above the name, and all the space above and below it; the note is `lift`
    points higher than a further line of its type would be.
    """
    inks: list[Ink] = [Paragraph(left, name)]
    height = name.height + air[1]
    if note.width:
        inks.append(Paragraph(left, note, name.height - name.baseline(0) + note.baseline(0) - lift))
        height += note.height
    if isinstance(place, TextLine):
        inks.insert(0, place)
    first = [place] if isinstance(place, Cell) else []
    cells = [*first, Cell(inks, 2 if isinstance(place, TextLine) else 1, head="Row"), *numbers]
    return grid.ruled_block(height, [Row(cells, air[0] + name.baseline(0))])


def combined_rows(
    table: CombinedTable,
    grid: Grid,
    indent: float,
    sizes: Sequence[float],
    note_sizes: Sequence[float],
) -> list[Block]:
    """Return the rows of a table over several events: place, name and points, and in smaller type
    the points of each event. `indent` is the room of the places (points)."""
    size, left = sizes[0], grid.left + indent
    room = grid.right - 6 * size - left
    blocks = []
    for row in table.rows:
        name = fit_text(row.full_name, room, sizes, bold=row.place == 1, try_lines=2)
        scores = fit_text(
            keep_numbers_on_line(table.scores_text(row)), room, note_sizes, try_lines=3
        )
        place = TextLine(left - indent * 0.35, str(row.place), size, align="right")
        points = number_cell(grid.right, score_text(row.score), size, 5 * size)
        air = 0.35 * size, 0.6 * size
        blocks.append(named_row(grid, left, name, scores, [points], air, place=place))
    return blocks


def _team(name: str, room: float, *, bold: bool) -> Lines:
    """Set a team's name on one line, a little smaller where it has to be; else on two."""
    whole = fit_text(name, room, (TYPE_SIZE, 8), bold=bold)
    if len(whole.lines) == 1:
        return whole
    return fit_text(name, room, (TYPE_SIZE, 8, 7), bold=bold, try_lines=2, leading=1.15)


def _half(row: MatchStatus) -> float:
    """Return the width that a score takes on either side of its middle."""
    first, between, second = score_parts(row)
    width = max(shape(total).width_at(TYPE_SIZE) for total in (first, second))
    return max(36.0, shape(between).width_at(TYPE_SIZE) / 2 + width + 9)


def _score(middle: float, row: MatchStatus) -> Sequence[Ink]:
    """Return both totals around the middle."""
    first, between, second = score_parts(row)
    dash = shape(between).width_at(TYPE_SIZE) / 2 + 3
    return (
        TextLine(middle - dash, first, TYPE_SIZE, align="right"),
        TextLine(middle, between, TYPE_SIZE, align="center"),
        TextLine(middle + dash, second, TYPE_SIZE),
    )
