"""Who deals first is asked at the table of a match of an event, before the first bids."""

from __future__ import annotations

from typing import Any

import pytest

from scorepad.desk.desk import Desk
from scorepad.desk.table import Table
from scorepad.spades.entries import Head, HeadChange, Team
from scorepad.window.match.entry.entry_bar import EntryBar
from scorepad.window.panels.seats import SeatTableEditor
from tests.window.evening import press, read
from tests.window.find import find, type_over
from tests.window.stage import Stage

TEAMS = (Team("Aces", ("Ann", "Cy")), Team("Kings", ("Bo", "Di")))


def released(desk: Desk, rules: str = "unc") -> Table:
    """Return the table of a match as a release opens it."""
    return desk.start(Head(rules=rules, teams=TEAMS, first_dealer=None))


def test_a_letter_says_who_deals_first_and_then_the_bids_are_typed(stage: Stage) -> None:
    table = released(stage.evening.desk)
    page = stage.show(table)
    assert page.bar.line.sentence == "Who deals first?"
    assert "Press the player who deals first, or type A, B, C or D · R to draw" in read(page)
    assert "Ann deals" not in read(page), "nobody has said so"
    stage.type("5")
    assert "First choose who deals: A, B, C or D." in read(page.bar)
    assert len(table.match.log) == 0
    stage.type("b")
    assert table.match.head.first_dealer == 1
    assert "Bo deals first" in read(page.bar)
    stage.type("4332")
    assert table.match.board.hands[0].dealer == 1
    assert table.match.all_warnings == ()
    stage.window.do("undo")
    stage.window.do("undo")
    assert page.bar.line.sentence == "Who deals first?", "taken back, it is asked again"


@pytest.mark.parametrize("size", [(1024, 640), (1366, 768), (1920, 1080)])
def test_the_keys_on_the_screen_have_the_names_of_the_players(
    qtbot: Any, tmp_path: Any, size: tuple[int, int]
) -> None:
    stage = Stage(qtbot, tmp_path, size=size, keypad=True)
    table = released(stage.evening.desk)
    bar = find(stage.show(table), EntryBar)
    seats = [(box.caption, box.value) for box in bar.boxes.boxes]
    assert seats == [("Ann", "A"), ("Bo", "B"), ("Cy", "C"), ("Di", "D")]
    assert not bar.keys.isVisible(), "the seats are the keys"
    press(bar, "Draw")
    assert table.match.head.first_dealer in range(4)
    assert " draws " in bar.strip.text, "by high card"
    assert isinstance(table.match.log[-1], HeadChange)
    assert not bar.draw.isVisible()


def test_no_key_draws_where_the_teams_choose(stage: Stage) -> None:
    page = stage.show(released(stage.evening.desk, "chicago"))
    assert not page.bar.draw.isVisible()
    assert "The teams choose the first dealer." in read(page)


def test_a_change_of_names_says_nothing_of_who_deals(stage: Stage) -> None:
    table = released(stage.evening.desk)
    panel = stage.show(table).show_panel("setup")
    assert "Who deals first?" in read(find(panel, SeatTableEditor))
    type_over(panel, "Player at seat 1", "Anna")
    type_over(panel, "Why", "misspelt")
    press(panel, "Save the change")
    assert table.match.head.teams[0].players[0] == "Anna"
    assert table.match.head.first_dealer is None
