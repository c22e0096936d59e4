"""A key means the digit or Latin letter that it stands for, on any keyboard layout."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QTreeView, QWidget

from scorepad.spades.entries import Team
from scorepad.window.widgets import keyboard
from scorepad.window.widgets.two_line_list import KeyedList
from tests.window.evening import HAND, read
from tests.window.event_scenes import swiss
from tests.window.find import find, settle
from tests.window.stage import Stage
from tests.window.test_event_page import page_of
from tests.window.test_room_screen import screen_lines

NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
PAD, CTRL = Qt.KeyboardModifier.KeypadModifier, Qt.KeyboardModifier.ControlModifier
X11 = {
    **{str(digit): 9 + (digit or 10) for digit in range(10)},
    **dict(zip("QWERTYUIOP", range(24, 34), strict=True)),
    **dict(zip("ASDFGHJKL", range(38, 47), strict=True)),
    **dict(zip("ZXCVBNM", range(52, 59), strict=True)),
}
"""The keycodes of X11 by what a US keyboard has there."""
MAC = {"1": 18, "2": 19, "5": 23, "0": 29, "N": 45, "B": 11, "A": 0, "T": 17, "J": 38}


def at_platform(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Qt's platform has this name."""

    class Gui:
        @staticmethod
        def platformName() -> str:
            return name

    monkeypatch.setattr(keyboard, "QGuiApplication", Gui)


def press(
    code: int, text: str, *, key: int = 0, modifiers: Any = NONE, virtual: int = 0
) -> QKeyEvent:
    """A press as a platform sends it."""
    key = key or (ord(text[0].upper()) if text else Qt.Key.Key_unknown.value)
    return QKeyEvent(QEvent.Type.KeyPress, key, modifiers, code, virtual, 0, text)


LAYOUTS = [
    ("French", "&é\"'(-è_çà", "1234567890"),
    ("Belgian", "&é\"'(§è!çà", "1234567890"),
    ("Czech", "+ěščřžýáíé", "1234567890"),
    ("Lithuanian", "ąčęėįšųū90", "1234567890"),
    ("Arabic", "١٢٣٤٥٦٧٨٩٠", "1234567890"),
    ("US", "1234567890", "1234567890"),
]


@pytest.mark.parametrize(("layout", "written", "digits"), LAYOUTS)
@pytest.mark.parametrize(("platform", "offset"), [("xcb", 0), ("wayland", 0), ("windows", -8)])
def test_the_number_row_is_digits_without_shift(
    monkeypatch: pytest.MonkeyPatch,
    layout: str,
    written: str,
    digits: str,
    platform: str,
    offset: int,
) -> None:
    at_platform(monkeypatch, platform)
    for text, digit in zip(written, digits, strict=True):
        assert keyboard.read_key(press(X11[digit] + offset, text)) == digit, (layout, text)


@pytest.mark.parametrize(
    ("layout", "keys"),
    [
        ("Russian", {"Т": "N", "И": "B", "О": "J", "Л": "K", "Й": "Q", "Е": "T", "Н": "Y"}),
        ("Greek", {"ν": "N", "β": "B", "τ": "T", "ξ": "J", "κ": "K"}),
        ("Hebrew", {"מ": "N", "נ": "B", "א": "T", "ח": "J", "ל": "K"}),
        ("Arabic", {"ى": "N", "لا": "B", "ف": "T", "ت": "J", "ن": "K", "ض": "Q"}),
    ],
)
def test_a_letter_of_another_script_is_the_latin_letter_on_its_key(
    monkeypatch: pytest.MonkeyPatch, layout: str, keys: dict[str, str]
) -> None:
    at_platform(monkeypatch, "xcb")
    for text, letter in keys.items():
        assert keyboard.read_key(press(X11[letter], text)) == letter, layout
    at_platform(monkeypatch, "windows")
    for text, letter in keys.items():
        event = press(X11[letter] - 8, text, virtual=ord(letter))
        assert keyboard.read_key(event) == letter, layout


def test_a_latin_letter_is_itself_wherever_its_key_is(monkeypatch: pytest.MonkeyPatch) -> None:
    at_platform(monkeypatch, "xcb")
    # Dvorak has N on the key of L, AZERTY Q on that of A.
    assert keyboard.read_key(press(X11["L"], "n")) == "N"
    assert keyboard.read_key(press(X11["A"], "q")) == "Q"
    assert keyboard.read_key(press(X11["N"], "Ｎ")) == "N", "full width"
    assert keyboard.read_key(press(X11["Q"], "'")) == "'", "no Q on Dvorak"


def test_on_windows_a_letter_has_its_key_also_where_it_writes_a_sign(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at_platform(monkeypatch, "windows")
    assert keyboard.read_key(press(16, ";", virtual=ord("Q"))) == "Q", "Greek"


def test_macos_tells_the_position_of_a_key_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    at_platform(monkeypatch, "cocoa")
    for text, key in {"&": "1", "é": "2", "(": "5", "à": "0"}.items():
        assert keyboard.read_key(press(1, text, virtual=MAC[key])) == key
    for text, key in {"т": "N", "и": "B", "ф": "A", "е": "T", "о": "J"}.items():
        assert keyboard.read_key(press(1, text, virtual=MAC[key])) == key
    arrow = press(1, "", key=Qt.Key.Key_Up.value, modifiers=PAD, virtual=126)
    assert keyboard.read_key(arrow) == "", "an arrow key is no digit"


def test_the_number_pad_is_digits_with_and_without_num_lock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at_platform(monkeypatch, "xcb")
    assert keyboard.read_key(press(80, "8", modifiers=PAD)) == "8"
    assert keyboard.read_key(press(80, "", key=Qt.Key.Key_Up.value, modifiers=PAD)) == "8"
    assert keyboard.read_key(press(87, "", key=Qt.Key.Key_End.value, modifiers=PAD)) == "1"
    assert keyboard.read_key(press(111, "", key=Qt.Key.Key_Up.value)) == "", "the arrow key"


def test_signs_shortcuts_and_superscripts_are_no_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    at_platform(monkeypatch, "xcb")
    assert keyboard.read_key(press(X11["1"], "!", modifiers=SHIFT)) == "!"
    assert keyboard.read_key(press(X11["1"], "1", modifiers=SHIFT)) == "1", "French with Shift"
    assert keyboard.read_key(press(49, "²")) == "²"
    assert keyboard.read_key(press(X11["1"], "１")) == "1", "full width"
    assert keyboard.read_key(press(X11["N"], "\x0e", modifiers=CTRL)) == ""
    assert keyboard.read_key(press(9, "\x1b", key=Qt.Key.Key_Escape.value)) == ""
    assert keyboard.read_shortcut_digit(press(X11["4"], "'", modifiers=CTRL)) == "4"
    assert keyboard.read_shortcut_digit(press(X11["4"], "'")) == ""


# In the window.


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Stage:
    made = Stage(qtbot, tmp_path)
    made.activate()
    return made


def send(stage: Stage, *events: QKeyEvent) -> None:
    """Send presses to the window, as the system does."""
    for event in events:
        QApplication.sendEvent(stage.window.windowHandle(), event)
        QApplication.processEvents()


def french(digits: str, modifiers: Any = NONE) -> list[QKeyEvent]:
    written = dict(zip("1234567890", "&é\"'(-è_çà", strict=True))
    return [press(X11[each], written[each], modifiers=modifiers) for each in digits]


def test_a_hand_is_typed_on_a_french_keyboard(stage: Stage) -> None:
    page = stage.open()
    send(stage, *french("5443"))
    assert page.table.match.board.hands[0].bids == (4, 5, 3, 4)


def test_a_hand_is_typed_under_a_russian_layout(stage: Stage) -> None:
    page = stage.open()
    send(stage, press(X11["5"], "5"), press(X11["N"], "т"), press(X11["J"], "о"))
    assert page.input.typed_bids == (11, 5, None, "nil")


def test_a_correction_is_typed_on_a_french_keyboard(stage: Stage) -> None:
    page = stage.open(HAND)
    # E corrects the hand that is selected, also under a Russian layout.
    send(stage, press(111, "", key=Qt.Key.Key_Up.value), press(X11["E"], "у"))
    assert page.bar.correction is not None
    send(stage, *french("5"), press(X11["N"], "т"))
    assert page.bar.correction.bids.bids() == (5, 3, "nil", 2)


def test_numbers_in_a_form_are_typed_on_a_french_keyboard(stage: Stage) -> None:
    page = stage.open(HAND)
    page.do("clock-add")
    assert page.panel is not None
    settle()
    send(stage, *french("12"))
    focused = stage.window.focusWidget()
    assert isinstance(focused, QLineEdit)
    assert focused.text() == "12"
    focused.selectAll()
    send(stage, *french("66"))
    assert focused.text() == "-6", "at the start its key is a minus"


def tables(stage: Stage, count: int) -> None:
    for number in range(1, count + 1):
        teams = (Team(f"Team {number} A"), Team(f"Team {number} B"))
        stage.evening.play(HAND, table=str(number), teams=teams)


@pytest.mark.parametrize("is_searching", [False, True])
def test_a_table_is_found_by_its_number_on_a_french_keyboard(
    stage: Stage, is_searching: bool
) -> None:
    tables(stage, 12)
    stage.window.do("floor")
    view = find(stage.window, QTreeView, "Tables")
    search = find(stage.window, QLineEdit, "Find a table")
    (search if is_searching else view).setFocus()
    send(stage, *french("1"))
    assert search.text() == "1"
    assert view.model().rowCount() > 0
    send(stage, *french("2"))
    assert search.text() == "12"
    search.clear()
    send(stage, *french("2"))
    assert search.text() == "é", "a name may begin with a letter"


def test_ctrl_and_a_number_go_to_a_table_on_a_french_keyboard(stage: Stage) -> None:
    tables(stage, 3)
    stage.window.do("floor")
    send(stage, *french("2", CTRL))
    assert stage.page.table.match.head.table == "2"
    send(stage, *french("7", CTRL))
    assert "There is no table 7 today." in read(stage.window)
    send(stage, *french("3", CTRL))
    assert stage.page.table.match.head.table == "3"
    send(stage, *french("0", CTRL))
    assert stage.window.page is None


def test_lists_of_an_event_and_the_room_screen_take_french_digits(stage: Stage) -> None:
    event = swiss(stage.evening, 24, 1)
    page = page_of(stage, "rounds")
    listed = find(page, KeyedList, "Pairings")
    listed.setFocus()
    send(stage, *french("12"))
    assert listed.chosen == event.event.register.rounds[1].entry.pairings[11].pairing
    stage.window.do("room")
    screen = find(stage.window, QWidget, "Room screen")
    before = screen_lines(screen)
    for key in french("2"):
        QApplication.sendEvent(screen, key)
    assert screen_lines(screen) != before, "2 shows only the standings"
