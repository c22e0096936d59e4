"""Where the banners stand: above a page, which makes room for them; but over a table's page, where
nothing moves away under a finger while a hand is typed."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from scorepad.window import theme
from scorepad.window.banner import Banners
from scorepad.window.table_page import TablePage

NAMES: Final = 38
"""So much of the header's height (pixels at the usual text size) is the sides' names."""


class BannerPlace(QObject):
    """Places the banners whenever they, the page or its size change.

    Over a table's page the newest stands alone, over its heading and the sides' names, left of the
    clock: nothing there is pressed.  What stays, or asks for something, has room made for it.
    """

    def __init__(self, column: QVBoxLayout, stack: QStackedWidget, banners: Banners) -> None:
        super().__init__(stack)
        self._column, self._stack, self._banners = column, stack, banners
        self._over = False
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._fit)
        banners.changed.connect(self.place)
        banners.left.connect(self._give_back)
        stack.currentChanged.connect(lambda _index: self.place())
        stack.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self._soon.start()
        return super().eventFilter(watched, event)

    def _give_back(self) -> None:
        """The focus goes back to where it was on the page."""
        page = self._stack.currentWidget()
        if page is not None:
            focused: QWidget | None = page.focusWidget()
            (page if focused is None else focused).setFocus(Qt.FocusReason.OtherFocusReason)

    def place(self) -> None:
        """Put them where they belong."""
        over = isinstance(self._stack.currentWidget(), TablePage) and not self._banners.keep_place
        if over != self._over:
            self._over = over
            if over:
                self._column.removeWidget(self._banners)
            else:
                self._column.insertWidget(self._column.indexOf(self._stack), self._banners)
        self._banners.show_newest(over)
        self._fit()
        # What can be done about it is offered only then.
        self._soon.start()

    def _fit(self) -> None:
        page = self._stack.currentWidget()
        if not self._over or not isinstance(page, TablePage):
            return
        wide = page.header.clock.mapTo(self._stack, QPoint(0, 0)).x()
        if wide <= 0:
            return
        # The sides' names stand on the sheet too: they are covered rather than cut through.
        names = page.header.mapTo(self._stack, QPoint(0, 0)).y() + theme.px(NAMES)
        tall = max(names, self._banners.minimumSizeHint().height())
        self._banners.setGeometry(self._stack.x(), self._stack.y(), wide, tall)
        self._banners.raise_()
