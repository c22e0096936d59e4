"""What the window does at every tick: the clocks of all open tables, their warnings, time-up."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

from scorepad.spades.refusal import Refused
from scorepad.window.awake import Awake
from scorepad.window.watch import Alert, Watch, alert_text, jump_text

if TYPE_CHECKING:
    from scorepad.window.main_window import MainWindow


FOLLOWED: Final = 10
"""At every so many ticks (two seconds) a window that only looks on asks what was written."""


class Heartbeat:
    """Looks at every open table, whichever is shown."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._watch = Watch()
        self._alerts: dict[str, Alert] = {}
        self._beats = 0
        self.awake = Awake(window)

    def beat(self) -> None:
        """A tick."""
        window = self._window
        now = window.now()
        if window.read_only is not None:
            self._follow()
        running = False
        for page in list(window.tables.values()):
            alert = self._watch.look(page.table, now)
            if alert is not None:
                self._tell(alert)
            if window.read_only is None and page.table.time_is_due():
                page.append_due()
            running = running or page.table.clock().state(now) == "running"
        if window.page is not None:
            window.page.tick(now)
        window.strip.refresh(now)
        self.awake.keep(running)

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

        def show() -> None:
            if table_id in window.tables:
                window.show_table(table_id)

        banner.offer(window.words("Show it"), show)

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
        self._watch.forget(table_id)
        self.hush(table_id)

    def jumped(self, seconds: float) -> None:
        """The wall clock was set by so many seconds."""
        window = self._window
        banner = window.banners.show_banner("jump", jump_text(seconds, window.words))
        banner.offer(window.words("Add time"), lambda: window.do("clock-add"))
