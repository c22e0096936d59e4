"""Standings and bracket of an event: places with their reasons, matches with their teams' ways."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsSimpleTextItem,
    QGraphicsView,
    QListWidget,
    QTreeView,
    QWidget,
)

from scorepad.events.bracket_plan import describe_bracket_matches
from scorepad.window.event.bracket_view import BracketCanvas, BracketView
from scorepad.window.event.standings_view import StandingsView
from tests.events.day import Day
from tests.window.evening import press, read
from tests.window.find import find, settle


@pytest.fixture
def standings(qtbot: Any) -> StandingsView:
    view = StandingsView()
    qtbot.addWidget(view)
    view.resize(1000, 500)
    view.show()
    return view


@pytest.fixture
def bracket(qtbot: Any) -> BracketView:
    view = BracketView()
    qtbot.addWidget(view)
    view.resize(1000, 500)
    view.show()
    return view


def swiss() -> Day:
    day = Day(4)
    day.stage("swiss", rounds=3)
    day.pair()
    day.won("1-1", "1-2")
    return day


def cells(table: QTreeView, row: int) -> list[str]:
    model = table.model()
    return [model.index(row, column).data() for column in range(model.columnCount())]


def select(table: QTreeView, row: int) -> None:
    table.setCurrentIndex(table.model().index(row, 0))


def test_standings_show_the_reason_of_each_place_and_a_teams_story(
    standings: StandingsView,
) -> None:
    standings.show_event(swiss().event)
    table = find(standings, QTreeView, "Standings")
    assert cells(table, 1)[:3] == ["2", "T2", "1"]
    assert [cells(table, row)[-1] for row in range(4)] == ["By lot", "By score", "By lot", "By lot"]
    tip = table.model().index(1, 7).data(Qt.ItemDataRole.ToolTipRole)
    assert (
        tip == "2. T2: score 1, 1 win; behind T1 (decided by lot); "
        "ahead of T3 (decided by score, 1 to 0)"
    )
    assert table.model().headerData(3, Qt.Orientation.Horizontal) == "W–L–T"
    assert [cells(table, row)[3] for row in (0, 3)] == ["1–0–0", "0–1–0"]
    QTest.keyClick(table, Qt.Key.Key_Down)
    said = read(standings)
    assert "2. T2" in said
    assert "T2 one · T2 two" in said
    assert "Round 1: beat T4, 300–200" in said
    spoken = table.model().index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert (
        spoken == "2. T2: score 1, 1 win; behind T1 (decided by lot); "
        "ahead of T3 (decided by score, 1 to 0)"
    )


def test_the_selected_team_stays_selected_when_places_change(standings: StandingsView) -> None:
    day = swiss()
    standings.show_event(day.event)
    table = find(standings, QTreeView, "Standings")
    select(table, 3)
    team = cells(table, 3)[1]
    day.pair()
    day.lost("2-1", "2-2")
    standings.show_event(day.event)
    assert cells(table, table.currentIndex().row())[1] == team
    assert "Round 2" in read(standings)


def test_a_result_that_nobody_confirmed_is_marked(standings: StandingsView) -> None:
    day = Day(2)
    day.stage("swiss", rounds=1)
    day.pair()
    day.match("1-1", how="played", winner=0, score=(300, 200))
    standings.show_event(day.event)
    table = find(standings, QTreeView, "Standings")
    assert cells(table, 0)[2] == "1 ○"
    assert "beat T2, 300–200 (not official)" in read(standings)


def test_each_stage_can_be_chosen_and_the_latest_is_shown_first(standings: StandingsView) -> None:
    day = swiss()
    day.stage("single-elimination", stage="B", teams=["T1", "T2"])
    day.pair("B")
    standings.show_event(day.event)
    table = find(standings, QTreeView, "Standings")
    assert table.model().rowCount() == 2
    press(standings, "Swiss")
    assert table.model().rowCount() == 4


def test_before_the_first_round_standings_and_bracket_say_what_they_wait_for(
    standings: StandingsView, bracket: BracketView
) -> None:
    day = Day(0)
    for view in (standings, bracket):
        view.show_event(day.event)
    assert "Standings appear once the first round" in read(standings)
    assert "No bracket yet" in read(bracket)


def canvas(view: BracketView) -> QWidget:
    return find(view, QWidget, "Bracket")


def knockout(teams: int, kind: str = "single-elimination") -> Day:
    day = Day(teams)
    day.stage(kind)
    day.pair()
    return day


def test_arrow_keys_walk_the_bracket_and_enter_opens_a_match(bracket: BracketView) -> None:
    day = knockout(8)
    bracket.show_event(day.event)
    shown = canvas(bracket)
    assert "Quarterfinals, match 1: T1 – T8, waiting" in read(bracket)
    assert "T8 · Seed 8" in read(bracket)
    QTest.keyClick(shown, Qt.Key.Key_Down)
    assert shown.accessibleDescription() == "Quarterfinals, match 2: T4 – T5, waiting"
    QTest.keyClick(shown, Qt.Key.Key_Right)
    assert "Semifinals, match 5: Winner of 1 – Winner of 2, upcoming" in read(bracket)
    asked = QSignalSpy(bracket.open_match)
    QTest.keyClick(shown, Qt.Key.Key_Return)
    assert asked.count() == 0, "it has no match yet"
    QTest.keyClick(shown, Qt.Key.Key_Left)
    QTest.keyClick(shown, Qt.Key.Key_Return)
    pairing = day.event.register.rounds[1].entry.pairings[0].pairing
    assert asked.at(0) == [day.event.match_id(pairing)]


@pytest.mark.parametrize("kind", ["single-elimination", "double-elimination"])
def test_the_titles_of_rounds_stay_in_sight_while_a_bracket_is_scrolled(
    bracket: BracketView, kind: str
) -> None:
    bracket.resize(1300, 420)
    day = knockout(32, kind)
    bracket.show_event(day.event)
    settle()
    chart = find(bracket, BracketCanvas, "Bracket")
    titles = {
        each.key: str(each.title) for each in describe_bracket_matches(day.event.overview, "A")
    }

    def is_in_sight(item: QGraphicsItem) -> bool:
        place = chart.mapFromScene(item.sceneBoundingRect()).boundingRect()
        return chart.viewport().rect().contains(place)

    down = chart.verticalScrollBar()
    assert down.maximum() > 400
    for at in range(0, down.maximum(), 90):
        down.setValue(at)
        shown = {
            (each.text(), round(each.scenePos().x()))
            for each in chart.bracket.items()
            if isinstance(each, QGraphicsSimpleTextItem) and is_in_sight(each)
        }
        boxes = {key: box for key, box in chart.bracket.boxes.items() if is_in_sight(box)}
        assert boxes
        for key, box in boxes.items():
            assert (titles[key], round(box.x())) in shown, at


def test_the_bracket_is_also_a_list_that_a_screen_reader_reads(bracket: BracketView) -> None:
    bracket.show_event(knockout(8, "double-elimination").event)
    press(bracket, "List")
    told = find(bracket, QListWidget, "Bracket matches")
    assert told.count() == 14
    assert told.item(0).text() == "Winners' round 1, match 1: T1 – T8, waiting"
    told.setCurrentRow(7)
    assert "Grand final, match 14: Winner of 7 – Winner of 13, upcoming" in read(bracket)


@pytest.mark.parametrize("width", [660, 560])
def test_the_reason_gives_way_to_the_figures_in_a_narrow_window(
    standings: StandingsView, width: int
) -> None:
    standings.show_event(swiss().event)
    table = find(standings, QTreeView, "Standings")
    assert table.header().sectionSize(7) >= table.sizeHintForColumn(7)
    standings.resize(width, 400)
    settle()
    assert table.horizontalScrollBar().maximum() == 0
    for figure in (0, 2, 3, 4):
        assert table.header().sectionSize(figure) >= table.sizeHintForColumn(figure) > 0
    tip = table.model().index(0, 7).data(Qt.ItemDataRole.ToolTipRole)
    assert "ahead of T2 (decided by lot)" in tip
    assert "Ahead of T2 (decided by lot)" in read(standings), "it's in the story too"
    standings.resize(400, 400)
    settle()
    assert table.isColumnHidden(4)
    assert table.horizontalScrollBar().maximum() == 0
    assert "(+100)" in read(standings), "the difference is in the story"


def test_a_bracket_of_one_match_fills_the_room(bracket: BracketView) -> None:
    bracket.show_event(knockout(2).event)
    settle()
    drawn = canvas(bracket)
    assert isinstance(drawn, QGraphicsView)
    assert drawn.transform().m11() > 1.5
    assert not drawn.verticalScrollBar().isVisible()
    assert not drawn.horizontalScrollBar().isVisible()


def test_a_large_bracket_opens_with_the_matches_before_the_next_one(bracket: BracketView) -> None:
    bracket.resize(1000, 420)
    day = knockout(16, "double-elimination")
    for number in (1, 2, 3):
        pairings = day.event.register.rounds[number].entry.pairings
        day.won(*(each.pairing for each in pairings))
        day.pair()
    bracket.show_event(day.event)
    settle()
    drawn = canvas(bracket)
    assert isinstance(drawn, BracketCanvas)
    seen = [
        drawn.mapFromScene(box.sceneBoundingRect()).boundingRect()
        for box in drawn.bracket.boxes.values()
    ]
    assert sum(drawn.viewport().rect().contains(each) for each in seen) >= 3


@pytest.mark.parametrize("teams", [8, 16, 32, 64])
def test_brackets_of_every_size_stay_readable(bracket: BracketView, teams: int) -> None:
    """What has no room scrolls; letters are never smaller than that."""
    bracket.show_event(knockout(teams, "double-elimination").event)
    drawn = canvas(bracket)
    assert isinstance(drawn, QGraphicsView)
    assert drawn.scene().height() >= teams / 2 * 40
    assert drawn.transform().m11() >= 1
    here = drawn.scene().sceneRect().topLeft()
    for _press in range(teams):
        QTest.keyClick(drawn, Qt.Key.Key_Down)
    assert not drawn.mapToScene(0, 0).y() < here.y()


def test_a_click_selects_a_match_and_a_double_click_opens_it(bracket: BracketView) -> None:
    day = knockout(4)
    bracket.show_event(day.event)
    drawn = canvas(bracket)
    assert isinstance(drawn, QGraphicsView)
    name = next(
        each
        for each in drawn.scene().items()
        if isinstance(each, QGraphicsSimpleTextItem) and each.text() == "T3"
    )
    at = drawn.mapFromScene(name.sceneBoundingRect().center())
    QTest.mouseClick(drawn.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert "T3" in drawn.accessibleDescription()
    asked = QSignalSpy(bracket.open_match)
    QTest.mouseDClick(drawn.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert asked.count() == 1


def test_a_long_name_leaves_the_figures_in_sight(standings: StandingsView) -> None:
    day = Day(3)
    day.add("team", team="T9", name="The Longest Name of All " * 6, players=["Ann", "Bo"])
    day.stage("swiss", rounds=3)
    day.pair()
    standings.show_event(day.event)
    table = find(standings, QTreeView, "Standings")
    header = table.header()
    assert header.length() <= table.viewport().width()
    assert all(
        header.sectionSize(column) >= table.sizeHintForColumn(column) for column in (0, 2, 3, 4)
    )
