"""“Books (house)” is a rule set to copy: common values of tournaments, citing nothing."""

from __future__ import annotations

from pathlib import Path

from scorepad.desk.houserules import HouseRules
from scorepad.paths import resources_folder
from scorepad.spades.citations import cite_line, document_of
from scorepad.spades.entries import Bids, Head, Renege, Tricks
from scorepad.spades.library import load_library
from scorepad.spades.match import Match
from scorepad.spades.rules import PRESETS

LIBRARY = load_library(resources_folder() / "rules")


def test_it_has_the_values_of_tournaments_and_cites_nothing() -> None:
    rules = LIBRARY.get("books")
    assert (rules.game.target, rules.bidding.side_minimum, rules.bags.limit) == (350, 4, None)
    assert [(each.from_, each.made) for each in rules.big_bid] == [(10, 200)]
    assert rules.renege.ladder == ("tricks 3",)
    assert (rules.source, rules.places, rules.ruling, document_of(rules)) == ("", {}, (), None)
    match = Match.open(Head(rules="books"), LIBRARY)
    match = match.append(Bids(bids=(5, 4, None, None))).append(Renege(side=0))
    hand = match.append(Tricks(tricks=(7, 6, None, None))).board.hands[0]
    # 7 − 3 = 4 of 5: −50; 4 bid, 6 + 3 = 9 taken: 40, and books over count nothing.
    assert hand.change == (-50, 40)
    assert {
        cite_line(match.rules, hand, s, each).text for s in (0, 1) for each in hand.lines[s]
    } == {None}


def test_it_is_no_preset_and_a_copy_stands_on_its_own(tmp_path: Path) -> None:
    assert "books" not in PRESETS
    assert "books" not in LIBRARY.ids()
    house = HouseRules(tmp_path, load_library(resources_folder() / "rules"))
    draft = house.make_unsaved_copy("books", "Lodge 354", "2026")
    assert draft.base == ""
    assert "extends" not in (tmp_path / f"{house.save(draft).id}.toml").read_text("utf-8")
