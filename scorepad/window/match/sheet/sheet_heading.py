"""The sheet's heading on the screen has the sides' names over the names of their columns."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QHeaderView, QWidget

from scorepad.window.match.sheet.sheet_columns import (
    COLUMN_COUNT,
    LEADING_COLUMNS,
    PARTS,
    side_and_part_of_column,
)
from scorepad.window.match.sheet.sheet_paint import alignment, cell_width, text_rect, visible_top
from scorepad.window.widgets import theme
from scorepad.window.widgets.fit_text import cut_text, text_font, width_of

TEAM_SIZE, COLUMN_SIZE = 14, 13  # px
"""The sizes of a side's name and of the columns' names, in pixels at the usual text size."""
HEADING_HEIGHT, ONE_LINE_HEIGHT = 52, 28  # px
"""The heading's height (pixels at the usual text size), or a little more, in two lines and in one.
"""


class GroupHeader(QHeaderView):
    """Paints the sides' names (`teams`) over their columns, and the columns' own names below.

    Where it is `short` it has one line: a side's name is in place of its first column's own.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.teams = ("", "")
        self.short = False
        self.growth = 1.0
        """How many times as large as usual the names are."""

    def grow_height(self, more: int) -> None:
        """Become this much (pixels) higher than usual, to fill what whole rows leave over."""
        high = theme.px(ONE_LINE_HEIGHT if self.short else HEADING_HEIGHT) + more
        if high != self.minimumHeight():
            self.setFixedHeight(high)
            self.geometriesChanged.emit()

    def _font(self) -> QFont:
        return text_font(COLUMN_SIZE * self.growth)

    def text_width(self, text: str) -> int:
        """Return the width (pixels) of a text in the font of the columns' names."""
        return width_of(text, self._font())

    def needed_widths(self) -> list[int]:
        """Return the widths (pixels) that the columns' names need."""
        return [
            cell_width(column, self.text_width(self._heading(column)))
            if column >= LEADING_COLUMNS
            else 0
            for column in range(COLUMN_COUNT)
        ]

    def _heading(self, column: int) -> str:
        return str(self.model().headerData(column, Qt.Orientation.Horizontal))

    def _beside(self, first: int) -> tuple[int, int]:
        beside = next(
            (
                column
                for column in range(first + 1, first + len(PARTS))
                if not self.isSectionHidden(column)
            ),
            first,
        )
        free = self.sectionSize(beside) - self.text_width(self._heading(beside)) - theme.px(12)
        return beside, max(0, free) if beside != first else 0

    def paintSection(self, painter: QPainter, rect: QRect, column: int) -> None:
        colors = theme.colors()
        painter.save()
        painter.fillRect(rect, QColor(colors.surface))
        if rect.top() < visible_top(self.viewport()):
            painter.restore()
            return
        upper = QRect(rect.left(), rect.top(), rect.width(), rect.height() // 2)
        lower = QRect(rect.left(), upper.bottom() + 1, rect.width(), rect.height() // 2)
        place = side_and_part_of_column(column)
        begins = place is not None and place[1] == PARTS[0]
        if place is not None and self.short:
            painter.fillRect(rect, QColor(colors.side_wash(place[0])))
            first = LEADING_COLUMNS + place[0] * len(PARTS)
            beside, free = self._beside(first)
            if column in (first, beside):
                self._paint_team(painter, rect, column, place[0], self.sectionSize(first) + free)
            lower = rect
        elif place is not None:
            first = LEADING_COLUMNS + place[0] * len(PARTS)
            wide = sum(self.sectionSize(first + step) for step in range(len(PARTS)))
            self._paint_team(painter, upper, column, place[0], wide)
        elif self.short:
            lower = rect
        if not (begins and self.short):
            painter.setFont(self._font())
            painter.setPen(QColor(colors.soft))
            painter.drawText(text_rect(lower, column), alignment(column), self._heading(column))
        painter.setPen(QPen(QColor(colors.edge), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if begins:
            painter.drawLine(rect.topLeft(), rect.bottomLeft())
        painter.restore()

    def _paint_team(
        self, painter: QPainter, cell: QRect, column: int, side: int, wide: int
    ) -> None:
        painter.fillRect(cell, QColor(theme.colors().side_wash(side)))
        first = LEADING_COLUMNS + side * len(PARTS)
        before = sum(self.sectionSize(each) for each in range(first, column))
        band = QRect(cell.left() - before, cell.top(), wide, cell.height())
        painter.setClipRect(cell)
        pad = theme.px(8)
        font = text_font(TEAM_SIZE * self.growth, bold=True)
        name = cut_text(self.teams[side], QFontMetrics(font), wide - 2 * pad)
        painter.setFont(font)
        painter.setPen(QColor(theme.colors().side(side)))
        painter.drawText(band.adjusted(pad, 0, -pad, 0), Qt.AlignmentFlag.AlignVCenter, name)
        painter.setClipping(False)
