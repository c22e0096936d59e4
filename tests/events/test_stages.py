"""Stages (EVENTS.md, Formats): how rounds are made, when a stage is over, who continues, who
won."""

from __future__ import annotations

import random
from typing import Any

import pytest

from scorepad.events.bracket import first_round_pairs, separate_same_stage_teams_in_first_round
from scorepad.events.effects import correction_effect_texts
from scorepad.events.event_descriptions import champion_text
from scorepad.events.proposal import last_stage_over_text, suggest_stage
from scorepad.spades.refusal import Refused
from tests.events.day import Day


def refused(day: Day, stage: str | None = None, **more: Any) -> str:
    """Why no round can be proposed."""
    with pytest.raises(Refused) as caught:
        day.proposed(stage, **more)
    return str(caught.value)


# Proposals.


def test_a_proposal_is_a_round_to_record_and_records_nothing() -> None:
    day = Day(5)
    day.stage("swiss", rounds=3)
    before = day.shown
    proposal = day.proposed()
    assert day.shown == before
    assert day.proposed() == proposal, "the proposal is deterministic"
    entry = proposal.entry
    assert [(each.pairing, each.table, each.teams) for each in entry.pairings] == [
        ("1-1", "1", ("T1", "T3")),
        ("1-2", "2", ("T2", "T4")),
    ]
    assert (entry.round, entry.stage, entry.byes) == (1, "A", ("T5",))


def test_seeds_go_before_the_order_of_entry() -> None:
    day = Day()
    for team, seed in (("X", None), ("Y", 2), ("Z", 1), ("W", None)):
        day.team(team, **({"seed": seed} if seed else {}))
    day.stage("swiss", rounds=1)
    assert day.pair() == ["Z-X", "Y-W"]


def test_no_round_is_proposed_beside_a_draft_or_after_the_last() -> None:
    day = Day(2)
    assert "no stage yet" in refused(day)
    day.stage("swiss", rounds=1)
    assert "stage B doesn't exist" in refused(day, "B")
    day.round(1, "T1-T2")
    assert "there's already a draft" in refused(day)
    day.add("release", round=1)
    assert "there are no more rounds" in refused(day)
    assert "stage “Swiss” has no more rounds" in refused(day, "A")
    assert "you enter the rounds in" in refused_by_hand()


def refused_by_hand() -> str:
    day = Day(2)
    day.stage("by-hand")
    return refused(day, "A")


def test_an_open_result_holds_a_swiss_stage_unless_it_is_to_count_half() -> None:
    day = Day(4)
    day.stage("swiss", rounds=3)
    day.pair()
    day.won("1-1")
    assert refused(day) == "1 result is missing: round 1, table 2"
    # T1 has 1, T2 and T4 half each, T3 none: T1 meets one of those with a half.
    assert {
        frozenset(each.teams) for each in day.proposed(count_open_as_ties=True).entry.pairings
    } in (
        {frozenset({"T1", "T2"}), frozenset({"T3", "T4"})},
        {frozenset({"T1", "T4"}), frozenset({"T2", "T3"})},
    )
    robin = Day(4)
    robin.stage("round-robin")
    robin.pair()
    assert "only a Swiss stage" in refused(robin, count_open_as_ties=True)
    assert robin.proposed().entry.round == 2, "a round robin needs no result"


def test_an_open_result_holds_an_elimination() -> None:
    day = Day(4)
    day.stage("single-elimination")
    day.pair()
    day.won("1-1")
    assert "is missing: Semifinals, table 2" in refused(day)
    day.match("1-2", how="played", winner=None, score=(250, 250))
    assert "table 2, T2 – T3 is tied" in refused(day)


def test_no_round_is_to_come_while_a_final_is_open_that_may_be_the_last() -> None:
    day = Day(4)
    day.stage("single-elimination", third_place=True)
    day.pair()
    assert day.event.overview.has_rounds_to_come("A")
    day.won("1-1", "1-2")
    day.pair()
    assert not day.event.overview.has_rounds_to_come("A")
    assert (day.status(), "2 results are missing" in refused(day, "A")) == ("playing", True)
    day.match("2-1", how="played", winner=None, score=(250, 250))
    day.won("2-2")
    assert "Final, table 1, T1 – T2 is tied" in refused(day, "A"), "it isn't decided"
    assert day.status() == "playing"
    double = Day(2)
    double.stage("double-elimination")
    double.pair()
    double.won("1-1")
    double.pair()
    assert not double.event.overview.has_rounds_to_come("A"), "a second final is not sure"
    double.lost("2-1")
    assert double.event.overview.has_rounds_to_come("A")
    double.pair()
    assert not double.event.overview.has_rounds_to_come("A")
    double.won("3-1")
    assert double.status() == "done"


def test_a_proposal_warns_of_results_that_nobody_confirmed() -> None:
    day = Day(4)
    day.stage("swiss", rounds=3)
    day.pair()
    day.match("1-1", how="played", winner=0, score=(300, 200))
    day.won("1-2")
    assert [str(text) for text in day.proposed().warnings] == [
        "1 result isn't official: round 1, table 1"
    ]
    day.add("official", pairing="1-1", name="Sue")
    assert day.proposed().warnings == ()


def test_each_pairing_has_a_table_of_its_own_and_none_that_is_in_use() -> None:
    day = Day(6, tables=["Red", "Blue", "Green", "Gold"])
    day.stage("swiss", rounds=3)
    day.pair()
    day.won("1-2", "1-3")
    entry, warnings = (made := day.proposed(count_open_as_ties=True)).entry, made.warnings
    assert [each.table for each in entry.pairings] == ["Blue", "Green", "Gold"]
    (said,) = map(str, warnings)
    assert said.startswith("2 teams are still playing at other tables: ")
    assert "T1 (Red)" in said
    numbered = Day(6)
    numbered.stage("swiss", rounds=3)
    numbered.pair()
    numbered.won("1-1", "1-3")
    entry = numbered.proposed(count_open_as_ties=True).entry
    assert [each.table for each in entry.pairings] == ["1", "3", "4"]


def test_where_tables_are_short_the_others_are_numbered_and_that_is_said() -> None:
    day = Day(6, tables=["Red", "Blue"])
    day.stage("swiss", rounds=1)
    proposal = day.proposed()
    assert [each.table for each in proposal.entry.pairings] == ["Red", "Blue", "3"]
    assert "no free table" in str(proposal.warnings[0])


def test_a_swiss_bye_gives_a_point_and_goes_round() -> None:
    day = Day(3)
    day.stage("swiss", rounds=3)
    assert day.pair()[-1] == "T3"
    day.won("1-1")
    assert {row["team"]: (row["score"], row["byes"]) for row in day.shown["standings"]}["T3"] == (
        1,
        1,
    )
    assert day.pair()[-1] == "T2"
    day.won("2-1")
    assert day.pair()[-1] == "T1"


def test_a_withdrawn_team_is_not_paired_and_its_results_stand() -> None:
    day = Day(4)
    day.stage("swiss", rounds=2)
    day.pair()
    day.won("1-1", "1-2")
    day.add("withdraw", team="T1")
    assert "T1" not in "".join(day.pair())
    assert day.places()["T1"] <= 2
    assert day.shown["teams"][0]["state"] == "withdrawn"


def test_a_late_team_has_nothing_for_missed_rounds() -> None:
    day = Day(4)
    day.stage("swiss", rounds=2)
    day.pair()
    day.won("1-1", "1-2")
    day.team("T5")
    assert {row["team"]: row["score"] for row in day.shown["standings"]}["T5"] == 0
    assert "T5" in "".join(day.pair())


# Round robin.


def test_a_round_robin_is_over_when_everybody_met_everybody() -> None:
    day = Day(3)
    day.stage("round-robin")
    for number in (1, 2, 3):
        assert day.status() == ("waiting" if number == 1 else "playing")
        day.pair()
        day.won(f"{number}-1")
    assert day.status() == "done"
    assert {row["byes"] for row in day.shown["standings"]} == {1}


def test_the_opponents_of_a_team_that_withdrew_have_byes_for_the_rest() -> None:
    day = Day(4)
    day.stage("round-robin")
    day.pair()
    day.won("1-1", "1-2")
    day.add("withdraw", team="T4")
    assert day.pair() == ["T1-T3", "T2"]
    day.won("2-1")
    assert day.pair() == ["T1-T2", "T3"]
    day.won("3-1")
    assert day.status() == "done"
    assert {row["team"]: row["played"] for row in day.shown["standings"]}["T4"] == 1


def test_a_late_team_in_a_round_robin_meets_everybody() -> None:
    day = Day(4)
    day.stage("round-robin")
    day.pair()
    day.won("1-1", "1-2")
    day.team("T5")
    number = 1
    while day.status() != "done":
        number += 1
        pairings = [each for each in day.pair() if "-" in each]
        day.won(*(f"{number}-{place}" for place in range(1, len(pairings) + 1)))
    assert {row["played"] for row in day.shown["standings"]} == {4}


# Elimination.


def eliminated(format: str, teams: int, **more: Any) -> Day:
    """An elimination in which the better seed always wins."""
    day = Day(teams)
    day.stage(format, **more)
    while day.status() != "done":
        day.pair()
        for pairing in day.shown["rounds"][-1]["pairings"]:
            one, other = (int(team[1:]) for team in pairing["teams"])
            (day.won if one < other else day.lost)(pairing["pairing"])
    return day


def test_the_champion_is_the_sole_first_of_the_last_stage() -> None:
    day = eliminated("single-elimination", 6, third_place=True)
    assert day.shown["champion"] == "T1"
    assert day.places() == {"T1": 1, "T2": 2, "T3": 3, "T4": 4, "T5": 5, "T6": 5}
    states = {each["team"]: each["state"] for each in day.shown["teams"]}
    assert states["T1"] == "in"
    assert {states[f"T{number}"] for number in range(2, 7)} == {"out"}
    double = eliminated("double-elimination", 6)
    assert double.shown["champion"] == "T1"
    assert list(double.places().values()) == [1, 2, 3, 4, 5, 5]


def test_byes_of_a_bracket_stand_in_its_first_round_only() -> None:
    day = eliminated("single-elimination", 6)
    assert [each["byes"] for each in day.shown["rounds"]] == [["T1", "T2"], [], []]


def test_a_no_show_and_a_double_forfeit_in_a_bracket() -> None:
    day = Day(4)
    day.stage("single-elimination")
    day.pair()
    day.add("result", pairing="1-1", how="double-forfeit")
    day.add("result", pairing="1-2", how="forfeit", winner=1)
    assert (day.status(), day.shown["champion"]) == ("done", "T3")
    assert day.places() == {"T3": 1, "T2": 2, "T1": 2, "T4": 2}


def test_no_team_left_is_no_champion() -> None:
    day = Day(2)
    day.stage("double-elimination")
    day.pair()
    day.add("result", pairing="1-1", how="double-forfeit")
    assert (day.status(), day.shown["champion"]) == ("done", None)


# From stage to stage.


def pools(**more: Any) -> Day:
    """Two pools of three in which the lower number wins, and a bracket of the best two."""
    day = Day(6)
    day.stage("round-robin", "A", teams=["T1", "T3", "T5"])
    day.stage("round-robin", "B", teams=["T2", "T4", "T6"])
    day.stage("single-elimination", "C", advance={"from": ["A", "B"], "places": 2}, **more)
    for stage in "AAABBB":
        day.pair(stage)
        pairing = day.shown["rounds"][-1]["pairings"][0]
        one, other = (int(team[1:]) for team in pairing["teams"])
        day.result(pairing["pairing"], 300 - one, 300 - other)
    return day


def test_the_firsts_advance_and_then_the_seconds() -> None:
    day = pools()
    assert (day.status("A"), day.status("C")) == ("done", "waiting")
    # Both firsts have 2; T1's difference is 299 − 297 + 299 − 295 = 6, T2's 2 + 4 = 6; points
    # decide: 598 against 596.  The seconds: T3 297 + 297, T4 296 + 296.
    assert day.pair() == ["T1-T4", "T2-T3"]
    day.won("7-1", "7-2")
    day.pair()
    day.won("8-1")
    assert day.shown["champion"] == "T1"


def cross_pools(*scores: int) -> Day:
    """Two pools of three, whose seconds have so many points each (A2, then B2), and a bracket of
    the best two."""
    day = Day(6)
    day.stage("round-robin", "A", teams=["T1", "T3", "T5"])
    day.stage("round-robin", "B", teams=["T2", "T4", "T6"])
    for stage in "AAABBB":
        day.pair(stage)
        pairing = day.shown["rounds"][-1]["pairings"][0]
        one, other = (int(team[1:]) for team in pairing["teams"])
        points = {1: 320, 2: 310, 3: scores[0], 4: scores[1], 5: 0, 6: 0}
        day.result(pairing["pairing"], points[one], points[other])
    return day


def test_two_of_one_pool_do_not_meet_first() -> None:
    """EVENTS.md, `advance`: the later one changes places with the nearest seed."""
    day = cross_pools(200, 300)
    day.stage("single-elimination", "C", advance={"from": ["A", "B"], "places": 2})
    # As seeds T1 (A), T2 (B), T4 (B), T3 (A), so that T1 would meet T3, and T2 T4.
    assert day.pair() == ["T1-T4", "T2-T3"]
    assert day.order("C")[:2] == ["T1", "T2"]


def test_a_first_round_that_was_released_without_this_rule_stays() -> None:
    day = cross_pools(200, 300)
    day.stage("single-elimination", "C", advance={"from": ["A", "B"], "places": 2})
    day.round(7, "T1-T3", "T2-T4", stage="C")
    day.add("release", round=7)
    day.won("7-1", "7-2")
    assert day.pair() == ["T1-T2"]


def test_where_all_are_of_one_stage_the_seeds_stay() -> None:
    day = Day(4)
    day.stage("round-robin", "A")
    for _round in range(3):
        day.pair()
        for pairing in day.shown["rounds"][-1]["pairings"]:
            one, other = (int(team[1:]) for team in pairing["teams"])
            day.result(pairing["pairing"], 300 - one, 300 - other)
    day.stage("single-elimination", "B", advance={"from": ["A"], "places": 4})
    assert day.pair() == ["T1-T4", "T2-T3"]


@pytest.mark.parametrize("count", [4, 5, 6, 8, 12, 16])
def test_seeds_of_pools_are_parted_and_none_is_lost(count: int) -> None:
    for pools_there_are in (2, 3, 4):
        seeds = [f"T{n}" for n in range(count)]
        dice = random.Random(count * pools_there_are)
        sources = {team: str(dice.randrange(pools_there_are)) for team in seeds}
        apart = separate_same_stage_teams_in_first_round(seeds, sources)
        assert sorted(apart) == sorted(seeds)
        own = [len({sources[team] for team in pair}) for pair in first_round_pairs(apart)]
        before = [len({sources[team] for team in pair}) for pair in first_round_pairs(seeds)]
        assert own.count(1) <= before.count(1)
        if 1 not in before:
            assert apart == seeds


def test_a_stage_that_is_no_bracket_is_not_won() -> None:
    """EVENTS.md, Standings, last lines."""
    day = Day(4)
    day.stage("swiss", rounds=1)
    day.pair()
    day.won("1-1")
    assert last_stage_over_text(day.event.overview) is None
    before = day.event.overview
    day.won("1-2")
    assert not list(correction_effect_texts(before, day.event.overview, [])), "it corrects nothing"
    assert str(champion_text(day.event.overview)) == "First: T1"
    assert str(last_stage_over_text(day.event.overview)) == "Swiss is over; first place: T1"
    day.stage("single-elimination", "B", advance={"from": ["A"], "places": 2})
    assert champion_text(day.event.overview) is None
    day.pair()
    day.won("2-1")
    assert str(champion_text(day.event.overview)) == "Won by T1"
    assert last_stage_over_text(day.event.overview) is None


def test_the_first_of_a_pool_is_not_first_and_a_bracket_of_all_pools_follows() -> None:
    day = Day(8)
    for stage, teams in (("A", (1, 4, 5, 8)), ("B", (2, 3, 6, 7))):
        day.stage("round-robin", stage, teams=[f"T{n}" for n in teams])
    for stage in "ABABAB":
        day.pair(stage)
        number = max(day.event.register.rounds)
        assert last_stage_over_text(day.event.overview) is None
        for pairing in day.event.register.rounds[number].entry.pairings:
            day.won(pairing.pairing)
    assert day.event.overview.champion is None
    assert str(last_stage_over_text(day.event.overview)) == "Play in all 2 pools is over"
    advance = suggest_stage(day.event.overview).advance
    assert advance is not None
    assert (advance.from_, advance.places) == (("A", "B"), 2)


def test_a_stage_waits_for_those_that_it_takes_teams_from() -> None:
    day = Day(4)
    day.stage("round-robin", "A")
    day.stage("single-elimination", "B", advance={"from": ["A"], "places": 2})
    assert "stage “round robin” isn't over" in refused(day, "B")


def test_a_shared_place_at_the_cut_asks_for_a_decision() -> None:
    day = Day(4)
    day.stage("round-robin", "A", tie_breaks=["head-to-head"])
    bracket = day.stage("single-elimination", "B", advance={"from": ["A"], "places": 2})
    # T1 beats all; T2, T3 and T4 beat each other in a circle.
    for pairings in (("T1-T4", "T2-T3"), ("T1-T3", "T4-T2"), ("T1-T2", "T3-T4")):
        assert tuple(day.pair("A")) == pairings
        number = len(day.shown["rounds"])
        day.won(f"{number}-1", f"{number}-2")
    assert list(day.places("A").values()) == [1, 2, 2, 2]
    sentence = refused(day, "B")
    assert "T2 and T3 are tied for place 2" in sentence
    assert "enter the teams in “single elimination”" in sentence
    to = {
        "kind": "stage",
        "stage": "B",
        "format": "single-elimination",
        "advance": {"from": ["A"], "places": 2},
        "teams": ["T3", "T1"],
    }
    day.add("amend", entry=bracket, to=to, why="drawn by lot")
    assert day.pair("B") == ["T3-T1"]


def test_a_team_that_withdrew_makes_room_for_the_next() -> None:
    day = pools()
    day.add("withdraw", team="T1")
    assert day.pair() == ["T2-T5", "T3-T4"]


def test_a_team_that_comes_while_a_stage_takes_no_more_is_refused_and_else_is_in() -> None:
    day = pools()
    with pytest.raises(Refused, match="it's too late to add T7"):
        day.team("T7")


# By hand.


def test_rounds_by_hand_are_over_when_all_have_results_and_as_many_as_said() -> None:
    day = Day(2)
    day.stage("by-hand", rounds=2)
    day.round(1, "T1-T2")
    day.add("release", round=1)
    day.won("1-1")
    assert day.status() == "playing"
    day.round(2, "T2-T1")
    day.add("release", round=2)
    day.won("2-1")
    assert day.status() == "done"


def test_who_is_out_of_a_bracket_may_play_on_in_rounds_by_hand() -> None:
    day = Day(4)
    day.stage("single-elimination")
    day.pair()
    day.won("1-1", "1-2")
    day.stage("by-hand", "B")
    day.round(2, "T3-T4", stage="B")
    day.add("release", round=2)
    assert [each["state"] for each in day.shown["teams"]] == ["in"] * 4
    day.stage("by-hand", "C", teams=["T1", "T2"])
    with pytest.raises(Refused, match="T3 isn't in stage “by hand C”"):
        day.round(3, "T1-T3", stage="C")


# Open play.


def test_open_play_pairs_those_who_are_there_the_longest_waiting_first() -> None:
    day = Day(5)
    day.stage("open-play")
    assert "no pairing is possible" in refused(day)
    day.check_in("T4")
    day.add("check-in", team="T3", seat=0)
    day.add("check-in", team="T2", seat=1)
    assert "no pairing is possible" in refused(day), "half a team is not there"
    day.check_in("T2", "T1")
    assert day.pair() == ["T4-T2"]
    day.check_in("T5")
    assert day.pair() == ["T1-T5"]
    day.won("2-1")
    day.won("1-1")
    # T1 and T5 were free first; they have met, and so have T2 and T4.
    assert day.pair() == ["T1-T2", "T5-T4"]


def test_open_play_waits_for_a_free_table() -> None:
    day = Day(4, tables=["Red"])
    day.check_in("T1", "T2", "T3", "T4")
    day.stage("open-play")
    assert day.pair() == ["T1-T2"]
    assert "a free table" in refused(day)
    day.won("1-1")
    assert day.pair() == ["T3-T4"]


def test_open_play_goes_until_its_time_and_then_all_finish() -> None:
    day = Day(4)
    day.check_in("T1", "T2", "T3", "T4")
    day.stage("open-play", until="2027-03-14T20:00:00Z")
    day.stage("single-elimination", "B", advance={"from": ["A"], "places": 2})
    day.pair()
    day.won("1-1", "1-2")
    assert day.status() == "playing"
    assert "stage “open play” isn't over" in refused(day, "B")
    day.add("note", text="time", at="2027-03-14T20:00:00Z")
    assert day.status() == "done"
    assert len(day.pair()) == 1
    assert {row["played"] for row in day.shown["standings"] if row["stage"] == "A"} == {1}
