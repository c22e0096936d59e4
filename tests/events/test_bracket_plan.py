"""Where the games of a bracket are drawn: each between those that feed it, none over another."""

from __future__ import annotations

import pytest

from scorepad.events.bracket_plan import BracketPart, bracket_parts
from tests.events.day import Day


def parts(day: Day, *, double: bool) -> list[BracketPart]:
    return [*bracket_parts(day.event.overview.bracket("A"), double=double)]


def played(teams: int, format: str, **more: object) -> Day:
    day = Day(teams)
    day.stage(format, **more)
    while day.event.overview.champion is None:
        for pairing in day.pair():
            if "-" in pairing:
                number = max(day.event.register.rounds)
                drawn = day.event.register.rounds[number].entry.pairings
        day.won(*(each.pairing for each in drawn))
    return day


@pytest.mark.parametrize("teams", [2, 3, 5, 8, 13, 16])
@pytest.mark.parametrize("format", ["single-elimination", "double-elimination"])
def test_games_stand_between_those_that_feed_them(teams: int, format: str) -> None:
    double = format == "double-elimination"
    for part in parts(played(teams, format), double=double):
        by_key = {game.node.key: game for game in part.games}
        places = [(game.column, game.row) for game in part.games]
        assert len(set(places)) == len(places), "one game on another"
        for game in part.games:
            assert 0 <= game.row <= part.rows - 1
            assert game.column < len(part.columns)
            if game.feeds is not None:
                assert by_key[game.feeds].column > game.column
        for key, game in by_key.items():
            feeding = [each.row for each in part.games if each.feeds == key]
            if len(feeding) == 2:
                assert game.row == sum(feeding) / 2


def test_rounds_have_the_names_that_people_say() -> None:
    (single,) = parts(played(16, "single-elimination", third_place=True), double=False)
    assert [str(each) for each in single.columns] == [
        "Round of 16", "Quarterfinals", "Semifinals", "Final",
    ]  # fmt: skip
    third = next(game for game in single.games if game.node.key[0] == "third")
    assert third.column == 3
    assert third.row > max(game.row for game in single.games if game is not third)
    winners, losers = parts(played(8, "double-elimination"), double=True)
    assert [str(each) for each in winners.columns[-2:]] == ["Winners' round 3", "Grand final"]
    assert len(losers.columns) == 4


def test_points_stand_beside_the_team_that_made_them() -> None:
    (part,) = parts(played(2, "single-elimination"), double=False)
    (game,) = part.games
    winner = game.node.teams.index("T1")
    assert (game.score(winner), game.score(1 - winner)) == (300, 200)


def test_a_bye_keeps_its_place_and_nobody_against_nobody_has_none() -> None:
    (part,) = parts(played(5, "single-elimination"), double=False)
    assert all(game.node.teams != ("", "") for game in part.games)
    first = [game for game in part.games if game.column == 0]
    assert [game.row for game in first] == [0, 1, 2, 3]
