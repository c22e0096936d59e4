"""The two sides and the clock, to be read from two metres: names, totals, bags, what is lacking."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QFrame, QSizePolicy, QWidget

from scorepad.spades.clock import ClockFace
from scorepad.spades.match import Match
from scorepad.spades.result import needs
from scorepad.spades.words import N, T, Text, Words, number
from scorepad.window import names, parts, theme
from scorepad.window.clock_view import ClockView

BIG = 80
SMALL = 64
"""The totals' figures, in pixels at the usual text size: usually, and where it is narrow."""
NEAR_LIMIT = 2
"""So many bags below the limit the count is marked."""
MOST_DOTS = 12


def standing_more(match: Match, side: int) -> list[Text]:
    """What else decides for this side, the weightiest first: how near to losing, how far behind."""
    board, game = match.board, match.rules.game
    if board.over:
        return []
    said = []
    if game.floor is not None and board.score[side] < 0:
        said.append(T("loses at {floor}", floor=game.floor))
    if (behind := board.score[1 - side] - board.score[side]) > 0:
        said.append(T("{points} behind", points=behind))
    if game.sets_to_lose is not None:
        said.append(T("set {n} of {limit}", n=board.sets[side], limit=game.sets_to_lose))
    return said


def fitting(texts: tuple[str, ...], metrics: QFontMetrics, room: int) -> str:
    """The first of these texts that has room, else the last."""
    return next((text for text in texts if metrics.horizontalAdvance(text) <= room), texts[-1])


class SideView(QWidget):
    """One side: name, players, total, bags, what it lacks to the target."""

    def __init__(self, side: int, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._side = side
        self._words = words
        self._name = self._players = self._total = self._needs = ""
        self._more: list[str] = []
        self._bags = 0
        self._limit: int | None = None
        self._penalty = 0
        self._won = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_match(self, match: Match) -> None:
        """Show this side as the match stands."""
        words, side = self._words, self._side
        teams = match.head.teams
        self._name = names.team(teams, side, words)
        self._players = " · ".join(names.player(teams, seat, words) for seat in (side, side + 2))
        self._total = number(match.board.score[side])
        self._bags = match.board.bags[side]
        self._limit = match.rules.bags.limit
        self._penalty = match.rules.bags.penalty
        end = match.board.end
        self._won = end is not None and end.winner == side
        lacking = needs(match, side)
        if self._won:
            self._needs = words("won")
        elif lacking is None:
            self._needs = ""
        elif match.board.extra_hand:
            self._needs = words("one more hand decides")
        elif lacking:
            self._needs = words("{points} to win", points=lacking)
        else:
            self._needs = words("at the target")
        self._more = [words(text) for text in standing_more(match, side)]
        self.setAccessibleName(self._name)
        self.setAccessibleDescription(
            words(
                "{players}. {total} points. {bags}. {needs}",
                players=self._players,
                total=self._total,
                bags=self._bag_text(whole=True),
                needs=" · ".join(text for text in (self._needs, *self._more) if text),
            )
        )
        self.update()

    @property
    def total(self) -> str:
        """The total as it is shown."""
        return self._total

    @property
    def _near(self) -> bool:
        """Is the next penalty near?"""
        return self._limit is not None and self._bags >= self._limit - NEAR_LIMIT

    def _bag_text(self, *, whole: bool = False) -> str:
        """The bag count; `whole`: near the limit with what the next ones cost."""
        if self._limit is None:
            return self._words("{bags} bags", bags=self._bags)
        text = self._words("{bags} of {limit} bags", bags=self._bags, limit=self._limit)
        if not (whole and self._near):
            return text
        return self._words(
            N(
                "{count}: {n} more costs {points}",
                "{count}: {n} more cost {points}",
                max(1, self._limit - self._bags),
                count=text,
                points=self._penalty,
            )
        )

    def sizeHint(self) -> QSize:
        return QSize(theme.px(340), theme.px(124))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(220), theme.px(124))

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(colours.surface))
        painter.fillRect(0, 0, self.width(), theme.px(5), QColor(colours.side(self._side)))
        if self._side:
            painter.fillRect(QRect(0, 0, 1, self.height()), QColor(colours.line))
        left = theme.px(18)
        room = self.width() - left - theme.px(14)
        self._paint_names(painter, left, room)
        size = self._paint_total(painter, left, room)
        self._paint_rest(painter, left + size + theme.px(18), room - size - theme.px(18))
        painter.end()

    def _paint_names(self, painter: QPainter, left: int, room: int) -> None:
        colours = theme.colours()
        font = QFont(QApplication.font())
        font.setPixelSize(theme.px(20))
        font.setBold(True)
        line = QRect(left, theme.px(9), room, theme.px(28))
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        metrics = QFontMetrics(font)
        name = metrics.elidedText(self._name, Qt.TextElideMode.ElideRight, room)
        painter.setFont(font)
        painter.setPen(QColor(colours.side(self._side)))
        painter.drawText(line, flags, name)
        used = metrics.horizontalAdvance(name) + theme.px(12)
        small = QFont(QApplication.font())
        small.setPixelSize(theme.px(14))
        if room - used > theme.px(60):
            players = QFontMetrics(small).elidedText(
                self._players, Qt.TextElideMode.ElideRight, room - used
            )
            painter.setFont(small)
            painter.setPen(QColor(colours.soft))
            painter.drawText(line.adjusted(used, theme.px(2), 0, theme.px(2)), flags, players)

    def _paint_total(self, painter: QPainter, left: int, room: int) -> int:
        """Paint the total; its width."""
        wide = 0
        font = theme.figures(SMALL, bold=True)
        for size in (BIG, 72, SMALL):
            font = theme.figures(size, bold=True)
            wide = QFontMetrics(font).horizontalAdvance(self._total)
            if wide <= room - theme.px(104):
                break
        painter.setFont(font)
        painter.setPen(QColor(theme.colours().ink))
        painter.drawText(
            QRect(left, theme.px(36), wide + theme.px(4), theme.px(84)),
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
            self._total,
        )
        return wide

    def _paint_rest(self, painter: QPainter, left: int, room: int) -> None:
        colours = theme.colours()
        near = self._near
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        top = theme.px(46)
        if self._limit is not None and self._limit <= MOST_DOTS:
            self._paint_dots(painter, left, top, room, near)
            top += theme.px(16)
        font = theme.figures(15, bold=near)
        painter.setFont(font)
        painter.setPen(QColor(colours.warn if near else colours.ink))
        sign = "▲ " if near else ""
        metrics = QFontMetrics(font)
        text = fitting((sign + self._bag_text(whole=True), sign + self._bag_text()), metrics, room)
        elide = Qt.TextElideMode.ElideRight
        painter.drawText(
            QRect(left, top, room, theme.px(22)), flags, metrics.elidedText(text, elide, room)
        )
        font = theme.figures(15, bold=True)
        painter.setFont(font)
        painter.setPen(QColor(colours.good if self._won else colours.ink))
        text = ("✓ " if self._won else "") + self._needs
        said = [part for part in (text, *self._more) if part]
        choices = [" · ".join(said[:count]) for count in range(len(said), 0, -1)]
        text = fitting((*choices, text), QFontMetrics(font), room)
        painter.drawText(
            QRect(left, top + theme.px(24), room, theme.px(22)),
            flags,
            QFontMetrics(font).elidedText(text, elide, room),
        )

    def _paint_dots(self, painter: QPainter, left: int, top: int, room: int, near: bool) -> None:
        colours = theme.colours()
        count = self._limit or 0
        step = min(theme.px(15), (room - 2) / max(1, count))
        radius = min(theme.px(5), step * 0.38)
        ink = QColor(colours.warn if near else colours.side(self._side))
        painter.setPen(QPen(ink, 1.5))
        for place in range(count):
            painter.setBrush(ink if place < self._bags else Qt.BrushStyle.NoBrush)
            centre = QPointF(left + radius + 1 + place * step, top + theme.px(6))
            painter.drawEllipse(centre, radius, radius)


class ScoreHeader(QFrame):
    """Both sides and the clock, across the page."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(words("Score and clock"))
        self.sides = (SideView(0, words), SideView(1, words))
        self.clock = ClockView(words)
        row = parts.row_of(self, spacing=0)
        for side in self.sides:
            row.addWidget(side, 3)
        row.addWidget(self.clock, 2)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_match(self, match: Match) -> None:
        """Show totals, bags and names as the match stands."""
        for side in self.sides:
            side.show_match(match)

    def show_clock(self, match: Match, face: ClockFace, now: datetime) -> None:
        """Show the clock as it stands at `now` (UTC)."""
        self.clock.show_clock(match, face, now)
