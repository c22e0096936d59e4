"""Which names are one event's, and how it is written."""

from __future__ import annotations

import pytest

from scorepad.spades.occasion import same_name, spelled


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
