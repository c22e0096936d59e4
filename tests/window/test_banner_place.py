"""A message over a table's page moves nothing: what a finger aims at stays where it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QWidget

from scorepad.spades.entries import Bids, Tricks
from scorepad.window.widgets import theme
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


@pytest.mark.parametrize(("screen", "panel", "tables"), pairwise(SCREENS, ("", "note"), (1, 2)))
def test_a_message_over_a_table_moves_nothing_and_covers_nothing_that_is_pressed(
    qtbot: Any, tmp_path: Path, screen: tuple[int, int, int], panel: str, tables: int
) -> None:
    wide, high, percent = screen
    stage = Stage(qtbot, tmp_path, size=(wide, high), percent=percent, keypad=True)
    for _table in range(1, tables):
        stage.add()
    page = stage.open(*[HAND] * 5, agreed={"game": {"target": 5000}})
    if panel:
        page.show_panel(panel, focus=False)
    settle()
    parts = (page.header, page.header.clock, page.sheet, page.bar, page.bar.keys)
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
    sheet = place(stage, page.sheet)
    assert sheet.contains(over)
    assert not over.intersects(place(stage, page.sheet.horizontalHeader()))
    # The newest row stays in sight, and the message is whole.
    assert sheet.bottom() - over.bottom() >= theme.px(20)
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


def test_a_message_covers_the_oldest_rows_only_where_there_is_no_room_below(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path)
    page = stage.open(HAND, agreed={"game": {"target": 5000}})
    banners, sheet = stage.window.banners, page.sheet
    banners.show_banner("one", "Five minutes are left at table 7")

    def covered() -> list[int]:
        """The rows that are not seen whole."""
        settle()
        over = place(stage, banners)
        at = sheet.viewport().mapTo(stage.window, QPoint(0, 0))
        rects = [sheet.visualRect(sheet.model().index(n, 0)) for n in range(len(sheet.rows))]
        return [n for n, rect in enumerate(rects) if over.intersects(rect.translated(at))]

    bids, tricks = HAND
    assert tricks is not None
    seen = []
    for _hand in range(9):
        page.table.record(Bids(bids=bids))
        page.table.record(Tricks(tricks=tricks))
        seen.append(covered())
        assert len(sheet.rows) - 1 not in seen[-1], "the newest"
    assert seen[0] == []
    assert seen[-1] != []
    assert seen == sorted(seen, key=bool), "it goes up once"


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
        sheet, over = place(stage, page.sheet), place(stage, banners)
        assert sheet.contains(over)
        assert over.width() == sheet.width()


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
    banners.ask_name(lambda _name: None)
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
    banners.ask_name(lambda _name: None)
    clock = banners.show_banner("clock", "This computer's clock was set back")
    settle()
    name = banners.find_banner("name")
    assert name is not None
    assert name.isVisible()
    assert clock.isVisible()
