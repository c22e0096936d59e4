"""The list of stored matches shows in each row where it is played, who plays, and the score.

A row is painted whole, because two texts stand above each other in each of its places: a table with
Qt's columns would need the same painting, and a screen reader would read it in pieces.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from scorepad.desk.ports import Page, Summary
from scorepad.spades.naming import round_name, table_name, tidy_name
from scorepad.spades.result import END_REASONS
from scorepad.spades.words import N, Words, format_number, isolate_name
from scorepad.window.widgets import theme
from scorepad.window.widgets.fit_text import cut_text, width_of
from scorepad.window.wording import moments, names

ROLE = Qt.ItemDataRole.UserRole


def place_text(summary: Summary, words: Words) -> str:
    """Return where a match is played: "Table 4 · Round 2 · Spring Tournament · UNC"."""
    table, round_ = table_name(summary.table, words), round_name(summary.round, words)
    rules, event = isolate_name(summary.rules_name or summary.rules), tidy_name(summary.event)
    return " · ".join(part for part in (table, round_, isolate_name(event), rules) if part)


def team_text(summary: Summary, side: int, words: Words) -> str:
    """Return a side's name; "Team A" where none was given."""
    return names.side_name_or_default(summary.teams[side], side, words)


def _playing_text(summary: Summary, words: Words) -> str:
    if summary.hands == 0:
        return words("not begun")
    playing = N("playing, {n} hand", "playing, {n} hands", summary.hands)
    if summary.runs_out is not None:
        moment = moments.format_time(summary.runs_out, words)
        return words("{playing}; time until {time}", playing=playing, time=moment)
    return words(playing)


def status_text(summary: Summary, words: Words) -> str:
    """Return the status in words: "playing, 5 hands", "Aces won, reached the target"."""
    if summary.status != "over":
        if summary.holder_name:
            return words(
                "{status}; held by {laptop}",
                status=_playing_text(summary, words),
                laptop=isolate_name(summary.holder_name),
            )
        return _playing_text(summary, words)
    if summary.reason == "abandoned":
        return words("abandoned, no winner")
    known = END_REASONS.get(summary.reason or "")
    if summary.winner is None:
        return words("both forfeit") if summary.reason == "forfeit" else words("a tie")
    return words(
        "{team} won, {reason}",
        team=team_text(summary, summary.winner, words),
        reason=known.phrase if known else words("on paper"),
    )


def spoken(summary: Summary, words: Words) -> str:
    """Return a whole row in one sentence, for a screen reader."""
    return words(
        "{one} {score} to {other_score} {other}, {status}; {place}",
        one=team_text(summary, 0, words),
        other=team_text(summary, 1, words),
        score=format_number(summary.score[0]),
        other_score=format_number(summary.score[1]),
        status=status_text(summary, words),
        place=place_text(summary, words),
    )


def _group(summary: Summary) -> int:
    if summary.status == "over":
        return 2
    return 0 if summary.hands else 1


class MatchList(QAbstractListModel):
    """A model of summaries, matches in play first; the role `ROLE` returns a whole summary.  More
    rows are fetched when the end is in sight."""

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._rows: list[Summary] = []
        self._next: int | None = None
        self._fetch: Callable[[int], Page] | None = None

    def show_page(self, page: Page, fetch: Callable[[int], Page] | None = None) -> None:
        """Replace the rows: matches in play come first, then those not begun, then those over.

        Each of the three groups keeps its order. `fetch` returns the page that begins there.
        """
        self.beginResetModel()
        self._rows = sorted(page.summaries, key=_group)
        self._next, self._fetch = page.next, fetch
        self.endResetModel()

    @property
    def whole(self) -> bool:
        """Whether no match follows that is not fetched yet."""
        return self._next is None

    def canFetchMore(self, parent: QModelIndex | QPersistentModelIndex) -> bool:
        return not parent.isValid() and self._next is not None and self._fetch is not None

    def fetchMore(self, parent: QModelIndex | QPersistentModelIndex) -> None:
        if parent.isValid() or self._next is None or self._fetch is None:
            return
        page = self._fetch(self._next)
        self._next = page.next
        if page.summaries:
            end = len(self._rows)
            self.beginInsertRows(QModelIndex(), end, end + len(page.summaries) - 1)
            self._rows += page.summaries
            self.endInsertRows()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = 0) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROLE:
            return row
        texts = (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.AccessibleTextRole,
            Qt.ItemDataRole.ToolTipRole,
        )
        if role in texts:
            return spoken(row, self._words)
        return None

    def row_of(self, match_id: str) -> int:
        """Return the row of a match, or −1."""
        return next((n for n, row in enumerate(self._rows) if row.id == match_id), -1)


NEEDED = 480
"""The width of a row without its date, which is shown where both have room, in pixels at the usual
text size."""


class MatchDelegate(QStyledItemDelegate):
    """Paints a row: place and status at the left, then both sides, and the date at the right."""

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(0, theme.px(72))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        summary: Summary = index.data(ROLE)
        colors = theme.colors()
        state: QStyle.StateFlag = option.state
        box: QRect = option.rect
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        if chosen:
            painter.fillRect(box, QColor(colors.wash))
            painter.fillRect(
                QRect(box.left(), box.top(), theme.px(4), box.height()), QColor(colors.accent)
            )
        painter.setPen(QPen(QColor(colors.edge if hovered else colors.line)))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        if hovered:
            painter.drawLine(box.topLeft(), box.topRight())
        pad = theme.px(18)
        inner = box.adjusted(pad, theme.px(10), -pad, -theme.px(10))
        date = moments.format_moment(summary.changed or summary.created, self._words)
        wide = width_of(date, theme.figure_font(13)) + pad
        date_width = wide if box.width() >= theme.px(NEEDED) + wide else 0
        place_width = max(theme.px(180), round(inner.width() * 0.4))
        self._place(
            painter, QRect(inner.left(), inner.top(), place_width - pad, inner.height()), summary
        )
        sides = QRect(
            inner.left() + place_width,
            inner.top(),
            inner.width() - place_width - date_width,
            inner.height(),
        )
        for side in range(2):
            half = QRect(
                sides.left(),
                sides.top() + side * sides.height() // 2,
                sides.width(),
                sides.height() // 2,
            )
            self._side(painter, half, summary, side)
        if date_width:
            right = QRect(
                inner.right() - date_width + pad, inner.top(), date_width - pad, inner.height()
            )
            self._date(painter, right, date, summary)
        painter.restore()

    def _line(
        self,
        painter: QPainter,
        box: QRect,
        text: str,
        font: QFont,
        color: str,
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ) -> None:
        painter.setFont(font)
        painter.setPen(QColor(color))
        shown = cut_text(text, QFontMetrics(font), box.width())
        painter.drawText(box, align | Qt.AlignmentFlag.AlignVCenter, shown)

    def _place(self, painter: QPainter, box: QRect, summary: Summary) -> None:
        colors = theme.colors()
        half = box.height() // 2
        top = QRect(box.left(), box.top(), box.width(), half)
        below = QRect(box.left(), box.top() + half, box.width(), half)
        self._line(
            painter, top, place_text(summary, self._words), theme.figure_font(15), colors.ink
        )
        over = summary.status == "over"
        sign = "✓ " if over else "● "
        tone = colors.good if over else colors.accent
        if summary.hands == 0 and not over:
            sign, tone = "○ ", colors.soft
        self._line(
            painter, below, sign + status_text(summary, self._words), theme.figure_font(13), tone
        )

    def _side(self, painter: QPainter, box: QRect, summary: Summary, side: int) -> None:
        colors = theme.colors()
        won = summary.status == "over" and summary.winner == side
        score_width = theme.px(64)
        font = theme.figure_font(16, bold=won)
        self._line(
            painter,
            QRect(box.left(), box.top(), score_width, box.height()),
            format_number(summary.score[side]),
            theme.figure_font(17, bold=True),
            colors.ink,
            Qt.AlignmentFlag.AlignRight,
        )
        name = team_text(summary, side, self._words)
        players = " · ".join(isolate_name(p) for p in summary.players[side::2] if p)
        left = box.left() + score_width + theme.px(14)
        room = box.width() - score_width - theme.px(14)
        self._line(
            painter, QRect(left, box.top(), room, box.height()), name, font, colors.side(side)
        )
        used = QFontMetrics(font).horizontalAdvance(name) + theme.px(10)
        if players and room - used > theme.px(60):
            self._line(
                painter,
                QRect(left + used, box.top(), room - used, box.height()),
                players,
                theme.figure_font(13),
                colors.soft,
            )

    def _date(self, painter: QPainter, box: QRect, moment: str, summary: Summary) -> None:
        colors = theme.colors()
        half = box.height() // 2
        right = Qt.AlignmentFlag.AlignRight
        self._line(
            painter,
            QRect(box.left(), box.top(), box.width(), half),
            moment,
            theme.figure_font(13),
            colors.soft,
            right,
        )
        signed = self._words("signed") if all(summary.signed) else ""
        self._line(
            painter,
            QRect(box.left(), box.top() + half, box.width(), half),
            signed,
            theme.figure_font(13),
            colors.soft,
            right,
        )
