"""A list shows whole rows: those that have room share it, and none is cut through."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QListView

from scorepad.window.two_lines import TwoLines


class WholeRows(QObject):
    """Has the rows of a list, all of one height, fill it where there are more than have room."""

    def __init__(self, view: QListView, rows: TwoLines) -> None:
        """`rows` paints them."""
        super().__init__(view)
        self._view, self._rows = view, rows
        view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerItem)
        view.viewport().installEventFilter(self)
        # What is taken out of a list here is followed by what it shows then.
        view.model().rowsInserted.connect(self._share)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._share()
        return super().eventFilter(watched, event)

    def _share(self, *_which: object) -> None:
        high, usual = self._view.viewport().height(), self._rows.height()
        fit = max(1, high // usual)
        more = 0
        if self._view.model().rowCount() > fit:
            more = max(0, high // fit - usual)
        if more != self._rows.more:
            self._rows.more = more
            self._view.doItemsLayout()
            self._view.scrollTo(self._view.currentIndex())
