"""A message over a table's page moves nothing: what a finger aims at stays where it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QWidget

from scorepad.spades.entries import Bids, Tricks
from tests.pairwise import pairwise
from tests.window.evening import HAND
from tests.window.find import find, find_all, line
from tests.window.stage import Stage

SCREENS = [(1024, 640, 100), (1366, 768, 100), (1920, 1080, 200)]


def place(stage: Stage, widget: QWidget) -> QRect:
    """Where it is in the window."""
    return QRect(widget.mapTo(stage.window, QPoint(0, 0)), widget.size())


def titles(stage: Stage) -> list[QLabel]:
    """What stands above the totals: which match it is, and which hand."""
    top = place(stage, stage.page.header).top()
    labels = find_all(stage.page, QLabel)
    above = [each for each in labels if place(stage, each).bottom() < top]
    assert len(above) == 2
    return above


def settle() -> None:
    for _round in range(3):
        QApplication.processEvents()


def test_a_message_over_a_table_moves_nothing_and_covers_nothing_that_is_pressed(
    qtbot: Any, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    stage = Stage(qtbot, tmp_path, keypad=True)
    shown = None
    for screen, panel, tables in sorted(pairwise(SCREENS, ("", "note"), (1, 2))):
        stage.clear()
        if screen != shown:
            stage.show_at(*screen)
            shown = screen
        with subtests.test(screen=screen, panel=panel, tables=tables):
            show_and_remove_messages(stage, panel, tables)


def show_and_remove_messages(stage: Stage, panel: str, tables: int) -> None:
    """Show two messages over a page with that panel, and take them away again."""
    for _table in range(1, tables):
        stage.add()
    page = stage.open(*[HAND] * 5, agreed={"game": {"target": 5000}})
    if panel:
        page.show_panel(panel, focus=False)
    settle()
    parts = (page.header, page.header.clock, page.bar, page.bar.keys)
    before = [place(stage, part) for part in parts]
    banners = stage.window.banners
    banners.show_banner("one", "Five minutes are left at table 7").add_button(
        "Show it", lambda: None
    )
    banners.show_banner("two", "Another message")
    settle()
    assert banners.isVisible()
    assert [place(stage, part) for part in parts] == before
    over = place(stage, banners)
    heading = [*titles(stage), stage.window.strip, stage.window.menuBar()]
    spared = [page.header, page.bar, *heading, *([page.panel] if page.panel else [])]
    for part in spared:
        assert not over.intersects(place(stage, part)), part
    around = page.sheet.parentWidget()
    assert around is not None
    assert place(stage, around).contains(over)
    assert not over.intersects(place(stage, page.sheet.horizontalHeader()))
    # The newest row stays in sight, and the message is whole.
    assert covered(stage) == []
    assert newest_is_whole(stage)
    for label in banners.find_banner("two").findChildren(QLabel):  # type: ignore[union-attr]
        assert label.height() >= label.heightForWidth(label.width())
    # The newest stands alone; the other when it has gone.
    assert banners.find_banner("two").isVisible()  # type: ignore[union-attr]
    assert not banners.find_banner("one").isVisible()  # type: ignore[union-attr]
    banners.remove_banner("two")
    settle()
    assert banners.find_banner("one").isVisible()  # type: ignore[union-attr]
    banners.remove_banner("one")
    settle()
    assert [place(stage, part) for part in parts] == before


def row_places(stage: Stage) -> list[QRect]:
    """Where the sheet's rows are in the window."""
    sheet = stage.page.sheet
    at = sheet.viewport().mapTo(stage.window, QPoint(0, 0))
    rects = [sheet.visualRect(sheet.model().index(n, 0)) for n in range(len(sheet.rows))]
    return [rect.translated(at) for rect in rects]


def covered(stage: Stage) -> list[int]:
    """The rows in sight that the message lies over."""
    settle()
    over, port = place(stage, stage.window.banners), place(stage, stage.page.sheet.viewport())
    return [n for n, row in enumerate(row_places(stage)) if over.intersects(row & port)]


def newest_is_whole(stage: Stage) -> bool:
    port, newest = place(stage, stage.page.sheet.viewport()), row_places(stage)[-1]
    return port.top() <= newest.top() and newest.bottom() <= port.bottom()


def test_a_message_covers_no_row_and_the_newest_stays_in_sight(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    for screen in (*SCREENS, (1366, 768, 200)):
        stage.clear()
        if stage.evening.settings.text_scale == screen[2]:
            stage.window.resize(*screen[:2])
        else:
            stage.show_at(*screen)
        with subtests.test(screen=screen):
            play_below_message(stage)


def play_below_message(stage: Stage) -> None:
    """Record hands while a message lies over the sheet; no row is covered."""
    page = stage.open(HAND, agreed={"game": {"target": 5000}})
    stage.window.banners.show_banner("one", "Five minutes are left at table 7")
    bids, tricks = HAND
    assert tricks is not None
    for hand in range(14):
        page.table.record(Bids(bids=bids))
        page.table.record(Tricks(tricks=tricks))
        assert covered(stage) == [], hand
        assert newest_is_whole(stage), hand
    stage.window.banners.remove_banner("one")
    settle()
    around = page.sheet.parentWidget()
    assert around is not None
    assert page.sheet.height() == around.height(), "it has its room again"


def test_on_another_page_all_messages_stand_above_it(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    stage.open(HAND)
    banners = stage.window.banners
    for key in ("one", "two"):
        banners.show_banner(key, f"Message {key}")
    stage.window.do("list")
    settle()
    assert banners.find_banner("one").isVisible()  # type: ignore[union-attr]
    assert banners.find_banner("two").isVisible()  # type: ignore[union-attr]
    assert place(stage, banners).bottom() < place(stage, stage.window.stack).top()


def test_a_message_goes_with_the_sheet_when_a_panel_comes_and_goes(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path, size=(1024, 640))
    page = stage.open(*[HAND] * 5, agreed={"game": {"target": 5000}})
    banners = stage.window.banners
    banners.show_banner("one", "Five minutes are left at table 7")
    for key in ("note", "", "history", ""):
        page.show_panel(key, focus=False) if key else page.close_panel()
        settle()
        around = page.sheet.parentWidget()
        assert around is not None
        sheet, over = place(stage, around), place(stage, banners)
        assert sheet.contains(over)
        has_room = page.sheet.height() == around.height()
        assert over.width() == (page.sheet if has_room else around).width()


@pytest.mark.parametrize("size", [(1440, 860), (1280, 720)])
def test_where_the_sheet_is_too_low_a_message_has_room_made_for_it(
    qtbot: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    stage = Stage(qtbot, tmp_path, size=size, percent=200)
    page = stage.open(*[HAND] * 5, agreed={"game": {"target": 5000}})
    settle()
    banners = stage.window.banners
    banners.show_banner("one", "Five minutes are left at table 7")
    settle()
    over = place(stage, banners)
    assert over.height() > 0
    for part in (page.header, page.bar, *titles(stage), stage.window.strip):
        assert not over.intersects(place(stage, part) & place(stage, page))


def test_one_message_is_shown_at_a_time_where_more_would_hide_the_sheets_heading(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path, size=(1920, 940), percent=200, keypad=True)
    page = stage.open(*[HAND] * 5, agreed={"game": {"target": 5000}})
    banners = stage.window.banners
    banners.ask_scorekeeper_name(lambda _name: None)
    clock = banners.show_banner("clock", "This computer's clock was set back")
    settle()
    name = banners.find_banner("name")
    assert name is not None
    assert clock.isVisible()
    assert not name.isVisible()
    heading = page.sheet.horizontalHeader().viewport()
    assert heading.visibleRegion().boundingRect() == heading.rect()
    assert find(page, QScrollArea, "Sheet and entry").verticalScrollBar().maximum() == 0
    # The one that is being answered is not taken away.
    banners.remove_banner("clock")
    settle()
    assert name.isVisible()
    line(name, "Your name").setFocus()
    clock = banners.show_banner("clock", "This computer's clock was set back")
    settle()
    assert name.isVisible()
    assert not clock.isVisible()
    banners.remove_banner("name")
    settle()
    assert clock.isVisible()
    # What stays comes after what can be dismissed.
    making = banners.show_banner("making", "The book is being made", stays=True)
    settle()
    assert clock.isVisible()
    assert not making.isVisible()


def test_all_messages_are_shown_where_there_is_room(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, size=(1366, 768))
    stage.open(*[HAND] * 5, agreed={"game": {"target": 5000}})
    banners = stage.window.banners
    banners.ask_scorekeeper_name(lambda _name: None)
    clock = banners.show_banner("clock", "This computer's clock was set back")
    settle()
    name = banners.find_banner("name")
    assert name is not None
    assert name.isVisible()
    assert clock.isVisible()
