"""The reasons for a misdeal are rows of the rule editor, each with its deadline beside it."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from scorepad.desk.houserules import HouseRules
from scorepad.spades.parameters import value_at
from scorepad.spades.rulefile import plain_rules
from scorepad.window.floor.new_match import NewMatchPage
from scorepad.window.rules.house_rules import HouseRulesPage
from tests.window.evening import Evening, press, read
from tests.window.find import choice, choose, line, type_over
from tests.window.test_house_rules import begin

UNTIL = ["before the bids", "before the first lead", "any time"]


def saved(house: HouseRules, name: str) -> tuple[list[str], Any]:
    plain = plain_rules(house.library.get(name))
    return value_at(plain, "deal.misdeals"), value_at(plain, "deal.misdeal_deadline")


def test_a_reason_is_a_row_with_its_deadline(page: HouseRulesPage, house: HouseRules) -> None:
    editor = begin(page)
    field = editor.form.fields["deal.misdeals"]
    assert "in your own words" in read(field)
    # The original's are brought back.
    choose(field, "Misdeal reason 1: deadline", "any time")
    assert "≠ UNC: no face card: before the bids" in read(field)
    press(field, "Back to the original: Deadline for a misdeal")
    assert choice(field, "Misdeal reason 1: deadline").currentText() == "before the bids"
    assert "≠" not in read(field)
    assert editor.draft.data["deal"] == editor._base["deal"]  # type: ignore[index]
    until = choice(field, "Misdeal reason 4: deadline")
    assert line(field, "Misdeal reason 4").text() == "leaked information"
    assert until.currentText() == "before the first lead"
    assert [until.itemText(row) for row in range(until.count())] == UNTIL
    type_over(field, "Misdeal reason 5", "an ace or no spade")
    choose(field, "Misdeal reason 5: deadline", "before the first lead")
    assert choice(field, "Misdeal reason 6: deadline").currentText() == "any time"
    press(editor, "Save")
    reasons, deadlines = saved(house, "thursday")
    assert reasons == [*saved(house, "unc")[0], "an ace or no spade"]
    assert deadlines == {**saved(house, "unc")[1], "an ace or no spade": "first-lead"}


@pytest.mark.parametrize("by_pointer", [True, False])
def test_a_reason_that_is_removed_takes_its_deadline_with_it(
    page: HouseRulesPage, house: HouseRules, *, by_pointer: bool
) -> None:
    editor = begin(page)
    field = editor.form.fields["deal.misdeals"]
    if by_pointer:
        press(field, "Remove: no spade")
        assert line(field, "Misdeal reason 2").text() == "not 13 cards"
    else:
        type_over(field, "Misdeal reason 2", "")
    type_over(field, "Misdeal reason 1", "no face card or ace")
    press(editor, "Save")
    reasons, deadlines = saved(house, "thursday")
    assert reasons == ["no face card or ace", "not 13 cards", "leaked information"]
    assert [*deadlines] == reasons


def test_a_match_is_agreed_to_have_another_reason(qtbot: Any, evening: Evening) -> None:
    page = NewMatchPage(evening.desk, evening.settings)
    qtbot.addWidget(page)
    page.show()
    choose(page, "Add an exception", "Dealing · Reasons for a misdeal")
    type_over(page, "Misdeal reason 5", "seven spades")
    QTest.keyClick(choice(page, "Misdeal reason 5: deadline"), Qt.Key.Key_Home)
    press(page, "Start the match")
    (kept,) = evening.desk.matches()
    rules = evening.desk.read(kept.id).rules
    assert rules.deal.misdeals[-1] == "seven spades"
    assert (rules.deal.misdeal_deadline or {})["seven spades"] == "bids"
