"""The order of a log at length: random schedules of laptops, and all histories of a few entries.

`python -m tests.spades.order_soak` plays 1,000,000 schedules of the order alone, 20,000 of matches
and 5,000 of events with the real gate and fold, the same under the rule of the holder, and goes
through all histories of up to 6 entries, if not told otherwise, and prints what it counted.
"""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, replace
from functools import partial
from typing import Any

from tests.spades.order_events import EVENTS
from tests.spades.order_histories import check_histories
from tests.spades.order_matches import MATCHES
from tests.spades.order_simulator import (
    Counts,
    Holder,
    Way,
    order_by_arrival,
    order_by_first_come,
    order_without_after,
    simulate,
)

CHUNK = 2_000  # schedules
MUTANTS = (order_by_arrival, order_by_first_come, order_without_after)
HOLDERS: tuple[Holder, ...] = ("together", "apart")


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


def main(arguments: Sequence[str]) -> int:
    """Print what was counted and return the exit status."""
    parser = ArgumentParser()
    parser.add_argument("--orders", type=int, default=1_000_000, help="schedules")
    parser.add_argument("--matches", type=int, default=20_000, help="schedules")
    parser.add_argument("--events", type=int, default=5_000, help="schedules")
    parser.add_argument("--mutants", type=int, default=10_000, help="schedules of each")
    parser.add_argument("--entries", type=int, default=6, help="of the longest histories")
    parser.add_argument("--processes", type=int, default=2)
    sizes = parser.parse_args(arguments)
    ways = {"orders": Way(), "matches": MATCHES, "events": EVENTS}
    status = 0
    with ProcessPoolExecutor(sizes.processes) as pool:
        for name, way in ways.items():
            schedules = getattr(sizes, name)
            counts = _print(name, partial(simulate_many, pool, schedules, way))
            status |= bool(counts.found)
        for name in ("matches", "events"):
            schedules = getattr(sizes, name)
            for holder in HOLDERS:
                way = replace(ways[name], holder=holder)
                play = partial(simulate_many, pool, schedules, way)
                counts = _print(f"{name}, holder {holder}", play)
                status |= bool(counts.found)
                status |= bool(counts.sets_with_versions) != (holder == "apart")
        for mutant in MUTANTS:
            way = Way(mutant, is_product=False)
            play = partial(simulate_many, pool, sizes.mutants, way)
            status |= not _print(mutant.__name__, play).found
        histories = _print("histories", partial(check_histories, sizes.entries, pool.map))
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
    sys.exit(main(sys.argv[1:]))
