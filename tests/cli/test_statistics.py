"""`scorepad event stats` on the command line: figures, paper results, and input that is odd."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

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
    assert "Includes hands from 1 of 2 matches" in told.out
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
    assert any("6 hands were played by unnamed players" in n for n in data["notes"])


def test_two_partners_of_one_name_are_one_row_and_named(
    scorepad: Scorepad, open_event: str
) -> None:
    names = [{"name": "Aces", "players": ["Ann", "ann "]}, {"name": "Kings", "players": ["B", "C"]}]
    play(scorepad, open_event, {"kind": "setup", "teams": names, "why": "twins"}, *HANDS)
    data = stats(scorepad, open_event)
    (ann,) = (each for each in data["players"] if each["team"] == "Aces")
    assert (ann["hands"], ann["tricks"], ann["bids"], ann["nils"]) == (4, 20, 3, 1)
    (note,) = data["notes"]
    assert note == "two players on Aces are both called Ann and count as one"


def test_matches_by_different_rule_sets_are_named(scorepad: Scorepad) -> None:
    (event_id,) = scorepad("event", "new", "--name", "Open", "--rules", "unc").lines
    rounds = [
        {
            "kind": "round",
            "round": number,
            "stage": "A",
            "rules": rules,
            "pairings": [{"pairing": f"p{number}", "table": "1", "teams": ["T1", "T2"]}],
        }
        for number, rules in ((1, "unc"), (2, "washburn"))
    ]
    record(
        scorepad,
        event_id,
        *(
            {"kind": "team", "team": f"T{n}", "name": f"Team {n}", "players": ["Ann", f"Bo {n}"]}
            for n in (1, 2)
        ),
        {"kind": "stage", "stage": "A", "format": "by-hand", "rounds": 2},
        *rounds,
        {"kind": "release", "round": 1},
        {"kind": "release", "round": 2},
    )
    for each in shown(scorepad, event_id)["rounds"]:
        piped = "\n".join(map(json.dumps, HANDS[2:])).encode()
        assert scorepad("record", each["pairings"][0]["match"], stdin=piped).status == 0
    data = stats(scorepad, event_id)
    names = [each["rules_name"] for each in reversed(scorepad("matches", "--json").json)]
    assert len(set(names)) == 2
    assert f"the matches followed different rule sets: {', '.join(names)}" in data["notes"]
    assert [(each["hands"], each["tricks"]) for each in data["teams"]] == [(2, 8), (2, 18)]


def test_an_event_without_names_of_players_has_its_papers_and_pages(
    scorepad: Scorepad, open_event: str, tmp_path: Path
) -> None:
    names = [{"name": "Aces", "players": ["", ""]}, {"name": "Kings", "players": ["", ""]}]
    play(scorepad, open_event, {"kind": "setup", "teams": names, "why": "unknown"}, *HANDS)
    for paper in ("statistics", "book"):
        out = tmp_path / f"{paper}.pdf"
        assert scorepad("event", "print", paper, open_event, "-o", out).status == 0
        text = "\n".join(page.extract_text() for page in PdfReader(out).pages)
        assert "8 hands were played by unnamed players" in " ".join(text.split())
        assert "Average bid" not in " ".join(text.split())
    assert scorepad("event", "publish", open_event, "-o", tmp_path / "site").status == 0
    page = (tmp_path / "site" / "statistics.html").read_text("utf-8")
    assert "8 hands were played by unnamed players" in page
    assert "Average bid" not in page


def test_columns_without_anything_are_left_out_of_what_is_shown(
    scorepad: Scorepad, open_event: str
) -> None:
    play(scorepad, open_event, *HANDS)
    told = scorepad("event", "stats", open_event).out
    assert "Nils made" in told
    assert "Blind nils" not in told, "nobody bid one"
    assert "blind_nils" in scorepad("event", "stats", open_event, "--csv").out


def test_an_event_without_any_result_has_no_figures(scorepad: Scorepad) -> None:
    (event_id,) = scorepad("event", "new", "--name", "New").lines
    data = stats(scorepad, event_id)
    assert (data["matches"], data["players"], data["teams"], data["event"]) == (0, [], [], [])
    assert scorepad("event", "stats", event_id).status == 0
