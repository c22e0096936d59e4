"""A season is set up in the event's own form, and begun again as a copy."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit

from scorepad.desk.event_desk import EventDesk
from scorepad.events.entries import (
    AdvancementRule,
    EventHeadChange,
    PlayDate,
    Qualification,
    RatingScale,
    Release,
    ResultEntry,
    StageEntry,
)
from scorepad.window.event.event_page import EventPage
from scorepad.window.widgets.two_line_list import KeyedList
from tests.window.evening import press, read
from tests.window.event_scenes import begin, swiss
from tests.window.find import choice, choose, find, line, type_over
from tests.window.stage import Stage
from tests.window.test_event_page import page_of, rows, state
from tests.window.test_paper_results import click_row, teams_of


def test_dates_ratings_and_limits_are_asked_for_where_an_event_is_begun(stage: Stage) -> None:
    page = page_of(stage)
    type_over(page, "Name", "Fall League")
    type_over(page, "Tables", "1-2")
    press(page, "Season…")
    assert stage.window.focusWidget() is line(page, "Dates")
    type_over(page, "Dates", "soon")
    press(page, "Start the event")
    assert "soon" in read(page)
    type_over(page, "Dates", "2026-11-03 19:00 x3; 2026-12-01 @ 1")
    type_over(page, "Sportsmanship ratings", "1-5; forfeit 1")
    type_over(page, "Rosters are frozen after", "2026-11-17")
    type_over(page, "Forfeits that eliminate a team", "0")
    choose(page, "Names on web pages", "First name and initial")
    press(page, "Start the event")
    assert "whole number, 1 or higher" in read(page)
    type_over(page, "Forfeits that eliminate a team", "2")
    press(page, "Start the event")
    head = state(stage).event.register.head
    assert [each.date for each in head.dates or ()] == [
        "2026-11-03",
        "2026-11-10",
        "2026-11-17",
        "2026-12-01",
    ]
    assert (head.dates or ())[-1] == PlayDate("2026-12-01", "", ("1",))
    assert head.rating == RatingScale(from_=1, to=5, forfeit=1)
    assert (head.roster_freeze, head.max_forfeits, head.people) == ("2026-11-17", 2, "initial")
    # What is there is shown, and changed; the form for a new event is empty again.
    press(page, "Events")
    assert (line(page, "Name").text(), "Sportsmanship ratings" in read(page)) == ("", False)
    press(page, "Change…")
    assert line(page, "Sportsmanship ratings").text() == "1-5; forfeit 1"
    type_over(page, "Dates", "")
    press(page, "Save")
    head = state(stage).event.register.head
    assert (head.dates, head.max_forfeits) == ((), 2)
    press(page, "Events")
    assert line(page, "Name").text() == ""
    press(page, "Start the event")
    assert "Type the event's name" in read(page)


def test_an_event_without_a_season_is_written_as_before(stage: Stage) -> None:
    page = page_of(stage)
    type_over(page, "Name", "Open")
    press(page, "Start the event")
    head = state(stage).event.first_head
    assert not any((head.dates, head.rating, head.people, head.roster_freeze, head.max_forfeits))


def test_a_new_event_is_begun_like_another_one(stage: Stage) -> None:
    table = begin(stage.evening, 4, name="Fall League")
    table.record(StageEntry(stage="A", format="round-robin"))
    page = page_of(stage)
    press(page, "Events")
    press(page, "New event like this one")
    assert "Added a copy of the event, without results" in read(page)
    type_over(page, "Name", "Spring League")
    press(page, "Save")
    events = EventDesk(stage.evening.desk)
    copied, old = events.open("Spring League").event, events.open("Fall League").event
    assert [each.name for each in copied.register.teams.values()] == [
        each.name for each in old.register.teams.values()
    ]
    assert list(copied.register.stages) == ["A"]
    assert copied.register.rounds == {}


def rated(stage: Stage) -> EventPage:
    """The page of an event with ratings, whose first round is out."""
    table = swiss(stage.evening, 4, 1)
    table.record(
        EventHeadChange(
            rating=RatingScale(
                scale={"A": 4, "B": 3, "F": 0}, forfeit="F", default="B", default_other="A"
            )
        )
    )
    return page_of(stage, "rounds")


def test_ratings_are_typed_in_the_row_of_the_result(stage: Stage) -> None:
    page = rated(stage)
    click_row(stage, 1)
    (one, other), ids = teams_of(stage, 1), state(stage).event.register.drawn["1-1"][1].teams
    type_over(page, f"Points for {one}", "320")
    type_over(page, f"Points for {other}", "250")
    type_over(page, f"Rating for {one}", "E")
    press(page, "Record the result")
    assert "rating must be one of A, B, F" in read(page)
    type_over(page, f"Rating for {one}", "a")
    type_over(page, f"Rating for {other}", "F")
    press(page, "Record the result")
    event = state(stage).event
    assert event.register.results["1-1"].score == (320, 250)
    marks = event.register.marks_of_pairings("rating")
    assert {team: mark.value for (_, team), mark in marks.items()} == {ids[0]: "A", ids[1]: "F"}
    # Afterwards a rating alone is corrected, and the result needs no reason.
    click_row(stage, 1)
    assert line(page, f"Rating for {other}").text() == "F"
    type_over(page, f"Rating for {other}", "B")
    press(page, "Record the result")
    event = state(stage).event
    assert event.register.marks_of_pairings("rating")["1-1", ids[1]].value == "B"
    assert event.register.results["1-1"].score == (320, 250)


def test_an_event_without_a_scale_asks_for_no_rating(stage: Stage) -> None:
    swiss(stage.evening, 4, 1)
    page = page_of(stage, "rounds")
    click_row(stage, 1)
    assert "Rating" not in read(page)


def test_a_default_is_recorded_and_shown_as_one(stage: Stage) -> None:
    page = rated(stage)
    click_row(stage, 2)
    how = "Default: a team gave advance notice that it couldn't play"
    choose(page, "Result from paper, or a ruling", how)
    one, other = teams_of(stage, 2)
    press(page, other)
    # What the scale gives is in sight before it is recorded.
    fields = [line(page, f"Rating for {team}") for team in (one, other)]
    assert [each.placeholderText() for each in fields] == ["A", "B"]
    choose(page, "Result from paper, or a ruling", "Both forfeit")
    assert [each.placeholderText() for each in fields] == ["F", "F"]
    choose(page, "Result from paper, or a ruling", how)
    press(page, other)
    press(page, "Record the result")
    result = state(stage).event.register.results["1-2"]
    assert (result.how, result.winner) == ("default", 0)
    assert f"{other} defaults" in read(page)
    assert [right for *_, right in rows(page, "Pairings")][1] == "default"
    click_row(stage, 2)
    assert choice(page, "Result from paper, or a ruling").currentText() == how


def click_first_team(page: EventPage) -> None:
    teams = find(page, KeyedList, "Teams")
    at = teams.visualRect(teams.model().index(0, 0)).center()
    QTest.mouseClick(teams.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_a_team_of_a_season_shows_when_it_cannot_come_and_is_chosen_again(stage: Stage) -> None:
    table = begin(stage.evening, 2, name="Fall League")
    table.record(EventHeadChange(dates=(PlayDate("2026-11-28"), PlayDate("2026-12-05"))))
    page = page_of(stage, "teams")
    click_first_team(page)
    type_over(page, "Organization", "Hall North")
    type_over(page, "Dates the team can't play", "2026-12-05")
    press(page, "Save")
    assert "Hall North · can't play on 1 date" in str(rows(page, "Teams")[0])
    # The row that stays chosen leads to its team again.
    click_first_team(page)
    assert line(page, "Organization").text() == "Hall North"


def test_after_the_teams_of_a_season_comes_how_it_is_played(stage: Stage) -> None:
    table = begin(stage.evening, 0, name="Fall League")
    table.record(EventHeadChange(dates=(PlayDate("2026-11-28"),)))
    page = page_of(stage, "teams")
    press(page, "Add many teams…")
    paste = find(page, QPlainTextEdit)
    paste.setPlainText("Aces, Ann, Cy\nKings, Bo, Di")
    press(page, "Enter 2 teams")
    assert page.section == "rounds"


def test_bad_input_of_a_season_is_named_and_nothing_is_half_done(stage: Stage) -> None:
    table = begin(stage.evening, 4, name="Fall League", tables=())
    page = page_of(stage)
    press(page, "Events")
    press(page, "Change…")
    press(page, "Season…")
    for field, typed, refusal in (
        ("Dates", "2026-12-05; 2026-11-28", "The dates are out of order"),
        ("Dates", "2026-12-05; 2026-12-05", "listed twice"),
        ("Sportsmanship ratings", "5-1", "“from” must be lower than “to”"),
    ):
        type_over(page, field, typed)
        press(page, "Save")
        assert refusal in read(page)
        assert len(state(stage).event.log) == len(table.event.log)
        type_over(page, field, "")
    type_over(page, "Dates", "2026-11-28; 2026-12-05")
    press(page, "Save")
    page.show_section("teams")
    click_first_team(page)
    type_over(page, "Dates the team can't play", "2026-11-28; 2026-12-05")
    press(page, "Save")
    assert "can't play on any date of the event" in read(page)
    assert not any(each.unavailable for each in state(stage).event.register.teams.values())
    press(page, "Discard")
    table = state(stage)
    table.record(StageEntry(stage="League", format="round-robin"))
    nobody = AdvancementRule(("League",), "all", Qualification(wins=9))
    table.record(StageEntry(stage="Cup", format="single-elimination", advance=nobody))
    page.show_section("season")
    press(page, "Propose the calendar")
    assert "2026-11-28 has no tables" in read(page)
    assert state(stage).event.register.rounds == {}
    for number in (1, 2, 3):
        table.record(table.propose_next_round("League").entry)
        table.record(Release(round=number))
        for each in table.event.overview.open_pairings("League"):
            result = ResultEntry(pairing=each.pairing, how="played", winner=0, score=(300, 200))
            table.record(result)
    page.show_changes_from_elsewhere()
    page.show_section("rounds")
    press(page, "Propose Cup, round 1")
    assert "No team qualifies for stage “Cup”" in read(page)
    assert len(state(stage).event.register.rounds) == 3


def test_a_rating_that_would_not_count_is_not_asked_for(stage: Stage) -> None:
    table = begin(stage.evening, 2)
    table.record(EventHeadChange(rating=RatingScale(from_=1, to=5)))
    page = page_of(stage, "teams")
    click_first_team(page)
    marks = choice(page, "Conduct")
    assert [marks.itemText(at) for at in range(marks.count())] == ["Forfeit fee", "Warning"]
    assert not line(page, "Rating").isVisible()
