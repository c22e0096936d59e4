"""Several tables at once: their numbers, as they are typed, and their teams, as they are pasted."""

from __future__ import annotations

import pytest

from scorepad.desk.new_tables import NewTable, parse_pasted_tables, parse_table_names, tables_text
from scorepad.spades.refusal import Refused


@pytest.mark.parametrize(
    ("typed", "names", "shortest"),
    [
        ("1-4", ("1", "2", "3", "4"), "1–4"),
        ("1 – 3, 7; A", ("1", "2", "3", "7", "A"), "1–3, 7, A"),
        ("2,3", ("2", "3"), "2, 3"),
        ("4-2", ("4-2",), "4-2"),
        ("North 1, North 2", ("North 1", "North 2"), "North 1, North 2"),
        (" , ", (), ""),
    ],
)
def test_tables_are_typed_by_number_span_and_name(
    typed: str, names: tuple[str, ...], shortest: str
) -> None:
    assert parse_table_names(typed) == names
    assert tables_text(names) == shortest
    assert parse_table_names(shortest) == names


@pytest.mark.parametrize("typed", ["3-99999999", f"1-{10**400}", "1-9, 12–14", "1, 2; " * 6])
def test_more_tables_than_have_room_are_refused(typed: str) -> None:
    with pytest.raises(Refused, match="type at most 11 tables"):
        parse_table_names(typed, 11)


@pytest.mark.parametrize(
    "text",
    [
        "Aces\tKings\nOwls\tFoxes",
        "Aces – Kings\n\n Owls - Foxes \n",
        "Aces, Kings\nOwls,Foxes",
        "Aces; Kings\nOwls ;Foxes",
        "Aces vs. Kings\r\nOwls v Foxes",
        "Aces\nKings\nOwls\nFoxes\n",
    ],
)
def test_two_teams_a_line_or_one_are_read(text: str) -> None:
    assert parse_pasted_tables(text) == [
        NewTable("", ("Aces", "Kings")),
        NewTable("", ("Owls", "Foxes")),
    ]


def test_a_number_before_the_teams_is_the_table() -> None:
    assert parse_pasted_tables("7\tAces\tKings\n9; Owls; Foxes") == [
        NewTable("7", ("Aces", "Kings")),
        NewTable("9", ("Owls", "Foxes")),
    ]


def test_what_belongs_to_a_name_parts_no_teams() -> None:
    assert parse_pasted_tables("Smith-Jones – Van de Velde\nD, E & F; Vipers") == [
        NewTable("", ("Smith-Jones", "Van de Velde")),
        NewTable("", ("D, E & F", "Vipers")),
    ]


def test_a_team_may_be_missing() -> None:
    assert parse_pasted_tables("Aces\nKings\nOwls") == [
        NewTable("", ("Aces", "Kings")),
        NewTable("", ("Owls", "")),
    ]
    assert parse_pasted_tables("Aces – Kings\nOwls") == [
        NewTable("", ("Aces", "Kings")),
        NewTable("", ("Owls", "")),
    ]
    assert parse_pasted_tables(" \n") == []
