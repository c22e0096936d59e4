"""Banners stand above a page, which makes room for them; a table's page they lie over, so that
nothing moves under a finger while a hand is typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from scorepad.window.shell import late_imports
from scorepad.window.shell.banners import Banners
from scorepad.window.widgets import controls

if TYPE_CHECKING:
    from scorepad.window.match.table_page import TablePage


class BannerPlacer(QObject):
    """Places the banners whenever they, the page or its size change.

    Over a table's page only the newest is shown, below the rows of the sheet, which has fewer in
    sight where there is no room for the banner and another row.  The sides' names, totals and
    clocks, the bar and a panel stay where they are.  The page makes room for a banner that stays or
    asks for something, and for any banner where the sheet would be too low.  Where several would
    leave the sheet no room for its heading, only one is shown then too.
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
            for each in late_imports.table_room.widget_and_ancestors(page.sheet, page):
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
        self._banners.show_all_or_newest(over)

    def _fit(self) -> None:
        page, parent = self._table_page(), self._banners.parentWidget()
        if not self._over and page is not None and self._banners.isVisible():
            left = self._banners.height() + late_imports.table_room.spare_scroll_height(
                page.sheet, page
            )
            if self._banners.height_of_all(self._banners.width()) > left:
                self._banners.show_all_or_newest(True)
        if page is None or parent is None:
            return
        page.reserve_below_sheet(0 if not self._over else self._lie_over(page, parent))

    def _lie_over(self, page: TablePage, parent: QWidget) -> int:
        """Lay the banner over the end of the sheet, and return how much (pixels) of the sheet's
        height it needs for itself."""
        around = page.sheet.parentWidget()
        if around is None or not self._banners.isVisible():
            return 0
        room = late_imports.table_room.visible_rect(around, page)
        whole_width = room.width()
        room.setWidth(page.sheet.width())
        tall = self._banners.heightForWidth(room.width())
        if room.height() < tall + page.sheet.one_row_height():
            self._set_over(False)
            return 0
        heading = page.sheet.horizontalHeader().height()
        has_room = page.sheet.has_room(room.height() - heading, tall)
        # Where the sheet gives up room for it, so does the score chart.
        width = room.width() if has_room else whole_width
        at = page.mapTo(parent, QPoint(room.left(), room.bottom() + 1 - tall))
        self._banners.setGeometry(QRect(at, QSize(width, tall)))
        self._banners.raise_()
        return 0 if has_room else tall
