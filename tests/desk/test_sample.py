"""A hand tried under a rule set."""

from __future__ import annotations

import pytest

from scorepad.desk.houserules import SAMPLES, TypedSampleHand, score_sample_hand
from scorepad.spades.library import Library
from scorepad.spades.refusal import Refused
from scorepad.spades.rules import PRESETS


def test_the_hand_is_scored_with_its_reasons(library: Library) -> None:
    sample = TypedSampleHand(
        bids=("4", "3", "N", "2"), tricks=("6", "3", "0", "4"), score=(100, -20), bags=(3, 5)
    )
    hand = score_sample_hand(library.get("unc"), library, sample)
    # UNC: 40 + 2 + 60; 50 + 2 and the 6th bag (of 5 + 2) costs 60, then the count is 0.
    assert hand.change == (102, -8)
    assert hand.score == (202, -28)
    assert hand.bags == (5, 0)
    assert [line.what for line in hand.lines[1]] == ["contract", "overtricks", "bag-penalty"]


@pytest.mark.parametrize(
    ("bids", "tricks", "said"),
    [
        (("4", "14", "3", "3"), ("4", "3", "3", "3"), "“14” isn't a bid; type 0 to 13"),
        (("4", "x", "3", "3"), ("4", "3", "3", "3"), "“x” isn't a bid"),
        (("4", "3", "3", "3"), ("4", "n", "3", "3"), "“n” isn't a number of tricks"),
        (("4", "3", "3", "3"), ("4", "3", "3", "2"), "a hand has 13"),
        (("1", "3", "1", "3"), ("4", "3", "3", "3"), "at least 4|4 or more|minimum"),
        (("4", "3", "3", "3"), ("4", "3", "3", "²"), "isn't a number of tricks"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    library: Library,
    bids: tuple[str, str, str, str],
    tricks: tuple[str, str, str, str],
    said: str,
) -> None:
    with pytest.raises(Refused, match=said):
        score_sample_hand(library.get("unc"), library, TypedSampleHand(bids=bids, tricks=tricks))


@pytest.mark.parametrize("preset", PRESETS)
def test_most_examples_can_be_played_under_every_preset(library: Library, preset: str) -> None:
    scored = 0
    for _title, sample in SAMPLES:
        try:
            hand = score_sample_hand(library.get(preset), library, sample)
        except Refused:
            continue
        scored += hand.status == "scored"
    assert scored >= len(SAMPLES) - 2
