"""A table on the room's screen: as large as it fits, in one size of type a column, with heads over
the columns.

Capitals are at least 1/36 of the screen's height; what does not fit then turns pages.  A name that
is too long for its column stands on two lines; no word is cut.  The rows are items of real tables,
which a screen reader reads cell by cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from scorepad.window.event.room_letters import (
    LINE,
    largest_letter_size,
    smallest_letter_size,
    width_of,
    width_on_two_lines,
    wrap_to_one_or_two_lines,
)
from scorepad.window.event.room_slides import Slide, SlideCell, SlideColumn, SlideLine
from scorepad.window.widgets import fit_text, theme

STEPS: Final = 16
"""So many sizes are tried between the most and the least."""
MOST_BLOCKS: Final = 3
"""So many tables stand beside each other at most."""
ROW: Final = 0.06
"""The least space above and below the lines of a row together, as a part of the size of the
letters."""
MOST_ROW: Final = 0.9
"""The most such space, where there is more room than the rows need."""
HEAD: Final = 0.62
"""The size of the letters of heads, as a part of those of the rows."""
PAD: Final = 0.34
"""The space at either side of a cell, as a part of the size of the letters."""
GAP: Final = 1.2
"""The space between two tables, as a part of the size of the letters."""
CELL_ROLE: Final = Qt.ItemDataRole.UserRole + 21
SIDES: Final = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "middle": Qt.AlignmentFlag.AlignHCenter,
    "right": Qt.AlignmentFlag.AlignRight,
}


@dataclass(frozen=True)
class SlideTableLayout:
    """How a slide's table is set: the size of its letters in pixels, how many tables stand beside
    each other, how many rows each of them has, on how many lines a row stands, and the width of
    each column in pixels."""

    size: float
    blocks: int
    rows: int
    lines: int
    widths: tuple[float, ...]
    name_size: float
    """The size of the letters of names, which may be smaller where a word is very long."""

    @property
    def row_height(self) -> float:
        return self.size * (LINE * self.lines + ROW)

    @property
    def head_height(self) -> float:
        return self.size * HEAD * (LINE + 0.3)

    def page_count(self, line_count: int) -> int:
        """Return on how many pages so many lines stand."""
        return max(1, ceil(line_count / (self.rows * self.blocks)))


def lay_out_slide_table(
    columns: Sequence[SlideColumn],
    lines: Sequence[SlideLine],
    wide: float,
    high: float,
    screen: float,
) -> SlideTableLayout:
    """Return the layout with the largest letters in which all lines stand on one page of this width
    and height; where there is none, that with most rows in the smallest letters.  `screen` is the
    height of the screen.  Lengths are pixels."""
    largest, least = largest_letter_size(screen), smallest_letter_size(screen)
    measured = [_Measured(columns, lines, wraps=wraps) for wraps in (False, True)]
    sizes = [largest - (largest - least) * step / STEPS for step in range(STEPS + 1)]

    def layouts(size: float) -> list[SlideTableLayout]:
        tried = product(measured, range(1, MOST_BLOCKS + 1))
        candidates = (each.layout(size, blocks, wide, high) for each, blocks in tried)
        return [each for each in candidates if each is not None]

    def first_with_room(count: int) -> SlideTableLayout | None:
        fitting = (each for size in sizes for each in layouts(size))
        return next((each for each in fitting if each.page_count(count) == 1), None)

    on_one_page = first_with_room(len(lines))
    if on_one_page is not None:
        return on_one_page
    smallest = layouts(least)
    if not smallest:
        return measured[1].squeezed(least, wide, high)
    fullest = max(smallest, key=lambda each: (each.rows * each.blocks, -each.blocks))
    # Shared evenly by as many pages, the lines may have larger letters.
    return first_with_room(ceil(len(lines) / fullest.page_count(len(lines)))) or fullest


class _Measured:
    """The widths that columns need, as parts of the size of the letters."""

    def __init__(
        self, columns: Sequence[SlideColumn], lines: Sequence[SlideLine], *, wraps: bool
    ) -> None:
        self.wraps = wraps
        self.names = [place for place, column in enumerate(columns) if column.is_name]
        self.needed: list[float] = []
        for place, column in enumerate(columns):
            texts = {line[place].text for line in lines} | set(column.samples)
            if wraps and column.is_name:
                width = max(map(width_on_two_lines, texts), default=0.0)
            else:
                width = max(map(width_of, texts), default=0.0)
            self.needed.append(max(width, HEAD * width_of(column.title)) + 2 * PAD)

    def layout(self, size: float, blocks: int, wide: float, high: float) -> SlideTableLayout | None:
        """Return the layout with letters of this size; None where a column has no room."""
        room = (wide - GAP * size * (blocks - 1)) / blocks
        needed = [each * size * 1.01 for each in self.needed]
        left = room - sum(needed)
        if left < 0:
            return None
        return self._shared(size, size, blocks, needed, left, high)

    def squeezed(self, size: float, wide: float, high: float) -> SlideTableLayout:
        """Return a layout in which names are smaller than the rest, as a word is too long."""
        needed = [each * size * 1.01 for each in self.needed]
        others = sum(each for place, each in enumerate(needed) if place not in self.names)
        names = sum(needed[place] for place in self.names) or 1.0
        part = max(0.3, min(1.0, (wide - others) / names))
        for place in self.names:
            needed[place] *= part
        return self._shared(size, size * part, 1, needed, 0.0, high)

    def _shared(
        self,
        size: float,
        name_size: float,
        blocks: int,
        needed: list[float],
        left: float,
        high: float,
    ) -> SlideTableLayout:
        # Names have what is left; without names all columns do.
        share = self.names or list(range(len(needed)))
        for place in share:
            needed[place] += left / len(share)
        lines = 2 if self.wraps else 1
        single_row = SlideTableLayout(size, blocks, 1, lines, tuple(needed), name_size)
        rows = max(1, int((high - single_row.head_height) / single_row.row_height))
        return SlideTableLayout(size, blocks, rows, lines, tuple(needed), name_size)


class _CellDelegate(QStyledItemDelegate):
    """Paints the cells of a table."""

    layout_: SlideTableLayout | None = None
    columns: tuple[SlideColumn, ...] = ()

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        cell, layout = index.data(CELL_ROLE), self.layout_
        rect: QRect = option.rect
        if not isinstance(cell, SlideCell) or layout is None:
            return
        colors = theme.colors()
        if index.row() % 2 == 0:
            painter.fillRect(rect, QColor(colors.surface))
        column = self.columns[index.column()]
        size = layout.name_size if column.is_name else layout.size
        font = theme.exact_figure_font(size, bold=cell.strong)
        pad = round(layout.size * PAD)
        box = rect.adjusted(pad, 0, -pad, 0)
        lines = [cell.text]
        if column.is_name and layout.lines > 1:
            lines = wrap_to_one_or_two_lines(cell.text, box.width() / size)
        painter.save()
        painter.setFont(font)
        painter.setPen(QColor(getattr(colors, cell.tone)))
        high = size * LINE
        top = rect.center().y() - high * len(lines) / 2
        for number, text in enumerate(lines):
            line = QRect(box.left(), round(top + number * high), box.width(), round(high))
            shown = fit_text.cut_text(text, painter.fontMetrics(), box.width())
            painter.drawText(line, SIDES[column.side] | Qt.AlignmentFlag.AlignVCenter, shown)
        painter.restore()


class _Block(QTableWidget):
    """One of the tables that stand beside each other."""

    def __init__(self) -> None:
        super().__init__(0, 0)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.setFrameShape(QTableWidget.Shape.NoFrame)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(1)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setMinimumSectionSize(1)
        header.setHighlightSections(False)
        self._delegate = _CellDelegate(self)
        self.setItemDelegate(self._delegate)
        self._shown: object = None

    def show_lines(
        self,
        columns: tuple[SlideColumn, ...],
        lines: Sequence[SlideLine],
        layout: SlideTableLayout,
        high: int,
    ) -> None:
        """Show these lines, in rows so many pixels high; cells that say the same stay as they
        are."""
        shape = (columns, layout, len(lines), high, theme.colors())
        if shape != self._shown:
            self._shown = shape
            self._arrange(columns, len(lines), layout)
            self.verticalHeader().setDefaultSectionSize(high)
        for row, line in enumerate(lines):
            for place, cell in enumerate(line):
                item = self.item(row, place)
                if item is None:
                    item = QTableWidgetItem()
                    self.setItem(row, place, item)
                if item.data(CELL_ROLE) != cell:
                    item.setData(CELL_ROLE, cell)
                    item.setText(cell.text)
                    empty = f"{columns[place].title}: –"
                    item.setData(Qt.ItemDataRole.AccessibleTextRole, cell.text or empty)

    def _arrange(
        self, columns: tuple[SlideColumn, ...], count: int, layout: SlideTableLayout
    ) -> None:
        colors = theme.colors()
        self._delegate.layout_, self._delegate.columns = layout, columns
        self.setStyleSheet(
            f"QTableWidget, QHeaderView, QHeaderView::section "
            f"{{ background: {colors.ground}; color: {colors.soft}; border: none; }}"
            # The window's own style would set the size of heads.
            f"QHeaderView::section {{ padding: 0 {round(layout.size * PAD)}px; "
            f"font-size: {round(layout.size * HEAD)}px; }}"
        )
        self.setColumnCount(len(columns))
        self.setRowCount(count)
        font = QFont(theme.exact_figure_font(layout.size * HEAD))
        header = self.horizontalHeader()
        header.setFont(font)
        header.setFixedHeight(round(layout.head_height))
        for place, column in enumerate(columns):
            head = QTableWidgetItem(column.title)
            head.setTextAlignment(SIDES[column.side] | Qt.AlignmentFlag.AlignBottom)
            head.setFont(font)
            self.setHorizontalHeaderItem(place, head)
            header.resizeSection(place, round(layout.widths[place]))
        self.setFixedWidth(sum(round(each) for each in layout.widths))


class SlideTableWidget(QWidget):
    """Shows a page of a slide's table, in as many tables beside each other as it needs."""

    def __init__(self) -> None:
        super().__init__()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self.blocks = [_Block() for _ in range(MOST_BLOCKS)]
        for block in self.blocks:
            self._row.addWidget(block)
        self._row.addStretch(1)

    def show_page(self, slide: Slide, layout: SlideTableLayout, page: int) -> None:
        """Show this page (from 0) of a slide; the pages share the lines evenly."""
        count = len(slide.lines)
        each = ceil(count / layout.page_count(count))
        lines = slide.lines[page * each : (page + 1) * each]
        blocks = min(layout.blocks, ceil(len(lines) / layout.rows)) or 1
        rows = ceil(len(lines) / blocks)
        self._row.setSpacing(round(layout.size * GAP))
        least, most = layout.row_height, layout.size * (LINE * layout.lines + MOST_ROW)
        high = int(max(least, min(most, (self.height() - layout.head_height) / max(rows, 1))))
        for place, block in enumerate(self.blocks):
            mine = lines[place * rows : (place + 1) * rows] if place < blocks else ()
            block.setVisible(bool(mine))
            if mine:
                block.setAccessibleName(slide.title)
                block.show_lines(slide.columns, mine, layout, high)
