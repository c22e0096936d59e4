"""Each kind of entry is registered in one row, which fits its class."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from scorepad.events.entries import EventEntry
from scorepad.events.entry_kinds import EVENT_ENTRY_KINDS
from scorepad.spades.decoding import MATCH_FORMS
from scorepad.spades.entries import Amendable, Common, Entry
from scorepad.spades.entry_kinds import ENTRY_KINDS

PLAIN = get_args(Amendable)


def test_every_kind_has_a_row_and_no_row_is_left_over() -> None:
    assert set(ENTRY_KINDS) == set(get_args(Entry))
    assert set(EVENT_ENTRY_KINDS) == set(get_args(EventEntry))


@pytest.mark.parametrize("entry", PLAIN)
def test_a_form_asks_for_fields_of_the_entry_and_for_all_that_it_must_have(
    entry: type[Common],
) -> None:
    fields = {field.name for field in ENTRY_KINDS[entry].fields}
    # The ground stands for the reason of a misdeal, the head for the other fields of a setup.
    assert fields - {"ground", "head"} <= set(entry.__struct_fields__)
    required = {field.name for field in msgspec.structs.fields(entry) if field.required}
    assert required <= fields


@pytest.mark.parametrize("entry", PLAIN)
def test_an_entry_that_a_form_records_has_all_its_texts_and_a_remark(entry: type[Common]) -> None:
    kind = ENTRY_KINDS[entry]
    if kind.action is None or kind.action.button is None:
        return
    assert kind.action.shortcut, f"{kind.action.key} has no shortcut"
    assert kind.title is not None
    for field in kind.fields:
        assert field.label is not None, f"{field.name} has no label"


@pytest.mark.parametrize("entry", get_args(EventEntry))
def test_a_form_of_an_event_asks_for_fields_of_its_entry(entry: type[Common]) -> None:
    kind = EVENT_ENTRY_KINDS[entry]
    # The side of a forfeit stands for the winner of a result.
    assert {field.name for field in kind.fields} - {"side"} <= set(entry.__struct_fields__)
    assert all(field.label is not None for field in kind.fields)
    assert kind.action is not None or not kind.fields


def test_no_two_forms_of_an_event_share_a_draft() -> None:
    actions = [kind.action for kind in EVENT_ENTRY_KINDS.values() if kind.action is not None]
    assert len({each.key for each in actions}) == len(actions)


@pytest.mark.parametrize(
    ("kind", "field", "form"),
    [
        ("clock", "do", "start, pause, resume or add"),
        ("talk", "side", "0 or 1"),
        ("talk", "seat", "0, 1, 2, 3 or null"),
        ("time", "dealt", "true or false"),
        ("renege", "tricks", "a whole number from 0 to 13, or null"),
        ("ruling", "points", "a whole number from −1,000,000 to 1,000,000"),
        ("note", "text", "text"),
        ("note", "at", "a date and time such as 2027-01-31T18:05:00Z, or null"),
        ("", "first_dealer", "0, 1, 2, 3 or null"),
    ],
)
def test_the_type_of_a_field_says_what_a_file_may_have_in_it(
    kind: str, field: str, form: str
) -> None:
    assert MATCH_FORMS.form_of(kind, field).english == form
