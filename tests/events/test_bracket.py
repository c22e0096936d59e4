"""Brackets (EVENTS.md, Formats, Standings): by hand, their invariants, and a second opinion."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest
from double_elimination.tournament import Tournament
from hypothesis import given
from hypothesis import strategies as st

from scorepad.events.bracket import Bracket, BracketRound
from scorepad.events.results import Meeting
from tests.events.day import status, teams


def won(pair: tuple[str, str], side: int) -> Meeting:
    return Meeting(pair, status("played", winner=side))


def better(pair: tuple[str, str]) -> Meeting:
    """The better seed wins."""
    return won(pair, int(int(pair[0][1:]) > int(pair[1][1:])))


def neither(pair: tuple[str, str]) -> Meeting:
    return Meeting(pair, status("double-forfeit"))


def unplayed(pair: tuple[str, str]) -> Meeting:
    return Meeting(pair, status())


def wave(*meetings: Meeting, byes: str = "", withdrawn: str = "") -> BracketRound:
    return BracketRound(meetings, tuple(byes.split()), frozenset(withdrawn.split()))


def test_1_meets_the_last_and_the_two_best_meet_in_the_final() -> None:
    bracket = Bracket(teams(8), [])
    assert bracket.ready_pairs == [("T1", "T8"), ("T4", "T5"), ("T2", "T7"), ("T3", "T6")]
    first = BracketRound(tuple(better(pair) for pair in bracket.ready_pairs))
    second = Bracket(teams(8), [first])
    assert second.ready_pairs == [("T1", "T4"), ("T2", "T3")]
    last = Bracket(
        teams(8), [first, BracketRound(tuple(better(pair) for pair in second.ready_pairs))]
    )
    assert last.ready_pairs == [("T1", "T2")]


def test_byes_go_to_the_best_seeds_in_the_first_round_only() -> None:
    bracket = Bracket(teams(5), [])
    assert (bracket.ready_pairs, bracket.byes) == ([("T4", "T5")], ("T1", "T2", "T3"))
    second = Bracket(teams(5), [BracketRound((won(("T4", "T5"), 1),), bracket.byes)])
    assert (second.ready_pairs, second.byes) == ([("T1", "T5"), ("T2", "T3")], ())


def test_the_match_for_the_third_place_is_played_beside_the_final() -> None:
    first = wave(won(("T1", "T4"), 0), won(("T2", "T3"), 0))
    bracket = Bracket(teams(4), [first], third_place=True)
    assert bracket.ready_pairs == [("T1", "T2"), ("T4", "T3")]
    final = wave(won(("T1", "T2"), 0))
    assert not Bracket(teams(4), [first, final], third_place=True).is_decided
    done = Bracket(teams(4), [first, wave(*final.meetings, won(("T4", "T3"), 0))], third_place=True)
    assert (done.champion, done.places()) == ("T1", [["T1"], ["T2"], ["T4"], ["T3"]])


def test_those_who_went_out_in_one_round_share_a_place() -> None:
    bracket = Bracket(
        teams(8), [BracketRound(tuple(better(pair) for pair in Bracket(teams(8), []).ready_pairs))]
    )
    assert bracket.places() == [["T1", "T2", "T3", "T4"], ["T5", "T6", "T7", "T8"]]
    assert bracket.eliminated == {"T5", "T6", "T7", "T8"}
    assert bracket.champion is None


def test_a_second_loss_is_out_and_the_final_is_played_again_if_the_unbeaten_side_loses_it() -> None:
    rounds = [
        wave(won(("T1", "T4"), 0), won(("T2", "T3"), 0)),
        wave(won(("T1", "T2"), 0), won(("T4", "T3"), 1)),
        wave(won(("T3", "T2"), 1)),
    ]
    bracket = Bracket(teams(4), rounds, double=True)
    assert bracket.ready_pairs == [("T1", "T2")]
    assert bracket.eliminated == {"T3", "T4"}
    kept = Bracket(teams(4), [*rounds, wave(won(("T1", "T2"), 0))], double=True)
    assert (kept.is_decided, kept.champion, kept.ready_pairs) == (True, "T1", [])
    lost = Bracket(teams(4), [*rounds, wave(won(("T1", "T2"), 1))], double=True)
    assert (lost.is_decided, lost.ready_pairs) == (False, [("T2", "T1")])
    again = Bracket(
        teams(4), [*rounds, wave(won(("T1", "T2"), 1)), wave(won(("T2", "T1"), 0))], double=True
    )
    assert (again.champion, again.places()) == ("T2", [["T2"], ["T1"], ["T3"], ["T4"]])


def test_two_teams_in_a_double_elimination() -> None:
    bracket = Bracket(teams(2), [wave(won(("T1", "T2"), 1))], double=True)
    assert bracket.ready_pairs == [("T2", "T1")]


def test_the_losers_drop_in_reversed_order_every_other_round() -> None:
    first = BracketRound(
        tuple(better(pair) for pair in Bracket(teams(8), [], double=True).ready_pairs)
    )
    second = Bracket(teams(8), [first], double=True)
    assert second.ready_pairs == [("T1", "T4"), ("T2", "T3"), ("T8", "T5"), ("T7", "T6")]
    third = Bracket(
        teams(8),
        [first, BracketRound(tuple(better(pair) for pair in second.ready_pairs))],
        double=True,
    )
    # T4 lost to T1 in the upper half and drops to the lower one.
    assert third.ready_pairs == [("T1", "T2"), ("T5", "T3"), ("T6", "T4")]


def test_a_double_forfeit_puts_both_out_whatever_their_losses() -> None:
    bracket = Bracket(teams(4), [wave(neither(("T1", "T4")), won(("T2", "T3"), 0))], double=True)
    assert bracket.eliminated == {"T1", "T4"}
    # T2 has nobody left to meet among the winners, T3 none among the losers.
    assert bracket.ready_pairs == [("T2", "T3")]


def test_where_no_team_is_left_there_is_no_champion() -> None:
    bracket = Bracket(teams(2), [wave(neither(("T1", "T2")))])
    assert (bracket.is_decided, bracket.champion) == (True, None)
    assert bracket.places() == [["T1", "T2"]]


def test_the_place_of_a_team_that_withdrew_is_a_bye_at_once() -> None:
    first = wave(won(("T1", "T4"), 0), won(("T2", "T3"), 0))
    bracket = Bracket(teams(4), [first], withdrawn={"T2"})
    assert (bracket.is_decided, bracket.champion, bracket.ready_pairs) == (True, "T1", [])
    losers = Bracket(teams(4), [first], withdrawn={"T4"}, double=True)
    assert (losers.ready_pairs, losers.byes) == ([("T1", "T2")], ("T3",))


def test_a_team_that_returns_has_lost_the_place_that_became_a_bye_in_a_round_that_is_out() -> None:
    first = BracketRound(tuple(better(pair) for pair in Bracket(teams(8), []).ready_pairs))
    second = wave(won(("T2", "T3"), 0), byes="T1", withdrawn="T4")
    bracket = Bracket(teams(8), [first, second])
    assert bracket.ready_pairs == [("T1", "T2")]


def test_released_rounds_stay_as_they_are_when_an_earlier_result_is_corrected() -> None:
    first = wave(won(("T1", "T4"), 0), won(("T2", "T3"), 0))
    corrected = wave(won(("T1", "T4"), 1), won(("T2", "T3"), 0))
    played = wave(won(("T1", "T2"), 0))
    assert Bracket(teams(4), [first, played]).champion == "T1"
    bracket = Bracket(teams(4), [corrected, played])
    assert (bracket.champion, bracket.outside) == ("T1", [])
    assert bracket.places() == [["T1"], ["T2"], ["T3", "T4"]]


def test_in_a_double_elimination_both_parts_stay_as_they_were_released() -> None:
    first = wave(won(("T1", "T4"), 1), won(("T2", "T3"), 0))
    second = wave(won(("T1", "T2"), 0), won(("T4", "T3"), 0))
    bracket = Bracket(teams(4), [first, second], double=True)
    assert (bracket.ready_pairs, bracket.outside) == ([("T4", "T2")], [])


def test_a_round_changed_by_hand_leads_the_bracket_on() -> None:
    first = wave(
        *(won(pair, 0) for pair in [("T1", "T2"), ("T4", "T5"), ("T8", "T7"), ("T3", "T6")])
    )
    bracket = Bracket(teams(8), [first])
    assert sorted(team for pair in bracket.ready_pairs for team in pair) == ["T1", "T3", "T4", "T8"]
    swapped = Bracket(teams(8), [first, wave(won(("T1", "T3"), 0), won(("T4", "T8"), 1))])
    assert (swapped.outside, swapped.ready_pairs) == ([], [("T1", "T8")])


def test_a_result_that_was_taken_back_holds_what_follows_where_it_is_out() -> None:
    first = wave(unplayed(("T1", "T4")), won(("T2", "T3"), 0))
    assert Bracket(teams(4), [first]).ready_pairs == []
    bracket = Bracket(teams(4), [first, wave(won(("T1", "T2"), 0))])
    assert bracket.outside == []
    assert not bracket.is_decided


def played_on(
    count: int, seed: int, *, double: bool, third_place: bool = False, harm: float = 0.0
) -> tuple[Bracket, list[BracketRound]]:
    """A bracket played to its end; `harm` is the share of double forfeits and withdrawals."""
    dice = random.Random(seed)
    waves: list[BracketRound] = []
    gone: set[str] = set()
    while True:
        bracket = Bracket(teams(count), waves, gone, double=double, third_place=third_place)
        assert bracket.outside == []
        if not bracket.ready_pairs:
            assert bracket.is_decided
            return bracket, waves
        there = [team for pair in bracket.ready_pairs for team in pair]
        assert len(there) == len(set(there)), "nobody twice in a round"
        assert not set(there) & (set(bracket.byes) | gone)
        assert not set(there) & bracket.eliminated or third_place
        waves.append(
            BracketRound(
                tuple(
                    neither(pair) if dice.random() < harm else won(pair, dice.randrange(2))
                    for pair in bracket.ready_pairs
                ),
                bracket.byes,
                frozenset(gone),
            )
        )
        gone |= {team for team in teams(count) if dice.random() < harm / 2}


@given(count=st.integers(2, 80), seed=st.integers(0, 10_000))
def test_a_single_elimination_plays_one_match_less_than_teams(count: int, seed: int) -> None:
    bracket, waves = played_on(count, seed, double=False)
    assert sum(len(each.meetings) for each in waves) == count - 1
    assert len(waves) == math.ceil(math.log2(count))
    assert not any(each.byes for each in waves[1:])
    assert bracket.places()[0] == [bracket.champion]


@given(count=st.integers(2, 80), seed=st.integers(0, 10_000))
def test_a_double_elimination_plays_twice_the_teams_less_two_or_one(count: int, seed: int) -> None:
    bracket, waves = played_on(count, seed, double=True)
    meetings = [meeting for each in waves for meeting in each.meetings]
    assert len(meetings) in (2 * count - 2, 2 * count - 1)
    losses = Counter(loser for meeting in meetings for loser in meeting.losers)
    assert all(losses[team] == 2 for team in teams(count) if team != bracket.champion)
    assert losses[bracket.champion] == len(meetings) - (2 * count - 2)


@given(
    count=st.integers(2, 80),
    seed=st.integers(0, 10_000),
    double=st.booleans(),
    third_place=st.booleans(),
)
def test_no_bracket_gets_stuck_by_withdrawals_and_double_forfeits(
    count: int, seed: int, double: bool, third_place: bool
) -> None:
    bracket, _ = played_on(count, seed, double=double, third_place=third_place, harm=0.2)
    places = [team for sharing in bracket.places() for team in sharing]
    assert sorted(places) == sorted(teams(count))


@pytest.mark.parametrize("count", [2, 3, 6, 7, 8, 13, 16, 24, 33])
def test_a_second_opinion_on_double_elimination_agrees(count: int) -> None:
    """Where the better seed always wins, the library plays as many matches and has the same
    first and second, and so many go out with two losses."""
    tournament = Tournament(teams(count), bracket_reset_finals=False)
    theirs = 0
    while active := tournament.get_active_matches():
        for match in active:
            names = tuple(participant.get_competitor() for participant in match.get_participants())
            tournament.add_win(match, better(names).winner)
            theirs += 1
    waves: list[BracketRound] = []
    while (bracket := Bracket(teams(count), waves, double=True)).ready_pairs:
        waves.append(
            BracketRound(tuple(better(pair) for pair in bracket.ready_pairs), bracket.byes)
        )
    assert sum(len(each.meetings) for each in waves) == theirs
    assert [bracket.champion] == tournament.get_winners() == ["T1"]
    assert bracket.places()[1] == ["T2"]
