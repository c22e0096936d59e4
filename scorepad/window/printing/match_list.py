"""The list of stored matches shows in each row where it is played, who plays, and the score.

A row is painted whole, because two texts stand above each other in each of its places: a table with
Qt's columns would need the same painting, and a screen reader would read it in pieces.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    Qt,
)
from PySide6.QtGui import QPainter

from scorepad.desk.ports import Page, Summary
from scorepad.spades.naming import round_name, table_name, tidy_name
from scorepad.spades.result import END_REASONS
from scorepad.spades.words import N, Words, format_number, isolate_name
from scorepad.window.widgets import theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.fit_text import width_of
from scorepad.window.widgets.row_delegate import CONTENT_ROLE, RIGHT, paint_text
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
        if role == CONTENT_ROLE:
            return MatchRowContent(row, self._words)
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


NEEDED = 32  # ems
"""The width of a row without its date, which is shown where both have room."""


class MatchRowContent(NamedTuple):
    """Place and status stand at the left of a row, then both sides, and the date at the right."""

    summary: Summary
    words: Words

    def height(self) -> int:
        """Return the height of a row, in pixels."""
        return theme.em(4.8)

    def paint(self, painter: QPainter, box: QRect) -> None:
        """Paint the columns."""
        summary, pad = self.summary, theme.em(1.2)
        inner = box.adjusted(pad, Gap.CONTROLS.pixels(), -pad, -Gap.CONTROLS.pixels())
        date = moments.format_moment(summary.changed or summary.created, self.words)
        wide = width_of(date, theme.figure_font(13)) + pad
        date_width = wide if box.width() >= theme.em(NEEDED) + wide else 0
        place_width = max(theme.em(12), round(inner.width() * 0.4))
        column = QRect(inner.left(), inner.top(), place_width - pad, inner.height())
        self._paint_place(painter, *_halves(column))
        column.setLeft(inner.left() + place_width)
        column.setRight(inner.right() - date_width)
        for side, half in enumerate(_halves(column)):
            self._paint_side(painter, half, side)
        if date_width:
            top, below = _halves(
                QRect(
                    inner.right() - date_width + pad, inner.top(), date_width - pad, inner.height()
                )
            )
            small, soft = theme.figure_font(13), theme.colors().soft
            paint_text(painter, top, date, small, soft, RIGHT)
            if all(summary.signed):
                paint_text(painter, below, self.words("signed"), small, soft, RIGHT)

    def _paint_place(self, painter: QPainter, top: QRect, below: QRect) -> None:
        colors, summary = theme.colors(), self.summary
        text = place_text(summary, self.words)
        paint_text(painter, top, text, theme.figure_font(15), colors.ink)
        over = summary.status == "over"
        sign = "✓ " if over else "● "
        tone = colors.good if over else colors.accent
        if summary.hands == 0 and not over:
            sign, tone = "○ ", colors.soft
        text = sign + status_text(summary, self.words)
        paint_text(painter, below, text, theme.figure_font(13), tone)

    def _paint_side(self, painter: QPainter, box: QRect, side: int) -> None:
        colors, summary = theme.colors(), self.summary
        won = summary.status == "over" and summary.winner == side
        score = QRect(box.left(), box.top(), theme.em(4.27), box.height())
        figure = format_number(summary.score[side])
        paint_text(painter, score, figure, theme.figure_font(17, bold=True), colors.ink, RIGHT)
        box.setLeft(score.right() + 1 + Gap.GROUPS.pixels())
        name = team_text(summary, side, self.words)
        font = theme.figure_font(16, bold=won)
        used = paint_text(painter, box, name, font, colors.side(side))
        box.setLeft(box.left() + used + Gap.CONTROLS.pixels())
        players = " · ".join(isolate_name(p) for p in summary.players[side::2] if p)
        if players and box.width() > theme.em(4):
            paint_text(painter, box, players, theme.figure_font(13), colors.soft)


def _halves(box: QRect) -> tuple[QRect, QRect]:
    half = box.height() // 2
    return (
        QRect(box.left(), box.top(), box.width(), half),
        QRect(box.left(), box.top() + half, box.width(), half),
    )
