"""Moments are shown in local time, as the reader's region writes them."""

from __future__ import annotations

from datetime import datetime, time
from math import ceil

from scorepad.desk.typed_moments import EXAMPLE, day_as_typed, time_as_typed
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import T, format_date, format_time


def example_of_day() -> str:
    """Return the example in an empty field for a day."""
    return str(T("e.g. {example}", example=day_as_typed(EXAMPLE)))


def example_of_dates() -> str:
    """Return the example in an empty field for the dates of a season."""
    day, start = day_as_typed(EXAMPLE), time_as_typed(time(19))
    return str(T("e.g. {example}", example=f"{day} {start} x6 @ 1-4"))


def example_of_time() -> str:
    """Return the example in an empty field for a time."""
    return str(T("e.g. {example}", example=time_as_typed(EXAMPLE.time())))


def format_local_time(moment: datetime | None) -> str:
    """Return a moment's local time of day, as the reader's region writes it."""
    return "" if moment is None else format_time(moment.astimezone().time())


def format_moment(moment: datetime | None) -> str:
    """Return a moment in local time, as the reader's region writes it, on paper too."""
    if moment is None:
        return ""
    local = moment.astimezone()
    return str(T("{date}, {time}", date=format_date(local.date()), time=format_time(local.time())))


def clock_text(seconds: float) -> str:
    """Return the time left as "12:41"; with hours from 100 minutes on, "0:00" when none is left."""
    whole = max(0, ceil(seconds))
    minutes, rest = divmod(whole, 60)
    if minutes >= 100:
        return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
    return f"{minutes}:{rest:02}"


def signed_clock_text(seconds: float) -> str:
    """Return minutes and seconds as "12:41"; below zero with a minus sign."""
    # It rounds up, as the clock above the sheet does, so that both show the same second.
    whole = ceil(seconds)
    sign = "\u2212" if whole < 0 else ""
    return f"{sign}{abs(whole) // 60}:{abs(whole) % 60:02d}"


CLOCK_SIGNS = {"running": "▶", "paused": "‖", "waiting": "□"}
"""The signs before a clock, by its state."""


def table_clock_text(status: MatchStatus, now: datetime, sign: str = "") -> str:
    """Return the clock of a table at `now`, with this sign or the one of its state ("▶ 12:41", a
    warning "▲ 4:54"); the sign alone without a clock, or after the game."""
    left, state = status.seconds_left(now), status.clock.state(now)
    if left is None:
        return sign
    if state == "up":
        return f"{sign} {T('Time')}".strip()
    if status.clock_warning_minutes_in_force(now) is not None:
        sign = sign or "▲"
    return f"{sign or CLOCK_SIGNS.get(state, '')} {clock_text(left)}"


def spoken_clock_text(status: MatchStatus, now: datetime) -> str:
    """Return the clock of a table at `now` in words: "12:41, paused"."""
    left, state = status.seconds_left(now), status.clock.state(now)
    if left is None or state == "up":
        return table_clock_text(status, now)
    if state == "running":
        return str(T("{clock}, running", clock=clock_text(left)))
    if state == "paused":
        return str(T("{clock}, paused", clock=clock_text(left)))
    return str(T("{clock}, not started", clock=clock_text(left)))
