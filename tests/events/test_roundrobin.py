"""Round robin (EVENTS.md, Formats): everybody once against everybody, by the circle method."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from scorepad.events.roundrobin import (
    RoundRobinRound,
    make_round_robin_by_circle_method,
    rounds_to_come,
)
from tests.events.day import teams


def meetings(rounds: list[RoundRobinRound]) -> Counter[frozenset[str]]:
    return Counter(frozenset(pair) for each in rounds for pair in each.pairs)


def test_four_teams_by_the_circle_method() -> None:
    assert [each.pairs for each in make_round_robin_by_circle_method(teams(4))] == [
        (("T1", "T4"), ("T2", "T3")),
        (("T1", "T3"), ("T4", "T2")),
        (("T1", "T2"), ("T3", "T4")),
    ]


@given(count=st.integers(2, 30))
def test_everybody_meets_everybody_once_and_odd_numbers_have_one_bye_each(count: int) -> None:
    rounds = make_round_robin_by_circle_method(teams(count))
    assert len(rounds) == count - 1 + count % 2
    assert meetings(rounds) == Counter(frozenset(pair) for pair in combinations(teams(count), 2))
    byes = Counter(team for each in rounds for team in each.byes)
    assert byes == (Counter(teams(count)) if count % 2 else Counter())
    for each in rounds:
        there = [team for pair in each.pairs for team in pair] + list(each.byes)
        assert sorted(there) == sorted(teams(count))


def test_two_legs_swap_the_sides() -> None:
    rounds = make_round_robin_by_circle_method(teams(5), legs=2)
    assert len(rounds) == 10
    sides = Counter(pair for each in rounds for pair in each.pairs)
    assert set(sides.values()) == {1}
    assert all((other, one) in sides for one, other in sides)


def test_the_opponents_of_a_team_that_withdrew_have_byes() -> None:
    rounds = make_round_robin_by_circle_method(teams(4))
    left = rounds_to_come(teams(4), {"T4"}, rounds[:1])
    assert [(each.pairs, each.byes) for each in left] == [
        ((("T1", "T3"),), ("T2",)),
        ((("T1", "T2"),), ("T3",)),
    ]


def test_a_round_in_which_nobody_could_meet_is_passed_over() -> None:
    rounds = make_round_robin_by_circle_method(teams(4))
    left = rounds_to_come(teams(4), {"T3", "T4"}, rounds[:1])
    assert [each.pairs for each in left] == [(("T1", "T2"),)]
    last = RoundRobinRound(left[0].pairs, left[0].byes, frozenset({"T3", "T4"}))
    assert rounds_to_come(teams(4), {"T3", "T4"}, [rounds[0], last]) == []


def test_a_late_team_that_would_fit_the_seat_of_the_bye_still_meets_everybody() -> None:
    rounds = make_round_robin_by_circle_method(teams(3))[:1]
    while more := rounds_to_come(teams(4), set(), rounds):
        rounds.append(more[0])
    assert meetings(rounds) == Counter(frozenset(pair) for pair in combinations(teams(4), 2))


def test_after_a_late_team_the_rest_is_made_anew_from_the_pairs_that_have_not_met() -> None:
    past = make_round_robin_by_circle_method(teams(4))[:2]
    late = teams(5)
    rounds = list(past)
    while more := rounds_to_come(late, set(), rounds):
        rounds.append(more[0])
    assert meetings(rounds) == Counter(frozenset(pair) for pair in combinations(late, 2))
    # Two pairs were left and four with the late team, which plays one at a time.
    assert len(rounds) == 2 + 4
    byes = Counter(team for each in rounds for team in each.byes)
    assert max(byes.values()) == 1, "an odd number of teams: one bye each at the most"


@given(seed=st.integers(0, 10_000), legs=st.sampled_from([1, 2]))
def test_with_late_teams_and_withdrawals_nobody_meets_too_often_or_never(
    seed: int, legs: int
) -> None:
    dice = random.Random(seed)
    there = teams(dice.randint(2, 9))
    gone: set[str] = set()
    rounds: list[RoundRobinRound] = []
    while more := rounds_to_come(there, gone, rounds, legs):
        made = more[0]
        names = [team for pair in made.pairs for team in pair] + list(made.byes)
        assert len(names) == len(set(names)), "nobody twice in a round"
        assert not gone & set(names)
        rounds.append(RoundRobinRound(made.pairs, made.byes, frozenset(gone)))
        if dice.random() < 0.15 and len(there) < 12:
            there.append(f"T{len(there) + 1}")
        if dice.random() < 0.1:
            gone.add(dice.choice(there))
        assert len(rounds) < 200
    met = meetings(rounds)
    assert max(met.values(), default=0) <= legs
    in_now = [team for team in there if team not in gone]
    assert len(in_now) < 2 or all(met[frozenset(pair)] == legs for pair in combinations(in_now, 2))
