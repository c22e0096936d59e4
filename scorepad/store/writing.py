"""One change to what is kept: a transaction of the database, then its lines in the second copy.

Around each commit the database is compared with the file that its path names: a program that
goes on in a file which was moved, replaced or cut would keep what nobody finds again.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
import uuid
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Literal

from scorepad import files
from scorepad.desk.ports import NotCertain
from scorepad.spades.refusal import os_reason
from scorepad.spades.words import T, Text
from scorepad.store import refusals, salvage
from scorepad.store.change import StoreChange
from scorepad.store.database import Database
from scorepad.store.dbfile import DATABASE, NotGood, connected, copy, error_code
from scorepad.store.lock import Use
from scorepad.store.log import rows, sound_logs
from scorepad.store.second_copy import (
    CopyMark,
    SecondCopy,
    move_mark,
    read_mark,
    touched,
)

STAMP = "%Y%m%d-%H%M%S"
MANY = 10_000
"""When a change has more lines than this, the second copy is written anew."""
_STAMP = "SELECT value FROM meta WHERE key = 'change'"
_KEEP_STAMP = "UPDATE meta SET value = ? WHERE key = 'change'"
"""A change that the second copy has nothing of has a stamp, as it moves no mark."""
SYNCING = {sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_DIR_FSYNC}
"""After these errors all of a change may have been written."""
INDEX_HEAD = 136
"""The bytes at the beginning of the journal's index without which SQLite makes it anew."""
EMPTIED = 16
"""After this many changes the database's journal is emptied into it."""


class Writing:
    """Changes what is kept in one data folder, one change at a time."""

    def __init__(
        self, database: Database, folder: Path, now: Callable[[], datetime], use: Use
    ) -> None:
        self._database = database
        self._folder = folder
        self._now = now
        self._use = use
        self._file = folder / DATABASE
        self._path = str(self._file)
        self._journal = f"{self._file}-wal"
        self._index = f"{self._file}-shm"
        self._index_size = 0
        self._second = SecondCopy(folder)
        self._mark: CopyMark | None = None
        self._known: CopyMark | None = None
        self._rescued: Path | None = None
        self._gone = False
        self._since = 0
        self._seen: os.stat_result
        self._seen_journal: os.stat_result | None
        self.notices: list[Text] = []
        self.suspect = False
        """Was the database found damaged?"""
        self.remember()

    # One change

    @contextlib.contextmanager
    def change(self) -> Iterator[StoreChange]:
        """Return a context that is one change; it is on the disk when it ends, and an error that
        leaves it takes all of it back. Raises `DatabaseReplaced`, or `NotCertain` where the disk
        leaves it open."""
        with self._use.turn():
            self.compare()
            stamp = ""
            with self._database.connection() as connection:
                # What was read is as it was until it is written.
                connection.execute("BEGIN IMMEDIATE")
                mark = self.refuse_older(connection)
                change = StoreChange(connection, self._now())
                yield change
                if change.lines:
                    copy = self._marked(change, mark)
                else:
                    stamp = uuid.uuid4().hex
                    connection.execute(_KEEP_STAMP, (stamp,))
                failed = _committed(connection)
            if failed is not None:
                self._look_again(stamp, failed)
            self.compare(committed=True)
            if change.lines:
                self._known = self._mark
                self._copy(copy)
            self._empty_journal()

    def _marked(self, change: StoreChange, mark: CopyMark | None) -> Callable[[], None]:
        """Move the mark on from here, and return what brings the second copy there after the
        commit."""
        copied = self._copied()
        if copied is not None and copied != mark and self._lacks():
            raise self._replaced()
        self._mark = moved = move_mark(change.connection, mark, change.lines)
        if copied != mark or len(change.lines) > MANY:
            return self._write_anew
        return lambda: self._second.append(change.lines, moved)

    def _copied(self) -> CopyMark | None:
        try:
            return self._second.mark()
        except OSError:
            return None

    def _look_again(self, stamp: str, error: sqlite3.Error) -> None:
        """The disk failed at the commit: is the change there after all, with its stamp or else the
        mark?  It is looked for as the next program would."""
        try:
            self._database.close()
            with self._database.connection() as connection:
                if stamp:
                    there = connection.execute(_STAMP).fetchone() == (stamp,)
                else:
                    there = read_mark(connection) == self._mark
        except sqlite3.Error:
            raise NotCertain from error
        # What is only in the journal is written once more, into the database.
        settled = there and self._empty("TRUNCATE")
        self.remember()
        if settled:
            return
        if there or getattr(error, "sqlite_errorcode", 0) in SYNCING:
            raise NotCertain from error
        raise error

    # The second copy

    def complete(self, *, anew: bool) -> None:
        """Have the second copy end where the database does."""
        with self._use.turn():
            with self._database.connection() as connection:
                self._mark = self._known = read_mark(connection)
            if anew or self._copied() != self._mark:
                self._copy(self._write_anew)

    def _copy(self, write: Callable[[], None]) -> None:
        try:
            write()
        except refusals.DamagedDatabase as refused:
            self.suspect = True
            self.notices.append(refused.text)
        except OSError as error:
            self.notices.append(
                T(
                    "It is recorded; the second copy {file} is missing: {why}.",
                    file=str(self._second.file),
                    why=os_reason(error, writing=True),
                )
            )

    def _write_anew(self) -> None:
        try:
            with self._database.connection() as connection:
                logs, mark = rows(connection), read_mark(connection)
                if mark is None or len(sound_logs(connection, logs)) < len(logs):
                    raise NotGood("damaged")
                self._second.write(salvage.lines_of_all(connection), mark)
        except (sqlite3.DatabaseError, NotGood) as error:
            raise refusals.DamagedDatabase(self._folder) from error

    def _lacks(self) -> bool:
        """Return whether the second copy has something that the database has not."""
        with connected(self._file, "ro") as fresh:
            return salvage.is_older(fresh, self._second)

    # The file

    def compare(self, *, committed: bool = False) -> None:
        """Raise `DatabaseReplaced` when the database is no longer the file that its path names,
        or became shorter, or somebody else wrote to it and it lacks what the second copy has; and
        ever after, for what is open then is not what is kept.  `committed`: a change just was."""
        try:
            if not committed:
                self._mend_index()
            self._compare()
        except refusals.DatabaseReplaced as refused:
            if committed:
                raise NotCertain(refused.then) from refused
            raise

    def _mend_index(self) -> None:
        """Have the journal's index as long as it was, and empty: SQLite maps this file, so where it
        was cut the system would end the program; from an empty one SQLite makes it anew."""
        seen = _stat(self._index)
        if seen is None or seen.st_size >= self._index_size:
            self._index_size = 0 if seen is None else seen.st_size
            return
        with contextlib.suppress(OSError), Path(self._index).open("r+b") as index:
            index.truncate(self._index_size)
            index.write(bytes(INDEX_HEAD))

    def _compare(self) -> None:
        if self._gone:
            raise self._replaced()
        found, seen = _stat(self._path), self._seen
        if found is None or not _continues(found, seen):
            raise self._replaced()
        journal = _stat(self._journal)
        if self._seen_journal is not None and not _continues(journal, self._seen_journal):
            # What it had is in the file that is open still: that goes into the database.
            self._database.close()
        elif touched(found) == touched(seen):
            self._seen_journal = journal
            return
        self.remember()
        if self._copied() is not None and self._lacks():
            raise self._replaced()

    def refuse_older(self, connection: sqlite3.Connection) -> CopyMark | None:
        """Raise `DatabaseReplaced` when the database does not go as far as it did: its index of the
        journal was overwritten, which no look at the files tells.  Returns how far it goes."""
        mark, known = read_mark(connection), self._known
        if known is not None and (mark is None or (mark.times, mark.n) < (known.times, known.n)):
            raise self._replaced()
        return mark

    def remember(self) -> None:
        """Take the files as they are now for those that are written to."""
        self._seen = self._file.stat()
        self._seen_journal = _stat(self._journal)

    def _empty_journal(self) -> None:
        """Bring the journal into the database now and then, here and not when SQLite would, so
        that nobody else's writing is taken for it."""
        self._since += 1
        if self._since >= EMPTIED:
            self._empty("PASSIVE")
            self._since = 0
            self.remember()

    def _empty(self, how: Literal["PASSIVE", "TRUNCATE"]) -> bool:
        """Bring the journal into the database; return whether that was done."""
        with contextlib.suppress(sqlite3.Error), self._database.connection() as connection:
            return not connection.execute(f"PRAGMA wal_checkpoint({how})").fetchone()[0]
        return False

    def _replaced(self) -> refusals.DatabaseReplaced:
        """What to say when the file is no longer the one that is open; where the second copy is
        not there either, all that was kept is first written to a file of its own."""
        self._gone = True
        if self._mark is not None and self._copied() == self._mark:
            return refusals.DatabaseReplaced(self._folder, None, True)
        self._rescued = self._rescued or self._written_elsewhere()
        return refusals.DatabaseReplaced(self._folder, self._rescued, False)

    def _written_elsewhere(self) -> Path | None:
        # The data folder itself may be gone, or its disk.
        for folder in (self._folder, Path.home(), Path(tempfile.gettempdir())):
            to = folder / f"scorepad-rescued-{self._now():{STAMP}}.db"
            try:
                with (
                    files.replace_when_done(to, private=True) as part,
                    self._database.connection() as connection,
                ):
                    copy(connection, part)
            except (OSError, sqlite3.Error):
                continue
            return to
        return None


def _committed(connection: sqlite3.Connection) -> sqlite3.Error | None:
    """Commit; return the error of a disk that leaves open whether it did."""
    try:
        connection.commit()
    except sqlite3.Error as error:
        if error_code(error) != sqlite3.SQLITE_IOERR:
            raise
        return error
    return None


def _stat(file: str) -> os.stat_result | None:
    try:
        return os.stat(file)  # noqa: PTH116  # a `Path` takes three times as long
    except OSError:
        return None


def _continues(found: os.stat_result | None, seen: os.stat_result) -> bool:
    """Return whether this is the file that was seen, and no shorter."""
    same = found is not None and (found.st_dev, found.st_ino) == (seen.st_dev, seen.st_ino)
    return same and found is not None and found.st_size >= seen.st_size
