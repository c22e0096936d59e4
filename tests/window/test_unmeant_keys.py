"""What a hand does from habit: an Enter, a Backspace, digits typed on.  Nothing is recorded, taken
back or written by it that was not meant."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QPushButton

from scorepad.desk.hand_input import REOPEN_SECONDS
from scorepad.spades.entries import Bids, Note, Strike
from scorepad.window.panels.history import HistoryPanel
from scorepad.window.widgets.inputs import Stepper
from tests.window.evening import HAND, press, read
from tests.window.find import find
from tests.window.stage import Stage, type_keys

REFUSED = "N412"
"""Bo bids nil; with 1 + 2 Ann and Cy are under the minimum."""


def test_what_the_rules_refuse_is_accepted_only_with_a_reason(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    with subtests.test("enter on a refused bid only points at the refusal"):
        page = stage.open()
        stage.type(REFUSED + "\n")
        assert page.bar.bids is not None
        assert page.bar.bids.keys == REFUSED
        assert not page.bar.reason.isVisible()
        assert "Aces bid 3; the minimum is 4" in read(page.bar)
        assert "press ! to accept this one" in read(page.bar)
        # Typed on from habit, a bid of five and what nobody asks for: no reason, no other bid.
        stage.type("516\n")
        bids = [entry for entry in page.table.match.log if isinstance(entry, Bids)]
        assert all(entry.override is None for entry in bids)
        assert page.bar.reason.text() == ""
    with subtests.test("the button that accepts says its key"):
        page = stage.open()
        stage.type(REFUSED)
        press(page.bar, "Accept with a reason… (!)")
        assert page.bar.reason.isVisible()
        assert stage.window.focusWidget() is page.bar.reason
    with subtests.test("the exclamation mark asks for the reason"):
        page = stage.open()
        stage.type(REFUSED + "!")
        assert page.bar.reason.isVisible()
        assert stage.window.focusWidget() is page.bar.reason
    with subtests.test("a reason without a letter is none"):
        page = stage.open()
        stage.type(REFUSED + "!")
        stage.qtbot.keyClicks(page.bar.reason, "516")
        type_keys(page.bar.reason, "\n")
        assert not page.table.match.log
        assert "Write the reason in words, not only numbers" in read(page.bar)
        assert page.bar.reason.text() == "516", "nothing typed is lost"
        stage.qtbot.keyClicks(page.bar.reason, " said twice")
        type_keys(page.bar.reason, "\n")
        bids = [entry for entry in page.table.match.log if isinstance(entry, Bids)]
        assert [entry.override for entry in bids] == ["516 said twice"]
    with subtests.test("the reason of a refusal is shown when bids are taken back"):
        page = stage.open()
        stage.type(REFUSED + "!")
        stage.qtbot.keyClicks(page.bar.reason, "agreed")
        type_keys(page.bar.reason, "\n")
        log = page.table.match.log
        stage.type("\b")
        new = page.table.match.log[len(log) :]
        assert [type(each) for each in new] == [Strike, Strike], "the bids, and the clock's start"
        assert "The last bid was taken back" in read(page.bar)
        assert "Aces bid 3; the minimum is 4" in read(page.bar)
        assert page.bar.strip.tone == "bad"


def test_backspace_takes_bids_back_only_at_once(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("backspace right after the bids takes them back"):
        page = stage.open()
        stage.type("5443")
        assert "Backspace to change the bids" in page.bar.line.sentence
        stage.type("\b")
        assert page.bar.state == "bids"
        assert page.bar.bids is not None
        assert page.bar.bids.keys == "544"
        stage.type("4")
        assert page.table.match.board.hands[-1].bids == (4, 5, 4, 4)
    with subtests.test("another key ends the taking back by backspace"):
        stage.open()
        stage.type("5443" + "7\b")
        only_explained(stage)
    with subtests.test("moving the focus away ends the taking back by backspace"):
        page = stage.open()
        stage.type("5443")
        page.sheet.setFocus(Qt.FocusReason.MouseFocusReason)
        page.bar.setFocus(Qt.FocusReason.MouseFocusReason)
        only_explained(stage)
    with subtests.test("another entry ends the taking back by backspace"):
        page = stage.open(HAND)
        stage.type("5443")
        page.table.record(Note(text="lamp"))
        only_explained(stage)
    with subtests.test("later backspace names the way to correct"):
        stage.open()
        stage.type("5443")
        stage.pass_(REOPEN_SECONDS + 1)
        only_explained(stage)


def only_explained(stage: Stage) -> None:
    """Backspace now takes nothing back and names the way to correct."""
    assert "Backspace to change the bids" not in stage.page.bar.line.sentence
    stage.type("\b")
    assert stage.page.bar.state == "tricks"
    assert not any(isinstance(entry, Strike) for entry in stage.page.table.match.log)
    assert "The bids are locked. Press Ctrl+E to correct them, with a reason" in read(
        stage.page.bar
    )


def test_keys_typed_in_a_panel_stay_there(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("digits typed in a panel do not reach the bar"):
        page = stage.open()
        stage.type("5")
        page.do("time")
        focused = stage.window.focusWidget()
        assert page.panel is not None
        assert page.panel.isAncestorOf(focused)
        assert not page.bar.boxes.caret
        type_keys(focused, "44")
        assert page.bar.bids is not None
        assert page.bar.bids.keys == "5"
        assert "Finish or close “Call time” first" in read(page.bar)
        stage.qtbot.keyClick(focused, Qt.Key.Key_Escape)
        stage.type("4")
        assert page.bar.bids.keys == "54"
    with subtests.test("digits in a ruling are its points"):
        page = stage.open(HAND)
        panel = page.show_panel("ruling")
        assert panel is not None
        for keys, points in (("20", 20), ("-15", -15)):
            panel.focus_typing_start()
            focused = stage.window.focusWidget()
            assert isinstance(focused, QPushButton)
            type_keys(focused, keys[0])
            box = find(panel, Stepper, "Points")
            assert box.line.hasFocus()
            type_keys(box.line, keys[1:])
            assert box.value == points
        assert page.bar.bids is not None
        assert page.bar.bids.keys == ""
    with subtests.test("an enter after the history opened does nothing"):
        page = stage.open(HAND)
        panel = page.show_panel("history")
        assert isinstance(panel, HistoryPanel)
        assert panel.entries.hasFocus()
        log = len(page.table.match.log)
        # Also on an entry that was struck, where the first button would restore it.
        for _turn in range(2):
            type_keys(panel.entries, "\n")
            assert page.panel is panel
            assert len(page.table.match.log) == log
            page.table.undo()
            log = len(page.table.match.log)
            panel.entries.setCurrentIndex(panel.entries.model().index(1, 0))
    with subtests.test("digits stay in a field of a panel"):
        page = stage.open(HAND)
        page.do("ruling")
        assert page.panel is not None
        line = next(each for each in page.panel.findChildren(QLineEdit) if each.isVisible())
        line.setFocus()
        QApplication.processEvents()
        assert not page.bar.boxes.caret
        type_keys(line, "5")
        assert page.bar.bids is not None
        assert page.bar.bids.keys == ""
    with subtests.test("undo in a panel s empty field undoes the last step and says so"):
        page = stage.open(HAND)
        stage.window.do("note")
        assert page.panel is not None
        field = next(each for each in page.panel.findChildren(QPlainTextEdit) if each.isVisible())
        field.setFocus()
        QTest.keyClicks(field, "late")
        QTest.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert field.toPlainText() == ""
        assert "Undid" not in read(stage.window)
        QTest.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert "Undid tricks in hand 1" in read(stage.window)


def undo(stage: Stage) -> None:
    stage.qtbot.keyClick(stage.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


def redo(stage: Stage) -> None:
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    stage.qtbot.keyClick(stage.window, Qt.Key.Key_Z, both)


def test_redo_brings_back_what_was_typed(stage: Stage, subtests: pytest.Subtests) -> None:
    for hands, keys, what in [
        ((HAND,), "54", "bids"),
        ((), "5443" + "\t7", "tricks"),
        ((HAND,), "N412!", "bids"),
    ]:
        with subtests.test("redo brings back what was typed", hands=hands, keys=keys, what=what):
            page = stage.open(*hands)
            stage.type(keys)
            bar = page.bar
            if keys.endswith("!"):
                bar.reason.setText("agreed at the table")
                bar.setFocus()
            typing: Any = bar.bids or bar.tricks
            typed, log = typing.keys, page.table.match.log
            assert stage.menu("correct")[f"Undo: {what}"]
            undo(stage)
            assert bar.strip.text == f"Undid {what}."
            assert stage.menu("correct")[f"Redo: {what}"]
            redo(stage)
            assert bar.strip.text == f"Redid {what}."
            typing = bar.bids or bar.tricks
            assert typing.keys == typed
            assert bar.reason.text() == ("agreed at the table" if keys.endswith("!") else "")
            assert page.table.match.log == log
            # Kept as typed: it is there again after a restart.
            assert '"keys":' in page.table.draft.text
            # And once more, as often as one likes.
            undo(stage)
            redo(stage)
            typing = bar.bids or bar.tricks
            assert typing.keys == typed
    with subtests.test("once something else is typed the old keys do not come back"):
        page = stage.open(HAND)
        stage.type("54")
        undo(stage)
        stage.type("3\b")
        redo(stage)
        assert page.bar.bids is not None
        assert page.bar.bids.keys == ""
        assert "nothing to redo" in page.bar.strip.text.casefold()


def test_what_was_undone_last_is_redone_first(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("what was undone last is redone first"):
        page = stage.open(HAND)
        stage.type("54")
        undo(stage)
        undo(stage)
        assert page.bar.state == "tricks"
        redo(stage)
        assert page.bar.strip.text == "Redid tricks in hand 1."
        assert page.bar.bids is not None
        assert page.bar.bids.keys == ""
        redo(stage)
        assert page.bar.strip.text == "Redid bids."
        assert page.bar.bids.keys == "54"
    with subtests.test("a note that was undone later is redone first"):
        page = stage.open(HAND)
        page.table.record(Note(text="a late start"))
        stage.type("54")
        undo(stage)
        undo(stage)
        redo(stage)
        assert page.bar.strip.text == "Redid note."
        redo(stage)
        assert page.bar.bids is not None
        assert page.bar.bids.keys == "54"
