"""The store: what the desk asks of a keeper, over one database."""

from __future__ import annotations

import contextlib
import sqlite3
import uuid
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from sqlalchemy import Connection, Engine, delete, func, insert, update
from sqlmodel import col, select

from scorepad.desk.ports import Kept, Summary
from scorepad.spades.entries import Entry
from scorepad.spades.words import Text
from scorepad.store import care, checking, refusals
from scorepad.store.backups import Backups
from scorepad.store.checking import Finding
from scorepad.store.database import WRITES, plainly
from scorepad.store.dbfile import DATABASE
from scorepad.store.log import (
    add,
    body_of,
    find,
    head_of,
    key_of,
    known_key,
    load,
    place,
    refuse_twice,
    same,
    sound,
    summarise,
)
from scorepad.store.rows import (
    Drafts,
    Entries,
    Matches,
    Meta,
    Places,
    Summaries,
    microseconds,
)
from scorepad.store.search import searchable

Shown: TypeAlias = Literal["database", "damaged", "missing", "nothing"]
"""What somebody who reads sees: the database, a backup where it is damaged or missing, or
nothing yet."""

_summaries = msgspec.json.Decoder(list[Summary])


class Store:
    """Keeps matches in one database; a `desk.ports.Keeper`.

    Made by `scorepad.store.open_store`.  `folder` is the data folder; `notices` says what whoever
    opened it must know.  Every method that writes returns when the change is on the disk; every
    method raises `Refused`, with one sentence, when the database does not do its part.
    """

    def __init__(
        self,
        engine: Engine,
        folder: Path,
        *,
        backups: Backups | None,
        now: Callable[[], datetime],
        notices: Sequence[Text] = (),
        shown: Shown = "database",
    ) -> None:
        """`backups`: None for a store that only reads."""
        self.folder = folder
        self._engine = engine
        self._writing = engine.execution_options(**{WRITES: True})
        self._backups = backups
        self._now = now
        self._notices = tuple(notices)
        self._shown = shown
        self._together: Connection | None = None
        self.suspect = False
        """Was the database found damaged while it was in use?"""

    @property
    def notices(self) -> tuple[Text, ...]:
        """What was put aside or is missing, what could not be backed up."""
        return self._notices + (self._backups.notices if self._backups else ())

    @property
    def reading(self) -> bool:
        """Was this opened for reading only?"""
        return self._backups is None

    def close(self) -> None:
        """Wait for a backup under way and let the database go."""
        if self._backups is not None:
            self._backups.wait()
        self._engine.dispose()

    # What the desk asks for

    def summaries(self, search: str = "", *, aside: bool = False) -> list[Summary]:
        """See `Keeper.summaries`."""
        asked = (
            select(Summaries.body)
            .join(Matches, col(Matches.key) == col(Summaries.match))
            .where(col(Matches.aside) == aside)
            .order_by(col(Summaries.changed).desc(), col(Summaries.match).desc())
        )
        for word in searchable(search).split():
            asked = asked.where(func.instr(Summaries.search, word) > 0)
        with self._read() as connection:
            bodies = connection.execute(asked).scalars().all()
        try:
            found = _summaries.decode(f"[{','.join(bodies)}]")
        except msgspec.MsgspecError as error:
            raise refusals.UnreadableList(self.folder) from error
        if aside:
            return [msgspec.structs.replace(summary, aside=True) for summary in found]
        return found

    def load(self, match_id: str) -> Kept:
        """See `Keeper.load`.  Raises `NoSuchMatch`, `SeveralMatches` or `UnreadableMatch`."""
        with self._read() as connection:
            key, whole = find(connection, match_id)
            return load(connection, key, whole)

    def has(self, match_id: str) -> bool:
        """See `Keeper.has`."""
        with self._read() as connection:
            return key_of(connection, match_id) is not None

    def create(self, kept: Kept, summary: Summary) -> None:
        """See `Keeper.create`.  Raises `MatchKept` when there is one with this id."""
        with self._write() as connection:
            if key_of(connection, kept.id) is not None:
                raise refusals.MatchKept(kept.id)
            created = summary.created or self._now()
            row = {
                "id": kept.id,
                "head": head_of(kept.head),
                "created": microseconds(created),
                "aside": summary.aside,
            }
            connection.execute(insert(Matches), row)
            key = known_key(connection, kept.id)
            add(connection, key, kept.log)
            place(connection, key, kept.log)
            summarise(connection, key, summary, self._now())

    def append(
        self, match_id: str, entries: Sequence[Entry], summary: Summary, *, after: int
    ) -> None:
        """See `Keeper.append`.  Raises `Overtaken`, `EntryKept` or `NoSuchMatch`."""
        with self._write() as connection:
            key = known_key(connection, match_id)
            last = select(func.max(Places.position)).where(col(Places.match) == key)
            position: int | None = connection.execute(last).scalar()
            if after != (0 if position is None else position + 1):
                raise refusals.Overtaken(match_id)
            add(connection, key, entries)
            place(connection, key, entries, first=after)
            summarise(connection, key, summary, self._now())

    def arrange(self, match_id: str, log: Sequence[Entry], summary: Summary) -> None:
        """See `Keeper.arrange`.  Raises `EntryDropped`, `EntryChanged`, `EntryKept` (twice in
        `log`) or `NoSuchMatch`."""
        with self._write() as connection:
            key = known_key(connection, match_id)
            asked = select(Entries.id, Entries.body).where(col(Entries.match) == key)
            kept = {row.id: row.body for row in connection.execute(asked)}
            new = []
            refuse_twice(log)
            for entry in log:
                body = kept.get(entry.id or "")
                if body is None:
                    new.append(entry)
                elif not same(body, body_of(entry)):
                    raise refusals.EntryChanged(entry.id or "")
            for missing in kept.keys() - {entry.id for entry in log}:
                raise refusals.EntryDropped(missing)
            add(connection, key, new)
            connection.execute(delete(Places).where(col(Places.match) == key))
            place(connection, key, log)
            summarise(connection, key, summary, self._now())

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """See `Keeper.together`."""
        with self._write() as connection:
            self._together = connection
            try:
                yield
            finally:
                self._together = None

    def set_aside(self, match_id: str, aside: bool) -> None:
        """See `Keeper.set_aside`.  Raises `NoSuchMatch`."""
        with self._write() as connection:
            key = known_key(connection, match_id)
            connection.execute(update(Matches).where(col(Matches.key) == key).values(aside=aside))

    def change(self) -> str:
        """See `Keeper.change`."""
        with self._read() as connection:
            asked = select(Meta.value).where(col(Meta.key) == "change")
            return connection.execute(asked).scalar() or ""

    def draft(self, match_id: str) -> str:
        """See `Keeper.draft`."""
        asked = select(Drafts.draft).where(col(Drafts.match) == sound(match_id))
        with self._read() as connection:
            return connection.execute(asked).scalar() or ""

    def keep_draft(self, match_id: str, draft: str) -> None:
        """See `Keeper.keep_draft`."""
        match = sound(match_id)
        with self._write() as connection:
            connection.execute(delete(Drafts).where(col(Drafts.match) == match))
            if draft:
                row = {"match": match, "draft": sound(draft)}
                connection.execute(insert(Drafts), row)

    # Care

    def backup_now(self, reason: str, *, wait: bool = True) -> None:
        """Put a copy into the rolling backups, if anything changed since the last one.

        `reason` (`start`, `end`) becomes part of its name.  Without `wait` it is made in the
        background, and a failure is said in `notices`; with it, a failure is raised.
        """
        self._writer().make(reason, wait=wait)

    def backup(self, to: Path) -> None:
        """Write a copy to a new file.  Raises `FileExists` or `BackupFails`, and leaves nothing
        half written; `NothingKept`, `MissingDatabase` or `DamagedDatabase` when there is no
        database to copy."""
        if self._shown == "nothing":
            raise refusals.NothingKept(self.folder)
        if self._shown == "missing":
            raise refusals.MissingDatabase(self.folder)
        if self._shown == "damaged":
            raise refusals.DamagedDatabase(self.folder)
        with self._bare() as source:
            care.back_up(source, to, self.folder)

    def restore(self, frm: Path) -> Path:
        """Put what is kept in the file `frm` in the place of everything kept here.

        The file is looked at first, and brought up to date in a copy.  Returns the file into
        which the present database was put aside.  Raises `NotADatabase` or `NewerDatabase`, and
        then nothing has changed.
        """
        backups = self._writer()
        backups.wait()
        with self._bare() as present:
            return care.restore(frm, present, self.folder, self._now())

    def check(self, make: Callable[[Kept], Summary] | None = None) -> list[Finding]:
        """What is wrong with what is kept; nothing if all is well.

        `make` folds a log and says what a list should show of it; it raises `Refused` for a log
        that does not fold.
        """
        with self._read() as connection:
            found = checking.check(connection, make)
        backups = self._backups or Backups(self.folder / DATABASE, self._now)
        with plainly(self.folder):
            return [*found, *(Finding("backup", text) for text in backups.faults())]

    def rebuild_summaries(self, make: Callable[[Kept], Summary]) -> int:
        """Make every match's summary anew from its log; returns how many.  A match whose log
        does not fold keeps the one it has."""
        with self._write() as connection:
            return checking.rebuild(connection, make)

    # Rows

    @contextlib.contextmanager
    def _read(self) -> Iterator[Connection]:
        if self._together is not None:
            with self._said():
                yield self._together
            return
        with self._said(), self._engine.connect() as connection:
            yield connection

    @contextlib.contextmanager
    def _write(self) -> Iterator[Connection]:
        self._writer()
        if self._together is not None:
            with self._said():
                yield self._together
            return
        with self._said(), self._writing.begin() as connection:
            yield connection
            mark = update(Meta).where(col(Meta.key) == "change").values(value=uuid.uuid4().hex)
            connection.execute(mark)

    @contextlib.contextmanager
    def _bare(self) -> Iterator[sqlite3.Connection]:
        """The connection under the engine's, for SQLite's own backup."""
        with self._said(), self._engine.connect() as connection:
            bare = connection.connection.driver_connection
            if not isinstance(bare, sqlite3.Connection):
                raise TypeError(bare)
            yield bare

    @contextlib.contextmanager
    def _said(self) -> Iterator[None]:
        try:
            with plainly(self.folder):
                yield
        except refusals.DamagedDatabase:
            self.suspect = True
            raise

    def _writer(self) -> Backups:
        if self._backups is None:
            raise refusals.OpenedForReading(self.folder)
        return self._backups
