"""The window has one timer, which also notices when the clock on the wall was set.

Time left follows a clock that nobody can set (`desk.steady_clock`); the ticker compares the
clock on the wall with it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from scorepad.desk.steady_clock import monotonic_seconds, wall_clock

INTERVAL: Final = 200
"""Milliseconds between two ticks; so a second is shown at most this late."""
JUMP_SECONDS: Final = 3.0
"""A wall clock that differs by more than this has been set."""


class Ticker(QObject):
    """Ticks five times a second."""

    tick = Signal()
    jumped = Signal(float)
    """The wall clock was set by this many seconds, forwards or (below zero) back."""

    def __init__(
        self,
        wall: Callable[[], datetime] = wall_clock,
        *,
        monotonic: Callable[[], float] = monotonic_seconds,
    ) -> None:
        super().__init__()
        self._wall = wall
        self._monotonic = monotonic
        self._last = (wall(), monotonic())
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.CoarseTimer)
        self._timer.setInterval(INTERVAL)
        self._timer.timeout.connect(self.beat)

    def start(self) -> None:
        """Start to tick."""
        self._last = (self._wall(), self._monotonic())
        self._timer.start()

    def stop(self) -> None:
        """Stop ticking."""
        self._timer.stop()

    def beat(self) -> None:
        """Make one tick."""
        wall, even = self._wall(), self._monotonic()
        jump = (wall - self._last[0]).total_seconds() - (even - self._last[1])
        self._last = (wall, even)
        if abs(jump) > JUMP_SECONDS:
            self.jumped.emit(jump)
        self.tick.emit()
