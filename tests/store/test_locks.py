"""Several programs write, one transaction at a time; anybody may read; no file that holds a lock
can be damaged."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from scorepad.desk.ports import OutcomeUnknown
from scorepad.spades.refusal import Refused
from scorepad.store import tables
from scorepad.store.file_locks import hold_exchange_lock, hold_window_lock
from tests.fork_server import ForkedProcess
from tests.store.kept import (
    append,
    create,
    entry,
    feed,
    ids,
    kept,
    log,
    match_id,
    names,
    opened,
)

POSIX = pytest.mark.skipif(os.name == "nt", reason="another user may read a folder")
PRELUDE = """
import os, sys
from functools import partial
from pathlib import Path
from typing import Any
from scorepad.desk.ports import LogHasGrown
from scorepad.spades.entries import Note
from scorepad.spades.refusal import Refused
from tests.store.kept import *
folder = Path(sys.argv[1])
def become_nobody():
    if os.getuid() == 0:
        os.setgid(65534)
        os.setuid(65534)
"""


def start(code: str, folder: Path, *more: str) -> ForkedProcess:
    return ForkedProcess([str(folder), *more], code=PRELUDE + code, text=True)


def run(code: str, folder: Path) -> str:
    with start(code, folder) as process:
        out, err = process.communicate()
    assert (process.returncode, err) == (0, ""), err
    return str(out)


def go_on(process: ForkedProcess) -> None:
    process.stdin.write("\n")
    process.stdin.flush()


RACES = """
name = sys.argv[2]
sys.stdin.readline()
with opened(folder) as store:
    for n in range(25):
        store.keep_draft(name, f"{n}")
        while True:
            seen = store.load(match_id(1))
            number = ord(name[0]) * 1000 + n
            new = Note(text=f"{name} {n} after {len(seen.log)}", id=entry_id(number))
            try:
                store.append(seen.id, [new], make(grown(seen, new)), after=len(seen.log))
            except LogHasGrown:
                continue
            break
    print(store.notices)
"""


def test_three_who_race_lose_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        create(store, kept(1))
        processes = [start(RACES, tmp_path, name) for name in ("Ann", "Bo", "Cy")]
        for process in processes:
            go_on(process)
        for process in processes:
            with process:
                assert process.communicate() == ("()\n", "")
        notes = [str(getattr(each, "text", "")) for each in store.load(match_id(1)).log]
        # Each stands right after the log that its author had seen, and each is there once.
        assert [f"after {n}" for n in range(75)] == [note.split(" ", 2)[2] for note in notes]
        assert (store.notices, store.check()) == ((), [])
    assert feed(tmp_path).read_bytes().count(b"\n") == 75 + 3


@pytest.mark.parametrize(
    ("hold", "program"),
    [
        (hold_window_lock, "The Scorepad window"),
        (hold_exchange_lock, "“scorepad share follow”"),
        (contextlib.nullcontext, "Scorepad"),
    ],
)
def test_nobody_recovers_beside_a_program_that_is_open(
    data: Path, hold: Callable[[Path], AbstractContextManager[object]], program: str
) -> None:
    """Whatever is removed from the folder, or written into its files: nobody takes it for free."""
    refused = f"{program} is using {data}. Close it, or wait until it's done"
    with opened(data), hold(data):
        for each in data.iterdir():
            if each.is_file():
                each.write_bytes(b"?" * 5000)
                if program == "Scorepad" and each.name != "scorepad.db":
                    each.unlink()
        with pytest.raises(Refused, match=refused), opened(data):
            pass
    with opened(data) as store:
        assert (ids(store), store.check()) == (names(*range(1, 7)), [])


def test_a_new_database_can_be_opened_while_somebody_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite changes to a write-ahead log only if no one reads, and does not wait for that."""
    real, readers = os.rename, list[sqlite3.Connection]()

    def rename(source: Path, to: Path) -> None:
        real(source, to)
        if to.name == "scorepad.db":
            readers.append(sqlite3.connect(to))
            readers[-1].execute("BEGIN")
            readers[-1].execute("SELECT * FROM state").fetchall()

    monkeypatch.setattr(os, "rename", rename)
    with opened(tmp_path) as store:
        create(store, kept(1))
    (reader,) = readers
    reader.close()


@POSIX
def test_a_disk_that_locks_no_folder_keeps_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As over NFS; and the folder has a name that an address would read otherwise."""
    fcntl = pytest.importorskip("fcntl")
    folder, real = tmp_path / "a?mode=ro#b%41 – ♠" / "c&d", fcntl.flock

    def flock(descriptor: int, how: int) -> None:
        # To lock a file alone, it must be open for writing, and no folder can be.
        if how & fcntl.LOCK_EX and fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE == 0:
            raise OSError(9, "Bad file descriptor")
        real(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", flock)
    for n in range(1, 4):
        with opened(folder) as store, opened(folder) as other:
            if n == 1:
                create(store, kept(1))
            append(store, entry(n))
            assert other.load(match_id(1)).log == log(n)
            assert (store.notices, store.check()) == ((), [])
    assert (folder / "scorepad.db").is_file()


def test_the_one_window(tmp_path: Path) -> None:
    with hold_window_lock(tmp_path) as first, hold_window_lock(tmp_path) as second:
        assert (first, second) == (True, False)
    with hold_window_lock(tmp_path) as third, hold_window_lock(tmp_path / "no" / "folder") as last:
        assert (third, last) == (True, True)


# Folders


@pytest.fixture
def foreign() -> Iterator[Path]:
    """A data folder that belongs to somebody else, may be read and not written; what came last is
    in the journal alone."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        with opened(folder) as store:
            create(store, kept(1, log(2)))
            append(store, entry(3))
            copy = shutil.copytree(folder, Path(name) / "copy")
        (copy / "scorepad.db-shm").unlink()
        Path(name).chmod(0o755)
        for each in (folder, copy):
            for file in (each, *each.rglob("*")):
                file.chmod(0o555 if file.is_dir() else 0o444)
        yield Path(name)
        for each in Path(name).rglob("*"):
            if each.is_dir():
                each.chmod(0o755)


READS = """
become_nobody()
before = sorted(os.listdir(folder))
with opened(folder, write=False) as store:
    print(len(store.load(match_id(1)).log), len(store.summaries()), store.notices, store.check())
print(sorted(os.listdir(folder)) == before)
for where in (folder, folder / "new"):
    try:
        with opened(where) as store:
            store.keep_draft("x", "y")
    except Refused as refused:
        print(refused)
"""


@POSIX
@pytest.mark.parametrize("name", ["data", "copy"])
def test_a_folder_that_may_only_be_read_is_read(foreign: Path, name: str) -> None:
    found, is_unchanged, first, second = run(READS, foreign / name).splitlines()
    assert (found, is_unchanged) == ("3 1 () []", "True")
    assert "is read-only" in first or "you don't have permission" in first
    assert "you don't have permission" in second


@pytest.mark.parametrize("write", [True, False])
def test_a_file_in_place_of_the_folder(tmp_path: Path, write: bool) -> None:
    place = tmp_path / "data"
    place.write_text("mine")
    refused = [(place, "a file with that name already exists")]
    if write:
        refused += [(place / "x", "."), (tmp_path / ("x" * 300), "its name is too long")]
    for folder, why in refused:
        with pytest.raises(Refused, match=why), opened(folder, write=write):
            pass
    assert place.read_text() == "mine"


# A disk that fails at the commit


def _fail_at_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the disk fail at each commit, which is in the journal then."""
    real, error = Session.commit, sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_FSYNC

    def commit(session: Session) -> None:
        real(session)
        raise OperationalError("COMMIT", {}, error)

    monkeypatch.setattr(Session, "commit", commit)


class FailingConnection(sqlite3.Connection):
    """A connection to a disk that may bring nothing of the journal into the database."""

    fails = False

    def execute(self, sql: str, *more: Any) -> sqlite3.Cursor:
        if self.fails and "wal_checkpoint" in sql:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_FSYNC
            raise error
        return super().execute(sql, *more)


@pytest.mark.parametrize("way", ["the disk fails", "somebody reads"])
def test_what_may_be_in_the_journal_alone_is_not_found_until_it_is_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """The sync fails at the commit, and again when it is looked for."""
    monkeypatch.setattr(tables, "BUSY_TIMEOUT", 0.1)
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=FailingConnection))
    with opened(tmp_path) as store, contextlib.ExitStack() as stack:
        create(store, kept(1))
        reader = stack.enter_context(contextlib.closing(sqlite3.connect(tmp_path / "scorepad.db")))
        with monkeypatch.context() as disk:
            if way == "somebody reads":
                reader.execute("BEGIN")
                reader.execute("SELECT * FROM state").fetchall()
            else:
                disk.setattr(FailingConnection, "fails", True)
            with monkeypatch.context() as commit:
                _fail_at_commit(commit)
                with pytest.raises(OutcomeUnknown):
                    append(store, entry(1))
            for _again in range(2):
                with pytest.raises(OutcomeUnknown):
                    store.load(match_id(1))
                with pytest.raises(OutcomeUnknown):
                    store.archive(match_id(1), True)
                assert [each.id for each in store.summaries()] == [match_id(1)], "lists go on"
                assert store.revision_by_others()
        reader.rollback()
        assert store.load(match_id(1)).log == log(1)
        assert (tmp_path / "scorepad.db-wal").stat().st_size == 0
        append(store, entry(2))
        assert (store.notices, store.check()) == ((), [])
