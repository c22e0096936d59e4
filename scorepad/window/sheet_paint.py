"""How the sheet on the screen is painted: its two-line heading and its cells."""

from __future__ import annotations

from typing import Final, TypeAlias

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHelpEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolTip,
    QWidget,
)

from scorepad.window import theme
from scorepad.window.sheet_rows import COLUMNS, LEAD, PARTS, Row, place_of

Index: TypeAlias = QModelIndex | QPersistentModelIndex
Written: TypeAlias = tuple[str, tuple[int, int, bool, bool], str, QRect]
"""A text, its font (size, text size, bold, struck through), its ink, its room."""
ROW_ROLE: Final = int(Qt.ItemDataRole.UserRole)
RIGHT: Final = ("tricks", "change", "total", "bags")
"""The parts that are figures, and stand to the right."""


def alignment(column: int) -> Qt.AlignmentFlag:
    """How a column's texts stand."""
    place = place_of(column)
    right = column == 0 or (place is not None and place[1] in RIGHT)
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


PLACES: Final = tuple(place_of(column) for column in range(COLUMNS))
ALIGNMENTS: Final = tuple(alignment(column) for column in range(COLUMNS))
FLAG: Final = 14
"""How wide the flag of an offence is with the room before it, in pixels at the usual text size."""
REMARK: Final = 13
"""The size of what is a remark and no figure, in pixels at the usual text size."""
DEALER: Final = 1
"""The dealer's column."""
MOST_SHOWN: Final = 4000
"""So many texts are remembered as they fit their cells."""


def _inside(cell: QRect, column: int) -> QRect:
    """The part of a cell, or of its heading, that is written in."""
    pad = theme.px(8) if cell.width() > theme.px(68) else theme.px(4)
    place = PLACES[column]
    # The bids begin under the side's name.
    first = place is not None and place[1] == PARTS[0]
    return cell.adjusted(theme.px(8) if first else pad, 0, -pad, 0)


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
            if begins:
                self._paint_team(painter, rect, column, place[0], rect.width())
            lower = rect
        elif place is not None:
            first = LEAD + place[0] * len(PARTS)
            wide = sum(self.sectionSize(first + step) for step in range(len(PARTS)))
            self._paint_team(painter, upper, column, place[0], wide)
        elif self.short:
            lower = rect
        painter.setFont(self._small())
        painter.setPen(QColor(colours.soft))
        heading = str(self.model().headerData(column, Qt.Orientation.Horizontal))
        if not (begins and self.short):
            painter.drawText(_inside(lower, column), alignment(column), heading)
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
        font = QFont(QApplication.font())
        font.setPixelSize(theme.px(14))
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(QColor(theme.colours().side(side)))
        pad = theme.px(8)
        name = QFontMetrics(font).elidedText(
            self.teams[side], Qt.TextElideMode.ElideRight, wide - 2 * pad
        )
        painter.drawText(band.adjusted(pad, 0, -pad, 0), Qt.AlignmentFlag.AlignVCenter, name)
        painter.setClipping(False)


def _paint_flag(painter: QPainter, cell: QRect) -> None:
    """A flag at the right of a cell: an offence.  Drawn, as few fonts have one."""
    high = theme.px(13)
    left, top = cell.right() - theme.px(FLAG - 3), cell.center().y() - high // 2
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    colour = QColor(theme.colours().bad)
    painter.setPen(QPen(colour, theme.px(2)))
    painter.drawLine(left, top, left, top + high)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    wide, deep = theme.px(9), theme.px(8)
    painter.drawPolygon(
        [QPoint(left, top), QPoint(left + wide, top + deep // 2), QPoint(left, top + deep)]
    )
    painter.restore()


class CellPainter(QStyledItemDelegate):
    """Paints a cell: figures in columns, what is void struck through, a mark at sets and
    penalties."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        # A new total repaints every cell in sight, within one frame: nothing is made twice.
        self._fonts: dict[tuple[int, int, bool, bool], tuple[QFont, QFontMetrics]] = {}
        self._shown: dict[tuple[tuple[int, int, bool, bool], str, int], str] = {}

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colours = theme.colours()
        row: Row = index.data(ROW_ROLE)
        column = index.column()
        place = PLACES[column]
        rect = option.rect
        state = option.state
        ground = colours.surface
        if row.status in ("in-progress", "next"):
            ground = colours.wash
        elif row.status == "ruling":
            ground = colours.warn_wash
        if state & QStyle.StateFlag.State_MouseOver and index.flags():
            ground = colours.wash if row.hand and place is not None else ground
        painter.fillRect(rect, QColor(ground))
        if row.cells[column] or row.remark:
            self._paint_text(painter, rect, column, row)
        if place is not None and place[1] == "bids" and row.reneged[place[0]]:
            _paint_flag(painter, rect)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, QColor(colours.line))
        if place is not None and place[1] == PARTS[0]:
            painter.fillRect(rect.left(), rect.top(), 1, rect.height(), QColor(colours.edge))
        view = self.parent()
        focused = isinstance(view, QWidget) and view.hasFocus()
        if state & QStyle.StateFlag.State_HasFocus and focused:
            painter.setPen(QPen(QColor(colours.focus), 2))
            painter.drawRect(rect.adjusted(1, 1, -2, -2))

    def _font(self, kind: tuple[int, int, bool, bool]) -> tuple[QFont, QFontMetrics]:
        """A font and its measures: size at the usual text size, the text size, bold, struck
        through; a remark, size 13, is no figure."""
        if kind not in self._fonts:
            size, _pixels, bold, struck = kind
            font = theme.figures(size, bold=bold)
            if size == REMARK:
                font = QFont(QApplication.font())
                font.setPixelSize(theme.px(size))
            font.setStrikeOut(struck)
            self._fonts[kind] = font, QFontMetrics(font)
        return self._fonts[kind]

    def _paint_text(self, painter: QPainter, rect: QRect, column: int, row: Row) -> None:
        written = self._written(rect, column, row)
        if written is None:
            return
        text, kind, ink, box = written
        font, metrics = self._font(kind)
        asked = (kind, text, box.width())
        if asked not in self._shown:
            if len(self._shown) > MOST_SHOWN:
                self._shown.clear()
            # Of names that nobody gave ("Team A 1") the end tells them apart.
            end = Qt.TextElideMode.ElideMiddle if column == DEALER else Qt.TextElideMode.ElideRight
            self._shown[asked] = metrics.elidedText(text, end, box.width())
        painter.setFont(font)
        painter.setPen(QColor(ink))
        beyond = not rect.contains(box)
        if beyond:
            painter.save()
            painter.setClipRect(rect)
        left = ALIGNMENTS[LEAD] if beyond else ALIGNMENTS[column]
        painter.drawText(box, left, self._shown[asked])
        if beyond:
            painter.restore()

    def _written(self, rect: QRect, column: int, row: Row) -> Written | None:
        """What is written in this cell: its text, font, ink, and the room it has."""
        colours = theme.colours()
        place = PLACES[column]
        part = None if place is None else place[1]
        text = row.cells[column]
        dead = row.status in ("void", "after-end")
        size = 16 if rect.width() > theme.px(52) or part == "bids" else 15
        struck = False
        ink = colours.soft if dead or column < LEAD else colours.ink
        box = _inside(rect, column)
        if place is not None and part == "bids" and row.reneged[place[0]]:
            box.setRight(rect.right() - theme.px(FLAG))
        if place is not None and part == "tricks":
            if row.lost[place[0]]:
                text = row.remark
            elif row.was_set[place[0]]:
                text = f"✕ {text}"
            if row.was_set[place[0]]:
                ink = colours.bad
        if part == "change" and text.startswith("\u2212"):
            ink = colours.bad
        if place is not None and part == "bags" and row.penalized[place[0]]:
            text = f"▲ {text}"
            ink = colours.warn
        if row.status == "ruling" and (column == DEALER or part in ("bids", "tricks")):
            size = REMARK
            if part is not None:
                text, box = self._reason(rect, column, row)
        if dead and column >= LEAD:
            struck = part == "bids"
            if place == (0, "change"):
                text = row.remark
                size = REMARK
        if not text:
            return None
        bold = part == "total" and not dead and size != REMARK
        return text, (size, theme.px(100), bold, struck), ink, box

    def _reason(self, rect: QRect, column: int, row: Row) -> tuple[str, QRect]:
        """A ruling's reason runs from the bids' column over that of the tricks; each of the two
        cells paints its own part."""
        view = self.parent()
        first = column if PLACES[column] in ((0, "bids"), (1, "bids")) else column - 1
        wide = [
            view.columnWidth(each) if isinstance(view, QTableView) else rect.width()
            for each in (first, first + 1)
        ]
        left = rect.left() - (wide[0] if column != first else 0)
        whole = QRect(left, rect.top(), sum(wide), rect.height())
        return row.cells[first], _inside(whole, first)

    def cut(self, rect: QRect, index: Index) -> str:
        """The whole text of a cell that has no room for all of it; else nothing."""
        row: Row = index.data(ROW_ROLE)
        written = self._written(rect, index.column(), row)
        if written is None:
            return ""
        text, kind, _ink, box = written
        return text if self._font(kind)[1].horizontalAdvance(text) > box.width() else ""

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        """What is cut off is shown whole under the mouse, beside what else is said of the cell."""
        whole = self.cut(option.rect, index) if index.isValid() else ""
        said = str(index.data(Qt.ItemDataRole.ToolTipRole) or "") if index.isValid() else ""
        tip = "\n".join(dict.fromkeys(text for text in (whole, said) if text))
        if event.type() != QEvent.Type.ToolTip or not tip:
            return super().helpEvent(event, view, option, index)
        QToolTip.showText(event.globalPos(), tip, view)
        return True
