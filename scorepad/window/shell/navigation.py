"""`Navigation` knows which page the window shows, which pages lie over it, and where "back"
leads."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from scorepad.spades.words import Text
from scorepad.window.shell.environment import WindowRequests
from scorepad.window.widgets import controls, layouts
from scorepad.window.widgets.window_page import WindowPage

PageT = TypeVar("PageT", bound=WindowPage)


class _PageStack(QStackedWidget):
    """Has the height that is left; Qt would measure every page at each switch."""

    def hasHeightForWidth(self) -> bool:
        return False


class Navigation(QObject):
    """Shows one page at a time.

    At the bottom is a table's page or the floor. Other pages are laid over it and one another, one
    of a kind, and `back` leads from each to the one before it.
    """

    shown = Signal(object)
    """This page is shown now."""
    returned = Signal(object)
    """This page is shown again after the one over it was closed."""

    def __init__(
        self, home: Callable[[], object], requests: WindowRequests, parent: QObject | None = None
    ) -> None:
        """`home` shows the floor, where there is nothing to go back to; what pages ask for goes to
        `requests`."""
        super().__init__(parent)
        self._requests = requests
        self.stack = _PageStack()
        self._home = home
        self._bottom: QWidget | None = None
        self._over: list[WindowPage] = []
        self._closed_while_shown: list[QWidget] = []
        """The page that was closed while it was shown, until another one is: Qt would show, and lay
        out, any page in its place."""
        placeholder = WindowPage("")
        self._text = controls.label("", "title")
        self._text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layouts.set_column(placeholder, placeholder.strip, (self._text, 1))
        self.stack.addWidget(placeholder)

    def show_text(self, text: Text | str) -> None:
        """Show a text where there is no page yet."""
        self._text.setText(str(text))

    @property
    def current(self) -> QWidget | None:
        """Return the page that is shown."""
        return self.stack.currentWidget()

    @property
    def top_page(self) -> QWidget | None:
        """Return the page that is over the others, if there is one."""
        return self._over[-1] if self._over else None

    def show_table_page(self, page: QWidget) -> None:
        """Show a table's page, and close the pages over it."""
        self._close_over()
        self._bottom = page
        self._show(page)

    def show_home(self, page: QWidget) -> None:
        """Show the floor, and close the pages over it."""
        self._close_over()
        self._bottom = None
        self._show(page)

    def add_page(self, page: WindowPage) -> None:
        """Add a page without showing it, and connect its requests to the window."""
        page.open_match.connect(self._requests.match)
        page.action_requested.connect(self._requests.action)
        page.background.connect(self._requests.job)
        self.stack.addWidget(page)

    def lay_over(self, page: PageT) -> PageT:
        """Lay a page over what is shown, with its focus where it begins, and return it; one of its
        kind is closed before, with all over it."""
        while type(page) in map(type, self._over):
            self._close_top()
        self._over.append(page)
        page.closed.connect(self.back)
        self.add_page(page)
        self._show(page)
        page.focus_starting_widget()
        return page

    def back(self) -> None:
        """Close the top page, and show the one below."""
        self._close_top()
        page = self.top_page
        if page is not None:
            self._show(page)
            focused: QWidget | None = page.focusWidget()
            (page if focused is None else focused).setFocus()
            self.returned.emit(page)
        elif self._bottom is not None and self.stack.indexOf(self._bottom) >= 0:
            self._show(self._bottom)
        else:
            self._home()

    def delete_page(self, page: QWidget) -> None:
        """Delete a page; where it is shown, the caller shows another one."""
        if page is self.current:
            self._closed_while_shown.append(page)
        else:
            self.stack.removeWidget(page)
            page.deleteLater()

    def keep(self) -> None:
        """Keep the input of the pages laid over."""
        for each in self._over:
            each.keep()

    def _show(self, page: QWidget) -> None:
        self._text.clear()
        before = self.current
        if isinstance(before, WindowPage) and before is not page:
            before.notify("")
        # Qt switches the updates of all pages off and on again, but for those that have none.
        page.setUpdatesEnabled(True)
        self.stack.setCurrentWidget(page)
        if before is not None and before is not page:
            before.setUpdatesEnabled(False)
        closed, self._closed_while_shown = self._closed_while_shown, []
        for each in closed:
            self.delete_page(each)
        self.shown.emit(page)

    def _close_top(self) -> None:
        if self._over:
            top = self._over.pop()
            top.keep()
            self.delete_page(top)

    def _close_over(self) -> None:
        while self._over:
            self._close_top()
