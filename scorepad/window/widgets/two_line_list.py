"""Lists whose rows have two lines: a title with something at its right, and a smaller line below.

The rows are painted by hand, because Qt's own item has one text, which nothing can stand beside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSignalBlocker,
    QSize,
    Qt,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from scorepad.window.widgets import theme
from scorepad.window.widgets.fit_text import cut_names, cut_text

TWO_LINES_ROLE = Qt.ItemDataRole.UserRole + 7
"""The role of an item's `TwoLineText`."""
KEY_ROLE = Qt.ItemDataRole.UserRole
"""The role of an item's key."""
ROW_HEIGHT = 54  # px
"""The usual height of a row, in pixels at the usual text size."""
CHECK_BOX_SIZE = 22  # px
"""The width of a check box, in pixels at the usual text size."""


@dataclass(frozen=True)
class TwoLineText:
    """What a row says; one that is `dimmed` cannot be used now, and its line below says why.

    `names` are the two names at the end of the title, of which neither is cut before the other.
    """

    title: str
    below: str
    right: str = ""
    dimmed: bool = False
    names: tuple[str, str] = ("", "")

    def title_in(self, metrics: QFontMetrics, room: int) -> str:
        """Return the title, cut to `room` pixels."""
        wide, (one, other) = metrics.horizontalAdvance(self.title), self.names
        if wide > room and one and other:
            second = self.title.rfind(other)
            first = self.title.rfind(one, 0, second)
            before, between = self.title[:first], self.title[first + len(one) : second]
            rest = room - sum(map(metrics.horizontalAdvance, (before, between)))
            return before + between.join(cut_names(self.names, metrics, max(0, rest)))
        return cut_text(self.title, metrics, room)


class TwoLineDelegate(QStyledItemDelegate):
    """Paints items by their `TwoLineText`; a bar marks the selected one, not color alone."""

    extra_height = 0
    """How much higher (pixels) a row is than usual; `TwoLineList` sets it."""

    @staticmethod
    def height() -> int:
        """Return the usual height of a row, in pixels."""
        return max(theme.touch_height(), theme.px(ROW_HEIGHT))

    def sizeHint(
        self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(0, self.height() + self.extra_height)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        text: TwoLineText = index.data(TWO_LINES_ROLE)
        colors = theme.colors()
        rect: QRect = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(colors.wash))
            bar = QRect(rect.left(), rect.top(), theme.px(4), rect.height())
            painter.fillRect(bar, QColor(colors.accent))
        inner = rect.adjusted(theme.px(14), theme.px(5), -theme.px(12), -theme.px(5))
        half = inner.height() // 2
        font = QFont(QApplication.font())
        font.setBold(True)
        metrics = QFontMetrics(font)
        keys = metrics.horizontalAdvance(text.right) + theme.px(16) if text.right else 0
        painter.setFont(font)
        painter.setPen(QColor(colors.soft if text.dimmed else colors.ink))
        left = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        top = QRect(inner.left(), inner.top(), inner.width() - keys, half)
        painter.drawText(top, left, text.title_in(metrics, top.width()))
        painter.drawText(QRect(inner.right() - keys, inner.top(), keys, half), right, text.right)
        small = QFont(QApplication.font())
        small.setPixelSize(theme.px(13))
        painter.setFont(small)
        painter.setPen(QColor(colors.warn if text.dimmed else colors.soft))
        below = QRect(inner.left(), inner.top() + half, inner.width(), half)
        painter.drawText(below, left, cut_text(text.below, QFontMetrics(small), below.width()))
        painter.setPen(QPen(QColor(colors.line), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.restore()


class TwoLineList(QListWidget):
    """A list that shows whole rows: where not all have room, those shown share its height."""

    def __init__(self, delegate: TwoLineDelegate | None = None) -> None:
        super().__init__()
        self._rows = delegate or TwoLineDelegate()
        self._rows.setParent(self)
        self.setItemDelegate(self._rows)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerItem)
        # Nothing listens to removed rows: a list here is cleared only to be filled again.
        self.model().rowsInserted.connect(self._share_height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_height()

    def _share_height(self, *_inserted: object) -> None:
        room, usual = self.viewport().height(), self._rows.height()
        fit = max(1, room // usual)
        extra = max(0, room // fit - usual) if self.count() > fit else 0
        if extra != self._rows.extra_height:
            self._rows.extra_height = extra
            self.doItemsLayout()
            self.scrollTo(self.currentIndex())


class KeyedList(TwoLineList):
    """A list whose rows are known by a key; shown anew, the chosen row stays chosen."""

    def show_rows(self, rows: Sequence[tuple[str, TwoLineText]]) -> None:
        """Show these rows, each with its key."""
        before, scrolled = self.chosen, self.verticalScrollBar().value()
        blocker = QSignalBlocker(self)
        self.clear()
        for key, text in rows:
            item = QListWidgetItem(text.title)
            item.setData(KEY_ROLE, key)
            item.setData(TWO_LINES_ROLE, text)
            spoken_text = ", ".join(part for part in (text.title, text.below, text.right) if part)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken_text)
            self.addItem(item)
        self.choose(before)
        blocker.unblock()
        self.verticalScrollBar().setValue(scrolled)
        if self.chosen != before:
            self.currentRowChanged.emit(self.currentRow())

    @property
    def chosen(self) -> str:
        """Return the key of the chosen row; "" where there is none."""
        row = self.currentRow()
        return "" if row < 0 else str(self.item(row).data(KEY_ROLE))

    def choose(self, key: str) -> None:
        """Choose the row with this key; the first one where there is none."""
        keys = [self.item(row).data(KEY_ROLE) for row in range(self.count())]
        self.setCurrentRow(keys.index(key) if key in keys else 0)


def _is_checked(index: QModelIndex | QPersistentModelIndex) -> bool:
    return Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) == Qt.CheckState.Checked


class CheckDelegate(TwoLineDelegate):
    """Paints a check box before the two lines."""

    wide = 0
    """How wide (pixels) a row is, where rows stand in columns; `CheckList` sets it."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(self.wide or theme.px(240), super().sizeHint(option, index).height())

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        colors, whole = theme.colors(), QRect(option.rect)
        side, pad = theme.px(CHECK_BOX_SIZE), theme.px(14)
        room = side + pad
        text = QStyleOptionViewItem(option)
        text.rect = whole.adjusted(room, 0, 0, 0)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(whole, QColor(colors.wash))
            text.state &= ~QStyle.StateFlag.State_Selected
            bar = QRect(whole.left(), whole.top(), theme.px(4), whole.height())
            painter.fillRect(bar, QColor(colors.accent))
        super().paint(painter, text, index)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colors.line), 1))
        painter.drawLine(whole.bottomLeft(), whole.bottomRight())
        box = QRect(whole.left() + pad, whole.center().y() - side // 2, side, side)
        checked = _is_checked(index)
        painter.setPen(QPen(QColor(colors.accent if checked else colors.edge), 2))
        painter.setBrush(QColor(colors.accent if checked else colors.surface))
        painter.drawRoundedRect(box, 4, 4)
        if checked:
            pen = QPen(QColor(colors.on_accent), max(2, side // 8))
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            left, low = box.left() + side * 42 // 100, box.top() + side * 72 // 100
            painter.drawLine(box.left() + side * 22 // 100, box.top() + side // 2, left, low)
            painter.drawLine(left, low, box.left() + side * 78 // 100, box.top() + side * 3 // 10)
        painter.restore()

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        # Qt's own asks for a click into the box; here a click anywhere on the row will do.
        clicked = (
            isinstance(event, QMouseEvent)
            and event.type() == QEvent.Type.MouseButtonRelease
            and event.button() == Qt.MouseButton.LeftButton
        )
        if clicked or (isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space):
            turned = Qt.CheckState.Unchecked if _is_checked(index) else Qt.CheckState.Checked
            return model.setData(index, turned, Qt.ItemDataRole.CheckStateRole)
        return False


class CheckList(TwoLineList):
    """A list of checkable items: a click anywhere on a row, or Space, checks or unchecks it."""

    def __init__(self) -> None:
        self._boxes = CheckDelegate()
        self._least = 0
        super().__init__(self._boxes)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def share_width(self, least: int) -> None:
        """Stand the rows in as many columns as have room, each at least so wide (pixels at the
        usual text size)."""
        self._least = theme.px(least)
        self.setFlow(QListWidget.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self._least:
            room = self.contentsRect().width() - self.verticalScrollBar().sizeHint().width() - 1
            self._boxes.wide = room // max(1, room // self._least)
        super().resizeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()
            return
        super().keyPressEvent(event)
