"""Swiss rounds (EVENTS.md, Formats): by hand, and against every possible pairing of few teams."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.events import swiss
from scorepad.events.swiss import SwissRound, pair_swiss_round
from tests.events.day import teams


def pairs(*meetings: str) -> set[frozenset[str]]:
    return {frozenset(meeting.split("-")) for meeting in meetings}


def named(made: SwissRound) -> list[str]:
    return ["-".join(pair) for pair in made.pairs]


def test_the_first_round_is_upper_half_against_lower_half() -> None:
    assert named(pair_swiss_round(teams(8), {}, set(), {})) == ["T1-T5", "T2-T6", "T3-T7", "T4-T8"]


def test_equal_scores_meet_upper_half_against_lower_half() -> None:
    scores = {"T1": 2, "T2": 2, "T3": 2, "T4": 2}
    made = pair_swiss_round(teams(8), scores, pairs("T1-T3"), {})
    assert named(made) == ["T1-T4", "T2-T3", "T5-T7", "T6-T8"]


def test_the_bye_goes_to_the_lowest_of_those_with_the_fewest_byes() -> None:
    made = pair_swiss_round(teams(5), {}, set(), {"T5": 1, "T4": 1})
    assert made.bye == "T3"


def test_a_bye_that_avoids_a_rematch_goes_before_the_lowest() -> None:
    # Without T3 only T1 and T2 are left to meet, again.
    made = pair_swiss_round(teams(3), {}, pairs("T1-T2"), {})
    assert (made.bye, named(made)) == ("T2", ["T1-T3"])


def test_a_rematch_is_made_only_where_none_can_be_avoided() -> None:
    all_met = pairs("T1-T2", "T1-T3", "T1-T4", "T2-T3", "T2-T4", "T3-T4")
    assert len(pair_swiss_round(teams(4), {}, all_met, {}).pairs) == 2
    one_left = all_met - pairs("T1-T4", "T2-T3")
    assert named(pair_swiss_round(teams(4), {}, one_left, {})) == ["T1-T4", "T2-T3"]


def test_an_odd_score_group_hands_its_lowest_down_to_the_highest_of_the_next() -> None:
    scores = {"T1": 4, "T2": 4, "T3": 4, "T4": 2, "T5": 2, "T6": 2}
    assert named(pair_swiss_round(teams(6), scores, set(), {})) == ["T1-T2", "T3-T4", "T5-T6"]


def every_pairing(names: list[str]) -> Iterator[list[tuple[str, str]]]:
    if not names:
        yield []
        return
    first, *rest = names
    for other in rest:
        for more in every_pairing([name for name in rest if name != other]):
            yield [(first, other), *more]


def merit(
    made: list[tuple[str, str]],
    bye: str | None,
    order: list[str],
    scores: dict[str, int],
    met: set[frozenset[str]],
) -> tuple[int, int, int]:
    """What decides, in this order: rematches, how far above the lowest the bye is, differences."""
    return (
        sum(frozenset(pair) in met for pair in made),
        len(order) - order.index(bye) if bye else 0,
        sum((scores.get(one, 0) - scores.get(other, 0)) ** 2 for one, other in made),
    )


def best(
    order: list[str], scores: dict[str, int], met: set[frozenset[str]], byes: dict[str, int]
) -> tuple[int, int, int]:
    fewest = min(byes.get(team, 0) for team in order)
    resting = [team for team in order if byes.get(team, 0) == fewest] if len(order) % 2 else [None]
    return min(
        merit(made, bye, order, scores, met)
        for bye in resting
        for made in every_pairing([team for team in order if team != bye])
    )


@given(count=st.integers(2, 8), seed=st.integers(0, 10_000), rounds=st.integers(0, 7))
def test_few_teams_are_paired_as_well_as_every_possible_pairing_allows(
    count: int, seed: int, rounds: int
) -> None:
    dice = random.Random(seed)
    order, scores, byes = teams(count), {}, {}
    met: set[frozenset[str]] = set()
    for _ in range(rounds + 1):
        dice.shuffle(order)
        order.sort(key=lambda team: -scores.get(team, 0))
        made = pair_swiss_round(order, scores, met, byes)
        there = [team for pair in made.pairs for team in pair] + ([made.bye] if made.bye else [])
        assert sorted(there) == sorted(order), "nobody twice, nobody left out"
        if made.bye:
            assert byes.get(made.bye, 0) == min(byes.get(team, 0) for team in order)
        assert merit(list(made.pairs), made.bye, order, scores, met) == best(
            order, scores, met, byes
        )
        for one, other in made.pairs:
            met.add(frozenset((one, other)))
            winner = dice.choice([one, other, None])
            if winner:
                scores[winner] = scores.get(winner, 0) + 2
        if made.bye:
            byes[made.bye] = byes.get(made.bye, 0) + 1
            scores[made.bye] = scores.get(made.bye, 0) + 2


@given(count=st.integers(4, 24), seed=st.integers(0, 10_000))
def test_one_matching_over_all_pairs_finds_nothing_better(count: int, seed: int) -> None:
    """The quick way is the answer only where it is as good as the whole matching."""
    dice = random.Random(seed)
    order = teams(count)
    scores = {team: dice.randrange(4) for team in order}
    order.sort(key=lambda team: -scores[team])
    met = {frozenset(dice.sample(order, 2)) for _ in range(count * 2)}
    made = pair_swiss_round(order, scores, met, {})
    rests = list(reversed(order)) if count % 2 else []
    matched, rested = swiss._pair_with_bye(order, scores, met, rests)
    assert merit(list(made.pairs), made.bye, order, scores, met) == merit(
        matched, rested, order, scores, met
    )


@pytest.mark.parametrize("count", [82, 160])
def test_many_teams_meet_nobody_again_while_that_can_be_avoided(count: int) -> None:
    dice = random.Random(count)
    order, scores = teams(count), dict.fromkeys(teams(count), 0)
    met: set[frozenset[str]] = set()
    for _ in range(9):
        order.sort(key=lambda team: -scores[team])
        made = pair_swiss_round(order, scores, met, {})
        assert pair_swiss_round(order, scores, met, {}) == made
        assert not met & {frozenset(pair) for pair in made.pairs}
        for pair in made.pairs:
            met.add(frozenset(pair))
            scores[dice.choice(pair)] += 2


def test_many_teams_of_one_score_group_that_has_met_are_paired_over_all_groups() -> None:
    """Neighbouring score groups are matched first; here they leave a rematch."""
    order = teams(82)
    # The first 41 all met one another and the next 40; only the last team is new to them.
    scores = {team: 6 if index < 41 else 4 if index < 81 else 0 for index, team in enumerate(order)}
    upper, middle = order[:41], order[41:81]
    met = {frozenset((one, other)) for one in upper[:1] for other in [*upper[1:], *middle]}
    made = pair_swiss_round(order, scores, met, {})
    assert not met & {frozenset(pair) for pair in made.pairs}
    assert ("T1", "T82") in made.pairs
