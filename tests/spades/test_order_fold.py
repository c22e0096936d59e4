"""Laptops that record apart come to the same score, by the real gate and fold (LAPTOPS.md 13)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.spades.order_events import EVENTS
from tests.spades.order_matches import MATCHES
from tests.spades.order_simulator import (
    Way,
    order_by_arrival,
    order_by_first_come,
    order_without_after,
    simulate,
)

SCHEDULES = 300
EVENT_SCHEDULES = 150
FEW = 60


@pytest.mark.parametrize(
    ("way", "schedules"), [(MATCHES, SCHEDULES), (EVENTS, EVENT_SCHEDULES)], ids=["match", "event"]
)
def test_whoever_has_the_same_entries_has_the_same_state_and_no_hand_is_mixed(
    way: Way, schedules: int
) -> None:
    """Of an event it is no result of one version for a round of another."""
    counts = simulate(range(schedules), way)
    assert counts.found == 0, counts
    # All that is to be tried was tried.
    assert counts.sets_with_versions > schedules / 2
    assert counts.hands > schedules / 2
    assert counts.appended_logs > schedules
    for name in ("waiting", "conflicts", "doubles"):
        assert getattr(counts, f"sets_with_{name}") > 0, name


def test_an_event_that_is_read_otherwise_is_noticed() -> None:
    by_arrival, first_come, without_after = (
        simulate(range(FEW), replace(EVENTS, compute=mutant, is_product=False))
        for mutant in (order_by_arrival, order_by_first_come, order_without_after)
    )
    assert by_arrival.diverged > 10
    assert first_come.diverged > 10
    assert without_after.mixed > 0
    assert (first_come.lost, first_come.mixed) == (0, 0)
    assert (without_after.lost, without_after.diverged) == (0, 0)


# LAPTOPS.md 4: only the holder records chained entries, loose ones anybody.


@pytest.mark.parametrize("way", [MATCHES, EVENTS], ids=["match", "event"])
def test_where_only_the_holder_records_and_nobody_takes_over_apart_there_is_one_version(
    way: Way,
) -> None:
    counts = simulate(range(FEW), replace(way, holder="together"))
    assert counts.found == 0, counts
    assert counts.sets > FEW
    assert counts.sets_with_versions == 0
    assert counts.hands > FEW


@pytest.mark.parametrize("way", [MATCHES, EVENTS], ids=["match", "event"])
def test_who_takes_over_apart_makes_a_version_and_one_choice_settles_all(way: Way) -> None:
    counts = simulate(range(FEW), replace(way, holder="apart"))
    assert counts.found == 0, counts
    assert min(counts.sets_with_versions, counts.chosen) > FEW / 4


def test_a_choice_that_settles_nothing_is_noticed() -> None:
    way = Way(order_by_first_come, is_product=False, holder="apart")
    assert simulate(range(FEW), way).not_settled > 0
