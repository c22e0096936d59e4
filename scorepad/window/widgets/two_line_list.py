"""Lists whose rows have two lines: a title with something at its right, and a smaller line below.

The rows are painted by hand, because Qt's own item has one text, which nothing can stand beside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QSignalBlocker, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from scorepad.spades.words import join_parts
from scorepad.window.widgets import theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.fit_text import cut_names, cut_text, text_font, width_of
from scorepad.window.widgets.keyboard import typed_text
from scorepad.window.widgets.row_delegate import CONTENT_ROLE, RIGHT, RowDelegate, paint_text

KEY_ROLE = Qt.ItemDataRole.UserRole
"""The role of an item's key."""
ROW_HEIGHT = 3.6  # ems
"""The usual height of a row."""


def two_line_height() -> int:
    """Return the usual height of a row, in pixels."""
    return max(theme.touch_height(), theme.em(ROW_HEIGHT))


@dataclass(frozen=True)
class TwoLineText:
    """What a row says; one that is `dimmed` cannot be used now, and its line below says why.

    `names` are the two names at the end of the title, of which neither is cut before the other.
    """

    title: str
    below: str
    right: str = ""
    dimmed: bool = False
    names: tuple[str, str] = ("", "")

    def cut_title(self, metrics: QFontMetrics, room: int) -> str:
        """Return the title, cut to `room` pixels."""
        wide, (one, other) = metrics.horizontalAdvance(self.title), self.names
        if wide > room and one and other:
            second = self.title.rfind(other)
            first = self.title.rfind(one, 0, second)
            before, between = self.title[:first], self.title[first + len(one) : second]
            rest = room - sum(map(metrics.horizontalAdvance, (before, between)))
            return before + between.join(cut_names(self.names, metrics, max(0, rest)))
        return cut_text(self.title, metrics, room)

    def height(self) -> int:
        """Return the usual height of a row, in pixels."""
        return two_line_height()

    def paint(self, painter: QPainter, box: QRect) -> None:
        """Paint both lines."""
        colors, side = theme.colors(), Gap.GROUPS.pixels()
        inner = box.adjusted(side, Gap.LINES.pixels(), -side, -Gap.LINES.pixels())
        half = inner.height() // 2
        font, small = text_font(15, bold=True), text_font(13)
        ink = colors.soft if self.dimmed else colors.ink
        top = QRect(inner.left(), inner.top(), inner.width(), half)
        if self.right:
            paint_text(painter, top, self.right, font, ink, RIGHT)
            top.setRight(top.right() - width_of(self.right, font) - side)
        title = self.cut_title(QFontMetrics(font), top.width())
        paint_text(painter, top, title, font, ink)
        below = QRect(inner.left(), inner.top() + half, inner.width(), half)
        paint_text(painter, below, self.below, small, colors.warn if self.dimmed else colors.soft)


class TwoLineList(QListWidget):
    """A list that shows whole rows: where not all have room, those shown share its height."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = RowDelegate(self)
        self.setItemDelegate(self.rows)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerItem)
        # Nothing listens to removed rows: a list here is cleared only to be filled again.
        self.model().rowsInserted.connect(self._share_height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_height()

    def _share_height(self, *_inserted: object) -> None:
        room, usual = self.viewport().height(), two_line_height()
        fit = max(1, room // usual)
        extra = max(0, room // fit - usual) if self.count() > fit else 0
        if extra != self.rows.extra_height:
            self.rows.extra_height = extra
            self.doItemsLayout()
            self.scrollTo(self.currentIndex())


class KeyedList(TwoLineList):
    """A list whose rows are known by a key; shown anew, the chosen row stays chosen."""

    def show_rows(self, rows: Sequence[tuple[str, TwoLineText]]) -> None:
        """Show these rows, each with its key."""
        before, scrolled = self.chosen, self.verticalScrollBar().value()
        blocker = QSignalBlocker(self)
        self.clear()
        for key, text in rows:
            item = QListWidgetItem(text.title)
            item.setData(KEY_ROLE, key)
            item.setData(CONTENT_ROLE, text)
            spoken_text = join_parts((text.title, text.below, text.right), ", ")
            item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken_text)
            item.setToolTip("\n".join(filter(None, (text.title, text.below))))
            self.addItem(item)
        self.choose(before)
        blocker.unblock()
        self.verticalScrollBar().setValue(scrolled)
        if self.chosen != before:
            self.currentRowChanged.emit(self.currentRow())

    @property
    def chosen(self) -> str:
        """Return the key of the chosen row; "" where there is none."""
        row = self.currentRow()
        return "" if row < 0 else str(self.item(row).data(KEY_ROLE))

    def row_keys(self) -> list[str]:
        """Return the keys of the rows from the top."""
        return [str(self.item(row).data(KEY_ROLE)) for row in range(self.count())]

    def choose(self, key: str) -> None:
        """Choose the row with this key; the first one where there is none."""
        keys = self.row_keys()
        self.setCurrentRow(keys.index(key) if key in keys else 0)


class CheckList(TwoLineList):
    """A list of checkable items: a click anywhere on a row, or Space, checks or unchecks it."""

    def __init__(self) -> None:
        super().__init__()
        self._least = 0
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def lay_rows_in_columns(self, min_ems: int) -> None:
        """Stand the rows in as many columns as have room, each at least `min_ems` wide."""
        self._least = theme.em(min_ems)
        self.setFlow(QListWidget.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if typed_text(event).strip():
            # The page searches for what is typed.
            event.ignore()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self._least:
            room = self.contentsRect().width() - self.verticalScrollBar().sizeHint().width() - 1
            self.rows.width = room // max(1, room // self._least)
        super().resizeEvent(event)
