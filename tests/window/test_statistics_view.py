"""The statistics on the page of an event: three tables, over how many matches, and notes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from scorepad.desk.event_table import EventTable
from scorepad.spades.entries import PlayerChange
from scorepad.window.event.event_page import EventPage
from scorepad.window.widgets.inputs import SectionTabs
from scorepad.window.widgets.row_table import RowTable
from tests.window import event_scenes
from tests.window.evening import HAND, NIL_HAND, press, read
from tests.window.event_scenes import play_hands, swiss
from tests.window.find import button, find, settle
from tests.window.stage import Stage, type_keys
from tests.window.test_event_page import page_of
from tests.window.test_finder import open_finder
from tests.window.test_stage_views import cells

ToolTipRole = Qt.ItemDataRole.ToolTipRole


@pytest.fixture
def table(stage: Stage) -> EventTable:
    """An event of four teams: round 1 is on paper, round 2 has two hands at one table."""
    return swiss(stage.evening, 4, 2)


def row_of(page: EventPage, name: str, first: str) -> dict[str, str]:
    """The row that begins with this text in the table with this name, by headings."""
    shown = find(page, RowTable, name)
    found = [cells(shown, at) for at in range(shown.model().rowCount())]
    return dict(zip(headings(shown), next(row for row in found if row[0] == first), strict=True))


def headings(shown: RowTable) -> list[str]:
    """The titles of the columns of a table, also of hidden ones."""
    model = shown.model()
    return [model.headerData(n, Qt.Orientation.Horizontal) for n in range(model.columnCount())]


def test_a_players_hands_are_counted_and_a_new_hand_is_added(
    stage: Stage, table: EventTable
) -> None:
    play_hands(stage.evening, table, HAND, NIL_HAND)
    page = page_of(stage, "statistics")
    first = table.event.register.rounds[2].entry.pairings[0].teams[0]
    player = table.event.register.teams[first].players[0]
    row = row_of(page, "Players", player)
    assert (row["Hands"], row["Tricks"], row["Nils"], row["Nils made"]) == ("2", "14", "1", "1")
    assert row["Average bid"] == "4.00"
    shown = find(page, RowTable, "Players")
    hidden = {
        shown.model().headerData(n, Qt.Orientation.Horizontal)
        for n in range(shown.model().columnCount())
        if shown.isColumnHidden(n)
    }
    assert {"Blind nils", "Blind nils made"} <= hidden, "nobody bid one"
    assert "Includes hands from 2 of 4 matches" in read(page)
    play_hands(stage.evening, table, HAND)
    page.show_changes_from_elsewhere()
    assert row_of(page, "Players", player)["Hands"] == "3"


def test_teams_and_records_are_one_press_away(stage: Stage, table: EventTable) -> None:
    play_hands(stage.evening, table, HAND)
    page = page_of(stage, "statistics")
    press(page, "Table: Teams")
    winner = table.event.register.team_name(
        table.event.register.rounds[1].entry.pairings[0].teams[0]
    )
    assert row_of(page, "Teams", winner)["Biggest win"] == "65"
    assert "points from 2, bags from" in read(page)
    press(page, "Table: Records")
    assert row_of(page, "Records", "Biggest win (points)")["Team"] != ""


def test_who_played_for_two_teams_is_named(stage: Stage, table: EventTable) -> None:
    pairing = table.event.register.rounds[2].entry.pairings[0]
    one, other = (table.event.register.teams[each] for each in pairing.teams)
    play_hands(stage.evening, table, HAND)
    with stage.evening.desk.open_briefly(table.event.match_id(pairing.pairing)) as match:
        match.record(PlayerChange(seat=0, player="Sam", why="ill"))
        match.record(PlayerChange(seat=1, player=one.players[0], why="left alone"))
    play_hands(stage.evening, table, HAND)
    page = page_of(stage, "statistics")
    teams = f"{one.name}, {other.name}"
    assert f"{one.players[0]} played for {teams} and has a row for each team" in read(page)


def test_without_a_result_there_is_no_tab_and_ctrl_k_says_why(stage: Stage) -> None:
    table = swiss(stage.evening, 4, 1)
    page = page_of(stage, "rounds")
    tabs = find(page, SectionTabs)
    assert not button(tabs, "Statistics").isVisible()

    def look_for_statistics() -> None:
        finder = open_finder(stage)
        type_keys(finder.line, "statistics\n")

    look_for_statistics()
    assert "No statistics yet" in read(page)
    play_hands(stage.evening, table, HAND, HAND)
    page.show_changes_from_elsewhere()
    look_for_statistics()
    assert page.section == "statistics"
    assert button(tabs, "Statistics").isVisible()


def test_the_keys_lead_from_the_table_to_the_choice(stage: Stage, table: EventTable) -> None:
    play_hands(stage.evening, table, HAND)
    page = page_of(stage, "statistics")
    stage.activate()
    players = find(page, RowTable, "Players")
    stage.qtbot.waitUntil(players.hasFocus)
    QTest.keyClick(players, Qt.Key.Key_Down)
    assert players.currentIndex().row() == 1


@pytest.mark.parametrize("size", [(1024, 640, 200), (1920, 1080, 200), (1024, 640, 100)])
def test_columns_without_room_give_way_and_are_told_beside_the_table_or_in_its_tips(
    stage: Stage, size: tuple[int, int, int], subtests: pytest.Subtests
) -> None:
    stage.show_at(*size)
    event_scenes.statistics(stage)  # type: ignore[arg-type]
    page = find(stage.window, EventPage)
    for name in ("Players", "Teams", "Records"):
        with subtests.test(name=name):
            press(page, f"Table: {name}")
            settle()
            shown = find(page, RowTable, name)
            assert shown.horizontalScrollBar().maximum() == 0
            shown.setCurrentIndex(shown.model().index(1, 0))
            told = read(page) if size[2] == 200 else shown.model().index(1, 0).data(ToolTipRole)
            values = dict(zip(headings(shown), cells(shown, 1), strict=True))
            for at, (heading, value) in enumerate(values.items()):
                if not shown.isColumnHidden(at):
                    assert at == 0 or shown.columnWidth(at) >= min(shown.sizeHintForColumn(at), 200)
                elif value:
                    assert f"{heading}: {value}" in told
