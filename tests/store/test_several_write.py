"""Several programs write, a change each in turn; anybody may read."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorepad.__main__ import Program
from scorepad.desk.ports import Overtaken
from scorepad.spades.entries import Head
from scorepad.spades.refusal import Refused
from scorepad.store import open_store
from scorepad.store.dbfile import connected
from scorepad.store.second_copy import SecondCopy
from tests.store.kept import entry, grown, kept, log, make, match_id, run, spoil, start

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


def test_a_second_writer_is_welcome(tmp_path: Path, writer: subprocess.Popen[str]) -> None:
    match = kept(2, log(2))
    with open_store(tmp_path, write=True) as store:
        store.create(match, make(match))
        before = store.revision()
        assert store.revision() == before, "one's own writing is no news"
        go_on(writer)
        assert writer.stdout is not None
        assert writer.stdout.readline() == "appended\n"
        assert store.revision() != before
        assert store.load(match_id(1)).log == log(3)
        assert store.check(make) == []
        assert store.notices == ()


def test_nothing_is_appended_to_a_log_that_has_grown(
    tmp_path: Path, writer: subprocess.Popen[str]
) -> None:
    with open_store(tmp_path, write=True) as store:
        seen = store.load(match_id(1))
        go_on(writer)
        assert writer.stdout is not None
        assert writer.stdout.readline() == "appended\n"
        with pytest.raises(Overtaken):
            store.append(seen.id, [entry(4)], make(seen), after=len(seen.log))
        assert store.load(match_id(1)).log == log(3)


RACES = """
from scorepad.__main__ import Program
from scorepad.desk.ports import Overtaken
from scorepad.spades.entries import Note
name = sys.argv[3]
sys.stdin.readline()
with Program(str(folder)).open_desk(True) as desk:
    table = desk.open(sys.argv[2])
    for n in range(40):
        for key in "key":
            table.draft.keep(name, f"{n}{key}")
        while True:
            seen = len(table.match.log)
            try:
                table.record(Note(text=f"{name} {n} after {seen}"))
            except Overtaken:
                assert len(table.match.log) > seen
                desk.follow()
            else:
                break
    assert desk.notices == ()
    print("done")
"""


def test_two_who_race_at_every_key_lose_nothing(tmp_path: Path) -> None:
    with Program(str(tmp_path)).open_desk(True) as desk:
        raced = desk.start(Head(rules="unc")).id
    names = ("Ann", "Bo", "Cy")
    processes = [start(RACES, tmp_path, raced, name) for name in names]
    for process in processes:
        go_on(process)
    said = [process.communicate() for process in processes]
    assert said == [("done\n", "")] * 3
    with open_store(tmp_path, write=True) as store:
        notes = [str(getattr(each, "text", "")) for each in store.load(raced).log]
        # Each stands right after the log that its author had seen, and each is there once.
        assert [f"after {n}" for n in range(120)] == [note.split(" ", 2)[2] for note in notes]
        for name in names:
            own = [note.split()[1] for note in notes if note.startswith(name)]
            assert own == [str(n) for n in range(40)]
        assert store.notices == ()
        assert store.check() == []
    # The second copy has it all, in the order in which it was written.
    lines = list(SecondCopy(tmp_path).lines(raced))
    copied = [json.loads(bytes(line.entry)) for line in lines if line and bytes(line.entry)]
    assert [each["text"] for each in copied] == notes


def test_writers_of_many_matches_wait_their_turn(tmp_path: Path) -> None:
    code = """
name = int(sys.argv[2])
sys.stdin.readline()
for n in range(6):
    with open_store(folder, write=True) as store:
        for more in range(4):
            match = kept(100 * name + 10 * n + more, log(3))
            store.create(match, make(match))
"""
    processes = [start(code, tmp_path, name) for name in "123"]
    for process in processes:
        go_on(process)
    assert [process.communicate() for process in processes] == [("", "")] * 3
    with open_store(tmp_path, write=True) as store:
        assert len(store.summaries()) == 72
        assert (store.check(make), store.notices) == ([], ())


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


def test_what_wants_the_store_alone_says_so(tmp_path: Path, writer: subprocess.Popen[str]) -> None:
    copy = tmp_path / "copy.db"
    with open_store(tmp_path, write=True) as store:
        store.backup(copy)
        with pytest.raises(Refused, match="Scorepad is open in") as refused:
            store.restore(copy)
        assert str(refused.value) == (
            f"Scorepad is open in {tmp_path}; close it, or wait until it is done, and try again."
        )
        store.keep_draft("x", "y")
    with (
        pytest.raises(Refused, match="Scorepad is open in"),
        open_store(tmp_path, write=True, thoroughly=True),
    ):
        pass
    writer.kill()
    writer.wait()
    with open_store(tmp_path, write=True, thoroughly=True, make=make) as store:
        store.restore(copy)
        assert store.load(match_id(1)).log == log(2)


def test_what_was_found_damaged_is_not_forgotten_by_who_leaves_later(tmp_path: Path) -> None:
    with open_store(tmp_path, write=True) as first:
        first.create(kept(1, log(3)), make(kept(1, log(3))))
        with open_store(tmp_path, write=True, make=make) as second:
            spoil(tmp_path, "UPDATE entries SET body = replace(body, 'Pat', 'Bob')")
            second.load(match_id(1))
            assert second.suspect
    with open_store(tmp_path, write=True, make=make) as store:
        assert store.load(match_id(1)).log == log(3)
        assert store.check(make) == []


@pytest.mark.parametrize("rubbish", [b"?", b"rubbish" * 1000])
def test_rubbish_in_the_lock_keeps_nobody_out(tmp_path: Path, rubbish: bytes) -> None:
    (tmp_path / "scorepad.lock").write_bytes(rubbish)
    with open_store(tmp_path, write=True) as one, open_store(tmp_path, write=True) as other:
        one.create(kept(1), make(kept(1)))
        assert other.has(match_id(1))


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
        pytest.raises(Refused, match="there is a file in its place"),
        open_store(place, write=write),
    ):
        pass
    with pytest.raises(Refused), open_store(place / "deeper", write=True):
        pass
    assert place.read_text() == "mine"


def test_a_name_that_no_folder_can_have(tmp_path: Path) -> None:
    with (
        pytest.raises(Refused, match="its name is too long"),
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
        with pytest.raises(Refused, match="There is no match"):
            store.load(match_id(1))
        with pytest.raises(Refused, match="Nothing is kept"):
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
heavy = ("sqlmodel", "sqlalchemy", "alembic", "sqlite3")
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
        "['sqlite3']",
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
