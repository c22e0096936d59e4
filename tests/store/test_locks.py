"""Several programs write, one transaction at a time; anybody may read; no file that holds a lock
can be damaged."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session, select

from scorepad.desk.ports import (
    DocumentRecord,
    LogHasGrown,
    OutcomeUnknown,
)
from scorepad.spades.refusal import Refused
from scorepad.store import check
from scorepad.store.file_locks import FolderLock, hold_exchange_lock, hold_window_lock, lock
from scorepad.store.logs import read_log
from scorepad.store.store import Store
from scorepad.store.tables import DATABASE, DraftRow, LineRow, StatusRow, connect
from tests.fork_server import ForkedProcess
from tests.store.kept import (
    START,
    entry,
    entry_id,
    grown,
    kept,
    log,
    make,
    match_id,
)
from tests.store.soak import append, opened
from tests.store.test_store import opened as opened_to

POSIX = pytest.mark.skipif(os.name == "nt", reason="another user may read a folder")
PRELUDE = """
import os, sys, warnings
warnings.simplefilter("error")
from pathlib import Path
from scorepad.desk.ports import LogHasGrown
from scorepad.spades.refusal import Refused
from scorepad.store import open_store
from tests.store.kept import entry, entry_id, grown, kept, log, make, match_id
from tests.store.soak import append, opened
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


def test_a_reader_sees_the_database_as_it_was_at_one_moment(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.create(kept(1), make(kept(1)))
        with store.reading() as session:
            before = read_log(session, match_id(1))
            assert before is not None
            append(store, 1)
            assert read_log(session, match_id(1)) == before


RACES = """
from scorepad.spades.entries import Note
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


def test_a_new_database_can_be_opened_while_somebody_reads_it(tmp_path: Path) -> None:
    """SQLite changes to a write-ahead log only where nobody reads, and does not wait for that."""
    with opened(tmp_path):
        pass
    with contextlib.closing(connect(tmp_path / DATABASE, "ro")) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM state").fetchall()
        connect(tmp_path / DATABASE, "rw").close()


def test_three_who_race_lose_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.create(kept(1), make(kept(1)))
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
    (feed,) = (tmp_path / "feeds").iterdir()
    assert feed.read_bytes().count(b"\n") == 75 + 3


APPENDS = """
with opened(folder) as store:
    if not store.has(match_id(1)):
        store.create(kept(1), make(kept(1)))
    while True:
        n = len(store.load(match_id(1)).log) + 1
        append(store, n)
        print(entry_id(n), flush=True)
        store.keep_draft(match_id(1), f"after {n}")
"""


@pytest.mark.parametrize("read", [2, 41])
def test_what_was_acknowledged_is_there_after_a_kill(tmp_path: Path, read: int) -> None:
    acknowledged: set[str] = set()
    for _time in (1, 2, 3):
        with start(APPENDS, tmp_path) as process:
            for _line in range(read):
                acknowledged.add(process.stdout.readline().strip())
            process.send_signal(signal.SIGKILL)
            rest, err = process.communicate()
            assert (process.returncode, err) == (-signal.SIGKILL, "")
            acknowledged.update(rest.split())
        for write in (False, True):  # check has nothing to say after an ordinary kill
            with opened_to(tmp_path, write=write) as store:
                found = {each.id for each in store.load(match_id(1)).log}
                assert acknowledged <= found == {entry_id(n) for n in range(1, len(found) + 1)}
                assert store.summaries()[0].entries == len(found)
                assert (store.notices, store.check()) == ((), [])


WAITS = """
with opened(folder) as store:
    store.create(kept(1, log(2)), make(kept(1, log(2))))
    print("open", flush=True)
    sys.stdin.readline()
    append(store, 3)
    print("appended", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[ForkedProcess]:
    """Another process that writes to `tmp_path`: one match, and a third entry when told."""
    with start(WAITS, tmp_path) as process:
        assert process.stdout.readline() == "open\n"
        yield process
        process.kill()


def append_there(writer: ForkedProcess) -> None:
    go_on(writer)
    assert writer.stdout.readline() == "appended\n"


@pytest.mark.parametrize("write", [True, False])
def test_others_are_welcome_and_see_what_is_written(
    tmp_path: Path, writer: ForkedProcess, write: bool
) -> None:
    with opened_to(tmp_path, write=write) as store:
        seen, before = store.load(match_id(1)), store.revision_by_others()
        append_there(writer)
        assert store.revision_by_others() != before
        assert store.load(match_id(1)).log == log(3)
        if write:
            with pytest.raises(LogHasGrown):
                store.append(seen.id, [entry(4)], make(seen), after=len(seen.log))
        assert (store.notices, store.check()) == ((), [])


def test_nobody_recovers_beside_somebody_else(tmp_path: Path, writer: ForkedProcess) -> None:
    with opened(tmp_path) as store:
        file = tmp_path / "scorepad.db"
        shutil.copyfile(file, tmp_path / "older")
        (tmp_path / "older").rename(file)
        with pytest.raises(Refused, match="Close Scorepad everywhere and open it again"):
            append(store, 3)
    with pytest.raises(Refused, match=r"Scorepad is open in|is damaged or was replaced\."):
        append_once(tmp_path)
    writer.kill()
    writer.wait()
    with opened(tmp_path) as store:
        assert store.load(match_id(1)).log == log(2)
        assert store.check() == []


def append_once(folder: Path) -> None:
    (folder / "scorepad.db").write_bytes(b"?")
    with opened(folder) as store:
        append(store, 3)


def test_what_is_there_to_lock_cannot_be_damaged(tmp_path: Path, writer: ForkedProcess) -> None:
    """Whatever is removed from the folder or written into its files: nobody takes it for free."""
    held = FolderLock(tmp_path)
    for each in tmp_path.iterdir():
        if each.is_file() and not each.name.startswith("scorepad.db"):
            each.write_bytes(b"junk")
            each.unlink()
    assert not held.lock_exclusively()
    assert held.lock_shared()
    held.release()
    writer.kill()
    writer.wait()
    assert held.lock_exclusively()
    held.release()


def test_one_writer_at_a_time_in_one_program_too(tmp_path: Path) -> None:
    file = tmp_path / "file"
    one, other = (os.open(file, os.O_RDWR | os.O_CREAT) for _ in range(2))
    assert lock(one, patience=0)
    assert not lock(other, patience=0)
    os.close(one)
    assert lock(other, patience=0)
    os.close(other)


@POSIX
def test_a_disk_that_locks_no_folder_keeps_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As over NFS: to lock a file alone, it must be open for writing, and no folder can be."""
    fcntl = pytest.importorskip("fcntl")
    real = fcntl.flock

    def flock(descriptor: int, how: int) -> None:
        if how & fcntl.LOCK_EX and fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE == 0:
            raise OSError(9, "Bad file descriptor")
        real(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", flock)
    for n in range(1, 4):
        with opened(tmp_path) as store, opened(tmp_path) as other:
            if n == 1:
                store.create(kept(1), make(kept(1)))
            append(store, n)
            assert other.load(match_id(1)).log == log(n)
            assert (store.notices, store.check()) == ((), [])


def test_the_one_window(tmp_path: Path) -> None:
    with hold_window_lock(tmp_path) as first, hold_window_lock(tmp_path) as second:
        assert (first, second) == (True, False)
    with (
        hold_window_lock(tmp_path) as third,
        hold_window_lock(tmp_path / "no" / "folder") as fourth,
    ):
        assert (third, fourth) == (True, True)


# Folders


@pytest.fixture
def foreign() -> Iterator[Path]:
    """A data folder that belongs to somebody else, may be read and not written; what came last is
    in the journal alone."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        with opened(folder) as store:
            store.create(kept(1, log(2)), make(kept(1, log(2))))
            append(store, 3)
            copy = shutil.copytree(folder, Path(name) / "copy")
        (copy / "scorepad.db-shm").unlink()
        Path(name).chmod(0o755)
        for each in (folder, copy):
            for file in each.rglob("*"):
                file.chmod(0o555 if file.is_dir() else 0o444)
            each.chmod(0o555)
        yield Path(name)
        for each in (*Path(name).rglob("*"), Path(name)):
            if each.is_dir():
                each.chmod(0o755)


READS = """
become_nobody()
before = sorted(os.listdir(folder))
with open_store(folder, write=False, summarize=make) as store:
    print(len(store.load(match_id(1)).log), len(store.summaries()), store.notices, store.check())
print(sorted(os.listdir(folder)) == before)
"""


@POSIX
@pytest.mark.parametrize("name", ["data", "copy"])
def test_a_folder_that_may_only_be_read_is_read(foreign: Path, name: str) -> None:
    assert run(READS, foreign / name) == "3 1 () []\nTrue\n"


@POSIX
def test_a_folder_that_may_not_be_written_is_refused_in_a_sentence(foreign: Path) -> None:
    code = """
become_nobody()
for where in (folder, folder / "new"):
    try:
        with opened(where) as store:
            store.keep_draft("x", "y")
    except Refused as refused:
        print(refused)
"""
    first, second = run(code, foreign / "data").splitlines()
    assert "may only be read" in first or "its permissions forbid it" in first
    assert "its permissions forbid it" in second


@POSIX
@pytest.mark.parametrize("what", ["feed", "feeds"])
def test_a_feed_that_may_not_be_written_stops_nobody_who_records(what: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        with opened(folder) as store:
            store.create(kept(1, log(2)), make(kept(1, log(2))))
        (feed,) = (folder / "feeds").iterdir()
        (feed if what == "feed" else feed.parent).chmod(0o444 if what == "feed" else 0)
        Path(name).chmod(0o755)
        for each in (folder, *folder.rglob("*")):
            os.chown(each, 65534, 65534)
        code = """
become_nobody()
with opened(folder) as store:
    append(store, 3)
    print(len(store.load(match_id(1)).log), *store.notices)
"""
        place = feed if what == "feed" else feed.parent
        assert run(code, folder) == (
            f"3 {place} can't be kept up to date: its permissions forbid it. Your entries are safe "
            "in the database.\n"
        )
        place.chmod(0o600 if what == "feed" else 0o700)
        with opened(folder) as store:
            assert (store.notices, store.check()) == ((), [])
        assert feed.read_bytes().count(b"\n") == 3 + 3


@pytest.mark.parametrize(
    ("hold", "program"),
    [
        (hold_window_lock, "The Scorepad window"),
        (hold_exchange_lock, "“scorepad share follow”"),
        (contextlib.nullcontext, "Scorepad"),
    ],
)
def test_who_cannot_recover_is_told_which_program_is_open(
    tmp_path: Path, hold: Callable[[Path], AbstractContextManager[object]], program: str
) -> None:
    with opened(tmp_path) as store, hold(tmp_path):
        store.create(kept(1, log(2)), make(kept(1, log(2))))
        (tmp_path / "scorepad.db").write_bytes(b"?" * 5000)
        refused = f"{program} is open in {tmp_path}. Close it, or wait until it is done"
        with pytest.raises(Refused, match=refused), opened(tmp_path):
            pass
    with opened(tmp_path) as store:
        assert {each.id for each in store.load(match_id(1)).log} == {entry_id(1), entry_id(2)}


@pytest.mark.parametrize("write", [True, False])
def test_a_file_in_place_of_the_folder(tmp_path: Path, write: bool) -> None:
    place = tmp_path / "data"
    place.write_text("mine")
    with (
        pytest.raises(Refused, match="there is a file in its place"),
        opened_to(place, write=write),
    ):
        pass
    with pytest.raises(Refused), opened(place / "deeper"):
        pass
    assert place.read_text() == "mine"


def test_a_name_that_no_folder_can_have(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="its name is too long"), opened(tmp_path / ("x" * 300)):
        pass


def test_names_that_an_address_would_read_otherwise(tmp_path: Path) -> None:
    folder = tmp_path / "a?mode=ro#b%41 – ♠" / "c&d"
    with opened(folder) as store:
        store.create(kept(1), make(kept(1)))
    with opened_to(folder, write=False) as store:
        assert store.has(match_id(1))
    assert (folder / "scorepad.db").is_file()


def test_check_beside_somebody_who_records_says_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is recorded while it reads is neither missing here nor too much there."""
    real = check.prove_rows
    with opened(tmp_path) as store, opened(tmp_path) as other:
        store.create(kept(1), make(kept(1)))
        for n in (1, 2):
            append(store, n)

        def prove_rows(session: Session) -> check.RowsProof:
            append(other, 3)
            return real(session)

        monkeypatch.setattr(check, "prove_rows", prove_rows)
        assert store.check() == []


def _fail_at_commit(monkeypatch: pytest.MonkeyPatch, code: int, *, is_kept: bool) -> None:
    """Have the disk fail at each commit, which is kept or not."""
    real = Session.commit

    def failing(session: Session) -> None:
        if is_kept:
            real(session)
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = code
        raise DBAPIError("COMMIT", None, error)

    monkeypatch.setattr(Session, "commit", failing)


def _restore(store: Store) -> None:
    assert store.restore(store.folder.parent / "backup.zip").new == 4


def _take_in(store: Store) -> None:
    (feed,) = (store.folder.parent / "other" / "feeds").iterdir()
    assert store.take_in_earlier_lines(feed.read_bytes().splitlines()) == 4


CHANGES: dict[str, Callable[[Store], None]] = {
    "create": lambda store: store.create(kept(2), make(kept(2))),
    "append": lambda store: append(store, 2),
    "add missing entries": lambda store: store.add_missing_entries(
        match_id(1), [entry(2)], make(grown(kept(1), entry(1), entry(2)))
    ),
    "archive": lambda store: store.archive(match_id(1), True),
    "draft": lambda store: store.keep_draft(match_id(1), "4 3"),
    "no draft any more": lambda store: store.keep_draft(match_id(1), ""),
    "documents": lambda store: store.remember_documents(
        [DocumentRecord("5" * 64, "sheet", ("1a2b3c4d",), match_id(1), START)]
    ),
    "restore": _restore,
    "exchange": _take_in,
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("code", [sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_WRITE])
@pytest.mark.parametrize("is_kept", [True, False])
def test_nothing_is_called_kept_that_the_disk_did_not_keep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str, code: int, is_kept: bool
) -> None:
    with opened(tmp_path / "other") as other:
        other.create(kept(3, log(1)), make(kept(3, log(1))))
        other.backup(tmp_path / "backup.zip")
    data = tmp_path / "data"
    with opened(data) as store:
        store.create(kept(1, log(1)), make(kept(1, log(1))))
        store.keep_draft(match_id(1), "typed")
    with opened(data) as store:
        before = _content(store)
        with monkeypatch.context() as disk:
            _fail_at_commit(disk, code, is_kept=is_kept)
            with pytest.raises(OutcomeUnknown):  # whoever asked looks, and tries again
                CHANGES[change](store)
        assert (_content(store) == before) != is_kept
        if not is_kept:
            CHANGES[change](store)
            assert _content(store) != before
    with opened(data) as store:
        assert store.check() == []


def _content(store: Store) -> list[object]:
    with store.reading() as session:
        return [
            sorted(repr(each.model_dump()) for each in session.exec(select(table)))
            for table in (LineRow, StatusRow, DraftRow)
        ]
