"""A line of a list with a title, something at its right, and a smaller line below."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from scorepad.window import theme

LOOK = Qt.ItemDataRole.UserRole + 7
"""The role of an item's `Look`."""
HEIGHT = 54


@dataclass(frozen=True)
class Look:
    """What is written: `dimmed` for what cannot be done now, `below` then says why."""

    title: str
    below: str
    right: str = ""
    dimmed: bool = False


class TwoLines(QStyledItemDelegate):
    """Paints items by their `Look`; the chosen one is told by a bar too, not by colour alone."""

    more = 0
    """So much higher (pixels) a line is than usual, for none to be cut through."""

    @staticmethod
    def height() -> int:
        """How high a line is, in pixels."""
        return max(theme.touch(), theme.px(HEIGHT))

    def sizeHint(
        self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(0, self.height() + self.more)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        look: Look = index.data(LOOK)
        colours = theme.colours()
        rect: QRect = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(colours.wash))
            bar = QRect(rect.left(), rect.top(), theme.px(4), rect.height())
            painter.fillRect(bar, QColor(colours.accent))
        inner = rect.adjusted(theme.px(14), theme.px(5), -theme.px(12), -theme.px(5))
        half = inner.height() // 2
        font = QFont(QApplication.font())
        font.setBold(True)
        metrics = QFontMetrics(font)
        keys = metrics.horizontalAdvance(look.right) + theme.px(16) if look.right else 0
        painter.setFont(font)
        painter.setPen(QColor(colours.soft if look.dimmed else colours.ink))
        left = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        elide = Qt.TextElideMode.ElideRight
        top = QRect(inner.left(), inner.top(), inner.width() - keys, half)
        painter.drawText(top, left, metrics.elidedText(look.title, elide, top.width()))
        painter.drawText(QRect(inner.right() - keys, inner.top(), keys, half), right, look.right)
        small = QFont(QApplication.font())
        small.setPixelSize(theme.px(13))
        painter.setFont(small)
        painter.setPen(QColor(colours.warn if look.dimmed else colours.soft))
        below = QRect(inner.left(), inner.top() + half, inner.width(), half)
        text = QFontMetrics(small).elidedText(look.below, elide, below.width())
        painter.drawText(below, left, text)
        painter.setPen(QPen(QColor(colours.line), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.restore()
