"""Contested rules on the command line: what can be chosen, what was, and in what rule sets
differ."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Scorepad

FRIDAY = """
id = "friday"
name = "Friday Club"
extends = "unc"
[bags]
limit = 5
penalty = 50
"""
TEAMS = b"team,player 1,player 2\nAces,Ann,Cy\nKings,Bo,Di\n"


@pytest.fixture
def friday(tmp_path: Path) -> Path:
    file = tmp_path / "friday.toml"
    file.write_text(FRIDAY, "utf-8")
    return file


def test_a_match_of_its_own_keeps_the_reading_that_was_chosen(scorepad: Scorepad) -> None:
    """UNC, The Game 4: “the game will be finished”."""
    shown = scorepad("rules", "show", "unc").out
    assert "time-up=0  Only the hand in progress. Then the higher score wins." in shown
    assert "time-up=1  play continues to the target" in shown
    (match,) = scorepad("new", "--rules", "unc", "--reading", "time-up=1").lines
    (kept,) = scorepad("show", match, "--json").json
    assert kept["agreed"] == {"clock": {"at_time": "play-on"}}
    (plain,) = scorepad("new", "--rules", "unc", "--reading", "time-up=0").lines
    assert scorepad("show", plain, "--json").json[0]["agreed"] == {}


@pytest.mark.parametrize(
    ("reading", "sentence"),
    [
        ("clock=1", "UNC has no contested rule “clock”; choose from sandbags-above-the-limit"),
        (
            "time-up=3",
            "“time-up=3” isn't one of the readings; type a choice from time-up=0 to time-up=2",
        ),
        (
            "time-up",
            "“time-up” isn't one of the readings; type a choice from time-up=0 to time-up=2",
        ),
    ],
)
def test_a_reading_that_there_is_not_is_refused(
    scorepad: Scorepad, reading: str, sentence: str
) -> None:
    for command in (["new"], ["event", "new", "--name", "Open"]):
        said = scorepad(*command, "--rules", "unc", "--reading", reading)
        assert (said.status, said.out) == (2, "")
        assert sentence in said.err


def test_an_event_hands_its_readings_to_its_matches(scorepad: Scorepad, tmp_path: Path) -> None:
    (event,) = scorepad(
        *("event", "new", "--name", "Open", "--rules", "unc"),
        *("--reading", "time-up=1", "--reading", "sandbags-above-the-limit=1"),
    ).lines
    file = tmp_path / "teams.csv"
    file.write_bytes(TEAMS)
    assert scorepad("event", "teams", event, file).status == 0
    entries = [{"kind": "stage", "stage": "A", "format": "round-robin"}]
    lines = "".join(json.dumps(each) + "\n" for each in entries).encode()
    assert scorepad("event", "record", event, stdin=lines).status == 0
    draft = scorepad("event", "pair", event).out.encode()
    assert scorepad("event", "record", event, stdin=draft).status == 0
    release = b'{"kind": "release", "round": 1}\n'
    assert scorepad("event", "record", event, stdin=release).status == 0
    (listed,) = scorepad("matches", "--json").json
    (match,) = scorepad("show", listed["id"], "--json").json
    assert match["agreed"] == {"clock": {"at_time": "play-on"}, "bags": {"then": "carry"}}
    assert (
        "Agreed for all matches: When time runs out: play on"
        in scorepad("event", "show", event).out
    )
    (shown,) = scorepad("event", "show", event, "--json").json
    assert shown["agreed"] == match["agreed"]
    changed = json.dumps({"kind": "setup", "agreed": {"renege": {"moved_tricks": "count"}}})
    assert scorepad("event", "record", event, stdin=changed.encode()).status == 0
    (match,) = scorepad("show", listed["id"], "--json").json
    assert match["log"][-1]["agreed"] == {"renege": {"moved_tricks": "count"}}
    written = scorepad("event", "show", event, "--file").out.encode()
    copied = tmp_path / "open.json"
    copied.write_bytes(written)
    again = scorepad("event", "new", copied, folder=tmp_path / "other")
    assert again.lines == [event]


def test_a_stage_and_a_round_hand_their_own_readings_to_their_matches(
    scorepad: Scorepad, tmp_path: Path
) -> None:
    (event,) = scorepad(
        *("event", "new", "--name", "Open", "--rules", "unc", "--reading", "time-up=1")
    ).lines
    file = tmp_path / "teams.csv"
    file.write_bytes(TEAMS)
    assert scorepad("event", "teams", event, file).status == 0
    of_stage, of_round = {"bags": {"then": "carry"}}, {"renege": {"moved_tricks": "count"}}
    stage = {"kind": "stage", "stage": "A", "format": "round-robin", "legs": 2}
    kept = scorepad(
        *("event", "record", event), stdin=json.dumps({**stage, "agreed": of_stage}).encode()
    )
    assert kept.status == 0
    for number, agreed in ((1, {}), (2, {"agreed": of_round})):
        draft = scorepad("event", "pair", event).json[0] | agreed
        lines = f'{json.dumps(draft)}\n{{"kind": "release", "round": {number}}}'.encode()
        assert scorepad("event", "record", event, stdin=lines).status == 0
    matches = [
        scorepad("show", each["id"], "--json").json[0]
        for each in scorepad("matches", "--json").json
    ]
    assert {each["round"]: each["agreed"] for each in matches} == {"1": of_stage, "2": of_round}
    wrong = json.dumps({**stage, "stage": "B", "agreed": {"game": {"target": 200}}}).encode()
    assert "contested rules in UNC" in scorepad("event", "record", event, stdin=wrong).err


def test_an_event_agrees_on_contested_rules_only(scorepad: Scorepad) -> None:
    (event,) = scorepad("event", "new", "--name", "Open", "--rules", "unc").lines
    for agreed, sentence in (
        (
            {"game": {"target": 200}},
            "an event can choose readings only for the contested rules in UNC: bags.then",
        ),
        ({"clock": {"at_time": "never"}}, "agreed: clock.at_time: “never” isn't allowed"),
    ):
        line = json.dumps({"kind": "setup", "agreed": agreed}).encode()
        said = scorepad("event", "record", event, stdin=line)
        assert sentence in said.out + said.err


def test_two_rule_sets_are_compared_for_the_notice_board(scorepad: Scorepad, friday: Path) -> None:
    """UNC, Scoring 3: 6 sandbags, 60 points."""
    said = scorepad("rules", "diff", friday, "unc")
    assert said.status == 0
    assert [line.split() for line in said.lines if line.startswith("Bags · ")] == [
        ["Bags", "·", "Bag", "limit", "5", "6"],
        ["Bags", "·", "Bag", "penalty", "(points)", "50", "60"],
    ]
    assert said.lines[:2] == ["Friday Club · based on UNC", "UNC · undated"]
    (data,) = scorepad("rules", "diff", friday, "unc", "--json").json
    assert data["parameters"] == {"bags.limit": [5, 6], "bags.penalty": [50, 60]}
    same = scorepad("rules", "diff", "unc", "unc").out
    assert "The two rule sets have the same values." in same
    none = scorepad("rules", "diff", "unc", "nowhere")
    assert (none.status, none.out) == (2, "")


def test_texts_that_only_one_of_them_has_are_listed(scorepad: Scorepad, friday: Path) -> None:
    friday.write_text(FRIDAY + "[deal]\njokers = false\n", "utf-8")
    said = scorepad("rules", "diff", friday, "unc").lines
    only = said[said.index("Only in UNC") :]
    assert any("big joker" in line for line in only)
    assert "Only in Friday Club" not in said


def test_a_house_rule_set_is_scored_and_shown_without_false_citations(
    scorepad: Scorepad, friday: Path, tmp_path: Path
) -> None:
    """Neither JSON nor the listing cites Scoring 3 for 5 bags."""
    shown = scorepad("rules", "show", friday).lines
    assert shown[2:5] == [
        "Differs from UNC:",
        "  · Bag limit: 5 (UNC: 6)",
        "  · Bag penalty (points): 50 (UNC: 60)",
    ]
    (rules,) = scorepad("rules", "show", friday, "--json").json
    match = {
        "scorepad": 1,
        "rules": rules,
        "log": [
            {"kind": "bids", "bids": [4, 1, 2, 3]},
            {"kind": "tricks", "tricks": [6, 0, 6, 1]},
        ],
    }
    file = tmp_path / "match.json"
    file.write_text(json.dumps(match), "utf-8")
    (scored,) = scorepad("score", "--json", file).json
    found = {each["what"]: each for each in scored["hands"][0]["lines"][0]}
    assert (found["bag-penalty"]["origin"], found["bag-penalty"]["rule"]) == ("house", "")
    assert (found["contract"]["origin"], found["contract"]["rule"]) == ("document", "Scoring 1")
    out = tmp_path / "out"
    done = scorepad("export", "--format", "csv", "-o", out, file)
    if done.status == 0:
        assert "Scoring 3" not in "".join(each.read_text("utf-8") for each in out.rglob("*.csv"))
