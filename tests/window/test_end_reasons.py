"""The end of a game gives every rule that decided it, and no other."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.paths import resources_folder
from scorepad.spades.entries import Bids, Head, Ruling, Time, Tricks
from scorepad.spades.library import load_library
from scorepad.spades.match import Match
from scorepad.spades.rules import PRESETS
from scorepad.window.match.entry.contents import game_over_contents
from tests.window.find import settle
from tests.window.stage import Stage
from tests.window.test_end_moment import shown_end

LIBRARY = load_library(resources_folder() / "rules")
SENTENCES = {
    "target": r"first team with|teams reached",
    "floor": r"or below",
    "sets": r"\b(is|were) set\b",
    "max-hands": r"The game ends after",
    "time": r"When time runs out",
    "tie": r"Tie: ",
}
"""What a sentence about each rule says."""
OTHERWISE: dict[str, list[dict[str, Any]]] = {
    "target": [{"game": {"target": 100_000}}],
    "floor": [{"game": {"floor": None}}],
    "sets": [{"game": {"sets_to_lose": None}}],
    "max-hands": [{"game": {"max_hands": None}}],
    "time": [{"clock": {"at_time": "play-on"}}],
    "tie": [
        {"game": {"on_tie": game}, "clock": {"on_tie": clock}}
        for game in ("tie", "extra-hand")
        for clock in ("tie", "extra-hand", "fewer-bags")
    ],
}
"""The rule set without each rule."""


def merged(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    return {key: {**one.get(key, {}), **other.get(key, {})} for key in {*one, *other}}


class Played(NamedTuple):
    """One hand that was bid so, the totals after it, and whether time was called then."""

    bids: tuple[int, int, int, int]
    score: tuple[int, int]
    is_time_called: bool

    def match(self, rules: str, agreed: dict[str, Any]) -> Match:
        """Return the match that was played so."""
        match = Match.open(Head(rules=rules, agreed=agreed), LIBRARY)
        match = match.append(Bids(bids=self.bids)).append(Tricks(tricks=(4, 3, 4, 2)))
        for side in (0, 1):
            points = self.score[side] - match.board.score[side]
            match = match.append(Ruling(side=side, points=points, why="x"))
        return match if match.board.is_over or not self.is_time_called else match.append(Time())


def rules_of(text: str) -> set[str]:
    """Return the rules that a text names."""
    return {rule for rule, pattern in SENTENCES.items() if re.search(pattern, text)}


LIMITS = st.fixed_dictionaries(
    {
        "game": st.fixed_dictionaries(
            {"target": st.just(100), "on_tie": st.sampled_from(["tie", "extra-hand"])},
            optional={
                "floor": st.just(-50),
                "sets_to_lose": st.integers(1, 2),
                "max_hands": st.integers(1, 2),
            },
        ),
        "clock": st.fixed_dictionaries(
            {
                "at_time": st.sampled_from(["finish-hand", "stop"]),
                "on_tie": st.sampled_from(["tie", "extra-hand", "fewer-bags"]),
            }
        ),
    }
)
BIDS = st.sampled_from([(4, 2, 4, 2), (5, 2, 4, 2), (5, 4, 4, 5)])
"""Neither team is set, one is, both are."""
TOTALS = st.sampled_from([-60, -50, 0, 30, 100, 142])


@hypothesis.settings(max_examples=250)
@given(
    rules=st.sampled_from(PRESETS),
    agreed=LIMITS,
    played=st.builds(Played, BIDS, st.tuples(TOTALS, TOTALS), st.booleans()),
)
def test_the_reasons_are_those_of_the_rules_that_decided(
    rules: str, agreed: dict[str, Any], played: Played
) -> None:
    match = played.match(rules, agreed)
    shown, end = game_over_contents(match), match.board.end
    if end is None:
        return

    def would_differ(changed: dict[str, Any]) -> bool:
        return played.match(rules, merged(agreed, changed)).board.end != end

    decided = {rule for rule, changes in OTHERWISE.items() if any(map(would_differ, changes))}
    assert rules_of(shown.details) == decided
    if "time" not in decided:
        compared = decides_by_total(match) and played.score[0] != played.score[1]
        assert ("The higher total wins" in shown.details) == compared
    assert "side" not in shown.details


def decides_by_total(match: Match) -> bool:
    """Return whether both teams stand alike at the limit that ended the game."""
    board, game = match.board, match.rules.game
    assert board.end is not None
    return {
        "target": min(board.score) >= game.target,
        "floor": max(board.score) <= (game.floor or 0),
        "sets": min(board.sets) >= (game.sets_to_lose or 0),
        "max-hands": True,
    }[board.end.reason]


@pytest.mark.parametrize(
    ("totals", "rules", "reason"),
    [
        ((642, 642), "chicago", "Both teams reached 500. Tie: no extra hand; the game ends tied."),
        ((320, 310), "unc", "Both teams reached 300. The higher total wins."),
        ((320, 40), "unc", "The first team with 300 or more at the end of a hand wins."),
    ],
)
def test_the_end_shows_what_decided(
    stage: Stage, totals: tuple[int, int], rules: str, reason: str
) -> None:
    page = stage.open(rules=rules)
    rulings = (Ruling(side=side, points=points, why="x") for side, points in enumerate(totals))
    page.table.record(*rulings)
    settle()
    assert shown_end(page).endswith(reason)
