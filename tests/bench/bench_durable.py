"""How long it takes until a hand is on the disk, beside a frame of the screen."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from time import perf_counter

from scorepad.__main__ import Program
from scorepad.desk.desk import Desk
from scorepad.spades.entries import Bids, Head, Tricks
from scorepad.spades.library import load_library
from scorepad.store import utc_now
from tests.bench.conftest import Compare
from tests.window.evening import HAND, RULES

MATCHES = 10
HANDS = 40
FRAME = 16.0  # ms


def test_a_hand_is_on_the_disk(tmp_path: Path, compare: Compare) -> None:
    """The time on the wall counts: an entry waits for the disk."""
    kept = list[float]()
    bids, tricks = HAND
    assert tricks is not None
    with Program(str(tmp_path)).open_store(write=True) as store:
        desk = Desk(store, load_library(RULES), now=utc_now, by=lambda: "Pat")
        for _ in range(MATCHES):
            table = desk.start(Head(rules="unc", agreed={"game": {"target": 1_000_000}}))
            for entry in [Bids(bids=bids), Tricks(tricks=tricks)] * HANDS:
                begun = perf_counter()
                table.record(entry)
                kept.append(perf_counter() - begun)
    time = median(kept) * 1000
    compare.amount("a hand kept, on the disk", time, "a frame", FRAME, at_most=1, unit="ms")
