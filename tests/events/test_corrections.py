"""Corrections at an event, and what is shown before they are made (EVENTS.md)."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from scorepad.events.effects import pair_round_again
from scorepad.events.eventfile import encode_event_entry
from scorepad.spades.refusal import Refused
from tests.events.day import Day, refused


def swiss(rounds: int = 2) -> tuple[Day, str]:
    """Four teams after round 1 (T1 and T2 won) with round 2 out; and the result of 1-1."""
    day = Day(4)
    day.stage("swiss", rounds=rounds)
    assert day.pair() == ["T1-T3", "T2-T4"]
    result = day.result("1-1", 300, 200)
    day.won("1-2")
    assert day.pair() == ["T1-T2", "T3-T4"]
    return day, result


def flipped(entry: str, pairing: str = "1-1") -> dict[str, Any]:
    to = {"kind": "result", "pairing": pairing, "how": "played", "winner": 1, "score": [200, 300]}
    return {"entry": entry, "to": to, "why": "written on the wrong line"}


def test_a_wrong_result_is_corrected_after_the_next_round_is_out() -> None:
    day, result = swiss()
    assert day.effects("amend", **flipped(result)) == [
        "round 2: 2 pairings would be different (2 not started): tables 1, 2"
    ]
    before = day.shown["rounds"][1]
    day.add("amend", **flipped(result))
    assert day.shown["rounds"][1] == before, "a released round is a fact"
    assert set(day.order()[:2]) == {"T2", "T3"}


def test_the_preview_says_which_pairings_wait_are_played_and_are_over() -> None:
    day, result = swiss()
    day.match("2-1")
    day.won("2-2")
    assert day.effects("amend", **flipped(result)) == [
        "round 2: 2 pairings would be different (1 playing, 1 over): tables 1, 2"
    ]


def test_a_correction_leaves_the_other_outcomes_as_they_were_computed() -> None:
    day, result = swiss()
    first, second = day.event.register.released_pairings("A")[:2]
    before = [day.event.overview.outcome(each) for each in (first, second)]
    day.add("strike", entry=result, why="undone")
    assert day.event.overview.outcome(second) is before[1]
    assert day.event.overview.outcome(first) != before[0]


def test_a_correction_without_consequence_has_no_effect() -> None:
    day, result = swiss()
    to = {"kind": "result", "pairing": "1-1", "how": "played", "winner": 0, "score": [301, 200]}
    assert day.effects("amend", entry=result, to=to, why="misread") == []


def test_what_was_changed_by_hand_is_no_effect() -> None:
    day = Day(4)
    day.stage("swiss", rounds=3)
    day.pair()
    day.won("1-1", "1-2")
    day.round(2, "T1-T4", "T2-T3")
    to = {"kind": "result", "pairing": "1-1", "how": "played", "winner": 0, "score": [301, 200]}
    result = day.event.log[-3].id
    assert day.effects("amend", entry=result, to=to, why="misread") == []


def test_a_correction_in_a_bracket_shows_who_would_go_on() -> None:
    day = Day(4)
    day.stage("single-elimination")
    day.pair()
    result = day.result("1-1", 300, 200)
    day.won("1-2")
    assert day.pair() == ["T1-T2"]
    assert day.effects("amend", **flipped(result)) == [
        "Final: 1 pairing would be different (1 not started): table 1"
    ]
    day.add("amend", **flipped(result))
    day.won("2-1")
    assert day.shown["champion"] == "T1", "as it was played"


def test_a_correction_of_the_last_result_shows_the_champion() -> None:
    day = Day(2)
    day.stage("single-elimination")
    day.pair()
    result = day.result("1-1", 300, 200)
    assert day.effects("amend", **flipped(result)) == ["T2 would be the champion"]
    assert day.effects("strike", entry=result, why="wrong table") == [
        "there would be no champion yet"
    ]


def test_a_changed_result_of_a_pool_shows_what_it_does_to_the_bracket() -> None:
    day = Day(3)
    day.stage("round-robin")
    day.stage("single-elimination", "B", advance={"from": ["A"], "places": 2})
    results = []
    for number in (1, 2, 3):
        day.pair("A")
        results.append(day.result(f"{number}-1", 300, 200))
    # T2 beat T3, then T1 beat both.
    assert day.pair("B") == ["T1-T2"]
    assert day.effects("amend", **flipped(results[0], "1-1")) == [
        "Final: 1 pairing would be different (1 not started): table 1"
    ]
    # Had T2 beaten T1, the two would meet all the same.
    assert day.effects("amend", **flipped(results[2], "3-1")) == []


def test_strike_and_restore_take_back_and_bring_again() -> None:
    day, result = swiss()
    whole = day.shown
    day.add("strike", entry=result, why="undo")
    assert day.shown["rounds"][0]["pairings"][0]["status"] == "waiting"
    assert "was deleted; restore it first" in refused(day, "strike", entry=result, why="undo")
    day.add("restore", entry=result)
    assert day.shown == whole
    assert "isn't deleted" in refused(day, "restore", entry=result)


def test_an_amend_can_be_struck_and_a_strike_or_restore_cannot() -> None:
    day, result = swiss()
    whole = day.shown
    amend = day.add("amend", **flipped(result))
    assert "can't be amended" in refused(day, "amend", **flipped(amend))
    strike = day.add("strike", entry=amend, why="undo")
    assert day.shown == whole
    assert "you can't delete a deletion" in refused(day, "strike", entry=strike, why="x")
    restore = day.add("restore", entry=amend)
    assert "you can't delete a restoration" in refused(day, "strike", entry=restore, why="x")
    assert day.shown != whole


def test_a_correction_that_leaves_a_later_entry_unreadable_is_refused() -> None:
    day = Day(3)
    stage = day.stage("swiss", rounds=3)
    team = next(entry.id for entry in day.event.log if getattr(entry, "team", "") == "T1")
    day.pair()
    round_entry = next(entry.id for entry in day.event.log if hasattr(entry, "pairings"))
    assert "because this entry would no longer be valid: round 1 (team T1 doesn't exist" in refused(
        day, "strike", entry=team, why="mistyped"
    )
    assert "because this entry would no longer be valid: round 1" in refused(
        day, "strike", entry=stage, why="x"
    )
    assert "this entry would no longer be valid: release of round 1" in refused(
        day, "strike", entry=round_entry, why="x"
    )
    assert "this event has no entry “zzz”" in refused(day, "strike", entry="zzz", why="x")
    other = {"kind": "note", "text": "x"}
    assert "has the kind “team”" in refused(day, "amend", entry=team, to=other, why="x")


def test_a_release_is_taken_back_until_a_pairing_of_it_has_begun() -> None:
    day = Day(2)
    day.stage("swiss", rounds=1)
    before = day.shown
    day.pair()
    release = day.event.log[-1].id
    day.add("strike", entry=release, why="undo")
    assert day.shown["rounds"][0]["status"] == "draft"
    assert day.shown["stages"] == before["stages"]
    day.add("restore", entry=release)
    day.match("1-1")
    assert "so round 1 stays released; change the round instead" in refused(
        day, "strike", entry=release, why="undo"
    )


def entry_of(day: Day, number: int) -> str:
    entry = day.event.register.rounds[number].entry
    return entry.id or ""


def changed(day: Day, number: int, *pairings: tuple[str, str], byes: str = "") -> dict[str, Any]:
    """An amend of a round to these pairings, each an id and "T1-T2"."""
    to = {
        "kind": "round",
        "round": number,
        "stage": "A",
        "pairings": [
            {"pairing": pairing, "table": str(place), "teams": teams.split("-")}
            for place, (pairing, teams) in enumerate(pairings, 1)
        ],
        "byes": byes.split(),
    }
    return {"entry": entry_of(day, number), "to": to, "why": "paired again"}


def test_a_released_round_is_changed_by_an_amend_while_its_pairings_wait() -> None:
    day, _ = swiss()
    day.add("amend", **changed(day, 2, ("2-1", "T1-T4"), ("2-2", "T3-T2")))
    pairings = day.shown["rounds"][1]["pairings"]
    assert [each["teams"] for each in pairings] == [["T1", "T4"], ["T3", "T2"]]
    assert day.shown["rounds"][1]["status"] == "released"


def test_other_teams_after_a_hand_need_a_new_pairing_id_and_the_old_match_counts_nothing() -> None:
    day, _ = swiss()
    day.match("2-1", how="played", winner=0, score=(300, 0))
    day.won("2-2")
    assert "to pair other teams, use a new pairing ID" in refused(
        day, "amend", **changed(day, 2, ("2-1", "T1-T4"), ("2-9", "T2-T3"))
    )
    day.add("amend", **changed(day, 2, ("2-3", "T1-T4"), ("2-4", "T2-T3")))
    assert {each["status"] for each in day.shown["rounds"][1]["pairings"]} == {"waiting"}
    assert {row["played"] for row in day.shown["standings"]} == {1}
    # Back again: what was played is there.
    day.add("strike", entry=day.event.log[-1].id, why="undo")
    assert {each["status"] for each in day.shown["rounds"][1]["pairings"]} == {"over"}
    day.add("restore", entry=day.event.log[-2].id)
    assert "was used before, and its match was started" in refused(
        day,
        "round",
        round=3,
        stage="A",
        pairings=[{"pairing": "2-1", "table": "1", "teams": ["T1", "T4"]}],
    )


def test_a_late_team_takes_the_place_of_a_bye_in_a_round_that_is_out() -> None:
    day = Day(3)
    day.stage("swiss", rounds=2)
    assert day.pair() == ["T1-T2", "T3"]
    day.match("1-1")
    day.team("T4")
    day.add("amend", **changed(day, 1, ("1-1", "T1-T2"), ("1-2", "T3-T4")))
    assert [each["teams"] for each in day.shown["rounds"][0]["pairings"]] == [
        ["T1", "T2"],
        ["T3", "T4"],
    ]


def test_a_team_that_withdrew_since_may_stay_in_the_round_that_it_played() -> None:
    day, _ = swiss()
    day.won("2-1", "2-2")
    day.add("withdraw", team="T1")
    day.add("amend", **changed(day, 2, ("2-1", "T1-T2"), ("2-2", "T3-T4")))
    assert day.shown["rounds"][1]["status"] == "done"


def test_an_official_entry_counts_only_after_the_last_change_of_the_result() -> None:
    day, _ = swiss()
    noon = datetime(2027, 3, 14, 12, tzinfo=UTC)
    says = {"how": "played", "winner": 0, "score": (300, 200), "moved": noon}
    day.match("2-1", **says)
    day.add("official", pairing="2-1", name="Sue", at="2027-03-14T12:05:00Z")
    official = lambda: day.shown["rounds"][1]["pairings"][0]["official"]  # noqa: E731
    assert official()
    day.match("2-1", **{**says, "score": (290, 200), "moved": noon.replace(minute=10)})
    assert not official()
    day.add("official", pairing="2-1", name="Sue", at="2027-03-14T12:10:00Z")
    assert official()


def made_again(day: Day, number: int, *, replay_begun: bool) -> None:
    """The repair that pairs a round again, recorded as an amend of it."""
    entry = pair_round_again(day.event.overview, number, replay_begun=replay_begun)
    to = json.loads(encode_event_entry(entry))
    day.add("amend", entry=entry_of(day, number), to=to, why="paired again")


def round_two(day: Day) -> list[tuple[str, str, str]]:
    return [
        (each["pairing"], "-".join(each["teams"]), each["status"])
        for each in day.shown["rounds"][1]["pairings"]
    ]


def test_what_has_not_begun_is_paired_again() -> None:
    day, result = swiss()
    day.add("amend", **flipped(result))
    made_again(day, 2, replay_begun=False)
    assert {frozenset(pair.split("-")) for _, pair, _ in round_two(day)} == {
        frozenset({"T2", "T3"}),
        frozenset({"T1", "T4"}),
    }
    assert [pairing for pairing, _, _ in round_two(day)] == ["2-1", "2-2"]
    with pytest.raises(Refused, match="wouldn't change anything"):
        pair_round_again(day.event.overview, 2, replay_begun=False)


def test_a_round_that_is_paired_again_keeps_the_order_of_its_tables() -> None:
    day = Day(8)
    day.stage("swiss", rounds=3)
    day.pair()
    result = day.result("1-1", 300, 200)
    day.won("1-2", "1-3", "1-4")
    before = day.pair()
    day.add("amend", **flipped(result))
    made_again(day, 2, replay_begun=False)
    tables = [each["table"] for each in day.shown["rounds"][1]["pairings"]]
    assert tables == ["1", "2", "3", "4"]
    assert before != [pair for _, pair, _ in round_two(day)]


def test_what_has_begun_stays_or_is_played_again_under_a_new_id() -> None:
    day, result = swiss()
    day.match("2-1")
    day.add("amend", **flipped(result))
    with pytest.raises(Refused, match="wouldn't change anything"):
        # T1 and T2 play; T3 and T4 have only each other.
        pair_round_again(day.event.overview, 2, replay_begun=False)
    made_again(day, 2, replay_begun=True)
    found = round_two(day)
    assert {pairing for pairing, _, _ in found} == {"2-2", "2-3"}
    assert {status for _, _, status in found} == {"waiting"}
    assert {frozenset(pair.split("-")) for _, pair, _ in found} == {
        frozenset({"T2", "T3"}),
        frozenset({"T1", "T4"}),
    }


def test_in_a_bracket_who_should_have_gone_on_takes_the_place() -> None:
    day = Day(4)
    day.stage("single-elimination")
    day.pair()
    result = day.result("1-1", 300, 200)
    day.won("1-2")
    day.pair()
    day.add("amend", **flipped(result))
    made_again(day, 2, replay_begun=False)
    assert round_two(day) == [("2-1", "T4-T2", "waiting")]
    day.lost("2-1")
    assert day.shown["champion"] == "T2"


def test_pairing_again_can_be_undone() -> None:
    day, result = swiss()
    before = round_two(day)
    day.add("amend", **flipped(result))
    made_again(day, 2, replay_begun=False)
    assert round_two(day) != before
    day.add("strike", entry=day.event.log[-1].id, why="undo")
    assert round_two(day) == before
