"""How long the work takes that an event waits for."""

from __future__ import annotations

import random

import networkx as nx

from scorepad.events.swiss import swiss_round
from tests.bench.conftest import Compare


def test_a_swiss_round_is_proposed(compare: Compare) -> None:
    """Six rounds are played; the floor is one matching over all pairs."""
    for count in (80, 160):
        dice = random.Random(count)
        teams = [f"T{number}" for number in range(count)]
        scores, met = dict.fromkeys(teams, 0), set()
        for _ in range(6):
            teams.sort(key=lambda team: -scores[team])
            for pair in swiss_round(teams, scores, met, {}).pairs:
                met.add(frozenset(pair))
                scores[dice.choice(pair)] += 2
        teams.sort(key=lambda team: -scores[team])
        graph = nx.Graph()
        for index, one in enumerate(teams):
            for other in teams[index + 1 :]:
                again = 100_000 * (frozenset((one, other)) in met)
                graph.add_edge(one, other, weight=-again - (scores[one] - scores[other]) ** 2)
        compare(
            f"a Swiss round of {count} teams",
            lambda teams=teams, scores=scores, met=met: swiss_round(teams, scores, met, {}),
            "one matching of the same graph",
            lambda graph=graph: nx.max_weight_matching(graph, maxcardinality=True),
            at_most=2,
            rounds=3,
        )
