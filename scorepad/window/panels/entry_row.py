"""One entry of the history, drawn."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from scorepad.window import theme

ID, SAYS, META, STRUCK, MARK, WAS, WHY, TAKEN = (Qt.ItemDataRole.UserRole + n for n in range(8))
"""Roles of an item: the entry's id, what it says, when and by whom, whether it counts nothing and
the word for that, what it replaced, its reason, and what took it away."""
LINE = 20
"""A line's height, in pixels at the usual text size."""

Index = QModelIndex | QPersistentModelIndex
Piece = tuple[str, QFont, str]
"""A text, its font, its colour."""
FLAGS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class EntryRow(QStyledItemDelegate):
    """Draws an entry: its name and mark; what it replaced, struck out, and what it says; why, when
    and who, each on a line of its own; those that count nothing struck out."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(theme.px(260), theme.px(LINE * len(_lines(index)) + 10))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colours = theme.colours()
        state: QStyle.StateFlag = option.state
        box: QRect = option.rect
        view = self.parent()
        bottom = view.viewport().height() if isinstance(view, QAbstractItemView) else box.bottom()
        if box.top() > 0 and box.top() + box.height() > bottom:
            # Below the last entry in sight comes another: it is not cut through.
            return
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
        mark = str(index.data(MARK) or "")
        for number, pieces in enumerate(_lines(index)):
            top = inner.top() + number * theme.px(LINE)
            if top + theme.px(LINE) > bottom:
                # Below the last entry in sight comes another: no line of it is cut through.
                break
            room = QRect(inner.left(), top, inner.width(), theme.px(LINE))
            if number == 0 and mark:
                font = theme.figures(13, bold=True)
                painter.setFont(font)
                painter.setPen(QColor(colours.bad if index.data(STRUCK) else colours.warn))
                painter.drawText(
                    room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, mark
                )
                room.setRight(room.right() - QFontMetrics(font).horizontalAdvance(mark) - pad)
            _write(painter, room, pieces)
        painter.restore()


def _write(painter: QPainter, room: QRect, pieces: list[Piece]) -> None:
    """Write pieces after one another; what comes last keeps half the room at least."""
    for number, (text, font, colour) in enumerate(pieces):
        metrics = QFontMetrics(font)
        last = number == len(pieces) - 1
        rest = sum(QFontMetrics(f).horizontalAdvance(t) for t, f, _c in pieces[number + 1 :])
        most = room.width() if last else max(room.width() - rest, room.width() // 2)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, most)
        painter.setFont(font)
        painter.setPen(QColor(colour))
        painter.drawText(room, FLAGS, shown)
        room.setLeft(room.left() + metrics.horizontalAdvance(shown))


def _lines(index: Index) -> list[list[Piece]]:
    """The lines of an entry: its name, what it says, why, what took it away, when and who."""
    colours = theme.colours()
    dead = bool(index.data(STRUCK))
    was, now = str(index.data(WAS) or ""), str(index.data(SAYS) or "")
    ink = colours.soft if dead else colours.ink
    plain, bold = theme.figures(14), theme.figures(14, bold=True)
    struck = theme.figures(14)
    struck.setStrikeOut(True)
    head = theme.figures(15, bold=True)
    head.setStrikeOut(dead)
    lines: list[list[Piece]] = [[(str(index.data(Qt.ItemDataRole.DisplayRole)), head, ink)]]
    if was and now:
        after = struck if dead else bold
        lines.append([(was, struck, colours.soft), ("  →  ", plain, ink), (now, after, ink)])
    elif was or now:
        lines.append([(was or now, struck if was or dead else plain, ink)])
    small = theme.figures(13)
    if why := str(index.data(WHY) or ""):
        lines.append([("“" + why + "”", plain, ink)])
    if taken := str(index.data(TAKEN) or ""):
        lines.append([(taken, small, colours.bad)])
    lines.append([(str(index.data(META) or ""), small, colours.soft)])
    return lines
