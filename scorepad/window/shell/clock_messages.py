"""The window's messages about clocks that warn or run out, or run without an open table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from scorepad.desk.table import Table
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text
from scorepad.window.floor.floor_page import FloorPage
from scorepad.window.shell.alarm import Alarm
from scorepad.window.shell.banners import Banners
from scorepad.window.shell.clock_watch import ClockAlert, ClockWatch, alerts_text, table_or_teams
from scorepad.window.shell.environment import WindowEnvironment
from scorepad.window.shell.open_tables import OpenTables
from scorepad.window.widgets import controls
from scorepad.window.widgets.notice_strip import NoticeAction
from scorepad.window.wording import names
from scorepad.window.wording.moments import clock_text


class ClockMessages:
    """Sounds the alarm, shows messages about clocks that are not in sight, and opens tables whose
    clocks run."""

    def __init__(
        self,
        environment: WindowEnvironment,
        clocks: ClockWatch,
        tables: OpenTables,
        banners: Banners,
        notify: Callable[[str, controls.Tone], object],
        alarm: Alarm,
    ) -> None:
        """`notify` announces something on the page that is shown."""
        self._environment = environment
        self._clocks = clocks
        self._tables = tables
        self._banners = banners
        self._notify = notify
        self._alarm = alarm
        tables.opened.connect(clocks.watch_opened_table)
        tables.opened.connect(self._table_opened)
        tables.closed.connect(self._table_closed)
        self._closed = ""
        self._grouped: dict[str, tuple[ClockAlert, ...]] = {}
        self._shown_questions: dict[str, set[tuple[str, int | None, bool]]] = {}
        """The questions of the messages about tables without bids, by their keys."""

    def tick(self) -> None:
        """Show the messages that are due."""
        if arrived := self._environment.desk.take_imported_ids():
            for table in self._clocks.find_running_tables_to_open(self._tables.open, arrived):
                self._open_arrived(table)
        on_paper = self._clocks.on_paper
        tables = [each for each in self._tables.open.values() if each.id not in on_paper]
        self._warn(self._clocks.find_alerts(tables))
        for table in tables:
            self._ask(table)

    def close_tables_with_paper_results(self, floor: FloorPage) -> None:
        """Close the tables whose results the event has from paper, and do not warn about their
        clocks."""
        self._clocks.on_paper = {row.id for row in floor.rows if row.is_on_paper}
        self._tables.close_tables_with_paper_results(self._clocks.on_paper)

    def ask_about_missing_bids(self, floor: FloorPage, *, is_wait_over: bool) -> None:
        """Ask about tables without bids by the rows of the floor, which are read again before."""
        clocks, now = self._clocks, self._environment.desk.now()
        key = "wait-over" if is_wait_over else "no-bids"
        alert = clocks.find_no_bids_alert(floor.rows, now, is_wait_over=is_wait_over)
        if alert is not None and clocks.is_new(alert):
            floor.refresh()
            alert = clocks.find_no_bids_alert(floor.rows, now, is_wait_over=is_wait_over)
        if alert is None:
            self._banners.remove_banner(key)
            return
        is_new, banner = clocks.is_new(alert), self._banners.find_banner(key)
        gone = self._shown_questions.get(key, set()) - alert.marks
        self._shown_questions[key] = alert.marks
        if is_new and is_wait_over:
            self._alarm.ring("warning")
        if is_new or (gone and banner is not None):
            clocks.remember(alert)
            tone: controls.Tone = "bad" if is_wait_over else "warn"
            # An old question is not asked again.
            here = NoticeAction(T("Both teams are here"), lambda: None)
            buttons = (here, self._floor_button())
            self._banners.show_banner(key, alert.sentence(), tone=tone, buttons=buttons)

    def _ask(self, table: Table) -> None:
        key, due = f"doubt{table.id}", table.doubtful_run_out_time()
        if due is None:
            self._banners.remove_banner(key)
        elif self._banners.find_banner(key) is None:
            question = T(
                "{table}: is time up? The computer's clock was changed, so Scorepad can't tell.",
                table=table_or_teams(table.match),
            )
            show = partial(self._environment.requests.match.emit, table.id)
            add = partial(self._add_time, table)
            up = NoticeAction(T("Time is up"), partial(self._time_is_up, table))
            buttons = (
                up,
                NoticeAction(T("Add minutes"), add, ends=False),
                NoticeAction(T("Show it"), show, False),
            )
            self._banners.show_banner(key, question, stays=True, buttons=buttons)

    def _time_is_up(self, table: Table) -> None:
        try:
            table.record_time_up_answer(False)
        except Refused as refused:
            self._notify(str(refused.text), "bad")

    def _add_time(self, table: Table) -> None:
        self._environment.requests.match.emit(table.id)
        self._environment.requests.action.emit("clock-add")

    def open_running(self) -> None:
        """Open the tables whose clocks run, beside those that are open."""
        for table in self._clocks.find_running_tables_to_open(self._tables.open):
            self._tables.open_without_showing(table)

    def mark_time_up_seen(self, table: Table) -> None:
        """Remove this table from the messages about clocks, because it was seen."""
        self._clocks.mark_time_up_seen(table)
        self._show_standing()

    def show_clock_jump(self, seconds: float) -> None:
        """Show that the wall clock was set by this many seconds; it moves nothing."""
        with suppress(Refused):
            self._environment.desk.mark_running_clocks_doubtful(seconds)
        self._banners.show_banner("jump", clock_jump_text(seconds))

    def _warn(self, alerts: Sequence[ClockAlert]) -> None:
        clocks, page = self._clocks, self._tables.page
        for key, alert in list(clocks.standing.items()):
            if key in clocks.on_paper or not alert.is_still_true():
                del clocks.standing[key]
        for alert in alerts:
            self._alarm.ring(alert.level)
            if alert.table.doubtful_run_out_time() is None:  # that is a question, not a message
                clocks.standing[alert.table.id] = alert
            if page is not None and page.table is alert.table:
                clocks.mark_time_up_seen(alert.table)
                page.refresh_clock_and_prompt()
                # The page shows it itself; a screen reader needs an announcement.
                controls.announce(page, alerts_text((alert,)), "bad")
        self._show_standing()

    def _show_standing(self) -> None:
        standing, groups = self._clocks.standing, dict[str, tuple[ClockAlert, ...]]()
        for key, alerts in self._grouped.items():
            if self._banners.find_banner(key) is None:
                for alert in alerts:
                    if standing.get(alert.table.id) is alert:
                        del standing[alert.table.id]
        for alert in standing.values():
            groups[alert.key] = (*groups.get(alert.key, ()), alert)
        for key in self._grouped.keys() - groups.keys():
            self._banners.remove_banner(key)
        for key, alerts in groups.items():
            if alerts != self._grouped.get(key):
                text = alerts_text(alerts)
                if len(alerts) == 1:
                    self._offer(key, text, T("Show it"), alerts[0].table, ends=False)
                else:
                    self._banners.show_banner(key, text, buttons=(self._floor_button(),))
        self._grouped = groups

    def _floor_button(self) -> NoticeAction:
        return NoticeAction(
            T("Show the tables"), partial(self._environment.requests.action.emit, "floor")
        )

    def _open_arrived(self, table: Table) -> None:
        self._tables.open_without_showing(table)
        text = T(
            "The clock for {match} is running, so Scorepad opened the table.",
            match=self._name(table),
        )
        self._offer(f"arrived{table.id}", text, T("Show it"), table, tone="note")

    def _table_opened(self, table: Table) -> None:
        if table.id == self._closed:
            self._banners.remove_banner("closed")

    def _table_closed(self, table: Table, is_archived: bool) -> None:
        running = self._clocks.watch_closed_table(table, is_archived=is_archived)
        self.mark_time_up_seen(table)
        if running:
            text = T(
                "{match} is closed. Its clock is still running, and warnings still appear.",
                match=self._name(table),
            )
            self._offer("closed", text, T("Open it again"), table)
            self._closed = table.id
        elif table.id == self._closed:
            self._banners.remove_banner("closed")

    def _name(self, table: Table) -> str:
        round_text: Text | None = None
        with suppress(Refused):
            statements = self._environment.desk.read_event_statements()
            round_text = statements[table.id].round_text if table.id in statements else None
        return names.table_event_and_rules_text(table.match, round_text)

    def _offer(
        self,
        key: str,
        text: Text | str,
        press: Text,
        table: Table,
        *,
        tone: controls.Tone = "warn",
        ends: bool = True,
    ) -> None:
        button = NoticeAction(press, partial(self._environment.requests.match.emit, table.id), ends)
        self._banners.show_banner(key, text, tone=tone, buttons=(button,))


def clock_jump_text(seconds: float) -> Text:
    """Return the text about a wall clock that was set by this many seconds."""
    amount = clock_text(abs(seconds))
    change = (
        T("This computer's clock was set forward by {amount}", amount=amount)
        if seconds > 0
        else T("This computer's clock was set back by {amount}", amount=amount)
    )
    return T("{said}. Match clocks aren't affected.", said=change)
