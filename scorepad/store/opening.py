"""Opening a data folder: who may write, is the database sound, is it of this version."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Literal

from sqlalchemy import Engine
from sqlmodel import SQLModel

from scorepad.spades.system import why
from scorepad.spades.words import T, Text
from scorepad.store import refusals, rescue
from scorepad.store.backups import Backups
from scorepad.store.database import engine_for, engine_in_memory, plainly
from scorepad.store.dbfile import (
    COMPANIONS,
    DAMAGE,
    DATABASE,
    NotGood,
    connected,
    error_code,
    examine,
    how_to_read,
    in_memory,
    look,
    put,
    readable,
    sweep,
    temporary,
)
from scorepad.store.lock import State, as_left, leave, only_writer
from scorepad.store.migrate import MIGRATIONS, head, migrate, refuse_newer
from scorepad.store.store import Shown, Store


@contextlib.contextmanager
def opened(
    folder: Path, *, write: bool, now: Callable[[], datetime], migrations: Path = MIGRATIONS
) -> Iterator[Store]:
    """See `scorepad.store.open_store`.  `migrations` is the folder of the revisions."""
    opening = _writing if write else _reading
    with opening(folder.absolute(), now, migrations) as store:
        yield store


@contextlib.contextmanager
def _writing(folder: Path, now: Callable[[], datetime], migrations: Path) -> Iterator[Store]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise refusals.FolderUnusable(folder, why(error, writing=True)) from error
    file = folder / DATABASE
    with plainly(folder):
        _refuse_folder(file)
    with only_writer(folder) as state:
        backups = Backups(file, now)
        with plainly(folder):
            sweep(folder)
            backups.sweep()
            found = _condition(file, backups, state, migrations)
            notices: tuple[Text, ...] = ()
            if found in {"damaged", "missing"}:
                notices = rescue.rescue(file, backups, now(), found)
            fresh = not file.exists()
            if fresh:
                _make(file, migrations)
            engine = engine_for(file, "rw")
        store = Store(engine, folder, backups=backups, now=now, notices=notices)
        try:
            with plainly(folder):
                _bring_up_to_date(engine, file, backups, migrations)
            if not fresh:  # what was just made has nothing to lose
                backups.make("start", wait=False)
            yield store
        finally:
            store.close()
            leave(file, sound=not store.suspect and not backups.suspect)


def _refuse_folder(file: Path) -> None:
    if file.is_dir():
        raise refusals.FolderInPlace(file)


def _condition(
    file: Path, backups: Backups, state: State, migrations: Path
) -> Literal["sound", "damaged", "missing", "new"]:
    """How the database is found.  One that was closed in order and not touched since is taken
    to be sound; any other is looked through."""
    if not file.exists():
        rest = any(Path(f"{file}{name}").exists() for name in COMPANIONS)
        return "missing" if rest or backups.all() else "new"
    try:
        with connected(file, "ro") as connection:
            refuse_newer(file, look(connection).version, migrations)
            sound = as_left(file, state) or not examine(connection)
    except NotGood:
        return "damaged"
    except sqlite3.DatabaseError as error:
        if error_code(error) not in DAMAGE:
            raise
        return "damaged"
    return "sound" if sound else "damaged"


def _make(file: Path, migrations: Path) -> None:
    """Make a new database; it gets its name when it is whole, so an empty file is a damaged
    one."""
    with temporary(file.parent) as made:
        made.touch()
        engine = engine_for(made, "rw")
        try:
            migrate(engine, file, migrations)
        finally:
            engine.dispose()
        put(made, file)


def _bring_up_to_date(engine: Engine, file: Path, backups: Backups, migrations: Path) -> None:
    newest = head(migrations)
    with connected(file, "ro") as connection:
        version = look(connection).version
    if version != newest:
        backups.make(f"before-version-{int(newest)}", always=True)
        migrate(engine, file, migrations)


@contextlib.contextmanager
def _reading(folder: Path, now: Callable[[], datetime], migrations: Path) -> Iterator[Store]:
    with plainly(folder):
        engine, shown, notices = _to_read(folder, Backups(folder / DATABASE, now), migrations)
    store = Store(engine, folder, backups=None, now=now, notices=notices, shown=shown)
    try:
        yield store
    finally:
        store.close()


def _to_read(
    folder: Path, backups: Backups, migrations: Path
) -> tuple[Engine, Shown, tuple[Text, ...]]:
    """An engine that changes nothing in the folder, and what must be said of it."""
    file = folder / DATABASE
    if folder.exists() and not folder.is_dir():
        raise refusals.FolderUnusable(folder, T("there is a file in its place"))
    _refuse_folder(file)
    missing = not file.exists()
    if missing and not backups.all():
        return _empty(), "nothing", (refusals.NothingKept(folder).text,)
    try:
        if missing:
            raise NotGood("damaged")
        mode = how_to_read(file)
        with readable(file) as connection:
            version = look(connection).version
        refuse_newer(file, version, migrations)
        if mode is not None and version == head(migrations):
            return engine_for(file, mode), "database", ()
        return _copied(file, migrations), "database", ()
    except NotGood:
        pass
    except sqlite3.DatabaseError as error:
        if error_code(error) not in DAMAGE:
            raise
    backup = rescue.newest_good(backups)
    engine = _empty() if backup is None else _copied(backup.file, migrations)
    found: rescue.Found = "missing" if missing else "damaged"
    return engine, found, rescue.shown_instead(backup, file, found)


def _copied(file: Path, migrations: Path) -> Engine:
    """A database in memory with what the file has, brought up to date there."""
    bare = in_memory(file)
    engine = engine_in_memory(bare)
    if look(bare).version != head(migrations):
        migrate(engine, file, migrations)
    return engine


def _empty() -> Engine:
    bare = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    engine = engine_in_memory(bare)
    SQLModel.metadata.create_all(engine)
    return engine
