"""The cells of the sheet on the screen are painted here, and measured for their columns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHelpEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from scorepad.spades.marks import SIGNS
from scorepad.window.match.sheet.sheet_columns import (
    COLUMN_COUNT,
    DEALER_COLUMN,
    PARTS,
    side_and_part_of_column,
)
from scorepad.window.match.sheet.sheet_rows import NOTE_STATUSES, SheetRow
from scorepad.window.widgets import theme
from scorepad.window.widgets.fit_text import cut_text, width_of

Index: TypeAlias = QModelIndex | QPersistentModelIndex
ROW_ROLE: Final = int(Qt.ItemDataRole.UserRole)
RIGHT_ALIGNED: Final = ("tricks", "change", "total", "bags")
"""The parts that are figures, and are aligned to the right."""


def alignment(column: int) -> Qt.AlignmentFlag:
    """Return how a column's texts are aligned."""
    place = side_and_part_of_column(column)
    right = column == 0 or (place is not None and place[1] in RIGHT_ALIGNED)
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


PLACES: Final = tuple(side_and_part_of_column(column) for column in range(COLUMN_COUNT))
ALIGNMENTS: Final = tuple(alignment(column) for column in range(COLUMN_COUNT))
TEXT_SIZE, REMARK_SIZE = 16, 13  # px
"""The sizes of a text and of a remark, in pixels at the usual text size."""
PILL_HEIGHT: Final = 20  # px
PILL_MARGIN: Final = 4  # px
"""The height of a pill, and how far it reaches past its figure at each end, in pixels at the usual
text size."""
FLAG_WIDTH: Final = 14  # px
"""The width of the flag of an offense with the room before it, in pixels at the usual text size."""
ROOMY_WIDTH: Final = 68  # px
"""A cell wider than this (pixels at the usual text size) has a wider margin beside its text."""
MAX_REMEMBERED_CELLS: Final = 4000


class CellText(NamedTuple):
    """The text of a cell: the text itself, the name of its color in the theme, its size (pixels at
    the usual text size), and whether it is bold or struck through."""

    text: str
    ink: str
    size: int = TEXT_SIZE
    bold: bool = False
    struck: bool = False


@lru_cache(maxsize=MAX_REMEMBERED_CELLS)
def cell_text(row: SheetRow, column: int) -> CellText:
    """Return the text of a cell, with its mark: a bag penalty, a hand that is lost."""
    text, place = row.cells[column], PLACES[column]
    is_dead = row.status in ("void", "after-end")
    if place is None:
        is_small = row.status in (*NOTE_STATUSES, "ruling") and column == DEALER_COLUMN
        return CellText(text, "soft", REMARK_SIZE if is_small else TEXT_SIZE)
    side, part = place
    ink = "soft" if is_dead else "ink"
    if row.status in NOTE_STATUSES:
        return CellText(text, "soft", REMARK_SIZE)
    if part == "bids":
        size = REMARK_SIZE if row.status == "ruling" else TEXT_SIZE
        return CellText(text, ink, size, struck=is_dead)
    if part == "tricks":
        # The figure is light on its pill, as on paper.
        lost = row.remark if row.lost[side] else text
        return CellText(lost, "surface" if row.was_set[side] else ink)
    if is_dead and place == (0, "change"):
        return CellText(row.remark, ink, REMARK_SIZE)
    if part == "change" and text.startswith("\u2212"):
        ink = "bad"
    if part == "bags" and row.penalized[side]:
        return CellText(f"{SIGNS['bag-penalty']} {text}", "warn")
    return CellText(text, ink, bold=part == "total" and not is_dead)


def cell_width(column: int, text: int) -> int:
    """Return the width (pixels) that a cell of this column needs for a `text` of this width."""
    place = PLACES[column]
    first = place is not None and place[1] == PARTS[0]
    for pad in (theme.px(4), theme.px(8)):
        wide = text + pad + (theme.px(8) if first else pad)
        if wide <= theme.px(ROOMY_WIDTH):
            break
    return wide


def text_rect(cell: QRect, column: int) -> QRect:
    """Return the part of a cell, or of its heading, in which its text is written."""
    pad = theme.px(8) if cell.width() > theme.px(ROOMY_WIDTH) else theme.px(4)
    place = PLACES[column]
    # The bids begin under the side's name.
    first = place is not None and place[1] == PARTS[0]
    return cell.adjusted(theme.px(8) if first else pad, 0, -pad, 0)


def tricks_pieces_and_pill_flags(text: str) -> tuple[tuple[str, bool], ...]:
    """Return the pieces of the tricks of a side that is set, each with whether a pill is behind it:
    behind no nil that was made."""
    one, between, other = text.partition(" · ")
    made = [each.startswith(SIGNS["nil-made"]) for each in (one, other)]
    if all(made) or not any(made):
        return ((text, True),)
    return ((one, not made[0]), (between, False), (other, not made[1]))


def _paint_flag(painter: QPainter, cell: QRect) -> None:
    high = theme.px(13)
    left, top = cell.right() - theme.px(FLAG_WIDTH - 3), cell.center().y() - high // 2
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    color = QColor(theme.colors().bad)
    painter.setPen(QPen(color, theme.px(2)))
    painter.drawLine(left, top, left, top + high)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    wide, deep = theme.px(9), theme.px(8)
    painter.drawPolygon(
        [QPoint(left, top), QPoint(left + wide, top + deep // 2), QPoint(left, top + deep)]
    )
    painter.restore()


def visible_top(widget: QWidget) -> int:
    """Return where the part of a widget begins that its page has not scrolled away, in pixels."""
    return widget.visibleRegion().boundingRect().top()


class SheetCellPainter(QStyledItemDelegate):
    """Paints a cell: figures in columns, void hands struck through, sets and penalties marked."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._view = view
        self.growth = 1.0
        """How many times as large as usual the texts are."""
        self.marked = 0
        """The hand whose row is marked; 0 for none."""
        self.top = 0
        """Where the part of the sheet begins that its page has not scrolled away (pixels)."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colors, rect, state = theme.colors(), option.rect, option.state
        row: SheetRow = index.data(ROW_ROLE)
        column = index.column()
        place = PLACES[column]
        if rect.top() < self.top:
            return  # rather no row than one that is cut through
        is_pointed_at = state & QStyle.StateFlag.State_MouseOver and row.hand and place is not None
        if is_pointed_at or row.status in ("in-progress", "next"):
            painter.fillRect(rect, _color(colors.wash))
        elif row.status == "ruling":
            painter.fillRect(rect, _color(colors.warn_wash))
        written = cell_text(row, column)
        if written.text:
            self._paint_text(painter, self._text_box(rect, row, column), written, row, column)
        if place is not None and place[1] == "bids" and row.reneged[place[0]]:
            _paint_flag(painter, rect)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, _color(colors.line))
        if place is not None and place[1] == PARTS[0] and row.status != "note":
            painter.fillRect(rect.left(), rect.top(), 1, rect.height(), _color(colors.edge))
        if row.hand and row.hand == self.marked:
            # A line above and below the row and a bar where it begins, so that no color alone says
            # it.
            ink, line, bar = _color(colors.accent), theme.px(2), theme.px(5)
            painter.fillRect(rect.left(), rect.top(), rect.width(), line, ink)
            painter.fillRect(rect.left(), rect.bottom() + 1 - line, rect.width(), line, ink)
            painter.fillRect(rect.left(), rect.top(), bar * (column == 0), rect.height(), ink)
        if state & QStyle.StateFlag.State_HasFocus and self._view.hasFocus():
            painter.setPen(QPen(QColor(colors.focus), 2))
            painter.drawRect(rect.adjusted(1, 1, -2, -2))

    def _text_box(self, rect: QRect, row: SheetRow, column: int) -> QRect:
        box, place = text_rect(rect, column), PLACES[column]
        if place is not None and place[1] == "bids" and row.reneged[place[0]]:
            box.setRight(rect.right() - theme.px(FLAG_WIDTH))
        return box

    def _paint_text(
        self, painter: QPainter, box: QRect, written: CellText, row: SheetRow, column: int
    ) -> None:
        colors, place = theme.colors(), PLACES[column]
        font, text = _font(written, self.growth), written.text
        ink = _color(getattr(colors, written.ink))
        painter.setFont(font)
        if place is None or place[1] != "tricks" or not row.was_set[place[0]]:
            if _width(written, self.growth) > box.width():
                # Generated names ("Team A 1") differ at their end.
                middle = Qt.TextElideMode.ElideMiddle
                end = Qt.TextElideMode.ElideRight
                where = middle if column == DEALER_COLUMN and row.hand else end
                text = cut_text(text, QFontMetrics(font), box.width(), where)
            painter.setPen(ink)
            painter.drawText(box, ALIGNMENTS[column], text)
            return
        left = box.right() + 1 - _width(written, self.growth)
        high = theme.px(PILL_HEIGHT * self.growth)
        for piece, is_on_pill in tricks_pieces_and_pill_flags(text):
            room = QRect(left, box.top(), width_of(piece, font), box.height())
            if is_on_pill:
                pill = QRect(room.left(), box.center().y() - high // 2, room.width(), high)
                margin = theme.px(PILL_MARGIN)
                painter.save()
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(colors.bad))
                painter.drawRoundedRect(pill.adjusted(-margin, 0, margin, 0), margin, margin)
                painter.restore()
            painter.setPen(ink if is_on_pill else QColor(colors.ink))
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, piece)
            left += room.width()

    def needed_widths(self, rows: Sequence[SheetRow], heading_widths: Sequence[int]) -> list[int]:
        """Return the widths (pixels) in which the columns' texts, and their headings (so wide),
        are whole."""
        usual = theme.px(100)
        each_row = (_row_widths(row, self.growth, usual) for row in rows)
        return [max(widths) for widths in zip(heading_widths, *each_row, strict=True)]

    def full_text_if_cut(self, rect: QRect, index: Index) -> str:
        """Return the whole text of a cell where it is cut; else ""."""
        row: SheetRow = index.data(ROW_ROLE)
        written = cell_text(row, index.column())
        room = self._text_box(rect, row, index.column()).width()
        return written.text if _width(written, self.growth) > room else ""

    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """Show in the tool tip the whole of a text that is cut, and the cell's usual tip."""
        whole = self.full_text_if_cut(option.rect, index) if index.isValid() else ""
        usual_tip = str(index.data(Qt.ItemDataRole.ToolTipRole) or "") if index.isValid() else ""
        tip = "\n".join(dict.fromkeys(text for text in (whole, usual_tip) if text))
        if event.type() != QEvent.Type.ToolTip or not tip:
            return super().helpEvent(event, view, option, index)
        QToolTip.showText(event.globalPos(), tip, view)
        return True


def _font(written: CellText, growth: float) -> QFont:
    return _figure_font(round(theme.px(written.size) * growth), written.bold, written.struck)


@lru_cache(maxsize=64)
def _color(name: str) -> QColor:
    return QColor(name)


@lru_cache(maxsize=64)
def _figure_font(pixels: int, bold: bool, struck: bool) -> QFont:
    font = theme.exact_figure_font(pixels, bold=bold)
    font.setStrikeOut(struck)
    return font


@lru_cache(maxsize=MAX_REMEMBERED_CELLS)
def _measured(written: CellText, growth: float, _usual: int) -> int:
    return width_of(written.text, _font(written, growth))


def _width(written: CellText, growth: float) -> int:
    return _measured(written, growth, theme.px(100))


@lru_cache(maxsize=MAX_REMEMBERED_CELLS)
def _row_widths(row: SheetRow, growth: float, _usual: int) -> tuple[int, ...]:
    widths = [0] * COLUMN_COUNT
    for column, place in enumerate(PLACES):
        written, begins = cell_text(row, column), place is not None and place[1] == PARTS[0]
        # A note runs over all columns, a ruling's reason over two, and is cut where that is not
        # enough.
        is_spanned = row.status == "note" or (row.status == "ruling" and begins)
        if written.text and not is_spanned:
            flag = begins and place is not None and row.reneged[place[0]]
            text = _width(written, growth) + theme.px(FLAG_WIDTH) * flag
            widths[column] = cell_width(column, text)
    return tuple(widths)
