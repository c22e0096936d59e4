"""A corrected result on the page of an event: its effects on later rounds, and their repair."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QPushButton

from scorepad.desk.event_table import EventTable
from scorepad.desk.table import Table
from scorepad.events.entries import EventAmend, EventEntry, Release, ResultEntry
from scorepad.events.event import Event
from scorepad.events.seating import latest_released_seating_change
from scorepad.spades.entries import PAIRING_CHANGED, RESULT_CORRECTED, Amend, Forfeit, HeadChange
from scorepad.spades.words import T, Text, install
from scorepad.window.event.event_page import EventPage
from scorepad.window.event.rounds_view import RoundsView
from scorepad.window.panels.history import HistoryPanel
from scorepad.window.widgets.two_line_list import KeyedList
from tests.window.evening import press, read
from tests.window.event_scenes import begin, swiss
from tests.window.find import button, find, find_all, line, settle, type_over
from tests.window.stage import Stage, type_keys
from tests.window.test_event_page import enter, escape, page_of, rows, state
from tests.window.test_event_rounds import pairs
from tests.window.test_qt_words import spanish

REPAIRS = {
    "Keep the rounds": (4, True),
    "Pair unstarted matches again": (1, True),
    "Play the affected matches again": (0, False),
}
"""Each repair with how many of the four pairs stay, and whether the one that was played does."""


def test_a_correction_shows_its_effects_and_three_repairs(stage: Stage) -> None:
    table = swiss(stage.evening, 8, 2)
    old = pairs(stage, 2)
    rounds = table.event.register.rounds
    first = rounds[1].entry.pairings[0]
    played = rounds[2].entry.pairings[0]
    page = page_of(stage, "rounds")
    find(page, RoundsView).show_round(2)
    find(page, KeyedList, "Pairings").choose(played.pairing)
    called = table.event.register.team_name
    for team, points in zip(played.teams, ("300", "200"), strict=True):
        type_over(page, f"Points for {called(team)}", points)
    press(page, "Record the result")

    def type_correction() -> None:
        for team, points in zip(first.teams, ("100", "310"), strict=True):
            type_over(page, f"Points for {called(team)}", points)
        type_over(page, "Why", "wrong line")

    def correct(repair: str) -> None:
        find(page, RoundsView).show_round(1)
        find(page, KeyedList, "Pairings").choose(first.pairing)
        type_correction()
        assert "Round 2: 4 pairings would be different (3 not started, 1 over)" in read(page)
        question = find(page, RoundsView).result.prompt
        stage.qtbot.waitUntil(lambda: "different table" in read(question))
        press(question, "New seats…")
        listed = rows(question, "New seats")
        press(question, "New seats…")
        for close in (lambda: press(question, "Cancel"), lambda: escape(stage)):
            line(page, "Why").setFocus()
            enter(stage)
            assert question.isVisible()
            assert question.isAncestorOf(stage.window.focusWidget())
            close()
            assert question.isHidden()
            assert line(page, "Why").text() == "wrong line", "nothing is forgotten"
        # From the form Escape leads to the list; the page stays, and nothing of what was typed.
        escape(stage)
        assert stage.window.stack.currentWidget() is page
        assert find(page, KeyedList, "Pairings").hasFocus()
        assert "would be different" not in read(page)
        type_correction()
        press(page, "Record the result")
        press(page, repair)
        left = "would be different" in read(page)
        assert left == (repair == "Keep the rounds"), "paired again, they are no longer different"
        assert state(stage).event.register.results[first.pairing].winner == 1
        now = pairs(stage, 2)
        kept = len(set(now) & set(old)), played.teams in now
        assert kept == REPAIRS[repair], repair
        if repair != "Keep the rounds":
            announced = {each[0] for each in listed if each[1] == repair}
            change = latest_released_seating_change(state(stage).event)
            assert change is not None
            overview = state(stage).event.overview
            assert announced == {str(each.text(overview)) for each in change.moves}
            places = {each.team for each in change.moves if each.has_another_place}
            assert f"{len(places)} teams have a different table now" in read(page)
            find(page, RoundsView).show_round(2)
            press(page, "Who moved…")
            assert {each[0] for each in rows(page, "Pairings")} == announced
            escape(stage)
            assert stage.window.stack.currentWidget() is page
            assert button(page, "Who moved…").isVisible(), "one step back, to the pairings"
            assert find(page, KeyedList, "Pairings").hasFocus()
        # It was one step: undo takes all of it back.
        stage.window.do("undo")
        assert pairs(stage, 2) == old, repair
        assert state(stage).event.register.results[first.pairing].winner == 0

    for repair in REPAIRS:
        correct(repair)


def test_no_repair_takes_the_place_of_record(stage: Stage) -> None:
    stage.window.resize(1024, 640)
    table = swiss(stage.evening, 24, 2)
    first = table.event.register.rounds[1].entry.pairings[0]
    page = page_of(stage, "rounds")
    find(page, RoundsView).show_round(1)
    find(page, KeyedList, "Pairings").choose(first.pairing)
    settle()
    record = button(page, "Record the result")
    place = record.mapTo(stage.window, record.rect().center())
    assert stage.window.childAt(place) is record
    for team, points in zip(first.teams, ("100", "310"), strict=True):
        type_over(page, f"Points for {table.event.register.team_name(team)}", points)
    question = find(page, RoundsView).result.prompt
    type_over(page, "Why", "wrong line")
    stage.qtbot.waitUntil(lambda: "different table" in read(question))
    settle()
    assert question.isVisible()
    left = record.mapTo(stage.window, QPoint()).x()
    for repair in find_all(question, QPushButton):
        shown = repair.visibleRegion().boundingRect()
        assert shown == repair.rect(), f"{repair.text()} is cut"
        assert repair.mapTo(stage.window, repair.rect().topRight()).x() < left, repair.text()
    press(page, "Cancel")
    settle()
    assert find(page, KeyedList, "Pairings").isVisible(), "the list is back"


def test_a_correction_is_previewed_once_a_change_and_checked_once_when_it_is_saved(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = swiss(stage.evening, 8, 2)
    first = table.event.register.rounds[1].entry.pairings[0]
    page = page_of(stage, "rounds")
    find(page, RoundsView).show_round(1)
    find(page, KeyedList, "Pairings").choose(first.pairing)
    for team, points in zip(first.teams, ("100", "310"), strict=True):
        type_over(page, f"Points for {table.event.register.team_name(team)}", points)
    type_over(page, "Why", "wrong lin")
    checks: list[EventAmend] = []
    checked = Event.append_with_warnings

    def note(event: Event, entry: EventEntry) -> tuple[Event, tuple[Text, ...]]:
        if isinstance(entry, EventAmend):
            checks.append(entry)
        return checked(event, entry)

    monkeypatch.setattr(Event, "append_with_warnings", note)
    line(page, "Why").setFocus()
    type_keys(line(page, "Why"), "e")
    assert len(checks) == 1, "once a change"
    enter(stage)
    assert len(checks) == 1, "what was previewed is asked about"
    press(page, "Pair unstarted matches again")
    result, *rounds = checks[1:]
    assert isinstance(result.to, ResultEntry)
    assert len(rounds) == 1, "the round that is out; each entry is checked once"


def forfeit_in_round_1(stage: Stage) -> tuple[EventTable, str]:
    """An event of 8 teams whose round 1 is over, and the id of its match that was forfeited."""
    table = swiss(stage.evening, 8, 1)
    first, *others = table.event.register.rounds[1].entry.pairings
    for place, pairing in enumerate(others):
        score = (300 + place, 200)
        table.record(ResultEntry(pairing=pairing.pairing, how="played", winner=0, score=score))
    match_id = table.event.match_id(first.pairing)
    with stage.evening.desk.open_briefly(match_id) as match:
        match.record(Forfeit(side=1, why="left"))
    return table, match_id


def forfeit_before_round_2(stage: Stage) -> tuple[EventTable, Table]:
    """An event of 8 teams with round 2 released, and its match of round 1 that was forfeited."""
    table, forfeited = forfeit_in_round_1(stage)
    table.follow_other_programs()
    table.record_together([table.propose_next_round().entry, Release(round=2)])
    return table, stage.evening.desk.open(forfeited)


def test_a_match_that_is_corrected_at_its_table_asks_how_to_go_on(stage: Stage) -> None:
    _table, forfeited = forfeit_in_round_1(stage)
    page = page_of(stage, "rounds")
    press(page, "Propose round 2")
    press(page, "Release round 2")
    old = pairs(stage, 2)
    with stage.evening.desk.open_briefly(forfeited) as match:
        (forfeit,) = match.match.log
        to = Forfeit(side=0, why="left")
        match.record(Amend(entry=forfeit.id or "", to=to, why="the other side"))
        page.show_changes_from_elsewhere()
        assert "would be different" in read(page)
        match.undo()
        page.show_changes_from_elsewhere()
        assert "would be different" not in read(page), "taken back, it changes nothing"
        match.redo()
    page.show_changes_from_elsewhere()
    assert "would be different" in read(page)
    press(page, "Pair unstarted matches again")
    assert pairs(stage, 2) != old
    assert "would be different" not in read(page)


def test_a_correction_at_a_table_says_what_it_changes_in_the_event(stage: Stage) -> None:
    table, match = forfeit_before_round_2(stage)
    old, window = pairs(stage, 2), stage.window
    page = stage.show(match)
    history = page.show_panel("history")
    assert isinstance(history, HistoryPanel)
    history.correct(match.match.log[-1].id or "")
    panel = page.panel
    assert panel is not None
    assert "would be different" not in read(window)
    winner = table.event.register.rounds[1].entry.pairings[0].teams[0]
    other = table.event.register.team_name(winner)
    press(panel, f"Team: {other}")
    said = "Round 2: 2 pairings would be different (2 not started)"
    assert said in read(panel), "it is said before it is recorded"
    type_over(panel, "Reason for the correction", "the other side")
    press(panel, "Save the correction")
    assert said in read(window)
    # Undone, it changes nothing; done again, it asks on the page of the event.
    match.undo()
    assert said not in read(window)
    match.redo()
    press(stage.window, "Go to the rounds")
    press(find(stage.window, EventPage), "Pair unstarted matches again")
    assert pairs(stage, 2) != old


def test_a_correction_is_shown_also_beside_the_page_of_another_event(stage: Stage) -> None:
    table, match = forfeit_before_round_2(stage)
    stage.show(match)
    begin(stage.evening, 4, name="Autumn Open")
    page = page_of(stage, "rounds")
    to = Forfeit(side=0, why="left")
    match.record(Amend(entry=match.match.log[-1].id or "", to=to, why="the other side"))
    assert "would be different" in read(page.strip)
    assert page.event_id != table.event.id
    press(stage.window, "Go to the rounds")
    assert page.event_id == table.event.id
    assert "would be different" in read(page)


def test_hands_typed_from_paper_say_what_they_change_in_the_event(stage: Stage) -> None:
    table = swiss(stage.evening, 4, 1)
    first, other = table.event.register.rounds[1].entry.pairings
    table.record(ResultEntry(pairing=other.pairing, how="played", winner=0, score=(300, 200)))
    table.record_together(
        [table.propose_next_round(count_open_as_ties=True).entry, Release(round=2)]
    )
    stage.show(stage.evening.desk.open(table.event.match_id(first.pairing)))
    stage.window.do("rekey")
    panel = stage.page.panel
    assert panel is not None
    # The lot said which of the two that were level meets the winner of the other table; now the
    # other one does.
    led = set(next(pair for pair in pairs(stage, 2) if other.teams[0] in pair))
    lines = ["= 0 0, 290 0 paper\n2 4, 4 3 / 5", "= 290 0, 0 0 paper\n4 3, 2 4 / 8"]
    for key in lines[first.teams[1] in led]:
        type_keys(QApplication.focusWidget() or panel, key)
    assert "Round 2: 2 pairings would be different" in read(panel)


def test_what_the_program_adds_says_nothing_in_the_language_of_the_screen(stage: Stage) -> None:
    """Laptops of two languages record the same reason, and each shows it in its own."""
    stage.speak("es")
    install(spanish())
    table, forfeited = forfeit_in_round_1(stage)
    table.follow_other_programs()
    table.record_together([table.propose_next_round().entry, Release(round=2)])
    page = page_of(stage, "rounds")
    with stage.evening.desk.open_briefly(forfeited) as match:
        (forfeit,) = match.match.log
        to = Forfeit(side=0, why="left")
        match.record(Amend(entry=forfeit.id or "", to=to, why="the other side"))
    page.show_changes_from_elsewhere()
    press(page, str(T("Pair unstarted matches again")))
    amend = state(stage).event.log[-1]
    assert isinstance(amend, EventAmend)
    assert amend.why == RESULT_CORRECTED
    changed = (
        stage.evening.desk.read(state(stage).event.match_id(each.pairing) or "")
        for each in state(stage).event.register.rounds[2].entry.pairings
    )
    reasons = {each.why for match in changed for each in match.log if isinstance(each, HeadChange)}
    assert reasons <= {RESULT_CORRECTED, PAIRING_CHANGED}
