"""Bids and tricks from the keyboard: how many keys, what is refused and why, what is taken back."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from scorepad.spades.entries import Bids, Tricks
from tests.window.evening import HAND, NIL_HAND, read
from tests.window.stage import Stage, type_keys


def entries(stage: Stage, kind: type) -> list[Any]:
    return [entry for entry in stage.page.table.match.log if isinstance(entry, kind)]


def test_bids_are_typed(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("an ordinary hand with four bids is six keys"):
        page = stage.open()
        keys = "5443" + "7\n"
        stage.type(keys)
        assert len(keys) == 6
        # Ann deals: Bo and Di bid first, then Ann and Cy.
        assert entries(stage, Bids)[-1].bids == (4, 5, 3, 4)
        assert entries(stage, Tricks)[-1].tricks == (7, 6, None, None)
        assert page.table.match.board.score == (70, -90)
    with subtests.test("an ordinary hand with team bids is four keys"):
        page = stage.open(rules="washburn")
        keys = "67" + "7\n"
        stage.type(keys)
        assert len(keys) == 4
        assert page.table.match.board.hands[0].contract == (7, 6)
        assert page.table.match.board.hands[0].tricks == (7, 6)
    with subtests.test("backspace goes back bid by bid"):
        page = stage.open()
        stage.type("54\b3")
        assert page.bar.bids is not None
        assert page.bar.bids.keys == "53"
    with subtests.test("the bids are read back large when they are locked"):
        page = stage.open()
        stage.type("5443")
        assert page.bar.state == "tricks"
        read_back = " ".join(page.bar.line.sentence.split())
        assert "Aces: Ann 4 + Cy 3 = 7 · Kings: Bo 5 + Di 4 = 9" in read_back
    with subtests.test("a key held down is one key"):
        page = stage.open()
        for repeated in (False, True, True, True):
            event = QKeyEvent(
                QEvent.Type.KeyPress, Qt.Key.Key_4, Qt.KeyboardModifier.NoModifier, "4", repeated
            )
            QApplication.sendEvent(page.bar, event)
        assert page.bar.bids is not None
        assert page.bar.bids.keys == "4"


def test_bids_that_are_refused_say_why(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("an illegal bid says why and records nothing"):
        page = stage.open()
        stage.type("11")
        assert page.bar.bids is not None
        assert page.bar.bids.cursor == 1, "the cursor stays at the bid that is refused"
        assert "Kings bid 2; the minimum is 4" in read(page.bar)
        assert page.table.match.log == ()
        # The next key replaces it.
        stage.type("3")
        assert page.bar.bids.bids()[3] == 3
        assert page.bar.bids.mistake is None
    with subtests.test("why a blind nil is refused is said before it is typed"):
        page = stage.open()
        assert "Blind nil needs a 100-point deficit" in read(page.bar)
    with subtests.test("a supervisor may insist with a reason"):
        page = stage.open()
        stage.type("1144")
        assert page.bar.bids is not None
        # The 4s replaced the refused 1: so insist on 1 + 1.
        stage.type("\b\b\b\b1" + "1!44")
        assert page.bar.bids.complete
        assert page.bar.reason.isVisible()
        assert page.table.match.log == (), "a breach is not recorded without its reason"
        type_keys(page.bar.reason, "\n")
        assert "Type the reason first" in read(page.bar)
        stage.qtbot.keyClicks(page.bar.reason, "both sides agreed")
        type_keys(page.bar.reason, "\n")
        bids = entries(stage, Bids)[-1]
        assert bids.override == "both sides agreed"
        assert bids.bids == (4, 1, 4, 1)
        assert not page.bar.reason.isVisible()


def test_tricks_are_typed(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("one number of tricks is enough and tab points at the other side"):
        page = stage.open(((4, 3, 3, 2), None))
        stage.type("8")
        assert [box.value for box in page.bar.boxes.boxes] == ["8", "5"]
        stage.type("\t")
        # The number goes over as what it makes there; another replaces it.
        assert [box.value for box in page.bar.boxes.boxes] == ["8", "5"]
        assert [box.state for box in page.bar.boxes.boxes] == ["derived", "current"]
        stage.type("4\n")
        assert page.table.match.board.hands[0].tricks == (9, 4)
    with subtests.test("a nil took none where no second number is typed"):
        page = stage.open((("nil", 4, 5, 3), None))
        stage.type("6")
        assert "Aces made, Ann's nil made +111" in read(page.bar)
        stage.type("\n")
        assert page.table.match.board.hands[0].seat_tricks == (0, 7, 6, None)
    with subtests.test("an impossible number is not taken"):
        page = stage.open((("nil", 4, 5, 3), None))
        stage.type("3K")
        assert "Only 10 tricks are left; a hand has 13" in read(page.bar)
        assert page.bar.tricks is not None
        assert page.bar.tricks.keys == "3"
    with subtests.test("enter before the count records nothing and twice records once"):
        stage.open(((4, 3, 3, 2), None))
        stage.type("\n")
        assert entries(stage, Tricks) == []
        stage.type("8\n\n")
        assert len(entries(stage, Tricks)) == 1
        assert stage.page.bar.state == "bids"
    with subtests.test("one number is called enough only where it is"):
        page = stage.open((HAND[0], None))
        assert "Enter one team's tricks" in read(page.bar)
        page = stage.open((NIL_HAND[0], None))
        assert "Enter one team's tricks" not in read(page.bar)
