"""`check` proves the rows that have no hash by the lines, compares whatever else is damaged, and
folds logs again; the next start mends what it found."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from scorepad.store import integrity, open_store
from scorepad.store.intake import fork_id
from scorepad.store.store import Store
from tests.store.conftest import ENTRIES
from tests.store.kept import START, entry, entry_id, grown, kept, log, make, match_id, spoil
from tests.store.test_sharing import FEED, HEAD, HERE, THERE, append, laptop, opened, written

N = ENTRIES
MENDED = "; the next start makes it anew from the other copy."
ONE_ROW = f"The database is damaged: one line of it is not as it was written{MENDED}"
LISTED_ANEW = "The next start makes the list anew from the logs."


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


def on_two_computers(data: Path) -> tuple[str, str]:
    """The folder recorded under an id, was copied to another computer, and records there under
    another one."""
    with opened(data) as store:
        store.create(kept(1, log(N)), make(kept(1, log(N))))
        first = laptop(store)
    with opened(data, machine=THERE) as store:
        append(store, entry(N + 1))
        return first, laptop(store)


def assert_published(data: Path, drive: Path, *feeds: str, machine: str = HERE) -> None:
    """The database is made anew, and these feeds are published as they were before."""
    with opened(data, drive, machine=machine) as store:
        assert any("was damaged; it was moved to" in str(each) for each in store.notices)
        assert store.check() == []
    names = {f"scorepad-{each.replace('-', '')[:12]}.jsonl" for each in feeds}
    assert {each.name for each in drive.iterdir()} == names
    with opened(data, drive, machine=machine) as store:
        assert store.notices == ()
        assert store.check() == []


# Laptops and state


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE laptops SET is_own = 0",
        "UPDATE laptops SET is_own = 'x'",
        "UPDATE laptops SET machine = 'x'",
        "UPDATE laptops SET predecessor = 'x'",
        "UPDATE laptops SET fork_of = 'x'",
        "UPDATE laptops SET laptop = 'x'",
        "UPDATE laptops SET laptop = x'00ff'",
        "DELETE FROM laptops",
        "INSERT INTO laptops VALUES ('x', 1, '', '', '')",
        "UPDATE state SET value = 'x' WHERE key = 'laptop'",
        "UPDATE state SET value = '' WHERE key = 'laptop'",
        "UPDATE state SET value = 'x' WHERE key = 'predecessor'",
        "DELETE FROM state WHERE key = 'laptop'",
        "DELETE FROM state WHERE key = 'program'",
        "DELETE FROM state",
    ],
)
def test_a_row_of_laptops_or_state_that_lies_is_found_and_mended(
    tmp_path: Path, drive: Path, statement: str
) -> None:
    data = tmp_path / "data"
    record(data)
    ((own,),) = rows(data, "SELECT laptop FROM laptops")
    if "predecessor' " in f"{statement} ":
        statement = "INSERT INTO state VALUES ('predecessor', 'x')"
    spoil(data, statement)
    found = check(data)
    assert found[0] == ONE_ROW or found[0].startswith("The database is damaged: 2 lines of it")
    assert len(found) == 1
    assert_published(data, drive, own)


@pytest.mark.parametrize("feed", ["both", "first", "last", "state"])
def test_a_feed_that_goes_on_from_our_own_is_our_own(
    tmp_path: Path, drive: Path, feed: str
) -> None:
    data = tmp_path / "data"
    first, last = on_two_computers(data)
    assert check(data, machine=THERE) == []
    which = {"both": "", "first": f"WHERE laptop = '{first}'", "last": f"WHERE laptop = '{last}'"}
    if feed == "state":
        spoil(data, f"UPDATE state SET value = '{first}' WHERE key = 'laptop'")  # noqa: S608
    else:
        spoil(data, f"UPDATE laptops SET is_own = 0 {which[feed]}")  # noqa: S608
    (found,) = check(data, machine=THERE)
    assert found.startswith("The database is damaged: ")
    assert found.endswith(MENDED)
    assert_published(data, drive, first, last, machine=THERE)


def test_another_laptop_that_is_called_our_own_is_found(tmp_path: Path, drive: Path) -> None:
    data = tmp_path / "data"
    record(data)
    ((own,),) = rows(data, "SELECT laptop FROM laptops")
    source = tmp_path / "other"
    source.mkdir()
    written(source, FEED, HEAD)
    with opened(data) as store:
        store.restore(source)
    assert check(data) == []
    ((other,),) = rows(data, "SELECT laptop FROM laptops WHERE NOT is_own")
    spoil(data, f"UPDATE state SET value = '{other}' WHERE key = 'laptop'")  # noqa: S608
    assert check(data) == [ONE_ROW]
    assert_published(data, drive, own)


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


def test_nothing_is_said_of_a_database_with_two_chains_that_was_made_anew(
    tmp_path: Path, drive: Path
) -> None:
    one = clones(tmp_path, drive)
    assert len(rows(one, "SELECT laptop FROM laptops WHERE fork_of != ''")) == 1
    assert check(one, drive) == []
    before = rows(one, "SELECT laptop, is_own, fork_of FROM laptops ORDER BY laptop")
    damage_line(one, 2)
    assert check(one) == [ONE_ROW]
    for _start in range(2):
        with opened(one) as store:
            assert store.check() == []
        assert rows(one, "SELECT laptop, is_own, fork_of FROM laptops ORDER BY laptop") == before
    (one / "scorepad.db").unlink()
    for _start in range(2):
        with opened(one) as store:
            assert store.check() == []
    assert {own for _, own, _ in rows(one, "SELECT laptop, is_own, fork_of FROM laptops")} == {1}


def test_the_row_of_a_second_chain_is_proved_by_its_first_line(tmp_path: Path, drive: Path) -> None:
    one = clones(tmp_path, drive)
    copy = tmp_path / "copy"
    for statement in (
        "DELETE FROM laptops WHERE fork_of != ''",
        "UPDATE laptops SET fork_of = 'x' WHERE fork_of != ''",
        "UPDATE laptops SET is_own = 0 WHERE fork_of != ''",
    ):
        shutil.copytree(one, copy)
        spoil(copy, statement)
        assert check(copy) == [ONE_ROW], statement
        with opened(copy) as store:
            assert store.check() == []
        shutil.rmtree(copy)


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


def test_a_damaged_row_does_not_hide_what_a_backup_and_a_drive_have(
    tmp_path: Path, drive: Path
) -> None:
    data, older = tmp_path / "data", tmp_path / "older"
    record(data, N, drive)
    with opened(data) as store:
        store.make_daily_backup()
    shutil.copytree(data, older)
    with opened(data, drive) as store:
        append(store, entry(N + 1), entry(N + 2))
    damage_line(older, 2)
    (file,) = drive.iterdir()
    rest = f"{file} has 2 lines that are not here; “scorepad restore {file}” imports them."
    assert check(older, drive) == [ONE_ROW, rest]
    # The line is damaged in both copies here, and the backup has it whole.
    content = feed_of(older).read_bytes()
    at = content.index(b'"id":"%s"' % entry_id(2).encode())
    feed_of(older).write_bytes(content[: at + 8] + b"?" + content[at + 9 :])
    (bundle,) = (older / "backups").iterdir()
    assert check(older, drive) == [
        ONE_ROW.removesuffix(MENDED) + ".",
        f"{feed_of(older)} is damaged.",
        rest.replace("2 lines", "3 lines"),
        f"{bundle} has one line that is not here; “scorepad restore {bundle}” imports it.",
    ]
    with opened(older) as store:
        store.restore(bundle)
        assert [str(each) for each in store.check()] == [f"{feed_of(older)} is damaged{MENDED}"]
    with opened(older) as store:
        assert store.check() == []
        assert len(store.load(match_id(1)).log) == N


def test_the_file_that_goes_on_beside_a_second_chain_is_compared(
    tmp_path: Path, drive: Path
) -> None:
    one = clones(tmp_path, drive)
    ((own, line_hash),) = rows(
        one,
        "SELECT l.laptop, l.hash FROM lines AS l JOIN laptops AS c ON c.fork_of = l.laptop "
        "WHERE l.seq = (SELECT min(seq) FROM lines WHERE laptop = c.laptop)",
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


@pytest.mark.parametrize("wrong", [1, 150, 300])
def test_a_wrong_score_whose_row_is_as_it_was_written_is_found(tmp_path: Path, wrong: int) -> None:
    create_many(tmp_path, 300, wrong)
    text = f"The list shows match {match_id(wrong)} differently from its log."
    assert check(tmp_path) == [text, LISTED_ANEW]
    with opened(tmp_path) as store:
        assert shows(store, wrong) == (2, -2)
        assert store.check() == []


def test_of_many_matches_a_sample_is_folded_and_the_next_start_folds_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(integrity, "ALL_FOLDED", 20)
    monkeypatch.setattr(integrity, "SAMPLE", 10)
    create_many(tmp_path, 30, 30)
    spoil(tmp_path, "UPDATE state SET value = '1' WHERE key = 'closed'")
    said = [check(tmp_path)]
    while said[-1] == []:  # drawn anew each time
        assert len(said) < 500
        said.append(check(tmp_path))
    assert LISTED_ANEW in said[-1]
    with opened(tmp_path) as store:
        assert shows(store, 30) == (2, -2)


def test_what_changed_last_is_folded_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(integrity, "ALL_FOLDED", 20)
    monkeypatch.setattr(integrity, "SAMPLE", 2)
    create_many(tmp_path, 30, 0)
    with opened(tmp_path) as store:
        match = store.load(match_id(4))
        shown = replace(make(grown(match, entry(40))), changed=START + timedelta(days=1))
        store.append(match.id, [entry(40)], replace(shown, score=(7, 7)), after=2)
    for _time in range(3):
        assert check(tmp_path)[0].startswith(f"The list shows match {match_id(4)}")
        spoil(tmp_path, "UPDATE state SET value = '1' WHERE key = 'closed'")
