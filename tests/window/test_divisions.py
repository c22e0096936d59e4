"""Teams are divided into divisions, which are proposed, shown and released together."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QListWidget

from scorepad.window.widgets.inputs import Stepper
from tests.window.evening import press, read
from tests.window.event_scenes import begin
from tests.window.find import button, choose, find, settle
from tests.window.stage import Stage, type_keys
from tests.window.test_event_page import page_of, rows, state


def test_a_wave_of_four_divisions_takes_three_presses(stage: Stage) -> None:
    begin(stage.evening, 24)
    page = page_of(stage, "rounds")
    press(page, "Divide into divisions…")
    divisions = find(page, Stepper, "Divisions")
    divisions.step(1)
    divisions.step(1)
    first, last = (find(page, QListWidget, f"Division {letter}") for letter in "AD")
    assert [first.item(row).text() for row in range(3)] == [
        "Aces",
        "Boston Legal",
        "Second Dealers",
    ]
    assert (first.count(), last.count()) == (6, 6)
    heights = {first.visualItemRect(first.item(row)).height() for row in range(first.count())}
    assert min(heights) >= 32, "they are pressed by finger"
    assert first.visualItemRect(first.item(0)).width() == first.viewport().width()
    assert not first.verticalScrollBar().isVisible()
    first.setFocus()
    type_keys(first, "boston")
    press(page, "Move to D")
    assert (first.count(), last.count()) == (5, 7)
    press(page, "Add 4 divisions")
    stages = state(stage).event.register.stages
    assert [len(each.teams or ()) for each in stages.values()] == [5, 6, 6, 7]
    assert "T8" in (stages["Division D"].teams or ())
    press(page, "Propose a round for 4 divisions")
    assert len(rows(page, "Pairings")) == 11 + 2
    assert rows(page, "Pairings")[0][1].startswith("Division A: ")
    press(page, "Release 4 rounds")
    assert len(state(stage).event.register.released_pairings()) == 11
    page.undo_redo_or_change_section("undo")
    assert state(stage).event.register.released_pairings() == [], "one step"
    press(page, "Look at Division A, round 1")
    button(page, "Release 4 rounds").setFocus()
    QTest.keyClick(button(page, "Release 4 rounds"), Qt.Key.Key_Return)
    press(page, "Propose a round for 4 divisions")
    press(page, "Release 4 rounds")
    assert "✓ 4 rounds are released; their 11 matches are under Tables" in read(page)
    names = find(page, QComboBox, "Round")
    shown = [names.itemText(at) for at in range(names.count())]
    assert shown[1].startswith("Division D, round 2"), "rounds are numbered within their division"
    choose(page, "Stage for the next round", "Division B")
    press(page, "Propose Division B, round 3")
    assert button(page, "Release Division B, round 3").hasFocus()
    press(page, "Discard the round")
    assert "Division B, round 3 discarded" in read(page)
    press(page, "Propose Division B, round 3")
    press(page, "Release Division B, round 3")
    assert "Division B, round 3 is released; its 3 matches are under Tables" in read(page)


def test_a_division_of_one_team_is_refused_where_it_is_made(stage: Stage) -> None:
    begin(stage.evening, 4)
    page = page_of(stage, "rounds")
    press(page, "Divide into divisions…")
    first = find(page, QListWidget, "Division A")
    first.setCurrentRow(0)
    press(page, "Move to B")
    press(page, "Add 2 divisions")
    assert "Division A needs at least two teams" in read(page)
    assert state(stage).event.register.stages == {}
    press(page, "Cancel")
    begin(stage.evening, 3)
    page = page_of(stage, "rounds")
    assert "Divide into divisions…" not in read(page)


def test_a_team_is_moved_only_once_it_is_selected_and_has_room_for_its_name(stage: Stage) -> None:
    begin(stage.evening, 24)
    page = page_of(stage, "rounds")
    press(page, "Divide into divisions…")
    divisions = find(page, Stepper, "Divisions")
    divisions.step(2)
    settle()
    lists = [find(page, QListWidget, f"Division {letter}") for letter in "ABCD"]
    assert not any(each.horizontalScrollBar().maximum() for each in lists)
    moves = [button(page, f"Move to {letter}") for letter in "ABCD"]
    assert not any(each.isEnabled() for each in moves), "nothing is selected"
    lists[1].setFocus()
    lists[1].setCurrentRow(0)
    assert [each.isEnabled() for each in moves] == [True, False, True, True]
    press(page, "Move to C")
    assert [each.isEnabled() for each in moves] == [True, True, False, True]
