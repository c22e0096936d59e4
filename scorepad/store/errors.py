"""The refusals of SQLite and the disk, in a sentence each."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sqlite3
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from scorepad.spades.refusal import Refused, os_reason
from scorepad.spades.words import T, Text

PAGE = 4096  # bytes; a disk with less room is full
DAMAGE = {
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_MISMATCH,
    # The same transaction looked for the row that it adds, so an index did not show it.
    sqlite3.SQLITE_CONSTRAINT,
}
_SCHEMA_WORDS = (
    "no such ",
    "malformed",
    "Could not decode",
    "unable to delete/modify",
    "unsupported file format",
)
"""SQLite's beginnings of sentences about damage for which it has no number."""
DISK_FULL = T(
    "The disk is full, so nothing was saved to {folder}. Free up some space and try again."
)
_READ_ONLY = T(
    "{folder} is read-only, so nothing was saved. Allow writing to this folder, "
    "or choose another one."
)
_LOCKED = T(
    "Another program has locked the database in {folder}, so nothing was saved. Close that "
    "program and try again."
)
_REFUSALS = {
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_IOERR: T(
        "The disk isn't responding properly, so nothing was saved to {folder}. Copy the "
        "folder to another disk."
    ),
}
"""The texts about SQLite's errors, without the folder."""


class Damaged(Exception):
    """A row is not as it was written."""


class DamagedDatabase(Refused):
    """A database can't be read or was replaced; the next start recovers from it."""

    def __init__(self, file: Path) -> None:
        super().__init__(
            T(
                "{file} can't be read: the disk is failing, or the database is damaged or was "
                "replaced. Close Scorepad and stop any “scorepad” commands, then open Scorepad "
                "again. It recovers your matches from its second copy (the folder “feeds”).",
                file=printable(file),
            )
        )


DISK_ERRORS = (DBAPIError, sqlite3.Error, OSError, UnicodeError, Damaged)
"""The errors of SQLite and the disk."""


def printable(file: Path) -> str:
    """Return the name of a file as text, of any bytes."""
    return os.fsencode(file).decode("utf-8", "replace")


def error_code(error: BaseException | None) -> int:
    """Return SQLite's number for an error, without the extended part; 0 if there is none."""
    return int(getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF


def cause_of(error: BaseException) -> BaseException:
    """Return the error of SQLite that an error of SQLAlchemy wraps; any other one as it is."""
    origin = getattr(error, "orig", None)
    return origin if isinstance(origin, BaseException) else error


def is_damage(error: BaseException) -> bool:
    """Return whether an error means that the database is damaged, not that the disk fails."""
    error = cause_of(error)
    if isinstance(error, Damaged):
        return True
    if isinstance(error, UnicodeError):
        return not isinstance(error, UnicodeEncodeError)
    if isinstance(error, sqlite3.OperationalError) and error_code(error) <= 1:
        return str(error).startswith(_SCHEMA_WORDS)
    return isinstance(error, sqlite3.DatabaseError) and error_code(error) in DAMAGE


def refusal_of(error: BaseException, folder: Path) -> Refused:
    """Return the refusal for an error of SQLite or the disk."""
    error = cause_of(error)
    if is_damage(error):
        return DamagedDatabase(folder / "scorepad.db")
    if isinstance(error, UnicodeEncodeError):
        return Refused("This text has an invalid character. Type it again.")
    if isinstance(error, OSError):
        if (file := file_of_error(error, folder)) is not None:
            return file_unusable_refusal(error, file)
        return folder_unusable_refusal(folder, os_reason(error, writing=True))
    code = error_code(error)
    if code in {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN} and _is_full(folder):
        code = sqlite3.SQLITE_FULL  # for its journal SQLite has other words
    if (text := _REFUSALS.get(code)) is not None:
        return Refused(text.one, folder=printable(folder))
    return Refused(
        "The database in {folder} reported an error, so nothing was saved: {why}.",
        folder=printable(folder),
        why=str(error),
    )


def _is_full(folder: Path) -> bool:
    with contextlib.suppress(OSError):
        return shutil.disk_usage(folder).free < PAGE
    return False


def folder_unusable_refusal(folder: Path, why: Text) -> Refused:
    """Return the refusal of a data folder."""
    return Refused(
        "Can't save matches in {folder}: {why}. Choose another folder.",
        folder=printable(folder),
        why=why,
    )


def file_unusable_refusal(error: OSError, file: Path) -> Refused:
    """Return the refusal of a file that isn't one of Scorepad's, or can't be read: it may be the
    only copy, so it isn't moved."""
    if isinstance(error, PermissionError):
        return Refused("{file} can't be read: {why}.", file=printable(file), why=os_reason(error))
    return Refused(
        "Scorepad can't use {file}: {why}. Move it to another folder and open Scorepad again.",
        file=printable(file),
        why=why_file_unusable(error),
    )


def why_file_unusable(error: OSError) -> Text:
    """Return why one of Scorepad's files can't be used, as the end of a sentence."""
    if isinstance(error, IsADirectoryError):
        return T("it's a folder")
    if error.filename and os.path.islink(error.filename):  # noqa: PTH114  # it raises nothing
        return T("it's a link")
    return os_reason(error, writing=True)


def unreadable_text(file: Path, why: OSError | Text) -> Text:
    """Return the sentence about a file that can't be read."""
    why = why_file_unusable(why) if isinstance(why, OSError) else why
    return T("{file} can't be read: {why}.", file=printable(file), why=why)


def file_of_error(error: OSError, folder: Path) -> Path | None:
    """Return the file in a folder that can't be used, because something else is in its place or
    its permissions forbid it; None if it is the folder that can't be used."""
    name = error.filename2 or error.filename
    if error.errno not in {errno.EISDIR, errno.ENXIO, errno.EACCES, errno.EEXIST} or not name:
        return None
    file = Path(os.fsdecode(name))
    return file if folder in file.parents and os.path.lexists(file) else None


def why_shared_folder_unusable(error: OSError) -> Text:
    """Return why a shared folder can't be used, as the end of a sentence."""
    if error.errno == errno.ENOENT:
        return T("it doesn't exist")
    return os_reason(error, writing=True)


def shared_folder_unusable_text(folder: Path, error: OSError) -> Text:
    """Return the sentence about a shared folder that can't be used."""
    return T(
        "Can't use the folder {folder}: {why}. Your entries stay on this computer until the "
        "folder works again.",
        folder=printable(folder),
        why=why_shared_folder_unusable(error),
    )


def folder_in_use_refusal(folder: Path, program: Text) -> Refused:
    """Return the refusal where another program has the folder open."""
    return Refused(
        "{program} is using {folder}. Close it, or wait until it's done, and try again.",
        program=program,
        folder=printable(folder),
    )


def no_such_log_refusal(kind: str, log_id: str) -> Refused:
    """Return the refusal where no match, or no event, has this id."""
    if kind == "event":
        return Refused("Scorepad can't find the event {id}.", id=log_id[:60])
    return Refused(
        "Scorepad can't find the match {match}. Enter its ID, or at least the first "
        "four characters of it.",
        match=log_id[:60],
    )
