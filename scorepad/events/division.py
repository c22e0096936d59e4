"""Divisions: teams are divided by seed, and play one round each at a time."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.events.entries import Format, StageEntry
from scorepad.events.overview import Overview
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T

MOST_DIVISIONS = 26
"""Divisions are called by the letters from A to Z."""

LEAST_TO_DIVIDE = 4  # teams


def divide_teams(teams: Sequence[str], count: int) -> list[list[str]]:
    """Return the teams, the best first, in so many divisions: 1, 2, 3, 3, 2, 1, so that all are
    equally strong. Raises `Refused` for a division of less than two."""
    most = min(MOST_DIVISIONS, len(teams) // 2)
    if len(teams) < LEAST_TO_DIVIDE:
        raise Refused(
            "to make two divisions, you need at least four teams that aren't in a stage yet"
        )
    if not 2 <= count <= most:
        raise Refused("{n} teams can be split into 2 to {most} divisions", n=len(teams), most=most)
    divisions: list[list[str]] = [[] for _ in range(count)]
    for at, team in enumerate(teams):
        turn, place = divmod(at, count)
        divisions[count - 1 - place if turn % 2 else place].append(team)
    return divisions


def teams_to_divide(overview: Overview) -> list[str]:
    """Return the teams that are in and in no stage yet, by seed."""
    register = overview.register
    placed = {team for stage in register.stages.values() for team in stage.teams or ()}
    free = [team for team in register.teams if team not in register.withdrawn | placed]
    return overview.order_by_seed(free)


def division_stages(
    overview: Overview, divisions: Sequence[Sequence[str]], format: Format, rounds: int | None
) -> list[StageEntry]:
    """Return the stages of these divisions. Raises `Refused` for one with less than two teams."""
    names = [str(T("Division {letter}", letter=chr(ord("A") + n))) for n in range(MOST_DIVISIONS)]
    free = [name for name in names if name not in overview.register.all_stages]
    stages = []
    for name, teams in zip(free, divisions, strict=False):
        if len(teams) < 2:
            raise Refused("{division} needs at least two teams", division=name)
        stages.append(StageEntry(stage=name, format=format, rounds=rounds, teams=tuple(teams)))
    return stages


def divisions_to_pair(overview: Overview) -> list[str]:
    """Return the divisions that are next: of those with a round to play, the ones that have had
    the fewest rounds. They are stages of their own teams, and two of them or more."""
    register = overview.register
    divisions = [
        stage.stage
        for stage in register.stages.values()
        if stage.teams is not None
        and stage.advance is None
        and stage.format in ("swiss", "round-robin")
    ]
    if len(divisions) < 2:
        return []
    counts = {stage: 0 for stage in divisions if overview.has_rounds_to_come(stage)}
    for planned in register.rounds.values():
        if planned.stage in counts:
            counts[planned.stage] += 1
    return [stage for stage, count in counts.items() if count == min(counts.values())]
