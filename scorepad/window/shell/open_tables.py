"""`OpenTables` holds the tables that are open in the window, each with its page and its tab."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from scorepad.desk.table import Table
from scorepad.window.shell import late_imports
from scorepad.window.shell.environment import Environment
from scorepad.window.shell.navigation import Navigation
from scorepad.window.shell.tabs import Strip

if TYPE_CHECKING:
    from scorepad.window.match.table_page import TablePage


class OpenTables(QObject):
    """Opens tables, shows them, and closes them.

    Which tables are open, and which is shown, is kept as a setting, so that it is so again in the
    next window.  Whoever switches tables does not wait for the disk: the next tick keeps it.
    """

    changed = Signal()
    """One of their matches has changed."""
    opened = Signal(object)
    """This `Table` has got a page."""
    closed = Signal(object)
    """The page of this `Table` was closed; everything is on the disk."""

    def __init__(
        self,
        environment: Environment,
        navigation: Navigation,
        tabs: Strip,
        keep: Callable[[str, str], object],
        parent: QObject | None = None,
    ) -> None:
        """`keep` keeps a setting, by its key."""
        super().__init__(parent)
        self._environment = environment
        self._navigation = navigation
        self._tabs = tabs
        self._keep = keep
        self.pages: dict[str, TablePage] = {}
        self._shown: str = environment.settings.shown_table
        tabs.chosen.connect(self.show_table)
        tabs.closed.connect(self.close_table)
        navigation.shown.connect(lambda _page: self._page_shown())

    @property
    def page(self) -> TablePage | None:
        """Return the table page that is shown."""
        shown = self._navigation.current
        return next((page for page in self.pages.values() if page is shown), None)

    def add(self, table: Table, *, remember: bool = True) -> TablePage:
        """Open a table without showing its page; `remember` that it is open."""
        if table.id in self.pages:
            return self.pages[table.id]
        given = self._environment
        page = late_imports.TablePage(table, given.words, given.sheets, given.settings)
        page.wanted.connect(given.requests.action)
        page.changed.connect(self.changed)
        self.pages[table.id] = page
        self._navigation.stack.addWidget(page)
        self._tabs.add(table)
        if remember:
            self._remember()
        self.opened.emit(table)
        return page

    def show_table(self, table_id: str) -> None:
        """Show the page of an open table."""
        self._navigation.show_page(self.pages[table_id])

    def close_table(self, table_id: str) -> None:
        """Close a table, and show the one that stood before it, or the floor."""
        keys = [tab.table.id for tab in self._tabs.tabs]
        shown, at = self.page, keys.index(table_id)
        self._take_away(table_id)
        if shown is not None and shown.table.id != table_id:
            return
        del keys[at]
        if keys:
            self.show_table(keys[max(0, at - 1)])
        else:
            self._environment.requests.action.emit("floor")

    def _take_away(self, table_id: str) -> None:
        page = self.pages.pop(table_id)
        page.leave()
        self._navigation.remove(page)
        self._tabs.remove(table_id)
        self.closed.emit(page.table)
        self._environment.desk.close(table_id)
        self._remember()

    def _page_shown(self) -> None:
        if self._navigation.over is None:
            self._shown = "" if self.page is None else self.page.table.id
            self._let_signed_go()

    def keep_shown(self) -> None:
        """Keep which table is shown, or that it is the floor."""
        self._keep("shown_table", self._shown)

    def _let_signed_go(self) -> None:
        """Close the tables whose results both sides signed, but for the one that is shown.

        A page laid over it, as the preview of its sheet, does not leave it.
        """
        for tab in self._tabs.tabs:
            if tab.row.official and tab.table is not (self.page and self.page.table):
                self._take_away(tab.table.id)

    def step(self, by: int) -> None:
        """Show the open table that is this many further in the row of tabs."""
        keys = [tab.table.id for tab in self._tabs.tabs]
        if keys:
            here = keys.index(self.page.table.id) if self.page is not None else -1
            self.show_table(keys[(here + by) % len(keys)])

    def tick(self) -> None:
        """Show the time, and record where it ran out."""
        for page in list(self.pages.values()):
            if page.table.time_is_due():
                page.append_due()
        if self.page is not None:
            self.page.tick()
        self._tabs.refresh()
        self.keep_shown()

    def leave(self) -> None:
        """Have the pages follow their tables no longer, as the window closes."""
        self.keep_shown()
        for page in self.pages.values():
            page.leave()

    def _remember(self) -> None:
        self._keep("open_tables", " ".join(self.pages))
