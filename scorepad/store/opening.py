"""Opening a data folder: who may write, is the database sound, is it of this version."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias

from scorepad import files
from scorepad.spades.refusal import os_reason
from scorepad.spades.words import T, Text
from scorepad.store import refusals, rescue
from scorepad.store.access import Shown
from scorepad.store.backups import Backups
from scorepad.store.copies import read_rows
from scorepad.store.database import Database, plainly, prepared
from scorepad.store.dbfile import (
    COMPANIONS,
    DAMAGE,
    DATABASE,
    NotGood,
    connected,
    error_code,
    examine,
    has_our_tables,
    how_to_read,
    in_memory,
    look,
    readable,
)
from scorepad.store.lock import State, Use, as_left, read_state
from scorepad.store.migrate import MIGRATIONS, head, migrate, refuse_newer
from scorepad.store.salvage import Make, is_older
from scorepad.store.second_copy import SecondCopy
from scorepad.store.store import Store

Condition: TypeAlias = Literal["sound", "damaged", "missing", "older", "new"]
SMALL = 16 << 20
"""Bytes of a database that is looked through at every start; a larger one only where it was not
closed in order."""


@contextlib.contextmanager
def opened(
    folder: Path,
    *,
    write: bool,
    now: Callable[[], datetime],
    make: Make | None = None,
    thoroughly: bool = False,
    copy_to: Callable[[], str] = str,
    migrations: Path = MIGRATIONS,
) -> Iterator[Store]:
    """See `scorepad.store.open_store`.  `migrations` is the folder of the revisions."""
    where = folder.absolute()
    if write:
        backups = Backups(where / DATABASE, now, copy_to)
        with _writing(where, backups, make, migrations, thoroughly=thoroughly) as store:
            yield store
    else:
        with _reading(where, now, make, migrations) as store:
            yield store


@contextlib.contextmanager
def _writing(
    folder: Path,
    backups: Backups,
    make: Make | None,
    migrations: Path,
    *,
    thoroughly: bool,
) -> Iterator[Store]:
    try:
        files.make_private_folder(folder)
    except OSError as error:
        raise refusals.folder_unusable(folder, os_reason(error, writing=True)) from error
    file = folder / DATABASE
    with plainly(folder):
        _refuse_other(file)
    with plainly(folder):
        use = Use(folder)
    database, now = Database(partial(prepared, file)), backups.now
    store = None
    try:
        with plainly(folder):
            notices: tuple[Text, ...] = ()
            if use.alone:
                notices = _prepare(file, backups, make, use.state, migrations, thoroughly)
                use.share()
            elif thoroughly:
                raise refusals.in_use(folder)
            else:
                _refuse_unprepared(file, migrations)
            store = Store(
                database, folder, backups=backups, now=now, make=make, notices=notices, use=use
            )
            store.complete_second_copy(anew=thoroughly or use.state.suspect)
        yield store
    finally:
        backups.close()
        database.close()
        use.leave(file, sound=store is not None and not store.suspect and not backups.suspect)


def _prepare(
    file: Path,
    backups: Backups,
    make: Make | None,
    state: State,
    migrations: Path,
    thoroughly: bool,
) -> tuple[Text, ...]:
    """Have a sound database of this version there; what must be said of that."""
    _tidy(file.parent, backups)
    thoroughly |= state.suspect
    notices: tuple[Text, ...] = ()
    found = _condition(file, backups, state, migrations, thoroughly=thoroughly)
    if found in {"damaged", "missing", "older"}:
        notices = rescue.rescue(file, backups, make, backups.now(), found)
    elif found == "sound":
        with connected(file, "ro") as connection:
            notices = _alone(connection, file, state)
    if notices:
        rescue.SaidOnRescue(file.parent).add(notices)
    fresh = not file.exists()
    if fresh:
        _make(file, migrations)
    _bring_up_to_date(file, backups, migrations)
    if not fresh:  # what was just made has nothing to lose
        backups.make("start", wait=False)
    return notices


def _refuse_unprepared(file: Path, migrations: Path) -> None:
    """Others are there, and have prepared the database.  Raises `Refused` where that was undone
    since, or where they are of another version."""
    if not file.exists():
        raise refusals.missing_database(file.parent)
    try:
        with connected(file, "ro") as connection:
            seen = look(connection)
    except NotGood:
        raise refusals.DamagedDatabase(file.parent) from None
    refuse_newer(file, seen.version, migrations)
    if seen.version != head(migrations):
        raise refusals.in_use(file.parent)


def _refuse_other(file: Path) -> None:
    """Raise `Refused`, or `OSError`, where something that is no file has the name."""
    if file.is_dir():
        raise refusals.folder_in_place(file)
    companions = (Path(f"{file}{name}") for name in COMPANIONS)
    for each in (file, *companions, SecondCopy(file.parent).file):
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            files.stat_regular_file(each)


def _tidy(folder: Path, backups: Backups) -> None:
    """Remove what a killed program left, and let nobody else read what is kept."""
    files.remove_leftovers(folder, older=0)
    backups.sweep()
    ours = (
        *folder.glob("scorepad*"),
        *folder.glob("settings*"),
        *folder.glob("backups/scorepad-*"),
    )
    for each in (*ours, folder / "backups", folder / "rules", folder / "logs"):
        files.keep_private(each)


def _condition(
    file: Path, backups: Backups, state: State, migrations: Path, *, thoroughly: bool
) -> Condition:
    """How the database is found.  One that was closed in order and not touched since is taken to
    be sound, as far as its pages go; any other is looked through."""
    second = SecondCopy(file.parent)
    if not file.exists():
        rest = any(Path(f"{file}{name}").exists() for name in COMPANIONS)
        return "missing" if rest or second.file.exists() or backups.all() else "new"
    try:
        # What a killed program left half done in the old way is taken back: that takes a writer.
        half_done = Path(f"{file}-journal").exists()
        with connected(file, "rw" if half_done else "ro") as connection:
            seen = look(connection)
            if seen.damaged_version:
                return "damaged"
            refuse_newer(file, seen.version, migrations)
            ours = migrations == MIGRATIONS and seen.version == head(migrations)
            if ours and not has_our_tables(connection):
                return "damaged"
            thoroughly |= not as_left(file, state)
            closely = thoroughly or file.stat().st_size < SMALL
            if closely and examine(connection, thoroughly=thoroughly):
                return "damaged"
            if seen.version != head(migrations):
                return "sound"
            if thoroughly:
                # The journal may be gone while it was being emptied: then some pages are of before.
                kept = read_rows(connection)
                if not kept.sound:
                    return "damaged"
                return "older" if is_older(connection, second, kept=kept) else "sound"
            return "older" if is_older(connection, second) else "sound"
    except NotGood:
        return "damaged"
    except sqlite3.DatabaseError as error:
        if error_code(error) not in DAMAGE:
            raise
        return "damaged"


def _make(file: Path, migrations: Path) -> None:
    """Make a new database; it gets its name when it is whole, so an empty file is a damaged
    one."""
    with files.replace_when_done(file, private=True) as made:
        made.touch()
        with contextlib.closing(prepared(made, journal="DELETE")) as connection:
            migrate(connection, file, migrations)


def _bring_up_to_date(file: Path, backups: Backups, migrations: Path) -> None:
    newest = head(migrations)
    with connected(file, "ro") as connection:
        version = look(connection).version
    if version != newest:
        backups.make(f"before-version-{int(newest)}", always=True)
        with contextlib.closing(prepared(file)) as connection:
            migrate(connection, file, migrations)


@contextlib.contextmanager
def _reading(
    folder: Path, now: Callable[[], datetime], make: Make | None, migrations: Path
) -> Iterator[Store]:
    with plainly(folder):
        backups = Backups(folder / DATABASE, now)
        database, shown, notices = _to_read(folder, backups, make, migrations)
    store = Store(database, folder, backups=None, now=now, make=make, notices=notices, shown=shown)
    try:
        yield store
    finally:
        store.close()


def _to_read(
    folder: Path, backups: Backups, make: Make | None, migrations: Path
) -> tuple[Database, Shown, tuple[Text, ...]]:
    """A database that changes nothing in the folder, and what must be said of it."""
    file = folder / DATABASE
    if folder.exists() and not folder.is_dir():
        raise refusals.folder_unusable(folder, T("there is a file in its place"))
    _refuse_other(file)
    second = SecondCopy(folder)
    if not file.exists() and not second.file.exists() and not backups.all():
        from scorepad.store.rows import Meta, asked

        connection = in_memory()
        with asked(connection) as asking:
            Meta.metadata.create_all(asking)
        return _shared(connection), "nothing", (refusals.nothing_kept(folder).text,)
    found: rescue.Found = "damaged"
    try:
        if not file.exists():
            found = "missing"
            raise NotGood("damaged")
        # What is written meanwhile comes to the database first.
        copied = second.mark() if second.readable else None
        mode = how_to_read(file)
        with readable(file) as connection:
            seen = look(connection)
            if seen.damaged_version:
                raise NotGood("damaged")
            refuse_newer(file, seen.version, migrations)
            ours = migrations == MIGRATIONS and seen.version == head(migrations)
            if ours and not has_our_tables(connection):
                raise NotGood("damaged")
            if file.stat().st_size < SMALL and examine(connection):
                raise NotGood("damaged")
            if seen.version != head(migrations):
                return _copied(file, migrations), "database", ()
            if copied is not None and is_older(connection, second, copied):
                found = "older"
                raise NotGood("damaged")
            notices = _alone(connection, file, read_state(folder))
        if mode is not None:
            return Database(partial(prepared, file, mode)), "database", notices
        return _copied(file, migrations), "database", notices
    except NotGood:
        pass
    except sqlite3.DatabaseError as error:
        if error_code(error) not in DAMAGE:
            raise
    salvage = rescue.salvaged(file, backups)
    connection = in_memory()
    rescue.put_together(salvage.copy, connection, make, backups.now(), file)
    return _shared(connection), found, rescue.shown_instead(salvage, file, found)


def _alone(connection: sqlite3.Connection, file: Path, state: State) -> tuple[Text, ...]:
    """What must be said of a database whose second copy is gone, unless it was closed in order.
    One that `backup` wrote journals in the old way: nothing of it was in a journal."""
    second = SecondCopy(file.parent).file
    (journal,) = connection.execute("PRAGMA journal_mode").fetchone()
    if second.exists() or journal != "wal" or as_left(file, state):
        return ()
    # An older program wrote no second copy, and has no mark.
    marked = connection.execute("SELECT 1 FROM meta WHERE key = 'mark'").fetchone()
    return () if marked is None else (refusals.second_copy_gone(second),)


def _copied(file: Path, migrations: Path) -> Database:
    """A database in memory with what the file has, brought up to date there."""
    connection = in_memory(file)
    if look(connection).version != head(migrations):
        migrate(connection, file, migrations)
    return _shared(connection)


def _shared(connection: sqlite3.Connection) -> Database:
    """The database in memory that this one connection holds."""
    return Database(lambda: connection)
