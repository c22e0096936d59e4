"""The score chart draws both sides' totals over the hands, and the target."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QLabel, QSizePolicy

from scorepad.spades.words import N, T, Text, format_number, join_as_sentences
from scorepad.window.widgets import controls, theme

MIN_WIDTH, MIN_HEIGHT = 250, 150  # px
"""The least size of the score chart, in pixels at the usual text size."""
MIN_HANDS = 2
"""With fewer hands it would add nothing to the sheet."""
KEY_LINE_HEIGHT = 1.25
"""The distance of the two names at their place below each other, in gaps."""
TARGET_SHOWN_FROM = 0.5
"""The target is drawn once a side has this part of it."""


class ScoreChartData(NamedTuple):
    """The data of a score chart.

    lines: the totals of both sides, from before the first hand to now
    hands: the numbers of the hands on the sheet
    target: in points
    names: of both sides
    """

    lines: tuple[list[int], list[int]]
    hands: list[int]
    target: int
    names: tuple[str, str]


class ScoreChart(QLabel):
    """Draws side 0 as a whole line with round marks, side 1 as a dashed one with square marks.

    For a screen reader it is a text, as every label is: the picture in words.
    """

    def __init__(self, *, tall: int = MIN_HEIGHT, beside_sheet: bool = True) -> None:
        """`tall` is its least height, in pixels at the usual text size; with `beside_sheet` an edge
        separates it from the sheet at its left.
        """
        super().__init__()
        self._beside_sheet = beside_sheet
        self._data = ScoreChartData(([0], [0]), [], 1, ("", ""))
        self._low, self._high = 0, 1
        self.setMinimumSize(theme.px(MIN_WIDTH), theme.px(tall))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)

    def show_totals(self, data: ScoreChartData) -> None:
        """Show these totals."""
        self._data = data
        values = [*data.lines[0], *data.lines[1], 0]
        self._low, self._high = min(values), max(*values, 1)
        if not data.hands or self._high >= data.target * TARGET_SHOWN_FROM:
            self._high = max(self._high, data.target)
        text = controls.capitalize(str(self.describe()))
        title = str(T("Score, hand by hand"))
        self.setAccessibleName(join_as_sentences((title, text)))
        self.setToolTip(text)
        self.update()

    @property
    def has_enough_hands(self) -> bool:
        """Return whether enough hands are played for a line."""
        return len(self._data.lines[0]) > MIN_HANDS

    def hand_number_on_sheet(self, nth: int) -> int:
        """Return the sheet's number of the `nth` hand of the line, 1 being the first.

        The two differ where a hand is void: it has a number on the sheet and no point here.  A
        hand that is not there yet keeps its count.
        """
        return self._data.hands[nth - 1] if nth <= len(self._data.hands) else nth

    def describe(self) -> Text:
        """Return the picture in words."""
        (one, other), _hands, target, names = self._data
        gap = one[-1] - other[-1]
        hands = len(one) - 1
        # The leading side has led without a break since this hand.
        since = hands
        while since > 0 and (one[since - 1] - other[since - 1]) * gap > 0:
            since -= 1
        fields: dict[str, str | int] = {
            "one": names[0],
            "first": one[-1],
            "other": names[1],
            "second": other[-1],
            "target": target,
        }
        if gap == 0:
            return N(
                "after {n} hand, {one} and {other} are tied at {first}; the target is {target}",
                "after {n} hands, {one} and {other} are tied at {first}; the target is {target}",
                hands,
                **fields,
            )
        return N(
            "after {n} hand, {one} has {first} and {other} has {second}: {leader} leads by "
            "{lead} and has led since hand {since}; the target is {target}",
            "after {n} hands, {one} has {first} and {other} has {second}: {leader} leads by "
            "{lead} and has led since hand {since}; the target is {target}",
            hands,
            **fields,
            lead=abs(gap),
            leader=names[gap < 0],
            since=self.hand_number_on_sheet(max(1, since)),
        )

    # Painting.

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors = theme.colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(colors.surface))
        if self._beside_sheet:
            painter.fillRect(0, 0, 1, self.height(), QColor(colors.line))
        gap = float(theme.px(14))
        top = self._paint_key(painter, gap)
        painter.setFont(theme.figure_font(13))
        numbers = map(format_number, (self._low, self._high, self._data.target))
        wide = max(map(QFontMetricsF(painter.font()).horizontalAdvance, numbers))
        plot = QRectF(self.rect()).adjusted(gap * 1.5 + wide, top, -gap * 1.4, -gap * 2.2)
        if plot.height() > 0:
            self._paint_scale(painter, plot, wide)
            self._paint_hands(painter, plot)
            for side, line in enumerate(self._data.lines):
                points = [self._point(plot, *each) for each in enumerate(line)]
                painter.setPen(_pen(side))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawPolyline(QPolygonF(points))
                for point in points[1:]:
                    _paint_mark(painter, side, point)
        painter.end()

    def _point(self, plot: QRectF, hand: int, score: int) -> QPointF:
        across = hand / max(1, len(self._data.lines[0]) - 1)
        up = (score - self._low) / (self._high - self._low)
        return QPointF(plot.left() + plot.width() * across, plot.bottom() - plot.height() * up)

    def _paint_scale(self, painter: QPainter, plot: QRectF, wide: float) -> None:
        colors, target = theme.colors(), self._data.target
        tall = QFontMetricsF(painter.font()).height()
        values = [0, target] if self._high >= target else [0]
        ys = [self._point(plot, 0, value).y() for value in values]
        for value, edge in ((self._low, plot.bottom()), (self._high, plot.top())):
            if all(abs(edge - y) > tall for y in ys):
                values.append(value)
                ys.append(edge)
        for value, y in zip(values, ys, strict=True):
            is_target = value == target
            pen = QPen(QColor(colors.good if is_target else colors.line), 1.5 if is_target else 1)
            if is_target:
                pen.setDashPattern([1.5, 3])
            painter.setPen(pen)
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(QColor(colors.good if is_target else colors.soft))
            box = QRectF(plot.left() - wide - theme.px(7), y - tall / 2, wide, tall)
            flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box, flags, format_number(value))
            if is_target:
                above = QPointF(plot.left() + theme.px(4), y - tall - theme.px(2))
                box = QRectF(above, QSizeF(plot.width(), tall))
                text = str(T("target {points}", points=target))
                painter.drawText(box, Qt.AlignmentFlag.AlignLeft, text)

    def _paint_hands(self, painter: QPainter, plot: QRectF) -> None:
        painter.setPen(QColor(theme.colors().soft))
        hands = max(1, len(self._data.lines[0]) - 1)
        wide = QFontMetricsF(painter.font()).horizontalAdvance("00") * 1.6
        step = max(1, ceil(hands * wide / plot.width()))
        for hand in range(step, hands + 1, step):
            x = self._point(plot, hand, 0).x()
            box = QRectF(x - wide, plot.bottom() + theme.px(8), wide * 2, theme.px(18))
            number = str(self.hand_number_on_sheet(hand))
            painter.drawText(box, Qt.AlignmentFlag.AlignHCenter, number)

    def _paint_key(self, painter: QPainter, gap: float) -> float:
        """Paint each side's name behind a piece of its line, and return where the plot begins.

        The names are side by side where both have room.  The return value is in pixels.
        """
        font = theme.figure_font(13, bold=True)
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        piece = float(theme.px(26))
        half = (self.width() - 2 * gap) / 2
        names = self._data.names
        beside = all(metrics.horizontalAdvance(name) <= half - piece - gap for name in names)
        room = (half if beside else 2 * half) - piece - gap / 2
        for side, name in enumerate(names):
            left = gap + (side * half if beside else 0)
            y = gap * 1.4 if beside else gap * (1.1 + KEY_LINE_HEIGHT * side)
            painter.setPen(_pen(side))
            painter.drawLine(QPointF(left, y), QPointF(left + piece, y))
            _paint_mark(painter, side, QPointF(left + piece / 2, y))
            painter.setPen(QColor(theme.colors().ink))
            box = QRectF(left + piece + gap / 2, y - gap, room, gap * 2)
            text = metrics.elidedText(name, Qt.TextElideMode.ElideRight, room)
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        return gap * (3.7 if beside else 3.7 + 0.7 * KEY_LINE_HEIGHT)


def _pen(side: int) -> QPen:
    pen = QPen(QColor(theme.colors().side(side)), theme.px(2.4))
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if side:
        pen.setDashPattern([3, 2])
    return pen


def _paint_mark(painter: QPainter, side: int, point: QPointF) -> None:
    colors = theme.colors()
    painter.setPen(QPen(QColor(colors.side(side)), theme.px(1.6)))
    painter.setBrush(QColor(colors.surface if side else colors.side(side)))
    size = theme.px(3.6)
    if side:
        corner = QPointF(size, size)
        painter.drawRect(QRectF(point - corner, point + corner))
    else:
        painter.drawEllipse(point, size, size)
