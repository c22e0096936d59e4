"""The event book: a cover, the results by round, the standings, and every match sheet.

The pages have one numbering.  Parts and sheets have bookmarks, and the results are links to the
sheets.  A book of a thousand sheets takes a thousand times as long as one sheet, so the user sees
the progress and may cancel it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeAlias, Unpack

from reports.book.bracket_drawing import BOOK_TYPE, add_brackets
from reports.book.event_lists import EventLists
from reports.book.event_report import PaperOptions, StandingsTable, read_event
from reports.book.mixed_grid_pages import MixedGridPage, MixedGridPagination, draw_pages
from reports.book.rounds import BookmarkedMatch, Round
from reports.book.statistics_lists import BOOK_TYPE as STATISTICS_TYPE
from reports.book.statistics_lists import add_statistics
from reports.sheets.columns import Grid, lay_out_grid
from reports.sheets.match_sheet import draw_sheet, prepare_sheet
from reports.sheets.rows import StandingRow
from reports.sheets.sheet_foot import missing_characters_lines
from reports.typeset.line_breaking import fit_parts, fit_text
from reports.typeset.page_frame import Footer, running_head
from reports.typeset.pagination import Block
from reports.typeset.paper import Paper
from reports.typeset.pen import Pen
from scorepad.events.statistics import has_statistics
from scorepad.spades.match import Match
from scorepad.spades.naming import name_key
from scorepad.spades.refusal import Refused
from scorepad.spades.words import N, T, Text, join_parts

Progress: TypeAlias = Callable[[int, int], bool]
"""It gets the number of finished sheets and of all sheets, and returns whether to go on."""


def event_book(
    matches: Sequence[Match],
    paper: Paper = "A4",
    *,
    progress: Progress = lambda _done, _count: True,
    **options: Unpack[PaperOptions],
) -> bytes:
    """Make the book of an event as a PDF.  The same matches give the same bytes in any order.

    An `event` that is kept has its rounds, standings and brackets in it; `matches` are then its
    own.  Each of them is asked for twice, and only one is held at a time.  Raises `Refused` when
    `progress` returns False.
    """
    return _BookDrawing(matches, paper, options).make(progress)


def _best_three(table: StandingsTable) -> list[StandingRow]:
    """Return the three best; fewer if more share a place, as in an unfinished bracket."""
    # In a bracket a team that hasn't played yet is among the first.
    waiting = 1 if table.bracket else len(table.rows)
    places = [row.place or waiting for row in table.rows]
    return [
        row
        for row in table.rows[:3]
        if row.place and sum(place <= row.place for place in places) <= 3
    ]


class _BookDrawing:
    """Draws the sheets first and the front last, because the front names the page of each sheet."""

    def __init__(self, matches: Sequence[Match], paper: Paper, options: PaperOptions) -> None:
        self.paper: Paper = paper
        self.grid = lay_out_grid(paper)
        self.landscape_grid = lay_out_grid(paper, landscape=True)
        self.report = read_event(matches, options)
        self.canvas = self.report.new_document(paper, T("Event book"), options)
        self.matches = matches
        self.pages: dict[str, int] = {}
        self.code = self.report.code.short if self.report.code else ""
        self.lists = EventLists(self.grid, self.pages, self.report)

    def make(self, progress: Progress) -> bytes:
        canvas, title = self.canvas, self.report.title
        canvas.showOutline()
        parts = [
            (T("Results by round"), "results", self._results()),
            (T("Standings"), "standings", self._standings()),
            (T("Brackets"), "brackets", self._brackets()),
            (T("Statistics"), "statistics", self._statistics()),
        ]
        parts = [part for part in parts if part[-1]]  # an event begins with none of them
        front = 1 + sum(len(pages) for *_, pages in parts)
        canvas.addOutlineEntry(title, "cover", 0)
        for entry, key, _ in parts:
            canvas.addOutlineEntry(str(entry), key, 0)
        canvas.repeats_letterhead = True  # screen readers read it on the cover
        self._draw_sheets(front, progress)
        canvas.repeats_letterhead = False
        # The front is drawn last, when the page of every sheet is known, and then moved forward.
        contents, first = [], 2
        for entry, key, pages in parts:
            contents.append((entry, key, first))
            first += len(pages)
        if self.sheets:
            contents.append((T("Match sheets"), "sheets", first))
        pen = Pen(canvas, self.grid.height)
        with pen.tag("Sect", first=True):
            self._draw_cover(pen, contents)
            for (_, key, pages), (*_, page) in zip(parts, contents, strict=False):
                self._draw_front(pages, key, page)
        canvas.move_to_front(front)
        return canvas.to_pdf()

    @cached_property
    def sheets(self) -> list[tuple[BookmarkedMatch, int, Round]]:
        """Return the matches that have a sheet, each with its place and its round."""
        return [
            (each, each.sheet_index, part)
            for part in self.report.rounds
            for each in part.matches
            if each.sheet_index is not None
        ]

    def _draw_sheets(self, front: int, progress: Progress) -> None:
        def go_on(done: int) -> None:
            if not progress(done, len(self.sheets)):
                raise Refused("the event book was canceled; no file was saved")

        canvas, page = self.canvas, front + 1
        of_event: str | None = None
        of_round = ""
        codes = [self.report.code]
        several = self.report.several
        for number, (listed, at, part) in enumerate(self.sheets):
            go_on(number)
            match = self.matches[at]
            sheet = prepare_sheet(
                match,
                self.paper,
                self.report.zone,
                events=self.report.names,
                statements=self.report.statements,
            )
            codes.append(sheet.code)
            if number == 0:
                self._outline_entry(T("Match sheets"), "sheets", 0)
            self._bookmark(listed.key)
            if part.key != of_round:
                of_round = part.key
                if several and name_key(part.event) != of_event:
                    of_event = name_key(part.event)
                    title = self.lists.event_name(part.event)
                    self._outline_entry(title, f"of-{part.key}", 1)
                title = self.report.round_title(part)
                self._outline_entry(title, part.key, 1 + several)
            canvas.addOutlineEntry(sheet.short_title, listed.key, 2 + several)
            self.pages[listed.key] = page
            drawn = draw_sheet(canvas, sheet, book_page=page)
            canvas.compress_last_pages(drawn)
            page += drawn
        go_on(len(self.sheets))
        canvas.embed_codes(codes)

    def _outline_entry(self, text: Text | str, key: str, level: int) -> None:
        """Add an outline entry that leads to the page being drawn."""
        self._bookmark(key)
        self.canvas.addOutlineEntry(str(text), key, level)

    def _bookmark(self, key: str) -> None:
        """Let links with this key lead to the top of the page being drawn, at the viewer's zoom.

        The place is given because some viewers follow no link to a page without one.
        """
        self.canvas.bookmarkPage(key, fit="XYZ", left=0, top=self.canvas.size[1], zoom=0)

    # The front.

    def _head(self, grid: Grid) -> Block:
        """Return the line above the lists: the event, place, days, and how new the lists are."""
        parts = [self.report.title, *self.report.subtitle_parts]
        lines = fit_parts(parts, grid.span, (9.5, 9, 8.5, 8))
        return running_head(lines, grid.left, grid.right, below=12)

    def _runs(self) -> MixedGridPagination:
        return MixedGridPagination(self._head, self._footer(9999, self.grid).extra_height)

    def _results(self) -> list[MixedGridPage]:
        runs = self._runs()
        for each in self.report.rounds:
            runs.add(self.lists.round_results_section(each), self.grid)
        return self._with_missing(runs)

    def _standings(self) -> list[MixedGridPage]:
        runs = self._runs()
        for table in self.report.standings:
            runs.add(self.lists.standings_section(table), self.grid)
        for combined in self.report.combined:
            runs.add(self.lists.combined_section(combined), self.grid)
        return self._with_missing(runs)

    def _brackets(self) -> list[MixedGridPage]:
        runs = self._runs()
        add_brackets(runs, self.report, (self.grid, self.landscape_grid), BOOK_TYPE)
        return runs.pages

    def _statistics(self) -> list[MixedGridPage]:
        runs, event = self._runs(), self.report.event
        if event is None or not has_statistics(event):
            return []
        grids = self.grid, self.landscape_grid
        return self._with_missing(runs, add_statistics(runs, event, "full", grids, STATISTICS_TYPE))

    def _with_missing(
        self, runs: MixedGridPagination, people: Sequence[str] = ()
    ) -> list[MixedGridPage]:
        """Return the pages of a list, and below it the sentence on characters that cannot be
        printed."""
        if runs.pages:
            names = (*self.report.names_in_lists, *people)
            runs.add(missing_characters_lines(names, self.grid), self.grid)
        return runs.pages

    def _draw_front(self, pages: Sequence[MixedGridPage], key: str, first: int) -> None:
        if pages:
            self.canvas.set_page_size(pages[0].grid.width, pages[0].grid.height)
            self._bookmark(key)
        draw_pages(self.canvas, pages, lambda at, grid: self._footer(first + at - 1, grid), "P")

    def _footer(self, page: int, grid: Grid) -> Footer:
        """Return the foot of a page before the sheets."""
        return grid.make_footer(T("page {page}", page=page), self.code, self.report.title)

    def _draw_cover(self, pen: Pen, contents: Sequence[tuple[Text, str, int]]) -> None:
        place = self.grid
        self._bookmark("cover")
        y = place.height * 0.2
        pen.spade(place.left, y, 54)
        y += 26
        pen.rule(place.left, y, place.right, weight=3.2)
        sizes = (40, 34, 28, 22, 18, 14)
        title = fit_text(self.report.title, place.span, sizes, bold=True, try_lines=3)
        with pen.tag("H1"):
            pen.lines(place.left, y + 12, title)
        y += 12 + title.height + 10
        for fact in self._facts():
            lines = fit_text(fact, place.span, (12, 11, 10))
            y += 17
            pen.lines(place.left, y - lines.baseline(0), lines)
            y += lines.leading * (len(lines.lines) - 1)
        y += 26
        pen.rule(place.left, y, place.right, weight=0.6)
        top = place.height - 90 - 20 * len(contents)
        self._draw_leaders(pen, y + 10, top - 8)
        y = top
        if contents:
            pen.rule(place.left, y, place.right, weight=0.6)
        for entry, key, page in contents:
            y += 20
            with pen.tag("P"), pen.tag("Link"):
                pen.text(place.left, y, entry, 11)
                pen.text(place.right, y, str(page), 11, bold=True, align="right")
                to = T("{part}, page {page}", part=entry, page=page)
                pen.link(place.left, y - 13, place.span, 18, key, to)
        pen.canvas.showPage()

    def _draw_leaders(self, pen: Pen, y: float, foot: float) -> None:
        """Draw the champion, and the three best of the standings that decide, as many of them as
        there is room for above `foot`; none where the matches belong to several events."""
        tables = self.report.standings
        if self.report.several or not tables:
            return
        champion = self.report.champion_text
        if champion:
            lines = fit_text(champion, self.grid.span, (17, 15, 13, 11), bold=True, try_lines=2)
            pen.lines(self.grid.left, y + 8, lines)
            y += lines.height + 16
        for row in _best_three(tables[0]):
            name = fit_text(row.team, self.grid.span - 200, (15, 13, 11, 9), bold=row.place == 1)
            y += name.height + 8
            if y > foot:
                return
            base = y - name.height + name.baseline(0)
            won = N("{n} win", "{n} wins", row.won)
            points = N("{n} point", "{n} points", row.points)
            text = T("{won} \u00b7 {points}", won=won, points=points)
            with pen.tag("P"):
                pen.text(self.grid.left, base, str(row.place), 15, bold=True)
                pen.lines(self.grid.left + 26, y - name.height, name)
                pen.text(self.grid.right, base, text, 11, align="right")

    def _facts(self) -> list[Text | str]:
        """Return the lines of the cover: place and days, the counts, and whether all results are
        official."""
        rows = self.report.statuses
        parts = (self.report.place, self.report.days_text)
        facts: list[Text | str] = [join_parts(parts)]
        counts = (
            N("{n} match", "{n} matches", len(rows)),
            N("{n} team", "{n} teams", self.report.team_count),
        )
        if rows or self.report.team_count:  # an event may only add up others
            facts.append(join_parts(counts))
        unfinished = sum(not row.has_result for row in rows)
        unofficial = sum(row.has_result and not row.is_official for row in rows)
        if unfinished:
            facts.append(N("{n} match isn't decided", "{n} matches aren't decided", unfinished))
        if unofficial:
            text = N(
                "{n} result is unofficial: not signed by both teams",
                "{n} results are unofficial: not signed by both teams",
                unofficial,
            )
            if self.report.event is not None:
                text = N("{n} result is unofficial", "{n} results are unofficial", unofficial)
            facts.append(text)
        elif rows and not unfinished:
            is_recorded = self.report.event is not None
            signed = T("all results are signed by both teams")
            facts.append(T("all results are official") if is_recorded else signed)
        return [fact for fact in facts if fact]
