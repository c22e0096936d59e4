"""The hand table: its head, the hands, rulings and time calls between them, and the totals."""

from __future__ import annotations

from itertools import islice

import msgspec

from reports.sheets.hand_details import MAX_REASON_LINES
from reports.sheets.hand_facts import contract_counts, rows_in_order
from reports.sheets.hand_line import (
    BAGS_WIDTH,
    COLUMN_COUNT,
    COLUMNS_BEFORE_TOTAL,
    HAND_COLUMNS,
    MIN_TOTAL_WIDTH,
    SIDE_COLUMNS,
    HandBlocks,
)
from reports.sheets.remarks import MIN_TEXT_LENGTH
from reports.sheets.rows import AdjustmentRow
from reports.sheets.sheet import SEAT_LETTERS, Sheet
from reports.sheets.tables import score_parts
from reports.typeset.line_breaking import MIN_TYPE_SIZE, Lines, fit_parts, fit_text, wrap_text
from reports.typeset.pagination import Block, PageSection
from reports.typeset.pen import MIN_LETTER_SIZE
from reports.typeset.shaping import shape
from reports.typeset.table import (
    Cell,
    ColumnLabel,
    DividerLine,
    Ink,
    Paragraph,
    Row,
    TextLine,
    label_row,
    number_cell,
    table_block,
)
from scorepad.spades.board import COUNTED_STATUSES
from scorepad.spades.marks import TimeCall
from scorepad.spades.words import T, Text, format_change, format_number

MIN_ROWS = 2
"""The last page of a long table has at least this many rows."""
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
        self.type = sheet.grid.type
        self.rows: list[Block] = []
        self.totals: list[RunningTotals] = []
        self.hand = HandBlocks(sheet)

    def build_section(self) -> PageSection:
        """Return the hands, the head that every page repeats, and the totals that are carried
        forward."""
        now = RunningTotals()
        for each in rows_in_order(self.sheet.tables):
            if isinstance(each, TimeCall):
                self._add(self._time_row(), now)
            elif isinstance(each, AdjustmentRow):
                score, bags = list(now.score), list(now.bags)
                score[each.side], bags[each.side] = each.score, each.bags_after
                now = RunningTotals((score[0], score[1]), (bags[0], bags[1]))
                self._add(self._ruling_row(each, now), now)
            else:
                one, other = each
                if one.status in COUNTED_STATUSES:
                    now = RunningTotals((one.score, other.score), (one.bags, other.bags))
                for block in self.hand.blocks(each):
                    self._add(block, now)
        if not self.rows:
            self._add(self._no_hands_row(), now)
        self._add(self._final_totals(), now)
        return PageSection(
            self.rows,
            head=self._head,
            last_line=lambda row: self._carried_totals(row, T("carried to next page")),
            first_line=lambda row: self._carried_totals(row, T("from previous page")),
            gap=14,
            least=MIN_ROWS,
        )

    def _add(self, block: Block, now: RunningTotals) -> None:
        self.rows.append(block)
        self.totals.append(now)

    # The head, and the totals that are carried from page to page.

    def _head(self, further: bool) -> Block:
        grid = self.grid
        names = [self._fit_name(side, further=further) for side in (0, 1)]
        height = max(name.height for name in names)
        share = self.type.scale
        teams, rules = [Cell(columns=HAND_COLUMNS)], []
        labels = [
            ColumnLabel(grid.left, T("hand")),
            ColumnLabel(grid.dealer, T("dealer")),
        ]
        for side, name in zip(grid.sides, names, strict=True):
            top = height - name.height + name.baseline(0)
            title = Paragraph(side.left, name, top)
            teams.append(Cell((title,), SIDE_COLUMNS, head="Column"))
            rules.append(DividerLine(side.left, side.right, height + 3))
            labels += [
                ColumnLabel(side.left, T("bid")),
                ColumnLabel(side.took, T("took")),
                ColumnLabel(side.points, T("points"), "right"),
                ColumnLabel(side.total, T("total"), "right"),
                ColumnLabel(side.right, T("bags"), "right"),
            ]
        rows = [
            Row(teams, 0),
            label_row(labels, self.type.small, grid.left, height + 12.5 * share),
        ]
        end = height + 17 * share
        return table_block(end + 0.6, rows, [*rules, DividerLine(grid.left, grid.right, end, 1.2)])

    def _fit_name(self, side: int, *, further: bool) -> Lines:
        """Return a side's name above its columns.  On a further page the letters of its seats
        replace a very long one, which is beside them on the first."""
        width, sizes = self.grid.sides[side].width, self.type.names
        lines = fit_text(self.sheet.team_name(side), width, sizes, bold=True)
        if further and len(lines.lines) > MAX_NAME_LINES:
            lines = fit_text(" ".join(SEAT_LETTERS[side::2]), width, sizes, bold=True)
        return lines

    def _carried_totals(self, row: int, text: Text) -> Block:
        now, grid = self.totals[row - 1], self.grid
        label = TextLine(grid.left, text, self.type.small + 0.6)
        cells = [Cell((label,), HAND_COLUMNS, head="Row")]
        for side in (0, 1):
            cells += [Cell(columns=COLUMNS_BEFORE_TOTAL), *self._totals(now, side, self.type.size)]
        return grid.ruled_block(self.type.row, [Row(cells, self.type.baseline)], weight=0.8)

    def _totals(
        self, now: RunningTotals, side: int, size: float, total: str = ""
    ) -> tuple[Cell, Cell]:
        """Return the cells of a side's points, or of its `total`, and its bags."""
        column = self.grid.sides[side]
        score, bags = total or format_number(now.score[side]), format_number(now.bags[side])
        return (
            number_cell(column.total, score, size, MIN_TOTAL_WIDTH),
            number_cell(column.right, bags, self.type.size, BAGS_WIDTH),
        )

    # The rows.

    def _no_hands_row(self) -> Block:
        over = self.sheet.tables.status.is_over
        text = T("no hand was played") if over else T("no hand has been played yet")
        cell = Cell((TextLine(self.grid.dealer, text, self.type.size),), COLUMN_COUNT)
        return table_block(24, [Row([cell], 15)])

    def _final_totals(self) -> Block:
        tables = self.sheet.tables
        now = RunningTotals(tables.status.score, tables.status.bags)
        totals = [format_number(each) for each in now.score]
        if tables.status.reason == "forfeit":  # the points count nothing
            totals = list(score_parts(tables.status)[::2])
        counts = [
            self._contract_counts(side, totals[side], 7.4 * self.type.scale) for side in (0, 1)
        ]
        if any(len(each.lines) > 1 for each in counts):
            counts = [self._contract_counts(side, totals[side], MIN_TYPE_SIZE) for side in (0, 1)]
        more = max(each.baseline(len(each.lines) - 1) - each.baseline(0) for each in counts)
        over = tables.status.is_over
        share = self.type.scale
        text = T("final") if over else T("so far")

        grid = self.grid
        label = TextLine(grid.left, text, self.type.size, bold=True)
        cells = [Cell((label,), HAND_COLUMNS, head="Row")]
        for side, lines in enumerate(counts):
            paragraph = Paragraph(grid.sides[side].left, lines)
            cells.append(Cell((paragraph,), COLUMNS_BEFORE_TOTAL))
            cells += self._totals(now, side, self.type.sums, totals[side])
        rules = [
            DividerLine(grid.left, grid.right, 0.6, 1.2),
            DividerLine(grid.left, grid.right, 22 * share + more, 1.2),
        ]
        row = Row(cells, 16 * share)
        return table_block(24 * share + more, [row], rules, stays_with_previous=True)

    def _contract_counts(self, side: int, total: str, size: float) -> Lines:
        """Return how many contracts and nils a side made, for the space before its total."""
        parts = contract_counts(self.sheet.tables, side)
        column = self.grid.sides[side]
        total_wide = min(MIN_TOTAL_WIDTH, shape(total).width_at(self.type.sums))
        room = column.total - total_wide - 6 - column.left
        return fit_parts(parts, room, (max(size, MIN_TYPE_SIZE),))

    def _ruling_row(self, row: AdjustmentRow, now: RunningTotals) -> Block:
        column = self.grid.sides[row.side]
        refs = self.sheet.remark_letters.get(row.entry, "")
        width = column.points - 38 - column.left
        lines = islice(wrap_text(row.why, width, MIN_TYPE_SIZE), MAX_REASON_LINES + 1)
        cut_below = self.sheet.is_shortened and len(row.why) > MIN_TEXT_LENGTH
        long = cut_below or len(list(lines)) > MAX_REASON_LINES
        reason = T("see {letter} below", letter=refs) if long else row.why
        why = fit_text(reason, width, (7.6, MIN_TYPE_SIZE), try_lines=2)
        height = self.type.row + (len(why.lines) - 1) * self.type.detail

        grid, small = self.grid, self.type.dealer_size
        ruling = shape(str(T("ruling")), True)
        lift = -self.type.remark_letter_lift
        at = grid.left + ruling.width_at(small) + 1
        label: list[Ink] = [TextLine(grid.left, ruling, small)]
        if refs:
            label.append(TextLine(at, refs, MIN_LETTER_SIZE, lift))
        cells = [Cell(label, HAND_COLUMNS, head="Row")]
        for side in (0, 1):
            if side != row.side:
                cells.append(Cell(columns=SIDE_COLUMNS))
                continue
            text = [
                TextLine(column.left, line, why.size, i * self.type.detail)
                for i, line in enumerate(why.lines)
            ]
            points = number_cell(column.points, format_change(row.points), self.type.size, 36)
            cells += [Cell(text, COLUMNS_BEFORE_TOTAL - 1), points]
            cells += self._totals(now, side, self.type.size)
        return grid.ruled_block(height, [Row(cells, self.type.baseline)])

    def _time_row(self) -> Block:
        text = str(self.sheet.tables.time.note_text(self.sheet.format_near_moment))
        line, grid, size = shape(text, True), self.grid, self.type.small + 0.6
        middle = (grid.left + grid.right) / 2
        half = line.width_at(size) / 2 + 6
        cell = Cell((TextLine(middle, line, size, align="center"),), COLUMN_COUNT)
        rules = [
            DividerLine(grid.left, middle - half, 7.6, 0.9),
            DividerLine(middle + half, grid.right, 7.6, 0.9),
        ]
        return table_block(15, [Row([cell], 10)], rules)
