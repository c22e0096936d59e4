"""The sign-in sheet of an event: each player signs beside his or her name and shows an ID."""

from __future__ import annotations

from collections.abc import Iterator

from reports.book.event_report import EventReport
from reports.book.rounds import natural
from reports.sheets.columns import grid
from reports.sheets.sheet_foot import missing_lines
from reports.sheets.sheet_head import draw_lines
from reports.typeset.document import TaggedCanvas
from reports.typeset.line_breaking import fitting
from reports.typeset.pagination import Block, PageSection, Pagination
from reports.typeset.paper import TOP, Paper
from reports.typeset.pen import HAIR, Pen
from scorepad.events.event import Event
from scorepad.events.register import Entrant

ROW = 25.0  # points, as high as a box to write in
SPARE = 3
"""There is room for so many teams that come late."""
BOX = 10.0  # points
LABEL = 8.0  # points
SHARES = (0.27, 0.25, 0.07, 0.25, 0.08, 0.08)
"""Team, player, ID, signature, in, out: their shares of the width."""


def draw_sign_in(canvas: TaggedCanvas, report: EventReport, event: Event, paper: Paper) -> None:
    """Draw the sign-in sheet: the teams by name, those that have withdrawn left out, then empty
    rows for late ones."""
    _SignIn(report, event, paper).draw(canvas)


class _SignIn:
    def __init__(self, report: EventReport, event: Event, paper: Paper) -> None:
        self.report = report
        self.words = report.words
        self.grid = grid(paper)
        self.edges = [self.grid.left]
        for share in SHARES:
            self.edges.append(self.edges[-1] + self.grid.span * share)
        entrants = (each for each in event.register.teams.values() if not each.withdrawn)
        self.teams = sorted(entrants, key=lambda each: natural(each.name))

    def draw(self, canvas: TaggedCanvas) -> None:
        rows = [row for team in self.teams for row in self._team(team)]
        rows += [self._row("", "", first=seat == 0) for _late in range(SPARE) for seat in range(2)]
        head = self._head()
        pages = Pagination(TOP + head.height, TOP + head.height, self.grid.foot)
        table = PageSection(rows, least=2)
        pages.add(table)
        names = [name for team in self.teams for name in (team.name, *team.players)]
        missing = missing_lines(
            [self.report.title, self.report.place, *names], self.words, self.grid
        )
        if missing:
            pages.add(missing)
        pen = Pen(canvas, self.grid.height)
        words, foot = self.words, self.grid.height - self.grid.footer
        with pen.tag("Sect"):
            for number, page in enumerate(pages.pages, 1):
                with pen.artifact() if number > 1 else pen.tag("Sect", id(table)):
                    head.draw(pen, TOP)
                for placed in page:
                    placed.draw(pen)
                said = words("page {page} of {pages}", page=number, pages=len(pages.pages))
                with pen.artifact():
                    pen.text(self.grid.right, foot, said, LABEL, align="right")
                canvas.showPage()

    def _head(self) -> Block:
        words, place, edges = self.words, self.grid, self.edges
        title = words("Sign-in: {event}", event=self.report.title)
        name = fitting(title, place.span, (20, 17, 14, 12), bold=True, at_most=2)
        parts = (self.report.place, self.report.days)
        facts = fitting(" \u00b7 ".join(part for part in parts if part), place.span, (10, 9))
        labels = (
            words("team"),
            words("player"),
            words("ID"),
            words("signature"),
            words("time in"),
            words("time out"),
        )
        base = name.height + facts.height + 22

        def draw(pen: Pen, y: float) -> None:
            with pen.tag("H1"):
                draw_lines(pen, place.left, y, name, bold=True)
            draw_lines(pen, place.left, y + name.height + 2, facts)
            with pen.row():
                for left, label in zip(edges, labels, strict=False):
                    with pen.head("Column"):
                        pen.text(left + 3, y + base, label, LABEL)
            pen.rule(place.left, y + base + 4, place.right, weight=1.6)

        return Block(base + 4, draw)

    def _team(self, team: Entrant) -> Iterator[Block]:
        for seat, player in enumerate(team.players):
            yield self._row(team.name if seat == 0 else "", player, first=seat == 0)

    def _row(self, team: str, player: str, *, first: bool) -> Block:
        """Return a player's row; a team's rows stay together, under a heavier rule."""
        edges, place = self.edges, self.grid
        name = fitting(team, edges[1] - edges[0] - 6, (11, 10, 9, 8), bold=True, at_most=2)
        who = fitting(player, edges[2] - edges[1] - 6, (11, 10, 9, 8), at_most=2)
        height = max(ROW, name.height + 6, who.height + 6)

        def draw(pen: Pen, y: float) -> None:
            pen.rule(
                place.left if first else edges[1], y, place.right, weight=0.9 if first else HAIR
            )
            with pen.row():
                with pen.cell():
                    draw_lines(pen, edges[0] + 2, y + 5, name, bold=True)
                with pen.cell():
                    draw_lines(pen, edges[1] + 3, y + 5, who)
                for _ in edges[2:-1]:
                    with pen.cell():
                        pass
            pen.box(edges[2] + 4, y + (height - BOX) / 2, BOX, BOX, weight=0.8)
            for edge in edges[1:-1]:
                pen.upright(edge, y, y + height, weight=HAIR)
            pen.rule(place.left, y + height, place.right, weight=HAIR)

        return Block(height, draw, joined=not first)
