"""The product and the referee score the same: every refusal, every result after every entry."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given

from scorepad.spades.matchfile import parse_match_file
from tests.referee.differ import (
    crash_or_parting,
    difference,
    library,
    opened,
    product_result,
    reduced,
    replayed,
    report,
    written,
)
from tests.referee.generators import Drawn, matches, seeded
from tests.referee.referee import referee

DOCUMENTS = Path(__file__).parents[1] / "data" / "documents.ndjson"
SEEDS = int(os.environ.get("SCOREPAD_EXAMPLES", "40"))
BATCH = 20


@pytest.mark.fuzz
@given(drawn=matches())
def test_short_random_matches(drawn: Drawn) -> None:
    found = crash_or_parting(drawn)
    assert found is None, report(0, drawn, found)


@pytest.mark.fuzz
@pytest.mark.parametrize("batch", range(0, SEEDS, BATCH))
def test_long_random_matches(batch: int) -> None:
    for seed in range(batch, batch + BATCH):
        drawn = seeded(seed)
        if crash_or_parting(drawn):
            small = reduced(drawn)
            found = crash_or_parting(small)
            assert found is None, report(seed, small, found)


@pytest.mark.parametrize("seed", range(8))
def test_steps_undoes_and_redoes_are_accepted_and_change_no_score(seed: int) -> None:
    drawn = seeded(seed)
    log = [entry for entry, refused in drawn.steps if refused is None]
    said = {"step": "a step", "undoes": "s1", "redoes": "s2"}
    marked = replayed(drawn.match, [{**entry, **said} for entry in log])
    assert crash_or_parting(marked) is None
    results = [
        product_result(parse_match_file(written(drawn.match, each), library()))
        for each in (log, [entry for entry, refused in marked.steps if refused is None])
    ]
    assert results[0] == results[1]


@pytest.mark.parametrize(
    "line", DOCUMENTS.read_text(encoding="utf-8").splitlines(), ids=lambda line: line[10:40]
)
def test_the_documents_own_examples(line: str) -> None:
    """The referee is itself judged by what the documents print."""
    example = json.loads(line)
    expected, side = example["expect"], example["expect"]["side"]
    drawn = replayed({**example["match"], "log": []}, example["match"]["log"])
    assert crash_or_parting(drawn) is None
    hand = referee(example["match"])["hands"][-1]
    assert hand["change"][side] == expected["change"]
    assert hand["bags"][side] == expected.get("bags", hand["bags"][side])


def test_the_comparison_sees_a_difference() -> None:
    """A referee that always agreed would prove nothing."""
    match = {"scorepad": 1, "rules": "unc"}
    log = [
        {"kind": "bids", "bids": [7, 4, None, None]},
        {"kind": "tricks", "tricks": [8, 5, None, None]},
    ]
    drawn = replayed(match, log)
    assert crash_or_parting(drawn) is None
    twelve = {"kind": "tricks", "tricks": [7, 5, None, None]}
    wrong = Drawn(match, [drawn.steps[0], drawn.steps[1]._replace(entry=twelve)])
    parted = crash_or_parting(wrong)
    assert parted is not None
    assert parted.what == "accepted or refused"
    ours = product_result(opened(match))
    assert difference(ours, {**ours, "score": [1, 0]}) == ("score[0]", 0, 1)
