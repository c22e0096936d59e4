"""Standings: every tie-break reckoned by hand (EVENTS.md, Standings)."""

from __future__ import annotations

import hashlib
import random
from itertools import combinations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scorepad.events.results import Meeting
from scorepad.events.standings import CountingRules, StageRow, compute_standings
from tests.events.day import Day, status


def played(
    one: str, other: str, ours: int, theirs: int, bags: tuple[int, int] | None = (0, 0)
) -> Meeting:
    """A match played out; the higher score wins, level scores tie."""
    winner = None if ours == theirs else int(theirs > ours)
    return Meeting(
        (one, other),
        status("played", winner=winner, score=(ours, theirs), bags=bags),
    )


def forfeit(winner: str, loser: str) -> Meeting:
    return Meeting((winner, loser), status("forfeit", winner=0))


def neither(one: str, other: str) -> Meeting:
    return Meeting((one, other), status("double-forfeit"))


def table(*meetings: Meeting, teams: str = "", **more: Any) -> list[StageRow]:
    names = list(teams) or sorted({team for meeting in meetings for team in meeting.teams})
    return compute_standings("E", names, meetings, CountingRules(**more))


def places(rows: list[StageRow]) -> list[tuple[str, int, str | None]]:
    return [(row.team, row.place, row.decided_by) for row in rows]


def test_a_win_is_1_a_tie_half_a_bye_1_a_forfeit_1_and_0_a_double_forfeit_0_and_0() -> None:
    rows = table(
        played("A", "B", 300, 200),
        played("A", "C", 250, 250),
        forfeit("B", "C"),
        neither("C", "D"),
        byes={"D": 1},
    )
    assert {row.team: row.score for row in rows} == {"A": 1.5, "B": 1, "C": 0.5, "D": 1}
    assert [type(row.score) for row in rows if row.team == "B"] == [int]


def test_the_columns_of_a_row() -> None:
    rows = table(
        played("A", "B", 312, 287, (3, 1)),
        forfeit("A", "C"),
        neither("A", "D"),
        byes={"A": 1},
    )
    first = rows[0]
    assert (first.team, first.played, first.wins, first.ties, first.losses) == ("A", 3, 2, 0, 1)
    assert (first.byes, first.forfeits, first.score) == (1, 1, 3)
    assert (first.points_for, first.points_against, first.difference) == (312, 287, 25)
    assert first.bags == 3
    by_team = {row.team: row for row in rows}
    assert (by_team["C"].played, by_team["C"].losses, by_team["C"].forfeits) == (1, 1, 1)
    assert by_team["C"].bags == 0


def test_score_decides_first_and_the_last_is_decided_from_the_one_above() -> None:
    rows = table(played("A", "B", 300, 0), played("A", "C", 300, 0), played("B", "C", 300, 0))
    assert places(rows) == [("A", 1, "score"), ("B", 2, "score"), ("C", 3, "score")]


def test_head_to_head_goes_before_the_difference() -> None:
    # One win each, B with 298 more points of difference; but A beat B.
    rows = table(played("A", "B", 300, 299), played("B", "C", 300, 0))
    assert places(rows) == [("A", 1, "head-to-head"), ("B", 2, "score"), ("C", 3, "score")]


def test_head_to_head_among_three_who_beat_each_other_in_a_circle_parts_nobody() -> None:
    rows = table(played("A", "B", 9, 0), played("B", "C", 7, 0), played("C", "A", 2, 0))
    # Differences: A 9 − 2, B 7 − 9, C 2 − 7.
    assert places(rows) == [("A", 1, "difference"), ("B", 2, "difference"), ("C", 3, "difference")]


def test_head_to_head_counts_forfeits() -> None:
    rows = table(forfeit("B", "A"), played("A", "C", 300, 0))
    assert places(rows) == [("B", 1, "head-to-head"), ("A", 2, "score"), ("C", 3, "score")]


def test_head_to_head_is_passed_over_where_two_of_the_level_teams_never_met() -> None:
    rows = table(forfeit("B", "A"), played("A", "C", 300, 0), played("C", "D", 1, 0))
    # A, B and C have a win each, and B and C never met.  Differences: 300, 0 and −299.
    assert places(rows) == [
        ("A", 1, "difference"),
        ("B", 2, "difference"),
        ("C", 3, "score"),
        ("D", 4, "score"),
    ]


def test_head_to_head_is_passed_over_where_only_some_met_twice() -> None:
    rows = table(
        played("A", "B", 10, 9),
        played("B", "A", 9, 10),
        played("C", "A", 100, 0),
        played("B", "C", 10, 0),
        played("B", "D", 10, 0),
        played("C", "D", 10, 0),
    )
    # Two wins each.  Among themselves A would be first; by difference it is the last of them.
    assert [(row.team, row.difference) for row in rows] == [
        ("C", 100),
        ("B", 18),
        ("A", -98),
        ("D", -20),
    ]
    assert rows[0].decided_by == "difference"


def test_a_part_that_is_still_level_begins_again_with_the_first_tie_break() -> None:
    rows = table(
        played("B", "A", 100, 90),
        played("A", "X", 110, 100),
        played("C", "Y", 200, 100),
        played("X", "B", 110, 100),
        played("Y", "C", 10, 0),
    )
    # All five have one win; they have not all met.  Differences: C 90, A, B and X 0, Y −90.
    # A, B and X, level again, have each met the other two: one win each; points: A 200, B 200,
    # X 210.  A and B are level again: B beat A.
    assert places(rows) == [
        ("C", 1, "difference"),
        ("X", 2, "points"),
        ("B", 3, "head-to-head"),
        ("A", 4, "difference"),
        ("Y", 5, "difference"),
    ]


def test_difference_counts_matches_played_out_only() -> None:
    rows = table(
        played("A", "X", 100, 50),
        forfeit("A", "Y"),
        played("B", "X", 100, 50),
        played("B", "Y", 10, 9),
        byes={"X": 1, "Y": 1},
    )
    assert [(row.team, row.difference) for row in rows[:2]] == [("B", 51), ("A", 50)]


def test_forfeit_points_name_a_score_for_forfeits() -> None:
    rows = table(forfeit("A", "B"), neither("A", "B"), forfeit_points=(300, 0))
    assert [(row.team, row.points_for, row.points_against) for row in rows] == [
        ("A", 300, 0),
        ("B", 0, 300),
    ]


def test_points_decide_after_the_difference() -> None:
    rows = table(played("A", "X", 100, 50), played("B", "Y", 200, 150))
    assert places(rows)[0] == ("B", 1, "points")


def test_fewer_bags_is_passed_over_where_the_bags_of_a_level_team_are_unknown() -> None:
    fewer = table(played("A", "X", 9, 8, (4, 0)), played("B", "Y", 9, 8, (3, 0)))
    assert places(fewer)[0] == ("B", 1, "fewer-bags")
    unknown = table(played("A", "X", 9, 8, None), played("B", "Y", 9, 8, (3, 0)))
    assert unknown[0].decided_by == "lots"
    assert {row.team: row.bags for row in unknown}["A"] is None


def test_opponents_is_the_sum_of_their_wins() -> None:
    meetings = (
        played("A", "C", 9, 8),
        played("B", "D", 9, 8),
        forfeit("C", "E"),
        played("D", "F", 7, 7),
    )
    rows = table(*meetings, byes={"D": 1}, tie_breaks=("opponents",))
    # C won once (a forfeit counts); D tied and had a bye (neither is a win).
    assert {row.team: row.opponents for row in rows if row.team in "AB"} == {"A": 1, "B": 0}
    assert [row.team for row in rows if row.team in "AB"] == ["A", "B"]


def test_lots_are_drawn_by_the_two_ids_lowest_first() -> None:
    rows = table(played("A", "B", 5, 5))
    drawn = sorted("AB", key=lambda team: hashlib.sha256(f"E/{team}".encode()).hexdigest())
    assert [row.team for row in rows] == drawn
    assert {row.decided_by for row in rows} == {"lots"}


def test_teams_that_stay_level_share_a_place() -> None:
    rows = table(played("A", "X", 9, 8), played("B", "Y", 9, 8), tie_breaks=("difference",))
    assert places(rows) == [
        ("A", 1, "score"),
        ("B", 1, "score"),
        ("X", 3, "score"),
        ("Y", 3, "score"),
    ]


def test_one_place_is_decided_by_nothing() -> None:
    assert places(table(teams="A")) == [("A", 1, None)]
    assert places(table(teams="AB", tie_breaks=())) == [("A", 1, None), ("B", 1, None)]


@st.composite
def some_meetings(draw: st.DrawFn) -> list[Meeting]:
    teams = [f"T{number}" for number in range(draw(st.integers(2, 9)))]
    meetings = []
    for one, other in draw(st.lists(st.sampled_from(list(combinations(teams, 2))), max_size=20)):
        how = draw(st.sampled_from(["played", "played", "forfeit", "double-forfeit"]))
        if how == "played":
            bags = draw(st.sampled_from([None, (1, 2), (0, 0)]))
            meetings.append(
                played(one, other, draw(st.integers(0, 3)), draw(st.integers(0, 3)), bags)
            )
        else:
            meetings.append(forfeit(one, other) if how == "forfeit" else neither(one, other))
    return meetings


TEAMS = [f"T{number}" for number in range(9)]


@given(meetings=some_meetings(), seed=st.integers(0, 99))
def test_the_order_in_which_results_are_recorded_does_not_matter(
    meetings: list[Meeting], seed: int
) -> None:
    before = compute_standings("E", TEAMS, meetings, CountingRules())
    shuffled = meetings.copy()
    random.Random(seed).shuffle(shuffled)
    assert compute_standings("E", TEAMS, shuffled, CountingRules()) == before


@given(meetings=some_meetings())
def test_every_team_has_one_place_and_higher_scores_come_first(meetings: list[Meeting]) -> None:
    rows = compute_standings("E", TEAMS, meetings, CountingRules())
    assert sorted(row.team for row in rows) == sorted(TEAMS)
    scores = [row.half_points for row in rows]
    assert scores == sorted(scores, reverse=True)
    assert [row.place for row in rows] == list(range(1, 10)), "lots leave nobody level"
    decided = sum(meeting.outcome.how != "double-forfeit" for meeting in meetings)
    assert sum(scores) == 2 * decided


def test_a_team_that_played_nowhere_is_ranked_last() -> None:
    day = Day(3)
    day.stage("round-robin", teams=["T2", "T3"])
    day.pair("A")
    day.won("1-1")
    ranks = [(each["place"], each["team"]) for each in day.shown["ranking"]]
    assert ranks == [(1, "T2"), (2, "T3"), (3, "T1")]
