"""A data folder is made ready here: its database is there, sound, and of this version, and the
feeds' files have what it has."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from msgspec.structs import replace
from sqlalchemy import bindparam
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, select

from scorepad import __version__, files
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text
from scorepad.store.catch_up import (
    COMPANIONS,
    StoreTools,
    make_empty_database,
    sync_rows_and_feed_files,
    verify_rows_and_redo_summaries,
    writing,
)
from scorepad.store.errors import cause_of, error_code, file_unusable_refusal, is_damage
from scorepad.store.feeds import FOLDER, feed_files, stat_regular_file
from scorepad.store.lines import LARGEST, decode_line, scan_junk_and_lines
from scorepad.store.migration import migrate
from scorepad.store.old_format import SECOND_COPY
from scorepad.store.recovery import recover
from scorepad.store.tables import (
    APPLICATION,
    DATABASE,
    PROGRAM,
    SCHEMA,
    TABLES,
    TRIGGERS,
    LineRow,
    Mode,
    connect,
    make_engine,
)
from scorepad.store.transaction import CLOSED, OPEN, SUSPECT, keep_state_value, read_state_value

DatabaseState: TypeAlias = Literal["missing", "earlier", "newer", "damaged", "sound"]
_HAS_LINE = select(LineRow.seq).where(
    col(LineRow.laptop) == bindparam("laptop"),
    col(LineRow.seq) == bindparam("seq"),
    col(LineRow.hash) == bindparam("hash"),
)
BACKUPS = "backups"
LAST_BYTES = 1 << 18
"""So much of a feed's end is read for its last line."""


class ReadyDatabaseFile(NamedTuple):
    """A database that can be used, what must be said of it, and the temporary folder in which it
    is, where what is kept cannot be read in its own."""

    file: Path
    mode: Mode
    notices: Sequence[Text] = ()
    temporary: tempfile.TemporaryDirectory[str] | None = None


def prepare_for_writing(folder: Path, tools: StoreTools, *, is_suspect: bool = False) -> list[Text]:
    """Make a data folder ready for those who write, and return what must be said of that.

    Nobody else may be there.  Everything is read and proved where the last one did not close it in
    order, or it `is_suspect`.  Raises `Refused`.
    """
    refuse_irregular_files(folder)
    files.remove_old_temporary_files(folder, older=0)
    file = folder / DATABASE
    state = examine_database(file)
    if state == "newer":
        raise _newer(file)
    if (
        state in {"missing", "damaged"}
        and not feed_files(folder)
        and stat_regular_file(folder / SECOND_COPY) is not None
    ):
        return migrate(folder, tools, is_damaged=state == "damaged")
    if state == "earlier":
        return migrate(folder, tools)
    is_bare = not any(os.path.lexists(f"{file}{end}") for end in COMPANIONS)
    if state == "missing" and not feed_files(folder) and is_bare:
        with files.replace_when_done(file, private=True) as new_file, make_empty_database(new_file):
            pass
        return []
    if state != "sound":
        return recover(folder, tools)
    engine = make_engine(lambda: connect(file, "rw"))
    try:
        try:
            with engine.connect() as connection:
                closed = read_state_value(connection, CLOSED)
            is_suspect |= closed in {OPEN, SUSPECT}
            if is_suspect:
                verify_rows_and_redo_summaries(engine, tools)
            notices = sync_rows_and_feed_files(engine, folder, tools, thorough=is_suspect)
            if closed == SUSPECT:
                with writing(engine) as connection:
                    keep_state_value(connection, CLOSED, OPEN)
        except Exception as error:
            if not is_damage(error):
                raise
        else:
            return notices
    finally:
        engine.dispose()
    return recover(folder, tools)


def refuse_irregular_files(folder: Path) -> None:
    """Raise `Refused` where something else stands in the place of one of our files."""
    file = folder / DATABASE
    try:
        for each in (file, *(Path(f"{file}{end}") for end in COMPANIONS)):
            file = each
            is_there = stat_regular_file(each) is not None
            # A journal's index is made anew by whoever may not read it.
            if is_there and not each.name.endswith("-shm") and not os.access(each, os.R_OK):
                raise PermissionError(errno.EACCES, "", str(each))
        file = folder / FOLDER
        if os.path.lexists(file) and (file.is_symlink() or not file.is_dir()):
            raise FileExistsError(errno.EEXIST, "", str(file))
        feed_files(folder)
    except OSError as error:
        raise file_unusable_refusal(error, Path(error.filename or file)) from error


def examine_database(file: Path, mode: Mode = "plain") -> DatabaseState:
    """Return in which state the database is, by what it says of itself; raises `sqlite3.Error`."""
    if not file.exists():
        return "missing"
    try:
        with contextlib.closing(connect(file, mode)) as db:
            (application,) = db.execute("PRAGMA application_id").fetchone()
            (schema,) = db.execute("PRAGMA user_version").fetchone()
            if application != APPLICATION:
                return "damaged"
            if schema != SCHEMA:
                return "newer" if schema > SCHEMA else "earlier"
            there = {
                (kind, name)
                for kind, name in db.execute("SELECT type, name FROM sqlite_master")
                if kind != "index"
            }
    except (sqlite3.Error, UnicodeError) as error:
        if not is_damage(error):
            raise
        return "damaged"
    triggers = {("trigger", trigger.split()[2]) for trigger in TRIGGERS}
    return "sound" if there == triggers | {("table", name) for name in TABLES} else "damaged"


def _newer(file: Path, mode: Mode = "plain") -> Refused:
    """Return the refusal of a newer Scorepad's database, which says which Scorepad opens it."""
    program = None
    # Its tables may be others by now.
    with contextlib.suppress(sqlite3.Error), contextlib.closing(connect(file, mode)) as db:
        query = "SELECT value FROM state WHERE key = ?"
        program = db.execute(query, (PROGRAM,)).fetchone()
    if program is None:
        return Refused(
            "{file} was written by a newer Scorepad; update Scorepad to open it.", file=str(file)
        )
    return Refused(
        "{file} was written by Scorepad {version}, and this is {mine}; get Scorepad {version} or a "
        "newer one to open it.",
        file=str(file),
        version=str(program[0])[:20],
        mine=__version__,
    )


def open_to_read(folder: Path, tools: StoreTools, *, is_suspect: bool = False) -> ReadyDatabaseFile:
    """Open a data folder for somebody who changes nothing in it; what cannot be read where it is,
    is put together in a temporary folder.  Raises `Refused`."""
    file = folder / DATABASE
    refuse_irregular_files(folder)
    ends = [_last_line(each) for each in feed_files(folder)]
    try:
        state = examine_database(file, "ro")
    except sqlite3.Error as error:
        # Where nothing may be written beside it, a database with a journal is read from a copy.
        if error_code(error) not in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}:
            raise
        return _assemble_copy(folder, tools, "sound")
    if state == "newer":
        raise _newer(file, "ro")
    if state == "sound" and not is_suspect and _has_lines(file, ends):
        return ReadyDatabaseFile(file, "ro")
    return _assemble_copy(folder, tools, "damaged" if state == "sound" else state)


def _last_line(file: Path) -> tuple[str, int, str] | None:
    """Return feed, number and hash of the last whole line near the end of a feed's file."""
    last = None
    with file.open("rb") as opened:
        opened.seek(max(0, opened.seek(0, os.SEEK_END) - LAST_BYTES))
        for _, data in scan_junk_and_lines(opened):
            line = decode_line(data) if data else None
            last = (file.stem, line.seq, line.hash) if line is not None else last
    return last


def _has_lines(file: Path, ends: Iterable[tuple[str, int, str] | None]) -> bool:
    """Return whether a database has these lines: an older one in its place has not."""
    engine = make_engine(lambda: connect(file, "ro"))
    try:
        with engine.connect() as connection:
            return all(
                connection.execute(
                    _HAS_LINE, dict(zip(("laptop", "seq", "hash"), end, strict=True))
                ).first()
                for end in ends
                if end is not None
            )
    except (DBAPIError, sqlite3.Error) as error:
        if is_damage(error):
            return False
        raise cause_of(error) from error
    finally:
        engine.dispose()


def _assemble_copy(folder: Path, tools: StoreTools, state: DatabaseState) -> ReadyDatabaseFile:
    temporary = tempfile.TemporaryDirectory(prefix="scorepad-")
    copy = Path(temporary.name)
    for name in (DATABASE, *(f"{DATABASE}{end}" for end in COMPANIONS), SECOND_COPY):
        status = stat_regular_file(folder / name)
        if status is None or name.endswith("-shm"):
            continue
        if status.st_size <= LARGEST or (name == DATABASE and state != "damaged"):
            shutil.copyfile(folder / name, copy / name)
    for each in feed_files(folder):
        (copy / FOLDER).mkdir(exist_ok=True)
        if each.stat().st_size <= LARGEST:
            shutil.copyfile(each, copy / FOLDER / each.name)
    is_new = not any(copy.iterdir())
    try:
        prepare_for_writing(copy, tools, is_suspect=True)
    except Refused as refused:
        temporary.cleanup()
        # What is refused of the copy holds of the file that the user has.
        fields = {**dict(refused.text.fields), "file": str(folder / DATABASE)}
        raise Refused(replace(refused.text, fields=tuple(fields.items()))) from refused
    notices = []
    if is_new:
        notices = [T("Nothing is kept in {folder} yet.", folder=str(folder))]
        if any((folder / BACKUPS).glob("*.zip")):
            notices = [
                T(
                    "Nothing is kept in {folder}, but there are backups in {backups}, which "
                    "“scorepad restore” imports.",
                    folder=str(folder),
                    backups=str(folder / BACKUPS),
                )
            ]
    elif state in {"damaged", "missing"}:
        notices = [
            T(
                "The database in {folder} is damaged or missing; what is shown was put together "
                "from it and the feeds, and opening Scorepad makes it anew.",
                folder=str(folder),
            )
        ]
    return ReadyDatabaseFile(copy / DATABASE, "rw", notices, temporary)
