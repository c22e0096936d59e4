"""The hand table: corrected cells, what a renege moved, the beat of its rows."""

from __future__ import annotations

import itertools

from reports.paper import FULL
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
    one, three = (next(x for x in page.text.split("\n") if x.startswith(n)) for n in ("1 ", "3 "))
    assert "4 + 3 4 + 3" not in one
    assert "3 + 2 4 + 2" in one
    assert "5 6" in three
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


def test_every_hand_s_row_is_a_whole_number_of_rows_tall() -> None:
    (page,) = sheet(corrected())
    tops = [said.y for said in page.texts if said.size == 9 and said.x == 38.0]
    beats = [(one - other) / FULL.row for one, other in itertools.pairwise(tops[:-2])]
    assert len(beats) > 4
    assert all(abs(beat - round(beat)) < 0.02 for beat in beats), beats
    assert {round(beat) for beat in beats} == {1, 2, 3}
