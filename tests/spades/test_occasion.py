"""When a match is played; which names are one event's, and how it is written."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from scorepad.spades.entries import Note
from scorepad.spades.occasion import began, played, same_name, spelled

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Spring Open", "spring open"),
        ("Spring Open", " Spring  Open "),
        ("Torneo de A\u00f1o Nuevo", "Torneo de An\u0303o Nuevo"),
        ("Stra\u00dfencup", "STRASSENCUP"),
    ],
)
def test_names_that_differ_in_case_blanks_or_composition_are_one(one: str, other: str) -> None:
    assert same_name(one) == same_name(other)


def test_names_that_differ_otherwise_are_two() -> None:
    assert same_name("Spring Open") != same_name("Spring Open 2")


def test_a_name_is_written_as_most_write_it_else_as_the_first() -> None:
    assert spelled(["autumn", "Spring Open", "AUTUMN", " spring open", "Spring  Open "]) == {
        "autumn": "autumn",
        "spring open": "Spring Open",
    }


def test_a_log_began_with_its_earliest_entry_that_says_when() -> None:
    """A joined log need not be in the order of its moments."""
    log = [Note(text="a"), Note(text="b", at=NOON + timedelta(hours=1)), Note(text="c", at=NOON)]
    assert began(log) == NOON
    assert began(log[:1]) is None


def test_a_match_is_played_when_scheduled_else_when_it_began_else_when_it_was_opened() -> None:
    later, latest = NOON + timedelta(days=1), NOON + timedelta(days=2)
    assert played(NOON, later, latest) == NOON
    assert played(None, later, latest) == later
    assert played(None, None, latest) == latest
    assert played(None, None) is None
