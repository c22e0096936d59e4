"""A damaged database is put aside, one is put together in its place, and it is said what is
missing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from scorepad.spades.entries import Entry
from scorepad.spades.refusal import Refused
from scorepad.store import open_store, refusals
from scorepad.store.dbfile import PAGE, connected
from scorepad.store.store import Store
from tests.store.kept import START, entry, grown, kept, log, make, match_id, spoil

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


GONE = "What was recorded after 2026-03-07 19:00:00 UTC and cannot be read any more is missing."
ALL = {1: log(6), 2: log(5), 3: log(3)}
"""What `fill` keeps."""


def logs(store: Store) -> dict[int, tuple[Entry, ...]]:
    return {n: store.load(match_id(n)).log for n in ALL if store.has(match_id(n))}


def only_the_database_and_its_backup(folder: Path) -> Path:
    fill(folder)
    (folder / "scorepad.jsonl").unlink()
    return folder / "scorepad.db"


def page_of(file: Path, table: str) -> int:
    with connected(file, "ro") as connection:
        asked = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (page,) = connection.execute(asked, (table,)).fetchone()
    return page


def spoil_page(file: Path, page: int) -> None:
    content = bytearray(file.read_bytes())
    content[(page - 1) * PAGE : page * PAGE] = b"\xa5" * PAGE
    file.write_bytes(content)


@pytest.mark.parametrize("damage", EVERY)
def test_nothing_is_lost_with_the_database(tmp_path: Path, damage: Damage) -> None:
    fill(tmp_path)
    damage(tmp_path / "scorepad.db")
    broken = (tmp_path / "scorepad.db").read_bytes()
    with open_store(tmp_path, write=True, now=lambda: START, make=make) as store:
        assert [str(notice) for notice in store.notices] == [
            (
                "The database was damaged and was put aside as "
                "scorepad-damaged-20260307-190000.db; what could be read of it, of the second "
                "copy and of the backups is open in its place."
            ),
            "No match and no entry is missing.",
        ]
        assert logs(store) == ALL
        assert store.check(make) == []
        store.append(match_id(2), [entry(6)], make(kept(2, log(6))), after=5)
    aside = tmp_path / "scorepad-damaged-20260307-190000.db"
    assert aside.read_bytes() == broken
    with open_store(tmp_path, write=True) as store:
        assert store.notices == ()
        assert store.load(match_id(2)).log == log(6)


@pytest.mark.parametrize("bit", [7, 1])
@pytest.mark.parametrize("name", ["entries", "meta", "alembic_version"])
def test_a_bit_of_a_name_in_the_schema_is_damage_like_any_other(
    tmp_path: Path, name: str, bit: int
) -> None:
    """The highest makes a text that is no UTF-8, in SQLite's own sentence about it too."""
    fill(tmp_path)
    file = tmp_path / "scorepad.db"
    content = bytearray(file.read_bytes())
    content[content.index(f"table{name}{name}".encode()) + len("table")] ^= 1 << bit
    file.write_bytes(content)
    with open_store(tmp_path, write=False, make=make) as store:
        assert "is damaged; shown is" in str(store.notices[0])
        assert logs(store) == ALL
    with open_store(tmp_path, write=True, make=make) as store:
        assert "was damaged" in str(store.notices[0])
        assert logs(store) == ALL
        assert store.check(make) == []


@pytest.mark.parametrize("damage", [replaced, emptied, beheaded, foreign])
def test_without_a_second_copy_the_newest_good_backup_is_opened(
    tmp_path: Path, damage: Damage
) -> None:
    damage(only_the_database_and_its_backup(tmp_path))
    with open_store(tmp_path, write=True, now=lambda: START, make=make) as store:
        assert [str(notice) for notice in store.notices[1:]] == [
            GONE,
        ]
        assert logs(store) == {1: log(4), 2: log(4)}
        assert store.check(make) == []


@pytest.mark.parametrize("table", ["drafts", "summaries", "places", "meta"])
def test_what_can_be_read_of_the_database_itself_is_not_lost(tmp_path: Path, table: str) -> None:
    file = only_the_database_and_its_backup(tmp_path)
    spoil_page(file, page_of(file, table))
    with open_store(tmp_path, write=True, now=lambda: START, make=make) as store:
        assert "was put aside" in str(store.notices[0])
        assert logs(store) == ALL
        assert store.check(make) == []


def test_it_is_said_what_is_missing(tmp_path: Path) -> None:
    file = only_the_database_and_its_backup(tmp_path)
    spoil_page(file, page_of(file, "entries"))
    with open_store(tmp_path, write=True, now=lambda: START, make=make) as store:
        assert [str(notice) for notice in store.notices[1:]] == [
            "2 entries of Aces 1 – Kings 1 are missing.",
            "One entry of Aces 2 – Kings 2 is missing.",
            "3 entries of Aces 3 – Kings 3 are missing.",
            GONE,
        ]


def test_many_losses_are_counted(tmp_path: Path) -> None:
    with open_store(tmp_path, write=True) as store:
        for n in range(1, 15):
            store.create(kept(n, log(1)), make(kept(n, log(1))))
    (tmp_path / "scorepad.jsonl").unlink()
    spoil_page(tmp_path / "scorepad.db", page_of(tmp_path / "scorepad.db", "entries"))
    with open_store(tmp_path, write=True) as store:
        said = [str(notice) for notice in store.notices[1:]]
        assert said[0] == "One entry of Aces 1 – Kings 1 is missing."
        assert said[10] == "Of 4 more matches something is missing."
        assert len(said) == 11


def test_an_entry_that_is_not_as_it_was_is_named_with_its_hand(tmp_path: Path) -> None:
    with open_store(tmp_path, write=True) as store:
        store.create(kept(1, log(6)), make(kept(1, log(6))))
    spoil(tmp_path, "UPDATE entries SET body = replace(body, '[4,0,4,5]', '[5,0,4,5]')")
    (tmp_path / "scorepad.jsonl").unlink()
    with open_store(tmp_path, write=True, thoroughly=True) as store:
        rest = "may not be as it was recorded; compare it with the paper."
        assert [str(notice) for notice in store.notices[1:]] == [
            f"Entry 2 of Aces 1 – Kings 1, at hand 1, {rest}",
            f"Entry 5 of Aces 1 – Kings 1, at hand 2, {rest}",
        ]


def test_what_a_rescue_said_is_kept_until_it_is_read(tmp_path: Path) -> None:
    said = []
    for table in ("entries", "places"):
        spoil_page(only_the_database_and_its_backup(tmp_path / table), 2)
        shutil.copytree(tmp_path / table, tmp_path / "data", dirs_exist_ok=True)
        with open_store(tmp_path / "data", write=True, now=lambda: START, make=make) as store:
            said += store.notices
            assert store.unread.texts == tuple(dict.fromkeys(said))
    for _again in range(2):
        with open_store(tmp_path / "data", write=True) as store:
            assert store.notices == ()
            assert store.unread.texts == tuple(dict.fromkeys(said))
    store.unread.read()
    assert store.unread.texts == ()
    with open_store(tmp_path / "data", write=True) as store:
        assert store.unread.texts == ()


@pytest.mark.parametrize("content", [b"", b"\xff", b"{}", b'0\n["{x"]', b"\n[]"])
def test_what_a_rescue_said_and_was_damaged_itself_is_nothing(
    tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "scorepad.unread").write_bytes(content)
    with open_store(tmp_path, write=True) as store:
        assert store.unread.texts == ()


def test_a_damaged_backup_is_passed_over(tmp_path: Path) -> None:
    fill(tmp_path)
    with open_store(tmp_path, write=True, now=lambda: START + timedelta(hours=2)) as store:
        store.backup_now("end")
    older, newest = sorted((tmp_path / "backups").iterdir())
    overwritten(newest)
    replaced(tmp_path / "scorepad.db")
    (tmp_path / "scorepad.jsonl").unlink()
    with open_store(tmp_path, write=True) as store:
        assert store.load(match_id(1)).log == log(4)
    assert older.exists()


def test_where_nothing_can_be_read_the_list_is_empty_and_the_file_put_aside(
    tmp_path: Path,
) -> None:
    replaced(only_the_database_and_its_backup(tmp_path))
    for backup in (tmp_path / "backups").iterdir():
        emptied(backup)
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
        store.append(match_id(2), [entry(6)], make(kept(2, log(6))), after=5)
        # A backup is being written meanwhile.
        shutil.copytree(tmp_path / "data", killed, ignore=shutil.ignore_patterns(".scorepad-*"))
    journal = (killed / "scorepad.db-wal").read_bytes()
    assert journal
    replaced(killed / "scorepad.db")
    with open_store(killed, write=True, now=lambda: START) as store:
        assert store.load(match_id(2)).log == log(6)
    aside = killed / "scorepad-damaged-20260307-190000.db-wal"
    assert aside.read_bytes() == journal


def test_a_database_that_is_gone_comes_back(tmp_path: Path) -> None:
    fill(tmp_path)
    (tmp_path / "scorepad.db").unlink()
    with open_store(tmp_path, write=False, make=make) as store:
        assert [str(notice) for notice in store.notices] == [
            (
                f"The database in {tmp_path} is missing; shown is what the second copy and the "
                "backups have, and opening Scorepad puts it right."
            ),
            "No match and no entry is missing.",
        ]
        assert logs(store) == ALL
        with pytest.raises(Refused, match="is missing; open Scorepad"):
            store.backup(tmp_path / "copy.db")
    assert not (tmp_path / "scorepad.db").exists()
    with open_store(tmp_path, write=True, make=make) as store:
        assert str(store.notices[0]) == (
            "The database was missing; what the second copy and the backups have is open in its "
            "place."
        )
        assert logs(store) == ALL


def test_a_stray_journal_never_gets_into_another_database(tmp_path: Path) -> None:
    fill(tmp_path)
    with open_store(tmp_path, write=True) as store:
        store.append(match_id(2), [entry(6)], make(kept(2, log(6))), after=5)
        journal = (tmp_path / "scorepad.db-wal").read_bytes()
    (tmp_path / "scorepad.db").unlink()
    (tmp_path / "scorepad.jsonl").unlink()
    (tmp_path / "scorepad.db-wal").write_bytes(journal)
    for backup in (tmp_path / "backups").iterdir():
        backup.unlink()
    with open_store(tmp_path, write=True) as store:
        assert store.notices
        assert store.summaries() == []
        assert store.check(make) == []


@pytest.mark.parametrize("damage", EVERY)
def test_a_reader_is_shown_all_of_it_and_changes_nothing(tmp_path: Path, damage: Damage) -> None:
    fill(tmp_path)
    damage(tmp_path / "scorepad.db")
    before = {file: file.read_bytes() for file in tmp_path.rglob("*.db")}
    with open_store(tmp_path, write=False, make=make) as store:
        assert [str(notice) for notice in store.notices] == [
            (
                f"The database in {tmp_path} is damaged; shown is what could be read of it, of "
                "the second copy and of the backups, and opening Scorepad puts it right."
            ),
            "No match and no entry is missing.",
        ]
        assert logs(store) == ALL
        assert {each.entries for each in store.summaries()} == {6, 5, 3}
    assert {file: file.read_bytes() for file in tmp_path.rglob("*.db")} == before


def test_a_line_of_the_second_copy_with_another_match_is_no_match(tmp_path: Path) -> None:
    fill(tmp_path)
    second = tmp_path / "scorepad.jsonl"
    content = second.read_bytes()
    at = content.rindex(match_id(3).encode())
    second.write_bytes(content[:at] + b"f" + content[at + 1 :])
    os.utime(tmp_path / "scorepad.db")  # as if it had not been closed in order
    with open_store(tmp_path, write=True, make=make) as store:
        assert store.notices == ()
        assert {each.id for each in store.summaries()} == {match_id(n) for n in ALL}
        assert logs(store) == ALL


def test_a_reader_where_nothing_can_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "scorepad.db").write_bytes(b"?")
    with open_store(tmp_path, write=False) as store:
        assert [str(notice) for notice in store.notices] == [
            (
                f"The database in {tmp_path} is damaged and there is no good backup to show; "
                "restore a copy, or open Scorepad to start with an empty list."
            )
        ]
        assert store.summaries() == []


def test_what_creeps_into_a_large_database_is_found_when_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorepad.store.opening.SMALL", 0)
    fill(tmp_path)
    file = tmp_path / "scorepad.db"
    seen = file.stat()
    spoil_page(file, page_of(file, "summaries"))
    # A disk that forgets does not say so in the file's time.
    os.utime(file, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    assert file.stat().st_size == seen.st_size
    with open_store(tmp_path, write=True) as store:
        with pytest.raises(refusals.DamagedDatabase, match="is damaged; close Scorepad"):
            store.summaries()
        assert any(finding.kind == "file" for finding in store.check())
    with open_store(tmp_path, write=True, make=make) as store:
        assert "was damaged" in str(store.notices[0])
        assert logs(store) == ALL


@pytest.mark.parametrize("name", ["scorepad.db", "scorepad.lock"])
def test_a_folder_in_the_place_of_a_file(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    with (
        pytest.raises(Refused, match="rename the folder") as refused,
        open_store(tmp_path, write=True),
    ):
        pass
    assert str(tmp_path / name) in str(refused.value)
    if name == "scorepad.db":
        with pytest.raises(Refused, match="rename the folder"), open_store(tmp_path, write=False):
            pass
