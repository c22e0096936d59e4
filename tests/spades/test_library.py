"""An edition is beside the rule set whose document it is of; a house's rules that state none say
what they are based on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scorepad.spades.library import Library, load_library, parse_rules_file
from scorepad.spades.rule_texts import edition_text, rule_chapters
from scorepad.spades.rulefile import plain_rules, rules_with_agreed_deviations
from scorepad.spades.rules import PRESETS

RULES = Path(__file__).parents[2] / "resources" / "rules"
CLUB: dict[str, Any] = {"id": "club-of-a-test", "name": "Friday Club", "extends": "chicago"}


def house(tmp_path: Path, **more: str) -> Library:
    lines = [f'{key} = "{value}"' for key, value in {**CLUB, **more}.items()]
    (tmp_path / "club-of-a-test.toml").write_text("\n".join(lines), "utf-8")
    return load_library(RULES, tmp_path)


def said(library: Library, rules_id: str = "club-of-a-test") -> str:
    return str(edition_text(library.get(rules_id)))


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_bears_the_edition_of_its_document(preset: str) -> None:
    rules = load_library(RULES).get(preset)
    assert rules.based_on == ""
    assert str(edition_text(rules)) == rules.edition


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({}, "based on Chicago (Revised: Winter 2020)"),
        ({"extends": "chicago-playoffs"}, "based on Chicago playoffs (Revised: Winter 2020)"),
        ({"source": "the club's board"}, "based on Chicago (Revised: Winter 2020)"),
        ({"extends": "unc"}, "based on UNC"),
        ({"extends": "alpha-theta"}, "based on Alpha Theta"),
        ({"edition": "Autumn 2026"}, "Autumn 2026"),
    ],
)
def test_a_house_says_what_it_is_based_on(tmp_path: Path, more: dict[str, str], text: str) -> None:
    library = house(tmp_path, **more)
    assert said(library) == text
    file = tmp_path / "club-of-a-test.toml"
    assert str(edition_text(library.build(parse_rules_file(file), file.name))) == text


def test_rules_that_a_match_has_whole_say_it_too(tmp_path: Path) -> None:
    """There nothing tells any more what they extended."""
    library = house(tmp_path)
    whole = plain_rules(library.get("club-of-a-test"))
    assert "extends" not in whole
    assert "based_on" not in whole
    for here in (library, load_library(RULES)):
        rules = here.resolve(whole)
        assert str(edition_text(rules)) == "based on Chicago (Revised: Winter 2020)"
        assert rules_with_agreed_deviations(rules, {"game": {"target": 300}}).based_on == "Chicago"


def test_rules_of_a_house_s_rules_say_whose_edition_they_bear(tmp_path: Path) -> None:
    (tmp_path / "saturday.toml").write_text(
        'id = "saturday"\nname = "Saturday"\nextends = "club-of-a-test"\n', "utf-8"
    )
    assert said(house(tmp_path), "saturday") == "based on Chicago (Revised: Winter 2020)"
    assert said(house(tmp_path, edition="2026"), "saturday") == "based on Friday Club (2026)"


def test_an_edition_like_another_house_s_is_its_own(tmp_path: Path) -> None:
    """Copies made in the window all begin as “house rules”."""
    (tmp_path / "saturday.toml").write_text(
        'id = "saturday"\nname = "Saturday"\nextends = "club-of-a-test"\nedition = "house rules"\n',
        "utf-8",
    )
    library = house(tmp_path, edition="house rules")
    assert {said(library), said(library, "saturday")} == {"house rules"}


@pytest.mark.parametrize(
    ("allowed", "sentence"),
    [
        ("yes", "Blind nil: 120 points won or lost."),
        ("if-agreed", "No blind nil, unless both teams agree to it before the first hand."),
        ("no", "No blind nil."),
    ],
)
def test_the_rules_name_a_blind_nil_only_where_it_can_be_bid(allowed: str, sentence: str) -> None:
    rules = load_library(RULES).resolve(
        {**CLUB, "extends": "unc", "bidding": {"blind_nil": allowed}}
    )
    said = [str(text) for chapter in rule_chapters(rules) for text in chapter[1]]
    assert [text for text in said if "lind nil" in text and "card" not in text][:1] == [sentence]
