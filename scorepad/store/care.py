"""Copies that somebody asks for, and putting one back."""

from __future__ import annotations

import contextlib
import sqlite3
import stat
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from scorepad.spades.system import why
from scorepad.spades.words import T
from scorepad.store import refusals
from scorepad.store.backups import STAMP
from scorepad.store.database import engine_for
from scorepad.store.dbfile import (
    DAMAGE,
    NotGood,
    connected,
    copy,
    error_code,
    look,
    look_and_examine,
    put,
    readable,
    temporary,
)
from scorepad.store.migrate import head, migrate, refuse_newer


def back_up(source: sqlite3.Connection, to: Path, folder: Path) -> None:
    """Copy the database of `folder` into the new file `to`."""
    to = to.absolute()
    try:
        if to.exists():
            raise refusals.FileExists(to)
        with temporary(to.parent) as file:
            copy(source, file)
            with connected(file, "immutable") as copied:
                look_and_examine(copied)
            put(file, to)
    except FileExistsError:
        raise refusals.FileExists(to) from None
    except OSError as error:
        raise refusals.BackupFails(to, why(error, writing=True)) from error
    except NotGood as error:
        raise refusals.DamagedDatabase(folder) from error
    except sqlite3.Error as error:
        if error_code(error) in DAMAGE:
            raise refusals.DamagedDatabase(folder) from error
        full = error_code(error) == sqlite3.SQLITE_FULL
        reason = T("the disk is full") if full else T("the disk does not answer as it should")
        raise refusals.BackupFails(to, reason) from error


def restore(frm: Path, present: sqlite3.Connection, folder: Path, now: datetime) -> Path:
    """Put what the file `frm` holds in the place of what the connection `present` holds.

    SQLite writes it as one transaction, so a power cut leaves the one or the other, and whoever
    is reading goes on reading.  Returns the file with what was there before.
    """
    with prepared(frm.absolute(), folder) as file:
        aside = _free(folder, f"scorepad-before-restore-{now:{STAMP}}")
        with temporary(folder) as before:
            copy(present, before)
            put(before, aside)
        with connected(file, "ro") as source:
            source.backup(present)
    return aside


@contextlib.contextmanager
def prepared(frm: Path, folder: Path) -> Iterator[Path]:
    """A copy of a database, sound and of this version, in a file of `folder` that goes with the
    `with`.  Raises `NotADatabase` or `NewerDatabase`."""
    _refuse_no_file(frm)
    with temporary(folder) as file:
        try:
            with readable(frm) as source:
                version = look(source).version
                refuse_newer(frm, version)
                copy(source, file)
            with connected(file, "immutable") as copied:
                look_and_examine(copied, thoroughly=True)
                if copied.execute("PRAGMA foreign_key_check").fetchone():
                    raise NotGood("damaged")
        except NotGood as error:
            raise _not_a_database(frm, error) from error
        except sqlite3.DatabaseError as error:
            if error_code(error) in DAMAGE:
                corrupt = error_code(error) == sqlite3.SQLITE_CORRUPT
                found = NotGood("damaged" if corrupt else "foreign")
                raise _not_a_database(frm, found) from error
            if error_code(error) == sqlite3.SQLITE_CANTOPEN:
                raise refusals.NotADatabase(frm, T("it cannot be read")) from error
            raise
        if version != head():
            engine = engine_for(file, "rw")
            try:
                migrate(engine, frm)
            finally:
                engine.dispose()
        yield file


def _refuse_no_file(frm: Path) -> None:
    try:
        found = frm.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise refusals.NotADatabase(frm, T("there is no such file")) from None
    except OSError as error:
        raise refusals.NotADatabase(frm, why(error)) from None
    if stat.S_ISDIR(found):
        raise refusals.NotADatabase(frm, T("it is a folder"))
    if not stat.S_ISREG(found):
        raise refusals.NotADatabase(frm, T("it is no ordinary file"))


def _not_a_database(frm: Path, error: NotGood) -> refusals.NotADatabase:
    if error.why == "foreign":
        return refusals.NotADatabase(frm, T("it is not a database of Scorepad's"))
    return refusals.NotADatabase(frm, T("it is damaged"))


def _free(folder: Path, name: str) -> Path:
    """A name in the folder that nothing has yet."""
    file = folder / f"{name}.db"
    n = 1
    while file.exists():
        n += 1
        file = folder / f"{name}-{n}.db"
    return file
