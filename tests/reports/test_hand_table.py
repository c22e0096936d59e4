"""The hand table: corrected cells, what a renege moved, the beat of its rows."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest

from reports.sheets.columns import WHOLE_PAGE
from reports.sheets.compact_sheet import half_page_sheets
from reports.sheets.match_sheet import match_sheets
from tests.reports.inked import inked
from tests.reports.made import FAR, corrected, made
from tests.reports.test_match_sheet import everything, sheet


def test_a_corrected_cell_shows_what_stood_there_and_the_letter_of_the_correction() -> None:
    amends = [
        {"kind": "amend", "entry": "e0", "to": {"kind": "bids", "bids": [4, 4, 3, 2]}, "why": "x"},
        {"kind": "amend", "entry": "e3", "to": {"kind": "tricks", "tricks": [5, 4, 0, 4]}},
        {"kind": "amend", "entry": "e5", "to": {"kind": "tricks", "tricks": [4, 4, 2, 3]}},
    ]
    match = made(3, *({"why": "y", **amend} for amend in reversed(amends)))
    (page,) = sheet(match)
    letters_ = [s.text for s in sorted(page.texts, key=lambda s: (-s.y, s.x)) if s.size == 6.5]
    # By the table, although the third hand was corrected first; both sides' counts of it changed.
    assert letters_[4:] == ["a", "a", "b", "c", "c", "c"]
    one, three = (next(x for x in page.text.split("\n") if x.startswith(n)) for n in ("1 A", "3 C"))
    assert one == "1 Ann 4 + 3 7 +70 70 0 4 + 2 6 +60 60 0"
    assert three == "3 Cy 4 + 3 6 set \u221270 132 2 2 + 4 7 +61 192 2"
    remarks = page.text.split("remarks")[1]
    assert [line[0] for line in remarks.split("\n")[1:4]] == ["a", "b", "c"]


def test_a_renege_s_tricks_are_taken_off_in_the_table() -> None:
    for moved, told in ((False, "8 \u2212 3"), (True, "5 + 3")):
        rules = {**FAR, "renege": {"moved_tricks": "count" if moved else "none"}}
        log = [
            {"kind": "bids", "bids": [4, 3, 3, 3]},
            {"kind": "renege", "side": 1, "seat": 1},
            {"kind": "tricks", "tricks": [3, 4, 2, 4]},
        ]
        assert told in everything(made(0, *log, rules="unc", agreed=rules))


def test_below_the_last_line_of_every_hand_is_the_same_white() -> None:
    lines: list[float] = []
    for match in (corrected(), made(6)):
        page, *_ = sheet(match)
        numbers = {str(hand) for hand in range(1, 7)}
        tops = [s.y for s in page.texts if s.size == 9 and s.x == 38.0 and s.text in numbers]
        assert len(tops) == 6
        for hand, (one, other) in enumerate(itertools.pairwise(tops), 1):
            rulings = match.head.table == "9" and hand == 3
            rest = one - other - WHOLE_PAGE.row * (1 + rulings)
            lines.append(rest / WHOLE_PAGE.detail)
    assert all(abs(count - round(count)) < 0.02 for count in lines), lines
    assert {round(count) for count in lines} == {0, 1, 2}


def test_a_nil_stands_on_the_line_of_an_old_value_where_there_is_room() -> None:
    """“was 5 + 1” is below the tricks, so the nil is beside it, below the bid."""
    to = {"kind": "tricks", "tricks": [5, 5, 0, 3]}
    first = {"kind": "tricks", "tricks": [5, 5, 1, 2]}
    log = [
        {"kind": "bids", "bids": [3, 4, "nil", 3], "id": "b"},
        {**first, "id": "t"},
        {"kind": "amend", "entry": "t", "to": to, "why": "recounted", "id": "a"},
    ]
    page, *_ = sheet(made(0, *log))
    (old,) = [said for said in page.texts if said.text == "was 5 + 1"]
    assert page.line(old.y).startswith("nil +100 was 5 + 1")


@pytest.mark.parametrize("kind", ["full", "half"])
def test_what_stood_there_first_stands_below_every_corrected_value(kind: str) -> None:
    """Of one figure or of two with a letter: there is room for it in any case."""
    log: list[dict[str, Any]] = []
    for at in range(30):
        first = {"kind": "bids", "bids": [4, "nil", 3, 4], "id": f"b{at}"}
        count = {"kind": "tricks", "tricks": [8, 1, None, 4], "id": f"t{at}"}
        log += [first, count]
        for id_, to in (
            (f"b{at}", {"kind": "bids", "bids": [5, "nil", 3, 6]}),
            (f"t{at}", {"kind": "tricks", "tricks": [9, 0, None, 4]}),
        ):
            log.append({"kind": "amend", "entry": id_, "to": to, "why": "x"})
    match = made(0, log=log)
    draw = half_page_sheets if kind == "half" else match_sheets
    found = inked(lambda: draw([match]))
    told = Counter(
        (ink.said, found.above(ink).said) for ink in found.inks if ink.said.startswith("was ")
    )
    assert told == {
        ("was 4 + 3", "5 + 3"): 30,
        ("was nil + 4", "nil + 6"): 30,
        ("was 8", "9"): 30,
        ("was 1 + 4", "0 + 4"): 30,
    }
    letters = {ink.said for ink in found.inks if ink.size == 6.5}
    assert {"ab", "bb"} <= letters
