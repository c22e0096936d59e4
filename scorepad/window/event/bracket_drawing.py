"""Draws a bracket: where each match stands, and how it is painted at any size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from scorepad.events.bracket import NodeKey
from scorepad.events.bracket_plan import BracketMatch
from scorepad.spades.naming import table_name
from scorepad.spades.words import T, Words, format_number, isolate_name
from scorepad.window.widgets import fit_text, theme

WIDE, HIGH = 210.0, 50.0
"""A match, in units: pixels at the usual text size."""
BESIDE, BELOW = 34.0, 16.0
"""The gaps between matches."""
HEAD: Final = 30.0
"""The room for the rounds' titles above each part."""
PART: Final = 26.0
"""The gap between winners' and losers' part."""
MARGIN: Final = 10.0
LETTERS: Final = 15.0
UNOFFICIAL: Final = "○"


class PlacedMatch(msgspec.Struct, frozen=True):
    """A match and where it stands, in units."""

    match: BracketMatch
    left: float
    top: float

    @property
    def box(self) -> QRectF:
        return QRectF(self.left, self.top, WIDE, HIGH)


class BracketDrawing:
    """The places of a bracket's matches, and the painter of them.

    Lengths are units; `paint` takes the pixels that a unit has.
    """

    def __init__(self, matches: Sequence[BracketMatch], words: Words) -> None:
        self._words = words
        self._titles: dict[tuple[float, float], str] = {}
        step = HIGH + BELOW
        # The finals stand behind both parts, so that every way leads to the right.
        last = [
            max((each.column for each in matches if each.part == part), default=0)
            for part in (0, 1)
        ]
        rounds = max((each.column for each in matches if each.key[0] == "winners"), default=0)
        behind = max(0, last[1] - rounds)
        high = [MARGIN + HEAD, 0.0]
        high[1] = (
            high[0]
            + PART
            + HEAD
            + step * (1 + max((each.row for each in matches if each.part == 0), default=0))
        )
        self.placed: list[PlacedMatch] = []
        for each in matches:
            column = each.column + (behind if each.key[0] in ("final", "again") else 0)
            one = PlacedMatch(
                each, MARGIN + column * (WIDE + BESIDE), high[each.part] + each.row * step
            )
            self.placed.append(one)
            # The match for the third place stands below the final, with a title of its own.
            top = one.top if each.key[0] == "third" else high[each.part]
            self._titles.setdefault((one.left, top - HEAD), words(each.title))
        right = max((one.left + WIDE for one in self.placed), default=0.0)
        low = max((one.top + HIGH for one in self.placed), default=0.0)
        self.size = QSizeF(right + MARGIN, low + MARGIN)

    def at(self, point: QPointF) -> PlacedMatch | None:
        """Return the match at this point."""
        return next((each for each in self.placed if each.box.contains(point)), None)

    def beside(self, one: PlacedMatch, key: Qt.Key) -> PlacedMatch:
        """Return the match that an arrow key leads to from this one."""
        across = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(key, 0)
        down = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(key, 0)
        if across:
            there = [each for each in self.placed if (each.left - one.left) * across > 0]
            lefts = [abs(each.left - one.left) for each in there]
            near = [each for each, far in zip(there, lefts, strict=True) if far == min(lefts)]
        else:
            near = [
                each
                for each in self.placed
                if each.left == one.left and (each.top - one.top) * down > 0
            ]
        return min(near, key=lambda each: abs(each.top - one.top), default=one)

    def paint(
        self,
        painter: QPainter,
        unit: float,
        area: QRectF,
        *,
        current: tuple[NodeKey | None, str] = (None, ""),
        whole: bool = False,
    ) -> None:
        """Paint what of it lies in `area` (units), a unit being so many pixels; `current` is
        the match with a ring, and its color. With `whole` a match that `area` cuts is left out."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(unit, unit)
        self._paint_titles(painter, area)
        by_key = {each.match.key: each for each in self.placed}
        painter.setPen(QPen(QColor(theme.colors().edge), 1.5))
        for each in self.placed:
            self._paint_ways(painter, each, by_key)
        for each in self.placed:
            cut = each.box.adjusted(-4, -4, 4, 4).intersects(area) and not area.contains(each.box)
            if area.contains(each.box) or (cut and not whole):
                self._paint_match(painter, each, current[1] if each.match.key == current[0] else "")
        painter.restore()

    def _paint_titles(self, painter: QPainter, area: QRectF) -> None:
        painter.setFont(theme.exact_figure_font(13, bold=True))
        painter.setPen(QColor(theme.colors().soft))
        for (left, top), title in self._titles.items():
            box = QRectF(left, top, WIDE, HEAD - 6)
            if box.intersects(area):
                text = fit_text.cut_text(title, painter.fontMetrics(), int(WIDE))
                painter.drawText(box, Qt.AlignmentFlag.AlignBottom, text)

    def _paint_ways(
        self, painter: QPainter, one: PlacedMatch, by_key: Mapping[NodeKey, PlacedMatch]
    ) -> None:
        """Paint the ways on which the winners of earlier matches come."""
        for side, slot in enumerate(one.match.slots):
            before = by_key.get(slot[1]) if slot[0] == "winner" else None
            if before is None:
                continue
            start = QPointF(before.left + WIDE, before.top + HIGH / 2)
            end = QPointF(one.left, one.top + HIGH * (0.25 + 0.5 * side))
            turn = end.x() - BESIDE / 2
            painter.drawPolyline([start, QPointF(turn, start.y()), QPointF(turn, end.y()), end])

    def _paint_match(self, painter: QPainter, one: PlacedMatch, ring: str) -> None:
        colors, match, box = theme.colors(), one.match, one.box
        painter.setBrush(QColor(colors.ground if match.bye else colors.surface))
        pen = QPen(QColor(ring or colors.edge), 3 if ring else 1)
        if match.bye and not ring:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawRoundedRect(box, 5, 5)
        if not match.bye:
            painter.setPen(QPen(QColor(colors.line), 1))
            middle = box.center().y()
            painter.drawLine(QPointF(box.left() + 26, middle), QPointF(box.right(), middle))
            painter.setFont(theme.exact_figure_font(12))
            painter.setPen(QColor(colors.soft))
            room = QRectF(box.left(), box.top(), 26, HIGH)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, str(match.number))
        for side in (0, 1):
            self._paint_side(painter, one, side)

    def _paint_side(self, painter: QPainter, one: PlacedMatch, side: int) -> None:
        colors, match = theme.colors(), one.match
        won, over = match.winner == side, match.winner is not None
        line = QRectF(one.left + 32, one.top + side * HIGH / 2, WIDE - 40, HIGH / 2)
        label, known = match.sides[side], match.known[side]
        if match.bye and side == 1:
            label, known = T("bye"), False
        name = label if isinstance(label, str) else self._words(label)
        font = theme.exact_figure_font(LETTERS, bold=won) if known else theme.exact_figure_font(13)
        tail = self._tail(match, side)
        lost = over and not won
        painter.setFont(theme.exact_figure_font(LETTERS, bold=won))
        metrics = painter.fontMetrics()
        room = metrics.horizontalAdvance(tail) + 8 if tail else 0
        painter.setPen(QColor(colors.soft if lost else colors.ink))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(line, right, tail)
        painter.setFont(font)
        painter.setPen(QColor(colors.ink if known and not lost else colors.soft))
        shown = fit_text.cut_text(
            isolate_name(name), painter.fontMetrics(), int(line.width() - room)
        )
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(line, left, shown)

    def _tail(self, match: BracketMatch, side: int) -> str:
        """Return what stands behind a name: points, the sign of who won, or where it is played."""
        won = match.winner == side
        tail = ""
        if match.scores is not None:
            tail = format_number(match.scores[side])
        elif match.winner is not None:
            tail = "✓" if won else "✕"
        elif match.pairing and side == 0:
            tail = table_name(match.table, self._words) or self._words(match.state)
        if tail and match.winner is not None and not match.official and won:
            tail = f"{UNOFFICIAL} {tail}"
        return tail


def readable(sizes: Iterable[float], least: float, most: float) -> float:
    """Return the largest of the units that fit, kept between the least and the most."""
    return max(least, min(most, *sizes))
