"""One backup a day, and one on request; whatever is restored comes beside what is here."""

from __future__ import annotations

import errno
import io
import os
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest

from scorepad.spades.refusal import Refused
from tests.store.kept import (
    THERE,
    append,
    change,
    create,
    entry,
    feed,
    ids,
    kept,
    log,
    match_id,
    names,
    opened,
    texts,
)

SETTINGS = '{"by": "Ann", "share_folder": "/media/x", "w": NaN}'


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A backup of six entries, a rule set and settings."""
    data, copy = tmp_path / "data", tmp_path / "copy.zip"
    with opened(data) as store:
        create(store, kept(1, log(6)), kept(2))
        store.archive(match_id(2), True)
        (data / "rules").mkdir()
        (data / "rules" / "house.toml").write_text("a = 1\n")
        (data / "settings.json").write_text(SETTINGS)
        store.backup(copy)
    return copy


@pytest.fixture
def drive(tmp_path: Path, copy: Path) -> Path:
    """A drive with the feed of that backup."""
    folder = tmp_path / "drive"
    folder.mkdir()
    shutil.copyfile(feed(tmp_path / "data"), folder / "scorepad-aaa.jsonl")
    return folder


def test_a_backup_holds_everything_and_comes_beside_what_is_here(
    tmp_path: Path, copy: Path
) -> None:
    data, new, other = (tmp_path / name for name in ("data", "new", "other"))
    with opened(other, machine=THERE) as store:
        create(store, kept(3))
    with opened(data) as store:
        store.restore(feed(other))
        copy.unlink()
        store.backup(copy)
    assert copy.stat().st_mode & 0o077 == 0 or os.name == "nt"
    with opened(new, machine=THERE) as store:
        create(store, kept(9))
        assert store.restore(copy).new > 9
        assert {each.id for each in store.summaries()} == {match_id(n) for n in (1, 3, 9)}
        assert [each.id for each in store.summaries(archived=True)] == [match_id(2)]
        assert store.load(match_id(1)) == kept(1, log(6))
        assert store.restore(copy) == (0, 0)
        assert store.check() == []
        (said,) = texts(store.notices)
        assert "was sharing through /media/x. This computer isn't sharing yet" in said
    assert (new / "rules" / "house.toml").read_text() == "a = 1\n"
    settings = (new / "settings.json").read_text()
    assert ("Ann" in settings, "/media" in settings) == (True, False)
    (data / "rules" / "house.toml").write_text("a = 2\n")
    with opened(data) as store, opened(data) as window:
        append(store, entry(7))
        before = window.revision_by_others()
        assert store.restore(copy).new == 0
        assert "Scorepad kept the one on this computer" in texts(store.notices)[-1]
        assert window.load(match_id(1)).log == log(7)
        assert window.revision_by_others() == before
        for place, why in (
            (copy, "already exists; choose another name"),
            (tmp_path / "no" / "copy.zip", "its folder doesn't exist"),
        ):
            with pytest.raises(Refused, match=why):
                store.backup(place)
    assert (data / "rules" / "house.toml").read_text() == "a = 2\n"


def test_what_is_restored_of_our_own_feed_begins_another_one(tmp_path: Path, copy: Path) -> None:
    data, older = tmp_path / "data", tmp_path / "older"
    shutil.copytree(data, older)
    with opened(data) as store:
        first = store.laptop_id()
        append(store, entry(7))
        store.backup(tmp_path / "ahead.zip")
        assert store.restore(copy).new == 0
        append(store, entry(8))
        assert store.laptop_id() == first, "our own feed goes on from what was restored"
    with opened(older) as store:
        assert store.restore(tmp_path / "ahead.zip").new == 1
        append(store, entry(9))
        assert store.laptop_id() != first
        assert ids(store) == names(*range(1, 8), 9)


def test_one_backup_a_day_and_the_newest_ten_stay(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.make_daily_backup()
        assert not list((tmp_path / "backups").glob("*.zip")), "there is nothing to keep yet"
        create(store, kept(1))
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


def test_two_programs_that_begin_the_backup_of_the_day_together_make_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path) as store, opened(tmp_path) as other:
        create(store, kept(1))
        real = zipfile.ZipFile.__init__

        def begin_late(*given: Any, **more: Any) -> None:
            monkeypatch.undo()
            other.make_daily_backup()
            real(*given, **more)

        monkeypatch.setattr(zipfile.ZipFile, "__init__", begin_late)
        store.make_daily_backup()
        assert len(list((tmp_path / "backups").glob("*.zip"))) == 1
        assert store.notices == ()


def test_a_backup_that_cannot_be_made_is_said_and_stops_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        create(store, kept(1))
    shutil.rmtree(tmp_path / "backups")
    (tmp_path / "backups").write_text("mine")
    with opened(tmp_path, days=1) as store:
        append(store, entry(1))
        with pytest.raises(Refused, match="can't be written"):
            store.make_daily_backup()
        (tmp_path / "settings.json").mkdir()
        store.backup(tmp_path / "copy.zip")
    for said in (
        "settings.json to the backup: it's a folder",
        "Couldn't make a backup",
    ):
        assert any(said in each for each in texts(store.notices))
    assert (tmp_path / "backups").read_text() == "mine"


# What can be read in part, or not at all


def test_a_source_that_is_no_backup_is_refused_and_changes_nothing(
    tmp_path: Path, copy: Path
) -> None:
    nothing, whole = "it doesn't contain Scorepad data", copy.read_bytes()
    large, loop = tmp_path / "large.zip", tmp_path / "loop"
    with zipfile.ZipFile(large, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("feeds/0195731b-4c00-4000-8000-000000000001.jsonl", bytes(1 << 20))
    loop.symlink_to(loop)
    with opened(tmp_path / "new") as store:
        for content, why in (
            (b"", nothing),
            (b"x" * 5000, nothing),
            (b'{"a":' + b"[" * 1_000_000, nothing),
            (b"PK\x05\x06" + bytes(18), "it doesn't contain any files that Scorepad can restore"),
            (b"SQLite format 3\0" + bytes(5000), nothing),
            (large.read_bytes(), "it's too large"),
            (whole[: len(whole) // 2], "it's damaged or incomplete"),
            (whole[:100], "it's damaged or incomplete"),
        ):
            file = tmp_path / "source"
            file.write_bytes(content)
            with pytest.raises(Refused, match=rf"Couldn't restore .*: {why}\. Nothing was changed"):
                store.restore(file)
        for place in (tmp_path / "none", tmp_path, Path("/dev/zero"), loop):
            with pytest.raises(Refused, match="Couldn't restore"):
                store.restore(place)
        assert (store.summaries(), store.notices) == ([], ())


class FailingFile(io.FileIO):
    """A file on a disk that fails where its end is read."""

    def seek(self, at: int, whence: int = 0, /) -> int:
        if whence == os.SEEK_END:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return super().seek(at, whence)


def test_a_disk_that_fails_is_not_called_a_damaged_backup(
    tmp_path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = "the disk isn't responding properly"
    with opened(tmp_path / "data") as store, monkeypatch.context() as disk:
        store.make_daily_backup()
        disk.setattr(io, "open", lambda file, mode="r", *_: FailingFile(file, mode.strip("b")))
        with pytest.raises(Refused, match=rf"Couldn't restore .*: {why}\. Nothing was changed"):
            store.restore(copy)
        (backup,) = (tmp_path / "data" / "backups").iterdir()
        assert texts(store.check()) == [f"{backup} can't be read: {why}."]


def test_a_backup_that_says_it_is_encrypted_is_damaged(tmp_path: Path, copy: Path) -> None:
    with opened(tmp_path / "data") as store:
        store.make_daily_backup()
        (backup,) = (tmp_path / "data" / "backups").iterdir()
        content = bytearray(backup.read_bytes())
        for sign, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
            at = -1
            while (at := content.find(sign, at + 1)) >= 0:
                content[at + flags] |= 1
        backup.write_bytes(content)
        assert texts(store.check()) == [f"The backup {backup} is damaged."]


@pytest.mark.parametrize("way", ["a byte", "its end", "settings"])
def test_what_is_whole_of_a_damaged_backup_is_imported(
    tmp_path: Path, copy: Path, way: str
) -> None:
    new = tmp_path / "new"
    if way == "settings":
        change(copy, b"settings.json", b"?ettings.json")
    else:
        content = feed(tmp_path / "data").read_bytes()
        changed = content[:-9] if way == "its end" else content.replace(b'"tricks"', b"?", 1)
        with zipfile.ZipFile(copy, "w") as bundle:
            bundle.writestr(f"feeds/{feed(tmp_path / 'data').name}", changed)
    with opened(new, machine=THERE) as store:
        assert store.restore(copy).damaged == 1
        assert len(ids(store)) == (5 if way == "a byte" else 6)
        assert store.has(match_id(2))
        assert texts(store.notices) == [
            f"{new / 'settings.json'} wasn't restored: it's damaged or incomplete."
            if way == "settings"
            else f"{copy} is damaged in one place; only the readable part was imported."
        ]


@pytest.mark.skipif(os.name == "nt", reason="there are no pipes in folders")
def test_a_pipe_beside_a_feed_is_said_and_the_feed_is_restored(tmp_path: Path, drive: Path) -> None:
    pipe = drive / "scorepad-bbb.jsonl"
    os.mkfifo(pipe)
    with opened(tmp_path / "new", machine=THERE) as store:
        for n in range(2):
            result = store.restore(drive)
            assert (result.new > 6, result.damaged) == (n == 0, 1)
            assert len(ids(store)) == 6
            assert texts(store.notices) == [f"{pipe} wasn't restored: it isn't an ordinary file."]
        (drive / "scorepad-aaa.jsonl").unlink()
        with pytest.raises(Refused, match=r"it isn't an ordinary file\. Nothing was changed"):
            store.restore(drive)
