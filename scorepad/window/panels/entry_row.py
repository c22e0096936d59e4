"""One entry of the history, drawn."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from scorepad.window import theme

ID, SAYS, META, STRUCK, MARK = (Qt.ItemDataRole.UserRole + n for n in range(5))
"""Roles of an item: the entry's id, what it says, when and by whom, whether it counts nothing,
and the word for that."""


class EntryRow(QStyledItemDelegate):
    """Draws an entry: its name and mark, what it says, when and who; struck ones struck out."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(theme.px(260), theme.px(66))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        colours = theme.colours()
        state: QStyle.StateFlag = option.state
        box: QRect = option.rect
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, QColor(colours.wash))
            painter.fillRect(
                QRect(box.left(), box.top(), theme.px(4), box.height()), QColor(colours.accent)
            )
        painter.setPen(QColor(colours.line))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        pad = theme.px(12)
        inner = box.adjusted(pad, theme.px(5), -pad, -theme.px(5))
        third = inner.height() // 3
        struck = bool(index.data(STRUCK))
        mark = str(index.data(MARK) or "")
        lines = (
            (str(index.data(Qt.ItemDataRole.DisplayRole)), 15, True, colours.ink),
            (str(index.data(SAYS)), 14, False, colours.ink),
            (str(index.data(META)), 13, False, colours.soft),
        )
        for number, (text, size, bold, colour) in enumerate(lines):
            font = theme.figures(size, bold=bold)
            font.setStrikeOut(struck and number < 2)
            room = QRect(inner.left(), inner.top() + number * third, inner.width(), third)
            if number == 0 and mark:
                plain = theme.figures(13, bold=True)
                painter.setFont(plain)
                painter.setPen(QColor(colours.bad if struck else colours.warn))
                painter.drawText(
                    room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, mark
                )
                room.setRight(room.right() - QFontMetrics(plain).horizontalAdvance(mark) - pad)
            painter.setFont(font)
            painter.setPen(QColor(colours.soft if struck else colour))
            shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(
                room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown
            )
        painter.restore()
