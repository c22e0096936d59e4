"""What holds for every match, whatever was recorded and corrected in it."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest
from hypothesis import given

from scorepad.spades.entries import Restore, Strike
from scorepad.spades.match import Match
from scorepad.spades.matchfile import (
    decode_entry,
    encode_entry,
    encode_match_file,
    parse_match_file,
)
from scorepad.spades.refusal import Refused
from scorepad.spades.result import outcome_text, result_data
from scorepad.spades.status import status_of
from tests.referee.differ import library, opened, written
from tests.referee.generators import Drawn, matches, seeded

SEEDS = int(os.environ.get("SCOREPAD_EXAMPLES", "20"))
# What is drawn once serves all of these tests, where one worker runs them.
pytestmark = [pytest.mark.fuzz, pytest.mark.xdist_group("properties")]

LONG = pytest.mark.parametrize("seed", range(1000, 1000 + SEEDS))


def recorded(drawn: Drawn) -> Match:
    """The match as it is when every accepted entry was appended one after another."""
    match = opened(drawn.match)
    for entry in drawn.log:
        match = match.append(decode_entry(json.dumps(entry).encode()))
    return match


def says(match: Match) -> dict[str, Any]:
    """All that a match says of itself."""
    end = outcome_text(match)
    return {
        **result_data(match),
        "outcome": str(end),
        "struck": match.struck_ids,
        "head": match.head,
        "figures": match.figures,
    }


@LONG
def test_incrementally_from_scratch_and_reloaded_are_the_same(seed: int) -> None:
    drawn = seeded(seed)
    match = recorded(drawn)
    one_by_one = says(match)
    whole = parse_match_file(written(drawn.match, drawn.log), library())
    assert whole.board == match.board
    assert says(whole) == one_by_one
    reloaded = parse_match_file(encode_match_file(whole), library())
    assert {**says(reloaded), "head": None} == {**one_by_one, "head": None}


@given(drawn=matches())
def test_short_matches_are_the_same_from_scratch(drawn: Drawn) -> None:
    assert says(parse_match_file(written(drawn.match, drawn.log), library())) == says(
        recorded(drawn)
    )


@LONG
def test_every_prefix_is_what_was_said_then(seed: int) -> None:
    """What an entry changes is not known before it; what was said before stays reproducible."""
    drawn = seeded(seed)
    match = opened(drawn.match)
    for count, entry in enumerate(drawn.log):
        if count % 7 == 0:
            assert says(
                parse_match_file(written(drawn.match, drawn.log[:count]), library())
            ) == says(match)
        match = match.append(decode_entry(json.dumps(entry).encode()))


@LONG
def test_undo_and_redo_change_nothing(seed: int) -> None:
    match = recorded(seeded(seed))
    before = says(match)
    undone = 0
    for entry in reversed(match.log):
        assert entry.id is not None
        try:
            without = match.append(Strike(entry=entry.id, why="undo", id="undo"))
        except Refused:
            continue
        undone += 1
        again = without.append(Restore(entry=entry.id, id="redo"))
        assert says(again) == before
    assert undone or not match.counting_entries


@LONG
def test_a_refused_entry_changes_nothing(seed: int) -> None:
    drawn = seeded(seed)
    match = opened(drawn.match)
    for entry, _ in drawn.steps:
        before, log = says(match), match.log
        try:
            after = match.append(decode_entry(json.dumps(entry).encode()))
        except Refused as refused:
            sentence = str(refused)
            assert sentence
            assert "\n" not in sentence
        else:
            assert after.log[:-1] == log
            log_now, match = match.log, after
            assert log_now == log
            continue
        assert match.log == log
        assert says(match) == before


@LONG
def test_the_lines_of_every_hand_sum_to_its_change(seed: int) -> None:
    match = recorded(seeded(seed))
    seen = result_data(match)
    bags = [0, 0]
    score = [0, 0]
    between: dict[int, list[dict[str, Any]]] = {}
    for each in seen["adjustments"]:
        between.setdefault(each["after_hand"], []).append(each)
    for hand in [{"number": 0, "lines": [[], []], "change": [0, 0]}, *seen["hands"]]:
        for side in (0, 1):
            lines = hand["lines"][side]
            assert sum(line["points"] for line in lines) == hand["change"][side]
            score[side] += hand["change"][side]
            bags[side] += sum(line["bags"] for line in lines)
            if hand["number"] and hand["status"] in ("scored", "lost"):
                assert hand["score"][side] == score[side]
                assert hand["bags"][side] == bags[side]
        for each in between.get(hand["number"], []):
            score[each["side"]] += each["points"]
            bags[each["side"]] += each["bags"]
    assert seen["score"] == score
    assert seen["bags"] == bags


@LONG
def test_what_ended_a_match_is_the_entry_since_which_it_is_over(seed: int) -> None:
    match = recorded(seeded(seed))
    ended_by = ""
    for n, entry in enumerate(match.entries_to_fold, 1):
        board = match._fold(n)
        ended_by = (ended_by or entry.id or "") if board.is_over else ""
        assert board.ended_by == ended_by
    assert match.board.ended_by == ended_by


@LONG
def test_the_hands_of_the_figures_are_those_that_count(seed: int) -> None:
    match = recorded(seeded(seed))
    counted = sum(hand.is_counted for hand in match.board.hands)
    assert status_of(match).scored_hands == counted


@LONG
def test_printing_parsing_and_printing_again_is_stable(seed: int) -> None:
    match = recorded(seeded(seed))
    once = encode_match_file(match)
    again = parse_match_file(once, library())
    assert encode_match_file(again) == once
    for entry in match.log:
        assert decode_entry(encode_entry(entry)) == entry
