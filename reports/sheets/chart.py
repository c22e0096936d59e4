"""The score chart: both totals after every hand, where a page has room for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reports.sheets.hand_facts import rows_in_order
from reports.sheets.rows import AdjustmentRow, MatchInTableRows
from reports.sheets.sheet import SEAT_LETTERS, Sheet
from reports.typeset.line_breaking import MIN_TYPE_SIZE, Lines, fit_text
from reports.typeset.pagination import Block, PageSection
from reports.typeset.pen import HAIRLINE, Pen
from reports.typeset.shaping import shape
from scorepad.spades.board import COUNTED_STATUSES
from scorepad.spades.marks import TimeCall
from scorepad.spades.words import T, format_number

MIN_HANDS = 3
MIN_HEIGHT = 80.0  # points
MAX_HEIGHT = 170.0  # points, 60 mm
NAME_WIDTH = 82.0  # points
MIN_LABEL_GAP = 9.0  # points


def chart_section(sheet: Sheet, room: float) -> PageSection | None:
    """Return the chart in the room that is left on a page; None where the room is too small or
    too few hands were played."""
    rows = [row for row in sheet.tables.hands if row.status in COUNTED_STATUSES]
    height = min(room - 20, MAX_HEIGHT)
    if height < MIN_HEIGHT or len(rows) < 2 * MIN_HANDS:
        return None
    chart = Chart(sheet, height)
    return PageSection((Block(height, chart.draw),), gap=20)


def totals_after_hands(tables: MatchInTableRows) -> tuple[tuple[list[int], list[int]], list[int]]:
    """Return the totals of each side from before the first hand on, each with the rulings after its
    hand, and the numbers of the hands that count."""
    lines: tuple[list[int], list[int]] = ([0], [0])
    numbers: list[int] = []

    for each in rows_in_order(tables):
        if isinstance(each, AdjustmentRow):
            lines[each.side][-1] = each.score
        elif not isinstance(each, TimeCall) and each[0].status in COUNTED_STATUSES:
            numbers.append(each[0].hand)
            for line, row in zip(lines, each, strict=True):
                line.append(row.score)
    return lines, numbers


def chart_range(lines: Sequence[Sequence[int]], target: int) -> tuple[int, int]:
    """Return the lowest and the highest score that a chart shows; the target, where it is near."""
    values = [score for line in lines for score in line]  # 0 is among them
    low, high = min(values), max(values)
    if high >= target * 0.5:
        high = max(high, target)
    return low, max(high, low + 1)


def describe_chart(tables: MatchInTableRows) -> str:
    """Return the chart in words."""
    lines, _ = totals_after_hands(tables)
    first, second = (", ".join(map(format_number, line[1:])) for line in lines)
    one, other = tables.status.teams
    return str(
        T(
            "Chart of the score after each hand. {one}: {first}. {other}: {second}.",
            one=one,
            other=other,
            first=first,
            second=second,
        )
    )


class Chart:
    """Draws both totals as lines through the hands.

    `lines` are the totals of each side, beginning before the first hand.  `numbers` are those of
    the hands; a void hand has a number and no point on the lines.
    """

    def __init__(self, sheet: Sheet, height: float) -> None:
        self.sheet = sheet
        self.height = height
        self.target = sheet.rules.game.target
        self.lines, self.numbers = totals_after_hands(sheet.tables)
        self.low, self.high = chart_range(self.lines, self.target)
        self.hands = len(self.lines[0]) - 1
        grid = sheet.grid
        self.names = [self._fit_name(side, (height - 22) / 2) for side in (0, 1)]
        labels = max(
            shape(format_number(score)).width_at(MIN_TYPE_SIZE) for score in (self.low, self.high)
        )
        self.left, self.right = grid.left + max(26.0, labels + 5), grid.right - 90

    def _fit_name(self, side: int, room: float) -> Lines:
        """Set a side's name beside its line; one higher than half of the chart as the letters of
        its seats, which are beside it at the top of the sheet."""
        sheet, sizes = self.sheet, (8, MIN_TYPE_SIZE)
        lines = fit_text(sheet.team_name(side), NAME_WIDTH, sizes, bold=True, try_lines=2)
        if lines.height <= room:
            return lines
        return fit_text(" ".join(SEAT_LETTERS[side::2]), NAME_WIDTH, sizes, bold=True)

    def draw(self, pen: Pen, y: float) -> None:
        """Draw the chart; it's one picture with a description."""
        grid = self.sheet.grid
        with pen.figure(describe_chart(self.sheet.tables), grid.left, y, grid.span, self.height):
            self._draw(pen, y)

    def _draw(self, pen: Pen, y: float) -> None:
        grid = self.sheet.grid
        pen.text(grid.left, y + 7, T("Score after each hand"), 8, bold=True)
        top, foot = y + 27, y + self.height - 14

        def across(hand: int) -> float:
            return self.left + (self.right - self.left) * hand / self.hands

        def down(score: float) -> float:
            return foot - (foot - top) * (score - self.low) / (self.high - self.low)

        for score in self._marked_scores(down):
            at = down(score)
            pen.rule(self.left, at, self.right, weight=0.8 if score == 0 else HAIRLINE)
            if score == self.target:
                # It's above its line on the left, before the first total.
                text = T("target {points}", points=format_number(score))
                pen.text(self.left + 3, at - 3, text, MIN_TYPE_SIZE)
            else:
                label = format_number(score)
                pen.text(self.left - 5, at + 2.4, label, MIN_TYPE_SIZE, align="right")
        step = max(1, -(-self.hands // 20))
        for hand in range(step, self.hands + 1, step):
            shown = str(self.numbers[hand - 1])
            pen.text(across(hand), y + self.height - 3, shown, MIN_TYPE_SIZE, align="center")
        for side in (0, 1):
            points = [(across(hand), down(score)) for hand, score in enumerate(self.lines[side])]
            pen.polyline(points, weight=1.3, dashed=side == 1)
            for x, at in points[1:]:
                pen.dot(x, at, solid=side == 0)
        self._draw_names(pen, [down(line[-1]) for line in self.lines], y + self.height - 8)

    def _marked_scores(self, down: Callable[[float], float]) -> list[int]:
        """Return the scores that have a line and a label: 0 in any case, then the target or the
        highest total, the lowest and the highest, unless they would overlap."""
        marked = [0]
        for score in (min(self.target, self.high), self.low, self.high):
            if all(abs(down(score) - down(other)) > MIN_LABEL_GAP for other in marked):
                marked.append(score)
        return marked

    def _draw_names(self, pen: Pen, ends: list[float], foot: float) -> None:
        """Draw each side's name beside the end of its line, one clear of the other."""
        height = [name.height + 2 for name in self.names]
        upper, lower = (0, 1) if ends[0] <= ends[1] else (1, 0)
        tops = [end - name.leading * 0.62 for end, name in zip(ends, self.names, strict=True)]
        overlap = tops[upper] + height[upper] - tops[lower]
        if overlap > 0:
            tops[upper] -= overlap / 2
            tops[lower] += overlap / 2
        # The numbers of the hands are below the lowest point.
        tops[lower] = min(tops[lower], foot - height[lower])
        tops[upper] = min(tops[upper], tops[lower] - height[upper])
        for name, top in zip(self.names, tops, strict=True):
            for i, line in enumerate(name.lines):
                pen.text(self.right + 9, top + name.baseline(i), line, name.size)
