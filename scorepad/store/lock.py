"""The lock on a data folder: who is there, whose turn it is to write, and who is alone.

Each store that may write holds a share of the lock as long as it is open.  One of them at a time
has a turn, for one change: its transaction and its lines in the second copy, which would
otherwise come in another order than the transactions.  Whoever mends the folder at the start,
brings the database to this version, or restores a copy is alone meanwhile.

It is SQLite's own lock, on an empty database beside ours: every system has it, several may share
it, and the operating system lets it go when its holder dies.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec

from scorepad import files
from scorepad.spades.refusal import os_reason
from scorepad.store import refusals

LOCK = "scorepad.lock"
STATE = "scorepad.state"
WINDOW = "scorepad.window"
PATIENCE = 10.0
"""Seconds to wait for somebody's turn, or for one who is alone."""


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """The size (bytes) and time (nanoseconds) that the database's file had when it was last
    closed in order, where nobody has opened it since; `suspect`: something was found damaged."""

    size: int | None = None
    time: int | None = None
    suspect: bool = False


def holder(file: Path, patience: float = 0) -> sqlite3.Connection:
    """A connection that can hold the lock that a file is, and waits for it so long (seconds).
    Raises `OSError`."""
    # Opening the file in another way, and closing it again, would let go of what is held.
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    files.stat_regular_file(file)
    if not os.access(file, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file))
    connection = sqlite3.connect(file, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = MEMORY")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
            connection.close()
            file.unlink()
            return holder(file, patience)
    _wait(connection, patience)
    return connection


def _wait(connection: sqlite3.Connection, patience: float) -> None:
    connection.execute(f"PRAGMA busy_timeout = {patience * 1000:.0f}")


def hold(
    connection: sqlite3.Connection, how: str = "EXCLUSIVE", patience: float | None = None
) -> bool:
    """Hold the lock in place of what was held: a share (`DEFERRED`), a turn (`IMMEDIATE`) or all
    of it; False where others keep that from happening for so long (seconds; None: as long as the
    holder waits)."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")
    if patience is not None:
        _wait(connection, patience)
    try:
        connection.execute(f"BEGIN {how}")
        if how == "DEFERRED":  # it takes its share when it first reads
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.DatabaseError as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        return False
    return True


class Use:
    """One store's use of a data folder.  `alone`: is there nobody else?  `state` is what the last
    one there left, for one who is alone."""

    def __init__(self, folder: Path) -> None:
        """Raises `Refused` when somebody else is alone for long, or the lock cannot be made."""
        self._folder = folder
        if (folder / LOCK).is_dir():
            raise refusals.folder_in_place(folder / LOCK)
        try:
            self._share, self._turn = holder(folder / LOCK), holder(folder / LOCK, PATIENCE)
        except OSError as error:
            raise refusals.folder_unusable(folder, os_reason(error, writing=True)) from error
        self.state = State()
        self.alone = hold(self._share, patience=0)
        if self.alone:
            self.state = read_state(folder)
            _leave(folder, State())
        else:
            self.share()

    def share(self) -> None:
        """Be alone no longer."""
        self.alone = False
        if not hold(self._share, "DEFERRED", PATIENCE):
            raise refusals.in_use(self._folder)

    @contextlib.contextmanager
    def only(self) -> Iterator[None]:
        """Be alone.  Raises `Refused` when somebody else is there."""
        self.alone = hold(self._share, patience=0)
        try:
            if not self.alone:
                raise refusals.in_use(self._folder)
            yield
        finally:
            # Where the disk fails in this too, the next turn tries it again.
            with contextlib.suppress(sqlite3.Error):
                self.share()

    @contextlib.contextmanager
    def turn(self) -> Iterator[None]:
        """Be the only one who writes; the others wait. Raises `Refused` when somebody else's turn
        is long."""
        if self.alone:
            yield
            return
        if not self._share.in_transaction:
            self.share()
        if not hold(self._turn, "IMMEDIATE"):
            raise refusals.database_busy(self._folder)
        try:
            yield
        finally:
            self._turn.execute("ROLLBACK")

    def leave(self, file: Path, *, sound: bool) -> None:
        """Use the folder no longer, and leave word of how the database was closed: one that was
        not, or not in order, is looked through when it is opened again."""
        with contextlib.suppress(sqlite3.Error):
            if not sound:
                _leave(self._folder, State(suspect=True))
            elif hold(self._share, patience=0) and not read_state(self._folder).suspect:
                _leave(self._folder, _seen(file))
        self._turn.close()
        self._share.close()


@contextlib.contextmanager
def only_window(folder: Path) -> Iterator[bool]:
    """Hold the lock of the one window over a folder; False where another window holds it.  Where
    nothing can be locked, every window is the only one."""
    with contextlib.ExitStack() as stack:
        only = True
        with contextlib.suppress(OSError, sqlite3.Error):
            only = hold(stack.enter_context(contextlib.closing(holder(folder / WINDOW))))
        yield only


def as_left(file: Path, state: State) -> bool:
    """Is the database still as it was when it was last closed in order?"""
    return state.size is not None and state == _seen(file)


def _seen(file: Path) -> State:
    try:
        seen = file.stat()
        # Whoever only reads leaves an empty journal behind.
        journal = Path(f"{file}-wal")
        pending = journal.exists() and journal.stat().st_size > 0
    except OSError:
        return State()
    return State() if pending else State(size=seen.st_size, time=seen.st_mtime_ns)


def read_state(folder: Path) -> State:
    """Return what the last one there left."""
    try:
        return msgspec.json.decode(files.read_file(folder / STATE), type=State)
    except (OSError, msgspec.MsgspecError):
        return State()


def _leave(folder: Path, state: State) -> None:
    # Only a hint: where it cannot be written, the database is looked through.
    with contextlib.suppress(OSError):
        if (folder / STATE).exists():
            files.stat_regular_file(folder / STATE)
        (folder / STATE).write_bytes(msgspec.json.encode(state))
