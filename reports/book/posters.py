"""Posters for the wall: the results of one round and the standings, in type that is read from two
metres.  They take as many pages as they need."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, tzinfo
from io import BytesIO

from reportlab.pdfgen.canvas import Canvas

from reports.book.rounds import BookMatch, Round, book_order, rounds
from reports.book.standings import ORDER, standings
from reports.sheets.blank_sheet import draw_blank_sheet
from reports.sheets.columns import grid
from reports.sheets.hand_line import figure
from reports.sheets.match_sheet import new_canvas
from reports.sheets.rows import MatchRow, StandingRow
from reports.sheets.sheet import day, day_and_time
from reports.sheets.sheet_foot import missing_lines
from reports.sheets.sheet_head import draw_lines
from reports.sheets.tables import event_names, match_row, totals
from reports.typeset.line_breaking import fitting
from reports.typeset.pagination import Block, PageSection, Pagination
from reports.typeset.paper import TOP, Paper
from reports.typeset.pen import HAIR, Pen
from reports.typeset.shaping import shape
from scorepad.spades.match import Match, played
from scorepad.spades.naming import name_key, round_name, table_name
from scorepad.spades.refusal import Refused
from scorepad.spades.words import ENGLISH, T, Words, number, signed

NAME = 18.0  # points
NAMES = (NAME, 16, 14, 12)
HEAD = 24.0  # points
LABEL = 11.0  # points


def event_poster(
    matches: Sequence[Match],
    paper: Paper = "A4",
    words: Words = ENGLISH,
    *,
    zone: tzinfo = UTC,
    of_round: str = "",
    with_pen_sheets: bool = False,
) -> bytes:
    """Make a poster of an event as a PDF: the results of a round (the last one, where none is
    named), and the standings.  With the pen sheets of that round's matches it is all that a round
    needs.  The same matches give the same bytes.

    Raises `Refused` where the matches belong to several events, or have no such round.
    """
    events = event_names(matches)
    rows = sorted((match_row(match, words, events) for match in matches), key=book_order)
    if len({name_key(row.event) for row in rows}) > 1:
        raise Refused(T("a poster is of one event; name it"))
    listed = list(rounds([BookMatch(row, "") for row in rows]))
    wanted = [each for each in listed if name_key(each.name) == name_key(of_round)]
    if of_round and not wanted:
        raise Refused(T("there is no round “{round}” in these matches", round=of_round[:40]))
    out = BytesIO()
    latest = max((row.last_entry for row in rows if row.last_entry), default=None)
    canvas = new_canvas(out, paper, words, latest)
    poster = _Poster(rows, paper, words, zone)
    canvas.setTitle(poster.title)
    shown = wanted[0] if of_round else listed[-1]
    poster.draw(canvas, shown)
    if not with_pen_sheets:
        canvas.setSubject(words("Results and standings"))
    else:
        canvas.setSubject(words("All that a round needs"))
        by_id = {match.id or "": match for match in matches}
        for each in shown.matches:
            draw_blank_sheet(canvas, by_id[each.row.match], paper, words, zone)
    canvas.save()
    return out.getvalue()


class _Poster:
    def __init__(self, rows: Sequence[MatchRow], paper: Paper, words: Words, zone: tzinfo) -> None:
        self.rows = rows
        self.paper: Paper = paper
        self.words = words
        self.zone = zone
        self.grid = grid(paper)
        self.title = rows[0].event or words("Spades matches")

    def draw(self, canvas: Canvas, shown: Round) -> None:
        """Draw the pages: the results of a round, and the standings."""
        words, head = self.words, self._title()
        pages = Pagination(TOP + head.height, TOP + head.height, self.grid.foot)
        results = [self._result(each.row) for each in shown.matches]
        name = round_name(shown.name, words) or words("Results")
        pages.add(PageSection(results, head=lambda further: self._head(name, further), least=2))
        ranked = [self._standing(row) for row in standings(self.rows)]
        pages.add(
            PageSection(
                [*ranked, self._order()],
                head=lambda further: self._head(words("Standings"), further, self._labels()),
                gap=16,
                least=3,
            )
        )
        texts = (text for row in self.rows for text in (row.event, row.team_0, row.team_1))
        missing = missing_lines(texts, words, self.grid)
        if missing:
            pages.add(missing)
        pen = Pen(canvas, self.grid.height)
        for page in pages.pages:
            head.draw(pen, TOP)
            for placed in page:
                placed.block.draw(pen, placed.y)
            canvas.showPage()

    def _title(self) -> Block:
        """Return the event, its days, and how new the poster is."""
        words, place = self.words, self.grid
        title = fitting(self.title, place.span, (34, 28, 24, 20, 16), bold=True, at_most=2)
        moments = [at for row in self.rows if (at := played(row.scheduled, row.first_entry))]
        latest = max((row.last_entry for row in self.rows if row.last_entry), default=None)
        facts = []
        if moments:
            first, last = (day(at, words, self.zone) for at in (min(moments), max(moments)))
            both = words("{first} to {last}", first=first, last=last)
            facts.append(first if first == last else both)
        if latest is not None:
            facts.append(words("as of {moment}", moment=day_and_time(latest, words, self.zone)))
        under = fitting(" \u00b7 ".join(facts), place.span, (14, 12, 10), at_most=2)

        def draw(pen: Pen, y: float) -> None:
            draw_lines(pen, place.left, y, title, bold=True)
            draw_lines(pen, place.left, y + title.height, under)
            pen.rule(place.left, y + title.height + under.height + 5, place.right, weight=3.2)

        return Block(title.height + under.height + 16, draw)

    def _head(self, title: str, further: bool, labels: Sequence[tuple[float, str]] = ()) -> Block:
        text = self.words("{title}, continued", title=title) if further else title
        lines = fitting(text, self.grid.span * (0.5 if labels else 1), (HEAD, 20, 16), bold=True)

        def draw(pen: Pen, y: float) -> None:
            draw_lines(pen, self.grid.left, y, lines, bold=True)
            for x, label in labels:
                pen.text(x, y + lines.height - 2, label, LABEL, align="right")
            pen.rule(self.grid.left, y + lines.height + 4, self.grid.right, weight=1.6)

        return Block(lines.height + 8, draw)

    def _result(self, row: MatchRow) -> Block:
        """Return both teams, one below the other, each with its total; the winner's in bold."""
        words, place = self.words, self.grid
        first, _, second = totals(row, words)
        begun = row.status == "over" or row.hands > 0
        if not begun:  # before it is played, the poster says who sits where
            first = second = ""
        table = fitting(table_name(row.table, words), 92, (14, 12, 10), at_most=2)
        left, right = place.left + 100, place.right
        teams = [
            fitting(team, right - 76 - left, NAMES, bold=row.winner == side, at_most=2)
            for side, team in enumerate((row.team_0, row.team_1))
        ]
        over = row.status == "over"
        note = "" if row.official or not begun else words("UNOFFICIAL")
        if begun and not over:
            note = words("not finished")
        under = fitting(note, 92, (9, 8))
        height = max(sum(team.height for team in teams), table.height + under.height) + 10

        def draw(pen: Pen, y: float) -> None:
            top = y + 4
            draw_lines(pen, place.left, top + 2, table)
            draw_lines(pen, place.left, top + 4 + table.height, under)
            for side, (team, total) in enumerate(zip(teams, (first, second), strict=True)):
                draw_lines(pen, left, top, team, bold=row.winner == side)
                base = top + team.base(0)
                figure(pen, right, base, total, NAME, 70, bold=row.winner == side)
                top += team.height
            pen.rule(place.left, y + height, place.right, weight=HAIR)

        return Block(height, draw)

    def _figures(self) -> tuple[float, float, float]:
        right = self.grid.right
        return right - 150, right - 72, right

    def _labels(self) -> Sequence[tuple[float, str]]:
        words = self.words
        labels = (words("wins"), words("points"), words("difference"))
        return tuple(zip(self._figures(), labels, strict=True))

    def _standing(self, row: StandingRow) -> Block:
        place = self.grid
        left = place.left + 40
        figures = self._figures()
        team = fitting(row.team, figures[0] - 46 - left, NAMES, bold=row.place == 1, at_most=2)
        height = team.height + 8
        texts = (str(row.won), number(row.points), signed(row.difference))

        def draw(pen: Pen, y: float) -> None:
            base = y + 4 + team.base(0)
            rank = str(row.place) if row.played else "\u2013"
            pen.text(place.left + 28, base, shape(rank, True), NAME, align="right")
            draw_lines(pen, left, y + 4, team, bold=row.place == 1)
            for x, text in zip(figures, texts, strict=True):
                figure(pen, x, base, text if row.played else "\u2013", NAME, 66)
            pen.rule(place.left, y + height, place.right, weight=HAIR)

        return Block(height, draw)

    def _order(self) -> Block:
        lines = fitting(self.words(ORDER), self.grid.span, (LABEL, 9), at_most=2)

        def draw(pen: Pen, y: float) -> None:
            draw_lines(pen, self.grid.left, y + 5, lines)

        return Block(lines.height + 6, draw, joined=True)
