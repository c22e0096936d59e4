"""Rolling backups are kept in `backups/` of the data folder: the newest, one an hour and one a
day."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from scorepad import files
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text
from scorepad.store import refusals
from scorepad.store.database import plainly
from scorepad.store.dbfile import (
    NotGood,
    as_made,
    connected,
    copy,
    examine,
    foreign,
    look,
    look_and_examine,
)
from scorepad.store.elsewhere import CopyElsewhere
from scorepad.store.second_copy import SecondCopy

FOLDER = "backups"
APART = timedelta(hours=1)
"""A backup younger than this is new enough: the second copy has what came since."""
NEWEST = 3
"""This many backups stay whatever their age."""
HOURS, DAYS = 12, 30
"""The last backup of this many hours and days stays. Only those with a backup count, so that a
clock that jumped costs none."""
KEPT = "before"
"""A backup made for this reason (before an update) stays."""
NAME = re.compile(r"scorepad-(\d{6,})-(\d{8}-\d{6})-([a-z0-9-]+)\.db")
STAMP = "%Y%m%d-%H%M%S"


class Backup(msgspec.Struct, frozen=True):
    """Describes one backup; `number` counts up, `made` is UTC."""

    file: Path
    number: int
    made: datetime
    reason: str


class Backups:
    """Makes and removes the rolling backups of one database."""

    def __init__(
        self, database: Path, now: Callable[[], datetime], copy_to: Callable[[], str] = str
    ) -> None:
        """`copy_to` names the folder of the copy elsewhere."""
        self.database = database
        self.folder = database.parent / FOLDER
        self.now = now
        self.elsewhere = CopyElsewhere(SecondCopy(database.parent).file, copy_to)
        self._thread: threading.Thread | None = None
        self._notices: list[Text] = []
        self.suspect = False
        """Was the database found damaged while it was copied?"""

    @property
    def notices(self) -> tuple[Text, ...]:
        """Return why a backup in the background could not be made, or a copy elsewhere."""
        return (*self._notices, *self.elsewhere.notices.copy())

    def all(self) -> list[Backup]:
        """Return the backups, newest first."""
        found = []
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            for file in self.folder.iterdir():
                parts = NAME.fullmatch(file.name)
                if parts is None:
                    continue
                with contextlib.suppress(ValueError):
                    made = datetime.strptime(parts[2], STAMP).replace(tzinfo=UTC)
                    found.append(Backup(file, int(parts[1]), made, parts[3]))
        return sorted(found, key=lambda backup: backup.number, reverse=True)

    def make(self, reason: str, *, wait: bool = True, always: bool = False) -> None:
        """Make one if anything changed since the newest and that is old enough, and let go of
        those that are too many.

        Without `wait` this happens in the background; what then goes wrong is in `notices`.
        `always` makes one however young the newest is, unless that is of this very state and
        made for the same reason.
        """
        self.wait()
        if wait:
            self._make(reason, always=always)
            return
        self._thread = threading.Thread(target=self._try, args=(reason,), name="backup")
        self._thread.start()

    def wait(self) -> None:
        """Wait for the backup that is being made."""
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def close(self) -> None:
        """Wait for everything that is done in the background, the copy elsewhere too."""
        self.wait()
        self.elsewhere.follow()  # its drive may have been put in since the last change
        self.elsewhere.end()

    def faults(self) -> list[Text]:
        """Return why no backup can be made now, and which backups are damaged. To somebody who may
        only read the database it does not matter who may write beside it."""
        found = []
        why = self._why_not() if os.access(self.database, os.W_OK) else None
        if why is not None:
            found.append(T("No backup can be made: {why}.", why=why))
        for position, backup in enumerate(self.all()):
            try:
                with foreign(backup.file) as connection:
                    look(connection)
                    # The older ones would take as long as all the rest of a check.
                    if position < NEWEST and (not as_made(connection) or examine(connection)):
                        raise NotGood("damaged")
            except (NotGood, sqlite3.Error, OSError):
                found.append(T("The backup {file} is damaged.", file=str(backup.file)))
        return found

    def _why_not(self) -> Text | None:
        there = self.folder if self.folder.exists() else self.folder.parent
        if not there.is_dir():
            return T("{folder} is not a folder", folder=str(there))
        if not os.access(there, os.W_OK | os.X_OK):
            return T("nothing may be written in {folder}", folder=str(there))
        if shutil.disk_usage(there).free < self.database.stat().st_size:
            return T("the disk is full")
        return None

    def sweep(self) -> None:
        """Remove what a killed program left half written."""
        files.remove_leftovers(self.folder, older=0)

    def _try(self, reason: str) -> None:
        try:
            self._make(reason)
        except Refused as refused:
            self._notices.append(T("No backup could be made: {why}", why=refused.text))

    def _make(self, reason: str, *, always: bool = False) -> None:
        with self._sound(), plainly(self.folder), connected(self.database, "ro") as source:
            seen = look(source)
            there = self.all()
            if always:
                if self._holds(there, seen.change) and there[0].reason == reason:
                    return
            elif seen.matches == 0 or self._young(there) or self._holds(there, seen.change):
                return
            files.make_private_folder(self.folder)
            number = there[0].number + 1 if there else 1
            word = re.sub(r"[^a-z0-9]+", "-", reason.lower()).strip("-") or "backup"
            name = f"scorepad-{number:06}-{self.now():{STAMP}}-{word}.db"
            with files.replace_when_done(self.folder / name, private=True) as file:
                copy(source, file)
                with connected(file, "immutable") as copied:
                    look_and_examine(copied)
            self._let_go()

    @contextlib.contextmanager
    def _sound(self) -> Iterator[None]:
        try:
            yield
        except (NotGood, refusals.DamagedDatabase) as error:
            self.suspect = True
            raise refusals.DamagedDatabase(self.database.parent) from error

    def _young(self, there: list[Backup]) -> bool:
        return bool(there) and timedelta() <= self.now() - there[0].made < APART

    def _holds(self, there: list[Backup], change: str) -> bool:
        """Return whether the newest backup is of this very state."""
        if not there or not change:
            return False
        try:
            with foreign(there[0].file) as newest:
                return look(newest).change == change
        except (NotGood, sqlite3.Error, OSError):
            return False

    def _let_go(self) -> None:
        there = self.all()
        stay = {backup.file for backup in there[:NEWEST]}
        for form, most in (("%Y%m%d%H", HOURS), ("%Y%m%d", DAYS)):
            last: dict[str, Path] = {}
            for backup in there:
                last.setdefault(backup.made.strftime(form), backup.file)
            stay.update(list(last.values())[:most])
        for backup in there:
            if backup.file not in stay and not backup.reason.startswith(KEPT):
                # One that somebody has open stays until the next time.
                with contextlib.suppress(OSError):
                    backup.file.unlink()
