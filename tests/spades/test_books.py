"""The "books" game: hands worked by hand, with their sums (`tests/data/books.ndjson`)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorepad.spades.entries import Head
from scorepad.spades.library import Library
from scorepad.spades.match import Match
from scorepad.spades.matchfile import decode_entry, encode_match_file, parse_match_file
from scorepad.spades.refusal import Refused
from scorepad.spades.result import result_data
from tests.spades.parameter_cases import HOUSE

Data = dict[str, Any]
FILE = Path(__file__).parents[1] / "data" / "books.ndjson"
CASES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def house(rules: Data) -> Data:
    """The house's rule set with these sections changed."""
    return HOUSE | {
        name: table if isinstance(table, list) else HOUSE.get(name, {}) | table
        for name, table in rules.items()
    }


def played(library: Library, rules: Data, log: list[Data]) -> tuple[Match, list[int]]:
    """The match, and which entries were refused, the first being 1."""
    match, refused = Match.open(Head(rules=house(rules)), library), []
    for at, plain in enumerate(log, start=1):
        try:
            match = match.append(decode_entry(json.dumps(plain).encode()))
        except Refused:
            refused.append(at)
    return match, refused


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_hand_scores_as_worked_by_hand(library: Library, case: Data) -> None:
    match, refused = played(library, case["rules"], case["log"])
    expected, result = dict(case["expect"]), result_data(match)
    assert refused == expected.pop("refused", [])
    if "contract" in expected:
        assert result["hands"][-1]["contract"] == expected.pop("contract")
    if "warnings" in expected:
        assert len(result["warnings"]) == expected.pop("warnings")
    assert {name: result[name] for name in expected} == expected, case["sums"]
    for hand in match.board.hands:
        for side in (0, 1):
            assert sum(line.points for line in hand.lines[side]) == hand.change[side]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_its_file_reads_the_same(library: Library, case: Data) -> None:
    match, _ = played(library, case["rules"], case["log"])
    again = parse_match_file(encode_match_file(match), library)
    assert {**result_data(again), "rules": ""} == {**result_data(match), "rules": ""}
