"""A data folder is made ready here: its database is there, sound, and of this version, and the
feeds' files have what it has."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from msgspec.structs import replace
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from scorepad import __version__, files
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text
from scorepad.store.catch_up import (
    StoreTools,
    make_empty_database,
    sync_rows_and_feed_files,
    verify_rows_and_redo_summaries,
    writing,
)
from scorepad.store.errors import cause_of, error_code, file_unusable_refusal, is_damage
from scorepad.store.feeds import FOLDER, FeedRows, feed_files, stat_regular_file
from scorepad.store.lines import LARGEST, Line, decode_line, scan_junk_and_lines
from scorepad.store.migration import MIGRATED, finish_migration, migrate
from scorepad.store.old_format import SECOND_COPY
from scorepad.store.recovery import RECOVERED, finish_recovery, recover
from scorepad.store.tables import (
    APPLICATION,
    DATABASE,
    DATABASE_FILES,
    PROGRAM,
    SCHEMA,
    TABLES,
    TRIGGERS,
    Mode,
    connect,
    make_engine,
)
from scorepad.store.transaction import CLOSED, OPEN, SUSPECT, keep_state_value, read_state_value

DatabaseState: TypeAlias = Literal["missing", "earlier", "newer", "damaged", "sound"]
_TABLES = {
    *(("table", name) for name in TABLES),
    *(("trigger", trigger.split()[2]) for trigger in TRIGGERS),
}
_EARLIER_TABLES = {("table", "matches"), ("table", "entries")}
"""Every earlier program's database has these."""
_OUR_FILES = (*DATABASE_FILES, MIGRATED, RECOVERED)
BACKUPS = "backups"
LAST_BYTES = 1 << 18
"""So much of a feed's end is read for its last line."""


class ReadyDatabase(NamedTuple):
    """A database that can be used, the engine over it, what must be said of it, and the temporary
    folder in which it is, where what is kept cannot be read in its own."""

    file: Path
    engine: Engine
    notices: Sequence[Text] = ()
    temporary: tempfile.TemporaryDirectory[str] | None = None


def prepare_for_writing(
    folder: Path, tools: StoreTools, *, is_suspect: bool = False
) -> ReadyDatabase:
    """Make a data folder ready for those who write.

    Nobody else may be there.  Everything is read and proved where the last one did not close it in
    order, or it `is_suspect`.  Raises `Refused`.
    """
    file = folder / DATABASE
    engine = make_engine(file, "rw")
    try:
        notices = _prepare_for_writing(folder, engine, tools, is_suspect=is_suspect)
    finally:
        engine.dispose()  # until the lock is shared, somebody else may replace the file
    return ReadyDatabase(file, engine, notices)


def _prepare_for_writing(
    folder: Path, engine: Engine, tools: StoreTools, *, is_suspect: bool
) -> list[Text]:
    refuse_irregular_files(folder)
    files.remove_old_temporary_files(folder)
    finish_migration(folder)
    notices = finish_recovery(folder)
    file = folder / DATABASE
    state = _examine_for_writing(file)
    if state == "damaged":
        state = _examine_for_writing(file)  # SQLite says so of a disk that fails once, too
    if state == "newer":
        raise _newer(file)
    if state == "earlier" or (
        state in {"missing", "damaged"}
        and not feed_files(folder)
        and stat_regular_file(folder / SECOND_COPY) is not None
    ):
        notices += migrate(folder, tools, is_damaged=state == "damaged")
        state = "sound"
    is_bare = not any(os.path.lexists(folder / name) for name in DATABASE_FILES)
    if is_bare and not feed_files(folder):
        with files.replace_when_done(file, private=True) as new_file, make_empty_database(new_file):
            pass
        return []
    if state != "sound":
        return [*notices, *recover(folder, tools)]
    for _look in range(2):
        try:
            with engine.connect() as connection:
                closed = read_state_value(connection, CLOSED)
            is_suspect |= closed in {OPEN, SUSPECT}
            if is_suspect:
                verify_rows_and_redo_summaries(engine, tools)
            of_files = sync_rows_and_feed_files(engine, folder, tools, thorough=is_suspect)
            if closed == SUSPECT:
                with writing(engine) as connection:
                    keep_state_value(connection, CLOSED, OPEN)
        except Exception as error:
            if not is_damage(error):
                raise
        else:
            return [*notices, *of_files]
        engine.dispose()
    return [*notices, *recover(folder, tools)]


def _examine_for_writing(file: Path) -> DatabaseState:
    try:
        return examine_database(file, "ro")  # an earlier program's database stays as it is
    except sqlite3.Error as error:
        if error_code(error) != sqlite3.SQLITE_READONLY:
            raise
        return examine_database(file)  # a journal has to be played back first


def refuse_irregular_files(folder: Path) -> None:
    """Raise `Refused` where something else stands in the place of one of our files."""
    try:
        for name in _OUR_FILES:
            file = folder / name
            is_there = stat_regular_file(file) is not None
            # A journal's index is made anew by whoever may not read it.
            if is_there and not name.endswith("-shm") and not os.access(file, os.R_OK):
                raise PermissionError(errno.EACCES, "", str(file))
        file = folder / FOLDER
        if os.path.lexists(file) and (file.is_symlink() or not file.is_dir()):
            raise FileExistsError(errno.EEXIST, "", str(file))
        feed_files(folder)
    except OSError as error:
        raise file_unusable_refusal(error, Path(error.filename or file)) from error


def examine_database(file: Path, mode: Mode = "plain") -> DatabaseState:
    """Return in which state the database is, by its tables and by what it says of itself; raises
    `sqlite3.Error`.

    The tables go before its numbers: a damaged number alone makes it neither older nor newer."""
    if not file.exists():
        return "missing"
    try:
        with contextlib.closing(connect(file, mode)) as db:
            (application,) = db.execute("PRAGMA application_id").fetchone()
            (schema,) = db.execute("PRAGMA user_version").fetchone()
            there = set(db.execute("SELECT type, name FROM sqlite_master WHERE type != 'index'"))
            if there >= _EARLIER_TABLES and ("table", "lines") not in there:
                return "earlier"
            if application != APPLICATION:
                return "damaged"
            if schema > SCHEMA and _is_newer(_read_program(db), has_our_tables=there == _TABLES):
                return "newer"
    except (sqlite3.Error, UnicodeError) as error:
        if not is_damage(error):
            raise
        return "damaged"
    return "sound" if schema == SCHEMA and there == _TABLES else "damaged"


def _is_newer(program: str | None, *, has_our_tables: bool) -> bool:
    """Return whether a later version of Scorepad than this one made a database."""
    if program is None:
        return not has_our_tables
    return _version_numbers(program) > _version_numbers(__version__)


def _version_numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall("[0-9]{1,9}", version)]


def _read_program(db: sqlite3.Connection) -> str | None:
    """Return which version of Scorepad made a database, where it says so."""
    with contextlib.suppress(sqlite3.Error):  # its tables may be others by now
        query = "SELECT value FROM state WHERE key = ?"
        row = db.execute(query, (PROGRAM,)).fetchone()
        return str(row[0]) if row is not None else None
    return None


def _newer(file: Path, mode: Mode = "plain") -> Refused:
    """Return the refusal of a newer Scorepad's database, which says which Scorepad opens it."""
    with contextlib.closing(connect(file, mode)) as db:
        program = _read_program(db)
    if program is None:
        return Refused(
            "{file} was written by a newer Scorepad; update Scorepad to open it.", file=str(file)
        )
    return Refused(
        "{file} was written by Scorepad {version}, and this is {mine}; get Scorepad {version} or a "
        "newer one to open it.",
        file=str(file),
        version=program[:20],
        mine=__version__,
    )


def open_to_read(folder: Path, tools: StoreTools, *, is_suspect: bool = False) -> ReadyDatabase:
    """Open a data folder for somebody who changes nothing in it; what cannot be read where it is,
    is put together in a temporary folder.  Raises `Refused`."""
    file = folder / DATABASE
    refuse_irregular_files(folder)
    last_lines = [(each.stem, _last_line(each)) for each in feed_files(folder)]
    if any(os.path.lexists(folder / name) for name in (MIGRATED, RECOVERED)):
        return _assemble_copy(folder, tools, "sound")
    for _look in range(2):  # SQLite says of a disk that fails once, too, that all is damaged
        try:
            state = examine_database(file, "ro")
        except sqlite3.Error as error:
            # Where nothing may be written beside it, a database with a journal is read from a copy.
            if error_code(error) not in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}:
                raise
            return _assemble_copy(folder, tools, "sound")
        if state == "newer":
            raise _newer(file, "ro")
        if state == "sound" and not is_suspect:
            engine = make_engine(file, "ro")
            has_lines = _has_lines(engine, last_lines)
            if has_lines:
                return ReadyDatabase(file, engine)
            engine.dispose()
            if has_lines is False:  # it is only behind a feed: whoever writes takes in the rest
                return _assemble_copy(folder, tools, "sound")
    return _assemble_copy(folder, tools, "damaged" if state == "sound" else state)


def _last_line(file: Path) -> Line | None:
    """Return the last whole line near the end of a feed's file."""
    last = None
    with file.open("rb") as opened:
        opened.seek(max(0, opened.seek(0, os.SEEK_END) - LAST_BYTES))
        for _, data in scan_junk_and_lines(opened):
            last = data or last
    return decode_line(last) if last else None


def _has_lines(engine: Engine, lines: Iterable[tuple[str, Line | None]]) -> bool | None:
    """Return whether a database has these lines, each under the name of its file, its own feed or
    another chain of that; None where it is damaged."""
    try:
        return all(
            FeedRows(engine, name).hash_at(line.seq) == line.hash
            or FeedRows(engine, line.laptop).hash_at(line.seq) == line.hash
            or not FeedRows(engine, "").is_in_no_feed(line)
            for name, line in lines
            if line is not None
        )
    except (DBAPIError, sqlite3.Error) as error:
        if is_damage(error):
            return None
        raise cause_of(error) from error


def _assemble_copy(folder: Path, tools: StoreTools, state: DatabaseState) -> ReadyDatabase:
    temporary = tempfile.TemporaryDirectory(prefix="scorepad-")
    copy = Path(temporary.name)
    for name in (*_OUR_FILES, SECOND_COPY):
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
        ready = prepare_for_writing(copy, tools, is_suspect=True)
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
    return ready._replace(notices=notices, temporary=temporary)
