"""The lists of an event book: results by round, and standings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec.structs import replace

from reports.book.event_report import EventResults, StandingsTable
from reports.book.rounds import BookMatch, Round
from reports.sheets.columns import Grid
from reports.sheets.rows import MatchRow, StandingRow
from reports.sheets.sheet_head import draw_unofficial_mark
from reports.sheets.tables import ending_text, totals_text
from reports.typeset.line_breaking import Lines, fit_text
from reports.typeset.pagination import Block, PageSection
from reports.typeset.pen import HAIRLINE, Align, Pen
from reports.typeset.shaping import shape
from scorepad.spades.words import N, Words, format_change, format_number, isolate_name

TYPE_SIZE = 9.0  # points
SMALL_TYPE_SIZE = 7.0  # points
SECTION_GAP = 26.0  # points
"""The space above a heading."""
Label: TypeAlias = tuple[float, str, Align, int]
"""The label of columns: where it stands, and above how many columns."""
MIN_ROWS = 3
"""The last page of a list has at least this many rows."""


class EventLists:
    """Makes the sections of both lists.

    `pages` gets the page of every sheet before the lists are drawn.  With several events, the
    headings name them.
    """

    def __init__(
        self, place: Grid, words: Words, pages: dict[str, int], report: EventResults
    ) -> None:
        self.report = report
        self.several = report.several
        self.grid = place
        self.words = words
        self.pages = pages

    def event_name(self, event: str) -> str:
        """Return the name of an event, as a part of a sentence."""
        return isolate_name(event) or self.words("Without an event")

    def round_section(self, each: Round) -> PageSection:
        """Return the results of one round."""
        title = self._heading(each.event, self.report.round_title(each))

        dates = self.report.format_days([match.row for match in each.matches])

        def head(further: bool) -> Block:
            text = self.words("{title}, continued", title=title) if further else title
            return self._head(text, self._result_labels, dates)

        rows = [self._result(match) for match in each.matches]
        if sum(row.height for row in rows) < self.grid.height / 2:  # it stays on one page
            rows = [replace(row, joins_previous=at > 0) for at, row in enumerate(rows)]
        if each.byes:
            rows.append(self._below(self.report.bye_text(each)))
        return PageSection(rows, head=head, gap=SECTION_GAP, least=MIN_ROWS)

    def standings_section(self, table: StandingsTable) -> PageSection:
        """Return the standings of an event or a stage, best team first."""
        words = self.words
        name = words("Standings")
        if table.stage:
            name = f"{name} \u00b7 {self.report.stage_title(table.stage)}"

        def head(further: bool) -> Block:
            text = words("{title}, continued", title=name) if further else name
            return self._head(self._heading(table.event, text), self._standing_labels)

        rows = [self._standing(row) for row in table.rows]
        return PageSection(
            [*rows, self._below(table.order)], head=head, gap=SECTION_GAP, least=MIN_ROWS
        )

    def _below(self, text: str) -> Block:
        """Return a text below a list: what decides the places, who has a bye."""
        lines = fit_text(text, self.grid.span, (8, SMALL_TYPE_SIZE), at_most=3)

        def draw(pen: Pen, y: float) -> None:
            pen.lines(self.grid.left, y + 6, lines)

        return Block(lines.height + 8, draw, joins_previous=True)

    def _heading(self, event: str, title: str) -> str:
        """Put the event before a heading, where the matches belong to several."""
        return f"{self.event_name(event)} \u00b7 {title}" if self.several else title

    def _head(self, title: str, labels: Sequence[Label], beside: str = "") -> Block:
        room = self.grid.span - shape(beside).width_at(TYPE_SIZE) - 12
        lines = fit_text(title, room, (13, 11, 9), bold=True)

        def draw(pen: Pen, y: float) -> None:
            with pen.tag("H2"):
                pen.lines(self.grid.left, y, lines, bold=True)
            pen.text(self.grid.right, y + lines.baseline(0), beside, TYPE_SIZE, align="right")
            base = y + lines.height + 9
            before = self.grid.left
            with pen.row():
                for x, label, align, columns in labels:
                    # Labels of columns that stand close become smaller rather than touch.
                    line = shape(label)
                    room = x - before - 5 if align == "right" else line.width_at(SMALL_TYPE_SIZE)
                    size = min(
                        SMALL_TYPE_SIZE,
                        SMALL_TYPE_SIZE * room / max(line.width_at(SMALL_TYPE_SIZE), 0.1),
                    )
                    with pen.head("Column", columns):
                        pen.text(x, base, line, size, align=align)
                    before = x
            pen.rule(self.grid.left, base + 4, self.grid.right, weight=1.2)

        return Block(lines.height + 13.6, draw)

    # A result has the table, both teams around the score, how the match ended, and the page.

    @property
    def _edges(self) -> tuple[float, float, float, float, float]:
        """Return the left edge of the first team, the middle of the score, the left edges of the
        reason and of what is unofficial, and the right edge of the pages."""
        left, right = self.grid.left, self.grid.right
        return left + 44, left + 44 + (right - left - 44 - 178) / 2, right - 170, right - 92, right

    @property
    def _result_labels(self) -> Sequence[Label]:
        _, middle, why, mark, right = self._edges
        words = self.words
        return (
            (self.grid.left, words("table"), "left", 1),
            (middle, words("score"), "center", 3),  # above both teams and their score
            (why, words("decided by"), "left", 1),
            (mark, words("official"), "left", 1),
            (right, words("page"), "right", 1),
        )

    def _result(self, match: BookMatch) -> Block:
        row, words = match.row, self.words
        first, middle, why, mark, right = self._edges
        half = _half(row, words)
        room = middle - half - first
        teams = [
            _team(team, room, bold=row.winner == side)
            for side, team in enumerate((row.team_0, row.team_1))
        ]
        table = fit_text(row.table, first - self.grid.left - 6, (TYPE_SIZE, 8, 7), at_most=2)
        how = fit_text(words(ending_text(row)), mark - 6 - why, (TYPE_SIZE - 1, 7), at_most=2)
        official = words("yes") if row.official else words("UNOFFICIAL")
        height = max(*(team.height for team in teams), table.height, how.height)
        height += 7

        def draw(pen: Pen, y: float) -> None:
            base = y + 4 + max(teams[0].baseline(0), teams[1].baseline(0))
            one, other = (base - team.baseline(0) for team in teams)
            with pen.row():
                with pen.head("Row"):
                    pen.lines(self.grid.left, base - table.baseline(0), table)
                with pen.cell():
                    pen.lines(middle - half, one, teams[0], align="right")
                with pen.cell():
                    _score(pen, middle, base, row, words)
                with pen.cell():
                    pen.lines(middle + half, other, teams[1])
                with pen.cell():
                    pen.lines(why, base - how.baseline(0), how)
                with pen.cell():
                    if row.official:
                        pen.text(mark, base, official, TYPE_SIZE - 1)
                    elif row.has_begun:
                        draw_unofficial_mark(pen, mark, base, official, SMALL_TYPE_SIZE)
                page = self.pages.get(match.key)
                with pen.cell(), pen.tag("Link"):
                    if page is not None:
                        pen.text(right, base, str(page), TYPE_SIZE, align="right")
                        to = words(
                            "sheet of {one} \u2013 {other}", one=row.team_0, other=row.team_1
                        )
                        pen.link(self.grid.left, y, self.grid.span, height, match.key, to)
            pen.rule(self.grid.left, y + height, self.grid.right, weight=HAIRLINE)

        return Block(height, draw)

    # Standings.

    @property
    def _figure_edges(self) -> tuple[float, ...]:
        """Return the right edges of played, won, lost, tied, points, against, difference."""
        right = self.grid.right
        return tuple(right - back for back in (262, 224, 188, 152, 104, 52, 0))

    @property
    def _standing_labels(self) -> Sequence[Label]:
        words = self.words
        texts = (
            words("matches"),
            words("wins"),
            words("losses"),
            words("ties"),
            words("points"),
            words("against"),
            words("difference"),
        )
        labels: list[Label] = [(self.grid.left + 26, words("team"), "left", 2)]  # and its place
        labels += [
            (x, label, "right", 1) for x, label in zip(self._figure_edges, texts, strict=True)
        ]
        return labels

    def _standing(self, row: StandingRow) -> Block:
        words = self.words
        room = self._figure_edges[0] - 30 - (self.grid.left + 26)
        team = fit_text(row.team, room, (10, 9, 8, 7), bold=row.place == 1, at_most=2)
        notes = [row.decided_by] if row.stage and row.decided_by else []
        if row.byes:
            notes.append(words(N("{n} bye", "{n} byes", row.byes)))
        if row.unfinished:
            notes.append(words("{count} unfinished", count=row.unfinished))
        if row.unofficial:
            notes.append(words("{count} unofficial", count=row.unofficial))
        note = " \u00b7 ".join(notes)
        height = team.height + (8.4 if note else 0) + 6
        figures = (
            str(row.played),
            str(row.won),
            str(row.lost),
            str(row.tied),
            format_number(row.points),
            format_number(row.against),
            format_change(row.difference),
        )
        place = str(row.place or "\u2013")

        def draw(pen: Pen, y: float) -> None:
            base = y + 3.5 + team.baseline(0)
            with pen.row():
                with pen.cell():
                    pen.text(self.grid.left + 16, base, place, 10, align="right")
                with pen.head("Row"):
                    pen.lines(self.grid.left + 26, y + 3.5, team)
                    if note:
                        pen.text(
                            self.grid.left + 26, y + 3.5 + team.height + 6, note, SMALL_TYPE_SIZE
                        )
                for at, (x, text) in enumerate(zip(self._figure_edges, figures, strict=True)):
                    with pen.cell():
                        pen.number(x, base, text, TYPE_SIZE, 44 if at > 3 else 32)
            pen.rule(self.grid.left, y + height, self.grid.right, weight=HAIRLINE)

        return Block(height, draw)


def _team(name: str, room: float, *, bold: bool) -> Lines:
    """Set a team's name on one line, a little smaller where it has to be; else on two."""
    whole = fit_text(name, room, (TYPE_SIZE, 8), bold=bold)
    if len(whole.lines) == 1:
        return whole
    return fit_text(name, room, (TYPE_SIZE, 8, 7), bold=bold, at_most=2, leading=1.15)


def _half(row: MatchRow, words: Words) -> float:
    """Return the width that a score takes on either side of its middle."""
    first, between, second = totals_text(row, words)
    width = max(shape(total).width_at(TYPE_SIZE) for total in (first, second))
    return max(36.0, shape(between).width_at(TYPE_SIZE) / 2 + width + 9)


def _score(pen: Pen, middle: float, y: float, row: MatchRow, words: Words) -> None:
    """Draw both totals around the middle."""
    first, between, second = totals_text(row, words)
    dash = shape(between).width_at(TYPE_SIZE) / 2 + 3
    pen.text(middle - dash, y, first, TYPE_SIZE, align="right")
    pen.text(middle, y, between, TYPE_SIZE, align="center")
    pen.text(middle + dash, y, second, TYPE_SIZE)


def fit_cover_title(text: str, width: float) -> Lines:
    """Return the event's name on the cover, as large as it fits."""
    return fit_text(isolate_name(text), width, (40, 34, 28, 22, 18, 14), bold=True, at_most=3)
