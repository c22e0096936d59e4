"""The clock is computed from its entries (SCORING.md 3, `clock`; 5.3)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from scorepad.paths import resources_folder
from scorepad.spades import entries as kinds
from scorepad.spades.clock import read_clock
from scorepad.spades.entries import Entry, Head
from scorepad.spades.library import load_library
from scorepad.spades.match import Match

LIBRARY = load_library(resources_folder() / "rules")
NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
BIDS = kinds.Bids(bids=(4, 3, 4, 2))
TRICKS = kinds.Tricks(tricks=(7, 6, None, None))


def at(minutes: float, entry: Entry) -> Entry:
    return replace(entry, at=NOON + timedelta(minutes=minutes))


def clock(do: Any, minutes: float, seconds: int | None = None) -> Entry:
    return at(minutes, kinds.Clock(do=do, seconds=seconds))


def played(*log: Entry, **head: Any) -> Match:
    return Match.open(Head(rules="unc", **head), LIBRARY).with_entries_appended(log)


def moment(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def left(match: Match, minutes: float) -> float | None:
    return read_clock(match).seconds_left(moment(minutes))


def test_no_clock_where_the_rule_set_has_none() -> None:
    face = read_clock(Match.open(Head(rules="chicago"), LIBRARY).with_entries_appended(()))
    assert face.seconds_left(NOON) is None
    assert face.state(NOON) == "none"
    assert face.unrecorded_run_out_time(NOON) is None


def test_a_clock_that_was_not_started_stands() -> None:
    face = read_clock(played())
    assert (face.state(moment(90)), face.seconds_left(moment(90))) == ("waiting", 1800)
    assert face.unrecorded_run_out_time(moment(90)) is None


def test_it_runs_from_its_start() -> None:
    match = played(clock("start", 0))
    assert left(match, 10) == 1200
    assert read_clock(match).state(moment(29.9)) == "running"
    assert read_clock(match).run_out_time == moment(30)


def test_a_pause_takes_no_time() -> None:
    match = played(clock("start", 0), clock("pause", 10))
    assert (left(match, 10), left(match, 25)) == (1200, 1200)
    assert read_clock(match).state(moment(25)) == "paused"
    resumed = match.append(clock("resume", 25))
    assert left(resumed, 30) == 900
    assert read_clock(resumed).run_out_time == moment(45)


def test_time_is_added_and_taken_whether_it_runs_or_stands() -> None:
    running = played(clock("start", 0), clock("add", 10, 120))
    assert left(running, 10) == 1320
    standing = played(clock("add", 0, -600), clock("start", 5))
    assert left(standing, 5) == 1200


def test_more_time_taken_than_is_left_runs_out_when_it_is_taken() -> None:
    match = played(clock("start", 0), clock("add", 10, -36000))
    assert left(match, 10) == 0
    assert read_clock(match).unrecorded_run_out_time(moment(11)) == moment(10)
    assert left(match.append(clock("add", 10, 300)), 10) == 300


def test_a_second_start_or_resume_changes_nothing() -> None:
    match = played(clock("start", 0), clock("start", 5), clock("resume", 6))
    assert left(match, 10) == 1200


def test_time_is_due_once_it_has_run_out_and_until_it_is_called() -> None:
    match = played(clock("start", 0))
    assert read_clock(match).unrecorded_run_out_time(moment(29.99)) is None
    assert read_clock(match).unrecorded_run_out_time(moment(33)) == moment(30)
    called = match.append(at(30, BIDS)).append(at(30, kinds.Time()))
    assert read_clock(called).unrecorded_run_out_time(moment(33)) is None
    assert read_clock(called).state(moment(33)) == "up"


def test_a_struck_time_comes_back_only_when_more_time_has_run_out() -> None:
    match = played(
        clock("start", 0),
        at(20, BIDS),
        at(30, replace(kinds.Time(), id="up")),
        at(31, kinds.Strike(entry="up", why="a minute was lost to a spilled cup")),
    )
    assert read_clock(match).unrecorded_run_out_time(moment(40)) is None
    given = match.append(clock("add", 32, 300))
    # What is added to a clock that ran out is what is then left.
    assert read_clock(given).unrecorded_run_out_time(moment(36)) is None
    assert read_clock(given).unrecorded_run_out_time(moment(38)) == moment(37)


def test_time_called_early_and_struck_still_runs_out_at_its_end() -> None:
    match = played(
        clock("start", 0),
        at(5, BIDS),
        at(10, replace(kinds.Time(), id="early")),
        at(11, kinds.Strike(entry="early", why="called at the wrong table")),
    )
    assert read_clock(match).unrecorded_run_out_time(moment(30)) == moment(30)


def test_nothing_is_due_after_the_end() -> None:
    match = played(clock("start", 0), at(1, kinds.Forfeit(side=0, why="left")))
    assert read_clock(match).unrecorded_run_out_time(moment(60)) is None


SCHEDULED = {"id": "s", "name": "S", "extends": "unc", "clock": {"starts": "scheduled"}}


def ended(*more: Entry) -> Match:
    """A match over 100, reached twenty minutes after its start; then more."""
    tricks = (at(5, TRICKS), at(20, TRICKS))
    agreed = {"game": {"target": 100}}
    return played(
        clock("start", 0), at(0, BIDS), tricks[0], at(6, BIDS), tricks[1], *more, agreed=agreed
    )


def test_it_rests_once_the_game_is_over() -> None:
    match = ended()
    assert match.board.is_over
    face = read_clock(match)
    for minutes in (20, 29, 31, 500):
        assert face.seconds_left(moment(minutes)) == 600
        assert face.state(moment(minutes)) == "over"


@pytest.mark.parametrize(
    "after",
    [
        clock("pause", 25),
        clock("add", 25, -120),
        at(25, kinds.Ruling(side=0, points=5, why="late")),
        at(25, kinds.Note(text="well played")),
    ],
)
def test_what_is_recorded_after_the_end_moves_no_resting_clock(after: Entry) -> None:
    assert left(ended(after), 40) == 600


def test_a_correction_that_lets_the_game_go_on_lets_the_clock_go_on() -> None:
    match = ended()
    worse = kinds.Amend(
        entry=match.log[-1].id or "", to=kinds.Tricks(tricks=(1, 12, None, None)), why="misread"
    )
    match = match.append(at(22, worse))
    assert not match.board.is_over
    face = read_clock(match)
    assert (face.state(moment(25)), face.seconds_left(moment(25))) == ("running", 300)
    assert face.unrecorded_run_out_time(moment(31)) == moment(30)


def test_a_game_that_a_late_correction_ends_rests_where_it_was_played_to() -> None:
    match = played(clock("start", 0), at(0, BIDS), at(5, TRICKS), agreed={"game": {"target": 80}})
    assert not match.board.is_over
    better = kinds.Amend(
        entry=match.log[-1].id or "", to=kinds.Tricks(tricks=(8, 5, None, None)), why="misread"
    )
    match = match.append(at(9, better))
    assert match.board.is_over
    assert left(match, 12) == 1500


def test_a_scheduled_clock_starts_at_the_scheduled_time() -> None:
    match = Match.open(Head(rules=SCHEDULED, scheduled=moment(15)), LIBRARY).with_entries_appended(
        ()
    )
    face = read_clock(match)
    assert (face.state(moment(10)), face.seconds_left(moment(10))) == ("waiting", 1800)
    assert (face.state(moment(20)), face.seconds_left(moment(20))) == ("running", 1500)
    assert face.unrecorded_run_out_time(moment(46)) == moment(45)


def test_a_scheduled_clock_can_be_started_by_hand_before() -> None:
    match = Match.open(Head(rules=SCHEDULED, scheduled=moment(15)), LIBRARY).with_entries_appended(
        (clock("start", 5),)
    )
    assert read_clock(match).run_out_time == moment(35)


def test_a_setup_to_another_rule_set_changes_the_limit_of_a_running_clock() -> None:
    match = played(clock("start", 0), kinds.HeadChange(rules="unc-championship", why="the final"))
    assert read_clock(match).run_out_time == moment(45)


@pytest.mark.parametrize("do", ["pause", "resume"])
def test_an_entry_without_a_time_moves_no_clock(do: Any) -> None:
    match = played(clock("start", 0), kinds.Clock(do=do))
    assert left(match, 10) == 1200
