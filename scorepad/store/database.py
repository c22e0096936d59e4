"""The database hands out its connections; their errors become refusals."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from sqlite3 import Connection
from typing import Literal

from scorepad.spades.refusal import Refused, os_reason
from scorepad.store import refusals
from scorepad.store.dbfile import PAGE, Mode, NotGood, connect, error_code

PRAGMAS = (
    f"PRAGMA page_size = {PAGE}",
    # What is acknowledged is on the disk, after a power cut too.
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",
    "PRAGMA foreign_keys = ON",
    # The journal is emptied by whoever writes, who knows then that it was no one else.
    "PRAGMA wal_autocheckpoint = 0",
)


class Database:
    """Hands out connections to one database, and keeps those that come back for whoever asks next.

    Transactions are begun and ended in so many words: Python's sqlite3 begins none before DDL, so
    a migration that fails would leave its first tables behind.
    """

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._idle: list[Connection] = []

    @contextlib.contextmanager
    def connection(self) -> Iterator[Connection]:
        """Return a connection for as long as the `with` lasts; a transaction that has not ended
        by then is taken back."""
        idle = self._idle
        connection = idle.pop() if idle else self._connect()
        try:
            yield connection
        finally:
            if connection.in_transaction:
                with contextlib.suppress(sqlite3.Error):
                    connection.rollback()
            if idle is self._idle and not connection.in_transaction:
                idle.append(connection)
            else:
                connection.close()

    def close(self) -> None:
        """Let the file go.  Whoever asks for a connection later opens it anew."""
        idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()


def prepared(
    file: Path, mode: Mode = "rw", *, journal: Literal["WAL", "DELETE"] = "WAL"
) -> Connection:
    """Return a connection to a database file. One that is being made journals in the old way, so
    that all of it is in the file when it gets its name."""
    connection = connect(file, mode)
    if mode == "rw":
        for pragma in (*PRAGMAS, f"PRAGMA journal_mode = {journal}"):
            connection.execute(pragma)
    return connection


FAILURES = (sqlite3.Error, OSError, UnicodeEncodeError, NotGood)
"""What reading and writing a database may raise."""


@contextlib.contextmanager
def plainly(folder: Path) -> Iterator[None]:
    """Return a context in which the database's errors become `Refused`, with one sentence each."""
    try:
        yield
    except FAILURES as error:
        raise refusal(error, folder) from error


def refusal(error: BaseException | None, folder: Path) -> Refused:
    """Return the refusal for one of the `FAILURES`, in one sentence."""
    if isinstance(error, NotGood):
        return refusals.DamagedDatabase(folder)
    if isinstance(error, UnicodeEncodeError):
        return refusals.no_text()
    match error_code(error):
        case sqlite3.SQLITE_FULL:
            return refusals.disk_full(folder)
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_CANTOPEN if _is_full(folder):
            return refusals.disk_full(folder)  # for its journal SQLite finds other words
        case sqlite3.SQLITE_IOERR:
            return refusals.disk_fails(folder)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return refusals.not_writable(folder)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return refusals.database_busy(folder)
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return refusals.DamagedDatabase(folder)
    if isinstance(error, OSError):
        return refusals.folder_unusable(folder, os_reason(error, writing=True))
    return refusals.store_fails(folder, str(error))


def _is_full(folder: Path) -> bool:
    with contextlib.suppress(OSError):
        return shutil.disk_usage(folder).free < PAGE
    return False
