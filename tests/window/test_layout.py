"""What stands where on a match's page: totals and clock large and in sight at every size, the
sheet beside a panel, the score line where it has room."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from scorepad.spades.entries import Bids, Clock, Ruling, Team
from scorepad.window.match.header.side_texts import deciding_hand_text
from scorepad.window.match.panel_place import PANELS
from scorepad.window.match.sheet.sheet_heading import GroupHeader
from scorepad.window.match.sheet.sheet_view import MIN_HEIGHT_HINT, SHORT_HEIGHT, SheetView
from scorepad.window.widgets import theme
from tests.window.evening import HAND, Evening
from tests.window.find import button, find, settle, whole
from tests.window.stage import Stage, delete_closed
from tests.window.written import painted_texts, picture_of

FAR = 64
"""The least size (pixels) of what is read from two metres, on a screen of 768 lines."""
LEFT, RIGHT = "More tables to the left", "More tables to the right"
SET_HAND = ((5, 3, 3, 3), (4, 3, 3, 3))
SCREENS = {"small": (1024, 640, 100), "usual": (1366, 768, 100), "large": (1920, 1080, 200)}


def show(stage: Stage, screen: str) -> None:
    """The window as large as that, its text too."""
    stage.show_at(*SCREENS[screen])


def test_beside_every_panel_totals_clock_and_sheet_stay_in_sight(stage: Stage) -> None:
    stage.open(*[HAND] * 3)
    shown = ""
    for screen, key in product(("small", "large"), sorted(PANELS)):
        if screen != shown:
            show(stage, screen)
            shown = screen
        page = stage.page
        delete_closed()
        page.show_panel(key)
        settle()
        for part in (*page.header.sides, page.header.clock):
            assert whole(part), (screen, key, part.accessibleName())
        assert page.sheet.horizontalScrollBar().maximum() == 0, (screen, key)
        area = find(page, QScrollArea, "Sheet and entry")
        assert area.horizontalScrollBar().maximum() == 0, (screen, key)
        seen = page.sheet.visibleRegion().boundingRect().height()
        assert seen >= theme.px(MIN_HEIGHT_HINT) - 2, (screen, key)


def test_the_score_line_stands_where_there_is_room(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("the score line stands where there is room"):
        page = stage.open(HAND)
        QApplication.processEvents()
        assert page.score_chart.isVisible(), "the sheet's columns have their places from the start"
        page = stage.open(HAND, SET_HAND)
        stage.qtbot.waitUntil(page.score_chart.isVisible)
        page.show_panel("rules")
        page.close_panel()
        assert page.score_chart.isVisible()
        stage.window.resize(860, 640)
        stage.qtbot.waitUntil(lambda: not page.score_chart.isVisible())
    with subtests.test("the score line is seen at every size"):
        stage.clear()
        stage.open(HAND, SET_HAND)
        for screen in SCREENS:
            show(stage, screen)
            stage.qtbot.waitUntil(stage.page.score_chart.isVisible)
            settle()
            assert whole(stage.page.score_chart), screen


def test_what_header_and_tab_say(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("a long team name leaves the players room"):
        team = Team("The Forty-Second Annual Invitational Society", ("Maximilian", "Christophorus"))
        page = stage.open(HAND, teams=(team, Team("Kings", ("Bo", "Di"))))
        side = page.header.sides[0]
        assert side.toolTip().startswith(f"{team.name}\nMaximilian · Christophorus\n")
    with subtests.test("the hand in which time ran out decides"):
        page = stage.open(HAND, ((4, 3, 3, 2), None))
        page.table.record(Clock(do="start"))
        assert deciding_hand_text(page.table.match) is None
        stage.pass_(31 * 60)
        assert str(deciding_hand_text(page.table.match)) == "this hand decides it"  # type: ignore[arg-type]
        said = page.header.sides[0].accessibleDescription()
        assert "this hand decides it" in said
        assert "to win" not in said
    with subtests.test("no bag is warned of once the game is over"):
        page = stage.open(HAND, agreed={"game": {"target": 60}})
        page.table.record(Ruling(side=0, points=0, bags=4, why="x"))
        said = page.header.sides[0].accessibleDescription()
        assert "5 of 6 bags." in said, "while it is played, it says what one more costs"
    with subtests.test("long names give way in a tab and are told whole"):
        stage.clear()
        long = "Aces of the Very Long Name Society & Friends"
        page = stage.open(HAND, teams=(Team(long, ("Ann", "Cy")), Team("Kings", ("Bo", "Di"))))
        tab = stage.window.strip.tabs[0]
        said = [each.text for each in painted_texts(tab)]
        assert [text for text in said if text.startswith("Aces of") and text.endswith("…")], said
        assert {"Kings", "71", "50"} <= {*said}
        assert long in tab.accessibleName()
        assert long in tab.toolTip()
        assert (
            page.sheet.model()
            .headerData(2, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
            .startswith(long)
        )
    with subtests.test("a tab has its number clock names and totals"):
        stage.clear()
        page = stage.open(HAND)
        tab = stage.window.strip.tabs[0]
        said = {"4", "▶ 30:00", "Aces", "71", "Kings", "50"}
        assert {each.text for each in painted_texts(tab)} == said
        page.table.record(Bids(bids=(4, 3, 3, 2)))
        stage.pass_(29 * 60)
        said = said - {"▶ 30:00"} | {"▲ 1:00"}
        assert {each.text for each in painted_texts(tab)} == said


def deciding_text(evening: Evening, *hands: Any, **head: Any) -> str:
    said = deciding_hand_text(evening.play(*hands, **head).match)
    return "" if said is None else str(said)


def test_the_hand_that_decides_is_said_in_place_of_points(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    begun = ((4, 3, 3, 2), None)
    assert deciding_text(evening, HAND) == ""
    assert deciding_text(evening, HAND, begun) == ""
    two = {"game": {"max_hands": 2}}
    assert deciding_text(evening, HAND, agreed=two) == "one more hand decides it"
    assert deciding_text(evening, HAND, begun, agreed=two) == "this hand decides it"
    assert deciding_text(evening, HAND, HAND, agreed=two) == "", "it is over"


def test_tables_in_the_strip(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("with few tables no arrows are shown"):
        stage.open(HAND)
        stage.open(HAND, table="Table 5")
        QApplication.processEvents()
        strip = stage.window.strip
        assert not button(strip, LEFT).isVisible()
        assert not button(strip, RIGHT).isVisible()
    for percent in [100, 200]:
        with subtests.test(
            "of many tables the one that is shown is in the strip and each says its score",
            percent=percent,
        ):
            stage.show_at(1024 * percent // 100, 640 * percent // 100, percent)
            for number in range(11):
                stage.add(*[HAND] * (number % 4), table=f"Table {number + 1}")
            stage.open(*[HAND] * 3, table="Table 12")
            strip = stage.window.strip
            for _round in range(3):
                QApplication.processEvents()
            assert whole(strip.tabs[-1])
            left, right = button(strip, LEFT), button(strip, RIGHT)
            assert left.isEnabled()
            assert not right.isEnabled()
            for _press in range(12):
                left.click()
            assert whole(strip.tabs[0])
            assert not left.isEnabled()
            stage.window.tables.show_table_beside(-1)
            assert whole(strip.tabs[-2])
            for tab in strip.tabs:
                first, second = tab.table.match.board.score
                assert f"{first} : {second}" in tab.accessibleName()


def test_of_thirty_open_tables_each_tab_names_its_teams(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    long = "Ὀδυσσεύς 北京 עברית ไทย " * 20
    for number in range(1, 31):
        other = long[:500] if number == 30 else f"Kings {number}"
        stage.add(HAND, table=str(number), teams=(Team(f"Aces {number}"), Team(other)))
    strip = stage.window.strip
    for size in ((760, 520), (1366, 768)):
        with subtests.test(size=size):
            stage.window.resize(*size)
            stage.show(strip.tabs[-2].table)
            settle()
            assert whole(strip.tabs[-2])
            for number, tab in enumerate(strip.tabs, 1):
                said = {each.text for each in painted_texts(tab)}
                assert {str(number), "▶ 30:00", f"Aces {number}", "71", "50"} <= said
                assert number == 30 or f"Kings {number}" in said
            assert long[:500].strip() in strip.tabs[-1].toolTip()
            assert strip.width() == stage.window.width()
            left = button(strip, LEFT)
            presses = 0
            while left.isEnabled():
                left.click()
                presses += 1
            assert whole(strip.tabs[0])
            assert 0 < presses < 30


@pytest.mark.parametrize(("screen", "tables"), [("small", 9), ("large", 9), ("large", 1)])
def test_where_it_is_low_the_sheet_has_a_shorter_heading_and_more_rows(
    stage: Stage, screen: str, tables: int
) -> None:
    show(stage, screen)
    for number in range(1, tables):
        stage.add(*[HAND] * 4, table=f"Table {number}")
    page = stage.open(*[HAND] * 4, table=f"Table {tables}")
    for _round in range(5):
        QApplication.processEvents()
    sheet = page.sheet
    # What whole rows leave over may be the heading's.
    usual = theme.px(28 if sheet.height() < theme.px(SHORT_HEIGHT) else 52)
    assert 0 <= sheet.horizontalHeader().height() - usual < theme.px(12)
    assert sheet.viewport().height() >= 3 * sheet.rowHeight(0)
    area = find(page, QScrollArea, "Sheet and entry")
    assert area.verticalScrollBar().maximum() == 0, "the heading is not scrolled away"
    assert sheet.rowHeight(0) >= theme.px(26)


def heading(sheet: SheetView) -> GroupHeader:
    header = sheet.horizontalHeader()
    assert isinstance(header, GroupHeader)
    return header


def test_in_a_heading_of_one_line_and_in_notes_names_have_room(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    with subtests.test("in one line the heading still names the sides"):
        sheet = stage.open(HAND).sheet
        sheet.resize(700, 120)
        assert not heading(sheet).short, "one hand and the next have room below two lines"
        sheet = stage.open(*[HAND] * 3).sheet
        sheet.resize(700, 120)
        header = heading(sheet)
        assert header.short

        def drawn(teams: tuple[str, str]) -> QImage:
            header.teams = teams
            return picture_of(header)

        aces = drawn(("Aces", "Kings"))
        assert drawn(("Jacks", "Kings")) != aces
        assert drawn(("Aces", "Queens")) != aces
        sheet.resize(700, 300)
        assert not header.short
        assert header.height() >= theme.px(52)


def beside(one: QWidget, other: QWidget) -> bool:
    """Do both are on one line?"""
    tops = [each.mapTo(each.window(), QPoint(0, 0)).y() for each in (one, other)]
    return tops[0] < tops[1] + other.height() and tops[1] < tops[0] + one.height()
