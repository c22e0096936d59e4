"""Matches by event and by day."""

from __future__ import annotations

from datetime import UTC, date, datetime

from scorepad.desk.exporting import day_of, group_matches_by_event, matches_between_days
from scorepad.spades.naming import name_key
from scorepad.spades.status import MatchStatus


def of(*names: str) -> list[MatchStatus]:
    return [MatchStatus(id=str(at), event=name) for at, name in enumerate(names)]


def test_an_event_is_named_as_most_of_its_matches_write_it() -> None:
    found = group_matches_by_event(of("spring open", "Spring Open", "Autumn", "Spring  Open ", ""))
    assert [(event.name, len(event.matches)) for event in found] == [
        ("Spring Open", 3),
        ("Autumn", 1),
        ("", 1),
    ]
    assert name_key("Spring  Open ") == name_key("spring open")


def test_of_as_many_spellings_the_first_match_has_the_word() -> None:
    """Keepers list the newest first."""
    (event,) = group_matches_by_event(of("SPRING OPEN", "Spring Open", "spring open "))
    assert event.name == "spring open"


SCHEDULED, FIRST, CREATED = (datetime(2026, month, 10, 12, tzinfo=UTC) for month in (3, 4, 5))


def test_a_match_is_of_the_day_it_was_scheduled_for_else_begun_else_opened() -> None:
    opened = MatchStatus(id="1", created=CREATED)
    begun = MatchStatus(id="2", created=CREATED, first_entry=FIRST)
    scheduled = MatchStatus(id="3", created=CREATED, first_entry=FIRST, scheduled=SCHEDULED)
    days = [day_of(each) for each in (opened, begun, scheduled, MatchStatus(id="4"))]
    assert days == [date(2026, 5, 10), date(2026, 4, 10), date(2026, 3, 10), None]
    assert matches_between_days([opened, begun, scheduled], until=date(2026, 4, 10)) == [
        begun,
        scheduled,
    ]
