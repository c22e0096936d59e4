"""An overlay lies over the page while something is chosen in it, and stops nothing: clocks run
on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QFrame, QWidget
from shiboken6 import isValid

from scorepad.window.widgets import controls, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.two_line_list import two_line_height

WIDTH: Final = 640  # px
"""The width of an overlay, in pixels at the usual text size, where there is room."""


class ListOverlay(QFrame):
    """Has a list, and lies below totals and clock where the window is high enough. Once it is left,
    the focus goes back to where it was."""

    def __init__(self, window: QWidget, top: Callable[[], int]) -> None:
        """`top` returns the y (pixels) below which neither totals nor clock are covered."""
        super().__init__(window)
        self._window, self._top = window, top
        self._before: QWidget | None = None
        self.setProperty("kind", "palette")
        self.setVisible(False)
        window.installEventFilter(self)
        self._place_soon = controls.single_shot_timer(self, self._place_again)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_moved)

    def show_over_page(self, first: QWidget) -> None:
        """Show it, with the focus on this widget of it."""
        if not self.isVisible():
            self._before = QApplication.focusWidget()
        self.place()
        self.setVisible(True)
        self.raise_()
        first.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_overlay(self, *, back: bool = True) -> None:
        """Hide it, and give the focus back to where it was."""
        if not self.isVisible():
            return
        before, self._before = self._before, None
        self.setVisible(False)
        # What is due by the clock may have taken away the field that one came from.
        if back and before is not None and isValid(before) and self._window.isAncestorOf(before):
            before.setFocus(Qt.FocusReason.PopupFocusReason)

    def _focus_moved(self, _old: QWidget | None, new: QWidget | None) -> None:
        inside = new is None or new is self or self.isAncestorOf(new)
        if self.isVisible() and not inside:
            self.close_overlay(back=False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        resized = watched is self._window and event.type() == QEvent.Type.Resize
        if resized and self.isVisible():
            self.place()
            self._place_soon.start()
        return super().eventFilter(watched, event)

    def _place_again(self) -> None:
        # Totals and clock are laid out anew only after the window has its size.
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        self.place()

    def place(self) -> None:
        """Lie where it belongs, as high as what it shows."""
        raise NotImplementedError

    def width_over_page(self) -> int:
        """Return how wide (pixels) it is now."""
        return min(theme.px(WIDTH), self._window.width() - 2 * Gap.GROUPS.pixels())

    def place_and_count_rows(self, height_around: int, rows: int) -> int:
        """Lie over the page with this height (pixels) around the rows of its list, and return how
        many rows have room."""
        gap, row = Gap.GROUPS.pixels(), two_line_height()
        wide, high = self.width_over_page(), self._window.height() - gap // 2
        # Rather one row than a total or the clock behind it.
        top = max(gap, min(self._top(), high - height_around - min(1, rows) * row))
        shown = max(min(1, rows), min(rows, (high - top - height_around) // row))
        left = (self._window.width() - wide) // 2
        self.setGeometry(left, top, wide, height_around + shown * row)
        return shown
