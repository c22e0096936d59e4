"""Whatever is in the place of a file, and whatever the disk does, is one sentence."""

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
from tests.store.conftest import ENTRIES as N
from tests.store.kept import ROOT, append, entry, feed, kept, log, match_id, opened, query, texts

pytestmark = pytest.mark.skipif(os.name == "nt", reason="POSIX has pipes and links")
WAYS = {
    "folder": "it's a folder",
    "pipe": "it isn't an ordinary file",
    "link": "it's a link",
    "circle": "it's a link",
    "device": "it's a link",
}


def put_odd(place: Path, way: str, moved: Path) -> None:
    """Put something else in the place of a file or folder."""
    shutil.move(place, moved)
    match way:
        case "folder":
            place.mkdir()
        case "pipe":
            os.mkfifo(place)
        case _:
            place.symlink_to({"link": moved, "circle": place}.get(way, Path("/dev/zero")))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["backups", "a backup", "feeds", "a feed"])
def test_something_else_in_the_place_of_a_file_stops_nobody_who_records(
    data: Path, tmp_path: Path, way: str, name: str
) -> None:
    with opened(data) as store:
        file = feed(data) if "feed" in name else next((data / "backups").iterdir())
        place = file if name.startswith("a") else file.parent
        moved = tmp_path / "moved"
        if (name, way) == ("feeds", "folder"):  # it is one
            return
        put_odd(place, way, moved)
        append(store, entry(N + 1))
        assert store.load(match_id(1)).log == log(N + 1)
        said = texts([*store.notices, *store.check()])
        if name.startswith("a"):
            assert all(str(place) in each and f": {WAYS[way]}." in each for each in said), said
        assert bool(said) == (name != "backups"), said
        shutil.rmtree(place) if way == "folder" else place.unlink()
        moved.rename(place)
        append(store, entry(N + 2))
        assert store.check() == []
    assert feed(data).read_bytes().count(b"\n") == 2 * N + 4 + 3


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
        "from pathlib import Path; from tests.store.kept import opened, match_id\n"
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


def test_nobody_else_may_read_what_is_kept(data: Path) -> None:
    for each in (data, *data.rglob("*")):
        assert each.stat().st_mode & 0o777 == (0o700 if each.is_dir() else 0o600), each


def test_a_full_disk(data: Path) -> None:
    more = [entry(n) for n in range(N + 1, 500)]
    with opened(data) as store:
        most = query(store, "PRAGMA page_count")

        @event.listens_for(store.engine, "begin")
        def limit(connection: Connection) -> None:
            driver: Any = connection.connection.driver_connection
            driver.execute(f"PRAGMA max_page_count = {most}")

        with pytest.raises(Refused, match="Free up some space and try again"):
            append(store, *more)
        assert store.load(match_id(1)) == kept(1, log(N))
        most = 1_000_000
        append(store, *more)
        assert store.load(match_id(1)) == kept(1, log(499))
        assert store.check() == []


@pytest.mark.skipif(shutil.which("strace") is None, reason="there is no strace")
def test_an_entry_is_brought_to_the_disk_once(data: Path, tmp_path: Path) -> None:
    code = """
import sys
from pathlib import Path
from tests.store.kept import *
with opened(Path(sys.argv[1])) as store:
    append(store, entry(7))
    print("begin", flush=True)
    for n in range(8, 18):
        append(store, entry(n))
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
