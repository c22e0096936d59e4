"""The rows of a match as a model of Qt: shown and spoken texts, and tips.

Only rows that differ after a change are repainted.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, Signal
from PySide6.QtWidgets import QWidget

from scorepad.spades.board import SeatedPlayer
from scorepad.spades.entries import FourBids, Head
from scorepad.spades.match import Match
from scorepad.spades.words import T, join_parts
from scorepad.window.match.sheet.sheet_columns import (
    COLUMN_COUNT,
    HEADINGS,
    side_and_part_of_column,
)
from scorepad.window.match.sheet.sheet_paint import ROW_ROLE, Index, alignment
from scorepad.window.match.sheet.sheet_rows import KnownRows, SheetRow, sheet_rows
from scorepad.window.wording import names


class SheetModel(QAbstractTableModel):
    """Holds the rows of a match, and the bids that are typed for its next hand."""

    renamed = Signal()
    """A side's name has changed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: tuple[SheetRow, ...] = ()
        self.typed: FourBids | None = None
        self._names: tuple[Head, tuple[SeatedPlayer, ...]] | None = None
        self._known_rows: KnownRows = {}
        self.teams = ("", "")

    def set_match(self, match: Match, typed: FourBids | None) -> None:
        """Hold this match and the typed bids, and update only rows that differ."""
        teams = (
            names.name_of_side(match.head.teams, 0),
            names.name_of_side(match.head.teams, 1),
        )
        if teams != self.teams:
            self.teams = teams
            self.renamed.emit()
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, COLUMN_COUNT - 1)
        if (match.head, match.board.seated) != self._names:
            self._names = match.head, match.board.seated
            self._known_rows.clear()
        self.typed = typed
        fresh = sheet_rows(match, typed, self._known_rows)
        remaining = min(len(fresh), len(self.rows))
        if len(fresh) < len(self.rows):
            self.beginRemoveRows(QModelIndex(), remaining, len(self.rows) - 1)
            self.rows = self.rows[:remaining]
            self.endRemoveRows()
        changed = [row for row in range(remaining) if fresh[row] != self.rows[row]]
        if len(fresh) > len(self.rows):
            self.beginInsertRows(QModelIndex(), remaining, len(fresh) - 1)
            self.rows = fresh
            self.endInsertRows()
        self.rows = fresh
        for row in changed:
            self.dataChanged.emit(self.index(row, 0), self.index(row, COLUMN_COUNT - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else COLUMN_COUNT

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.cells[index.column()]
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(alignment(index.column()))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken_text(row, index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(row, index.column())
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return None
        place = side_and_part_of_column(section)
        key = ("number", "dealer")[section] if place is None else place[1]
        if role == Qt.ItemDataRole.DisplayRole:
            return str(HEADINGS[key])
        text_roles = (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole)
        if role in text_roles and place is not None:
            return str(T("{team}: {what}", team=self.teams[place[0]], what=HEADINGS[key]))
        return None

    def _spoken_text(self, row: SheetRow, column: int) -> str:
        place = side_and_part_of_column(column)
        text = row.cells[column] or str(T("empty"))
        if place is None:
            return text
        side, part = place
        text = str(
            T(
                "Hand {hand}, {team}, {what}: {value}",
                hand=row.cells[0] or str(T("ruling")),
                team=self.teams[side],
                what=HEADINGS[part],
                value=text,
            )
        )
        return join_parts((text, self._tip(row, column)), ", ")

    def _tip(self, row: SheetRow, column: int) -> str:
        place = side_and_part_of_column(column)
        if place is None:
            return row.remark
        side, part = place
        if part == "bags" and row.penalized[side]:
            return str(T("bag penalty in this hand"))
        if part == "tricks":
            tips = [str(T("hand lost to a penalty"))] if row.lost[side] else []
            tips += [str(T("set"))] if row.was_set[side] else []
            tips += [str(T("nil failed"))] if row.nil_failed[side] else []
            return ", ".join(tips)
        if part == "bids" and row.reneged[side]:
            return str(T("renege by this team"))
        return row.remark if row.status == "ruling" and part == "bids" else ""
