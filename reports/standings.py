"""Standings of events: who won how often, and with how many points.

An event is the matches that share its name (case and spaces at the ends do not matter), a team
likewise.  Only matches that were decided count: a match still being played, or abandoned, is
counted as unfinished and moves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from reports.rows import MatchRow, StandingRow
from scorepad.spades.occasion import same_name


def standings(matches: Sequence[MatchRow]) -> list[StandingRow]:
    """The standings of every event in `matches`, event by event in their order, best team first:
    by matches won, then points, then the difference; teams equal in all three share a place."""
    events = dict.fromkeys(same_name(match.event) for match in matches)
    return [
        row
        for event in events
        for row in _ranked([match for match in matches if same_name(match.event) == event])
    ]


def decided(match: MatchRow) -> bool:
    """Does it count?"""
    return match.status == "over" and (match.winner is not None or match.tied)


def _ranked(matches: Sequence[MatchRow]) -> Iterator[StandingRow]:
    teams: dict[str, list[tuple[MatchRow, int]]] = {}
    for match in matches:
        for side, team in enumerate((match.team_0, match.team_1)):
            teams.setdefault(same_name(team), []).append((match, side))
    rows = [_row(matches[0].event, played) for played in teams.values()]
    rows.sort(key=lambda row: (*_merit(row), same_name(row.team)))
    place = 1
    for _, group in groupby(rows, _merit):
        equals = list(group)
        for row in equals:
            yield replace(row, place=place)
        place += len(equals)


def _merit(row: StandingRow) -> tuple[int, int, int]:
    return -row.won, -row.points, -row.difference


def _row(event: str, played: Sequence[tuple[MatchRow, int]]) -> StandingRow:
    counted = [(match, side) for match, side in played if decided(match)]
    scores = [
        (match.score_0, match.score_1) if side == 0 else (match.score_1, match.score_0)
        for match, side in counted
    ]
    points, against = (sum(score[i] for score in scores) for i in (0, 1))
    first, side = played[0]
    return StandingRow(
        event=event,
        place=0,
        team=first.team_1 if side else first.team_0,
        played=len(counted),
        won=sum(match.winner == side for match, side in counted),
        tied=sum(match.winner is None for match, _ in counted),
        lost=sum(match.winner == 1 - side for match, side in counted),
        points=points,
        against=against,
        difference=points - against,
        unfinished=len(played) - len(counted),
        unofficial=sum(not match.official for match, _ in counted),
    )
