"""The seven presets against the table of the scoring document, cell by cell.

`tests/data/presets/table.toml` was written down from that table, not from `resources/rules`.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from scorepad.paths import resources_folder
from scorepad.spades.contested import agreed_with_reading
from scorepad.spades.library import Library, load_library
from scorepad.spades.parameters import parameters, value_of
from scorepad.spades.rulefile import plain_rules, rules_with_agreed_deviations
from scorepad.spades.rules import (
    LINE_KINDS,
    PRESETS,
    SECTIONS,
    RuleInterpretation,
    RuleSet,
    RulingOption,
)

RULES = resources_folder() / "rules"
TABLE: dict[str, dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "presets" / "table.toml").read_text("utf-8")
)
NOT_CELLS = ("checklist", "contested", "rulings")
# Cells that the table leaves empty, because another one makes them say nothing.
WITHOUT_BLIND_NIL = {"bidding.blind_nil_deficit", "bidding.blind_nil_passes"}
WITHOUT_CLOCK = {"clock.starts", "clock.at_time", "clock.on_tie", "clock.warn_minutes"}
WITHOUT_RENEGE_TRICKS = {"renege.tricks", "renege.points", "renege.moved_tricks"}
WITHOUT_FAILED_NIL_BAGS = {"nil.bags_when_set"}


def value_at(rules: RuleSet, path: str) -> Any:
    """The value as its file would state it; "absent" where there is none."""
    section, _, name = path.partition(".")
    table = plain_rules(rules).get(section, "absent")
    return table.get(name, "absent") if name and table != "absent" else table


def test_the_shipped_files_are_the_presets() -> None:
    assert {path.stem for path in RULES.glob("*.toml")} == set(PRESETS)
    assert set(PRESETS) == set(TABLE), "each has its column in tests/data/presets/table.toml"


def test_all_presets_load_first_and_without_faults(library: Library) -> None:
    assert library.ids() == PRESETS
    assert library.faults == ()


@pytest.mark.parametrize("preset", PRESETS)
def test_each_cell_is_as_in_the_table(library: Library, preset: str) -> None:
    cells = {path: cell for path, cell in TABLE[preset].items() if path not in NOT_CELLS}
    assert len(cells) > 30
    assert {path: value_at(library.get(preset), path) for path in cells} == cells


BOOKS: dict[str, object] = {
    "game.sets_in_a_row_to_lose": None,
    "first_hand.bids": "normal",
    "first_hand.minimum": None,
    "first_hand.below": "lose",
    "first_hand.counts_as_set": True,
    "bidding.barred": [],
    "bidding.table_minimum": None,
    "boston.taken": None,
    "boston.bid_wins": False,
    "blind_bid.minimum": None,
    "blind_bid.maximum": None,
    "blind_bid.deficit": None,
    "blind_bid.trick": None,
    "blind_bid.set_trick": None,
    "blind_bid.per_game": None,
    "nil.pair_failed_tricks": None,
    "renege.ladder": [],
}
"""What the "books" game has, as it is where a rule set says nothing of it."""


@pytest.mark.parametrize("preset", PRESETS)
def test_no_preset_plays_books(library: Library, preset: str) -> None:
    rules = library.get(preset)
    assert {path: value_of(rules, path) for path in BOOKS} == BOOKS
    stored = plain_rules(rules)
    assert not {"first_hand", "boston", "blind_bid"} & stored.keys()
    assert {f"{s}.{n}" for s in SECTIONS if s in stored for n in stored[s]}.isdisjoint(BOOKS)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_table_names_every_parameter(library: Library, preset: str) -> None:
    """So that a new parameter cannot be forgotten here."""
    named = set(TABLE[preset])
    silent: set[str] = set()
    if TABLE[preset]["nil.failed_tricks"] in ("ignore", "help"):
        silent |= WITHOUT_FAILED_NIL_BAGS
    if TABLE[preset]["bidding.blind_nil"] == "no":
        silent |= WITHOUT_BLIND_NIL
    if TABLE[preset]["clock.minutes"] == "absent":
        silent |= WITHOUT_CLOCK
    if TABLE[preset]["renege.effect"] != "tricks":
        silent |= WITHOUT_RENEGE_TRICKS
    if TABLE[preset].get("big_bid") == "absent":
        silent |= {each.path for each in parameters() if each.section == "big_bid"}
    silent |= set(BOOKS)
    assert {each.path for each in parameters()} - named == silent


@pytest.mark.parametrize("preset", PRESETS)
def test_where_a_renege_takes_no_tricks_its_numbers_are_zero(library: Library, preset: str) -> None:
    renege = library.get(preset).renege
    if renege.effect != "tricks":
        assert (renege.tricks, renege.points, renege.moved_tricks) == (0, 0, "none")


def kinds_of(rules: RuleSet) -> set[str]:
    """The kinds of score line that a rule set can produce."""
    kinds = {"contract", "set", "overtricks", "nil", "renege"}
    if rules.nil.blind_points is not None and rules.bidding.blind_nil != "no":
        kinds.add("blind-nil")
    if rules.big_bid:
        kinds.add("big-bid")
    if rules.nil.failed_tricks in ("bag", "point-and-bag"):
        kinds.add("failed-nil-tricks")
    if "loss-of-hand" in rules.talk.ladder:
        kinds.add("lost-hand")
    if rules.bags.limit is not None:
        kinds.add("bag-penalty")
    return kinds


@pytest.mark.parametrize("preset", PRESETS)
def test_every_line_has_its_place_in_the_document(library: Library, preset: str) -> None:
    rules = library.get(preset)
    places = rules.places
    assert kinds_of(rules) <= set(places) <= set(LINE_KINDS)
    assert all(place.where.strip() and place.rests_on for place in places.values())


@pytest.mark.parametrize("preset", PRESETS)
def test_the_rulings_that_touch_a_preset_are_named(library: Library, preset: str) -> None:
    """Each bullet of section 6 that touches the preset: its reading and every option."""
    texts = [
        " ".join(
            (
                *(each.question, each.reading, *each.decides),
                *(option.reading for option in each.options),
                *(
                    f"{path} = {json.dumps(value)}"
                    for option in each.options
                    for path, value in option.set.items()
                ),
            )
        )
        for each in library.get(preset).ruling
    ]
    for words in TABLE[preset]["rulings"]:
        holding = [text for text in texts if all(word in text for word in words)]
        assert len(holding) == 1, f"{words} found in {len(holding)} rulings"


@pytest.mark.parametrize("preset", PRESETS)
def test_every_ruling_says_where_in_the_document(library: Library, preset: str) -> None:
    for each in library.get(preset).ruling:
        assert each.question
        assert each.reading
        assert each.where


OPTIONS = [
    (preset, ruling, option)
    for preset in PRESETS
    if "extends" not in (RULES / f"{preset}.toml").read_text("utf-8")
    for ruling in load_library(RULES).get(preset).ruling
    for option in ruling.options
]


@pytest.mark.parametrize(
    ("preset", "ruling", "option"),
    OPTIONS,
    ids=[f"{preset}-{ruling.id}-{option.reading[:20]}" for preset, ruling, option in OPTIONS],
)
def test_an_option_is_a_parameter_or_says_that_it_is_none(
    library: Library, preset: str, ruling: RuleInterpretation, option: RulingOption
) -> None:
    """What an option sets can be agreed to as it is, and changes the rules."""
    if not option.set:
        named = option.reading[option.reading.rindex("(") :]
        assert named == "(Scorepad has no setting for this; record a ruling instead)"
        return
    rules = library.get(preset)
    agreed = agreed_with_reading({}, replace(ruling, options=(option,)), 1)
    assert rules_with_agreed_deviations(rules, agreed) != rules


@pytest.mark.parametrize("preset", PRESETS)
def test_the_readings_that_move_winners_are_contested(library: Library, preset: str) -> None:
    contested = {each.id for each in library.get(preset).ruling if each.contested}
    assert contested == set(TABLE[preset].get("contested", ()))


@pytest.mark.parametrize("preset", PRESETS)
def test_the_checklist_is_the_tables(library: Library, preset: str) -> None:
    checklist = library.get(preset).checklist
    wanted = TABLE[preset]["checklist"]
    assert len(checklist) == len(wanted)
    assert all(words in text.text for words, text in zip(wanted, checklist, strict=True))


@pytest.mark.parametrize("preset", PRESETS)
def test_what_a_renege_is_judged_by_is_on_the_table_card(library: Library, preset: str) -> None:
    facts = " ".join(each.text for each in library.get(preset).play)
    for word in ("rump", "Deck", "idding", "lead", "ollow the suit led", "Spades may be led"):
        assert word in facts, word
    assert "cards are passed" in facts or "Passing" in facts


def test_unc_names_the_special_trumps_in_order(library: Library) -> None:
    """The Game, Special Trump Cards."""
    trumps = library.get("unc").play[0].text
    order = ["big joker", "little joker", "2 of spades", "ace of spades", "king of spades"]
    assert [trumps.index(card) for card in order] == sorted(trumps.index(card) for card in order)


@pytest.mark.parametrize(
    ("preset", "base", "stated"),
    [
        (
            "unc-championship",
            "unc",
            {
                "game.target": 500,
                "clock.minutes": 45,
                "big_bid.made": 200,
                "nil.points": 100,
                "nil.blind_points": 200,
                "bags.limit": 10,
                "bags.penalty": 100,
            },
        ),
        ("chicago-playoffs", "chicago", {"game.on_tie": "extra-hand"}),
    ],
)
def test_a_variant_states_only_its_differences(
    preset: str, base: str, stated: dict[str, Any]
) -> None:
    data = tomllib.loads((RULES / f"{preset}.toml").read_text("utf-8"))
    assert data["extends"] == base
    found = {
        f"{section}.{name}": value
        for section in SECTIONS
        for name, value in data.get(section, {}).items()
    }
    assert found == stated
