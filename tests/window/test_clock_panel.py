"""The panel in which the clock is set by hand."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from scorepad.spades.entries import Bids, Clock, Entry, Time, kind_of
from tests.window.evening import HAND, Evening, announced_text, press, read
from tests.window.find import button, line, type_over
from tests.window.stage import Stage, press_keys

OPEN = ((4, 3, 3, 2), None)


def clock_fields(entry: Entry) -> dict[str, Any]:
    """What a clock entry says."""
    assert isinstance(entry, Clock)
    return {"do": entry.do, "seconds": entry.seconds}


def test_the_clock_is_given_time_and_paused(qtbot: Any, evening: Evening) -> None:
    table = evening.play(OPEN)
    panel = evening.panel(qtbot, "clock-add", table)
    press(panel, "Add 5 minutes")
    assert clock_fields(table.match.log[-1]) == {"do": "add", "seconds": 300}
    press(panel, "Take off 1 minute")
    assert clock_fields(table.match.log[-1]) == {"do": "add", "seconds": -60}
    press(panel, "Pause")
    assert clock_fields(table.match.log[-1]) == {"do": "pause", "seconds": None}
    assert "paused" in read(panel)
    press(panel, "Resume")
    assert clock_fields(table.match.log[-1]) == {"do": "resume", "seconds": None}
    type_over(panel, "Minutes to add", "-2")
    press(panel, "Apply")
    assert clock_fields(table.match.log[-1]) == {"do": "add", "seconds": -120}
    type_over(panel, "Minutes to add", "0")
    press(panel, "Apply")
    assert "Enter how many minutes to add." in read(panel)
    assert [kind_of(each) for each in table.match.log].count("clock") == 6


def test_the_panel_opens_with_the_cursor_in_the_minutes(qtbot: Any, evening: Evening) -> None:
    table = evening.play(OPEN)
    panel = evening.panel(qtbot, "clock-add", table)
    assert panel.focusWidget() is line(panel, "Minutes to add")
    # Space, pressed unseen, stops no clock.
    log = table.match.log
    qtbot.keyClick(panel.focusWidget(), Qt.Key.Key_Space)
    assert table.match.log == log
    qtbot.keyClicks(panel.focusWidget(), "7")
    qtbot.keyClick(panel.focusWidget(), Qt.Key.Key_Return)
    assert clock_fields(table.match.log[-1]) == {"do": "add", "seconds": 420}


def test_four_bids_typed_into_the_minutes_add_no_ten_hours(qtbot: Any, evening: Evening) -> None:
    table = evening.play(OPEN)
    panel = evening.panel(qtbot, "clock-add", table)
    log = table.match.log
    qtbot.keyClicks(panel.focusWidget(), "4333")
    for _ in range(2):  # Enter too often
        qtbot.keyClick(panel.focusWidget(), Qt.Key.Key_Return)
        assert "Type a number of minutes from −600 to 600." in read(panel)
    press(panel, "Apply")
    assert table.match.log == log
    assert "New time left" not in read(panel)
    assert panel.typed() is None, "after a restart the field has no other number"
    type_over(panel, "Minutes to add", "-600")
    press(panel, "Apply")
    assert clock_fields(table.match.log[-1]) == {"do": "add", "seconds": -36000}


def test_after_typed_minutes_keys_are_for_the_hand_again(stage: Stage) -> None:
    page = stage.open(HAND)
    stage.activate()
    press_keys(stage, Qt.Key.Key_F8, *"-5", Qt.Key.Key_Return)
    assert clock_fields(page.table.match.log[-1]) == {"do": "add", "seconds": -300}
    assert page.panel is None
    assert "Recorded: time taken off the clock" in read(page.bar)
    assert "saved" not in read(page.bar)
    stage.pass_(1)
    press_keys(stage, *"4333", Qt.Key.Key_Return)
    assert isinstance(page.table.match.log[-1], Bids)
    # What was typed before is not there again.
    press_keys(stage, Qt.Key.Key_F8)
    assert page.panel is not None
    assert line(page.panel, "Minutes to add").text() == "0"


def test_the_question_after_typed_minutes_has_the_keys(stage: Stage) -> None:
    page = stage.open(HAND)
    stage.activate()
    press_keys(stage, Qt.Key.Key_F8, *"-30", Qt.Key.Key_Return)
    stage.pass_(1)
    assert "Was the next hand dealt?" in read(page.bar)
    stage.pass_(2)  # until it was read
    press_keys(stage, "n")
    assert isinstance(page.table.match.log[-1], Time)


def test_after_a_clicked_button_no_key_is_for_the_clock(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    page = stage.open(HAND)
    stage.activate()
    for text in ("Add 5 minutes", "Take off 5 minutes", "Pause", "Resume"):
        with subtests.test(text):
            press_keys(stage, Qt.Key.Key_F8)
            assert page.panel is not None
            for _time in range(2 if "minutes" in text else 1):
                QTest.mouseClick(button(page.panel, text), Qt.MouseButton.LeftButton)
                QApplication.processEvents()
            log, minutes = page.table.match.log, line(page.panel, "Minutes to add")
            press_keys(stage, *"4333")
            assert minutes.text() == "0"
            assert "Finish or close “Clock” first" in read(page.bar)
            press_keys(stage, Qt.Key.Key_Return)
            assert page.panel is None
            assert page.table.match.log == log


def test_space_pauses_and_resumes_the_clock(stage: Stage) -> None:
    """The button that takes the place of the one pressed has the keys, not the one beside it."""
    page = stage.open(HAND)
    stage.activate()
    press_keys(stage, Qt.Key.Key_F8)
    assert page.panel is not None
    button(page.panel, "Pause").setFocus()
    press_keys(stage, Qt.Key.Key_Space, Qt.Key.Key_Space)
    assert [clock_fields(each)["do"] for each in page.table.match.log[-2:]] == ["pause", "resume"]


def test_time_given_and_time_taken_are_told_apart(qtbot: Any, evening: Evening) -> None:
    panel = evening.panel(qtbot, "clock-add", evening.play(OPEN))
    press(panel, "Add 5 minutes")
    assert "Recorded: time added to the clock" in announced_text(panel)
    press(panel, "Take off 5 minutes")
    assert "Recorded: time taken off the clock" in announced_text(panel)


def test_a_clock_that_was_not_started_is_started(qtbot: Any, evening: Evening) -> None:
    table = evening.play()
    panel = evening.panel(qtbot, "clock-add", table)
    press(panel, "Start")
    assert isinstance(table.match.log[-1], Clock)
    assert table.clock().state(evening.wall.moment) == "running"


def test_enter_calls_time_where_the_panel_asks_nothing(qtbot: Any, evening: Evening) -> None:
    table = evening.play(OPEN)
    panel = evening.panel(qtbot, "time", table)
    panel.focus_typing_start()
    told: list[str] = []
    panel.notified.connect(lambda text, _tone, _action: told.append(text))
    qtbot.keyClick(panel.focusWidget(), Qt.Key.Key_Return)
    assert isinstance(table.match.log[-1], Time)
    assert told == ["Time called."]


def test_no_time_below_zero_is_shown(qtbot: Any, evening: Evening) -> None:
    """As above the sheet and on the floor: nothing is left, and how long that has been."""
    table = evening.play(OPEN)
    evening.wall.pass_(30 * 60 + 11)
    shown = read(evening.panel(qtbot, "clock-add", table))
    assert "0:00" in shown
    assert "time ran out 0:" in shown
    assert "\u22120:" not in shown


def test_more_time_taken_than_is_left_leaves_none(qtbot: Any, evening: Evening) -> None:
    table = evening.play(OPEN)
    panel = evening.panel(qtbot, "clock-add", table)
    type_over(panel, "Minutes to add", "-500")
    assert "New time left: 0:00" in read(panel)
    press(panel, "Apply")
    assert table.clock().run_out_time == table.match.log[-1].at
