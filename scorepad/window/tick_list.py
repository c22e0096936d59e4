"""A list whose lines are ticked: a click anywhere on one, or Space."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyle, QStyleOptionViewItem

from scorepad.spades.words import Words
from scorepad.window import theme
from scorepad.window.two_lines import TwoLines
from scorepad.window.whole_rows import WholeRows

ID = Qt.ItemDataRole.UserRole
TICKED = Qt.ItemDataRole.UserRole + 8
BOX = 22
"""How wide a tick's box is, in pixels at the usual text size."""


class TickLines(TwoLines):
    """Two lines with a box before them."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(theme.px(240), self.height() + self.more)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        colours, whole = theme.colours(), QRect(option.rect)
        side, pad = theme.px(BOX), theme.px(14)
        room = side + pad
        text = QStyleOptionViewItem(option)
        text.rect = whole.adjusted(room, 0, 0, 0)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(whole, QColor(colours.wash))
            text.state &= ~QStyle.StateFlag.State_Selected
            bar = QRect(whole.left(), whole.top(), theme.px(4), whole.height())
            painter.fillRect(bar, QColor(colours.accent))
        super().paint(painter, text, index)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colours.line), 1))
        painter.drawLine(whole.bottomLeft(), whole.bottomRight())
        box = QRect(whole.left() + pad, whole.center().y() - side // 2, side, side)
        ticked = bool(index.data(TICKED))
        painter.setPen(QPen(QColor(colours.accent if ticked else colours.edge), 2))
        painter.setBrush(QColor(colours.accent if ticked else colours.surface))
        painter.drawRoundedRect(box, 4, 4)
        if ticked:
            pen = QPen(QColor(colours.on_accent), max(2, side // 8))
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            left, low = box.left() + side * 42 // 100, box.top() + side * 72 // 100
            painter.drawLine(box.left() + side * 22 // 100, box.top() + side // 2, left, low)
            painter.drawLine(left, low, box.left() + side * 78 // 100, box.top() + side * 3 // 10)
        painter.restore()


class TickList(QListWidget):
    """Lines to tick: a click anywhere on one, or Space."""

    ticked = Signal(str, bool)
    """A match's id, and whether it is ticked now."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        lines = TickLines(self)
        self.setItemDelegate(lines)
        self.setUniformItemSizes(True)
        WholeRows(self, lines)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemClicked.connect(self.turn)

    def turn(self, item: QListWidgetItem) -> None:
        """Tick it, or take its tick away."""
        on = not item.data(TICKED)
        self.tick(item, on)
        self.ticked.emit(str(item.data(ID)), on)

    def tick(self, item: QListWidgetItem, on: bool) -> None:
        """Show it ticked or not."""
        words, spoken_of = self._words, str(item.data(Qt.ItemDataRole.DisplayRole))
        item.setData(TICKED, on)
        said = words("ticked: {match}", match=spoken_of)
        if not on:
            said = words("not ticked: {match}", match=spoken_of)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, said)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if event.key() == Qt.Key.Key_Space and item is not None:
            self.turn(item)
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()
            return
        super().keyPressEvent(event)
