"""One hand of the hand table: bids, tricks, points and totals of both sides on one line.

Tricks, outcome and points share the room between a side's bid and its total.  The width of the
outcome depends on the language, that of the numbers on the rule set.  So the outcome gives way
first: it moves to the right, on the whole sheet alike, so that the words stand below each other.
Then the type becomes smaller.  At last the word stands beneath the hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from reports.sheets.columns import Grid, TypeSizes
from reports.sheets.hand_details import (
    PILL_MARGIN,
    HandDetail,
    HandDetails,
    outcome_inks,
)
from reports.sheets.hand_facts import (
    FactBeneathHand,
    hand_points_text,
    outcome_of_hand,
    tricks_taken_text,
)
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
from scorepad.spades.board import COUNTED_STATUSES
from scorepad.spades.marks import PLUS, bids_text
from scorepad.spades.words import format_number

MIN_GAP: Final = 4.0  # points
"""This stays white on both sides of the outcome.  A pill begins 2 points before its word."""
MAX_DETAIL_LINES = 6
"""A hand with more lines beneath it may be parted by the end of a page."""
DETAIL_LINES_BESIDE_HAND = 3
"""How many of those lines stay on the page of a hand that is parted."""
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
"""Every fifth hand has a stronger rule, which helps the eye to stay on its line."""


class HandLineContent(msgspec.Struct, frozen=True):
    """The content of a line between a side's bid and its total.

    `took` are the tricks, and `letter` is the width of the letter behind them.  `word` is the
    outcome, and `pill` says how much wider than the word its pill is.  `points` are the points of
    the hand.  Widths are in points of type.
    """

    took: ShapedLine
    letter: float
    word: ShapedLine
    pill: float
    points: ShapedLine


class HandLineFit(msgspec.Struct, frozen=True):
    """How the content of a line fits between a side's bid and its total.

    `word` and `points` are the type sizes of the outcome and the points; `word` is 0 where the
    outcome stands beneath the hand.  `outcome` and `most` are the least and the greatest distance
    of the outcome from the side's left edge, in points of type.
    """

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
        self.contents = {(row.hand, row.side): self._content(row) for row in sheet.tables.hands}
        self.places = {
            key: fit_hand_line(content, self.grid, self.type)
            for key, content in self.contents.items()
        }
        self.details = HandDetails(sheet)
        self.outcome = common_left_edge_of_outcomes(self.places.values(), self.grid)

    def blocks(self, pair: tuple[HandRow, HandRow]) -> list[Block]:
        """Return a hand, given by its two rows.  It is one block, unless very much stands
        beneath it."""
        moved_down = [
            None if self.places[row.hand, row.side].word else self._outcome(row) for row in pair
        ]
        details = self.details.details_of_hand(pair, moved_down)
        depths = sorted({each.depth for each in details})
        height = self.type.row_height(max(depths, default=0.0))
        edges = [0.0, height]
        if len(depths) > MAX_DETAIL_LINES:
            lines = depths[DETAIL_LINES_BESIDE_HAND:]
            edges[1:1] = [self.type.baseline + depth - self.type.detail * 0.8 for depth in lines]
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
        whole = self.type.row_height(max((each.depth for each in details), default=0.0))
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
        # After the end nobody moved on: the computed dealer would read as a fact.
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
        column = self.grid.sides[row.side]
        notes, refs = self.sheet.tables.cell_notes[row.hand, row.side], self.sheet.remark_letters
        bids = bids_text(PLUS.join(bid for bid in (row.bid_1, row.bid_2) if bid))
        width = column.took - column.left - 4
        yield Cell(self._value(column.left, shape(bids), width, refs.get(notes.bid_by, "")))
        places, content = self.places[row.hand, row.side], self.contents[row.hand, row.side]
        x = max(self.outcome, places.outcome) if places.word else places.most
        width = column.left + x - (MIN_GAP + 2 if content.pill else MIN_GAP) - column.took
        took = self._value(column.took, content.took, width, refs.get(notes.took_by, ""))
        if places.word:
            took += outcome_inks(self._outcome(row), column.left + x, places.word)
        yield Cell(took)
        yield Cell((TextLine(column.points, content.points, places.points, align="right"),))
        if row.status in COUNTED_STATUSES:
            total, bags = format_number(row.score), format_number(row.bags)
            yield number_cell(column.total, total, self.type.size, MIN_TOTAL_WIDTH)
            yield number_cell(column.right, bags, self.type.size, BAGS_WIDTH)
        else:
            yield from (EMPTY, EMPTY)

    def _content(self, row: HandRow) -> HandLineContent:
        notes = self.sheet.tables.cell_notes[row.hand, row.side]
        outcome = self._outcome(row)
        letter = self.sheet.remark_letters.get(notes.took_by, "")
        return HandLineContent(
            shape(tricks_taken_text(row, notes)),
            shape(letter).width_at(MIN_LETTER_SIZE) + 1 if letter else 0.0,
            shape(outcome.text, outcome.pill),
            PILL_MARGIN if outcome.pill else 0.0,
            shape(hand_points_text(row)),
        )

    def _value(self, x: float, line: ShapedLine, width: float, letter: str) -> list[Ink]:
        """Return a value, and behind it the letter of the correction that changed it."""
        ref = shape(letter)
        room = width - (ref.width_at(MIN_LETTER_SIZE) + 1 if letter else 0)
        size = min(self.type.size, self.type.size * room / max(line.width_at(self.type.size), 0.1))
        inks: list[Ink] = [TextLine(x, line, size)]
        return inks + self._letter(x + line.width_at(size) + 1, ref)

    def _outcome(self, row: HandRow) -> FactBeneathHand:
        return outcome_of_hand(self.sheet.tables, row)


def fit_hand_line(content: HandLineContent, grid: Grid, sizes: TypeSizes) -> HandLineFit:
    """Return the largest type sizes in which tricks, outcome and points stand on one line, and the
    places that these have there."""
    column = grid.sides[0]
    took, right = column.took - column.left, column.points - column.left
    for size, word in (
        (sizes.size, sizes.outcome_size),
        (sizes.size, sizes.dealer_size),
        (sizes.size, MIN_TYPE_SIZE),
        (8.0, MIN_TYPE_SIZE),
        (MIN_TYPE_SIZE, MIN_TYPE_SIZE),
    ):
        if size > sizes.size or word > size:
            continue
        gap = MIN_GAP + 2 if content.pill else MIN_GAP
        first = took + content.took.width_at(size) + content.letter + gap
        last = right - content.points.width_at(size)
        if content.word.width:
            last -= content.word.width_at(word) + content.pill + MIN_GAP
        if first <= last:
            return HandLineFit(word, size, first, last)
    room = right - took - content.letter - MIN_GAP
    need = (content.took.width + content.points.width) / 1000
    size = min(sizes.size, room / need)
    return HandLineFit(0.0, size, 0.0, right - content.points.width_at(size))


def common_left_edge_of_outcomes(places: Iterable[HandLineFit], grid: Grid) -> float:
    """Return where the outcomes of a sheet begin, from the side's left edge in points: in their
    column, or to the left of it where a number needs the room."""
    column = grid.sides[0]
    usual = column.outcome - column.left
    return min((each.most for each in places if each.word and each.most < usual), default=usual)


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
