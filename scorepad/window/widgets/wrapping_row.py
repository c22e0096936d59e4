"""A row of widgets that continues in a further line where it is too narrow for all of them."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QHBoxLayout, QLayout, QLayoutItem


class WrappingRow(QHBoxLayout):
    """Qt's row while all have room in it; the rest, which Qt would cut, is below.

    With large text in a small window each button can still be read.
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
            if self._fits(width):
                high = max(self.sizeHint().height(), super().heightForWidth(width))
            else:
                ends = [place.bottom() for _item, place in self._places(QRect(0, 0, width, 0))]
                high = max(ends, default=-1) + 1 + self.contentsMargins().bottom()
            self._heights[width] = high
        return self._heights[width]

    def minimumHeightForWidth(self, width: int) -> int:
        return self.heightForWidth(width)

    def setGeometry(self, rect: QRect) -> None:
        if self._fits(rect.width()):
            super().setGeometry(rect)
        else:
            # Placed once: a label that fits its text to its room would ask for another layout.
            QLayout.setGeometry(self, rect)
            for item, place in [*self._places(rect)]:
                item.setGeometry(place)

    def _fits(self, width: int) -> bool:
        room = width - self._around()
        return width >= super().minimumSize().width() and len(self._lines(room)) <= 1

    def _around(self) -> int:
        margins = self.contentsMargins()
        return margins.left() + margins.right()

    def _items(self) -> Iterator[tuple[QLayoutItem, int]]:
        for at in range(self.count()):
            item = self.itemAt(at)
            if item is not None and (item.spacerItem() is not None or not item.isEmpty()):
                yield item, self.stretch(at)

    def _lines(self, room: int) -> list[list[tuple[QLayoutItem, int, int]]]:
        lines: list[list[tuple[QLayoutItem, int, int]]] = []
        used = 0
        for item, factor in self._items():
            wide = (item.minimumSize() if factor else item.sizeHint()).width()
            if not lines or used + wide > room:
                lines.append([])
                used = 0
            lines[-1].append((item, factor, wide))
            used += wide + self.spacing()
        return lines

    def _places(self, rect: QRect) -> Iterator[tuple[QLayoutItem, QRect]]:
        inside, gap = rect.marginsRemoved(self.contentsMargins()), self.spacing()
        top = inside.top()
        for line in self._lines(inside.width()):
            items, factors, widths = zip(*line, strict=True)
            spare = max(0, inside.width() - gap * (len(line) - 1) - sum(widths))
            share = spare / (sum(factors) or 1)
            wide = [
                min(width + int(share * factor), inside.width())
                for width, factor in zip(widths, factors, strict=True)
            ]
            high = max(map(_height, items, wide))
            left = inside.left()
            for item, width in zip(items, wide, strict=True):
                yield item, QRect(left, top, width, high)
                left += width + gap
            top += high + gap


def _height(item: QLayoutItem, width: int) -> int:
    return item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
