"""A row of widgets that continues in a further line where it is too narrow for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

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
                # Below 0 where nothing in the row has a height by its width.
                by_width = super().heightForWidth(width)
                high = self.sizeHint().height() if by_width < 0 else by_width
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
        return (
            width >= super().minimumSize().width() and len(self._lines([*self._items()], room)) <= 1
        )

    def _around(self) -> int:
        margins = self.contentsMargins()
        return margins.left() + margins.right()

    def _items(self) -> Iterator[tuple[QLayoutItem, int]]:
        for at in range(self.count()):
            item = self.itemAt(at)
            if item is not None and (item.spacerItem() is not None or not item.isEmpty()):
                yield item, self.stretch(at)

    def _lines(self, items: Sequence[tuple[QLayoutItem, int]], room: int) -> list[range]:
        """Return the numbers of the items in each line, without the stretches at its ends."""
        lines: list[range] = []
        used = 0
        for at, (item, factor) in enumerate(items):
            if item.spacerItem() is None:
                wide = _least_width(item, factor)
                if not lines or used + wide > room:
                    lines.append(range(at, at))
                    used = 0
                lines[-1] = range(lines[-1].start, at + 1)
                used += wide
            used += self.spacing()
        return lines

    def _places(self, rect: QRect) -> Iterator[tuple[QLayoutItem, QRect]]:
        inside, gap = rect.marginsRemoved(self.contentsMargins()), self.spacing()
        top, every = inside.top(), [*self._items()]
        for line in self._lines(every, inside.width()):
            items, factors = zip(*every[line.start : line.stop], strict=True)
            widths = [*map(_least_width, items, factors)]
            spare = max(0, inside.width() - gap * (len(line) - 1) - sum(widths))
            share = spare / (sum(factors) or 1)
            wide = [
                min(width + int(share * factor), inside.width())
                for width, factor in zip(widths, factors, strict=True)
            ]
            high = max(map(_height, items, wide))
            left = inside.left()
            if not sum(factors):
                # The stretches that are in other lines push this one, too.
                before, after = map(_stretch, (every[: line.start], every[line.stop :]))
                left += spare * before // ((before + after) or 1)
            for item, width in zip(items, wide, strict=True):
                yield item, QRect(left, top, width, high)
                left += width + gap
            top += high + gap


def _least_width(item: QLayoutItem, factor: int) -> int:
    return (item.minimumSize() if factor else item.sizeHint()).width()


def _stretch(items: Iterable[tuple[QLayoutItem, int]]) -> int:
    return sum(factor for item, factor in items if item.spacerItem() is not None)


def _height(item: QLayoutItem, width: int) -> int:
    return item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
