"""The event book: a cover, the results by round, the standings, and every match sheet.

The pages have one numbering.  Parts and sheets have bookmarks, and the results are links to the
sheets.  A book of a thousand sheets takes a thousand times as long as one sheet, so the user sees
the progress and may cancel it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, tzinfo
from io import BytesIO
from typing import Any, TypeAlias

from msgspec.structs import replace
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFZCompress
from reportlab.pdfgen.canvas import Canvas

from reports.book.event_lists import EventLists, cover_lines
from reports.book.rounds import BookMatch, Round, book_order, is_final, rounds
from reports.book.standings import decided, standings
from reports.sheets.columns import grid
from reports.sheets.match_sheet import draw_sheet, new_canvas, sheet_of, write_codes
from reports.sheets.rows import MatchRow, StandingRow
from reports.sheets.sheet import day, day_and_time
from reports.sheets.sheet_foot import missing_lines
from reports.sheets.sheet_head import draw_lines
from reports.sheets.tables import event_names, match_row
from reports.typeset.line_breaking import fitting
from reports.typeset.pagination import Block, Pagination, PlacedBlock
from reports.typeset.paper import TOP, Paper
from reports.typeset.pen import HAIR, LEAST, Pen
from scorepad.spades.match import Match, played
from scorepad.spades.naming import name_key
from scorepad.spades.refusal import Refused
from scorepad.spades.sheetcode import code_of
from scorepad.spades.words import ENGLISH, N, T, Words, isolated

Progress: TypeAlias = Callable[[int, int], bool]
"""It gets the number of finished sheets and of all sheets, and returns whether to go on."""


def _cancelled() -> Refused:
    return Refused(T("the book was cancelled; nothing was written"))


def always_continue(_done: int, _count: int) -> bool:
    """Go on with the book every time; this is for callers who watch no progress."""
    return True


def event_book(
    matches: Sequence[Match],
    paper: Paper = "A4",
    words: Words = ENGLISH,
    *,
    zone: tzinfo = UTC,
    progress: Progress = always_continue,
) -> bytes:
    """Make the book of an event as a PDF.  The same matches give the same bytes in any order.

    Raises `Refused` when `progress` says not to go on.
    """
    return _Book(matches, paper, words, zone).make(progress)


def _pack_pages(canvas: Canvas, count: int) -> None:
    """Compress the last pages now, as saving would.  Until then they take ten times the memory."""
    document: Any = canvas._doc  # type: ignore[attr-defined]  # noqa: SLF001
    for page in document.Pages.pages[-count:]:
        filters = PDFArray([PDFName(PDFZCompress.pdfname)])
        page.Contents = PDFStream(
            PDFDictionary({"Filter": filters}), PDFZCompress.encode(page.stream)
        )
        page.stream = None


class _Book:
    """Draws the sheets first and the front last, because the front names the page of each sheet."""

    def __init__(self, matches: Sequence[Match], paper: Paper, words: Words, zone: tzinfo) -> None:
        self.paper: Paper = paper
        self.words = words
        self.zone = zone
        self.grid = grid(paper)
        rows = [(match, match_row(match, words)) for match in matches]
        rows.sort(key=lambda each: book_order(each[1]))
        self.matches = [match for match, _ in rows]
        self.events = event_names(self.matches)
        self.rows = [replace(row, event=self.events[name_key(row.event)]) for _, row in rows]
        self.listed = [BookMatch(row, f"match-{at}") for at, row in enumerate(self.rows)]
        self.pages: dict[str, int] = {}
        self.rounds: list[Round] = list(rounds(self.listed))
        self.several = len({name_key(row.event) for row in self.rows}) > 1
        self.foot = fitting(self.title(), self.grid.span - 60, (LEAST,))
        self.lists = EventLists(self.grid, words, self.pages, self._days, several=self.several)
        self.head = self._head()

    def make(self, progress: Progress) -> bytes:
        out = BytesIO()
        canvas = new_canvas(out, self.paper, self.words, self._latest())
        title = self.title()
        canvas.setTitle(title)
        canvas.setSubject(self.words("Event book"))
        write_codes(canvas, [code_of(match) for match in self.matches])
        canvas.showOutline()
        results, tables = self._results(), self._standings()
        front = 1 + len(results) + len(tables)
        for entry, key, level in (
            (title, "cover", 0),
            (self.words("Results by round"), "results", 0),
            (self.words("Standings"), "standings", 0),
            (self.words("Match sheets"), "sheets", 0),
        ):
            canvas.addOutlineEntry(entry, key, level)
        self._sheets(canvas, front, progress)
        # The front is drawn last, when the page of every sheet is known, and then moved forward.
        self._cover(canvas, results, tables)
        self._front(canvas, results, "results", 2)
        self._front(canvas, tables, "standings", 2 + len(results))
        drawn: Any = canvas._doc.Pages.pages  # type: ignore[attr-defined]  # noqa: SLF001
        drawn[:] = drawn[-front:] + drawn[:-front]
        canvas.save()
        return out.getvalue()

    def title(self) -> str:
        """Return the event's name, where the matches share one."""
        events = {name_key(row.event): row.event for row in self.rows if row.event}
        return next(iter(events.values())) if len(events) == 1 else self.words("Spades matches")

    def _latest(self) -> datetime | None:
        return max((row.last_entry for row in self.rows if row.last_entry), default=None)

    def _sheets(self, canvas: Canvas, front: int, progress: Progress) -> None:
        page = front + 1
        begins = {each.matches[0].key: each for each in self.rounds}
        named: str | None = None
        for at, (match, listed) in enumerate(zip(self.matches, self.listed, strict=True)):
            if not progress(at, len(self.matches)):
                raise _cancelled()
            sheet = sheet_of(match, self.paper, self.words, self.zone, events=self.events)
            if at == 0:
                self._bookmark(canvas, "sheets")
            self._bookmark(canvas, listed.key)
            begun = begins.get(listed.key)
            if begun is not None:
                if self.several and name_key(begun.event) != named:
                    named = name_key(begun.event)
                    self._outline_entry(
                        canvas, self.lists.event_title(begun.event), f"of-{begun.key}", 1
                    )
                self._outline_entry(
                    canvas, self.lists.round_title(begun), begun.key, 1 + self.several
                )
            canvas.addOutlineEntry(sheet.short_title, listed.key, 2 + self.several)
            self.pages[listed.key] = page
            drawn = draw_sheet(canvas, sheet, book_page=page)
            _pack_pages(canvas, drawn)
            page += drawn
        if not progress(len(self.matches), len(self.matches)):
            raise _cancelled()

    def _outline_entry(self, canvas: Canvas, text: str, key: str, level: int) -> None:
        """Add an outline entry that leads to the page being drawn."""
        self._bookmark(canvas, key)
        canvas.addOutlineEntry(text, key, level)

    def _bookmark(self, canvas: Canvas, key: str) -> None:
        """Let links with this key lead to the top of the page being drawn, at the viewer's zoom.

        The place is given because some viewers follow no link to a page without one.
        """
        canvas.bookmarkPage(key, fit="XYZ", left=0, top=self.grid.height, zoom=0)

    # The front.

    def _head(self) -> Block:
        """Return the line above the lists: the event, its days, and how new the lists are."""
        words, latest = self.words, self._latest()
        parts = [isolated(self.title()), self._days(self.rows)]
        if latest is not None:
            parts.append(words("as of {moment}", moment=day_and_time(latest, words, self.zone)))
        text = " \u00b7 ".join(part for part in parts if part)
        lines = fitting(text, self.grid.span, (9.5, 8.5), at_most=2)

        def draw(pen: Pen, y: float) -> None:
            draw_lines(pen, self.grid.left, y, lines)
            pen.rule(self.grid.left, y + lines.height + 3, self.grid.right, weight=1.6)

        return Block(lines.height + 16, draw)

    def _pages(self) -> Pagination:
        top = TOP + self.head.height
        return Pagination(top, top, self.grid.foot - self._foot_more())

    def _results(self) -> list[list[PlacedBlock]]:
        pages = self._pages()
        for each in self.rounds:
            pages.add(self.lists.round(each))
        return self._with_missing(pages)

    def _standings(self) -> list[list[PlacedBlock]]:
        pages = self._pages()
        for rows in self._tables():
            pages.add(self.lists.standings(rows))
        return self._with_missing(pages)

    def _with_missing(self, pages: Pagination) -> list[list[PlacedBlock]]:
        """Return the pages of a list, and below it the sentence on characters that cannot be
        printed."""
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
        """Return the standings, with a list for each event."""
        rows = standings(self.rows)
        events = dict.fromkeys(row.event for row in rows)
        return [[row for row in rows if row.event == event] for event in events]

    def _front(
        self, canvas: Canvas, pages: Sequence[Sequence[PlacedBlock]], key: str, first: int
    ) -> None:
        pen = Pen(canvas, self.grid.height)
        for number, page in enumerate(pages):
            if number == 0:
                self._bookmark(canvas, key)
            self.head.draw(pen, TOP)
            for placed in page:
                placed.block.draw(pen, placed.y)
            self._footer(pen, first + number)
            canvas.showPage()

    def _foot_more(self) -> float:
        """Return how much higher the footer is than a footer of one line."""
        return self.foot.base(len(self.foot.lines) - 1) - self.foot.base(0)

    def _footer(self, pen: Pen, page: int) -> None:
        place = self.grid
        y = place.height - place.footer
        top = y - self._foot_more()
        pen.rule(place.left, top - 9, place.right, weight=HAIR)
        draw_lines(pen, place.left, top - self.foot.base(0), self.foot)
        number = self.words("page {page}", page=page)
        pen.text(place.right, y, number, 7.6, align="right")

    def _cover(self, canvas: Canvas, results: Sequence[object], tables: Sequence[object]) -> None:
        pen, place, words = Pen(canvas, self.grid.height), self.grid, self.words
        self._bookmark(canvas, "cover")
        y = place.height * 0.2
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
        y = place.height - 150
        pen.rule(place.left, y, place.right, weight=0.6)
        for entry, key, page in contents:
            y += 20
            pen.text(place.left, y, entry, 11)
            pen.text(place.right, y, str(page), 11, bold=True, align="right")
            pen.link(place.left, y - 13, place.span, 18, key)
        canvas.showPage()

    def _leaders(self, pen: Pen, y: float) -> float:
        """Draw the champion, and the three best of the standings; none where the matches belong to
        several events."""
        tables = self._tables()
        if len(tables) != 1:
            return y
        champion = self._champion()
        if champion:
            lines = fitting(champion, self.grid.span, (17, 15, 13, 11), bold=True, at_most=2)
            draw_lines(pen, self.grid.left, y + 8, lines, bold=True)
            y += lines.height + 16
        for row in [row for row in tables[0] if row.played][:3]:
            name = fitting(row.team, self.grid.span - 200, (15, 13, 11, 9), bold=row.place == 1)
            y += name.height + 8
            base = y - name.height + name.base(0)
            pen.text(self.grid.left, base, str(row.place), 15, bold=True)
            draw_lines(pen, self.grid.left + 26, y - name.height, name)
            won = self.words(N("{n} win", "{n} wins", row.won))
            points = self.words(N("{n} point", "{n} points", row.points))
            text = self.words("{won} \u00b7 {points}", won=won, points=points)
            pen.text(self.grid.right, base, text, 11, align="right")
        return y

    def _champion(self) -> str:
        """Say who won the final and how; "" where there is none, or it is not decided."""
        last = self.rounds[-1]
        row = last.matches[-1].row
        if not is_final(last.name) or len(last.matches) > 1 or row.winner is None:
            return ""
        winner = isolated((row.team_0, row.team_1)[row.winner])
        final = self.words("Champion: {team}", team=winner)
        return f"{final} \u00b7 {row.result}"

    def _days(self, rows: Sequence[MatchRow]) -> str:
        """Write the day, or the first and the last, on which matches were played."""
        found = [moment for row in rows if (moment := played(row.scheduled, row.first_entry))]
        if not found:
            return ""
        first, last = (day(each, self.words, self.zone) for each in (min(found), max(found)))
        if first == last:
            return first
        return self.words("{first} to {last}", first=first, last=last)

    def _facts(self) -> list[str]:
        """Return the lines of the cover: the days, the counts, and whether all results are
        official."""
        words = self.words
        days = self._days(self.rows)
        facts = [days] if days else []
        teams = {name_key(team) for row in self.rows for team in (row.team_0, row.team_1)}
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
