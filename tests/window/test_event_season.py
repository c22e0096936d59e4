"""A season is set up in the event's own form, and begun again as a copy."""

from __future__ import annotations

from scorepad.desk.event_desk import EventDesk
from scorepad.events.entries import PlayDate, RatingScale, StageEntry
from tests.window.evening import press, read
from tests.window.event_scenes import begin
from tests.window.find import choose, line, type_over
from tests.window.stage import Stage
from tests.window.test_event_page import page_of, state


def test_dates_ratings_and_limits_are_asked_for_where_an_event_is_begun(stage: Stage) -> None:
    page = page_of(stage)
    type_over(page, "Name", "Fall League")
    type_over(page, "Tables", "1-2")
    press(page, "Season…")
    assert stage.window.focusWidget() is line(page, "Dates")
    type_over(page, "Dates", "soon")
    press(page, "Begin the event")
    assert "soon" in read(page)
    type_over(page, "Dates", "2026-11-03 19:00 x3; 2026-12-01 @ 1")
    type_over(page, "Sportsmanship ratings", "1-5; forfeit 1")
    type_over(page, "Rosters are frozen after", "2026-11-17")
    type_over(page, "Forfeits that put a team out", "0")
    choose(page, "Names on web pages", "First name and initial")
    press(page, "Begin the event")
    assert "whole number from 1" in read(page)
    type_over(page, "Forfeits that put a team out", "2")
    press(page, "Begin the event")
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
    press(page, "Begin the event")
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
