"""What a corrected result changes in rounds that are out, and their repair (EVENTS.md)."""

from __future__ import annotations

import json

import pytest

from scorepad.desk.result_correction import REPAIRS, Repair, ResultCorrection
from scorepad.events.entries import EventAmend, EventHead, RoundEntry
from scorepad.events.event import Event
from scorepad.events.eventfile import decode_event_entry
from tests.events.day import Day
from tests.events.test_corrections import flipped, swiss

OTHER = "00000000-0000-4000-8000-000000000002"


def corrected(event: Event, result: str) -> ResultCorrection:
    """Return the correction of 1-1, which side 1 won."""
    amend = decode_event_entry(json.dumps({"kind": "amend", **flipped(result)}).encode())
    return ResultCorrection(event, event.append(amend), (amend,))


@pytest.mark.parametrize(
    ("repair", "paired"),
    [
        ("keep", []),
        ("pair-again", []),
        ("replay", [("T2", "T3"), ("T1", "T4")]),
    ],
)
def test_a_round_that_has_begun_is_paired_again_only_to_be_replayed(
    repair: Repair, paired: list[tuple[str, str]]
) -> None:
    day, result = swiss()
    day.match("2-1")
    day.won("2-2")
    correction = corrected(day.event, result)
    assert correction.possible_repairs == REPAIRS
    entry, *amends = correction.entries_to_record(repair)
    assert (entry,) == correction.entries
    pairs: list[tuple[str, str]] = []
    for amend in amends:
        assert isinstance(amend, EventAmend)
        assert isinstance(amend.to, RoundEntry)
        pairs += [each.teams for each in amend.to.pairings]
    assert sorted(map(sorted, pairs)) == sorted(map(sorted, paired))


def test_where_no_round_is_affected_there_is_nothing_to_pair_again() -> None:
    day = Day(2)
    day.stage("single-elimination")
    day.pair()
    result = day.result("1-1", 300, 200)
    correction = corrected(day.event, result)
    assert list(map(str, correction.effects)) == ["T2 would be the champion"]
    assert correction.possible_repairs == ("keep",)


def test_a_correction_without_an_effect_asks_nothing() -> None:
    day = Day(4)
    day.stage("swiss", rounds=2)
    day.pair()
    result = day.result("1-1", 300, 200)
    correction = corrected(day.event, result)
    assert (correction.effects, correction.possible_repairs) == ((), ())


def test_two_corrections_of_which_nobody_said_how_to_go_on_are_one() -> None:
    day, result = swiss()
    first = corrected(day.event, result)
    back = ResultCorrection(first.after, day.event)
    assert back.combine_with_earlier(None) is back
    assert back.combine_with_earlier(first).effects == (), "taken back, nothing is different"
    again = ResultCorrection(day.event, first.after)
    assert (
        again.combine_with_earlier(ResultCorrection(first.before, day.event)).effects
        == first.effects
    )
    other = Event(EventHead(), day.event.library, id=OTHER)
    assert back.combine_with_earlier(ResultCorrection(other, other)) is back
