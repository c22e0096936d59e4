"""What the desk asks of a keeper, over the store of lines and real files; `test_any_order` too."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from scorepad.desk.ports import DocumentRecord, LogHasGrown
from scorepad.spades.entries import Head, Note
from scorepad.spades.refusal import Refused
from scorepad.store.lines import make_line
from scorepad.store.store import Store
from tests.store.kept import (
    START,
    append,
    create,
    entry,
    entry_id,
    feed,
    kept,
    kept_event,
    log,
    make,
    match_id,
    opened,
    texts,
)

LONG = Note(text="x" * 100_000, id=entry_id(4))


def test_a_refused_write_leaves_nothing_behind(tmp_path: Path) -> None:
    match = kept(1, log(3))
    with opened(tmp_path) as store:
        store.create(match, make(match))
        store.keep_draft(match.id, "typed")
        before = store.summaries()
        for entries, after, why in (
            ([entry(4), entry(2)], 3, "is already in the log"),
            ([entry(4), entry(4)], 3, "is already in the log"),
            ([entry(4), Note(text="?")], 3, "has no ID"),
            ([Note(text="\ud83d", id=entry_id(4))], 3, "invalid character"),
            ([LONG], 3, "too long to record"),
            ([entry(4)], 2, "Check the latest entry, then try again"),
        ):
            with pytest.raises(Refused, match=why):
                store.append(match.id, entries, make(match), after=after)
        other = Note(text="something else", id=entry_id(2))
        with pytest.raises(Refused, match="already saved with different content"):
            store.add_missing_entries(match.id, (entry(1), other), make(match))
        for refused, why in (
            (kept(1), "is already saved here"),
            (kept(2, [entry(1), entry(1)]), "is already in the log"),
            (replace(kept(2), head=Head(rules={"id": "x", "name": "y" * 100_000})), "too long"),
        ):
            with pytest.raises(Refused, match=why):
                store.create(refused, make(kept(2)))
        with pytest.raises(Refused, match="can't find the match"):
            store.archive(match_id(3), True)
        assert (store.load(match.id), store.summaries()) == (match, before)
        assert store.draft(match.id) == "typed", "what is refused stays typed"
        assert not store.has(match_id(2))
        store.keep_draft("x", "\ud83d")  # half a character, as a window may hand it out
        assert store.draft("x") == "?"
        # Amid a transaction it leaves no gap in the feed.
        with store.transaction():
            append(store, entry(4))
            with pytest.raises(Refused, match="too long to record"):
                append(store, replace(LONG, id=entry_id(5)))
            append(store, entry(5))
        assert store.check() == []
    lines = feed(tmp_path).read_bytes().splitlines()
    assert [json.loads(line)["seq"] for line in lines] == list(range(1, 9))


def test_a_match_is_found_by_the_beginning_of_its_id(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        end = "-0000-7000-8000-000000000001"
        ids = [f"{each}{end}" for each in ("abcd0000", "abcd1200", "abce1234", "abff0000")]
        create(store, *(replace(kept(1), id=one) for one in ids), kept_event())
        for asked in ("abce", "ABCE1", ids[2]):
            assert store.load(asked).id == ids[2]
        with pytest.raises(Refused, match="2 match IDs begin with abcd"):
            store.load("abcd")
        nothing = ("abc", "", "abce%", "_bcd", "zzzz", "abcd123", "\udcff" * 4, kept_event().id)
        for each in nothing:
            with pytest.raises(Refused, match="can't find the match"):
                store.load(each)
        with pytest.raises(Refused, match="can't find the event"):
            store.load_event(ids[0])


def test_whoever_only_reads_is_refused_every_write(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.zip"
    with opened(data) as store:
        create(store, kept(1, log(1)))
    before = {file: file.read_bytes() for file in data.iterdir() if file.is_file()}

    def transaction(store: Store) -> None:
        with store.transaction():
            pass

    with opened(data, write=False) as store:
        store.backup(copy)
        for write in (
            lambda: store.create(kept(2), make(kept(2))),
            lambda: append(store, entry(2)),
            lambda: store.add_missing_entries(match_id(1), log(2), make(kept(1))),
            lambda: store.archive(match_id(1), True),
            lambda: store.keep_draft(match_id(1), "x"),
            lambda: store.remember_documents([]),
            store.make_daily_backup,
            lambda: store.restore(copy),
            lambda: transaction(store),
        ):
            with pytest.raises(Refused, match="opened read-only"):
                write()
        assert store.load(match_id(1)) == kept(1, log(1))
    assert {file: file.read_bytes() for file in before} == before


@pytest.mark.parametrize(
    "statement", ["UPDATE lines SET line = '{}'", "DELETE FROM lines", "UPDATE lines SET seq = 99"]
)
def test_the_database_itself_forbids_changing_what_happened(tmp_path: Path, statement: str) -> None:
    with opened(tmp_path) as store:
        create(store, kept(1, log(3)))
    with (
        contextlib.closing(sqlite3.connect(tmp_path / "scorepad.db")) as connection,
        pytest.raises(sqlite3.IntegrityError, match="a line is never"),
    ):
        connection.execute(statement)


def test_others_see_what_is_written_once_all_of_it_is_on_the_disk(tmp_path: Path) -> None:
    with (
        opened(tmp_path) as one,
        opened(tmp_path) as other,
        opened(tmp_path, write=False) as third,
    ):
        stores = one, other, third
        before = [each.revision_by_others() for each in stores]
        assert [each.revision_by_others() for each in stores] == before
        with one.transaction():
            create(one, kept(1, log(3)), kept(2))
            assert one.load(match_id(1)).log == log(3), "whoever writes sees what was written"
            assert not third.has(match_id(1))
        after = [each.revision_by_others() for each in stores]
        assert [old == new for old, new in zip(before, after, strict=True)] == [True, False, False]
        seen = other.load(match_id(1))
        assert seen == third.load(match_id(1)) == kept(1, log(3))
        append(one, entry(4))
        with pytest.raises(LogHasGrown):
            other.append(seen.id, [entry(5)], make(seen), after=3)


@pytest.mark.parametrize("there", [True, False])
def test_where_nothing_is_kept_nothing_is_read_or_made(tmp_path: Path, there: bool) -> None:
    folder = tmp_path / "data"
    if there:
        folder.mkdir()
    with opened(folder, write=False) as store:
        assert (store.summaries(), store.check()) == ([], [])
        assert texts(store.notices) == [f"There is nothing in {folder} yet."]
        with pytest.raises(Refused, match="There is nothing in"):
            store.backup(tmp_path / "copy.zip")
    assert folder.exists() is there
    assert list(tmp_path.rglob("*.db")) == []


def test_a_rule_set_stands_once_in_a_feed(tmp_path: Path) -> None:
    preset = replace(kept(7), head=Head(rules="unc"))
    with opened(tmp_path) as store:
        create(store, *(kept(n) for n in range(1, 6)), preset)
        create(store, kept(6), replace(kept(8), head=Head(rules={"id": "other"})))
        assert store.load(match_id(5)) == kept(5)
        assert store.load(match_id(7)) == preset
    assert feed(tmp_path).read_bytes().count(b'"rules":{') == 2


def test_a_kind_of_document_that_a_newer_program_made_is_remembered(tmp_path: Path) -> None:
    newer = DocumentRecord("11" * 32, "hologram", (), match_id(1), START)
    line, _ = make_line("0195731b-4c00-4000-8000-00000000000b", 1, "", msgspec.json.encode(newer))
    file = tmp_path / "newer.jsonl"
    file.write_bytes(line + b"\n")
    with opened(tmp_path / "data") as store:
        store.restore(file)
        assert store.find_document(newer.sha256) == newer
