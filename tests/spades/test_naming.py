"""Names of sides, events and entries: what they are, how they are spelled, where they are cut."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.__main__ import load_catalog
from scorepad.paths import resources_folder
from scorepad.spades.entries import Head, Note, Team
from scorepad.spades.library import load_library
from scorepad.spades.match import Match, moment_of_play
from scorepad.spades.naming import (
    longest_fitting_beginning,
    name_key,
    player_field,
    player_name,
    strip_invisible_characters,
    team_field,
    team_name,
    usual_spelling_by_name_key,
)
from scorepad.spades.words import T, install
from tests.test_words import TRANSLATIONS

NOBODY = Head(rules="unc")
# Words that the catalogue has: names are not translated.
NAMED = Head(rules="unc", teams=(Team("Bags", ("Nil", "")), Team(" ", ("", "Play"))))


def test_who_has_no_name_is_called_in_the_reader_s_language() -> None:
    assert [team_name(NOBODY, side) for side in (0, 1)] == ["Team A", "Team B"]
    install(load_catalog("es", TRANSLATIONS))
    assert [team_name(NOBODY, side) for side in (0, 1)] == ["Equipo A", "Equipo B"]
    assert [player_name(NOBODY, seat) for seat in range(4)] == [
        "Equipo A 1",
        "Equipo B 1",
        "Equipo A 2",
        "Equipo B 2",
    ]


def test_a_name_that_was_given_is_not_translated() -> None:
    install(load_catalog("es", TRANSLATIONS))
    assert [team_name(NAMED, side) for side in (0, 1)] == ["Bags", "Equipo B"]
    names = [player_name(NAMED, seat) for seat in range(4)]
    assert names == ["Nil", "Equipo B 1", "Bags 2", "Play"]


def test_in_a_sentence() -> None:
    said = T("{team}: {what}", team=team_field(NOBODY, 0), what=player_field(NOBODY, 2))
    assert str(said) == "Team A: Team A 2"
    install(load_catalog("es", TRANSLATIONS))
    assert str(said) == "Equipo A: Equipo A 2"


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
    assert name_key(one) == name_key(other)


def test_names_that_differ_otherwise_are_two() -> None:
    assert name_key("Spring Open") != name_key("Spring Open 2")


def test_a_name_is_written_as_most_write_it_else_as_the_first() -> None:
    assert usual_spelling_by_name_key(
        ["autumn", "Spring Open", "AUTUMN", " spring open", "Spring  Open "]
    ) == {
        "autumn": "autumn",
        "spring open": "Spring Open",
    }


def test_a_log_began_with_its_earliest_entry_that_says_when() -> None:
    """A joined log need not be in the order of its moments."""
    log = [Note(text="a"), Note(text="b", at=NOON + timedelta(hours=1)), Note(text="c", at=NOON)]
    library = load_library(resources_folder() / "rules")
    match = Match.open(Head(rules="unc"), library)
    begun = []
    for entry in log:
        match = match.append(entry)
        begun.append(match.log_summary.began)
    assert begun == [None, NOON + timedelta(hours=1), NOON]
    assert (
        Match.open(match.first_head, library).with_entries_appended(log).log_summary.began == NOON
    )


def test_a_match_is_played_when_scheduled_else_when_it_began_else_when_it_was_opened() -> None:
    later, latest = NOON + timedelta(days=1), NOON + timedelta(days=2)
    assert moment_of_play(NOON, later, latest) == NOON
    assert moment_of_play(None, later, latest) == later
    assert moment_of_play(None, None, latest) == latest
    assert moment_of_play(None, None) is None


@pytest.mark.parametrize(
    ("text", "most", "left"),
    [
        ("Aces and Kings", 4, "Aces"),
        ("e\u0301e\u0301", 3, "e\u0301"),
        ("\u0915\u094d\u0937\u0915\u093f", 4, "\u0915\u094d\u0937"),
        ("\u0915\u094d\u0937", 2, ""),
        ("A\U0001f1ea\U0001f1f8\U0001f1eb\U0001f1f7", 4, "A\U0001f1ea\U0001f1f8"),
        ("\U0001f44d\U0001f3fd!", 1, ""),
        ("\U0001f469\u200d\U0001f680 Ann", 2, ""),
    ],
)
def test_no_letter_is_cut_in_two(text: str, most: int, left: str) -> None:
    assert longest_fitting_beginning(text, lambda part: len(part) <= most) == left
    assert longest_fitting_beginning(text, lambda part: len(part) <= len(text)) == text


def test_what_nobody_sees_is_left_out() -> None:
    assert strip_invisible_characters("\u2660\ufe0f Ac\u200bes\u2069\U000e0100") == "\u2660 Aces"


@given(st.text(max_size=40), st.integers(min_value=0, max_value=40))
def test_what_is_cut_begins_as_the_whole_and_fits(text: str, most: int) -> None:
    left = longest_fitting_beginning(text, lambda part: len(part) <= most)
    assert text.startswith(left)
    assert len(left) <= most
    rest = text[len(left) :]
    assert not rest or unicodedata.category(rest[0])[0] != "M" or not left
