"""Names of both directions in one sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.spades.refusal import Refused
from scorepad.spades.words import (
    Catalog,
    N,
    T,
    balance_isolates,
    has_right_to_left,
    install,
    isolate_name,
    join_parts,
    without_isolates,
)

TEXTS = st.text(alphabet="aZ 1-שלאבمح\u2066\u2067\u2068\u2069\u202e", max_size=20)


@pytest.mark.parametrize("name", ["Aces", "Łódź Ćwiki", "北京队 नमस्ते", "", "A\u2019s – 5"])
def test_other_names_stay_as_they_are(name: str) -> None:
    assert isolate_name(name) == name
    assert str(T("{team} wins", team=name)) == f"{name} wins"


def test_a_name_is_isolated_wherever_it_is_said() -> None:
    said = str(T("{one} {points} – {other}", one="שועלים", points=107, other="Aces"))
    assert said == "\u2068שועלים\u2069 107 – Aces"
    assert str(T("{what}: {team}", what=T("{team} wins", team="דוד"), team="Bo")) == (
        "\u2068דוד\u2069 wins: Bo"
    )
    assert str(N("{n} of {team}", "{n} of {team}", 2, team="נמרים")) == "2 of \u2068נמרים\u2069"


def test_each_part_of_a_line_is_isolated_and_an_empty_one_left_out() -> None:
    assert join_parts(["", "שועלים", T("{n} bags", n=-3), "Aces"]) == (
        "\u2068שועלים\u2069 · \u22123 bags · Aces"
    )
    assert join_parts([]) == ""
    line = join_parts(["דוד", "שרה"], ", ")
    assert line == "\u2068דוד\u2069, \u2068שרה\u2069"
    assert str(T("no ID: {players}", players=line)) == f"no ID: {line}"


def test_a_sentence_whose_names_are_isolated_is_not_isolated_again() -> None:
    said = str(T("{team} wins", team="דוד"))
    assert str(T("{said}; over", said=said)) == "\u2068דוד\u2069 wins; over"


def test_what_a_program_reads_has_no_isolates() -> None:
    assert T("{team} wins", team="דוד").english == "דוד wins"


def test_a_text_is_in_the_installed_language_and_english_for_programs() -> None:
    text = T("{team} wins", team="Asse")
    assert str(text) == "Asse wins"
    install(Catalog("de", gettext=lambda one: one.replace("wins", "gewinnt")))
    assert str(text) == f"{text}" == "Asse gewinnt"
    assert str(Refused(text)) == "Asse gewinnt"
    assert text.english == "Asse wins"


@given(TEXTS, TEXTS)
def test_no_name_reaches_out_of_its_isolate(one: str, other: str) -> None:
    said = isolate_name(one)
    assert isolate_name(said) == said
    assert without_isolates(said) == without_isolates(one)
    if has_right_to_left(one):
        opened = 0
        for letter in said:
            opened += (letter in "\u2066\u2067\u2068") - (letter == "\u2069")
            assert opened >= 0
        assert opened == 0
    assert balance_isolates(balance_isolates(one) + other).startswith(balance_isolates(one))
