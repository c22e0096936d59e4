"""Banners stand above a page, which makes room for them; a table's page they lie over, so that
nothing moves under a finger while a hand is typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from scorepad.window.shell import late_imports
from scorepad.window.shell.banners import Banners
from scorepad.window.widgets import controls, theme

if TYPE_CHECKING:
    from scorepad.window.match.table_page import TablePage

LEFT_OVER: Final = 20  # px
"""A banner leaves this much of the sheet free (pixels at the usual text size), for its newest
row."""


class BannerPlace(QObject):
    """Places the banners whenever they, the page or its size change.

    Over a table's page only the newest is shown, below the rows of the sheet; where there is no
    room for it and another row, over the oldest ones.  The sides' names, totals and clocks, the
    sheet's heads, the bar and a panel stay in sight, and nothing of them moves.  The page makes
    room for a banner that stays or asks for something, and for any banner where the sheet is too
    low to lie over.  Where several would leave the sheet no room for its heading, only one is shown
    then too.
    """

    def __init__(
        self,
        column: QVBoxLayout,
        stack: QStackedWidget,
        banners: Banners,
        table_page: Callable[[], TablePage | None],
    ) -> None:
        """`table_page` is the table's page that is shown, where one is."""
        super().__init__(stack)
        self._table_page = table_page
        self._column, self._stack, self._banners = column, stack, banners
        self._over = False
        self._fit_soon = controls.single_shot_timer(self, self._fit)
        banners.changed.connect(self.place)
        banners.focus_left.connect(self._return_focus)
        stack.currentChanged.connect(lambda _index: self.place())
        stack.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self._fit_soon.start()
        return super().eventFilter(watched, event)

    def _return_focus(self) -> None:
        """Give the focus back to the widget of the page that had it."""
        page = self._stack.currentWidget()
        if page is not None:
            focused: QWidget | None = page.focusWidget()
            (page if focused is None else focused).setFocus(Qt.FocusReason.OtherFocusReason)

    def place(self) -> None:
        """Put the banners where they belong."""
        page = self._table_page()
        if page is not None:
            # With a panel, or a bar that grows, the sheet has other room.
            for each in late_imports.table_room.ancestors_on_page(page.sheet, page):
                each.installEventFilter(self)
        self._set_over(page is not None and not self._banners.need_room)
        self._fit()
        # How high they and the sheet are is known only then.
        self._fit_soon.start()

    def follow_sheet(self) -> None:
        """Place the banners again, because the sheet may have another row."""
        self._fit_soon.start()

    def _set_over(self, over: bool) -> None:
        """Lay the banners over the page, or put them above it."""
        if over != self._over:
            self._over = over
            if over:
                self._column.removeWidget(self._banners)
            else:
                self._column.insertWidget(self._column.indexOf(self._stack), self._banners)
        self._banners.show_newest(over)

    def _fit(self) -> None:
        page, parent = self._table_page(), self._banners.parentWidget()
        if not self._over and page is not None and self._banners.isVisible():
            left = self._banners.height() + late_imports.table_room.spare_height(page.sheet, page)
            if self._banners.height_of_all(self._banners.width()) > left:
                self._banners.show_newest(True)
        if not self._over or page is None or parent is None:
            return
        if not self._banners.isVisible():
            return
        room = late_imports.table_room.visible_rect(page.sheet, page)
        heads = page.sheet.horizontalHeader()
        below = heads.mapTo(page, heads.rect().bottomLeft()).y() + 1
        room.setTop(max(room.top(), below))
        tall = self._banners.heightForWidth(room.width())
        if room.height() < tall + theme.px(LEFT_OVER):
            self._set_over(False)
            return
        rows = (len(page.sheet.rows) + 1) * page.sheet.verticalHeader().defaultSectionSize()
        if room.height() >= rows + tall:
            room.setTop(room.bottom() + 1 - tall)
        at = page.mapTo(parent, room.topLeft())
        self._banners.setGeometry(QRect(at, QSize(room.width(), tall)))
        self._banners.raise_()
