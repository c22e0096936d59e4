"""What SQLite and the disk refuse, in one sentence each."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from scorepad.spades.refusal import Refused, os_reason
from scorepad.spades.words import N, T, Text

PAGE = 4096  # bytes; with less room than this a disk is full
DAMAGE = {
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_MISMATCH,
    # What is added was looked for in the same transaction, so an index did not show it.
    sqlite3.SQLITE_CONSTRAINT,
}
_SCHEMA_WORDS = (
    "no such ",
    "malformed",
    "Could not decode",
    "unable to delete/modify",
    "unsupported file format",
)
"""So SQLite begins its sentence about damage for which it has no number."""


class Damaged(Exception):
    """What is kept was found not as it was written."""


class DamagedDatabase(Refused):
    """The database is damaged or was replaced, and cannot be made anew now."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            T(
                "The database in {folder} cannot be read, and nothing was recorded: the disk "
                "fails, or the database is damaged or was replaced; close Scorepad everywhere and "
                "open it again, and what is damaged is made anew from the feeds.",
                folder=str(folder),
            )
        )


def error_code(error: BaseException | None) -> int:
    """Return SQLite's own number for an error (without the extended part); 0 if there is none."""
    return int(getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF


def cause_of(error: BaseException) -> BaseException:
    """Return the error of SQLite that an error of SQLAlchemy wraps; any other one as it is."""
    origin = getattr(error, "orig", None)
    return origin if isinstance(origin, BaseException) else error


def is_damage(error: BaseException) -> bool:
    """Return whether an error says that the database is damaged, not that the disk fails."""
    error = cause_of(error)
    if isinstance(error, Damaged):
        return True
    if isinstance(error, UnicodeError):
        return not isinstance(error, UnicodeEncodeError)
    if isinstance(error, sqlite3.OperationalError) and not error_code(error) > 1:
        return str(error).startswith(_SCHEMA_WORDS)
    return isinstance(error, sqlite3.DatabaseError) and error_code(error) in DAMAGE


def refusal_of(error: BaseException, folder: Path) -> Refused:
    """Return the refusal for an error of SQLite's or of the disk, in one sentence."""
    error = cause_of(error)
    if is_damage(error):
        return DamagedDatabase(folder)
    if isinstance(error, UnicodeEncodeError):
        return Refused("A text holds a broken character; type it again without it.")
    match error_code(error):
        case sqlite3.SQLITE_FULL:
            return _disk_full(folder)
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_CANTOPEN if _is_full(folder):
            return _disk_full(folder)  # for its journal SQLite finds other words
        case sqlite3.SQLITE_IOERR:
            return Refused(
                "The disk does not answer as it should, nothing was written to {folder}; copy it "
                "to another disk.",
                folder=str(folder),
            )
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return Refused(
                "{folder} may only be read, nothing was written; allow writing there or choose "
                "another folder.",
                folder=str(folder),
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return Refused(
                "Another program keeps the database in {folder} locked, nothing was written; close "
                "it and try again.",
                folder=str(folder),
            )
    if isinstance(error, OSError):
        if (file := file_of_error(error, folder)) is not None:
            return file_unusable_refusal(error, file)
        return folder_unusable_refusal(folder, os_reason(error, writing=True))
    return Refused(
        "The database in {folder} refuses, nothing was written: {why}.",
        folder=str(folder),
        why=str(error),
    )


def why_not_written(error: BaseException | None, folder: Path) -> Text:
    """Return why SQLite or the disk refused to write, as the end of a sentence."""
    error = error if error is None else cause_of(error)
    if isinstance(error, OSError):
        return os_reason(error, writing=True)
    match error_code(error):
        case sqlite3.SQLITE_FULL:
            number = errno.ENOSPC
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_CANTOPEN if _is_full(folder):
            number = errno.ENOSPC
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            number = errno.EBUSY
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            number = errno.EACCES
        case _:
            number = errno.EIO
    return os_reason(OSError(number, ""))


def folder_unusable_refusal(folder: Path, why: Text) -> Refused:
    """Return the refusal of a data folder."""
    return Refused(
        "Matches cannot be kept in {folder}: {why}; choose another folder.",
        folder=str(folder),
        why=why,
    )


def file_unusable_refusal(error: OSError, file: Path) -> Refused:
    """Return the refusal where something stands in the place of one of our files, or it may not be
    read: then it may have what no other file has, and is not moved away."""
    if isinstance(error, PermissionError):
        return Refused("{file} cannot be read: {why}.", file=str(file), why=os_reason(error))
    return Refused(
        "{file} cannot be used: {why}; move it away and open Scorepad again.",
        file=str(file),
        why=why_file_unusable(error),
    )


def why_file_unusable(error: OSError) -> Text:
    """Return why one of our files cannot be used, as the end of a sentence."""
    return T("it is a folder") if isinstance(error, IsADirectoryError) else os_reason(error)


def file_of_error(error: OSError, folder: Path) -> Path | None:
    """Return the file in a folder that cannot be used, because something else is in its place or
    its permissions forbid it; None where it is the folder that cannot be used."""
    name = error.filename2 or error.filename
    if error.errno not in {errno.EISDIR, errno.ENXIO, errno.EACCES} or not name:
        return None
    file = Path(os.fsdecode(name))
    return file if folder in file.parents and os.path.lexists(file) else None


def why_shared_folder_unusable(error: OSError) -> Text:
    """Return why a folder that is shared cannot be used, as the end of a sentence."""
    if error.errno == errno.ENOENT:
        return T("it is not there")
    return os_reason(error, writing=True)


def shared_folder_unusable_text(folder: Path, error: OSError) -> Text:
    """Return what is said where a folder that is shared cannot be used."""
    return T(
        "The folder {folder} cannot be used: {why}. What is recorded is kept here until it can be.",
        folder=str(folder),
        why=why_shared_folder_unusable(error),
    )


def folder_in_use_refusal(folder: Path) -> Refused:
    """Return the refusal where somebody else has the folder alone, or has it open."""
    return Refused(
        "Scorepad is open in {folder}; close it, or wait until it is done, and try again.",
        folder=str(folder),
    )


def no_such_log_refusal(kind: str, log_id: str) -> Refused:
    """Return the refusal where no match, or no event, has this id."""
    if kind == "event":
        return Refused("There is no event {id}.", id=log_id[:60])
    return Refused(
        "There is no match {match}; give its id, or the first four characters or more.",
        match=log_id[:60],
    )


def several_matches_refusal(match_id: str, n: int) -> Refused:
    """Return the refusal where more than one id begins so."""
    return Refused(
        N(
            "One match begins with {match}.",
            "{n} matches begin with {match}; give more of the id.",
            n,
            match=match_id,
        )
    )


@contextlib.contextmanager
def refuse_database_errors(folder: Path) -> Iterator[None]:
    """Return a context in which errors of SQLite and of the disk become `Refused`."""
    try:
        yield
    except Refused:
        raise
    except Exception as error:
        if not isinstance(cause_of(error), sqlite3.Error | OSError | UnicodeError | Damaged):
            raise
        raise refusal_of(error, folder) from error


def _disk_full(folder: Path) -> Refused:
    return Refused(
        "The disk is full, nothing was written to {folder}; make room and try again.",
        folder=str(folder),
    )


def _is_full(folder: Path) -> bool:
    with contextlib.suppress(OSError):
        return shutil.disk_usage(folder).free < PAGE
    return False
