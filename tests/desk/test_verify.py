"""What became of a printed sheet, and how the match stands."""

from __future__ import annotations

import pytest

from scorepad.desk.desk import Desk
from scorepad.desk.table import Table
from scorepad.desk.verify import Verdict, verify
from scorepad.spades.entries import Abandon, Bids, Forfeit, Head, Ruling, Sign, Team, Tricks
from scorepad.spades.sheetcode import code_of

TEAMS = (Team("Aces", ("Ann", "Cy")), Team("Kings", ("Bo", "Di")))


@pytest.fixture
def table(desk: Desk) -> Table:
    """Aces make their 6, Kings are set: 60 to −70."""
    table = desk.start(Head(rules="unc", teams=TEAMS))
    table.record(Bids(bids=(4, 3, 2, 5)))
    table.record(Tricks(tricks=(4, 3, 2, 4)))
    return table


def verdict(desk: Desk, table: Table) -> Verdict:
    code = code_of(table.match)
    assert code is not None
    (said,) = verify(desk, [code])
    assert (said.finding, said.match) == ("same", table.match)
    return said


def test_a_match_that_is_played_is_not_finished(desk: Desk, table: Table) -> None:
    said = verdict(desk, table)
    assert str(said.stands) == "Not finished: Aces lead 60 to −80 after 1 hand"
    assert str(said.text) == (
        "Same: Aces 60 to −80 Kings (Not finished: Aces lead 60 to −80 after 1 hand), "
        f"match {table.id}, as it stands"
    )


def test_a_forfeit_says_who_won_and_that_it_is_not_signed(desk: Desk, table: Table) -> None:
    table.record(Forfeit(side=0, why="left"))
    won = "Kings win W–F: the other side forfeited"
    assert str(verdict(desk, table).stands) == f"{won}; unofficial: not yet signed by both sides"
    table.record(Sign(side=1, name="Bo"))
    assert str(verdict(desk, table).stands) == f"{won}; unofficial: signed by Kings only"
    table.record(Sign(side=0, name="Ann"))
    assert str(verdict(desk, table).stands) == won
    assert won in str(verdict(desk, table).text)


def test_one_without_a_winner_says_so(desk: Desk, table: Table) -> None:
    table.record(Abandon(why="fire"))
    assert str(verdict(desk, table).stands).startswith("Abandoned at 60 to −80: no winner; ")


def test_signatures_that_lapsed(desk: Desk, table: Table) -> None:
    table.record(Forfeit(side=0, why="left"))
    for side, name in enumerate(("Ann", "Bo")):
        table.record(Sign(side=side, name=name))
    table.record(Ruling(side=0, points=-10, why="late"))
    assert str(verdict(desk, table).stands).endswith("; unofficial: changed since it was signed")
