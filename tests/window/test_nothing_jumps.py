"""Nothing moves under the pointer: as a clock runs out, a seat is pressed or a row is chosen."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QWidget

from scorepad.spades.bidding import COUNT_KEYS
from scorepad.spades.entries import Clock, Misdeal, Strike
from scorepad.spades.result import signatures
from scorepad.window.match.entry.seats import SeatButton
from scorepad.window.match.table_page import TablePage
from scorepad.window.panels.history import HistoryPanel
from scorepad.window.panels.result import SignPanel
from scorepad.window.widgets import theme
from tests.window.evening import HAND
from tests.window.find import button, settle
from tests.window.screen_faults import in_sight
from tests.window.stage import Stage, touch

SCREENS = [(1366, 768), (1024, 640), (1920, 1080)]
FORMS = ("ruling", "renege", "history", "why")


def rectangles(root: QWidget) -> dict[QWidget, QRect]:
    """Return where in the window each control of a widget is."""
    settle()
    return {
        each: QRect(each.mapTo(each.window(), QPoint(0, 0)), each.size())
        for each in in_sight(root)
        if isinstance(each, QAbstractButton | QLineEdit) and not each.visibleRegion().isEmpty()
    }


def moved(before: dict[QWidget, QRect], root: QWidget) -> list[str]:
    """Return the controls that are still in sight, at another place."""
    after = rectangles(root)
    return [
        f"{each.accessibleName()}: {before[each].getRect()} → {after[each].getRect()}"
        for each in before
        if each in after and before[each] != after[each]
    ]


@pytest.mark.parametrize(
    ("size", "percent"), [*((size, 100) for size in SCREENS), ((1920, 1080), 200)]
)
def test_sheet_and_bar_stay_in_place_as_a_hand_is_typed(
    qtbot: Any, tmp_path: Path, size: tuple[int, int], percent: int
) -> None:
    stage = Stage(qtbot, tmp_path, size=size, percent=percent)
    page = stage.open(HAND, HAND)
    heights = []
    for key in "4332" + "8\n":
        stage.type(key)
        settle()
        heights.append((page.sheet.height(), page.bar.height()))
    assert heights == [heights[0]] * len(heights)


def test_a_form_stays_in_place_as_the_clock_runs_out(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    page = stage.open(HAND, HAND)
    for size, key in product(SCREENS, FORMS):
        stage.window.resize(*size)
        panel = page.show_panel(key)
        with subtests.test(size=size, key=key):
            before = rectangles(panel)
            stage.pass_(31 * 60)
            assert page.bar.state == "asked"
            assert not moved(before, panel)
        page.close_panel()
        page.table.record(Clock(do="add", seconds=31 * 60))


def test_a_pressed_seat_stays_under_the_pointer(stage: Stage, subtests: pytest.Subtests) -> None:
    page = stage.open(HAND, HAND)
    for size, press in product([*SCREENS, (760, 640)], (click, touch)):
        stage.window.resize(*size)
        page.bar.fold_keypad_away(True)
        settle()
        seat = seats(page)[2]
        with subtests.test(size=size, press=press.__name__):
            before = rectangles(page.bar.boxes)
            press(stage, seat)
            assert page.bar.keys.isVisible(), "the keypad comes"
            assert not moved(before, page.bar.boxes)


def click(_stage: Stage, widget: QWidget) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def seats(page: TablePage) -> list[SeatButton]:
    return [each for each in page.bar.boxes.findChildren(SeatButton) if not each.isHidden()]


@pytest.mark.parametrize(
    ("rules", "bids", "hands"), [("unc", "5443", 0), ("unc", "5443", 1), ("washburn", "56", 0)]
)
def test_the_numbers_stay_in_place_from_the_first_bid_to_record(
    stage: Stage, rules: str, bids: str, hands: int, subtests: pytest.Subtests
) -> None:
    page = stage.open(*[HAND] * hands, rules=rules)
    for size, way in product([*SCREENS, (760, 640)], ("seat", "keypad")):
        stage.window.resize(*size)
        page.bar.fold_keypad_away(True)
        settle()
        with subtests.test(size=size, way=way):
            opener: QWidget = seats(page)[0] if way == "seat" else page.bar.fold
            click(stage, opener)
            before = rectangles(page.bar.keys)
            numbers = {key: before[key] for key in map(page.bar.keys.keys.get, COUNT_KEYS) if key}
            for key in bids + "7":
                click(stage, page.bar.keys.keys[key])
                assert not moved(numbers, page.bar.keys), f"after {key}"
            click(stage, page.bar.record)
            assert len(page.table.match.board.hands) == hands + 1
        while page.table.match.board.hands[hands:] or page.bar.state == "tricks":
            page.table.undo()


def test_the_numbers_of_a_correction_stay_in_place(stage: Stage, subtests: pytest.Subtests) -> None:
    page = stage.open(HAND, HAND, HAND)
    places: list[Callable[[], object]] = [
        lambda: stage.type("7"),
        lambda: stage.type("1"),
        lambda: QTest.mouseClick(seats(page)[5], Qt.MouseButton.LeftButton),
        lambda: stage.type("9"),
        page.bar.reason.setFocus,
    ]
    for size in SCREENS:
        stage.window.resize(*size)
        page.edit_hand(2, "bids", 1)
        before = rectangles(page.bar)
        with subtests.test(size=size):
            for act in places:
                act()
                assert not moved(before, page.bar)
        page.bar.end_correction()


def test_what_can_be_done_with_an_entry_stays_in_place(stage: Stage) -> None:
    page = stage.open(HAND, HAND)
    table = page.table
    table.record(Misdeal(reason="no spade", seat=2))
    table.record(Strike(entry=str(table.match.log[-1].id), why="wrong table"))
    panel = page.show_panel("history")
    assert isinstance(panel, HistoryPanel)
    places, list_places = [], []
    for row in range(panel.entries.model().rowCount()):
        panel.entries.setCurrentIndex(panel.entries.model().index(row, 1))
        places.append(rectangles(panel))
        list_places.append(panel.entries.geometry())
    assert places == places[:1] * len(places)
    assert list_places == list_places[:1] * len(places), "the list keeps its height"


def test_the_answers_keep_their_texts_wherever_the_keys_go(stage: Stage) -> None:
    page = stage.open(HAND, HAND)
    stage.pass_(31 * 60)
    answers = [button(page.bar, "Yes, dealt (Y)"), button(page.bar, "No (N)")]
    page.show_panel("ruling")
    QApplication.processEvents()
    assert [each.text() for each in answers] == ["Yes, dealt (Y)", "No (N)"]


def test_a_panel_after_the_end_covers_nothing_of_the_result(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    page = stage.open(HAND, agreed={"game": {"target": 60}})
    for size, key in product(SCREENS, ("sign", "history")):
        stage.window.resize(*size)
        panel = page.show_panel(key)
        settle()
        covered = QRect(panel.mapTo(page, QPoint(0, 0)), panel.size())
        with subtests.test(size=size, key=key):
            for each in (*page.bar.signed.children(), page.bar.strip, *page.bar.after.values()):
                if isinstance(each, QWidget) and not each.isHidden():
                    place = QRect(each.mapTo(page, QPoint(0, 0)), each.size())
                    assert not place.intersects(covered), each.accessibleName()
        page.close_panel()


def test_the_filter_of_the_history_has_one_button_that_clears_it(stage: Stage) -> None:
    page = stage.open(HAND, HAND)
    panel = page.show_panel("history")
    assert isinstance(panel, HistoryPanel)
    QTest.keyClicks(panel.filter, "bids")
    settle()
    clears = [each for each in panel.filter.findChildren(QAbstractButton) if each.isVisible()]
    assert len(clears) == 1
    assert panel.filter.rect().contains(clears[0].geometry())
    assert min(clears[0].width(), clears[0].height()) >= theme.touch_height()
    QTest.mouseClick(clears[0], Qt.MouseButton.LeftButton)
    assert not panel.filter.text()


@pytest.mark.parametrize(
    ("size", "percent"), [*((size, 100) for size in SCREENS), ((1366, 768), 200)]
)
def test_the_other_team_signs_where_it_was_before_one_signed(
    qtbot: Any, tmp_path: Path, size: tuple[int, int], percent: int, subtests: pytest.Subtests
) -> None:
    stage = Stage(qtbot, tmp_path, size=size, percent=percent)
    page = stage.open(HAND, agreed={"game": {"target": 60}})
    for way in ("player", "name", "absent"):
        with subtests.test(way=way):
            panel = page.show_panel("sign")
            assert isinstance(panel, SignPanel)
            form = panel.signatures[0]
            if way == "absent":
                click(stage, form.controls["absent"])
                form.controls["why"].setFocus()
                QTest.keyClicks(form.controls["why"], "left early")
            elif way == "name":
                click(stage, button(panel, "Sign for Aces"))
                QTest.keyClicks(form.line, "Ann")
            settle()
            press = "Ann signs for Aces" if way == "player" else "Sign for Aces"
            before = rectangles(page)
            click(stage, button(panel, press))
            assert [each is not None for each in signatures(page.table.match)] == [True, False]
            assert not moved(before, page)
        page.close_panel()
        page.table.undo()
