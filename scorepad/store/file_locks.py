"""Locks that the operating system holds on files, and lets go of when their holder dies.

Nothing is written into a locked file, and none is removed or replaced to lock it; so whatever
somebody does to its content changes nothing.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

PATIENCE = 10.0  # seconds to wait for somebody else's lock
PAUSE = 0.005  # seconds between two tries
WINDOW_FILE = "scorepad.window"
SHARES = 64
"""On Windows so many may share a lock: each locks one of these bytes."""
FIRST_BYTE = 1 << 30
"""Windows lets nobody read a byte that is locked, so they are beyond everything that is written."""

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
        how = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        try:
            fcntl.flock(descriptor, how | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def lock(descriptor: int, *, shared: bool = False, patience: float = PATIENCE) -> bool:
    """Lock an open file; return False where others keep that from happening for so long (seconds).

    It is released when the file is closed.  Raises `OSError` where files cannot be locked.
    """
    end = time.monotonic() + patience
    while not _try_lock(descriptor, shared=shared):
        if time.monotonic() >= end:
            return False
        time.sleep(PAUSE)
    return True


class FolderLock:
    """The lock on a data folder: shared by all that may write there, exclusive for one who
    recovers or migrates what is kept.

    It is on the folder itself, which has no content to damage and goes only with everything in
    it; on Windows, where no folder can be opened, on a file, which cannot go while it is open.
    Where a disk locks no folder, everybody gets it, and SQLite's own lock keeps writers apart.
    """

    def __init__(self, folder: Path) -> None:
        """Raises `OSError`."""
        self._file = folder / LOCK_FILE if LOCK_FILE else folder
        self._descriptor = -1

    def lock_exclusively(self) -> bool:
        """Take it in place of a share, at once; return False where somebody else has a share,
        and then nothing is held."""
        if self._lock(shared=False, patience=0):
            return True
        self.release()
        return False

    def lock_shared(self) -> bool:
        """Share it; return False where somebody has it alone for long."""
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
        """Let go of it."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


@contextlib.contextmanager
def hold_window_lock(folder: Path) -> Iterator[bool]:
    """Hold the lock of the one window over a data folder; False where another window holds it.
    Where nothing can be locked, every window is the only one."""
    file = folder / WINDOW_FILE
    is_only, descriptor = True, -1
    with contextlib.suppress(OSError):
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), 0o600)
        is_only = lock(descriptor, patience=0)
    try:
        yield is_only
    finally:
        if descriptor >= 0:
            os.close(descriptor)
