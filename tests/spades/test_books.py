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
from scorepad.spades.rulefile import RulesError
from tests.spades.parameter_cases import BLIND_6, HOUSE, ITSELF

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


BANDS = [{"from": 10, "to": 12, "made": 200}, {"from": 12, "made": 400}]
BLIND = {"minimum": 6, "trick": 20, "set_trick": 20}
BAD_RULES: list[tuple[str, Any, str, str]] = [
    ("first_hand", {"bids": "own"}, "first_hand.bids", "one of normal, itself"),
    ("first_hand", {"minimum": -1}, "first_hand.minimum", "from 0 to 1000000"),
    ("first_hand", {"below": "x"}, "first_hand.below", "one of lose, set"),
    ("first_hand", {"counts_as_set": 1}, "first_hand.counts_as_set", "true or false"),
    ("bidding", {"barred": [1, "x"]}, "bidding.barred", "a list of whole numbers from 0"),
    ("bidding", {"table_minimum": -5}, "bidding.table_minimum", "from 0 to 1000000"),
    ("big_bid", BANDS, "big_bid.from", "each “from” must be higher than the “to” before it"),
    (
        "big_bid",
        [{"from": 10, "made": 1}, BANDS[1]],
        "big_bid.from",
        "each “from” must be higher than the “to”",
    ),
    ("big_bid", [BANDS[0], {"from": 13}], "big_bid.made", "a whole number from"),
    ("boston", {"taken": 2_000_000}, "boston.taken", "to 1000000"),
    ("boston", {"bid_wins": "yes"}, "boston.bid_wins", "true or false"),
    ("blind_bid", BLIND | {"minimum": 0}, "blind_bid.minimum", "from 1 to"),
    ("blind_bid", BLIND | {"maximum": 5}, "blind_bid.maximum", "6 or more"),
    ("blind_bid", BLIND | {"deficit": -1}, "blind_bid.deficit", "from 0 to 1000000"),
    ("blind_bid", BLIND | {"set_trick": 2_000_000}, "blind_bid.set_trick", "to 1000000"),
    ("blind_bid", BLIND | {"per_game": 0}, "blind_bid.per_game", "from 1 to"),
    ("blind_bid", {"minimum": 6}, "blind_bid.trick", "a whole number"),
    ("game", {"sets_in_a_row_to_lose": 0}, "game.sets_in_a_row_to_lose", "from 1 to"),
    ("nil", {"pair_failed_tricks": "helps"}, "nil.pair_failed_tricks", "one of help, point"),
    (
        "talk",
        {"ladder": ["books 3"]},
        "talk.ladder",
        "a list; each item is none, warning, tricks N",
    ),
    ("renege", {"ladder": ["tricks 14"]}, "renege.ladder", "for tricks, at most 13"),
    ("renege", {"ladder": "set"}, "renege.ladder", "a list; each item is none, warning, tricks N"),
]


@pytest.mark.parametrize(("section", "table", "path", "allowed"), BAD_RULES)
def test_a_wrong_value_is_refused_with_what_is_allowed(
    library: Library, section: str, table: Any, path: str, allowed: str
) -> None:
    with pytest.raises(RulesError) as refused:
        library.build(house({section: table}), "club.toml")
    assert str(refused.value).startswith(f"club.toml: {path}: ")
    assert allowed in str(refused.value)


BAD_ENTRIES: list[tuple[Data, list[Data], str]] = [
    ({"blind_bid": BLIND}, [{"kind": "bids", "bids": [{"blind": 5}, 3, 3, 3]}], "are 6 to 13"),
    (
        {"blind_bid": BLIND | {"maximum": 7}},
        [{"kind": "bids", "bids": [{"blind": 8}, 3, 2, 3]}],
        "are 6 to 7",
    ),
    (
        {"blind_bid": BLIND | {"deficit": 50}},
        [{"kind": "bids", "bids": [{"blind": 8}, 3, 2, 3]}],
        "a blind bid needs a 50-point deficit",
    ),
    (
        {"blind_bid": BLIND | {"per_game": 1}},
        [BLIND_6, {"kind": "tricks", "tricks": [6, 3, 1, 3]}, BLIND_6],
        "House allows it only once a game",
    ),
    (
        {},
        [{"kind": "bids", "bids": [{"blind": 8}, 3, 2, 3], "override": "x"}],
        "House has no blind number bids; enter a regular bid",
    ),
    (
        {"first_hand": {"bids": "itself"}},
        [ITSELF, {"kind": "tricks", "tricks": [6, 3, 1, 3]}, ITSELF],
        "only some rule sets let the first hand bid itself",
    ),
    (
        {"talk": {"ladder": ["set"]}},
        [{"kind": "bids", "bids": ["nil", 3, 3, 3]}, {"kind": "talk", "side": 0}],
        "choose the player who talked",
    ),
    (
        {"first_hand": {"bids": "itself"}},
        [{"kind": "bids", "bids": [3, 3, 3, 3], "override": "x"}],
        "the first hand bids itself; record it without bids",
    ),
    ({}, [{"kind": "bids", "bids": "itself"}], "only some rule sets let the first hand bid itself"),
    (
        {"bidding": {"table_minimum": 13}},
        [{"kind": "bids", "bids": [3, 3, 3, 3]}, {"kind": "tricks", "tricks": [3, 3, 4, 3]}],
        "record a misdeal for “bids below the table minimum”",
    ),
    (
        {"bidding": {"barred": [6]}},
        [{"kind": "bids", "bids": [3, 3, 3, 3]}],
        "House doesn't allow; bid another number",
    ),
]


@pytest.mark.parametrize(("rules", "log", "sentence"), BAD_ENTRIES)
def test_a_wrong_entry_is_refused_with_what_would_be_right(
    library: Library, rules: Data, log: list[Data], sentence: str
) -> None:
    match = Match.open(Head(rules=house(rules)), library)
    *before, last = [decode_entry(json.dumps(plain).encode()) for plain in log]
    for entry in before:
        match = match.append(entry)
    with pytest.raises(Refused) as refused:
        match.append(last)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_its_file_reads_the_same(library: Library, case: Data) -> None:
    match, _ = played(library, case["rules"], case["log"])
    again = parse_match_file(encode_match_file(match), library)
    assert {**result_data(again), "rules": ""} == {**result_data(match), "rules": ""}
