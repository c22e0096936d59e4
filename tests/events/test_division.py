"""Teams are divided by seed, and the divisions play a round each at a time."""

from __future__ import annotations

import pytest

from scorepad.events.division import (
    divide_teams,
    division_stages,
    divisions_to_pair,
    teams_to_divide,
)
from scorepad.events.stage_names import round_titles
from scorepad.spades.refusal import Refused
from tests.events.day import Day


def test_teams_are_spread_like_a_snake() -> None:
    assert divide_teams(list("123456789"), 3) == [list("167"), list("258"), list("349")]
    assert divide_teams(list("1234"), 2) == [list("14"), list("23")]
    for count in (1, 3, 0, 99):
        with pytest.raises(Refused, match="4 teams can be split into 2 to 2 divisions"):
            divide_teams(list("1234"), count)
    with pytest.raises(Refused, match="to make two divisions, you need at least four teams"):
        divide_teams(list("123"), 2)


def test_only_teams_that_are_in_no_stage_are_divided_by_seed() -> None:
    day = Day(5)
    day.team("T6", seed=1)
    day.add("withdraw", team="T2")
    assert teams_to_divide(day.event.overview) == ["T6", "T1", "T3", "T4", "T5"]
    day.stage("round-robin", stage="Division A", teams=["T6", "T1"])
    overview = day.event.overview
    assert teams_to_divide(overview) == ["T3", "T4", "T5"]
    (stage,) = division_stages(overview, [["T3", "T4"]], "round-robin", None)
    assert stage.stage == "Division B", "A is there"
    with pytest.raises(Refused, match="Division B needs at least two teams"):
        division_stages(overview, [["T3"]], "round-robin", None)


def test_the_divisions_with_the_fewest_rounds_are_next_and_rounds_count_within_each() -> None:
    day = Day(8)
    assert divisions_to_pair(day.event.overview) == []
    day.stage("round-robin", stage="Division A", teams=["T1", "T2", "T3", "T4"])
    assert divisions_to_pair(day.event.overview) == [], "one division is none"
    day.stage("round-robin", stage="Division B", teams=["T5", "T6", "T7", "T8"])
    day.stage("single-elimination", stage="F", advance={"from": ["Division A"], "places": 2})
    assert divisions_to_pair(day.event.overview) == ["Division A", "Division B"]
    day.pair("Division A")
    assert divisions_to_pair(day.event.overview) == ["Division B"]
    for stage in ("Division B", "Division A", "Division B", "Division B", "Division A"):
        day.pair(stage)
    assert divisions_to_pair(day.event.overview) == []
    titles = round_titles(day.event.overview)
    assert [titles[number] for number in (1, 2, 3, 6)] == [
        "Division A, round 1",
        "Division B, round 1",
        "Division A, round 2",
        "Division A, round 3",
    ]
    place = str(day.event.overview.pairing_location_text("6-1"))
    assert place.startswith("Division A, round 3, table ")


@pytest.mark.parametrize("kind", ["swiss", "round-robin"])
def test_a_late_team_joins_a_division_by_being_paired_in_it(kind: str) -> None:
    day = Day(11)
    rounds = {"rounds": 3} if kind == "swiss" else {}
    day.stage(kind, stage="A", teams=[f"T{n}" for n in range(1, 7)], **rounds)
    day.stage(kind, stage="B", teams=[f"T{n}" for n in range(7, 12)], **rounds)
    day.pair("A")
    day.pair("B")
    day.team("T12")
    draft = day.event.register.rounds[2].entry
    (bye,) = draft.byes
    pairings = [
        {"pairing": each.pairing, "table": each.table, "teams": each.teams}
        for each in draft.pairings
    ]
    together = [*pairings, {"pairing": "2-9", "table": "9", "teams": [bye, "T12"]}]
    to = {"kind": "round", "round": 2, "stage": "B", "pairings": together, "byes": []}
    day.add("amend", entry=draft.id, to=to, why="came late")
    for number in (1, 2):
        for each in day.event.register.rounds[number].entry.pairings:
            day.result(each.pairing, 300, 200)
    day.pair("A")
    assert "T12" in " ".join(day.pair("B")), "it plays on there"
    other = day.event.register.rounds[3].entry
    first = {"pairing": "3-9", "table": "9", "teams": ["T1", "T12"]}
    to = {"kind": "round", "round": 3, "stage": "A", "pairings": [first], "byes": []}
    with pytest.raises(Refused, match="isn't in stage"):
        day.add("amend", entry=other.id, to=to, why="a second division")
