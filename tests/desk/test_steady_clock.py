"""A computer's clock that is set moves no match clock, and no `time` comes by itself after it
(SCORING.md 5.3)."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import pytest

from scorepad.desk.desk import Desk
from scorepad.desk.ports import OutcomeUnknown
from scorepad.desk.steady_clock import SteadyClock, monotonic_seconds
from scorepad.spades.entries import Bids, Clock, Head, Note, Strike, Team, Time, Tricks
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


def test_a_wall_clock_that_is_set_is_noticed_once() -> None:
    wall, counted = Wall(), [7.0]
    clock = SteadyClock(wall, lambda: counted[0])
    counted[0] += 3600
    wall.go(minutes=60, seconds=2)
    assert clock.seconds_set_since_last_call() == 0
    wall.go(minutes=120)
    assert clock.seconds_set_since_last_call() == 7200
    assert clock.seconds_set_since_last_call() == 0
    wall.go(minutes=-120)
    assert clock.seconds_set_since_last_call() == -7200


def test_the_real_clocks_are_as_far_apart_as_when_it_began() -> None:
    before = monotonic_seconds()
    assert monotonic_seconds() >= before
    assert SteadyClock()() <= SteadyClock()()


def test_after_a_jump_a_script_is_asked_and_its_answer_counts(
    desk: Desk, keeper: MemoryKeeper, library: Library, wall: Wall
) -> None:
    table = desk.start(HEAD)
    table.record(BIDS, dealt=False)
    table.mark_clock_doubtful()
    wall.go(minutes=120)
    other = Desk(keeper, library, now=wall, by=lambda: "Pat").open(table.id)
    with pytest.raises(Refused, match="Is time up"):
        other.record(TRICKS, dealt=False)
    assert other.record_time_up_if_due() is None
    other.record(Note(text="asked"), dealt=False)
    other.record(Clock(do="add", seconds=60), dealt=False)
    assert [kind.entry for kind in [other.record(TRICKS, dealt=False)]] == [other.match.log[-1]]
    assert not any(isinstance(each, Time) for each in other.match.log)


def test_a_script_may_say_that_time_is_up(desk: Desk, wall: Wall) -> None:
    table = desk.start(HEAD)
    table.record(BIDS)
    table.mark_clock_doubtful()
    wall.go(minutes=120)
    table.record(Time(), dealt=False)
    table.record(TRICKS, dealt=False)
    assert table.match.board.is_over


def test_a_clock_that_stands_and_one_without_a_jump_ask_nothing(desk: Desk, wall: Wall) -> None:
    table = desk.start(HEAD)
    table.mark_clock_doubtful()
    table.record(BIDS)
    wall.go(minutes=31)
    assert not table.doubts_clock
    assert table.record_time_up_if_due() is not None


def test_a_computers_clock_before_the_last_entry_is_not_trusted(
    desk: Desk, keeper: MemoryKeeper, library: Library, wall: Wall
) -> None:
    """M9: 80 minutes back, and the clock was at 30:00 in hand 7."""
    table = desk.start(HEAD)
    table.record(BIDS)
    wall.go(minutes=10)
    table.record(TRICKS)
    wall.go(minutes=-80)
    again = Desk(keeper, library, now=wall, by=lambda: "Pat").open(table.id)
    assert again.clock().seconds_left(again.now()) == 20 * 60
    wall.go(minutes=1)
    assert again.clock().seconds_left(again.now()) == 19 * 60
    again.record(BIDS)
    assert again.match.log[-1].at == NOON + timedelta(minutes=11)
    wall.go(minutes=60)
    assert again.record_time_up_if_due() is None
    assert again.doubtful_run_out_time() == NOON + timedelta(minutes=30)
    again.record(Clock(do="add", seconds=3600))
    wall.go(minutes=2)
    assert Desk(keeper, library, now=wall, by=lambda: "Pat").open(table.id).doubts_clock
    wall.go(minutes=58)
    assert again.record_time_up_if_due() is not None, "it was set since, and the program ran on"


@pytest.mark.parametrize("jump", [120, 30, -30])
@pytest.mark.parametrize("how", ["start", "resume", "add", "struck"])
def test_a_clock_that_is_set_after_the_jump_asks_at_the_next_start(
    desk: Desk, keeper: MemoryKeeper, library: Library, wall: Wall, how: str, jump: int
) -> None:
    """What is stamped then is counted on from before the jump; the next start goes by the wall."""
    table = desk.start(HEAD)
    if how == "resume":
        table.record(Clock(do="start"))
        table.record(Clock(do="pause"))
    if how == "add":
        table.record(BIDS)
    desk.mark_running_clocks_doubtful(jump * 60)
    if how == "resume":
        table.record(Clock(do="resume"))
    keeper.failing = [True]  # The disk answers as it should only when it is asked once more.
    for _ in range(2):
        with suppress(OutcomeUnknown):
            table.record(Clock(do="add", seconds=0) if how == "add" else BIDS)
    if how == "struck":
        entry = table.record(Clock(do="add", seconds=60)).entry
        table.record(Strike(entry=entry.id or "", why="another table"))
    assert not table.doubts_clock, "here the time runs on as before"
    wall.go(minutes=jump + 60)
    again = Desk(keeper, library, now=wall, by=lambda: "Pat").open(table.id)
    assert again.record_time_up_if_due() is None
    assert again.doubtful_run_out_time() is not None
    assert table.record_time_up_if_due() is not None


def test_a_clock_that_was_set_back_again_is_trusted(
    desk: Desk, keeper: MemoryKeeper, library: Library, wall: Wall
) -> None:
    desk.mark_running_clocks_doubtful(7200)
    desk.mark_running_clocks_doubtful(-7200)
    table = desk.start(HEAD)
    table.record(BIDS)
    wall.go(minutes=31)
    again = Desk(keeper, library, now=wall, by=lambda: "Pat").open(table.id)
    assert again.record_time_up_if_due() is not None


def test_a_match_that_nobody_has_open_is_remembered_too(desk: Desk, wall: Wall) -> None:
    table = desk.start(HEAD)
    table.record(BIDS)
    desk.close(table.id)
    desk.mark_running_clocks_doubtful(-7200)
    wall.go(minutes=31)
    assert desk.open(table.id).doubtful_run_out_time() is not None


def test_a_clock_that_another_program_starts_after_the_jump_runs_here_too(
    desk: Desk, keeper: MemoryKeeper, library: Library, wall: Wall
) -> None:
    """That one went by the wall clock as it is since; this one counts on from before."""
    table = desk.start(HEAD)
    desk.mark_running_clocks_doubtful(7200)
    later = lambda: wall() + timedelta(hours=2)  # noqa: E731
    Desk(keeper, library, now=later, by=lambda: "Pat").open(table.id).record(BIDS)
    desk.follow_other_programs()
    wall.go(minutes=10)
    assert table.clock().seconds_left(table.now()) == 20 * 60
    wall.go(minutes=21)
    assert table.record_time_up_if_due() is None
    assert table.doubtful_run_out_time() is not None
    again = Desk(keeper, library, now=later, by=lambda: "Pat").open(table.id)
    assert again.record_time_up_if_due() is not None
