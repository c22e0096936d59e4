"""From the confirming key to the repainted sheet, beside painting the window once; and to the
disk, beside a window that shares nothing.

A frame is one pass of the event loop: the key is handled (gate, fold, rows, header, bar, strip),
then everything that has changed is laid out and painted.  But for what is shared the matches are
kept in memory, because how long a disk takes is the disk's own.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from scorepad.__main__ import Program
from tests.bench.bench_share import following, share_through
from tests.bench.conftest import Compare, quarter, seconds
from tests.window.evening import HAND, Evening
from tests.window.stage import Stage

ROUNDS = 12
OTHERS = 5
"""Tables that are open beside the one that is confirmed at."""
SHARED_ROUNDS = 60
ABOVE = 0.0005  # s
"""So much later it may be on the disk while a folder is shared: who holds the table is read first,
by the id that this laptop has now."""
ENDLESS = {"agreed": {"game": {"target": 1_000_000}}}
OPEN = 40
"""So many tables are open where one is switched to another."""
SIZES = {"1024": (1024, 640, 100), "1366": (1366, 768, 100), "1920 large": (1920, 1080, 200)}
# A match has about 12 hands; 40 are more than the longest has.
CASES = [("1024", 12), ("1366", 12), ("1366", 40), ("1920 large", 12)]


class Painted(QObject):
    """How often a widget was painted."""

    def __init__(self) -> None:
        super().__init__()
        self.times = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.times += event.type() == QEvent.Type.Paint
        return False


@pytest.mark.parametrize(("size", "hands"), CASES)
def test_a_confirmation_takes_hardly_longer_than_a_repaint(
    qtbot: Any, tmp_path: Path, compare: Compare, size: str, hands: int
) -> None:
    wide, high, percent = SIZES[size]
    stage = Stage(qtbot, tmp_path, size=(wide, high), percent=percent, is_painted=True)
    for other in range(OTHERS):
        stage.open(*[HAND] * 6, rules="unc", table=f"Table {other + 2}", **ENDLESS)
    stage.open(*[HAND] * hands, rules="unc", table="Table 1", **ENDLESS)
    QApplication.processEvents()
    painted = Painted()
    stage.page.sheet.viewport().installEventFilter(painted)
    took: dict[str, list[float]] = {"bids": [], "tricks": []}
    least: list[float] = []

    def confirm(key: str) -> None:
        painted.times = 0
        stage.type(key)
        for _pass in range(3):
            # Where the layout changes, what it moves is painted in the pass that follows.
            QApplication.processEvents()
            if painted.times:
                break
        assert painted.times, "the sheet is painted when a hand is confirmed"

    for _round in range(ROUNDS + 1):
        for what, first, last in (("bids", "433", "2"), ("tricks", "8", "\n")):
            stage.type(first)
            QApplication.processEvents()
            took[what].append(seconds(lambda key=last: confirm(key)))
        least.append(seconds(stage.window.repaint))
    for what, times in took.items():
        compare.times(
            f"{what} confirmed, painted: {size}, {hands} hands",
            tuple(times[1:]),  # the first makes what is made once
            "the window painted once",
            tuple(least[1:]),
            at_most=1.5,
        )


def test_switching_tables_takes_hardly_longer_than_a_repaint(
    qtbot: Any, tmp_path: Path, compare: Compare
) -> None:
    stage = Stage(qtbot, tmp_path, size=(1366, 768), is_painted=True)
    for number in range(OPEN):
        stage.open(*[HAND] * 3, rules="unc", table=str(number + 1))
    QApplication.processEvents()

    def switch() -> None:
        stage.window.tables.show_table_beside(1)
        QApplication.processEvents()

    for _table in range(OPEN):
        switch()  # each page is laid out for the last time
    compare(
        f"a table switched, {OPEN} open",
        switch,
        "the window painted once",
        stage.window.repaint,
        at_most=1.5,
        rounds=ROUNDS,
    )


class Confirmed:
    """A table in a window over a data folder on the disk, where hands are confirmed by keys."""

    def __init__(self, qtbot: Any, folder: Path, stack: contextlib.ExitStack) -> None:
        program = Program(str(folder))
        store = stack.enter_context(program.open_store(write=True))
        evening = Evening(folder, store)
        stage = self.stage = Stage(qtbot, folder, evening=evening, is_painted=True)
        settings = stage.evening.settings
        if settings.is_shared:
            stage.evening.desk.laptop_name = lambda: settings.laptop_name
            # As the window does: a process of its own exchanges, and is asked each second.
            stage.parts.services = program.sharing()
            stage.restart()
            assert stage.session.sharing is not None
            stack.callback(stage.session.sharing.stop)
        stage.open(*[HAND] * 12, rules="unc", table="Table 1", **ENDLESS)
        self._painted = Painted()
        stage.page.sheet.viewport().installEventFilter(self._painted)
        self._kept_at = 0.0
        append = store.append

        def append_and_note(*arguments: Any, **named: Any) -> None:
            append(*arguments, **named)
            self._kept_at = perf_counter()

        store.append = append_and_note  # type: ignore[method-assign]

    def confirm(self, keys: str) -> Iterator[float]:
        """Type keys, the last of which confirms; yield the seconds from that one until what it says
        is on the disk, and on the screen."""
        self.stage.type(keys[:-1])
        QApplication.processEvents()
        self._painted.times, self._kept_at = 0, 0.0
        begun = perf_counter()
        self.stage.type(keys[-1])
        while not self._painted.times:
            QApplication.processEvents()
        painted_at = perf_counter()
        assert self._kept_at, "what is painted is on the disk"
        yield self._kept_at - begun
        yield painted_at - begun


def test_sharing_makes_no_confirmation_slower(qtbot: Any, tmp_path: Path, compare: Compare) -> None:
    """Hands are confirmed by turns in a window that shares a folder with another laptop, whose
    process takes in what is recorded, and in one that shares nothing."""
    shares, alone, other = (tmp_path / name for name in ("A", "alone", "B"))
    share_through(tmp_path / "shared", shares, other)
    times = dict[str, tuple[list[float], ...]]()
    for what in ("on the disk", "painted"):
        times[what] = [], []
    with contextlib.ExitStack() as stack:
        stack.enter_context(following(other))
        windows = [Confirmed(qtbot, each, stack) for each in (shares, alone)]
        for _round in range(SHARED_ROUNDS):
            for keys in ("4332", "8\n"):
                for at, window in enumerate(windows):
                    for took, spent in zip(times.values(), window.confirm(keys), strict=True):
                        took[at].append(spent)
        assert windows[0].stage.page.table.match.holder is not None, "it shares"
        assert windows[1].stage.page.table.match.holder is None
    for what, (shared, bare) in times.items():
        compare.times(
            f"a hand confirmed, {what}, while sharing",
            shared,
            "the same, sharing nothing",
            bare,
            at_most=1.1 if what == "painted" else 1 + ABOVE / quarter(bare),
        )
