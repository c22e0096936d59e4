"""What the desk asks of a keeper, over the store of lines and real files."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Engine

from scorepad.desk.ports import LogHasGrown, MatchLog
from scorepad.spades.entries import Head, Note
from scorepad.spades.refusal import Refused
from scorepad.store import open_store
from scorepad.store.store import Store
from tests.store.kept import ROOT, START, entry, entry_id, grown, kept, log, make, match_id
from tests.store.test_events import event_entry, kept_event, listed


def opened(
    folder: Path, *, write: bool = True, now: Callable[[], datetime] = lambda: START
) -> AbstractContextManager[Store]:
    return open_store(folder, write=write, summarize=make, now=now)


def test_a_match_is_there_again_as_it_was(tmp_path: Path) -> None:
    match = kept(1, log(13))
    with opened(tmp_path) as store:
        assert store.summaries() == []
        store.create(match, make(match))
        assert store.load(match.id) == match
        assert store.has(match.id)
        assert not store.has(match.id[:-1])
    for write in (False, True):
        with opened(tmp_path, write=write) as store:
            assert store.load(match.id) == match
            (summary,) = store.summaries()
            assert replace(summary, created=None, changed=None) == make(match)
            assert store.notices == ()
            assert store.check() == []


def test_appending(tmp_path: Path) -> None:
    match = kept(1, log(2))
    with opened(tmp_path) as store:
        store.create(match, make(match))
        more = grown(match, entry(3), entry(4))
        store.append(match.id, more.log[2:], make(more), after=2)
        assert store.load(match.id) == more
        assert store.summaries()[0].entries == 4
        for after in (2, 3, 5, 0):
            with pytest.raises(LogHasGrown, match="look at it, then try again"):
                store.append(match.id, [entry(9)], make(match), after=after)
        assert store.load(match.id) == more


def test_a_refused_write_leaves_nothing_behind(tmp_path: Path) -> None:
    match = kept(1, log(3))
    with opened(tmp_path) as store:
        store.create(match, make(match))
        before = store.summaries()
        for entries, why in (
            ([entry(4), entry(2)], "is in the log already"),
            ([entry(4), entry(4)], "is in the log already"),
            ([entry(4), Note(text="?")], "has no id"),
            ([Note(text="\ud83d", id=entry_id(4))], "broken character"),
            ([Note(text="x" * 4000, id=entry_id(n)) for n in range(4, 5)], ""),
        ):
            if why:
                with pytest.raises(Refused, match=why):
                    store.append(match.id, entries, make(kept(2)), after=3)
        with pytest.raises(Refused, match="is kept already"):
            store.create(kept(1, log(1)), make(kept(2)))
        with pytest.raises(Refused, match="is in the log already"):
            store.create(kept(2, [entry(1), entry(1)]), make(kept(2)))
        assert store.load(match.id) == match
        assert store.summaries() == before
        assert not store.has(match_id(2))
        assert store.check() == []


def test_an_entry_whose_line_would_be_too_long_is_refused(tmp_path: Path) -> None:
    match = replace(kept(1), head=Head(rules={"id": "x", "name": "y" * 100_000}))
    with opened(tmp_path) as store, pytest.raises(Refused, match="too long to be recorded"):
        store.create(match, make(kept(1)))


def test_what_is_refused_amid_a_transaction_leaves_no_gap_in_the_feed(tmp_path: Path) -> None:
    long = Note(text="x" * 100_000, id=entry_id(2))
    with opened(tmp_path) as store:
        with store.transaction():
            store.create(kept(1, log(1)), make(kept(1, log(1))))
            with pytest.raises(Refused, match="too long to be recorded"):
                store.append(match_id(1), [long], make(kept(1, log(2))), after=1)
            store.create(kept(2, log(1)), make(kept(2, log(1))))
        assert store.check() == []
    shutil.rmtree(tmp_path / "feeds")
    (feed,) = _feeds_of_reopened(tmp_path)
    assert [json.loads(line)["seq"] for line in feed.splitlines()] == [1, 2, 3, 4, 5, 6]


def _feeds_of_reopened(folder: Path) -> list[bytes]:
    with opened(folder):
        return [each.read_bytes() for each in (folder / "feeds").iterdir()]


def test_two_matches_may_have_entries_of_the_same_id(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        for n in (1, 2):
            store.create(kept(n, log(4)), make(kept(n, log(4))))
        store.append(match_id(1), [entry(5)], make(kept(1, log(5))), after=4)
        assert store.load(match_id(1)).log == log(5)
        assert store.load(match_id(2)).log == log(4)


def test_a_join_adds_what_is_not_there(tmp_path: Path) -> None:
    match = kept(1, log(4))
    other = Note(text="something else", id=entry_id(2))
    with opened(tmp_path) as store:
        store.create(match, make(match))
        store.add_missing_entries(match.id, (entry(7), entry(2), entry(5)), make(kept(1, log(6))))
        assert store.load(match.id).log == (*log(4), entry(7), entry(5))
        assert store.summaries()[0].entries == 6
        store.append(match.id, [entry(9)], make(kept(1, log(7))), after=6)
        for entries, why in (
            ((entry(1), other), "kept with other content"),
            ((entry(8), entry(8)), "is in the log already"),
        ):
            with pytest.raises(Refused, match=why):
                store.add_missing_entries(match.id, entries, make(match))
        with pytest.raises(Refused, match="There is no match"):
            store.add_missing_entries(match_id(2), log(4), make(match))
        assert len(store.load(match.id).log) == 7
        assert store.check() == []


def test_an_event_is_there_again_as_it_was(tmp_path: Path) -> None:
    first, second = kept_event(1), kept_event(2, 0)
    with opened(tmp_path) as store:
        store.create(first, listed(first, 1))
        store.create(second, listed(second))
        store.create(kept(1), make(kept(1)))
        store.append(second.id, [event_entry(1)], listed(second, 2), after=0)
        assert [each.id for each in store.events()] == [second.id, first.id]
        assert [each.id for each in store.summaries()] == [match_id(1)]
        assert not store.has(first.id)
        with pytest.raises(Refused, match="There is no match"):
            store.load(first.id)
        with pytest.raises(Refused, match="There is no event"):
            store.load_event(match_id(1))
    with opened(tmp_path, write=False) as store:
        assert store.load_event(first.id) == first
        assert store.load_event(second.id).log == (event_entry(1),)


def test_a_match_is_found_by_the_beginning_of_its_id(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        end = "-0000-7000-8000-000000000001"
        ids = [f"{each}{end}" for each in ("abcd0000", "abcd1200", "abce1234", "abff0000")]
        for one in ids:
            match = replace(kept(1), id=one)
            store.create(match, make(match))
        for asked in ("abce", "ABCE1", ids[2]):
            assert store.load(asked).id == ids[2]
        assert store.load("abcd1").id == ids[1]
        with pytest.raises(Refused, match="2 matches begin with abcd"):
            store.load("abcd")
        for nothing in ("abc", "", "abce%", "_bcd", "zzzz", "abcd123", "\udcff\udcff\udcff\udcff"):
            with pytest.raises(Refused, match="There is no match"):
                store.load(nothing)


def test_archiving_and_back(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        for n in (1, 2):
            store.create(kept(n), make(kept(n)))
        store.archive(match_id(1), True)
        assert [each.id for each in store.summaries()] == [match_id(2)]
        assert [(each.id, each.archived) for each in store.summaries(archived=True)] == [
            (match_id(1), True)
        ]
        # It stays archived when it is written to, and can be opened.
        store.append(match_id(1), log(1), make(kept(1, log(1))), after=0)
        assert store.load(match_id(1)).log == log(1)
        assert [each.entries for each in store.summaries(archived=True)] == [1]
        store.archive(match_id(1), False)
        assert {each.id for each in store.summaries()} == {match_id(1), match_id(2)}
        with pytest.raises(Refused, match="There is no match"):
            store.archive(match_id(3), True)
        assert store.check() == []


def test_the_newest_change_comes_first(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        for n in (1, 2, 3, 4):
            later = START + timedelta(microseconds=n if n != 3 else 99)
            store.create(kept(n), replace(make(kept(n)), created=START, changed=later))
        assert [each.table for each in store.summaries()] == ["3", "4", "2", "1"]
        later = START + timedelta(hours=1)
        store.append(match_id(1), log(1), replace(make(kept(1)), changed=later), after=0)
        first = store.summaries()[0]
        assert (first.table, first.changed, first.created) == ("1", later, START)
        # Where nothing is said, it is the clock's time.
        store.append(match_id(2), log(1), make(kept(2)), after=0)
        assert {each.table: each.changed for each in store.summaries()}["2"] == START


def test_drafts(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.create(kept(1), make(kept(1)))
        store.keep_draft(match_id(1), "4 3")
        store.append(match_id(1), log(4)[:1], make(kept(1)), after=0, draft=None)
        assert store.draft(match_id(1)) == "4 3"
        store.append(match_id(1), log(4)[1:2], make(kept(1)), after=1, draft="still typed ♠")
        with pytest.raises(LogHasGrown):
            store.append(match_id(1), log(4)[2:], make(kept(1)), after=0)
        store.keep_draft(match_id(2), "\ud83d")  # half a character, as a window may hand it out
    with opened(tmp_path) as store:
        assert store.draft(match_id(1)) == "still typed ♠", "what is refused stays typed"
        assert store.draft(match_id(2)) == "?"
        store.append(match_id(1), log(4)[2:], make(kept(1)), after=2)
        assert store.draft(match_id(1)) == ""
        store.keep_draft(match_id(2), "")
    with opened(tmp_path, write=False) as store:
        assert store.draft(match_id(2)) == ""


def test_whoever_only_reads_is_refused_every_write(tmp_path: Path) -> None:
    match = kept(1, log(1))
    with opened(tmp_path) as store:
        store.create(match, make(match))
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()}
    with opened(tmp_path, write=False) as store:
        store.backup(tmp_path.parent / f"{tmp_path.name}.zip")
        for write in (
            lambda: store.create(kept(2), make(kept(2))),
            lambda: store.append(match.id, [entry(2)], make(match), after=1),
            lambda: store.add_missing_entries(match.id, log(2), make(match)),
            lambda: store.archive(match.id, True),
            lambda: store.keep_draft(match.id, "x"),
            store.make_daily_backup,
            lambda: store.restore(tmp_path.parent / f"{tmp_path.name}.zip"),
        ):
            with pytest.raises(Refused, match="for reading only"):
                write()
        with pytest.raises(Refused, match="for reading only"), store.transaction():
            pass
        assert store.load(match.id) == match
    assert {name: (tmp_path / name).read_bytes() for name in before} == before


@pytest.mark.parametrize(
    "statement", ["UPDATE lines SET line = '{}'", "DELETE FROM lines", "UPDATE lines SET seq = 99"]
)
def test_the_database_itself_forbids_changing_what_happened(tmp_path: Path, statement: str) -> None:
    with opened(tmp_path) as store:
        store.create(kept(1, log(3)), make(kept(1)))
    with (
        contextlib.closing(sqlite3.connect(tmp_path / "scorepad.db")) as connection,
        pytest.raises(sqlite3.IntegrityError, match="a line is never"),
    ):
        connection.execute(statement)


def create(store: Store, *matches: MatchLog) -> None:
    with store.transaction():
        for match in matches:
            store.create(match, make(match))


def test_what_is_written_together_is_there_together(tmp_path: Path) -> None:
    with opened(tmp_path) as store, opened(tmp_path, write=False) as reader:
        with store.transaction():
            store.create(kept(1), make(kept(1)))
            store.create(kept(2, log(3)), make(kept(2, log(3))))
            assert store.has(kept(2).id), "whoever writes sees what was written"
            assert store.load(kept(2).id).log == log(3)
            assert not reader.has(kept(1).id), "nobody else does, until all of it is on the disk"
        assert len(reader.summaries()) == 2
        with pytest.raises(Refused, match="is kept already"):
            create(store, kept(3), kept(1))
        assert not store.has(kept(3).id), "an error takes back what came before it"
        store.create(kept(3), make(kept(3)))
        assert reader.has(kept(3).id), "and afterwards each is on its own again"
        assert store.check() == []


def test_others_are_told_that_something_was_written(tmp_path: Path) -> None:
    with opened(tmp_path) as one, opened(tmp_path) as other, opened(tmp_path, write=False) as third:
        before = [each.revision_by_others() for each in (one, other, third)]
        assert [each.revision_by_others() for each in (one, other, third)] == before
        one.create(kept(1), make(kept(1)))
        after = [each.revision_by_others() for each in (one, other, third)]
        assert [old == new for old, new in zip(before, after, strict=True)] == [True, False, False]
        assert other.load(match_id(1)) == third.load(match_id(1)) == kept(1)


@pytest.mark.parametrize("there", [True, False])
def test_where_nothing_is_kept_nothing_is_read_or_made(tmp_path: Path, there: bool) -> None:
    folder = tmp_path / "data"
    if there:
        folder.mkdir()
    with opened(folder, write=False) as store:
        assert store.summaries() == []
        assert store.check() == []
        assert [str(notice) for notice in store.notices] == [f"Nothing is kept in {folder} yet."]
        with pytest.raises(Refused, match="Nothing is kept"):
            store.backup(tmp_path / "copy.zip")
    assert folder.exists() is there
    assert list(tmp_path.rglob("*.db")) == []


def test_a_head_that_names_a_preset_is_kept_too(tmp_path: Path) -> None:
    match = replace(kept(1), head=Head(rules="unc"))
    with opened(tmp_path) as store:
        store.create(match, make(kept(1)))
        assert store.load(match.id) == match


def test_a_rule_set_stands_once_in_a_feed(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        create(store, *(kept(n) for n in range(1, 6)))
        store.create(kept(6), make(kept(6)))
        other = replace(kept(7), head=Head(rules={"id": "other"}))
        store.create(other, make(other))
    (feed,) = (tmp_path / "feeds").iterdir()
    assert feed.read_bytes().count(b'"rules":{') == 2
    shutil.rmtree(tmp_path / "feeds")
    with opened(tmp_path) as store:
        assert store.load(match_id(5)) == kept(5)
        assert store.check() == []


def test_the_libraries_are_loaded_when_a_store_is_opened() -> None:
    code = (
        "import sys\n"
        "from scorepad.store import open_store\n"
        "from scorepad.store import file_locks\n"
        "print([name for name in ('sqlmodel', 'sqlalchemy', 'sqlite3') if name in sys.modules])"
    )
    arguments = [sys.executable, "-c", code]
    done = subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("write", [True, False])
def test_an_ordinary_start_makes_one_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: bool
) -> None:
    with opened(tmp_path) as store:
        store.create(kept(1), make(kept(1)))
    real, made = Engine.__init__, list[object]()

    def init(self: Engine, *arguments: Any, **more: Any) -> None:
        made.append(self)
        real(self, *arguments, **more)

    monkeypatch.setattr(Engine, "__init__", init)
    with opened(tmp_path, write=write) as store:
        assert store.load(match_id(1)) == kept(1)
        assert made == [store.engine]
