"""The engine makes connections and begins transactions; its errors become refusals."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool, StaticPool

from scorepad.spades.refusal import Refused, os_reason
from scorepad.store import refusals
from scorepad.store.dbfile import PAGE, Mode, NotGood, connect, error_code

WRITES = "writes"
"""A connection with this execution option begins transactions that write."""

PRAGMAS = (
    f"PRAGMA page_size = {PAGE}",
    # What is acknowledged is on the disk, after a power cut too.
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",
    "PRAGMA foreign_keys = ON",
    # The journal is emptied by whoever writes, who knows then that it was no one else.
    "PRAGMA wal_autocheckpoint = 0",
)


def engine_for(file: Path, mode: Mode, *, journal: Literal["WAL", "DELETE"] = "WAL") -> Engine:
    """Return an engine on a database file. One that is being made journals in the old way, so that
    all of it is in the file when it gets its name."""

    def creator() -> sqlite3.Connection:
        connection = connect(file, mode)
        if mode == "rw":
            for pragma in (*PRAGMAS, f"PRAGMA journal_mode = {journal}"):
                connection.execute(pragma)
        return connection

    return _explicit(create_engine("sqlite://", creator=creator, poolclass=QueuePool))


def engine_in_memory(connection: sqlite3.Connection) -> Engine:
    """Return an engine on a database that is held in memory by this one connection."""
    return _explicit(create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool))


def _explicit(engine: Engine) -> Engine:
    """Begin transactions in so many words.

    Python's sqlite3 begins none before DDL, so a migration that fails would leave its first
    tables behind; and a transaction that will write takes the lock when it begins, so that what
    it has read cannot change before it writes.
    """

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(WRITES)
        bare(connection).execute("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


@contextlib.contextmanager
def plainly(folder: Path) -> Iterator[None]:
    """Return a context in which the database's errors become `Refused`, with one sentence each."""
    try:
        yield
    except DBAPIError as error:
        raise refusal(error.orig, folder) from error
    except (sqlite3.Error, OSError) as error:
        raise refusal(error, folder) from error
    except UnicodeEncodeError as error:
        raise refusals.no_text() from error
    except NotGood as error:
        raise refusals.DamagedDatabase(folder) from error


def refusal(error: BaseException | None, folder: Path) -> Refused:
    """Return the refusal for an error of SQLite's or of the operating system's."""
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


def bare(connection: Connection) -> sqlite3.Connection:
    """Return the connection under one of the engine's, for SQLite's own backup and for many
    rows."""
    found = connection.connection.driver_connection
    if not isinstance(found, sqlite3.Connection):
        raise TypeError(found)
    return found
