"""A disk that is full or fails: one sentence, and nothing half written."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from scorepad.spades.refusal import Refused
from scorepad.store import open_store
from scorepad.store.database import refusal
from scorepad.store.dbfile import connected
from tests.store.kept import entry, grown, kept, log, make, match_id, run


def test_a_full_disk(tmp_path: Path) -> None:
    match = kept(1, log(3))
    with open_store(tmp_path, write=True) as store:
        store.create(match, make(match))
        with store._database.connection() as connection:
            (pages,) = connection.execute("PRAGMA page_count").fetchone()
            connection.execute(f"PRAGMA max_page_count = {pages}")
        large = grown(match, *log(500)[3:])
        with pytest.raises(Refused, match="make room and try again"):
            store.append(match.id, large.log[3:], make(large), after=3)
        with pytest.raises(Refused, match="The disk is full"):
            store.create(kept(2, log(500)), make(kept(2)))
        assert store.load(match.id) == match
        assert store.summaries()[0].entries == 3
        with store._database.connection() as connection:
            connection.execute("PRAGMA max_page_count = 1000000")
        store.append(match.id, large.log[3:], make(large), after=3)
        assert store.load(match.id) == large
        assert store.check(make) == []


def test_a_disk_that_takes_no_more(tmp_path: Path) -> None:
    code = """
import resource
with open_store(folder, write=True) as store:
    match = kept(1, log(3))
    store.create(match, make(match))
    store.backup_now("end")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, hard))
    n = 3
    while True:
        more = grown(match, *(entry(n + each) for each in range(1, 20)))
        try:
            store.append(match.id, more.log[n:], make(more), after=n)
        except Refused as refused:
            print(refused)
            break
        match, n = more, len(more.log)
    print(store.load(match.id) == match)
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    store.append(match.id, more.log[n:], make(more), after=n)
    print(store.load(match.id) == more, store.check(make), store.notices)
"""
    refused, before, after = run(code, tmp_path).splitlines()
    assert refused.startswith("The disk ")
    assert (before, after) == ("True", "True [] ()")


@pytest.mark.parametrize("operation", range(8))
def test_a_fault_while_the_first_database_is_made_is_told_and_leaves_nothing_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, operation: int
) -> None:
    folder, done = tmp_path / "data", []

    def fault(name: str, *_: object) -> None:
        done.append(name)
        if len(done) == operation + 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    for module, name in ((os, "fsync"), (os, "link"), (Path, "touch"), (Path, "chmod")):
        real = getattr(module, name)

        def failing(*said: Any, real: Any = real, name: str = name, **more: Any) -> Any:
            fault(name)
            return real(*said, **more)

        monkeypatch.setattr(module, name, failing)
    with contextlib.suppress(Refused), open_store(folder, write=True) as store:
        store.create(kept(1), make(kept(1)))
    assert len(done) > operation
    monkeypatch.undo()
    with open_store(folder, write=True) as store:
        assert not any("damaged" in str(notice) for notice in store.notices)
        assert store.check(make) == []


def test_another_program_keeps_the_database_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorepad.store.dbfile.WAIT", 0.05)
    with open_store(tmp_path, write=True) as store:
        store.create(kept(1), make(kept(1)))
        with connected(tmp_path / "scorepad.db", "rw") as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Refused, match="close it and try again"):
                store.append(match_id(1), [entry(1)], make(kept(1)), after=0)
            assert store.load(match_id(1)) == kept(1)
        store.append(match_id(1), [entry(1)], make(kept(1)), after=0)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (sqlite3.SQLITE_FULL, "The disk is full"),
        (sqlite3.SQLITE_IOERR_FSYNC, "does not answer as it should"),
        (sqlite3.SQLITE_READONLY_DBMOVED, "may only be read"),
        (sqlite3.SQLITE_CANTOPEN_ISDIR, "may only be read"),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, "keeps the database"),
        (sqlite3.SQLITE_LOCKED, "keeps the database"),
        (sqlite3.SQLITE_CORRUPT_VTAB, "is damaged"),
        (sqlite3.SQLITE_NOTADB, "is damaged"),
        (sqlite3.SQLITE_MISUSE, "refuses"),
    ],
)
def test_each_error_has_its_sentence(tmp_path: Path, code: int, sentence: str) -> None:
    error = sqlite3.OperationalError("it says so")
    error.sqlite_errorcode = code
    said = refusal(error, tmp_path)
    assert sentence in str(said)
    assert str(tmp_path) in str(said)
