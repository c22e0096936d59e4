"""Files are written whole or not at all, over nothing else, and left behind by nobody."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scorepad.files import (
    make_private_folder,
    remove_access_of_others,
    replace_when_done,
    scratch_folder,
    write_file,
)

POSIX = pytest.mark.skipif(os.name == "nt", reason="permissions are POSIX")
OLD = time.time() - 3 * 60 * 60  # s; older than what may still be written to


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def test_a_file_is_there_when_the_with_ends_and_not_before(tmp_path: Path) -> None:
    out = tmp_path / "sheet.pdf"
    with replace_when_done(out) as part:
        part.write_bytes(b"whole")
        assert part.name == "sheet.pdf"
        assert not out.exists()
    assert out.read_bytes() == b"whole"
    assert names(tmp_path) == ["sheet.pdf"]


def test_a_folder_is_one_thing_too(tmp_path: Path) -> None:
    with replace_when_done(tmp_path / "tables") as part:
        part.mkdir()
        (part / "hands.csv").write_text("1")
    assert names(tmp_path) == ["tables"]
    assert names(tmp_path / "tables") == ["hands.csv"]


@pytest.mark.parametrize("overwrite", [False, True])
def test_an_error_leaves_what_was_there_and_nothing_else(tmp_path: Path, overwrite: bool) -> None:
    out = tmp_path / "out"
    if overwrite:
        out.write_bytes(b"before")

    def fill() -> None:
        with replace_when_done(out, overwrite=overwrite) as part:
            part.write_bytes(b"half")
            raise OSError("full")

    with pytest.raises(OSError, match="full"):
        fill()
    assert names(tmp_path) == (["out"] if overwrite else [])
    assert not overwrite or out.read_bytes() == b"before"


@pytest.mark.parametrize("folder", [False, True])
def test_nothing_is_written_over(tmp_path: Path, folder: bool) -> None:
    out = tmp_path / "out"
    out.mkdir() if folder else out.write_bytes(b"mine")
    with pytest.raises(FileExistsError):
        write_file(out, b"yours")
    out.rmdir() if folder else out.unlink()

    def meanwhile() -> None:
        with replace_when_done(out) as part:
            part.mkdir() if folder else part.write_bytes(b"yours")
            out.mkdir() if folder else out.write_bytes(b"mine")

    with pytest.raises(FileExistsError):
        meanwhile()
    assert names(tmp_path) == ["out"]
    assert out.is_dir() if folder else out.read_bytes() == b"mine"


@POSIX
def test_what_is_replaced_keeps_its_permissions_and_what_is_private_is_the_owners(
    tmp_path: Path,
) -> None:
    out = tmp_path / "out"
    out.write_bytes(b"before")
    out.chmod(0o640)
    write_file(out, b"after", overwrite=True)
    assert (out.read_bytes(), out.stat().st_mode & 0o777) == (b"after", 0o640)
    write_file(out, b"mine alone", overwrite=True, private=True)
    assert out.stat().st_mode & 0o777 == 0o600


def test_it_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    real_sync, real_link = os.fsync, os.link

    def sync(descriptor: int) -> None:
        done.append("sync")
        real_sync(descriptor)

    def link(one: Path, other: Path) -> None:
        done.append("name")
        real_link(one, other)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(os, "link", link)
    write_file(tmp_path / "out", b"whole")
    assert done == ["sync", "name", "sync"]


KILLED = """
import os, signal, sys
from pathlib import Path
from scorepad.files import replace_when_done
with replace_when_done(Path(sys.argv[1])) as part:
    part.write_bytes(b"half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@POSIX
def test_what_a_killed_writer_left_goes_when_the_folder_is_written_to_again(
    tmp_path: Path,
) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "out")], check=False)
    assert killed.returncode == -signal.SIGKILL
    (left,) = tmp_path.iterdir()
    mine = [tmp_path / ".scorepad-notes", tmp_path / "scorepad-abcdefgh"]
    for file in mine:
        file.write_text("mine")
        os.utime(file, (OLD, OLD))
    write_file(tmp_path / "one", b"")
    assert left.exists(), "somebody may be writing there still"
    os.utime(left, (OLD, OLD))
    write_file(tmp_path / "two", b"")
    assert names(tmp_path) == [".scorepad-notes", "one", "scorepad-abcdefgh", "two"]


@POSIX
def test_only_the_owner_may_read_what_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "ours"
    make_private_folder(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    with scratch_folder(folder) as made:
        assert made.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o755)
    make_private_folder(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o2775)
    make_private_folder(folder)
    assert folder.stat().st_mode & 0o7777 == 0o2775, "shared on purpose"
    file = folder / "file"
    file.write_text("")
    file.chmod(0o644)
    remove_access_of_others(file)
    assert file.stat().st_mode & 0o777 == 0o600
