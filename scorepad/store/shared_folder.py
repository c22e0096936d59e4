"""The folder that is shared, or a drive: this data folder's own feeds are kept there too.

Nobody waits for it, because a drive is slow and may be gone: another thread brings the files there
up to the rows, and the notices say what went wrong.  A line of our own feed that stands there and
is not here is taken in; then somebody recorded under our id, and a new one begins.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy.exc import DBAPIError
from sqlmodel import col, select

from scorepad.spades.refusal import Refused, os_reason
from scorepad.spades.words import T, Text
from scorepad.store.database import Database
from scorepad.store.errors import Damaged
from scorepad.store.feeds import FeedRows, FileEnd, follow_feed, shared_file
from scorepad.store.intake import fork_id
from scorepad.store.tables import DATABASE, LaptopRow

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

TRY_AGAIN = 5.0  # seconds until it is tried again, where a drive is out or full
_OWN = select(LaptopRow.laptop).where(col(LaptopRow.is_own))


class SharedFolder:
    """Has the own feeds' files in a named folder follow the rows; nothing where none is named."""

    def __init__(self, database: Database, name: Callable[[], str]) -> None:
        self.notices: dict[Text, None] = {}
        self._database = database
        self._name = name
        self._ends: dict[Path, FileEnd] = {}
        self._worker: ThreadPoolExecutor | None = None
        self._next: Future[None] | None = None
        self._is_closing = threading.Event()
        self._is_thorough = False

    @property
    def folder(self) -> Path | None:
        """Return the folder that is named in the settings."""
        name = self._name()
        return Path(name) if name else None

    def follow(self, *, thorough: bool = False) -> None:
        """Have the files there brought up to the rows, and do not wait for it; `thorough` compares
        every byte."""
        self._is_thorough |= thorough
        if self.folder is None or self._is_closing.is_set():
            return
        if self._worker is None:
            from concurrent.futures import ThreadPoolExecutor

            self._worker = ThreadPoolExecutor(1, "shared-folder")
        if self._next is not None:
            self._next.cancel()  # one that waits would find nothing left to do
        self._next = self._worker.submit(self._keep_trying)

    def close(self) -> None:
        """Wait until everything is there, or cannot be brought there now."""
        self.follow()
        self._is_closing.set()
        if self._worker is not None:
            self._worker.shutdown()
            self._worker = None

    def _keep_trying(self) -> None:
        while not self._try() and not self._is_closing.wait(TRY_AGAIN):
            pass

    def _try(self) -> bool:
        """Bring the files up to the rows; return False where that cannot be done now."""
        folder = self.folder
        if folder is None:
            return True
        try:
            if (folder / DATABASE).exists():
                self._notify(
                    T(
                        "{folder} is a data folder of Scorepad and was left as it is; name another "
                        "folder in the settings.",
                        folder=str(folder),
                    )
                )
                return True
            folder.stat()
            thorough, self._is_thorough = self._is_thorough, False
            while self._follow(folder, thorough=thorough):
                pass
        except OSError as error:
            self._notify(
                T(
                    "It is recorded; the copy in {folder} is behind: {why}. It gets the rest as "
                    "soon as it can.",
                    folder=str(folder),
                    why=os_reason(error, writing=True),
                )
            )
            return False
        except (DBAPIError, sqlite3.Error, Damaged, Refused):
            return False  # the database is made anew by whoever records or reads
        return True

    def _follow(self, folder: Path, *, thorough: bool) -> int:
        """Follow each of the own feeds once; return how many lines were taken in."""
        engine = self._database.engine
        with engine.connect() as connection:
            own = list(connection.execute(_OWN).scalars())
        for laptop in own:
            feed, first = laptop, 1
            while True:
                file = shared_file(folder, feed)
                result = follow_feed(
                    engine,
                    file,
                    laptop,
                    self._database.stamp,
                    last_end=self._ends.get(file),
                    first=first,
                    thorough=thorough,
                )
                if result.unknown:
                    return self._database.take_in(result.unknown)
                if result.end is not None:
                    self._ends[file] = result.end
                if result.quarantined is not None:
                    self._notify(
                        T(
                            "{file} was damaged; it was moved to {moved} and made anew.",
                            file=str(file),
                            moved=result.quarantined.name,
                        )
                    )
                if result.diverged is None or feed != laptop:
                    break
                # What stands there is kept here too, as a second chain of lines; ours goes beside.
                first = result.diverged
                line_hash = FeedRows(engine, laptop).hash_at(first)
                feed = fork_id(laptop, line_hash or "")
        return 0

    def _notify(self, text: Text) -> None:
        self.notices[text] = None
