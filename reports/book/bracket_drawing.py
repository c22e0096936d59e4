"""Draws brackets on paper: a column for each round, each game between those that feed it.

A bracket that is too large for a page is cut into pieces: the first rounds in groups, then the
rounds that follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec.structs import replace

from reports.book.event_report import EventBracket, EventResults
from reports.sheets.columns import Grid
from reports.typeset.line_breaking import Lines, cut, fit_text
from reports.typeset.pagination import Block, PageSection
from reports.typeset.pen import HAIRLINE, MIN_TYPE_SIZE, Pen
from reports.typeset.shaping import shape
from scorepad.events.bracket_plan import BracketPart, PlacedGame
from scorepad.spades.naming import table_name
from scorepad.spades.words import Text, Words, format_number


class BracketTypeSizes(msgspec.Struct, frozen=True):
    """How large a bracket is drawn: the size of a heading and of names, how high a game is at
    least, at most where every name stands on one line (`plain`), and at most, and how wide a
    column; all in points."""

    head: float
    name: float
    least: float
    plain: float
    most: float
    width: float


BOOK_TYPE = BracketTypeSizes(head=13, name=8.5, least=38, plain=56, most=56, width=88)
POSTER_TYPE = BracketTypeSizes(head=20, name=14, least=60, plain=62, most=90, width=128)
SECTION_GAP = 14.0  # points
"""The space between two columns, in which lines lead from game to game."""


class BracketPiece(msgspec.Struct, frozen=True):
    """Holds what one page shows of a part: games with their places on it, and its columns."""

    columns: tuple[Text, ...]
    games: tuple[PlacedGame, ...]
    rows: float


def bracket_sections(
    bracket: EventBracket, report: EventResults, grid: Grid, room: float, type_: BracketTypeSizes
) -> Iterator[PageSection]:
    """Yield the sections of a bracket; each fits on a page with so much `room` (points)."""
    room -= type_.head * 2.4 + type_.name * 2
    for part in bracket.parts:
        title = report.words(part.title)
        if bracket.stage and len(report.brackets) > 1:
            title = f"{title} \u00b7 {report.stage_title(bracket.stage)}"
        pieces = list(_split_part(part, int(room / type_.least), int(grid.span / type_.width)))
        for at, piece in enumerate(pieces, 1):
            text = title if len(pieces) == 1 else f"{title} ({at}/{len(pieces)})"
            lines = fit_text(text, grid.span, (type_.head, type_.head * 0.8), bold=True, at_most=2)
            drawing = _BracketDrawing(bracket, piece, report.words, grid, room, type_)
            yield PageSection([drawing.block()], head=_heading_maker(lines, grid), gap=22, least=1)


def _heading_maker(lines: Lines, grid: Grid) -> Callable[[bool], Block]:
    def draw(pen: Pen, y: float) -> None:
        with pen.tag("H2"):
            pen.lines(grid.left, y, lines, bold=True)
        pen.rule(grid.left, y + lines.height + 3, grid.right, weight=1.2)

    return lambda _further: Block(lines.height + 10, draw)


def _split_part(part: BracketPart, rows: int, columns: int) -> Iterator[BracketPiece]:
    """Cut a part into pieces of at most so many rows and columns."""
    first, leaves = 0, max(game.span * (int(game.row / game.span) + 1) for game in _tree(part))
    while first < len(part.columns):
        base = min(game.span for game in part.games if game.column == first)
        count = leaves // base
        group = count if count <= rows else 1 << (max(rows, 1).bit_length() - 1)
        # A piece ends before the round in which its games meet those of another one.
        spans = {game.column: game.span for game in part.games if game.span <= group * base}
        last = min(max(spans) + 1, first + columns)
        for begin in range(0, count, group):
            games = [
                replace(game, column=game.column - first, row=(game.row + 0.5) / base - 0.5 - begin)
                for game in _tree(part)
                if first <= game.column < last and begin <= game.row // base < begin + group
            ]
            rows_here = float(group)
            for third in (game for game in part.games if game.node.key[0] == "third"):
                if first <= third.column < last and begin + group == count:
                    rows_here += 1
                    games.append(replace(third, column=third.column - first, row=rows_here - 1))
            yield BracketPiece(part.columns[first:last], tuple(games), rows_here)
        first = last


def _tree(part: BracketPart) -> list[PlacedGame]:
    return [game for game in part.games if game.node.key[0] != "third"]


def _slot_height(size: float, lines: int) -> float:
    """Return how high the place of a team is, with a name on so many lines."""
    return size * (1.45 if lines == 1 else 2.7)


def _fits_whole(name: str, room: float, won: bool, size: float, most: int) -> bool:
    """Return whether a name stands in this size on so many lines, with no word broken."""
    return fit_text(name, room, (size, size / 99), bold=won, at_most=most).size == size


class _BracketDrawing:
    """Draws a piece of a bracket."""

    def __init__(
        self,
        bracket: EventBracket,
        piece: BracketPiece,
        words: Words,
        grid: Grid,
        room: float,
        type_: BracketTypeSizes,
    ) -> None:
        self.bracket = bracket
        self.piece = piece
        self.words = words
        self.grid = grid
        self.type = type_
        self.pitch = min(type_.most, room / piece.rows)
        columns = max(len(piece.columns), 3)
        self.wide = (grid.span + SECTION_GAP) / columns - SECTION_GAP
        self.size, self.most = self._largest_type()
        self.line = _slot_height(self.size, self.most)
        if self.most == 1:
            self.pitch = min(self.pitch, type_.plain)

    def block(self) -> Block:
        """Return the whole piece."""
        labels = [
            fit_text(self.words(title), self.wide, (self.type.name * 0.9, MIN_TYPE_SIZE), at_most=2)
            for title in self.piece.columns
        ]
        top = max(label.height for label in labels) + 4
        shown = {game.node.key: game for game in self.piece.games}

        def draw(pen: Pen, y: float) -> None:
            for column, label in enumerate(labels):
                with pen.tag("Div", column), pen.tag("H3"):
                    pen.lines(self._left_edge(column), y, label)
            for game in shown.values():
                with pen.tag("Div", game.column), pen.tag("P"):
                    self._draw_game(pen, y + top, game)
                if game.feeds in shown:
                    self._draw_connector(pen, y + top, game, shown[game.feeds])

        return Block(top + self.pitch * self.piece.rows, draw)

    def _largest_type(self) -> tuple[float, int]:
        """Return the one size in which all names stand whole, and on how many lines."""
        sizes = (max(MIN_TYPE_SIZE, self.type.name * share) for share in (1, 0.85, 0.72, 0.6))
        choices = [
            (size, most)
            for size in sizes
            for most in (1, 2)
            if most == 1 or 2 * _slot_height(size, 2) + MIN_TYPE_SIZE * 1.4 <= self.pitch
        ]
        names = [self._name(game, slot) for game in self.piece.games for slot in (0, 1)]
        # A name that is cut in any case makes no other one smaller.
        names = [each for each in names if _fits_whole(*each, *choices[-1])]
        return next(
            choice for choice in choices if all(_fits_whole(*each, *choice) for each in names)
        )

    def _name(self, game: PlacedGame, slot: int) -> tuple[str, float, bool]:
        """Return the name of a team, its room beside the points, and whether it won."""
        team, score = game.node.teams[slot], game.score(slot)
        room = self.wide - 4
        if score is not None:
            room -= shape(format_number(score)).width_at(self.type.name) + 4
        name = self.words("bye") if team == "" else self.bracket.names.get(team or "", "")
        return name, room, bool(team) and team == game.node.winner

    def _lines(self, name: str, room: float, won: bool) -> Lines:
        """Set a name on as many lines as it may have, cut where it needs more."""
        lines = fit_text(name, room, (self.size,), bold=won)
        wide = self.most * room
        while len(lines.lines) > self.most:
            lines = fit_text(cut(name, wide, self.size, bold=won), room, (self.size,), bold=won)
            wide -= room / 10
        return lines

    def _left_edge(self, column: int) -> float:
        return self.grid.left + column * (self.wide + SECTION_GAP)

    def _middle(self, game: PlacedGame) -> float:
        return (game.row + 0.5) * self.pitch

    def _draw_game(self, pen: Pen, top: float, game: PlacedGame) -> None:
        """Draw both teams, one below the other, each with its points; the winner in bold."""
        left, middle = self._left_edge(game.column), top + self._middle(game)
        right = left + self.wide
        pen.rule(left, middle, right, weight=HAIRLINE)
        pen.rule(left, middle - self.line, right, weight=HAIRLINE)
        pen.rule(left, middle + self.line, right, weight=HAIRLINE)
        for slot in (0, 1):
            name, room, won = self._name(game, slot)
            lines = self._lines(name, room, won)
            at = middle + self.line * (slot - 0.5)
            pen.lines(left + 2, at - lines.height / 2, lines, bold=won)
            score = game.score(slot)
            points = "" if score is None else format_number(score)
            size = self.type.name
            pen.text(right - 1, at + size * 0.34, points, size, align="right")
        note = self._note(game)
        small = max(MIN_TYPE_SIZE, self.type.name * 0.75)
        pen.text(left + 2, middle + self.line + small * 1.1, cut(note, self.wide, small), small)

    def _note(self, game: PlacedGame) -> str:
        """Return where a game that is not over is played, or that its result is unofficial."""
        meeting, words = game.node.meeting, self.words
        note = words("Third place") if game.node.key[0] == "third" else ""
        if meeting is None:
            return note
        if not meeting.outcome.is_over and meeting.pairing is not None:
            state = table_name(meeting.pairing.table, words)
        elif meeting.outcome.how != "played":
            state = words("forfeit")
        else:
            state = "" if meeting.outcome.official else words("unofficial")
        return " \u00b7 ".join(part for part in (note, state) if part)

    def _draw_connector(self, pen: Pen, top: float, game: PlacedGame, onward: PlacedGame) -> None:
        """Draw the line from a game to the one that its winner goes on to."""
        start, end = top + self._middle(game), top + self._middle(onward)
        right = self._left_edge(game.column) + self.wide
        bend = self._left_edge(onward.column) - SECTION_GAP / 2
        pen.rule(right, start, bend, weight=0.8)
        pen.vertical_rule(bend, min(start, end), max(start, end), weight=0.8)
        pen.rule(bend, end, self._left_edge(onward.column), weight=0.8)
