"""Whatever stands in the place of a file, and whatever the disk does, is one sentence."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event

from scorepad.spades.refusal import Refused
from tests.fork_server import run_forked
from tests.store import soak
from tests.store.kept import ROOT, grown, kept, log, make, match_id, query
from tests.store.soak import append, opened
from tests.store.test_damage import ALONE, N, feed

# Odd things in the place of files


def put_odd(place: Path, way: str, moved: Path) -> None:
    """Put something else in the place of a file or folder."""
    if os.path.lexists(place):
        shutil.move(place, moved)
    match way:
        case "folder":
            place.mkdir()
        case "pipe":
            os.mkfifo(place)
        case "link":
            place.symlink_to(moved)
        case "circle":
            place.symlink_to(place)
        case "device":
            place.symlink_to("/dev/zero")


@ALONE
@pytest.mark.parametrize("way", ["folder", "pipe", "link", "circle", "device"])
@pytest.mark.parametrize("name", ["backups", "backup"])
def test_something_else_among_the_backups_stops_nobody(
    data: Path, tmp_path: Path, way: str, name: str
) -> None:
    (backup,) = (data / "backups").iterdir()
    place = backup if name == "backup" else data / name
    put_odd(place, way, tmp_path / "moved")
    with opened(data) as store:
        append(store, N + 1)
        assert all("ackup" in str(each) for each in store.check())
        if name == "backup":
            whys = {"folder": "it is a folder", "pipe": "it is not an ordinary file"}
            why = whys.get(way, "it is a link")
            assert [str(each) for each in store.check()] == [f"{backup} cannot be read: {why}."]
    with opened(data, days=1) as store:
        assert store.load(match_id(1)).log == log(N + 1)


@ALONE
@pytest.mark.parametrize("name", ["scorepad.db", "feed", "other feed", "backup"])
def test_a_file_larger_than_memory_hangs_nobody(data: Path, name: str) -> None:
    (backup,) = (data / "backups").iterdir()
    file = {
        "scorepad.db": data / name,
        "feed": feed(data),
        "other feed": data / "feeds" / "other.jsonl",
        "backup": backup,
    }[name]
    file.unlink(missing_ok=True)
    with file.open("wb") as made:
        made.truncate(3 << 30)
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (800 << 20, 800 << 20))\n"
        "from pathlib import Path; from tests.store.soak import opened, match_id\n"
        "with opened(Path(sys.argv[1])) as store:\n"
        "    print(len(store.load(match_id(1)).log)); store.check()\n"
        f"    if {name!r} == 'backup':\n"
        "        try: store.restore(Path(sys.argv[2]))\n"
        "        except Exception as error: print(type(error).__name__)\n"
    )
    done = run_forked([str(data), str(backup)], code=code)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().split() == [str(N), *(["Refused"] if name == "backup" else [])]
    for each in data.rglob("*damaged*"):
        each.unlink()


@ALONE
def test_a_feed_that_cannot_be_written_is_said_and_follows_later(data: Path) -> None:
    with opened(data) as store:
        pipe = _own(store)
        pipe.unlink()
        os.mkfifo(pipe)
        append(store, N + 1)
        assert store.load(match_id(1)).log == log(N + 1)
        assert "can't be kept up to date: it is not an ordinary file." in str(store.notices[0])
        pipe.unlink()
        append(store, N + 2)
        assert store.check() == []
    assert feed(data).read_bytes().count(b"\n") == 2 * N + 4 + 3


def _own(store: soak.Store) -> Path:
    return store.folder / "feeds" / f"{store.laptop_id()}.jsonl"


@ALONE
def test_nobody_else_may_read_what_is_kept(data: Path) -> None:
    for each in (data, *data.rglob("*")):
        assert each.stat().st_mode & 0o777 == (0o700 if each.is_dir() else 0o600), each


# Disks


def test_a_full_disk(data: Path) -> None:
    match = kept(1, log(N))
    with opened(data) as store:
        most = query(store, "PRAGMA page_count")

        @event.listens_for(store.engine, "begin")
        def limit(connection: Connection) -> None:
            driver: Any = connection.connection.driver_connection
            driver.execute(f"PRAGMA max_page_count = {most}")

        large = grown(match, *log(500)[N:])
        with pytest.raises(Refused, match="make room and try again"):
            store.append(match.id, large.log[N:], make(large), after=N)
        assert store.load(match.id) == match
        most = 1_000_000
        store.append(match.id, large.log[N:], make(large), after=N)
        assert store.load(match.id) == large
        assert store.check() == []


@pytest.mark.skipif(shutil.which("strace") is None, reason="there is no strace")
def test_an_entry_is_brought_to_the_disk_once(data: Path, tmp_path: Path) -> None:
    code = """
import sys
from pathlib import Path
from tests.store.soak import *
with opened(Path(sys.argv[1])) as store:
    append(store, 7)
    print("begin", flush=True)
    for n in range(8, 18):
        append(store, n)
    print("end", flush=True)
"""
    trace = tmp_path / "trace"
    arguments = ["strace", "-f", "-o", str(trace), "-e", "trace=fsync,fdatasync,write"]
    arguments += [sys.executable, "-c", code, str(data)]
    done = subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = trace.read_text().splitlines()
    begin, end = (
        next(n for n, line in enumerate(lines) if f'"{word}' in line) for word in ("begin", "end")
    )
    synced = [line for line in lines[begin:end] if "sync(" in line]
    assert len(synced) == 10, synced
