"""The tables of the database, as sqlmodel's classes declare them, and the engine over them.

`lines` is the log: each line of a feed, unchanged. `statuses` is a cache for the lists. Drafts and
a few facts about the data folder are beside them. Times are microseconds since 1970 in UTC.

sqlmodel takes longer to load than a window to show, so this module is imported by the code that
opens a store, after the first paint. The pragmas, and the triggers that guard the lines, are SQL.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias
from urllib.parse import quote

from sqlalchemy import (
    ColumnElement,
    Engine,
    Index,
    Text,
    bindparam,
    event,
    literal_column,
    text,
)
from sqlalchemy.orm import registry
from sqlalchemy.pool import QueuePool
from sqlmodel import Field, Session, SQLModel, col, create_engine, select

from scorepad import __version__

DATABASE = "scorepad.db"
COMPANIONS = ("-wal", "-shm", "-journal")
"""SQLite's endings for the files beside a database."""
APPLICATION = int.from_bytes(b"SCPD", "big")
"""SQLite's application id of these databases."""
SCHEMA = 10
"""The revision of these tables (SQLite's user version)."""
BUSY_TIMEOUT = 10.0  # seconds that a writer waits for its turn
PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # a commit survives a power cut
    "PRAGMA fullfsync = ON",
    "PRAGMA cache_size = -16000",  # KiB: enough for the import of one transaction
)
TRIGGERS = tuple(
    f"CREATE TRIGGER lines_never_{word} BEFORE {action} ON lines "
    f"BEGIN SELECT RAISE(ABORT, 'a line is never {word}'); END"
    for word, action in (("changed", "UPDATE"), ("deleted", "DELETE"))
)
Mode: TypeAlias = Literal["rw", "ro", "plain", "make"]


class StoredRow(SQLModel, registry=registry()):
    """A row of any table of the store."""


class LineRow(StoredRow, table=True):
    """A line, unchanged; the order of the rowids is the order of arrival.

    Attributes:
        laptop: The feed: the id of its laptop, or that of a second chain (`intake.fork_id`).
        seq: The line's number in the feed.
        hash: The line's hash.
        log: The match or event that it is about, or the hash of the rule set in it ("": none).
        entry: The id of the entry in it, or the SHA-256 of the document.
        line: The line.
    """

    __tablename__ = "lines"
    laptop: str = Field(primary_key=True)
    seq: int = Field(primary_key=True)
    hash: str
    log: str = Field(index=True)
    entry: str | None = Field(default=None, index=True)
    line: str = Field(sa_type=Text)


class StatusRow(StoredRow, table=True):
    """The status of a match or event: a cache of its lines.

    Attributes:
        log: The id of the match or event.
        kind: "match" or "event".
        archived: Whether it is out of the list.
        part: The part of the list: 0 in play, 1 not started, 2 over.
        changed: The time of the last change.
        scheduled: The time for which a match is scheduled.
        created: The earliest time of its beginning on a laptop.
        moved: The last time at which the result may have moved.
        event_id: The event that released a match.
        entries: How many entries the fold counts.
        waits: Whether its rule set is not here yet.
        read_only: Whether it has something that only a newer program reads.
        search: The text that a search looks at.
        status: The status, as JSON.
    """

    __tablename__ = "statuses"
    __table_args__ = (
        # The list is read page by page in this order, and searched without reading a row.
        Index(
            "statuses_listed",
            *("kind", "archived", "part", text("changed DESC"), text("log DESC"), "search"),
        ),
        Index("statuses_scheduled", "scheduled", sqlite_where=text("scheduled IS NOT NULL")),
        Index("statuses_of_event", "event_id", sqlite_where=text("event_id != ''")),
    )
    log: str = Field(primary_key=True)
    kind: str
    archived: bool = False
    part: int = 0
    changed: int = 0
    scheduled: int | None = None
    created: int = 0
    moved: int | None = None
    event_id: str = ""
    entries: int = 0
    waits: bool = False
    read_only: bool = False
    search: str = Field(default="", sa_type=Text)
    status: str = Field(default="", sa_type=Text)


class DraftRow(StoredRow, table=True):
    """Unconfirmed input, by the id of its log; it is in no feed."""

    __tablename__ = "drafts"
    log: str = Field(primary_key=True)
    text: str = Field(sa_type=Text)


class StateRow(StoredRow, table=True):
    """A fact about the data folder; see the keys below."""

    __tablename__ = "state"
    key: str = Field(primary_key=True)
    value: str


LAPTOP, PREDECESSOR = "laptop", "predecessor"
"""The keys of the id under which is recorded ("": none yet), and of the one before it."""
RESTORED = "restored"
"""The key of the other laptops' feeds that a person restored here, and that must not be
published yet."""
PROGRAM = "program"
"""The key of the version of Scorepad that made the tables.  Every later one has to write it when it
changes the tables: by a greater version an older program knows that they are newer."""
CLOSED = "closed"
"""The key of how the folder was left: one of the following."""
IN_ORDER, OPEN, SUSPECT = "1", "0", "?"
"""Closed by all; changed since; to be read through at the next start."""

IN_ORDER_OF_ARRIVAL: ColumnElement[int] = literal_column("lines.rowid")


def connect(file: Path, mode: Mode) -> sqlite3.Connection:
    """Open a database file.

    `rw` is how the store works; `plain` leaves the file as its writer had it, and reads texts that
    are not UTF-8 too; `make` is for a new file.
    """
    path = file.absolute().as_posix()
    where = quote(path if path.startswith("/") else f"/{path}")
    connection = sqlite3.connect(
        f"file://{where}?mode={ {'make': 'rwc', 'plain': 'rw'}.get(mode, mode) }",
        uri=True,
        timeout=BUSY_TIMEOUT,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        if mode == "plain":
            connection.text_factory = lambda data: data.decode("utf-8", "replace")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        for pragma in PRAGMAS if mode in ("rw", "make") else ():
            connection.execute(pragma)
    except BaseException:
        connection.close()
        raise
    return connection


def make_engine(file: Path, mode: Mode) -> Engine:
    """Return an engine over a database file.

    A transaction begins with its first statement; with the execution option `write` it is the only
    one that writes.
    """
    engine = create_engine(
        "sqlite://",
        creator=lambda: connect(file, mode),
        poolclass=QueuePool,
        max_overflow=-1,
    )
    event.listen(engine, "begin", _begin)
    return engine


def _begin(connection: Any) -> None:
    write = connection.get_execution_options().get("write")
    connection.connection.driver_connection.execute("BEGIN IMMEDIATE" if write else "BEGIN")


def reading(engine: Engine) -> Session:
    """Return a session that reads one moment, unaffected by other writers."""
    return Session(engine, autoflush=False)


def writing(engine: Engine) -> Session:
    """Return a session that is the only one that writes."""
    return Session(engine.execution_options(write=True), autoflush=False, expire_on_commit=False)


def stream(session: Session, query: Any, together: int = 500, **params: Any) -> Iterator[Any]:
    """Yield the rows of a query with these parameters, so many of which are read together: all of
    them may be many, and where one can't be read, nor can those that are read with it."""
    options = {"yield_per": together}
    yield from session.exec(query, params=params, execution_options=options)


def insert_rows(
    session: Session,
    table: type[StoredRow],
    rows: Sequence[Mapping[str, object]],
    *,
    replace: bool = False,
) -> None:
    """Insert rows, in place of those that have their keys if they `replace` them."""
    statement = StoredRow.metadata.tables[str(table.__tablename__)].insert()
    session.exec(statement.prefix_with("OR REPLACE") if replace else statement, params=rows)


def create_tables(session: Session) -> None:
    """Make the tables in an empty database."""
    connection = session.connection()
    StoredRow.metadata.create_all(connection)
    numbers = f"PRAGMA application_id = {APPLICATION}", f"PRAGMA user_version = {SCHEMA}"
    for statement in (*TRIGGERS, *numbers):
        connection.exec_driver_sql(statement)
    save_state(session, PROGRAM, __version__)


def read_state(session: Session, key: str) -> str:
    """Return a fact about the data folder ("": none)."""
    return session.exec(_select_state(), params={"key": key}).first() or ""


@cache  # to build a query takes longer than to run it
def _select_state() -> Any:
    return select(StateRow.value).where(col(StateRow.key) == bindparam("key"))


def save_state(session: Session, key: str, value: str) -> None:
    """Save a fact about the data folder."""
    session.merge(StateRow(key=key, value=value))
    session.flush()
