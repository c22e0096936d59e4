"""The window has one timer, which also notices when the clock on the wall was set.

Time left is always computed from the wall clock; so the countdown moves when that clock is set. The
ticker compares it with a clock that nobody can set.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal

INTERVAL: Final = 200
"""Milliseconds between two ticks; so a second is shown at most this late."""
JUMP_SECONDS: Final = 3.0
"""A wall clock that differs by more than this has been set."""


def monotonic_seconds() -> float:
    """Return the seconds of a clock that nobody can set and that runs on while the computer
    sleeps."""
    for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC"):
        clock = getattr(time, name, None)
        if clock is not None:
            return time.clock_gettime(clock)
    return time.monotonic()


class Ticker(QObject):
    """Ticks five times a second."""

    tick = Signal()
    jumped = Signal(float)
    """The wall clock was set by this many seconds, forwards or (below zero) back."""

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
        """Start to tick."""
        self._last = (self._now(), self._monotonic())
        self._timer.start()

    def stop(self) -> None:
        """Stop ticking."""
        self._timer.stop()

    def beat(self) -> None:
        """Make one tick."""
        wall, even = self._now(), self._monotonic()
        jump = (wall - self._last[0]).total_seconds() - (even - self._last[1])
        self._last = (wall, even)
        if abs(jump) > JUMP_SECONDS:
            self.jumped.emit(jump)
        self.tick.emit()
