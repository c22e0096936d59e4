"""Rolling backups, copies that are asked for, and putting one back."""

from __future__ import annotations

import sqlite3
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from scorepad.spades.refusal import Refused
from scorepad.store import open_store
from scorepad.store.dbfile import connected, copy
from scorepad.store.migrate import head
from tests.store.kept import START, entry, grown, kept, log, make, match_id, placed_log, run


def rolling(folder: Path) -> list[str]:
    return sorted(file.name for file in (folder / "backups").glob("*"))


HOUR = timedelta(hours=1)


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_what_changed_is_backed_up_once_an_hour(tmp_path: Path, clock: Clock) -> None:
    def opened() -> list[str]:
        with open_store(tmp_path, write=True, now=clock):
            pass
        return rolling(tmp_path)

    assert opened() == []
    assert opened() == []  # there is nothing to back up
    with open_store(tmp_path, write=True, now=clock) as store:
        store.create(kept(1, log(2)), make(kept(1)))
    first = "scorepad-000001-20260307-190000-start.db"
    assert opened() == [first]
    clock.now += HOUR
    assert opened() == [first]  # nothing has changed
    with open_store(tmp_path, write=True, now=clock) as store:
        store._backups.wait()  # the one of the start sees nothing new
        store.keep_draft(match_id(1), "4 3")
        store.backup_now("End of: Aces/Kings!")
        store.keep_draft(match_id(1), "4 3 2")
        for minutes in (0, 59):  # a whole evening of commands makes none of the others go
            clock.now = START + HOUR + timedelta(minutes=minutes)
            store.backup_now("end")
    second = "scorepad-000002-20260307-200000-end-of-aces-kings.db"
    assert opened() == [first, second]
    with connected(tmp_path / "backups" / second, "immutable") as connection:
        assert connection.execute("SELECT draft FROM drafts").fetchall() == [("4 3",)]
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    clock.now = START + 2 * HOUR
    assert opened() == [first, second, "scorepad-000003-20260307-210000-start.db"]


def test_a_backup_in_the_background_is_there_when_the_store_is_closed(
    tmp_path: Path, clock: Clock
) -> None:
    with open_store(tmp_path, write=True, now=clock) as store:
        store.create(kept(1, log(30)), make(kept(1)))
        store.backup_now("end", wait=False)
        store.append(match_id(1), [entry(31)], make(kept(1)), after=30)
        clock.now += HOUR
        store.backup_now("end", wait=False)
    # The first is of either state: it is copied while the entry is appended.
    with connected(tmp_path / "backups" / rolling(tmp_path)[-1], "immutable") as connection:
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (31,)


def test_the_newest_one_an_hour_and_one_a_day_stay(tmp_path: Path, clock: Clock) -> None:
    with open_store(tmp_path, write=True, now=clock) as store:
        store.create(kept(1), make(kept(1)))
        for day in range(40):
            for hour in range(3):
                clock.now = START + timedelta(days=day, hours=hour)
                store.keep_draft(match_id(1), f"{day} {hour}")
                store.backup_now("end")
        numbers = [int(name.split("-")[1]) for name in rolling(tmp_path)]
        # The last one of each of the last thirty days, and those of the last twelve hours.
        last_of_days = {3 * day for day in range(11, 41)}
        assert set(numbers) == last_of_days | set(range(109, 121))
        # A clock that was set back does not make the newest the oldest.
        clock.now = START - timedelta(days=400)
        store.keep_draft(match_id(1), "newest")
        store.backup_now("end")
        assert rolling(tmp_path)[-1].startswith("scorepad-000121-20250131-")
    (tmp_path / "scorepad.db").write_bytes(b"?")
    (tmp_path / "scorepad.jsonl").unlink()
    with open_store(tmp_path, write=True) as store:
        assert store.draft(match_id(1)) == "newest"


def test_other_files_among_the_backups_are_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    mine = [folder / "notes.txt", folder / "scorepad-000001-20269999-999999-end.db"]
    for file in mine:
        file.write_text("mine")
    half = folder / ".scorepad-abcdefgh"
    half.write_text("half")
    with open_store(tmp_path, write=True) as store:
        store.create(kept(1), make(kept(1)))
        store.backup_now("end")
    assert [file.read_text() for file in mine] == ["mine", "mine"]
    assert not half.exists()


def test_a_backup_that_cannot_be_made_is_said_and_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("in the way")
    with open_store(tmp_path, write=True) as store:
        store.create(kept(1), make(kept(1)))
        with pytest.raises(Refused, match="choose another folder"):
            store.backup_now("end")
    with open_store(tmp_path, write=True) as store:
        store._backups.wait()
        (notice,) = store.notices
        assert str(notice).startswith("No backup could be made: ")
        store.append(match_id(1), log(1), make(kept(1)), after=0)
    assert (tmp_path / "backups").read_text() == "in the way"


def test_a_copy_holds_everything_and_stands_alone(tmp_path: Path) -> None:
    data, to = tmp_path / "data", tmp_path / "stick" / "copy.db"
    to.parent.mkdir()
    match = kept(1, log(5))
    with open_store(data, write=True) as store:
        store.create(match, make(match))
        with open_store(data, write=False) as reader:
            reader.backup(to)
        # What comes later is not in it.
        store.append(match.id, [entry(6)], make(match), after=5)
    assert [file.name for file in to.parent.iterdir()] == ["copy.db"]
    other = tmp_path / "other"
    with open_store(other, write=True) as store:
        store.restore(to)
        assert store.load(match.id) == match


def test_a_copy_overwrites_nothing(tmp_path: Path) -> None:
    with open_store(tmp_path / "data", write=True) as store:
        store.create(kept(1), make(kept(1)))
        mine = tmp_path / "mine.db"
        mine.write_text("mine")
        with pytest.raises(Refused, match="exists already and is not overwritten"):
            store.backup(mine)
        with pytest.raises(Refused, match="exists already"):
            store.backup(tmp_path)
        with pytest.raises(Refused, match="its folder does not exist"):
            store.backup(tmp_path / "nowhere" / "copy.db")
        with pytest.raises(Refused, match="a part of its path is a file"):
            store.backup(mine / "copy.db")
        assert mine.read_text() == "mine"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["data", "mine.db"]


def test_a_copy_that_does_not_fit_leaves_nothing_half_written(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with open_store(data, write=True) as store:
        match = kept(1, log(400))
        store.create(match, make(match))
    code = """
import resource
folder.parent.joinpath("small").mkdir()
with open_store(folder, write=False) as store:
    store.summaries()
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
    try:
        store.backup(folder.parent / "small" / "copy.db")
    except Refused as refused:
        print(refused)
print(os.listdir(folder.parent / "small"))
"""
    said, left = run(code, data).splitlines()
    assert said.startswith(f"The backup {tmp_path / 'small' / 'copy.db'} cannot be")
    assert left == "[]"


def test_putting_a_copy_back(tmp_path: Path) -> None:
    data, to = tmp_path / "data", tmp_path / "copy.db"
    match = kept(1, log(5))
    with open_store(data, write=True, now=lambda: START, make=make) as store:
        store.create(match, make(match))
        store.backup(to)
        later = grown(match, entry(6))
        store.append(match.id, later.log[5:], make(later), after=5)
        store.create(kept(2), make(kept(2)))
        with open_store(data, write=False) as reader:
            assert reader.load(match.id) == later
            aside = store.restore(to)
            # Whoever is reading goes on, and sees what was put back.
            assert reader.load(match.id) == match
        assert store.load(match.id) == match
        assert not store.has(match_id(2))
        assert store.check(make) == []
        # And back again.
        assert aside == data / "scorepad-before-restore-20260307-190000.db"
        again = store.restore(aside)
        assert again == data / "scorepad-before-restore-20260307-190000-2.db"
        assert store.load(match.id) == later
        assert store.has(match_id(2))
        store.append(match.id, [entry(7)], make(later), after=6)
    with open_store(data, write=True) as store:
        assert store.notices == ()
        assert len(store.load(match.id).log) == 7
        with store._database.connection() as connection:
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_copy_of_other_pages_is_put_back_too(tmp_path: Path) -> None:
    data, to, wide = tmp_path / "data", tmp_path / "copy.db", tmp_path / "wide.db"
    match = kept(1, log(50))
    with open_store(data, write=True) as store:
        store.create(match, make(match))
        store.backup(to)
    with connected(to, "rw") as connection:
        connection.execute("PRAGMA page_size = 8192")
        connection.execute("VACUUM")
    with connected(to, "ro") as source:
        assert source.execute("PRAGMA page_size").fetchone() == (8192,)
        copy(source, wide)
    with open_store(data, write=True) as store:
        store.restore(to)
        store.restore(wide)
        assert store.load(match.id) == match


def test_nothing_changes_when_a_file_is_not_good(tmp_path: Path) -> None:
    data = tmp_path / "data"
    match = kept(1, placed_log(5))

    def text(file: Path) -> None:
        file.write_text("Aces 312, Kings 287")

    def empty(file: Path) -> None:
        file.touch()

    def others(file: Path) -> None:
        with sqlite3.connect(file) as connection:
            connection.execute("CREATE TABLE matches (id)")
        connection.close()

    def folder(file: Path) -> None:
        file.mkdir()

    def cut(file: Path) -> None:
        store.backup(file)
        content = file.read_bytes()
        file.write_bytes(content[: len(content) // 2])

    def spoilt(file: Path) -> None:
        store.backup(file)
        content = file.read_bytes()
        file.write_bytes(content[:8192] + b"\xa5" * (len(content) - 8192))

    def newer(file: Path) -> None:
        store.backup(file)
        with connected(file, "rw") as connection:
            connection.execute("UPDATE alembic_version SET version_num = '0917'")
            connection.execute("PRAGMA user_version = 917")

    with open_store(data, write=True) as store:
        store.create(match, make(match))
        bad = {
            None: "there is no such file",
            folder: "it is a folder",
            text: "it is not a database of Scorepad's",
            empty: "it is not a database of Scorepad's",
            others: "it is not a database of Scorepad's",
            cut: "it is damaged",
            spoilt: "it is damaged",
        }
        for spoil, why in bad.items():
            file = tmp_path / f"{spoil.__name__ if spoil else 'nothing'}.db"
            if spoil:
                spoil(file)
            with pytest.raises(Refused, match="cannot be restored") as refused:
                store.restore(file)
            assert str(refused.value) == (f"{file} cannot be restored: {why}; nothing was changed.")
        newer(tmp_path / "newer.db")
        with pytest.raises(Refused, match=f"version 917; this one reads up to {int(head())}"):
            store.restore(tmp_path / "newer.db")
        assert store.load(match.id) == match
    assert list(data.glob("*before-restore*")) == []
    assert list(data.glob(".scorepad*")) == []


def test_the_check_tells_of_backups(tmp_path: Path) -> None:
    with open_store(tmp_path, write=True) as store:
        store.create(kept(1), make(kept(1)))
        store.backup_now("end")
        assert store.check(make) == []
    (backup,) = (tmp_path / "backups").iterdir()
    backup.write_bytes(b"?")
    with open_store(tmp_path, write=False) as store:
        (found,) = store.check(make)
    assert (found.kind, str(found.text)) == ("backup", f"The backup {backup} is damaged.")
    backup.unlink()
    backup.parent.rmdir()
    backup.parent.touch()
    with open_store(tmp_path, write=False) as store:
        (found,) = store.check(make)
    assert str(found.text) == f"No backup can be made: {backup.parent} is not a folder."
