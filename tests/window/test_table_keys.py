"""Tables are gone to by their number from anywhere, and signed ones leave the strip."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from scorepad.desk.table import Table
from scorepad.spades.entries import Forfeit, Sign, Team
from scorepad.window.shell.tabs import TableTab
from tests.window.evening import HAND, read
from tests.window.find import button, find, settle
from tests.window.stage import Stage, type_keys
from tests.window.written import painted_texts

CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Stage:
    made = Stage(qtbot, tmp_path)
    made.window.activateWindow()
    return made


def tables(stage: Stage, count: int) -> list[Table]:
    made = []
    for number in range(1, count + 1):
        teams = (Team(f"Team {number} A"), Team(f"Team {number} B"))
        made.append(stage.evening.play(HAND, table=str(number), teams=teams))
    return made


def open_all(stage: Stage, count: int) -> list[Table]:
    """As many tables in the strip, of which the last is shown."""
    made = tables(stage, count)
    for each in made[:-1]:
        stage.window.tables.open_without_showing(each)
    stage.show(made[-1])
    return made


def test_one_key_goes_to_any_of_nine_tables(qtbot: Any, stage: Stage) -> None:
    made = tables(stage, 12)
    stage.show(made[11])
    for number, key in ((4, CTRL), (9, ALT), (1, CTRL)):
        qtbot.keyClick(stage.page.bar, str(number), key)
        assert stage.page.table.id == made[number - 1].id


def test_a_table_that_is_not_there_is_said_to_be_missing(qtbot: Any, stage: Stage) -> None:
    stage.show(tables(stage, 2)[0])
    qtbot.keyClick(stage.page.bar, "7", CTRL)
    assert "There is no table 7 today." in read(stage.window.finder.frame)


def test_the_palette_goes_to_a_table_by_its_number_or_a_team(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    made = tables(stage, 40)
    for typed in ("12", "team 12 a", "table 12"):
        with subtests.test(typed=typed):
            stage.show(made[0])
            stage.window.do("find")
            type_keys(stage.window.finder.frame.line, f"{typed}\n")
            assert stage.page.table.id == made[11].id


def test_the_next_table_is_the_next_number(stage: Stage) -> None:
    made = tables(stage, 3)
    for each in (made[2], made[0], made[1]):
        stage.show(each)
    assert [tab.texts[0] for tab in stage.window.strip.tabs] == ["1", "2", "3"]
    # A screen reader goes through the tabs as they stand.
    names = [tab.accessibleName().split(" · ")[0] for tab in stage.window.findChildren(TableTab)]
    assert names == ["Table 1", "Table 2", "Table 3"]
    stage.window.do("next-table")
    assert stage.page.table.id == made[2].id


def test_a_signed_match_leaves_once_another_page_is_shown(stage: Stage) -> None:
    first, second = map(stage.show, tables(stage, 2))
    for entry in (Forfeit(side=1, why="left"), Sign(side=0, name="a"), Sign(side=1, name="b")):
        second.table.record(entry)
    assert len(stage.window.strip.tabs) == 2
    stage.window.open_match(first.table.id)
    assert [tab.table for tab in stage.window.strip.tabs] == [first.table]


def test_closing_a_table_leads_to_the_one_before_it(stage: Stage) -> None:
    made = tables(stage, 3)
    for each in made:
        stage.show(each)
    stage.window.tables.close_table(made[2].id)
    assert stage.page.table.id == made[1].id


def test_the_number_of_the_table_stands_beside_the_boxes(stage: Stage) -> None:
    made = tables(stage, 12)
    stage.show(made[11])
    place = find(stage.page.bar, QLabel, "Table 12")
    assert place.text() == "12"
    box = stage.page.bar.boxes
    settle()
    middles = [each.mapTo(stage.window, each.rect().center()) for each in (place, box)]
    assert middles[0].x() < middles[1].x() - box.width() // 2
    assert abs(middles[0].y() - middles[1].y()) < box.height() // 2


def test_one_key_closes_a_table_and_one_fills_the_screen(qtbot: Any, stage: Stage) -> None:
    made = tables(stage, 2)
    for each in made:
        stage.show(each)
    qtbot.keyClick(stage.page.bar, "w", CTRL)
    assert [tab.table.id for tab in stage.window.strip.tabs] == [made[0].id]
    qtbot.keyClick(stage.page.bar, Qt.Key.Key_F11)
    assert stage.window.isFullScreen()
    qtbot.keyClick(stage.page.bar, Qt.Key.Key_F11)
    assert not stage.window.isFullScreen()


def test_two_tables_of_one_number_are_told_apart_by_their_events(stage: Stage) -> None:
    spring, club = (stage.add(HAND, table="5", event=each) for each in ("Spring", "Club Night"))
    other = stage.add(HAND, table="6", event="Spring")
    said = {tab.table.id: (tab.accessibleName(), tab.texts[2]) for tab in stage.window.strip.tabs}
    assert said[spring.id] == ("Table 5 · Aces 71 : 50 Kings · Spring", "Spring · Bids")
    assert said[club.id] == ("Table 5 · Aces 71 : 50 Kings · Club Night", "Club Night · Bids")
    stage.window.do("find")
    finder = stage.window.finder.frame
    type_keys(finder.line, "table 5")
    offered = finder.offers
    below = [each.help for each in offered if each.title.startswith("Table 5")]
    assert sorted(below) == ["Club Night · Round 2 · Bids", "Spring · Round 2 · Bids"]
    assert not [each for each in offered if each.title.startswith("Table 6")]
    finder.leave()
    stage.window.tables.close_table(club.id)
    tabs = stage.window.strip.tabs
    assert [tab.texts[2] for tab in tabs] == ["Bids", "Bids"], "one event needs no name"
    assert other.id in {tab.table.id for tab in tabs}


def test_the_finder_prints_only_keys_that_work(stage: Stage) -> None:
    tables(stage, 12)
    stage.window.do("find")
    finder = stage.window.finder.frame
    type_keys(finder.line, "team")
    printed = {each.title.split(" · ")[0]: each.keys for each in finder.offers if each.number}
    assert printed["Table 9"] == "Ctrl+9"
    assert printed["Table 12"] == ""


def test_a_table_that_is_not_there_is_refused_in_the_tone_of_a_refusal(
    qtbot: Any, stage: Stage
) -> None:
    stage.window.do("floor")
    for page in ("floor", "settings"):
        stage.window.do(page)
        qtbot.keyClick(stage.window, "2", CTRL)
        shown: Any = stage.window.navigation.current
        assert shown.strip.tone == "bad"


def test_that_a_match_is_archived_is_no_warning(stage: Stage) -> None:
    stage.show(tables(stage, 1)[0])
    stage.window.do("archive")
    shown: Any = stage.window.navigation.current
    assert shown.strip.tone == "good"


def test_no_figure_of_a_tab_is_cut_at_the_edge_of_the_strip(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, size=(1024, 640))
    open_all(stage, 13)
    strip = stage.window.strip
    further = {each: button(strip, f"More tables to the {each}") for each in ("left", "right")}
    qtbot.waitUntil(further["left"].isVisible)
    for where in ("left", "left", "right", "left", "right"):
        QTest.mouseClick(further[where], Qt.MouseButton.LeftButton)
        QApplication.processEvents()
        labels = [
            label for tab in strip.tabs for label in tab.findChildren(QLabel) if label.isVisible()
        ]
        seen = [each for each in labels if not each.visibleRegion().isEmpty()]
        assert len(seen) >= 12, "two tables, at the least"
        cut = [each.text() for each in seen if each.visibleRegion().boundingRect() != each.rect()]
        assert cut == []


def test_the_last_tab_is_shown_beside_as_many_others_as_have_room(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path)
    made = open_all(stage, 9)
    QApplication.processEvents()
    strip = stage.window.strip
    button(strip, "More tables to the left")  # not all have room
    shown = [tab.texts[0] for tab in strip.tabs if not tab.visibleRegion().isEmpty()]
    assert shown[-1] == "9"
    assert len(shown) >= 7
    stage.show(made[0])
    QApplication.processEvents()
    shown = [tab.texts[0] for tab in strip.tabs if not tab.visibleRegion().isEmpty()]
    assert shown[0] == "1"
    assert len(shown) >= 7


def test_a_narrow_tab_names_its_event_too(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, size=(1024, 640))
    for number in range(1, 6):
        for event in ("Spring", "Club Night"):
            stage.add(HAND, table=str(number), event=event)
    tab = stage.window.strip.tabs[-1]
    painted = [each.text for each in painted_texts(tab)]
    assert "5" in painted
    assert {"Spring", "Club Night"} & set(painted)
