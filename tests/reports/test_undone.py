"""What was undone is told as an undo, in the sheet's language, and not with a keyword as reason;
what was corrected, with the value that counted before."""

from __future__ import annotations

import pytest

from reports.sheets.remarks import read_remarks
from scorepad.desk.undoing import step_to_undo
from scorepad.spades.entries import Amend, Bids, Head, Strike, Tricks
from scorepad.spades.library import load_library
from scorepad.spades.match import Match
from scorepad.spades.words import install
from tests.reports.languages import catalog_of
from tests.reports.made import ROOT

LIBRARY = load_library(ROOT / "resources" / "rules")


@pytest.mark.parametrize(("language", "title"), [("en", "Undo: "), ("es", "Deshacer: ")])
def test_bids_that_were_taken_back_are_undone(language: str, title: str) -> None:
    install(catalog_of(language))
    match = Match.open(Head(rules="unc"), LIBRARY).append(Bids(id="1", bids=(4, 3, 3, 2)))
    step = step_to_undo(match)
    assert step is not None
    (strike,) = step.corrections_to_undo()
    (row,) = read_remarks(match.append(strike))
    assert row.title.startswith(title)
    assert row.why == ""


def test_what_was_struck_with_a_reason_keeps_it() -> None:
    match = Match.open(Head(rules="unc"), LIBRARY).append(Bids(id="1", bids=(4, 3, 3, 2)))
    (row,) = read_remarks(match.append(Strike(entry="1", why="misheard")))
    assert row.title.startswith("Deletion of ")
    assert row.why == "misheard"


def test_a_correction_that_never_counted_is_not_what_another_replaced() -> None:
    match = Match.open(Head(rules="unc"), LIBRARY).append(Bids(id="1", bids=(4, 3, 3, 2)))
    match = match.append(Tricks(id="2", tricks=(4, 4, 3, 2)))
    right = Amend(id="4", entry="2", to=Tricks(tricks=(4, 3, 3, 3)), why="recounted")
    (expected,) = read_remarks(match.append(right))
    twelve = Amend(id="3", entry="2", to=Tricks(tricks=(4, 4, 3, 1)), why="in a hurry")
    joined = match.with_entries_appended([twelve, right], tolerant=True)
    assert list(joined.unfit) == ["3"]
    assert [row for row in read_remarks(joined) if row.entry == "4"] == [expected]
