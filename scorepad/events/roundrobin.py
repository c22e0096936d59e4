"""In a round robin everybody meets everybody.

The rounds follow the circle method as long as the released ones do. Where they do not (a late team,
a round changed by hand), the rest is made from the pairs that have not met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations

from scorepad.events.matching import RoundDraw, find_most_pairs_at_least_cost


class RoundRobinRound(RoundDraw, frozen=True):
    """The draw for a round; of a released one also the teams that had withdrawn by then."""

    withdrawn: frozenset[str] = frozenset()

    def without(self, withdrawn: Collection[str]) -> RoundRobinRound:
        """Return the round when these teams have withdrawn: their opponents have byes."""
        left = {team for pair in self.pairs if set(pair) & set(withdrawn) for team in pair}
        return RoundRobinRound(
            tuple(pair for pair in self.pairs if not set(pair) & set(withdrawn)),
            tuple(team for team in (*self.byes, *sorted(left)) if team not in withdrawn),
        )


def make_round_robin_by_circle_method(teams: Sequence[str], legs: int = 1) -> list[RoundRobinRound]:
    """Return all rounds of these teams by the circle method; with `legs` 2 twice, sides swapped."""
    seats: list[str | None] = [*teams, *([None] if len(teams) % 2 else [])]
    half = len(seats) // 2
    rounds = []
    for _ in range(len(seats) - 1):
        pairs, byes = [], []
        for one, other in zip(seats[:half], reversed(seats[half:]), strict=True):
            if one is None or other is None:
                byes.append(one or other or "")
            else:
                pairs.append((one, other))
        rounds.append(RoundRobinRound(tuple(pairs), tuple(byes)))
        seats = [seats[0], seats[-1], *seats[1:-1]]
    if legs == 2:
        rounds += [
            RoundRobinRound(tuple((other, one) for one, other in each.pairs), each.byes)
            for each in rounds
        ]
    return rounds


def make_round_robin_rounds_to_come(
    teams: Sequence[str], withdrawn: Collection[str], past: Sequence[RoundRobinRound], legs: int = 1
) -> list[RoundRobinRound]:
    """Return the remaining rounds, the next one first.

    `teams` are all that take part or took part, in the order of the circle; `withdrawn` those of
    them that have withdrawn; `past` the rounds that are out.  Where the rounds are made anew only
    the next one is reckoned, and the list is not whole.
    """
    if len(teams) - len(set(teams) & set(withdrawn)) < 2:
        return []
    planned = make_round_robin_by_circle_method(teams, legs)
    left = _count_played(planned, past)
    if left is None:
        next_round = _round_of_unmet_pairs(teams, withdrawn, past, legs)
        return [next_round] if next_round.pairs else []
    rounds = [each.without(withdrawn) for each in planned[left:]]
    return [each for each in rounds if each.pairs]


def _count_played(
    planned: Sequence[RoundRobinRound], past: Sequence[RoundRobinRound]
) -> int | None:
    """Return how many of the planned rounds are over; None if the released rounds do not follow
    them. Teams that had withdrawn are missing in them, and a planned round without possible
    pairs may have been skipped."""
    index = 0
    for each in past:
        while index < len(planned) and not planned[index].without(each.withdrawn).pairs:
            index += 1
        if index == len(planned):
            return None
        left = planned[index].without(each.withdrawn)
        if {frozenset(pair) for pair in left.pairs} != {frozenset(pair) for pair in each.pairs}:
            return None
        index += 1
    return index


def _round_of_unmet_pairs(
    teams: Sequence[str], withdrawn: Collection[str], past: Sequence[RoundRobinRound], legs: int
) -> RoundRobinRound:
    """Return the next round from the pairs that have not met, those with the most to play first.

    A team without an opponent has a bye only if one is owed: one for an odd number of teams, one
    for each opponent that withdrew before it was met.
    """
    meetings = Counter(frozenset(pair) for each in past for pair in each.pairs)
    had = Counter(team for each in past for team in each.byes)
    remaining = [team for team in teams if team not in withdrawn]
    open_pairs = {
        (one, other): legs - times
        for one, other in combinations(range(len(remaining)), 2)
        if (times := meetings[frozenset((remaining[one], remaining[other]))]) < legs
    }
    left = Counter[int]()
    for pair, times in open_pairs.items():
        left.update(dict.fromkeys(pair, times))
    most = max(left.values(), default=0)
    # A team with the most matches left that rests now makes one more round.
    costs = {pair: sum(left[number] < most for number in pair) for pair in open_pairs}
    numbers = find_most_pairs_at_least_cost(costs)
    pairs = tuple(
        (remaining[one], remaining[other])
        if (legs - open_pairs[one, other]) % 2 == 0
        else (remaining[other], remaining[one])
        for one, other in numbers
    )
    busy = {number for pair in numbers for number in pair}
    byes = []
    for number, team in enumerate(remaining):
        byes_owed = len(teams) % 2 + sum(
            max(0, legs - meetings[frozenset((team, other))])
            for other in teams
            if other in withdrawn
        )
        if number not in busy and had[team] < byes_owed:
            byes.append(team)
    return RoundRobinRound(pairs, tuple(byes))
