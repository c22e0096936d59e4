"""A side is painted to be read from two meters: its name and players, total, bags, what it lacks to
the target, and its contract in the hand that is played."""

from __future__ import annotations

import itertools

from PySide6.QtCore import QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from scorepad.spades.match import Match
from scorepad.spades.words import T, format_number, join_parts
from scorepad.window.match.header import side_fit
from scorepad.window.match.header.clock_view import BASELINE, CLOCK_HEIGHT
from scorepad.window.match.header.side_fit import FittedPointsToWin
from scorepad.window.match.header.side_texts import (
    bag_count_and_warning_text,
    bag_count_text,
    brief_points_to_win_text,
    contract_text,
    further_deciding_texts,
    is_near_bag_limit,
    points_to_win_text,
)
from scorepad.window.widgets import theme
from scorepad.window.widgets.fit_text import (
    bold_figure_font,
    bold_text_font,
    first_fit,
    fit_text,
    largest_that_fits,
    text_font,
    width_of,
)
from scorepad.window.wording import names

TOTAL_SIZE = 80  # px
LOW_TOTAL_SIZE = 64  # px
MIN_TOTAL_SIZE = 44  # px
"""The size of the total's figures (pixels at the usual text size), usually, where it is narrow, and
with large text in a small window."""
MAX_BAG_DOTS = 12
CONTRACT_SIZES = (48, 40, 32)  # px
BAG_TEXT_SIZES = (18, 16, 15)  # px
SMALL_BAG_TEXT_SIZES = (14, 13)  # px
"""The sizes (pixels at the usual text size) of the contract, of the bag count and of its shortest
words; the largest that has room is taken."""
NAME_LINE_HEIGHT, NAME_ABOVE_HEIGHT, PLAYERS_LINE_HEIGHT = 28, 22, 15  # px
"""The height (pixels at the usual text size) of a name's line alone, of one with players below it,
and of the players' line."""
PART_NAMES = ("total", "bags", "needs")
"""The parts of a side that explain themselves when they are pressed."""


class SideView(QAbstractButton):
    """Shows one side's name, players, total, bags, and what it lacks to the target.

    Total, bags and what is lacking explain themselves: click on one, or go to the side with Tab, to
    the number with the arrows, and press Enter.  For a screen reader it is a button.
    """

    part_asked = Signal(int, str)
    """A number was asked about: the side, and "total", "bags" or "needs"."""

    def __init__(self, side: int) -> None:
        super().__init__()
        self._side = side
        self._name = self._players = self.total = self._contract = ""
        self._needs = ("", "")
        self._more: list[str] = []
        self._seats: list[str] = []
        self._bags = 0
        self._limit: int | None = None
        self._bag_warning = self._bag_count = self._bag_brief = ""
        self._near = self._won = False
        self._boxes = dict.fromkeys(PART_NAMES, QRect())
        self._at = 0
        self.clicked.connect(lambda: self.part_asked.emit(self._side, PART_NAMES[self._at]))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._contract_size = 0
        self._below = False
        self._grown = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def grow_figures(self, more: int) -> None:
        """Show the total `more` pixels larger, at the usual text size, where it has room."""
        if more != self._grown:
            self._grown = more
            self.updateGeometry()
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Left: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_Right: 1}
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.click()
        elif (step := steps.get(Qt.Key(event.key()))) is not None:
            self._at = (self._at + step) % len(PART_NAMES)
            self.update()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        part = next((part for part, box in self._boxes.items() if box.contains(at)), "total")
        self._at = PART_NAMES.index(part)
        super().mouseReleaseEvent(event)

    def show_match(self, match: Match, *, is_time_asked: bool = False) -> None:
        """Show this side as the match stands.

        `is_time_asked` says that time ran out between hands, and that nobody has answered yet
        whether cards were dealt.
        """
        side = self._side
        teams = match.head.teams
        self._name = names.name_of_side(teams, side)
        self._seats = [names.name_of_seat(teams, seat) for seat in (side, side + 2)]
        self._players = " · ".join(self._seats)
        self.total = format_number(match.board.score[side])
        self._bags = match.board.bags[side]
        self._limit = match.rules.bags.limit
        self._near = is_near_bag_limit(match, side)
        self._bag_warning = str(bag_count_and_warning_text(match, side))
        self._bag_count = str(bag_count_text(match, side))
        self._bag_brief = str(T("{n} of {limit}", n=self._bags, limit=self._limit or 0))
        end = match.board.end
        self._won = end is not None and end.winner == side
        text = points_to_win_text(match, side, is_time_asked=is_time_asked)
        brief = brief_points_to_win_text(match, side, is_time_asked=is_time_asked)
        self._needs = ("" if text is None else str(text), "" if brief is None else str(brief))
        if self._won:
            self._needs = (str(T("won")),) * 2
        self._more = [str(text) for text in further_deciding_texts(match, side)]
        self._contract = contract_text(match, side)
        contract = str(T("contract {n}", n=self._contract)) if self._contract else ""
        self.setAccessibleName(self._name)
        needs = join_parts((self._needs[0], *self._more, contract))
        self.setToolTip(
            "\n".join(filter(None, (self._name, self._players, self._bag_warning, needs)))
        )
        self.setAccessibleDescription(
            str(
                T(
                    "{players}. {total} points. {bags}. {needs}",
                    players=self._players,
                    total=self.total,
                    bags=self._bag_warning,
                    needs=needs,
                )
            )
        )
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.px(340), theme.px(CLOCK_HEIGHT + self._grown))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(220), theme.px(CLOCK_HEIGHT + self._grown))

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors = theme.colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(colors.surface))
        painter.fillRect(0, 0, self.width(), theme.px(5), QColor(colors.side(self._side)))
        if self._side:
            painter.fillRect(QRect(0, 0, 1, self.height()), QColor(colors.line))
        left, room = theme.px(18), self._room()
        self._paint_names(painter, left, room)
        size = self._paint_total(painter, left)
        self._paint_rest(painter, left + size + theme.px(18), room - size - theme.px(18))
        gap = theme.px(6)
        self._boxes["total"] = QRect(
            left - gap, theme.px(43), size + 2 * gap, theme.px(77 + self._grown)
        )
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.colors().focus), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(
                self._boxes[PART_NAMES[self._at]].intersected(self.rect().adjusted(1, 1, -2, -2))
            )
        painter.end()

    def _room(self) -> int:
        """Return the width (pixels) that texts may use."""
        return self.width() - theme.px(18 + 14)

    def has_two_name_lines(self) -> bool:
        """Return whether name and players do not fit on one line."""
        return side_fit.fit_names(self._room(), self._name, self._seats).below

    def show_players_below_name(self, below: bool) -> None:
        """Show the players below the name."""
        if below != self._below:
            self._below = below
            self.update()

    def _paint_names(self, painter: QPainter, left: int, room: int) -> None:
        colors = theme.colors()
        # Some scripts reach further down than a line of Latin is high; they are not cut there.
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        flags |= Qt.TextFlag.TextDontClip
        fit = side_fit.fit_names(room, self._name, self._seats, below=self._below)
        large = bold_text_font(fit.name_size)
        top, high = (5, NAME_ABOVE_HEIGHT) if fit.below else (9, NAME_LINE_HEIGHT)
        line = QRect(left, theme.px(top), room, theme.px(high))
        painter.setFont(large)
        painter.setPen(QColor(colors.side(self._side)))
        painter.drawText(line, flags, fit.name)
        if fit.below:
            line = QRect(left, theme.px(top + high), room, theme.px(PLAYERS_LINE_HEIGHT))
        else:
            used = QFontMetrics(large).horizontalAdvance(fit.name)
            line.adjust(used + theme.px(side_fit.NAMES_APART), theme.px(2), 0, theme.px(2))
        painter.setFont(text_font(fit.players_size))
        painter.setPen(QColor(colors.soft))
        painter.drawText(line, flags, fit.players)

    def fitting_figure_size(self) -> float:
        """Return the largest size (pixels at the usual text size) in which the total fits."""
        room = self.width() - theme.px(18 + 14 + 104)
        sizes = (TOTAL_SIZE + self._grown, TOTAL_SIZE, 72, LOW_TOTAL_SIZE)
        fit = first_fit(itertools.product([self.total], sizes), room, bold_figure_font)
        return MIN_TOTAL_SIZE if fit is None else fit[1]

    def _paint_total(self, painter: QPainter, left: int) -> int:
        """Paint the total, and return its width (pixels)."""
        font = theme.figure_font(self.fitting_figure_size(), bold=True)
        painter.setFont(font)
        painter.setPen(QColor(theme.colors().ink))
        painter.drawText(left, theme.px(BASELINE + self._grown), self.total)
        return QFontMetrics(font).horizontalAdvance(self.total)

    def _paint_rest(self, painter: QPainter, left: int, room: int) -> None:
        room -= self._paint_contract(painter, left, room)
        needs = side_fit.fit_points_to_win(room, self._needs_texts, self._more)
        # What needs more than one line takes the room of the dots; the count says the same.
        dots = self._limit is not None and self._limit <= MAX_BAG_DOTS and len(needs.lines) == 1
        if dots:
            self._paint_dots(painter, left, theme.px(46 + self._grown), room, self._near)
        base, edge = (80, 86) if len(needs.lines) == 1 else (60, 66)
        base, edge = base + self._grown, edge + self._grown
        self._paint_bags(painter, left, base, room)
        self._paint_needs(painter, left, needs)
        left, room = left - theme.px(6), room + theme.px(6)
        self._boxes["bags"] = QRect(
            left, theme.px(43 + self._grown), room, theme.px(edge - self._grown - 43)
        )
        self._boxes["needs"] = QRect(left, theme.px(edge), room, theme.px(114 + self._grown - edge))

    def largest_contract_size(self) -> int:
        """Return the largest size (pixels at the usual text size) of the contract beside which all
        else can be read; 0 where there is none, or no contract."""
        if not self._contract:
            return 0
        total = QFontMetrics(theme.figure_font(self.fitting_figure_size(), bold=True))
        room = self.width() - theme.px(18 + 18 + 14) - total.horizontalAdvance(self.total)
        least = max(
            width_of(self._needs[1], bold_figure_font(18)),
            width_of(f"▲ {self._bag_count}", bold_figure_font(16)),
        )
        room -= least
        return (
            largest_that_fits(CONTRACT_SIZES, lambda size: self._contract_wide(size) <= room) or 0
        )

    def show_contract(self, size: int) -> None:
        """Show the contract in this size (pixels at the usual text size); 0 hides it."""
        if size != self._contract_size:
            self._contract_size = size
            self.update()

    def _contract_wide(self, size: int) -> int:
        """Return the width (pixels) of the contract with its caption and a gap before it."""
        figure = width_of(self._contract, bold_figure_font(size))
        caption = QFontMetrics(theme.figure_font(14)).horizontalAdvance(str(T("contract")))
        return max(figure, caption) + theme.px(20)

    def _paint_contract(self, painter: QPainter, left: int, room: int) -> int:
        """Paint the contract at the right, and return its width (pixels)."""
        size = self._contract_size
        if not size or not self._contract:
            return 0
        colors = theme.colors()
        for font, ink, base, text in (
            (theme.figure_font(14), colors.soft, 58, str(T("contract"))),
            (
                theme.figure_font(size, bold=True),
                colors.side(self._side),
                BASELINE,
                self._contract,
            ),
        ):
            painter.setFont(font)
            painter.setPen(QColor(ink))
            wide = QFontMetrics(font).horizontalAdvance(text)
            painter.drawText(left + room - wide, theme.px(base + self._grown), text)
        return self._contract_wide(size)

    def _paint_bags(self, painter: QPainter, left: int, base: int, room: int) -> None:
        near, sign = self._near, "▲ " if self._near else ""
        tries = [(sign + self._bag_warning, size) for size in BAG_TEXT_SIZES]
        tries += [
            (sign + self._bag_count, size) for size in (*BAG_TEXT_SIZES, *SMALL_BAG_TEXT_SIZES)
        ]
        if self._limit is not None:
            tries += [
                (sign + self._bag_brief, size)
                for size in (*BAG_TEXT_SIZES[1:], *SMALL_BAG_TEXT_SIZES)
            ]
        font = bold_figure_font if near else theme.figure_font
        shown, size = fit_text(tries, room, font)
        colors = theme.colors()
        painter.setFont(font(size))
        painter.setPen(QColor(colors.warn if near else colors.ink))
        painter.drawText(left, theme.px(base), shown)

    @property
    def _needs_texts(self) -> tuple[str, str]:
        """Return what is lacking, whole and in fewer words."""
        sign = "✓ " if self._won else ""
        return sign + self._needs[0], sign + self._needs[1]

    def _paint_needs(self, painter: QPainter, left: int, needs: FittedPointsToWin) -> None:
        colors = theme.colors()
        large = theme.figure_font(needs.size, bold=True)
        painter.setFont(large)
        painter.setPen(QColor(colors.good if self._won else colors.ink))
        step = needs.size * 6 // 5
        for line, text in enumerate(needs.lines):
            above = (len(needs.lines) - 1 - line) * step
            painter.drawText(left, theme.px(BASELINE + self._grown - above), text)
        if not needs.rest:
            return
        shown = needs.lines[-1]
        painter.setFont(theme.figure_font(side_fit.BESIDE_SIZE, bold=True))
        painter.setPen(QColor(colors.ink))
        text = needs.rest if shown else needs.rest.removeprefix(" · ")
        used = QFontMetrics(large).horizontalAdvance(shown)
        painter.drawText(left + used, theme.px(BASELINE + self._grown), text)

    def _paint_dots(self, painter: QPainter, left: int, top: int, room: int, near: bool) -> None:
        colors = theme.colors()
        count = self._limit or 0
        step = min(theme.px(18), (room - 2) / max(1, count))
        radius = min(theme.px(6), step * 0.38)
        ink = QColor(colors.warn if near else colors.side(self._side))
        painter.setPen(QPen(ink, 1.5))
        for place in range(count):
            painter.setBrush(ink if place < self._bags else Qt.BrushStyle.NoBrush)
            centre = QPointF(left + radius + 1 + place * step, top + theme.px(9))
            painter.drawEllipse(centre, radius, radius)
