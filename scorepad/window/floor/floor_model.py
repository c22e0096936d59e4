"""The rows of the tables list as Qt's table model, and Qt's own sorting and filtering in front."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Final, Literal

from PySide6.QtCore import QModelIndex, QObject, QSortFilterProxyModel, Signal

from scorepad.desk.floor import Show, is_need_shown, searchable_texts, waiting_for_text
from scorepad.desk.search import search_rank
from scorepad.spades.naming import strip_table_word, table_name, table_order
from scorepad.spades.status import MatchStatus, Need
from scorepad.spades.words import T, Text, isolate_name, join_parts
from scorepad.window.widgets.controls import capitalize
from scorepad.window.widgets.row_table import Index, RowModel
from scorepad.window.wording.moments import spoken_clock_text, table_clock_text
from scorepad.window.wording.names import players_text, score_text

TABLE, TIME, FIRST, SCORE, SECOND, HAND, WAITS, EVENT, ROUND, RULES, PLAYERS = range(11)
IF_THEY_DIFFER: Final = (EVENT, ROUND, RULES)
"""These columns are shown only if the tables differ in them."""
SOFT: Final = (ROUND, RULES, PLAYERS)
NEED_SIGNS: Final[dict[Need, str]] = {
    "unreadable": "! ",
    "versions": "! ",
    "confirm-dealt": "● ",
    "time-up": "▲ ",
    "wait-over": "● ",
    "no-bids": "? ",
    "unsigned": "✎ ",
    "done": "✓ ",
}
"""The sign before the words for a need, so that it does not depend on color alone."""
NEED_TONES: Final[dict[Need, str]] = {
    "unreadable": "bad",
    "versions": "bad",
    "confirm-dealt": "bad",
    "time-up": "bad",
    "warned": "warn",
    "wait-over": "bad",
    "no-bids": "warn",
}
"""The colors of the needs that require action."""
NOT_BY_CLOCK: Final = ("wait-over", "no-bids", "unreadable", "versions")
"""The clock does not cause these needs, so its figures keep their color."""
Order = Literal["urgency", "table"]


ZEROS: Final = str.maketrans("123456789", "0" * 9)
"""Texts that differ in figures alone are equally wide."""

RowTexts = tuple[str, Need, str, tuple[int | None, ...], str]
"""The parts of a row that change with time (clock, need, next step, and the moment), and the
table's number."""


class FloorModel(RowModel):
    """Holds the rows of the last reading; `show_time` repaints only the parts that change with
    time."""

    titles = (
        T("Table"),
        T("Time"),
        T("First team"),
        T("Score"),
        T("Second team"),
        T("Hand"),
        T("Waiting for"),
        T("Event"),
        T("Round"),
        T("Rules"),
        T("Players"),
    )
    right = (TABLE, TIME, FIRST, HAND)
    centered = (SCORE,)
    bold = (TABLE, SCORE)

    clocks_moved = Signal()
    """Clocks have other figures, in texts as wide as before.  It takes the place of a change of
    each cell, which for forty clocks takes longer than to paint them."""

    def __init__(self, now: datetime, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[MatchStatus]
        self._texts: list[RowTexts] = []
        self.now = now
        self.moved = False
        """Whether the order may have changed since this was last set to False."""

    @property
    def rows(self) -> Sequence[MatchStatus]:
        """Return the rows in the order they were opened."""
        return self._rows

    def has_different_texts(self, column: int) -> bool:
        """Return whether the tables have different texts in this column."""
        return len({self._text(at, column) for at in range(len(self._rows))}) > 1

    def show_rows(self, rows: Sequence[MatchStatus], now: datetime) -> None:
        """Show these rows; a row that was there before keeps its place and its mark."""
        self.now = now
        new = {row.id: row for row in rows}
        for at in range(len(self._rows) - 1, -1, -1):
            if self._rows[at].id not in new:
                self.beginRemoveRows(QModelIndex(), at, at)
                del self._rows[at], self._texts[at]
                self.endRemoveRows()
                self.moved = True
        for at, row in enumerate(self._rows):
            come = new.pop(row.id)
            if come != row:
                self._rows[at] = come
                self._texts[at] = self._texts_of_row(come)
                self._repaint(at, TABLE, PLAYERS)
                self.moved = True
        if new:
            at = len(self._rows)
            self.beginInsertRows(QModelIndex(), at, at + len(new) - 1)
            self._rows += new.values()
            self._texts += map(self._texts_of_row, new.values())
            self.endInsertRows()
            self.moved = True
        self.show_time(now)

    def show_time(self, now: datetime) -> None:
        """Move the time on to `now` (UTC), and repaint only the cells whose text changes."""
        self.now, has_moved = now, False
        for at, row in enumerate(self._rows):
            before = self._texts[at]
            if row.shown_times(now) == before[3]:
                continue
            self._texts[at] = texts = self._texts_of_row(row)
            if texts[1] != before[1]:
                self._repaint(at, TABLE, PLAYERS)
                self.moved = True
            else:
                if texts[0].translate(ZEROS) != before[0].translate(ZEROS):
                    self._repaint(at, TIME, TIME)
                has_moved |= texts[0] != before[0]
                if texts[2] != before[2]:
                    self._repaint(at, WAITS, WAITS)
        if has_moved:
            self.clocks_moved.emit()

    def _repaint(self, row: int, first: int, last: int) -> None:
        self.dataChanged.emit(self.index(row, first), self.index(row, last))

    def _texts_of_row(self, row: MatchStatus) -> RowTexts:
        now = self.now
        return (
            table_clock_text(row, now) or ("" if row.is_over else "–"),
            row.need(now),
            str(waiting_for_text(row, now)),
            row.shown_times(now),
            strip_table_word(row.table),
        )

    def text(self, at: int, column: int) -> str:
        sign = NEED_SIGNS.get(self._texts[at][1], "") if column == WAITS else ""
        return sign + self._text(at, column)

    def is_bold(self, at: int, column: int) -> bool:
        row = self._rows[at]
        is_running = row.clock.state(self.now) in ("running", "up") and not row.is_over
        return super().is_bold(at, column) or (column == TIME and is_running)

    def spoken_text(self, at: int, column: int) -> str | None:
        row, text = self._rows[at], self._text(at, column)
        if column == TABLE:
            text = table_name(row.table)
        elif column == TIME:
            text = spoken_clock_text(row, self.now)
        return text or str(T("empty"))

    def tip(self, at: int) -> str:
        row = self._rows[at]
        return join_parts((*searchable_texts(row, self.now), row.rules_name, self._texts[at][0]))

    def tone(self, at: int, column: int) -> str:
        row, need = self._rows[at], self._texts[at][1]
        if need == "done" or column in SOFT:
            return "soft"
        if column in (TABLE, WAITS) or (column == TIME and need not in NOT_BY_CLOCK):
            is_stopped = column == TIME and row.clock.state(self.now) in ("waiting", "paused")
            return NEED_TONES.get(need, "soft" if is_stopped else "ink")
        return "ink"

    def _text(self, at: int, column: int) -> str:
        row, (clock, _need, waits, _moment, number) = self._rows[at], self._texts[at]
        if column == TABLE:
            return isolate_name(number)
        if column == TIME:
            return clock
        if column in (FIRST, SECOND):
            return isolate_name(row.team_name(int(column == SECOND)))
        if column == SCORE:
            return score_text(row)
        if column == HAND:
            return "" if row.is_over or not row.begun else str(row.hand)
        if column == WAITS:
            return capitalize(waits)
        if column == PLAYERS:
            return players_text(row)
        if column == ROUND and row.round_text is not None:
            return row.round_name
        return isolate_name({ROUND: row.round, EVENT: row.event, RULES: row.rules_name}[column])

    def search_ranks(self, search: str) -> list[tuple[MatchStatus, int | None]]:
        """Return the rows, each with its search rank (None: no match)."""
        return [
            (row, search_rank(searchable_texts(row, self.now), texts[-1], search))
            for row, texts in zip(self._rows, self._texts, strict=True)
        ]


class FloorSortFilter(QSortFilterProxyModel):
    """Sorts by urgency or by table, with the best search results first, and filters the tables.

    It sorts only on demand, so that no row moves under the pointer.
    """

    def __init__(self, model: FloorModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows = model
        self._show: Show = "all"
        self._search = ""
        self.among: Collection[str] = ()
        """The ids of the matches that may be listed."""
        self._order: Order = "urgency"
        self._ranks: dict[str, int | None] = {}
        self.setDynamicSortFilter(False)
        self.setSourceModel(model)
        self.sort(TABLE)  # by `lessThan`, now and on demand

    def has_content(self, column: int) -> bool:
        """Return whether there is something to see in this column."""
        return column not in IF_THEY_DIFFER or self._rows.has_different_texts(column)

    def order_by(self, order: Order) -> None:
        """Sort by urgency, or by the tables' numbers."""
        self._order = order
        self.sort_and_filter()

    def set_filter(self, show: Show, search: str) -> None:
        """Show only the tables of this kind that match the search, among those of `among`."""
        self._show, self._search = show, search.strip()
        self.sort_and_filter()

    def sort_and_filter(self) -> None:
        """Sort and filter again by the tables' present state."""
        rows = self._rows
        rows.moved = False
        self._ranks = {row.id: rank for row, rank in rows.search_ranks(self._search)}
        self.invalidate()

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        floor_row = self._rows.rows[row]
        if floor_row.id not in self.among:
            return False
        if self._search and self._ranks.get(floor_row.id) is None:
            return False
        return is_need_shown(floor_row.need(self._rows.now), self._show)

    def lessThan(self, left: Index, right: Index) -> bool:
        return self._key(left) < self._key(right)

    def _key(self, index: Index) -> tuple[Any, ...]:
        row = self._rows.rows[index.row()]
        rank = self._ranks.get(row.id) or 0
        if self._order == "table":
            return (rank, table_order(row.table))
        return (rank, row.urgency(self._rows.now))


ORDERS: Final[dict[Order, Text]] = {"urgency": T("By urgency"), "table": T("By table")}
"""The orders in which the tables can be listed, with their names on the screen."""
