"""Whatever is damaged is made anew from what is whole, and said; nothing is said of what is
ordinary."""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from sqlalchemy import Engine

from scorepad.spades.refusal import Refused
from scorepad.store import opening
from scorepad.store.store import Store
from tests.fork_server import ForkedProcess
from tests.store.conftest import ENTRIES as N
from tests.store.kept import (
    append,
    change,
    create,
    entry,
    feed,
    kept,
    log,
    match_id,
    opened,
    spoil,
    texts,
)

Damage: TypeAlias = Callable[[Path], Any]
DRAFT = "4 3 ▮"
MOVED = "was damaged; Scorepad moved it to"
ANEW, MISSING = f"The database in {{}} {MOVED}", "The database in {} was missing"
ROWS = "UPDATE lines SET line = replace(line, 'Pat', 'Bob')"
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS line FROM n"


def assert_there(store: Store, count: int = N) -> None:
    """All entries are there; what comes back after damage comes last."""
    for n, of_log in ((1, count), (2, N)):
        found = store.load(match_id(n)).log
        assert sorted(found, key=lambda each: each.id or "") == list(log(of_log))


def assert_whole(data: Path, said: str = "", *, count: int = N, draft: str = DRAFT) -> None:
    """The next start has everything, says so much, and a second look finds nothing."""
    for start in range(2):
        with opened(data) as store:
            assert_there(store, count + start)
            assert [each.entries for each in store.summaries()] == [count + start]
            assert [each.entries for each in store.summaries(archived=True)] == [N]
            notices = texts(store.notices)
            assert len(notices) == (not start and bool(said)), notices
            assert start or said.format(data) in "".join(notices)
            assert store.draft(match_id(1)) == ("" if start else draft)
            assert store.check() == []
            append(store, entry(count + start + 1))


def cut(data: Path, file: str = "", *, at: float = 0, then: bytes = b"") -> None:
    place = data / file if file else feed(data)
    content = place.read_bytes()
    place.write_bytes(content[: int(at * len(content)) if at <= 1 else -int(at)] + then)


def flip(data: Path, at: int, count: int = 1) -> None:
    content = bytearray((data / "scorepad.db").read_bytes())
    for n in range(at, at + count):
        content[n] ^= 8
    (data / "scorepad.db").write_bytes(content)


def flip_page_of(data: Path, text: bytes) -> None:
    page = (data / "scorepad.db").read_bytes().index(text) // 4096 * 4096
    flip(data, page or 100, 100)


def misname_in_index(data: Path) -> None:
    """The index says of line 5 that it is line 127, and anyone who looks for lines stops there."""
    start = b"\x04\x55\x01\x01" + feed(data).stem.encode()
    change(data / "scorepad.db", start + b"\x05", start + b"\x7f")


def flip_header(data: Path, old: bytes, new: bytes) -> None:
    change(data / "scorepad.db", old, new)


def each_of(way: Callable[..., Any], *values: object) -> dict[str, Damage]:
    return {str(each): partial(_damage, way, each) for each in values}


def _damage(way: Callable[..., Any], how: object, data: Path) -> None:
    way(data, how)


def put_journal(data: Path, content: bytes) -> None:
    (data / "scorepad.db-journal").write_bytes(content)


ORDINARY: dict[str, Damage] = {
    "a byte short": partial(cut, at=2),
    "torn": partial(cut, at=40),
    "behind": partial(cut, at=0.5),
    "empty": cut,
    "zeros": partial(cut, at=700, then=bytes(4096)),
    "zeros at the end": partial(cut, at=1, then=bytes(4096)),
    "hole": lambda data: feed(data).write_bytes(
        (content := feed(data).read_bytes())[:-90] + bytes(70) + content[-20:-5]
    ),
    "no feeds": lambda data: shutil.rmtree(data / "feeds"),
    "a journal": partial(put_journal, content=b"junk" * 200),
    "a hot journal": partial(put_journal, content=bytes.fromhex("d9d505f920a163d7") * 100),
    "no such laptop": lambda data: spoil(data, "UPDATE state SET value = 'x' WHERE key = 'laptop'"),
}
CACHES = each_of(
    spoil,
    "UPDATE statuses SET status = replace(status, 'Kings', 'Queens')",
    "UPDATE statuses SET status = '['",
    "UPDATE statuses SET entries = 3",
    "UPDATE statuses SET archived = NOT archived",
    "DELETE FROM statuses",
)
LOSES_DRAFT: dict[str, Damage] = {
    "gone": lambda data: (data / "scorepad.db").unlink(),
    "empty": partial(cut, file="scorepad.db"),
    "half": partial(cut, file="scorepad.db", at=0.5),
    "junk": partial(cut, file="scorepad.db", then=random.Random(7).randbytes(99_999)),
    "page of tables": partial(flip_page_of, text=b"CREATE TABLE lines"),
}
DATABASE = LOSES_DRAFT | {
    "page": partial(flip_page_of, text=b'"seq":3,'),
    "index": misname_in_index,
    # The header of a row: its number is NULL, and its hash has the byte of the number, too.
    "number": partial(flip_header, old=b"\x55\x01\x4d", new=b"\x55\x00\x4f"),
    "view": lambda data: spoil(data, "DROP TABLE lines", f"CREATE VIEW lines AS {ENDLESS}"),
    "older": lambda data: spoil(data, "CREATE TABLE matches (id)", "CREATE TABLE entries (id)"),
    **each_of(
        spoil,
        ROWS,
        "UPDATE lines SET log = 'x' WHERE seq = 5",
        "DROP TABLE statuses",
        "CREATE TRIGGER x AFTER INSERT ON lines BEGIN DELETE FROM drafts; END",
        # One bit of the number of the tables makes the database neither older nor newer.
        *(f"PRAGMA user_version = {each}" for each in (8, 0, 11, 42, 10 | 1 << 30)),
    ),
}


@pytest.mark.parametrize("way", ORDINARY)
def test_ordinary_ends_are_mended_without_a_word(data: Path, way: str) -> None:
    whole = feed(data).read_bytes()
    ORDINARY[way](data)
    with opened(data, write=False) as reader:
        assert_there(reader)
        assert reader.notices == ()
        assert reader.check() == []
    with opened(data) as store:
        assert (store.notices, store.check()) == ((), [])
    assert feed(data).read_bytes() == whole
    assert_whole(data)


def test_a_feed_that_lacks_a_line_is_completed_in_its_place(data: Path) -> None:
    whole = feed(data).read_bytes()
    change(feed(data), b"\n" + whole.split(b"\n")[2], b"")
    with opened(data) as store:
        assert "will write a new one" in "".join(texts(store.check()))
    with opened(data) as store:
        assert (store.notices, store.check()) == ((), [])
    assert feed(data).read_bytes() == whole
    assert not [*(data / "feeds").glob("damaged-*")]


@pytest.mark.parametrize("way", CACHES)
def test_a_cache_that_lies_is_found_and_made_again(data: Path, way: str) -> None:
    CACHES[way](data)
    with opened(data, write=False) as reader:
        said = texts([*reader.notices, *reader.check()])
    assert "will rebuild" in said[-1]
    assert_whole(data)


@pytest.mark.parametrize("way", DATABASE)
def test_a_damaged_database_is_found_and_made_anew(data: Path, way: str) -> None:
    DATABASE[way](data)
    recovered = MISSING if way == "gone" else ANEW
    with opened(data, write=False) as reader:  # who recovers as well, where it is seen at the start
        if reader.notices:
            assert_there(reader)
        (said,) = texts([*reader.notices, *reader.check()])
    is_recovered = recovered.format(data) in said
    assert is_recovered or "Scorepad will fix this the next time it starts." in said
    draft = "" if way in LOSES_DRAFT else DRAFT
    assert_whole(data, "" if is_recovered else recovered, draft=draft)
    assert len(list(data.glob("scorepad-damaged-*.db"))) == (way != "gone")


@pytest.mark.parametrize("finder", ["check", "reader", "reader beside", "unclean end"])
def test_a_damaged_feed_is_moved_and_written_again(data: Path, tmp_path: Path, finder: str) -> None:
    whole, after, said = feed(data).read_bytes(), data, list[str]()
    damage = partial(change, old=b'"tricks":[', new=b'"tricks":(')
    with contextlib.ExitStack() as stack:
        if finder in {"reader beside", "unclean end"}:
            store = stack.enter_context(opened(data))
            store.keep_draft("x", "y")
        if finder == "unclean end":
            after = shutil.copytree(data, tmp_path / "after")
        damage(feed(after))
        if finder != "unclean end":
            checks = stack.enter_context(opened(data, write=finder == "check"))
            assert texts(checks.check()) == [
                (
                    f"{feed(data)} is damaged. Scorepad will write a new one from the database the "
                    "next time it starts."
                )
            ]
    for _start in range(2):
        with opened(after) as store:
            said += texts(store.notices)
            assert store.check() == []
    (moved,) = said
    assert MOVED in moved
    assert feed(after).read_bytes() == whole
    assert len(list((after / "feeds").glob("damaged-*"))) == 1


@pytest.mark.parametrize("name", ["copy", "{} (conflicted copy)"])
@pytest.mark.parametrize("line", ["known", "unknown", "damaged", "of nobody here"])
def test_a_copy_of_a_feed_beside_it_is_read_as_lines_and_is_no_damage(
    data: Path, tmp_path: Path, name: str, line: str
) -> None:
    """A stray file in the folder of the feeds, as a file manager or a synced folder makes it."""
    other, count = shutil.copytree(data, tmp_path / "other"), N
    if line == "of nobody here":
        shutil.rmtree(other)
    with opened(other) as store:
        if line == "unknown":
            append(store, entry(count := N + 1))
        elif line == "of nobody here":
            create(store, kept(3))
    copy = data / "feeds" / f"{name.format(feed(data).stem)}.jsonl"
    whole = shutil.copyfile(feed(other), copy).read_bytes()
    if line == "damaged":
        change(copy, b'"tricks":[', b'"tricks":(')
        whole = copy.read_bytes()
    for write in (False, True, False, True):
        with opened(data, write=write) as store:
            assert_there(store, count)
            assert store.has(match_id(3)) is (line == "of nobody here")
            assert (store.notices, store.check()) == ((), [])
    assert copy.read_bytes() == whole
    (data / "scorepad.db").unlink()
    with opened(data) as store:
        assert texts(store.notices) == [
            (
                f"The database in {data} was missing; Scorepad rebuilt it from its second copy "
                "(the folder “feeds”)."
            )
        ]
        assert_there(store, count)


@pytest.mark.parametrize("way", ["row", "row beside another", "removed", "replaced"])
def test_damage_that_a_running_program_meets_is_one_refusal(
    data: Path, tmp_path: Path, way: str
) -> None:
    """And the next start of somebody who is alone there recovers from it."""
    older = shutil.copyfile(data / "scorepad.db", tmp_path / "older.db")
    with contextlib.ExitStack() as stack:
        if way == "row beside another":
            stack.enter_context(opened(data))
        store = stack.enter_context(opened(data))
        meet: Callable[[], object] = lambda: append(store, entry(N + 2))  # noqa: E731
        if way in {"removed", "replaced"}:
            append(store, entry(N + 1))
            for each in data.glob("scorepad.db*"):
                each.unlink()
            if way == "replaced":
                older.rename(data / "scorepad.db")
        else:
            spoil(data, ROWS)
            meet = lambda: store.load(match_id(1))  # noqa: E731
        with pytest.raises(Refused, match="It recovers your matches"):
            meet()
    count = N if "row" in way else N + 1
    said = {"removed": MISSING, "replaced": ""}.get(way, ANEW).format(data)
    with opened(data, write=False) as reader:  # of an older database, with what the feed has
        assert_there(reader, count)
        assert [said in each for each in texts(reader.notices)] == [True] * bool(said)
    assert_whole(data, count=count, draft="" if way == "removed" else DRAFT)


def test_a_new_database_takes_the_place_of_the_old_one_only_when_all_is_in_it(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where its journal can't be brought into it, as on a disk that fails, the old one stays."""
    spoil(data, ROWS, "UPDATE state SET value = '?' WHERE key = 'closed'")
    real, readers = opening.describe_missing_lines, list[sqlite3.Connection]()

    def read(engine: Engine, *more: Any) -> Any:
        with engine.connect() as connection:
            file = connection.exec_driver_sql("PRAGMA database_list").fetchall()[0][2]
        readers.append(sqlite3.connect(file))
        readers[-1].execute("SELECT * FROM state").fetchall()
        return real(engine, *more)

    with monkeypatch.context() as disk:
        disk.setattr(opening, "describe_missing_lines", read)
        with pytest.raises(Refused), opened(data):
            pass
    for reader in readers:
        reader.close()
    assert_whole(data, ANEW)


RECOVERS = """
import os, shutil, sys
from pathlib import Path
from scorepad.spades.refusal import Refused
from tests.store.kept import opened
STEPS = {"os.rename", "os.remove", "os.mkdir", "os.chmod", "os.link", "sqlite3.connect", "open"}
folder, last = Path(sys.argv[1]), int(sys.argv[2])
taken = 0

def count(event, arguments):
    global taken
    if event in STEPS and str(folder) in str(arguments[0]):
        is_step = event != "open" or bool(arguments[2] & (os.O_WRONLY | os.O_RDWR))
        taken += is_step
        if not last and is_step:
            shutil.copytree(folder, folder.parent / f"killed{taken}")
        elif last and taken == last:
            taken += 1
            raise OSError(5, os.strerror(5))

sys.addaudithook(count)
try:
    with opened(folder):
        print(taken)
except Refused:
    pass
"""


def test_recovering_that_ends_at_any_step_loses_nothing(data: Path, tmp_path: Path) -> None:
    """Ended by a kill, which leaves the files as they are at that step, or by a disk that fails."""
    spoil(data, ROWS, "UPDATE state SET value = '?' WHERE key = 'closed'")

    def run_until(step: int) -> tuple[Path, str]:
        copy = shutil.copytree(data, tmp_path / f"data{step}")
        with ForkedProcess([str(copy), str(step)], code=RECOVERS, text=True) as process:
            out, err = process.communicate()
        assert err == ""
        return copy, out

    steps = int(run_until(0)[1])
    assert steps > 15
    for step in range(1, steps + 1):
        for copy in (tmp_path / f"killed{step}", run_until(step)[0]):
            with opened(copy, write=False) as reader:
                assert_there(reader)
            with opened(copy) as store:
                assert_there(store)
                assert store.draft(match_id(1)) == DRAFT, step
                assert not any("missing" in each for each in texts(store.notices)), step
                assert store.check() == []
            assert len(list(copy.glob("scorepad-damaged-*.db"))) == 1
