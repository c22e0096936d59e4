"""The floor's table, whose rows are selected, marked and opened as a whole, and the choice of the
round that it lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import (
    QElapsedTimer,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from scorepad.desk.floor import match_ids_of_current_rounds
from scorepad.spades.naming import round_name, table_order
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import T, isolate_name
from scorepad.window.floor.floor_model import (
    EVENT,
    HAND,
    NAMES_ROLE,
    NEED_ROLE,
    NEED_SIGNS,
    ROUND,
    ROW_ROLE,
    RULES,
    SCORE,
    TABLE,
    TEAMS,
    TIME,
    WAITS,
    FloorSortFilter,
)
from scorepad.window.widgets import inputs, keyboard, theme
from scorepad.window.widgets.fit_text import fit_words, width_of
from scorepad.window.widgets.team_line import paint_teams, team_pieces

Index = QModelIndex | QPersistentModelIndex
Flag = QItemSelectionModel.SelectionFlag
MIN_ROW_HEIGHT, MAX_ROW_HEIGHT = 20, 44  # px
"""The least and the largest height of a row, in pixels at the usual text size."""
MAX_FIGURE_SIZE = 22  # px
"""The largest figures of a row, in pixels at the usual text size."""
BOLD_COLUMNS = (TABLE, TIME, SCORE)
LEAST_RULES = 60
"""A rule set that has no room for its whole name has at least so many pixels of a column, at the
usual text size; else it stands small with its teams."""
WIDEST = 200
"""An event or a rule set takes at most so many pixels of a row, at the usual text size."""
LEAST_NAMES, LEAST_WAITS = 110, 80
"""Both teams, and what is waited for, have at least so many pixels before an event, a round or a
rule set is shown, at the usual text size."""
MOST_NAMES, MOST_WAITS = 240, 200
"""Where they need more, up to so many pixels, they have that before, too."""
USUAL_WAITS = 340
"""What is waited for has so many pixels where they are there, whatever it is, as it changes."""
MEASURED = 60
"""Columns are made wide enough for what is in sight, and for at most so many rows at once."""
NEED_TONES = {
    "unreadable": "bad",
    "versions": "bad",
    "confirm-dealt": "bad",
    "time-up": "bad",
    "warned": "warn",
    "wait-over": "bad",
    "no-bids": "warn",
    "unsigned": "ink",
}
ENDS = (Qt.Key.Key_Home, Qt.Key.Key_End)
"""These keys lead to the first row and to the last."""
NOT_BY_CLOCK = ("wait-over", "no-bids")
"""What is asked then is no matter of the clock, whose figures stay as they are."""


def rules_font() -> QFont:
    """Return the font of a rule set that stands with its teams."""
    return theme.figure_font(12)


def brief_wait_text(waits: str) -> str:
    """Return what a table waits for without what is said of it."""
    return waits.partition(" · ")[0]


class FloorCellPainter(QStyledItemDelegate):
    """Paints a cell; a row that is marked, under the cursor or under the pointer looks
    different."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view = self.parent()
        assert isinstance(view, FloorView)
        colors = theme.colors()
        box: QRect = option.rect
        if box.bottom() > view.viewport().height():
            # A row that does not fit whole is not painted at all.
            return
        marked = bool(option.state & QStyle.StateFlag.State_Selected)
        need, column = index.data(NEED_ROLE), index.column()
        painter.save()
        if marked:
            painter.fillRect(box, QColor(colors.wash))
        if marked and column == TABLE:
            painter.fillRect(box.x(), box.y(), theme.px(4), box.height(), QColor(colors.accent))
        if index.row() == view.pointed:
            painter.setPen(QPen(QColor(colors.edge), 1))
            painter.drawLine(box.topLeft(), box.topRight())
            painter.drawLine(box.bottomLeft(), box.bottomRight())
        else:
            painter.setPen(QPen(QColor(colors.line), 1))
            painter.drawLine(box.bottomLeft(), box.bottomRight())
        if index.row() == view.currentIndex().row():
            # While something is searched for, Enter opens this row, though the search has the keys.
            ink = colors.focus if view.hasFocus() else colors.edge
            self._ring(painter, box, column, view.last_column, ink)
        tone = NEED_TONES.get(need, "soft" if need == "done" else "ink")
        plain = (TEAMS, HAND, ROUND, EVENT, RULES, *((TIME, SCORE) if need in NOT_BY_CLOCK else ()))
        color = colors.ink if column in plain else getattr(colors, tone)
        painter.setPen(QColor(colors.soft if need == "done" else color))
        font = view.font_of(column)
        painter.setFont(font)
        pad = theme.px(8)
        inner = box.adjusted(pad, 0, -pad, 0)
        if column == TABLE:
            inner.setLeft(inner.left() + theme.px(4))
            sign = NEED_SIGNS.get(need, "")
            painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, sign)
            inner.setLeft(inner.left() + view.sign_width)
        align = index.data(Qt.ItemDataRole.TextAlignmentRole)
        text = index.data(Qt.ItemDataRole.DisplayRole)
        if column == TEAMS:
            rules = index.data(ROW_ROLE).rules_name
            names, players = index.data(NAMES_ROLE)
            ink = colors.soft if need == "done" else colors.ink
            players = () if need == "done" else players
            apart = view.rules_rect_below_teams(inner)
            if not apart.isEmpty():
                inner.setBottom(apart.top())
            wide = paint_teams(painter, inner, names, players, ink, colors.soft)
            if view.has_rules_beside_teams:
                beside = box.adjusted(inner.left() - box.left() + wide + pad, 0, -pad, 0)
                self._paint_rules(painter, beside if apart.isEmpty() else apart, rules, align)
            painter.restore()
            return
        texts = (text, brief_wait_text(text)) if column == WAITS else (text,)
        painter.drawText(inner, align, fit_words(texts, QFontMetrics(font), inner.width()))
        painter.restore()

    def _paint_rules(
        self, painter: QPainter, box: QRect, rules: str, align: Qt.AlignmentFlag
    ) -> None:
        """Write a rule set small beside its teams, or below them, where it has room."""
        painter.setFont(rules_font())
        painter.setPen(QColor(theme.colors().soft))
        if painter.fontMetrics().horizontalAdvance(rules) <= box.width():
            painter.drawText(box, align, isolate_name(rules))

    def _ring(self, painter: QPainter, box: QRect, column: int, last: int, color: str) -> None:
        """Draw this cell's part of the ring round the row under the cursor, up to the `last`
        column."""
        wide = theme.px(2)
        ink = QColor(color)
        painter.fillRect(box.x(), box.y(), box.width(), wide, ink)
        painter.fillRect(box.x(), box.bottom() + 1 - wide, box.width(), wide, ink)
        if column == TABLE:
            painter.fillRect(box.x(), box.y(), wide, box.height(), ink)
        if column == last:
            painter.fillRect(box.right() + 1 - wide, box.y(), wide, box.height(), ink)


class FloorView(QTableView):
    """The table.  Enter or a double click opens a row; Space, Ctrl and Shift mark several.

    Qt's selection holds the marks.  Qt itself never changes it, for there the cursor selects the
    row that it comes to, and Space takes that back.
    """

    opened = Signal(str)
    """The user asks to open the match with this id."""

    def __init__(self, order: FloorSortFilter) -> None:
        super().__init__()
        self._order = order
        self._widths: dict[tuple[int, bool], int] = {}
        """The widest that was measured in a column, whole or short, in pixels."""
        self.pointed = -1
        """The row that the pointer is in; −1: none."""
        self._anchor: QPersistentModelIndex | None = None
        """The row at which a range begins that Shift marks."""
        self._range = QItemSelection()
        self._pressed = QPersistentModelIndex()
        """The row that was pressed last without Ctrl or Shift."""
        self.setModel(order)
        self.setItemDelegate(FloorCellPainter(self))
        self.setMouseTracking(True)
        self.still = QElapsedTimer()
        """Runs since the pointer or a key did something here."""
        self.still.start()
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setMinimumSectionSize(1)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setMinimumSectionSize(1)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.entered.connect(lambda index: self._point(index.row()))
        self.doubleClicked.connect(self._open)
        # Sorted and filtered anew, the rows are laid out anew and not inserted.
        for change in (order.layoutChanged, order.rowsInserted, order.rowsRemoved):
            change.connect(lambda *_what: self.fit_rows_and_columns())
        self.verticalScrollBar().valueChanged.connect(lambda _value: self._share_width())

    def _open(self, index: QModelIndex) -> None:
        row = index.data(Qt.ItemDataRole.UserRole)
        if row is not None:
            self.opened.emit(row.id)

    # Sizes.

    def font_of(self, column: int) -> QFont:
        """Return the font of a column; figures grow with the rows."""
        high = self._high * theme.BASE_PIXELS / max(1, theme.px(theme.BASE_PIXELS))
        pixels = max(14.0, min(MAX_FIGURE_SIZE, high * 0.55))
        strong = column in BOLD_COLUMNS
        return theme.figure_font(pixels if strong else min(17.0, pixels), bold=strong)

    @property
    def sign_width(self) -> int:
        """Return the width of the sign before a table's number, in pixels."""
        return width_of("● ", self.font_of(TABLE))

    def fit_rows_and_columns(self) -> None:
        """Make rows so high that all can be seen, and columns as wide as their content, once there
        is a room to fit into."""
        if not self.isVisible():
            return
        order = self._order
        count = max(1, order.rowCount())
        room = self.viewport().height()
        self._high = max(theme.px(MIN_ROW_HEIGHT), min(theme.px(MAX_ROW_HEIGHT), room // count))
        self.verticalHeader().setDefaultSectionSize(self._high)
        self._widths.clear()
        self._share_width()

    def _share_width(self) -> None:
        """Give each column what the rows in sight need; while one scrolls, none gets narrower."""
        left = self.viewport().width()
        for column in (TABLE, TIME, SCORE, HAND):
            wide = self._needed(column)
            self.setColumnWidth(column, wide)
            left -= wide
        needs_waits, needs_short_waits = self._needed(WAITS), self._needed(WAITS, whole=False)
        needs_teams, needs_names = self._needed(TEAMS), self._needed(TEAMS, whole=False)
        # Rather none of these than no names.
        least = max(theme.px(LEAST_NAMES), min(theme.px(MOST_NAMES), needs_names))
        least += max(theme.px(LEAST_WAITS), min(theme.px(MOST_WAITS), needs_short_waits))
        for column in (EVENT, ROUND):
            left -= self._share_column(column, left - least, self.viewport().width() // 7)
        # Rule sets take what players and remarks do not need.
        spare = left - needs_teams - needs_waits
        left -= self._share_column(RULES, spare, theme.px(LEAST_RULES))
        names = min(needs_names, left // 2)
        teams = max(1, min(needs_teams, max(left - needs_waits, names)))
        self.setColumnWidth(TEAMS, teams)
        left -= teams
        # What nobody needs stands at the end of the row, not in its midst.
        waits = min(left, max(needs_waits, theme.px(USUAL_WAITS)))
        self.setColumnWidth(WAITS, max(1, waits))
        last = self.last_column
        self.setColumnWidth(last, self.columnWidth(last) + left - waits)

    def _share_column(self, column: int, spare: int, least: int) -> int:
        """Show a column that takes no more than it needs of the `spare` width, or hide it; return
        its width.  Its texts may be cut where it has the `least` width (all in pixels)."""
        widest = min(theme.px(WIDEST), max(least, spare))
        wide = min(self._needed(column), widest) if self._order.has_content(column) else 0
        is_shown = 0 < wide <= spare
        self.setColumnHidden(column, not is_shown)
        if not is_shown:
            return 0
        self.setColumnWidth(column, wide)
        return wide

    @property
    def has_rules_beside_teams(self) -> bool:
        """Whether rule sets stand with the teams, because they differ and have no column."""
        return self.isColumnHidden(RULES) and self._order.has_content(RULES)

    def rules_rect_below_teams(self, row_rect: QRect) -> QRect:
        """Return the part of a row's box for its rule set below the teams; an empty one where it
        does not stand with them, or has no room there."""
        high = QFontMetrics(rules_font()).height()
        spare = row_rect.height() - high - QFontMetrics(self.font_of(TEAMS)).height()
        if spare >= 0 and self.has_rules_beside_teams:
            return row_rect.adjusted(0, row_rect.height() - high - spare // 2, 0, -(spare // 2))
        return QRect()

    _high = MIN_ROW_HEIGHT

    @property
    def last_column(self) -> int:
        """Return the last of the columns that are shown."""
        columns = range(self._order.columnCount())
        return max(each for each in columns if not self.isColumnHidden(each))

    def _needed(self, column: int, *, whole: bool = True) -> int:
        """Return the width (pixels) that the rows in sight need, and those that were before; with
        players and remarks if `whole`."""
        wide = max(self._measure(column, whole=whole), self._widths.get((column, whole), 0))
        self._widths[column, whole] = wide
        return wide

    def _measure(self, column: int, *, whole: bool) -> int:
        model, font = self.model(), self.font_of(column)
        first = max(0, self.verticalScrollBar().value())
        in_sight = min(MEASURED, self.viewport().height() // self._high + 2)
        rows = range(first, min(first + in_sight, model.rowCount()))
        indexes = [model.index(row, column) for row in rows]
        if column == TEAMS:
            step = 1 if whole else 2
            teams = (index.data(NAMES_ROLE) for index in indexes)
            texts = {"".join(team_pieces(*names)[::step]) for names in teams}
        else:
            texts = {str(index.data() or "") for index in indexes}
            texts = texts if whole else set(map(brief_wait_text, texts))
        texts.add({TIME: "‖ 00:00", SCORE: "000 : 000", TABLE: "00"}.get(column, ""))
        wide = max(width_of(text, font) for text in texts)
        if column == TABLE:
            wide += self.sign_width + theme.px(4)
        title = model.headerData(column, Qt.Orientation.Horizontal)
        heading = width_of(str(title), theme.figure_font(13, bold=True))
        return max(wide, heading) + theme.px(18)

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        self.fit_rows_and_columns()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit_rows_and_columns()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.fit_rows_and_columns()

    # Pointing and keys.

    def _point(self, row: int) -> None:
        before, self.pointed = self.pointed, row
        for each in {before, row}:
            if each >= 0:
                self._repaint_row(each)

    def _repaint_row(self, row: int) -> None:
        first = self.visualRect(self.model().index(row, 0))
        self.viewport().update(0, first.y(), self.viewport().width(), first.height())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.still.restart()
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point(-1)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        for each in (current, previous):
            if each.isValid():
                self._repaint_row(each.row())

    def selectionCommand(self, _index: Index, _event: QEvent | None = None) -> Flag:
        return Flag.NoUpdate

    def _mark(self, rows: QItemSelection, how: Flag) -> None:
        self.selectionModel().select(rows, how | Flag.Rows)

    def _mark_range(self, begin: QModelIndex) -> None:
        """Mark all rows from `begin` to the cursor; what Shift marked from the same row before is
        no longer marked."""
        if self._anchor is None or not self._anchor.isValid():
            self._anchor, self._range = QPersistentModelIndex(begin), QItemSelection()
        first, last = sorted((self._anchor.row(), self.currentIndex().row()))
        model = self.model()
        marked = QItemSelection(model.index(first, 0), model.index(last, 0))
        self._mark(self._range, Flag.Deselect)
        self._mark(marked, Flag.Select)
        self._range = marked

    def _toggle(self, index: QModelIndex) -> None:
        self._mark(QItemSelection(index, index), Flag.Toggle)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        before = self.currentIndex()
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        modifiers = event.modifiers()
        if index.isValid() and modifiers & Qt.KeyboardModifier.ShiftModifier:
            self._mark_range(before)
            return
        self._anchor = None
        if index.isValid() and modifiers & Qt.KeyboardModifier.ControlModifier:
            if self._pressed.isValid() and not self.selectionModel().hasSelection():
                self._toggle(self.model().index(self._pressed.row(), 0))
            self._pressed = QPersistentModelIndex()
            self._toggle(index)
        else:
            self.clearSelection()
            self._pressed = QPersistentModelIndex(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.still.restart()
        before = self.currentIndex()
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(before)
        elif event.key() == Qt.Key.Key_Space:
            self._anchor, self._pressed = None, QPersistentModelIndex()
            self._toggle(before)
        elif keyboard.typed_text(event):
            # What is typed is searched for by the page, not by Qt's list.
            event.ignore()
        else:
            if event.key() in ENDS:
                row = self._order.rowCount() - 1 if event.key() == Qt.Key.Key_End else 0
                self.setCurrentIndex(self._order.index(row, max(0, before.column())))
            else:
                super().keyPressEvent(event)
            if self.currentIndex() != before:
                self._pressed = QPersistentModelIndex()
                if shift:
                    self._mark_range(before)
                else:
                    self._anchor = None


FIRST_ROUNDS: Final = (T("Now playing"), T("All rounds"))
"""These are offered before the rounds themselves."""


class RoundChoice(inputs.ComboBox):
    """Offers the rounds now playing, all rounds, and each one; hidden where there is only one."""

    def __init__(self) -> None:
        super().__init__()
        self._rounds: list[tuple[str, str]] = []
        """The name of the event and of the round."""
        self.setAccessibleName(str(T("Rounds")))
        self.setSizeAdjustPolicy(inputs.ComboBox.SizeAdjustPolicy.AdjustToContents)
        self.hide()

    def offer_rounds(self, rows: Sequence[MatchStatus]) -> None:
        """Offer the rounds of these rows; the chosen one stays chosen."""
        rounds = sorted(
            {(row.event, row.round) for row in rows},
            key=lambda each: (each[0], table_order(each[1])),
        )
        if rounds == self._rounds:
            return
        chosen, several = self.currentText(), len({event for event, _ in rounds}) > 1
        self._rounds = rounds
        self.clear()
        self.addItems([str(each) for each in FIRST_ROUNDS])
        for event, number in rounds:
            title = round_name(number) or str(T("Without a round"))
            parts = (isolate_name(event), title) if several else (title,)
            self.addItem(" · ".join(filter(None, parts)))
        self.setCurrentIndex(max(0, self.findText(chosen)))
        self.setVisible(len(rounds) > 1)

    def chosen_ids(self, rows: Sequence[MatchStatus]) -> set[str]:
        """Return the ids of those matches that belong to what is chosen."""
        at = self.currentIndex()
        if at < 1:
            return match_ids_of_current_rounds(rows)
        if at < len(FIRST_ROUNDS):
            return {row.id for row in rows}
        chosen_round = self._rounds[at - len(FIRST_ROUNDS)]
        return {row.id for row in rows if (row.event, row.round) == chosen_round}
