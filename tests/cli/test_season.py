"""`scorepad event calendar`, `event copy` and the rest of a season on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Scorepad
from tests.cli.test_events import lines, record, shown
from tests.reports.made import ROOT

DATES = [{"date": f"2099-03-{day:02}", "start": "19:00"} for day in (3, 10, 17)]
FOUR = [
    {"kind": "team", "team": f"T{n}", "name": name, "players": [f"{name} 1", f"{name} 2"]}
    for n, name in enumerate(("Aces", "Kings", "Tens", "=Nines"), 1)
]


@pytest.fixture
def league(scorepad: Scorepad) -> str:
    """The id of a season of four teams on three Tuesdays."""
    (event_id,) = scorepad("event", "new", "--name", "League", "--rules", "unc").lines
    setup = {
        "kind": "setup",
        "dates": DATES,
        "tables": ["1", "2"],
        "rating": {"from": 1, "to": 5},
        "roster_freeze": "2099-03-17",
        "people": "initial",
        "max_forfeits": 2,
    }
    stages = [
        {"kind": "stage", "stage": "Red", "format": "round-robin", "points": {"win": 3}},
        {
            "kind": "stage",
            "stage": "Cup",
            "format": "single-elimination",
            "advance": {"from": ["Red"], "places": 2, "qualify": {"winning": 0.3}},
        },
    ]
    record(scorepad, event_id, setup, *FOUR, *stages)
    return event_id


def scheduled(scorepad: Scorepad, league: str) -> None:
    proposed = scorepad("event", "calendar", league)
    assert (proposed.status, proposed.err) == (0, "")
    assert scorepad("event", "record", league, stdin=proposed.out.encode()).status == 0


def test_a_calendar_is_proposed_and_recorded_as_it_is(scorepad: Scorepad, league: str) -> None:
    proposed = scorepad("event", "calendar", league)
    assert [(each["round"], each["stage"], each["date"]) for each in proposed.json] == [
        (1, "Red", "2099-03-03"),
        (2, "Red", "2099-03-10"),
        (3, "Red", "2099-03-17"),
    ]
    assert shown(scorepad, league)["rounds"] == [], "nothing was recorded"
    scheduled(scorepad, league)
    assert [each["date"] for each in shown(scorepad, league)["rounds"]] == [
        each["date"] for each in DATES
    ]
    assert "is already in a round" in scorepad("event", "calendar", league).sentence


def test_what_a_calendar_cannot_meet_is_named(scorepad: Scorepad, league: str) -> None:
    record(scorepad, league, {"kind": "setup", "dates": DATES[:2]})
    said = scorepad("event", "calendar", league)
    assert len(said.json) == 2
    assert said.err.splitlines()[0].startswith("Red: 2 matches have no date: ")
    assert "its dates have room for only 2" in said.err


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_a_calendar_is_written_changed_and_read_again(
    scorepad: Scorepad, league: str, tmp_path: Path, ending: str
) -> None:
    scheduled(scorepad, league)
    file = tmp_path / f"calendar.{ending}"
    assert scorepad("event", "calendar", league, "-o", file).lines == [str(file)]
    assert "--overwrite" in scorepad("event", "calendar", league, "-o", file).sentence
    said = scorepad("event", "schedule", league, file).sentence
    assert "the event already has the rounds in this file" in said
    before = shown(scorepad, league)["rounds"]
    if ending == "csv":
        text = file.read_text("utf-8-sig")
        assert text.splitlines()[0] == "Round,Table,Start,Team,Team,Stage"
        assert "'=Nines" in text, "no spreadsheet takes a name for a formula"
        file.write_text(text.replace("2099-03-17 19:00", "2099-03-24 18:30"), "utf-8")
        assert scorepad("event", "schedule", league, file).lines == ["1 round was imported"]
        after = shown(scorepad, league)["rounds"]
        assert after[:2] == before[:2]
        assert after[2]["date"] == "2099-03-24"
        assert after[2]["pairings"] == before[2]["pairings"]
        record(scorepad, league, {"kind": "release", "round": 1})
        file.write_text(text.replace("2099-03-03", "2099-03-04"), "utf-8")
        assert (
            "round 1 has already been released"
            in scorepad("event", "schedule", league, file).sentence
        )
    assert "the file name must end in .csv or .xlsx" in (
        scorepad("event", "calendar", league, "-o", tmp_path / "x.pdf").sentence
    )


def played(scorepad: Scorepad, league: str) -> None:
    """The whole season but the cup; the first of each pairing wins."""
    scheduled(scorepad, league)
    for each in shown(scorepad, league)["rounds"]:
        record(scorepad, league, {"kind": "release", "round": each["round"]})
        for one in each["pairings"]:
            result = {"how": "played", "winner": 0, "score": [300, 200]}
            record(scorepad, league, {"kind": "result", "pairing": one["pairing"], **result})


def test_the_whole_season_is_shown(scorepad: Scorepad, league: str) -> None:
    played(scorepad, league)
    first = shown(scorepad, league)["rounds"][0]["pairings"][0]
    mark = {"kind": "mark", "what": "rating", "team": first["teams"][0], "value": 4.5}
    record(scorepad, league, {**mark, "pairing": first["pairing"]})
    told = shown(scorepad, league)
    assert told["people"] == "initial"
    assert told["rating"] == {"from": 1, "to": 5}
    row = next(each for each in told["standings"] if each["team"] == first["teams"][0])
    assert row["rating"] == 4.5
    cup = told["stages"][1]["advancing"]
    assert len(cup["teams"]) == 2
    assert set(cup["why"]) == {"T1", "T2", "T3", "T4"}
    out = scorepad("event", "show", league).out
    assert ("qualifies for Cup: place 1, record 1.000 (at least .300 required)") in out
    assert "4.50" in out, "the average is shown to the supervisor"


def test_a_copy_has_everything_but_what_was_played(scorepad: Scorepad, league: str) -> None:
    played(scorepad, league)
    copied = scorepad("event", "copy", league, "--date", "2100-01-05")
    (new_id,) = copied.lines
    old, new = shown(scorepad, league), shown(scorepad, new_id)
    assert new["rounds"] == new["standings"] == []
    assert [each["name"] for each in new["teams"]] == [each["name"] for each in old["teams"]]
    assert [each["stage"] for each in new["stages"]] == ["Red", "Cup"]
    assert [each["date"] for each in new["dates"]] == ["2100-01-05", "2100-01-12", "2100-01-19"]
    assert new["roster_freeze"] == "2100-01-19"
    for field in ("rating", "people", "max_forfeits"):
        assert new[field] == old[field]
    (plain,) = scorepad("event", "copy", league).lines
    assert "dates" not in shown(scorepad, plain)
    assert "isn't a date" in scorepad("event", "copy", league, "--date", "soon").sentence


def test_rosters_are_frozen_unless_a_reason_is_written(scorepad: Scorepad, league: str) -> None:
    record(scorepad, league, {"kind": "setup", "roster_freeze": "2020-01-01"})
    kept: dict[str, Any] = json.loads(scorepad("event", "show", league, "--file").out)
    team = next(each for each in kept["log"] if each.get("team") == "T1")
    to = {**FOUR[0], "players": ["Aces 1", "Aces 2", "Zoe"]}
    amend = {"kind": "amend", "entry": team["id"], "to": to}
    (refused,) = scorepad(
        "event", "record", league, stdin=lines({**amend, "why": "changed by hand"})
    ).json
    assert refused["error"].endswith(
        "rosters are frozen after 2020-01-01; enter a reason for adding Zoe to Aces"
    )
    same = {**amend, "to": {**FOUR[0], "name": "Aces Two"}, "why": "changed by hand"}
    (taken,) = scorepad("event", "record", league, stdin=lines(same)).json
    assert "ok" in taken, "a new name is no new player"
    (taken,) = scorepad("event", "record", league, stdin=lines({**amend, "why": "injury"})).json
    assert "ok" in taken


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_season_of_the_guide_can_be_recorded(scorepad: Scorepad, language: str) -> None:
    text = (ROOT / "resources/guide" / language / "season.md").read_text("utf-8")
    (example,) = re.findall(r"```jsonl\n(.*?)```", text, re.DOTALL)
    (event_id,) = scorepad("event", "new", "--name", "League", "--rules", "unc").lines
    record(scorepad, event_id, {"kind": "setup", "tables": ["1", "2"]}, *FOUR)
    answers = scorepad("event", "record", event_id, stdin=example.encode()).json
    assert [list(each) for each in answers] == [["ok"]] * 4
    assert len(shown(scorepad, event_id)["dates"]) == 2


BAD_INPUT: list[tuple[dict[str, Any], str]] = [
    ({"kind": "setup", "dates": DATES[::-1]}, "order"),
    ({"kind": "setup", "dates": [{**DATES[0], "tables": []}]}, "has no tables"),
    ({"kind": "stage", "stage": "B", "format": "by-hand", "points": {"win": 0.3}}, "half"),
    (
        {
            "kind": "team",
            "team": "T9",
            "name": "Owls",
            "players": ["Ann", "Bo"],
            "unavailable": [each["date"] for each in DATES],
        },
        "can't play on any date",
    ),
    ({"kind": "setup", "rating": {"from": 5, "to": 1}}, "“from” must be lower than “to”"),
    ({"kind": "setup", "rating": {"from": 1, "to": 5, "forfeit": 9}}, "from 1 to 5"),
    (
        {"kind": "mark", "what": "rating", "team": "T1", "pairing": "1-1", "value": 9},
        "from 1 to 5",
    ),
]


def test_bad_input_of_a_season_is_named_and_records_nothing(
    scorepad: Scorepad, league: str
) -> None:
    scheduled(scorepad, league)
    record(scorepad, league, {"kind": "release", "round": 1})
    before = shown(scorepad, league)
    for entry, sentence in BAD_INPUT:
        said = scorepad("event", "record", league, stdin=json.dumps(entry).encode())
        assert said.status != 0, entry
        assert sentence in said.out + said.err
        assert shown(scorepad, league) == before


def test_a_qualification_that_nobody_meets_is_named(scorepad: Scorepad, league: str) -> None:
    scheduled(scorepad, league)
    record(scorepad, league, {"kind": "setup", "max_forfeits": 9})
    for number in (1, 2, 3):
        lost = [
            {"kind": "result", "pairing": f"{number}-{at}", "how": "double-forfeit"}
            for at in (1, 2)
        ]
        record(scorepad, league, {"kind": "release", "round": number}, *lost)
    before = shown(scorepad, league)
    said = scorepad("event", "pair", league)
    assert said.status != 0
    assert "no team qualifies for stage “Cup”" in said.err
    assert shown(scorepad, league) == before
