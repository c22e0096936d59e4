"""An open database, with the feeds beside it: every reading and every change goes through here.

A transaction's commit is the answer; then the own feed's file follows.  A damaged
database is made anew at once, where nobody else has the folder open.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from scorepad.desk.ports import OutcomeUnknown
from scorepad.spades.refusal import Refused, os_reason
from scorepad.spades.words import T, Text
from scorepad.store.catch_up import (
    SUMMARIES_TOGETHER,
    StoreTools,
    are_feed_files_sound,
    sync_feed_files_to_disk,
    take_in_and_resummarize,
    update_feed_files,
    verify_rows_and_redo_summaries,
    writing,
)
from scorepad.store.data_folder import (
    ReadyDatabase,
    examine_database,
    open_to_read,
    prepare_for_writing,
)
from scorepad.store.errors import (
    Damaged,
    DamagedDatabase,
    cause_of,
    error_code,
    is_damage,
    refusal_of,
    refuse_database_errors,
)
from scorepad.store.feeds import FeedFileState, feed_file, make_feeds_folder, update_feed_file
from scorepad.store.file_locks import FolderLock
from scorepad.store.lines import decode_line
from scorepad.store.migration import import_logs
from scorepad.store.old_format import OldLog
from scorepad.store.summary_rows import NewSummaryRow, logs_to_refresh, make_summary_rows_anew
from scorepad.store.tables import DATABASE, make_engine
from scorepad.store.transaction import (
    CLOSED,
    IN_ORDER,
    OPEN,
    SUSPECT,
    LogWriter,
    keep_state_value,
    read_state_value,
)

SYNCING = {sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_DIR_FSYNC}
"""After these errors all of a transaction may have been written."""
Result = TypeVar("Result")


class Database:
    """Holds a database open, and its feeds beside it."""

    def __init__(
        self,
        folder: Path,
        opened: ReadyDatabase,
        tools: StoreTools,
        folder_lock: FolderLock | None,
    ) -> None:
        """`folder_lock` is None for somebody who only reads."""
        self.folder = folder
        self._tools = tools
        self._folder_lock = folder_lock
        self._lock = threading.RLock()
        self._transaction: LogWriter | None = None
        self._notices: dict[Text, None] = {}
        self._connection: Connection | None = None
        """Who holds `_lock` reads and writes by this one.  It stays open: to open and to close one
        takes a sixth of the time in which an entry is recorded."""
        self._is_marked_open = False
        self._end: FeedFileState | None = None
        self._laptop = ""
        """The id under which is recorded, where it was read.  Who appends proves it: another
        process may have begun another feed here."""
        self._newer_laptops: dict[str, Text] = {}
        """The laptops whose feeds have a greater format, as far as they came here, and what is said
        of each."""
        self._use_database(opened)

    def _use_database(self, opened: ReadyDatabase) -> None:
        self._opened = opened
        self._engine = opened.engine
        self._file = _identity(opened.file)
        self._end = None
        self._laptop = ""
        self._is_marked_open = False
        self.notify(*opened.notices)

    @property
    def engine(self) -> Engine:
        """The engine over the database as it is now."""
        return self._engine

    def now(self) -> datetime:
        """Return the time (UTC)."""
        return self._tools.now()

    def stamp(self) -> str:
        """Return what dates the name of a file."""
        return self._tools.stamp()

    def notify(self, *texts: Text) -> None:
        """Add to the notices."""
        self._notices |= dict.fromkeys(texts)

    @contextlib.contextmanager
    def reading_connection(self) -> Iterator[Connection]:
        """A connection that reads, whatever others do meanwhile."""
        with self._lock:
            engine = self._engine
        with engine.connect() as connection:
            yield connection

    @contextlib.contextmanager
    def _transact(self, *, write: bool = False) -> Iterator[Connection]:
        """A connection that begins a transaction with its first statement; `write` is for the only
        writer.  What is not committed at the end is rolled back."""
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            yield self._connection.execution_options(write=write)
            self._connection.rollback()
        except BaseException:
            self._disconnect()
            raise

    def _close_engine(self) -> None:
        self._disconnect()
        self._engine.dispose()

    def _disconnect(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            connection.close()

    def _read(self, work: Callable[[Connection], Result], *, of_lines: bool = True) -> Result:
        """Return what `work` reads; without `of_lines` it needs no line of an open transaction."""
        with self._lock:
            if self._transaction is not None:
                if of_lines:
                    self._transaction.flush()
                with refuse_database_errors(self.folder):
                    return work(self._transaction.connection)

            def read() -> Result:
                with self._transact() as connection:
                    return work(connection)

            return self._retry_after_recovery(read)

    def _write(self, work: Callable[[LogWriter], Result]) -> Result:
        """Return what `work` does, once that is on the disk."""
        with self._lock:
            if self._transaction is not None:
                with refuse_database_errors(self.folder):
                    return work(self._transaction)

            def write() -> Result:
                with self._write_transaction() as change:
                    return work(change)

            return self._retry_after_recovery(write)

    def _retry_after_recovery(self, work: Callable[[], Result]) -> Result:
        """Return what `work` does; where it meets damage twice, the database is made anew and it is
        done once more.  SQLite says of a disk that fails once, too, that all is damaged."""
        for _look in range(2):
            try:
                return work()
            except (DBAPIError, sqlite3.Error, UnicodeError, Damaged, DamagedDatabase) as error:
                if not isinstance(error, DamagedDatabase) and not is_damage(error):
                    raise refusal_of(error, self.folder) from error
        self.recover()
        with refuse_database_errors(self.folder):
            return work()

    @contextlib.contextmanager
    def _write_transaction(self) -> Iterator[LogWriter]:
        """A context that is one transaction of the database; it is on the disk when it ends, and an
        error that leaves it takes all of it back."""
        if self._transaction is not None:
            yield self._transaction
            return
        self._refuse_reader()
        if self._file != _identity(self._opened.file):
            raise Damaged
        with self._transact(write=True) as connection:
            change = self._tools.make_log_writer(connection)
            connection.begin()
            yield change
            change.flush()
            if not change.has_changes:
                return
            if not self._is_marked_open and read_state_value(connection, CLOSED) != SUSPECT:
                keep_state_value(connection, CLOSED, OPEN)
            failed = _commit(connection)
        if failed is not None:
            self._check_commit(change, failed)
        self._is_marked_open = True
        self._update_own_feed_file(change)
        if self._file != _identity(self._opened.file):
            self._recover_after_commit()

    def _refuse_reader(self) -> None:
        if self._folder_lock is None:
            raise Refused(
                "{folder} was opened for reading only; nothing can be changed.",
                folder=str(self.folder),
            )

    def _check_commit(self, change: LogWriter, error: sqlite3.Error) -> None:
        """The disk failed at the commit: is the change there after all?  It is looked for as the
        next program would."""
        try:
            self._close_engine()
            with self._engine.connect() as connection:
                is_committed = change.is_committed(connection)
                connection.rollback()
                # What is only in the journal is written once more, into the database.
                (is_busy, *_), *_ = connection.connection.driver_connection.execute(  # type: ignore[union-attr]
                    "PRAGMA wal_checkpoint(TRUNCATE)"
                ).fetchall()
                is_settled = is_committed and not is_busy
        except (DBAPIError, sqlite3.Error):
            raise OutcomeUnknown from error
        if is_settled:
            return
        if is_committed or error.sqlite_errorcode in SYNCING:
            raise OutcomeUnknown from error
        raise refusal_of(error, self.folder) from error

    def _update_own_feed_file(self, change: LogWriter) -> None:
        """Bring the own feed's file up to what was just committed."""
        if change.lines:
            file = feed_file(self.folder, change.laptop)
            try:
                if self._end is None:
                    make_feeds_folder(self.folder)
                result = update_feed_file(
                    self._engine,
                    file,
                    change.laptop,
                    self._tools.stamp,
                    last_state=self._end,
                    fresh=change.lines,
                )
            except (OSError, DBAPIError, sqlite3.Error) as error:
                self._end = None
                self._notify_feed_behind(error)
            except Damaged:
                self._recover_after_commit()
            else:
                self._end = result.end
                if result.end is None or result.quarantined is not None:
                    self.update_feed_files()

    def _notify_feed_behind(self, error: BaseException) -> None:
        why = T("{why}", why=str(cause_of(error)))
        if isinstance(error, OSError):
            why = os_reason(error, writing=True)
        elif isinstance(error, Refused):
            why = error.text
        self.notify(
            T(
                "It is recorded; the feed in {folder} is behind: {why}.",
                folder=str(self.folder),
                why=why,
            )
        )

    def _recover_after_commit(self) -> None:
        """The database was found damaged, or is no longer the file that was committed to, after a
        commit.  A new one is made from what can be read of it, and from the feed."""
        try:
            self.recover()
        except Refused as refused:
            raise OutcomeUnknown(refused.text) from refused

    def verify_rows(self) -> None:
        """Read every row; raises `Damaged` where one is not as it was written.  Summaries that do
        not show what their logs say are made anew."""
        verify_rows_and_redo_summaries(self._engine, self._tools)

    def recover(self) -> None:
        """Make the database anew; raises `DamagedDatabase` where somebody else has it open."""
        with self._lock, refuse_database_errors(self.folder):
            if self._folder_lock is None:
                self._close_engine()
                self._use_database(open_to_read(self.folder, self._tools, is_suspect=True))
                return
            with contextlib.suppress(Exception):  # as far as the open one can be read
                update_feed_files(self._engine, self.folder, self._tools)
            self._close_engine()
            if not self._folder_lock.lock_exclusively():
                self._folder_lock.lock_shared()
                with (
                    contextlib.suppress(DBAPIError, sqlite3.Error),
                    writing(self._engine) as connection,
                ):
                    keep_state_value(connection, CLOSED, SUSPECT)
                raise DamagedDatabase(self.folder)
            try:
                ready = prepare_for_writing(self.folder, self._tools, is_suspect=True)
            finally:
                is_shared = self._folder_lock.lock_shared()
            if not is_shared:
                raise DamagedDatabase(self.folder)
            self._use_database(ready)

    def mark_suspect(self) -> bool:
        """Have everything read through at the next start, also where this one only reads; return
        whether that will be done: not where nothing may be written."""
        engine = make_engine(self.folder / DATABASE, "plain")
        try:
            if examine_database(self.folder / DATABASE, "ro") == "sound":
                with writing(engine) as connection:
                    keep_state_value(connection, CLOSED, SUSPECT)
        except (DBAPIError, sqlite3.Error) as error:
            return is_damage(error)  # what cannot even be marked is found without a mark
        finally:
            engine.dispose()
        return os.access(self.folder, os.W_OK)

    def take_in_earlier_lines(self, lines: Sequence[bytes]) -> int:
        """Take in lines that were written before, and return how many were new.  Where some are of
        our own feed, its end was not known here, and another feed begins."""

        notices, count = self._write(
            lambda change: take_in_and_resummarize(
                change,
                lines,
                may_give_up_id=True,
                newer_laptops=self._newer_laptops,
            )
        )
        self.notify(*notices)
        self._laptop = ""
        if count:
            self.update_feed_files()
        return count

    def why_left_out(self, lines: Sequence[bytes]) -> Text | None:
        """Return why some of these lines were not taken in; None where all are here."""
        laptops = (line.laptop for each in lines if (line := decode_line(each)) is not None)
        return next(filter(None, map(self._newer_laptops.get, laptops)), None)

    def import_logs(self, logs: Sequence[OldLog]) -> int:
        """Keep logs of an earlier program, or what is new of them; return how many entries were."""

        def import_all(change: LogWriter) -> int:
            count, notices = import_logs(change, self._tools, logs)
            self.notify(*notices)
            return count

        return self._write(import_all)

    def refresh_summaries(self) -> None:
        """Make the summaries anew that another version of the program made, or that wait.

        They are made while others record, and some are kept together.
        """
        logs = self._read(logs_to_refresh)
        for first in range(0, len(logs), SUMMARIES_TOGETHER):
            self._refresh_summaries_of(logs[first : first + SUMMARIES_TOGETHER])

    def _refresh_summaries_of(self, logs: Sequence[str]) -> None:
        def make_anew() -> list[NewSummaryRow]:
            with self.reading_connection() as connection:
                return make_summary_rows_anew(connection, logs, self._tools.summarize, self.now())

        rows = self._retry_after_recovery(make_anew)
        if rows:
            self._write(lambda change: change.replace_summaries(rows))

    def update_feed_files(self, *, thorough: bool = False) -> None:
        """Bring all feeds' files in the data folder up to their rows; `thorough` compares every
        byte, and only where one differs who records has to wait."""
        if thorough:
            with contextlib.suppress(OSError, DBAPIError, sqlite3.Error, Damaged):
                thorough = not are_feed_files_sound(self.engine, self.folder)
        with self._lock:
            try:
                result = update_feed_files(
                    self._engine, self.folder, self._tools, thorough=thorough
                )
            except (OSError, DBAPIError, sqlite3.Error) as error:
                self._notify_feed_behind(error)
                return
            except Damaged:
                self._recover_after_commit()
                return
        self._end = None
        self.notify(*result.notices)
        if result.unknown and self.take_in_earlier_lines(result.unknown):
            self.update_feed_files(thorough=True)  # what stood around them may be damaged

    def close(self) -> None:
        """Let the folder go."""
        with self._lock:
            if self._folder_lock is not None:
                with contextlib.suppress(OSError, DBAPIError, sqlite3.Error):
                    self._mark_closed(self._folder_lock)
            self._close_engine()
            if self._folder_lock is not None:
                self._folder_lock.release()
            if self._opened.temporary is not None:
                self._opened.temporary.cleanup()

    def _mark_closed(self, folder_lock: FolderLock) -> None:
        """Where nobody else is there, have the feeds on the disk and say that all is in order."""
        if not folder_lock.lock_exclusively():
            return
        with self._transact() as connection:
            if read_state_value(connection, CLOSED) != OPEN:
                return
        sync_feed_files_to_disk(self.folder)
        with self._transact(write=True) as connection:
            keep_state_value(connection, CLOSED, IN_ORDER)
            connection.commit()


def _commit(connection: Connection) -> sqlite3.Error | None:
    """Commit; return the error of a disk that leaves open whether it did."""
    try:
        connection.commit()
    except DBAPIError as error:
        cause = cause_of(error)
        if error_code(cause) != sqlite3.SQLITE_IOERR or not isinstance(cause, sqlite3.Error):
            raise
        connection.invalidate()
        return cause
    return None


def _identity(file: Path) -> tuple[int, int] | None:
    """Return what tells the database's file from any other that has its name."""
    try:
        status = os.stat(file)  # noqa: PTH116  # many times faster
    except OSError:
        return None
    return status.st_dev, status.st_ino
