"""`check` proves every line, compares the copies, and computes every status again; the next start
recovers from what it found."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from pathlib import Path

import pytest
from msgspec.structs import replace

from scorepad.store import open_store
from scorepad.store.intake import fork_id
from scorepad.store.store import Store
from tests.store.conftest import ENTRIES
from tests.store.kept import entry, entry_id, kept, log, make, match_id, spoil
from tests.store.test_sharing import FEED, HEAD, HERE, THERE, append, opened, written

N = ENTRIES
RECOVERS = "The next start recovers from that."
LAPTOPS = (
    "The list of laptops in the database doesn't match their feeds. The next start makes it again."
)


def record(data: Path, n: int = N, share: Path | None = None, *, machine: str = HERE) -> None:
    with opened(data, share, machine=machine) as store:
        store.create(kept(1, log(n)), make(kept(1, log(n))))


def check(data: Path, share: Path | None = None, *, machine: str = HERE) -> list[str]:
    """What `check` says to somebody who only reads."""
    with open_store(
        data, write=False, summarize=make, share_folder=lambda: str(share or ""), machine=machine
    ) as store:
        assert store.notices == ()
        return [str(each) for each in store.check()]


def rows(data: Path, query: str) -> list[tuple[str, ...]]:
    with contextlib.closing(sqlite3.connect(data / "scorepad.db")) as connection:
        return connection.execute(query).fetchall()


def feed_of(data: Path) -> Path:
    (file,) = (data / "feeds").glob("*.jsonl")
    return file


def one_row_damaged(data: Path) -> str:
    return f"{data / 'scorepad.db'} is damaged: 1 line in it isn't as it was written. {RECOVERS}"


# Laptops and state


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE feeds SET machine = 'x'",
        "UPDATE feeds SET predecessor = 'x'",
        "UPDATE state SET value = 'x' WHERE key = 'laptop'",
    ],
)
def test_a_row_of_feeds_or_state_that_lies_is_found_and_made_again(
    tmp_path: Path, drive: Path, statement: str
) -> None:
    data = tmp_path / "data"
    record(data)
    spoil(data, statement)
    assert check(data) == [LAPTOPS]
    with opened(data, drive) as store:
        own = store.laptop_id()
        append(store, entry(N + 1))
        assert store.check() == []
    assert f"scorepad-{own.replace('-', '')[:12]}.jsonl" in {each.name for each in drive.iterdir()}
    with opened(tmp_path / "new", machine=THERE) as store:
        store.restore(drive)
        assert len(store.load(match_id(1)).log) == N + 1, "all that was recorded is published"


def clones(tmp_path: Path, drive: Path) -> Path:
    """Two data folders recorded under one id; the one that is returned knows both."""
    one, other = tmp_path / "one", tmp_path / "other"
    record(one, 2, drive)
    shutil.copytree(one, other)
    for folder, n in ((one, 3), (other, 5)):
        with opened(folder) as store:
            append(store, entry(n))
    for folder in (other, one, other, one):
        with opened(folder, drive):
            pass
    return one


def test_nothing_is_said_of_a_database_with_two_chains_that_was_made_again(
    tmp_path: Path, drive: Path
) -> None:
    one = clones(tmp_path, drive)
    query = "SELECT laptop, writer FROM feeds ORDER BY laptop"
    assert len(rows(one, "SELECT laptop FROM feeds WHERE writer != laptop")) == 1
    assert check(one, drive) == []
    before = rows(one, query)
    damage_line(one, 2)
    assert check(one) == [one_row_damaged(one)]
    for _start in range(2):
        with opened(one) as store:
            assert store.check() == []
        assert rows(one, query) == before
    (one / "scorepad.db").unlink()
    for _start in range(2):
        with opened(one) as store:
            assert store.check() == []
    with opened(one) as store:
        assert all(each.is_own for each in store.feed_ends())


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM feeds WHERE writer != laptop",
        "UPDATE feeds SET writer = 'x' WHERE writer != laptop",
    ],
)
def test_the_row_of_a_second_chain_is_proved_by_its_lines(
    tmp_path: Path, drive: Path, statement: str
) -> None:
    one = clones(tmp_path, drive)
    before = rows(one, "SELECT laptop, writer FROM feeds ORDER BY laptop")
    spoil(one, statement)
    with open_store(one, write=False, summarize=make, machine=HERE) as store:
        assert store.check() or "DELETE" in statement  # its file brings it back
    with opened(one) as store:
        assert store.check() == []
    assert rows(one, "SELECT laptop, writer FROM feeds ORDER BY laptop") == before


# Files


def test_a_file_among_the_feeds_that_no_row_names_is_looked_at(tmp_path: Path) -> None:
    data = tmp_path / "data"
    record(data)
    feed, copy = feed_of(data), data / "feeds" / "copy of it.jsonl"
    with open_store(data, write=False, summarize=make, machine=HERE) as store:
        shutil.copyfile(feed, copy)
        assert store.check() == []
        lines = feed.read_bytes().splitlines(keepends=True)
        copy.write_bytes(lines[0] + lines[1].replace(b'"', b"'") + lines[2])
        assert store.check() == []  # nobody keeps it, and its whole lines are here
        copy.unlink()
        written(data / "feeds", FEED, HEAD)
        (other,) = (data / "feeds").glob("scorepad-*.jsonl")
        text = f"{other} has 2 lines that are not here; “scorepad restore {other}” imports them."
        assert [str(each) for each in store.check()] == [text]


def damage_line(data: Path, n: int) -> None:
    changed = "UPDATE lines SET line = replace(line, 'Pat', 'Bob') WHERE entry = "
    spoil(data, f"{changed}'{entry_id(n)}'")


def damage_in_feed(data: Path, n: int) -> None:
    content = feed_of(data).read_bytes()
    at = content.index(b'"id":"%s"' % entry_id(n).encode())
    feed_of(data).write_bytes(content[: at + 8] + b"?" + content[at + 9 :])


def test_what_a_backup_and_a_drive_have_is_found_once_a_damaged_row_is_recovered(
    tmp_path: Path, drive: Path
) -> None:
    """The line is damaged in both copies here, and the backup has it whole."""
    data, older = tmp_path / "data", tmp_path / "older"
    record(data, N, drive)
    with opened(data) as store:
        store.make_daily_backup()
    shutil.copytree(data, older)
    with opened(data, drive) as store:
        append(store, entry(N + 1), entry(N + 2))
    damage_line(older, 2)
    damage_in_feed(older, 2)
    (file,), (bundle,) = drive.iterdir(), (older / "backups").iterdir()
    assert check(older) == [one_row_damaged(older)]
    with opened(older) as store:
        assert any("isn't in this folder" in str(each) for each in store.notices)
    beyond = f"{file} has 3 lines that are not here; “scorepad restore {file}” imports them."
    missing = f"{bundle} has one line that is not here; “scorepad restore {bundle}” imports it."
    gap, *rest = check(older, drive)
    assert match_id(1) not in gap, "of a line that is gone nobody knows the match"
    assert "isn't in this folder" in gap
    assert "lost" not in gap
    assert rest == [beyond, missing]
    with opened(older, drive) as store:
        store.restore(bundle)
        assert store.check() == []
        assert len(store.load(match_id(1)).log) == N + 2


def test_the_file_that_goes_on_beside_a_second_chain_is_compared(
    tmp_path: Path, drive: Path
) -> None:
    one = clones(tmp_path, drive)
    ((own, line_hash),) = rows(
        one,
        "SELECT l.laptop, l.hash FROM lines AS l JOIN feeds AS c ON c.writer = l.laptop "
        "WHERE c.laptop != c.writer "
        "AND l.seq = (SELECT min(seq) FROM lines WHERE laptop = c.laptop)",
    )
    name = fork_id(own, line_hash).replace("-", "")[:12]
    file = drive / f"scorepad-{name}.jsonl"
    with opened(one, drive) as store:
        append(store, entry(9))
    assert check(one, drive) == []
    with file.open("ab") as goes_on:
        goes_on.write(b"??\n" + file.read_bytes().splitlines(keepends=True)[-1])
    assert check(one, drive) == [f"{file} is damaged."]


def test_a_drive_that_is_out_is_said(tmp_path: Path, drive: Path) -> None:
    data = tmp_path / "data"
    record(data, N, drive)
    shutil.rmtree(drive)
    (said,) = check(data, drive)
    assert said.startswith(f"The folder {drive} cannot be used: it is not there. What is recorded")
    drive.write_bytes(b"")
    (said,) = check(data, drive)
    assert said.startswith(f"The folder {drive} cannot be used: ")


# Summaries


def create_many(data: Path, count: int, wrong: int) -> None:
    """Keep matches; the list shows another score of one."""
    with opened(data) as store, store.transaction():
        for n in range(1, count + 1):
            shown = make(kept(n, log(2)))
            store.create(kept(n, log(2)), replace(shown, score=(7, 7)) if n == wrong else shown)


def shows(store: Store, n: int) -> tuple[int, int]:
    return next(each.score for each in store.summaries() if each.id == match_id(n))


@pytest.mark.parametrize("wrong", [1, 300, 600])
def test_a_wrong_score_whose_row_is_as_it_was_written_is_found(tmp_path: Path, wrong: int) -> None:
    create_many(tmp_path, 600, wrong)
    text = f"The list doesn't show match {match_id(wrong)} as its log does."
    assert check(tmp_path) == [f"{text} The next start makes the list again."]
    with opened(tmp_path) as store:
        assert shows(store, wrong) == (2, -2)
        assert store.check() == []
