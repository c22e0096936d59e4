"""Lists whose rows have two lines: a title with something at its right, and a smaller line below.

The texts are painted by hand, because Qt's own item has one text, which nothing can be beside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QMouseEvent,
    QPainter,
    QStandardItemModel,
)
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from scorepad.spades.words import Text, isolate_name, join_parts
from scorepad.window.widgets import controls, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.fit_text import cut_names, cut_text, text_font

Index = QModelIndex | QPersistentModelIndex
CONTENT_ROLE: Final = Qt.ItemDataRole.UserRole + 7
"""The role of the `TwoLineText` of a row."""
ROW_FLAGS: Final = (
    Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
)
ROW_HEIGHT = 3.6  # ems
"""The usual height of a row."""


@dataclass(frozen=True)
class TwoLineText:
    """The texts of a row.

    dimmed: it cannot be used now, and its line below has the reason
    names: two names at the end of the title, of which neither is cut before the other
    is_checked: None if there is nothing to check
    """

    title: str
    below: str
    right: str = ""
    dimmed: bool = False
    names: tuple[str, str] = ("", "")
    is_checked: bool | None = None

    def cut_title(self, metrics: QFontMetrics, room: int) -> str:
        """Return the title, cut to `room` pixels."""
        one, other = self.names
        if metrics.horizontalAdvance(self.title) <= room or not (one and other):
            return cut_text(self.title, metrics, room)
        second = self.title.rfind(other)
        first = self.title.rfind(one, 0, second)
        before, between = self.title[:first], self.title[first + len(one) : second]
        rest = room - sum(map(metrics.horizontalAdvance, (before, between)))
        return before + between.join(cut_names(self.names, metrics, max(0, rest)))


class RowDelegate(QStyledItemDelegate):
    """Paints the texts of a row on Qt's ground, beside its check box where it has one."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        option.text = ""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        text: TwoLineText = index.data(CONTENT_ROLE)
        colors, side = theme.colors(), Gap.GROUPS.pixels()
        left = option.rect.left()
        if text.is_checked is not None:
            with_box = QStyleOptionViewItem(option)
            self.initStyleOption(with_box, index)
            box, view = QStyle.SubElement.SE_ItemViewItemCheckIndicator, option.widget
            left = view.style().subElementRect(box, with_box, view).right()
        half = option.rect.height() // 2 - Gap.LINES.pixels()
        room = QRect(left, option.rect.center().y() - half, option.rect.right() - left, half)
        top = room.adjusted(side, 0, -side, 0)
        font, ink = text_font(15, bold=True), colors.soft if text.dimmed else colors.ink
        _paint_line(
            painter,
            top.translated(0, half),
            text.below,
            text_font(13),
            colors.warn if text.dimmed else colors.soft,
        )
        if text.right:
            right = Qt.AlignmentFlag.AlignRight
            taken = _paint_line(painter, top, text.right, font, ink, right)
            top.setRight(top.right() - taken - side)
        _paint_line(painter, top, text.cut_title(QFontMetrics(font), top.width()), font, ink)

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        role = Qt.ItemDataRole.CheckStateRole
        if isinstance(event, QMouseEvent) and index.data(role) is not None:
            # Qt asks for a click into the box; here a click anywhere on the row will do.
            is_click = event.type() == QEvent.Type.MouseButtonRelease
            return (
                is_click
                and event.button() == Qt.MouseButton.LeftButton
                and model.setData(index, None, role)
            )
        return super().editorEvent(event, model, option, index)


def _paint_line(
    painter: QPainter,
    box: QRect,
    text: str,
    font: QFont,
    color: str,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> int:
    metrics = QFontMetrics(font)
    shown = isolate_name(cut_text(text, metrics, box.width()))
    painter.setFont(font)
    painter.setPen(QColor(color))
    painter.drawText(box, align | Qt.AlignmentFlag.AlignVCenter, shown)
    return metrics.horizontalAdvance(shown)


Row: TypeAlias = tuple[Any, TwoLineText | Callable[[], TwoLineText]]
"""A row's key, and its text, or a function that makes it once it comes into sight."""


class RowsModel(QStandardItemModel):
    """The rows of a list; the text of one is made when it comes into sight.

    Qt counts the rows for each row that it lays out, which takes long where Python counts them.
    """

    toggled = Signal(int)
    """The user checks or unchecks the row of this number."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(0, 1, parent)
        self._rows: list[Row] = []
        self.row_size = QSize()

    def show_rows(self, rows: Iterable[Row]) -> None:
        """Replace the rows by these."""
        self.beginResetModel()
        self._rows = list(rows)
        with QSignalBlocker(self):
            self.setRowCount(len(self._rows))
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

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        is_checkable = self.text(index.row()).is_checked is not None
        return ROW_FLAGS | Qt.ItemFlag.ItemIsUserCheckable if is_checkable else ROW_FLAGS

    def data(self, index: Index, role: int = 0) -> Any:
        roles = Qt.ItemDataRole
        if not index.isValid():
            return None
        if role == roles.SizeHintRole:
            return self.row_size
        text = self.text(index.row())
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
    """A list whose rows are known by a key; the chosen row stays chosen when rows are replaced.

    It shows whole rows: where not all have room, those shown share its height. Where there are
    none, its `hint` is shown in its place.
    """

    currentRowChanged = Signal(int)
    """Another row is chosen, of this number (-1: none)."""

    def __init__(self, name: Text | str = "", *, column_width: int = 0) -> None:
        """The rows are in as many columns as have room, each at least so wide (ems), or in one."""
        super().__init__(uniformItemSizes=True)
        self.setProperty("kind", "rows")
        self.setAccessibleName(str(name))
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerItem)
        self._column_width = theme.em(column_width)
        self.hint = controls.label("", wrap=True)
        self.content = RowsModel(self)
        self.setModel(self.content)
        self.setItemDelegate(RowDelegate(self))
        self.content.modelReset.connect(self._share_room)
        controls.EventFollower(self.viewport(), self._share_room)
        self.selectionModel().currentRowChanged.connect(
            lambda now, _before: self.currentRowChanged.emit(now.row())
        )

    def _share_room(self) -> None:
        room, high = self.viewport().height(), max(theme.touch_height(), theme.em(ROW_HEIGHT))
        fit = max(1, room // high)
        wide = 0
        if self._column_width:
            bar = self.verticalScrollBar().sizeHint().width()
            wide = self.contentsRect().width() - bar - 1
            wide //= max(1, wide // self._column_width)
        size = QSize(wide, max(high, room // fit) if self.count() > fit else high)
        if size != self.content.row_size:
            self.content.row_size = size
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
        self.setCurrentIndex(self.content.index(row, 0))

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

    def __init__(self, name: Text | str, column_width: int) -> None:
        super().__init__(name, column_width=column_width)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
