"""Laptops that record apart and exchange in any order have one order (LAPTOPS.md 3 and 13).

`python -m tests.spades.order_soak` tries it at length.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from scorepad.spades.ids import uuid7
from scorepad.spades.order import LogOrder, Ordered, order_log
from tests.spades.order_checks import OrderFunction
from tests.spades.order_histories import (
    BEGINNING,
    Shape,
    build_entries,
    check_histories,
    check_sets,
)
from tests.spades.order_simulator import (
    Counts,
    Reading,
    Way,
    order_by_arrival,
    order_by_first_come,
    order_without_after,
    read_hands,
    simulate,
)

ROOT = Path(__file__).parents[2]
PARTS = 4
SCHEDULES = 4_000
MUTANT_SCHEDULES = 60


@pytest.mark.parametrize("part", range(PARTS))
def test_laptops_agree_whatever_the_order_of_exchange(part: int) -> None:
    counts = simulate(range(part, SCHEDULES, PARTS))
    assert counts.found == 0, counts
    # All that is to be tried was tried.
    assert counts.schedules == SCHEDULES // PARTS
    for name in ("versions", "waiting", "conflicts", "doubles"):
        assert getattr(counts, f"sets_with_{name}") > 0, name
    assert min(counts.choices, counts.appended, counts.hands) > 100


def test_all_histories_of_four_entries_on_three_laptops() -> None:
    counts = check_histories(4)
    assert counts.found == 0, counts
    assert (counts.states, counts.sets) == (7511, 1988)


def play_mutant(compute: OrderFunction) -> Counts:
    return simulate(range(MUTANT_SCHEDULES), Way(compute, is_product=False))


def test_an_order_by_the_time_of_arrival_is_noticed() -> None:
    assert play_mutant(order_by_arrival).diverged > 10


def test_a_fork_that_the_first_to_come_wins_is_noticed() -> None:
    counts = play_mutant(order_by_first_come)
    assert counts.diverged > 10
    # Nothing else is wrong with it.
    assert (counts.lost, counts.mixed) == (0, 0)


def test_hands_that_are_mixed_without_after_are_noticed() -> None:
    counts = play_mutant(order_without_after)
    assert counts.mixed > 10
    assert (counts.lost, counts.diverged) == (0, 0)


def test_an_order_that_loses_an_entry_is_noticed() -> None:
    def compute(entries: Sequence[Ordered]) -> LogOrder:
        order = order_log(entries)
        return LogOrder(order.log, order.tip, order.versions[:0], order.waiting)

    assert play_mutant(compute).lost > 10


def test_what_is_read_from_a_log_is_compared() -> None:
    """Gate and fold may take the place of the plain reading of the hands."""
    read_logs: list[LogOrder] = []

    def read(order: LogOrder) -> Reading:
        read_logs.append(order)
        return read_hands(order)._replace(state=len(read_logs))

    assert simulate(range(5), Way(read=read)).diverged > 0


@pytest.mark.parametrize("compute", [order_by_arrival, order_by_first_come, order_without_after])
def test_a_set_whose_order_is_wrong_is_noticed(compute: OrderFunction) -> None:
    fork = Shape("bids", BEGINNING), Shape("bids", BEGINNING)
    assert check_sets([fork]).found == 0
    assert check_sets([fork], compute).found == 1
    assert [each.id for each in build_entries(fork)] == [uuid7(1, 1), uuid7(2, 2)]


def test_the_long_run_runs() -> None:
    sizes = "--orders 100 --matches 20 --events 20 --mutants 60 --entries 2 --processes 1"
    command = [sys.executable, "-m", "tests.spades.order_soak", *sizes.split()]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    lines = done.stdout.splitlines()
    assert [each.split(":")[0] for each in lines] == [
        "orders",
        "matches",
        "events",
        "matches, holder together",
        "matches, holder apart",
        "events, holder together",
        "events, holder apart",
        "order_by_arrival",
        "order_by_first_come",
        "order_without_after",
        "histories",
    ]
