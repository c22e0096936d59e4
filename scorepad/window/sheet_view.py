"""The score sheet as the screen: one column group a side, the newest hand at the bottom.

Every number explains itself: a click or Enter on it asks why, `E` on a hand corrects it.
"""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QTableView,
    QWidget,
)

from scorepad.spades.board import Hand
from scorepad.spades.entries import FourBids, Head
from scorepad.spades.match import Match
from scorepad.spades.words import Words
from scorepad.window import names, sheet_columns, theme
from scorepad.window.sheet_heading import HEADING, ONE_LINE, GroupHeader
from scorepad.window.sheet_paint import (
    ROW_ROLE,
    CellPainter,
    Index,
    alignment,
)
from scorepad.window.sheet_rows import COLUMNS, HEADINGS, PARTS, Row, column_of, place_of, rows

ROW: Final = 32
LOW_ROW: Final = 26
"""A row's height, in pixels at the usual text size, a little more or less; and where the sheet is
low."""
LOWEST: Final = 108
"""So high (pixels at the usual text size) the sheet is to be: its heading and two rows."""
SHORT: Final = 172
LEAST_HIGH: Final = 84
"""Lower than this (pixels at the usual text size) it has its heading in one line; and its least
height, which is that line and two rows."""


class SheetModel(QAbstractTableModel):
    """The rows of a match for the view."""

    renamed = Signal()
    """A side has another name."""

    def __init__(self, words: Words, parent: QWidget) -> None:
        super().__init__(parent)
        self._words = words
        self._rows: tuple[Row, ...] = ()
        self._match: Match | None = None
        self._typed: FourBids | None = None
        self._head: Head | None = None
        self._known: dict[int, tuple[Hand, Row]] = {}
        self.teams = ("", "")

    def set_match(self, match: Match, typed: FourBids | None) -> None:
        """Show this match; only what differs is said to have changed."""
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
        if match is self._match and typed == self._typed:
            return
        self._match, self._typed = match, typed
        fresh = rows(match, self._words, typed, self._known)
        kept = min(len(fresh), len(self._rows))
        if len(fresh) < len(self._rows):
            self.beginRemoveRows(QModelIndex(), kept, len(self._rows) - 1)
            self._rows = self._rows[:kept]
            self.endRemoveRows()
        changed = [row for row in range(kept) if fresh[row] != self._rows[row]]
        if len(fresh) > len(self._rows):
            self.beginInsertRows(QModelIndex(), kept, len(fresh) - 1)
            self._rows = fresh
            self.endInsertRows()
        self._rows = fresh
        for row in changed:
            self.dataChanged.emit(self.index(row, 0), self.index(row, COLUMNS - 1))

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is shown, oldest first."""
        return self._rows

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else COLUMNS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._rows[index.row()]
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

    def _spoken(self, row: Row, column: int) -> str:
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

    def _tip(self, row: Row, column: int) -> str:
        place = place_of(column)
        if place is None:
            return row.remark
        side, part = place
        if part == "bags" and row.penalized[side]:
            return self._words("bag penalty in this hand")
        if part == "tricks":
            told = [self._words("lost by table talk")] if row.lost[side] else []
            told += [self._words("set")] if row.was_set[side] else []
            return ", ".join(told)
        if part == "bids" and row.reneged[side]:
            return self._words("renege by this side")
        return row.remark if row.status == "ruling" and part == "bids" else ""


class SheetView(QTableView):
    """The sheet."""

    explain = Signal(int, int, str)
    """A number was asked about: the hand, the side, the part (`sheet_rows.PARTS`)."""
    explain_ruling = Signal(str)
    """A ruling between hands was asked about: its entry's id."""
    edit_hand = Signal(int)
    """A hand is to be corrected: its number."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        # The column that the cursor was put on, also while that one has no room.
        self._meant = -1
        self.marked = 0
        self.setProperty("kind", "sheet")
        self.setAccessibleName(words("Score sheet"))
        self.setAccessibleDescription(
            words("Enter on a number says why it is so; E on a hand corrects it.")
        )
        self._model = SheetModel(words, self)
        self.setModel(self._model)
        self._painter = CellPainter(self)
        self.setItemDelegate(self._painter)
        self._needed = [0] * COLUMNS
        self._header = GroupHeader(self)
        self.setHorizontalHeader(self._header)
        self._model.renamed.connect(self._rename)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setMinimumSectionSize(theme.px(20))
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        # The columns share the width there is; how many rows have room is told before any is laid
        # out, and with it whether there is to scroll.  Found out by itself, the bar would come
        # after the columns were measured, and cut the last of them off.
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setMinimumHeight(theme.px(LEAST_HIGH))
        self.clicked.connect(self._ask)

    def show_match(self, match: Match, typed: FourBids | None = None) -> None:
        """Show the match, with bids typed for the hand to come; the newest hand is in sight."""
        before, needed = self._model.rowCount(), self._needed
        self._model.set_match(match, typed)
        self._needed = self._painter.needed(self._model.rows, self._header.needed())
        if self._model.rowCount() == before and self._needed != needed:
            self._fit()
        if self._model.rowCount() != before:
            if not self.hasFocus():
                # Where one was no longer matters: the cursor begins at the newest row again.
                self.setCurrentIndex(QModelIndex())
            self._fit()
            self._keep_in_sight()

    def mark(self, hand: int) -> None:
        """Mark the row of the hand with this number (0: of none), and have it in sight."""
        if hand != self.marked:
            self.marked = hand
            self._keep_in_sight()
            self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        hands = [row.hand for row in self.rows]
        if not self.marked or self.marked not in hands:
            return
        # A line above and below the row, a bar where it begins: no colour alone says it.
        ink = QColor(theme.colours().accent)
        row = self.visualRect(self._model.index(hands.index(self.marked), 0))
        painter = QPainter(self.viewport())
        wide, line = self.viewport().width(), theme.px(2)
        painter.fillRect(0, row.top(), wide, line, ink)
        painter.fillRect(0, row.bottom() + 1 - line, wide, line, ink)
        painter.fillRect(0, row.top(), theme.px(5), row.height(), ink)
        painter.end()

    def _keep_in_sight(self) -> None:
        """The row of the cursor, while it is seen; else the one that is marked, the newest."""
        hands = [row.hand for row in self.rows]
        if self.hasFocus() and self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())
        elif self.marked in hands and self.marked:
            self.scrollTo(self._model.index(hands.index(self.marked), column_of(0, "bids")))
        else:
            self.scrollToBottom()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The cursor begins at the newest row that there is something to ask about, in sight."""
        index = self.currentIndex()
        if not index.isValid() and event.reason() != Qt.FocusReason.MouseFocusReason:
            newest = (n for n, row in enumerate(self.rows) if row.hand or row.entry)
            if (row := max(newest, default=-1)) >= 0:
                index = self._model.index(row, column_of(0, "bids"))
                self.setCurrentIndex(index)
        super().focusInEvent(event)
        if index.isValid():
            self.scrollTo(index)

    def _rename(self) -> None:
        self._header.teams = self._model.teams

    def sizeHint(self) -> QSize:
        # It takes what is left; wanting more would have the page scroll where it need not.
        return QSize(theme.px(600), theme.px(LEAST_HIGH))

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is shown, oldest first."""
        return self._model.rows

    @property
    def pointed(self) -> int:
        """The hand whose row the cursor is in; 0 where it is in none."""
        index = self.currentIndex()
        return self.rows[index.row()].hand if index.isValid() else 0

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        self._keep_in_sight()

    def _fit(self) -> None:
        """Rows and columns share the room there is."""
        scrolls = self._fit_rows()
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAlwaysOn if scrolls else policy.ScrollBarAlwaysOff
        )
        bar = self.verticalScrollBar().sizeHint().width() if scrolls else 0
        self._share_width(self.contentsRect().width() - bar)
        meant = self._meant
        column = self._nearest(meant) if self.isColumnHidden(meant) else meant
        if column != self.currentIndex().column():
            self.setCurrentIndex(self.currentIndex().siblingAtColumn(column))
            # While a panel comes the sheet may be narrow for a moment only: then it goes back.
            self._meant = meant
        # How far there is to scroll follows from the new rows only then.
        self.updateGeometries()

    def _fit_rows(self) -> bool:
        """A whole number of rows, so that none is cut through at the top; where it is low for
        what is in it, more of them below a heading of one line.  Are there more than have room?"""
        high = self.contentsRect().height()
        whole = theme.px(HEADING) + self._model.rowCount() * theme.px(ROW)
        short = self.height() < theme.px(SHORT) and high < whole
        self._header.short = short
        tall = high - theme.px(ONE_LINE if short else HEADING)
        fit = max(1, tall // theme.px(LOW_ROW) if short else round(tall / theme.px(ROW)))
        self.verticalHeader().setDefaultSectionSize(max(theme.px(LOW_ROW), tall // fit))
        self._header.grow(max(0, tall) % fit)
        return self._model.rowCount() > fit

    def currentChanged(self, current: Index, previous: Index) -> None:
        self._meant = current.column()
        super().currentChanged(current, previous)

    def _nearest(self, column: int) -> int:
        """The column of the same side, and in sight, that is nearest to this one."""
        place = place_of(column)
        if place is None:
            return column_of(0, "bids")
        of_side = (column_of(place[0], part) for part in PARTS)
        return min(
            (each for each in of_side if not self.isColumnHidden(each)),
            key=lambda each: abs(each - column),
        )

    def _share_width(self, room: int) -> None:
        """So much room (pixels) is shared by the columns."""
        ruling = self._header.written(self._words("ruling")) + theme.px(10)
        sizes = sheet_columns.shared(room, self._needed, ruling, self._meant)
        for column in range(COLUMNS):
            if self.isColumnHidden(column) == (column in sizes):
                self.setColumnHidden(column, column not in sizes)
        for column, size in sizes.items():
            self.setColumnWidth(column, size)

    def _ask(self, index: QModelIndex) -> None:
        row = self._model.rows[index.row()]
        place = place_of(index.column())
        if row.status == "ruling":
            self.explain_ruling.emit(row.entry)
        elif row.hand and place is not None:
            self.explain.emit(row.hand, *place)
        elif row.hand:
            self.explain.emit(row.hand, 0, "change")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            self._ask(index)
            return
        if event.key() == Qt.Key.Key_E and not event.modifiers() and index.isValid():
            row = self._model.rows[index.row()]
            if row.hand:
                self.edit_hand.emit(row.hand)
            return
        moves = (
            Qt.Key.Key_Up,
            Qt.Key.Key_Down,
            Qt.Key.Key_Left,
            Qt.Key.Key_Right,
            Qt.Key.Key_Home,
            Qt.Key.Key_End,
            Qt.Key.Key_PageUp,
            Qt.Key.Key_PageDown,
        )
        if event.key() in moves:
            super().keyPressEvent(event)
            return
        # Digits and letters belong to the entry bar, wherever the cursor is.
        event.ignore()

    def keyboardSearch(self, search: str) -> None:
        """Typing does not look for a cell."""
