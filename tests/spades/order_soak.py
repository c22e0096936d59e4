"""The order of a log at length: random schedules of laptops, and all histories of a few entries.

`python -m tests.spades.order_soak [SCHEDULES] [ENTRIES] [PROCESSES]` plays 1,000,000 schedules and
goes through all histories of up to 6 entries, if not told otherwise, and prints what it counted.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields
from functools import partial
from typing import Any

from tests.spades.order_histories import check_histories
from tests.spades.order_simulator import (
    Counts,
    Way,
    order_by_arrival,
    order_by_first_come,
    order_without_after,
    simulate,
)

CHUNK = 2_000  # schedules
MUTANT_SCHEDULES = 10_000
MUTANTS = (order_by_arrival, order_by_first_come, order_without_after)


def simulate_chunk(way: Way, start: int, end: int) -> Counts:
    return simulate(range(start, end), way)


def simulate_many(pool: ProcessPoolExecutor, schedules: int, way: Way) -> Counts:
    """Play this many schedules, from number 0 on, in several processes."""
    counts = Counts()
    starts = range(0, schedules, CHUNK)
    ends = [min(start + CHUNK, schedules) for start in starts]
    for each in pool.map(partial(simulate_chunk, way), starts, ends):
        counts.add(each)
    return counts


def main(schedules: int = 1_000_000, entries: int = 6, processes: int = 2) -> int:
    """Print what was counted and return the exit status."""
    status = 0
    with ProcessPoolExecutor(processes) as pool:
        counts = _print("schedules", partial(simulate_many, pool, schedules, Way()))
        status |= bool(counts.found)
        for mutant in MUTANTS:
            play = partial(
                simulate_many,
                pool,
                min(schedules, MUTANT_SCHEDULES),
                Way(mutant, is_product=False),
            )
            status |= not _print(mutant.__name__, play).found
        histories = _print("histories", partial(check_histories, entries, pool.map))
        status |= bool(histories.found)
    return int(status)


def _print(name: str, count: Callable[[], Any]) -> Any:
    start = time.monotonic()
    counts = count()
    figures: Iterable[str] = (
        f"{each.name} {getattr(counts, each.name):,}"
        if each.type == "int"
        else f"{each.name} {getattr(counts, each.name)}"
        for each in fields(counts)
    )
    sys.stdout.write(f"{name}: {', '.join(figures)}; {time.monotonic() - start:.0f} s\n")
    sys.stdout.flush()
    return counts


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
