"""From the confirming key to the repainted sheet: no frame longer than 16 ms beyond the disk.

A frame is one pass of the event loop on the clock on the wall: the key is handled (gate, fold,
store, rows, header, bar, strip), then everything that has changed is laid out and painted.  The
time that the store takes to bring the hand (and the draft that goes with it) to the disk is
measured in the same pass and taken off: it is the disk's.  Both are reported.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from scorepad.desk.desk import Desk
from scorepad.store import open_store
from scorepad.store.store import Store
from tests.window.evening import HAND, Evening
from tests.window.stage import Stage

FRAME = 0.016
"""Seconds: sixty pictures a second."""
ROUNDS = 12
OTHERS = 5
"""Tables that are open beside the one that is confirmed at."""
HANDS = (12, 40)
"""Hands on the sheet before it is measured: a match, and more than the longest has."""
SIZES = {"1024": (1024, 640, 100), "1366": (1366, 768, 100), "1920 large": (1920, 1080, 200)}
CASES = [("1366", hands) for hands in HANDS] + [("1024", 12), ("1920 large", 12)]


def quickest(times: list[float]) -> float:
    """What a quarter of the passes stay below: whatever else a machine does makes passes longer,
    and none shorter."""
    return statistics.quantiles(times, n=4)[0]


class Disk:
    """How long the store has written, in seconds, since `begun` was set to 0."""

    def __init__(self, store: Store, patch: pytest.MonkeyPatch) -> None:
        self.spent = 0.0
        for name in ("append", "keep_draft"):
            patch.setattr(store, name, self._timed(getattr(store, name)))

    def _timed(self, write: Callable[..., None]) -> Callable[..., None]:
        def timed(*values: Any, **named: Any) -> None:
            begun = perf_counter()
            try:
                write(*values, **named)
            finally:
                self.spent += perf_counter() - begun

        return timed


class Painted(QObject):
    """How often a widget was painted."""

    def __init__(self) -> None:
        super().__init__()
        self.times = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.times += event.type() == QEvent.Type.Paint
        return False


@pytest.fixture(params=CASES, ids=[f"{size}, {hands} hands" for size, hands in CASES])
def stage(
    request: Any, qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Stage]:
    (wide, high, percent), hands = SIZES[request.param[0]], request.param[1]
    evening = Evening(tmp_path)
    with open_store(tmp_path, write=True) as store:
        evening.desk = Desk(store, evening.library, now=evening.wall, by=lambda: "Pat")
        made = Stage(qtbot, tmp_path, evening=evening, size=(wide, high))
        made.look.apply("light", percent)
        endless = {"agreed": {"game": {"target": 1_000_000}}}
        for other in range(OTHERS):
            made.open(*[HAND] * 6, rules="unc", table=f"Table {other + 2}", **endless)
        made.open(*[HAND] * hands, rules="unc", table="Table 1", **endless)
        made.disk = Disk(store, monkeypatch)  # type: ignore[attr-defined]
        QApplication.processEvents()
        yield made
        made.look.apply("light", 100)


def test_no_frame_of_a_confirmation_is_long(stage: Stage, benchmark: Any) -> None:
    frames: dict[str, list[float]] = {"bids": [], "tricks": []}
    commits: list[float] = []
    disk: Disk = stage.disk  # type: ignore[attr-defined]
    painted = Painted()
    stage.page.sheet.viewport().installEventFilter(painted)
    before = len(stage.page.table.match.board.hands)

    def confirm(what: str, key: str) -> None:
        disk.spent, painted.times = 0.0, 0
        begun = perf_counter()
        stage.type(key)
        for _pass in range(3):
            # Where the layout changes, what it moves is painted in the pass that follows.
            QApplication.processEvents()
            if painted.times:
                break
        whole = perf_counter() - begun
        assert painted.times, f"the sheet is painted when the {what} are confirmed"
        frames[what].append(whole - disk.spent)
        commits.append(disk.spent)

    def hand() -> None:
        stage.type("433")
        QApplication.processEvents()
        confirm("bids", "2")
        stage.type("8")
        QApplication.processEvents()
        confirm("tricks", "\n")

    hand()  # what is made once, when it is first needed, is no part of it
    for times in (*frames.values(), commits):
        times.clear()
    benchmark.pedantic(hand, rounds=ROUNDS, iterations=1)
    for _round in range(ROUNDS - len(frames["bids"])):  # where benchmarks are off it ran once
        hand()
    assert len(stage.page.table.match.board.hands) == before + 1 + ROUNDS
    told = [f"disk {statistics.median(commits) * 1000:.1f} ms"]
    benchmark.extra_info["commit, ms"] = round(statistics.median(commits) * 1000, 1)
    for what, times in frames.items():
        quick, middle, worst = quickest(times), statistics.median(times), max(times)
        benchmark.extra_info[f"{what}, ms"] = round(quick * 1000, 1)
        benchmark.extra_info[f"{what} in the middle, ms"] = round(middle * 1000, 1)
        benchmark.extra_info[f"{what} at worst, ms"] = round(worst * 1000, 1)
        told.append(
            f"{what} {quick * 1000:.1f} ms ({middle * 1000:.1f} in the middle, "
            f"{worst * 1000:.1f} at worst)"
        )
    for times in frames.values():
        assert quickest(times) <= FRAME, "; ".join(told)
