"""The final ranking of all teams of an event: by their last stage, then by the standings before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec

from scorepad.events.entries import StageEntry
from scorepad.events.overview import Overview
from scorepad.events.standings import StageRow, TieBreakRanker


class RankedTeam(msgspec.Struct, frozen=True):
    """A team in the final ranking, with the last stage that it reached and its place there; "" and
    0 for a team that played nowhere."""

    place: int
    team: str
    stage: str = ""
    stage_place: int = 0


class _Step(NamedTuple):
    """A stage that a team played in: how many stages feed it (negative), its turn among those fed
    by the same, and the team's row."""

    depth: int
    turn: int
    stage: StageEntry
    row: StageRow

    @property
    def key(self) -> tuple[int, int, int]:
        return self.depth, self.turn, self.row.place


def rank_all_teams(overview: Overview) -> list[RankedTeam]:
    """Return the final ranking, best first; none before all stages are over.

    Teams are ranked by the last stage they reached, then by place in the standings before it, then
    across these by score and tie-breaks without head-to-head; those still level share a place.
    """
    stages = list(overview.register.stages.values())
    if not stages or any(overview.stage_status(each.stage) != "done" for each in stages):
        return []
    roads = {team: list[_Step]() for team in overview.register.teams}
    depths: dict[str, int] = {}
    turns = Counter[frozenset[str]]()
    for entry in stages:
        sources = frozenset(entry.sources)
        depths[entry.stage] = min((depths[each] - 1 for each in sources), default=0)
        for row in overview.stage_rows(entry.stage):
            roads[row.team].append(_Step(depths[entry.stage], turns[sources], entry, row))
        turns[sources] += bool(sources)

    def road_key(team: str) -> list[tuple[int, ...]]:
        # Teams without a match are last.
        return sorted(step.key for step in roads[team]) or [(1,)]

    ranked: list[RankedTeam] = []
    for _, level in groupby(sorted(roads, key=road_key), key=road_key):
        for sharing in _split_by_standings(overview, {team: roads[team] for team in level}):
            place = len(ranked) + 1
            for team in sharing:
                last = min(roads[team], key=lambda step: step.key, default=None)
                ranked.append(
                    RankedTeam(place, team)
                    if last is None
                    else RankedTeam(place, team, last.stage.stage, last.row.place)
                )
    return ranked


def _split_by_standings(
    overview: Overview, roads: dict[str, Sequence[_Step]]
) -> Iterator[Sequence[str]]:
    origins = {
        team: step
        for team, steps in roads.items()
        for step in sorted(steps, key=lambda each: each.key, reverse=True)
        if not step.stage.is_elimination
    }
    if len(origins) < len(roads):
        yield list(roads)
        return
    first = next(iter(origins.values())).stage
    ranker = TieBreakRanker(
        overview.event_id,
        {team: step.row for team, step in origins.items()},
        (),
        [each for each in first.tie_breaks_in_force if each != "head-to-head"],
    )
    for rows, _ in ranker.rank_into_places(list(origins)):
        yield [row.team for row in rows]
