"""A damaged database is put aside, the newest good backup is opened, and it is said what is
missing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from scorepad.store import open_store, refusals
from scorepad.store.dbfile import PAGE, connected
from tests.store.kept import START, entry, entry_id, grown, kept, log, make, match_id

Damage = Callable[[Path], None]


def overwritten(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[PAGE:] = b"\xa5" * (len(content) - PAGE)
    file.write_bytes(content)


def truncated(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.truncate(file.stat().st_size // 2)


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def replaced(file: Path) -> None:
    file.write_bytes(b"Aces 312, Kings 287\n" * 999)


def beheaded(file: Path) -> None:
    content = file.read_bytes()
    file.write_bytes(bytes(100) + content[100:])


def foreign(file: Path) -> None:
    file.unlink()
    with connected_new(file) as connection:
        connection.execute("CREATE TABLE entries (x)")


def connected_new(file: Path):  # type: ignore[no-untyped-def]
    file.touch()
    return connected(file, "rw")


EVERY = [overwritten, truncated, emptied, replaced, beheaded, foreign]


def fill(folder: Path) -> None:
    """Two matches in a backup; afterwards one goes on by two entries, the other by one, and a
    third is made."""
    with open_store(folder, write=True, now=lambda: START) as store:
        for n in (1, 2):
            store.create(kept(n, log(4)), make(kept(n, log(4))))
        store.backup_now("end")
        more = grown(kept(1, log(4)), entry(5), entry(6))
        store.append(more.id, more.log[4:], make(more), after=4)
        store.append(match_id(2), [entry(5)], make(kept(2, log(5))), after=4)
        store.create(kept(3, log(3)), make(kept(3, log(3))))


@pytest.mark.parametrize("damage", EVERY)
def test_the_newest_good_backup_is_opened(tmp_path: Path, damage: Damage) -> None:
    fill(tmp_path)
    damage(tmp_path / "scorepad.db")
    broken = (tmp_path / "scorepad.db").read_bytes()
    with open_store(tmp_path, write=True, now=lambda: START) as store:
        said = [str(notice) for notice in store.notices]
        assert said == [
            (
                "The database was damaged and was put aside as "
                "scorepad-damaged-20260307-190000.db; the backup of 2026-03-07 19:00:00 UTC is "
                "open in its place."
            ),
            "Whatever else was recorded after 2026-03-07 19:00:00 UTC is missing.",
        ]
        assert store.load(match_id(1)).log == log(4)
        assert store.load(match_id(2)).log == log(4)
        assert store.check(make) == []
        store.append(match_id(2), [entry(5)], make(kept(2, log(5))), after=4)
    aside = tmp_path / "scorepad-damaged-20260307-190000.db"
    assert aside.read_bytes() == broken
    with open_store(tmp_path, write=True) as store:
        assert store.notices == ()
        assert store.load(match_id(2)).log == log(5)


def test_it_is_said_what_is_missing(tmp_path: Path) -> None:
    fill(tmp_path)
    file = tmp_path / "scorepad.db"
    with connected(file, "rw") as connection:
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'drafts'"
        ).fetchone()
    content = bytearray(file.read_bytes())
    content[(page - 1) * PAGE : page * PAGE] = b"\xa5" * PAGE
    file.write_bytes(content)
    with open_store(tmp_path, write=True, now=lambda: START) as store:
        assert [str(notice) for notice in store.notices[1:]] == [
            "The last 2 entries of Aces 1 – Kings 1 are missing.",
            "The last entry of Aces 2 – Kings 2 is missing.",
            "The match Aces 3 – Kings 3 is missing, with 3 entries.",
        ]


def test_nothing_is_missing_when_nothing_came_after_the_backup(tmp_path: Path) -> None:
    with open_store(tmp_path, write=True) as store:
        store.create(kept(1, log(4)), make(kept(1, log(4))))
        store.backup_now("end")
    file = tmp_path / "scorepad.db"
    with connected(file, "rw") as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("DELETE FROM sqlite_master WHERE name = 'drafts'")
    with open_store(tmp_path, write=True) as store:
        assert str(store.notices[-1]) == "No match and no entry is missing."
        assert store.load(match_id(1)).log == log(4)


def test_many_losses_are_counted(tmp_path: Path) -> None:
    with open_store(tmp_path, write=True) as store:
        store.create(kept(1), make(kept(1)))
        store.backup_now("end")
        for n in range(2, 15):
            store.create(kept(n), make(kept(n)))
    with connected(tmp_path / "scorepad.db", "rw") as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("DELETE FROM sqlite_master WHERE name = 'drafts'")
    with open_store(tmp_path, write=True) as store:
        said = [str(notice) for notice in store.notices[1:]]
        assert said[0] == "The match Aces 2 – Kings 2 is missing, with 0 entries."
        assert said[-1] == "Of 3 more matches something is missing."
        assert len(said) == 11


def test_a_damaged_backup_is_passed_over(tmp_path: Path) -> None:
    fill(tmp_path)
    with open_store(tmp_path, write=True) as store:
        store.backup_now("end")
    older, newest = sorted((tmp_path / "backups").iterdir())
    overwritten(newest)
    replaced(tmp_path / "scorepad.db")
    with open_store(tmp_path, write=True) as store:
        assert store.load(match_id(1)).log == log(4)
    assert older.exists()


def test_without_a_good_backup_nothing_is_lost_either(tmp_path: Path) -> None:
    fill(tmp_path)
    for backup in (tmp_path / "backups").iterdir():
        truncated(backup)
    overwritten(tmp_path / "scorepad.db")
    broken = (tmp_path / "scorepad.db").read_bytes()
    with open_store(tmp_path, write=True, now=lambda: START) as store:
        (notice,) = store.notices
        assert str(notice) == (
            "The database was damaged and was put aside as scorepad-damaged-20260307-190000.db, "
            "and there is no good backup: Scorepad starts with an empty list; a copy can be "
            "restored."
        )
        assert store.summaries() == []
        store.create(kept(1), make(kept(1)))
    assert (tmp_path / "scorepad-damaged-20260307-190000.db").read_bytes() == broken


def test_what_was_put_aside_is_never_overwritten(tmp_path: Path) -> None:
    for _time in (1, 2, 3):
        (tmp_path / "scorepad.db").write_bytes(b"x" * _time)
        with open_store(tmp_path, write=True, now=lambda: START):
            pass
    names = sorted(file.name for file in tmp_path.glob("scorepad-damaged-*"))
    assert names == [
        "scorepad-damaged-20260307-190000-2.db",
        "scorepad-damaged-20260307-190000-3.db",
        "scorepad-damaged-20260307-190000.db",
    ]
    assert [len((tmp_path / name).read_bytes()) for name in names] == [2, 3, 1]


def test_the_journal_of_a_killed_program_is_put_aside_with_its_database(tmp_path: Path) -> None:
    killed = tmp_path / "killed"
    fill(tmp_path / "data")
    with open_store(tmp_path / "data", write=True) as store:
        store.backup_now("end")
        store.append(match_id(2), [entry(6)], make(kept(2, log(6))), after=5)
        shutil.copytree(tmp_path / "data", killed)
    journal = (killed / "scorepad.db-wal").read_bytes()
    assert journal
    replaced(killed / "scorepad.db")
    with open_store(killed, write=True, now=lambda: START) as store:
        assert store.load(match_id(2)).log == log(5)
    aside = killed / "scorepad-damaged-20260307-190000.db-wal"
    assert aside.read_bytes() == journal


def test_a_database_that_is_gone_comes_back_from_its_backup(tmp_path: Path) -> None:
    fill(tmp_path)
    (tmp_path / "scorepad.db").unlink()
    with open_store(tmp_path, write=False) as store:
        assert [str(notice) for notice in store.notices] == [
            (
                f"The database in {tmp_path} is missing; shown is the backup of 2026-03-07 "
                "19:00:00 UTC, and opening Scorepad puts it in its place."
            ),
            "Whatever else was recorded after 2026-03-07 19:00:00 UTC is missing.",
        ]
        assert store.load(match_id(1)).log == log(4)
        with pytest.raises(refusals.MissingDatabase, match="is missing; open Scorepad"):
            store.backup(tmp_path / "copy.db")
    assert not (tmp_path / "scorepad.db").exists()
    with open_store(tmp_path, write=True) as store:
        assert str(store.notices[0]) == (
            "The database was missing; the backup of 2026-03-07 19:00:00 UTC is open in its place."
        )
        assert store.load(match_id(1)).log == log(4)


def test_a_stray_journal_never_gets_into_another_database(tmp_path: Path) -> None:
    fill(tmp_path)
    with open_store(tmp_path, write=True) as store:
        store.append(match_id(2), [entry(6)], make(kept(2, log(6))), after=5)
        journal = (tmp_path / "scorepad.db-wal").read_bytes()
    (tmp_path / "scorepad.db").unlink()
    (tmp_path / "scorepad.db-wal").write_bytes(journal)
    for backup in (tmp_path / "backups").iterdir():
        backup.unlink()
    with open_store(tmp_path, write=True) as store:
        assert store.notices
        assert store.summaries() == []
        assert store.check(make) == []


@pytest.mark.parametrize("damage", [truncated, emptied, replaced, beheaded, foreign])
def test_a_reader_is_shown_the_backup_and_changes_nothing(tmp_path: Path, damage: Damage) -> None:
    fill(tmp_path)
    damage(tmp_path / "scorepad.db")
    before = {file: file.read_bytes() for file in tmp_path.rglob("*.db")}
    with open_store(tmp_path, write=False) as store:
        try:
            matches = len(store.summaries())
        except refusals.DamagedDatabase:
            # A head may be whole where the rest is gone.
            assert damage is truncated
        else:
            assert matches == 2
            assert [str(notice) for notice in store.notices] == [
                (
                    f"The database in {tmp_path} is damaged; shown is the backup of 2026-03-07 "
                    "19:00:00 UTC, and opening Scorepad puts it in its place."
                ),
                "Whatever else was recorded after 2026-03-07 19:00:00 UTC is missing.",
            ]
    assert {file: file.read_bytes() for file in tmp_path.rglob("*.db")} == before


def test_a_reader_without_a_backup_is_told(tmp_path: Path) -> None:
    (tmp_path / "scorepad.db").write_bytes(b"?")
    with open_store(tmp_path, write=False) as store:
        assert [str(notice) for notice in store.notices] == [
            (
                f"The database in {tmp_path} is damaged and there is no good backup to show; "
                "restore a copy, or open Scorepad to start with an empty list."
            )
        ]


def test_what_creeps_in_unseen_is_found_when_it_is_copied(tmp_path: Path) -> None:
    fill(tmp_path)
    file = tmp_path / "scorepad.db"
    seen = file.stat()
    with connected(file, "rw") as connection:
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'summaries'"
        ).fetchone()
    content = bytearray(file.read_bytes())
    content[(page - 1) * PAGE : page * PAGE] = b"\xa5" * PAGE
    file.write_bytes(content)
    # A disk that forgets does not say so in the file's time.
    os.utime(file, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    assert file.stat().st_size == seen.st_size
    with open_store(tmp_path, write=True) as store:
        with pytest.raises(refusals.DamagedDatabase, match="is damaged; close Scorepad"):
            store.summaries()
        assert any(finding.kind == "file" for finding in _check(store))
        store._backups.wait()
        assert "No backup could be made" in str(store.notices[-1])
    assert len(list((tmp_path / "backups").iterdir())) == 1
    with open_store(tmp_path, write=True) as store:
        assert "was damaged" in str(store.notices[0])
        assert store.load(match_id(1)).log[:4] == log(4)
        assert store.load(match_id(1)).log[0].id == entry_id(1)


def _check(store):  # type: ignore[no-untyped-def]
    return store.check()


def test_what_is_lost_without_a_backup_is_named(tmp_path: Path) -> None:
    fill(tmp_path)
    for backup in (tmp_path / "backups").iterdir():
        backup.unlink()
    with connected(tmp_path / "scorepad.db", "rw") as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("DELETE FROM sqlite_master WHERE name = 'drafts'")
    lost = [
        "The match Aces 1 – Kings 1 is missing, with 6 entries.",
        "The match Aces 2 – Kings 2 is missing, with 5 entries.",
        "The match Aces 3 – Kings 3 is missing, with 3 entries.",
    ]
    with open_store(tmp_path, write=True) as store:
        assert "there is no good backup" in str(store.notices[0])
        assert [str(notice) for notice in store.notices[1:]] == lost


@pytest.mark.parametrize("name", ["scorepad.db", "scorepad.lock"])
def test_a_folder_in_the_place_of_a_file(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    with (
        pytest.raises(refusals.FolderInPlace, match="rename the folder") as refused,
        open_store(tmp_path, write=True),
    ):
        pass
    assert str(tmp_path / name) in str(refused.value)
    if name == "scorepad.db":
        with pytest.raises(refusals.FolderInPlace), open_store(tmp_path, write=False):
            pass
