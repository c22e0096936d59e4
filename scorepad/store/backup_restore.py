"""Copies are made on request here, and one is put back."""

from __future__ import annotations

import contextlib
import sqlite3
import stat
from datetime import datetime
from pathlib import Path
from sqlite3 import Connection

from scorepad import files
from scorepad.desk.ports import NotCertain
from scorepad.spades.refusal import Refused, os_reason
from scorepad.spades.words import T
from scorepad.store import refusals
from scorepad.store.backups import STAMP
from scorepad.store.copies import Copy, Part, read_lines, read_rows
from scorepad.store.database import prepared
from scorepad.store.dbfile import (
    DAMAGE,
    DATABASE,
    NotGood,
    as_made,
    connected,
    copy,
    error_code,
    examine,
    foreign,
    look,
    look_and_examine,
)
from scorepad.store.log import find, row_of
from scorepad.store.migrate import refuse_newer
from scorepad.store.rescue import put_together
from scorepad.store.salvage import Make, doubted, joined
from scorepad.store.second_copy import CopyMark, SecondCopy


def back_up(source: Connection, to: Path, folder: Path) -> None:
    """Copy the database of `folder` into the new file `to`."""
    to = to.absolute()
    try:
        with files.replace_when_done(to, private=True) as file:
            copy(source, file)
            with connected(file, "immutable") as copied:
                look_and_examine(copied)
    except FileExistsError:
        raise refusals.file_exists(to) from None
    except OSError as error:
        raise refusals.backup_fails(to, os_reason(error, writing=True)) from error
    except NotGood as error:
        raise refusals.DamagedDatabase(folder) from error
    except sqlite3.Error as error:
        if error_code(error) in DAMAGE:
            raise refusals.DamagedDatabase(folder) from error
        full = error_code(error) == sqlite3.SQLITE_FULL
        reason = T("the disk is full") if full else T("the disk does not answer as it should")
        raise refusals.backup_fails(to, reason) from error


def restore(
    frm: Path, present: Connection, folder: Path, make: Make | None, now: datetime
) -> tuple[Path, Copy]:
    """Put what the file `frm` holds, a database or a second copy, in the place of what the
    connection `present` holds.

    What it holds is read as rows and written into tables of our own.  SQLite puts those in place
    as one transaction, so a power cut leaves the one or the other, and whoever is reading goes on
    reading.  Returns the file with what was there before, and what was put in place.
    """
    found = taken(frm.absolute())
    mark = read_rows(present).mark or CopyMark()
    found.mark = CopyMark(max(mark.times, found.mark.times if found.mark else 0) + 1)
    with files.scratch_folder(folder) as made:
        file = made / DATABASE
        file.touch()
        with contextlib.closing(prepared(file, journal="DELETE")) as connection:
            put_together(found, connection, make, now, folder / DATABASE)
        aside = _free(folder, f"scorepad-before-restore-{now:{STAMP}}")
        with files.replace_when_done(aside, private=True) as before:
            copy(present, before)
        try:
            with connected(file, "ro") as source:
                source.backup(present)
        except sqlite3.Error as error:
            if error_code(error) == sqlite3.SQLITE_IOERR:
                raise NotCertain from error  # all of it may have been written
            raise
    return aside, found


def taken(frm: Path) -> Copy:
    """Return what a file from elsewhere holds. Raises `Refused`."""
    _refuse_no_file(frm)
    try:
        with frm.open("rb") as file:
            if file.read(1) == b"{":
                return _taken_lines(frm)
        with foreign(frm) as source:
            seen = look(source)
            if not seen.damaged_version:
                refuse_newer(frm, seen.version)
            if not as_made(source):
                raise NotGood("foreign")
            if examine(source, thoroughly=True):
                raise NotGood("damaged")
            if source.execute("PRAGMA foreign_key_check").fetchone():
                raise NotGood("damaged")
            found = read_rows(source)
        if not found.whole:
            raise NotGood("damaged")
    except NotGood as error:
        raise _not_a_database(frm, error) from error
    except OSError as error:
        raise refusals.not_a_database(frm, os_reason(error)) from error
    except sqlite3.Error as error:
        if error_code(error) in DAMAGE:
            corrupt = error_code(error) == sqlite3.SQLITE_CORRUPT
            why = NotGood("damaged" if corrupt else "foreign")
            raise _not_a_database(frm, why) from error
        if error_code(error) == sqlite3.SQLITE_INTERRUPT:
            raise refusals.not_a_database(frm, T("it takes too long to read")) from error
        raise refusals.not_a_database(frm, T("it cannot be read")) from error
    return found


def joined_part(
    frm: Path, found: Copy, connection: Connection, second: SecondCopy, asked: str
) -> tuple[str, Part, bool]:
    """Return the id of a match or event, by its id or the beginning of a match's, and all that the
    copy and we have of it: where they differ, what is as it was recorded; and whether that is still
    in doubt, or the second copy after it is put right there. Raises `Refused`."""
    log_id = asked
    if asked not in found.parts and row_of(connection, "event", asked) is None:
        log_id = find(connection, asked).id
    if log_id not in found.parts:
        raise refusals.not_in_copy(frm, log_id)
    row = row_of(connection, found.parts[log_id].kind, log_id)
    copies = [found, read_rows(connection, row.key if row is not None else None)]
    with contextlib.suppress(OSError):
        copies.append(read_lines(second.lines(log_id)))
    part = joined([doubted(log_id, each.parts[log_id]) for each in copies if log_id in each.parts])
    return log_id, part, len(copies) < 3 or not copies[-1].whole or not part.whole


def _taken_lines(frm: Path) -> Copy:
    found = read_lines(SecondCopy(frm.parent, frm.name).lines())
    if not found.sound:
        raise NotGood("damaged" if found.parts else "foreign")
    return found


def _refuse_no_file(frm: Path) -> None:
    try:
        found = frm.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise refusals.not_a_database(frm, T("there is no such file")) from None
    except OSError as error:
        raise refusals.not_a_database(frm, os_reason(error)) from None
    if stat.S_ISDIR(found):
        raise refusals.not_a_database(frm, T("it is a folder"))
    if not stat.S_ISREG(found):
        raise refusals.not_a_database(frm, T("it is not an ordinary file"))


def _not_a_database(frm: Path, error: NotGood) -> Refused:
    if error.why == "foreign":
        return refusals.not_a_database(frm, T("it is not a database of Scorepad's"))
    return refusals.not_a_database(frm, T("it is damaged"))


def _free(folder: Path, name: str) -> Path:
    """Return a name in the folder that nothing has yet."""
    file = folder / f"{name}.db"
    n = 1
    while file.exists():
        n += 1
        file = folder / f"{name}-{n}.db"
    return file
