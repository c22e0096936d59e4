"""Players are checked in by a few letters and Enter, which never takes a tick back."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QWidget

from scorepad.desk.floor import waiting_for_text
from scorepad.events.entries import (
    AdvancementRule,
    Qualification,
    Release,
    ResultEntry,
    StageEntry,
    TeamEntry,
)
from scorepad.window.widgets.two_line_list import CONTENT_ROLE, CheckList
from tests.window.evening import read
from tests.window.event_scenes import begin
from tests.window.find import button, find, line, row_data, settle, type_over
from tests.window.stage import Stage, press_keys
from tests.window.test_event_page import enter, page_of, restarted, rows, state


def test_the_search_has_room_for_a_name_with_large_text(stage: Stage) -> None:
    begin(stage.evening, 3)
    stage.show_at(1024, 640, 200)
    page = page_of(stage, "check-in")
    settle()
    search = line(page, "Find a player")
    assert search.width() > search.fontMetrics().horizontalAdvance("Maximilian Weber")


def test_a_name_and_enter_check_a_player_in(stage: Stage) -> None:
    begin(stage.evening, 3)
    page = page_of(stage, "check-in")
    type_over(page, "Find a player", "bo ad")
    enter(stage)
    assert "1 of 6 here" in read(page)
    enter(stage)
    assert "1 of 6 here" in read(page), "where nothing is typed, nobody is meant"
    button(page, "ID shown").click()
    type_over(page, "Find a player", "kings")
    enter(stage)
    teams = state(stage).event.register.teams
    assert (teams["T1"].here, teams["T2"].id_shown) == ((False, True), (True, False))
    # A tick that was wrong is taken back by Space.
    type_over(page, "Find a player", "bo ad")
    shown = find(page, CheckList, "Players")
    QTest.keyClick(line(page, "Find a player"), Qt.Key.Key_Down)
    QTest.keyClick(shown, Qt.Key.Key_Space)
    QApplication.processEvents()
    assert "1 of 6 here" in read(page)
    undo = Qt.KeyboardModifier.ControlModifier
    QTest.keyClick(shown, Qt.Key.Key_Z, undo)
    assert "2 of 6 here" in read(page)
    stage.window.do("redo")
    assert "1 of 6 here" in read(page)


def test_the_count_moves_no_check_box(stage: Stage) -> None:
    begin(stage.evening, 6)
    stage.show_at(1366, 768, 100)
    page = page_of(stage, "check-in")
    settle()
    box = find(page, QCheckBox, "Whole team")
    was = box.mapTo(page, QPoint())
    box.click()
    for name in ("aces", "kings", "queens", "jacks", "tens"):
        type_over(page, "Find a player", name)
        QTest.keyClick(
            line(page, "Find a player"), Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier
        )
    settle()
    assert "10 of 12 here" in read(page)
    assert box.mapTo(page, QPoint()) == was


def test_enter_checks_in_the_first_who_is_missing_and_never_unticks(stage: Stage) -> None:
    begin(stage.evening, 3)
    page = page_of(stage, "check-in")
    register = lambda: state(stage).event.register.teams["T2"]  # noqa: E731
    type_over(page, "Find a player", "kings")
    enter(stage)
    assert register().here == (True, False)
    type_over(page, "Find a player", "kings")
    enter(stage)
    assert register().here == (True, True)
    # All who are found are here: nothing changes, and it is said.
    search = type_over(page, "Find a player", "kings")
    enter(stage)
    assert register().here == (True, True)
    assert "All matching players are here." in read(page)
    assert search.selectedText() == "kings", "the next name is typed over it"
    # Nor does Enter untick in the list; Backspace there is no search.
    QTest.keyClick(search, Qt.Key.Key_Down)
    shown = find(page, CheckList, "Players")
    assert shown.hasFocus()
    QTest.keyClick(shown, Qt.Key.Key_Backspace)
    assert search.text() == "kings"
    enter(stage)
    assert register().here == (True, True)
    # Where only the missing are listed, nobody is left to list.
    button(page, "Missing only").click()
    assert "All matching players are here." in read(page)
    type_over(page, "Find a player", "nobody of this name")
    enter(stage)
    assert "No players found." in read(page)


def test_one_key_checks_in_a_whole_team_with_their_ids(stage: Stage) -> None:
    begin(stage.evening, 3)
    page = page_of(stage, "check-in")
    button(page, "ID shown").click()
    search = type_over(page, "Find a player", "kings")
    QTest.keyClick(search, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    team = state(stage).event.register.teams["T2"]
    assert (team.here, team.id_shown) == ((True, True), (True, True))
    assert "Kings is here" in read(page)
    stage.window.do("undo")
    assert state(stage).event.register.teams["T2"].here == (False, False), "it is one step"
    # Of a team of which one came, the other is checked in.
    type_over(page, "Find a player", "kings")
    enter(stage)
    type_over(page, "Find a player", "kings")
    QTest.keyClick(search, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert state(stage).event.register.teams["T2"].here == (True, True)


def test_that_ids_are_shown_is_kept_and_its_table_says_whose_was_not(stage: Stage) -> None:
    begin(stage.evening, 4)
    page = page_of(stage, "check-in")
    button(page, "ID shown").click()
    stage = restarted(stage)
    again = page_of(stage, "check-in")
    box = button(again, "ID shown")
    assert box.isChecked()
    type_over(again, "Find a player", "ann adams")
    enter(stage)
    box.click()
    type_over(again, "Find a player", "bo adams")
    enter(stage)
    table = again.opened.table
    table.record(StageEntry(stage="A", format="round-robin"))
    table.record_together([table.propose_next_round().entry, Release(round=1)])
    rounds = page_of(stage, "rounds")
    assert "ID not shown: Bo Adams" in read_rows(rounds)
    floor = stage.evening.desk.statuses_of_today()
    waits = [str(waiting_for_text(row, stage.now())) for row in floor]
    assert sum("no ID: Bo Adams" in each for each in waits) == 1
    (row,) = (row for row in floor if "Bo Adams" in row.players)
    stage.window.open_match(row.id)
    stage.pass_(1)
    (tab,) = (each for each in stage.window.strip.tabs if each.table.id == row.id)
    assert tab.texts[2] == "First dealer · no ID: Bo Adams"


def read_rows(page: QWidget) -> str:
    return str(rows(page, "Pairings"))


def test_while_whole_team_is_ticked_one_click_checks_in_both(stage: Stage) -> None:
    begin(stage.evening, 3)
    page = page_of(stage, "check-in")
    shown = find(page, CheckList, "Players")
    for whole, here in ((True, (True, True)), (False, (True, False))):
        find(page, QCheckBox, "Whole team").setChecked(whole)
        row = 0 if whole else 2
        at = shown.visualRect(shown.model().index(row, 0)).center()
        QTest.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=at)
        settle()
        team = "T1" if whole else "T2"
        assert state(stage).event.register.teams[team].here == here
    stage.window.do("undo")
    stage.window.do("undo")
    assert state(stage).event.register.teams["T1"].here == (False, False), "it is one step"


def test_what_is_typed_after_a_click_on_a_box_is_searched_for(stage: Stage) -> None:
    begin(stage.evening, 3)
    page = page_of(stage, "check-in")
    search = line(page, "Find a player")
    for box in ("ID shown", "Missing only"):
        QTest.mouseClick(button(page, box), Qt.MouseButton.LeftButton, pos=QPoint(12, 12))
        assert button(page, box).isChecked()
        press_keys(stage, "k", "i", "n")
        assert search.text() == "kin"
        press_keys(stage, *[Qt.Key.Key_Backspace] * 3)
    find(page, CheckList, "Players").setFocus()
    press_keys(stage, "q", "u")
    assert search.text() == "qu", "and so from the list"
    press_keys(stage, *[Qt.Key.Key_Backspace] * 2)
    button(page, "Missing only").click()
    # The same where Tab led to the box, which Space still ticks.
    button(page, "Whole team").setFocus(Qt.FocusReason.TabFocusReason)
    press_keys(stage, Qt.Key.Key_Space, "k", "i", "n")
    assert (search.text(), button(page, "Whole team").isChecked()) == ("kin", True)
    press_keys(stage, Qt.Key.Key_Return, modifiers=Qt.KeyboardModifier.ShiftModifier)
    teams = state(stage).event.register.teams
    assert [teams[team].here for team in ("T1", "T2")] == [(False, False), (True, True)]
    assert "All matching players are here." not in read(page)


def test_enter_on_a_box_or_on_who_is_here_claims_nothing_of_others(stage: Stage) -> None:
    begin(stage.evening, 3)
    page = page_of(stage, "check-in")
    box = button(page, "Whole team")
    box.setFocus(Qt.FocusReason.TabFocusReason)
    press_keys(stage, Qt.Key.Key_Return, modifiers=Qt.KeyboardModifier.ShiftModifier)
    assert "0 of 6 here" in read(page), "nobody was looked for"
    shown = find(page, CheckList, "Players")
    shown.setFocus()
    for _time in range(2):
        press_keys(stage, Qt.Key.Key_Up, Qt.Key.Key_Return)
    assert "1 of 6 here" in read(page)
    assert "Ann Adams is here already." in read(page)
    assert "All matching players are here." not in read(page)


def test_players_who_sat_in_too_few_matches_are_named(stage: Stage) -> None:
    table = begin(stage.evening, 3)
    table.record(TeamEntry(team="T4", name="Jacks", players=("Ann Lee", "Bo Lee", "Cy Lee")))
    table.record(StageEntry(stage="A", format="round-robin", teams=("T1", "T4")))
    entry = table.propose_next_round().entry
    table.record_together([entry, Release(round=entry.round)])
    pairing = entry.pairings[0].pairing
    table.record(ResultEntry(pairing=pairing, how="played", winner=0, score=(300, 200)))
    rule = AdvancementRule(from_=("A",), places=2, qualify=Qualification(played=1))
    table.record(StageEntry(stage="B", format="single-elimination", advance=rule))
    shown = row_data(find(page_of(stage, "check-in"), CheckList, "Players"), CONTENT_ROLE)
    below = {text.title: text.below for text in shown}
    assert below["Cy Lee"] == "Jacks · 0 of 1 required matches"
    assert below["Ann Lee"] == "Jacks"
