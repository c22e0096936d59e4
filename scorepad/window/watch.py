"""Watches the clocks of all open tables: warnings, time-up, whichever table is shown."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, TypeAlias

import msgspec

from scorepad.desk.table import Table
from scorepad.spades.words import T, Words
from scorepad.window import titles
from scorepad.window.clock_view import clock_text

Level: TypeAlias = Literal["warning", "time-up"]


class Alert(msgspec.Struct, frozen=True):
    """A moment of a table's clock: so many minutes left, or time is up (0)."""

    table: Table
    level: Level
    minutes: int


def alert_text(alert: Alert, words: Words) -> str:
    """What is said of an alert where its table is not in sight."""
    match = alert.table.match
    table = titles.place(match.head, words) or titles.match_line(match, words)
    if alert.level == "time-up":
        return words("{table}: time is up", table=table)
    return words("{table}: {minutes} min left", table=table, minutes=alert.minutes)


def jump_text(seconds: float, words: Words) -> str:
    """What is said of a wall clock that was set, by so many seconds."""
    amount = clock_text(abs(seconds))
    said = (
        T("This computer's clock was set forward by {amount}", amount=amount)
        if seconds > 0
        else T("This computer's clock was set back by {amount}", amount=amount)
    )
    return words(
        "{said}. Time left is reckoned from it: look at the clocks, and put them right with "
        "“Add time”.",
        said=said,
    )


class Watch:
    """What each clock said last, so that every warning comes once.

    A warning whose moment went by while the program was closed is not made up for; that time is
    up is, because nobody may have heard it.
    """

    def __init__(self) -> None:
        self._left: dict[str, float] = {}
        self._rung: dict[str, datetime] = {}

    def look(self, table: Table, now: datetime) -> Alert | None:
        """The alert that is due at this table now."""
        face = table.clock()
        left = face.left(now)
        if left is None or not face.started or table.match.board.over:
            self._left.pop(table.id, None)
            return None
        before = self._left.get(table.id)
        self._left[table.id] = left
        due = face.due(now)
        if due is not None and self._rung.get(table.id) != due:
            self._rung[table.id] = due
            return Alert(table, "time-up", 0)
        if before is None or face.called or left <= 0:
            return None
        crossed = [
            minutes
            for minutes in table.match.rules.clock.warn_minutes
            if minutes and left <= minutes * 60 < before
        ]
        return Alert(table, "warning", min(crossed)) if crossed else None

    def forget(self, table_id: str) -> None:
        """The table was closed."""
        self._left.pop(table_id, None)
        self._rung.pop(table_id, None)
