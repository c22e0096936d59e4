"""How long it takes until a hand is on the disk, beside the least that writes it there twice."""

from __future__ import annotations

import gc
import os
import sqlite3
from pathlib import Path
from time import perf_counter

import pytest

from scorepad.__main__ import Program
from scorepad.desk.desk import Desk
from scorepad.spades.entries import Bids, Head, Tricks
from scorepad.spades.library import load_library
from scorepad.store import utc_now
from scorepad.store.second_copy import FILE
from tests.bench.conftest import Compare
from tests.window.evening import HAND, RULES

MATCHES = 10
HANDS = 40
JOURNAL = ("journal_mode = WAL", "synchronous = FULL", "wal_autocheckpoint = 0")


@pytest.mark.parametrize(
    ("floor", "pragmas", "at_most"),
    [("a commit, a line", (), 1.5), ("the least of both", JOURNAL, 1.75)],
)
def test_a_hand_is_on_the_disk(
    tmp_path: Path, compare: Compare, floor: str, pragmas: tuple[str, ...], at_most: float
) -> None:
    """The floor is a commit as `sqlite3` makes it, and a line at the end of a file, of as many
    bytes; or the least there is, a commit into a journal that is never emptied.  Both wait for the
    disk, so the time on the wall counts."""
    kept, least = [], []
    bare = sqlite3.connect(tmp_path / "bare.db", isolation_level=None)
    for pragma in pragmas:
        bare.execute(f"PRAGMA {pragma}")
    bare.execute("CREATE TABLE entries (body TEXT)")
    bids, tricks = HAND
    assert tricks is not None
    gc.freeze()  # as the program does at its start
    with (
        Program(str(tmp_path)).open_store(write=True) as store,
        (tmp_path / "lines").open("ab") as lines,
    ):
        desk = Desk(store, load_library(RULES), now=utc_now, by=lambda: "Pat")
        copy = tmp_path / FILE
        for _ in range(MATCHES):
            table = desk.start(Head(rules="unc", agreed={"game": {"target": 1_000_000}}))
            for entry in [Bids(bids=bids), Tricks(tricks=tricks)] * HANDS:
                size = copy.stat().st_size
                begun = perf_counter()
                table.record(entry)
                kept.append(perf_counter() - begun)
                body = "x" * (copy.stat().st_size - size)
                begun = perf_counter()
                bare.execute("BEGIN IMMEDIATE")
                bare.execute("INSERT INTO entries VALUES (?)", (body,))
                bare.execute("COMMIT")
                lines.write(body.encode())
                lines.flush()
                os.fsync(lines.fileno())
                least.append(perf_counter() - begun)
    gc.unfreeze()
    bare.close()
    compare.times("a hand kept, on the disk", kept, floor, least, at_most=at_most)
