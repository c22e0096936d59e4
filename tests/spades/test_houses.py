"""Rule sets of other campuses, tournaments and leagues, with the examples that they print.

Each file of `tests/data/houses` says where its rules were read, and what no parameter says.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorepad.cli.rulesets import describe_rules, load_rules_file
from scorepad.spades.entries import Head
from scorepad.spades.library import Library
from scorepad.spades.match import Match
from scorepad.spades.matchfile import decode_entry
from scorepad.spades.result import result_data
from scorepad.spades.rulefile import plain_rules

HOUSES = Path(__file__).parents[1] / "data" / "houses"
FILES = sorted(HOUSES.glob("*.toml"))
EXAMPLES = [
    json.loads(line)
    for line in (HOUSES / "examples.ndjson").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_house_is_read_and_put_into_words(library: Library, file: Path) -> None:
    rules = load_rules_file(str(file), library)
    assert rules.source.startswith("http")
    assert rules.id == file.stem
    assert "Can't be said: " in file.read_text("utf-8")
    assert len(list(describe_rules(rules))) > 40


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: f"{each['house']}: {each['says']}")
def test_an_example_scores_as_it_is_printed(library: Library, example: dict[str, Any]) -> None:
    rules = load_rules_file(f"{HOUSES}/{example['house']}.toml", library)
    match = Match.open(Head(rules=plain_rules(rules), first_dealer=0), library)
    for plain in example["log"]:
        match = match.append(decode_entry(json.dumps(plain).encode()))
    result = result_data(match)
    expected = example["expect"]
    assert {name: result[name] for name in expected} == expected, example["sums"]
