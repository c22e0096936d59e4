"""Where teams and players sit, and who sits elsewhere than was announced."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from scorepad.desk.result_correction import Repair, ResultCorrection
from scorepad.events.entries import EventAmend
from scorepad.events.event import Event
from scorepad.events.seating import (
    latest_released_seating_change,
    list_seats_by_team_name,
    list_team_seats_by_player_name,
    seat_moves_in_released_rounds,
    texts_of_teams_with_several_matches,
)
from scorepad.spades.entries import Strike
from tests.events.day import Day


def swiss(teams: int = 8, rounds: int = 3) -> Day:
    """So many rounds, of which the last one is not played yet; side 0 wins the others."""
    day = Day(teams)
    day.stage("swiss", rounds=5)
    for number in range(1, rounds + 1):
        day.pair()
        if number < rounds:
            pairings = day.event.register.rounds[number].entry.pairings
            for place, each in enumerate(pairings):
                day.result(each.pairing, 300 + place, 200)
    return day


def corrected(day: Day) -> ResultCorrection:
    """The first result is turned round."""
    recorded = day.event.register.results["1-2"]
    to = {"kind": "result", "pairing": "1-2", "how": "played", "winner": 1, "score": [200, 300]}
    before = day.event
    day.add("amend", entry=recorded.id, to=to, why="wrong line")
    return ResultCorrection(before, day.event)


def test_seats_are_found_by_team_and_by_player() -> None:
    day = Day()
    day.team("T1", name="Zebras", players=["Ann", "Bo"])
    day.team("T2", name="aces", players=["Cy", "Ann"])
    day.team("T3", name="Kings", players=["Di", "", "Eve"])
    day.stage("by-hand")
    day.round(1, "T1-T2", byes="T3")
    register = day.event.register
    by_team = [(name, str(seat.place)) for name, seat in list_seats_by_team_name(register, 1)]
    assert by_team == [("aces", "table 1"), ("Kings", "bye"), ("Zebras", "table 1")]
    by_player = [(name, seat.team) for name, seat in list_team_seats_by_player_name(register, 1)]
    assert by_player == [
        ("Ann", "T1"),
        ("Ann", "T2"),
        ("Bo", "T1"),
        ("Cy", "T2"),
        ("Di", "T3"),
        ("Eve", "T3"),
    ]


@pytest.mark.parametrize(("repair", "rounds"), [("pair-again", 2), ("replay", 3)])
def test_what_is_announced_is_what_is_done(repair: Repair, rounds: int) -> None:
    """Who would move is said before, and is who moved."""
    day = swiss(rounds=rounds)
    correction = corrected(day)
    announced = correction.moves_with_repair(repair)
    assert announced
    done: Event = day.event
    for entry in correction.entries_to_record(repair):
        done = done.append(replace(entry, step="one"))
    assert seat_moves_in_released_rounds(day.event.overview, done.overview) == announced
    change = latest_released_seating_change(done)
    assert change is not None
    assert list(change.moves) == announced


def test_a_change_that_is_undone_moves_everybody_back() -> None:
    day = swiss(rounds=2)
    correction = corrected(day)
    (amend,) = correction.entries_to_record("pair-again")
    day.event = day.event.append(amend)
    there = latest_released_seating_change(day.event)
    day.event = day.event.append(Strike(entry=day.event.log[-1].id or "", why="undo"))
    back = latest_released_seating_change(day.event)
    assert there is not None
    assert back is not None
    assert {(each.team, each.before, each.after) for each in there.moves} == {
        (each.team, each.after, each.before) for each in back.moves
    }


def test_a_move_says_from_where_to_where() -> None:
    day = Day(5)
    day.stage("by-hand")
    entry = day.round(1, "T1-T2", "T3-T4", byes="T5")
    day.add("release", round=1)
    assert latest_released_seating_change(day.event) is None
    now = day.event.register.rounds[1].entry
    one, other = now.pairings
    changed = {
        "kind": "round",
        "round": 1,
        "stage": "A",
        "pairings": [
            {"pairing": one.pairing, "table": "1", "teams": ["T1", "T3"]},
            {"pairing": other.pairing, "table": "7", "teams": ["T5", "T4"]},
        ],
        "byes": ["T2"],
    }
    day.add("amend", entry=entry, to=changed, why="late")
    change = latest_released_seating_change(day.event)
    assert change is not None
    assert [str(each.text(day.event.overview)) for each in change.moves] == [
        "T1: stays at table 1, against T3",
        "T3: table 2 → table 1, against T1",
        "T4: table 2 → table 7, against T5",
        "T5: bye → table 7, against T4",
        "T2: table 1 → bye",
    ]
    assert any(isinstance(each, EventAmend) for each in change.step)


def test_who_waits_for_two_matches_is_said() -> None:
    day = Day(4)
    day.stage("by-hand")
    day.round(1, "T1-T2", "T3-T4")
    day.add("release", round=1)
    day.won("1-2")
    day.round(2, "T1-T3")
    day.add("release", round=2)
    assert [str(each) for each in texts_of_teams_with_several_matches(day.event.overview)] == [
        "T1 has 2 matches to play: round 1, table 1; round 2, table 1"
    ]
