"""A file of the data folder is deleted, emptied, cut, swapped for an older one or changed by one
bit while the store is open: nothing that was acknowledged is lost, and no other log is shown
without a word."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from scorepad.spades.refusal import Refused
from scorepad.store import open_store, refusals
from scorepad.store.second_copy import SecondCopy
from scorepad.store.writing import Writing
from tests.store.kept import entry, grown, kept, log, make, match_id, run
from tests.store.soak import append, soak

Damage = Callable[[Path, Path], None]
DATABASE, JOURNAL, SECOND = "scorepad.db", "scorepad.db-wal", "scorepad.jsonl"


def deleted(file: Path, _older: Path) -> None:
    file.unlink()


def emptied(file: Path, _older: Path) -> None:
    with file.open("r+b") as opened:
        opened.truncate()


def cut(file: Path, _older: Path) -> None:
    with file.open("r+b") as opened:
        opened.truncate(file.stat().st_size * 2 // 3)


def swapped(file: Path, older: Path) -> None:
    shutil.copy2(older, f"{file}.new")
    Path(f"{file}.new").rename(file)


def overwritten(file: Path, older: Path) -> None:
    shutil.copy2(older, file)


def one_bit(file: Path, _older: Path) -> None:
    """In the points of a ruling, or where those are not in the file, in the middle of it."""
    content = bytearray(file.read_bytes())
    at = content.rfind(b'"points":-10')
    at = at + len('"points":-') if at > 0 else len(content) // 2
    content[at] ^= 4
    with file.open("r+b") as opened:
        opened.write(content)


EVERY = [deleted, emptied, cut, swapped, overwritten, one_bit]


def damaged_while_open(folder: Path, name: str, damage: Damage) -> tuple[int, list[str]]:
    """How many entries were acknowledged, before and after the damage, and what was answered
    otherwise; every answer without a word is compared with what was acknowledged."""
    older, said = folder.parent / f"older-{name}", []
    with open_store(folder, write=True, make=make) as store:
        store.create(kept(1, log(2)), make(kept(1, log(2))))
        shutil.copy2(folder / name, older)
        n = 2
        for n in range(3, 10):
            append(store, n)
        damage(folder / name, older)
        for _again in range(3):
            try:
                loaded = store.load(match_id(1))
                if loaded.doubt is None:
                    assert loaded == kept(1, log(n))
                assert [each.entries for each in store.summaries()] == [n]
                append(store, n + 1)
                n += 1
            except Refused as refused:
                said.append(str(refused))
    return n, said


@pytest.mark.parametrize("damage", EVERY)
@pytest.mark.parametrize("name", [DATABASE, JOURNAL, SECOND])
def test_nothing_is_lost_or_shown_otherwise(tmp_path: Path, name: str, damage: Damage) -> None:
    folder = tmp_path / "data"
    n, said = damaged_while_open(folder, name, damage)
    # What the store does not go on with, it does not go on with the next time either.
    assert len(said) in {0, 3}
    with open_store(folder, write=True, make=make) as store:
        found = store.load(match_id(1))
        assert (found.id, found.log) == (match_id(1), log(n))
        append(store, n + 1)
        assert store.load(match_id(1)).log == log(n + 1)
        store.complete_second_copy(anew=True)
        assert store.check(make) == []


def test_every_access_is_refused_until_it_is_opened_again(tmp_path: Path) -> None:
    match = kept(1, log(3))
    with open_store(tmp_path, write=True, make=make) as store:
        store.create(match, make(match))
        older = tmp_path.parent / "older.db"
        shutil.copy2(tmp_path / DATABASE, older)
        append(store, 4)
        overwritten(tmp_path / DATABASE, older)
        emptied(tmp_path / JOURNAL, older)
        more = grown(match, entry(4), entry(5))
        for access in (
            lambda: store.load(match.id),
            store.summaries,
            store.events,
            lambda: store.has(match.id),
            lambda: store.draft(match.id),
            lambda: store.keep_draft(match.id, "3 4"),
            lambda: store.append(match.id, [entry(5)], make(more), after=4),
            lambda: store.backup(tmp_path.parent / "copy.db"),
            store.revision,
            lambda: store.check(make),
        ):
            with pytest.raises(refusals.DatabaseReplaced, match="Close Scorepad and open it"):
                access()
    with open_store(tmp_path, write=True, make=make) as store:
        store.append(match.id, [entry(5)], make(more), after=4)
        assert store.load(match.id) == more


def test_where_both_copies_are_gone_a_copy_is_written_into_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with open_store(folder, write=True, make=make) as store:
        store.create(kept(1, log(4)), make(kept(1, log(4))))
        (folder / DATABASE).unlink()
        (folder / SECOND).unlink()
        with pytest.raises(refusals.DatabaseReplaced) as refused:
            store.load(match_id(1))
    (rescued,) = folder.glob("scorepad-rescued-*.db")
    assert f"What was recorded before is in {rescued};" in str(refused.value)
    with open_store(folder, write=True, make=make) as store:
        store.restore(rescued)
        assert store.load(match_id(1)).log == log(4)


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a folder in use")
def test_where_the_folder_is_gone_a_copy_is_written_at_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, home = tmp_path / "data", tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    with open_store(folder, write=True, make=make) as store:
        store.create(kept(1, log(4)), make(kept(1, log(4))))
        shutil.rmtree(folder)
        with pytest.raises(refusals.DatabaseReplaced, match="scorepad-rescued-"):
            store.load(match_id(1))
    (rescued,) = home.iterdir()
    with open_store(folder, write=True, make=make) as store:
        store.restore(rescued)
        assert store.load(match_id(1)).log == log(4)


@pytest.mark.parametrize("damage", [deleted, emptied, swapped, overwritten])
def test_without_the_second_copy_it_would_be_lost(
    tmp_path: Path, damage: Damage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the first test."""
    for does in ("append", "write"):
        monkeypatch.setattr(SecondCopy, does, lambda *_: None)
    with pytest.raises((AssertionError, Refused)):
        test_nothing_is_lost_or_shown_otherwise(tmp_path, DATABASE, damage)


def test_without_a_comparison_nothing_would_be_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the second test."""
    monkeypatch.setattr(Writing, "compare", lambda *_, **__: None)
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        test_every_access_is_refused_until_it_is_opened_again(tmp_path)


def test_an_index_of_the_journal_that_is_overwritten_is_noticed(tmp_path: Path) -> None:
    """It tells how far the journal goes: with an older one an older score would be read."""
    with open_store(tmp_path, write=True, make=make) as store:
        store.create(kept(1, log(3)), make(kept(1, log(3))))
        older = tmp_path.parent / "older-index"
        shutil.copy2(tmp_path / "scorepad.db-shm", older)
        for n in range(4, 12):
            append(store, n)
        overwritten(tmp_path / "scorepad.db-shm", older)
        for _again in range(2):
            with pytest.raises(refusals.DatabaseReplaced):
                store.load(match_id(1))
            with pytest.raises(refusals.DatabaseReplaced):
                append(store, 12)
    with open_store(tmp_path, write=True, make=make) as store:
        assert store.load(match_id(1)).log == log(11)


@pytest.mark.skipif(os.name == "nt", reason="Windows cuts no file in use")
@pytest.mark.parametrize("left", [0, 100, 4096, 20_000])
def test_an_index_of_the_journal_that_is_cut_ends_nobody(tmp_path: Path, left: int) -> None:
    """The system ends a program that uses a mapped file where it was cut: so in a process."""
    code = f"""
from tests.store.soak import append
with open_store(folder, write=True, make=make) as store:
    store.create(kept(1, log(3)), make(kept(1, log(3))))
    append(store, 4)
    for n in range(5, 9):
        os.truncate(folder / "scorepad.db-shm", {left})
        assert store.load(match_id(1)).log == log(n - 1)
        os.truncate(folder / "scorepad.db-shm", {left})
        append(store, n)
        assert [each.entries for each in store.summaries()] == [n]
    print(store.check(make), store.notices)
"""
    assert run(code, tmp_path) == "[] ()\n"
    with open_store(tmp_path, write=True, make=make) as store:
        assert store.load(match_id(1)).log == log(8)


@pytest.mark.parametrize("seed", range(6))
def test_any_file_at_any_moment(seed: int) -> None:
    """`make soak` tries it a thousand times."""
    figures = soak(2, seed)
    assert (figures.tried, figures.lost, figures.silent, figures.failed) == (2, 0, 0, [])
