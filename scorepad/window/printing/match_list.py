"""The list of stored matches shows in each row where it is played, who plays, and the score.

A row is painted whole: a screen reader would read a table with Qt's columns in pieces.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, NamedTuple

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    Qt,
)
from PySide6.QtGui import QFontMetrics, QPainter

from scorepad.desk.ports import PageOfSummaries
from scorepad.spades.naming import round_name, strip_table_word, table_name
from scorepad.spades.result import END_REASONS
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import N, T, format_number, join_parts
from scorepad.window.widgets import theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.fit_text import fit_words
from scorepad.window.widgets.row_delegate import CONTENT_ROLE, MIDDLE, RIGHT, paint_text
from scorepad.window.widgets.team_line import paint_teams
from scorepad.window.wording import moments

ROLE = Qt.ItemDataRole.UserRole


def place_text(status: MatchStatus) -> str:
    """Return where a match is played: "Table 4 · Round 2 · Spring Tournament · UNC"."""
    table = table_name(status.table)
    return join_parts((table, round_event_and_rules_text(status)))


def round_event_and_rules_text(status: MatchStatus) -> str:
    """Return round, event and rule set of a match: "Round 2 · Spring Tournament · UNC"."""
    round_, event = round_name(status.round), status.event
    rules = status.rules_name or status.rules
    return join_parts((round_, event, rules))


def _playing_text(status: MatchStatus) -> str:
    if not status.begun:
        return str(T("not begun"))
    playing = N("playing, {n} hand", "playing, {n} hands", status.hands)
    if status.runs_out is not None:
        moment = moments.format_local_time(status.runs_out)
        return str(T("{playing}; time until {time}", playing=playing, time=moment))
    return str(playing)


def match_status_text(status: MatchStatus) -> str:
    """Return the status in words: "playing, 5 hands", "Aces won, reached the target"."""
    if not status.is_over:
        if status.holder_name:
            return str(
                T(
                    "{status}; held by {laptop}",
                    status=_playing_text(status),
                    laptop=status.holder_name,
                )
            )
        return _playing_text(status)
    if status.reason == "abandoned":
        return str(T("abandoned, no winner"))
    if status.versions and not status.is_stated:
        return str(T("two versions"))
    known = END_REASONS.get(status.reason or "")
    if status.winner is None:
        return str(T("both forfeit") if status.reason == "forfeit" else T("a tie"))
    return str(
        T(
            "{team} won, {reason}",
            team=status.team_name(status.winner),
            reason=known.phrase if known else str(T("on paper")),
        )
    )


def match_row_spoken_text(status: MatchStatus) -> str:
    """Return a whole row in one sentence, for a screen reader."""
    one, other = status.team_names()
    return str(
        T(
            "{one} {score} to {other_score} {other}, {status}; {place}",
            one=one,
            other=other,
            score=format_number(status.score[0]),
            other_score=format_number(status.score[1]),
            status=match_status_text(status),
            place=place_text(status),
        )
    )


class MatchListModel(QAbstractListModel):
    """A model of matches, those in play first; the role `ROLE` returns a whole `MatchStatus`.  More
    rows are fetched when the end is in sight."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[MatchStatus] = []
        self._next: int | None = None
        self._fetch: Callable[[int], PageOfSummaries] | None = None

    def show_page(
        self, page: PageOfSummaries, fetch: Callable[[int], PageOfSummaries] | None = None
    ) -> None:
        """Replace the rows: matches in play come first, then those not begun, then those over.

        Each of the three groups keeps its order. `fetch` returns the page that begins there.
        """
        self.beginResetModel()
        self._rows = sorted(page.summaries, key=attrgetter("list_part"))
        self._next, self._fetch = page.next, fetch
        self.endResetModel()

    @property
    def has_all_rows(self) -> bool:
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
            return MatchListRowContent(row)
        texts = (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.AccessibleTextRole,
            Qt.ItemDataRole.ToolTipRole,
        )
        if role in texts:
            return match_row_spoken_text(row)
        return None

    def row_of(self, match_id: str) -> int:
        """Return the row of a match, or −1."""
        return next((n for n, row in enumerate(self._rows) if row.id == match_id), -1)


TABLE, SCORE, DATE = 5.5, 7.0, 10.8  # ems
"""The widths of the table's number, of the score and of the date."""
DATED, PLACED = 38, 48  # ems
"""Teams and status have so much room before the date is shown, and then the place."""


class MatchListRowContent(NamedTuple):
    """One line, as a table has on the floor: its number, both teams, the score, how the match
    stands, where it is played, and when it last moved."""

    status: MatchStatus

    def height(self) -> int:
        """Return the height of a row, in pixels."""
        return theme.touch_height()

    def paint(self, painter: QPainter, box: QRect) -> None:
        """Paint the columns."""
        status, colors = self.status, theme.colors()
        side, gap = Gap.GROUPS.pixels(), Gap.CONTROLS.pixels()
        table, teams, score, state, place, date = _columns(box.adjusted(side, 0, -side, 0), gap)
        small = theme.figure_font(13)
        over = status.is_over
        sign, tone = ("✓", colors.good) if over else ("●", colors.accent)
        if not status.begun:
            sign, tone = "○", colors.soft
        figures = theme.figure_font(16, bold=True)
        used = paint_text(painter, table, f"{sign} ", figures, tone)
        table.setLeft(table.left() + used)
        paint_text(
            painter,
            table,
            strip_table_word(status.table),
            figures,
            colors.ink,
        )
        painter.setFont(theme.figure_font(15))
        names = [*status.team_names()]
        paint_teams(painter, teams, names, status.players, colors.ink, colors.soft)
        totals = " : ".join(map(format_number, status.score))
        paint_text(painter, score, totals if status.has_score else "", figures, colors.ink, MIDDLE)
        text = fit_words(self._status_texts(), QFontMetrics(small), state.width())
        paint_text(painter, state, text, small, tone)
        if place.width() > 0:
            text = round_event_and_rules_text(status)
            paint_text(painter, place, text, small, colors.ink)
        if date.width() > 0:
            moment = moments.format_moment(status.changed or status.created)
            paint_text(painter, date, moment, small, colors.soft, RIGHT)

    def _status_texts(self) -> tuple[str, ...]:
        """Return how the match stands, from the longest text to the shortest."""
        text = match_status_text(self.status)
        signed = f"{text} · {T('signed')}"
        return (signed, text) if all(self.status.signed) else (text, text.partition(";")[0])


def _columns(box: QRect, gap: int) -> tuple[QRect, ...]:
    """Return where table, teams, score, status, place and date stand in a row, which is the same in
    all rows; the last two are empty where the others need the room."""
    rest = box.width() - theme.em(TABLE) - theme.em(SCORE)
    date = theme.em(DATE) if rest >= theme.em(DATED) else 0
    place = round((rest - date) * 0.27) if rest >= theme.em(PLACED) else 0
    status = round((rest - date - place) * 0.4)
    teams = rest - date - place - status
    columns, left = list[QRect](), box.left()
    for width in (theme.em(TABLE), teams, theme.em(SCORE), status, place, date):
        columns.append(QRect(left, box.top(), max(0, width - gap), box.height()))
        left += width
    return tuple(columns)
