"""How long it takes until a hand is on the disk, beside the least that writes it there twice."""

from __future__ import annotations

import gc
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import perf_counter
from typing import TextIO

from scorepad.desk.desk import Desk
from scorepad.spades.entries import Bids, Head, Tricks
from scorepad.spades.library import load_library
from scorepad.store import open_store, utc_now
from scorepad.store.second_copy import FILE
from tests.bench.conftest import Compare
from tests.window.evening import HAND, RULES

MATCHES = 10
HANDS = 40
JOURNAL = ("journal_mode = WAL", "synchronous = FULL", "wal_autocheckpoint = 0")


class Floor:
    """A commit of a database and a line at the end of a file, each with fsync."""

    def __init__(self, bare: sqlite3.Connection, lines: TextIO, *pragmas: str) -> None:
        self._bare, self._lines = bare, lines
        self.times: list[float] = []
        for pragma in pragmas:
            bare.execute(f"PRAGMA {pragma}")
        bare.execute("CREATE TABLE entries (body TEXT)")

    def write(self, body: str) -> None:
        begun = perf_counter()
        self._bare.execute("BEGIN IMMEDIATE")
        self._bare.execute("INSERT INTO entries VALUES (?)", (body,))
        self._bare.execute("COMMIT")
        self._lines.write(body)
        self._lines.flush()
        os.fsync(self._lines.fileno())
        self.times.append(perf_counter() - begun)


@contextmanager
def floor(folder: Path, name: str, *pragmas: str) -> Iterator[Floor]:
    with (
        closing(sqlite3.connect(folder / f"{name}.db", isolation_level=None)) as bare,
        (folder / name).open("a", encoding="ascii") as lines,
    ):
        yield Floor(bare, lines, *pragmas)


def test_a_hand_is_on_the_disk(tmp_path: Path, compare: Compare) -> None:
    """The floor is a commit as `sqlite3` makes it, and a line, of as many bytes; and below it the
    least there is, a commit into a journal that is never emptied.  All wait for the disk, so the
    time on the wall counts."""
    kept: list[float] = []
    bids, tricks = HAND
    assert tricks is not None
    gc.freeze()  # as the program does at its start
    with (
        open_store(tmp_path, write=True) as store,
        floor(tmp_path, "bare") as bare,
        floor(tmp_path, "journaled", *JOURNAL) as journaled,
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
                journaled.write(body)
                bare.write(body)
    gc.unfreeze()
    work = "a hand kept, on the disk"
    compare.times(work, kept, "a commit, a line", bare.times, at_most=1.5)
    compare.times(work, kept, "the least of both", journaled.times, at_most=1.6)
