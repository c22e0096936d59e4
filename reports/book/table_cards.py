"""Cards to stand on the tables of a round: a table's number is read from across the room.

Two cards are on a page.  The page is cut in the middle and each card folded, so that it stands: one
face says who plays there, the other one repeats the number for those who come from behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from reports.sheets.columns import Grid, grid
from reports.sheets.sheet import day_and_time
from reports.sheets.sheet_foot import QR_CODE, missing_sentence
from reports.sheets.sheet_head import draw_lines
from reports.typeset.document import TaggedCanvas
from reports.typeset.line_breaking import fitting, wrapped
from reports.typeset.paper import Paper
from reports.typeset.pen import HAIR, LEAST, Pen
from reports.typeset.qr_code import QrCode
from scorepad.spades.match import Match
from scorepad.spades.naming import player_name, round_name, team_name
from scorepad.spades.sheetcode import code_of
from scorepad.spades.words import Words, isolated

NUMBERS = (132, 110, 90, 72, 56, 44, 34, 26, 20)
"""The sizes that are tried for the table's number, or its name; in points."""
PAD = 16.0  # points


def draw_cards(
    canvas: TaggedCanvas, matches: Sequence[Match], paper: Paper, words: Words, zone: tzinfo
) -> None:
    """Draw the cards of these matches, two on a page."""
    place = grid(paper)
    half = place.height / 2
    for at, match in enumerate(matches):
        top = half * (at % 2)
        _Card(match, place, words, zone).draw(canvas, top)
        if at % 2 == 1 or at == len(matches) - 1:
            canvas.showPage(letterhead=False)  # the upper face stands on its head


class _Card:
    def __init__(self, match: Match, place: Grid, words: Words, zone: tzinfo) -> None:
        self.match = match
        self.grid = place
        self.words = words
        self.zone = zone
        self.face = place.height / 4

    def draw(self, canvas: TaggedCanvas, top: float) -> None:
        """Draw both faces, the upper one upside down, and where to fold and to cut."""
        pen, place = Pen(canvas, self.grid.height), self.grid
        canvas.saveState()
        canvas.translate(place.left + place.right, 2 * place.height - top - self.face)
        canvas.rotate(180)
        with pen.artifact():  # the front says all of it
            self._back(pen, 0)
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
        place, words = self.grid, self.words
        fold = top + self.face
        for left, right in (
            (6.0, 22.0),
            (place.left + place.right - 22, place.left + place.right - 6),
        ):
            pen.rule(left, fold, right, weight=HAIR)
        pen.text(24, fold + 2.4, words("fold"), LEAST)
        if top:
            pen.polyline([(6, top), (place.left + place.right - 6, top)], weight=HAIR, dashed=True)
            pen.text(24, top - 3, words("cut"), LEAST)

    @property
    def _number(self) -> tuple[str, str]:
        """Return what stands above the number, and the number; a name stands alone."""
        table = self.match.head.table.strip()
        return (self.words("Table"), table) if table[:1].isdigit() else ("", table or "\u2013")

    def _back(self, pen: Pen, y: float) -> None:
        """Draw the face that is seen from behind: the number alone, and the round."""
        label, name = self._number
        place, head = self.grid, self.match.head
        middle = (place.left + place.right) / 2
        number = fitting(name, place.span - 2 * PAD, NUMBERS, bold=True)
        above = [isolated(head.event.strip()), round_name(head.round, self.words)]
        text = " \u00b7 ".join(part for part in above if part)
        lines = fitting(text, place.span - 2 * PAD, (13, 11, 9))
        pen.text(middle, y + 30, lines.lines[0] if lines.lines else "", lines.size, align="centre")
        base = y + (self.face + 30) / 2 + number.size * 0.36
        pen.text(middle, base, number.lines[0], number.size, bold=True, align="centre")
        if label:
            left = middle - number.width / 2 - 14
            pen.text(left, base, label, 18, align="right")

    def _front(self, pen: Pen, y: float) -> None:
        """Draw who plays at the table, with the code of the match."""
        words, place, head = self.words, self.grid, self.match.head
        label, name = self._number
        wide = place.span * 0.3
        number = fitting(name, wide, NUMBERS, bold=True)
        code = code_of(self.match)
        qr = None if code is None else QrCode(code.short)
        left = place.left + wide + 22
        room = place.right - left - (qr.side + PAD if qr else 0)
        middle = y + self.face / 2
        base = middle + number.size * 0.36 + (8 if label else 0)
        with pen.tag("H1"):
            pen.text(place.left, y + 34, label, 16)
            pen.text(place.left, base, number.lines[0], number.size, bold=True)
        parts = [round_name(head.round, words)]
        if head.scheduled is not None:
            parts.append(day_and_time(head.scheduled, words, self.zone))
        event = fitting(head.event.strip(), room, (13, 11, 9), at_most=2)
        when = fitting(" \u00b7 ".join(part for part in parts if part), room, (13, 11, 9))
        draw_lines(pen, left, y + 22, event)
        draw_lines(pen, left, y + 22 + event.height, when)
        top = max(y + 34 + event.height + when.height, y + 66)
        for side in (0, 1):
            team = fitting(
                team_name(head, side, words), room, (24, 20, 17, 14), bold=True, at_most=2
            )
            players = [player_name(head, seat, words) for seat in (side, side + 2)]
            both = " \u00b7 ".join(map(isolated, players))
            who = fitting(both, room, (12, 10, 9), at_most=2)
            draw_lines(pen, left, top, team, bold=True)
            draw_lines(pen, left, top + team.height, who)
            top += team.height + who.height + 8
        if qr is not None and code is not None:
            qr.draw(pen, place.right - qr.side, y + 26, words(QR_CODE, code=code.short))
            pen.text(place.right, y + self.face - 22, code.short, 7.6, bold=True, align="right")
        names = (head.event, name, *(team.name for team in head.teams))
        players_of = (player for team in head.teams for player in team.players)
        missing = missing_sentence([*names, *players_of], words)
        lines = list(wrapped(missing, place.span, LEAST)) if missing else []
        top = y + self.face - 10 - (len(lines) - 1) * (LEAST + 1)
        with pen.tag("P"):
            for at, line in enumerate(lines):
                pen.text(place.left, top + at * (LEAST + 1), line, LEAST)
