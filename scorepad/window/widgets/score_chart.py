"""The score chart draws both sides' totals over the hands, and the target."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QLabel, QSizePolicy

from scorepad.spades.words import N, T, Text, format_number, join_as_sentences
from scorepad.window.widgets import controls, theme

MIN_WIDTH, MIN_HEIGHT = 250, 150  # px
"""The least size of the score chart, in pixels at the usual text size."""
MIN_HANDS = 2
"""With fewer hands it would say nothing that the sheet does not."""
KEY_LINE_HEIGHT = 1.25
"""The distance of the two names at their place below each other, in gaps."""
TARGET_SHOWN_FROM = 0.5
"""The target is drawn once a side has this part of it."""


class ScoreChartData(NamedTuple):
    """Both totals from before the first hand to now, and what else the score chart shows.

    `hands` are the numbers of the hands on the sheet; `target` is in points.
    """

    lines: tuple[list[int], list[int]]
    hands: list[int]
    target: int
    names: tuple[str, str]


class ScoreChart(QLabel):
    """Draws side 0 as a whole line with round marks, side 1 as a dashed one with square marks.

    For a screen reader it is a text, as every label is: what the picture shows, in words.
    """

    def __init__(self, *, tall: int = MIN_HEIGHT, beside_sheet: bool = True) -> None:
        """`tall` is its least height, in pixels at the usual text size; with `beside_sheet` an edge
        separates it from what is at its left.
        """
        super().__init__()
        self._tall = tall
        self._beside_sheet = beside_sheet
        self._lines: tuple[list[int], list[int]] = ([0], [0])
        self._names = ("", "")
        self._hands: list[int] = []
        self._target = 1
        self.setMinimumSize(theme.px(MIN_WIDTH), theme.px(tall))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)

    def show_totals(self, data: ScoreChartData) -> None:
        """Show these totals."""
        self._lines, self._hands, self._target, self._names = data
        text = controls.capitalize(str(self.describe()))
        title = str(T("Score over the hands"))
        self.setAccessibleName(join_as_sentences((title, text)))
        self.setToolTip(text)
        self.update()

    @property
    def has_enough_hands(self) -> bool:
        """Return whether enough hands are played for a line."""
        return len(self._lines[0]) > MIN_HANDS

    def hand_number_on_sheet(self, nth: int) -> int:
        """Return the sheet's number of the `nth` hand of the line, 1 being the first.

        The two differ where a hand is void: it has a number on the sheet and no point here.  A
        hand that is not there yet keeps its count.
        """
        return self._hands[nth - 1] if nth <= len(self._hands) else nth

    def describe(self) -> Text:
        """Return in words what the picture shows."""
        one, other = self._lines
        gap = one[-1] - other[-1]
        hands = len(one) - 1
        # The leading side has led without a break since this hand.
        since = hands
        while since > 0 and (one[since - 1] - other[since - 1]) * gap > 0:
            since -= 1
        fields: dict[str, str | int] = {
            "one": self._names[0],
            "first": one[-1],
            "other": self._names[1],
            "second": other[-1],
            "target": self._target,
        }
        if gap == 0:
            return N(
                "after {n} hand {one} and {other} are tied at {first}; the target is {target}",
                "after {n} hands {one} and {other} are tied at {first}; the target is {target}",
                hands,
                **fields,
            )
        fields |= {"lead": abs(gap), "leader": self._names[0 if gap > 0 else 1]}
        fields |= {"since": self.hand_number_on_sheet(max(1, since))}
        return N(
            "after {n} hand {one} {first}, {other} {second}: {leader} leads by {lead}, "
            "since hand {since}; the target is {target}",
            "after {n} hands {one} {first}, {other} {second}: {leader} leads by {lead}, "
            "since hand {since}; the target is {target}",
            hands,
            **fields,
        )

    def sizeHint(self) -> QSize:
        return QSize(theme.px(MIN_WIDTH), theme.px(self._tall))

    # Painting.

    def _bounds(self) -> tuple[int, int]:
        values = [value for line in self._lines for value in line]
        high = max(*values, 1)
        if len(self._lines[0]) == 1 or high >= self._target * TARGET_SHOWN_FROM:
            high = max(high, self._target)
        return min(*values, 0), high

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors = theme.colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(colors.surface))
        if self._beside_sheet:
            painter.fillRect(0, 0, 1, self.height(), QColor(colors.line))
        small = theme.figure_font(13)
        metrics = QFontMetricsF(small)
        low, high = self._bounds()
        gap = float(theme.px(14))
        scale = max(
            metrics.horizontalAdvance(format_number(value)) for value in (low, high, self._target)
        )
        over = self._paint_key(painter, gap)
        plot = QRectF(self.rect()).adjusted(gap + scale + gap / 2, over, -gap * 1.4, -gap * 2.2)
        painter.setFont(small)
        hands = max(1, len(self._lines[0]) - 1)
        if plot.height() <= 0:
            painter.end()
            return

        def at(hand: int, score: float) -> QPointF:
            return QPointF(
                plot.left() + plot.width() * hand / hands,
                plot.bottom() - plot.height() * (score - low) / (high - low),
            )

        self._paint_scale(painter, plot, at(0, 0).y(), at(0, min(self._target, high)).y(), scale)
        self._paint_hands(painter, plot, hands)
        for side, line in enumerate(self._lines):
            self._paint_line(painter, side, [at(hand, score) for hand, score in enumerate(line)])
        painter.end()

    def _paint_scale(
        self, painter: QPainter, plot: QRectF, zero: float, target: float, wide: float
    ) -> None:
        colors = theme.colors()
        low, high = self._bounds()
        tall = QFontMetricsF(painter.font()).height()
        marks = [(zero, 0)]
        if high >= self._target:
            marks.append((target, self._target))
        for edge, value in ((plot.bottom(), low), (plot.top(), high)):
            if all(abs(edge - y) > tall for y, _value in marks):
                marks.append((edge, value))
        for y, value in marks:
            aim = value == self._target
            pen = QPen(QColor(colors.good if aim else colors.line), 1.5 if aim else 1)
            if aim:
                pen.setDashPattern([1.5, 3])
            painter.setPen(pen)
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(QColor(colors.good if aim else colors.soft))
            box = QRectF(plot.left() - wide - theme.px(7), y - tall / 2, wide, tall)
            flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box, flags, format_number(value))
        if high >= self._target:
            painter.setPen(QColor(colors.good))
            above = QRectF(
                plot.left() + theme.px(4), target - tall - theme.px(2), plot.width(), tall
            )
            painter.drawText(
                above,
                Qt.AlignmentFlag.AlignLeft,
                str(T("target {points}", points=self._target)),
            )

    def _paint_hands(self, painter: QPainter, plot: QRectF, hands: int) -> None:
        painter.setPen(QColor(theme.colors().soft))
        wide = QFontMetricsF(painter.font()).horizontalAdvance("00") * 1.6
        step = max(1, -(-hands * wide // plot.width()))
        for hand in range(int(step), hands + 1, int(step)):
            x = plot.left() + plot.width() * hand / hands
            box = QRectF(x - wide, plot.bottom() + theme.px(8), wide * 2, theme.px(18))
            painter.drawText(
                box, Qt.AlignmentFlag.AlignHCenter, str(self.hand_number_on_sheet(hand))
            )

    def _pen(self, side: int) -> QPen:
        pen = QPen(QColor(theme.colors().side(side)), theme.px(2.4))
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        if side:
            pen.setDashPattern([3, 2])
        return pen

    def _paint_line(self, painter: QPainter, side: int, points: list[QPointF]) -> None:
        painter.setPen(self._pen(side))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(points))
        for point in points[1:]:
            self._mark(painter, side, point)

    def _mark(self, painter: QPainter, side: int, point: QPointF) -> None:
        colors = theme.colors()
        painter.setPen(QPen(QColor(colors.side(side)), theme.px(1.6)))
        painter.setBrush(QColor(colors.surface if side else colors.side(side)))
        size = theme.px(3.6)
        if side:
            corner = QPointF(size, size)
            painter.drawRect(QRectF(point - corner, point + corner))
        else:
            painter.drawEllipse(point, size, size)

    def _paint_key(self, painter: QPainter, gap: float) -> float:
        """Paint each side's name behind a piece of its line, and return where the plot begins.

        The names stand side by side where both have room.  The return value is in pixels.
        """
        font = theme.figure_font(13, bold=True)
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        piece = float(theme.px(26))
        half = (self.width() - 2 * gap) / 2
        beside = all(metrics.horizontalAdvance(name) <= half - piece - gap for name in self._names)
        room = half if beside else 2 * half
        for side, name in enumerate(self._names):
            left = gap + (side * half if beside else 0)
            y = gap * 1.4 if beside else gap * (1.1 + KEY_LINE_HEIGHT * side)
            painter.setPen(self._pen(side))
            painter.drawLine(QPointF(left, y), QPointF(left + piece, y))
            self._mark(painter, side, QPointF(left + piece / 2, y))
            painter.setPen(QColor(theme.colors().ink))
            box = QRectF(left + piece + gap / 2, y - gap, room - piece - gap / 2, gap * 2)
            text = metrics.elidedText(name, Qt.TextElideMode.ElideRight, box.width())
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        return gap * (3.7 if beside else 3.7 + 0.7 * KEY_LINE_HEIGHT)
