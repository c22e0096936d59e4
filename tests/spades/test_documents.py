"""The examples that the five rule documents print, and ones that follow from their sentences.

`documents.ndjson` holds the printed ones (`kind` "pub") and some derived ones ("der");
`derived.ndjson` more derived ones, each with its `place` in the document.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorepad.spades.library import Library
from scorepad.spades.matchfile import encode_match_file, parse_match_file
from scorepad.spades.result import result_data

DATA = Path(__file__).parents[1] / "data"
CASES: list[dict[str, Any]] = [
    json.loads(line)
    for name in ("documents.ndjson", "derived.ndjson")
    for line in (DATA / name).read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=[each["case"] for each in CASES])
def test_the_example_scores_as_printed(case: dict[str, Any], library: Library) -> None:
    match = parse_match_file(json.dumps(case["match"]).encode(), library)
    scored = result_data(match)
    hand = scored["hands"][-1]
    expect = dict(case["expect"])
    side = expect.pop("side")
    found = {
        "change": hand["change"][side],
        "bags": hand["bags"][side],
        "score": scored["score"][side],
    }
    assert {key: found[key] for key in expect} == expect
    assert hand["status"] in ("scored", "lost")
    for one in (0, 1):
        assert sum(line["points"] for line in hand["lines"][one]) == hand["change"][one]
        assert all(line["rule"] for line in hand["lines"][one] if line["what"] != "ruling")


@pytest.mark.parametrize("case", CASES, ids=[each["case"] for each in CASES])
def test_the_example_comes_back_from_its_own_file(case: dict[str, Any], library: Library) -> None:
    match = parse_match_file(json.dumps(case["match"]).encode(), library)
    written = encode_match_file(match)
    again = parse_match_file(written, library)
    assert result_data(again) == result_data(match)
    assert encode_match_file(again) == written


def test_every_document_is_cited() -> None:
    cited = {
        rules["extends"] if isinstance(rules, dict) else rules
        for rules in (case["match"]["rules"] for case in CASES)
    }
    assert cited >= {
        "unc",
        "unc-championship",
        "washburn",
        "alpha-theta",
        "chicago",
        "fairmont-state",
    }


def test_no_two_examples_have_one_name() -> None:
    assert len({case["case"] for case in CASES}) == len(CASES)
