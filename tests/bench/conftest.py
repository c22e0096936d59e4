"""What a benchmark is: work beside a floor, both measured in the same run.

A floor is the least that any program would do for the same result (a bare canvas for a sheet), so
that a slow machine makes both slow, and their ratio says how much of the time is ours.  `make
bench` prints the table; nothing here is part of `make test`.
"""

from __future__ import annotations

import resource
from collections.abc import Callable
from time import process_time
from typing import NamedTuple

import pytest

Work = Callable[[], object]


class Row(NamedTuple):
    """A line of the table; times in seconds."""

    work: str
    took: float
    floor: str
    least: float
    at_most: float

    @property
    def ratio(self) -> float:
        return self.took / self.least


ROWS: list[Row] = []


def seconds(work: Work) -> float:
    """How long the processor works for it, here and in the programs that it starts."""
    begun = _spent()
    work()
    return _spent() - begun


def _spent() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


class Compare:
    """`compare("a sheet", make, "a bare canvas", draw, at_most=2)` fails above that ratio."""

    def __call__(
        self, work: str, run: Work, floor: str, bare: Work, *, at_most: float, rounds: int = 12
    ) -> None:
        run(), bare()  # what is made once, when it is first needed, is no part of it
        took, least = zip(*((seconds(run), seconds(bare)) for _ in range(rounds)), strict=True)
        self.times(work, took, floor, least, at_most=at_most)

    def times(
        self,
        work: str,
        took: tuple[float, ...],
        floor: str,
        least: tuple[float, ...],
        *,
        at_most: float,
    ) -> None:
        """The same for times that were measured already.  The shortest of each counts: whatever
        else a machine does makes them longer, and none shorter."""
        row = Row(work, min(took), floor, min(least), at_most)
        ROWS.append(row)
        assert row.ratio <= at_most, f"{work} takes {row.ratio:.2f} times {floor}"


@pytest.fixture
def compare() -> Compare:
    return Compare()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not ROWS:
        return
    terminalreporter.section("how long people wait")
    terminalreporter.write_line(f"{'':42}{'ms':>9}  {'times':>6}  {'at most':>7}  of")
    for row in ROWS:
        terminalreporter.write_line(
            f"{row.work:42}{row.took * 1000:9.2f}  {row.ratio:6.2f}  {row.at_most:7g}"
            f"  {row.floor} ({row.least * 1000:.2f} ms)"
        )
