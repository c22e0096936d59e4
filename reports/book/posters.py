"""Posters for the wall: the results of one round and the standings, in type that is read from two
meters.  They take as many pages as they need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Unpack

from msgspec.structs import replace

from reports.book.bracket_drawing import POSTER_TYPE, add_brackets
from reports.book.event_lists import combined_rows, named_row
from reports.book.event_report import EventResults, PaperOptions, StandingsTable, read_event
from reports.book.mixed_grid_pages import MixedGridPagination
from reports.book.rounds import Round
from reports.book.statistics_lists import POSTER_TYPE as STATISTICS_TYPE
from reports.book.statistics_lists import add_statistics
from reports.sheets.columns import Grid, lay_out_grid
from reports.sheets.rows import StandingRow
from reports.sheets.sheet_foot import missing_characters_lines
from reports.sheets.tables import ending_text, has_begun, score_parts
from reports.typeset.document import TaggedCanvas
from reports.typeset.line_breaking import DEFAULT_RISE, Lines, fit_parts, fit_text
from reports.typeset.pagination import Block, PageSection
from reports.typeset.paper import Paper
from reports.typeset.pen import Pen
from reports.typeset.table import (
    Cell,
    ColumnLabel,
    Labels,
    Paragraph,
    Row,
    TextLine,
    continued_title,
    label_row,
    number_cell,
)
from scorepad.events.combined import CombinedTable
from scorepad.events.event import Event
from scorepad.events.event_descriptions import score_text
from scorepad.events.statistics import has_statistics
from scorepad.spades.match import Match
from scorepad.spades.naming import name_key, table_name
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import (
    T,
    Text,
    format_change,
    format_number,
    join_as_sentences,
    join_parts,
)

TITLE_SIZES = (34, 28, 24, 20, 16)  # points
NAME_SIZE = 18.0  # points
NAME_SIZES = (NAME_SIZE, 16, 14, 12)
HEADING_SIZE = 24.0  # points
LABEL_SIZE = 11.0  # points


def event_poster(
    matches: Sequence[Match],
    paper: Paper = "A4",
    **options: Unpack[PaperOptions],
) -> bytes:
    """Make a poster of an event as a PDF: the results of a round (the last one, where none is
    named), the standings, and the brackets of an event that is kept.  The same matches give the
    same bytes.

    Raises `Refused` where the matches belong to several events, or have no such round, or none.
    """
    report = read_event(matches, options)
    shown = choose_round(report, options.get("of_round", ""))
    if shown is None and not report.combined:
        raise Refused(
            "no round in this event has been released yet, so there is nothing to put on a poster"
        )
    canvas = report.new_document(paper, T("Results and standings"), options)
    EventPoster(report, paper).draw(canvas, shown)
    return canvas.to_pdf()


def statistics_poster(
    matches: Sequence[Match],
    paper: Paper = "A4",
    **options: Unpack[PaperOptions],
) -> bytes:
    """Make a poster of an event's statistics as a PDF, which names people as its published pages
    do.  Raises `Refused` where nothing was played yet."""
    report = read_event(matches, options)
    if report.event is None or not has_statistics(report.event):
        raise Refused("there are no statistics yet because the event has no hands or results")
    canvas = report.new_document(paper, T("Statistics"), options)
    EventPoster(report, paper).draw_statistics(canvas, report.event)
    return canvas.to_pdf()


def choose_round(report: EventResults, of_round: str) -> Round | None:
    """Return the round of this name, the last one where none is named; None where there is none
    yet.  Raises `Refused`."""
    if report.several:
        raise Refused("a poster shows only one event; choose an event")
    matching = [each for each in report.rounds if name_key(each.name) == name_key(of_round)]
    if of_round and not matching:
        event = report.event
        if event is not None and any(str(each) == of_round for each in event.register.rounds):
            raise Refused("round {round} is a draft; release it first", round=of_round)
        raise Refused("these matches don't have a round “{round}”", round=of_round[:40])
    return matching[0] if of_round else report.rounds[-1] if report.rounds else None


class EventPoster:
    """Draws the pages of a poster: a round, the standings, the brackets."""

    def __init__(self, report: EventResults, paper: Paper) -> None:
        self.report = report
        self.grid = lay_out_grid(paper)
        self.landscape_grid = lay_out_grid(paper, landscape=True)

    def draw(self, canvas: TaggedCanvas, shown_round: Round | None) -> None:
        """Draw the pages; without a round those of the tables over several events."""
        report, grid = self.report, self.grid
        runs = MixedGridPagination(self._title)
        if shown_round is not None:
            results = [self._result(each.status) for each in shown_round.matches]
            if shown_round.byes:
                results.append(self._note(report.bye_text(shown_round), NAME_SIZE - 4))
            name = report.round_title(shown_round) if shown_round.name else T("Results")
            section = PageSection(results, head=lambda further: self._head(name, further), least=2)
            runs.add(section, grid)
        drawn = {bracket.stage for bracket in report.brackets}
        # Once it is decided, the bracket's places are those of the event.
        final = [table for table in report.standings if table.bracket and report.champion_text]
        for table in report.standings:
            if table.rows[0].stage not in drawn:
                runs.add(self._standings(table, runs.page_room(grid)), grid)
        add_brackets(runs, report, (grid, self.landscape_grid), POSTER_TYPE)
        for table in final[:1]:
            runs.add(self._standings(table, runs.page_room(grid)), grid)
        for combined in report.combined:
            runs.add(self._combined(combined, runs.page_room(grid)), grid)
        self._draw_pages(canvas, runs, report.names_in_lists)

    def draw_statistics(self, canvas: TaggedCanvas, event: Event) -> None:
        """Draw the pages of the statistics."""
        runs = MixedGridPagination(self._title)
        people, grids = event.register.head.people or "full", (self.grid, self.landscape_grid)
        names = add_statistics(runs, event, people, grids, STATISTICS_TYPE)
        self._draw_pages(canvas, runs, (*self.report.names_in_lists, *names))

    def _draw_pages(
        self, canvas: TaggedCanvas, runs: MixedGridPagination, names: Iterable[str]
    ) -> None:
        runs.add(missing_characters_lines(names, self.grid), self.grid)
        runs.draw(canvas, self.report.code)
        canvas.set_page_size(self.grid.width, self.grid.height)

    def _standings(self, table: StandingsTable, room: float) -> PageSection:
        """Return the places, which are parted only where a page has no room for all."""
        stage = self.report.stage_title(table.stage) if table.stage else ""
        name = T("Final standings") if table.bracket else join_parts((T("Standings"), stage))
        return self._ranking(
            name, map(self._standing, table.rows), table.order, self._labels(), room
        )

    def _ranking(
        self, name: Text | str, rows: Iterable[Block], note: str, labels: Labels, room: float
    ) -> PageSection:
        # The heading is never above only a row or two at the foot of a page.
        ranked = [replace(row, stays_with_previous=0 < at < 3) for at, row in enumerate(rows)]
        section = PageSection(
            [*ranked, *([self._note(note, LABEL_SIZE)] if note else [])],
            head=lambda further: self._head(name, further, labels),
            gap=16,
            least=3,
        )
        height = self._head(name, False, labels).height + section.height - section.gap
        return replace(section, least=len(section.rows)) if height <= room else section

    def _combined(self, table: CombinedTable, room: float) -> PageSection:
        """Return a table over several events, with what doesn't count below it."""
        title = self.report.stage_title(table.stage)
        labels = (
            ColumnLabel(self.grid.left, "", columns=2),
            ColumnLabel(self.grid.right, T("points"), "right"),
        )
        rows = combined_rows(table, self.grid, 40, NAME_SIZES, (LABEL_SIZE, 9))
        notes = join_as_sentences(map(str, table.notes))
        return self._ranking(title, rows, notes, labels, room)

    def _title(self, place: Grid) -> Block:
        """Return the event, its place and days, and how new the poster is."""
        sizes = TITLE_SIZES if place is self.grid else TITLE_SIZES[2:]  # a wide page is low
        title = fit_text(self.report.title, place.span, sizes, bold=True, try_lines=2)
        under = fit_parts(self.report.subtitle_parts or [""], place.span, (14, 13, 12, 11))
        champion = fit_text(
            self.report.champion_text, place.span, (22, 18, 16, 14), bold=True, try_lines=2
        )
        foot = title.height + under.height + (champion.height + 4 if champion.width else 0)

        def draw(pen: Pen, y: float) -> None:
            with pen.tag("H1"):
                pen.lines(place.left, y, title)
            pen.lines(place.left, y + title.height, under)
            if champion.width:
                pen.lines(place.left, y + title.height + under.height + 4, champion)
            pen.rule(place.left, y + foot + 5, place.right, weight=3.2)

        return Block(foot + 16, draw)

    def _head(self, title: Text | str, further: bool, labels: Labels = ()) -> Block:
        grid = self.grid
        room = grid.span * (0.5 if labels else 1)
        lines = fit_text(continued_title(title, further), room, (HEADING_SIZE, 20, 16), bold=True)
        rows = [label_row(labels, LABEL_SIZE, grid.left, lines.height - 2)] if labels else []
        return grid.ruled_block(lines.height + 8, rows, lines.height + 4, 1.6, title=lines)

    def _result(self, row: MatchStatus) -> Block:
        """Return both teams, one below the other, each with its total; the winner's in bold."""
        place = self.grid
        first, _, second = score_parts(row)
        table = fit_text(table_name(row.table), 92, (14, 12, 10), try_lines=2)
        left, right = place.left + 100, place.right
        teams = [
            _name(team, right - 76 - left, bold=row.winner == side)
            for side, team in enumerate(row.teams)
        ]
        notes: list[Text] = []
        if has_begun(row) and not row.is_official:
            notes.append(T("UNOFFICIAL") if row.is_decided else ending_text(row))
        if row.forfeited:  # it explains the letters beside the teams
            notes.append(ending_text(row))
        under = fit_text(join_parts(notes), 92, (9, 8))
        height = max(sum(team.height for team in teams), table.height + under.height) + 10
        rows, top = [], 4.0
        for side, (team, total) in enumerate(zip(teams, (first, second), strict=True)):
            base = top + team.baseline(0)
            bold = row.winner == side
            cells = [
                Cell((Paragraph(left, team),)),
                number_cell(right, total, NAME_SIZE, 70, bold=bold),
            ]
            if side == 0:
                where = [Paragraph(place.left, table, 6 + table.baseline(0) - base)]
                if notes:
                    foot = 8 + table.height + under.baseline(0) - base
                    where.append(Paragraph(place.left, under, foot))
                cells.insert(0, Cell(where, rows=2, head="Row"))
            rows.append(Row(cells, base))
            top += team.height
        return place.ruled_block(height, rows)

    def _figures(self) -> tuple[float, float, float]:
        right = self.grid.right
        return right - 150, right - 72, right

    def _labels(self) -> Labels:
        first = T("score") if self.report.event is not None else T("wins")
        texts = (first, T("points"), T("difference"))
        return (
            ColumnLabel(self.grid.left, "", columns=2),  # the place and the team
            *(
                ColumnLabel(x, text, "right")
                for x, text in zip(self._figures(), texts, strict=True)
            ),
        )

    def _standing(self, row: StandingRow) -> Block:
        left, figures = self.grid.left + 40, self._figures()
        room = figures[0] - 46 - left
        team = _name(row.team, room, bold=row.place == 1)
        why = fit_text(row.decision if row.stage else "", room, (LABEL_SIZE, 9))
        score = score_text(row.score) if row.stage else str(row.won)
        texts = (score, format_number(row.points), format_change(row.difference))
        cells = [
            number_cell(x, text, NAME_SIZE, 66) for x, text in zip(figures, texts, strict=True)
        ]
        rank = str(row.place or "\u2013")
        place = TextLine(left - 12, rank, NAME_SIZE, bold=True, align="right")
        return named_row(self.grid, left, team, why, cells, (4, 8), place=place)

    def _note(self, text: str, size: float) -> Block:
        return self.grid.note_block(text, (size, 9))


def _name(team: str, room: float, *, bold: bool) -> Lines:
    """Set a team's name on the line of its figures, which do not become smaller with it."""
    lines = fit_text(team, room, NAME_SIZES, bold=bold, try_lines=2)
    return replace(lines, rise=max(lines.rise, NAME_SIZE * DEFAULT_RISE))
