"""The lists that a director prints during the day: seats, seat changes, and decisions.

Seats fill one page, in the largest type that fits: the teams first, then the players, each by
name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final, Unpack

import msgspec

from reports.book.event_report import PaperOptions, read_event
from reports.book.mixed_grid_pages import MixedGridPagination
from reports.sheets.columns import Grid, lay_out_grid
from reports.sheets.sheet_foot import missing_characters_lines
from reports.typeset.line_breaking import fit_text, keep_numbers_on_line, space_lines
from reports.typeset.pagination import Block, PageSection
from reports.typeset.paper import TOP, Paper
from reports.typeset.pen import Pen
from reports.typeset.shaping import shape
from reports.typeset.table import (
    Cell,
    ColumnLabel,
    DividerLine,
    Paragraph,
    Row,
    TextLine,
    Title,
    continued_title,
    label_row,
    table_block,
)
from scorepad.events.decisions import list_decisions
from scorepad.events.event import Event
from scorepad.events.seating import (
    SeatedTeam,
    latest_released_round,
    latest_released_seating_change,
    list_seats_by_team_name,
    list_team_seats_by_player_name,
    texts_of_teams_with_several_matches,
)
from scorepad.events.stage_names import round_titles
from scorepad.spades.match import Match
from scorepad.spades.naming import strip_table_word, table_name
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text, capitalize, format_time, join_parts

SEAT_SIZES: Final = (18.0, 16, 14, 13, 12, 11, 10, 9, 8, 7)  # points
"""The sizes that are tried for names in the list of seats."""
FEWEST_COLUMNS: Final = 2
"""In one column a table would be far from its name."""
MOST_COLUMNS: Final = 5
MOST_ROW_LINES: Final = 30
"""A row of more lines than this may go on on the next page."""
MOVE_SIZES: Final = (13.0, 12, 11, 10, 9, 8)  # points
DAY_SIZES: Final = (11.0, 10, 9, 8.4)  # points
LABEL_SIZE: Final = 8.0  # points
HEADING_SIZES: Final = (15.0, 13, 11)  # points
GAP: Final = 14.0  # points
"""The space between two columns of names, and above a heading."""
LEADING: Final = 1.36
"""The height of a row, as a part of the size of its letters."""


class ListColumn(msgspec.Struct, frozen=True):
    """A column of a list: its title and its share of the width."""

    title: Text | str
    share: float


def seating_list(
    matches: Sequence[Match],
    paper: Paper = "A4",
    **options: Unpack[PaperOptions],
) -> bytes:
    """Make the seating list of a round (the last released one by default) as a PDF: by team, then
    by player.  The same event gives the same bytes.

    Raises `Refused` without a saved event, and if the round isn't released.
    """
    event = require_event(options)
    number = _round_of(event, options.get("of_round", ""))
    paper_list = ListPaper(matches, paper, T("Find your seat"), options)
    paper_list.title = str(
        T("Find your seat · {round}", round=round_titles(event.overview)[number])
    )
    teams = list_seats_by_team_name(event.register, number)
    players = list_team_seats_by_player_name(event.register, number)
    paper_list.add_seats((T("By team"), T("team"), teams), (T("By player"), T("player"), players))
    return paper_list.to_pdf()


def changed_seats_slip(
    matches: Sequence[Match],
    paper: Paper = "A4",
    **options: Unpack[PaperOptions],
) -> bytes:
    """Make the slip of changed seats, and of teams that wait for two matches, as a PDF.  Raises
    `Refused` without a saved event, and if no team moved."""
    event = require_event(options)
    change = latest_released_seating_change(event)
    if change is None:
        raise Refused("no seats have changed; every team plays at its announced table")
    slip = ListPaper(matches, paper, T("Seat changes"), options)
    at, report = change.step[-1].at, slip.report
    when = report.format_near_moment(at, report.days_text) if at is not None else ""
    slip.title = join_parts((T("Seat changes"), when))
    team_name = event.register.team_name
    columns = (
        ListColumn(T("team"), 0.28),
        ListColumn(T("round"), 0.24),
        ListColumn(T("before"), 0.11),
        ListColumn(T("now"), 0.11),
        ListColumn(T("against"), 0.26),
    )
    rows = [
        (
            team_name(each.team),
            capitalize(event.overview.round_text(each.round)),
            _table(each.before),
            _table(each.after),
            team_name(each.after.opponent) if each.after and each.after.opponent else "",
        )
        for each in change.moves
    ]
    slip.add_table("", columns, rows, MOVE_SIZES)
    waiting = [str(text) for text in texts_of_teams_with_several_matches(event.overview)]
    if waiting:
        slip.add_notes(T("Teams with more than one match to play"), waiting)
    return slip.to_pdf()


def event_decisions_list(
    matches: Sequence[Match],
    paper: Paper = "A4",
    **options: Unpack[PaperOptions],
) -> bytes:
    """Make the list of the day as a PDF.  Raises `Refused` without an event that is kept, and where
    the list is empty."""
    event = require_event(options)
    items = list_decisions(event, matches)
    if not items:
        raise Refused(
            "no rulings, forfeits, penalties, corrections, warnings, protests or ratings have "
            "been recorded yet"
        )
    listed = ListPaper(matches, paper, T("Day log"), options)
    columns = (
        ListColumn(T("when"), 0.09),
        ListColumn(T("where"), 0.2),
        ListColumn(T("what"), 0.39),
        ListColumn(T("reason"), 0.2),
        ListColumn(T("by"), 0.12),
    )
    rows = []
    titles = round_titles(event.overview)
    for each in items:
        where = [titles.get(each.round, "") if each.round is not None else ""]
        where += [table_name(each.table) if each.table else "", each.teams]
        change = keep_numbers_on_line(" → ".join(part for part in (each.was, each.now) if part))
        time = "" if each.at is None else format_time(each.at.astimezone(listed.report.zone).time())
        what = T("{title}: {value}", title=each.title, value=change) if change else each.title
        rows.append((time, join_parts(where), str(what), each.why, each.by))
    listed.add_table("", columns, rows, DAY_SIZES)
    return listed.to_pdf()


def require_event(options: PaperOptions) -> Event:
    """Return the event of a paper; raise `Refused` without one that is kept."""
    event = options.get("event")
    if not isinstance(event, Event):
        raise Refused("choose an event that is saved on this computer")
    return event


def _round_of(event: Event, of_round: str) -> int:
    """Return the round that is named, else the last one that is out; raises `Refused`."""
    rounds = event.register.rounds
    digits = of_round.strip()
    if digits:
        number = int(digits) if digits.isascii() and digits.isdecimal() else 0
        if number not in rounds:
            raise Refused("this event doesn't have a round “{round}”", round=digits[:40])
        if rounds[number].is_draft:
            raise Refused("round {round} is a draft; release it first", round=number)
        return number
    latest = latest_released_round(event.overview)
    if latest is None:
        raise Refused(
            "no round in this event has been released yet, so there are no seats to print"
        )
    return latest


def _table(seat: SeatedTeam | None) -> str:
    if seat is None:
        return "–"
    return strip_table_word(seat.table) if seat.table else str(seat.place)


SeatLists = tuple[Text, Text, list[tuple[str, SeatedTeam]]]
"""A heading, the label of the names, and the names with their seats."""


class ListPaper:
    """Collects sections, and draws them under the head of the event."""

    def __init__(
        self, matches: Sequence[Match], paper: Paper, subject: Text, options: PaperOptions
    ) -> None:
        """`subject` names the paper in its properties and, at first, in its title."""
        self.report = report = read_event(matches, options)
        self.grid: Grid = lay_out_grid(paper)
        self.title = str(subject)
        self.sections: list[PageSection] = []
        self.texts = [report.title, report.place]
        self.canvas = report.new_document(paper, subject, options)

    # Sections.

    def add_table(
        self,
        heading: Text | str,
        columns: Sequence[ListColumn],
        rows: Sequence[Sequence[str]],
        sizes: Sequence[float],
    ) -> None:
        """Add a table in the largest of these sizes that fits on a page."""
        room = self.grid.foot - TOP - self._head().height
        self.texts += [text for row in rows for text in row]
        blocks: list[Block] = []
        for size in sizes:
            blocks = [block for row in rows for block in self._row(columns, row, size)]
            if sum(each.height for each in blocks) + 40 <= room:
                break
        edges = self._edges(columns)
        labels = [ColumnLabel(x, each.title) for x, each in zip(edges, columns, strict=True)]
        self.sections.append(
            PageSection(
                blocks, head=lambda further: self._table_head(heading, further, labels), gap=GAP
            )
        )

    def _edges(self, columns: Sequence[ListColumn]) -> list[float]:
        edges = [self.grid.left]
        for each in columns[:-1]:
            edges.append(edges[-1] + self.grid.span * each.share)
        return edges

    def _row(
        self, columns: Sequence[ListColumn], row: Sequence[str], size: float
    ) -> Iterator[Block]:
        """Yield a row; a very high one continues on the next page."""
        edges = self._edges(columns)
        lines = [
            fit_text(text, self.grid.span * each.share - 6, (size, size * 0.9), try_lines=6)
            for each, text in zip(columns, row, strict=True)
        ]
        most, key = max(len(each.lines) for each in lines), object()
        for begin in range(0, max(most, 1), MOST_ROW_LINES):
            end = begin + MOST_ROW_LINES
            parts = [space_lines(each.lines[begin:end], each.size, each.leading) for each in lines]
            base = 3 + max(each.baseline(0) for each in parts)
            last = end >= most
            # Cells of smaller type begin lower, on the same baseline.
            height = max(base - each.baseline(0) + each.height for each in parts)
            height += 3 if last else 0
            cells = [
                Cell(
                    (Paragraph(x, part),) if part.lines else (),
                    head="Row" if at == 0 and not begin else "",
                    key=(key, at),
                )
                for at, (x, part) in enumerate(zip(edges, parts, strict=True))
            ]
            make_block = self.grid.ruled_block if last else table_block
            yield make_block(height, [Row(cells, base, key)])

    def _table_head(
        self, heading: Text | str, further: bool, labels: Sequence[ColumnLabel]
    ) -> Block:
        grid = self.grid
        text = continued_title(heading, further)
        lines = fit_text(text, grid.span, HEADING_SIZES, bold=True)
        top = lines.height + 4 if text else 0.0
        base = top + LABEL_SIZE
        rows = [label_row(labels, LABEL_SIZE, grid.left, base)]
        title = lines if text else None
        return grid.ruled_block(base + 5, rows, base + 4, 1.2, title=title)

    def add_notes(self, heading: Text | str, texts: Sequence[str]) -> None:
        """Add sentences under a heading."""
        self.texts += texts
        lines = fit_text(heading, self.grid.span, HEADING_SIZES, bold=True)
        title = Title(lines, self.grid.left, self.grid.right)
        head = table_block(lines.height + 2, [], title=title)
        rows = [self.grid.note_block(text, (11, 10, 9)) for text in texts]
        self.sections.append(PageSection(rows, head=lambda _further: head, gap=GAP))

    def add_seats(self, *lists: SeatLists) -> None:
        """Add lists of names with their tables, in the largest letters that fit on one page, then
        in the fewest columns."""
        room = self.grid.foot - TOP - self._head().height - GAP

        def height(counts: Sequence[int]) -> float:
            return sum(
                ceil(len(seats) / count) * size * LEADING
                + self._table_head(heading, False, ()).height
                + GAP
                for (heading, _, seats), count in zip(lists, counts, strict=True)
            )

        for size in SEAT_SIZES:
            columns = [self._columns(each, size) for each in lists]
            if all(columns) and height(columns) <= room:
                break
        columns = [max(1, count) for count in columns]
        while True:
            at = columns.index(max(columns))
            fewer = [*columns[:at], columns[at] - 1, *columns[at + 1 :]]
            if fewer[at] < FEWEST_COLUMNS or height(fewer) > room:
                break
            columns = fewer
        for each, count in zip(lists, columns, strict=True):
            self.texts += [name for name, _ in each[-1]]
            self.sections.append(self._seat_section(each, size, count))

    def _columns(self, listed: SeatLists, size: float) -> int:
        """Return the number of columns in which these names fit side by side; 0 if one is too
        wide."""
        _, _, seats = listed
        tables = [_table(seat) for _, seat in seats]
        name = max((shape(name).width_at(size) for name, _ in seats), default=0.0)
        table = max((shape(text, True).width_at(size) for text in tables), default=0.0)
        needed = name + table + 12 + GAP
        return min(MOST_COLUMNS, int((self.grid.span + GAP) / needed))

    def _seat_section(self, listed: SeatLists, size: float, count: int) -> PageSection:
        heading, name_title, seats = listed
        grid = self.grid
        wide = (grid.span - GAP * (count - 1)) / count
        lefts = [grid.left + at * (wide + GAP) for at in range(count)]
        deep = ceil(len(seats) / count)
        labels = [
            label
            for left in lefts[: ceil(len(seats) / max(1, deep))]
            for label in (
                ColumnLabel(left, name_title),
                ColumnLabel(left + wide, T("table"), "right"),
            )
        ]
        rows = []
        for row in range(deep):
            cells, height, base = [], size * LEADING, size * 1.04
            for at, left in enumerate(lefts):
                place = at * deep + row
                if place >= len(seats):
                    continue
                name, seat = seats[place]
                table = _table(seat)
                room = wide - shape(table, True).width_at(size) - 10
                fitted = fit_text(name, room, (size, size * 0.85, 7))
                more = fitted.leading * (len(fitted.lines) - 1)
                height = max(height, size * LEADING + more)
                cells.append(Cell((Paragraph(left, fitted),), head="Row"))
                cells.append(Cell((TextLine(left + wide, table, size, bold=True, align="right"),)))
            lines = [DividerLine(left, left + wide, height) for left in lefts[: len(cells) // 2]]
            rows.append(table_block(height, [Row(cells, base)], lines))
        return PageSection(
            rows, head=lambda further: self._table_head(heading, further, labels), gap=GAP
        )

    # The page.

    def _head(self) -> Block:
        """Return the title of the list, the event, and the time of its last entry."""
        report, grid = self.report, self.grid
        title = fit_text(self.title, grid.span, (24, 20, 17, 14), bold=True)
        about = join_parts((report.title, report.subtitle))
        facts = fit_text(about, grid.span, (11, 10, 9), try_lines=2)
        height = title.height + facts.height + 8

        def draw(pen: Pen, y: float) -> None:
            with pen.tag("H1"):
                pen.lines(grid.left, y, title)
            pen.lines(grid.left, y + title.height, facts)
            pen.rule(grid.left, y + height - 4, grid.right, weight=1.6)

        return Block(height + 6, draw)

    def to_pdf(self) -> bytes:
        """Draw the pages, and return the document."""
        self.draw()
        return self.canvas.to_pdf()

    def draw(self) -> None:
        """Draw the pages on the canvas; others may follow."""
        runs = MixedGridPagination(lambda _grid: self._head())
        for section in (*self.sections, missing_characters_lines(self.texts, self.grid)):
            runs.add(section, self.grid)
        runs.draw(self.canvas, self.report.code)
