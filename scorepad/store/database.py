"""An open database, with the feeds beside it, for every reading and every change.

After a transaction's commit the files of the feeds are updated. Damage is one refusal here, and the
next start recovers from it.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session

from scorepad.desk.ports import OutcomeUnknown
from scorepad.spades.refusal import Refused
from scorepad.spades.words import Text
from scorepad.store.errors import (
    DISK_ERRORS,
    Damaged,
    DamagedDatabase,
    cause_of,
    error_code,
    is_damage,
    printable,
    refusal_of,
)
from scorepad.store.feeds import (
    bring_feed_files_up_to_date,
    sync_feed_files,
)
from scorepad.store.file_locks import FolderLock
from scorepad.store.lines import decode_line
from scorepad.store.opening import OpenedFolder
from scorepad.store.tables import (
    CLOSED,
    IN_ORDER,
    OPEN,
    SUSPECT,
    read_state,
    reading,
    save_state,
    writing,
)
from scorepad.store.writer import LogWriter, StoreTools

Result = TypeVar("Result")


class Database:
    """Holds a database open, and its feeds beside it."""

    def __init__(
        self, folder: Path, opened: OpenedFolder, tools: StoreTools, lock: FolderLock | None
    ) -> None:
        """`lock` is None for a reader."""
        self.folder = folder
        self.engine: Engine = opened.engine
        self._opened = opened
        self._tools = tools
        self._folder_lock = lock
        self._lock = threading.RLock()
        self._writer: LogWriter | None = None
        self._notices: dict[Text, None] = dict.fromkeys(opened.notices)
        self._connection: Connection | None = None
        """The holder of `_lock` reads and writes by it, so that SQLite counts the writes of
        others."""
        self._identity = _identify(opened.file)
        self._is_marked_open = False
        self._is_suspect = False
        self._is_outcome_unknown = False
        self._laptop = ""
        """The id under which is recorded, where it was read: another process may change it."""
        self._newer_feeds: dict[str, Text] = {}
        """The feeds of a greater format that arrived here, and the report on each."""

    def now(self) -> datetime:
        """Return the time (UTC)."""
        return self._tools.now()

    def stamp(self) -> str:
        """Return the time stamp for the name of a file."""
        return self._tools.stamp()

    def notify(self, *texts: Text) -> None:
        """Add to the notices."""
        self._notices |= dict.fromkeys(texts)

    # Transactions

    @contextlib.contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that reads one moment of the database, unaffected by other writers."""
        with self.refuse_errors(), reading(self.engine) as session:
            yield session

    @contextlib.contextmanager
    def refuse_errors(self) -> Iterator[None]:
        """A context in which errors of SQLite and the disk become `Refused`; after damage the next
        start reads everything through."""
        try:
            yield
        except (DamagedDatabase, *DISK_ERRORS) as error:
            is_damaged = is_damage(error) or isinstance(error, DamagedDatabase)
            if is_damaged and self._writer is None:  # else when the transaction ends
                self.mark_suspect()
            if isinstance(error, Refused):
                raise
            raise refusal_of(error, self.folder) from error

    @contextlib.contextmanager
    def _session(self, *, write: bool = False, is_certain: bool) -> Iterator[Session]:
        if self._connection is None:
            self._connection = self.engine.connect()
        connection = self._connection.execution_options(write=write)
        try:
            if self._is_outcome_unknown and is_certain:
                _sync_journal(connection)
                self._is_outcome_unknown = False
            with Session(connection, autoflush=False, expire_on_commit=False) as session:
                yield session
        except BaseException:
            self._disconnect()
            raise

    def _disconnect(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            connection.close()

    def _read(self, work: Callable[[Session], Result], *, is_certain: bool = False) -> Result:
        """Return the result of `work`; in an open transaction, including its writes. Waits only
        until it `is_certain` whether a write of unknown outcome was stored."""
        with self._lock, self.refuse_errors():
            if self._writer is not None:
                self._writer.flush()
                return work(self._writer.session)
            with self._session(is_certain=is_certain) as session:
                return work(session)

    def _write(self, work: Callable[[LogWriter], Result]) -> Result:
        with self._lock, self.refuse_errors(), self._write_transaction() as writer:
            return work(writer)

    @contextlib.contextmanager
    def _write_transaction(self) -> Iterator[LogWriter]:
        if self._writer is not None:
            yield self._writer
            return
        self._refuse_reader()
        if self._identity != _identify(self._opened.file):
            raise Damaged
        with self._session(write=True, is_certain=True) as session:
            writer = LogWriter(session, self._tools)
            session.connection()  # it is the only writer from here on
            yield writer
            writer.flush()
            if not writer.has_changes:
                return
            if not self._is_marked_open and read_state(session, CLOSED) != SUSPECT:
                save_state(session, CLOSED, OPEN)
            try:
                _commit(session)
            except OutcomeUnknown:
                self._is_outcome_unknown = True
                raise
        self._is_marked_open = True
        for is_in_gap in sorted(set(writer.feeds.values())):
            feeds = [each for each, gap in writer.feeds.items() if gap == is_in_gap]
            self.update_feed_files(feeds, thorough=is_in_gap)

    def _refuse_reader(self) -> None:
        if self._folder_lock is None:
            raise Refused(
                "{folder} was opened read-only, so nothing can be changed.",
                folder=printable(self.folder),
            )

    # Damage

    def mark_suspect(self) -> bool:
        """Have everything read through at the next start, also where this one only reads; return
        whether that will be done: not where nothing may be written."""
        self._is_suspect = True
        try:
            with writing(self.engine) as session:
                save_state(session, CLOSED, SUSPECT)
                session.commit()
        except DISK_ERRORS as error:
            return is_damage(error)  # a failure to mark it is found without a mark
        return self._opened.temporary is None

    # Feeds

    def update_feed_files(
        self, laptops: Sequence[str] | None = None, *, thorough: bool = False
    ) -> None:
        """Bring the files of these feeds, or of all, up to their rows. Failures are reported:
        the entries are safe in the database."""
        with self._lock:
            try:
                texts, errors = bring_feed_files_up_to_date(
                    self.engine,
                    self.folder,
                    self.stamp,
                    self.take_in_earlier_lines,
                    laptops=laptops,
                    thorough=thorough,
                )
            except (Refused, *DISK_ERRORS) as error:
                refused = error if isinstance(error, Refused) else refusal_of(error, self.folder)
                texts, errors = [refused.text], [OSError()]
            self.notify(*texts)
            if errors:
                self.mark_suspect()  # the next start compares them

    def take_in_earlier_lines(self, lines: Sequence[bytes], *, is_restored: bool = False) -> int:
        """Take in lines that were written before, and return how many were new.  Where some are of
        our own feed, its end was not known here, and another feed begins.  For `is_restored` see
        `LogWriter.take_in`."""

        def take_in(writer: LogWriter) -> tuple[int, Iterable[Text]]:
            count = writer.take_in(lines, self._newer_feeds, is_restored=is_restored)
            return count, writer.notices

        count, notices = self._write(take_in)
        self.notify(*notices)
        self._laptop = ""
        return count

    def why_left_out(self, lines: Sequence[bytes]) -> Text | None:
        """Return why some of these lines were not taken in; None if all are here."""
        laptops = (line.laptop for each in lines if (line := decode_line(each)) is not None)
        return next(filter(None, map(self._newer_feeds.get, laptops)), None)

    def close(self) -> None:
        """Let the folder go."""
        with self._lock:
            if self._folder_lock is not None:
                with contextlib.suppress(*DISK_ERRORS):  # the next start reads everything through
                    self._mark_closed(self._folder_lock)
            self._disconnect()
            self.engine.dispose()
            if self._folder_lock is not None:
                self._folder_lock.release()
            if self._opened.temporary is not None:
                self._opened.temporary.cleanup()

    def _mark_closed(self, lock: FolderLock) -> None:
        if self._is_suspect or not lock.lock_exclusively():
            return
        self._disconnect()
        with reading(self.engine) as session:
            if read_state(session, CLOSED) != OPEN:
                return
        sync_feed_files(self.folder)
        with writing(self.engine) as session:
            save_state(session, CLOSED, IN_ORDER)
            session.commit()


def _commit(session: Session) -> None:
    connection = session.connection()
    try:
        session.commit()
    except DBAPIError as error:
        if error_code(cause_of(error)) != sqlite3.SQLITE_IOERR:
            raise
        connection.invalidate()
        raise OutcomeUnknown from error


def _sync_journal(connection: Connection) -> None:
    try:
        driver: Any = connection.connection.driver_connection
        ((is_busy, *_),) = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except DISK_ERRORS as error:
        raise OutcomeUnknown from error
    if is_busy:
        raise OutcomeUnknown


def _identify(file: Path) -> tuple[int, int] | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
