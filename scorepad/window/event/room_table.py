"""A table on the room's screen, in the largest of three sizes of letters that has room for it.

Capitals are at least 1/36 of the screen's height; rows without room turn pages.  A name that is too
long for its column has a second line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from scorepad.window.event.letters import LINE, letter_size, split_evenly, width_of
from scorepad.window.event.room_slides import Slide, SlideCell, SlideColumn, SlideLine
from scorepad.window.widgets import theme

LARGE, MIDDLE, SMALL = 24, 30, 36
"""Capitals are this part of the screen's height."""
MOST_BLOCKS: Final = 3
"""So many tables are beside each other at most."""
HEAD: Final = 0.62
"""The size of the letters of heads, as a part of those of the rows."""
PAD, GAP = 0.34, 1.2
"""The space beside a text and between two tables, as parts of the size of the letters."""
QT_MARGINS: Final = 10  # pixels
"""The space that Qt adds beside the text of a cell."""
ROW, MOST_ROW = 0.1, 0.8
"""The least and the most space above and below the text of a row together, as such parts."""
CELL_ROLE: Final = Qt.ItemDataRole.UserRole + 21
SIDES: Final = {"left": Qt.AlignmentFlag.AlignLeft, "right": Qt.AlignmentFlag.AlignRight}


@dataclass(frozen=True)
class TableLayout:
    """How a slide's table is set.

    size: of the letters, in pixels
    blocks: how many tables are beside each other
    rows: how many rows each of them has
    lines: how many lines of text a row has
    widths: of the columns, in pixels
    """

    size: float
    blocks: int
    rows: int
    lines: int
    widths: tuple[int, ...]

    @property
    def width(self) -> float:
        """Return the width of all blocks, with the gaps between them."""
        return sum(self.widths) * self.blocks + GAP * self.size * (self.blocks - 1)

    def row_height(self, rows: int, height: int) -> int:
        """Return the height of each of so many rows (pixels), which share this height."""
        least, most = (self.size * (LINE * self.lines + each) for each in (ROW, MOST_ROW))
        return int(max(least, min(most, (height - _head_height(self.size)) / rows)))

    def page_count(self, line_count: int) -> int:
        """Return on how many pages so many lines are."""
        return max(1, ceil(line_count / (self.rows * self.blocks)))

    def pages(self, lines: Sequence[SlideLine]) -> list[Sequence[SlideLine]]:
        """Return the lines of each page, which the pages share evenly."""
        count = self.page_count(len(lines))
        each = ceil(len(lines) / count)
        return [lines[at * each : (at + 1) * each] for at in range(count)]


def lay_out_table(slide: Slide, body: QSize, screen: int) -> TableLayout:
    """Return the layout with the larger letters and the fewer columns that needs the fewest pages;
    `screen` is the height of the screen (pixels)."""
    needs = [_needs(slide, lines) for lines in (1, 2)]
    ways = product((LARGE, MIDDLE, SMALL), (1, 2), range(1, MOST_BLOCKS + 1))
    layouts = [
        _layout(slide, needs[lines - 1], body, letter_size(screen, part), lines, blocks)
        for part, lines, blocks in ways
    ]
    fitting = [each for each in layouts if each.width <= body.width()]
    if not fitting:
        return _layout(slide, needs[1], body, letter_size(screen, SMALL), 2, 1, cuts_names=True)
    count = len(slide.lines)
    return min(fitting, key=lambda each: (each.page_count(count), each.lines))


def _needs(slide: Slide, lines: int) -> list[float]:
    """Return the widths of the columns, as parts of the size of the letters, with names on so many
    `lines`."""
    needs = []
    for at, column in enumerate(slide.columns):
        texts = {line[at].text for line in slide.lines}.union(column.samples)
        if column.is_name and lines > 1:
            texts = {part for text in texts for part in split_evenly(text)}
        widest = max(map(width_of, texts), default=0)
        needs.append(max(widest, HEAD * width_of(str(column.title))) + 2 * PAD)
    return needs


def _layout(
    slide: Slide,
    needs: Sequence[float],
    body: QSize,
    size: float,
    lines: int,
    blocks: int,
    *,
    cuts_names: bool = False,
) -> TableLayout:
    """Return the layout in letters of this size; where names have no room and aren't cut, it is
    wider than the room."""
    room = (body.width() - GAP * size * (blocks - 1)) / blocks
    widths = [ceil(need * size * 1.02) + QT_MARGINS for need in needs]
    names = [at for at, column in enumerate(slide.columns) if column.is_name]
    share = names or range(len(widths))
    left = room - sum(widths)
    for at in share:
        widths[at] += int((left if cuts_names else max(0, left)) / len(share))
    high = size * (LINE * lines + ROW)
    rows = max(1, int((body.height() - _head_height(size)) / high))
    return TableLayout(size, blocks, rows, lines, tuple(widths))


def _head_height(size: float) -> int:
    return round(size * HEAD * (LINE + 0.3))


class SlideTable(QTableWidget):
    """One of the tables beside each other."""

    def __init__(self) -> None:
        super().__init__(0, 0)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setFrameShape(QTableWidget.Shape.NoFrame)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(1)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setMinimumSectionSize(1)
        self._shown: object = None

    def show_lines(
        self, slide: Slide, layout: TableLayout, lines: Sequence[SlideLine], high: int
    ) -> None:
        """Show these lines in rows of this height (pixels); equal cells are kept."""
        shape = (slide.columns, layout, len(lines), high, theme.colors())
        if shape != self._shown:
            self._shown = shape
            self._arrange(slide, layout, len(lines), high)
        for row, line in enumerate(lines):
            for at, cell in enumerate(line):
                item = self.item(row, at)
                if item is not None and item.data(CELL_ROLE) != cell:
                    self._fill(item, cell, slide.columns[at], layout.size)

    def _fill(
        self, item: QTableWidgetItem, cell: SlideCell, column: SlideColumn, size: float
    ) -> None:
        item.setData(CELL_ROLE, cell)
        item.setText(cell.text)
        item.setFont(theme.exact_figure_font(size, bold=cell.strong))
        item.setForeground(QColor(getattr(theme.colors(), cell.tone)))
        item.setTextAlignment(SIDES[column.side] | Qt.AlignmentFlag.AlignVCenter)
        empty = f"{column.title}: –"
        item.setData(Qt.ItemDataRole.AccessibleTextRole, cell.text or empty)

    def _arrange(self, slide: Slide, layout: TableLayout, count: int, high: int) -> None:
        colors, size, head = theme.colors(), layout.size, _head_height(layout.size)
        self.setAccessibleName(slide.title)
        self.clear()
        self.setRowCount(count)
        self.setColumnCount(len(slide.columns))
        pad = round(size * PAD)
        self.setStyleSheet(
            f"QTableView {{ background: {colors.ground}; alternate-background-color: "
            f"{colors.surface}; border: none; }} QTableView::item {{ padding: 0 {pad}px; }} "
            f"QHeaderView {{ background: {colors.ground}; border: none; }} "
            f"QHeaderView::section {{ background: {colors.ground}; border: none; "
            f"padding: 0 {pad}px; font-size: {round(size * HEAD)}px; }}"
        )
        self.setWordWrap(layout.lines > 1)
        self.horizontalHeader().setFixedHeight(head)
        self.verticalHeader().setDefaultSectionSize(high)
        for at, column in enumerate(slide.columns):
            title = QTableWidgetItem(str(column.title))
            title.setTextAlignment(SIDES[column.side] | Qt.AlignmentFlag.AlignBottom)
            self.setHorizontalHeaderItem(at, title)
            self.setColumnWidth(at, layout.widths[at])
            for row in range(count):
                self.setItem(row, at, QTableWidgetItem())
        self.setFixedWidth(sum(layout.widths))
