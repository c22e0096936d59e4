"""A job works in the background while the window stays usable: it makes a book or an export of many
matches, or reads files.

It reads the matches one by one between two events of the window, because the desk and its open
tables belong to the window's thread.  The rest is done in a thread of its own, which reports its
progress and can be stopped.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal

from scorepad.desk.exporting import LazyMatches
from scorepad.desk.ports import UnreadableLog
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.words import N, T, Text
from scorepad.window.widgets import controls
from scorepad.window.widgets.window_page import WindowPage

Progress: TypeAlias = Callable[[int, int], bool]
"""A function that takes how many are done, and of how many, and returns whether to go on."""
Make: TypeAlias = Callable[[Sequence[Match], Progress], Any]

WAIT_SECONDS: Final = 30
"""How long the closing program waits for files that are being written."""


class BackgroundJob(QObject):
    """One thing in the making.  It ends with exactly one of `finished`, `refused`, `cancelled`."""

    reading = Signal(int, int)
    """How many matches are read, and of how many."""
    left_out = Signal(object)
    """The `Text` about a match that can't be read; the others can."""
    progressed = Signal(int, int)
    """How many sheets (or files) are done, and of how many."""
    finished = Signal(object)
    """The result of the `make` function."""
    refused = Signal(object)
    """The `Text` with the reason why it can't be made."""
    cancelled = Signal()

    _arrived = Signal(object)
    """The thread has the window's thread call this."""

    def __init__(
        self,
        read: Callable[[str], Match],
        ids: Sequence[str],
        make: Make,
        *,
        stoppable: bool = True,
    ) -> None:
        """`read` returns the match of an id; `make` runs in a thread of its own.

        A job that writes files is not `stoppable`: once `make` runs, it runs to its end.
        """
        super().__init__()
        self._stoppable = stoppable
        self._read = read
        self._ids = list(ids)
        self._make = make
        self._matches = LazyMatches()
        self._done = 0
        self._cancelled = False
        self._silent = False
        self._thread: threading.Thread | None = None
        self._next = QTimer(self)
        self._next.setInterval(0)
        self._next.timeout.connect(self._read_one)
        self._arrived.connect(self._take, Qt.ConnectionType.QueuedConnection)

    @property
    def is_running(self) -> bool:
        """Whether it has begun and has not ended."""
        return self in _running

    def start(self) -> None:
        """Begin to read the matches."""
        _running.add(self)
        if app := QCoreApplication.instance():
            app.aboutToQuit.connect(self.cancel_and_wait)
        self._next.start()

    @property
    def can_stop(self) -> bool:
        """Whether it can still be cancelled."""
        return self.is_running and (self._stoppable or self._thread is None)

    def cancel(self) -> None:
        """Stop. A thread stops at its next sheet, and its work is dropped."""
        if self.can_stop:
            self._cancelled = True
            self._end(self.cancelled)

    def cancel_silently(self) -> None:
        """Cancel without a signal, because the listening window is closed."""
        self._silent = True
        self.cancel()

    def _read_one(self) -> None:
        done = self._done
        if done < len(self._ids):
            self.reading.emit(done, len(self._ids))
            self._done += 1
            try:
                self._matches.add(self._read(self._ids[done]))
            except UnreadableLog as refused:
                self.left_out.emit(refused.text)
            except Refused as refused:
                self._end(self.refused, refused.text)
            return
        self._next.stop()
        if self._ids and not self._matches:
            self._end(self.refused, T("none of these matches can be read, so nothing was made"))
            return
        self._thread = threading.Thread(target=self._work, name="job", daemon=True)
        self._thread.start()
        self.progressed.emit(0, len(self._matches))

    def _work(self) -> None:
        def progress(done: int, count: int) -> bool:
            self._arrived.emit(partial(self._report, self.progressed, done, count))
            return not self._cancelled

        try:
            made = self._make(self._matches, progress)
            self._arrived.emit(partial(self._end, self.finished, made))
        except Refused as refused:
            self._arrived.emit(partial(self._end, self.refused, refused.text))
        except Exception as error:  # noqa: BLE001  (reported in the window's own thread)
            self._arrived.emit(partial(self._break, error))

    def _take(self, act: Callable[[], object]) -> None:
        if self.is_running:
            act()

    def _break(self, error: Exception) -> None:
        self._end(self.refused, T("something went wrong, and nothing was saved"))
        # The program's handler of unforeseen errors writes it to the log and shows it.
        raise error

    def _end(self, signal: Any, *arguments: object) -> None:
        self._next.stop()
        _running.discard(self)
        self._report(signal, *arguments)

    def _report(self, signal: Any, *arguments: object) -> None:
        if not self._silent:
            signal.emit(*arguments)

    def cancel_and_wait(self) -> None:
        """Cancel it if that is possible, and wait until its thread has ended, as the program ends:
        files that are being written are finished."""
        self.cancel()
        if self._thread is not None:
            self._thread.join(WAIT_SECONDS)


def count_sheets(done: int, count: int) -> Text:
    """Return how many sheets are done."""
    return N("{done} of {n} sheet", "{done} of {n} sheets", count, done=done)


def count_files(done: int, count: int) -> Text:
    """Return how many files are read."""
    return N("{done} of {n} file", "{done} of {n} files", count, done=done)


CANCELLED = T("Canceled; nothing was saved.")
SOON = 300
"""Milliseconds in which most files are read; those are not reported."""


@dataclass(frozen=True)
class JobPresentation:
    """A job that the window shows: `what` says what is done, and `page` asked for it.  `finish`
    shows the result, or returns its text and tone.  `counts` is the progress in words, `cancelled`
    that it was cancelled.  It is shown `after` so many milliseconds, and `refresh` brings the page
    up to date at the end.
    """

    job: BackgroundJob
    what: Text
    page: WindowPage
    finish: Callable[[Any], tuple[str, controls.Tone] | None]
    counts: Callable[[int, int], Text] = count_sheets
    cancelled: Text = CANCELLED
    after: int = 0
    refresh: Callable[[], object] = lambda: None


_running: set[BackgroundJob] = set()
"""The jobs that run now; Python would drop a job that nothing refers to."""


def running_jobs() -> tuple[BackgroundJob, ...]:
    """Return the jobs that run now."""
    return tuple(_running)
