"""A season is set up in the event's own form, and begun again as a copy."""

from __future__ import annotations

from scorepad.desk.event_desk import EventDesk
from scorepad.events.entries import EventHeadChange, PlayDate, RatingScale, StageEntry
from scorepad.window.event.event_page import EventPage
from tests.window.evening import press, read
from tests.window.event_scenes import begin, swiss
from tests.window.find import choice, choose, line, type_over
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
    type_over(page, "Forfeits that put a team out", "0")
    choose(page, "Names on web pages", "First name and initial")
    press(page, "Start the event")
    assert "whole number from 1" in read(page)
    type_over(page, "Forfeits that put a team out", "2")
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
    # What is there is shown, and changed.
    press(page, "Events")
    press(page, "Change…")
    assert line(page, "Sportsmanship ratings").text() == "1-5; forfeit 1"
    type_over(page, "Dates", "")
    press(page, "Save")
    head = state(stage).event.register.head
    assert (head.dates, head.max_forfeits) == ((), 2)


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
    table.record(EventHeadChange(rating=RatingScale(scale={"A": 4, "B": 3, "F": 0}, forfeit="F")))
    return page_of(stage, "rounds")


def test_ratings_are_typed_in_the_row_of_the_result(stage: Stage) -> None:
    page = rated(stage)
    click_row(stage, 1)
    (one, other), ids = teams_of(stage, 1), state(stage).event.register.drawn["1-1"][1].teams
    type_over(page, f"Points of {one}", "320")
    type_over(page, f"Points of {other}", "250")
    type_over(page, f"Rating of {one}", "E")
    press(page, "Record the result")
    assert "rating must be one of A, B, F" in read(page)
    type_over(page, f"Rating of {one}", "a")
    type_over(page, f"Rating of {other}", "F")
    press(page, "Record the result")
    event = state(stage).event
    assert event.register.results["1-1"].score == (320, 250)
    marks = event.register.marks_of_pairings("rating")
    assert {team: mark.value for (_, team), mark in marks.items()} == {ids[0]: "A", ids[1]: "F"}
    # Afterwards a rating alone is corrected, and the result needs no reason.
    click_row(stage, 1)
    assert line(page, f"Rating of {other}").text() == "F"
    type_over(page, f"Rating of {other}", "B")
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
    how = "Default: a team said in time that it couldn't come"
    choose(page, "Result from paper, or a ruling", how)
    _, other = teams_of(stage, 2)
    press(page, other)
    press(page, "Record the result")
    result = state(stage).event.register.results["1-2"]
    assert (result.how, result.winner) == ("default", 0)
    assert f"{other} defaults" in read(page)
    assert [right for *_, right in rows(page, "Pairings")][1] == "default"
    click_row(stage, 2)
    assert choice(page, "Result from paper, or a ruling").currentText() == how
