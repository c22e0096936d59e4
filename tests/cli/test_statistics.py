"""`scorepad event stats` on the command line: figures, paper results, and input that is odd."""

from __future__ import annotations

import csv
import json
from io import StringIO
from typing import Any

import pytest

from tests.cli.conftest import Scorepad
from tests.cli.test_events import record, shown

HANDS = [
    {"kind": "bids", "bids": [4, 3, "nil", 3]},
    {"kind": "tricks", "tricks": [6, 4, 0, 3]},
    {"kind": "bids", "bids": [3, 5, 3, 4]},
    {"kind": "tricks", "tricks": [2, 5, 2, 4]},
]


@pytest.fixture
def open_event(scorepad: Scorepad) -> str:
    """An event of four teams: one match is played, the other is on paper."""
    (event_id,) = scorepad("event", "new", "--name", "Open", "--rules", "unc").lines
    record(
        scorepad,
        event_id,
        *(
            {"kind": "team", "team": f"T{n}", "name": name, "players": ["Ann", f"Cy {n}"]}
            for n, name in enumerate(("Aces", "Kings", "=Tens", "Nines"), 1)
        ),
        {"kind": "stage", "stage": "A", "format": "by-hand", "rounds": 1},
        {
            "kind": "round",
            "round": 1,
            "stage": "A",
            "pairings": [
                {"pairing": "p1", "table": "1", "teams": ["T1", "T2"]},
                {"pairing": "p2", "table": "2", "teams": ["T3", "T4"]},
            ],
        },
        {"kind": "release", "round": 1},
        {"kind": "result", "pairing": "p2", "how": "played", "winner": 0, "score": [310, 150]},
    )
    return event_id


def play(scorepad: Scorepad, event: str, *entries: dict[str, Any]) -> None:
    match = shown(scorepad, event)["rounds"][0]["pairings"][0]["match"]
    piped = "\n".join(map(json.dumps, entries)).encode()
    assert scorepad("record", match, stdin=piped).status == 0


def stats(scorepad: Scorepad, event: str) -> dict[str, Any]:
    said = scorepad("event", "stats", event, "--json")
    assert said.status == 0
    (data,) = said.json
    return data


def test_statistics_say_of_how_many_matches_they_are(scorepad: Scorepad, open_event: str) -> None:
    play(scorepad, open_event, *HANDS)
    data = stats(scorepad, open_event)
    assert (data["matches"], data["hand_matches"], data["points_matches"]) == (2, 1, 1)
    nil = next(each for each in data["players"] if each["player"] == "Cy 1")
    assert (nil["team"], nil["hands"], nil["tricks"]) == ("Aces", 2, 10)
    assert (nil["nils"], nil["nils_made"], nil["average_bid"]) == (1, 1, 3.0)
    assert (nil["sets"], nil["bags"]) == (1, 2)
    tens = next(each for each in data["teams"] if each["team"] == "=Tens")
    assert (tens["wins"], tens["biggest_win"], tens["biggest_win_against"]) == (1, 160, "Nines")
    assert (tens["hands"], tens["hand_matches"]) == (0, 0)
    told = scorepad("event", "stats", open_event)
    assert "Hands are known for 1 of 2 matches" in told.out
    assert [line for line in told.lines if line in ("Players", "Teams", "Records")] == [
        "Players",
        "Teams",
        "Records",
    ]


def test_statistics_are_printed_as_csv_that_no_spreadsheet_computes(
    scorepad: Scorepad, open_event: str
) -> None:
    play(scorepad, open_event, *HANDS)
    for by, least in (("players", 4), ("teams", 4), ("event", 3)):
        said = scorepad("event", "stats", open_event, "--csv", "--by", by)
        rows = list(csv.DictReader(StringIO(said.out)))
        assert len(rows) >= least
        assert None not in rows[0], "each row has the columns of the head"
        data = stats(scorepad, open_event)[by]
        assert [row.keys() for row in rows] == [each.keys() for each in data]
    assert "'=Tens" in scorepad("event", "stats", open_event, "--csv", "--by", "teams").out
    players = scorepad("event", "stats", open_event, "--csv").out
    assert players.startswith("player,team,matches,hands")


def test_people_of_one_name_are_two_rows_and_named(scorepad: Scorepad, open_event: str) -> None:
    play(scorepad, open_event, *HANDS)
    data = stats(scorepad, open_event)
    assert sorted(each["team"] for each in data["players"] if each["player"] == "Ann") == [
        "Aces",
        "Kings",
    ]
    (note,) = data["notes"]
    assert "Ann" in note
    assert "has a row for each team" in note
    assert "has a row for each team" in scorepad("event", "stats", open_event).err


def test_a_substitute_has_the_hands_that_he_played(scorepad: Scorepad, open_event: str) -> None:
    seat = {"kind": "seat", "seat": 2, "player": "Sam", "why": "ill"}
    play(scorepad, open_event, *HANDS[:2], seat, *HANDS[2:])
    hands = {each["player"]: each["hands"] for each in stats(scorepad, open_event)["players"]}
    assert (hands["Cy 1"], hands["Sam"]) == (1, 1)


def test_people_without_names_count_for_their_team_alone(
    scorepad: Scorepad, open_event: str
) -> None:
    names = [{"name": "Aces", "players": ["", ""]}, {"name": "Kings", "players": ["", "Cy 2"]}]
    play(scorepad, open_event, {"kind": "setup", "teams": names, "why": "unknown"}, *HANDS)
    data = stats(scorepad, open_event)
    assert [each["player"] for each in data["players"]] == ["Cy 2"]
    assert next(each for each in data["teams"] if each["team"] == "Aces")["hands"] == 2
    assert any("6 hands were played by somebody without a name" in n for n in data["notes"])


def test_an_event_without_any_result_has_no_figures(scorepad: Scorepad) -> None:
    (event_id,) = scorepad("event", "new", "--name", "New").lines
    data = stats(scorepad, event_id)
    assert (data["matches"], data["players"], data["teams"], data["event"]) == (0, [], [], [])
    assert scorepad("event", "stats", event_id).status == 0
