"""A match that is not as it was recorded is named and can be restored alone; the others go on."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from scorepad.spades.entries import DOUBT, Entry, Note
from scorepad.spades.refusal import Refused
from scorepad.store import open_store, refusals
from scorepad.store.copies import CopyBeside
from scorepad.store.dbfile import PAGE, connected
from scorepad.store.log import rows, sound_logs
from scorepad.store.second_copy import SecondCopy, read_mark
from tests.store.kept import entry, grown, kept, log, make, match_id, placed_log, spoil
from tests.store.soak import append
from tests.store.test_damaged import spoil_page

FLIP = "UPDATE entries SET body = replace(body, '[4,0,4,5]', '[5,0,4,5]') WHERE match = 1"
UNREADABLE = "UPDATE entries SET body = '{' WHERE match = 1 AND key = 2"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Match 1 goes on after the copy; then both of its copies in the folder are damaged."""
    folder = tmp_path / "data"
    with open_store(folder, write=True, make=make) as store:
        for n in (1, 2):
            store.create(kept(n, log(4)), make(kept(n, log(4))))
        store.backup(tmp_path / "copy.db")
        shutil.copy2(folder / "scorepad.jsonl", tmp_path / "copy.jsonl")
        append(store, 5)
    return folder


def damage(folder: Path, statement: str, line: bytes = b"[5,0,4,5]") -> None:
    spoil(folder, statement)
    second = folder / "scorepad.jsonl"
    second.write_bytes(second.read_bytes().replace(b"[4,0,4,5]", line, 1))


@pytest.mark.parametrize("statement", [FLIP, UNREADABLE])
def test_the_list_marks_it_and_the_others_go_on(folder: Path, statement: str) -> None:
    damage(folder, statement)
    shown: list[Entry] = []
    with open_store(folder, write=True, make=make) as store:
        try:
            doubtful = store.load(match_id(1))
            assert doubtful.doubt is not None
            shown += doubtful.log
        except refusals.UnreadableMatch:
            assert statement == UNREADABLE
        marked = {each.id: each.doubtful for each in store.summaries()}
        assert marked == {match_id(1): True, match_id(2): False}
        assert [*store.doubts] == [match_id(1)]
        assert store.doubts[match_id(1)] in store.notices
        assert store.load(match_id(2)) == kept(2, log(4))
        with pytest.raises(Refused, match="takes nothing now"):
            append(store, 6)
    with open_store(folder, write=True, make=make) as store:
        assert (store.doubts, store.check(make)) == ({}, [])
        *_rest, note = store.load(match_id(1)).log
        assert isinstance(note, Note)
        assert note.text == DOUBT.one, "its sheets say so from now on"
        assert shown[-1:] in ([note], []), "the same that was shown before"
        assert store.load(match_id(2)).log == log(4)


@pytest.mark.parametrize("copy", ["copy.db", "copy.jsonl"])
@pytest.mark.parametrize(
    ("statement", "line"),
    [(FLIP, b"[5,0,4,5]"), (UNREADABLE, b"[5,0,4,5]"), (FLIP, b"[4,0,4,")],
)
def test_it_is_restored_alone(folder: Path, statement: str, line: bytes, copy: str) -> None:
    damage(folder, statement, line)
    before = (folder / "scorepad.jsonl").read_bytes()
    with open_store(folder, write=True, make=make) as store:
        with contextlib.suppress(refusals.UnreadableMatch):
            store.load(match_id(1))
        grow = grown(kept(2, log(4)), entry(5), entry(6))
        store.append(match_id(2), grow.log[4:], make(grow), after=4)
        assert store.read_copy(folder.parent / copy)(match_id(1)[:8]) == match_id(1)
        assert (store.doubts, store.notices) == ({}, ())
        assert store.load(match_id(1)) == kept(1, log(5)), "what came after the copy stays"
        assert store.load(match_id(2)) == grow
        append(store, 6)
        assert (folder / "scorepad.jsonl").read_bytes().startswith(before)
        # What cannot be read may be of any match; the next start writes the second copy anew.
        assert [each.kind for each in store.check(make)] == ["copy"] * line.endswith(b",")
    with open_store(folder, write=True, make=make) as store:
        assert store.notices == ()
        assert store.check(make) == []
        assert store.load(match_id(1)).log == log(6)
        assert {each.entries for each in store.summaries()} == {6}


def test_it_is_restored_though_it_was_put_together_of_damaged_copies(folder: Path) -> None:
    with open_store(folder, write=True) as store:
        store.backup(folder.parent / "whole.db")
    shutil.rmtree(folder / "backups")
    damage(folder, FLIP)
    os.utime(folder / "scorepad.db")
    with open_store(folder, write=True, make=make) as store:
        doubtful = store.load(match_id(1))
        more = grown(doubtful, entry(6))
        store.append(match_id(1), [entry(6)], make(more), after=6)
        assert doubtful.log[:5] != log(5)
        store.read_copy(folder.parent / "whole.db")(match_id(1))
        assert store.load(match_id(1)).log == log(6), "what was recorded since stays"
        assert store.check(make) == []
        # What the copy has not was put together with the rest.
        store.read_copy(folder.parent / "copy.db")(match_id(1))
        assert store.load(match_id(1)).log == log(6)


def test_what_no_copy_has_right_is_named_until_it_is_read(folder: Path) -> None:
    damage(folder, "UPDATE entries SET body = replace(body, '[4,0,4,5]', '[5,0,4,5]')")
    (folder / "scorepad.jsonl").unlink()
    with open_store(folder, write=True, make=make) as store:
        store.create(kept(3), make(kept(3)))
        with pytest.raises(Refused, match="does not have match"):
            store.read_copy(folder.parent / "copy.db")(match_id(3))
        store.read_copy(folder.parent / "copy.db")(match_id(1))
        (said,) = store.unread.texts
        assert str(said).startswith("Entry 5 of Aces 1 – Kings 1, at hand 2, may not be as it was")
        *rest, note = store.load(match_id(1)).log
        assert (rest[:4], len(rest), note.id) == ([*log(4)], 5, f"doubt-{match_id(1)}")
        assert store.load(match_id(2)).doubt is not None, "nobody asked for the other one"


def test_the_second_copy_is_written_anew_only_where_it_is_damaged(folder: Path) -> None:
    spoil(folder, FLIP)
    before = (folder / "scorepad.jsonl").read_bytes()
    with open_store(folder, write=True, make=make) as store:
        assert store.load(match_id(1)).log == log(5)
        assert store.read_copy(folder.parent / "copy.db")(match_id(1)) == match_id(1)
        assert (folder / "scorepad.jsonl").read_bytes().startswith(before)
        assert (store.doubts, store.notices) == ({}, ())
        append(store, 6)
    with connected(folder / "scorepad.db", "ro") as connection:
        logs = rows(connection)
        beside = CopyBeside(SecondCopy(folder).raw_lines(), read_mark(connection))
        assert len(sound_logs(connection, logs, beside.pass_by)) == 2
        ends = {row.id: row.tip.chain for row in logs if row.tip is not None}
        assert beside.ends() == ends, "a check goes through it once, though match 1 stands twice"
    (folder / "scorepad.db").unlink()
    with open_store(folder, write=True, make=make) as store:
        assert store.load(match_id(1)).log == log(6)
        assert store.check(make) == []


def test_a_copy_that_is_none_changes_nothing(folder: Path) -> None:
    with open_store(folder, write=True, make=make) as store:
        (folder / "no.db").write_bytes(b"?")
        with pytest.raises(Refused, match="cannot be restored"):
            store.read_copy(folder / "no.db")(match_id(1))
        with pytest.raises(Refused, match="There is no match"):
            store.read_copy(folder.parent / "copy.db")("ffff")
        assert store.load(match_id(1)) == kept(1, log(5))
        assert store.check(make) == []


def test_a_match_that_is_gone_comes_back(folder: Path) -> None:
    spoil(
        folder,
        *(f"DELETE FROM {table} WHERE match = 2" for table in ("places", "summaries", "entries")),  # noqa: S608
        "DELETE FROM matches WHERE key = 2",
    )
    (folder / "scorepad.jsonl").unlink()
    with open_store(folder, write=True, make=make) as store:
        assert store.read_copy(folder.parent / "copy.db")(match_id(2)) == match_id(2)
        assert store.load(match_id(2)) == kept(2, log(4))


def test_entries_are_there_where_the_head_of_their_match_cannot_be_read(tmp_path: Path) -> None:
    match = kept(1, log(4))
    match = replace(match, head=replace(match.head, agreed={"x": "x" * 3 * PAGE}))
    with open_store(tmp_path, write=True) as store:
        store.create(match, make(match))
        store.backup_now("end")
        store.append(match.id, [entry(5)], make(match), after=4)
    (tmp_path / "scorepad.jsonl").unlink()
    file = tmp_path / "scorepad.db"
    spoil_page(file, file.read_bytes().index(b"x" * (PAGE - 4)) // PAGE + 1)
    with open_store(tmp_path, write=True, make=make) as store:
        found = store.load(match.id)
        assert (found.head, found.log) == (match.head, log(5))
        assert not [each for each in store.notices if "as it was recorded" in str(each)]


def test_a_database_that_was_copied_alone_says_what_may_be_missing(
    folder: Path, tmp_path: Path
) -> None:
    """Its journal was left behind; of one that was backed up all is in the file."""
    alone, backed_up, empty = (tmp_path / name for name in ("alone", "backed up", "empty"))
    for copy in (alone, backed_up, empty):
        copy.mkdir()
    with open_store(folder, write=True, make=make) as store:
        append(store, 6)
        shutil.copy2(folder / "scorepad.db", alone)
        store.backup(backed_up / "scorepad.db")
    with open_store(tmp_path / "fresh", write=True, make=make) as store:
        store.create(kept(1), make(kept(1)))
        shutil.copy2(tmp_path / "fresh" / "scorepad.db", empty)
    with open_store(empty, write=False) as store:
        assert store.summaries() == []
        assert store.notices == (refusals.second_copy_gone(empty / "scorepad.jsonl"),)
    said = (refusals.second_copy_gone(alone / "scorepad.jsonl"),)
    for write in (False, True):
        with open_store(alone, write=write, make=make) as store:
            assert (store.notices, store.load(match_id(1)).log) == (said, log(5))
        with open_store(backed_up, write=write, make=make) as store:
            assert (store.notices, store.load(match_id(1)).log) == ((), log(6))
    with open_store(alone, write=True, make=make) as store:
        assert (store.notices, store.unread.texts) == ((), said)


def test_a_second_copy_that_is_written_anew_has_all_as_it_arrived(tmp_path: Path) -> None:
    one, other = kept(1, log(4)), kept(2, placed_log(3))
    second = tmp_path / "scorepad.jsonl"
    with open_store(tmp_path, write=True, make=make) as store:
        store.create(one, make(one))
        store.create(other, make(other))
        store.append(one.id, [entry(5)], make(grown(one, entry(5))), after=4)
        store.set_aside(one.id, True)
        before = second.read_text("utf-8").splitlines()
        store.complete_second_copy(anew=True)
        lines = second.read_text("utf-8").splitlines()
        assert sorted(lines[:-1]) == sorted(each for each in before if '"mark"' not in each)
        assert lines[-1] == before[-1]
        assert [each for each in lines if '"entry"' in each] == [
            each for each in before if '"entry"' in each
        ]
        spoil(tmp_path, "UPDATE entries SET body = replace(body, 'Pat', 'Tap') WHERE key = 1")
        store.complete_second_copy(anew=True)
        assert second.read_text("utf-8").splitlines() == lines, "damage does not get there"
        assert any("damaged" in str(each) for each in store.notices)
    (tmp_path / "scorepad.db").unlink()
    with open_store(tmp_path, write=True, make=make) as store:
        assert [store.load(each.id).log for each in (one, other)] == [log(5), placed_log(3)]
        assert [each.id for each in store.summaries(aside=True)] == [one.id]
