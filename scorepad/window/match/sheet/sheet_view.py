"""The score sheet is the screen: one column group a side, the newest hand at the bottom.

Enter on a number asks why; a double click or `E` corrects its hand; a right click or a long press
offers both.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QTableView,
)

from scorepad.desk.hand_input import HandInput
from scorepad.desk.table import MatchChange
from scorepad.spades.words import T
from scorepad.window.match.sheet import sheet_columns
from scorepad.window.match.sheet.sheet_columns import (
    COLUMN_COUNT,
    DEALER_COLUMN,
    PARTS,
    column_of,
    side_and_part_of_column,
)
from scorepad.window.match.sheet.sheet_heading import HEADING_HEIGHT, ONE_LINE_HEIGHT, GroupHeader
from scorepad.window.match.sheet.sheet_model import SheetModel
from scorepad.window.match.sheet.sheet_paint import SheetCellPainter, visible_top
from scorepad.window.match.sheet.sheet_rows import SheetRow
from scorepad.window.widgets import controls, theme
from scorepad.window.widgets.keyboard import read_digit, read_key
from scorepad.window.widgets.size_class import window_to_usual_size_ratio

ROW_HEIGHT: Final = 30  # px
LOW_ROW_HEIGHT: Final = 26  # px
"""A row's height (pixels at the usual text size), a little more or less; and where the sheet is
low."""
MAX_GROWTH: Final = 1.4
"""In a window larger than usual, rows and their texts are at most this many times as large."""
SHORT_HEIGHT: Final = HEADING_HEIGHT + 4 * ROW_HEIGHT
MIN_HEIGHT_HINT: Final = 84  # px
"""A sheet that has no room for four rows (pixels at the usual text size) has its heading in one
line; `MIN_HEIGHT_HINT` is that line and two rows."""


class SheetView(QTableView):
    """Shows the sheet of one table, with the bids that are typed for its next hand, and follows
    both."""

    explain = Signal(int, int, str)
    """The user asks about a number: its hand, side and part (`sheet_columns.PARTS`)."""
    explain_ruling = Signal(str)
    """The user asks about a ruling between hands: its entry's id."""
    edit_hand = Signal(int, str, int)
    """The user asks to correct a hand: its number, and the part and side of the number meant."""
    menu_requested = Signal(QPoint)
    """The user asks at this place on the screen for the menu of the row of the cursor."""

    def __init__(self, hand_input: HandInput) -> None:
        super().__init__()
        self._input = hand_input
        # The column that the cursor was put on, which may have no room for a while.
        self._wanted_column = -1
        self.setProperty("kind", "sheet")
        self.setAccessibleName(str(T("Score sheet")))
        self.setAccessibleDescription(
            str(T("Press Enter on a number to explain it. Press E on a hand to correct it."))
        )
        self._model = SheetModel(self)
        self.setModel(self._model)
        self._painter = SheetCellPainter(self)
        self.setItemDelegate(self._painter)
        self._needed = [0] * COLUMN_COUNT
        self._spans = list[tuple[int, int, int, int]]()
        self._header = GroupHeader(self)
        self.setHorizontalHeader(self._header)
        self._model.renamed.connect(self._rename)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setMinimumSectionSize(theme.px(20))
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        # Whether there is to scroll is decided before the columns are measured; a bar that came by
        # itself would come later, and cut the last of them off.
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        # It takes what is left; if it asked for more the page would scroll where it need not.
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.setMinimumHeight(theme.px(MIN_HEIGHT_HINT))
        self.selectionModel().currentChanged.connect(self._note_column)
        self.doubleClicked.connect(self._edit)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._ask_for_menu)
        controls.EventFollower(self.viewport(), self._fit_in_sight)
        controls.EventFollower(self.viewport(), self._find_visible_top, QEvent.Type.Paint)
        self._show()
        self._stops = hand_input.listen(self._typed), hand_input.table.listen(self._changed)

    def stop_following(self) -> None:
        """Stop following the match and the input."""
        for stop in self._stops:
            stop()

    def _typed(self) -> None:
        if self._input.typed_bids != self._model.typed:
            self._show()

    def _changed(self, change: MatchChange) -> None:
        if change.changes_sheet:
            self._show()
        else:
            self._typed()

    def _show(self) -> None:
        before = self._model.rowCount()
        self._model.set_match(self._input.table.match, self._input.typed_bids)
        self._span_remarks()
        if self._model.rowCount() != before:
            if not self.hasFocus():
                # Where the cursor was no longer matters; it begins at the newest row again.
                self.setCurrentIndex(QModelIndex())
            self._fit_in_sight()
        elif self._needed_widths() != self._needed:
            self._fit()

    def _needed_widths(self) -> list[int]:
        return self._painter.needed_widths(self._model.rows, self._header.needed_widths())

    def _span_remarks(self) -> None:
        spans = []
        for number, row in enumerate(self.rows):
            if row.status == "note":
                spans.append((number, DEALER_COLUMN, 1, COLUMN_COUNT - DEALER_COLUMN))
            elif row.status == "ruling":
                bids = (column_of(0, "bids"), column_of(1, "bids"))
                spans += [(number, each, 1, 2) for each in bids if row.cells[each]]
        if spans != self._spans:
            self._spans = spans
            self.clearSpans()
            for span in spans:
                self.setSpan(*span)

    def mark_hand(self, hand: int) -> None:
        """Mark the row of the hand with this number (0: of none), and scroll to it."""
        if hand != self._painter.marked:
            self._painter.marked = hand
            self._keep_in_sight()
            self.viewport().update()

    def repaint_rows(self) -> None:
        """Paint heading and rows anew."""
        self.viewport().update()
        self._header.viewport().update()

    def _keep_in_sight(self) -> None:
        hands = [row.hand for row in self.rows]
        if self.hasFocus() and self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())
        elif (marked := self._painter.marked) in hands and marked:
            self.scrollTo(self._model.index(hands.index(marked), column_of(0, "bids")))
        else:
            self.scrollToBottom()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Where no row has the cursor, put it on the newest row that can be asked about."""
        index = self.currentIndex()
        if not index.isValid() and event.reason() != Qt.FocusReason.MouseFocusReason:
            newest = (n for n, row in enumerate(self.rows) if row.hand or row.entry)
            if (row := max(newest, default=-1)) >= 0:
                is_note = self.rows[row].status == "note"
                column = DEALER_COLUMN if is_note else column_of(0, "bids")
                index = self._model.index(row, column)
                self.setCurrentIndex(index)
        super().focusInEvent(event)
        if index.isValid():
            self.scrollTo(index)

    def _rename(self) -> None:
        self._header.teams = self._model.teams

    @property
    def rows(self) -> tuple[SheetRow, ...]:
        """Return the rows that are shown, oldest first."""
        return self._model.rows

    @property
    def hand_at_cursor(self) -> int:
        """Return the hand whose row the cursor is in; 0 where it is in none."""
        index = self.currentIndex()
        return self.rows[index.row()].hand if index.isValid() else 0

    @property
    def least_width(self) -> int:
        """Return the width (pixels) in which every column is whole."""
        return sheet_columns.least_width(self._needed)

    @property
    def end_of_totals(self) -> int:
        """Return where the last column of totals ends, in pixels."""
        column = column_of(1, "total")
        return self.columnViewportPosition(column) + self.columnWidth(column)

    @property
    def entry_at_cursor(self) -> str:
        """Return the entry of the ruling whose row the cursor is in; "" where it is in none."""
        index = self.currentIndex()
        return self.rows[index.row()].entry if index.isValid() else ""

    @property
    def part_at_cursor(self) -> tuple[int, str]:
        """Return the side and the part that the cursor is on."""
        return side_and_part_of_column(self.currentIndex().column()) or (0, "change")

    def _ask_for_menu(self, at: QPoint) -> None:
        index = self.indexAt(at)
        if index.isValid():
            self.setCurrentIndex(index)
        if self.currentIndex().isValid():
            self.menu_requested.emit(self.viewport().mapToGlobal(at))

    def _find_visible_top(self) -> None:
        self._painter.top = visible_top(self.viewport())

    def _fit_in_sight(self) -> None:
        self._fit()
        self._keep_in_sight()

    def _fit(self) -> None:
        scrolls = self._fit_rows()
        self._needed = self._needed_widths()
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAlwaysOn if scrolls else policy.ScrollBarAlwaysOff
        )
        bar = self.verticalScrollBar().sizeHint().width() if scrolls else 0
        self._share_width(self.contentsRect().width() - bar)
        target = self._wanted_column
        column = self._nearest(target) if self.isColumnHidden(target) else target
        if column != self.currentIndex().column():
            self.setCurrentIndex(self.currentIndex().siblingAtColumn(column))
            # While a panel comes the sheet may be narrow for a moment; then the cursor goes back.
            self._wanted_column = target
        # Only then does Qt know from the new rows how far there is to scroll.
        self.updateGeometries()

    def _row_height(self, room: int) -> int:
        usual = theme.px(ROW_HEIGHT)
        most = round(usual * min(MAX_GROWTH, window_to_usual_size_ratio(self)))
        return max(usual, min(most, room // max(1, self._model.rowCount())))

    def _fit_rows(self) -> bool:
        high = self.contentsRect().height()
        whole = theme.px(HEADING_HEIGHT) + self._model.rowCount() * theme.px(ROW_HEIGHT)
        short = self.height() < theme.px(SHORT_HEIGHT) and high < whole
        self._header.short = short
        tall = high - theme.px(ONE_LINE_HEIGHT if short else HEADING_HEIGHT)
        high = self._row_height(tall)
        fit = max(1, tall // theme.px(LOW_ROW_HEIGHT) if short else round(tall / high))
        self.verticalHeader().setDefaultSectionSize(max(theme.px(LOW_ROW_HEIGHT), tall // fit))
        self._painter.growth = self._header.growth = high / theme.px(ROW_HEIGHT)
        self._header.grow_height(max(0, tall) % fit)
        return self._model.rowCount() > fit

    def _note_column(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self._wanted_column = current.column()

    def _nearest(self, column: int) -> int:
        place = side_and_part_of_column(column)
        if place is None:
            return column_of(0, "bids")
        of_side = (column_of(place[0], part) for part in PARTS)
        return min(
            (each for each in of_side if not self.isColumnHidden(each)),
            key=lambda each: abs(each - column),
        )

    def _share_width(self, room: int) -> None:
        ruling = self._header.text_width(str(T("ruling"))) + theme.px(10)
        sizes = sheet_columns.fitting_column_widths(room, self._needed, ruling, self._wanted_column)
        for column in range(COLUMN_COUNT):
            if self.isColumnHidden(column) == (column in sizes):
                self.setColumnHidden(column, column not in sizes)
        for column, size in sizes.items():
            self.setColumnWidth(column, size)

    def _edit(self, index: QModelIndex) -> None:
        row = self._model.rows[index.row()]
        if row.hand:
            side, part = self.part_at_cursor
            self.edit_hand.emit(row.hand, part, side)
        elif row.entry:
            self.explain_ruling.emit(row.entry)

    def _ask(self, index: QModelIndex) -> None:
        row = self._model.rows[index.row()]
        place = side_and_part_of_column(index.column())
        if row.entry:
            self.explain_ruling.emit(row.entry)
        elif row.hand and place is not None:
            self.explain.emit(row.hand, *place)
        elif row.hand:
            self.explain.emit(row.hand, 0, "change")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        # Digits, letters, and Enter where they wait for it, belong to the entry bar, wherever the
        # cursor is.
        if read_digit(event) or (is_enter and self._input.is_waiting_for_enter):
            event.ignore()
            return
        if is_enter and index.isValid():
            self._ask(index)
            return
        if read_key(event) == "E" and index.isValid():
            self._edit(index)
            return
        moves = (
            Qt.Key.Key_Up,
            Qt.Key.Key_Down,
            Qt.Key.Key_Left,
            Qt.Key.Key_Right,
            Qt.Key.Key_Home,
            Qt.Key.Key_End,
            Qt.Key.Key_PageUp,
            Qt.Key.Key_PageDown,
        )
        if event.key() in moves:
            super().keyPressEvent(event)
            return
        event.ignore()
