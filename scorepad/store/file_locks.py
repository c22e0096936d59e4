"""Locks of the operating system on files: they go with the process that holds them.

Nothing is written into a locked file, and none is removed or replaced to lock it, so damage to its
content changes nothing.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

from scorepad.spades.words import T, Text

PATIENCE = 10.0  # seconds to wait for a lock
PAUSE = 0.005  # seconds between two tries
WINDOW_FILE = "scorepad.window"
"""The window holds this file's lock."""
EXCHANGE_FILE = "scorepad.follow"
"""The exchange with other laptops holds this file's lock."""
SHARES = 64
"""So many may share a lock on Windows: each locks one of these bytes."""
FIRST_BYTE = 1 << 30
"""A locked byte can't be read on Windows, so those are beyond the content."""

if os.name == "nt":
    import msvcrt

    LOCK_FILE = "scorepad.lock"

    def _lock_bytes(descriptor: int, first: int, count: int) -> bool:
        os.lseek(descriptor, FIRST_BYTE + first, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, count)  # type: ignore[attr-defined]
        except OSError:
            return False
        return True

    def _try_lock(descriptor: int, *, shared: bool) -> bool:
        if not shared:
            return _lock_bytes(descriptor, 0, SHARES)
        return any(_lock_bytes(descriptor, share, 1) for share in range(SHARES))

else:
    import fcntl

    LOCK_FILE = ""

    def _try_lock(descriptor: int, *, shared: bool) -> bool:
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def lock(descriptor: int, *, shared: bool = False, patience: float = PATIENCE) -> bool:
    """Lock an open file; return False where others hold it for so long (seconds).

    Closing the file releases it. Raises `OSError` if files can't be locked.
    """
    end = time.monotonic() + patience
    while not _try_lock(descriptor, shared=shared):
        if time.monotonic() >= end:
            return False
        time.sleep(PAUSE)
    return True


class FolderLock:
    """The lock on a data folder: shared by all that may write there, exclusive for a program that
    recovers.

    It is on the folder itself, which has no content to damage; on Windows, where no folder can be
    opened, on a file.  Where a disk locks no folder, everybody gets it, and SQLite's own lock keeps
    writers apart.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / LOCK_FILE if LOCK_FILE else folder
        self._descriptor = -1

    def lock_exclusively(self) -> bool:
        """Take it in place of a share, at once; return False where another program has a share, and
        then nothing is held.  Raises `OSError`."""
        if self._lock(shared=False, patience=0):
            return True
        self.release()
        return False

    def lock_shared(self) -> bool:
        """Share it; return False where another program has it alone for long.  Raises `OSError`."""
        return self._lock(shared=True, patience=PATIENCE)

    def _lock(self, *, shared: bool, patience: float) -> bool:
        self.release()
        flags = os.O_RDWR | os.O_CREAT if LOCK_FILE else os.O_RDONLY
        self._descriptor = os.open(self._file, flags, 0o600)
        try:
            return lock(self._descriptor, shared=shared, patience=patience)
        except OSError:
            return True  # some network disks lock no folder

    def release(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


@contextlib.contextmanager
def hold_lock(file: Path) -> Iterator[bool]:
    """Hold the lock of a file that is there for nothing else; False where another program holds it.
    Where nothing can be locked, every program is the only one."""
    is_only, descriptor = True, -1
    with contextlib.suppress(OSError):
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), 0o600)
        is_only = lock(descriptor, patience=0)
    try:
        yield is_only
    finally:
        if descriptor >= 0:
            os.close(descriptor)


def hold_window_lock(folder: Path) -> contextlib.AbstractContextManager[bool]:
    """Hold the lock of the one window over a data folder; see `hold_lock`."""
    return hold_lock(folder / WINDOW_FILE)


def hold_exchange_lock(folder: Path) -> contextlib.AbstractContextManager[bool]:
    """Hold the lock of the one process that exchanges for a data folder; see `hold_lock`."""
    return hold_lock(folder / EXCHANGE_FILE)


def name_open_program(folder: Path) -> Text:
    """Return the program of Scorepad that has a data folder open, if it can be found."""
    for name, text in (
        (WINDOW_FILE, T("The Scorepad window")),
        (EXCHANGE_FILE, T("“scorepad share follow”")),
    ):
        if (folder / name).exists():
            with hold_lock(folder / name) as is_free:
                if not is_free:
                    return text
    return T("Scorepad")
