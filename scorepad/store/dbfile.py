"""This module looks at a database file, copies it, and puts a copy in its place.

It uses `sqlite3` alone, so that a damaged or newer database, or a second writer, is noticed before
anything large is loaded.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import sqlite3
import tempfile
import time
import uuid
from collections.abc import Iterator
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal, Self
from urllib.parse import quote

import msgspec

from scorepad import files

Mode = Literal["rw", "ro", "immutable"]

DATABASE = "scorepad.db"
"""Its name in the data folder."""
OURS = int.from_bytes(b"SCPD", "big")
"""The first migration writes this application id."""
PAGE = 4096
"""A page has this many bytes; copies are made with it, since a copy goes only over a database of
equal pages."""
WAIT = 5.0
"""This many seconds somebody else's lock is waited for."""
OUR_TABLES = "8f85a7fced87186c4101e6b8a963e824"
"""The hash of what the revisions make; a test compares it."""
COMPANIONS = ("-wal", "-shm", "-journal")

DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


VERSION = re.compile(r"0\d{3}")


class NotGood(Exception):
    """A file is no sound database of Scorepad's; `why` says what is wrong."""

    def __init__(self, why: Literal["damaged", "foreign"]) -> None:
        super().__init__(why)
        self.why = why


class Look(msgspec.Struct, frozen=True):
    """Holds what a database says of itself: its revision, its mark of change, how many matches;
    `damaged_version`: its two records of the revision differ, which no program writes."""

    version: str
    change: str
    matches: int
    damaged_version: bool = False


def error_code(error: BaseException | None) -> int:
    """Return SQLite's own number for an error (without the extended part); 0 if there is none."""
    return int(getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF


def _broken_schema() -> sqlite3.DatabaseError:
    """Return what to raise of a schema with a broken character: Python cannot read SQLite's own
    sentence about it, which has that character."""
    damaged = sqlite3.DatabaseError("malformed database schema")
    damaged.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    damaged.sqlite_errorname = "SQLITE_CORRUPT"
    return damaged


class _Cursor(sqlite3.Cursor):
    """Says of a broken schema that it is damaged."""

    def execute(self, sql: str, parameters: Any = (), /) -> Self:
        try:
            return super().execute(sql, parameters)
        except UnicodeDecodeError as error:
            raise _broken_schema() from error


class _Connection(sqlite3.Connection):
    """Has such cursors; `which` tells it from every other one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.which = uuid.uuid4().hex

    def cursor(self, factory: Any = _Cursor) -> Any:
        return super().cursor(factory)

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        try:
            return sqlite3.Cursor(self).execute(sql, parameters)
        except UnicodeDecodeError as error:
            raise _broken_schema() from error


def connect(file: Path, mode: Mode) -> sqlite3.Connection:
    """Open an existing database file; transactions are begun by whoever uses it.

    `immutable` reads a file that nobody can be writing, without leaving anything beside it.
    """
    path = file.absolute().as_posix()
    where = quote(path if path.startswith("/") else f"/{path}")
    how = "mode=ro&immutable=1" if mode == "immutable" else f"mode={mode}"
    connection = sqlite3.connect(
        f"file://{where}?{how}",
        uri=True,
        timeout=WAIT,
        isolation_level=None,
        check_same_thread=False,
        factory=_Connection,
    )
    # What damage made no text is read all the same; its hash does not hold then.
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    return connection


@contextlib.contextmanager
def connected(file: Path, mode: Mode) -> Iterator[sqlite3.Connection]:
    """`connect`, for as long as the `with` lasts."""
    with contextlib.closing(connect(file, mode)) as connection:
        yield connection


def how_to_read(file: Path) -> Mode | None:
    """Return how a database can be read by somebody who may write nothing beside it: the ordinary
    way, as a file that nobody is writing, or (None) only from a copy, because its journal holds
    changes. Raises `sqlite3.Error` when it cannot be read at all."""
    try:
        with connected(file, "ro") as connection:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        if error_code(error) not in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}:
            raise
    else:
        return "ro"
    for name in ("-wal", "-journal"):
        journal = Path(f"{file}{name}")
        if journal.exists() and journal.stat().st_size:
            return None
    return "immutable"


@contextlib.contextmanager
def readable(file: Path) -> Iterator[sqlite3.Connection]:
    """Return a connection that reads a database wherever it lies, from a copy if need be."""
    mode = how_to_read(file)
    if mode is not None:
        with connected(file, mode) as connection:
            yield connection
        return
    with tempfile.TemporaryDirectory(prefix="scorepad-") as folder:
        for name in ("", "-wal", "-journal"):
            if Path(f"{file}{name}").exists():
                shutil.copyfile(f"{file}{name}", Path(folder) / f"copy.db{name}")
        with connected(Path(folder) / "copy.db", "rw") as connection:
            yield connection


TABLES = (
    *("matches", "entries", "places", "summaries", "drafts", "meta", "alembic_version"),
    *("events", "event_entries", "event_places"),
)
MADE = frozenset(
    """
    baf33f6b402d 835249bb3664 bb4eff836e0f 8fc4c3551355 7fcef28dc850 dc932830503a 203bd1d55ad4
    75f19933bbcb 1079a7047f59 d5e0e3d6d2e8 21925de50807 6df481f9107b 6cb96a1c3586 94651eac7e00
    1720933cb6ec 20d565efcb23 f48e93d2d623 b4e8575a4ed8 d416525fc052 11cb32ec222d d3e8e86dd7d3
    3c8bf950acbe 6f76ddfe0cd9 06b8927cb36d 5ac4e8b603d7 77142ba2b145 bc7495f4c6eb e5358fef0784
    482282c60427 a1925b89cffd 671adc1d8651 af3ebb3bfc47
    """.split()  # noqa: SIM905
)
"""The hashes of what makes each table, index and trigger of every revision; a test compares them.
Nothing else is run: what is computed in a column, a view or an index may never end."""
SECONDS = 5.0
"""A database that nobody vouches for is read for this long, and half a second for each megabyte, by
the processor's time: a busy machine reads as much."""
LONGEST = 20_000_000
"""The longest text in it may have this many bytes."""


@contextlib.contextmanager
def foreign(file: Path) -> Iterator[sqlite3.Connection]:
    """Return a connection that reads the rows of a database that nobody vouches for: nothing of its
    schema is run, and it is read for a limited time.

    Raises `NotGood` when it has something else where its tables should be, and lets `sqlite3.Error`
    and `OSError` through.
    """
    size = files.stat_regular_file(file).st_size
    end = time.process_time() + SECONDS + size / 2_000_000
    with readable(file) as connection:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
        connection.set_progress_handler(lambda: time.process_time() > end, 10_000)
        if not _made(connection).issuperset(_named(connection) & set(TABLES)):
            raise NotGood("foreign")
        yield connection


def _named(connection: sqlite3.Connection) -> set[str]:
    asked = "SELECT lower(name) FROM sqlite_master"
    return {str(name) for (name,) in connection.execute(asked)}


def _made(connection: sqlite3.Connection) -> set[str]:
    """Return the names of what a revision of ours made."""
    asked = "SELECT lower(name), sql FROM sqlite_master"
    return {
        str(name) for name, sql in connection.execute(asked) if sql is None or _hash(sql) in MADE
    }


def _hash(sql: object) -> str:
    return blake2b(" ".join(str(sql).split()).encode(), digest_size=6).hexdigest()


def as_made(connection: sqlite3.Connection) -> bool:
    """Return whether revisions of ours made everything in a database, so that `examine` may compute
    what its indexes have."""
    return _made(connection) == _named(connection)


def in_memory(file: Path | None = None) -> sqlite3.Connection:
    """Return a database that exists in memory only, empty or a copy of one in a file."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    if file is None:
        return connection
    try:
        with readable(file) as source:
            source.backup(connection)
    except BaseException:
        connection.close()
        raise
    return connection


# An entry, the mark or the stamp is new after every change.
_CHANGED = """
    SELECT group_concat(value) FROM (
        SELECT value FROM (SELECT value FROM meta WHERE key IN ('change', 'mark') ORDER BY key)
        UNION ALL SELECT hash FROM entries WHERE key = (SELECT max(key) FROM entries)
    )
"""


def look(connection: sqlite3.Connection) -> Look:
    """Return what the database says of itself. Raises `NotGood`, or `sqlite3.Error` when it does
    not answer for another reason."""
    try:
        (number,) = connection.execute("PRAGMA application_id").fetchone()
        if number != OURS:
            raise NotGood("foreign")
        made = _made(connection)
        if "alembic_version" not in made:
            raise NotGood("damaged")
        (version,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        (again,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.DatabaseError as error:
        if error_code(error) in DAMAGE or str(error).startswith("no such "):  # table or column
            raise NotGood("damaged") from error
        raise
    except TypeError as error:
        raise NotGood("damaged") from error
    # Another version may keep these elsewhere, and a damaged one is found by `examine`.
    change, matches = "", -1
    with contextlib.suppress(sqlite3.DatabaseError, TypeError):
        if made.issuperset({"meta", "matches"}):
            (matches,) = connection.execute("SELECT count(*) FROM matches").fetchone()
            (change,) = connection.execute(_CHANGED).fetchone()
    # The first three versions had one word only.
    said = int(version) if VERSION.fullmatch(str(version)) else -1
    return Look(str(version), str(change), int(matches), said != (again or min(said, 3)))


def examine(connection: sqlite3.Connection, *, thoroughly: bool = False) -> list[str]:
    """Return what SQLite finds wrong with the file, in its own words; nothing if it is sound.

    `thoroughly` compares every index with its table too.
    """
    pragma = "integrity_check" if thoroughly else "quick_check"
    try:
        rows = [str(row[0]) for row in connection.execute(f"PRAGMA {pragma}(20)")]
    except sqlite3.DatabaseError as error:
        if error_code(error) in DAMAGE:
            return [str(error)]
        raise
    return [row for row in rows if row != "ok"]


def has_our_tables(connection: sqlite3.Connection) -> bool:
    """Return whether a database of this version has exactly the tables and triggers that were made
    for it."""
    asked = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name"
    made = blake2b(digest_size=16)
    for (sql,) in connection.execute(asked):
        made.update(" ".join(str(sql).split()).encode())
    return made.hexdigest() == OUR_TABLES


def look_and_examine(connection: sqlite3.Connection) -> Look:
    """Return `look`; raise `NotGood` when anything is wrong with the file."""
    seen = look(connection)
    if examine(connection):
        raise NotGood("damaged")
    return seen


def copy(source: sqlite3.Connection, target: Path) -> None:
    """Copy a database, as it is at this moment, into a new file that stands alone.

    The file journals in the old way, so that it can be opened where nothing may be written; who
    gives it its name has it on the disk first (`files.replace_when_done`).
    """
    with contextlib.closing(sqlite3.connect(target, isolation_level=None)) as copied:
        # Until it has its name it is nothing yet: one fsync at the end is enough.
        copied.execute("PRAGMA synchronous = OFF")
        source.backup(copied)
        copied.execute("PRAGMA journal_mode = DELETE").fetchone()
        if copied.execute("PRAGMA page_size").fetchone() != (PAGE,):
            copied.execute(f"PRAGMA page_size = {PAGE}")
            copied.execute("VACUUM")


def remove(file: Path) -> None:
    """Remove a database file and its companions."""
    for name in ("", *COMPANIONS):
        with contextlib.suppress(OSError):
            Path(f"{file}{name}").unlink()


def put_aside(file: Path, stamp: str, why: str) -> Path:
    """Move a database with its companions to a dated name that nothing has yet."""
    n = 1
    while True:
        more = f"-{n}" if n > 1 else ""
        aside = file.with_name(f"{file.stem}-{why}-{stamp}{more}{file.suffix}")
        if not any(Path(f"{aside}{name}").exists() for name in ("", *COMPANIONS)):
            break
        n += 1
    # The database goes first: without its journal it might look sound and lack what came last,
    # and a journal left alone by a killed program is put aside by the next.
    for name in ("", *_worth_keeping(file)):
        with contextlib.suppress(FileNotFoundError):
            Path(f"{file}{name}").rename(f"{aside}{name}")
    remove(file)
    files.sync_to_disk(file.parent)
    return aside


def _worth_keeping(file: Path) -> tuple[str, ...]:
    """Return the companions that hold something: not the empty journal that a reader left."""
    journals = [Path(f"{file}{name}") for name in ("-wal", "-journal")]
    return COMPANIONS if any(each.exists() and each.stat().st_size for each in journals) else ()
