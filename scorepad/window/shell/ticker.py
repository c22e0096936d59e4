"""The one timer of the window, and whether the clock on the wall has jumped.

Time left is always computed from the wall clock; so a wall clock that is set while a match runs
moves the countdown.  That is noticed against a clock that only ever runs on, and said.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal

INTERVAL: Final = 200
"""Milliseconds between two ticks: a second that is shown is never late by more."""
JUMP_SECONDS: Final = 3.0
"""A wall clock that differs by more than this has been set."""


def monotonic_seconds() -> float:
    """Seconds that run on also while the computer sleeps, and that nobody can set."""
    for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC"):
        clock = getattr(time, name, None)
        if clock is not None:
            return time.clock_gettime(clock)
    return time.monotonic()


class Ticker(QObject):
    """Ticks five times a second."""

    tick = Signal()
    jumped = Signal(float)
    """The wall clock was set: by so many seconds, forwards or (below zero) back."""

    def __init__(
        self,
        now: Callable[[], datetime],
        parent: QObject | None = None,
        *,
        monotonic: Callable[[], float] = monotonic_seconds,
    ) -> None:
        super().__init__(parent)
        self._now = now
        self._monotonic = monotonic
        self._last = (now(), monotonic())
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.CoarseTimer)
        self._timer.setInterval(INTERVAL)
        self._timer.timeout.connect(self.beat)

    def start(self) -> None:
        """Begin to tick."""
        self._last = (self._now(), self._monotonic())
        self._timer.start()

    def stop(self) -> None:
        """Tick no more."""
        self._timer.stop()

    def beat(self) -> None:
        """One tick."""
        wall, even = self._now(), self._monotonic()
        jump = (wall - self._last[0]).total_seconds() - (even - self._last[1])
        self._last = (wall, even)
        if abs(jump) > JUMP_SECONDS:
            self.jumped.emit(jump)
        self.tick.emit()
