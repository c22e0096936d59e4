"""The papers of a round as one PDF: seats, table cards, and a blank sheet for each match.

Before the first round of a saved event, the sign-in sheet is first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import tzinfo
from typing import Unpack

from reports.book.event_report import EventResults, PaperOptions, read_event
from reports.book.mixed_grid_pages import MixedGridPagination
from reports.book.posters import EventPoster, choose_round
from reports.book.rounds import Round
from reports.sheets.blank_sheet import draw_blank_sheet
from reports.sheets.columns import Grid, lay_out_grid
from reports.sheets.sheet import format_day_and_time
from reports.sheets.sheet_foot import (
    NAMES_CUT,
    describe_qr,
    missing_characters_lines,
    missing_characters_text,
)
from reports.typeset.document import TaggedCanvas
from reports.typeset.letterhead import NO_LETTERHEAD
from reports.typeset.line_breaking import MIN_TYPE_SIZE, Lines, fit_name, fit_text, wrap_text
from reports.typeset.page_frame import CODE_SIZE
from reports.typeset.pagination import Block, PageSection
from reports.typeset.paper import Paper
from reports.typeset.pen import HAIRLINE, Align, Pen
from reports.typeset.qr_code import QrCode
from reports.typeset.shaping import ShapedLine, shape
from reports.typeset.table import (
    EMPTY,
    Cell,
    ColumnLabel,
    DividerLine,
    Paragraph,
    Rectangle,
    Row,
    label_row,
    table_block,
)
from scorepad.events.eligibility import short_players_of_event
from scorepad.events.event import Event
from scorepad.spades.match import Match
from scorepad.spades.naming import natural_key, player_name, team_name
from scorepad.spades.refusal import Refused
from scorepad.spades.sheetcode import code_of
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import T, join_parts


def seats_cards_and_blank_sheets(
    matches: Sequence[Match],
    paper: Paper = "A4",
    **options: Unpack[PaperOptions],
) -> bytes:
    """Make the papers of a round (the last one, where none is named) as a PDF.  The same matches
    give the same bytes.

    An event without a round has its sign-in sheet alone.  Raises `Refused` where the matches
    belong to several events, or have no such round, or the round of an event is over.
    """
    report, of_round = read_event(matches, options), options.get("of_round", "")
    event, zone = report.event, report.zone
    shown = choose_round(report, of_round)
    if event is not None and shown is not None and _is_over(shown):
        drafts = event.register.drafts
        if drafts and not of_round:
            number = min(each.number for each in drafts)
            raise Refused("round {round} is a draft; release it first", round=number)
        raise Refused(
            "every match in {round} already has a result; for the results, print a poster instead",
            round=report.round_title(shown),
        )
    subject = T("Everything a round needs")
    letterhead = options.get("letterhead", NO_LETTERHEAD)
    canvas = letterhead.new_document(paper, report.latest_entry_time, report.title, subject)
    if event is not None and (shown is None or shown is report.rounds[0]):
        SignInSheet(report, event, paper).draw(canvas)
    if shown is not None:
        EventPoster(report, paper).draw(canvas, shown)
        # A match with a result needs no card and no sheet.
        mine = [
            (matches[each.at], each.status)
            for each in shown.matches
            if each.at is not None and (event is None or not each.status.is_decided)
        ]
        if event is not None:
            draw_table_cards(canvas, mine, paper, zone)
        for match, status in mine:
            draw_blank_sheet(canvas, match, paper, zone, status)
    return canvas.to_pdf()


def _is_over(shown: Round) -> bool:
    return bool(shown.matches) and all(each.status.is_decided for each in shown.matches)


SIGN_IN_ROW_HEIGHT = 25.0  # points, as high as a box to write in
SPARE_ROWS = 3
"""The number of empty rows for late teams; at least one of them is printed."""
TICK_BOX_SIZE = 10.0  # points
LABEL_SIZE = 8.0  # points
COLUMN_SHARES = (0.27, 0.25, 0.07, 0.25, 0.08, 0.08)
"""Team, player, ID, signature, in, out: their shares of the width."""


class SignInSheet:
    """Draws the sign-in sheet, where each player signs and shows an ID: the teams by name, those
    that have withdrawn left out, then empty rows for late ones. Players with too few matches are
    marked."""

    def __init__(
        self, report: EventResults, event: Event, paper: Paper, teams: Collection[str] | None = None
    ) -> None:
        """`teams` are those of the sheet; None for all."""
        self.report = report
        self.grid = lay_out_grid(paper)
        self.edges = [self.grid.left]
        for share in COLUMN_SHARES:
            self.edges.append(self.edges[-1] + self.grid.span * share)
        entrants = (
            each
            for each in event.register.teams.values()
            if not each.withdrawn and (teams is None or each.team in teams)
        )
        self.short = short_players_of_event(event.overview)
        self.teams = sorted(entrants, key=lambda each: natural_key(each.name))

    def draw(self, canvas: TaggedCanvas) -> None:
        """Draw the pages, with as many empty rows as need no further page."""
        layouts = [self._runs(spare) for spare in range(SPARE_ROWS, 0, -1)]
        min(layouts, key=lambda each: len(each.pages)).draw(canvas)

    def _runs(self, spare: int) -> MixedGridPagination:
        """Lay out the teams, and empty rows for so many; no page has only such rows."""
        rows: list[Block] = []
        names = [self.report.title, self.report.place]
        for team in self.teams:
            notes = [self.short.get((team.team, player.strip()), "") for player in team.players]
            rows += self._team(
                team.name, list(map(join_parts, zip(team.players, notes, strict=True)))
            )
            names += [team.name, *team.players]
        for _late in range(spare):
            rows += self._team("", ["", ""])
        runs = MixedGridPagination(lambda _grid: self._title())
        labels = self._labels()
        runs.add(PageSection(rows, head=lambda _further: labels, least=spare + 1), self.grid)
        runs.add(missing_characters_lines(names, self.grid), self.grid)
        return runs

    def _title(self) -> Block:
        place = self.grid
        title = T("Sign-in: {event}", event=self.report.title)
        name = fit_text(title, place.span, (20, 17, 14, 12), bold=True, try_lines=2)
        parts = (self.report.place, self.report.days_text)
        facts = fit_text(join_parts(parts), place.span, (10, 9))

        def draw(pen: Pen, y: float) -> None:
            with pen.tag("H1"):
                pen.lines(place.left, y, name)
            pen.lines(place.left, y + name.height + 2, facts)

        return Block(name.height + facts.height, draw)

    def _labels(self) -> Block:
        place, edges = self.grid, self.edges
        texts = (
            T("team"),
            T("player"),
            T("ID"),
            T("signature"),
            T("time in"),
            T("time out"),
        )
        lefts = (place.left, *(edge + 3 for edge in edges[1:]))
        labels = [ColumnLabel(left, text) for left, text in zip(lefts, texts, strict=False)]
        row = label_row(labels, LABEL_SIZE, place.left, 22)
        return place.ruled_block(26, [row], weight=1.6)

    def _team(self, name: str, players: Sequence[str]) -> Iterator[Block]:
        for seat, player in enumerate(players, 1):
            first, last = seat == 1, seat == len(players)
            yield self._row(name if first else "", player, first=first, last=last)

    def _row(self, team: str, player: str, *, first: bool, last: bool) -> Block:
        """Return a player's row; a team's rows are on one page, and its name has one cell."""
        edges, place = self.edges, self.grid
        name = fit_text(team, edges[1] - edges[0] - 6, (11, 10, 9, 8), bold=True)
        who = fit_text(player, edges[2] - edges[1] - 6, (11, 10, 9, 8))
        height = max(SIGN_IN_ROW_HEIGHT, name.height + 6, who.height + 6)
        base = 5 + name.baseline(0)
        above = base - (height - TICK_BOX_SIZE) / 2
        tick = Rectangle(edges[2] + 3, above, TICK_BOX_SIZE, TICK_BOX_SIZE, 0.8)
        cells = [
            Cell((Paragraph(edges[0], name),)),
            Cell((Paragraph(edges[1] + 3, who, 5 + who.baseline(0) - base),)),
            Cell((tick,)),
            *[EMPTY] * (len(edges) - 4),
        ]
        lines = [DividerLine(edge, height, 0, upright=True) for edge in edges[1:-1]]
        left, weight = (place.left, 1.2) if last else (edges[1], HAIRLINE)
        lines.append(DividerLine(left, place.right, height, weight))
        return table_block(height, [Row(cells, base)], lines, stays_with_previous=not first)


NUMBER_SIZES = (132, 110, 90, 72, 56, 44, 34, 26, 20)  # points
"""The sizes that are tried for the table's number, or its name, on one line; in points."""
SMALL_SIZES = (20, 16, 13, 11, 9, 8, MIN_TYPE_SIZE)  # points
"""Those that are tried then, on several lines."""
TEAM_SIZES = (24, 20, 17, 14)  # points
"""The sizes that are tried for the teams, in points."""
PLAYER_SIZES = (12, 10, 9)  # points
CARD_MARGIN = 16.0  # points
CARD_FOOT = 36.0  # points
"""The foot of a card has the code, and the notes on characters and names."""


def draw_table_cards(
    canvas: TaggedCanvas, matches: Sequence[tuple[Match, MatchStatus]], paper: Paper, zone: tzinfo
) -> None:
    """Draw the cards of these matches, each with its status, to put on the tables: a number is
    readable from across the room.

    Two are on a page, which is cut in the middle, and each card is folded: one face names the
    teams, the other one repeats the number for people behind it.
    """
    place = lay_out_grid(paper)
    half = place.height / 2
    for at, (match, status) in enumerate(matches):
        top = half * (at % 2)
        _TableCard(match, place, zone, status.round_name).draw(canvas, top)
        if at % 2 == 1 or at == len(matches) - 1:
            canvas.showPage(letterhead=False)  # the upper face is upside down


class _TableCard:
    def __init__(self, match: Match, place: Grid, zone: tzinfo, round_title: str) -> None:
        self.match = match
        self.grid = place
        self.zone = zone
        self.round_title = round_title
        self.face = place.height / 4
        self.is_cut = False
        """Was the end of a name cut off?"""

    def draw(self, canvas: TaggedCanvas, top: float) -> None:
        """Draw both faces, the upper one upside down, and where to fold and to cut."""
        pen, place = Pen(canvas, self.grid.height), self.grid
        canvas.saveState()
        canvas.translate(place.left + place.right, 2 * place.height - top - self.face)
        canvas.rotate(180)
        with pen.artifact():  # the front has all of it
            self._back(pen)
        canvas.restoreState()
        face = top + self.face
        if canvas.letterhead is not None:
            canvas.letterhead(face + 3)
            face += 8
        with pen.tag("Sect"):
            self._front(pen, face)
        with pen.artifact():
            self._folds(pen, top)

    def _folds(self, pen: Pen, top: float) -> None:
        place = self.grid
        fold = top + self.face
        for left, right in (
            (6.0, 22.0),
            (place.left + place.right - 22, place.left + place.right - 6),
        ):
            pen.rule(left, fold, right, weight=HAIRLINE)
        pen.text(24, fold - 3, T("fold"), MIN_TYPE_SIZE)
        if top:
            pen.polyline(
                [(6, top), (place.left + place.right - 6, top)], weight=HAIRLINE, dashed=True
            )
            pen.text(24, top - 3, T("cut"), MIN_TYPE_SIZE)

    @property
    def _number(self) -> tuple[str, str]:
        """Return the label above the number, and the number; a name has no label."""
        table = self.match.head.table.strip()
        return (str(T("Table")), table) if table[:1].isdigit() else ("", table or "\u2013")

    def _fit(
        self, text: str, width: float, height: float, sizes: Sequence[float], *, bold: bool = False
    ) -> Lines:
        """Set a text as large as it fits on one line; a long one on several, in this height."""
        lines = fit_text(text, width, sizes, bold=bold)
        if len(lines.lines) < 2 and lines.height <= height:
            return lines
        smaller = [size for size in SMALL_SIZES if size < sizes[-1]]
        fitted = fit_name(text, width, height, (*sizes, *smaller), bold=bold)
        self.is_cut = self.is_cut or fitted.is_cut
        return fitted.lines

    def _back(self, pen: Pen) -> None:
        """Draw the face that is seen from behind: the number alone, and the round."""
        label, name = self._number
        place, head = self.grid, self.match.head
        middle = (place.left + place.right) / 2
        room = place.span - 2 * CARD_MARGIN
        above = [head.event.strip(), self.round_title]
        text = join_parts(above)
        lines = self._fit(text, room, 60, (13, 11, 9))
        pen.lines(middle, 30 - lines.baseline(0), lines, align="center")
        top = 18 + lines.height
        number = self._fit(name, room, self.face - 10 - top, NUMBER_SIZES, bold=True)
        base = self._draw_number(pen, middle, (top + self.face) / 2, number, align="center")
        left = middle - number.width / 2 - 14
        if label and left - shape(label).width_at(18) > place.left:
            pen.text(left, base, label, 18, align="right")

    def _draw_number(
        self, pen: Pen, x: float, middle: float, number: Lines, *, align: Align = "left"
    ) -> float:
        """Draw the table's number, or its name, around a height; return its first baseline."""
        base = middle + number.size * 0.36 - number.leading * (len(number.lines) - 1) / 2
        pen.lines(x, base - number.baseline(0), number, align=align)
        return base

    def _front(self, pen: Pen, y: float) -> None:
        """Draw the teams and players of the table, with the code of the match."""
        place, head = self.grid, self.match.head
        label, name = self._number
        wide = place.span * 0.3
        foot = y + self.face - CARD_FOOT
        number = self._fit(name, wide, foot - y - 40, NUMBER_SIZES, bold=True)
        code = code_of(self.match)
        qr = None if code is None else QrCode(code.short)
        left = place.left + wide + 22
        room = place.right - left - (qr.side + CARD_MARGIN if qr else 0)
        middle = y + self.face / 2
        with pen.tag("H1"):
            pen.text(place.left, y + 34, label, 16)
            self._draw_number(pen, place.left, middle + (8 if label else 0), number)
        parts = [self.round_title]
        if head.scheduled is not None:
            parts.append(format_day_and_time(head.scheduled, self.zone))
        event = self._fit(head.event.strip(), room, 34, (13, 11, 9))
        when = self._fit(join_parts(parts), room, 26, (13, 11, 9))
        pen.lines(left, y + 22, event)
        pen.lines(left, y + 22 + event.height, when)
        top = max(y + 34 + event.height + when.height, y + 66)
        self._teams(pen, left, top, room, foot)
        lines = self._notes(name, place.span)
        top = y + self.face - 10 - (len(lines) - 1) * (MIN_TYPE_SIZE + 1)
        if qr is not None and code is not None:
            qr.draw(pen, place.right - qr.side, y + 26, str(describe_qr(code.short)))
            pen.text(place.left, min(y + self.face - 22, top - 12), code.short, CODE_SIZE)
        with pen.tag("P"):
            for at, line in enumerate(lines):
                pen.text(place.left, top + at * (MIN_TYPE_SIZE + 1), line, MIN_TYPE_SIZE)

    def _notes(self, table: str, width: float) -> list[ShapedLine]:
        """Return the notes on cut names, and on characters that can't be printed."""
        head = self.match.head
        names = (head.event, table, *(team.name for team in head.teams))
        players_of = (player for team in head.teams for player in team.players)
        cut_notice = str(NAMES_CUT) if self.is_cut else ""
        sentences = (cut_notice, missing_characters_text([*names, *players_of]))
        text = " ".join(filter(None, sentences))
        return list(wrap_text(text, width, MIN_TYPE_SIZE)) if text else []

    def _teams(self, pen: Pen, left: float, top: float, room: float, foot: float) -> None:
        """Draw both teams, equally large, and their players."""
        head = self.match.head
        teams = [team_name(head, side) for side in (0, 1)]
        height = (foot - top) / 2 - 8
        size = min(fit_text(team, room, TEAM_SIZES, bold=True).size for team in teams)
        for side, name in enumerate(teams):
            team = self._fit(name, room, height * 0.6, (size,), bold=True)
            players = [player_name(head, seat) for seat in (side, side + 2)]
            text = join_parts(players)
            who = fit_text(text, room, PLAYER_SIZES, try_lines=2)
            if len(who.lines) > 2:
                who = self._fit(text, room, height - team.height, PLAYER_SIZES)
            pen.lines(left, top, team)
            pen.lines(left, top + team.height, who)
            top += team.height + who.height + 8
