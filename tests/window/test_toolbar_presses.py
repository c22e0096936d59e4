"""A press on the toolbar or the sheet counts once, also with two pointers at work."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from scorepad.spades.entries import Amend, Bids, Clock, Tricks
from tests.window.evening import HAND, press
from tests.window.find import find_all, settle
from tests.window.stage import Stage, touch

LEFT = Qt.MouseButton.LeftButton


@pytest.mark.parametrize(("name", "seconds"), [("+5 min", 300), ("\N{MINUS SIGN}5 min", -300)])
def test_a_double_click_on_minutes_counts_once(stage: Stage, name: str, seconds: int) -> None:
    page = stage.open(HAND)
    settle()
    minutes = next(each for each in find_all(page.toolbar, QToolButton) if each.text() == name)
    handle = stage.window.windowHandle()
    at = minutes.mapTo(stage.window, minutes.rect().center())
    QTest.mouseDClick(handle, LEFT, pos=at)
    settle()
    added = [each for each in page.table.match.log if isinstance(each, Clock) and each.do == "add"]
    assert [each.seconds for each in added] == [seconds]
    stage.pass_(2)
    QTest.mouseClick(minutes, LEFT)
    assert len([each for each in page.table.match.log if isinstance(each, Clock)]) == 3


def test_mouse_and_finger_at_once_give_one_hand(stage: Stage) -> None:
    """The mouse is held on one key of the keypad while a finger presses the others."""
    stage.evening.settings.set_and_save("keypad", True)
    page = stage.open()
    settle()
    keys = page.bar.keys.keys
    QTest.mousePress(keys["4"], LEFT)
    for key in ("3", "2"):
        touch(stage, keys[key])
        settle()
    QTest.mouseRelease(keys["4"], LEFT)
    settle()
    assert page.bar.bids is not None
    typed = page.bar.bids.keys
    assert typed in ("32", "324"), "each press counts at most once"


def test_a_correction_goes_on_while_the_clock_runs_out(stage: Stage) -> None:
    page = stage.open(HAND, HAND)
    page.edit_hand(1)
    stage.type("5")
    page.bar.reason.setText("misheard")
    stage.pass_(40 * 60)
    assert page.bar.correction is not None, "time being up takes nothing away"
    assert page.bar.reason.text() == "misheard"
    assert page.table.is_time_question_open() or page.table.match.board.time_entry is not None
    press(page.bar, "Save the correction")
    amend = page.table.match.log[-1]
    assert isinstance(amend, Amend)
    assert isinstance(amend.to, Bids)
    assert amend.why == "misheard"
    assert "Was the next hand dealt?" in page.bar.line.sentence, "then the question is asked"


def test_a_panel_stays_filled_in_while_another_computer_records(stage: Stage) -> None:
    page = stage.open(HAND)
    other = stage.evening.desk.open(page.table.id)
    panel = page.show_panel("ruling")
    press(panel, "Team: Aces")
    line = panel.form.controls["points"].line  # type: ignore[attr-defined]
    line.setFocus()
    QTest.keyClicks(line, "-30")
    other.record(Bids(bids=(4, 3, 3, 2)))
    other.record(Tricks(tricks=(5, 3, 3, 2)))
    stage.pass_(2)
    settle()
    assert page.panel is panel
    assert page.sheet.rows[1].status == "scored"
    assert line.text() in ("-30", "\N{MINUS SIGN}30")
    assert line.hasFocus()
    assert panel.pos() == QPoint(page.width() - panel.width(), panel.pos().y())


def test_undo_takes_back_what_is_typed_in_the_first_hand(stage: Stage) -> None:
    page = stage.open()
    undo = next(each for each in find_all(page.toolbar, QToolButton) if each.text() == "Undo")
    assert not undo.isEnabled()
    stage.type("54")
    stage.qtbot.waitUntil(undo.isEnabled)
    QTest.mouseClick(undo, LEFT)
    assert page.bar.bids is not None
    assert page.bar.bids.keys == ""
    stage.qtbot.waitUntil(lambda: not undo.isEnabled())
