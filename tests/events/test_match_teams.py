"""A match whose teams are not its pairing's gives no result (LAPTOPS.md 5)."""

from __future__ import annotations

from typing import Any

import pytest

from scorepad.events.event_descriptions import pairing_state_text
from tests.events.day import Day

OURS = {"teams": ("Aces", "Kings"), "players": ("Ann", "Bo", "Cy", "Di")}


@pytest.fixture
def day() -> Day:
    day = Day()
    for team, name, players in (
        ("T1", "Aces", ["Ann", "Cy", "Eve"]),
        ("T2", "Kings", ["Bo", "Di"]),
        ("T3", "Owls", ["Flo", "Gus"]),
        ("T4", "Foxes", ["Hal", "Ivy"]),
    ):
        day.team(team, name=name, players=players)
    day.stage("by-hand")
    day.round(1, "T1-T2", "T3-T4")
    day.add("release", round=1)
    return day


def play(day: Day, **says: Any) -> dict[str, Any]:
    """The match of the first pairing is over; how the event shows that pairing."""
    day.match("1-1", how="played", winner=0, score=(300, 200), signed=True, **says)
    shown: dict[str, Any] = day.shown["rounds"][0]["pairings"][0]
    return shown


def state(day: Day) -> str:
    register = day.event.register
    pairing = register.rounds[1].entry.pairings[0]
    return str(pairing_state_text(register, pairing.teams, day.event.overview.outcome(pairing)))


def test_its_own_teams_count(day: Day) -> None:
    assert play(day, **OURS)["status"] == "over"


@pytest.mark.parametrize(
    "teams",
    [("Aces", "Owls"), ("Kings", "Aces"), ("Owls", "Foxes")],
    ids=["one of another pairing", "the sides are exchanged", "both of another pairing"],
)
def test_other_teams_leave_the_pairing_open_and_that_is_said(
    day: Day, teams: tuple[str, str]
) -> None:
    shown = play(day, teams=teams)
    assert (shown["status"], shown["winner"], shown["score"]) == ("playing", None, None)
    assert state(day) == "no result: the match was set up as {} – {}".format(*teams)
    assert day.event.overview.open_pairings("A")
    assert all(row["played"] == 0 for row in day.shown["standings"])


def test_a_changed_round_leaves_a_match_of_the_teams_before_open(day: Day) -> None:
    """Two laptops wrote apart: one recorded at the table, the other one changed the round."""
    entry = day.event.original_entry(day.event.log[-2].id or "")
    day.add(
        "amend",
        entry=entry.id,
        why="a team was late",
        to={
            "kind": "round",
            "round": 1,
            "stage": "A",
            "pairings": [
                {"pairing": "1-1", "table": "1", "teams": ["T1", "T3"]},
                {"pairing": "1-2", "table": "2", "teams": ["T2", "T4"]},
            ],
        },
    )
    assert play(day, **OURS)["status"] == "playing"


def test_a_result_of_the_event_goes_before_it(day: Day) -> None:
    play(day, teams=("Aces", "Owls"))
    day.result("1-1", 310, 250, why="paper result")
    assert day.shown["rounds"][0]["pairings"][0]["score"] == [310, 250]
    assert state(day) == "Aces wins 310–250"


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("Aces", ("New", "Other")),
        (" aces ", ("", "")),
        ("Acess", ("Eve", "New")),
        ("Acess", ("", "")),
        ("", ("", "")),
    ],
    ids=["substitutes", "written otherwise", "a slip in the name", "only a name", "nothing"],
)
def test_a_team_that_is_written_otherwise_counts(
    day: Day, name: str, players: tuple[str, str]
) -> None:
    one, other = players
    shown = play(day, teams=(name, "Kings"), players=(one, "Bo", other, "Di"))
    assert shown["status"] == "over"


def test_strangers_count_nothing(day: Day) -> None:
    shown = play(day, teams=("Rooks", "Kings"), players=("Jo", "Bo", "Kit", "Di"))
    assert shown["status"] == "playing"


def test_a_team_that_is_called_otherwise_since_counts(day: Day) -> None:
    entry = day.event.register.teams["T1"].entry
    team = {"kind": "team", "team": "T1", "name": "Red Aces", "players": ["Jo", "Kit"]}
    day.add("amend", entry=entry, why="a new name", to=team)
    assert play(day, **OURS)["status"] == "over"
