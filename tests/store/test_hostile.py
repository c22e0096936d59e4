"""What somebody else left in the folder, or brings, keeps nobody out and changes nothing."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from pathlib import Path
from types import SimpleNamespace

import pytest

from scorepad.spades.refusal import Refused
from scorepad.store import open_store
from scorepad.store.database import refusal
from scorepad.store.dbfile import connected
from tests.store.kept import START, entry, grown, kept, log, make, match_id, run, spoil

ALONE = pytest.mark.skipif(os.name == "nt", reason="POSIX has pipes")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    with open_store(folder, write=True, make=make) as store:
        store.create(kept(1, log(4)), make(kept(1, log(4))))
        store.backup(tmp_path / "copy.db")
    return folder


def test_who_was_killed_while_the_database_changed_its_journal_locks_nobody_out(
    folder: Path,
) -> None:
    """The journal of the old way is rolled back by whoever comes next, also to restore."""
    code = """
import os, sqlite3
connection = sqlite3.connect(folder / "scorepad.db", isolation_level=None)
connection.execute("PRAGMA journal_mode = DELETE")
connection.execute("PRAGMA cache_size = 1")
connection.execute("PRAGMA cache_spill = 1")
connection.execute("BEGIN IMMEDIATE")
connection.execute("UPDATE summaries SET search = hex(randomblob(200000))")
os._exit(0)
"""
    run(code, folder)
    assert (folder / "scorepad.db-journal").stat().st_size > 0
    with open_store(folder, write=True, make=make) as store:
        assert store.load(match_id(1)) == kept(1, log(4))
        more = grown(kept(1, log(4)), entry(5))
        store.append(match_id(1), more.log[4:], make(more), after=4)
        store.restore(folder.parent / "copy.db")
        assert store.load(match_id(1)) == kept(1, log(4))
        assert store.check(make) == []


def test_a_stray_journal_of_the_old_way_locks_nobody_out(folder: Path) -> None:
    (folder / "scorepad.db-journal").write_bytes(b"?" * 1000)
    with open_store(folder, write=True, make=make) as store:
        assert store.load(match_id(1)) == kept(1, log(4))
        assert store.check(make) == []


SCHEMAS = [
    "CREATE TRIGGER evil AFTER INSERT ON entries BEGIN DELETE FROM places; END",
    "CREATE VIEW more AS SELECT * FROM entries",
    "CREATE TABLE t AS SELECT * FROM places; DROP TABLE places; ALTER TABLE t RENAME TO places",
    "CREATE INDEX slow ON matches (id) WHERE length(hex(zeroblob(5))) > 20",
    "ALTER TABLE drafts ADD COLUMN slow TEXT AS/**/(hex(zeroblob(5)))",
]


def test_only_rows_are_taken_from_a_copy(folder: Path) -> None:
    copy = folder.parent / "copy.db"
    with connected(copy, "rw") as connection:
        connection.execute("DROP TRIGGER entries_never_change")
    with open_store(folder, write=True, make=make) as store:
        store.restore(copy)
        assert store.load(match_id(1)) == kept(1, log(4))
        more = grown(kept(1, log(4)), entry(5))
        store.append(match_id(1), more.log[4:], make(more), after=4)
        assert store.load(match_id(1)) == more
        assert store.check(make) == []


@pytest.mark.parametrize("statement", SCHEMAS)
def test_a_copy_with_more_than_our_tables_is_refused(folder: Path, statement: str) -> None:
    """What the two last ones compute may take hours."""
    copy = folder.parent / "copy.db"
    with connected(copy, "rw") as connection:
        connection.executescript(statement)
    with open_store(folder, write=True, make=make) as store:
        with pytest.raises(Refused, match="not a database of Scorepad's"):
            store.restore(copy)
        assert store.load(match_id(1)) == kept(1, log(4))


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS key FROM n"


@pytest.mark.parametrize("where", ["copy.db", "data/backups/scorepad-000009-20990101-000000-x.db"])
def test_an_endless_view_in_place_of_a_table_is_refused_at_once(folder: Path, where: str) -> None:
    copy = folder.parent / where
    copy.parent.mkdir(exist_ok=True)
    if not copy.exists():
        shutil.copy2(folder.parent / "copy.db", copy)
    with connected(copy, "rw") as connection:
        connection.execute("ALTER TABLE matches RENAME TO others")
        connection.execute(f"CREATE VIEW matches AS {ENDLESS}")
    with open_store(folder, write=True, make=make) as store:
        with pytest.raises(Refused, match="cannot be restored"):
            store.restore(copy)
        assert store.load(match_id(1)) == kept(1, log(4))
        assert len(store.check(make)) == (where != "copy.db")


@pytest.mark.parametrize("write", [True, False])
def test_an_endless_view_in_our_own_database_is_damage(folder: Path, write: bool) -> None:
    with connected(folder / "scorepad.db", "rw") as connection:
        connection.execute("ALTER TABLE meta RENAME TO others")
        connection.execute(f"CREATE VIEW meta AS {ENDLESS.replace('AS key', 'AS value, 1 AS key')}")
    with open_store(folder, write=write, make=make) as store:
        assert store.notices
        assert store.load(match_id(1)) == kept(1, log(4))


@ALONE
def test_a_pipe_comes_in_place_of_the_second_copy(folder: Path) -> None:
    with open_store(folder, write=True, make=make) as store:
        (folder / "scorepad.jsonl").unlink()
        os.mkfifo(folder / "scorepad.jsonl")
        more = grown(kept(1, log(4)), entry(5))
        store.append(match_id(1), more.log[4:], make(more), after=4)
        assert store.load(match_id(1)) == more
        assert store.check(make) == []


@ALONE
@pytest.mark.parametrize("name", ["scorepad.db", "scorepad.jsonl", "scorepad.lock"])
def test_a_pipe_in_place_of_a_file_is_refused(folder: Path, name: str) -> None:
    (folder / name).unlink()
    os.mkfifo(folder / name)
    with pytest.raises(Refused), open_store(folder, write=True, make=make):
        pass


@pytest.mark.parametrize("name", ["alembic_version SET version_num = '0007'", "meta SET value = 9"])
def test_one_digit_of_the_version_is_damage_and_is_put_right(folder: Path, name: str) -> None:
    spoil(folder, f"UPDATE {name}")
    for write in (False, True):
        with open_store(folder, write=write, make=make) as store:
            assert store.notices
            assert store.load(match_id(1)) == kept(1, log(4))
            assert not write or store.check(make) == []


def test_one_digit_of_a_backups_version_is_damage(folder: Path) -> None:
    copy = folder.parent / "copy.db"
    with connected(copy, "rw") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9'")
    with open_store(folder, write=True, make=make) as store:
        store.restore(copy)
        assert store.load(match_id(1)) == kept(1, log(4))


@ALONE
def test_nobody_else_may_read_what_is_kept(folder: Path) -> None:
    with open_store(folder, write=True, now=lambda: START) as store:
        store.backup_now("end")
    modes = {
        each.relative_to(folder).as_posix(): stat.S_IMODE(each.stat().st_mode)
        for each in (folder, *folder.rglob("*"))
    }
    assert {mode for name, mode in modes.items() if (folder / name).is_dir()} == {0o700}
    assert {mode for name, mode in modes.items() if (folder / name).is_file()} == {0o600}


def test_a_full_disk_is_called_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite itself says only that it cannot open or write its journal."""
    for free, sentence in ((0, "The disk is full"), (1 << 30, "does not answer|may only be read")):
        monkeypatch.setattr("shutil.disk_usage", lambda _, free=free: SimpleNamespace(free=free))
        for code in (sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_CANTOPEN):
            error = sqlite3.OperationalError("it says so")
            error.sqlite_errorcode = code
            with pytest.raises(Refused, match=sentence):
                raise refusal(error, tmp_path)


def test_a_copy_that_is_nested_without_end_is_none(folder: Path) -> None:
    copy = folder.parent / "deep.jsonl"
    copy.write_bytes(b'{"a":' + b"[" * 1_000_000)
    with (
        open_store(folder, write=True) as store,
        pytest.raises(Refused, match="not a database of Scorepad's"),
    ):
        store.restore(copy)
