"""The sheet's heading on the screen: the sides' names over the names of their columns."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QApplication, QHeaderView, QWidget

from scorepad.window import theme
from scorepad.window.sheet_paint import alignment, cell_of, inside
from scorepad.window.sheet_rows import COLUMNS, LEAD, PARTS, place_of
from scorepad.window.side_words import within

TEAM: Final = (14, 13, 12)
"""The sizes of a side's name in the heading, in pixels at the usual text size."""
HEADING, ONE_LINE = 52, 28
"""The heading's height, in pixels at the usual text size, or a little more; and in one line."""


class GroupHeader(QHeaderView):
    """Two lines: the sides' names (`teams`) over their columns, the columns' own names below.
    Where it is `short`, one line: a side's name stands in place of its first column's own."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.teams = ("", "")
        self.short = False
        self._more = 0
        self._measured: tuple[object, list[int]] | None = None

    def sizeHint(self) -> QSize:
        usual = ONE_LINE if self.short else HEADING
        return QSize(super().sizeHint().width(), theme.px(usual) + self._more)

    def grow(self, more: int) -> None:
        """Be so much (pixels) higher than usual: what whole rows leave over."""
        if more != self._more:
            self._more = more
            self.updateGeometry()
            self.geometriesChanged.emit()

    def _small(self) -> QFont:
        small = QFont(QApplication.font())
        small.setPixelSize(theme.px(13))
        return small

    def written(self, text: str) -> int:
        """How wide a text is among the columns' names, in pixels."""
        return QFontMetrics(self._small()).horizontalAdvance(text)

    def needed(self) -> list[int]:
        """How wide the columns' names need their columns to be, in pixels."""
        headings = [self._heading(column) for column in range(COLUMNS)]
        asked = (headings, theme.px(100))
        if self._measured is None or self._measured[0] != asked:
            wide = [
                cell_of(column, self.written(heading)) if column >= LEAD else 0
                for column, heading in enumerate(headings)
            ]
            self._measured = (asked, wide)
        return self._measured[1]

    def _heading(self, column: int) -> str:
        return str(self.model().headerData(column, Qt.Orientation.Horizontal))

    def _beside(self, first: int) -> tuple[int, int]:
        """The column in sight after a side's first, and how much of it (pixels) its own name
        leaves free at the left."""
        beside = next(
            (
                column
                for column in range(first + 1, first + len(PARTS))
                if not self.isSectionHidden(column)
            ),
            first,
        )
        free = self.sectionSize(beside) - self.written(self._heading(beside)) - theme.px(12)
        return beside, max(0, free) if beside != first else 0

    def paintSection(self, painter: QPainter, rect: QRect, column: int) -> None:
        colours = theme.colours()
        painter.save()
        painter.fillRect(rect, QColor(colours.surface))
        upper = QRect(rect.left(), rect.top(), rect.width(), rect.height() // 2)
        lower = QRect(rect.left(), upper.bottom() + 1, rect.width(), rect.height() // 2)
        place = place_of(column)
        begins = place is not None and place[1] == PARTS[0]
        if place is not None and self.short:
            painter.fillRect(rect, QColor(colours.side_wash(place[0])))
            first = LEAD + place[0] * len(PARTS)
            beside, free = self._beside(first)
            if column in (first, beside):
                self._paint_team(painter, rect, column, place[0], self.sectionSize(first) + free)
            lower = rect
        elif place is not None:
            first = LEAD + place[0] * len(PARTS)
            wide = sum(self.sectionSize(first + step) for step in range(len(PARTS)))
            self._paint_team(painter, upper, column, place[0], wide)
        elif self.short:
            lower = rect
        painter.setFont(self._small())
        painter.setPen(QColor(colours.soft))
        heading = self._heading(column)
        if not (begins and self.short):
            painter.drawText(inside(lower, column), alignment(column), heading)
        painter.setPen(QPen(QColor(colours.edge), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if begins:
            painter.drawLine(rect.topLeft(), rect.bottomLeft())
        painter.restore()

    def _paint_team(
        self, painter: QPainter, cell: QRect, column: int, side: int, wide: int
    ) -> None:
        """The part of a side's name, so wide in all (pixels), that is over this column; the next
        one paints its own."""
        painter.fillRect(cell, QColor(theme.colours().side_wash(side)))
        first = LEAD + side * len(PARTS)
        before = sum(self.sectionSize(each) for each in range(first, column))
        band = QRect(cell.left() - before, cell.top(), wide, cell.height())
        painter.setClipRect(cell)
        pad = theme.px(8)
        font = QFont(QApplication.font())
        font.setBold(True)
        for size in TEAM:
            font.setPixelSize(theme.px(size))
            if QFontMetrics(font).horizontalAdvance(self.teams[side]) <= wide - 2 * pad:
                break
        painter.setFont(font)
        painter.setPen(QColor(theme.colours().side(side)))
        name = within(self.teams[side], QFontMetrics(font), wide - 2 * pad)
        painter.drawText(band.adjusted(pad, 0, -pad, 0), Qt.AlignmentFlag.AlignVCenter, name)
        painter.setClipping(False)
