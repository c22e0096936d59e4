"""Every value of every parameter of SCORING.md 2 makes a difference that somebody can see."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import Any

import pytest

from scorepad.spades.clock import read_clock
from scorepad.spades.entries import Head
from scorepad.spades.match import Match
from scorepad.spades.parameters import Parameter, parameters
from scorepad.spades.rules import SECTIONS
from tests.referee.differ import library
from tests.spades.parameter_cases import CASES, HOUSE, STEPS, Case, bids, play

GUI_ONLY = {"clock.warn_minutes"}


def pairs_of(case: Case) -> set[frozenset[str]]:
    """The pairs of its values that the case tells apart."""
    seen = {repr(value): case.outcome(value) for value in case.values}
    return {
        frozenset((one, other)) for one, other in combinations(seen, 2) if seen[one] != seen[other]
    }


def wanted(parameter: Parameter) -> list[Any]:
    """The values of a choice, all of which must be told apart."""
    if parameter.shape == "yes-no":
        return [False, True]
    if parameter.shape == "steps":
        return [[step] for step in STEPS]
    if parameter.shape == "table":
        return [{"no spade": choice} for choice in parameter.choices]
    return list(parameter.choices)


@pytest.mark.parametrize(
    "parameter",
    [each for each in parameters() if each.path not in GUI_ONLY],
    ids=lambda parameter: parameter.path,
)
def test_each_value_of_each_parameter_comes_out_differently(parameter: Parameter) -> None:
    cases = [case for case in CASES if case.path == parameter.path]
    assert cases, f"{parameter.path} has no log and no text that shows what it does"
    told_apart = set().union(*(pairs_of(case) for case in cases))
    for case in cases:
        assert pairs_of(case), f"{case.path}: {case.values} all come out the same"
    values = wanted(parameter)
    for one, other in combinations(values, 2):
        assert frozenset((repr(one), repr(other))) in told_apart, (
            f"{parameter.path}: {one!r} comes out as {other!r} does"
        )
    if parameter.optional:
        assert any("None" in pair for pair in told_apart), f"{parameter.path}: none is as some"
    if not values:
        assert any("None" not in pair for pair in told_apart), f"{parameter.path} is ignored"


def test_the_parameters_of_every_section_are_walked() -> None:
    assert {each.section for each in parameters()} == set(SECTIONS)
    assert {case.path for case in CASES} | GUI_ONLY == {each.path for each in parameters()}


def test_a_big_bid_is_one_only_where_the_rule_set_has_them() -> None:
    log = (bids(5, 1, 5, 1), {"kind": "tricks", "tricks": [5, 1, 6, 1]})
    without = play(Match.open(Head(rules=HOUSE), library()), log)
    rules = HOUSE | {"big_bid": {"from": 10, "made": 120}}
    assert without != play(Match.open(Head(rules=rules), library()), log)


def test_the_clock_warns_at_the_minutes_of_the_rule_set(qtbot: Any) -> None:
    from scorepad.window.match.header.clock_view import ClockView

    started = datetime(2026, 3, 1, 18, tzinfo=UTC)
    said = []
    for minutes in ([5, 1], [10, 1]):
        rules = HOUSE | {"clock": {"minutes": 30, "starts": "scheduled", "warn_minutes": minutes}}
        match = Match.open(Head(rules=rules, scheduled=started), library())
        view = ClockView()
        qtbot.addWidget(view)
        view.show_clock(match, read_clock(match), started + timedelta(minutes=22))
        said.append(view.accessibleName())
    assert said[0] != said[1]
