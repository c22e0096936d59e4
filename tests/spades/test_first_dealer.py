"""A match of which no first dealer was chosen (EVENTS.md, `release`)."""

from __future__ import annotations

import json

import pytest

from scorepad.spades.library import Library
from scorepad.spades.matchfile import encode_match_file, parse_match_file

BIDS = {"kind": "bids", "bids": [4, 3, 3, 2]}
TRICKS = {"kind": "tricks", "tricks": [5, 3, 3, 2]}
SETUP = {"kind": "setup", "first_dealer": 3, "why": "drawn"}
WARNING = "no first dealer was chosen; Scorepad assumes it's the first player on the first team"


@pytest.mark.parametrize(
    ("log", "dealers", "warned"),
    [
        ([], [], False),
        ([{"kind": "note", "text": "late"}], [], False),
        ([BIDS], [0], True),
        ([BIDS, TRICKS, BIDS, TRICKS], [0, 1], True),
        ([SETUP, BIDS, TRICKS, BIDS, TRICKS], [3, 0], False),
        ([BIDS, TRICKS, SETUP, BIDS, TRICKS], [3, 0], False),
    ],
)
def test_it_is_reckoned_as_seat_0_with_one_warning(
    library: Library, log: list[dict[str, object]], dealers: list[int], *, warned: bool
) -> None:
    file = {"rules": "washburn", "first_dealer": None, "log": log}
    match = parse_match_file(json.dumps(file).encode(), library)
    assert [each.dealer for each in match.board.hands] == dealers
    assert [str(each.text) for each in match.all_warnings] == [WARNING] * warned
    again = parse_match_file(encode_match_file(match), library)
    assert again.head.first_dealer == match.head.first_dealer
    assert again.board == match.board


def test_a_file_without_the_field_is_read_as_before(library: Library) -> None:
    match = parse_match_file(json.dumps({"rules": "washburn", "log": [BIDS]}).encode(), library)
    assert match.head.first_dealer == 0
    assert match.all_warnings == ()
