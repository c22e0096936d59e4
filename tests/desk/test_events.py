"""Matches by event, as lists of events show them."""

from __future__ import annotations

from scorepad.desk.events import event_key, events
from scorepad.desk.ports import Summary


def of(*names: str) -> list[Summary]:
    return [Summary(id=str(at), event=name) for at, name in enumerate(names)]


def test_an_event_is_named_as_most_of_its_matches_write_it() -> None:
    found = events(of("spring open", "Spring Open", "Autumn", "Spring  Open ", ""))
    assert [(event.name, len(event.matches)) for event in found] == [
        ("Spring Open", 3),
        ("Autumn", 1),
        ("", 1),
    ]
    assert event_key("Spring  Open ") == event_key("spring open")


def test_of_as_many_spellings_the_first_match_has_the_word() -> None:
    """Keepers list the newest first."""
    (event,) = events(of("SPRING OPEN", "Spring Open", "spring open "))
    assert event.name == "spring open"
