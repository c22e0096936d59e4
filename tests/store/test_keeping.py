"""What the desk asks of a keeper, over real files."""

from __future__ import annotations

import sqlite3
from datetime import timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from scorepad.desk.ports import Keeper, Kept, Overtaken
from scorepad.spades.entries import Head, Note
from scorepad.spades.refusal import Refused
from scorepad.store import open_store, refusals
from scorepad.store.dbfile import connected
from scorepad.store.store import Store
from tests.store.kept import (
    START,
    entry,
    entry_id,
    grown,
    kept,
    log,
    make,
    match_id,
    spoil,
    unfit,
)


def test_a_store_is_a_keeper(tmp_path: Path) -> None:
    with open_store(tmp_path, write=True) as store:
        keeper: Keeper = store
        assert keeper.summaries() == []
        assert store.notices == ()


def test_a_match_is_there_again_as_it_was(tmp_path: Path) -> None:
    match = kept(1, log(13))
    with open_store(tmp_path, write=True) as store:
        store.create(match, make(match))
        assert store.load(match.id) == match
        assert store.has(match.id)
        assert not store.has(match.id[:-1])
    for write in (False, True):
        with open_store(tmp_path, write=write) as store:
            assert store.load(match.id) == match
            (summary,) = store.summaries()
            assert replace(summary, created=None, changed=None) == make(match)


def test_appending(tmp_path: Path) -> None:
    match = kept(1, log(2))
    with open_store(tmp_path, write=True) as store:
        store.create(match, make(match))
        more = grown(match, entry(3), unfit(entry(4)))
        store.append(match.id, more.log[2:], make(more), after=2)
        assert store.load(match.id) == more
        assert store.summaries()[0].entries == 4


def test_nothing_is_appended_to_a_log_that_has_grown(tmp_path: Path) -> None:
    match = kept(1, log(3))
    with open_store(tmp_path, write=True) as store:
        store.create(match, make(match))
        for after in (2, 4, 0):
            with pytest.raises(Overtaken, match="look at it, then try again"):
                store.append(match.id, [entry(9)], make(match), after=after)
        assert store.load(match.id) == match


def test_a_refused_write_leaves_nothing_behind(tmp_path: Path) -> None:
    match = kept(1, log(3))
    with open_store(tmp_path, write=True) as store:
        store.create(match, make(match))
        before = store.summaries()
        with pytest.raises(Refused, match="is in the log already"):
            store.append(match.id, [entry(4), entry(2)], make(kept(2)), after=3)
        with pytest.raises(Refused, match="is in the log already"):
            store.append(match.id, [entry(4), entry(4)], make(kept(2)), after=3)
        with pytest.raises(Refused, match="has no id"):
            store.append(match.id, [entry(4), Note(text="?")], make(kept(2)), after=3)
        with pytest.raises(Refused, match="is kept already"):
            store.create(kept(1, log(1)), make(kept(2)))
        with pytest.raises(Refused, match="is in the log already"):
            store.create(kept(2, [entry(1), entry(1)]), make(kept(2)))
        assert store.load(match.id) == match
        assert store.summaries() == before
        assert not store.has(match_id(2))
        assert store.check(make) == []


def test_two_matches_may_have_entries_of_the_same_id(tmp_path: Path) -> None:
    with open_store(tmp_path, write=True) as store:
        for n in (1, 2):
            store.create(kept(n, log(4)), make(kept(n, log(4))))
        store.append(match_id(1), [entry(5)], make(kept(1, log(5))), after=4)
        assert store.load(match_id(1)).log == log(5)
        assert store.load(match_id(2)).log == log(4)


def test_a_join_adds_entries(tmp_path: Path) -> None:
    match = kept(1, log(4))
    joined = (*log(4), entry(8), entry(7))
    with open_store(tmp_path, write=True) as store:
        store.create(match, make(match))
        store.join(match.id, [entry(8), entry(7)], make(kept(1, joined)))
        assert store.load(match.id).log == joined
        assert store.summaries()[0].entries == 6
        with pytest.raises(Refused, match="is in the log already"):
            store.join(match.id, [entry(8)], make(match))
        with pytest.raises(Refused, match="There is no match"):
            store.join(match_id(2), [entry(9)], make(match))
    with open_store(tmp_path, write=False) as store:
        assert store.load(match.id).log == joined


def test_a_match_is_found_by_the_beginning_of_its_id(tmp_path: Path) -> None:
    with open_store(tmp_path, write=True) as store:
        for one in ("abcd-1", "abcd-12", "ABCE_%", "abx"):
            match = replace(kept(1), id=one)
            store.create(match, make(match))
        assert store.load("abce").id == "ABCE_%"
        assert store.load("ABCE_").id == "ABCE_%"
        assert store.load("abcd-12").id == "abcd-12"
        assert store.load("abcd-1").id == "abcd-1"  # exactly, though another begins so
        assert store.load("abx").id == "abx"
        with pytest.raises(Refused, match="2 matches begin with abcd"):
            store.load("abcd")
        for nothing in ("abc", "", "abce%", "_bcd", "zzzz", "abcd-123", "\udcff\udcff\udcff\udcff"):
            with pytest.raises(Refused, match="There is no match"):
                store.load(nothing)


def test_setting_aside_and_back(tmp_path: Path) -> None:
    with open_store(tmp_path, write=True) as store:
        for n in (1, 2):
            store.create(kept(n), make(kept(n)))
        store.set_aside(match_id(1), True)
        assert [each.id for each in store.summaries()] == [match_id(2)]
        assert [(each.id, each.aside) for each in store.summaries(aside=True)] == [
            (match_id(1), True)
        ]
        # It stays aside when it is written to, and can be opened.
        store.append(match_id(1), log(1), make(kept(1, log(1))), after=0)
        assert store.load(match_id(1)).log == log(1)
        assert [each.entries for each in store.summaries(aside=True)] == [1]
        store.set_aside(match_id(1), False)
        assert {each.id for each in store.summaries()} == {match_id(1), match_id(2)}
        assert store.summaries(aside=True) == []
        with pytest.raises(Refused, match="There is no match"):
            store.set_aside(match_id(3), True)


def test_the_newest_change_comes_first(tmp_path: Path) -> None:
    with open_store(tmp_path, write=True, now=lambda: START) as store:
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


def test_recent_matches_are_listed_without_the_others(tmp_path: Path) -> None:
    """`Keeper.recent`: changed or scheduled since then, and those asked for by their ids."""
    then = START + timedelta(days=30)
    far = then.astimezone(timezone(timedelta(hours=-12)))
    told: tuple[dict[str, Any], ...] = (
        {"scheduled": START},
        {"changed": then},
        {"scheduled": None},
        {"scheduled": far},
        {"scheduled": then},
        {"scheduled": None, "event": '"scheduled":"2999-01-01'},
        {"changed": then},
    )
    with open_store(tmp_path, write=True, make=make) as store:
        for n, says in enumerate(told, 1):
            summary = replace(make(kept(n)), **({"created": START, "changed": START} | says))
            store.create(kept(n), summary)
        store.set_aside(match_id(7), True)

        def found(*ids: str) -> list[str]:
            return [each.table for each in store.recent(then, ids)]

        assert found() == ["2", "5", "4"]
        assert found(match_id(1), match_id(2), match_id(7), "'") == ["2", "5", "4", "1"]
        assert store.recent(then) == [each for each in store.summaries() if each.table in found()]
        assert store.notices == ()
    spoil(
        tmp_path,
        "UPDATE summaries SET body = '[' WHERE match = 2",
        "DELETE FROM summaries WHERE match = 1",
    )
    # What is damaged is made anew, and what is missing is said, as in the whole list.
    with open_store(tmp_path, write=True, make=make) as store:
        assert {each.table for each in store.recent(then)} == {"2", "5", "4"}
        assert any("missing in the list" in str(each) for each in store.notices)


def test_a_draft_is_kept_and_dropped(tmp_path: Path) -> None:
    with open_store(tmp_path, write=True) as store:
        store.create(kept(1), make(kept(1)))
        assert store.draft(match_id(1)) == ""
        store.keep_draft(match_id(1), "4 3")
        store.keep_draft(match_id(1), "4 3 n ♠")
        store.keep_draft(match_id(2), "\ud83d")  # half a character, as a window may hand it out
    with open_store(tmp_path, write=True) as store:
        assert store.draft(match_id(1)) == "4 3 n ♠"
        assert store.draft(match_id(2)) == "?"
        store.keep_draft(match_id(1), "")
    with open_store(tmp_path, write=False) as store:
        assert store.draft(match_id(1)) == ""


def test_entries_and_what_is_typed_from_then_on_are_one_transaction(tmp_path: Path) -> None:
    with open_store(tmp_path, write=True) as store:
        store.create(kept(1), make(kept(1)))
        store.keep_draft(match_id(1), "4 3")
        store.append(match_id(1), log(4)[:1], make(kept(1)), after=0, draft=None)
        assert store.draft(match_id(1)) == "4 3"
        store.append(match_id(1), log(4)[1:2], make(kept(1)), after=1, draft="still typed")
        assert store.draft(match_id(1)) == "still typed"
        with pytest.raises(Overtaken):
            store.append(match_id(1), log(4)[2:], make(kept(1)), after=0)
        assert store.draft(match_id(1)) == "still typed", "what is refused stays typed"
        store.append(match_id(1), log(4)[2:], make(kept(1)), after=2)
        assert store.draft(match_id(1)) == ""


def test_whoever_only_reads_is_refused_every_write(tmp_path: Path) -> None:
    match = kept(1, log(1))
    with open_store(tmp_path, write=True) as store:
        store.create(match, make(match))
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()}
    with open_store(tmp_path, write=False) as store:
        for write in (
            lambda: store.create(kept(2), make(kept(2))),
            lambda: store.append(match.id, [entry(2)], make(match), after=1),
            lambda: store.join(match.id, [entry(2)], make(match)),
            lambda: store.set_aside(match.id, True),
            lambda: store.keep_draft(match.id, "x"),
            lambda: store.backup_now("end"),
            lambda: store.restore(tmp_path / "x"),
            lambda: store.rebuild_summaries(make),
        ):
            with pytest.raises(Refused, match="for reading only"):
                write()
        assert store.load(match.id) == match
    assert {name: (tmp_path / name).read_bytes() for name in before} == before


def test_a_broken_character_is_refused(tmp_path: Path) -> None:
    with open_store(tmp_path, write=True) as store:
        store.create(kept(1), make(kept(1)))
        broken = Note(text="\ud83d", id=entry_id(1))
        with pytest.raises(Refused, match="broken character"):
            store.append(match_id(1), [broken], make(kept(1)), after=0)
        assert store.load(match_id(1)) == kept(1)


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("UPDATE entries SET body = '{}'", "never changed"),
        ("UPDATE OR REPLACE entries SET id = 'x'", "never changed"),
        ("DELETE FROM entries", "never deleted"),
        (
            "REPLACE INTO entries (key, match, id, body) SELECT key, 1, id, '{}' FROM entries",
            "never replaced",
        ),
        (
            "REPLACE INTO entries (match, id, body) SELECT match, id, '{}' FROM entries",
            "never replaced",
        ),
        ("UPDATE matches SET head = '{}'", "keeps its id"),
        ("UPDATE matches SET id = 'x' WHERE key = 1", "keeps its id"),
        ("DELETE FROM matches", "never deleted"),
        (
            "REPLACE INTO matches (id, head, created) SELECT id, '{}', 0 FROM matches",
            "never replaced",
        ),
    ],
)
def test_the_database_itself_forbids_changing_what_happened(
    tmp_path: Path, statement: str, why: str
) -> None:
    match = kept(1, log(3))
    with open_store(tmp_path, write=True) as store:
        store.create(match, make(match))
    with (
        connected(tmp_path / "scorepad.db", "rw") as connection,
        pytest.raises(sqlite3.IntegrityError, match=why),
    ):
        connection.execute(statement)
    with open_store(tmp_path, write=False) as store:
        assert store.load(match.id) == match


def test_every_write_is_on_the_disk_when_it_returns(tmp_path: Path) -> None:
    with open_store(tmp_path, write=True) as store, store._database.connection() as connection:
        asked = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "fullfsync")
        said = {pragma: connection.execute(f"PRAGMA {pragma}").fetchone()[0] for pragma in asked}
    assert said == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 5000,
        "fullfsync": 1,
    }


def test_an_unreadable_entry_is_named(tmp_path: Path) -> None:
    match = kept(1, log(3))
    with open_store(tmp_path, write=True) as store:
        store.create(match, make(match))
        store.create(kept(2), make(kept(2)))
    spoil(tmp_path, 'UPDATE entries SET body = \'{"kind":"cards"}\' WHERE key = 2')
    (tmp_path / "scorepad.jsonl").unlink()
    with open_store(tmp_path, write=False) as store:
        with pytest.raises(refusals.UnreadableMatch, match="Entry 2 of match"):
            store.load(match.id)
        assert store.load(match_id(2)) == kept(2), "the others are not concerned"


def create(store: Store, *matches: Kept) -> None:
    with store.transaction():
        for match in matches:
            store.create(match, make(match))


def test_what_is_written_together_is_there_together(tmp_path: Path) -> None:
    with open_store(tmp_path, write=True) as store, open_store(tmp_path, write=False) as reader:
        with store.transaction():
            store.create(kept(1), make(kept(1)))
            store.create(kept(2, log(3)), make(kept(2, log(3))))
            assert store.has(kept(2).id), "whoever writes sees what was written"
            assert store.load(kept(2).id).log == log(3)
            assert not reader.has(kept(1).id), "nobody else does, until all of it is on the disk"
        assert [each.id for each in reader.summaries()] == [each.id for each in store.summaries()]
        assert len(reader.summaries()) == 2
        with pytest.raises(Refused, match="is kept already"):
            create(store, kept(3), kept(1))
        assert not store.has(kept(3).id), "an error takes back what came before it"
        store.create(kept(3), make(kept(3)))
        assert reader.has(kept(3).id), "and afterwards each is on its own again"
        assert store.check(make) == []
    with (
        open_store(tmp_path, write=False) as reader,
        pytest.raises(Refused, match="for reading only"),
        reader.transaction(),
    ):
        pass


def test_every_refusal_is_one_sentence() -> None:
    subclasses = {
        each
        for each in vars(refusals).values()
        if isinstance(each, type)
        and issubclass(each, Refused)
        and each.__module__ == refusals.__name__
    }
    kinds = {
        "Path": Path,
        "Path | None": Path,
        "str": str,
        "int": int,
        "int | None": int,
        "bool": bool,
    }
    samples = {bool: True, Path: Path("/data"), str: "x", int: 2, "Text": refusals.T("because")}
    for each in subclasses:
        hints = {
            name: kind
            for name, kind in each.__init__.__annotations__.items()
            if name not in {"self", "return"}
        }
        values = [samples.get(kinds.get(kind, kind)) for kind in hints.values()]
        assert None not in values, (each, hints)
        said = str(each(*values))
        assert said.endswith("."), said
        assert "{" not in said
        assert "\n" not in said


def test_a_head_that_names_a_preset_is_kept_too(tmp_path: Path) -> None:
    match = replace(kept(1), head=Head(rules="unc"))
    with open_store(tmp_path, write=True) as store:
        store.create(match, make(match))
        assert store.load(match.id) == match
