"""What the window does at every tick: the clocks of all open tables, their warnings, time-up."""

from __future__ import annotations

import contextlib
from collections.abc import Collection
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from scorepad.desk.table import Table
from scorepad.spades.refusal import Refused
from scorepad.window import titles
from scorepad.window.awake import Awake
from scorepad.window.watch import Alert, Watch, alert_text, jump_text

if TYPE_CHECKING:
    from scorepad.window.main_window import MainWindow


FOLLOWED: Final = 10
"""At every so many ticks (two seconds) a window that only looks on asks what was written."""


MOST: Final = 12
"""So many tables are opened by themselves because their clocks run."""


class Heartbeat:
    """Looks at every open table, whichever is shown."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._watch = Watch()
        self._alerts: dict[str, Alert] = {}
        self._beats = 0
        self._closed: dict[str, Table] = {}
        self.awake = Awake(window)

    def beat(self) -> None:
        """A tick."""
        window = self._window
        now = window.now()
        if window.read_only is not None:
            self._follow()
        running = False
        if arrived := window.desk.arrived():
            self._take_in(arrived)
        for table in list(self._closed.values()):
            self._look(table, now)
        for page in list(window.tables.values()):
            self._look(page.table, now)
            if window.read_only is None and page.table.time_is_due():
                page.append_due()
            running = running or page.table.clock().state(now) == "running"
        if window.page is not None:
            window.page.tick(now)
        window.strip.refresh(now)
        self.awake.keep(running)

    def _look(self, table: Table, now: datetime) -> None:
        alert = self._watch.look(table, now)
        if alert is not None:
            self._tell(alert)

    # Clocks that run where no page is open.

    def find_running(self, among: Collection[str] | None = None) -> list[str]:
        """Every match (of those `among` others) whose clock runs, or has just run out, is opened
        beside the others, as far as the strip has room; of the rest the clocks are watched.
        Which ones were opened?"""
        window = self._window
        opened = []
        # What cannot be read is said where somebody opens it.
        with contextlib.suppress(Refused):
            for summary in window.desk.timed():
                wanted = among is None or summary.id in among
                if wanted and summary.id not in window.tables and summary.id not in self._closed:
                    table = window.desk.open(summary.id)
                    waits = table.clock().state(window.now()) == "waiting"
                    if waits or len(window.tables) >= MOST:
                        self._closed[summary.id] = table
                    else:
                        window.put_beside(table)
                        opened.append(summary.id)
        return opened

    def _take_in(self, arrived: Collection[str]) -> None:
        """Matches were taken in: those with a running clock are opened, and that is said."""
        window = self._window
        for match_id in self.find_running(arrived):
            name = titles.match_line(window.tables[match_id].table.match, window.words)
            text = window.words("The clock of {match} runs; it was opened.", match=name)
            banner = window.banners.show_banner(f"arrived{match_id}", text, tone="note")
            banner.offer(window.words("Show it"), partial(self._open, match_id))

    def _open(self, match_id: str) -> None:
        self._window.banners.drop(f"arrived{match_id}")
        self._window.open_match(match_id)

    def closed(self, table: Table) -> bool:
        """A table's page was closed: a clock that runs is watched on.  Does one?"""
        running = table.clock().state(self._window.now()) == "running"
        if running:
            self._closed[table.id] = table
            self.hush(table.id)
        else:
            self.forget(table.id)
        return running

    def opened(self, table_id: str) -> None:
        """Its page is there: it is watched with the others."""
        self._closed.pop(table_id, None)

    def _follow(self) -> None:
        """Another program writes: show what it has written, soon after."""
        self._beats += 1
        if self._beats % FOLLOWED:
            return
        window = self._window
        # What cannot be read now is read the next time; it is shown as it was until then.
        with contextlib.suppress(Refused):
            if window.desk.follow() and window.pages is not None:
                window.pages.followed()

    def _tell(self, alert: Alert) -> None:
        window = self._window
        window.alarm.ring(alert.level)
        if window.table is alert.table and window.page is not None:
            window.page.tick(window.now())
            return
        self._alerts[alert.table.id] = alert
        self._show(alert)

    def _show(self, alert: Alert) -> None:
        window, table_id = self._window, alert.table.id
        banner = window.banners.show_banner(f"alert{table_id}", alert_text(alert, window.words))

        banner.offer(window.words("Show it"), lambda: window.open_match(table_id))

    def say_again(self) -> None:
        """Say in the window's words what still stands."""
        for table_id, alert in self._alerts.items():
            if self._window.banners.shown(f"alert{table_id}") is not None:
                self._show(alert)

    def hush(self, table_id: str) -> None:
        """This table's alert has been seen."""
        self._alerts.pop(table_id, None)
        self._window.banners.drop(f"alert{table_id}")

    def forget(self, table_id: str) -> None:
        """The table was closed."""
        self._closed.pop(table_id, None)
        self._watch.forget(table_id)
        self.hush(table_id)

    def jumped(self, seconds: float) -> None:
        """The wall clock was set by so many seconds."""
        window = self._window
        banner = window.banners.show_banner("jump", jump_text(seconds, window.words))
        banner.offer(window.words("Add time"), lambda: window.do("clock-add"))
