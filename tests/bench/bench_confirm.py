"""From the confirming key to the repainted sheet, beside painting the window once.

A frame is one pass of the event loop: the key is handled (gate, fold, rows, header, bar, strip),
then everything that has changed is laid out and painted.  The matches are kept in memory, because
how long a disk takes is the disk's own.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from tests.bench.conftest import Compare, seconds
from tests.window.evening import HAND
from tests.window.stage import Stage

ROUNDS = 12
OTHERS = 5
"""Tables that are open beside the one that is confirmed at."""
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
    stage = Stage(qtbot, tmp_path, size=(wide, high), percent=percent)
    endless = {"agreed": {"game": {"target": 1_000_000}}}
    for other in range(OTHERS):
        stage.open(*[HAND] * 6, rules="unc", table=f"Table {other + 2}", **endless)
    stage.open(*[HAND] * hands, rules="unc", table="Table 1", **endless)
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
    stage = Stage(qtbot, tmp_path, size=(1366, 768))
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
