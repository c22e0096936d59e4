"""One database file: looking at it, copying it, putting a copy in place.

Uses `sqlite3` alone, so that a damaged or newer database, or a second writer, is noticed before
anything large is loaded.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Literal
from urllib.parse import quote

import msgspec

Mode = Literal["rw", "ro", "immutable"]

DATABASE = "scorepad.db"
"""Its name in the data folder."""
OURS = int.from_bytes(b"SCPD", "big")
"""The application id that the first migration writes."""
PAGE = 4096
"""Bytes a page; copies are brought to it, since a copy goes only over a database of equal pages."""
WAIT = 5.0
"""Seconds to wait for somebody else's lock."""
COMPANIONS = ("-wal", "-shm", "-journal")
TEMPORARY = ".scorepad-"

DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


class NotGood(Exception):
    """A file is no sound database of Scorepad's; `why` is for whoever asks."""

    def __init__(self, why: Literal["damaged", "foreign"]) -> None:
        super().__init__(why)
        self.why = why


class Look(msgspec.Struct, frozen=True):
    """What a database says of itself: its revision, its mark of change, how many matches."""

    version: str
    change: str
    matches: int


def error_code(error: BaseException | None) -> int:
    """SQLite's own number for an error (without the extended part); 0 if there is none."""
    return int(getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF


def connect(file: Path, mode: Mode) -> sqlite3.Connection:
    """Open an existing database file; transactions are begun by whoever uses it.

    `immutable` reads a file that nobody can be writing, without leaving anything beside it.
    """
    path = file.absolute().as_posix()
    where = quote(path if path.startswith("/") else f"/{path}")
    how = "mode=ro&immutable=1" if mode == "immutable" else f"mode={mode}"
    return sqlite3.connect(
        f"file://{where}?{how}",
        uri=True,
        timeout=WAIT,
        isolation_level=None,
        check_same_thread=False,
    )


@contextlib.contextmanager
def connected(file: Path, mode: Mode) -> Iterator[sqlite3.Connection]:
    """`connect`, for as long as the `with` lasts."""
    with contextlib.closing(connect(file, mode)) as connection:
        yield connection


def how_to_read(file: Path) -> Mode | None:
    """How a database can be read by somebody who may write nothing beside it: the ordinary way,
    as a file that nobody is writing, or (None) only from a copy, because its journal holds
    changes.  Raises `sqlite3.Error` when it cannot be read at all."""
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
    """A connection that reads a database wherever it lies, from a copy if need be."""
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


def in_memory(file: Path) -> sqlite3.Connection:
    """A copy of a database that exists nowhere but in memory."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    try:
        with readable(file) as source:
            source.backup(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def look(connection: sqlite3.Connection) -> Look:
    """What the database says of itself.  Raises `NotGood`, or `sqlite3.Error` when it does not
    answer for another reason."""
    try:
        (number,) = connection.execute("PRAGMA application_id").fetchone()
        if number != OURS:
            raise NotGood("foreign")
        (version,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError as error:
        if error_code(error) in DAMAGE or "no such table" in str(error):
            raise NotGood("damaged") from error
        raise
    except TypeError as error:
        raise NotGood("damaged") from error
    try:
        (change,) = connection.execute("SELECT value FROM meta WHERE key = 'change'").fetchone()
        (matches,) = connection.execute("SELECT count(*) FROM matches").fetchone()
    except (sqlite3.DatabaseError, TypeError):
        # Another version may keep these elsewhere, and a damaged one is found by `examine`.
        change, matches = "", -1
    return Look(str(version), str(change), int(matches))


def examine(connection: sqlite3.Connection, *, thoroughly: bool = False) -> list[str]:
    """What SQLite finds wrong with the file, in its own words; nothing if it is sound.

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


def look_and_examine(connection: sqlite3.Connection, *, thoroughly: bool = False) -> Look:
    """`look`, and `NotGood` when anything is wrong with the file."""
    seen = look(connection)
    if examine(connection, thoroughly=thoroughly):
        raise NotGood("damaged")
    return seen


def copy(source: sqlite3.Connection, target: Path) -> None:
    """Copy a database, as it is at this moment, into a new file that stands alone.

    The file is on the disk when this returns, and journals in the old way, so that it can be
    opened where nothing may be written.
    """
    with contextlib.closing(sqlite3.connect(target, isolation_level=None)) as copied:
        # What has not been renamed into place is nothing yet: one fsync at the end is enough.
        copied.execute("PRAGMA synchronous = OFF")
        source.backup(copied)
        copied.execute("PRAGMA journal_mode = DELETE").fetchone()
        if copied.execute("PRAGMA page_size").fetchone() != (PAGE,):
            copied.execute(f"PRAGMA page_size = {PAGE}")
            copied.execute("VACUUM")
    settle(target)


def settle(file: Path) -> None:
    """Have a file's content on the disk."""
    descriptor = os.open(file, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def settle_folder(folder: Path) -> None:
    """Have the names in a folder on the disk (Windows does so by itself)."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def temporary(folder: Path) -> Iterator[Path]:
    """The path of a file that does not exist yet; whatever is there afterwards is removed."""
    descriptor, name = tempfile.mkstemp(prefix=TEMPORARY, suffix=".tmp", dir=folder)
    os.close(descriptor)
    file = Path(name)
    file.unlink()
    try:
        yield file
    finally:
        remove(file)


def remove(file: Path) -> None:
    """Remove a database file and its companions, those that there are."""
    for name in ("", *COMPANIONS):
        with contextlib.suppress(OSError):
            Path(f"{file}{name}").unlink()


def sweep(folder: Path) -> None:
    """Remove what a killed program left half written."""
    for file in folder.glob(f"{TEMPORARY}*.tmp*"):
        with contextlib.suppress(OSError):
            file.unlink()


def put(temporary_file: Path, file: Path) -> None:
    """Give a finished file its name; raises `FileExistsError` rather than overwrite."""
    if os.name != "nt":
        try:
            os.link(temporary_file, file)
        except FileExistsError:
            raise
        except OSError:
            # A stick with FAT has no links; there the name is looked at first.
            _rename_to_new(temporary_file, file)
        else:
            temporary_file.unlink()
    else:
        _rename_to_new(temporary_file, file)
    settle_folder(file.parent)


def _rename_to_new(temporary_file: Path, file: Path) -> None:
    if file.exists():
        raise FileExistsError(str(file))
    temporary_file.rename(file)


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
    settle_folder(file.parent)
    return aside


def _worth_keeping(file: Path) -> tuple[str, ...]:
    """The companions that say something: not the empty journal that somebody who read left."""
    journals = [Path(f"{file}{name}") for name in ("-wal", "-journal")]
    return COMPANIONS if any(each.exists() and each.stat().st_size for each in journals) else ()
