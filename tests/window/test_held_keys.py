"""A held key counts once, unless it moves, turns pages or writes; one act is one undo step."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow, QPlainTextEdit, QWidget

from scorepad.desk.actions import ACTIONS
from scorepad.events.entries import TeamEntry
from scorepad.spades.entries import Note, Strike
from scorepad.window.event.room_screen import RoomScreen
from scorepad.window.floor.floor_page import FloorPage
from scorepad.window.panels.history import HistoryTable
from scorepad.window.shell.menu import Menus
from scorepad.window.widgets.two_line_list import KeyedList
from tests.window.evening import HAND, press, read
from tests.window.event_scenes import begin, players, swiss
from tests.window.find import find, type_over
from tests.window.stage import Stage, press_keys
from tests.window.test_event_page import page_of, state
from tests.window.test_room_screen import screen_lines

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
NOTHING = Qt.KeyboardModifier.NoModifier
Z = Qt.Key.Key_Z


def hold(
    window: QWidget, key: int, modifiers: Qt.KeyboardModifier = NOTHING, text: str = ""
) -> None:
    """Hold a key as the system reports it: one press, and then repeats."""
    handle = window.windowHandle()
    for count in range(8):
        QTest.simulateEvent(handle, True, key, modifiers, text, count > 0)
        QApplication.processEvents()
    QTest.simulateEvent(handle, False, key, modifiers, text, False)
    QApplication.processEvents()


def test_a_held_undo_takes_one_step_back_and_a_held_redo_brings_it_again(stage: Stage) -> None:
    page = stage.open(HAND, HAND, HAND)
    hands, score = len(page.table.match.board.hands), page.table.match.board.score
    hold(stage.window, Z, CTRL)
    assert sum(isinstance(each, Strike) for each in page.table.match.log) == 1
    assert page.bar.strip.text == "Undid tricks in hand 3."
    hold(stage.window, Z, CTRL | SHIFT)
    assert page.bar.strip.text == "Redid tricks in hand 3."
    assert (len(page.table.match.board.hands), page.table.match.board.score) == (hands, score)


def test_undo_pressed_quickly_says_how_many_steps(stage: Stage) -> None:
    page = stage.open(HAND, HAND)
    press_keys(stage, Z, Z, Z, modifiers=CTRL)
    text = "Undid 3 steps: tricks in hand 2, bids in hand 2, tricks in hand 1."
    assert page.bar.strip.text == text
    stage.pass_(2)
    press_keys(stage, Z, modifiers=CTRL)
    assert page.bar.strip.text == "Undid bids in hand 1 and clock start."


def test_the_clock_that_bids_started_stops_when_they_are_undone(stage: Stage) -> None:
    page = stage.open()
    stage.type("5443")
    assert "started with these bids" in page.bar.strip.text
    stage.pass_(60)
    assert page.table.clock().state(stage.now()) == "running"
    press_keys(stage, Z, modifiers=CTRL)
    assert page.bar.strip.text == "Undid bids in hand 1 and clock start."
    assert page.table.clock().state(stage.now()) == "waiting"
    panel = page.show_panel("history")
    model = find(panel, HistoryTable).model()
    shown = [model.index(row, 1) for row in range(model.rowCount())]
    assert [each.data().split(" · ")[:2] for each in shown] == [
        ["Undo: clock start"],
        ["Undo: bids in hand 1", "Ann 4, Cy 3, Bo 5, Di 4"],
        ["Bids", "undone"],
        ["Clock start", "undone"],
    ]
    fonts = [each.data(Qt.ItemDataRole.FontRole) for each in shown]
    assert [each.strikeOut() for each in fonts] == [False, False, True, True]
    page.close_panel()
    press_keys(stage, Z, modifiers=CTRL)
    assert "nothing to undo" in page.bar.strip.text.casefold()
    press_keys(stage, Z, modifiers=CTRL | SHIFT)
    assert page.table.clock().seconds_left(stage.now()) == 29 * 60
    assert page.bar.state == "tricks"
    stage.evening.restart()
    table = stage.evening.desk.open(page.table.id)
    assert str(table.undo_name()) == "bids in hand 1 and clock start"


def test_undone_bids_bring_the_question_back_that_they_answered(stage: Stage) -> None:
    page = stage.open(HAND)
    stage.pass_(32 * 60)
    assert page.bar.state == "asked"
    stage.type("5443")
    assert page.bar.state == "tricks"
    press_keys(stage, Z, modifiers=CTRL)
    assert page.bar.strip.text == "Undid bids in hand 2 and end of the time limit."
    assert page.bar.state == "asked"
    stage.pass_(2)
    press_keys(stage, Z, modifiers=CTRL | SHIFT)
    assert page.bar.strip.text == "Redid bids in hand 2 and end of the time limit."
    assert page.bar.state == "tricks"
    press_keys(stage, Z, modifiers=CTRL)
    stage.type("5443")
    press_keys(stage, Qt.Key.Key_Backspace)
    assert page.bar.state == "bids"
    assert str(page.input.typed_bids).count("None") == 1, "all but the last one"


def test_bids_typed_after_time_ran_out_survive_a_restart(stage: Stage) -> None:
    page = stage.open(HAND)
    stage.pass_(32 * 60)
    stage.type("54")
    typed, table = page.input.typed_bids, page.table
    stage.clear()
    stage.evening.restart()
    again = stage.show(stage.evening.desk.open(table.id))
    assert (again.bar.state, again.input.typed_bids) == ("bids", typed)
    press_keys(stage, *[Qt.Key.Key_Backspace] * 2)
    stage.pass_(2)
    assert again.bar.state == "asked"


def test_redo_goes_on_after_another_entry(stage: Stage) -> None:
    page = stage.open(HAND)
    press_keys(stage, Z, modifiers=CTRL)
    page.table.record(Note(text="a late start"))
    press_keys(stage, Z, modifiers=CTRL | SHIFT)
    assert page.bar.strip.text == "Redid tricks in hand 1."
    press_keys(stage, Z, modifiers=CTRL)
    stage.type("7\n")
    log = page.table.match.log
    press_keys(stage, Z, modifiers=CTRL | SHIFT)
    assert "Tricks can't be redone now" in page.bar.strip.text
    assert page.table.match.log == log


def test_a_held_undo_takes_one_step_of_an_event_back(stage: Stage) -> None:
    swiss(stage.evening, 6, released=2)
    page = page_of(stage, "rounds")
    hold(stage.window, Z, CTRL)
    assert "Undid release of round 2." in read(page)
    assert state(stage).event.register.rounds[2].released is None
    assert len(state(stage).event.register.results) == 3


def test_an_event_is_redone_after_a_late_team_was_typed(stage: Stage) -> None:
    table = begin(stage.evening, 0)
    for place, name in enumerate(("Aces", "Kings", "Queens", "Jacks")):
        table.record(TeamEntry(team=f"T{place + 1}", name=name, players=players(place)))
    page = page_of(stage, "teams")
    press_keys(stage, Z, Z, Z, modifiers=CTRL)
    text = "Undid 3 steps: registration of Jacks, registration of Queens, registration of Kings."
    assert text in read(page)
    press(page, "New team")
    type_over(page, "Team", "Late Comers")
    type_over(page, "Players", "Zoe Young, Max Old")
    press(page, "Enter the team")
    find(page, KeyedList, "Teams").setFocus()
    press_keys(stage, Z, Z, Z, modifiers=CTRL | SHIFT)
    redone = "Redid 3 steps: registration of Kings, registration of Queens, registration of Jacks."
    assert redone in read(page)
    names = {each.name for each in state(stage).event.register.teams.values()}
    assert names == {"Aces", "Kings", "Queens", "Jacks", "Late Comers"}


def test_of_all_actions_only_paging_repeats_while_its_keys_are_held(qtbot: Any) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    done: list[str] = []
    Menus(window, done.append, lambda: None)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    for each in ACTIONS:
        if each.shortcut:
            keys = QKeySequence.fromString(each.shortcut)[0]
            hold(window, keys.key(), keys.keyboardModifiers())
    assert Counter(done) == {
        each.key: 8 if each.key in ("next-table", "previous-table") else 1
        for each in ACTIONS
        if each.shortcut
    }


def test_a_held_key_counts_once_in_every_page(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("Escape closes one thing"):
        page = stage.open(HAND)
        page.show_panel("note")
        stage.window.do("find")
        hold(stage.window, Qt.Key.Key_Escape, text="\x1b")
        assert not stage.window.finder.frame.isVisible()
        assert page.panel is not None
        page.close_panel()
    with subtests.test("Backspace goes on within what is typed, and takes no recorded bids back"):
        stage.type("5443")
        stage.type("7")
        log = page.table.match.log
        hold(stage.window, Qt.Key.Key_Backspace, text="\b")
        assert page.bar.tricks is not None
        assert page.bar.tricks.keys == ""
        assert page.table.match.log == log
    with subtests.test("a letter is written as long as it is held"):
        note = find(page.show_panel("note"), QPlainTextEdit)
        note.setFocus()
        hold(stage.window, Qt.Key.Key_O, text="o")
        assert note.toPlainText() == "oooooooo"
        page.close_panel()
    with subtests.test("Space marks a table on the floor once"):
        stage.window.do("floor")
        floor = find(stage.window, FloorPage)
        floor.view.setFocus()
        hold(stage.window, Qt.Key.Key_Space, text=" ")
        assert len(floor.marked_ids) == 1


def test_a_held_key_counts_once_on_the_room_screen(stage: Stage) -> None:
    swiss(stage.evening, 24)
    stage.window.do("room")
    room = next(each for each in QApplication.topLevelWidgets() if isinstance(each, RoomScreen))
    stage.qtbot.waitExposed(room)
    room.activateWindow()
    stage.qtbot.waitUntil(room.isActiveWindow)
    hold(room, Qt.Key.Key_Space, text=" ")
    assert "paused" in screen_lines(room)[-1]
    hold(room, Qt.Key.Key_F11)
    assert room.isFullScreen()
