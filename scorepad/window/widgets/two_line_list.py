"""Lists whose rows have two lines: a title with something at its right, and a smaller line below.

The rows are painted by hand, because Qt's own item has one text, which nothing can be beside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QRect,
    QSignalBlocker,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QListView

from scorepad.spades.words import Text, join_parts
from scorepad.window.widgets import controls, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.fit_text import cut_names, cut_text, text_font, width_of
from scorepad.window.widgets.keyboard import typed_text
from scorepad.window.widgets.row_delegate import (
    CONTENT_ROLE,
    RIGHT,
    Index,
    RowDelegate,
    paint_text,
)
from scorepad.window.widgets.row_menu import RowMenu

NO_PARENT = QModelIndex()
ROW_HEIGHT = 3.6  # ems
"""The usual height of a row."""


def two_line_height() -> int:
    """Return the usual height of a row, in pixels."""
    return max(theme.touch_height(), theme.em(ROW_HEIGHT))


@dataclass(frozen=True)
class TwoLineText:
    """What a row says; one that is `dimmed` cannot be used now, and its line below says why.

    `names` are the two names at the end of the title, of which neither is cut before the other;
    `is_checked` is None if there is nothing to check.
    """

    title: str
    below: str
    right: str = ""
    dimmed: bool = False
    names: tuple[str, str] = ("", "")
    is_checked: bool | None = None

    def cut_title(self, metrics: QFontMetrics, room: int) -> str:
        """Return the title, cut to `room` pixels."""
        wide, (one, other) = metrics.horizontalAdvance(self.title), self.names
        if wide > room and one and other:
            second = self.title.rfind(other)
            first = self.title.rfind(one, 0, second)
            before, between = self.title[:first], self.title[first + len(one) : second]
            rest = room - sum(map(metrics.horizontalAdvance, (before, between)))
            return before + between.join(cut_names(self.names, metrics, max(0, rest)))
        return cut_text(self.title, metrics, room)

    def height(self) -> int:
        """Return the usual height of a row, in pixels."""
        return two_line_height()

    def paint(self, painter: QPainter, box: QRect) -> None:
        """Paint both lines."""
        colors, side = theme.colors(), Gap.GROUPS.pixels()
        inner = box.adjusted(side, Gap.LINES.pixels(), -side, -Gap.LINES.pixels())
        half = inner.height() // 2
        font, small = text_font(15, bold=True), text_font(13)
        ink = colors.soft if self.dimmed else colors.ink
        top = QRect(inner.left(), inner.top(), inner.width(), half)
        if self.right:
            paint_text(painter, top, self.right, font, ink, RIGHT)
            top.setRight(top.right() - width_of(self.right, font) - side)
        title = self.cut_title(QFontMetrics(font), top.width())
        paint_text(painter, top, title, font, ink)
        below = QRect(inner.left(), inner.top() + half, inner.width(), half)
        paint_text(painter, below, self.below, small, colors.warn if self.dimmed else colors.soft)


Row: TypeAlias = tuple[Any, TwoLineText | Callable[[], TwoLineText]]
"""A row's key, and its text, or what makes it once it is asked for."""


class RowsModel(QAbstractListModel):
    """The rows of a list; the text of one is made when it comes into sight."""

    toggled = Signal(int)
    """The user checks or unchecks the row of this number."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []

    def show_rows(self, rows: Iterable[Row]) -> None:
        """Replace the rows by these."""
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def keys(self) -> list[Any]:
        """Return the keys of the rows from the top."""
        return [key for key, _text in self._rows]

    def text(self, row: int) -> TwoLineText:
        """Return the text of a row."""
        key, text = self._rows[row]
        if not isinstance(text, TwoLineText):
            text = text()
            self._rows[row] = key, text
        return text

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        is_checkable = index.isValid() and self.text(index.row()).is_checked is not None
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if is_checkable else flags

    def data(self, index: Index, role: int = 0) -> Any:
        if not index.isValid():
            return None
        text, roles = self.text(index.row()), Qt.ItemDataRole
        if role == CONTENT_ROLE:
            return text
        if role == roles.DisplayRole:
            return text.title
        if role == roles.AccessibleTextRole:
            return join_parts((text.title, text.below, text.right), ", ")
        if role == roles.ToolTipRole:
            return "\n".join(filter(None, (text.title, text.below)))
        if role == roles.CheckStateRole and text.is_checked is not None:
            return Qt.CheckState.Checked if text.is_checked else Qt.CheckState.Unchecked
        return None

    def setData(self, index: Index, _value: Any, role: int = 0) -> bool:
        if role == Qt.ItemDataRole.CheckStateRole:
            self.toggled.emit(index.row())  # the owner of the rows checks it
        return role == Qt.ItemDataRole.CheckStateRole


class KeyedList(QListView):
    """A list whose rows are known by a key; shown anew, the chosen row stays chosen.

    It shows whole rows: where not all have room, those shown share its height. Where there are
    none, its `hint` is shown in its place.
    """

    currentRowChanged = Signal(int)
    """Another row is chosen, of this number (-1: none)."""

    def __init__(self, name: Text | str = "") -> None:
        super().__init__()
        self.setAccessibleName(str(name))
        self.hint = controls.label("", wrap=True)
        self.rows = RowDelegate(self)
        self.content = RowsModel(self)
        self.setModel(self.content)
        self.setItemDelegate(self.rows)
        self.menu = RowMenu(self)
        self.setUniformItemSizes(True)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerItem)
        self.content.modelReset.connect(self._share_height)
        self.selectionModel().currentRowChanged.connect(
            lambda now, _before: self.currentRowChanged.emit(now.row())
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_height()

    def _share_height(self) -> None:
        room, usual = self.viewport().height(), two_line_height()
        fit = max(1, room // usual)
        extra = max(0, room // fit - usual) if self.count() > fit else 0
        if extra != self.rows.extra_height:
            self.rows.extra_height = extra
            self.doItemsLayout()
            self.scrollTo(self.currentIndex())

    def show_rows(self, rows: Iterable[Row], hint: Text | str = "") -> None:
        """Show these rows, each with its key; where there are none and a `hint` is given, that."""
        before, scrolled = self.chosen, self.verticalScrollBar().value()
        blocker = QSignalBlocker(self)
        self.content.show_rows(rows)
        self.choose(before)
        blocker.unblock()
        self.verticalScrollBar().setValue(scrolled)
        if hint:
            self.hint.setText(str(hint))
            self.setVisible(self.count() > 0)
            self.hint.setVisible(not self.count())
        if self.chosen != before:
            self.currentRowChanged.emit(self.currentRow())

    def count(self) -> int:
        """Return how many rows there are."""
        return self.content.rowCount()

    def currentRow(self) -> int:
        """Return the number of the chosen row; -1 where there is none."""
        return self.currentIndex().row()

    def setCurrentRow(self, row: int) -> None:
        """Choose the row of this number."""
        self.setCurrentIndex(self.content.index(row))

    @property
    def chosen(self) -> Any:
        """Return the key of the chosen row; "" if there is none."""
        row = self.currentRow()
        return "" if row < 0 else self.row_keys()[row]

    def row_keys(self) -> list[Any]:
        """Return the keys of the rows from the top."""
        return self.content.keys()

    def choose(self, key: Any) -> None:
        """Choose the row with this key; the first one where there is none."""
        keys = self.row_keys()
        self.setCurrentRow(keys.index(key) if key in keys else 0)


class CheckList(KeyedList):
    """A list of checkable rows: a click anywhere on a row, or Space, checks or unchecks it."""

    def __init__(self, name: Text | str, least_width: int) -> None:
        """The rows are in as many columns as have room, each at least so wide (ems)."""
        super().__init__(name)
        self._least = theme.em(least_width)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if typed_text(event).strip():
            # The page searches for what is typed.
            event.ignore()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        room = self.contentsRect().width() - self.verticalScrollBar().sizeHint().width() - 1
        self.rows.width = room // max(1, room // self._least)
        super().resizeEvent(event)
