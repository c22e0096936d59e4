"""Draws a bracket: where each match stands, and how it is painted at any size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from scorepad.events.bracket import NodeKey
from scorepad.events.bracket_plan import BracketMatchDescription
from scorepad.spades.naming import table_name
from scorepad.spades.words import T, format_number
from scorepad.window.event.room_letters import (
    LINE,
    width_of,
    width_on_two_lines,
    wrap_to_one_or_two_lines,
)
from scorepad.window.widgets import fit_text, theme

PART: Final = 26.0
"""The gap between winners' and losers' part."""
MARGIN: Final = 10.0
NUMBER: Final = 26.0
"""The room for a match's number."""
PAD: Final = 6.0
"""The space before a name and behind what follows it."""
TAIL: Final = 8.0
"""The space before what follows a name."""
SEED: Final = 5.0
"""The space behind a seed."""
LETTERS: Final = 15.0
UNOFFICIAL: Final = "○"


class BracketSizes(msgspec.Struct, frozen=True):
    """The sizes of a bracket's drawing, in units: pixels at the usual text size.

    A match is `wide` and `high`; between two are `beside` and `below`; `head` is the room for the
    rounds' titles above each part.  `names` and `labels` are the sizes of letters: of teams, and of
    titles, numbers and who comes.  A name has so many `lines`.
    """

    wide: float = 210.0
    high: float = 50.0
    beside: float = 34.0
    below: float = 16.0
    head: float = 30.0
    names: float = LETTERS
    labels: float = 13.0
    lines: int = 1

    @property
    def step(self) -> tuple[float, float]:
        """Return how far two matches are apart, to the right and down."""
        return self.wide + self.beside, self.high + self.below


WINDOW_SIZES: Final = BracketSizes()


class PlacedBracketMatch(msgspec.Struct, frozen=True):
    """A match and where it stands, and where the title of its round does, in units."""

    match: BracketMatchDescription
    left: float
    top: float
    wide: float
    high: float
    title: tuple[float, float]

    @property
    def box(self) -> QRectF:
        return QRectF(self.left, self.top, self.wide, self.high)


class BracketDrawing:
    """The places of a bracket's matches, and the painter of them.

    Lengths are units; `paint` takes the pixels that a unit has.
    """

    def __init__(
        self, matches: Sequence[BracketMatchDescription], sizes: BracketSizes = WINDOW_SIZES
    ) -> None:
        self.sizes = sizes
        self._seed_width = seed_width(matches, sizes.labels)
        self._titles: dict[tuple[float, float], str] = {}
        across, step = sizes.step
        head = sizes.head
        # The finals stand behind both parts, so that every way leads to the right.
        last = [
            max((each.column for each in matches if each.part == part), default=0)
            for part in (0, 1)
        ]
        rounds = max((each.column for each in matches if each.key[0] == "winners"), default=0)
        behind = max(0, last[1] - rounds)
        high = [MARGIN + head, 0.0]
        high[1] = (
            high[0]
            + PART
            + head
            + step * (1 + max((each.row for each in matches if each.part == 0), default=0))
        )
        self.placed: list[PlacedBracketMatch] = []
        for each in matches:
            column = each.column + (behind if each.key[0] in ("final", "again") else 0)
            left, top = MARGIN + column * across, high[each.part] + each.row * step
            # The match for the third place stands below the final, with a title of its own.
            title = (left, (top if each.key[0] == "third" else high[each.part]) - head)
            self.placed.append(PlacedBracketMatch(each, left, top, sizes.wide, sizes.high, title))
            self._titles.setdefault(title, str(each.title))
        right = max((one.box.right() for one in self.placed), default=0.0)
        low = max((one.box.bottom() for one in self.placed), default=0.0)
        self.size = QSizeF(right + MARGIN, low + MARGIN)

    def match_at(self, point: QPointF) -> PlacedBracketMatch | None:
        """Return the match at this point."""
        return next((each for each in self.placed if each.box.contains(point)), None)

    def whole_matches_in(self, part: QRectF) -> list[PlacedBracketMatch]:
        """Return the matches that stand whole in a part (units), below the titles at its top."""
        room = part.adjusted(0, self.sizes.head, 0, 0)
        return [each for each in self.placed if room.contains(each.box)]

    def neighbor(self, one: PlacedBracketMatch, key: Qt.Key) -> PlacedBracketMatch:
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
        only_whole_matches: bool = False,
    ) -> None:
        """Paint what of it lies in `area` (units), a unit being so many pixels; `current` is
        the match with a ring, and its color. With `only_whole_matches` one that `area` cuts is left
        out, and titles that are above it stand at its top."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(unit, unit)
        painter.setClipRect(area)
        whole_matches = self.whole_matches_in(area)
        titles = {each.title: each.title for each in self.placed}
        if only_whole_matches:
            titles = {
                each.title: (each.title[0], max(each.title[1], area.top()))
                for each in whole_matches
            }
        self._paint_titles(painter, area, titles)
        by_key = {each.match.key: each for each in self.placed}
        painter.setPen(QPen(QColor(theme.colors().edge), 1.5))
        for each in whole_matches if only_whole_matches else self.placed:
            self._paint_ways(painter, each, by_key)
        for each in whole_matches if only_whole_matches else self.placed:
            if each.box.adjusted(-4, -4, 4, 4).intersects(area):
                self._paint_match(painter, each, current[1] if each.match.key == current[0] else "")
        painter.restore()

    def _paint_titles(
        self,
        painter: QPainter,
        area: QRectF,
        places: Mapping[tuple[float, float], tuple[float, float]],
    ) -> None:
        sizes = self.sizes
        painter.setFont(theme.exact_figure_font(sizes.labels, bold=True))
        painter.setPen(QColor(theme.colors().soft))
        for key, (left, top) in places.items():
            title = self._titles[key]
            box = QRectF(left, top, sizes.wide, sizes.head - 6)
            if box.intersects(area):
                text = fit_text.cut_text(title, painter.fontMetrics(), int(sizes.wide))
                painter.drawText(box, Qt.AlignmentFlag.AlignBottom, text)

    def _paint_ways(
        self,
        painter: QPainter,
        one: PlacedBracketMatch,
        by_key: Mapping[NodeKey, PlacedBracketMatch],
    ) -> None:
        """Paint the ways on which the winners of earlier matches come."""
        for side, slot in enumerate(one.match.slots):
            before = by_key.get(slot[1]) if slot[0] == "winner" else None
            if before is None:
                continue
            start = QPointF(before.box.right(), before.box.center().y())
            end = QPointF(one.left, one.top + one.high * (0.25 + 0.5 * side))
            turn = end.x() - self.sizes.beside / 2
            painter.drawPolyline([start, QPointF(turn, start.y()), QPointF(turn, end.y()), end])

    def _paint_match(self, painter: QPainter, one: PlacedBracketMatch, ring: str) -> None:
        colors, match, box = theme.colors(), one.match, one.box
        painter.setBrush(QColor(colors.ground if match.is_bye else colors.surface))
        pen = QPen(QColor(ring or colors.edge), 3 if ring else 1)
        if match.is_bye and not ring:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawRoundedRect(box, 5, 5)
        if not match.is_bye:
            painter.setPen(QPen(QColor(colors.line), 1))
            middle = box.center().y()
            painter.drawLine(QPointF(box.left() + NUMBER, middle), QPointF(box.right(), middle))
            painter.setFont(theme.exact_figure_font(self.sizes.labels - 1))
            painter.setPen(QColor(colors.soft))
            room = QRectF(box.left(), box.top(), NUMBER, one.high)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, str(match.number))
        for side in (0, 1):
            self._paint_side(painter, one, side)

    def _paint_side(self, painter: QPainter, one: PlacedBracketMatch, side: int) -> None:
        colors, match, sizes = theme.colors(), one.match, self.sizes
        won, over = match.winner == side, match.winner is not None
        high = one.high / 2
        line = QRectF(one.left, one.top + side * high, one.wide, high)
        line.adjust(NUMBER + PAD, 0, -PAD, 0)
        name, known = side_label_and_is_team(match, side)
        tail = side_result_or_table(match, side)
        lost = over and not won
        painter.setFont(theme.exact_figure_font(LETTERS, bold=won))
        room = painter.fontMetrics().horizontalAdvance(tail) + TAIL if tail else 0
        painter.setPen(QColor(colors.soft if lost else colors.ink))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | middle, tail)
        seed = match.seeds[side]
        if seed is not None:
            painter.setFont(theme.exact_figure_font(sizes.labels))
            painter.setPen(QColor(colors.soft))
            box = QRectF(line.left(), line.top(), self._seed_width - SEED, high)
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | middle, str(seed))
        if any(match.seeds):
            line.adjust(self._seed_width, 0, 0, 0)
        size = sizes.names if known else sizes.labels
        painter.setFont(theme.exact_figure_font(size, bold=known and won))
        painter.setPen(QColor(colors.ink if known and not lost else colors.soft))
        space = line.width() - room
        lines = wrap_to_one_or_two_lines(name, space / size) if sizes.lines > 1 else [name]
        top = line.center().y() - len(lines) * size * LINE / 2
        for at, text in enumerate(lines):
            row = QRectF(line.left(), top + at * size * LINE, line.width(), size * LINE)
            shown = fit_text.cut_text(text, painter.fontMetrics(), int(space))
            painter.drawText(row, Qt.AlignmentFlag.AlignLeft | middle, shown)


def side_label_and_is_team(match: BracketMatchDescription, side: int) -> tuple[str, bool]:
    """Return what stands for a side, and whether it is a team's name."""
    label, known = match.sides[side], match.known[side]
    if match.is_bye and side == 1:
        label, known = T("bye"), False
    return label if isinstance(label, str) else str(label), known


def side_result_or_table(match: BracketMatchDescription, side: int) -> str:
    """Return what stands behind a name: points, the sign of who won, or where it is played."""
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


def seed_width(matches: Sequence[BracketMatchDescription], size: float) -> float:
    """Return the width of the seeds before names, in letters of this size; 0 where none has one."""
    seeds = [seed for each in matches for seed in each.seeds if seed is not None]
    return width_of("0" * len(str(max(seeds)))) * size + SEED if seeds else 0.0


def sizes_with_names_on_one_or_two_lines(
    matches: Sequence[BracketMatchDescription], widest: float
) -> Iterator[BracketSizes]:
    """Yield sizes for the room's screen, with names on one line and on two: letters all of one
    size, no name cut, no match wider than `widest` (units)."""
    sides = [(each, side) for each in matches for side in (0, 1)]
    names = {side_label_and_is_team(*each)[0] for each in sides}
    tails = {format_number(-388), *(side_result_or_table(*each) for each in sides)}
    tail = max(map(width_of, tails)) * LETTERS
    room = widest - (NUMBER + 2 * PAD + seed_width(matches, LETTERS) + TAIL + tail)
    titles = max((width_of(str(each.title)) for each in matches), default=0.0) * LETTERS
    for lines, measure in ((1, width_of), (2, width_on_two_lines)):
        # Half a pixel more, as the painter measures in whole ones.
        needed = max(map(measure, names), default=0.0) * LETTERS * 1.02
        letters = LETTERS * min(1.0, room / needed) if needed else LETTERS
        wide = max(widest - room + min(needed, room), min(titles * 1.02, widest))
        high = 2 * LETTERS * (LINE * lines + 0.25)
        if needed <= room or lines > 1:
            yield BracketSizes(wide, high, 22.0, 8.0, 28.0, letters, letters, lines)


def fitting_unit(sizes: Iterable[float], least: float, most: float) -> float:
    """Return the largest of the units that fit, kept between the least and the most."""
    return max(least, min(most, *sizes))
