"""A bracket as a scene of Qt's graphics view: a box for each match, and lines between them.

Lengths are units: pixels at the usual text size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainterPath, QPen
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsLineItem,
    QGraphicsPathItem,
    QGraphicsRectItem,
    QGraphicsScene,
    QGraphicsSimpleTextItem,
)

from scorepad.events.bracket import NodeKey
from scorepad.events.bracket_plan import BracketMatchDescription
from scorepad.spades.naming import table_name
from scorepad.spades.words import T, format_number
from scorepad.window.event.letters import LINE, split_evenly, width_of
from scorepad.window.widgets import theme

LETTERS: Final = 15.0
LABELS: Final = 13.0
"""The letters of titles, numbers and seeds."""
BESIDE, BELOW, HEAD, PART, MARGIN = 30.0, 14.0, 30.0, 26.0, 10.0
"""The gaps beside and below a match, the room above the first one for the title of its round, the
gap between the winners' and the losers' part, and the margin of the whole."""
NUMBER, PAD = 26.0, 6.0
"""The room for a match's number, and the space round texts."""
BOTTOM: Final = 2
"""The key under which the title of a round has the bottom of its last match."""
UNOFFICIAL: Final = "○"
"""The sign of a result that nobody confirmed, as on the floor."""
ARROWS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
"""The directions of the arrow keys, to the right and down."""


class BracketScene(QGraphicsScene):
    """The drawing of a bracket.

    boxes: the box of each match, by its key
    """

    def __init__(
        self, matches: Sequence[BracketMatchDescription], names: float | None = 118, lines: int = 1
    ) -> None:
        """`names` is the width of names (None: as wide as needed), which have so many `lines`."""
        super().__init__()
        self._lines = lines
        self._seeds = max((width_of(f"{n} ") for m in matches for n in m.seeds if n), default=0)
        self._seeds *= LABELS
        sides = [(each, side) for each in matches for side in (0, 1)]
        tails = max((width_of(side_result_or_table(*each)) for each in sides), default=0) * LETTERS
        if names is None:
            texts = {side_label(*each) for each in sides}
            if lines > 1:
                texts = {part for text in texts for part in split_evenly(text)}
            names = max(map(width_of, texts), default=0) * LETTERS * 1.02  # fonts hint
        self._names = names
        self._wide = NUMBER + PAD + self._seeds + names + PAD + tails + PAD
        self._high = 2 * (LETTERS * LINE * lines + PAD)
        self.boxes: dict[NodeKey, QGraphicsPathItem] = {}
        self._titles: dict[tuple[float, float], QGraphicsRectItem] = {}
        """The title of each round by its place, in a box that ends with the last match."""
        self._place_matches(matches)
        self.setSceneRect(self.itemsBoundingRect().adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN))

    def _place_matches(self, matches: Sequence[BracketMatchDescription]) -> None:
        # The finals are behind both parts, so that every line leads to the right.
        last = [max((m.column for m in matches if m.part == part), default=0) for part in (0, 1)]
        rounds = max((m.column for m in matches if m.key[0] == "winners"), default=0)
        behind = max(0, last[1] - rounds)
        top = 0.0
        for part in (0, 1):
            mine = [each for each in matches if each.part == part]
            first = min((each.column for each in mine), default=0)
            rows = sorted({each.row for each in mine if each.column == first})
            # Without the first rounds the others are as close as these were.
            step = rows[1] - rows[0] if len(rows) > 1 else 1
            for each in mine:
                column = each.column - first
                column += behind if each.key[0] in ("final", "again") else 0
                left = column * (self._wide + BESIDE)
                is_third = each.key[0] == "third"  # below the final, with a title of its own
                final = (m.row for m in mine if m.column == each.column and m is not each)
                row = next(final, 0.0) if is_third else each.row
                down = top + HEAD + (row - rows[0]) / step * (self._high + BELOW)
                down += self._high + BELOW + HEAD if is_third else 0
                title = (left, down - HEAD if is_third else top)
                if title not in self._titles:
                    self._titles[title] = self._add_title(str(each.title), QPointF(*title))
                self._titles[title].setData(BOTTOM, down + self._high)
                self._add_match(each, QPointF(left, down))
            top = self.itemsBoundingRect().bottom() + PART
        for each in matches:
            self._add_lines(each)

    def _add_title(self, title: str, at: QPointF) -> QGraphicsRectItem:
        text = self._text(None, title, LABELS, "soft", bold=True)
        strip = self.addRect(0, 0, self._wide, text.boundingRect().height(), Qt.PenStyle.NoPen)
        text.setParentItem(strip)
        strip.setPos(at)
        strip.setZValue(1)
        return strip

    def keep_titles_in_sight(self, top: float) -> None:
        """Put the titles at the top of the drawing that is in sight, as long as a match of theirs
        is."""
        for (_left, own), strip in self._titles.items():
            down = max(own, min(top, strip.data(BOTTOM) - strip.rect().height()))
            strip.setY(down)
            strip.setBrush(QColor(theme.colors().ground) if down > own else Qt.BrushStyle.NoBrush)

    def _add_match(self, match: BracketMatchDescription, at: QPointF) -> None:
        colors = theme.colors()
        shape = QPainterPath()
        shape.addRoundedRect(QRectF(0, 0, self._wide, self._high), 5, 5)
        box = self.boxes[match.key] = self.addPath(shape)
        box.setPos(at)
        box.setData(0, match.key)
        box.setToolTip(str(match.text))
        box.setBrush(QColor(colors.ground if match.is_bye else colors.surface))
        box.setData(1, Qt.PenStyle.DashLine if match.is_bye else Qt.PenStyle.SolidLine)
        self.mark(match.key, None)
        middle = self._high / 2
        if not match.is_bye:
            line = QGraphicsLineItem(NUMBER, middle, self._wide, middle, box)
            line.setPen(QColor(colors.line))
            number = self._text(box, str(match.number), LABELS - 1, "soft")
            _put(number, 0, NUMBER, middle, 0.5)
        for side in (0, 1):
            self._add_side(match, side, box)

    def _add_side(self, match: BracketMatchDescription, side: int, box: QGraphicsItem) -> None:
        won, known = match.winner == side, match.known[side] and not (match.is_bye and side)
        is_soft = not known or (match.winner is not None and not won)
        tone = "soft" if is_soft else "ink"
        middle = self._high * (0.25 + 0.5 * side)
        left = NUMBER + PAD
        seed, tail = match.seeds[side], side_result_or_table(match, side)
        if seed is not None:
            item = self._text(box, str(seed), LABELS, "soft")
            _put(item, left, self._seeds - PAD, middle, 1)
        left += self._seeds
        room = self._wide - left - PAD
        if tail:
            item = self._text(box, tail, LETTERS, tone, bold=won)
            _put(item, left, room, middle, 1)
            room -= item.boundingRect().width() + PAD
        name = side_label(match, side)
        if self._lines > 1 and width_of(name) * LETTERS * 1.01 > room:
            name = "\n".join(split_evenly(name))
        item = self._text(box, name, LETTERS if known else LABELS, tone, bold=won and known)
        if item.boundingRect().width() > room and self._lines == 1:
            metrics = QFontMetrics(item.font())
            item.setText(metrics.elidedText(name, Qt.TextElideMode.ElideRight, int(room)))
        _put(item, left, room, middle, 0)

    def _text(
        self, box: QGraphicsItem | None, text: str, size: float, tone: str, *, bold: bool = False
    ) -> QGraphicsSimpleTextItem:
        item = QGraphicsSimpleTextItem(text, box)
        item.setFont(theme.exact_figure_font(size, bold=bold))
        item.setBrush(QColor(getattr(theme.colors(), tone)))
        if box is None:
            self.addItem(item)
        return item

    def _add_lines(self, match: BracketMatchDescription) -> None:
        """Draw the lines on which the winners of earlier matches come."""
        to = self.boxes[match.key].pos()
        for side, slot in enumerate(match.slots):
            before = self.boxes.get(slot[1]) if slot[0] == "winner" else None
            if before is None:
                continue
            path = QPainterPath(before.pos() + QPointF(self._wide, self._high / 2))
            end = to + QPointF(0, self._high * (0.25 + 0.5 * side))
            turn = end.x() - BESIDE / 2
            path.lineTo(turn, path.currentPosition().y())
            path.lineTo(turn, end.y())
            path.lineTo(end)
            self.addPath(path, QPen(QColor(theme.colors().edge), 1.5))

    def mark(self, key: NodeKey, color: str | None) -> None:
        """Draw a ring of this color round a match; None takes it away."""
        box = self.boxes[key]
        pen = QPen(QColor(color or theme.colors().edge), 3 if color else 1)
        box.setPen(pen if color else QPen(pen.brush(), 1, box.data(1)))

    def neighbor(self, key: NodeKey, arrow: Qt.Key) -> NodeKey:
        """Return the match that an arrow key leads to from this one."""
        across, down = ARROWS[arrow]
        ways = {other: box.pos() - self.boxes[key].pos() for other, box in self.boxes.items()}
        near = (
            other
            for other, way in ways.items()
            if way.x() * across > 0 or (way.x() == 0 and way.y() * down > 0)
        )
        return min(near, key=lambda k: (abs(ways[k].x()), abs(ways[k].y())), default=key)


def _put(
    item: QGraphicsSimpleTextItem, left: float, room: float, middle: float, share: float
) -> None:
    size = item.boundingRect()
    item.setPos(left + (room - size.width()) * share, middle - size.height() / 2)


def side_label(match: BracketMatchDescription, side: int) -> str:
    """Return the name of a side, or its source."""
    return str(T("bye") if match.is_bye and side == 1 else match.sides[side])


def side_result_or_table(match: BracketMatchDescription, side: int) -> str:
    """Return the text behind a name: points, the sign of the winner, or the table."""
    won = match.winner == side
    tail = ""
    if match.scores is not None:
        tail = format_number(match.scores[side])
    elif match.winner is not None:
        tail = "✓" if won else "✕"
    elif match.pairing and side == 0:
        tail = table_name(match.table) or str(match.state)
    if tail and match.winner is not None and not match.official and won:
        tail = f"{UNOFFICIAL} {tail}"
    return tail
