"""Draws brackets on paper: a column for each round, each game between those that feed it.

A bracket that is too large for a page is cut into pieces: the first rounds in groups, then the
rounds that follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from reports.book.event_report import EventResults, StageBracket
from reports.book.mixed_grid_pages import MixedGridPagination
from reports.sheets.columns import Grid
from reports.sheets.sheet_foot import NAMES_CUT
from reports.typeset.line_breaking import (
    MIN_TYPE_SIZE,
    FittedName,
    Lines,
    cut_name_to_width,
    fit_name,
    fit_text,
    fit_whole_name,
)
from reports.typeset.pagination import Block, PageSection
from reports.typeset.pen import Pen
from reports.typeset.shaping import shape
from reports.typeset.table import (
    DividerLine,
    Ink,
    Paragraph,
    Rectangle,
    TextLine,
)
from scorepad.events.bracket import NodeKey
from scorepad.events.bracket_plan import BracketPart, PlacedGame
from scorepad.spades.naming import table_name
from scorepad.spades.words import T, Text, format_number, join_parts

Fitted = TypeVar("Fitted")


class BracketTypeSizes(msgspec.Struct, frozen=True):
    """How large a bracket is drawn: the size of a heading and of names, how high a game is at
    least and at most with the white below it, and how wide a column is at least; all in points."""

    head: float
    name: float
    least: float
    most: float
    width: float


BOOK_TYPE = BracketTypeSizes(head=13, name=9, least=46, most=84, width=84)
POSTER_TYPE = BracketTypeSizes(head=20, name=14, least=66, most=150, width=104)
COLUMN_GAP = 16.0  # points
"""The space between two columns, in which lines lead from game to game."""
MAX_WIDTH = 240.0  # points
LEAST_SHARE = 0.7
"""Before names become smaller than this share of the usual type, columns become wider."""
NAME_SHARES = (1, 0.85, 0.72, 0.6, 0.5)
"""The shares of the usual type that are tried for the names of a bracket, which are all of one
size."""
MAX_NAME_LINES = 3
ROWS_TO_THIRD = 1.3
"""The match for third place is so many rows below the final at least."""
PADDING = 3.0  # points, between the frame of a game and its text
TITLE_GAP = 6.0  # points, between the title of a column and its first game


FINALS: Final = ("final", "again")
"""The parts of a bracket's games that follow both sides."""


class BracketPage(msgspec.Struct, frozen=True):
    """The part of a bracket on one page: games with their places, and columns."""

    columns: tuple[Text, ...]
    games: tuple[PlacedGame, ...]
    rows: float

    @property
    def is_final(self) -> bool:
        """Return whether it shows one game, the last one, or the two of a grand final."""
        return len(self.games) == 1 or all(each.node.key[0] in FINALS for each in self.games)


def add_brackets(
    pages: MixedGridPagination, report: EventResults, grids: Sequence[Grid], type_: BracketTypeSizes
) -> None:
    """Add the brackets of an event to pages, each on the grid that suits its names best; on the
    first of several equals."""
    for bracket in report.brackets:
        for part in bracket.parts:
            beside = bracket.stage and len(report.brackets) > 1
            stage = report.stage_title(bracket.stage) if beside else ""
            drawings = min(
                (
                    _choose_drawings(bracket, part, grid, pages.page_room(grid), type_)
                    for grid in grids
                ),
                key=_count_faults,
            )
            numbered = [each for each in drawings if not each.piece.is_final]
            for drawing in drawings:
                title = part.title
                if drawing.piece.is_final and numbered:
                    title = drawing.piece.columns[0]
                text = join_parts((title, stage))
                if drawing in numbered and len(numbered) > 1:
                    text = f"{text} ({numbered.index(drawing) + 1}/{len(numbered)})"
                sizes = (type_.head, type_.head * 0.8)
                lines = fit_text(text, drawing.grid.span, sizes, bold=True, try_lines=2)
                head = _heading_maker(lines, drawing.grid)
                # A title above all isn't repeated above its column.
                labeled = title is part.title or len(drawing.piece.columns) > 1
                block = drawing.block(labeled=labeled)
                pages.add(PageSection([block], head=head, gap=22), drawing.grid)


def _choose_drawings(
    bracket: StageBracket, part: BracketPart, grid: Grid, room: float, type_: BracketTypeSizes
) -> list[_BracketDrawing]:
    """Cut a part into the pieces in which the fewest names are cut, then broken, then small; into
    as few of them as there can be.  Each fits on a page with so much `room` (points).  All names
    have one size."""
    room -= type_.head * 2.5
    columns = int((grid.span + COLUMN_GAP) / (type_.width + COLUMN_GAP))
    rows = max(1, int((room - type_.name * 2) / type_.least))
    splits = [
        list(_split_part(part, most, wide))
        for most in (rows, max(1, rows // 2))
        for wide in range(min(columns, len(part.columns)), min(2, len(part.columns)) - 1, -1)
    ]

    def draw_pieces(pieces: Sequence[BracketPage]) -> Iterator[list[_BracketDrawing]]:
        """Yield the pieces with smaller and smaller names, until all of these are whole."""
        for share in NAME_SHARES:
            drawings = [
                _BracketDrawing(bracket, piece, grid, room, type_, share) for piece in pieces
            ]
            yield drawings
            if not any(_count_faults(drawings)[:2]):
                return

    return min(chain.from_iterable(map(draw_pieces, splits)), key=_count_faults)


def _count_faults(drawings: Sequence[_BracketDrawing]) -> tuple[int, int, bool, int, float]:
    """Count the names that are cut and broken; then: are they small, the pieces, and how much
    smaller than the usual type the names are."""
    names = {(text, whole) for each in drawings for text, whole in each.whole_names.values()}
    share = drawings[0].share
    return (
        len({text for text, whole in names if whole is None}),
        len({text for text, whole in names if whole is not None and whole.is_broken}),
        share < LEAST_SHARE,
        len(drawings),
        1 - share,
    )


def _heading_maker(lines: Lines, grid: Grid) -> Callable[[bool], Block]:
    height = lines.height
    return lambda _further: grid.ruled_block(height + 10, [], height + 3, 1.2, title=lines)


def _split_part(part: BracketPart, rows: int, columns: int) -> Iterator[BracketPage]:
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
                    column = third.column - first
                    final = max(game.row for game in games if game.column == column)
                    row = max(rows_here - 1, final + ROWS_TO_THIRD)  # its title is above it
                    rows_here = row + 1
                    games.append(replace(third, column=column, row=row))
            yield BracketPage(part.columns[first:last], tuple(games), rows_here)
        first = last


def _tree(part: BracketPart) -> list[PlacedGame]:
    return [game for game in part.games if game.node.key[0] != "third"]


def _is_winner(game: PlacedGame, slot: int) -> bool:
    team = game.node.teams[slot]
    return bool(team) and team == game.node.winner


class _BracketDrawing:
    """Draws a piece of a bracket: each game a frame with both teams, apart from the next one."""

    def __init__(
        self,
        bracket: StageBracket,
        piece: BracketPage,
        grid: Grid,
        room: float,
        type_: BracketTypeSizes,
        share: float,
    ) -> None:
        """The names have this `share` of the usual type."""
        self.bracket = bracket
        self.piece = piece
        self.grid = grid
        self.type = type_
        self.share = share
        self.name_size = max(MIN_TYPE_SIZE, type_.name * share)
        self.small = max(MIN_TYPE_SIZE, type_.name * 0.7)
        columns = len(piece.columns)
        self.wide = min((grid.span + COLUMN_GAP) / columns - COLUMN_GAP, MAX_WIDTH)
        self.labels = [
            fit_text(str(title), self.wide, (type_.name * 0.9, type_.name * 0.75, MIN_TYPE_SIZE))
            for title in piece.columns
        ]
        self.top = max(label.height for label in self.labels) + TITLE_GAP
        room -= self.top + self.small * 1.2  # the names of the rounds, which may wrap; the notice
        self.below = self.small * 1.5 + 4  # the note below a game, and white
        self.air = type_.name * 0.35
        self.most = (min(type_.most, room / piece.rows) - self.below) / 2 - self.air
        self.slots = [(game, slot) for game in piece.games for slot in (0, 1)]
        # The end of a name is cut only where it is drawn, which takes much longer.
        self.whole_names = {
            (game.node.key, slot): (self._name(game, slot), self._fit(fit_whole_name, game, slot))
            for game, slot in self.slots
        }

    @cached_property
    def names(self) -> dict[tuple[NodeKey, int], FittedName]:
        """Return each name as it is drawn, by its game and its place there."""
        return {
            (game.node.key, slot): self.whole_names[game.node.key, slot][1]
            or self._fit(fit_name, game, slot)
            for game, slot in self.slots
        }

    @cached_property
    def line(self) -> float:
        """Return the height of a team in a frame, in points."""
        heights = [name.lines.height for name in self.names.values()]
        return max(self.type.name * 1.2, *heights) + self.air

    @property
    def pitch(self) -> float:
        """Return the height of a game with the white below it, in points."""
        return 2 * self.line + self.below

    def block(self, *, labeled: bool) -> Block:
        """Return the whole piece, `labeled` with the title of each column."""
        labels = self.labels if labeled else []
        top = self.top if labeled else TITLE_GAP
        notice = self._notice()
        shown = {game.node.key: game for game in self.piece.games}

        def draw(pen: Pen, y: float) -> None:
            for column, label in enumerate(labels):
                with pen.tag("Div", column), pen.tag("H3"):
                    pen.lines(self._left_edge(column), y, label)
            for game in shown.values():
                with pen.tag("Div", game.column), pen.tag("P"):
                    for ink in self._inks(game):
                        ink.draw(pen, y + top + self._middle(game))
                if game.feeds in shown:
                    for line in self._connector(game, shown[game.feeds]):
                        line.draw(pen, y + top)
            pen.lines(self.grid.left, y + height - notice.height, notice)

        height = top + self.pitch * self.piece.rows + notice.height
        return Block(height, draw)

    def _notice(self) -> Lines:
        """Return the note about cut names; it's empty if all are whole."""
        is_cut = any(name.is_cut for name in self.names.values())
        text = str(NAMES_CUT)
        return fit_text(text if is_cut else "", self.grid.span, (self.small,))

    def _points(self, game: PlacedGame, slot: int) -> str:
        """Return a team's points, or the letter of a forfeit."""
        letter, score = game.forfeit_letter(slot), game.score(slot)
        if letter is not None:
            return str(letter)
        return "" if score is None else format_number(score)

    def _name(self, game: PlacedGame, slot: int) -> str:
        team = game.node.teams[slot]
        return str(T("bye")) if team == "" else self.bracket.names.get(team or "", "")

    def _fit(self, fit: Callable[..., Fitted], game: PlacedGame, slot: int) -> Fitted:
        """Set the name of a team, the winner's in bold, in the room beside its points."""
        points = self._points(game, slot)
        room = self.wide - 2 * PADDING - self._seed_width(game, slot)
        if points:
            room -= shape(points).width_at(self.name_size) + 5
        bold, sizes = _is_winner(game, slot), (self.name_size,)
        name = self._name(game, slot)
        return fit(name, room, self.most, sizes, bold=bold, at_most=MAX_NAME_LINES)

    def _seed_width(self, game: PlacedGame, slot: int) -> float:
        seed = game.seed(slot)
        return 0.0 if seed is None else shape(str(seed)).width_at(self.small) + 4

    def _left_edge(self, column: int) -> float:
        return self.grid.left + column * (self.wide + COLUMN_GAP)

    def _middle(self, game: PlacedGame) -> float:
        """Return the middle of a game's frame, from the top of the piece."""
        return (game.row + 0.5) * self.pitch - self.below / 2 + self.small * 0.5

    def _inks(self, game: PlacedGame) -> Iterator[Ink]:
        """Yield a frame with both teams, one below the other, each with its seed and its points,
        the winner in bold; above it the name of a game that is no part of the tree."""
        left = self._left_edge(game.column)
        right = left + self.wide
        yield Rectangle(left, self.line, self.wide, 2 * self.line, 0.8)
        yield Rectangle(left, 0.25, self.wide, 0.5)
        for slot in (0, 1):
            lines, seed = self.names[game.node.key, slot].lines, game.seed(slot)
            middle = self.line * (slot - 0.5)
            start = left + PADDING
            below = middle - lines.height / 2 + lines.baseline(0)
            if seed is not None:
                yield TextLine(start, str(seed), self.small, below)
                start += self._seed_width(game, slot)
            yield Paragraph(start, lines, below)
            size = self.name_size
            points = self._points(game, slot)
            yield TextLine(right - PADDING, points, size, middle + size * 0.34, align="right")
        note = cut_name_to_width(self._note(game), self.wide, self.small)
        yield TextLine(left, note, self.small, self.line + self.small * 1.15)
        if game.node.key[0] == "third":
            size, above = self.type.name * 0.9, -self.line - 4
            yield TextLine(left, T("Third place"), size, above, bold=True)

    def _note(self, game: PlacedGame) -> str:
        """Return where a game that is not over is played, or that its result is unofficial."""
        meeting = game.node.meeting
        if meeting is None:
            return ""
        if not meeting.outcome.has_result and meeting.pairing is not None:
            return table_name(meeting.pairing.table)
        if meeting.outcome.forfeited:
            return str(T("forfeit"))
        return "" if meeting.outcome.is_official else str(T("unofficial"))

    def _connector(self, game: PlacedGame, onward: PlacedGame) -> Iterator[DividerLine]:
        """Yield the lines from a game to the next one of its winner."""
        start, end = self._middle(game), self._middle(onward)
        right, left = self._left_edge(game.column) + self.wide, self._left_edge(onward.column)
        bend = left - COLUMN_GAP / 2
        yield DividerLine(right, bend, start, 0.8)
        if start != end:
            yield DividerLine(bend, max(start, end), min(start, end), 0.8, upright=True)
        yield DividerLine(bend, left, end, 0.8)
