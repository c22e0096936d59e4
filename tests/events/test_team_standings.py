"""Standings as they are handed out: of the stages of an event, and of matches that bear a name."""

from __future__ import annotations

from typing import Any

from scorepad.events.team_standings import (
    standings_of_named_events,
    standings_of_stages,
)
from scorepad.spades.status import MatchStatus
from tests.events.day import Day, status


def won(event: str, one: str, other: str, score: tuple[int, int], **more: Any) -> MatchStatus:
    winner = None if score[0] == score[1] else int(score[1] > score[0])
    return status("played", event=event, teams=(one, other), winner=winner, score=score, **more)


def test_equals_share_a_place_and_names_are_compared_loosely() -> None:
    matches = [
        won("Spring Open", "Aces", "Kings", (300, 0)),
        won("spring  OPEN ", " ACES", "Queens", (300, 0), signed=True),
        won("Spring Open", "Jacks", "Tens", (0, 600)),
    ]
    (table,) = standings_of_named_events(matches)
    assert [(each.row.place, each.name, each.row.wins, each.unofficial) for each in table.rows] == [
        (1, "Aces", 2, 1),
        (2, "Tens", 1, 1),
        (3, "Kings", 0, 1),
        (3, "Queens", 0, 0),
        (5, "Jacks", 0, 1),
    ]
    tables = standings_of_named_events([*matches, won("Autumn", "Aces", "Kings", (300, 0))])
    assert [(each.event, len(each.rows)) for each in tables] == [("Spring Open", 5), ("Autumn", 2)]


def test_what_is_played_or_was_abandoned_counts_nothing_and_is_told() -> None:
    playing = status(teams=("Aces", "Kings"), begun=True, score=(90, 80))
    (table,) = standings_of_named_events([playing])
    assert [(each.row.played, each.unfinished, each.unofficial) for each in table.rows] == [
        (0, 1, 0),
        (0, 1, 0),
    ]


def test_the_stage_that_decides_comes_first_and_says_how() -> None:
    day = Day(4)
    day.stage("swiss", "A", rounds=1)
    day.stage("single-elimination", "B", advance={"from": ["A"], "places": 2})
    day.pair()
    day.won("1-1", "1-2")
    day.pair()
    final, swiss = standings_of_stages(day.event.overview)
    assert (final.stage, swiss.stage) == ("B", "A")
    assert "last team standing" in str(final.order)
    assert str(swiss.order).startswith(
        "A win or a bye is worth 1 point, and a tie is worth ½. Places are decided by"
    )
    assert [each.unfinished for each in final.rows] == [1, 1]
    assert len(swiss.rows) == 4
    assert all(each.unofficial == 0 for each in swiss.rows)
