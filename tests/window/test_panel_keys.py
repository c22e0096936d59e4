"""Keys pressed in a panel: they choose, go on to the next field and write there; nothing older than
what is on the screen is taken back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication

from scorepad.spades.entries import Forfeit, Misdeal, Renege, Ruling, Time
from scorepad.window.panels.panel import Panel
from scorepad.window.widgets.inputs import Stepper
from tests.window.evening import HAND, read
from tests.window.find import button, find, line
from tests.window.stage import Stage, press_keys
from tests.window.test_repeated_presses import kinds, timed

CTRL = Qt.KeyboardModifier.ControlModifier
OPEN = (HAND[0], None)
ENTER, RIGHT = Qt.Key.Key_Return, Qt.Key.Key_Right


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Stage:
    """A window in which no time passes between two presses."""
    made = timed(Stage(qtbot, tmp_path))
    made.activate()
    return made


def opened(stage: Stage, key: str, *hands: Any) -> Panel:
    """Show a table where these hands were played, and a panel as its action does."""
    page = stage.open(*hands)
    stage.window.do(key)
    QApplication.processEvents()
    assert page.panel is not None
    return page.panel


# Two presses of Enter, one right after the other.


def test_two_presses_of_enter(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("a second enter records what the first has chosen"):
        stage.moment += 10  # type: ignore[attr-defined]
        opened(stage, "time", HAND)
        press_keys(stage, ENTER)
        assert button(stage.page.panel, "Dealt: No").isChecked()  # type: ignore[arg-type]
        press_keys(stage, ENTER)
        assert kinds(stage, Time) == 1
        press_keys(stage, "z", modifiers=CTRL)
        assert kinds(stage, Time) == 1
        assert "Undid time called" in read(stage.window)
        assert stage.page.table.match.board.hands, "the hand is older than that"
    with subtests.test("a held enter chooses and records nothing"):
        stage.moment += 10  # type: ignore[attr-defined]
        opened(stage, "time", HAND)
        press_keys(stage, ENTER)
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            event = QKeyEvent(kind, ENTER, Qt.KeyboardModifier.NoModifier, "\r", True)
            QGuiApplication.sendEvent(stage.window.windowHandle(), event)
        assert kinds(stage, Time) == 0
    with subtests.test("an enter that counts once is said to"):
        stage.moment += 10  # type: ignore[attr-defined]
        page = stage.open(OPEN)
        press_keys(stage, "8", ENTER, ENTER)
        said = read(page.bar)
        assert "The second Enter was ignored because it came too quickly. Press Enter" in said
        assert "Hand 1" in said, "what the first one did stays in sight"
        press_keys(stage, "5")
        assert "The second Enter was ignored" not in read(page.bar)
    with subtests.test("undo takes back nothing behind a panel that is half filled"):
        stage.moment += 10  # type: ignore[attr-defined]
        panel = opened(stage, "renege", HAND)
        press_keys(stage, ENTER)
        assert panel.typed() is not None
        log = stage.page.table.match.log
        press_keys(stage, "z", modifiers=CTRL)
        assert stage.page.table.match.log == log
        assert "“Renege” isn't recorded yet. Record or cancel it before you undo" in read(
            stage.window
        )
        press_keys(stage, Qt.Key.Key_Escape)
        press_keys(stage, "z", modifiers=CTRL)
        assert "Undid tricks in hand 1" in read(stage.window)


# A choice is forgotten, and leads on.


def test_a_choice_is_forgotten_and_leads_on(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("a panel that was closed forgets its choice"):
        stage.moment += 10  # type: ignore[attr-defined]
        for _time in range(2):
            opened(stage, "renege", HAND)
            press_keys(stage, RIGHT, ENTER, Qt.Key.Key_Escape)
            assert "saved" not in read(stage.page.bar)
            stage.window.do("renege")
            press_keys(stage, RIGHT, ENTER, ENTER)
            last = stage.page.table.match.log[-1]
            assert isinstance(last, Renege)
            assert last.side == 1
    with subtests.test("after a choice the cursor is in the next field"):
        stage.moment += 10  # type: ignore[attr-defined]
        panel = opened(stage, "forfeit", HAND)
        press_keys(stage, RIGHT, ENTER)
        assert line(panel, "Why").hasFocus()
        press_keys(stage, *"left", ENTER)
        last = stage.page.table.match.log[-1]
        assert isinstance(last, Forfeit)
        assert (last.side, last.why) == (1, "left")
    with subtests.test("after the side come the players and then nothing"):
        stage.moment += 10  # type: ignore[attr-defined]
        panel = opened(stage, "talk", OPEN)
        press_keys(stage, RIGHT, ENTER)
        assert button(panel, "Player: not sure").hasFocus()
        press_keys(stage, Qt.Key.Key_Left)
        assert button(panel, "Player: Di").isChecked()
        press_keys(stage, ENTER)
        assert stage.page.panel is None
    with subtests.test("after a side a number is typed over what there is"):
        stage.moment += 10  # type: ignore[attr-defined]
        panel = opened(stage, "ruling", HAND)
        press_keys(stage, ENTER, "-", "3", "0")
        assert find(panel, Stepper, "Points").value == -30


# What is typed while a button has the keys.


def test_what_is_typed_while_a_button_has_the_keys(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("letters go into the field of the panel"):
        stage.moment += 10  # type: ignore[attr-defined]
        opened(stage, "forfeit", HAND)
        # As Tab does: the buttons have the keys, not the field.
        press_keys(stage, *"late", RIGHT)
        panel = stage.page.panel
        assert panel is not None
        assert line(panel, "Why").text() == "late"
        press_keys(stage, *" again")
        assert line(panel, "Why").text() == "late again"
        assert stage.page.bar.bids is not None
        assert stage.page.bar.bids.keys == ""
    for key in ["x", "n", "5", "é"]:
        with subtests.test("what is typed where there is no field is said to be ignored", key=key):
            stage.moment += 10  # type: ignore[attr-defined]
            opened(stage, "misdeal", OPEN)
            press_keys(stage, key)
            assert "Finish or close “Misdeal” first (Esc)." in read(stage.page.bar)
            assert not any(
                isinstance(each, Misdeal | Ruling) for each in stage.page.table.match.log
            )


# The reason for bids that the rules refuse.


def test_after_the_fourth_bid_the_cursor_is_in_the_reason(stage: Stage) -> None:
    page = stage.open()
    press_keys(stage, *"11!44")
    assert page.bar.reason.hasFocus()
    # Digits typed on by habit are no reason, and Enter records nothing.
    press_keys(stage, *"516", ENTER)
    assert not page.table.match.log
    assert "Write the reason in words, not only numbers" in read(page.bar)
    press_keys(stage, *([Qt.Key.Key_Backspace] * 3))
    assert page.bar.reason.text() == ""
    # In the empty field Backspace takes back the latest bid.
    press_keys(stage, Qt.Key.Key_Backspace)
    assert page.bar.bids is not None
    assert page.bar.bids.keys == "11!4"
    assert page.bar.hasFocus()
    press_keys(stage, "4", *"agreed", ENTER)
    assert page.table.match.board.hands[-1].bids is not None
