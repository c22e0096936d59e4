"""Lists whose rows have columns: Qt's tree view without branches, drawn by Qt's own delegate."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QContextMenuEvent, QFont, QFontMetricsF, QKeyEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from scorepad.spades.words import Text
from scorepad.window.widgets import controls, keyboard, theme
from scorepad.window.widgets.size_class import window_to_usual_size_ratio

Index = QModelIndex | QPersistentModelIndex
NO_PARENT = QModelIndex()
ROW_ROLE: Final = Qt.ItemDataRole.UserRole
"""The role of the value of a row."""
ROW_HEIGHT, TEXT_SIZE = 44, 15  # px
"""The height of a row and of its text, in a window of the usual size."""
DENSE_ROW_HEIGHT, DENSE_TEXT_SIZE = 20, 14  # px
"""The least height of a row where not all have room, and of its text."""
MAX_GROWTH = 1.25
"""Rows and their text grow with the window up to this ratio."""
MEASURED = 50
"""Columns are as wide as the rows in sight need; with fewer of them, so many are measured."""


class RowModel(QAbstractTableModel):
    """A model of rows with columns; a subclass has the texts of their cells.

    titles: the titles of the columns
    right, centered, bold: the columns whose texts are so
    """

    titles: Sequence[Text | str] = ()
    right: Collection[int] = ()
    centered: Collection[int] = ()
    bold: Collection[int] = ()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Any] = []
        self._bold = QFont()
        self._bold.setBold(True)

    def text(self, at: int, column: int) -> str:
        """Return the text of a cell in the row `at`."""
        raise NotImplementedError

    def tone(self, at: int, column: int) -> str:
        """Return the name of the color of a cell."""
        return "ink"

    def spoken_text(self, at: int, column: int) -> str | None:
        """Return the text that a screen reader reads for a cell; None for its own."""
        return None

    def tip(self, at: int) -> str:
        """Return the whole text of a row."""
        return ""

    def is_bold(self, at: int, column: int) -> bool:
        """Return whether the text of a cell is bold."""
        return column in self.bold

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.titles)

    def headerData(self, section: int, _orientation: Qt.Orientation, role: int = 0) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return str(self.titles[section])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            sides = Qt.AlignmentFlag
            side = sides.AlignHCenter if section in self.centered else sides.AlignLeft
            return (sides.AlignRight if section in self.right else side) | sides.AlignVCenter
        return None

    def data(self, index: Index, role: int = 0) -> Any:
        if not index.isValid():
            return None
        at, column, roles = index.row(), index.column(), Qt.ItemDataRole
        if role == ROW_ROLE:
            return self._rows[at]
        if role == roles.DisplayRole:
            return self.text(at, column)
        if role == roles.TextAlignmentRole:
            return self.headerData(column, Qt.Orientation.Horizontal, role)
        if role == roles.FontRole:
            return self._bold if self.is_bold(at, column) else None
        if role == roles.ForegroundRole:
            return QColor(getattr(theme.colors(), self.tone(at, column)))
        if role == roles.AccessibleTextRole:
            return self.spoken_text(at, column)
        return self.tip(at) if role == roles.ToolTipRole else None


class CellDelegate(QStyledItemDelegate):
    """Draws cells as Qt does; all rows are equally high, and the one under the cursor shows it."""

    height = 0  # pixels

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(super().sizeHint(option, index).width(), self.height)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        # A warning keeps its color in a row that is selected.
        ink = option.palette.brush(QPalette.ColorRole.Text)
        option.palette.setBrush(QPalette.ColorRole.HighlightedText, ink)
        view = self.parent()
        if isinstance(view, QTreeView) and index.row() == view.currentIndex().row():
            # While something is searched for, Enter opens this row, though the search has the keys.
            option.state |= QStyle.StateFlag.State_On
        option.state &= ~QStyle.StateFlag.State_HasFocus


class RowTable(QTreeView):
    """A list of rows with columns.

    A column is as wide as its content.  Columns of names give room to the others, and the spare
    room is shared; the rest is scrolled to.  A right click, a long press or the menu key asks for
    the menu of a row.
    """

    menu_requested = Signal(QPoint)
    """The user asks for the menu of the current row, at this place on the screen."""

    def __init__(
        self,
        model: QAbstractItemModel,
        *,
        name: Text | str,
        names: Mapping[int, int],
        extras: Sequence[int] = (),
        drops: Sequence[int] = (),
        has_story: bool = False,
        is_wanted: Callable[[int], bool] = lambda _column: True,
        least_height: int = ROW_HEIGHT,
    ) -> None:
        """`names` are the columns that give room to others, each with its least width (ems),
        `extras` those that are shown only in spare room; `drops` are hidden, the first one first,
        while even with the least widths not all have room, with large text only if the list
        `has_story` beside it that tells them too; `is_wanted` is whether a column is shown
        at all. Without room for all rows in the usual height they are lower, down to the
        `least_height` (pixels at the usual text size)."""
        super().__init__(
            rootIsDecorated=False,
            indentation=0,
            itemsExpandable=False,
            expandsOnDoubleClick=False,
            uniformRowHeights=True,
        )
        self.setAccessibleName(str(name))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._names, self._extras = names, extras
        self._drops = drops if has_story or theme.is_roomy() else ()
        self._is_wanted = is_wanted
        self._least_height = least_height
        self._needs: dict[int, int] = {}
        """The widest that was measured in each column (pixels), so that none gets narrower while
        one scrolls."""
        self.rows = CellDelegate(self)
        self.setModel(model)
        self.setItemDelegate(self.rows)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionsMovable(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setMinimumSectionSize(1)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        for change in (
            model.layoutChanged,
            model.rowsInserted,
            model.rowsRemoved,
            model.modelReset,
        ):
            change.connect(self.fit)
        model.dataChanged.connect(self._fit_changed)
        # Qt repaints the cell that the cursor leaves, and the frame is around the row.
        self.selectionModel().currentRowChanged.connect(lambda *_: self.viewport().update())
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._share_width)
        # As the list is first shown, the bar takes room without a resize event.
        bar.rangeChanged.connect(self._share_width, Qt.ConnectionType.QueuedConnection)
        controls.EventFollower(self.viewport(), self.fit)
        for each in (self, self.viewport()):
            each.installEventFilter(self)

    # Sizes.

    def fit(self) -> None:
        """Make rows as high as the window allows, and columns as wide as their content, while the
        list is visible."""
        if not self.isVisible():
            return
        ratio = max(1.0, min(MAX_GROWTH, window_to_usual_size_ratio(self)))
        # Of the viewport a scroll bar takes some, which larger rows may bring.
        room = self.contentsRect().height() - self.header().height()
        high, size = theme.px(ROW_HEIGHT * ratio), theme.px(TEXT_SIZE * ratio)
        if self._least_height < ROW_HEIGHT and high * self.model().rowCount() > room:
            high = max(theme.px(self._least_height), room // self.model().rowCount())
            size = theme.px(DENSE_TEXT_SIZE)
        if high != self.rows.height:
            self.rows.height = high
            self.setFont(theme.exact_figure_font(size))
            self.doItemsLayout()
        self._needs.clear()
        self._share_width()

    def sizeHintForColumn(self, column: int) -> int:
        """Return the width of a column's widest cell (pixels).  Qt asks for all that a cell is
        painted with, which in each row takes longer than to measure its text."""
        model, first = self.model(), max(0, self.indexAt(QPoint(0, 0)).row())
        in_sight = self.viewport().height() // (self.rows.height or ROW_HEIGHT) + 1
        measured = max(in_sight, MEASURED)
        rows = range(max(0, first + in_sight - measured), min(first + measured, model.rowCount()))
        cells = {}
        for row in rows:
            index = model.index(row, column)
            is_bold = index.data(Qt.ItemDataRole.FontRole) is not None
            cells[index.data(), is_bold] = index
        if not cells:
            return 0
        bold = QFont(self.font())
        bold.setBold(True)
        metrics = QFontMetricsF(self.font()), QFontMetricsF(bold)
        widest = max(cells, key=lambda cell: metrics[cell[1]].horizontalAdvance(cell[0]))
        return self.sizeHintForIndex(cells[widest]).width()

    def _fit_changed(self, first: QModelIndex, last: QModelIndex) -> None:
        columns = range(first.column(), last.column() + 1)
        needs = ((each, self.sizeHintForIndex(first.siblingAtColumn(each))) for each in columns)
        if any(need.width() > self._needs.get(each, 0) for each, need in needs):
            self._share_width()

    def _share_width(self) -> None:
        needs, every = self._needs, range(self.model().columnCount())
        columns = [each for each in every if self._is_wanted(each)]
        for each in columns:
            # Qt's own hint is 0 for a hidden column.
            header = self.header().sectionSizeFromContents(each).width()
            needs[each] = max(self.sizeHintForColumn(each), header, needs.get(each, 0))
        widths = {each: needs[each] for each in columns if each not in self._extras}
        room, size = self.viewport().width(), self.font().pixelSize()
        least = {each: self._names.get(each, room) * size for each in widths}
        for each in self._drops:
            if sum(min(least[other], wide) for other, wide in widths.items()) > room:
                widths.pop(each, None)
        left = room - sum(widths.values())
        for each in self._extras:
            if each in columns and needs[each] <= left:
                widths[each] = needs[each]
                left -= needs[each]
        if left < 0:
            # Each has its share, and the room that the shorter ones leave of theirs.
            names = [each for each in self._names if each in widths]
            names.sort(key=lambda each: (-self._names[each], widths[each]))
            room = sum(widths[each] for each in names) + left
            for at, each in enumerate(names):
                share = max(least[each], room // (len(names) - at))
                widths[each] = min(widths[each], share)
                room -= widths[each]
            for each in names if room > 0 else ():
                more = min(room, needs[each] - widths[each])
                widths[each] += more
                room -= more
        else:
            whole = sum(widths.values())
            widths = {each: wide + left * wide // whole for each, wide in widths.items()}
        for each in every:
            self.setColumnHidden(each, each not in widths)
            if each in widths:
                self.setColumnWidth(each, widths[each])

    def repaint_column(self, column: int) -> None:
        """Paint a column again, whose texts are others and as wide as before."""
        left, wide = self.columnViewportPosition(column), self.columnWidth(column)
        self.viewport().update(left, 0, wide, self.viewport().height())

    # Keys and menus.

    def take_menu_key(self, search: QWidget) -> None:
        """Show the menu of the current row also for the menu key pressed in this field."""
        search.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        viewport = self.viewport()
        if isinstance(event, QKeyEvent) and watched is self and keyboard.typed_text(event).strip():
            # Qt would look for a row; a search or the page takes it.
            event.ignore()
            return True
        usual = Qt.ContextMenuPolicy.DefaultContextMenu
        if isinstance(event, QContextMenuEvent) and self.contextMenuPolicy() == usual:
            index, at = self.currentIndex(), self.visualRect(self.currentIndex()).bottomLeft()
            if event.reason() != QContextMenuEvent.Reason.Keyboard:
                at = viewport.mapFromGlobal(event.globalPos())
                index = self.indexAt(at) if watched is viewport else QModelIndex()
            if index.isValid():
                self.menu_requested.emit(viewport.mapToGlobal(at))
                return True
        return super().eventFilter(watched, event)
