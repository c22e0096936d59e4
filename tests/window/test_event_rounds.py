"""Rounds on the page of an event: changed by hand, released, results, corrections and repairs."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QSizeF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPushButton

from scorepad.events.entries import (
    CheckIn,
    EventAmend,
    OfficialResult,
    Release,
    ResultEntry,
    StageEntry,
    TeamEntry,
    TeamWithdrawal,
)
from scorepad.spades.entries import Forfeit, Head, Strike, Team
from scorepad.window.event.event_page import EventPage
from scorepad.window.event.protest_form import ProtestForm
from scorepad.window.event.room_slides import standings_and_bracket_slides
from scorepad.window.event.rounds_view import RoundsView
from scorepad.window.widgets.inputs import ChoiceButtons
from scorepad.window.widgets.two_line_list import KeyedList
from tests.desk.test_team_files import workbook
from tests.window.evening import press, read
from tests.window.event_scenes import begin, swiss
from tests.window.find import button, choice, choose, find, find_all, line, settle, type_over, whole
from tests.window.stage import Stage, type_keys
from tests.window.test_event_page import enter, page_of, restarted, rows, state


def pairs(stage: Stage, number: int) -> list[tuple[str, str]]:
    """The pairs of a round as it is kept."""
    entry = state(stage).event.register.rounds[number].entry
    return [pairing.teams for pairing in entry.pairings]


def test_stages_and_rounds_are_made(
    stage: Stage, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with subtests.test("what suits the teams is offered and can be changed"):
        begin(stage.evening, 5)
        page = page_of(stage, "rounds")
        choose(page, "Format", "Swiss")
        assert line(page, "Rounds").text() == "3", "as many as a bracket has"
        begin(stage.evening, 12)
        page = page_of(stage, "rounds")
        assert choice(page, "Format").currentText() == "Swiss"
        assert line(page, "Rounds").text() == "4"
        choose(page, "Format", "Open play")
        assert "Any two free teams" in read(page)
        type_over(page, "Play until", "soon")
        press(page, "Add the stage")
        assert "isn't a time" in read(page)
        choose(page, "Format", "Round robin")
        press(page, "Add the stage")
        assert state(stage).event.register.stages["A"].format == "round-robin"
        press(page, "Propose round 1")
        assert len(pairs(stage, 1)) == 6
    with subtests.test("rounds are written by hand or read from a file"):
        begin(stage.evening, 4)
        page = page_of(stage, "rounds")
        choose(page, "Format", "By hand")
        press(page, "Add the stage")
        press(page, "Enter round 1")
        assert pairs(stage, 1) == [("T1", "T2"), ("T3", "T4")]
        press(page, "Discard the round")
        file = tmp_path / "rounds.csv"
        file.write_text("1,1,18:00,Aces,Kings\n1,1,,Queens,Jacks\n", "utf-8")
        view = find(page, RoundsView)
        view.record_rounds_from_files([str(file)])
        assert "line 2: table 1 is used twice in round 1" in read(page)
        file.write_bytes("sep=;\n1;1;6:00 PM;Aces;Kings\n1;Süd;;Queens;Jacks\n".encode("cp1252"))
        view.record_rounds_from_files([str(file)])
        assert "so Scorepad read it as Windows-1252" in read(page)
        pairings = state(stage).event.register.rounds[1].entry.pairings
        assert [each.table for each in pairings] == ["1", "Süd"]
        # As iconv writes it for an old Mac.
        mac = bytes.fromhex("312c539f642c2c416365732c4b696e67730a")
        file.write_bytes(mac + b"1,1,,Queens,Jacks\n")
        view.record_rounds_from_files([str(file)])
        pairings = state(stage).event.register.rounds[1].entry.pairings
        assert pairings[0].table != "Süd", "the guess is another encoding"
        encoding = find(page, QComboBox, "Encoding")
        encoding.setCurrentIndex(encoding.findData("mac-roman"))
        encoding.activated.emit(encoding.currentIndex())
        pairings = state(stage).event.register.rounds[1].entry.pairings
        assert [each.table for each in pairings] == ["Süd", "1"]
        press(page, "Release round 1")
        assert len(stage.evening.desk.matches()) == 2
    with subtests.test("between stages the page says what may follow"):
        table = begin(stage.evening, 8)
        table.record(StageEntry(stage="A", format="swiss", rounds=1))
        table.record_together([table.propose_next_round().entry, Release(round=1)])
        for each in table.event.register.rounds[1].entry.pairings:
            table.record(
                ResultEntry(pairing=each.pairing, how="played", winner=0, score=(300, 200))
            )
        page = page_of(stage, "rounds")
        assert "Won by" not in read(page)
        assert "Swiss is over; " in read(page)
        press(page, "Bracket for the top 2…")
        press(page, "Add the stage")
        press(page, "Propose Final")
        assert "Swiss is over" not in read(page)


def test_only_rounds_from_a_text_file_offer_a_choice_of_encoding(
    stage: Stage, tmp_path: Path
) -> None:
    table = begin(stage.evening, 4)
    table.record(StageEntry(stage="A", format="by-hand", rounds=3))
    view = find(page_of(stage, "rounds"), RoundsView)
    encoding = find(view, QComboBox, "Encoding")
    text, book = tmp_path / "rounds.csv", tmp_path / "rounds.xlsx"
    text.write_text("1,1,18:00,Aces,Kings\n1,2,,Queens,Jacks\n", "utf-8")
    book.write_bytes(workbook((1, 1, "18:00", "Aces", "Kings"), (1, 2, None, "Queens", "Jacks")))
    for file in (text, book):
        view.record_rounds_from_files([str(file)])
        assert len(pairs(stage, 1)) == 2
        labels = [each for each in find_all(view, QLabel) if each.isVisible()]
        assert encoding.isVisible() == (file is text)
        assert ("Encoding" in [each.text() for each in labels]) == (file is text)


def test_a_draft_says_why_and_is_changed_by_hand_with_a_warning(stage: Stage) -> None:
    table = swiss(stage.evening, 5, 1)
    table.record_together([CheckIn(team=f"T{number}") for number in range(1, 5)])
    page = page_of(stage, "rounds")
    assert button(page, "Propose round 2").property("kind") == "plain", "the tables still play"
    press(page, "Propose round 2")
    assert "2 results are missing" in read(page)
    press(page, "Pair despite missing results")
    assert "1 team is absent and is left out of this round: Tens" in read(page)
    press(page, "Include Tens")
    shown = rows(page, "Pairings")
    assert button(page, "Release round 2").property("kind") == "primary"
    assert "1 team is paired but not checked in" in read(page), "it is said before the release"
    assert len(shown) == 3
    assert shown[2][2] == "bye"
    assert "place" in shown[0][1]
    # A pair of round 1 is put together again.
    register = table.event.register
    drawn = state(stage).event.register.rounds[2].entry.pairings
    playing = {team for each in drawn for team in each.teams}
    one, before = next(pair for pair in pairs(stage, 1) if playing.issuperset(pair))
    pairing = next(each for each in drawn if one in each.teams)
    other = next(team for team in pairing.teams if team != one)
    find(page, KeyedList, "Pairings").choose(pairing.pairing)
    table_beside = next(each.table for each in drawn if each != pairing)
    press(page, f"Swap: {register.team_name(other)}")
    others = choice(page, "with")
    others.setCurrentIndex(others.findData(before))
    assert "have met before" in read(page), "it is said before it is recorded"
    press(page, "Change the pairing")
    assert {one, before} in [set(pair) for pair in pairs(stage, 2)]
    assert "Changed by hand; they have met before" in [
        below for _, below, _ in rows(page, "Pairings")
    ]
    type_over(page, "Table", table_beside)
    assert f"table {table_beside} is used twice" in read(page).casefold()
    press(page, "Change the pairing")
    press(page, "Release round 2")
    assert "give one of the matches another table" in read(page)
    assert state(stage).event.register.rounds[2].released is None
    press(page, "Discard the round")
    assert 2 not in state(stage).event.register.rounds
    stage.window.do("undo")
    assert 2 in state(stage).event.register.rounds


def test_a_released_pairing_is_moved_and_its_teams_changed_with_a_reason(stage: Stage) -> None:
    table = swiss(stage.evening, 9, 2)
    first, beside = table.event.register.rounds[2].entry.pairings[:2]
    old = state(stage).event.register.rounds[2].entry
    page = page_of(stage, "rounds")
    press(page, "Change table or teams…")
    type_over(page, "Table", beside.table)
    assert f"table {beside.table} is used twice" in read(page).casefold()
    press(page, "Change the pairing")
    assert "Enter a reason" in read(page)
    assert state(stage).event.register.rounds[2].entry == old
    stage = restarted(stage)
    page = page_of(stage, "rounds")
    assert line(page, "Table").text() == beside.table, "what is typed stays"
    type_over(page, "Table", "12")
    type_over(page, "Why", "that table is too small")
    press(page, "Change the pairing")
    assert "Table 12" in rows(page, "Pairings")[0][0]
    with stage.evening.desk.open_briefly(table.event.match_id(first.pairing)) as match:
        assert match.match.head.table == "12"
    page_of(stage, "history")
    assert "that table is too small" in str(rows(stage.window, "History"))
    # Who met in round 1 is put together again: it is said before it is recorded.
    page = page_of(stage, "rounds")
    one = first.teams[0]
    met = next(pair for pair in pairs(stage, 1) if one in pair)
    opponent = next(team for team in met if team != one)
    called = table.event.register.team_name
    press(page, "Change table or teams…")
    press(page, f"Swap: {called(first.teams[1])}")
    others = choice(page, "with")
    others.setCurrentIndex(others.findData(opponent))
    assert "have met before" in read(page)
    QTest.keyClick(others, Qt.Key.Key_Escape)
    assert "have met before" not in read(page)
    assert stage.window.stack.currentWidget() is page
    press(page, "Change table or teams…")
    assert "have met before" in read(page), "what was typed is there again"
    press(page, "Cancel")
    assert "have met before" not in read(page)
    press(page, "Change table or teams…")
    assert "have met before" not in read(page)
    press(page, "Cancel")
    assert state(stage).event.register.rounds[2].entry.pairings[0].teams == first.teams
    stage.window.do("undo")
    assert state(stage).event.register.rounds[2].entry.pairings == old.pairings
    with stage.evening.desk.open_briefly(table.event.match_id(first.pairing)) as match:
        assert match.match.head.table == first.table


def test_a_release_that_is_undone_takes_its_tables_away(stage: Stage) -> None:
    table = swiss(stage.evening, 4, 1)
    first = table.event.register.rounds[1].entry.pairings[0].pairing
    stage.show(stage.evening.desk.open(table.event.match_id(first)))
    page_of(stage, "rounds")
    stage.window.do("undo")
    assert stage.window.strip.tabs == ()
    assert isinstance(stage.window.stack.currentWidget(), EventPage)
    assert stage.evening.desk.matches() == []
    stage.window.do("redo")
    assert len(stage.evening.desk.matches()) == 2


def test_a_released_pairing_is_changed(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("other teams after the first hand have a new match"):
        table = swiss(stage.evening, 5, 1)
        entry = table.event.register.rounds[1].entry
        first, second = entry.pairings
        (bye,) = entry.byes
        with stage.evening.desk.open_briefly(table.event.match_id(first.pairing)) as match:
            match.record(Forfeit(side=1, why="left"))
        page = page_of(stage, "rounds")
        find(page, KeyedList, "Pairings").choose(first.pairing)
        called = table.event.register.team_name
        press(page, "Change table or teams…")
        assert "no longer count" not in read(page)
        others = choice(page, "with")
        others.setCurrentIndex(others.findData(bye))
        assert "will no longer count, and a new match will open" in read(page)
        type_over(page, "Why", "the wrong team sat down")
        press(page, "Change the pairing")
        now = state(stage).event.register.rounds[1].entry
        assert now.pairings[0].teams == (bye, first.teams[1])
        assert now.pairings[0].pairing not in (first.pairing, second.pairing)
        assert now.byes == (first.teams[0],)
        assert find(page, KeyedList, "Pairings").chosen == now.pairings[0].pairing
        assert rows(page, "Pairings")[0][1:] == ("Waiting for the first hand.", "")
        assert called(bye) in str(stage.evening.desk.matches())
        # The old id is never used again, also not by a later change.
        with stage.evening.desk.open_briefly(
            state(stage).event.match_id(now.pairings[0].pairing)
        ) as match:
            match.record(Forfeit(side=1, why="left"))
        page.show_changes_from_elsewhere()
        press(page, "Change table or teams…")
        others = choice(page, "with")
        others.setCurrentIndex(others.findData(first.teams[0]))
        type_over(page, "Why", "the right team came")
        press(page, "Change the pairing")
        last = state(stage).event.register.rounds[1].entry.pairings[0]
        assert last.teams == first.teams
        assert last.pairing not in (first.pairing, second.pairing, now.pairings[0].pairing)
    with subtests.test("undo never gives a match that has begun other teams"):
        table = swiss(stage.evening, 5, 1)
        entry = table.event.register.rounds[1].entry
        first = entry.pairings[0]
        page = page_of(stage, "rounds")
        press(page, "Change table or teams…")
        others = choice(page, "with")
        others.setCurrentIndex(others.findData(entry.byes[0]))
        type_over(page, "Why", "they came late")
        press(page, "Change the pairing")
        now = pairs(stage, 1)
        assert state(stage).event.register.rounds[1].entry.pairings[0].pairing == first.pairing
        with stage.evening.desk.open_briefly(table.event.match_id(first.pairing)) as match:
            match.record(Forfeit(side=1, why="left"))
        page.show_changes_from_elsewhere()
        stage.window.do("undo")
        assert "already have a recorded hand or result" in read(page)
        assert pairs(stage, 1) == now


def test_results_are_recorded_on_the_page(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("results are typed from paper and a late side is waited for"):
        table = swiss(stage.evening, 4, 1)
        first, second = (each.pairing for each in table.event.register.rounds[1].entry.pairings)
        page = page_of(stage, "rounds")
        press(page, "Wait longer (minutes)")
        assert "5 more minutes to wait" in rows(page, "Pairings")[0][1]
        type_over(page, "Points for Aces", "300")
        press(page, "Record the result")
        assert "Type both scores" in read(page)
        type_over(page, "Points for Queens", "212")
        press(page, "Record the result")
        assert rows(page, "Pairings")[0][2] == "300–212"
        pairings = find(page, KeyedList, "Pairings")
        assert pairings.chosen == second
        assert pairings.hasFocus()
        choose(page, "Result from paper, or a ruling", "No-show: a team didn't show up")
        press(page, "Record the result")
        assert "Choose the team." in read(page)
        assert line(page, "Why").placeholderText() == "e.g. absent 15 minutes after the start"
        how = find(page, QComboBox, "Result from paper, or a ruling")
        for _ in range(2):  # asked for it, and come to it by Tab
            assert stage.window.focusWidget() is button(page, "Team: Kings")
            how.setFocus()
            QTest.keyClick(how, Qt.Key.Key_Tab)
        press(page, "Team: Kings")
        press(page, "Record the result")
        result = state(stage).event.register.results[second]
        assert (result.how, result.winner) == ("forfeit", 1)
        # A correction says why.
        find(page, KeyedList, "Pairings").choose(first)
        choose(
            page,
            "Result from paper, or a ruling",
            "Disqualified: a team loses because of its conduct",
        )
        press(page, "Team: Aces")
        assert stage.window.focusWidget() is line(page, "Why"), "a choice leads on"
        press(page, "Record the result")
        assert "Enter a reason" in read(page)
        type_over(page, "Why", "marked cards")
        press(page, "Record the result")
        assert "“marked cards”" in rows(page, "Pairings")[0][1]
    with subtests.test("the side that is not checked in did not come"):
        table = swiss(stage.evening, 4, 1)
        first = table.event.register.rounds[1].entry.pairings[0]
        table.record(CheckIn(team=first.teams[1]))
        page = page_of(stage, "rounds")
        choose(
            page,
            "Result from paper, or a ruling",
            "Disqualified: a team loses because of its conduct",
        )
        type_over(page, "Why", "threw the cards")
        press(page, "Record the result")
        assert "Choose the team." in read(page), "who is not here is not to blame"
        choose(page, "Result from paper, or a ruling", "No-show: a team didn't show up")
        press(page, "Record the result")
        result = state(stage).event.register.results[first.pairing]
        assert (result.how, result.winner) == ("forfeit", 1)
    with subtests.test("the last open match of all is recorded and nothing is asked"):
        table = swiss(stage.evening, 4, 1)
        first, second = table.event.register.rounds[1].entry.pairings
        table.record(ResultEntry(pairing=first.pairing, how="played", winner=0, score=(310, 100)))
        page = page_of(stage, "rounds")
        choice(page, "Round").setCurrentIndex(0)
        choice(page, "Round").activated.emit(0)
        type_over(page, "Points for Kings", "512")
        type_over(page, "Points for Jacks", "300")
        press(page, "Record the result")
        assert second.pairing in state(stage).event.register.results
        assert "No matches are open" in read(page)


def test_what_is_no_result_is_refused(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("who won is not taken for who did not come"):
        table = swiss(stage.evening, 4, 1)
        first = table.event.register.rounds[1].entry.pairings[0]
        table.record(ResultEntry(pairing=first.pairing, how="played", winner=0, score=(310, 100)))
        page = page_of(stage, "rounds")
        find(page, KeyedList, "Pairings").choose(first.pairing)
        how = find(page, QComboBox, "Result from paper, or a ruling")
        how.setCurrentIndex(how.findData("no-show"))
        type_over(page, "Why", "gone home")
        press(page, "Record the result")
        assert "Choose the team." in read(page)
        assert table.event.register.results[first.pairing].how == "played"
    with subtests.test("a result that is played to the end has a score"):
        swiss(stage.evening, 4, 1)
        page = page_of(stage, "rounds")
        assert "Who " not in read(page)
        for name in ("Aces", "Queens"):
            type_over(page, f"Bags taken by {name}", "3")
        press(page, "Record the result")
        assert "Type both scores, or choose a forfeit." in read(page)
        assert state(stage).event.register.results == {}
    with subtests.test("a tie of an elimination is refused once with what to do"):
        table = begin(stage.evening, 2)
        table.record(StageEntry(stage="A", format="single-elimination"))
        table.record_together([table.propose_next_round().entry, Release(round=1)])
        page = page_of(stage, "rounds")
        for name in ("Aces", "Kings"):
            type_over(page, f"Points for {name}", "300")
        press(page, "Record the result")
        assert read(page).count("play one more hand") == 1
        assert state(stage).event.register.results == {}
    with subtests.test("nothing moves under the hand while a result is filled in"):
        table = swiss(stage.evening, 8, 2)
        recorded = table.event.register.results
        page = page_of(stage, "rounds")
        find(page, RoundsView).show_round(1)

        def places() -> list[QPoint]:
            QApplication.processEvents()
            shown = [button(page, name) for name in ("Record the result", "Open the table")]
            assert all(each.isVisible() for each in shown)
            return [each.mapTo(page, QPoint()) for each in shown]

        before = places()
        for team, points in (("Aces", "100"), ("Tens", "310")):
            type_over(page, f"Points for {team}", points)
            assert places() == before
        type_over(page, "Why", "wrong line")
        assert "would be different" in read(page)
        assert places()[0] == before[0]
        press(page, "Record the result")
        assert button(page, "Keep the rounds").hasFocus(), "a repair is chosen first"
        assert state(stage).event.register.results == recorded
    with subtests.test("a result that nobody signed is attested"):
        table = swiss(stage.evening, 4, 1)
        pairing = table.event.register.rounds[1].entry.pairings[0].pairing
        page = page_of(stage, "rounds")
        with stage.evening.desk.open_briefly(table.event.match_id(pairing)) as match:
            match.record(Forfeit(side=1, why="left"))
        page.show_changes_from_elsewhere()
        assert "waiting for both signatures" in rows(page, "Pairings")[0][1].casefold()
        press(page, "Make it official")
        assert "sign" not in rows(page, "Pairings")[0][1]
    with subtests.test("a score below zero has a real minus"):
        table = swiss(stage.evening, 4, 1)
        table.record(ResultEntry(pairing="1-1", how="played", winner=1, score=(-318, -58)))
        page = page_of(stage, "rounds")
        assert "−318 to −58" in str(rows(page, "Pairings"))


def test_what_is_said_of_a_release_follows_the_facts(stage: Stage) -> None:
    table = swiss(stage.evening, 4, 1)
    table.record_together([CheckIn(team=f"T{number}") for number in range(1, 4)])
    entry = table.event.register.rounds[1].entry
    for each in entry.pairings:
        with stage.evening.desk.open_briefly(table.event.match_id(each.pairing)) as match:
            match.record(Forfeit(side=1, why="left"))
    teams = Team("Bulls", ("Kit", "Lou")), Team("Bears", ("Max", "Noa"))
    club = stage.evening.desk.start(Head(rules="unc", teams=teams, event="Club", table="2"))
    page = page_of(stage, "rounds")
    assert "is released" not in read(page), "its round is over"
    press(page, "Propose round 2")
    press(page, "Include Jacks")
    drawn = state(stage).event.register.rounds[2].entry.pairings
    late = next(each for each in drawn if "T4" in each.teams)
    find(page, KeyedList, "Pairings").choose(late.pairing)
    choose(page, "with", "nobody")
    type_over(page, "Table", "2")
    press(page, "Change the pairing")
    press(page, "Release round 2")
    parts = (
        "Round 2 is released; its 2 matches are under Tables",
        "results aren't official: round 1, tables 1, 2",
        "1 team is paired but not checked in",
        "1 table is in use by another match: 2 (Bulls – Bears, Club)",
    )
    for part in parts:
        assert read(page).count(part) == 1
    # What other programs record, the page follows.
    state(stage).record_together(
        [OfficialResult(pairing=e.pairing, name="Pat") for e in entry.pairings]
    )
    page.show_changes_from_elsewhere()
    assert [part in read(page) for part in parts] == [True, False, True, True]
    (other,) = (each for each in drawn if each != late)
    state(stage).record(
        ResultEntry(pairing=other.pairing, how="played", winner=0, score=(300, 200))
    )
    page.show_changes_from_elsewhere()
    assert [part in read(page) for part in parts] == [True, False, True, True]
    state(stage).record(CheckIn(team="T4"))
    club.record(Forfeit(side=1, why="left"))
    page.show_changes_from_elsewhere()
    assert not any(part in read(page) for part in parts[1:])


def test_the_history_of_an_event(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("the history strikes and restores"):
        table = swiss(stage.evening, 4, 1)
        page = page_of(stage, "history")
        press(page, "Delete")
        assert "Enter a reason" in read(page)
        type_over(page, "Reason or note", "too early")
        press(page, "Delete")
        assert state(stage).event.register.rounds[1].released is None
        assert rows(page, "History")[1][1].startswith("doesn't count")
        find(page, KeyedList, "History").choose(table.event.log[-1].id or "")
        press(page, "Restore")
        assert state(stage).event.register.rounds[1].released is not None
        type_over(page, "Reason or note", "the hall closes at six")
        press(page, "Record as a note")
        assert rows(page, "History")[0][:2] == ("Note", "the hall closes at six · Pat")
    with subtests.test("a struck result names the teams that had its pairing then"):
        table = swiss(stage.evening, 4, 1)
        entry = table.event.register.rounds[1].entry
        one, other = entry.pairings
        table.record(ResultEntry(pairing=one.pairing, how="forfeit", winner=0))
        table.record(Strike(entry=table.event.log[-1].id or "", why="not they"))
        was = f"{table.event.register.team_name(one.teams[1])} forfeit"
        pairings = tuple(
            replace(each, teams=(each.teams[0], beside.teams[1]))
            for each, beside in ((one, other), (other, one))
        )
        to = replace(entry, id=None, at=None, by=None, step=None, pairings=pairings)
        table.record(EventAmend(entry=entry.id or "", to=to, why="the wrong draw"))
        assert table.event.register.drawn[one.pairing][1].teams != one.teams
        page = page_of(stage, "history")
        (struck,) = [below for _, below, _ in rows(page, "History") if "doesn't count" in below]
        assert was in struck
        (strike,) = [each for each in table.list_decisions() if each.kind == "strike"]
        assert table.event.register.team_name(one.teams[1]) in strike.teams
    with subtests.test("the history has the old and the new value"):
        table = swiss(stage.evening, 4, 1)
        given = table.record(ResultEntry(pairing="1-1", how="played", winner=0, score=(510, 349)))
        to = ResultEntry(pairing="1-1", how="played", winner=1, score=(488, 512))
        table.record(EventAmend(entry=given.entry.id or "", to=to, why="wrong line"))
        page = page_of(stage, "history")
        one, other = map(table.event.register.team_name, table.event.register.drawn["1-1"][1].teams)
        newest, first = rows(page, "History")[:2]
        assert newest[0] == f"Correction of result of round 1, table 5, {one} – {other}", (
            "the tables of the event before are in use"
        )
        assert newest[1].startswith(f"{one} wins 510–349 → {other} wins 512–488 · wrong line")
        assert first[1].startswith(f"{one} wins 510–349"), "as it was recorded"


def test_results_are_typed_by_keys(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("a tables number goes to its row and enter to its result"):
        swiss(stage.evening, 24, 1)
        page = page_of(stage, "rounds")
        listed = find(page, KeyedList, "Pairings")
        listed.setFocus()
        type_keys(listed, "12\n")
        drawn = state(stage).event.register.rounds[1].entry.pairings
        assert listed.chosen == drawn[11].pairing
        type_keys(stage.window.focusWidget(), "312\t")
        type_keys(stage.window.focusWidget(), "287\n")
        assert state(stage).event.register.results[drawn[11].pairing].score == (312, 287)
        assert "Table 12: " in read(page)
        listed.setFocus()
        listed.keyboardSearch("low")
        assert "Low Rollers" in listed.currentIndex().data()
    with subtests.test("results from paper are typed row by row"):
        # Three presses a result beside the numbers: after the last one the next row is chosen.
        swiss(stage.evening, 8, 1)
        page = page_of(stage, "rounds")
        listed = find(page, KeyedList, "Pairings")
        listed.setFocus()
        for number in range(4):
            type_keys(stage.window.focusWidget(), "\n")
            type_keys(stage.window.focusWidget(), f"30{number}\t")
            type_keys(stage.window.focusWidget(), "200\n")
        drawn = state(stage).event.register.rounds[1].entry.pairings
        results = state(stage).event.register.results
        assert [results[each.pairing].score for each in drawn] == [(300 + n, 200) for n in range(4)]
    with subtests.test("tab goes from the teams of a pairing to the fields below"):
        swiss(stage.evening, 4, 1)
        page = page_of(stage, "rounds")
        press(page, "Propose round 2")
        press(page, "Pair despite missing results")
        drawn = state(stage).event.register.rounds[2].entry.pairings
        for each in drawn:
            find(page, KeyedList, "Pairings").choose(each.pairing)
        settle()
        pressed = find(page, ChoiceButtons, "Swap").focus_button()
        assert pressed is not None
        pressed.setFocus()
        walked: list[str] = []
        for _key in range(4):
            QTest.keyClick(page.focusWidget(), Qt.Key.Key_Tab)
            walked.append(page.focusWidget().accessibleName())
        assert walked == ["with", "Table", "Round starts", "Rule set for the round"]
    with subtests.test("escape leaves the form for a stage before the page"):
        swiss(stage.evening, 4, 1)
        page = page_of(stage, "rounds")
        press(page, "Stages…")
        for showing in (True, False):
            focused = stage.window.focusWidget()
            assert focused is not None
            assert (
                stage.window.stack.currentWidget(),
                button(page, "Add the stage").isVisible(),
            ) == (
                page,
                showing,
            )
            QTest.keyClick(focused, Qt.Key.Key_Escape)
        assert stage.window.stack.currentWidget() is not page


@pytest.mark.parametrize(
    "how",
    [
        "",
        "No-show: a team didn't show up",
        "Disqualified: a team loses because of its conduct",
    ],
)
@pytest.mark.parametrize("size", [(1366, 768, 100), (1024, 640, 100)])
def test_a_second_click_on_record_opens_no_table(
    stage: Stage, how: str, size: tuple[int, int, int]
) -> None:
    stage.show_at(*size)
    swiss(stage.evening, 8, 1)
    page = page_of(stage, "rounds")
    if not how:
        for team, points in (("Aces", "300"), ("Tens", "200")):
            type_over(page, f"Points for {team}", points)
    else:
        choose(page, "Result from paper, or a ruling", how)
        press(page, "Team: Aces")
        type_over(page, "Why", "left the table")
    settle()
    record = button(page, "Record the result")
    at = record.mapTo(stage.window, record.rect().center())
    press(page, "Record the result")
    settle()
    assert len(state(stage).event.register.results) == 1
    under = stage.window.childAt(at)
    assert not isinstance(under, QPushButton) or under.text() == "Record the result"


def test_who_is_not_here_is_left_out_and_included_with_one_press(stage: Stage) -> None:
    table = begin(stage.evening, 8)
    for number in range(1, 7):
        table.record(CheckIn(team=f"T{number}"))
    table.record(StageEntry(stage="A", format="swiss", rounds=3))
    page = page_of(stage, "rounds")
    press(page, "Propose round 1")
    assert "2 teams are absent and are left out of this round: Cut Ups, Boston Legal" in read(page)
    assert len(state(stage).event.register.rounds[1].entry.pairings) == 3
    button(page, "Include Cut Ups").setFocus()
    press(page, "Include Cut Ups")
    settle()
    assert button(page, "Include Boston Legal").hasFocus(), "the next one is offered"
    assert "Included: Cut Ups" in read(page)
    entry = state(stage).event.register.rounds[1].entry
    assert (entry.absent, len(entry.byes)) == (("T8",), 1)
    press(page, "Include Boston Legal")
    settle()
    assert button(page, "Release round 1").hasFocus()
    assert len(state(stage).event.register.rounds[1].entry.pairings) == 4
    assert "2 teams are paired but not checked in" in read(page)
    press(page, "Leave out Aces")
    entry = state(stage).event.register.rounds[1].entry
    assert entry.absent == ("T1",)
    page.undo_redo_or_change_section("undo")
    assert state(stage).event.register.rounds[1].entry.absent == ()
    table = state(stage)
    table.record(TeamWithdrawal(team="T2"))
    page.show_changes_from_elsewhere()
    assert "Kings has withdrawn" in read(page)
    assert "2 teams are paired but not checked in" in read(page), "one warning hides another"


def test_another_day_of_the_event_checks_everybody_in_anew(stage: Stage) -> None:
    table = begin(stage.evening, 2)
    table.record(CheckIn(team="T1"))
    page = page_of(stage, "check-in")
    assert "2 of 4 here" in read(page)
    stage.pass_(7 * 24 * 60 * 60)
    page = page_of(stage, "check-in")
    page.refresh()
    assert "0 of 4 here" in read(page)
    view = page.section_widget("check-in")
    view.focus_starting_widget()
    type_keys(stage.window.focusWidget(), "kings")
    QTest.keyClick(stage.window.focusWidget(), Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert "2 of 4 here" in read(page)
    assert not state(stage).event.register.teams["T1"].can_play


def test_a_late_team_is_paired_with_the_team_that_has_the_bye(stage: Stage) -> None:
    table = swiss(stage.evening, 5, 1)
    (bye,) = table.event.register.rounds[1].entry.byes
    with stage.evening.desk.open_briefly(table.event.match_id("1-1")) as match:
        match.record(Forfeit(side=1, why="left"))
    page = page_of(stage, "rounds")
    page.opened.record([TeamEntry(team="T6", name="Latecomers", players=("Zoe", "Max"))])
    shown = find(page, KeyedList, "Pairings")
    shown.choose(f"bye:{bye}")
    assert choice(page, "Pair with…").itemText(1) == "Latecomers · not in the round"
    choose(page, "Pair with…", "Latecomers · not in the round")
    type_over(page, "Why", "came late")
    press(page, "Change the pairing")
    entry = state(stage).event.register.rounds[1].entry
    assert (entry.byes, len(entry.pairings)) == ((), 3)
    assert (entry.pairings[2].teams, entry.pairings[2].table) == ((bye, "T6"), "1"), (
        "that table is free again"
    )
    assert shown.chosen == entry.pairings[2].pairing
    assert state(stage).event.match_id(entry.pairings[2].pairing) is not None


def test_two_teams_without_a_pairing_meet_in_a_draft(stage: Stage) -> None:
    table = begin(stage.evening, 3)
    table.record(StageEntry(stage="A", format="swiss", rounds=2))
    page = page_of(stage, "rounds")
    press(page, "Propose round 1")
    (bye,) = state(stage).event.register.rounds[1].entry.byes
    page.opened.record([TeamEntry(team="T4", name="Late", players=("Zoe", "Max"))])
    find(page, KeyedList, "Pairings").choose(f"bye:{bye}")
    other = state(stage).event.register.rounds[1].entry.pairings[0].teams[0]
    name = state(stage).event.register.team_name(other)
    choose(page, "Pair with…", f"Swap with {name} · Table 1")
    press(page, "Change the pairing")
    assert state(stage).event.register.rounds[1].entry.byes == (other,)


def test_the_buttons_of_a_draft_are_in_sight_in_a_low_window(stage: Stage) -> None:
    table = swiss(stage.evening, 7, 1)
    for pairing in table.event.register.rounds[1].entry.pairings:
        table.record(ResultEntry(pairing=pairing.pairing, how="played", winner=0, score=(300, 2)))
    table.record(table.propose_next_round().entry)
    stage.show_at(1024, 640, 100)
    page = page_of(stage, "rounds")
    settle()
    shown = [each for each in find_all(page, QPushButton) if each.isVisible()]
    titles = {each.text().partition(" ")[0] for each in shown}
    assert titles >= {"Change", "Leave", "Discard", "Release"}
    assert [each.text() for each in shown if not whole(each)] == []


def test_enter_in_a_protests_reason_records_it_or_asks_for_what_is_missing(stage: Stage) -> None:
    table = swiss(stage.evening, 4, 1)
    table.record(ResultEntry(pairing="1-1", how="played", winner=0, score=(300, 200)))
    page = page_of(stage, "rounds")
    find(page, KeyedList, "Pairings").choose("1-1")
    form = find(page, ProtestForm)
    reason = line(form, "Reason for protest")
    reason.setFocus()
    enter(stage)
    assert "Choose the team that's protesting" in read(form)
    press(form, "Queens")
    type_keys(reason, "table talk\n")
    assert state(stage).event.register.protests["1-1", "T3"].value == "open"
    type_keys(reason, "two saw it\n")
    assert "Press “Uphold the protest” or “Deny the protest”." in read(form)
    assert state(stage).event.register.protests["1-1", "T3"].value == "open", "Enter decides none"
    press(form, "Deny the protest")
    assert state(stage).event.register.protests["1-1", "T3"].value == "denied"


def test_a_bracket_offers_no_round_after_its_final(stage: Stage) -> None:
    table = begin(stage.evening, 4)
    table.record(StageEntry(stage="A", format="single-elimination", third_place=True))
    table.record_together([table.propose_next_round().entry, Release(round=1)])
    page = page_of(stage, "rounds")
    assert button(page, "Propose Final, Third place").isVisible()
    for pairing in ("1-1", "1-2"):
        table.record(ResultEntry(pairing=pairing, how="played", winner=0, score=(300, 200)))
    page.show_changes_from_elsewhere()
    press(page, "Propose Final, Third place")
    press(page, "Release Final, Third place")
    assert "Final, Third place is released; its 2 matches are under Tables" in read(page)
    offered = find_all(page, QPushButton)
    assert not [each.text() for each in offered if each.isVisible() and "Propose" in each.text()]
    for pairing in ("2-1", "2-2"):
        state(stage).record(ResultEntry(pairing=pairing, how="played", winner=0, score=(300, 200)))
    page.show_changes_from_elsewhere()
    assert "Won by Aces" in read(page)


def test_a_protest_is_shown_everywhere_and_upheld_two_rounds_later(stage: Stage) -> None:
    table = swiss(stage.evening, 4, 1)
    one, other = table.event.register.rounds[1].entry.pairings
    for each in (one, other):
        table.record(ResultEntry(pairing=each.pairing, how="played", winner=0, score=(300, 290)))
    page = page_of(stage, "rounds")
    find(page, KeyedList, "Pairings").choose(one.pairing)
    loser = table.event.register.team_name(one.teams[1])
    form = find(page, ProtestForm)
    press(page, "Record a protest")
    assert "Choose the team that's protesting" in read(page), "neither team is chosen beforehand"
    press(form, loser)
    press(page, "Record a protest")
    assert "Enter a reason" in read(page)
    type_keys(line(form, "Reason for protest"), "table talk")
    press(page, "Record a protest")
    assert line(form, "Reason for decision").hasFocus(), "the button that was pressed is gone"
    assert f"Under protest by {loser}" in rows(page, "Pairings")[0][1]
    for section in ("standings", "rounds"):
        page.show_section(section)
    page.show_section("standings")
    assert f"Under protest by {loser}" in read(page)
    assert "depend" in read(page)
    slides = standings_and_bracket_slides(state(stage).event.overview, QSizeF(99, 99), 9)
    (slide,) = slides
    assert f"under protest by {loser}" in slide.note
    for number in (2, 3):
        table = state(stage)
        table.record(table.propose_next_round().entry)
        table.record(Release(round=number))
        for each in table.event.register.rounds[number].entry.pairings:
            table.record(ResultEntry(pairing=each.pairing, how="played", winner=0, score=(300, 1)))
    page.show_changes_from_elsewhere()
    page.show_section("rounds")
    find(page, RoundsView).show_round(1)
    find(page, KeyedList, "Pairings").choose(one.pairing)
    assert "Reason for decision" in read(form)
    type_keys(line(form, "Reason for decision"), "two saw it")
    press(page, "Uphold the protest")
    assert line(form, "Reason for protest").hasFocus()
    assert "The result stays the same until you correct it here" in read(page)
    assert "Under protest" not in str(rows(page, "Pairings"))
    assert state(stage).event.register.results[one.pairing].winner == 0
    page.show_section("history")
    said = [title for title, *_ in rows(page, "History")]
    assert f"Protest by {loser}" in said


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # it opens a list
def test_a_double_click_releases_no_round_and_proposes_none(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the second press comes late, after a proposal that took long."""
    monkeypatch.setattr("scorepad.window.widgets.repeat_filter.SETTLE_SECONDS", 0)
    table = begin(stage.evening, 8)
    table.record(StageEntry(stage="A", format="round-robin"))
    page = page_of(stage, "rounds")
    for step, rounds in (("Propose round 1", [False]), ("Release round 1", [True])):
        settle()
        pressed = button(page, step)
        at = pressed.mapTo(stage.window, pressed.rect().center())
        for _press in range(2):
            QTest.mouseClick(
                stage.window.windowHandle(), Qt.MouseButton.LeftButton, pos=at, delay=0
            )
            settle()
        if (popup := QApplication.activePopupWidget()) is not None:
            popup.close()
        register = state(stage).event.register
        assert [each.released is not None for each in register.rounds.values()] == rounds
        assert "Stage" not in read(page), "no form was opened"


def test_after_a_release_the_first_match_is_chosen(stage: Stage) -> None:
    table = begin(stage.evening, 8)
    table.record(StageEntry(stage="A", format="round-robin"))
    page = page_of(stage, "rounds")
    press(page, "Propose round 1")
    shown = find(page, KeyedList, "Pairings")
    shown.setCurrentRow(2)
    press(page, "Release round 1")
    assert shown.currentRow() == 0
    first, _, _ = rows(page, "Pairings")[0]
    assert first in read(page.section_widget("rounds").result)
    assert "Round 1 is released; its 4 matches are under Tables" in read(page)


def test_a_click_on_a_pairing_leaves_the_form_for_a_stage(stage: Stage) -> None:
    table = swiss(stage.evening, 8)
    first, second, *_ = table.event.register.rounds[1].entry.pairings
    page = page_of(stage, "rounds")
    shown = find(page, KeyedList, "Pairings")
    shown.choose(first.pairing)
    press(page, "Stages…")
    assert page.section_widget("rounds").stage_form.isVisible()
    click_row(shown, 1)
    assert shown.chosen == second.pairing
    assert not page.section_widget("rounds").stage_form.isVisible()
    assert page.section_widget("rounds").result.isVisible()
    assert button(page, "Stages…").isVisible()


def test_another_pairing_is_shown_from_its_title(stage: Stage) -> None:
    table = swiss(stage.evening, 8)
    for each in table.event.register.rounds[1].entry.pairings[:2]:
        table.record(ResultEntry(pairing=each.pairing, how="played", winner=0, score=(300, 200)))
    stage.show_at(1366, 768, 100)
    page = page_of(stage, "rounds")
    shown = find(page, KeyedList, "Pairings")
    click_row(shown, 0)
    line(page, "Reason for protest").setFocus()
    settle()
    result = page.section_widget("rounds").result
    title = next(each for each in find_all(result, QLabel) if each.isVisible())
    assert title.visibleRegion().isEmpty(), "it is scrolled to the protest"
    click_row(shown, 1)
    settle()
    assert not title.visibleRegion().isEmpty()


def test_teams_with_names_alike_are_told_apart(stage: Stage) -> None:
    table = begin(stage.evening, 0)
    for team in ("North", "South"):
        name = f"Delta Sigma Phi {team}"
        table.record(TeamEntry(team=team, name=name, players=(f"{team} One", f"{team} Two")))
    table.record(StageEntry(stage="A", format="round-robin"))
    table.record_together([table.propose_next_round().entry, Release(round=1)])
    (pairing,) = table.event.register.rounds[1].entry.pairings
    table.record(ResultEntry(pairing=pairing.pairing, how="played", winner=0, score=(300, 200)))
    page = page_of(stage, "rounds")
    form = page.section_widget("rounds").result
    labels = [each.text() for each in find_all(form, QLabel) if each.isVisible()]
    buttons = find(form, ChoiceButtons, "Protesting team").findChildren(QPushButton)
    for texts in (
        [each for each in labels if each.startswith(("Delta", "…")) and len(each) < 20],
        [each for each in labels if each.startswith("Bags")],
        [each.text() for each in buttons],
    ):
        assert len(set(texts)) == 2, texts


def click_row(shown: KeyedList, row: int) -> None:
    """Click a row of a list."""
    at = shown.visualRect(shown.model().index(row, 0)).center()
    QTest.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=at)
    QApplication.processEvents()


def test_no_message_moves_the_pairings(stage: Stage) -> None:
    swiss(stage.evening, 5, 1)
    page = page_of(stage, "rounds")
    shown = find(page, KeyedList, "Pairings")

    def place() -> tuple[int, int]:
        settle()
        top = shown.viewport().mapTo(page, QPoint(0, 0)).y()
        return top, top + shown.visualRect(shown.model().index(1, 0)).top()

    before = place()
    page.opened.record([CheckIn(team=f"T{number}") for number in range(1, 5)])
    press(page, "Pair despite missing results")
    assert place() == before
    press(page, "Include Tens")
    assert "1 team is paired but not checked in" in read(page)
    assert place() == before
    press(page, "Release round 2")
    assert place() == before
