"""An open store's access to its database: every reading and every change goes through here, and
every error comes out as `Refused`."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime
from pathlib import Path
from sqlite3 import Connection
from typing import Literal, TypeAlias

from scorepad.spades.words import Text
from scorepad.store import refusals
from scorepad.store.backups import Backups
from scorepad.store.change import StoreChange
from scorepad.store.database import FAILURES, Database, refusal
from scorepad.store.lock import Use
from scorepad.store.rescue import SaidOnRescue
from scorepad.store.salvage import Make
from scorepad.store.writing import Writing

Shown: TypeAlias = Literal["database", "damaged", "missing", "older", "nothing"]
"""What somebody who reads sees: the database, what could be put together where it is damaged,
missing or older than its second copy, or nothing yet."""


class StoreAccess:
    """Holds a database open, with whoever writes to it, and gathers what must be said of it."""

    def __init__(
        self,
        database: Database,
        folder: Path,
        *,
        backups: Backups | None,
        now: Callable[[], datetime],
        make: Make | None = None,
        notices: Sequence[Text] = (),
        shown: Shown = "database",
        use: Use | None = None,
    ) -> None:
        """`backups` and `use`: None for a store that only reads."""
        self.folder = folder
        self.unread = SaidOnRescue(folder)
        self._database = database
        self._use = use
        self._writing = Writing(database, folder, now, use) if use is not None else None
        self._backups = backups
        self._now = now
        self._make = make
        self._notices = dict.fromkeys(notices)
        self._shown = shown
        self._together: StoreChange | None = None
        self.doubts: dict[str, Text] = {}
        """What was found not as it was recorded, by match or event."""
        self._from_second_copy: set[str] = set()
        self._suspect = False

    @property
    def notices(self) -> tuple[Text, ...]:
        """What was put aside or is missing, what is damaged, what could not be copied."""
        found = dict(self._notices)
        if self._writing is not None and self._backups is not None:
            found |= dict.fromkeys((*self._writing.notices, *self._backups.notices))
        return tuple(found)

    @property
    def _damaged(self) -> AbstractSet[str]:
        """The matches and events to which nothing is appended."""
        return self.doubts.keys() | self._from_second_copy

    @property
    def suspect(self) -> bool:
        """Was anything found damaged while the database was in use?"""
        return self._suspect or (self._writing is not None and self._writing.suspect)

    def close(self) -> None:
        """Wait for a backup under way and let the database go."""
        if self._backups is not None:
            self._backups.wait()
        self._database.close()

    def complete_second_copy(self, *, anew: bool = False) -> None:
        """Write the second copy anew where it does not end as the database does, or in any case;
        where that fails, the notices say so."""
        if self._writing is not None:
            with self._said():
                self._writing.complete(anew=anew)
            self._writer().elsewhere.follow()

    def _doubt(self, text: Text) -> None:
        """Something is damaged: say so, and look through everything at the next start."""
        self._suspect = True
        self._notices[text] = None

    @contextlib.contextmanager
    def _read(self) -> Iterator[Connection]:
        if self._together is not None:
            with self._said():
                yield self._together.connection
            return
        with self._said():
            if self._writing is not None:
                self._writing.compare()
            with self._database.connection() as connection:
                # What others write meanwhile is seen whole or not at all.
                connection.execute("BEGIN")
                if self._writing is not None:
                    self._writing.refuse_older(connection)
                yield connection

    @contextlib.contextmanager
    def _write(self) -> Iterator[StoreChange]:
        if self._writing is None:
            raise refusals.opened_for_reading(self.folder)
        if self._together is not None:
            with self._said():
                yield self._together
            return
        with self._said(), self._writing.change() as change:
            yield change
        self._writer().elsewhere.follow()

    @contextlib.contextmanager
    def _bare(self) -> Iterator[Connection]:
        """A connection outside a transaction, for SQLite's own backup."""
        with self._read() as connection:
            connection.rollback()  # nothing is put into a database that is being read
            yield connection

    @contextlib.contextmanager
    def _said(self) -> Iterator[None]:
        try:
            yield
        except refusals.DamagedDatabase:
            self._suspect = True
            raise
        except FAILURES as error:
            refused = refusal(error, self.folder)
            self._suspect |= isinstance(refused, refusals.DamagedDatabase)
            raise refused from error

    def _writer(self) -> Backups:
        if self._backups is None:
            raise refusals.opened_for_reading(self.folder)
        return self._backups
