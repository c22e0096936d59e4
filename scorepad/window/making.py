"""Something made of many matches in the background: read, then made, while everything goes on.

The matches are read between two events of the window (the store is its thread's own); what is
made of them is made in a thread, which tells how far it is and can be stopped.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text

Progress: TypeAlias = Callable[[int, int], bool]
"""Told how many are done, and of how many; returns whether to go on."""
Make: TypeAlias = Callable[[Sequence[Match], Progress], Any]

WAIT_SECONDS: Final = 30
"""So long closing the program waits for what is being written."""
TURN_SECONDS: Final = 0.0005
"""So long the thread keeps Python to itself while the window waits for it.  The window asks for
it dozens of times to paint once; with Python's own 5 ms a clock would stand for half a second."""


class Making(QObject):
    """One thing being made.  Exactly one of `made`, `refused`, `cancelled` ends it."""

    reading = Signal(int, int)
    """So many matches are read, of so many."""
    told = Signal(int, int)
    """So many sheets are done, of so many."""
    made = Signal(object)
    """What was made."""
    refused = Signal(object)
    """The `Text` why not."""
    cancelled = Signal()

    _arrived = Signal(str, object, object)

    def __init__(
        self,
        read: Callable[[str], Match],
        ids: Sequence[str],
        make: Make,
        *,
        stoppable: bool = True,
    ) -> None:
        """`read` gives a match by its id; `make` runs in a thread of its own, and what it makes
        can be dropped unless it is not `stoppable` (it writes files)."""
        super().__init__()
        self._stoppable = stoppable
        self._read = read
        self._ids = list(ids)
        self._make = make
        self._matches: list[Match] = []
        self._cancelled = False
        self._silent = False
        self._thread: threading.Thread | None = None
        self._next = QTimer(self)
        self._next.setInterval(0)
        self._next.timeout.connect(self._read_one)
        self._arrived.connect(self._take, Qt.ConnectionType.QueuedConnection)

    @property
    def running(self) -> bool:
        """It is neither made nor refused nor cancelled yet."""
        return self in _AT_WORK

    def start(self) -> None:
        """Begin."""
        _AT_WORK.add(self)
        self._next.start()

    @property
    def can_stop(self) -> bool:
        """Can it still be cancelled?"""
        return self.running and (self._stoppable or self._thread is None)

    def cancel(self) -> None:
        """Make it no more.  A thread stops at its next sheet; what it made is dropped."""
        if self.can_stop:
            self._cancelled = True
            self._end(self.cancelled)

    def forget(self) -> None:
        """Nobody is there any more who could be told."""
        self._silent = True
        self.cancel()

    def _read_one(self) -> None:
        done = len(self._matches)
        if done < len(self._ids):
            self.reading.emit(done, len(self._ids))
            try:
                self._matches.append(self._read(self._ids[done]))
            except Refused as refused:
                self._end(self.refused, refused.text)
            return
        self._next.stop()
        self._thread = threading.Thread(target=self._work, name="making", daemon=True)
        self._thread.start()
        self.told.emit(0, len(self._ids))

    def _work(self) -> None:
        def progress(done: int, count: int) -> bool:
            self._arrived.emit("told", done, count)
            return not self._cancelled

        turn = sys.getswitchinterval()
        sys.setswitchinterval(TURN_SECONDS)
        try:
            self._arrived.emit("made", self._make(self._matches, progress), None)
        except Refused as refused:
            self._arrived.emit("refused", refused.text, None)
        except Exception as error:  # noqa: BLE001  (it is told in the window's own thread)
            self._arrived.emit("broken", error, None)
        finally:
            sys.setswitchinterval(turn)

    def _take(self, what: str, first: object, second: object) -> None:
        if not self.running:
            return
        if what == "told":
            if not self._silent:
                self.told.emit(first, second)
        elif what == "made":
            self._end(self.made, first)
        elif isinstance(first, Text):
            self._end(self.refused, first)
        elif isinstance(first, Exception):
            self._end(self.refused, T("it could not be made; nothing was written"))
            # Noted and told as everything is that nobody foresaw.
            raise first

    def _end(self, signal: Any, *told: object) -> None:
        self._next.stop()
        _AT_WORK.discard(self)
        if not self._silent:
            signal.emit(*told)

    def wait(self) -> None:
        """Cancel it, and wait until nothing is written any more."""
        self.cancel()
        if self._thread is not None:
            self._thread.join(WAIT_SECONDS)


_AT_WORK: set[Making] = set()
"""What is being made now, kept until it is."""


def making_now() -> tuple[Making, ...]:
    """What is being made now."""
    return tuple(_AT_WORK)


def wait_for_all() -> None:
    """The program ends: what is being written is written to its end, nothing else."""
    for making in making_now():
        making.wait()
