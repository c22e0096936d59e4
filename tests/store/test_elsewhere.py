"""The copy elsewhere follows the second copy, and nothing waits for it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scorepad.store import elsewhere, open_store
from scorepad.store.elsewhere import _brought
from scorepad.store.second_copy import FILE
from tests.store.kept import entry, kept, log, make, match_id


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def record(folder: Path, stick: Path, n: int = 1, *, entries: int = 2) -> tuple[str, ...]:
    """Keep one more match, and return what must be known after it."""
    with open_store(folder, write=True, copy_to=lambda: str(stick)) as store:
        store.create(kept(n, log(entries)), make(kept(n)))
    return tuple(text.one for text in store.notices)


def test_it_has_what_the_second_copy_has(tmp_path: Path, stick: Path) -> None:
    data = tmp_path / "data"
    with open_store(data, write=True, copy_to=lambda: str(stick)) as store:
        store.create(kept(1), make(kept(1)))
        for n in range(1, 30):
            store.append(match_id(1), [entry(n)], make(kept(1)), after=n - 1)
    assert (stick / FILE).read_bytes() == (data / FILE).read_bytes()
    inode = (stick / FILE).stat().st_ino
    assert record(data, stick, 2) == ()
    assert (stick / FILE).read_bytes() == (data / FILE).read_bytes()
    assert (stick / FILE).stat().st_ino == inode  # it was appended to
    assert os.name == "nt" or (stick / FILE).stat().st_mode & 0o777 == 0o600


def test_a_whole_computer_is_lost(tmp_path: Path, stick: Path) -> None:
    assert record(tmp_path / "data", stick) == ()
    with open_store(tmp_path / "another", write=True) as store:
        store.restore(stick / FILE)
        assert store.load(match_id(1)).log == tuple(log(2))


def test_a_stick_that_was_out_gets_the_rest(tmp_path: Path, stick: Path) -> None:
    data = tmp_path / "data"
    record(data, stick)
    stick.rename(tmp_path / "out")
    (missing,) = record(data, stick, 2)
    assert missing.startswith("It is recorded; the copy {file} is missing")
    assert not stick.exists()
    (tmp_path / "out").rename(stick)
    assert record(data, stick, 3) == ()
    assert (stick / FILE).read_bytes() == (data / FILE).read_bytes()


def test_a_stick_that_is_put_in_last_gets_everything(tmp_path: Path, stick: Path) -> None:
    data, named = tmp_path / "data", [""]
    with open_store(data, write=True, copy_to=lambda: named[0]) as store:
        store.create(kept(1, log(2)), make(kept(1)))
        named[0] = str(stick)
    assert (stick / FILE).read_bytes() == (data / FILE).read_bytes()


def test_a_stick_that_is_back_gets_the_rest_by_itself(
    tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(elsewhere, "AGAIN", 0.001)
    data, tried = tmp_path / "data", [0]
    stick.rename(tmp_path / "out")

    def named() -> str:
        tried[0] += 1
        if tried[0] == 9:
            (tmp_path / "out").rename(stick)
        return str(stick)

    copy = elsewhere.CopyElsewhere(data / FILE, named)
    record(data, tmp_path)
    copy.follow()
    assert copy._next is not None
    copy._next.result(60)
    assert (stick / FILE).read_bytes() == (data / FILE).read_bytes()
    assert [text.one[:15] for text in copy.notices] == ["It is recorded;"]
    copy.end()


@pytest.mark.parametrize("cut", [0, 1, 700])
def test_a_copy_that_was_cut_or_damaged_is_made_whole(
    tmp_path: Path, stick: Path, cut: int
) -> None:
    data, copy = tmp_path / "data", stick / FILE
    record(data, stick, entries=9)
    whole = copy.read_bytes()
    copy.write_bytes(whole[:cut])
    record(data, stick, 2)
    assert copy.read_bytes() == (data / FILE).read_bytes()
    copy.write_bytes(copy.read_bytes()[:-9] + b"damaged!\n")
    record(data, stick, 3)
    assert copy.read_bytes() == (data / FILE).read_bytes()


def test_the_copy_of_another_computer_is_left_alone(tmp_path: Path, stick: Path) -> None:
    record(tmp_path / "one", stick, 1)
    before = (stick / FILE).read_bytes()
    (said,) = record(tmp_path / "other", stick, 2)
    assert "copy of other matches" in said
    assert (stick / FILE).read_bytes() == before


def test_a_second_copy_that_was_written_anew_is_followed(tmp_path: Path, stick: Path) -> None:
    data = tmp_path / "data"
    record(data, stick)
    (data / FILE).unlink()
    record(data, stick, 2)
    assert (stick / FILE).read_bytes() == (data / FILE).read_bytes()


def test_no_pipe_is_read(tmp_path: Path, stick: Path) -> None:
    if os.name == "nt":
        pytest.skip("Windows has no such files")
    os.mkfifo(stick / FILE)
    (said,) = record(tmp_path / "data", stick)
    assert said.startswith("It is recorded")


def test_an_empty_copy_is_nobodys(tmp_path: Path) -> None:
    second, to = tmp_path / "second", tmp_path / "to"
    second.write_bytes(b"first\nlast\n")
    to.touch()
    assert _brought(second, to)
    assert to.read_bytes() == second.read_bytes()
