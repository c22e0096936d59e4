"""One delegate paints the rows of all lists; what a row says paints itself into its room."""

from __future__ import annotations

from typing import Final, Protocol

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from scorepad.spades.words import isolate_name
from scorepad.window.widgets import theme
from scorepad.window.widgets.fit_text import cut_text

CONTENT_ROLE: Final = Qt.ItemDataRole.UserRole + 7
"""The role of an item's `RowContent`."""
CHECK_BOX: Final = 1.5  # ems
"""The width of a check box."""
BAR: Final = 0.27  # ems
"""The width of the bar that marks the selected row, not color alone."""
Index = QModelIndex | QPersistentModelIndex
LEFT: Final = Qt.AlignmentFlag.AlignLeft
RIGHT: Final = Qt.AlignmentFlag.AlignRight
MIDDLE: Final = Qt.AlignmentFlag.AlignHCenter


class RowContent(Protocol):
    """What an item says."""

    def height(self) -> int:
        """Return how high the row is, in pixels of the screen."""
        ...

    def paint(self, painter: QPainter, box: QRect) -> None:
        """Paint the row's texts into this room."""
        ...


class RowDelegate(QStyledItemDelegate):
    """Paints the ground of each row, its check box where it has one, and its `RowContent`."""

    extra_height = 0
    """How much higher (pixels) a row is than it needs; a list sets it."""
    width = 0
    """How wide (pixels) a row is, where rows are in columns; a list sets it."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        row: RowContent = index.data(CONTENT_ROLE)
        return QSize(self.width, row.height() + self.extra_height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: RowContent = index.data(CONTENT_ROLE)
        box, colors = QRect(option.rect), theme.colors()
        inside = QRect(box)
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, QColor(colors.wash))
            painter.fillRect(
                QRect(box.left(), box.top(), theme.em(BAR), box.height()), QColor(colors.accent)
            )
        is_hovered = option.state & QStyle.StateFlag.State_MouseOver
        painter.setPen(QPen(QColor(colors.edge if is_hovered else colors.line), 1))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        if is_hovered:
            painter.drawLine(box.topLeft(), box.topRight())
        if index.data(Qt.ItemDataRole.CheckStateRole) is not None:
            inside.setLeft(_paint_check_box(painter, box, is_checked=_is_checked(index)))
        row.paint(painter, inside)
        painter.restore()

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        if index.data(Qt.ItemDataRole.CheckStateRole) is None:
            return super().editorEvent(event, model, option, index)
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


def paint_text(
    painter: QPainter,
    box: QRect,
    text: str,
    font: QFont,
    color: str,
    align: Qt.AlignmentFlag = LEFT,
) -> int:
    """Paint one line of text, cut to its room; return its width, in pixels."""
    metrics = QFontMetrics(font)
    shown = isolate_name(cut_text(text, metrics, box.width()))
    painter.setFont(font)
    painter.setPen(QColor(color))
    painter.drawText(box, align | Qt.AlignmentFlag.AlignVCenter, shown)
    return metrics.horizontalAdvance(shown)


def _is_checked(index: Index) -> bool:
    return Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) == Qt.CheckState.Checked


def _paint_check_box(painter: QPainter, row: QRect, *, is_checked: bool) -> int:
    colors, side = theme.colors(), theme.em(CHECK_BOX)
    box = QRect(row.left() + theme.em(0.93), row.center().y() - side // 2, side, side)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(colors.accent if is_checked else colors.edge), 2))
    painter.setBrush(QColor(colors.accent if is_checked else colors.surface))
    painter.drawRoundedRect(box, 4, 4)
    if is_checked:
        pen = QPen(QColor(colors.on_accent), max(2, side // 8))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        left, low = box.left() + side * 42 // 100, box.top() + side * 72 // 100
        painter.drawLine(box.left() + side * 22 // 100, box.top() + side // 2, left, low)
        painter.drawLine(left, low, box.left() + side * 78 // 100, box.top() + side * 3 // 10)
    return box.right() + 1
