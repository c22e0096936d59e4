"""The score sheet as the screen: one column group a side, the newest hand at the bottom.

Every number explains itself: a click or Enter on it asks why, `E` on a hand corrects it.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias, cast

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from scorepad.spades.entries import FourBids
from scorepad.spades.match import Match
from scorepad.spades.words import Words
from scorepad.window import names, theme
from scorepad.window.sheet_rows import COLUMNS, HEADINGS, LEAD, PARTS, Row, place_of, rows

Index: TypeAlias = QModelIndex | QPersistentModelIndex
ROW_ROLE: Final = int(Qt.ItemDataRole.UserRole)
RIGHT: Final = ("change", "total", "bags")
"""The parts that are figures, and stand to the right."""
ROW: Final = 32
"""A row's height, in pixels at the usual text size, a little more or less."""
LOWEST: Final = 120
"""The least height of the sheet, in pixels at the usual text size: three rows."""
WEIGHTS: Final = (36, 84, *((92, 70, 84, 84, 70) * 2))
"""The columns' widths in proportion."""
LEAST: Final = (26, 50, *((66, 48, 50, 46, 40) * 2))
"""The least they may have, in pixels at the usual text size."""


class SheetModel(QAbstractTableModel):
    """The rows of a match for the view."""

    def __init__(self, words: Words, parent: QWidget) -> None:
        super().__init__(parent)
        self._words = words
        self._rows: tuple[Row, ...] = ()
        self.teams = ("", "")

    def set_match(self, match: Match, typed: FourBids | None) -> None:
        """Show this match; only what differs is said to have changed."""
        teams = (
            names.team(match.head.teams, 0, self._words),
            names.team(match.head.teams, 1, self._words),
        )
        if teams != self.teams:
            self.teams = teams
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, COLUMNS - 1)
        fresh = rows(match, self._words, typed)
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
            return int(_alignment(index.column()))
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
        if role == Qt.ItemDataRole.AccessibleTextRole and place is not None:
            return self._words("{team}: {what}", team=self.teams[place[0]],
                               what=self._words(HEADINGS[key]))
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
        if part == "tricks" and row.was_set[side]:
            return self._words("set")
        if row.status == "ruling" and part == "bids":
            return row.remark
        return ""


def _alignment(column: int) -> Qt.AlignmentFlag:
    place = place_of(column)
    right = column == 0 or (place is not None and place[1] in RIGHT)
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    if place is not None and place[1] == "tricks":
        side = Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter


def _pad(cell: QRect) -> int:
    """The room at the sides of a cell."""
    return theme.px(8) if cell.width() > theme.px(68) else theme.px(4)


class GroupHeader(QHeaderView):
    """Two lines: the sides' names over their columns, the columns' own names below."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(False)
        self.setHighlightSections(False)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), theme.px(52))

    def paintSection(self, painter: QPainter, rect: QRect, column: int) -> None:
        colours = theme.colours()
        painter.save()
        painter.fillRect(rect, QColor(colours.surface))
        upper = QRect(rect.left(), rect.top(), rect.width(), rect.height() // 2)
        lower = QRect(rect.left(), upper.bottom() + 1, rect.width(), rect.height() // 2)
        place = place_of(column)
        if place is not None:
            side = place[0]
            painter.fillRect(upper, QColor(colours.side_wash(side)))
            if place[1] == PARTS[0]:
                self._paint_team(painter, upper, column, side)
        small = QFont(QApplication.font())
        small.setPixelSize(theme.px(13))
        painter.setFont(small)
        painter.setPen(QColor(colours.soft))
        heading = str(self.model().headerData(column, Qt.Orientation.Horizontal))
        pad = _pad(rect)
        painter.drawText(lower.adjusted(pad, 0, -pad, 0), _alignment(column), heading)
        painter.setPen(QPen(QColor(colours.edge), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if place is not None and place[1] == PARTS[0]:
            painter.drawLine(rect.topLeft(), rect.bottomLeft())
        painter.restore()

    def _paint_team(self, painter: QPainter, first: QRect, column: int, side: int) -> None:
        wide = sum(self.sectionSize(column + step) for step in range(len(PARTS)))
        band = QRect(first.left(), first.top(), wide, first.height())
        painter.fillRect(band, QColor(theme.colours().side_wash(side)))
        painter.setClipRect(band)
        font = QFont(QApplication.font())
        font.setPixelSize(theme.px(14))
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(QColor(theme.colours().side(side)))
        model = cast("SheetModel", self.model())
        pad = theme.px(8)
        name = QFontMetrics(font).elidedText(
            model.teams[side], Qt.TextElideMode.ElideRight, wide - 2 * pad
        )
        painter.drawText(band.adjusted(pad, 0, -pad, 0), Qt.AlignmentFlag.AlignVCenter, name)
        painter.setClipping(False)


class CellPainter(QStyledItemDelegate):
    """Paints a cell: figures in columns, what is void struck through, a mark at sets and
    penalties."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colours = theme.colours()
        row: Row = index.data(ROW_ROLE)
        column = index.column()
        place = place_of(column)
        rect = option.rect
        state = option.state
        painter.save()
        ground = colours.surface
        if row.status in ("in-progress", "next"):
            ground = colours.wash
        elif row.status == "ruling":
            ground = colours.warn_wash
        if state & QStyle.StateFlag.State_MouseOver and index.flags():
            ground = colours.line if row.hand and place is not None else ground
        painter.fillRect(rect, QColor(ground))
        self._paint_text(painter, rect, index, row)
        painter.setPen(QPen(QColor(colours.line), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if place is not None and place[1] == PARTS[0]:
            painter.setPen(QPen(QColor(colours.edge), 1))
            painter.drawLine(rect.topLeft(), rect.bottomLeft())
        view = self.parent()
        focused = isinstance(view, QWidget) and view.hasFocus()
        if state & QStyle.StateFlag.State_HasFocus and focused:
            painter.setPen(QPen(QColor(colours.focus), 2))
            painter.drawRect(rect.adjusted(1, 1, -2, -2))
        painter.restore()

    def _paint_text(self, painter: QPainter, rect: QRect, index: Index, row: Row) -> None:
        colours = theme.colours()
        column = index.column()
        place = place_of(column)
        part = None if place is None else place[1]
        text = str(index.data() or "")
        dead = row.status in ("void", "after-end")
        size = 16 if rect.width() > theme.px(52) or part == "bids" else 15
        font = theme.figures(size, bold=part == "total" and not dead)
        ink = colours.soft if dead or column < LEAD else colours.ink
        pad = _pad(rect)
        box = rect.adjusted(theme.px(8) if part == "bids" else pad, 0, -pad, 0)
        if place is not None and part == "tricks" and row.was_set[place[0]]:
            text = f"✕ {text}"
            ink = colours.bad
        if part == "change" and text.startswith("\u2212"):
            ink = colours.bad
        if place is not None and part == "bags" and row.penalized[place[0]]:
            text = f"▲ {text}"
            ink = colours.warn
        if row.status == "ruling" and part == "bids" and text:
            font = QFont(QApplication.font())
            font.setPixelSize(theme.px(13))
        if dead and column >= LEAD:
            font.setStrikeOut(bool(part == "bids"))
            if place == (0, "change"):
                text = row.remark
                font = QFont(QApplication.font())
                font.setPixelSize(theme.px(13))
        if row.status == "lost" and place is not None and part == "tricks":
            text = row.remark
        painter.setFont(font)
        painter.setPen(QColor(ink))
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, _alignment(column), shown)


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
        self.setProperty("kind", "sheet")
        self.setAccessibleName(words("Score sheet"))
        self.setAccessibleDescription(
            words("Enter on a number says why it is so; E on a hand corrects it.")
        )
        self._model = SheetModel(words, self)
        self.setModel(self._model)
        self.setItemDelegate(CellPainter(self))
        self.setHorizontalHeader(GroupHeader(self))
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setMinimumSectionSize(theme.px(20))
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setMinimumHeight(theme.px(LOWEST))
        self.clicked.connect(self._ask)

    def show_match(self, match: Match, typed: FourBids | None = None) -> None:
        """Show the match, with bids typed for the hand to come; the newest hand is in sight."""
        before = self._model.rowCount()
        self._model.set_match(match, typed)
        if self._model.rowCount() != before:
            self.scrollToBottom()

    def sizeHint(self) -> QSize:
        # It takes what is left; wanting more would have the page scroll where it need not.
        return QSize(theme.px(600), theme.px(LOWEST))

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is shown, oldest first."""
        return self._model.rows

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()
        # A whole number of rows, so that none is cut through at the top.
        tall = self.viewport().height()
        fit = max(1, round(tall / theme.px(ROW)))
        self.verticalHeader().setDefaultSectionSize(max(theme.px(26), tall // fit))
        self.scrollToBottom()

    def _share_width(self) -> None:
        room = self.viewport().width()
        least = [theme.px(width) for width in LEAST]
        spare = max(0, room - sum(least))
        wanted = [max(0, theme.px(w) - low) for w, low in zip(WEIGHTS, least, strict=True)]
        total = sum(wanted) or 1
        sizes = [low + spare * more // total for low, more in zip(least, wanted, strict=True)]
        sizes[-1] += max(0, room - sum(sizes))
        for column, size in enumerate(sizes):
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
