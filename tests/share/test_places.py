"""A place, a folder or a database, is asked for the last line of each feed, and gives what is
missing (LAPTOPS.md 6 to 8, 11): by commands, with several data folders."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from scorepad.__main__ import main
from scorepad.share import place
from scorepad.store import lines
from scorepad.store.laptop_id import machine_hash
from tests.fork_server import wait_for_fork
from tests.share.cluster import Cluster
from tests.share.room import BIDS, TRICKS, Laptop, exchange_all, ids

Make = Callable[..., Laptop]
POISON = (Path(__file__).parents[1] / "data" / "poison.jsonl").read_bytes()
POISONED = "0195731b-4c00-7000-8000-0000000000aa"
WRITER = "33333333-3333-4333-8333-333333333333"
IN_A_DATABASE = pytest.param("room", marks=pytest.mark.xdist_group("postgres"), id="database")


@pytest.fixture(params=[pytest.param("laptop", id="folder"), IN_A_DATABASE])
def make(request: pytest.FixtureRequest) -> Any:
    """Makes laptops on this computer that share a folder, or a database."""
    make_laptop = request.getfixturevalue(request.param)
    return partial(make_laptop, machine=machine_hash())


class Run:
    """Runs commands; each returns its status, what is printed, and what is said beside that."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, data: Path, *command: str) -> tuple[int, str, str]:
        self._capsys.readouterr()
        status = main(["--data", str(data), *command])
        said = self._capsys.readouterr()
        return status, said.out, said.err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


@pytest.fixture
def data(tmp_path: Path, folder: Path) -> Path:
    """A data folder that shares the folder."""
    data = tmp_path / "data"
    data.mkdir()
    (data / "settings.json").write_text(json.dumps({"share_folder": str(folder)}))
    return data


def shared_file_of(laptop: Laptop, folder: Path) -> Path:
    return folder / f"scorepad-{laptop.laptop_id().replace('-', '')[:12]}.jsonl"


def test_each_has_what_all_recorded(make: Make, folder: Path) -> None:
    laptops = [make(f"Laptop {n}") for n in "ABC"]
    matches = [each.new(str(n)) for n, each in enumerate(laptops)]
    for each, match_id in zip(laptops, matches, strict=True):
        each.record(match_id, BIDS, TRICKS)
    exchange_all(*laptops)
    for each in laptops:
        for match_id in matches:
            assert ids(each.read(match_id)) == ids(laptops[0].read(match_id))
            assert len(each.read(match_id).board.hands) == 1
        status = each.exchange.status
        assert (status.only_here, status.why, status.notices) == (0, None, ())
        assert len(status.laptops) == 2
    assert len(list(folder.iterdir())) == (6 if laptops[0].share else 0), "two files a laptop"


# What is not ours


def test_files_that_are_not_ours_are_not_mentioned(
    run: Run, laptop: Make, folder: Path, data: Path
) -> None:
    """On a drive there are the installer, backups, what was moved aside, links."""
    other = laptop("B")
    match_id = other.new()
    other.record(match_id, BIDS, TRICKS)
    other.look()
    (folder / "scorepad-0.2.0-windows-setup.exe").write_bytes(b"MZ" + bytes(900_000))
    (folder / "scorepad-000001-2026-11-28.zip").write_bytes(b"PK\3\4" + b"\n" * 500_000)
    (folder / "scorepad-empty.jsonl").touch()
    (folder / "scorepad-notes.jsonl").write_text('{"some": "other program"}\n')
    (folder / "scorepad-folder.jsonl").mkdir()
    (folder / "scorepad-itself").symlink_to("scorepad-itself")
    (folder / "scorepad-linked.jsonl").symlink_to(data / "settings.json")
    os.mkfifo(folder / "scorepad-pipe.jsonl")
    name = os.fsencode(folder) + b"/scorepad-r\xe9sultats.csv"
    Path(os.fsdecode(name)).write_bytes(b"1;2\n")
    for _time in range(2):
        status, out, err = run(data, "share", "once")
        assert (status, err) == (0, "")
        assert "Heard from B" in out
    assert match_id in run(data, "matches")[1]


def test_a_file_whose_lines_are_all_here_is_no_trouble(
    run: Run, laptop: Make, folder: Path, data: Path
) -> None:
    """A quarantined file, a copy that a conflict left, one that has not arrived whole, one with a
    name in another encoding; all that is in them is here."""
    other = laptop("B")
    match_id = other.new()
    other.record(match_id, BIDS, TRICKS)
    other.look()
    whole = shared_file_of(other, folder).read_bytes()
    first, second, *_ = whole.splitlines(keepends=True)
    (folder / "scorepad-b.jsonl.damaged-20261128").write_bytes(first + b"?" * 200 + b"\n" + second)
    (folder / "scorepad-b (conflicted copy).jsonl").write_bytes(whole[:-60])
    name = os.fsencode(folder) + b"/scorepad-\xe9.jsonl"
    Path(os.fsdecode(name)).write_bytes(first + second[:40])
    status, out, err = run(data, "share", "once")
    assert (status, err) == (0, "")
    assert "Heard from B" in out
    Path(os.fsdecode(name)).write_bytes(first.replace(b"B", b"C"))
    status, out, err = run(data, "share", "once")
    assert (status, err.count("\n")) == (1, 1)
    assert "is damaged" in err


# Too many


def test_more_files_than_are_read_are_reported(run: Run, folder: Path, data: Path) -> None:
    for n in range(1001):
        (folder / f"scorepad-{n}.zip").write_bytes(b"PK")
    assert run(data, "new", "--rules", "unc")[0] == 0
    _status, _out, err = run(data, "share", "once")
    assert "has data from more than 1,000 laptops or files" in err


@pytest.mark.xdist_group("postgres")
def test_more_feeds_in_a_database_than_are_read_are_reported(
    run: Run, room: Make, cluster: Cluster, database: str
) -> None:
    one = room("A")
    one.new()
    with cluster.connect(database, "laptop_b") as connection:
        connection.execute("insert into laptops (laptop) select 'x' || generate_series(1, 1001)")
    _status, _out, err = run(one.folder, "share", "once")
    assert "has data from more than 1,000 laptops or files" in err


# One exchange brings everything


def test_one_exchange_reads_a_file_that_goes_on_from_a_later_one(
    run: Run, laptop: Make, folder: Path, data: Path, tmp_path: Path
) -> None:
    """An older data folder was put back, so that there is a second chain; its file sorts first."""
    one = laptop("A", machine="f" * 32)
    match_id = one.new()
    one.record(match_id, BIDS)
    one.look()
    shutil.copytree(one.folder, tmp_path / "copy")
    copy = laptop("copy", machine="f" * 32)
    one.record(match_id, TRICKS)
    one.look()
    copy.take_over(match_id)
    copy.record(match_id, TRICKS)
    exchange_all(copy, one)
    names = sorted(folder.glob("scorepad-*.jsonl"), key=lambda each: each.stat().st_size)
    for n, each in enumerate(names):
        each.rename(folder / f"scorepad-{n}.jsonl")  # the second chain is shorter
    status, _out, err = run(data, "share", "once")
    assert "Lines are missing" not in err
    assert status == 0
    shown = json.loads(run(data, "show", match_id, "--json")[1])
    assert len(shown["log"]) + len(shown.get("versions", [])) >= 4


def test_what_is_played_now_does_not_wait_for_a_long_history(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, "MOST_READ", 3)
    one, other = sorted((make(n) for n in "AB"), key=Laptop.laptop_id)
    for _ in range(10):
        one.record(one.new(), BIDS, TRICKS)
    now = other.new()
    one.look()
    other.look()
    new = make("C")
    new.exchange.exchange_next_batch()
    with new.desk() as desk:
        assert [each.id for each in desk.keeper.summaries()] == [now]
    new.look()
    with new.desk() as desk:
        assert len(desk.keeper.summaries()) == 11


# Who is there


def test_alone_what_is_read_back_is_exchanged(run: Run, make: Make, tmp_path: Path) -> None:
    one = make("A")
    match_id = one.new()
    one.record(match_id, BIDS)
    where = "Saved on the drive" if one.share else "Saved in the database"
    status, out, err = run(one.folder, "share", "once")
    assert (status, out, err) == (0, f"{where}; no other laptops yet\n", "")
    assert run(one.folder, "share")[1] == out
    one.record(match_id, TRICKS)
    one.look()
    status, out, _err = run(one.folder, "share")
    assert (status, out) == (0, f"{where}; no other laptops yet\n")
    if one.share:
        one.share.rename(tmp_path / "out")
        one.record(match_id, BIDS)
        one.look()
        assert run(one.folder, "share")[1].startswith("1 entry only on this computer · ")
        one.restart()
        out = run(one.folder, "share", "once")[1]
        assert out.startswith(
            "Scorepad can't tell how many entries are only on this computer · Can't use the folder "
        )
        assert json.loads(run(one.folder, "share", "--json")[1])["only_here"] is None
        (tmp_path / "out").rename(one.share)
        assert run(one.folder, "share", "once")[1] == f"{where}; no other laptops yet\n"


def test_two_clones_are_told_apart(run: Run, make: Make, tmp_path: Path) -> None:
    one = make("A")
    match_id = one.new()
    one.record(match_id, BIDS)
    one.look()
    shutil.copytree(one.folder, tmp_path / "clone")
    service = {"service": one.database} if one.database else {}
    clone = make("clone", **service)
    clone.name = "A"
    clone.set_share(one.share, one.database)
    one.record(match_id, TRICKS)
    clone.take_over(match_id)
    exchange_all(one, clone)
    third = make("C")
    exchange_all(one, clone, third)
    _status, out, err = run(third.folder, "share", "once")
    first, second = one.laptop_id()[:4], clone.laptop_id()[:4]
    for short in (first, second):
        assert f"Heard from A ({short})" in out
    (sentence,) = (each for each in err.splitlines() if "computers are called A: " in each)
    assert first in sentence
    assert second in sentence
    assert "Give each its own name" in err
    for each, other in ((one, second), (clone, first)):
        assert f"Heard from A ({other})" in run(each.folder, "share", "once")[1]
    assert run(third.folder, "share", "forget", f"A ({first})")[0] == 0


def test_lines_that_were_lost_here_come_back(run: Run, make: Make, tmp_path: Path) -> None:
    """The last line of a feed is here, and some before it are not."""
    one, other = make("A"), make("B")
    match_id = one.new()
    one.record(match_id, BIDS, TRICKS)
    exchange_all(one)
    feed = one.folder / "feeds" / f"{one.laptop_id()}.jsonl"
    lines_of_feed = feed.read_bytes().splitlines(keepends=True)
    part = tmp_path / "part.jsonl"
    part.write_bytes(b"".join([*lines_of_feed[:3], lines_of_feed[-1]]))
    assert run(other.folder, "restore", str(part))[0] == 0
    assert len(ids(other.read(match_id))) < 3
    assert run(other.folder, "share", "once")[0] == 0
    assert ids(other.read(match_id)) == ids(one.read(match_id))


# How often a line is read


def test_a_line_is_hashed_once_and_decoded_once_on_its_way_in(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long its log is by then."""
    one, other = make("A"), make("B")
    match_id = one.new()
    one.record(match_id, *(BIDS, TRICKS) * 4)
    exchange_all(one, other)
    one.restart()
    child = os.fork()
    if not child:  # what this process knows of the line is not known to the other laptop
        one.record(match_id, BIDS)
        one.look()
        os._exit(0)
    assert wait_for_fork(child) == 0
    hashed, decoded = list[bytes](), list[bytes]()
    digest, decode = lines.digest, lines._decode_content

    def count_hash(line: bytes) -> str:
        hashed.append(line)
        return digest(line)

    def count_content(payload: bytes) -> Any:
        decoded.append(payload)
        return decode(payload)

    monkeypatch.setattr(lines, "digest", count_hash)
    monkeypatch.setattr(lines, "_decode_content", count_content)
    other.look()
    assert len(ids(other.read(match_id))) == 10
    new = one.read(match_id).log[-1].id or ""
    assert sum(new.encode() in each for each in hashed) == 1
    assert sum(b'"id":"%b"' % new.encode() in each for each in decoded) == 1


# What a person brought in


def test_what_one_laptop_restored_gets_to_the_others(
    run: Run, make: Make, laptop: Make, tmp_path: Path
) -> None:
    """The backup of a computer that is gone, which shared nothing with these."""
    lost = laptop("lost", None)
    match_id = lost.new("7")
    lost.record(match_id, BIDS, TRICKS)
    backup = tmp_path / "backup.zip"
    assert run(lost.folder, "backup", str(backup))[0] == 0
    one, other = make("A"), make("B")
    own = one.new()
    one.record(own, BIDS)
    exchange_all(one, other)
    one.restart()
    assert run(one.folder, "restore", str(backup))[0] == 0
    for each in (one, other):
        assert run(each.folder, "share", "once")[0] == 0
    assert ids(other.read(match_id)) == ids(one.read(match_id))
    assert len(other.read(match_id).board.hands) == 1
    assert run(one.folder, "check")[0] == run(other.folder, "check")[0] == 0
    before = {each.name: each.read_bytes() for each in (one.folder / "feeds").iterdir()}
    for each in (one, other):
        assert run(each.folder, "restore", str(backup))[0] == 0
        assert run(each.folder, "share", "once")[0] == 0
    after = {each.name: each.read_bytes() for each in (one.folder / "feeds").iterdir()}
    assert after.keys() == before.keys()
    assert all(after[name] == before[name] for name in before), "once is enough"


def test_what_the_place_has_is_not_published_again(run: Run, make: Make, tmp_path: Path) -> None:
    """A restored backup of a laptop whose feed is there already adds nothing."""
    one, other = make("A"), make("B")
    match_id = one.new()
    one.record(match_id, BIDS, TRICKS)
    backup = tmp_path / "backup.zip"
    assert run(one.folder, "backup", str(backup))[0] == 0
    exchange_all(one, other)
    new = make("C")
    assert run(new.folder, "restore", str(backup))[0] == 0
    exchange_all(new)
    with new.store() as store:
        (own,) = (each for each in store.feed_ends() if each.is_own)
        assert own.seq == 1
    assert ids(new.read(match_id)) == ids(one.read(match_id))


def test_what_cannot_be_read_in_the_data_folder_is_named_when_it_is_taken_in(
    run: Run, laptop: Make
) -> None:
    one = laptop("A", None)
    match_id = one.new()
    one.record(match_id, BIDS)
    (one.folder / "feeds" / f"{WRITER}.jsonl").write_bytes(POISON)
    for time in range(2):
        status, out, err = run(one.folder, "matches")
        assert status == 0
        assert match_id in out
        assert (POISONED in err) == (time == 0)


# A data folder is copied, or an older one put back


def test_a_clone_on_another_machine_gets_another_id(make: Make, tmp_path: Path) -> None:
    one = make("A")
    match_id = one.new()
    one.record(match_id, BIDS)
    one.look()
    shutil.copytree(one.folder, tmp_path / "clone")
    clone = make("clone", machine="f" * 32)
    clone.take_over(match_id, "another computer")
    clone.record(match_id, TRICKS)
    assert clone.laptop_id() != one.laptop_id()
    exchange_all(one, clone)
    for each in (one, clone):
        assert (each.exchange.status.why, each.exchange.status.notices) == (None, ())
    assert ids(one.read(match_id)) == ids(clone.read(match_id))
    assert len(one.read(match_id).board.hands) == 1


def test_an_older_data_folder_put_back_gets_the_rest(make: Make, tmp_path: Path) -> None:
    one, other = make("A"), make("B")
    match_id = one.new()
    one.record(match_id, BIDS)
    one.look()
    shutil.copytree(one.folder, tmp_path / "older")
    one.record(match_id, TRICKS)
    exchange_all(one, other)
    one.restart()
    shutil.rmtree(one.folder)
    (tmp_path / "older").rename(one.folder)
    exchange_all(one, other)
    assert len(one.read(match_id).board.hands) == 1
