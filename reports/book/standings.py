"""Computes the standings of events from the rows of their matches.

Matches with the same event name belong to one event, whatever the case and the spaces at its ends.
The same holds for teams.  Only decided matches count.  A match that is still played, or was
abandoned, counts as unfinished and gives no points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports.sheets.rows import MatchRow, StandingRow
from scorepad.events.results import Meeting, Outcome
from scorepad.events.standings import standings_by_wins
from scorepad.spades.naming import name_key
from scorepad.spades.words import T

ORDER = T(
    "Matches won decide the place, then points, then the difference; teams that are level in all "
    "three share a place. A forfeited match gives no points."
)


def standings(matches: Sequence[MatchRow]) -> list[StandingRow]:
    """Rank the teams of every event, best team first; the events keep their order.

    Matches won decide, then points, then the difference.  Teams equal in all three share a place.
    """
    events = dict.fromkeys(name_key(match.event) for match in matches)
    return [
        row
        for event in events
        for row in _rank([match for match in matches if name_key(match.event) == event])
    ]


def decided(match: MatchRow) -> bool:
    """Say whether a match was decided, by a winner or by a tie that stands."""
    return match.status == "over" and (match.winner is not None or match.tied)


def _rank(matches: Sequence[MatchRow]) -> Iterator[StandingRow]:
    teams: dict[str, list[tuple[MatchRow, int]]] = {}
    for match in matches:
        for side, team in enumerate((match.team_0, match.team_1)):
            teams.setdefault(name_key(team), []).append((match, side))
    counted = [_meeting(match) for match in matches if decided(match)]
    for row in standings_by_wins(sorted(teams), counted):
        played = teams[row.team]
        first, side = played[0]
        yield StandingRow(
            event=matches[0].event,
            place=row.place,
            team=first.team_1 if side else first.team_0,
            played=row.played,
            won=row.wins,
            tied=row.ties,
            lost=row.losses,
            points=row.points_for,
            against=row.points_against,
            difference=row.difference,
            unfinished=sum(not decided(match) for match, _ in played),
            unofficial=sum(decided(match) and not match.official for match, _ in played),
        )


def _meeting(match: MatchRow) -> Meeting:
    """Return a decided match as events count it: the points of a forfeited one count nothing."""
    return Meeting(
        (name_key(match.team_0), name_key(match.team_1)),
        Outcome(
            status="over",
            how="forfeit" if match.reason == "forfeit" else "played",
            winner=match.winner,
            score=(match.score_0, match.score_1),
        ),
    )
