"""Exchange by a folder (LAPTOPS.md 6, 7, 12): what is read, what is said, and that nothing in the
folder keeps anybody from recording."""

from __future__ import annotations

import errno
import os
import shutil
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection

from scorepad.desk.ports import OutcomeUnknown
from scorepad.share import place as places
from scorepad.share.folder import write_state
from scorepad.share.status import read_share_status, status_file
from scorepad.spades.entries import Note
from scorepad.spades.refusal import Refused
from scorepad.store import database
from scorepad.store.errors import DISK_FULL
from scorepad.store.file_locks import hold_exchange_lock
from scorepad.store.lines import LaptopState
from scorepad.store.store import Store
from tests.share.room import BIDS, START, TRICKS, Laptop, exchange_all, ids

Make = Callable[..., Laptop]


@pytest.fixture(autouse=True)
def said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "SAID_AFTER", 0.0)


def texts(laptop: Laptop) -> list[str]:
    status = laptop.exchange.status
    return [str(each) for each in (*([status.why] if status.why else []), *status.notices)]


def own_file(laptop: Laptop, folder: Path) -> Path:
    return folder / f"scorepad-{laptop.laptop_id().replace('-', '')[:12]}.jsonl"


def test_a_laptop_touches_no_other_files(laptop: Make, folder: Path) -> None:
    one, other = laptop("A"), laptop("B")
    exchange_all(one, other)
    (folder / "holiday.jpg").write_bytes(b"jpeg")
    theirs = {
        each: each.read_bytes()
        for each in folder.iterdir()
        if own_file(one, folder).stem != each.stem
    }
    match_id = one.new()
    one.record(match_id, BIDS)
    one.look()
    assert {each: each.read_bytes() for each in theirs} == theirs


@pytest.mark.parametrize("cut", [1, 2, 30, 200])
def test_a_half_line_is_not_read_until_it_is_whole(
    laptop: Make, folder: Path, monkeypatch: pytest.MonkeyPatch, cut: int
) -> None:
    """Not even where only the end of the line is missing; after 60 s it is said."""
    one, other = laptop("A"), laptop("B")
    match_id = one.new()
    one.record(match_id, BIDS)
    one.look()
    file = own_file(one, folder)
    whole = file.read_bytes()
    file.write_bytes(whole[:-cut])
    monkeypatch.setattr(places, "SAID_AFTER", 60.0)
    other.look()
    assert len(ids(other.read(match_id))) == 1
    assert texts(other) == []
    monkeypatch.setattr(places, "SAID_AFTER", 0.0)
    assert texts(other) == [
        f"{file.name} ends in the middle of a line. Scorepad will read the rest when it arrives."
    ]
    assert other.exchange.has_failed_places
    file.write_bytes(whole)
    other.look()
    assert texts(other) == []
    assert not other.exchange.has_failed_places
    assert ids(other.read(match_id)) == ids(one.read(match_id))


@pytest.mark.parametrize("how", ["damage", "gap"])
def test_a_damaged_line_or_a_gap_stops_a_file_until_it_changes(
    laptop: Make, folder: Path, how: str
) -> None:
    one, other = laptop("A"), laptop("B")
    match_id = one.new()
    one.record(match_id, BIDS, TRICKS)
    one.look()
    file = own_file(one, folder)
    whole = file.read_bytes()
    lines = whole.splitlines(keepends=True)
    lines[-2] = b"" if how == "gap" else lines[-2].replace(b"bids", b"bitz")
    file.write_bytes(b"".join(lines))
    other.look()
    (said,) = texts(other)
    assert ("Lines are missing" if how == "gap" else "is damaged") in said
    assert len(ids(other.read(match_id))) == 1
    assert other.exchange.has_failed_places
    file.write_bytes(whole)
    other.look()
    assert texts(other) == []
    assert ids(other.read(match_id)) == ids(one.read(match_id))


def test_a_conflict_copy_is_read_by_what_its_lines_say(laptop: Make, folder: Path) -> None:
    one, other = laptop("A"), laptop("B")
    match_id = one.new()
    one.record(match_id, BIDS, TRICKS)
    one.look()
    file = own_file(one, folder)
    whole = file.read_bytes()
    (folder / "Scorepad-x (conflicted copy 2026-03-07).JSONL").write_bytes(whole)
    file.write_bytes(b"".join(whole.splitlines(keepends=True)[:2]))
    other.look()
    assert ids(other.read(match_id)) == ids(one.read(match_id))


def test_a_replaced_file_is_read_anew(laptop: Make, folder: Path) -> None:
    """A file that is stored alike is replaced by another one, not extended."""
    one, other = laptop("A"), laptop("B")
    match_id = one.new()
    one.record(match_id, BIDS)
    exchange_all(one, other)
    one.record(match_id, TRICKS)
    one.look()
    file = own_file(one, folder)
    copy = file.read_bytes()
    file.unlink()
    (folder / ".part").write_bytes(copy)
    (folder / ".part").rename(file)
    other.look()
    assert ids(other.read(match_id)) == ids(one.read(match_id))


def test_junk_costs_next_to_nothing(laptop: Make, folder: Path) -> None:
    """A gigabyte of it, and what is beside it is read all the same."""
    one, other = laptop("A"), laptop("B")
    match_id = one.new()
    one.record(match_id, BIDS)
    one.look()
    junk = {"zeros": b"", "text": b"junk\n" * 1000, "deep": b"[" * 500_000}
    for name, content in (junk | {"feed": b'{"laptop":"' * 1000}).items():
        with (folder / f"scorepad-{name}.jsonl").open("wb") as file:
            file.write(content)
            file.truncate(1 << 30)
    os.mkfifo(folder / "scorepad-pipe.jsonl")
    (folder / "scorepad-folder.jsonl").mkdir()
    (folder / "scorepad-bad.state").write_bytes(b'{"laptop":3}')
    began = time.process_time()
    other.look()
    other.look()
    assert time.process_time() - began < 2
    assert ids(other.read(match_id)) == ids(one.read(match_id))
    said, state = sorted(texts(other), key=len, reverse=True)
    assert "scorepad-feed.jsonl is damaged" in said
    assert state == "scorepad-bad.state can't be read and was left out."


# A folder that cannot be used


def test_a_folder_that_is_gone_is_said_and_gets_the_rest(laptop: Make, folder: Path) -> None:
    one = laptop("A")
    away = folder.with_name("away")
    folder.rename(away)
    match_id = one.new()
    one.record(match_id, BIDS)
    one.look()
    assert "stay on this computer until the folder works again" in texts(one)[0]
    assert len(one.read(match_id).log) == 2
    assert one.exchange.status.only_here is None, "nobody knows what is there"
    away.rename(folder)
    one.look()
    assert texts(one) == []
    assert own_file(one, folder).read_bytes().count(b"\n") >= 4


def test_what_could_not_be_kept_is_read_again(
    laptop: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = laptop("A"), laptop("B")
    match_id = one.new()
    exchange_all(one, other)
    one.record(match_id, BIDS, TRICKS)
    one.look()

    def failing(connection: Connection) -> None:
        connection.rollback()
        raise OutcomeUnknown

    with monkeypatch.context() as disk:
        disk.setattr(database, "_commit", failing)
        other.look()
    assert "Scorepad can't tell whether this was recorded" in str(other.exchange.status.why)
    one.record(match_id, BIDS)
    one.look()
    other.look()
    assert texts(other) == []
    assert ids(other.read(match_id)) == ids(one.read(match_id))


def test_a_data_folder_that_cannot_be_opened_is_tried_again(laptop: Make) -> None:
    one = laptop("A")
    access = one.exchange._access

    def refuse() -> AbstractContextManager[Store]:
        raise Refused(DISK_FULL.one, folder="X")

    one.exchange._access = access._replace(open_store=refuse)
    one.look()
    assert texts(one) == [
        "The disk is full, so nothing was saved to X. Free up some space and try again."
    ]
    assert one.exchange.has_failed_places
    one.exchange._access = access
    one.look()
    assert texts(one) == []
    assert not one.exchange.has_failed_places


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EIO])
@pytest.mark.parametrize("what", ["feed", "state"])
def test_a_folder_that_takes_nothing_is_said_and_gets_the_rest(
    laptop: Make, folder: Path, monkeypatch: pytest.MonkeyPatch, error: int, what: str
) -> None:
    one = laptop("A")
    match_id = one.new()

    def fail(*_arguments: object, **_named: object) -> None:
        raise OSError(error, os.strerror(error), str(folder))

    with monkeypatch.context() as patched:
        places = {
            "feed": "store.sharing.bring_up_to_date",
            "state": "share.folder.write_state",
        }
        patched.setattr(f"scorepad.{places[what]}", fail)
        one.look()
        one.record(match_id, BIDS)
    (said,) = texts(one)
    assert str(folder) in said
    assert "\n" not in said
    one.look()
    assert texts(one) == []
    assert own_file(one, folder).read_bytes().count(b"\n") >= 4


def test_a_data_folder_is_refused(laptop: Make) -> None:
    one, other = laptop("A"), laptop("B")
    other.new()
    for place in (one.folder, other.folder, other.folder / "feeds"):
        before = {each.name for each in place.iterdir()}
        one.set_share(place)
        one.restart()
        one.look()
        assert not [each for each in place.iterdir() if each.name.startswith("scorepad-")]
        assert {each.name for each in place.iterdir()} - before <= {
            "sharing.json",
            "scorepad.db",
            "scorepad.db-wal",
            "scorepad.db-shm",
            "feeds",
            "backups",
        }


# One laptop, one id


def test_two_clones_on_one_machine_lose_nothing_and_part(laptop: Make, tmp_path: Path) -> None:
    one = laptop("A", machine="f" * 32)
    match_id = one.new()
    one.record(match_id, BIDS)
    one.look()
    shutil.copytree(one.folder, tmp_path / "clone")
    clone = laptop("clone", machine="f" * 32)
    with one.desk() as desk:
        desk.open(match_id).record(Note(text="one"))
    with clone.desk() as desk:
        desk.open(match_id).record(Note(text="clone"))
    exchange_all(one, clone)
    assert clone.laptop_id() != one.laptop_id()
    assert ids(one.read(match_id)) == ids(clone.read(match_id))
    notes = {each.text for each in one.read(match_id).log if isinstance(each, Note)}
    assert notes == {"one", "clone"}
    exchange_all(one, clone)
    for each in (one, clone):
        assert [one.name for one in each.exchange.status.laptops] == [
            {"A": "clone", "clone": "A"}[each.name]
        ]
        assert each.exchange.status.only_here == 0, "each has what both recorded"
        each.restart()
        each.look()
        assert any(
            "Two computers made entries under the same name and ID, A" in text
            for text in texts(each)
        ), "until settled"
    third = laptop("third")
    exchange_all(third)
    assert ids(third.read(match_id)) == ids(one.read(match_id))
    third.take_over(match_id, "two of them were called A")
    one.clock.time += timedelta(minutes=3)  # nobody says any more that it is A under the old id
    for each in (one, clone, third):
        each.restart()
    exchange_all(one, clone, third)
    assert [texts(each) for each in (one, clone, third)] == [[], [], []]
    assert [each.exchange.status.only_here for each in (one, clone, third)] == [0, 0, 0]


def test_a_copy_of_the_own_file_in_capitals_is_read(
    laptop: Make, folder: Path, tmp_path: Path
) -> None:
    """A file system without case may give it that name, and an older data folder was put back."""
    one = laptop("A")
    match_id = one.new()
    one.record(match_id, BIDS)
    one.look()
    shutil.copytree(one.folder, tmp_path / "older")
    one.record(match_id, TRICKS)
    one.look()
    recorded = ids(one.read(match_id))
    file = own_file(one, folder)
    file.rename(folder / file.name.upper())
    shutil.rmtree(one.folder)
    (tmp_path / "older").rename(one.folder)
    one.restart()
    one.look()
    assert ids(one.read(match_id)) == recorded


def test_a_lost_computer_is_restored_by_joining_its_folder(laptop: Make) -> None:
    one = laptop("A")
    match_id = one.new()
    one.record(match_id, BIDS, TRICKS)
    one.look()
    new = laptop("new")
    new.look()
    assert ids(new.read(match_id)) == ids(one.read(match_id))
    new.take_over(match_id, "the other one was stolen")
    new.record(match_id, BIDS)


# What is said


def test_only_here_counts_what_no_other_has(laptop: Make) -> None:
    one, other = laptop("A"), laptop("B")
    exchange_all(one, other)
    match_id = one.new()
    one.record(match_id, BIDS)
    one.look()
    assert one.exchange.status.only_here == 2, "the hold and the bids"
    other.look()
    one.look()
    assert one.exchange.status.only_here == 0


def test_entries_that_wait_are_said_with_the_laptop_that_recorded_them(
    laptop: Make, folder: Path
) -> None:
    one, other, third = laptop("A"), laptop("B"), laptop("C")
    match_id = one.new()
    one.record(match_id, BIDS)
    exchange_all(one, other)
    other.take_over(match_id)
    other.record(match_id, TRICKS)
    other.look()
    file = own_file(one, folder)
    whole = file.read_bytes()
    file.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    third.look()
    said = [str(each) for each in third.read(match_id).unapplied_entry_texts]
    assert said == ["2 entries from B can't be used until earlier entries arrive"]
    file.write_bytes(whole)
    third.look()
    assert third.read(match_id).unapplied_entry_texts == []


def test_where_nobody_exchanges_for_a_while_that_is_said(laptop: Make) -> None:
    """As where a server lets the process wait that exchanges."""
    one = laptop("A")
    one.look()
    file = status_file(one.folder)
    for moment, why in (
        (time.time(), None),
        (time.time() - 240, "no entries have been exchanged for 4 min"),
    ):
        os.utime(file, (moment, moment))
        status = read_share_status(one.folder)
        assert status is not None
        assert str(status.why).startswith(str(why))
    one.exchange._confirmed_at = float("-inf")
    one.look()
    status = read_share_status(one.folder)
    assert status is not None
    assert status.why is None


def test_of_many_laptops_those_that_wrote_last_are_heard(laptop: Make, folder: Path) -> None:
    """The states of a season stay in a folder."""
    one, other = laptop("A"), laptop("B")
    for n in range(places.MOST_LAPTOPS + 1):
        at = START - timedelta(days=n + 1)
        laptop_id = f"{n:08x}-0000-4000-8000-000000000000"
        write_state(folder, LaptopState(laptop=laptop_id, name="old", at=at))
    exchange_all(one, other)
    assert other.exchange.status.find(one.laptop_id()) is not None
    assert one.exchange.status.find(other.laptop_id()) is not None
    assert any("the laptops that it heard from least recently" in text for text in texts(other))


def test_a_clock_that_is_ahead_is_said(laptop: Make) -> None:
    from scorepad.desk.sharing import clock_texts
    from tests.share.room import Clock

    one, other = laptop("A"), laptop("B")
    one.clock = Clock()
    one.clock.time += timedelta(minutes=4)
    exchange_all(one, other)
    assert [str(each) for each in clock_texts(other.exchange.status)] == [
        "A's clock is 4 minutes ahead"
    ]
    assert clock_texts(one.exchange.status) == []


def test_one_process_exchanges_for_a_data_folder(tmp_path: Path) -> None:
    with hold_exchange_lock(tmp_path) as first, hold_exchange_lock(tmp_path) as second:
        assert (first, second) == (True, False)
    with hold_exchange_lock(tmp_path) as third:
        assert third


def test_a_laptop_whose_clock_was_set_back_is_heard(laptop: Make, folder: Path) -> None:
    from tests.share.room import Clock

    one, other = laptop("A"), laptop("B")
    one.clock = Clock()
    one.clock.time += timedelta(days=1)
    exchange_all(one, other)
    copy = next(each for each in folder.glob("*.state") if b'"A"' in each.read_bytes())
    shutil.copyfile(copy, folder / "scorepad-x (conflict).state")
    one.clock.time -= timedelta(days=1)
    one.restart()
    one.record(one.new(), BIDS)
    other.clock.time += timedelta(minutes=3)
    exchange_all(one, other, one)
    heard = other.exchange.status.find(one.laptop_id())
    assert heard is not None
    assert heard.ahead == 0, "its clock was put right"
    assert other.clock() - heard.heard < timedelta(seconds=1)


def test_one_exchange_says_at_once_what_cannot_be_read(
    laptop: Make, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "SAID_AFTER", 60.0)
    one, other = laptop("A"), laptop("B")
    one.record(one.new(), BIDS)
    one.look()
    file = own_file(one, folder)
    file.write_bytes(file.read_bytes()[:-5])
    other.look()
    assert texts(other) == []
    other.exchange.report_stops_at_once()
    assert texts(other) == [
        f"{file.name} ends in the middle of a line. Scorepad will read the rest when it arrives."
    ]


def test_a_second_chain_is_read_that_parts_from_another_one(laptop: Make, folder: Path) -> None:
    """That one goes further than the first, and comes later in the folder."""
    from scorepad.store.lines import make_line

    other = "0195731b-4c00-4000-8000-00000000000c"

    def write(name: str, first: int, before: str, *words: str) -> list[str]:
        hashes = [before]
        with (folder / f"scorepad-{name}.jsonl").open("wb") as file:
            for seq, word in enumerate(words, first):
                line, line_hash = make_line(other, seq, hashes[-1], f'{{"{word}":1}}'.encode())
                file.write(line + b"\n")
                hashes.append(line_hash)
        return hashes

    first = write("3", 1, "", "a", "b")
    second = write("2", 2, first[1], "c", "d", "e")
    write("1", 4, second[2], "f")
    one = laptop("A")
    one.exchange.report_stops_at_once()
    one.look()
    with one.store() as store:
        (end,) = (each for each in store.feed_ends() if each.laptop == other)
        assert (end.seq, sorted(end.forks.values())) == (2, [4, 4])
    assert not any("missing" in text for text in texts(one))
