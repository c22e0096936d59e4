"""One program writes, anybody may read."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorepad.spades.refusal import Refused
from scorepad.store import open_store, refusals
from scorepad.store.dbfile import connected
from tests.store.kept import entry, grown, kept, log, make, match_id, run, start

WRITES = """
with open_store(folder, write=True) as store:
    match = kept(1, log(2))
    store.create(match, make(match))
    print("open", flush=True)
    sys.stdin.readline()
    store.append(match.id, [entry(3)], make(grown(match, entry(3))), after=2)
    print("appended", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that writes to `tmp_path`: one match, and a third entry when told."""
    with start(WRITES, tmp_path) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        yield process
        process.kill()
        process.communicate()


def go_on(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def test_a_second_writer_is_told_so(tmp_path: Path, writer: subprocess.Popen[str]) -> None:
    with (
        pytest.raises(refusals.AlreadyWriting) as refused,
        open_store(tmp_path, write=True),
    ):
        pass
    assert str(refused.value) == (
        f"Another Scorepad (process {writer.pid}) is writing to {tmp_path}; "
        "wait until it is done, or close it."
    )


def test_readers_are_welcome_and_see_what_is_written(
    tmp_path: Path, writer: subprocess.Popen[str]
) -> None:
    with open_store(tmp_path, write=False) as store:
        assert store.load(match_id(1)).log == log(2)
        go_on(writer)
        assert writer.stdout is not None
        assert writer.stdout.readline() == "appended\n"
        assert store.load(match_id(1)).log == log(3)
        assert store.notices == ()


def test_the_lock_goes_with_its_holder(tmp_path: Path, writer: subprocess.Popen[str]) -> None:
    writer.kill()
    writer.wait()
    with open_store(tmp_path, write=True) as store:
        assert store.load(match_id(1)).log == log(2)
        assert store.notices == ()


def test_the_same_process_is_no_exception(tmp_path: Path) -> None:
    with (
        open_store(tmp_path, write=True),
        pytest.raises(refusals.AlreadyWriting, match="process"),
        open_store(tmp_path, write=True),
    ):
        pass
    with open_store(tmp_path, write=True):
        pass


def test_who_writes_is_said_only_where_it_is_known(
    tmp_path: Path, writer: subprocess.Popen[str]
) -> None:
    (tmp_path / "scorepad.state").write_text("?")
    with (
        pytest.raises(refusals.AlreadyWriting, match="Another Scorepad is writing"),
        open_store(tmp_path, write=True),
    ):
        pass


@pytest.fixture
def foreign() -> Iterator[Path]:
    """A data folder that belongs to somebody else, may be read and not written."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        with open_store(folder, write=True) as store:
            match = kept(1, log(2))
            store.create(match, make(match))
        Path(name).chmod(0o755)
        for file in folder.iterdir():
            file.chmod(0o444)
        folder.chmod(0o555)
        yield folder
        folder.chmod(0o755)


READS = """
become_nobody()
before = sorted(os.listdir(folder))
with open_store(folder, write=False) as store:
    print(len(store.load(match_id(1)).log), len(store.summaries()), store.notices)
print(sorted(os.listdir(folder)) == before)
"""


def test_a_folder_that_may_only_be_read_is_read(foreign: Path) -> None:
    assert run(READS, foreign) == "2 1 ()\nTrue\n"


def test_and_so_is_one_whose_journal_holds_changes(foreign: Path) -> None:
    match = kept(1, log(2))
    foreign.chmod(0o755)
    (foreign / "scorepad.db").chmod(0o644)
    file = foreign / "scorepad.db"
    # As a killed program leaves it: what came last is in the journal alone.
    with open_store(foreign, write=True) as store:
        store.append(match.id, [entry(3)], make(grown(match, entry(3))), after=2)
        database, journal = file.read_bytes(), Path(f"{file}-wal").read_bytes()
    file.write_bytes(database)
    Path(f"{file}-wal").write_bytes(journal)
    with connected(file, "immutable") as connection:
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (2,)
    for each in foreign.iterdir():
        each.chmod(0o444)
    foreign.chmod(0o555)
    assert run(READS, foreign) == "3 1 ()\nTrue\n"


def test_a_folder_that_may_not_be_written_is_refused_in_a_sentence(foreign: Path) -> None:
    code = """
become_nobody()
for where in (folder, folder / "new"):
    try:
        with open_store(where, write=True):
            print("?")
    except Refused as refused:
        print(refused)
"""
    first, second = run(code, foreign).splitlines()
    assert first == (
        f"Matches cannot be kept in {foreign}: its permissions forbid it; choose another folder."
    )
    assert second == first.replace(str(foreign), str(foreign / "new"))


def test_a_file_that_may_not_be_written_is_refused_in_a_sentence(foreign: Path) -> None:
    foreign.chmod(0o777)
    for name in ("scorepad.lock", "scorepad.state"):
        (foreign / name).chmod(0o666)
    code = """
become_nobody()
try:
    with open_store(folder, write=True) as store:
        store.keep_draft("x", "y")
except Refused as refused:
    print(refused)
with open_store(folder, write=False) as store:
    print(len(store.load(match_id(1)).log))
"""
    first, second = run(code, foreign).splitlines()
    assert "may only be read, nothing was written" in first
    assert second == "2"


@pytest.mark.parametrize("write", [True, False])
def test_a_file_in_place_of_the_folder(tmp_path: Path, write: bool) -> None:
    place = tmp_path / "data"
    place.write_text("mine")
    with (
        pytest.raises(refusals.FolderUnusable, match="there is a file in its place"),
        open_store(place, write=write),
    ):
        pass
    with pytest.raises(Refused), open_store(place / "deeper", write=True):
        pass
    assert place.read_text() == "mine"


def test_a_name_that_no_folder_can_have(tmp_path: Path) -> None:
    with (
        pytest.raises(refusals.FolderUnusable, match="its name is too long"),
        open_store(tmp_path / ("x" * 300), write=True),
    ):
        pass


def test_names_that_an_address_would_read_otherwise(tmp_path: Path) -> None:
    folder = tmp_path / "a?mode=ro#b%41 – ♠" / "c&d"
    with open_store(folder, write=True) as store:
        store.create(kept(1), make(kept(1)))
    with open_store(folder, write=False) as store:
        assert store.has(match_id(1))
    assert (folder / "scorepad.db").is_file()


@pytest.mark.parametrize("there", [True, False])
def test_where_nothing_is_kept_nothing_is_read_or_made(tmp_path: Path, there: bool) -> None:
    folder = tmp_path / "data"
    if there:
        folder.mkdir()
    with open_store(folder, write=False) as store:
        assert store.summaries() == []
        assert store.check() == []
        assert [str(notice) for notice in store.notices] == [f"Nothing is kept in {folder} yet."]
        with pytest.raises(refusals.NoSuchMatch):
            store.load(match_id(1))
        with pytest.raises(refusals.NothingKept):
            store.backup(tmp_path / "copy.db")
    assert folder.exists() is there
    assert list(tmp_path.rglob("*.db")) == []


def test_the_libraries_are_loaded_late(tmp_path: Path) -> None:
    with open_store(tmp_path, write=True):
        pass
    code = """
import sys
from pathlib import Path
from scorepad.store import open_store, refusals
heavy = ("sqlmodel", "sqlalchemy", "alembic", "sqlite3", "filelock")
print([name for name in heavy if name in sys.modules])
with open_store(Path(sys.argv[1]), write=True):
    print([name for name in heavy if name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [
        "[]",
        "['sqlmodel', 'sqlalchemy', 'sqlite3', 'filelock']",
    ]


def test_a_reader_is_told_that_something_was_written(
    tmp_path: Path, writer: subprocess.Popen[str]
) -> None:
    with open_store(tmp_path, write=False) as store:
        before = store.revision()
        assert store.revision() == before
        go_on(writer)
        assert writer.stdout is not None
        assert writer.stdout.readline() == "appended\n"
        assert store.revision() != before
