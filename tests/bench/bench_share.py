"""How long laptops take that share a folder, beside what LAPTOPS.md 13 allows."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from time import monotonic, perf_counter, process_time, sleep

from scorepad.__main__ import Program
from scorepad.desk.desk import Desk
from scorepad.share import exchange
from scorepad.share.folder import write_state
from scorepad.spades.entries import Bids, Head, Tricks
from scorepad.spades.library import load_library
from scorepad.store import utc_now
from scorepad.store.lines import LaptopState
from tests.bench.conftest import ENVIRONMENT, ROOT, Compare, quarter
from tests.bench.imported import import_many
from tests.share.room import Clock, Laptop, exchange_all
from tests.window.evening import HAND, RULES

MATCHES = 10_000
TABLES, HANDS = 20, 25
"""So many tables and hands are a thousand entries."""
OTHERS = 7
IDLE = 60.0  # seconds of an idle evening
FOLLOWS = 1.0  # seconds after which a window at the latest shows what another program wrote
PATIENCE = 60.0  # seconds
TIMES = 10
NO_TARGET = Head(rules="unc", agreed={"game": {"target": 1_000_000}})
BIDS, TRICKS = HAND
assert TRICKS is not None
ENTRIES = (Bids(bids=BIDS), Tricks(tricks=TRICKS))


def laptop(folder: Path, share: Path, name: str) -> Laptop:
    folder.mkdir(exist_ok=True)
    return Laptop(folder, share, Clock(), name=name)


def test_what_others_recorded_comes_in(tmp_path: Path, compare: Compare) -> None:
    """A thousand entries that another laptop recorded."""
    share = tmp_path / "shared"
    share.mkdir()
    one, other = (laptop(tmp_path / name, share, name) for name in ("A", "B"))
    with one.desk() as desk:
        tables = [desk.start(NO_TARGET) for _ in range(TABLES)]
    exchange_all(one, other)
    with one.desk() as desk, desk.changes.transaction():
        for table in [desk.open(each.id) for each in tables]:
            for entry in ENTRIES * HANDS:
                table.record(entry)
    one.look()
    begun = perf_counter()
    other.look()
    took = perf_counter() - begun
    assert len(other.read(tables[0].id).board.hands) == HANDS
    compare.amount("1,000 entries taken in", took * 1000, "allowed", 1000, at_most=1, unit="ms")


def test_a_new_laptop_has_ten_thousand_matches(tmp_path: Path, compare: Compare) -> None:
    share = tmp_path / "shared"
    share.mkdir()
    folder = tmp_path / "A"
    import_many(folder, MATCHES)
    laptop(folder, share, "A").look()
    new = laptop(tmp_path / "new", share, "B")
    begun = perf_counter()
    new.look()
    took = perf_counter() - begun
    with new.desk() as desk:
        assert len(desk.keeper.summaries()) == MATCHES
    compare.amount("10,000 matches on a new laptop", took, "allowed", 60, at_most=1, unit="s")


@contextlib.contextmanager
def following(*folders: Path, **variables: str) -> Iterator[None]:
    """Have a process exchange for each of these data folders."""
    command = [sys.executable, "-m", "scorepad", "--data"]
    processes = [
        subprocess.Popen(
            [*command, str(each), "share", "follow", "--until-closed"],
            cwd=ROOT,
            env=ENVIRONMENT | variables,
            stdin=subprocess.PIPE,
        )
        for each in folders
    ]
    try:
        yield
    finally:
        for process in processes:
            process.communicate(timeout=PATIENCE)


@contextlib.contextmanager
def desk_of(folder: Path) -> Iterator[Desk]:
    program = Program(str(folder))
    with program.open_store(write=True) as store:
        library = load_library(RULES)
        yield Desk(store, library, now=utc_now, by=str, laptop_name=lambda: folder.name)


def share_through(share: Path, *folders: Path) -> None:
    share.mkdir()
    for each in folders:
        make_data_folder(each, share_folder=str(share))


def make_data_folder(folder: Path, **settings: str) -> None:
    folder.mkdir()
    values = {"laptop_name": folder.name, **settings}
    (folder / "settings.json").write_text(json.dumps(values))


def wait_for(folder: Path, match_id: str, entries: int) -> None:
    end = monotonic() + PATIENCE
    with desk_of(folder) as desk:
        while not (desk.keeper.has(match_id) and desk.keeper.summaries()[0].entries >= entries):
            assert monotonic() < end, "it never came"
            sleep(0.01)


def test_an_entry_is_on_the_others_screens(tmp_path: Path, compare: Compare) -> None:
    """The time until it is in the other's store; its window shows it within a second of that."""
    one, other = tmp_path / "A", tmp_path / "B"
    share_through(tmp_path / "shared", one, other)
    with following(one, other):
        compare_arrival(one, other, compare, "an entry on another laptop's screen")


def compare_arrival(one: Path, other: Path, compare: Compare, figure: str) -> None:
    """Measure how long entries take from one data folder to the other; both are followed."""
    times = list[float]()
    with desk_of(one) as desk:
        table = desk.start(NO_TARGET)
        wait_for(other, table.id, 0)
        for _ in range(TIMES):
            for entry in ENTRIES:
                table.record(entry)
                begun = perf_counter()
                wait_for(other, table.id, len(table.match.log))
                times.append(perf_counter() - begun)
    compare.amount(
        figure,
        (max(times) + FOLLOWS) * 1000,
        "allowed",
        3000,
        at_most=1,
        unit="ms",
    )


def test_publishing_adds_nearly_nothing(tmp_path: Path, compare: Compare) -> None:
    """Entries that are recorded by turns in a data folder that shares, and in one that does not."""
    shares, alone = tmp_path / "A", tmp_path / "alone"
    share_through(tmp_path / "shared", shares)
    times: tuple[list[float], list[float]] = [], []
    with following(shares), desk_of(shares) as one, desk_of(alone) as other:
        other.laptop_name = str
        tables = [desk.start(NO_TARGET) for desk in (one, other)]
        for _ in range(10 * TIMES):
            for entry in ENTRIES:
                for table, took in zip(tables, times, strict=True):
                    begun = perf_counter()
                    table.record(entry)
                    took.append(perf_counter() - begun)
    more = (quarter(times[0]) - quarter(times[1])) * 1000
    compare.amount("sharing adds to an entry", max(more, 0.01), "allowed", 1, at_most=1, unit="ms")


def test_idle_beside_others(tmp_path: Path, compare: Compare) -> None:
    """What it looks at in a quiet minute, in which each of the others wrote its state twice."""
    share = tmp_path / "shared"
    share.mkdir()
    laptops = [laptop(tmp_path / f"L{n}", share, f"L{n}") for n in range(OTHERS + 1)]
    for each in laptops:
        each.record(each.new(), *ENTRIES)
    exchange_all(*laptops)
    ours, *others = laptops
    looks = round(IDLE / exchange.LOOK_EVERY)
    states = [
        LaptopState(laptop=each.laptop_id(), name=each.name, at=each.clock()) for each in others
    ]
    spent = 0.0
    for look in range(looks):
        if look % (looks // 2) < OTHERS:
            state = states[look % (looks // 2)]
            at = state.at + timedelta(seconds=look + 1)
            write_state(share, LaptopState(laptop=state.laptop, name=state.name, at=at))
        begun = process_time()
        ours.exchange.exchange_next_batch()
        spent += process_time() - begun
    compare.amount(
        "idle beside 7 others", 100 * spent / IDLE, "allowed", 1, at_most=1, unit="% of a core"
    )
