"""One hand of the hand table: bids, tricks, points and totals of both sides on one line.

Tricks, outcome and points share the room between a side's bid and its total.  The width of the
outcome depends on the language, that of the numbers on the rule set.  So the outcome gives way
first: it moves to the right, on the whole sheet alike, so that the words line up.  Then the type
becomes smaller.  At last the word moves beneath the hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from reports.sheets.columns import Grid
from reports.sheets.hand_details import (
    PILL_MARGIN,
    HandDetail,
    HandDetails,
    outcome_inks,
)
from reports.sheets.hand_facts import SideTexts, side_texts
from reports.sheets.rows import HandRow
from reports.sheets.sheet import SEAT_LETTERS, Sheet
from reports.typeset.line_breaking import MIN_TYPE_SIZE, fits_on_line
from reports.typeset.pagination import Block
from reports.typeset.pen import HAIRLINE, MIN_LETTER_SIZE
from reports.typeset.shaping import ShapedLine, missing_characters, shape
from reports.typeset.table import (
    EMPTY,
    Cell,
    DividerLine,
    Ink,
    Row,
    TextLine,
    number_cell,
    table_block,
)

MIN_GAP: Final = 4.0  # points
"""White space on both sides of the outcome.  A pill begins 2 points before its word."""
MAX_DETAIL_LINES = 6
"""A hand with more lines beneath it may be parted by the end of a page."""
DETAIL_LINES_BESIDE_HAND = 3
"""The number of those lines on the first page of a parted hand."""
HAND_COLUMNS: Final = 2
"""The hand's number and its dealer."""
SIDE_COLUMNS: Final = 5
"""Bid, tricks with the outcome, points, total and bags of a side."""
COLUMNS_BEFORE_TOTAL: Final = 3
"""Bid, tricks and points."""
MIN_TOTAL_WIDTH: Final = 37.0  # points
BAGS_WIDTH: Final = 25.0  # points
COLUMN_COUNT: Final = HAND_COLUMNS + 2 * SIDE_COLUMNS
HANDS_BETWEEN_RULES = 5
"""Every fifth hand has a stronger rule, which guides the eye."""


class HandLineFit(msgspec.Struct, frozen=True):
    """How the texts of a side's line fit between its bid and its total.

    texts: of the line
    word: the type size of the outcome; 0 if it is beneath the hand
    points: the type size of the points
    outcome, most: the least and the greatest distance of the outcome from the side's left edge, in
        points of type
    """

    texts: SideTexts
    word: float
    points: float
    outcome: float
    most: float


class HandBlocks:
    """Makes the blocks of one hand."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.grid = sheet.grid
        self.type = self.grid.type
        self.dealers = choose_dealer_labels(sheet, self.grid.sides[0].left - self.grid.dealer - 6)
        letters, notes = sheet.remark_letters, sheet.tables.cell_notes
        self.lines = {
            key: fit_hand_line(
                side_texts(sheet.tables, row), letters.get(notes[key].took_by, ""), self.grid
            )
            for row in sheet.tables.hands
            for key in ((row.hand, row.side),)
        }
        self.details = HandDetails(sheet)
        # The outcomes of a sheet begin in their column, or left of it if a number needs the room.
        column = self.grid.sides[0]
        usual = column.outcome - column.left
        moved = (each.most for each in self.lines.values() if each.word and each.most < usual)
        self.outcome = min(moved, default=usual)

    def blocks(self, pair: tuple[HandRow, HandRow]) -> list[Block]:
        """Return a hand, given by its two rows.  It's one block, unless very many details are
        beneath it."""
        lines = [self.lines[row.hand, row.side] for row in pair]
        moved_down = [None if each.word else each.texts.outcome for each in lines]
        details = self.details.details_of_hand(pair, moved_down)
        depths = sorted({each.depth for each in details})
        height = self.type.row + max(depths, default=0.0)
        edges = [0.0, height]
        if len(depths) > MAX_DETAIL_LINES:
            edges[1:1] = [
                self.type.baseline + depth - self.type.detail * 0.8
                for depth in depths[DETAIL_LINES_BESIDE_HAND:]
            ]
        last = len(edges) - 2
        return [
            self._block(pair, details, top, foot, stays_with_previous=0 < at == last)
            for at, (top, foot) in enumerate(pairwise(edges))
        ]

    def _block(
        self,
        pair: tuple[HandRow, HandRow],
        details: Sequence[HandDetail],
        top: float,
        foot: float,
        *,
        stays_with_previous: bool,
    ) -> Block:
        """Return the part of a hand between two heights, measured from the top of its row."""
        number = pair[0].hand
        rows = [] if top else [self._line(pair)]
        for both in sorted({each.side is None for each in details}):
            sides = (None,) if both else (0, 1)
            columns = COLUMN_COUNT - 1 if both else SIDE_COLUMNS
            cells = [] if top else [Cell(columns=1 if both else HAND_COLUMNS)]
            cells += [
                Cell(
                    [
                        ink
                        for each in details
                        if each.side == side and top <= self.type.baseline + each.depth < foot
                        for ink in each.inks
                    ],
                    columns,
                    key=(side,),
                )
                for side in sides
            ]
            rows.append(Row(cells, self.type.baseline - top, key=(number, both)))
        whole = self.type.row + max((each.depth for each in details), default=0.0)
        weight = 0.9 if number % HANDS_BETWEEN_RULES == 0 else HAIRLINE
        below = DividerLine(self.grid.left, self.grid.right, foot - top, weight)
        lines = [below] if foot == whole else []
        return table_block(foot - top, rows, lines, stays_with_previous=stays_with_previous)

    def _line(self, pair: tuple[HandRow, HandRow]) -> Row:
        """Return the hand's number, its dealer, and both sides' bids, tricks and points."""
        first, grid = pair[0], self.grid
        number = shape(str(first.hand))
        inks: list[Ink] = [TextLine(grid.left, number, self.type.size)]
        refs = shape(self.sheet.remark_letters_of_hand(first.hand))
        if refs.width_at(MIN_LETTER_SIZE) <= self.details.remark_letters_width(first.hand):
            inks += self._letter(grid.left + number.width_at(self.type.size) + 1, refs)
        # After the end no dealer is recorded: the computed one would read as a fact.
        dealer = "" if first.status == "after-end" else self.dealers[first.dealer]
        cells = [
            Cell(inks, head="Row"),
            Cell((TextLine(grid.dealer, dealer, self.type.dealer_size),)),
        ]
        for row in pair:
            cells += self._side_cells(row)
        return Row(cells, self.type.baseline)

    def _letter(self, x: float, refs: ShapedLine) -> list[Ink]:
        """Return the letters of remarks, a little above the baseline."""
        if not refs.runs:
            return []
        return [TextLine(x, refs, MIN_LETTER_SIZE, -self.type.remark_letter_lift)]

    def _side_cells(self, row: HandRow) -> Iterator[Cell]:
        column, line = self.grid.sides[row.side], self.lines[row.hand, row.side]
        notes, refs = self.sheet.tables.cell_notes[row.hand, row.side], self.sheet.remark_letters
        texts, gap = line.texts, MIN_GAP + 2 * line.texts.outcome.pill
        width = column.took - column.left - 4
        yield Cell(self._value(column.left, texts.bid, width, refs.get(notes.bid_by, "")))
        x = column.left + (max(self.outcome, line.outcome) if line.word else line.most)
        letter = refs.get(notes.took_by, "")
        took = self._value(column.took, texts.took, x - gap - column.took, letter)
        if line.word:
            took += outcome_inks(texts.outcome, x, line.word)
        yield Cell(took)
        yield Cell((TextLine(column.points, texts.points, line.points, align="right"),))
        for right, text, wide in (
            (column.total, texts.total, MIN_TOTAL_WIDTH),
            (column.right, texts.bags, BAGS_WIDTH),
        ):
            yield number_cell(right, text, self.type.size, wide) if text else EMPTY

    def _value(self, x: float, text: str, width: float, letter: str) -> list[Ink]:
        """Return a value, and behind it the letter of the correction that changed it."""
        line, ref = shape(text), shape(letter)
        room = width - (ref.width_at(MIN_LETTER_SIZE) + 1 if letter else 0)
        size = min(self.type.size, self.type.size * room / max(line.width_at(self.type.size), 0.1))
        inks: list[Ink] = [TextLine(x, line, size)]
        return inks + self._letter(x + line.width_at(size) + 1, ref)


def fit_hand_line(texts: SideTexts, letter: str, grid: Grid) -> HandLineFit:
    """Return the largest type sizes in which tricks, with the `letter` of a remark, outcome and
    points fit on one line, and their places on it."""
    column, sizes = grid.sides[0], grid.type
    begin, right = column.took - column.left, column.points - column.left
    took, points, pill = shape(texts.took), shape(texts.points), texts.outcome.pill
    outcome = shape(texts.outcome.text, pill)
    behind = shape(letter).width_at(MIN_LETTER_SIZE) + 1 if letter else 0.0
    for size, word in (
        (sizes.size, sizes.outcome_size),
        (sizes.size, sizes.dealer_size),
        (sizes.size, MIN_TYPE_SIZE),
        (8.0, MIN_TYPE_SIZE),
        (MIN_TYPE_SIZE, MIN_TYPE_SIZE),
    ):
        if size > sizes.size or word > size:
            continue
        first = begin + took.width_at(size) + behind + MIN_GAP + 2 * pill
        last = right - points.width_at(size)
        if outcome.width:
            last -= outcome.width_at(word) + PILL_MARGIN * pill + MIN_GAP
        if first <= last:
            return HandLineFit(texts, word, size, first, last)
    room = right - begin - behind - MIN_GAP
    size = min(sizes.size, room / ((took.width + points.width) / 1000))
    return HandLineFit(texts, 0.0, size, 0.0, right - points.width_at(size))


def choose_dealer_labels(sheet: Sheet, width: float) -> tuple[str, ...]:
    """Return how the four dealers are named: by whole name, else by first name, else by the
    seat's letter.  The first of these is taken that differs for all four, can be printed and
    fits."""
    names = [player.player for player in sheet.tables.players]
    for labels in (names, [name.split()[0] for name in names]):
        # Where a substitute sat, only the letter is right in every hand.
        distinct = len(set(labels)) == len(labels) == 4
        if distinct and all(
            fits_on_line(label, width, sheet.grid.type.dealer_size)
            and not missing_characters(label)
            for label in labels
        ):
            return tuple(labels)
    return tuple(SEAT_LETTERS)
