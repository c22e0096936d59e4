"""An evening without a keyboard: by mouse alone, then by touch alone, each to a signed result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from scorepad.spades.bidding import COUNT_KEYS
from scorepad.spades.result import signatures
from scorepad.window.match.sheet.sheet_columns import column_of
from scorepad.window.match.table_page import TablePage
from tests.window.find import FileDialog, button, find_all, settle
from tests.window.stage import Stage, touch_device

HANDS = (
    # Four bids in the order they are bid, and the tricks of the side that is asked first.
    ((4, 3, 3, 2), 8),
    ((4, 3, 3, 2), 7),
    ((5, 3, 3, 2), 8),
)


class Pointer:
    """Presses widgets by mouse or by finger, as the system brings it to the window, and counts."""

    def __init__(self, stage: Stage, *, by_touch: bool) -> None:
        self.stage = stage
        self.by_touch = by_touch
        self.presses = 0

    def press(self, widget: QWidget, at: QPoint | None = None) -> None:
        """Press the middle of a widget, or another place in it."""
        settle()
        window = widget.window()
        assert widget.isVisible(), widget.accessibleName()
        # The toolbar follows what was painted.
        self.stage.qtbot.waitUntil(widget.isEnabled)
        place = widget.mapTo(window, widget.rect().center() if at is None else at)
        handle = window.windowHandle()
        assert handle is not None
        if self.by_touch:
            finger = touch_device()
            QTest.touchEvent(handle, finger).press(0, place, handle).commit()
            QTest.touchEvent(handle, finger).release(0, place, handle).commit()
        else:
            QTest.mouseClick(handle, Qt.MouseButton.LeftButton, pos=place)
        self.presses += 1
        settle()

    def press_button(self, root: QWidget, name: str) -> None:
        self.press(button(root, name))

    def count(self) -> int:
        """Return the presses since the last count."""
        counted, self.presses = self.presses, 0
        return counted


def play_hand(pointer: Pointer, page: TablePage, bids: tuple[int, ...], tricks: int) -> None:
    for bid in bids:
        pointer.press(page.bar.keys.keys[COUNT_KEYS[bid]])
    pointer.press(page.bar.keys.keys[COUNT_KEYS[tricks]])
    pointer.press_button(page.bar, "Record")


def correct_tricks(pointer: Pointer, page: TablePage, hand: int, tricks: int) -> None:
    """Correct the tricks of the first team from the sheet."""
    sheet = page.sheet
    cell = sheet.model().index(hand - 1, column_of(0, "tricks"))
    at = sheet.visualRect(cell).center()
    pointer.press(sheet.viewport(), at)
    if pointer.by_touch:
        pointer.press_button(page, "Correct")
    else:
        window = sheet.window().windowHandle()
        place = sheet.viewport().mapTo(sheet.window(), at)
        QTest.mouseDClick(window, Qt.MouseButton.LeftButton, pos=place)
        pointer.presses += 1
        settle()
    pointer.press(page.bar.keys.keys[COUNT_KEYS[tricks]])
    pointer.press_button(page.bar, "Misheard")
    pointer.press_button(page.bar, "Save the correction")


@pytest.fixture(params=[False, True], ids=["by mouse", "by touch"])
def pointer(qtbot: Any, tmp_path: Path, request: pytest.FixtureRequest) -> Pointer:
    return Pointer(Stage(qtbot, tmp_path), by_touch=request.param)


def test_an_evening_without_a_keyboard(pointer: Pointer, tmp_path: Path) -> None:
    stage = pointer.stage
    page = stage.open(first_dealer=None, agreed={"game": {"target": 160}})
    settle()
    pointer.press_button(page.bar, "Di")
    assert page.table.match.head.first_dealer == 3
    # Anyone who presses a seat gets the keypad.
    pointer.press(page.bar.boxes.findChildren(QPushButton)[0])
    assert page.bar.keys.isVisible()
    pointer.count()
    for number, (bids, tricks) in enumerate(HANDS, start=1):
        play_hand(pointer, page, bids, tricks)
        assert len(page.table.match.board.hands) == number
        assert pointer.count() <= 7, "presses of an ordinary hand"
        if number == len(HANDS) - 1:
            continue
    before = page.table.match.board.score
    hand = page.table.match.board.hands[0]
    wrong = hand.tricks[0]
    assert wrong is not None
    pointer.count()
    correct_tricks(pointer, page, 1, wrong + 1)
    assert pointer.count() <= 5, "presses of a correction, its reason included"
    assert page.table.match.board.hands[0].tricks[0] == wrong + 1
    assert page.table.match.board.score != before
    assert page.bar.correction is None

    assert page.table.match.board.is_over
    pointer.press_button(page.bar, "Sign the result")
    assert page.panel is not None
    for name in ("Ann signs for Aces", "Bo signs for Kings"):
        pointer.press_button(page.panel, name)
    assert None not in signatures(page.table.match)
    pointer.press(find_all(page.panel, QPushButton, "Close")[0])

    pointer.press_button(page.bar, "Print the sheet")
    stage.qtbot.waitUntil(lambda: stage.window.page is None)
    pointer.press_button(stage.window, "Letter")
    save_as(pointer, stage.window, tmp_path / "sheet.pdf", "Save as PDF…")
    pointer.press_button(stage.window, "Close")

    # Without a screen Qt opens no menu.
    stage.window.do("export")
    assert stage.page.panel is not None
    save_as(pointer, stage.page.panel, tmp_path / "match.json", "Save as…")


def save_as(pointer: Pointer, root: QWidget, path: Path, name: str) -> None:
    """Press the button that saves, and answer the dialog as the system's does."""
    FileDialog(lambda: pointer.press_button(root, name), path)
    pointer.stage.qtbot.waitUntil(path.exists, timeout=10_000)


def test_a_running_clock_is_never_stopped_by_one_press(pointer: Pointer) -> None:
    page = pointer.stage.open(((4, 3, 3, 2), None))
    pointer.stage.pass_(60)
    settle()
    shown = [each for each in page.header.clock.findChildren(QPushButton) if each.isVisible()]
    assert shown
    assert all(each.menu() is not None for each in shown)
    menu = page.header.clock.menu
    # Without a screen Qt opens no menu, but says that it does.
    menu.aboutToShow.emit()
    titles = [line.text() for line in menu.actions()]
    assert titles == [
        "Pause the clock",
        "5 more minutes",
        "5 fewer minutes",
        "Add minutes…",
        "Call time…",
    ]
    entries = len(page.table.match.log)
    menu.actions()[1].trigger()
    assert len(page.table.match.log) == entries + 1


def test_after_a_press_on_the_clock_the_keys_are_still_for_the_hand(pointer: Pointer) -> None:
    page = pointer.stage.open(((4, 3, 3, 2), None))
    face = next(each for each in page.header.clock.findChildren(QPushButton) if each.menu())
    # Without a screen Qt opens no menu.
    face.setMenu(None)
    pointer.press(face)
    assert not face.hasFocus()


def test_the_clock_lights_up_only_under_the_pointer(pointer: Pointer) -> None:
    page = pointer.stage.open(((4, 3, 3, 2), None))
    clock = page.header.clock
    face = next(each for each in clock.findChildren(QPushButton) if each.menu())
    face.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    clock.menu.aboutToHide.emit()
    assert not face.underMouse()
