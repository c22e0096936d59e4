"""One writes: the lock on a data folder, and what the last one to hold it left word of."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
from filelock import FileLock, Timeout

from scorepad import files
from scorepad.spades.refusal import os_reason
from scorepad.store import refusals

LOCK = "scorepad.lock"
STATE = "scorepad.state"


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who writes (a process id), or the size (bytes) and time (nanoseconds) that the database's
    file had when it was last closed in order; `suspect`: something was found damaged."""

    pid: int | None = None
    size: int | None = None
    time: int | None = None
    suspect: bool = False


@contextlib.contextmanager
def only_writer(folder: Path) -> Iterator[State]:
    """Be the one who writes to a folder; hands out what the one before left.

    Raises `AlreadyWriting` when somebody else is, `FolderUnusable` when the lock cannot be made.
    The operating system lets the lock go when its holder dies.
    """
    if (folder / LOCK).is_dir():
        raise refusals.FolderInPlace(folder / LOCK)
    lock = FileLock(folder / LOCK, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise refusals.AlreadyWriting(folder, _read(folder).pid) from None
    except OSError as error:
        raise refusals.FolderUnusable(folder, os_reason(error, writing=True)) from error
    try:
        before = _read(folder)
        _leave(folder, State(pid=os.getpid()))
        yield before
    finally:
        lock.release()


def as_left(file: Path, state: State) -> bool:
    """Is the database still as it was when it was last closed in order?"""
    return state.size is not None and state == _seen(file)


def leave(file: Path, *, sound: bool) -> None:
    """Leave word of how the database was closed.  One that was not, or not in order, is looked
    through when it is opened again."""
    _leave(file.parent, _seen(file) if sound else State(suspect=True))


def _seen(file: Path) -> State:
    try:
        seen = file.stat()
        # Whoever only reads leaves an empty journal behind.
        journal = Path(f"{file}-wal")
        pending = journal.exists() and journal.stat().st_size > 0
    except OSError:
        return State()
    return State() if pending else State(size=seen.st_size, time=seen.st_mtime_ns)


def _read(folder: Path) -> State:
    try:
        files.regular(folder / STATE)
        return msgspec.json.decode((folder / STATE).read_bytes(), type=State)
    except (OSError, msgspec.MsgspecError):
        return State()


def _leave(folder: Path, state: State) -> None:
    # Only a hint: where it cannot be written, the database is looked through.
    with contextlib.suppress(OSError):
        if (folder / STATE).exists():
            files.regular(folder / STATE)
        (folder / STATE).write_bytes(msgspec.json.encode(state))
