"""The tables, as sqlmodel's classes declare them, and the engine that reads and writes them.

Rows are not domain objects: nothing is validated here, times are microseconds since 1970 in UTC.
sqlmodel takes longer to load than a window to show, so this module is imported by whoever opens a
store, after the first paint.

What no class can say is said here in SQL: the pragmas, and the triggers that keep lines as they
were written.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal, cast
from urllib.parse import quote

from sqlalchemy import (
    ClauseElement,
    Connection,
    Engine,
    Index,
    Text,
    event,
    insert,
    make_url,
    text,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.orm import registry
from sqlalchemy.pool import QueuePool
from sqlalchemy.schema import CreateIndex, CreateTable, ExecutableDDLElement
from sqlalchemy.util import LRUCache
from sqlmodel import Field, SQLModel, col, select

from scorepad import __version__

DATABASE = "scorepad.db"
COMPANIONS = ("-wal", "-shm", "-journal")
"""What SQLite adds to a database's name for its files beside it."""
DATABASE_FILES = (DATABASE, *(f"{DATABASE}{end}" for end in COMPANIONS))
APPLICATION = int.from_bytes(b"SCPD", "big")
"""SQLite's application id of our databases."""
SCHEMA = 7
"""The revision of these tables (SQLite's user version); up to 6 they were other tables."""
BUSY_TIMEOUT = 10.0  # seconds that a writer waits for another's turn
Mode = Literal["rw", "ro", "plain", "make"]

PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    # What is acknowledged is on the disk, after a power cut too.
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",
    # What is imported in one transaction fits in memory, so that no page is written twice (KiB).
    "PRAGMA cache_size = -16000",
)
TRIGGERS = tuple(
    f"""
    CREATE TRIGGER lines_never_{word} BEFORE {action} ON lines
    BEGIN SELECT RAISE(ABORT, 'a line is never {word}'); END
    """
    for word, action in (("changed", "UPDATE"), ("deleted", "DELETE"))
)


class StoredRow(SQLModel, registry=registry()):
    """Every table of the store has rows of a class derived from this one."""


class LineRow(StoredRow, table=True):
    """A line as it came.  In the order of their rowids lines arrived.

    `laptop` is the feed: the laptop that the line names, but for a second chain of lines under one
    laptop (`intake.fork_id`).  `log` is what the line is about
    (`Line.log_key`), `entry` the id of the entry in it, or the hash of the
    document (`Line.entry_key`).
    """

    __tablename__ = "lines"
    laptop: str = Field(primary_key=True)
    seq: int = Field(primary_key=True)
    hash: str
    log: str = Field(index=True)
    entry: str | None = Field(default=None, index=True)
    line: str = Field(sa_type=Text)


class SummaryRow(StoredRow, table=True):
    """What lists show of a log.  All of it can be computed again from the log's lines.

    `part` is the part of the list: 0 in play, 1 not begun, 2 over.  `entries` and `tip` say of
    which lines it was made: how many entries, and the hashes of all lines with exclusive or.
    `waits`, `versions` and `read_only` say that the log waits for something that is not here, has
    more than one version, and has what only a newer program knows.  `hash` is over the row.
    """

    __tablename__ = "summaries"
    __table_args__ = (
        # In this order the list is read page by page, and searched without reading a row.
        Index(
            "summaries_listed",
            *("kind", "archived", "part", text("changed DESC"), text("log DESC"), "search"),
        ),
        Index("summaries_scheduled", "scheduled", sqlite_where=text("scheduled IS NOT NULL")),
    )
    log: str = Field(primary_key=True)
    kind: str
    archived: bool
    part: int
    status: str
    hands: int
    event_id: str
    scheduled: int | None
    created: int
    changed: int
    moved: int | None
    entries: int
    tip: str
    waits: bool
    versions: bool
    read_only: bool
    program: str
    search: str = Field(sa_type=Text)
    body: str = Field(sa_type=Text)
    hash: str


class DraftRow(StoredRow, table=True):
    """What was typed and not confirmed, by the id of its log.  It stands in no feed."""

    __tablename__ = "drafts"
    log: str = Field(primary_key=True)
    text: str = Field(sa_type=Text)


class LaptopRow(StoredRow, table=True):
    """A feed of which lines are kept.  `is_own`: it was recorded in this data folder; `machine` is
    the hash of the computer's id; `predecessor` is the id that it had before; `fork_of` is the
    laptop whose second chain it is."""

    __tablename__ = "laptops"
    laptop: str = Field(primary_key=True)
    is_own: bool = False
    machine: str = ""
    predecessor: str = ""
    fork_of: str = ""


OWN_LAPTOPS = select(LaptopRow.laptop).where(col(LaptopRow.is_own))
"""The feeds that were recorded in this data folder."""


class DataFolderStateRow(StoredRow, table=True):
    """Says of this data folder: `laptop` is the id under which it records ("": none yet), `closed`
    is "1" where everybody closed it in order, `program` the version of the Scorepad that made the
    tables, which an older one tells its user to get."""

    __tablename__ = "state"
    key: str = Field(primary_key=True)
    value: str


PROGRAM = "program"
"""The key of `DataFolderStateRow` that every later Scorepad has to keep, and to write when it
changes the tables: only by a version greater than its own an older one knows that they are newer.
"""
COMPILED: LRUCache[Any, Any] = LRUCache(500)
"""Statements that were compiled.  To compile one takes longer than to run it, and whoever exchanges
with other laptops opens the store again and again."""
_DIALECT = sqlite.dialect(dbapi=sqlite3)
"""The dialect of all engines, so that one need not compile what another has."""
TABLES = ("lines", "summaries", "drafts", "laptops", "state")


def connect(file: Path, mode: Mode) -> sqlite3.Connection:
    """Open a database file; transactions are begun by whoever uses it.

    `rw` as the store does; `plain` as the file is, whoever wrote it; `make` a new one, which is
    brought to the disk when it is whole.
    """
    path = file.absolute().as_posix()
    where = quote(path if path.startswith("/") else f"/{path}")
    query = {"make": "rwc", "plain": "rw"}.get(mode, mode)
    connection = sqlite3.connect(
        f"file://{where}?mode={query}",
        uri=True,
        timeout=BUSY_TIMEOUT,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        for pragma in {"rw": PRAGMAS, "make": ("PRAGMA synchronous = OFF",)}.get(mode, ()):
            connection.execute(pragma)
    except BaseException:
        connection.close()
        raise
    return connection


def make_engine(file: Path, mode: Mode) -> Engine:
    """Return an engine over a database file, which is opened by the first who connects.

    Its transactions begin when the first statement is run: ordinary ones to read, and those with
    the execution option `write` as the only writer.  SQLite's own lock is the writers' lock.
    """
    # Last in, first out: one thread always gets the same connection, which counts what others
    # have written (`PRAGMA data_version`).
    pool = QueuePool(
        cast(Any, lambda: connect(file, mode)), max_overflow=-1, use_lifo=True, dialect=_DIALECT
    )
    options = {"compiled_cache": COMPILED}
    engine = Engine(pool, _DIALECT, make_url("sqlite://"), execution_options=options)
    event.listen(engine, "begin", _begin)
    return engine


def _begin(connection: Connection) -> None:
    write = connection.get_execution_options().get("write")
    driver: Any = connection.connection.driver_connection
    driver.execute("BEGIN IMMEDIATE" if write else "BEGIN")


class CompiledStatement:
    """A statement that is compiled once, when it is first run, for what is done with every entry:
    SQLAlchemy's own way from a statement to SQLite takes ten times as long as SQLite does."""

    def __init__(self, statement: ClauseElement, *, is_positional: bool = False) -> None:
        """`is_positional` is for `run_many`: SQLite looks up each name for each row."""
        self._statement = statement
        self._style: Literal["qmark", "named"] = "qmark" if is_positional else "named"

    @cached_property
    def _compiled(self) -> tuple[str, dict[str, Any]]:
        """The text for SQLite, and the statement's own values."""
        compiled = self._statement.compile(dialect=sqlite.dialect(paramstyle=self._style))
        own = {name: each for name, each in compiled.params.items() if each is not None}
        return str(compiled), own

    def run(self, connection: Connection, values: dict[str, Any] | None = None) -> Any:
        """Run it in a connection's transaction, and return the cursor."""
        text, own = self._compiled
        return _driver(connection).execute(text, own | (values or {}))

    def run_many(self, connection: Connection, rows: Sequence[tuple[Any, ...]]) -> None:
        """Run it once for each row; its values have the order of the table's columns."""
        _driver(connection).executemany(self._compiled[0], rows)


ADD_LINES = CompiledStatement(insert(LineRow), is_positional=True)
"""Adds lines, each with the values of a `LineRow`."""


def _driver(connection: Connection) -> Any:
    """Return SQLite's own connection, in a transaction, so that all that is read belongs to one
    moment of the database: SQLAlchemy begins one for its own statements alone."""
    if not connection.in_transaction():
        connection.begin()
    return connection.connection.driver_connection


def create_tables(connection: Connection) -> None:
    """Make the tables in an empty database, inside a transaction."""
    driver = _driver(connection)
    for statement in (*_table_definitions(), *TRIGGERS):
        driver.execute(statement)
    driver.execute(f"PRAGMA application_id = {APPLICATION}")
    driver.execute(f"PRAGMA user_version = {SCHEMA}")
    connection.execute(insert(DataFolderStateRow).values(key=PROGRAM, value=__version__))


@cache
def _table_definitions() -> tuple[str, ...]:
    """Return the statements that make the tables and their indexes.  To write them takes longer
    than to make a new database with them."""
    tables = StoredRow.metadata.sorted_tables
    definitions: list[ExecutableDDLElement] = []
    for table in tables:
        definitions.append(CreateTable(table))
        definitions += map(CreateIndex, sorted(table.indexes, key=lambda each: str(each.name)))
    return tuple(str(each.compile(dialect=_DIALECT)) for each in definitions)
