"""Who meets whom in a Swiss round.

In this order: the bye goes only to a team with the fewest byes; the fewest rematches; the lowest
such team has the bye; the least sum of squared differences in score; then, within equal scores,
the upper half meets the lower half in the order of the standings.

Scores are half points.  Where nobody meets again, the sum is at least what it costs that each
score group with a team too many hands one down to the next.  So that is tried first, and is the
answer wherever it succeeds; where it cannot (the two leaders have met), one more exchange between
two groups is.  Everything else is left to one matching over all pairs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, permutations
from typing import TypeAlias

import msgspec

from scorepad.events.matching import cheapest

Pair: TypeAlias = tuple[str, str]
Met: TypeAlias = Collection[frozenset[str]]
"""These pairs of teams have met."""

TRIES = 600
"""This many ways of handing teams down are tried before all pairs are matched."""
FEW = 80
"""Of up to this many teams all pairs are matched at once; of more, neighbouring score groups
first."""


class SwissRound(msgspec.Struct, frozen=True):
    """Holds the pairs, best table first, and the team that has the bye."""

    pairs: tuple[Pair, ...]
    bye: str | None = None


def swiss_round(
    order: Sequence[str], scores: Mapping[str, int], met: Met, byes: Mapping[str, int]
) -> SwissRound:
    """Return the next round of these teams, in the order of the standings (`scores` in half points,
    `byes` so far)."""
    may_rest: list[str] = []
    if len(order) % 2:
        fewest = min(byes.get(team, 0) for team in order)
        may_rest = [team for team in reversed(order) if byes.get(team, 0) == fewest]
    rests = may_rest[0] if may_rest else None
    playing = [team for team in order if team != rests]
    pairs = _by_score_groups(_groups(playing, scores), scores, met)
    if pairs is None:
        pairs = _without_rematch(playing, scores, met)
        if pairs is None:
            pairs, rests = _matched(order, scores, met, may_rest)
        pairs = _halved(pairs, _groups([team for team in order if team != rests], scores), met)
    place = {team: index for index, team in enumerate(order)}
    ordered = ((one, other) if place[one] < place[other] else (other, one) for one, other in pairs)
    return SwissRound(tuple(sorted(ordered, key=lambda pair: place[pair[0]])), rests)


def _groups(order: Sequence[str], scores: Mapping[str, int]) -> list[list[str]]:
    """Return the teams by score, the highest first, each group in the order of the standings."""
    groups: dict[int, list[str]] = {}
    for team in order:
        groups.setdefault(scores.get(team, 0), []).append(team)
    return [groups[score] for score in sorted(groups, reverse=True)]


def _by_score_groups(
    groups: Sequence[list[str]], scores: Mapping[str, int], met: Met
) -> list[Pair] | None:
    """The pairs with the least sum and without a rematch, found group by group; None where this
    way does not tell.

    A pair that spans several groups costs the square of its gaps' sum, so more than a pair over
    each of the gaps would; two gaps in a row cost twice their product more.
    """
    gaps = [scores.get(upper[0], 0) - scores.get(lower[0], 0) for upper, lower in pairwise(groups)]
    handed, total = [], 0
    for group in groups[:-1]:
        total += len(group)
        handed.append(total % 2)
    least = _ScoreGroups(groups, met, handed)
    pairs = least.pairs()
    if pairs is not None or least.gave_up:
        return pairs
    # Where there are no two gaps in a row no pair can span them.
    spanning = min((2 * one * other for one, other in pairwise(gaps)), default=None)
    for gap in sorted(set(gaps)):
        if spanning is not None and 2 * gap * gap > spanning:
            return None
        more = [
            _ScoreGroups(groups, met, [*handed[:place], handed[place] + 2, *handed[place + 1 :]])
            for place, each in enumerate(gaps)
            if each == gap
        ]
        for attempt in more:
            pairs = attempt.pairs()
            if pairs is not None:
                return pairs
        if any(attempt.gave_up for attempt in more):
            return None
    return None


class _ScoreGroups:
    """Pairs group by group without any rematch; each group hands some teams down to the next one.
    `gave_up` says that not every way was tried."""

    def __init__(self, groups: Sequence[list[str]], met: Met, handed: Sequence[int]) -> None:
        self._groups = groups
        self._met = met
        self._handed = [*handed, 0]
        self._tries = TRIES
        self._known: dict[tuple[int, tuple[str, ...]], list[Pair] | None] = {}
        self.gave_up = False

    def pairs(self) -> list[Pair] | None:
        """Return the pairs; None where this is not possible, or none were found."""
        return self._from(0, ())

    def _from(self, index: int, down: tuple[str, ...]) -> list[Pair] | None:
        """Return the pairs of the groups from `index` on, with the teams `down` from the one
        above."""
        if index == len(self._groups):
            return []
        key = (index, down)
        if key not in self._known:
            self._known[key] = self._found(index, down)
        return self._known[key]

    def _found(self, index: int, down: tuple[str, ...]) -> list[Pair] | None:
        group, count = self._groups[index], self._handed[index]
        for partners in permutations(group, len(down)):
            first = list(zip(down, partners, strict=True))
            if any(frozenset(pair) in self._met for pair in first):
                continue
            rest = [team for team in group if team not in partners]
            if len(rest) < count:
                return None
            for lower in combinations(reversed(rest), count):
                self._tries -= 1
                if self._tries < 0:
                    self.gave_up = True
                    return None
                below = self._from(index + 1, lower)
                if below is None:
                    continue
                inside = self._inside([team for team in rest if team not in lower])
                if inside is not None:
                    return [*first, *inside, *below]
        return None

    def _inside(self, teams: list[str]) -> list[Pair] | None:
        """Return the pairs of teams of one score: upper half against lower half, else as can be."""
        pairs = halves(teams, self._met)
        if pairs is not None:
            return pairs
        for pairs in self._ways(teams):
            return pairs
        return None

    def _ways(self, teams: list[str]) -> Iterator[list[Pair]]:
        """Yield every way to pair teams without a rematch, as far as the tries go."""
        if not teams:
            yield []
            return
        self._tries -= 1
        if self._tries < 0:
            self.gave_up = True
            return
        free = {
            team: [
                other
                for other in teams
                if other != team and frozenset((team, other)) not in self._met
            ]
            for team in teams
        }
        hardest = min(teams, key=lambda team: len(free[team]))
        for other in free[hardest]:
            rest = [team for team in teams if team not in (hardest, other)]
            for more in self._ways(rest):
                yield [(hardest, other), *more]


def halves(teams: Sequence[str], met: Met) -> list[Pair] | None:
    """The upper half against the lower half of an even number of teams, each as near as can be
    to the one as far down as itself; None where that is not possible without a rematch."""
    half = len(teams) // 2
    upper, lower = teams[:half], teams[half:]
    partner: dict[int, int] = {}  # of the lower half: which of the upper half it meets

    def settle(one: int, asked: set[int]) -> bool:
        for other in sorted(range(half), key=lambda index: (abs(index - one), -index)):
            if other in asked or frozenset((upper[one], lower[other])) in met:
                continue
            asked.add(other)
            if other not in partner or settle(partner[other], asked):
                partner[other] = one
                return True
        return False

    if not all(settle(one, set()) for one in range(half)):
        return None
    return [(upper[one], lower[other]) for other, one in sorted(partner.items())]


def _without_rematch(
    playing: Sequence[str], scores: Mapping[str, int], met: Met
) -> list[Pair] | None:
    """The pairs with the least sum among those without a rematch; None where there are none.  Fewer
    pairs are to be matched than over all, which takes a third of the time off."""
    place = {team: at for at, group in enumerate(_groups(playing, scores)) for team in group}
    every = combinations(range(len(playing)), 2)
    new = [
        (one, other) for one, other in every if frozenset((playing[one], playing[other])) not in met
    ]
    for reach in (1, len(place)) if len(playing) > FEW else (len(place),):
        pairs = cheapest(
            {
                (one, other): (scores.get(playing[one], 0) - scores.get(playing[other], 0)) ** 2
                for one, other in new
                if place[playing[other]] - place[playing[one]] <= reach
            }
        )
        if len(pairs) * 2 == len(playing):
            return [(playing[one], playing[other]) for one, other in pairs]
    return None


def _matched(
    order: Sequence[str], scores: Mapping[str, int], met: Met, may_rest: Sequence[str]
) -> tuple[list[Pair], str | None]:
    """The pairs and the bye by one matching.  The bye is one more to be met, by those who may
    rest, the lowest of them first."""
    teams = [*order, *([""] if may_rest else [])]
    rests = {team: index for index, team in enumerate(may_rest)}
    span = max(scores.get(team, 0) for team in order) - min(scores.get(team, 0) for team in order)
    resting = len(order) * span * span + 1  # more than all differences together
    rematch = resting * (len(order) + 1)

    costs = {}
    for (index, one), (later, other) in combinations(enumerate(teams), 2):
        if other:
            again = rematch if frozenset((one, other)) in met else 0
            costs[index, later] = again + (scores.get(one, 0) - scores.get(other, 0)) ** 2
        elif one in rests:
            costs[index, later] = rests[one] * resting
    named = [(teams[one], teams[other]) for one, other in cheapest(costs)]
    rested = next((one for one, other in named if not other), None)
    return [(one, other) for one, other in named if other], rested


def _halved(pairs: Sequence[Pair], groups: Sequence[list[str]], met: Met) -> list[Pair]:
    """Return the pairs with those of equal scores made again as upper half against lower half,
    where that brings no rematch."""
    made: list[Pair] = []
    left = set(pairs)
    for group in groups:
        members = set(group)
        within = [pair for pair in pairs if pair[0] in members and pair[1] in members]
        inside = {team for pair in within for team in pair}
        again = halves([team for team in group if team in inside], met)
        if again is not None:
            left -= set(within)
            made += again
    return [*made, *(pair for pair in pairs if pair in left)]
