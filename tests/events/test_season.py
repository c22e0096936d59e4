"""Seasons (SEASON.md 1): points, ratings, defaults, qualification, places, who is out, ranking."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from scorepad.events.entries import StageEntry
from scorepad.events.eventfile import encode_event_file, parse_event_file
from scorepad.events.proposal import propose_round
from scorepad.events.ranking import rank_all_teams
from scorepad.events.team_standings import qualification_texts, standings_of_stages
from scorepad.spades.refusal import Refused
from tests.events.day import Day, library, refused

LETTERS = {"scale": {"A": 4, "B": 3, "C": 2, "D": 1, "F": 0}, "forfeit": "F", "default": "B"}


def robin(
    teams: int = 4, stage: str = "A", setup: dict[str, Any] | None = None, **more: Any
) -> Day:
    """A round robin whose rounds are all released."""
    day = Day(teams)
    if setup:
        day.add("setup", **setup)
    day.stage("round-robin", stage, **more)
    while day.event.overview.has_rounds_to_come(stage):
        day.pair(stage)
    return day


def pairing(day: Day, one: str, other: str) -> tuple[str, int]:
    """The pairing of two teams, the first without a result, and the side of one of them."""
    drawn = [each for _, each in day.event.register.drawn.values() if {one, other} == {*each.teams}]
    open_ones = [each for each in drawn if not day.event.overview.outcome(each).has_result]
    found = (open_ones or drawn)[0]
    return found.pairing, found.teams.index(one)


def beats(day: Day, one: str, other: str, how: str = "played", by: int = 100) -> None:
    """One team wins against another."""
    key, side = pairing(day, one, other)
    score = [300, 300 - by] if side == 0 else [300 - by, 300]
    more = {"score": score} if how == "played" else {"why": "not here"}
    day.add("result", pairing=key, how=how, winner=side, **more)


def in_order(day: Day, *teams: str) -> None:
    """Each team beats all that come after it."""
    for place, one in enumerate(teams):
        for other in teams[place + 1 :]:
            beats(day, one, other)


def rate(day: Day, team: str, other: str, value: Any) -> None:
    day.add("mark", what="rating", team=team, pairing=pairing(day, team, other)[0], value=value)


def row(day: Day, team: str, stage: str = "A") -> Any:
    return next(each for each in day.event.overview.stage_rows(stage) if each.team == team)


def reasons(day: Day, stage: str) -> dict[str, str]:
    entry = day.event.register.stages[stage]
    found = day.event.overview.advancement_into(entry, as_of_now=True)
    return {team: str(text) for team, text in found.reasons.items()}


def seeds(day: Day, stage: str) -> list[str]:
    return day.event.overview.teams_advancing_into(day.event.register.stages[stage])


# Points and results.


def test_a_stage_counts_what_its_points_say() -> None:
    points = {"win": 3, "tie": 1, "forfeit_win": 0.5, "forfeit_loss": -1, "default_win": 2}
    day = robin(4, points=points)
    beats(day, "T1", "T2")
    key, _ = pairing(day, "T1", "T3")
    day.result(key, 250, 250)
    beats(day, "T1", "T4", "default")
    beats(day, "T2", "T3", "forfeit")
    day.add("result", pairing=pairing(day, "T2", "T4")[0], how="double-forfeit", why="nobody")
    assert {team: row(day, team).score for team in ("T1", "T2", "T3", "T4")} == {
        "T1": 6,
        "T2": -0.5,
        "T3": 0,
        "T4": -1,
    }
    assert (row(day, "T4").forfeits, row(day, "T4").defaults) == (1, 1)
    table = next(standings_of_stages(day.event.overview))
    assert str(table.order).startswith(
        "Points: win 3, tie 1, loss 0, win by forfeit ½, forfeit −1, win by default 2. Places"
    )


def test_head_to_head_counts_one_a_half_and_nothing_whatever_the_points_say() -> None:
    day = robin(3, points={"win": 0, "bye": 0})
    in_order(day, "T3", "T2", "T1")
    assert day.order() == ["T3", "T2", "T1"]
    assert row(day, "T3").decided_by == "head-to-head"


def test_only_a_team_that_was_left_out_gets_points_of_an_absence() -> None:
    day = Day(5)
    for team in ("T1", "T2", "T3", "T4"):
        day.add("check-in", team=team, date="2027-03-14")
    day.stage("swiss", rounds=2, points={"absent": -1})
    entry = propose_round(day.event.overview, day="2027-03-14").entry
    day.event = day.event.append(entry)
    day.add("release", round=1)
    assert row(day, "T5").score == -1
    day.team("T6")
    assert row(day, "T6").score == 0, "a late entrant is not absent"


def test_a_default_is_a_forfeit_but_for_what_counts_forfeits() -> None:
    day = robin(3, tie_breaks=["fewer-forfeits"], forfeit_points=[300, 0])
    beats(day, "T1", "T2", "default")
    beats(day, "T2", "T3")
    beats(day, "T3", "T1", "forfeit")
    assert day.places() == {"T2": 1, "T3": 1, "T1": 3}
    assert row(day, "T2").points_against == 300 + 200
    shown = next(each for each in day.shown["rounds"] if each["pairings"][0]["how"] == "default")
    assert shown["pairings"][0]["winner"] is not None
    assert "needs a winner" in refused(
        robin(2), "result", pairing="1-1", how="default", why="told at noon"
    )


def test_a_default_decides_an_elimination() -> None:
    day = Day(2)
    day.stage("single-elimination")
    day.pair()
    day.add("result", pairing="1-1", how="default", winner=1, why="told at noon")
    assert day.shown["champion"] == "T2"


# Ratings.


def rated(**more: Any) -> Day:
    return robin(3, setup={"rating": {**LETTERS, "default_other": "A"}}, **more)


def test_the_last_rating_of_a_pairing_counts_and_the_mean_is_exact() -> None:
    day = rated()
    in_order(day, "T1", "T2", "T3")
    assert row(day, "T1").rating is None
    rate(day, "T1", "T2", "C")
    rate(day, "T1", "T2", "A")
    rate(day, "T1", "T3", "B")
    day.add("mark", what="rating", team="T1", value="F", why="of the whole day")
    assert row(day, "T1").rating == Fraction(7, 2)
    shown = next(each for each in day.shown["standings"] if each["team"] == "T1")
    assert shown["rating"] == 3.5


def test_forfeits_and_defaults_have_the_ratings_of_the_scale_unless_one_is_recorded() -> None:
    day = rated()
    beats(day, "T1", "T2", "forfeit")
    beats(day, "T1", "T3", "default")
    assert row(day, "T2").ratings == (0,)
    assert row(day, "T3").ratings == (3,)
    assert row(day, "T1").ratings == (4,), "the other side of a default only"
    rate(day, "T2", "T1", "D")
    assert row(day, "T2").ratings == (1,)


def test_the_rating_breaks_ties_where_all_that_are_level_have_one() -> None:
    day = robin(4, setup={"rating": {"from": 1, "to": 5}}, tie_breaks=["rating", "wins", "lots"])
    beats(day, "T1", "T2")
    beats(day, "T3", "T4")
    rate(day, "T1", "T2", 3)
    assert row(day, "T1").decided_by == "lots", "T3 has no rating"
    rate(day, "T3", "T4", 3.5)
    assert day.order()[:2] == ["T3", "T1"]
    assert row(day, "T3").decided_by == "rating"


def test_more_wins_break_a_tie_of_points() -> None:
    day = robin(4, points={"win": 2, "tie": 1}, tie_breaks=["wins"])
    beats(day, "T1", "T2")
    for other in ("T2", "T4"):
        day.result(pairing(day, "T3", other)[0], 200, 200)
    assert (row(day, "T1").score, row(day, "T3").score) == (2, 2)
    assert day.order()[:2] == ["T1", "T3"]
    assert row(day, "T1").decided_by == "wins"


# Who is out.


def test_a_team_with_as_many_forfeits_as_are_allowed_is_out_until_it_returns() -> None:
    day = Day(4)
    day.add("setup", max_forfeits=2)
    day.stage("round-robin", legs=2)

    def state(how: str) -> str:
        number = len(day.event.register.rounds) + 1
        assert "T4" in "-".join(day.pair())
        beats(day, _opponent(day, number, "T4"), "T4", how)
        return day.event.overview.participation_status("T4")

    assert state("forfeit") == "in"
    assert state("default") == "in", "a default is no forfeit"
    assert state("forfeit") == "out"
    assert "T4" not in day.proposed().entry.pairings[0].teams, "it is treated as withdrawn"
    assert "has withdrawn" in refused(day, "round", round=9, stage="A", byes=["T4"])
    day.add("return", team="T4")
    assert day.event.overview.participation_status("T4") == "in"
    assert state("default") == "in"
    assert state("forfeit") == "out"
    assert "can't return" in refused(day, "return", team="T1")


def _opponent(day: Day, number: int, team: str) -> str:
    entry = day.event.register.rounds[number].entry
    (one, other) = next(each.teams for each in entry.pairings if team in each.teams)
    return other if one == team else one


def test_a_forfeit_at_the_table_counts_as_well() -> None:
    day = Day(2)
    day.add("setup", max_forfeits=1)
    day.stage("round-robin", legs=2)
    day.pair()
    day.match("1-1", how="forfeit", winner=0)
    assert day.event.overview.participation_status("T2") == "out"


# Qualification.


def league(**advance: Any) -> Day:
    """T1 to T6 in their order, and a bracket of the best."""
    day = robin(6, setup={"rating": {"from": 0, "to": 4}})
    in_order(day, "T1", "T2", "T3", "T4", "T5", "T6")
    day.stage("single-elimination", "B", advance={"from": ["A"], **advance})
    return day


def test_a_record_of_half_the_matches_qualifies() -> None:
    day = league(places="all", qualify={"winning": 0.5})
    assert seeds(day, "B") == ["T1", "T2", "T3"]
    assert reasons(day, "B") == {
        "T1": ("place 1, record 1.000 (at least .500 required)"),
        "T2": ("place 2, record .800 (at least .500 required)"),
        "T3": ("place 3, record .600 (at least .500 required)"),
        "T4": "record .400 (at least .500 required)",
        "T5": "record .200 (at least .500 required)",
        "T6": "record .000 (at least .500 required)",
    }


def test_a_number_counts_teams_that_qualify_and_a_range_the_places_as_they_are() -> None:
    day = league(places=2, qualify={"rating": 3.25})
    for team, value in (("T1", 3.2), ("T2", 3.25), ("T3", 4), ("T4", 4)):
        rate(day, team, "T6", value)
    assert seeds(day, "B") == ["T2", "T3"]
    said = reasons(day, "B")
    assert said["T1"] == ("sportsmanship rating 3.20 (at least 3.25 required)")
    assert said["T4"] == "place 4"
    assert said["T5"] == ("no sportsmanship rating (at least 3.25 required)")
    published = [str(each) for each in qualification_texts(day.event.overview, "A")]
    assert published[0].endswith("doesn't qualify for single elimination: sportsmanship rating")
    assert "3.2" not in " ".join(published), "ratings are never published"
    day.stage("single-elimination", "C", advance={"from": ["A"], "places": [2, 5]})
    assert seeds(day, "C") == ["T4", "T5"], "the others are taken by an earlier stage"
    assert reasons(day, "C")["T2"] == "plays in single elimination B"


def test_stages_that_are_fed_one_after_another_take_no_team_from_each_other() -> None:
    day = league(places=4)
    while day.status("B") != "done":
        day.pair("B")
        for each in day.event.overview.open_pairings("B"):
            day.won(each.pairing)
    day.stage("single-elimination", "C", advance={"from": ["B"], "places": 2})
    assert len(seeds(day, "C")) == 2


@pytest.mark.parametrize(
    ("qualify", "expected"),
    [
        ({"wins": 4}, ["T1", "T2"]),
        ({"forfeits": 0}, ["T1", "T3", "T4", "T5", "T6"]),
        ({"played": 5}, ["T3", "T4", "T5", "T6"]),
        ({"wins": 1, "played": 5}, ["T3", "T4", "T5"]),
    ],
)
def test_all_conditions_are_met_by_who_qualifies(
    qualify: dict[str, Any], expected: list[str]
) -> None:
    day = robin(6)
    order = ["T1", "T2", "T3", "T4", "T5", "T6"]
    beats(day, "T1", "T2", "forfeit")
    for place, one in enumerate(order):
        for other in order[place + 1 :]:
            if (one, other) != ("T1", "T2"):
                beats(day, one, other)
    day.stage(
        "by-hand", "B", rounds=1, advance={"from": ["A"], "places": "all", "qualify": qualify}
    )
    assert seeds(day, "B") == expected


def test_a_team_that_a_decision_includes_is_seeded_last() -> None:
    day = league(places=2, include=[{"team": "T6", "why": "host"}])
    assert seeds(day, "B") == ["T1", "T2", "T6"]
    assert reasons(day, "B")["T6"] == "added by hand (host)"


def test_a_team_that_withdrew_or_is_out_is_passed_over() -> None:
    day = robin(4, setup={"max_forfeits": 1})
    in_order(day, "T2", "T3", "T4")
    beats(day, "T2", "T1", "forfeit")
    beats(day, "T1", "T3")
    beats(day, "T1", "T4")
    day.add("withdraw", team="T2")
    day.stage("single-elimination", "B", advance={"from": ["A"], "places": 2})
    assert seeds(day, "B") == ["T3", "T4"]
    assert reasons(day, "B")["T1"] == "out after 1 forfeit"
    assert reasons(day, "B")["T2"] == "withdrew"


def test_a_qualification_that_nobody_meets_is_named() -> None:
    day = league(places=2, qualify={"rating": 3})
    with pytest.raises(Refused, match="no team qualifies for stage “single elimination”"):
        day.proposed("B")
    assert day.event.overview.participation_status("T1") == "in"


@pytest.mark.parametrize("places", [[1, 2], [3, 4]])
def test_a_shared_place_at_either_end_of_a_range_is_refused(places: list[int]) -> None:
    day = robin(4, tie_breaks=[])
    for one, other in (("T1", "T2"), ("T1", "T3"), ("T1", "T4"), ("T2", "T4"), ("T3", "T4")):
        beats(day, one, other)
    day.result(pairing(day, "T2", "T3")[0], 200, 200)
    day.stage("single-elimination", "B", advance={"from": ["A"], "places": places})
    with pytest.raises(Refused, match="T2 and T3 are tied for place 2"):
        seeds(day, "B")
    day.stage("single-elimination", "C", advance={"from": ["A"], "places": [2, 3]})
    assert reasons(day, "B")["T4"].startswith("place 4"), "as of now it is shown all the same"


# Brackets A, B and C, and the final ranking.


def test_the_first_of_several_final_brackets_decides_and_ranks_before_the_next() -> None:
    day = robin(6)
    in_order(day, "T1", "T2", "T3", "T4", "T5", "T6")
    for stage, places in (("Gold", [1, 2]), ("Silver", [3, 4])):
        day.stage("single-elimination", stage, advance={"from": ["A"], "places": places})
    day.pair("Gold")
    day.pair("Silver")
    assert rank_all_teams(day.event.overview) == []
    day.won(*(each.pairing for each in day.event.overview.open_pairings("Silver")))
    day.lost(*(each.pairing for each in day.event.overview.open_pairings("Gold")))
    assert day.shown["champion"] == "T2"
    assert [(each["place"], each["team"], each["stage"]) for each in day.shown["ranking"]] == [
        (1, "T2", "Gold"),
        (2, "T1", "Gold"),
        (3, "T3", "Silver"),
        (4, "T4", "Silver"),
        (5, "T5", "A"),
        (6, "T6", "A"),
    ]


def test_across_divisions_the_score_ranks_and_who_is_still_level_shares() -> None:
    day = Day(6)
    ways = ["head-to-head", "difference"]
    day.stage("round-robin", "Red", teams=["T1", "T2", "T3"], tie_breaks=ways)
    day.stage("round-robin", "Blue", teams=["T4", "T5", "T6"], tie_breaks=ways)
    for stage in ("Red", "Blue"):
        while day.event.overview.has_rounds_to_come(stage):
            day.pair(stage)
    in_order(day, "T1", "T2", "T3")
    beats(day, "T4", "T5", by=250)
    beats(day, "T4", "T6")
    beats(day, "T5", "T6")
    ranks = {each.team: each.place for each in rank_all_teams(day.event.overview)}
    assert ranks == {"T4": 1, "T1": 2, "T2": 3, "T5": 4, "T3": 5, "T6": 5}


# Eligibility.


def test_a_player_who_sat_in_too_few_matches_is_named_and_may_play() -> None:
    day = Day()
    for number in range(1, 5):
        day.team(f"T{number}", players=[f"Ann {number}", f"Bo {number}", f"Cy {number}"])
    day.stage("round-robin")
    while day.event.overview.has_rounds_to_come("A"):
        day.pair()
    for key, (_, drawn) in day.event.register.drawn.items():
        one, other = (team[1:] for team in drawn.teams)
        players = (f"Ann {one}", f"Ann {other}", f"Bo {one}", f"Bo {other}")
        day.match(key, how="played", winner=int(one > other), score=(1, 2), players=players)
    qualify = {"played": 2}
    day.stage("single-elimination", "B", advance={"from": ["A"], "places": 2, "qualify": qualify})
    said = [str(each) for each in day.proposed("B").warnings]
    assert said[-1] == (
        "2 players have played in too few matches: Cy 1 (T1), 0 of 2; Cy 2 (T2), 0 of 2"
    )
    assert seeds(day, "B") == ["T1", "T2"]


# What the log holds.


def test_a_season_is_read_from_its_file_as_it_was_written() -> None:
    day = Day(4, dates=[], max_forfeits=2)
    dates = [{"date": "2027-03-01", "start": "19:00", "tables": ["1"]}, {"date": "2027-03-08"}]
    day.add("setup", dates=dates, rating=LETTERS, roster_freeze="2027-03-08", people="initial")
    day.team("T5", organization="Chess Club", unavailable=["2027-03-08"])
    advance = {"from": ["A"], "places": [1, 2], "qualify": {"rating": 3.25, "winning": 0.5}}
    day.stage("swiss", rounds=1, points={"win": 3, "loss": -0.5}, matches_a_day=2)
    day.stage("single-elimination", "B", advance=advance)
    again = parse_event_file(encode_event_file(day.event), library())
    for stage, entry in day.event.register.stages.items():
        read = again.register.stages[stage]
        assert (read.points, read.advance, read.matches_a_day) == (
            entry.points,
            entry.advance,
            entry.matches_a_day,
        )
    assert again.register.teams["T5"].organization == "Chess Club"
    assert again.register.head.rating == day.event.register.head.rating
    assert again.register.head.max_forfeits == 2
    assert encode_event_file(parse_event_file(encode_event_file(again), library())) == (
        encode_event_file(again)
    )
    assert day.shown["dates"][0] == {"date": "2027-03-01", "start": "19:00", "tables": ("1",)}


def test_a_log_without_a_season_folds_to_the_same_file_as_before() -> None:
    day = robin(2)
    file = encode_event_file(day.event).decode()
    for field in ("dates", "rating", "roster_freeze", "max_forfeits", "people", "organization"):
        assert f'"{field}"' not in file
    for field in ("points", "matches_a_day", "agreed"):
        assert f'"{field}"' not in file


# What is refused, in one sentence.


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        (
            {"dates": [{"date": "2027-03-08"}, {"date": "2027-03-01"}]},
            "the dates are out of order: 2027-03-01 comes before 2027-03-08",
        ),
        (
            {"dates": [{"date": "2027-02-30"}]},
            "write the date as year-month-day, such as 2027-03-14",
        ),
        ({"dates": [{"date": "2027-03-08"}] * 2}, "2027-03-08 is listed twice"),
        ({"dates": [{"date": "2027-03-08", "tables": []}]}, "2027-03-08 has no tables"),
        (
            {"dates": [{"date": "2027-03-08", "tables": ["1", "1"]}]},
            "table 1 is in the list twice",
        ),
        ({"dates": [{"date": "2027-04-05"}]}, "T4 can't play on any date of the event"),
        ({"rating": {"from": 5, "to": 1}}, "in a rating scale, “from” must be lower than “to”"),
        ({"rating": {"from": 1}}, "a rating scale needs either names with numbers"),
        ({"rating": {}}, "a rating scale needs either names with numbers"),
        ({"rating": {"scale": {}}}, "a rating scale needs at least one name with a number"),
        ({"rating": {"from": 1, "to": 5, "forfeit": 0}}, "a rating must be a number from 1 to 5"),
        ({"rating": {**LETTERS, "default": "E"}}, "a rating must be one of A, B, C, D, F"),
        ({"roster_freeze": "2027-02-30"}, "write the date as year-month-day, such as 2027-03-14"),
    ],
)
def test_a_bad_season_is_refused(setup: dict[str, Any], sentence: str) -> None:
    day = Day(3)
    day.team("T4", unavailable=["2027-04-05"])
    assert refused(day, "setup", **setup).startswith(sentence)


@pytest.mark.parametrize(
    ("stage", "sentence"),
    [
        ({"points": {"win": 0.3}}, "only whole and half points are allowed, so 0.3 isn't valid"),
        (
            {"advance": {"from": ["A"], "places": [8, 5]}},
            "places must be a number, “all”, or a range",
        ),
        ({"advance": {"from": ["A"], "places": [1, 2, 3]}}, "places must be a number, “all”"),
        (
            {"advance": {"from": ["A"], "places": 1, "include": [{"team": "T9", "why": "x"}]}},
            "team T9 doesn't exist",
        ),
    ],
)
def test_a_bad_stage_is_refused(stage: dict[str, Any], sentence: str) -> None:
    day = robin(2)
    said = refused(day, "stage", stage="B", format="round-robin", **stage)
    assert said.startswith(sentence)


def test_a_rating_outside_the_scale_or_of_another_match_is_refused() -> None:
    day = rated()
    mark = {"what": "rating", "team": "T1", "value": "E"}
    key, _ = pairing(day, "T1", "T2")
    assert refused(day, "mark", pairing=key, **mark) == "a rating must be one of A, B, C, D, F"
    other, _ = pairing(day, "T2", "T3")
    assert "doesn't play in" in refused(day, "mark", pairing=other, **{**mark, "value": "A"})
    numbers = robin(2, setup={"rating": {"from": 1, "to": 5}})
    assert refused(numbers, "mark", pairing="1-1", **{**mark, "value": 6}) == (
        "a rating must be a number from 1 to 5"
    )


def test_a_team_that_can_come_on_no_date_is_refused() -> None:
    day = Day(2)
    day.add("setup", dates=[{"date": "2027-03-01"}, {"date": "2027-03-08"}])
    days = ["2027-03-01", "2027-03-08"]
    assert "can't play on any date" in refused(
        day, "team", team="T3", name="Kings", players=["Ann", "Bo"], unavailable=days
    )


def test_a_stage_with_more_rounds_than_dates_is_named() -> None:
    day = Day(6)
    day.add("setup", dates=[{"date": "2027-03-01"}, {"date": "2027-03-08"}])
    entry = StageEntry(stage="A", format="round-robin")
    sentence = "round robin has 5 rounds to play, but its dates have room for only 2"
    assert [str(each) for each in day.event.warnings_if_appended(entry)] == [sentence]
    swiss = StageEntry(stage="A", format="swiss", rounds=4, matches_a_day=2)
    assert day.event.warnings_if_appended(swiss) == ()
