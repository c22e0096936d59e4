"""The hand table: its head, the hands, rulings and time calls between them, and the totals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import msgspec

from reports.sheets.columns import SideColumns
from reports.sheets.hand_details import MAX_REASON_LINES
from reports.sheets.hand_line import (
    COLUMN_COUNT,
    COLUMNS_BEFORE_TOTAL,
    HAND_COLUMNS,
    SIDE_COLUMNS,
    HandBlocks,
)
from reports.sheets.remarks import MIN_TEXT_LENGTH
from reports.sheets.rows import AdjustmentRow
from reports.sheets.sheet import Sheet
from reports.typeset.line_breaking import Lines, cut, fit_parts, fit_text, wrap_text
from reports.typeset.pagination import Block, PageSection
from reports.typeset.pen import HAIRLINE, MIN_LETTER_SIZE, MIN_TYPE_SIZE, Pen
from reports.typeset.shaping import shape
from scorepad.spades.board import COUNTED_STATUSES
from scorepad.spades.words import N, format_change, format_number

MIN_ROWS = 6
"""The last page of a long table has at least this many rows."""
MIN_TOTAL_WIDTH = 37.0  # points
MAX_NAME_LINES = 3
"""The head of a further page has at most this many lines of a side's name."""


class RunningTotals(msgspec.Struct, frozen=True):
    """The totals of both sides after a row."""

    score: tuple[int, int] = (0, 0)
    bags: tuple[int, int] = (0, 0)


class HandTableBuilder:
    """Makes the section with the hands."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.grid = sheet.grid
        self.words = sheet.words
        self.type = sheet.grid.type
        self.rows: list[Block] = []
        self.totals: list[RunningTotals] = []
        self.hand = HandBlocks(sheet)

    def build_section(self) -> PageSection:
        """Return the hands, the head that every page repeats, and the totals that are carried
        forward."""
        tables = self.sheet.tables
        now = RunningTotals()
        hands = tables.hands
        now = self._add_rulings_after(0, now)
        for at in range(0, len(hands), 2):
            pair = (hands[at], hands[at + 1])
            if pair[0].status in COUNTED_STATUSES:
                now = RunningTotals((pair[0].score, pair[1].score), (pair[0].bags, pair[1].bags))
            for block in self.hand.blocks(pair):
                self._add(block, now)
            now = self._add_rulings_after(pair[0].hand, now)
        if not self.rows:
            self._add(self._no_hands_row(), now)
        self._add(self._final_totals(), now)
        return PageSection(
            self.rows,
            head=self._head,
            last_line=lambda row: self._carried_totals(row, self.words("carried forward")),
            first_line=lambda row: self._carried_totals(row, self.words("brought forward")),
            gap=14,
            least=MIN_ROWS,
        )

    def _add(self, block: Block, now: RunningTotals) -> None:
        self.rows.append(block)
        self.totals.append(now)

    def _add_rulings_after(self, hand: int, now: RunningTotals) -> RunningTotals:
        for each in self.sheet.tables.adjustments:
            if each.after_hand == hand:
                score, bags = list(now.score), list(now.bags)
                score[each.side], bags[each.side] = each.score, each.bags_after
                now = RunningTotals((score[0], score[1]), (bags[0], bags[1]))
                self._add(self._ruling_row(each, now), now)
        if self.sheet.tables.time.after == hand:
            self._add(self._time_row(), now)
        return now

    # The head, and the totals that are carried from page to page.

    def _head(self, further: bool) -> Block:
        names = [self._fit_name(side, further=further) for side in (0, 1)]
        height = max(name.height for name in names)
        share = self.type.scale
        words = self.words
        labels = (words("bid"), words("took"), words("points"), words("total"), words("bags"))

        def draw(pen: Pen, y: float) -> None:
            grid = self.grid
            with pen.row():
                with pen.cell(HAND_COLUMNS):
                    pass
                for side in (0, 1):
                    column = grid.sides[side]
                    with pen.head("Column", SIDE_COLUMNS):
                        top = y + height - names[side].height
                        pen.lines(column.left, top, names[side], bold=True)
                    pen.rule(column.left, y + height + 3, column.right, weight=0.5)
            at = y + height + 12.5 * share
            with pen.row():
                for x, label in ((grid.left, words("hand")), (grid.dealer, words("dealer"))):
                    with pen.head("Column"):
                        pen.text(x, at, label, self.type.small)
                for column in grid.sides:
                    _labels(pen, column, at, labels, self.type.small)
            pen.rule(grid.left, y + height + 17 * share, grid.right, weight=1.2)

        return Block(height + 17 * share + 0.6, draw)

    def _fit_name(self, side: int, *, further: bool) -> Lines:
        """Return a side's name above its columns.  On a further page a very long one is cut."""
        name, width = self.sheet.team_name(side), self.grid.sides[side].width
        lines = fit_text(name, width, self.type.names, bold=True)
        if further and len(lines.lines) > MAX_NAME_LINES:
            name = cut(name, width * (MAX_NAME_LINES - 0.5), self.type.names[-1], bold=True)
            lines = fit_text(name, width, self.type.names[-1:], bold=True)
        return lines

    def _carried_totals(self, row: int, text: str) -> Block:
        now = self.totals[row - 1]

        def draw(pen: Pen, y: float) -> None:
            at = y + self.type.baseline
            with pen.row():
                with pen.head("Row", HAND_COLUMNS):
                    pen.text(self.grid.left, at, text, self.type.small + 0.6)
                for side in (0, 1):
                    with pen.cell(COLUMNS_BEFORE_TOTAL):
                        pass
                    self._draw_totals(pen, at, now, side, self.type.total)
            pen.rule(self.grid.left, y + self.type.row, self.grid.right, weight=0.8)

        return Block(self.type.row, draw)

    def _draw_totals(self, pen: Pen, y: float, now: RunningTotals, side: int, size: float) -> None:
        column = self.grid.sides[side]
        with pen.cell():
            pen.number(column.total, y, format_number(now.score[side]), size, MIN_TOTAL_WIDTH)
        with pen.cell():
            pen.number(column.right, y, format_number(now.bags[side]), self.type.size, 25)

    # The rows.

    def _no_hands_row(self) -> Block:
        over = self.sheet.tables.match.status == "over"
        words = self.words
        text = words("no hand was played") if over else words("no hand has been played yet")

        def draw(pen: Pen, y: float) -> None:
            with pen.row(), pen.cell(COLUMN_COUNT):
                pen.text(self.grid.dealer, y + 15, text, self.type.size)

        return Block(24, draw)

    def _final_totals(self) -> Block:
        tables = self.sheet.tables
        now = RunningTotals(
            (tables.match.score_0, tables.match.score_1),
            (tables.match.bags_0 or 0, tables.match.bags_1 or 0),
        )
        counts = [
            self._made_counts(side, now.score[side], 7.4 * self.type.scale) for side in (0, 1)
        ]
        if any(len(each.lines) > 1 for each in counts):
            counts = [self._made_counts(side, now.score[side], MIN_TYPE_SIZE) for side in (0, 1)]
        more = max(each.baseline(len(each.lines) - 1) - each.baseline(0) for each in counts)
        over = tables.match.status == "over"
        share = self.type.scale
        text = self.words("final") if over else self.words("so far")

        def draw(pen: Pen, y: float) -> None:
            grid = self.grid
            base = y + 16 * share
            pen.rule(grid.left, y + 0.6, grid.right, weight=1.2)
            with pen.row():
                with pen.head("Row", HAND_COLUMNS):
                    pen.text(grid.left, base, text, self.type.size, bold=True)
                for side, lines in enumerate(counts):
                    with pen.cell(COLUMNS_BEFORE_TOTAL):
                        pen.lines(grid.sides[side].left, base - lines.baseline(0), lines)
                    self._draw_totals(pen, base, now, side, self.type.sums)
            pen.rule(grid.left, y + 22 * share + more, grid.right, weight=1.2)

        return Block(24 * share + more, draw, joins_previous=True)

    def _made_counts(self, side: int, total: int, size: float) -> Lines:
        """Return how many contracts and nils a side made, to stand in front of its total."""
        rows = [r for r in self.sheet.tables.hands if r.side == side]
        counted = [r for r in rows if r.status in COUNTED_STATUSES]
        nils = [made for r in counted for made in (r.nil_1_made, r.nil_2_made) if made is not None]
        words = self.words
        parts = [
            words("{made} made", made=sum(r.made is True for r in counted)),
            words("{set} set", set=sum(r.made is False for r in counted)),
        ]
        if nils:
            parts.append(
                words(
                    N(
                        "nil made {made} of {n}",
                        "nils made {made} of {n}",
                        len(nils),
                        made=sum(nils),
                    )
                )
            )
        column = self.grid.sides[side]
        total_wide = min(MIN_TOTAL_WIDTH, shape(format_number(total)).width_at(self.type.sums))
        room = column.total - total_wide - 6 - column.left
        return fit_parts(parts, room, (max(size, MIN_TYPE_SIZE),))

    def _ruling_row(self, row: AdjustmentRow, now: RunningTotals) -> Block:
        column = self.grid.sides[row.side]
        refs = self.sheet.remark_letters.get(row.entry, "")
        width = column.points - 38 - column.left
        lines = islice(wrap_text(row.why, width, MIN_TYPE_SIZE), MAX_REASON_LINES + 1)
        cut_below = self.sheet.is_shortened and len(row.why) > MIN_TEXT_LENGTH
        long = cut_below or len(list(lines)) > MAX_REASON_LINES
        reason = self.words("see {letter} below", letter=refs) if long else row.why
        why = fit_text(reason, width, (7.6, MIN_TYPE_SIZE), at_most=2)
        height = self.type.rows_height(len(why.lines) - 1)

        def draw(pen: Pen, y: float) -> None:
            base = y + self.type.baseline
            grid = self.grid
            with pen.row():
                with pen.head("Row", HAND_COLUMNS):
                    ruling = self.words("ruling")
                    shift = pen.text(grid.left, base, ruling, self.type.lesser_size, bold=True)
                    pen.text(
                        grid.left + shift + 1,
                        base - self.type.remark_letter_lift,
                        refs,
                        MIN_LETTER_SIZE,
                    )
                for side in (0, 1):
                    if side != row.side:
                        with pen.cell(SIDE_COLUMNS):
                            continue
                    with pen.cell(COLUMNS_BEFORE_TOTAL - 1):
                        for i, line in enumerate(why.lines):
                            pen.text(column.left, base + i * self.type.detail, line, why.size)
                    with pen.cell():
                        pen.number(
                            column.points, base, format_change(row.points), self.type.size, 36
                        )
                    self._draw_totals(pen, base, now, side, self.type.total)
            pen.rule(grid.left, y + height, grid.right, weight=HAIRLINE)

        return Block(height, draw)

    def _time_row(self) -> Block:
        text = self.words(self.sheet.tables.time.note_text(self.sheet.format_near_moment))
        line = shape(text, True)

        def draw(pen: Pen, y: float) -> None:
            grid = self.grid
            middle = (grid.left + grid.right) / 2
            half = line.width_at(self.type.small + 0.6) / 2 + 6
            with pen.row(), pen.cell(COLUMN_COUNT):
                pen.text(middle, y + 10, line, self.type.small + 0.6, align="center")
            pen.rule(grid.left, y + 7.6, middle - half, weight=0.9)
            pen.rule(middle + half, y + 7.6, grid.right, weight=0.9)

        return Block(15, draw)


def _labels(pen: Pen, column: SideColumns, y: float, labels: Sequence[str], size: float) -> None:
    bid, took, points, total, bags = labels
    for x, label in ((column.left, bid), (column.took, took)):
        with pen.head("Column"):
            pen.text(x, y, label, size)
    for x, label in ((column.points, points), (column.total, total), (column.right, bags)):
        with pen.head("Column"):
            pen.text(x, y, label, size, align="right")
