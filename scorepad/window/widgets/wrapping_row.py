"""A row of widgets that continues in a further line where it is too narrow for all of them."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QHBoxLayout, QLayout, QLayoutItem


class WrappingRow(QHBoxLayout):
    """Qt's row as long as all have room in it; Qt would cut the rest, here it is below.

    Where a page has large text in a small window, each of its buttons can still be read.
    """

    def __init__(self) -> None:
        self._heights: dict[int, int] = {}
        """The heights that were measured, by width; Qt asks many times between two changes."""
        super().__init__()

    def invalidate(self) -> None:
        self._heights.clear()
        super().invalidate()

    def minimumSize(self) -> QSize:
        whole = super().minimumSize()
        widest = max((item.minimumSize().width() for item, _factor in self._items()), default=0)
        return QSize(min(whole.width(), widest + self._around()), whole.height())

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = self._height_at(width)
        return self._heights[width]

    def _height_at(self, width: int) -> int:
        if self._fits(width):
            return max(self.sizeHint().height(), super().heightForWidth(width))
        margins = self.contentsMargins()
        return self._place(QRect(0, 0, width, 0), move=False) + margins.top() + margins.bottom()

    def minimumHeightForWidth(self, width: int) -> int:
        return self.heightForWidth(width)

    def setGeometry(self, rect: QRect) -> None:
        if self._fits(rect.width()):
            super().setGeometry(rect)
        else:
            # Placed once: a label that fits its text to its room would ask for another layout.
            QLayout.setGeometry(self, rect)
            self._place(rect, move=True)

    def _fits(self, width: int) -> bool:
        room = width - self._around()
        return width >= super().minimumSize().width() and len(self._lines(room)) == 1

    def _around(self) -> int:
        margins = self.contentsMargins()
        return margins.left() + margins.right()

    def _items(self) -> list[tuple[QLayoutItem, int]]:
        every = ((self.itemAt(place), self.stretch(place)) for place in range(self.count()))
        return [
            (item, factor)
            for item, factor in every
            if item is not None and (item.spacerItem() is not None or not item.isEmpty())
        ]

    def _lines(self, room: int) -> list[list[tuple[QLayoutItem, int]]]:
        lines: list[list[tuple[QLayoutItem, int]]] = [[]]
        used = 0
        for item, factor in self._items():
            wide = _width(item, factor)
            if lines[-1] and used + wide > room:
                lines.append([])
                used = 0
            lines[-1].append((item, factor))
            used += wide + self.spacing()
        return lines

    def _place(self, rect: QRect, *, move: bool) -> int:
        inside = rect.marginsRemoved(self.contentsMargins())
        top = inside.top()
        for line in self._lines(inside.width()):
            gaps = self.spacing() * (len(line) - 1)
            spare = max(0, inside.width() - gaps - sum(_width(*each) for each in line))
            factors = sum(factor for _item, factor in line) or 1
            placed = [
                (item, min(_width(item, factor) + spare * factor // factors, inside.width()))
                for item, factor in line
            ]
            high = max((_height(item, wide) for item, wide in placed), default=0)
            left = inside.left()
            for item, wide in placed if move else ():
                item.setGeometry(QRect(left, top, wide, high))
                left += wide + self.spacing()
            top += high + self.spacing()
        return top - self.spacing() - inside.top()


def _width(item: QLayoutItem, factor: int) -> int:
    return item.minimumSize().width() if factor else item.sizeHint().width()


def _height(item: QLayoutItem, width: int) -> int:
    return item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
