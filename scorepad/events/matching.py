"""The pairs of a round, by a matching with as many pairs as possible at the least cost.

networkx is imported when it is needed: it takes longer to load than the rest of the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

Pair: TypeAlias = tuple[str, str]


class RoundDraw(msgspec.Struct, frozen=True):
    """A draw for a round: the pairs of teams that meet, best table first, and the teams that have a
    bye."""

    pairs: tuple[Pair, ...] = ()
    byes: tuple[str, ...] = ()


def find_most_pairs_at_least_cost(costs: Mapping[tuple[int, int], int]) -> list[tuple[int, int]]:
    """Return as many pairs of numbers as possible in which each number occurs once, with the
    least sum of costs; pairs that are not in `costs` are not possible. The same costs in the
    same order give the same pairs."""
    if not costs:
        return []
    import networkx as nx

    most = max(costs.values())
    graph = nx.Graph()
    for (one, other), cost in costs.items():
        graph.add_edge(one, other, weight=most - cost)
    matched = nx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in matched)
