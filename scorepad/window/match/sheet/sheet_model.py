"""The rows of a match are given to Qt as a model: what the sheet shows, what is spoken, and tips.

Only what differs from one change to the next is told to the view.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, Signal
from PySide6.QtWidgets import QWidget

from scorepad.spades.entries import FourBids, Head
from scorepad.spades.match import Match
from scorepad.spades.words import Words
from scorepad.window.match.sheet.sheet_columns import COLUMNS, HEADINGS, place_of
from scorepad.window.match.sheet.sheet_paint import ROW_ROLE, Index, alignment
from scorepad.window.match.sheet.sheet_rows import KnownRows, SheetRow, rows
from scorepad.window.wording import names


class SheetModel(QAbstractTableModel):
    """Holds the rows of a match, and the bids that are typed for its next hand."""

    renamed = Signal()
    """A side's name has changed."""

    def __init__(self, words: Words, parent: QWidget) -> None:
        super().__init__(parent)
        self._words = words
        self.rows: tuple[SheetRow, ...] = ()
        self.typed: FourBids | None = None
        self._head: Head | None = None
        self._known: KnownRows = {}
        self.teams = ("", "")

    def set_match(self, match: Match, typed: FourBids | None) -> None:
        """Hold this match and the typed bids, and tell the view only of rows that differ."""
        teams = (
            names.team(match.head.teams, 0, self._words),
            names.team(match.head.teams, 1, self._words),
        )
        if teams != self.teams:
            self.teams = teams
            self.renamed.emit()
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, COLUMNS - 1)
        if match.head != self._head:
            self._head = match.head
            self._known.clear()
        self.typed = typed
        fresh = rows(match, self._words, typed, self._known)
        kept = min(len(fresh), len(self.rows))
        if len(fresh) < len(self.rows):
            self.beginRemoveRows(QModelIndex(), kept, len(self.rows) - 1)
            self.rows = self.rows[:kept]
            self.endRemoveRows()
        changed = [row for row in range(kept) if fresh[row] != self.rows[row]]
        if len(fresh) > len(self.rows):
            self.beginInsertRows(QModelIndex(), kept, len(fresh) - 1)
            self.rows = fresh
            self.endInsertRows()
        self.rows = fresh
        for row in changed:
            self.dataChanged.emit(self.index(row, 0), self.index(row, COLUMNS - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else COLUMNS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.cells[index.column()]
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(alignment(index.column()))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(row, index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(row, index.column())
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return None
        place = place_of(section)
        key = ("number", "dealer")[section] if place is None else place[1]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words(HEADINGS[key])
        spoken = (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole)
        if role in spoken and place is not None:
            return self._words(
                "{team}: {what}", team=self.teams[place[0]], what=self._words(HEADINGS[key])
            )
        return None

    def _spoken(self, row: SheetRow, column: int) -> str:
        place = place_of(column)
        text = row.cells[column]
        if place is None or not text:
            return text
        side, part = place
        said = self._words(
            "Hand {hand}, {team}, {what}: {value}",
            hand=row.cells[0] or self._words("ruling"),
            team=self.teams[side],
            what=self._words(HEADINGS[part]),
            value=text,
        )
        return f"{said}, {self._tip(row, column)}" if self._tip(row, column) else said

    def _tip(self, row: SheetRow, column: int) -> str:
        place = place_of(column)
        if place is None:
            return row.remark
        side, part = place
        if part == "bags" and row.penalized[side]:
            return self._words("bag penalty in this hand")
        if part == "tricks":
            told = [self._words("lost by table talk")] if row.lost[side] else []
            told += [self._words("set")] if row.was_set[side] else []
            told += [self._words("nil failed")] if row.nil_failed[side] else []
            return ", ".join(told)
        if part == "bids" and row.reneged[side]:
            return self._words("renege by this side")
        return row.remark if row.status == "ruling" and part == "bids" else ""
