"""`OpenTables` holds the tables that are open in the window, each with its tab, and with its page
once it was shown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from scorepad.desk.floor import is_settled
from scorepad.desk.table import Table
from scorepad.events.status import Statements
from scorepad.spades.match import Match
from scorepad.spades.naming import table_name
from scorepad.spades.words import T, Text
from scorepad.window.shell.environment import WindowEnvironment
from scorepad.window.shell.navigation import Navigation
from scorepad.window.shell.tabs import TabStrip
from scorepad.window.widgets import controls
from scorepad.window.wording.names import teams_and_event_text

if TYPE_CHECKING:
    from scorepad.desk.event_desk import EventDesk
    from scorepad.window.match.table_page import TablePage


class OpenTables(QObject):
    """Opens tables, shows them, and closes them.

    Which tables are open, and which is shown, is kept as a setting, so that it is so again in the
    next window. Anyone who switches tables does not wait for the disk: the next tick keeps it.
    """

    changed = Signal(object)
    """One of their matches has changed, by this `MatchChange`."""
    opened = Signal(object)
    """This `Table` is open in the window."""
    closed = Signal(object, bool)
    """This `Table` was closed, because it is archived (True) or not; everything is on the disk. The
    desk keeps it while its clock is watched (`ClockWatch.watch_closed_table`)."""

    def __init__(
        self,
        environment: WindowEnvironment,
        navigation: Navigation,
        tabs: TabStrip,
        keep: Callable[[str, str], object],
        parent: QObject | None = None,
    ) -> None:
        """`keep` keeps a setting, by its key."""
        super().__init__(parent)
        self._environment = environment
        self._navigation = navigation
        self._tabs = tabs
        self._keep = keep
        self.open: dict[str, Table] = {}
        self._pages: dict[str, TablePage] = {}
        self._stops: dict[str, Callable[[], None]] = {}
        """Tables without a page are followed until these are called."""
        self._on_paper: Collection[str] = ()
        self._shown: str = environment.settings.shown_table
        tabs.chosen.connect(self.show_table)
        tabs.closed.connect(self.close_table)
        navigation.shown.connect(self._page_shown)
        controls.follow_focus(self._focus_changed)

    @cached_property
    def events(self) -> EventDesk:
        """Return the events that their matches may belong to."""
        from scorepad.desk.event_desk import EventDesk

        return EventDesk(self._environment.desk)

    @property
    def page(self) -> TablePage | None:
        """Return the table page that is shown."""
        shown = self._navigation.current
        return next((page for page in self._pages.values() if page is shown), None)

    def _focus_changed(self, _before: QWidget | None, now: QWidget | None) -> None:
        # Without a focus the window is in the background, or goes away.
        if now is not None and self.page is not None:
            self.page.show_caret()

    def open_without_showing(self, table: Table, *, remember: bool = True) -> None:
        """Open a table without showing its page; `remember` that it is open."""
        if table.id in self.open:
            return
        self.open[table.id] = table
        self._stops[table.id] = table.listen(self.changed.emit)
        self._tabs.add_tab(table)
        if remember:
            self._remember()
        self.opened.emit(table)

    def page_of(self, table_id: str) -> TablePage:
        """Return the page of an open table; it is made when it is first asked for."""
        if table_id not in self._pages:
            from scorepad.window.match.table_page import TablePage

            environment = self._environment
            table = self.open[table_id]
            page = TablePage(
                table,
                environment.sheets,
                environment.settings,
                lambda after: self._effects(table.match, after),
                self._navigation.stack,
            )
            page.share_status = lambda: self._environment.share_status
            page.action_requested.connect(environment.requests.action)
            page.changed.connect(self.changed)
            page.changed.connect(self.keep_shown_table_setting)
            self._stops.pop(table_id)()
            self._pages[table_id] = page
            self._navigation.stack.addWidget(page)
        return self._pages[table_id]

    def _effects(self, before: Match, after: Match) -> Sequence[Text]:
        effects = [*self.events.preview_effects(before, after)]
        desk, head = self._environment.desk, after.head
        table = table_name(head.table)
        if desk.would_take_occupied_table(before.head, head):
            effects.append(T("A match in this round is already at {table}.", table=table))
        elif head.table != before.head.table:
            others = [each for each in desk.matches_at(head.table) if each.id != after.id]
            effects += [
                T(
                    "{table} is in use: {match}.",
                    table=table,
                    match=teams_and_event_text(each),
                )
                for each in others[:1]
            ]
        return effects

    def show_table(self, table_id: str) -> None:
        """Show the page of an open table."""
        self._navigation.show_table_page(self.page_of(table_id))

    def close_archived_table(self, table: Table) -> None:
        """Close the table of a match that was archived; its clock is no longer watched."""
        if table.id in self.open:
            self.close_table(table.id, is_archived=True)
        else:
            self.closed.emit(table, True)

    def close_table(self, table_id: str, *, is_archived: bool = False) -> None:
        """Close a table; where it was shown, show the one that was before it, or the floor."""
        keys = [tab.table.id for tab in self._tabs.tabs]
        shown, at = self.page, keys.index(table_id)
        self._take_away(table_id, is_archived=is_archived)
        if shown is None or shown.table.id != table_id:
            return
        del keys[at]
        if keys:
            self.show_table(keys[max(0, at - 1)])
        else:
            self._environment.requests.action.emit("floor")

    def _take_away(self, table_id: str, *, is_archived: bool = False) -> None:
        self._stop(table_id)
        table = self.open.pop(table_id)
        if table_id in self._pages:
            self._navigation.delete_page(self._pages.pop(table_id))
        self._tabs.remove_tab(table_id)
        self.closed.emit(table, is_archived)
        self._remember()

    def _page_shown(self) -> None:
        if self._navigation.top_page is None:
            self._shown = "" if self.page is None else self.page.table.id
            self._close_signed()

    def close_tables_with_paper_results(self, match_ids: Collection[str]) -> None:
        """Close the tables of these matches, whose results the event has from paper. The one
        that is shown is kept, and its tab has the result."""
        self._on_paper = match_ids
        for key in self.open.keys() & {*match_ids} - {self._shown}:
            self._take_away(key)

    def follow_events(self, statements: Statements) -> None:
        """Let the tabs show the statements of their matches' events."""
        self._tabs.follow_events(statements)

    def keep_shown_table_setting(self) -> None:
        """Keep which table is shown, or that it is the floor.

        It is written each second and with what is recorded, for to write takes longer than to show.
        """
        self._keep("shown_table", self._shown)

    def _close_signed(self) -> None:
        """Close the tables whose results are official, but for the one that is shown.

        A page laid over it, as the preview of its sheet, does not leave it.
        """
        for tab in self._tabs.tabs:
            if is_settled(tab.row) and tab.table is not (self.page and self.page.table):
                self._take_away(tab.table.id)

    def show_table_beside(self, by: int) -> None:
        """Show the open table that is this many further in the row of tabs."""
        keys = [tab.table.id for tab in self._tabs.tabs]
        if keys:
            place = keys.index(self.page.table.id) if self.page is not None else -1
            self.show_table(keys[(place + by) % len(keys)])

    def tick(self) -> None:
        """Show the time, and record where it ran out."""
        for table in list(self.open.values()):
            if table.id not in self._on_paper and table.is_time_up_without_question():
                self.page_of(table.id).record_time_up_if_due()
        if self.page is not None:
            self.page.refresh_clock_and_prompt()
        self._tabs.refresh()
        self.keep_shown_table_setting()

    def stop_following(self) -> None:
        """Follow the tables no longer, as the window closes."""
        self.keep_shown_table_setting()
        for table_id in self.open:
            self._stop(table_id)

    def _stop(self, table_id: str) -> None:
        page = self._pages.get(table_id)
        (self._stops[table_id] if page is None else page.stop_following)()

    def _remember(self) -> None:
        self._keep("open_tables", " ".join(self.open))
