"""Which results from paper are hardly possible under a rule set, for all seven presets."""

from __future__ import annotations

import pytest

from scorepad.events.entries import EventAmend, How, ResultEntry
from scorepad.events.warning import unlikely_result_texts
from scorepad.spades.rules import PRESETS
from tests.events.day import Day, library

TARGETS = {
    "alpha-theta": 500,
    "chicago": 500,
    "chicago-playoffs": 500,
    "fairmont-state": 500,
    "unc": 300,
    "unc-championship": 500,
    "washburn": 500,
}
HAS_CLOCK = {"fairmont-state", "unc", "unc-championship"}


def doubts(rules: str, one: int, other: int, how: How = "played") -> list[str]:
    """The doubts about this score under a preset."""
    winner = None if one == other else int(other > one)
    score = (one, other) if how == "played" else None
    result = ResultEntry(pairing="1-1", how=how, winner=winner, score=score)
    texts = unlikely_result_texts(library().get(rules), ("Aces", "Kings"), result)
    return [str(text) for text in texts]


def test_every_preset_is_looked_at() -> None:
    assert set(TARGETS) == set(PRESETS)


@pytest.mark.parametrize("rules", TARGETS)
def test_a_usual_result_brings_no_doubt(rules: str) -> None:
    target = TARGETS[rules]
    for score in ((target, 12), (-1000, target + 30), (target + 399, target - 1)):
        assert doubts(rules, *score) == []


@pytest.mark.parametrize("rules", TARGETS)
def test_a_total_is_too_high_or_too_low(rules: str) -> None:
    target, name = TARGETS[rules], library().get(rules).name
    high = f"Kings has {target + 400} points, but a game under {name} ends at {target}"
    assert doubts(rules, 10, target + 400) == [high]
    assert doubts(rules, -1001, target + 1) == ["Aces has only −1001 points"]
    assert doubts(rules, -1001, target + 400) == ["Aces has only −1001 points", high]


@pytest.mark.parametrize("rules", TARGETS)
def test_a_tie_counts_where_the_rule_set_has_ties(rules: str) -> None:
    target = TARGETS[rules]
    if rules == "chicago":
        assert doubts(rules, target, target) == []
    else:
        (text,) = doubts(rules, target, target)
        assert "doesn't allow a tie" in text


@pytest.mark.parametrize("rules", TARGETS)
def test_a_winner_below_the_target_needs_a_clock(rules: str) -> None:
    texts = doubts(rules, TARGETS[rules] - 1, 40)
    assert len(texts) == int(rules not in HAS_CLOCK)
    assert all("neither team has" in text for text in texts)


@pytest.mark.parametrize(
    "end", [{"max_hands": 8}, {"floor": -200}, {"sets_to_lose": 3}], ids=lambda end: next(iter(end))
)
def test_other_ends_than_the_target_allow_a_winner_below_it(end: dict[str, int]) -> None:
    rules = library().resolve({"id": "own", "name": "Own", "extends": "washburn", "game": {**end}})
    result = ResultEntry(pairing="1-1", how="played", winner=0, score=(120, -200))
    assert list(unlikely_result_texts(rules, ("Aces", "Kings"), result)) == []


@pytest.mark.parametrize("how", ["forfeit", "double-forfeit"])
def test_a_forfeit_brings_no_doubt(how: How) -> None:
    assert doubts("washburn", 1, 0, how) == []


def test_a_result_and_its_correction_are_looked_at() -> None:
    day = Day(2, rules="washburn")
    day.stage("swiss", rounds=1)
    day.pair()
    wrong = ResultEntry(pairing="1-1", how="played", winner=1, score=(10, 99999))
    (text,) = map(str, day.event.warnings_if_appended(wrong))
    assert "has 99999 points, but a game under Washburn ends at 500" in text
    day.result("1-1", 500, 200)
    amend = EventAmend(entry=day.event.log[-1].id or "", to=wrong, why="wrong line")
    assert [text] == list(map(str, day.event.warnings_if_appended(amend)))
