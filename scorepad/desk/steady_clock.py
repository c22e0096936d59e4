"""The time of the day while the program runs: read once, and counted on from there.

A wall clock that is set meanwhile moves no match clock and no entry's moment; but from then on a
person decides whether time is up, because a later start of the program uses the wall clock again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from scorepad.spades.refusal import Refused

CLOCK_SET = "clock-set"
"""The member of the draft with the clock entries whose moments no longer fit the computer's clock,
each with the seconds by which that was ahead of the match when the entry was recorded, or None if
it was set afterwards."""
SET_SECONDS: Final = 3.0
"""A computer's clock that differs by more was set."""


def doubtful_time_up_refusal(due: datetime) -> Refused:
    """Return the refusal where time is up by the computer's clock, which was set meanwhile."""
    return Refused(
        "Is time up? By the computer's clock, time ran out at {when}, but that clock was "
        "changed. If time is up, record a “time” entry; if not, record a “clock” entry with "
        "“add” and the seconds left. Then send this entry again",
        when=f"{due:%Y-%m-%d %H:%M:%S} UTC",
    )


def wall_clock() -> datetime:
    """The time of the day as the computer has it now, in UTC."""
    return datetime.now(UTC)


def monotonic_seconds() -> float:
    """Return seconds that also count while the computer sleeps, and that can't be set."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class SteadyClock:
    """The time of the day, in UTC."""

    def __init__(
        self,
        wall: Callable[[], datetime] = wall_clock,
        count: Callable[[], float] = monotonic_seconds,
    ) -> None:
        self._wall = wall
        self._count = count
        self._began = wall(), count()
        self._ahead = 0.0

    def __call__(self) -> datetime:
        moment, counted = self._began
        return moment + timedelta(seconds=self._count() - counted)

    def seconds_set_since_last_call(self) -> float:
        """Return by how many seconds the wall clock was set, forwards or (below zero) back,
        since this was asked last; 0 if no one set it."""
        ahead = (self._wall() - self()).total_seconds()
        jump, self._ahead = ahead - self._ahead, ahead
        return jump if abs(jump) > SET_SECONDS else 0.0
