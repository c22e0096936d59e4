"""The event book: a cover, the results by round, the standings, and every match sheet.

Pages are numbered through, the parts and the sheets have bookmarks, the results lead to the
sheets.  Sheets are made one after the other, so that a book of a thousand takes a thousand times
as long as one; whoever waits is told how far it is, and may stop it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, tzinfo
from io import BytesIO
from typing import Any, TypeAlias

from msgspec.structs import replace
from reportlab.pdfgen.canvas import Canvas

from reports.event_lists import EventLists, Listed, Round, cover_lines, rounds
from reports.match_sheet import draw_sheet, new_canvas, sheet_of, sign
from reports.pagination import Pages, Placed
from reports.paper import TOP, Paper, grid
from reports.pen import HAIR, LEAST, Pen
from reports.rounds import natural, round_order
from reports.rows import MatchRow, StandingRow
from reports.setting import fitting
from reports.sheet import day
from reports.sheet_foot import missing_lines
from reports.sheet_head import draw_lines
from reports.standings import decided, standings
from reports.tables import events_of, match_row
from scorepad.spades.match import Match
from scorepad.spades.occasion import played, same_name
from scorepad.spades.refusal import Refused
from scorepad.spades.sheetcode import code_of
from scorepad.spades.words import ENGLISH, N, T, Words

Progress: TypeAlias = Callable[[int, int], bool]
"""Called with how many sheets are done, and of how many; returns whether to go on."""


class Cancelled(Refused):
    """Whoever waited for the book did not want it any more."""

    def __init__(self) -> None:
        super().__init__(T("the book was cancelled; nothing was written"))


def go_on(_done: int, _count: int) -> bool:
    """The progress that nobody watches."""
    return True


def event_book(
    matches: Sequence[Match],
    paper: Paper = "A4",
    words: Words = ENGLISH,
    *,
    zone: tzinfo = UTC,
    progress: Progress = go_on,
) -> bytes:
    """The book of an event as a PDF.  The same matches give the same bytes, in whatever order.

    Raises `Cancelled` when `progress` says so."""
    return _Book(matches, paper, words, zone).made(progress)


class _Book:
    def __init__(self, matches: Sequence[Match], paper: Paper, words: Words, zone: tzinfo) -> None:
        self.paper: Paper = paper
        self.words = words
        self.zone = zone
        self.grid = grid(paper)
        rows = [(match, match_row(match, words)) for match in matches]
        rows.sort(key=lambda each: _order(each[1]))
        self.matches = [match for match, _ in rows]
        self.events = events_of(self.matches)
        self.rows = [replace(row, event=self.events[same_name(row.event)]) for _, row in rows]
        self.listed = [Listed(row, f"match-{at}") for at, row in enumerate(self.rows)]
        self.pages: dict[str, int] = {}
        self.rounds: list[Round] = list(rounds(self.listed))
        self.several = len({same_name(row.event) for row in self.rows}) > 1
        self.foot = fitting(self.title(), self.grid.span - 60, (LEAST,))
        self.lists = EventLists(self.grid, words, self.pages, several=self.several)

    def made(self, progress: Progress) -> bytes:
        out = BytesIO()
        canvas = new_canvas(out, self.paper, self.words, self._latest())
        title = self.title()
        canvas.setTitle(title)
        canvas.setSubject(self.words("Event book"))
        sign(canvas, [code_of(match) for match in self.matches])
        canvas.showOutline()
        results, tables = self._results(), self._standings()
        front = 1 + len(results) + len(tables)
        for said, key, level in (
            (title, "cover", 0),
            (self.words("Results by round"), "results", 0),
            (self.words("Standings"), "standings", 0),
            (self.words("Match sheets"), "sheets", 0),
        ):
            canvas.addOutlineEntry(said, key, level)
        self._sheets(canvas, front, progress)
        # The front is drawn last, when the page of every sheet is known.
        self._cover(canvas, results, tables)
        self._front(canvas, results, "results", 2)
        self._front(canvas, tables, "standings", 2 + len(results))
        drawn: Any = canvas._doc.Pages.pages  # type: ignore[attr-defined]  # noqa: SLF001
        drawn[:] = drawn[-front:] + drawn[:-front]
        canvas.save()
        return out.getvalue()

    def title(self) -> str:
        """The event's name, where the matches share one."""
        events = {same_name(row.event): row.event for row in self.rows if row.event}
        return next(iter(events.values())) if len(events) == 1 else self.words("Spades matches")

    def _latest(self) -> datetime | None:
        return max((row.last_entry for row in self.rows if row.last_entry), default=None)

    def _sheets(self, canvas: Canvas, front: int, progress: Progress) -> None:
        page = front + 1
        begins = {each.matches[0].key: each for each in self.rounds}
        named: str | None = None
        for at, (match, listed) in enumerate(zip(self.matches, self.listed, strict=True)):
            if not progress(at, len(self.matches)):
                raise Cancelled
            sheet = sheet_of(match, self.paper, self.words, self.zone, events=self.events)
            if at == 0:
                self._mark(canvas, "sheets")
            self._mark(canvas, listed.key)
            begun = begins.get(listed.key)
            if begun is not None:
                if self.several and same_name(begun.event) != named:
                    named = same_name(begun.event)
                    self._entry(canvas, self.lists.event_title(begun.event), f"of-{begun.key}", 1)
                self._entry(canvas, self.lists.round_title(begun), begun.key, 1 + self.several)
            canvas.addOutlineEntry(sheet.short_title, listed.key, 2 + self.several)
            self.pages[listed.key] = page
            page += draw_sheet(canvas, sheet, book_page=page)
        if not progress(len(self.matches), len(self.matches)):
            raise Cancelled

    def _entry(self, canvas: Canvas, said: str, key: str, level: int) -> None:
        """An entry of the outline that leads to the page being drawn."""
        self._mark(canvas, key)
        canvas.addOutlineEntry(said, key, level)

    def _mark(self, canvas: Canvas, key: str) -> None:
        """Where a link with this key leads: the top of the page that is being drawn, as large as
        pages are shown.  Some viewers follow no link to a page that has no place on it."""
        canvas.bookmarkPage(key, fit="XYZ", left=0, top=self.grid.tall, zoom=0)

    # The front.

    def _results(self) -> list[list[Placed]]:
        pages = Pages(TOP + 4, TOP + 4, self.grid.foot - self._foot_more())
        for each in self.rounds:
            pages.add(self.lists.round(each))
        return self._told(pages)

    def _standings(self) -> list[list[Placed]]:
        pages = Pages(TOP + 4, TOP + 4, self.grid.foot - self._foot_more())
        for rows in self._tables():
            pages.add(self.lists.standings(rows))
        return self._told(pages)

    def _told(self, pages: Pages) -> list[list[Placed]]:
        """The pages of a list, with what their letters cannot print named below it."""
        texts = (
            t
            for row in self.rows
            for t in (row.event, row.round, row.table, row.team_0, row.team_1)
        )
        missing = missing_lines(texts, self.words, self.grid)
        if missing:
            pages.add(missing)
        return pages.pages

    def _tables(self) -> list[list[StandingRow]]:
        """The standings; of each event apart, should the matches be of several."""
        rows = standings(self.rows)
        events = dict.fromkeys(row.event for row in rows)
        return [[row for row in rows if row.event == event] for event in events]

    def _front(
        self, canvas: Canvas, pages: Sequence[Sequence[Placed]], key: str, first: int
    ) -> None:
        pen = Pen(canvas, self.grid.tall)
        for number, page in enumerate(pages):
            if number == 0:
                self._mark(canvas, key)
            for placed in page:
                placed.block.draw(pen, placed.y)
            self._footer(pen, first + number)
            canvas.showPage()

    def _foot_more(self) -> float:
        """How much higher than a line the footer is."""
        return self.foot.base(len(self.foot.lines) - 1) - self.foot.base(0)

    def _footer(self, pen: Pen, page: int) -> None:
        place = self.grid
        y = place.tall - place.footer
        top = y - self._foot_more()
        pen.rule(place.left, top - 9, place.right, weight=HAIR)
        draw_lines(pen, place.left, top - self.foot.base(0), self.foot)
        said_page = self.words("page {page}", page=page)
        pen.text(place.right, y, said_page, 7.6, align="right")

    def _cover(self, canvas: Canvas, results: Sequence[object], tables: Sequence[object]) -> None:
        pen, place, words = Pen(canvas, self.grid.tall), self.grid, self.words
        self._mark(canvas, "cover")
        y = place.tall * 0.2
        pen.spade(place.left, y, 54)
        y += 26
        pen.rule(place.left, y, place.right, weight=3.2)
        title = cover_lines(self.title(), place.span)
        draw_lines(pen, place.left, y + 12, title, bold=True)
        y += 12 + title.height + 10
        for line in self._facts():
            y += 17
            pen.text(place.left, y, line, 12)
        y += 26
        pen.rule(place.left, y, place.right, weight=0.6)
        y = self._leaders(pen, y + 10)
        contents = (
            (words("Results by round"), "results", 2),
            (words("Standings"), "standings", 2 + len(results)),
            (words("Match sheets"), "sheets", 2 + len(results) + len(tables)),
        )
        y = place.tall - 150
        pen.rule(place.left, y, place.right, weight=0.6)
        for said, key, page in contents:
            y += 20
            pen.text(place.left, y, said, 11)
            pen.text(place.right, y, str(page), 11, bold=True, align="right")
            pen.link(place.left, y - 13, place.span, 18, key)
        canvas.showPage()

    def _leaders(self, pen: Pen, y: float) -> float:
        """The three best of the standings; none where the matches are of several events."""
        tables = self._tables()
        if len(tables) != 1:
            return y
        for row in [row for row in tables[0] if row.played][:3]:
            name = fitting(row.team, self.grid.span - 200, (15, 13, 11, 9), bold=row.place == 1)
            y += name.height + 8
            base = y - name.height + name.base(0)
            pen.text(self.grid.left, base, str(row.place), 15, bold=True)
            draw_lines(pen, self.grid.left + 26, y - name.height, name)
            won = self.words(N("{n} win", "{n} wins", row.won))
            points = self.words(N("{n} point", "{n} points", row.points))
            said = self.words("{won} \u00b7 {points}", won=won, points=points)
            pen.text(self.grid.right, base, said, 11, align="right")
        return y

    def _facts(self) -> list[str]:
        """When, how many, how official."""
        words = self.words
        moments = [played(row.scheduled, row.first_entry) for row in self.rows]
        days = [moment for moment in moments if moment is not None]
        facts = []
        if days:
            first, last = (day(each, words, self.zone) for each in (min(days), max(days)))
            said = words("{first} to {last}", first=first, last=last)
            facts.append(first if first == last else said)
        teams = {same_name(team) for row in self.rows for team in (row.team_0, row.team_1)}
        counts = (
            words(N("{n} match", "{n} matches", len(self.rows))),
            words(N("{n} team", "{n} teams", len(teams))),
        )
        facts.append(" \u00b7 ".join(counts))
        unfinished = sum(not decided(row) for row in self.rows)
        unofficial = sum(decided(row) and not row.official for row in self.rows)
        if unfinished:
            facts.append(
                words(N("{n} match is not decided", "{n} matches are not decided", unfinished))
            )
        if unofficial:
            facts.append(
                words(
                    N(
                        "{n} result is unofficial: not signed by both sides",
                        "{n} results are unofficial: not signed by both sides",
                        unofficial,
                    )
                )
            )
        elif not unfinished:
            facts.append(words("all results are signed by both sides"))
        return facts


def _order(row: MatchRow) -> tuple[object, ...]:
    """The order of a book: event, round, table, begin."""
    begin = played(row.scheduled, row.first_entry)
    return (
        same_name(row.event),
        round_order(row.round),
        natural(row.table),
        begin is not None,
        begin.timestamp() if begin else 0,
        row.match,
        row.result,
    )
