"""What a strike took is on the sheet whole: the hand and its number, bids and tricks, who struck
it and why, in the order of recording."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from reports.sheets.compact_sheet import half_page_sheets
from reports.sheets.match_sheet import match_sheet
from reports.sheets.remarks import read_remarks
from reports.sheets.rows import RemarkRow
from scorepad.desk.undoing import step_to_undo
from scorepad.spades.match import Match
from scorepad.spades.words import install
from tests.reports.drawn import pages
from tests.reports.languages import catalog_of
from tests.reports.made import made

STRIKE: dict[str, Any] = {
    "kind": "strike",
    "entry": "e2",
    "why": "wrong table",
    "by": "Sue",
    "id": "x1",
}
RECORDED: tuple[dict[str, Any], ...] = (
    {"kind": "note", "text": "new deck", "id": "n1"},
    STRIKE,
    {"kind": "talk", "side": 0, "id": "t1"},
    {
        "kind": "amend",
        "entry": "e1",
        "to": {"kind": "tricks", "tricks": [3, 3, 3, 4]},
        "why": "recounted",
        "by": "Max",
        "id": "a1",
    },
)


def strike_of(match: Match, language: str = "en") -> RemarkRow:
    install(catalog_of(language))
    (row,) = (row for row in read_remarks(match) if row.kind == "strike")
    return row


@pytest.mark.parametrize(
    ("language", "title", "was"),
    [
        (
            "en",
            "Deletion of hand 2",
            "bids: Ann 3 · Bo 4 · Cy nil · Di 3; tricks: Ann 5 · Bo 5 · Cy 0 · Di 3",
        ),
        (
            "es",
            "Eliminación de mano 2",
            "apuestas: Ann 3 · Bo 4 · Cy nil · Di 3; bazas: Ann 5 · Bo 5 · Cy 0 · Di 3",
        ),
    ],
)
def test_a_struck_hand_is_told_whole(language: str, title: str, was: str) -> None:
    row = strike_of(made(2, STRIKE), language)
    assert (row.title, row.was, row.hand) == (title, was, 2)
    assert (row.why, row.by) == ("wrong table", "Sue")


def test_what_was_struck_is_told_as_it_read_then() -> None:
    amend = {
        "kind": "amend",
        "entry": "e3",
        "to": {"kind": "tricks", "tricks": [4, 5, 1, 3]},
        "why": "x",
        "id": "a1",
    }
    ruling = {"kind": "ruling", "side": 0, "points": -30, "why": "slow", "id": "r1"}
    log = made(2).log
    whole = [{"kind": "renege", "side": 1, "seat": 1, "id": "g1"}, ruling]
    assert len(log) == 4
    row = strike_of(made(2, amend, STRIKE))
    assert row.was.endswith("tricks: Ann 4 · Bo 5 · Cy 1 · Di 3")
    bids = {"kind": "bids", "bids": [3, 3, 3, 2], "id": "b3"}
    row = strike_of(made(2, bids, *whole, {**STRIKE, "entry": "b3"}))
    assert row.title == "Deletion of hand 3"
    assert row.was == (
        "bids: Ann 3 · Bo 3 · Cy 3 · Di 2; renege by Kings: Kings, Bo; "
        "ruling on Aces: Aces −30 points, slow"
    )


def test_seats_that_left_the_number_to_their_partner_are_not_told() -> None:
    log = [
        {"kind": "bids", "bids": [5, 4, None, None], "id": "e2"},
        {"kind": "tricks", "tricks": [8, 5, None, None], "id": "k2"},
        STRIKE,
    ]
    assert strike_of(made(0, log=log)).was == "bids: Aces 5 · Kings 4; tricks: Aces 8 · Kings 5"


def test_a_part_of_a_hand_is_named_with_its_hand() -> None:
    row = strike_of(made(2, {**STRIKE, "entry": "e3"}))
    assert (row.title, row.was) == (
        "Deletion of tricks in hand 2",
        "Ann 5 · Bo 5 · Cy 0 · Di 3",
    )
    match = made(2)
    for title in ("Undo: tricks in hand 2", "Undo: bids in hand 2"):
        step = step_to_undo(match)
        assert step is not None
        (strike,) = step.corrections_to_undo()
        match = match.append(strike)
        assert [row.title for row in read_remarks(match)][-1] == title


def test_no_letter_points_to_a_hand_that_took_a_struck_ones_number() -> None:
    match = made(3, STRIKE)
    assert [hand.number for hand in match.board.hands] == [1, 2]
    (page,) = pages(match_sheet(match))
    assert not [said for said in page.texts if said.text == "a"]


@pytest.mark.parametrize("make", [match_sheet, lambda match: half_page_sheets([match])])
def test_remarks_stand_in_the_order_of_recording(make: Any) -> None:
    """The one that the table points to is the last that was recorded."""
    (page,) = pages(make(made(3, *RECORDED)))
    heads = ["Note", "Deletion of hand 2", "Table talk", "Correction of"]
    found = [next(s.y for s in page.texts if s.text.startswith(head)) for head in heads]
    assert all(above > below for above, below in pairwise(found)), found
    assert "reason: wrong table" in page.text


def test_the_reason_stands_apart_from_what_was_struck() -> None:
    (page,) = pages(match_sheet(made(2, {**STRIKE, "entry": "e3"})))
    assert "· reason: wrong table" in page.text
