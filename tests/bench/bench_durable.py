"""How long it takes until a hand is on the disk, beside one commit of `sqlite3`'s own."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from time import perf_counter

from scorepad.__main__ import Program
from scorepad.desk.desk import Desk
from scorepad.spades.entries import Bids, Head, Tricks
from scorepad.spades.library import load_library
from scorepad.store import utc_now
from tests.bench.conftest import Compare, quarter
from tests.window.evening import HAND, RULES

MATCHES = 10
HANDS = 40
ABOVE = 0.0004  # s
"""So much longer than a commit it may take."""
SLOW = 0.003  # s
"""Where a commit takes so long, it may take half as long again instead."""


def test_a_hand_is_on_the_disk(tmp_path: Path, compare: Compare) -> None:
    """The floor is a commit (WAL, FULL) of a row of as many bytes.  Both wait for the disk, so the
    time on the wall counts."""
    kept, least = list[float](), list[float]()
    bare = sqlite3.connect(tmp_path / "bare.db", isolation_level=None)
    for pragma in ("journal_mode = WAL", "synchronous = FULL"):
        bare.execute(f"PRAGMA {pragma}")
    bare.execute("CREATE TABLE entries (body TEXT)")
    bids, tricks = HAND
    assert tricks is not None
    with Program(str(tmp_path)).open_store(write=True) as store:
        desk = Desk(store, load_library(RULES), now=utc_now, by=lambda: "Pat")
        desk.start(Head(rules="unc"))
        (feed,) = (tmp_path / "feeds").iterdir()
        for _ in range(MATCHES):
            table = desk.start(Head(rules="unc", agreed={"game": {"target": 1_000_000}}))
            for entry in [Bids(bids=bids), Tricks(tricks=tricks)] * HANDS:
                size = feed.stat().st_size
                begun = perf_counter()
                table.record(entry)
                kept.append(perf_counter() - begun)
                body = "x" * (feed.stat().st_size - size)
                begun = perf_counter()
                bare.execute("BEGIN IMMEDIATE")
                bare.execute("INSERT INTO entries VALUES (?)", (body,))
                bare.execute("COMMIT")
                least.append(perf_counter() - begun)
    bare.close()
    commit = quarter(least)
    at_most = 1.5 if commit >= SLOW else 1 + ABOVE / commit
    compare.times("a hand kept, on the disk", kept, "a commit", least, at_most=at_most)
