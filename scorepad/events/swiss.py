"""The pairs of a Swiss round.

In this order: the bye goes only to a team with the fewest byes; the fewest rematches; the lowest
such team has the bye; the least sum of squared differences in score; then, within equal scores,
the upper half meets the lower half in the order of the standings.

Scores are half points. If no one meets again, the sum is at least what it costs that each score
group with a team too many hands one down to the next. So that is tried first, and is the answer
wherever it succeeds. Everything else is left to one matching over all pairs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

import msgspec

from scorepad.events.matching import Pair, find_most_pairs_at_least_cost

PastPairs: TypeAlias = Collection[frozenset[str]]
"""These pairs of teams have met."""

MAX_TEAMS_MATCHED_AT_ONCE = 80
"""Of up to this many teams all pairs are matched at once; of more, neighboring score groups
first."""


class SwissRound(msgspec.Struct, frozen=True):
    """Holds the pairs, best table first, and the team that has the bye."""

    pairs: tuple[Pair, ...]
    bye: str | None = None


def pair_swiss_round(
    order: Sequence[str], scores: Mapping[str, int], past_pairs: PastPairs, byes: Mapping[str, int]
) -> SwissRound:
    """Return the next round of these teams, in the order of the standings (`scores` in half points,
    `byes` so far)."""
    may_rest: list[str] = []
    if len(order) % 2:
        fewest = min(byes.get(team, 0) for team in order)
        may_rest = [team for team in reversed(order) if byes.get(team, 0) == fewest]
    rests = may_rest[0] if may_rest else None
    playing = [team for team in order if team != rests]
    pairs = _pair_by_score_groups(_group_by_score(playing, scores), past_pairs)
    if pairs is None:
        pairs = _pair_without_rematch(playing, scores, past_pairs)
        if pairs is None:
            pairs, rests = _pair_with_bye(order, scores, past_pairs, may_rest)
        pairs = _pair_equal_scores_in_halves(
            pairs, _group_by_score([team for team in order if team != rests], scores), past_pairs
        )
    place = {team: index for index, team in enumerate(order)}
    ordered = ((one, other) if place[one] < place[other] else (other, one) for one, other in pairs)
    return SwissRound(tuple(sorted(ordered, key=lambda pair: place[pair[0]])), rests)


def _group_by_score(order: Sequence[str], scores: Mapping[str, int]) -> list[list[str]]:
    groups: dict[int, list[str]] = {}
    for team in order:
        groups.setdefault(scores.get(team, 0), []).append(team)
    return [groups[score] for score in sorted(groups, reverse=True)]


def _pair_by_score_groups(groups: Sequence[list[str]], past_pairs: PastPairs) -> list[Pair] | None:
    """Return the pairs group by group: the lowest of an odd group meets the highest of the next
    that it has not met. None if that brings a rematch."""
    pairs: list[Pair] = []
    down = None
    for group in groups:
        left = list(group)
        if down is not None:
            other = next((team for team in left if frozenset((down, team)) not in past_pairs), None)
            if other is None:
                return None
            left.remove(other)
            pairs.append((down, other))
        down = left.pop() if len(left) % 2 else None
        inside = pair_halves(left, past_pairs)
        if inside is None:
            return None
        pairs += inside
    return pairs


def pair_halves(teams: Sequence[str], past_pairs: PastPairs) -> list[Pair] | None:
    """Return pairs of the upper half and the lower half of an even number of teams, each as near
    as can be to the one as far down as itself; None if that is not possible without a rematch."""
    half = len(teams) // 2
    upper, lower = teams[:half], teams[half:]
    partner: dict[int, int] = {}  # of the lower half: which of the upper half it meets

    def find_partner(one: int, visited: set[int]) -> bool:
        for other in sorted(range(half), key=lambda index: (abs(index - one), -index)):
            if other in visited or frozenset((upper[one], lower[other])) in past_pairs:
                continue
            visited.add(other)
            if other not in partner or find_partner(partner[other], visited):
                partner[other] = one
                return True
        return False

    if not all(find_partner(one, set()) for one in range(half)):
        return None
    return [(upper[one], lower[other]) for other, one in sorted(partner.items())]


def _pair_without_rematch(
    playing: Sequence[str], scores: Mapping[str, int], past_pairs: PastPairs
) -> list[Pair] | None:
    """Return the pairs with the least sum among those without a rematch; None if there are none.
    Fewer pairs are to be matched than over all, which takes a third of the time off."""
    place = {
        team: at for at, group in enumerate(_group_by_score(playing, scores)) for team in group
    }
    every = combinations(range(len(playing)), 2)
    new = [
        (one, other)
        for one, other in every
        if frozenset((playing[one], playing[other])) not in past_pairs
    ]
    for reach in (1, len(place)) if len(playing) > MAX_TEAMS_MATCHED_AT_ONCE else (len(place),):
        pairs = find_most_pairs_at_least_cost(
            {
                (one, other): (scores.get(playing[one], 0) - scores.get(playing[other], 0)) ** 2
                for one, other in new
                if place[playing[other]] - place[playing[one]] <= reach
            }
        )
        if len(pairs) * 2 == len(playing):
            return [(playing[one], playing[other]) for one, other in pairs]
    return None


def _pair_with_bye(
    order: Sequence[str], scores: Mapping[str, int], past_pairs: PastPairs, may_rest: Sequence[str]
) -> tuple[list[Pair], str | None]:
    """Return the pairs and the bye by one matching.  The bye is one more team to be met, by those
    that may rest, the lowest of them first."""
    teams = [*order, *([""] if may_rest else [])]
    rests = {team: index for index, team in enumerate(may_rest)}
    span = max(scores.get(team, 0) for team in order) - min(scores.get(team, 0) for team in order)
    resting = len(order) * span * span + 1  # more than all differences together
    rematch = resting * (len(order) + 1)

    costs = {}
    for (index, one), (later, other) in combinations(enumerate(teams), 2):
        if other:
            again = rematch if frozenset((one, other)) in past_pairs else 0
            costs[index, later] = again + (scores.get(one, 0) - scores.get(other, 0)) ** 2
        elif one in rests:
            costs[index, later] = rests[one] * resting
    pairs = [(teams[one], teams[other]) for one, other in find_most_pairs_at_least_cost(costs)]
    rested = next((one for one, other in pairs if not other), None)
    return [(one, other) for one, other in pairs if other], rested


def _pair_equal_scores_in_halves(
    pairs: Sequence[Pair], groups: Sequence[list[str]], past_pairs: PastPairs
) -> list[Pair]:
    new_pairs: list[Pair] = []
    left = set(pairs)
    for group in groups:
        members = set(group)
        within = [pair for pair in pairs if pair[0] in members and pair[1] in members]
        inside = {team for pair in within for team in pair}
        again = pair_halves([team for team in group if team in inside], past_pairs)
        if again is not None:
            left -= set(within)
            new_pairs += again
    return [*new_pairs, *(pair for pair in pairs if pair in left)]
