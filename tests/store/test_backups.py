"""One backup a day, and one on request; whatever is restored comes beside what is here."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest
from sqlmodel import Session

from scorepad.files import replace_when_done
from scorepad.spades.refusal import Refused
from scorepad.spades.words import Text
from scorepad.store import bundles, database, open_store
from scorepad.store.lines import scan_junk_and_lines
from tests.store.kept import entry, kept, log, make, match_id
from tests.store.test_sharing import HERE, THERE, append, ids, laptop, names, opened
from tests.store.test_store import create


def test_a_backup_holds_everything(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.zip"
    with opened(data) as store:
        create(store, *(kept(n, log(4)) for n in (1, 2, 3)))
        store.archive(match_id(2), True)
        (data / "rules").mkdir()
        (data / "rules" / "house.toml").write_text("a = 1\n")
        (data / "settings.json").write_text("{}\n")
        store.backup(copy)
        with pytest.raises(Refused, match="exists already and is not overwritten"):
            store.backup(copy)
        with pytest.raises(Refused, match="its folder does not exist"):
            store.backup(tmp_path / "no" / "copy.zip")
        append(store, entry(5))
    assert copy.stat().st_mode & 0o077 == 0 or os.name == "nt"
    with opened(tmp_path / "new", machine=THERE) as store:
        store.create(kept(9), make(kept(9)))
        assert store.restore(copy).new > 15
        assert {each.id for each in store.summaries()} == {match_id(n) for n in (1, 3, 9)}
        assert [each.id for each in store.summaries(archived=True)] == [match_id(2)]
        assert store.load(match_id(3)) == kept(3, log(4))
        assert (tmp_path / "new" / "rules" / "house.toml").read_text() == "a = 1\n"
        assert (tmp_path / "new" / "settings.json").read_text() == "{}\n"
        assert store.restore(copy).new == 0
        assert store.check() == []
    # Beside what is here, which stays.
    (data / "rules" / "house.toml").write_text("a = 2\n")
    with opened(data) as store, opened(data) as window:
        before = window.revision_by_others()
        assert store.restore(copy).new == 0
        assert "the one that is here stays" in str(store.notices[-1])
        assert window.load(match_id(1)).log == log(5)
        assert window.revision_by_others() == before
    assert (data / "rules" / "house.toml").read_text() == "a = 2\n"


def test_what_is_restored_of_our_own_feed_begins_another_one(tmp_path: Path) -> None:
    data, older, copy = tmp_path / "data", tmp_path / "older", tmp_path / "copy.zip"
    with opened(data) as store:
        store.create(kept(1, log(3)), make(kept(1)))
        first = laptop(store)
    shutil.copytree(data, older)
    with opened(data) as store:
        append(store, entry(4))
        store.backup(copy)
        assert store.restore(copy).new == 0
        append(store, entry(5))
        assert laptop(store) == first, "our own feed goes on from what was restored"
    with opened(older) as store:
        assert store.restore(copy).new == 1
        append(store, entry(6))
        assert laptop(store) != first
        assert ids(store) == names(1, 2, 3, 4, 6)


def test_two_programs_that_begin_the_backup_of_the_day_together_make_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path) as store, opened(tmp_path) as other:
        store.create(kept(1), make(kept(1)))
        write = bundles.write_backup_file

        def write_late(*arguments: Any) -> list[Text]:
            with monkeypatch.context() as others:
                others.setattr(bundles, "write_backup_file", write)
                other.make_daily_backup()
            return write(*arguments)

        monkeypatch.setattr(bundles, "write_backup_file", write_late)
        store.make_daily_backup()
        assert len(list((tmp_path / "backups").glob("*.zip"))) == 1
        assert store.notices == ()


def test_one_backup_a_day_and_the_newest_ten_stay(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.make_daily_backup()
        assert not list((tmp_path / "backups").glob("*.zip")), "there is nothing to keep yet"
        store.create(kept(1), make(kept(1)))
    (tmp_path / "backups" / "mine.zip").write_text("mine")
    for day in [*range(12), 5, 5]:  # the clock was set back at the end
        with opened(tmp_path, days=day) as store:
            store.make_daily_backup()
            store.make_daily_backup(wait=False)
            assert store.check() == []
    found = sorted(each.name for each in (tmp_path / "backups").glob("scorepad-*"))
    assert len(found) == 10
    assert found[-1] == "scorepad-000013-2026-03-12.zip"
    assert (tmp_path / "backups" / "mine.zip").exists()


def test_a_backup_that_cannot_be_made_is_said_and_stops_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.create(kept(1), make(kept(1)))
    shutil.rmtree(tmp_path / "backups", ignore_errors=True)
    (tmp_path / "backups").write_text("mine")
    with opened(tmp_path, days=1) as store:
        append(store, entry(1))
        with pytest.raises(Refused, match="cannot be written"):
            store.make_daily_backup()
    assert "No backup could be made" in str(store.notices[-1])
    assert (tmp_path / "backups").read_text() == "mine"


def test_check_says_what_a_backup_and_a_drive_have_beyond_our_end(
    tmp_path: Path, drive: Path
) -> None:
    data, older = tmp_path / "data", tmp_path / "older"
    with opened(data, drive) as store:
        store.create(kept(1, log(3)), make(kept(1, log(3))))
    shutil.copytree(data, older)
    with opened(data, drive) as store:
        append(store, entry(4), entry(5))
        for each in (data / "backups").glob("*.zip"):
            each.unlink()
        store.make_daily_backup()
    shutil.rmtree(older / "backups", ignore_errors=True)
    shutil.copytree(data / "backups", older / "backups")
    with open_store(
        older, write=False, summarize=make, share_folder=lambda: str(drive), machine=HERE
    ) as store:
        said = sorted(map(str, store.check()))
        assert len(said) == 2
        assert all("2 lines that are not here" in each for each in said)
        assert all("scorepad restore" in each for each in said)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "there is nothing of Scorepad in it"),
        (b"x" * 5000, "there is nothing of Scorepad in it"),
        (b"PK\x05\x06" + bytes(18), "there is no feed in it"),
        (b"SQLite format 3\0" + bytes(5000), "there is nothing of Scorepad in it"),
        (b'{"a":' + b"[" * 1_000_000, "there is nothing of Scorepad in it"),
    ],
)
def test_a_file_that_is_no_backup(tmp_path: Path, content: bytes, why: str) -> None:
    file = tmp_path / "copy"
    file.write_bytes(content)
    with opened(tmp_path / "data") as store:
        store.create(kept(1), make(kept(1)))
        with pytest.raises(Refused, match=f"cannot be restored: {why}; nothing was changed"):
            store.restore(file)
        for other in (tmp_path / "none", tmp_path, Path("/dev/zero")):
            with pytest.raises(Refused, match="cannot be restored"):
                store.restore(other)
        assert store.load(match_id(1)) == kept(1)


def backup_with_settings(tmp_path: Path, settings: str) -> Path:
    data, copy = tmp_path / "data", tmp_path / "copy.zip"
    with opened(data) as store:
        create(store, kept(1))
        (data / "settings.json").write_text(settings)
        store.backup(copy)
    return copy


def test_a_shared_folder_is_not_restored_and_that_is_said(tmp_path: Path) -> None:
    copy = backup_with_settings(tmp_path, '{"by": "Ann", "share_folder": "/media/x", "w": NaN}')
    with opened(tmp_path / "new", machine=THERE) as store:
        assert store.restore(copy).damaged == 0
        (notice,) = map(str, store.notices)
        assert "settings share /media/x; this computer shares nothing" in notice
    text = (tmp_path / "new" / "settings.json").read_text()
    assert "Ann" in text
    assert "/media" not in text


@pytest.mark.parametrize("settings", ["{", "[1]", "[" * 5000, '{"by": "Ann"}'])
def test_settings_that_name_no_folder_are_restored_as_they_are(
    tmp_path: Path, settings: str
) -> None:
    copy = backup_with_settings(tmp_path, settings)
    with opened(tmp_path / "new", machine=THERE) as store:
        assert store.restore(copy).damaged == 0
        assert not store.notices
    assert (tmp_path / "new" / "settings.json").read_text() == settings


def test_settings_that_cannot_be_read_are_said_to_be_in_no_backup(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with opened(data) as store:
        create(store, kept(1))
        (data / "settings.json").mkdir()
        store.backup(tmp_path / "copy.zip")
        (notice,) = map(str, store.notices)
        assert "settings.json is not in the backup: it is a folder" in notice
        store.make_daily_backup()
        assert store.notices[-1] == store.notices[0]


def test_a_backup_that_unpacks_to_far_more_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "copy.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("feeds/0195731b-4c00-4000-8000-000000000001.jsonl", bytes(1 << 20))
    with opened(tmp_path / "data") as store, pytest.raises(Refused, match="it is too large"):
        store.restore(file)


@pytest.mark.parametrize("way", ["a byte", "its end"])
def test_what_is_whole_of_a_damaged_backup_is_imported(tmp_path: Path, way: str) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.zip"
    with opened(data) as store:
        store.create(kept(1, log(9)), make(kept(1)))
        store.backup(copy)
    with zipfile.ZipFile(copy) as bundle:
        (feed,) = (each for each in bundle.namelist() if each.startswith("feeds"))
        content = bundle.read(feed)
    at = content.index(b'"tricks"')
    changed = content[:at] + b"?" + content[at + 1 :]
    with zipfile.ZipFile(copy, "w") as bundle:
        bundle.writestr(feed, changed if way == "a byte" else content[:-9])
    with opened(tmp_path / "new") as store:
        assert store.restore(copy).damaged == 1
        assert len(ids(store)) == 8
        assert str(store.notices[-1]) == (
            f"{copy} is damaged in one place; only what could be read of it was imported."
        )
    for end in (len(content) // 2, 100):
        damaged = tmp_path / f"cut{end}.zip"
        damaged.write_bytes(copy.read_bytes()[:end])
        with (
            opened(tmp_path / f"new{end}") as store,
            pytest.raises(Refused, match="it is damaged or not complete; nothing was changed"),
        ):
            store.restore(damaged)


def test_a_start_leaves_alone_what_somebody_else_is_writing(tmp_path: Path) -> None:
    """A backup into the data folder is written without the store's lock."""
    with replace_when_done(tmp_path / "backup.zip") as part:
        part.write_bytes(b"half")
        with opened(tmp_path):
            pass
        part.write_bytes(b"whole")
    assert (tmp_path / "backup.zip").read_bytes() == b"whole"


# What can be read in part


@pytest.fixture
def drive_with_feed(tmp_path: Path) -> Path:
    """A drive with a feed of six entries."""
    folder = tmp_path / "with feed"
    folder.mkdir()
    with opened(tmp_path / "data") as store:
        store.create(kept(1, log(6)), make(kept(1)))
        feed = store.folder / "feeds" / f"{laptop(store)}.jsonl"
    shutil.copyfile(feed, folder / "scorepad-aaa.jsonl")
    return folder


@pytest.mark.skipif(os.name == "nt", reason="there are no pipes in folders")
def test_a_pipe_beside_a_feed_is_said_and_the_feed_is_restored(
    tmp_path: Path, drive_with_feed: Path
) -> None:
    pipe = drive_with_feed / "scorepad-bbb.jsonl"
    os.mkfifo(pipe)
    with opened(tmp_path / "new", machine=THERE) as store:
        for n in range(2):
            result = store.restore(drive_with_feed)
            assert (result.new > 6, result.damaged) == (n == 0, 1)
            assert len(ids(store)) == 6
            assert [str(each) for each in store.notices] == [
                f"{pipe} was not restored: it is not an ordinary file."
            ]
        (drive_with_feed / "scorepad-aaa.jsonl").unlink()
        with pytest.raises(Refused, match="it is not an ordinary file; nothing was changed"):
            store.restore(drive_with_feed)


@pytest.mark.parametrize("lines", [0, 5])
def test_a_drive_that_is_pulled_leaves_what_was_read(
    tmp_path: Path, drive_with_feed: Path, lines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def scan(file: IO[bytes]) -> Iterator[tuple[bytes, bytes]]:
        for n, each in enumerate(scan_junk_and_lines(file)):
            if n == lines:
                raise OSError(errno.EIO, "x")
            yield each

    file = drive_with_feed / "scorepad-aaa.jsonl"
    monkeypatch.setattr("scorepad.store.bundles.scan_junk_and_lines", scan)
    with opened(tmp_path / "new", machine=THERE) as store:
        if lines == 0:
            with pytest.raises(Refused, match="does not answer as it should; nothing was changed"):
                store.restore(file)
            return
        assert store.restore(file) == (lines, 1)
        (notice,) = map(str, store.notices)
        assert notice == f"{file} cannot be read: the disk does not answer as it should."
        assert store.has(match_id(1))


@pytest.mark.parametrize("name", ["rules/house.toml", "settings.json"])
def test_a_house_file_that_cannot_be_written_is_said(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = backup_with_settings(tmp_path, "{}")
    with zipfile.ZipFile(copy, "a") as bundle:
        bundle.writestr("rules/house.toml", "a = 1\n")
    file = tmp_path / "new" / name

    def write(path: Path, data: bytes, **_: object) -> None:
        if path == file:
            raise OSError(errno.ENOSPC, "x")
        path.write_bytes(data)

    monkeypatch.setattr("scorepad.store.bundles.files.write_file", write)
    with opened(tmp_path / "new", machine=THERE) as store:
        result = store.restore(copy)
        assert (result.new > 2, result.damaged) == (True, 1)
        assert [str(each) for each in store.notices] == [
            f"{file} was not restored: the disk is full."
        ]
        assert store.load(match_id(1)) == kept(1)
    there = {"rules/house.toml", "settings.json"} - {name}
    assert all((tmp_path / "new" / each).exists() for each in there)


def test_links_are_followed(tmp_path: Path, drive_with_feed: Path) -> None:
    copy = backup_with_settings(tmp_path / "other", "{}")
    feed = drive_with_feed / "scorepad-aaa.jsonl"
    feed.rename(tmp_path / "feed")
    feed.symlink_to(tmp_path / "feed")
    for n, source in enumerate((copy, drive_with_feed, feed)):
        (tmp_path / f"link{n}").symlink_to(source)
        with opened(tmp_path / f"new{n}", machine=THERE) as store:
            assert store.restore(tmp_path / f"link{n}").new > 1
            assert store.has(match_id(1))
    (tmp_path / "link").symlink_to(tmp_path / "link")
    with opened(tmp_path / "new") as store, pytest.raises(Refused, match="leads back to itself"):
        store.restore(tmp_path / "link")


def test_a_damaged_member_of_a_backup_is_said(tmp_path: Path) -> None:
    copy = backup_with_settings(tmp_path, '{"by": "Ann"}')
    content = copy.read_bytes()
    at = content.index(b"settings.json")
    copy.write_bytes(content[:at] + b"?" + content[at + 1 :])
    with opened(tmp_path / "new", machine=THERE) as store:
        assert store.restore(copy).damaged == 1
        assert [str(each) for each in store.notices] == [
            f"{tmp_path / 'new' / 'settings.json'} was not restored: it is damaged or not complete."
        ]
        assert store.load(match_id(1)) == kept(1)


def test_a_disk_that_fills_up_in_the_middle_is_said_with_what_is_here(
    tmp_path: Path, drive_with_feed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorepad.store.bundles.TOGETHER", 4)
    commit, commits = database._commit, 0

    def fail_second(session: Session) -> None:
        nonlocal commits
        commits += 1
        if commits == 2:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        commit(session)

    monkeypatch.setattr(database, "_commit", fail_second)
    with opened(tmp_path / "new", machine=THERE) as store:
        text = f"Only a part of {drive_with_feed} was restored. Then: The disk is full, nothing"
        with pytest.raises(Refused, match=text):
            store.restore(drive_with_feed)
        assert commits == 2, "nothing is taken in after a refusal"
        assert 0 < len(ids(store)) < 6
        monkeypatch.undo()
        assert store.restore(drive_with_feed).damaged == 0
        assert len(ids(store)) == 6
