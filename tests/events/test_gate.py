"""The gate (EVENTS.md, Event file): what is refused, in one sentence, and what brings a warning."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorepad.events.eventfile import decode_event_entry
from scorepad.events.stage_names import with_stage_name
from scorepad.spades.words import T
from tests.events.day import Day, refused


def warned(day: Day, kind: str, **fields: Any) -> list[str]:
    """The warnings with which an entry is recorded."""
    entry = decode_event_entry(json.dumps({"kind": kind, **fields}).encode())
    texts = [str(text) for text in day.event.warnings_if_appended(entry)]
    day.event = day.event.append(entry)
    return texts


def drafted(format: str = "swiss", **more: Any) -> Day:
    day = Day(4)
    day.stage(format, **({"rounds": 3} if format == "swiss" else {}), **more)
    return day


def test_a_team_has_an_id_of_its_own_a_name_and_two_players() -> None:
    day = Day(1)
    team = {"team": "T2", "name": "Kings", "players": ["Bo", "Di"]}
    assert "T1 already has the ID T1" in refused(day, "team", **{**team, "team": "T1"})
    assert "two players" in refused(day, "team", **{**team, "players": ["Bo"]})
    assert "two players" in refused(day, "team", **{**team, "players": ["Bo", " "]})
    assert "needs a name" in refused(day, "team", **{**team, "name": ""})
    assert warned(day, "team", **team) == []
    assert warned(day, "team", team="T3", name="kings", players=["bo", "Ed"], seed=1) == [
        "there are two teams called kings",
        "Bo also plays on Kings",
    ]
    # Two ways in which keyboards write one name.
    assert (
        warned(day, "team", team="T5", name="Los  Lince\u0301s", players=["Jose\u0301", "Mo"]) == []
    )
    assert warned(day, "team", team="T6", name="los linc\u00e9s", players=["Jos\u00e9", "Flo"]) == [
        "there are two teams called los linc\u00e9s",
        "Jose\u0301 also plays on Los Lince\u0301s",
    ]
    assert warned(day, "team", team="T4", name="Twins", players=["Al", "al "]) == [
        "Al is on Twins twice"
    ]
    # A player whose team has withdrawn is free, and bound again when it returns.
    day.add("withdraw", team="T3")
    other = {"team": "T7", "name": "Sevens", "players": ["Ed", "Bo"]}
    assert warned(day, "team", **other) == ["Bo also plays on Kings"]
    day.add("return", team="T3")
    assert warned(day, "team", **{**other, "team": "T8", "name": "Eights"}) == [
        "Ed plays on Sevens and 1 other team",
        "Bo plays on Kings and 2 other teams",
    ]


@pytest.mark.parametrize("kind", ["check-in", "withdraw", "return"])
def test_an_entry_names_a_team_that_entered(kind: str) -> None:
    assert "team T9 doesn't exist" in refused(Day(1), kind, team="T9")


def test_a_check_in_names_a_seat_that_the_team_has() -> None:
    assert "its seats are 0 to 1" in refused(Day(1), "check-in", team="T1", seat=2)


def test_who_withdrew_returns_and_nobody_else() -> None:
    day = Day(1)
    assert "hasn't withdrawn" in refused(day, "return", team="T1")
    day.add("withdraw", team="T1", why="ill")
    assert "already" in refused(day, "withdraw", team="T1")
    day.add("return", team="T1")
    assert day.shown["teams"][0]["state"] == "in"


def test_a_late_team_is_refused_once_an_elimination_or_named_teams_are_out() -> None:
    for kind, more in (("single-elimination", {}), ("by-hand", {"teams": ["T1", "T2"]})):
        day = Day(2)
        day.stage(kind, **more)
        day.round(1, "T1-T2")
        day.add("release", round=1)
        sentence = refused(day, "team", team="T4", name="Late", players=["A", "B"])
        assert sentence.startswith("it's too late to add Late")
    swiss = drafted()
    swiss.pair()
    swiss.team("T5")
    swiss.won("1-1", "1-2")
    assert "T5" in "".join(swiss.pair())


def test_a_stage_has_a_format_and_what_that_needs() -> None:
    day = Day(3)
    assert "number of rounds" in refused(day, "stage", stage="A", format="swiss")
    assert "“format” must be by-hand" in refused(day, "stage", stage="A", format="ladder")
    assert "team T9 doesn't exist" in refused(
        day, "stage", stage="A", format="by-hand", teams=["T9"]
    )
    doubled = refused(day, "stage", stage="A", format="by-hand", teams=["T1", "T1"])
    assert "T1 is listed twice" in doubled
    alone = refused(day, "stage", stage="A", format="round-robin", teams=["T1"])
    assert alone == "stage “round robin” has fewer than two teams to pair"
    assert "stage Z doesn't come before" in refused(
        day, "stage", stage="A", format="by-hand", advance={"from": ["Z"], "places": 1}
    )
    day.stage("by-hand")
    assert "already" in refused(day, "stage", stage="A", format="by-hand")
    assert warned(day, "stage", stage="B", format="swiss", rounds=3) == [
        "with 3 rounds but only 2 opponents for each team, some teams play each other twice"
    ]


def test_an_elimination_refuses_rules_under_which_a_match_can_end_in_a_tie() -> None:
    """EVENTS.md, Formats: refused with the rule sets that fit."""
    day = Day(2, rules="chicago")
    for kind in ("single-elimination", "double-elimination"):
        sentence = refused(day, "stage", stage="B", format=kind)
        assert sentence.startswith("Chicago allows ties")
        assert "Chicago playoffs" in sentence
        assert "chicago," not in sentence
    day.stage("single-elimination", "B", rules="chicago-playoffs")
    pairing = [{"pairing": "1-1", "table": "1", "teams": ["T1", "T2"]}]
    assert "Chicago allows ties" in refused(
        day, "round", round=1, stage="B", rules="chicago", pairings=pairing
    )
    assert "Scorepad can't find the rule set “uncc”" in refused(day, "setup", rules="uncc")
    other = Day(2)
    other.stage("single-elimination")
    assert "Chicago allows ties" in refused(other, "setup", rules="chicago")


def test_a_round_has_each_team_once_and_ids_that_are_new() -> None:
    day = drafted()
    day.round(1, "T1-T2", "T3-T4")
    pairing = {"pairing": "2-1", "table": "1", "teams": ["T1", "T2"]}
    told = {"round": 2, "stage": "A", "pairings": [pairing]}
    assert "round 1 already exists" in refused(day, "round", **{**told, "round": 1})
    assert "stage B doesn't exist" in refused(day, "round", **{**told, "stage": "B"})
    assert "T1 is in the round twice" in refused(day, "round", **told, byes=["T1"])
    assert "T1 is in the round twice" in refused(
        day, "round", **{**told, "pairings": [{**pairing, "teams": ["T1", "T1"]}]}
    )
    assert "another pairing already has the ID 1-1" in refused(
        day, "round", **{**told, "pairings": [{**pairing, "pairing": "1-1"}]}
    )
    assert "team T9 doesn't exist" in refused(day, "round", **told, byes=["T9"])
    assert "“pairings” must be a list of pairings, such as" in refused(
        day, "round", **{**told, "pairings": [{**pairing, "teams": ["T1"]}]}
    )


def test_a_round_warns_of_a_rematch_a_table_twice_and_who_is_missing() -> None:
    day = drafted()
    day.round(1, "T1-T2", "T3-T4")
    day.add("release", round=1)
    pairings = [{"pairing": "2-1", "table": "1", "teams": ["T2", "T1"]}]
    assert warned(day, "round", round=2, stage="A", pairings=pairings) == [
        "T2 and T1 have met before",
        "T3 has neither a match nor a bye",
        "T4 has neither a match nor a bye",
    ]
    twice = [
        {"pairing": "3-1", "table": "7", "teams": ["T1", "T3"]},
        {"pairing": "3-2", "table": "7", "teams": ["T2", "T4"]},
    ]
    assert warned(day, "round", round=3, stage="A", pairings=twice) == [
        "table 7 is used twice in the round"
    ]
    assert "table 7 is used twice in round 3" in refused(day, "release", round=3)
    nowhere = [{**each, "table": ""} for each in twice]
    to = {"kind": "round", "round": 3, "stage": "A", "pairings": nowhere}
    day.add("amend", entry=day.event.log[-1].id, why="no tables", to=to)
    day.add("release", round=3)


def test_a_team_that_withdrew_is_not_paired_any_more() -> None:
    day = drafted()
    day.round(1, "T1-T2", "T3-T4")
    day.add("withdraw", team="T4")
    assert "T4 has withdrawn" in refused(day, "release", round=1)
    pairing = {"pairing": "2-1", "table": "1", "teams": ["T3", "T4"]}
    assert "T4 has withdrawn" in refused(day, "round", round=2, stage="A", pairings=[pairing])


def test_a_release_needs_a_draft_and_a_rule_set() -> None:
    day = drafted()
    assert "round 1 doesn't exist" in refused(day, "release", round=1)
    day.pair()
    assert "has already been released" in refused(day, "release", round=1)
    bare = Day(2, rules="")
    bare.stage("by-hand")
    bare.round(1, "T1-T2")
    assert "the event has no rule set yet" in refused(bare, "release", round=1)
    bare.add("setup", rules="unc")
    bare.add("release", round=1)


def test_a_release_warns_of_results_tables_and_teams_that_are_not_ready() -> None:
    day = drafted()
    day.round(1, "T1-T2", "T3-T4")
    # Nobody is checked in yet, so check-in is not used.
    assert warned(day, "release", round=1) == []
    many = Day(10)
    many.stage("by-hand")
    many.check_in("T1", "T2")
    many.round(1, *(f"T{n}-T{n + 1}" for n in range(1, 10, 2)))
    (said,) = warned(many, "release", round=1)
    assert said == ("8 teams are paired but not checked in: T3, T4, T5, T6, T7, T8 and 2 more")
    day.match("1-1", how="played", winner=0, score=(300, 200))
    day.match("1-2")
    day.round(2, "T1-T3", "T2-T4")
    day.check_in("T1", "T3", "T4")
    assert warned(day, "release", round=2) == [
        "1 result isn't official: round 1, table 1",
        "the match at table 2 in round 1 isn't over",
        "1 team is paired but not checked in: T2",
    ]


def test_a_result_fits_its_pairing() -> None:
    day = drafted()
    day.round(1, "T1-T2", "T3-T4")
    result = {"pairing": "1-1", "how": "played", "winner": 0, "score": [312, 287]}
    assert "round 1 isn't released" in refused(day, "result", **result)
    day.add("release", round=1)
    assert "pairing 9-9 doesn't exist" in refused(day, "result", **{**result, "pairing": "9-9"})
    assert "T1 has the higher score, 312–287" in refused(day, "result", **{**result, "winner": 1})
    lower = refused(day, "result", **{**result, "score": [287, 312]})
    assert "T2 has the higher score, 312–287" in lower
    assert "winner is missing" in refused(day, "result", **{**result, "winner": None})
    assert "needs a winner" in refused(day, "result", pairing="1-1", how="forfeit")
    assert "no winner" in refused(day, "result", pairing="1-1", how="double-forfeit", winner=0)
    assert "“winner” must be 0, 1 or null" in refused(day, "result", **{**result, "winner": 2})
    day.add("result", **result)
    assert "already has a result entry" in refused(day, "result", **result)


def test_a_result_that_goes_before_a_match_that_was_begun_says_why() -> None:
    day = drafted()
    day.pair()
    day.match("1-1", how="played", winner=1, score=(200, 300))
    result = {"pairing": "1-1", "how": "forfeit", "winner": 0}
    assert "to replace the score at the table with this result, enter a reason" in refused(
        day, "result", **result
    )
    day.add("result", **result, why="disqualified")
    outcome = day.event.overview.outcome(day.event.register.drawn["1-1"][1])
    assert (outcome.winner, outcome.overrules_table) == (0, True)


def test_in_an_elimination_nobody_goes_on_by_a_tie() -> None:
    day = Day(2)
    day.stage("single-elimination")
    day.pair()
    assert "can't be a tie" in refused(
        day, "result", pairing="1-1", how="played", winner=None, score=[250, 250]
    )


def test_a_tie_stands_where_the_rule_set_lets_it_and_else_brings_a_warning() -> None:
    tie = {"pairing": "1-1", "how": "played", "winner": None, "score": [510, 510]}
    for rules, count in (("chicago", 0), ("unc", 1)):
        day = Day(2, rules=rules)
        day.stage("swiss", rounds=1)
        day.pair()
        assert len(warned(day, "result", **tie)) == count
        assert [row["score"] for row in day.shown["standings"]] == [0.5, 0.5]


def test_an_official_attests_a_result_that_is_there() -> None:
    day = drafted()
    day.pair()
    assert "no result yet" in refused(day, "official", pairing="1-1", name="Sue")
    assert "pairing x doesn't exist" in refused(day, "official", pairing="x", name="Sue")


def test_a_wait_is_granted_before_a_pairing_has_begun() -> None:
    day = drafted()
    day.pair()
    day.add("grace", pairing="1-1", minutes=5)
    day.add("grace", pairing="1-1", minutes=3)
    assert day.event.register.minutes == {"1-1": 8}
    day.won("1-1")
    assert "has already started" in refused(day, "grace", pairing="1-1", minutes=5)


def test_a_mark_moves_no_standing() -> None:
    day = drafted()
    day.pair()
    before = day.shown
    day.add("mark", team="T1", what="fee", value=20, why="no-show")
    day.add("mark", team="T2", what="rating", value=4.5)
    assert day.shown == before
    assert [mark.value for mark in day.event.register.marks] == [20, 4.5]


def test_the_first_round_of_an_elimination_has_everybody_in_it() -> None:
    day = Day(5)
    day.stage("single-elimination")
    one = {"pairing": "1-1", "table": "1", "teams": ["T1", "T2"]}
    told = {"round": 1, "stage": "A"}
    assert "T5 is missing" in refused(day, "round", **told, pairings=[one], byes=["T3", "T4"])
    two = {"pairing": "1-2", "table": "2", "teams": ["T3", "T4"]}
    assert "with 5 teams, the number of byes in the first round must be 3" in refused(
        day, "round", **told, pairings=[one, two], byes=["T5"]
    )
    day.round(1, "T1-T2", byes="T3 T4 T5")


def test_who_is_out_of_an_elimination_is_not_paired_there() -> None:
    day = Day(4)
    day.stage("single-elimination")
    assert day.pair() == ["T1-T4", "T2-T3"]
    day.won("1-1", "1-2")
    pairing = {"pairing": "2-1", "table": "1", "teams": ["T1", "T3"]}
    assert "T3 has been eliminated" in refused(day, "round", round=2, stage="A", pairings=[pairing])


def test_a_day_and_tables_are_such() -> None:
    day = Day()
    assert "write the date as year-month-day" in refused(day, "setup", date="14.3.2027")
    assert "table 1 is in the list twice" in refused(day, "setup", tables=["1", "2", "1"])
    day.add("setup", date="2027-03-14", tables=["1", "2"], name="Open", why="typed")
    assert day.event.register.head.tables == ("1", "2")
    assert day.shown["name"] == "Open"
    assert "can't be empty" in refused(day, "setup", name=" ")


def test_a_stage_is_named_where_the_event_has_several() -> None:
    day = Day(2)
    day.stage("swiss", rounds=2)
    text = T("it is over")
    assert with_stage_name(day.event.register, "A", text) is text
    day.stage("round-robin", "B")
    assert str(with_stage_name(day.event.register, "B", text)) == "round robin: it is over"
