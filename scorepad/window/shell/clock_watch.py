"""`ClockWatch` finds the warnings that are due on the clocks of all matches, whichever is shown."""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import sys
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Final, Literal, TypeAlias

import msgspec
from PySide6.QtCore import QObject, QProcess

from scorepad.desk.desk import Desk
from scorepad.desk.table import Table
from scorepad.spades.match import Match
from scorepad.spades.naming import strip_table_word, table_name, table_order, team_field
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import N, T, join_parts

Level: TypeAlias = Literal["warning", "time-up"]
ASKED_FOR: Final = 3600
"""After the wait for a side it is asked about its table for so many seconds."""
TIME_SEEN_DRAFT: Final = "time-seen"
"""In a match's draft: the moment its clock ran out, once the table was seen since."""
MAX_NAMED_TABLES: Final = 12
"""At most this many tables are named in one message."""
MAX_OPENED_TABLES: Final = 12
"""At most this many tables are opened by themselves because their clocks run."""


class ClockAlert(msgspec.Struct, frozen=True):
    """Warns of one table's clock: less than this many minutes are left, or time is up (0).
    `is_asked` means that a person is asked about the time that ran out."""

    table: Table
    level: Level
    minutes: int
    is_asked: bool = False

    @property
    def key(self) -> str:
        """Return the key that equal messages of several tables share."""
        return f"clock{self.minutes}"

    def is_still_true(self) -> bool:
        """Return whether it is still true, and the question is open."""
        face, left = self.table.clock(), self.table.clock().seconds_left(self.table.now())
        if left is None or face.over or (face.is_time_called and (self.is_asked or self.minutes)):
            return False
        return 0 < left <= self.minutes * 60 if self.minutes else left <= 0


def alerts_text(alerts: Sequence[ClockAlert]) -> str:
    """Return the text about hidden tables with equal alerts."""
    matches = [each.table.match for each in alerts]
    table = table_or_teams(matches[0])
    if len(matches) > 1:
        tables = [
            strip_table_word(match.head.table) or table_or_teams(match)
            for match in sorted(matches, key=lambda match: table_order(match.head.table))
        ]
        more = " …" if len(tables) > MAX_NAMED_TABLES else ""
        table = str(
            T(
                "Tables {tables}",
                tables=join_parts(tables[:MAX_NAMED_TABLES], ", ") + more,
            )
        )
    minutes = alerts[0].minutes
    if not minutes:
        return str(T("{table}: time is up", table=table))
    return str(
        N(
            "{table}: less than {n} minute left",
            "{table}: less than {n} minutes left",
            minutes,
            table=table,
        )
    )


def table_or_teams(match: Match) -> str:
    """Return the name of a match's table; where it has none, the names of the teams."""
    return table_name(match.head.table) or str(
        T("{one} – {other}", one=team_field(match.head, 0), other=team_field(match.head, 1))
    )


class NoBidsAlert(msgspec.Struct, frozen=True):
    """Asks about tables without bids: half of the wait that the rule set gives a side has passed,
    or all of it (`is_wait_over`).  `minutes` have passed at each of them since it was due."""

    rows: tuple[MatchStatus, ...]
    minutes: int
    is_wait_over: bool

    @property
    def marks(self) -> set[tuple[str, int | None, bool]]:
        """Return the key of the question: the match, its minutes, and whether these are over."""
        return {(row.id, row.no_show_minutes, self.is_wait_over) for row in self.rows}

    def sentence(self) -> str:
        """Return the question, of all tables in one sentence."""
        rows = sorted(self.rows, key=lambda row: table_order(row.table))
        tables = [
            strip_table_word(row.table) or join_parts(row.team_names(), " – ") for row in rows
        ]
        question = str(
            N(
                "Table {tables}: no bids after {minutes}. Are both teams here?",
                "Tables {tables}: no bids after {minutes}. Are both teams here?",
                len(rows),
                tables=join_parts(tables, ", "),
                minutes=N("{n} minute", "{n} minutes", self.minutes),
            )
        )
        if not self.is_wait_over:
            return question
        may = str(T("Under the rules, a missing team may have to forfeit."))
        return f"{question} {may}"


class ClockWatch:
    """Remembers the time left on each clock at the last tick, so that every warning comes once.

    It outlives a window, which asks it at every tick. A warning whose moment passed while the
    program was closed is left out; that time is up is still reported.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._left: dict[str, float] = {}
        self._rung: dict[str, datetime] = {}
        self._closed: dict[str, Table] = {}
        self._put_off: set[tuple[str, int | None, bool]] = set()
        self.standing: dict[str, ClockAlert] = {}
        """The alert of each match (by its id) that was not seen or dismissed yet."""
        self.on_paper: Collection[str] = ()
        """The ids of the matches whose results the event has from paper: their clocks do not
        warn, though they still run."""
        self.awake = ScreenWakeLock()

    def find_alerts(self, tables: Iterable[Table]) -> list[ClockAlert]:
        """Return the alerts that are due at these open tables, and at closed ones whose clocks
        run on."""
        opened = [table for table in tables if table.id not in self.on_paper]
        closed = [table for table in self._closed.values() if table.id not in self.on_paper]
        alerts = [self._alert(table) for table in (*closed, *opened)]
        return [alert for alert in alerts if alert is not None]

    def _alert(self, table: Table) -> ClockAlert | None:
        face, now = table.clock(), table.now()
        left = face.seconds_left(now)
        if left is None or not face.started or table.match.board.is_over:
            self._left.pop(table.id, None)
            return None
        before = self._left.get(table.id)
        self._left[table.id] = left
        due = face.unrecorded_run_out_time(now)
        if due is not None and self._rung.get(table.id) != due:
            self._rung[table.id] = due
            if table.draft.read(TIME_SEEN_DRAFT, str) == due.isoformat():
                return None
            is_asked = table.is_time_question_open() or table.doubtful_run_out_time() is not None
            return ClockAlert(table, "time-up", 0, is_asked)
        if before is None or face.is_time_called or left <= 0:
            return None
        crossed = [
            minutes
            for minutes in table.match.rules.clock.warn_minutes
            if minutes and left <= minutes * 60 < before
        ]
        return ClockAlert(table, "warning", min(crossed)) if crossed else None

    def mark_time_up_seen(self, table: Table) -> None:
        """Remember that this table was seen, also for the next run of the program."""
        self.standing.pop(table.id, None)
        due = table.clock().unrecorded_run_out_time(table.now())
        if due is None or self._rung.get(table.id) != due:
            return
        if table.draft.read(TIME_SEEN_DRAFT, str) != due.isoformat():
            table.draft.keep(TIME_SEEN_DRAFT, due.isoformat())

    def find_no_bids_alert(
        self, rows: Iterable[MatchStatus], now: datetime, *, is_wait_over: bool
    ) -> NoBidsAlert | None:
        """Return the question about all tables without bids whose wait `is_wait_over`, or has
        half passed; None if there is none."""
        need = "wait-over" if is_wait_over else "no-bids"
        question = [row for row in rows if row.need(now) == need and _is_asked_still(row, now)]
        if not question:
            return None
        seconds = min(row.seconds_since_bids_due(now) or 0 for row in question)
        return NoBidsAlert(tuple(question), int(seconds) // 60, is_wait_over)

    def is_new(self, alert: NoBidsAlert) -> bool:
        """Return whether one of its tables was not asked about yet. A wait that is granted later
        has questions of its own."""
        return not self._put_off.issuperset(alert.marks)

    def remember(self, alert: NoBidsAlert) -> None:
        """Remember that this was asked."""
        self._put_off.update(alert.marks)

    def find_running_tables_to_open(
        self, open_ids: Collection[str], only_ids: Collection[str] | None = None
    ) -> list[Table]:
        """Return the matches whose clock runs or has just run out, and that the window should open:
        none of `open_ids`, and only `only_ids` where they are given. Those beyond
        `MAX_OPENED_TABLES` is watched without being opened."""
        tables: list[Table] = []
        # A match that can't be read is reported when it is opened.
        with contextlib.suppress(Refused):
            for status in self._desk.matches_with_running_or_expired_clock():
                is_candidate = only_ids is None or status.id in only_ids
                watched = {*open_ids, *self._closed, *self.on_paper}
                if is_candidate and status.id not in watched:
                    table = self._desk.open(status.id)
                    waits = table.clock().state(table.now()) == "waiting"
                    if waits or len(open_ids) + len(tables) >= MAX_OPENED_TABLES:
                        self._closed[status.id] = table
                    else:
                        tables.append(table)
        return tables

    def watch_opened_table(self, table: Table) -> None:
        """Watch a table with the other open ones."""
        self._closed.pop(table.id, None)

    def watch_closed_table(self, table: Table, *, is_archived: bool = False) -> bool:
        """Watch on a table that was closed and not archived, if its clock runs; the desk forgets it
        if not. Return whether it is watched."""
        is_silent = is_archived or table.id in self.on_paper
        running = not is_silent and table.clock().state(table.now()) == "running"
        if running:
            self._closed[table.id] = table
        else:
            self._desk.close(table.id)
            self._closed.pop(table.id, None)
            self._left.pop(table.id, None)
            self._rung.pop(table.id, None)
        return running


def _is_asked_still(row: MatchStatus, now: datetime) -> bool:
    return (row.seconds_since_bids_due(now) or 0) <= (row.no_show_minutes or 0) * 60 + ASKED_FOR


AWAKE_WINDOWS = 0x80000000 | 0x00000001 | 0x00000002
"""ES_CONTINUOUS, ES_SYSTEM_REQUIRED and ES_DISPLAY_REQUIRED."""
RELEASE_WINDOWS = 0x80000000


def keep_awake_command() -> list[str]:
    """Return the command that keeps the screen on as long as it runs; empty where there is none.

    It ends by itself when this program does, also where that is killed.
    """
    program = str(os.getpid())
    if sys.platform == "darwin" and shutil.which("caffeinate"):
        return ["caffeinate", "-d", "-i", "-w", program]
    if sys.platform.startswith("linux") and shutil.which("systemd-inhibit"):
        return [
            "systemd-inhibit",
            "--what=idle:sleep",
            "--who=Scorepad",
            "--why=A match is being played",
            "--mode=block",
            *("tail", "-f", f"--pid={program}", "/dev/null"),
        ]
    return []


class ScreenWakeLock(QObject):
    """Keeps the screen awake on demand."""

    def __init__(self) -> None:
        super().__init__()
        self._on = False
        self._process: QProcess | None = None

    @property
    def is_on(self) -> bool:
        """Return whether the screen is being kept awake."""
        return self._on

    def keep_awake(self, on: bool) -> None:
        """Keep the screen awake, or let it sleep again."""
        if on == self._on:
            return
        self._on = on
        if sys.platform == "win32":
            ctypes.windll.kernel32.SetThreadExecutionState(AWAKE_WINDOWS if on else RELEASE_WINDOWS)
            return
        if on:
            self._start()
        elif self._process is not None:
            self._process.kill()
            self._process.waitForFinished(500)
            self._process = None

    def _start(self) -> None:
        program = keep_awake_command()
        if not program:
            return
        process = QProcess(self)
        process.setStandardOutputFile(QProcess.nullDevice())
        process.setStandardErrorFile(QProcess.nullDevice())
        process.start(program[0], program[1:])
        self._process = process
