"""What a benchmark is: work beside a floor, both measured in the same run.

A floor is the least that any program would do for the same result (a bare canvas for a sheet), so
that a slow machine makes both slow, and their ratio says how much of the time is ours.  `make
bench` prints one table of all rows, also of those that miss their goal; nothing here is part of
`make test`.
"""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from pathlib import Path
from time import process_time
from types import MappingProxyType
from typing import NamedTuple

import pytest

from scorepad.__main__ import CYCLES_SEARCHED_AFTER

gc.set_threshold(CYCLES_SEARCHED_AFTER)  # as in the program

Work = Callable[[], object]
ROOT = Path(__file__).parents[2]


class Row(NamedTuple):
    """A line of the table."""

    figure: str
    floor: str
    least: float
    """What the floor takes, in `unit`."""
    ours: float
    goal: float
    """The ratio of the two that is to be reached."""
    unit: str
    parts: Mapping[str, float] = MappingProxyType({})
    """What the work cannot do without, and the floor does not do: what each takes, in `unit`."""

    @property
    def ratio(self) -> float:
        return self.ours / self.least

    @property
    def rest_ratio(self) -> float:
        """The ratio of what remains without the parts."""
        return (self.ours - sum(self.parts.values())) / self.least


ROWS: list[Row] = []


ENVIRONMENT = {
    name: value
    for name, value in os.environ.items()
    if name not in ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
}
"""As for anyone who starts Scorepad, what was compiled once is not compiled anew, and output
waits until there is more of it."""


def quarter(times: Sequence[float]) -> float:
    """The lower quartile: three of four times are longer.  Where a machine does other work now and
    then, the shortest is luck, and the middle is not ours."""
    return sorted(times)[len(times) // 4]


def seconds(work: Work) -> float:
    """How long the processor works for it, here and in the programs that it starts."""
    begun = _spent()
    work()
    return _spent() - begun


def _spent() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def python(*arguments: str) -> str:
    """Run Python with these arguments and return what it prints."""
    started = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert started.returncode == 0, started.stderr
    return started.stdout


class Compare:
    """`compare("a sheet", make, "a bare canvas", draw, at_most=2)` adds a row to the table.  A
    test with a row above its goal fails when it has measured all.

    A goal that is out of reach doesn't change, and its row stays marked in the table. Such a row
    names the `parts` that nothing can take away, which are measured in the same run; the test fails
    where what remains without them is above the goal.
    """

    def __init__(self) -> None:
        self.rows: list[Row] = []

    def __call__(
        self,
        work: str,
        run: Work,
        floor: str,
        bare: Work,
        *,
        at_most: float,
        rounds: int = 12,
        parts: Mapping[str, Work] = MappingProxyType({}),
    ) -> None:
        works = (run, bare, *parts.values())
        for each in works:
            each()  # what is made once, when it is first needed, is no part of it
        took, least, *rest = zip(*(map(seconds, works) for _ in range(rounds)), strict=True)
        part_times = dict(zip(parts, rest, strict=True))
        self.times(work, took, floor, least, at_most=at_most, parts=part_times)

    def times(
        self,
        work: str,
        took: Sequence[float],
        floor: str,
        least: Sequence[float],
        *,
        at_most: float,
        parts: Mapping[str, Sequence[float]] = MappingProxyType({}),
    ) -> None:
        """The same for times that were measured already, by turns, so that whatever else a machine
        does makes both longer."""
        ours, bare = quarter(took) * 1000, quarter(least) * 1000
        part_times = {name: quarter(times) * 1000 for name, times in parts.items()}
        self.rows.append(Row(work, floor, bare, ours, at_most, "ms", part_times))

    def amount(
        self, work: str, ours: float, floor: str, least: float, *, at_most: float, unit: str
    ) -> None:
        """The same for anything else that is measured, or allowed: "MB", "%"."""
        self.rows.append(Row(work, floor, least, ours, at_most, unit))


@pytest.fixture
def compare() -> Iterator[Compare]:
    made = Compare()
    yield made
    ROWS.extend(made.rows)
    missed = [
        f"{row.figure}: {row.rest_ratio:.2f}" for row in made.rows if row.rest_ratio > row.goal
    ]
    assert not missed, "; ".join(missed)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not ROWS:
        return
    wide = [max(len(row[at]) for row in ROWS) for at in (0, 1)]
    terminalreporter.section("how long people wait")
    terminalreporter.write_line(
        f"{'figure':{wide[0]}}  {'floor':{wide[1]}}  {'floor':>10}  {'ours':>10}     ratio  goal"
    )
    for row in ROWS:
        least, ours = (f"{amount:.2f} {row.unit}" for amount in (row.least, row.ours))
        missed = " " if row.ratio <= row.goal else "!"
        goal = f"{missed}≤ {row.goal:g}" if row.goal < inf else ""
        terminalreporter.write_line(
            f"{row.figure:{wide[0]}}  {row.floor:{wide[1]}}  {least:>10}  {ours:>10}"
            f"  {row.ratio:6.2f} {goal}"
        )
        if row.parts and row.ratio > row.goal:
            parts = ", ".join(f"{name} {each:.0f} {row.unit}" for name, each in row.parts.items())
            terminalreporter.write_line(
                f"    not reached: it takes {parts}; {row.rest_ratio:.2f} without"
            )
