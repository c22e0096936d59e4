"""A rule set in words: nothing that it says is left out, and no two of them read the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scorepad.spades.library import load_library
from scorepad.spades.parameters import Parameter, parameters, value_at
from scorepad.spades.rule_texts import brief_rule_facts, renege_effect, rule_chapters, source_line
from scorepad.spades.rulefile import RulesError, plain_rules, rules_with_agreed_deviations
from scorepad.spades.rules import PRESETS, RuleSet

LIBRARY = load_library(Path(__file__).parents[2] / "resources" / "rules")
EVERYTHING: dict[str, Any] = {
    "game": {"floor": -200, "max_hands": 12, "sets_to_lose": 3, "sets_in_a_row_to_lose": 2},
    "first_hand": {"minimum": 4},
    "clock": {"minutes": 30, "no_show_minutes": 5},
    "bidding": {
        "blind_nil": "yes",
        "blind_nil_deficit": 100,
        "blind_nil_passes": 1,
        "side_maximum": 13,
        "nils_per_side": 2,
    },
    "big_bid": {"from": 10, "to": 12, "made": 200, "set": 100, "with_nil": False},
    "blind_bid": {"minimum": 6, "trick": 20, "set_trick": 10, "deficit": 50, "per_game": 1},
    "nil": {"blind_points": 200, "pair": "all-or-nothing", "failed_tricks": "bag"},
    "renege": {"effect": "tricks", "tricks": 3, "points": 30},
    "talk": {"ladder": ["warning", "loss-of-hand"]},
}
"""Deviations that give every parameter something to say."""


def chapters_text(rules: RuleSet) -> str:
    return "\n".join(
        f"{title}: {sentence}"
        for title, sentences in rule_chapters(rules)
        for sentence in sentences
    )


def other_values(known: Parameter, now: Any) -> list[Any]:
    """Values that this parameter may have besides the one it has."""
    found: list[Any] = {
        "integer": [now + 1, now - 1] if isinstance(now, int) else [5],
        "choice": list(known.choices),
        "yes-no": [True, False],
        "integers": [[10, 2], []],
        "texts": [["no ace"], []],
        "steps": [["none", "warning"], ["loss-of-hand"], ["tricks 3", "points 50", "minus 50"]],
        "table": [{"no ace": "bids"}, {"no ace": "first-lead"}],
    }[known.shape]
    return [
        value
        for value in [*found, *([None] if known.optional else [])]
        if value != now and known.fits(value)
    ]


@pytest.mark.parametrize("known", parameters(), ids=lambda each: each.path)
def test_every_value_of_every_parameter_is_said(known: Parameter) -> None:
    rules = rules_with_agreed_deviations(LIBRARY.get("unc"), EVERYTHING)
    now = value_at(plain_rules(rules), known.path)
    told = 0
    for value in other_values(known, now):
        section = EVERYTHING.get(known.section, {})
        try:
            changed = rules_with_agreed_deviations(
                rules, {known.section: {**section, known.name: value}}
            )
        except RulesError:
            continue
        assert chapters_text(changed) != chapters_text(rules), f"{known.path} = {value} is not said"
        told += 1
    assert told


@pytest.mark.parametrize("rules_id", PRESETS)
def test_a_preset_is_said_in_words_without_gaps(rules_id: str) -> None:
    rules = LIBRARY.get(rules_id)
    told = chapters_text(rules)
    assert "{" not in told
    assert str(rules.game.target) in told
    for each in (*rules.checklist, *rules.play):
        assert each.text in told
    assert all(str(value) for _name, value in brief_rule_facts(rules))


def test_presets_do_not_read_the_same() -> None:
    assert len({chapters_text(LIBRARY.get(rules_id)) for rules_id in PRESETS}) == len(PRESETS)


def test_a_minus_sign_is_a_real_one() -> None:
    rules = rules_with_agreed_deviations(
        LIBRARY.get("unc"), {"contract": {"overtrick": -10}, "game": {"floor": -200}}
    )
    assert "−10 points" in chapters_text(rules)
    assert "−200" in chapters_text(rules)
    assert "-" not in str(brief_rule_facts(rules)[2][1])


def test_one_point_is_one_point() -> None:
    rules = rules_with_agreed_deviations(LIBRARY.get("unc"), {"renege": {"points": 1, "tricks": 1}})
    assert str(renege_effect(rules)) == (
        "For a renege, 1 trick is taken from the offenders, and the other team gets 1 point."
    )


def test_the_source_of_a_house_s_rules_names_whose_document_it_is() -> None:
    house = {"id": "friday", "name": "Friday Club", "extends": "chicago"}
    own = source_line(LIBRARY.get("chicago"))
    assert own.startswith("Revised: Winter 2020 · University of Chicago")
    based = source_line(LIBRARY.resolve(house))
    assert based.startswith("based on Chicago (Revised: Winter 2020) · University of Chicago")
