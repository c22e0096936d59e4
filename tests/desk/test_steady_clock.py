"""A computer's clock that is set moves no match clock, and no `time` comes by itself after it
(SCORING.md 5.3)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from scorepad.desk.desk import Desk
from scorepad.desk.steady_clock import SteadyClock, monotonic_seconds
from scorepad.spades.entries import Bids, Clock, Head, Note, Team, Time, Tricks
from scorepad.spades.library import Library
from scorepad.spades.refusal import Refused
from tests.desk.conftest import NOON, Wall
from tests.desk.memory import MemoryKeeper

HEAD = Head(rules="unc", teams=(Team("Aces", ("Ann", "Cy")), Team("Kings", ("Bo", "Di"))))
BIDS, TRICKS = Bids(bids=(4, 3, 2, 5)), Tricks(tricks=(4, 3, 2, 4))


def test_the_time_runs_on_from_the_start_of_the_program() -> None:
    wall, counted = Wall(), [7.0]
    clock = SteadyClock(wall, lambda: counted[0])
    wall.go(minutes=-120)
    counted[0] += 60
    assert clock() == NOON + timedelta(seconds=60)


def test_the_real_clocks_are_as_far_apart_as_when_it_began() -> None:
    before = monotonic_seconds()
    assert monotonic_seconds() >= before
    assert SteadyClock()() <= SteadyClock()()


def test_after_a_jump_a_script_is_asked_and_its_answer_counts(
    desk: Desk, keeper: MemoryKeeper, library: Library, wall: Wall
) -> None:
    table = desk.start(HEAD)
    table.record(BIDS, dealt=False)
    table.wall_clock_set()
    wall.go(minutes=120)
    other = Desk(keeper, library, now=wall, by=lambda: "Pat").open(table.id)
    with pytest.raises(Refused, match="Is time up"):
        other.record(TRICKS, dealt=False)
    assert other.append_due() is None
    other.record(Note(text="asked"), dealt=False)
    other.record(Clock(do="add", seconds=60), dealt=False)
    assert [kind.entry for kind in [other.record(TRICKS, dealt=False)]] == [other.match.log[-1]]
    assert not any(isinstance(each, Time) for each in other.match.log)


def test_a_script_may_say_that_time_is_up(desk: Desk, wall: Wall) -> None:
    table = desk.start(HEAD)
    table.record(BIDS)
    table.wall_clock_set()
    wall.go(minutes=120)
    table.record(Time(), dealt=False)
    table.record(TRICKS, dealt=False)
    assert table.match.board.over


def test_a_clock_that_stands_and_one_without_a_jump_ask_nothing(desk: Desk, wall: Wall) -> None:
    table = desk.start(HEAD)
    table.wall_clock_set()
    table.record(BIDS)
    wall.go(minutes=31)
    assert not table.doubts_clock
    assert table.append_due() is not None


def test_a_computers_clock_before_the_last_entry_is_not_trusted(
    desk: Desk, keeper: MemoryKeeper, library: Library, wall: Wall
) -> None:
    """M9: 80 minutes back, and the clock stood at 30:00 in hand 7."""
    table = desk.start(HEAD)
    table.record(BIDS)
    wall.go(minutes=10)
    table.record(TRICKS)
    wall.go(minutes=-80)
    again = Desk(keeper, library, now=wall, by=lambda: "Pat").open(table.id)
    assert again.clock().left(again.now()) == 20 * 60
    wall.go(minutes=1)
    assert again.clock().left(again.now()) == 19 * 60
    again.record(BIDS)
    assert again.match.log[-1].at == NOON + timedelta(minutes=11)
    wall.go(minutes=60)
    assert again.append_due() is None
    assert again.time_in_doubt() == NOON + timedelta(minutes=30)
