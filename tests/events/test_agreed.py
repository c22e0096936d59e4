"""The readings of contested rules that an event, a stage or a round chooses."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorepad.events.entries import EventHead
from scorepad.events.event import Event
from scorepad.events.eventfile import decode_event_entry
from scorepad.events.results import NO_MATCH_RESULTS
from tests.events.day import EVENT_ID, Day, library, refused

PLAY_ON = {"clock": {"at_time": "play-on"}}
STAGE = {"stage": "A", "format": "by-hand"}
PLACES: list[tuple[str, dict[str, Any]]] = [
    ("setup", {}),
    ("stage", STAGE),
    ("round", {"round": 1, "stage": "A", "pairings": []}),
]


@pytest.mark.parametrize(("kind", "fields"), PLACES)
def test_only_readings_of_contested_rules_are_chosen(kind: str, fields: dict[str, Any]) -> None:
    day = Day(2)
    if kind == "round":
        day.stage("by-hand")
    wrong = refused(day, kind, **fields, agreed={"game": {"target": 200}})
    assert "contested rules in UNC" in wrong
    day.add(kind, **fields, agreed=PLAY_ON)


@pytest.mark.parametrize("kind", ["setup", "stage"])
def test_no_reading_is_chosen_before_a_rule_set_is(kind: str) -> None:
    """Neither now nor where an event that was recorded is read."""
    fields = STAGE if kind == "stage" else {}
    assert "the event has no rule set yet" in refused(Day(rules=""), kind, **fields, agreed=PLAY_ON)
    event = Event(EventHead(), library(), id=EVENT_ID, matches=NO_MATCH_RESULTS)
    entry = decode_event_entry(json.dumps({"kind": kind, **fields, "agreed": PLAY_ON}).encode())
    (reason,) = event.with_entries_appended([entry], tolerant=True).unfit.values()
    assert "the event has no rule set yet" in str(reason)
