"""What is typed in a panel is wholly in sight while it is typed, however low the window is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea, QWidget

from scorepad.spades.entries import Team
from scorepad.window.match.entry.seats import SeatButton
from scorepad.window.panels.panel import Panel
from scorepad.window.panels.paper_entry import PaperEntryPanel
from scorepad.window.widgets.controls import ElidedLabel
from tests.window.evening import HAND
from tests.window.find import cut_in_seats, find, find_all, settle, whole
from tests.window.stage import Stage, type_keys

SCREENS = {
    "usual": (1366, 768, 100),
    "low": (1024, 640, 100),
    "lower": (1024, 620, 100),
    "large": (1920, 1080, 200),
    "usual, larger text": (1366, 768, 150),
    "usual, largest text": (1366, 768, 200),
    "low, largest text": (1024, 640, 200),
}


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Stage:
    return Stage(qtbot, tmp_path, keypad=True)


def inside_body(panel: Panel, widget: QWidget) -> bool:
    """Does it lie within what is shown of the part of the panel that scrolls?"""
    port = panel.scrolling.viewport()
    place = QRect(widget.mapTo(port, widget.rect().topLeft()), widget.size())
    return port.rect().contains(place)


def type_paper_in_sight(stage: Stage) -> None:
    """Type lines from paper; each is in sight."""
    page = stage.open()
    page.show_panel("rekey")
    panel = page.panel
    assert isinstance(panel, PaperEntryPanel)
    for place in range(5):
        settle()
        line = panel.rows[place].edit
        assert line.hasFocus() or panel.focusWidget() is line
        type_keys(line, "5 4, 3 3 / 8")
        settle()
        assert inside_body(panel, line), place
        type_keys(line, "\n")


def see_keys(stage: Stage) -> None:
    """The keys of the screen are there, if need be after scrolling; the keyboard does all they
    do."""
    page = stage.open(*[HAND] * 3)
    settle()
    assert page.bar.keys.isVisible()
    type_keys(page.bar, "54")
    settle()
    assert page.bar.bids is not None
    assert page.bar.bids.keys == "54"


def bid_in_sight(stage: Stage) -> None:
    """Type bids that are refused; the boxes of the bar and what it says are in sight."""
    for _ in range(3):
        stage.add(HAND)
    page = stage.open(*[HAND] * 2, agreed={"bidding": {"side_minimum": 4}})
    settle()

    def out_of_sight() -> list[str]:
        return [
            f"{each.accessibleName()} {keys}"
            for each in page.bar.boxes.findChildren(SeatButton)
            if not whole(each)
        ]

    keys = ""
    assert out_of_sight() == [], "before anything is typed"
    for key in "11\n":
        keys += key
        type_keys(page.bar, key)
        settle()
        assert out_of_sight() == []
    assert page.bar.strip.text.endswith("to accept this one.")
    assert page.strip.isVisible()


def test_what_is_typed_is_in_sight_on_every_screen(stage: Stage, subtests: pytest.Subtests) -> None:
    for screen, place in SCREENS.items():
        stage.clear()
        stage.show_at(*place)
        with subtests.test("a line from paper", screen=screen):
            type_paper_in_sight(stage)
        if screen in ("usual, larger text", "usual, largest text"):
            with subtests.test("the keys of the screen", screen=screen):
                stage.clear()
                see_keys(stage)
        if screen in ("low", "usual, largest text"):
            with subtests.test("the boxes of the bar", screen=screen):
                bid_in_sight(stage)


@pytest.mark.parametrize("size", [(1366, 768), (1024, 640)])
def test_the_choice_that_a_choice_leads_to_is_in_sight(
    qtbot: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    stage = Stage(qtbot, tmp_path, size=size)
    page = stage.open(HAND)
    page.do("misdeal")
    settle()
    panel = page.panel
    assert panel is not None
    reason = panel.focusWidget()
    type_keys(reason, "\n")
    settle()
    who = panel.focusWidget()
    assert who is not None
    assert who is not reason
    assert inside_body(panel, who)


def test_with_large_text_the_next_press_is_in_sight(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, size=(1024, 640), percent=200)
    page = stage.open(HAND)
    settle()
    assert whole(page.bar.record)
    seats = [each for each in page.bar.boxes.findChildren(SeatButton) if each.isVisible()]
    QTest.mouseClick(seats[0], Qt.MouseButton.LeftButton)
    for key in ("", *"5n43"):
        if key:
            QTest.mouseClick(page.bar.keys.keys[key.upper()], Qt.MouseButton.LeftButton)
        settle()
        shown = [each for each in page.bar.keys.keys.values() if not each.isHidden()]
        shown += [each for each in seats if not each.isHidden()]
        assert [each.text() or each.accessibleName() for each in shown if not whole(each)] == []


def test_with_large_text_the_answers_to_cards_dealt_are_in_sight(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path, size=(1024, 640), percent=200)
    page = stage.open(HAND)
    stage.pass_(31 * 60)
    settle()
    assert [whole(each) for each in (page.bar.line, page.bar.yes, page.bar.no)] == [True] * 3


def test_with_large_text_names_and_notes_are_whole(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, size=(1024, 640), percent=200)
    page = stage.open(HAND, teams=(Team(""), Team("")))

    def cut() -> list[str]:
        settle()
        labels = [
            *page.header.sides[0].findChildren(ElidedLabel)[:1],
            *page.header.sides[1].findChildren(ElidedLabel)[:1],
        ]
        return cut_in_seats(page.bar) + [
            each.text()
            for each in labels
            if not each.visibleRegion().isEmpty()
            and each.fontMetrics().horizontalAdvance(each.text()) > each.width()
        ]

    assert cut() == []
    stage.type("5n43" + "7")
    assert cut() == []
    notes = [each.texts()[1].text for each in find_all(page.bar, SeatButton)]
    assert "tricks (nil)" in notes


LARGE_TEXT = [(1024, 640), (1920, 1080)]
"""The sizes of a window with text twice as large."""


@pytest.mark.parametrize("size", LARGE_TEXT)
def test_with_large_text_record_is_in_sight_beside_the_keypad(
    qtbot: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    stage = Stage(qtbot, tmp_path, size=size, percent=200, keypad=True)
    page = stage.open(HAND)
    for keys in ("", "4332", "8"):
        stage.type(keys)
        settle()
        assert page.bar.record.visibleRegion().boundingRect() == page.bar.record.rect(), keys
        assert page.bar.boxes.visibleRegion().boundingRect() == page.bar.boxes.rect(), keys


@pytest.mark.parametrize("size", LARGE_TEXT)
def test_with_large_text_nothing_scrolls_sideways_beside_a_panel(
    qtbot: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    stage = Stage(qtbot, tmp_path, size=size, percent=200)
    page = stage.open(HAND)
    stage.type("43")
    stage.window.do("misdeal")
    settle()
    assert cut_in_seats(page.bar) == []
    for each in find_all(page.bar, SeatButton):
        seen = each.visibleRegion().boundingRect()
        assert seen == each.rect()
        left = each.mapTo(page, QPoint(each.width(), 0)).x()
        assert page.panel is not None
        assert left <= page.panel.mapTo(page, QPoint(0, 0)).x()
    assert find(page, QScrollArea, "Sheet and entry").horizontalScrollBar().maximum() == 0


@pytest.mark.parametrize("size", LARGE_TEXT)
def test_with_large_text_the_next_step_after_the_end_is_in_sight(
    qtbot: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    stage = Stage(qtbot, tmp_path, size=size, percent=200)
    stage.open(HAND)
    page = stage.open(*[HAND] * 3, agreed={"game": {"target": 260}})
    stage.type("43328\n")
    settle()
    sign = page.bar.after["sign"]
    assert sign.visibleRegion().boundingRect() == sign.rect()
