"""The cells of the sheet on the screen are painted here, and measured for their columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHelpEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolTip,
    QWidget,
)

from scorepad.spades.marks import SIGNS
from scorepad.window.match.sheet.sheet_columns import (
    COLUMN_COUNT,
    DEALER_COLUMN,
    LEADING_COLUMNS,
    PARTS,
    side_and_part_of_column,
)
from scorepad.window.match.sheet.sheet_rows import NOTE_STATUSES, SheetRow
from scorepad.window.widgets import theme
from scorepad.window.widgets.fit_text import cut_text, largest_that_fits

Index: TypeAlias = QModelIndex | QPersistentModelIndex
FontKind: TypeAlias = tuple[int, int, bool, bool]
"""A font: its size, the text size, bold, struck through."""
PaintedText: TypeAlias = tuple[str, FontKind, str, QRect]
"""A text, its font, its ink, its room."""
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
FLAG_WIDTH: Final = 14  # px
"""The width of the flag of an offense with the room before it, in pixels at the usual text size."""
PILL_MARGIN: Final = 4  # px
"""How far a pill reaches past its figure at each end, in pixels at the usual text size."""
REMARK_SIZE: Final = 13  # px
"""The size of a remark, in pixels at the usual text size."""
SMALL_SIZE, SMALL_NAME_SIZE = 13, 12  # px
"""A cell's text, and a dealer's name, becomes no smaller than this (pixels at the usual text size)
where its column is narrow; then it is cut off."""
ROOMY_WIDTH: Final = 68  # px
"""A cell wider than this (pixels at the usual text size) has a wider margin beside its text."""
MAX_REMEMBERED_TEXTS: Final = 4000
"""How many texts are cached with the font in which they fit their cells."""


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


def cell_text_with_penalty_or_loss(row: SheetRow, column: int) -> str:
    """Return a cell's text with the mark of what happened: a bag penalty, a hand that is lost."""
    place, text = PLACES[column], row.cells[column]
    if place is None:
        return text
    side, part = place
    if part == "tricks" and row.lost[side]:
        return row.remark
    if part == "bags" and row.penalized[side]:
        return f"{SIGNS['bag-penalty']} {text}"
    return text


def tricks_pieces_and_pill_flags(text: str) -> tuple[tuple[str, bool], ...]:
    """Return the pieces of what a side that is set took, each with whether the pill lies behind it:
    behind no nil that was made."""
    one, between, other = text.partition(" · ")
    made = [each.startswith(SIGNS["nil-made"]) for each in (one, other)]
    if all(made) or not any(made):
        return ((text, True),)
    return ((one, not made[0]), (between, False), (other, not made[1]))


def _paint_flag(painter: QPainter, cell: QRect) -> None:
    """Paint a flag for an offense at the right of a cell, because few fonts have that sign."""
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


def _paint_pill(painter: QPainter, box: QRect, wide: int, tall: float) -> None:
    """Paint a pill of this width (pixels) and height (pixels at the usual text size) behind a
    figure of a side that is set, as on paper."""
    pad, high = theme.px(PILL_MARGIN), theme.px(tall)
    wide = min(wide, box.width())
    pill = QRect(box.right() + 1 - wide - pad, box.center().y() - high // 2, wide + 2 * pad, high)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.colors().bad))
    painter.drawRoundedRect(pill, theme.px(4), theme.px(4))
    painter.restore()


def visible_top(widget: QWidget) -> int:
    """Return where the part of a widget begins that its page has not scrolled away, in pixels."""
    return widget.visibleRegion().boundingRect().top()


class SheetCellPainter(QStyledItemDelegate):
    """Paints a cell: figures in columns, void hands struck through, sets and penalties marked."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.growth = 1.0
        """How many times as large as usual the texts are, where their columns have room."""
        # A new total repaints every cell in sight within one frame, so nothing is made twice.
        self._fonts: dict[FontKind, tuple[QFont, QFontMetrics]] = {}
        self._widest = ""
        self._measured: dict[tuple[int, SheetRow], tuple[int, ...]] = {}
        self._shown: dict[tuple[FontKind, str, int], str] = {}

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colors = theme.colors()
        row: SheetRow = index.data(ROW_ROLE)
        column = index.column()
        place = PLACES[column]
        rect = option.rect
        state = option.state
        ground = colors.surface
        view = self.parent()
        assert isinstance(view, QAbstractScrollArea)
        if rect.top() < visible_top(view.viewport()):
            # Rather no row than one that is cut through.
            painter.fillRect(rect, QColor(ground))
            return
        if row.status in ("in-progress", "next"):
            ground = colors.wash
        elif row.status == "ruling":
            ground = colors.warn_wash
        if state & QStyle.StateFlag.State_MouseOver and index.flags():
            ground = colors.wash if row.hand and place is not None else ground
        painter.fillRect(rect, QColor(ground))
        if row.cells[column] or row.remark:
            self._paint_text(painter, rect, column, row)
        if place is not None and place[1] == "bids" and row.reneged[place[0]]:
            _paint_flag(painter, rect)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, QColor(colors.line))
        if place is not None and place[1] == PARTS[0] and row.status != "note":
            painter.fillRect(rect.left(), rect.top(), 1, rect.height(), QColor(colors.edge))
        if state & QStyle.StateFlag.State_HasFocus and view.hasFocus():
            painter.setPen(QPen(QColor(colors.focus), 2))
            painter.drawRect(rect.adjusted(1, 1, -2, -2))

    def _font(self, kind: FontKind) -> tuple[QFont, QFontMetrics]:
        """Return a font and its metrics."""
        if kind not in self._fonts:
            size, _pixels, bold, struck = kind
            font = theme.figure_font(size, bold=bold)
            font.setStrikeOut(struck)
            self._fonts[kind] = font, QFontMetrics(font)
        return self._fonts[kind]

    def _paint_text(self, painter: QPainter, rect: QRect, column: int, row: SheetRow) -> None:
        written = self._text_of_cell(rect, column, row)
        if written is None:
            return
        text, kind, ink, box = written
        font, metrics = self._font(kind)
        place = PLACES[column]
        if place is not None and place[1] == "tricks" and row.was_set[place[0]]:
            pieces = tricks_pieces_and_pill_flags(text)
            if len(pieces) > 1 and metrics.horizontalAdvance(text) <= box.width():
                self._paint_pieces(painter, box, pieces, kind)
                return
            _paint_pill(painter, box, metrics.horizontalAdvance(text), 20 * self.growth)
        key = (kind, text, box.width())
        if key not in self._shown:
            if len(self._shown) > MAX_REMEMBERED_TEXTS:
                self._shown.clear()
            # Names that nobody gave ("Team A 1") differ at their end.
            end = (
                Qt.TextElideMode.ElideMiddle
                if column == DEALER_COLUMN
                else Qt.TextElideMode.ElideRight
            )
            self._shown[key] = cut_text(text, metrics, box.width(), end)
        painter.setFont(font)
        painter.setPen(QColor(ink))
        beyond = not rect.contains(box)
        if beyond:
            painter.save()
            painter.setClipRect(rect)
        left = ALIGNMENTS[LEADING_COLUMNS] if beyond else ALIGNMENTS[column]
        painter.drawText(box, left, self._shown[key])
        if beyond:
            painter.restore()

    def _paint_pieces(
        self, painter: QPainter, box: QRect, pieces: Sequence[tuple[str, bool]], kind: FontKind
    ) -> None:
        """Paint pieces of text (see `tricks_pieces_and_pill_flags`) at the right of a box."""
        font, metrics = self._font(kind)
        colors = theme.colors()
        painter.setFont(font)
        left = box.right() + 1 - sum(metrics.horizontalAdvance(piece) for piece, _ in pieces)
        for piece, on_pill in pieces:
            wide = metrics.horizontalAdvance(piece)
            room = QRect(left, box.top(), wide, box.height())
            if on_pill:
                _paint_pill(painter, room, wide, 20 * self.growth)
            painter.setPen(QColor(colors.surface if on_pill else colors.ink))
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, piece)
            left += wide

    def _text_of_cell(self, rect: QRect, column: int, row: SheetRow) -> PaintedText | None:
        """Return what is written in this cell: its text, font, ink, and the room it has."""
        colors = theme.colors()
        place = PLACES[column]
        part = None if place is None else place[1]
        text = cell_text_with_penalty_or_loss(row, column)
        dead = row.status in ("void", "after-end")
        size = 16 if rect.width() > theme.px(52) or part == "bids" else 15
        struck = False
        ink = colors.soft if dead or column < LEADING_COLUMNS else colors.ink
        box = text_rect(rect, column)
        if place is not None and part == "bids" and row.reneged[place[0]]:
            box.setRight(rect.right() - theme.px(FLAG_WIDTH))
        if place is not None and part == "tricks" and row.was_set[place[0]]:
            # The word is light on the pill, as on paper.
            ink = colors.surface
        if part == "change" and text.startswith("\u2212"):
            ink = colors.bad
        if place is not None and part == "bags" and row.penalized[place[0]]:
            ink = colors.warn
        if row.status == "ruling" and (column == DEALER_COLUMN or part in ("bids", "tricks")):
            size = REMARK_SIZE
            if part is not None:
                text, box = self._reason_and_room(rect, column, row)
        if dead and column >= LEADING_COLUMNS:
            struck = part == "bids"
            if place == (0, "change"):
                text = row.remark
                size = REMARK_SIZE
        if row.status in NOTE_STATUSES:
            size, ink = REMARK_SIZE, colors.soft
            if row.status == "note" and column >= DEALER_COLUMN:
                text, box = row.remark, self._note_room(rect)
        if not text:
            return None
        bold = part == "total" and not dead and size != REMARK_SIZE
        size = round(size * self.growth)
        return (
            text,
            self._fit_font(text, column, (size, theme.px(100), bold, struck), box),
            ink,
            box,
        )

    def _fit_font(self, text: str, column: int, kind: FontKind, box: QRect) -> FontKind:
        """Return the largest font, no larger than this one, in which a text has room in its box;
        else the smallest."""
        size, pixels, bold, struck = kind
        if column == DEALER_COLUMN:
            # All names are equally large.
            text = self._widest or text
        least = SMALL_NAME_SIZE if column == DEALER_COLUMN else SMALL_SIZE
        tries = [(each, pixels, bold, struck) for each in range(size, min(size, least) - 1, -1)]
        fit = largest_that_fits(
            tries, lambda each: self._font(each)[1].horizontalAdvance(text) <= box.width()
        )
        return fit or tries[-1]

    def needed_widths(self, rows: Sequence[SheetRow], heading_widths: Sequence[int]) -> list[int]:
        """Return how wide (pixels) the columns are to be so that what is in them, and their
        headings (so wide), are whole at the smallest size."""
        wide = list(heading_widths)
        metrics = self._font((SMALL_NAME_SIZE, theme.px(100), False, False))[1]
        dealers = {row.cells[DEALER_COLUMN] for row in rows if row.status not in NOTE_STATUSES}
        self._widest = max(sorted(dealers), key=metrics.horizontalAdvance, default="")
        for row in rows:
            for column, text in enumerate(self._widths(row)):
                wide[column] = max(wide[column], text)
        return wide

    def _widths(self, row: SheetRow) -> tuple[int, ...]:
        key = (theme.px(100), row)
        if key not in self._measured:
            if len(self._measured) > MAX_REMEMBERED_TEXTS:
                self._measured.clear()
            self._measured[key] = tuple(self._width(row, column) for column in range(COLUMN_COUNT))
        return self._measured[key]

    def _width(self, row: SheetRow, column: int) -> int:
        place, text = PLACES[column], cell_text_with_penalty_or_loss(row, column)
        part = None if place is None else place[1]
        # A ruling's reason runs over two columns, a note over all, and is cut where that is not
        # enough.
        if not text or row.status == "note" or (row.status == "ruling" and part in PARTS[:2]):
            return 0
        size = SMALL_NAME_SIZE if column == DEALER_COLUMN else SMALL_SIZE
        metrics = self._font((size, theme.px(100), part == "total", False))[1]
        flag = place is not None and part == "bids" and row.reneged[place[0]]
        return cell_width(column, metrics.horizontalAdvance(text) + theme.px(FLAG_WIDTH) * flag)

    def _reason_and_room(self, rect: QRect, column: int, row: SheetRow) -> tuple[str, QRect]:
        """Return a ruling's reason, which runs from the bids' column over that of the tricks, and
        its room; each of the two cells paints its own part."""
        view = self.parent()
        first = column if PLACES[column] in ((0, "bids"), (1, "bids")) else column - 1
        wide = [
            view.columnWidth(each) if isinstance(view, QTableView) else rect.width()
            for each in (first, first + 1)
        ]
        left = rect.left() - (wide[0] if column != first else 0)
        whole = QRect(left, rect.top(), sum(wide), rect.height())
        return row.cells[first], text_rect(whole, first)

    def _note_room(self, rect: QRect) -> QRect:
        """Return the room of a note beneath a hand, which runs from the dealer over all columns;
        each cell paints its own part."""
        view = self.parent()
        if not isinstance(view, QTableView):
            return rect
        left = view.columnViewportPosition(DEALER_COLUMN)
        first = QRect(left, rect.top(), view.columnWidth(DEALER_COLUMN), rect.height())
        wide = sum(view.columnWidth(column) for column in range(DEALER_COLUMN, COLUMN_COUNT))
        return text_rect(first, DEALER_COLUMN).adjusted(0, 0, wide - first.width(), 0)

    def full_text_if_cut(self, rect: QRect, index: Index) -> str:
        """Return the whole text of a cell where it is cut; else ""."""
        row: SheetRow = index.data(ROW_ROLE)
        written = self._text_of_cell(rect, index.column(), row)
        if written is None:
            return ""
        text, kind, _ink, box = written
        return text if self._font(kind)[1].horizontalAdvance(text) > box.width() else ""

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
