"""In open play any two teams that are there and free meet, as tables become free."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeAlias

from scorepad.events.matching import cheapest

Pair: TypeAlias = tuple[str, str]


def open_pairs(
    waiting: Sequence[str], met: Collection[frozenset[str]], tables: int | None = None
) -> list[Pair]:
    """Return pairs of the teams that wait, those who waited longest (the first) first; rematches
    last. `tables` are free (None: as many as are needed)."""
    count = len(waiting) // 2
    if tables is not None:
        count = min(count, tables)
    in_turn = _in_turn(waiting, met, count)
    return in_turn if in_turn is not None else _matched(waiting, met, count)


def _in_turn(
    waiting: Sequence[str], met: Collection[frozenset[str]], count: int
) -> list[Pair] | None:
    """Pair each team with the next one that it has not met; return None where somebody would have
    to be passed over."""
    left = list(waiting[: 2 * count])
    pairs = []
    while left:
        first = left.pop(0)
        other = next((team for team in left if frozenset((first, team)) not in met), None)
        if other is None:
            return None
        left.remove(other)
        pairs.append((first, other))
    return pairs


def _matched(waiting: Sequence[str], met: Collection[frozenset[str]], count: int) -> list[Pair]:
    """Return `count` pairs with the fewest rematches, and among those the ones in which the longest
    waiting play. A team that waits on is matched with an empty place."""
    teams = len(waiting)
    # That the first plays counts more than that all after it do.
    turn = [1 << (teams - place) for place in range(teams)]
    rematch = 1 << (teams + 2)
    costs = {}
    for one in range(teams):
        for other in range(one + 1, teams):
            costs[one, other] = rematch * (frozenset((waiting[one], waiting[other])) in met)
        for place in range(teams, 2 * teams - 2 * count):
            costs[one, place] = turn[one]
    pairs = [pair for pair in cheapest(costs) if pair[1] < teams]
    again = {pair: frozenset(waiting[number] for number in pair) in met for pair in pairs}
    return [
        (waiting[one], waiting[other]) for one, other in sorted(pairs, key=lambda p: (again[p], p))
    ]
