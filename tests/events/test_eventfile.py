"""Event files (EVENTS.md, Event file): strict, with errors that name the entry."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest

from scorepad.events.event_json import event_as_data
from scorepad.events.eventfile import encode_event_file, parse_event_file
from scorepad.spades.refusal import Refused
from tests.events.day import Day, library

DOCUMENT: dict[str, Any] = {
    "scorepad-event": 1,
    "id": "0190a8c0-0000-7000-8000-000000000000",
    "name": "Spring Open",
    "place": "Union 204",
    "date": "2027-03-14",
    "rules": "unc",
    "log": [
        {"kind": "team", "team": "T1", "name": "Aces", "players": ["Ann", "Cy"], "seed": 1},
        {"kind": "team", "team": "T2", "name": "Kings", "players": ["Bo", "Di"]},
        {"kind": "team", "team": "T3", "name": "Jacks", "players": ["Ed", "Flo"]},
        {"kind": "check-in", "team": "T1", "seat": 0, "id_shown": True},
        {"kind": "stage", "stage": "A", "format": "swiss", "rounds": 5},
        {
            "kind": "round",
            "round": 1,
            "stage": "A",
            "start": "2027-03-14T18:00:00Z",
            "pairings": [{"pairing": "1-1", "table": "1", "teams": ["T1", "T2"]}],
            "byes": ["T3"],
        },
        {"kind": "release", "round": 1},
        {"kind": "result", "pairing": "1-1", "winner": 0, "score": [312, 287], "how": "played"},
    ],
}


def read(**changes: Any) -> Any:
    return parse_event_file(json.dumps({**DOCUMENT, **changes}).encode(), library())


def refused(data: Any) -> str:
    with pytest.raises(Refused) as caught:
        parse_event_file(
            data if isinstance(data, bytes) else json.dumps(data).encode(),
            library(),
            where="open.json",
        )
    return str(caught.value)


def test_the_file_of_the_document_is_read_and_written_back() -> None:
    event = read()
    assert event.id == DOCUMENT["id"]
    written = encode_event_file(event)
    again = parse_event_file(written, library())
    assert encode_event_file(again) == written
    assert event_as_data(again.overview) == event_as_data(event.overview)
    log = json.loads(written)["log"]
    assert [{k: v for k, v in entry.items() if k != "id"} for entry in log] == DOCUMENT["log"]


def test_entries_without_ids_and_a_file_without_one_get_them_from_their_content() -> None:
    bare = {key: value for key, value in DOCUMENT.items() if key != "id"}
    one = parse_event_file(json.dumps(bare).encode(), library())
    other = parse_event_file(json.dumps(bare, indent=1).encode(), library())
    assert one.id == other.id
    assert [entry.id for entry in one.log] == [entry.id for entry in other.log]
    assert {uuid.UUID(entry.id).version for entry in one.log} == {7}


def test_a_correction_that_names_a_position_still_finds_its_entry() -> None:
    to = {**DOCUMENT["log"][7], "winner": 1, "score": [287, 312]}
    amend = {"kind": "amend", "entry": "8", "to": to, "why": "wrong line"}
    event = read(log=[*DOCUMENT["log"], amend])
    assert event.log[-1].entry == event.log[7].id
    assert event_as_data(event.overview)["rounds"][0]["pairings"][0]["winner"] == 1


def test_a_whole_day_is_read_back_as_it_was() -> None:
    day = Day(5)
    day.stage("swiss", rounds=2)
    day.pair()
    day.won("1-1")
    day.add("withdraw", team="T2", why="ill")
    day.add("mark", team="T2", what="warning", why="late")
    event = parse_event_file(encode_event_file(day.event), library())
    assert event_as_data(event.overview) == day.shown


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "open.json: it's empty; an event file is JSON"),
        (b"{", "open.json: it's only part of a Scorepad file: its JSON ends too soon"),
        (b"[]", "open.json: an event file is a JSON object with “scorepad-event”, “name” and a"),
        (b'{"scorepad": 1}', "open.json: an event file is a JSON object"),
        (b'{"scorepad-event": 2}', "open.json: it uses format 2, from a newer version of Scorepad"),
        (b'{"scorepad-event": true}', "open.json: “scorepad-event” must be the format number, 1"),
        (
            b'{"scorepad-event": 1, "scorepad-event": 1}',
            "open.json: “scorepad-event” appears twice in one object",
        ),
        (b'{"scorepad-event": 1, "nme": "x"}', "open.json: “nme” isn't a field here; choose"),
        (b'{"scorepad-event": 1, "log": 3}', "open.json: “log” must be a list of entries"),
        (b'{"scorepad-event": 1, "id": "x"}', "open.json: “id” must be a UUID, or left out"),
        (
            b'{"scorepad-event": 1, "date": "x"}',
            "open.json: write the date as year-month-day, such as 2027-03-14",
        ),
        (b'{"scorepad-event": 1, "rules": "x"}', "open.json: Scorepad can't find the rule set"),
        (b'{"scorepad-event": 1, "tables": ["1", "1"]}', "open.json: table 1 is in the list twice"),
        (b'{"scorepad-event": 1, "rules": "unc", "agreed": {"x": {"y": 1}}}', "open.json: "),
    ],
)
def test_a_file_that_is_none_is_refused_in_one_sentence(data: bytes, sentence: str) -> None:
    assert refused(data).startswith(sentence)


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ({"kind": "tem"}, "entry 9: “tem” isn't a kind of entry; choose from setup, team,"),
        ({"team": "T1"}, "entry 9: “kind” is missing; it must be one of setup, team,"),
        (7, "entry 9: an entry is an object with a “kind”, such as"),
        ({"kind": "team", "team": "T4"}, "entry 9 (team): “name” is missing; it must be text"),
        (
            {"kind": "team", "team": "T4", "name": "X", "players": ["A", "B"], "sed": 1},
            "entry 9 (team): “sed” isn't a field here; choose from kind,",
        ),
        (
            {"kind": "team", "team": "T1", "name": "X", "players": ["A", "B"]},
            "entry 9 (team): Aces already has the ID T1",
        ),
        (
            {"kind": "stage", "stage": "B", "format": "swiss", "rounds": 0},
            "entry 9 (stage): “rounds” must be a whole number from 1 to 1,000,000",
        ),
        ({"kind": "release", "round": 2}, "entry 9 (release): round 2 doesn't exist"),
        (
            {"kind": "result", "pairing": "1-1", "how": "won"},
            "entry 9 (result): “how” must be played, forfeit, double-forfeit or default",
        ),
        (
            {"kind": "amend", "entry": "8", "to": {"kind": "result"}, "why": "x"},
            "entry 9 (amend): “to”: “pairing” is missing; it must be a pairing's ID",
        ),
    ],
)
def test_an_entry_that_is_refused_is_named(entry: Any, sentence: str) -> None:
    said = refused({**DOCUMENT, "log": [*DOCUMENT["log"], entry]})
    assert said.startswith(f"open.json: {sentence}")


def test_a_file_longer_than_any_day_is_refused_at_once() -> None:
    log = [{"kind": "note", "text": "x"}] * 10_001
    said = refused({**DOCUMENT, "log": log})
    assert said.startswith("open.json: it has more than 10,000 entries, the limit")
