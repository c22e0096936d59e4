"""Blank sheets: boxes for a pen, the rules in brief."""

from __future__ import annotations

import itertools
from datetime import UTC
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from reports.book.round_papers import seats_cards_and_blank_sheets
from reports.sheets.blank_sheet import (
    MIN_ROW_HEIGHT,
    blank_sheet,
    blank_sheet_of_match,
    prefill_from_match,
)
from reports.sheets.match_sheet import match_sheet
from reports.typeset.letterhead import NO_LETTERHEAD
from reports.typeset.paper import MARGIN, Paper
from reports.typeset.shaping import shape
from scorepad.spades.match import Match
from scorepad.spades.parameters import parameters
from scorepad.spades.rule_texts import brief_rules_by_topic
from scorepad.spades.rules import PRESETS
from scorepad.spades.words import install
from tests.reports.drawn import Page, pages
from tests.reports.languages import LANGUAGES, catalog_of
from tests.reports.made import LACKING, NAMES, PAPERS, library, made, played
from tests.reports.tagged import Tagged

OPTIONS: dict[str, Any] = {"zone": UTC, "letterhead": NO_LETTERHEAD, "event": None}


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_page_has_fourteen_hands_with_room_for_a_pen(preset: str, paper: Paper) -> None:
    for language in reversed(LANGUAGES):
        install(catalog_of(language))
        pdf = blank_sheet(library().get(preset), paper)
        assert len(PdfReader(BytesIO(pdf)).pages) == 2
        (page,) = pages(pdf, most=1)
        rows = [said for said in page.texts if said.text.isdigit()]
        assert [int(said.text) for said in rows] == list(range(1, 15))
        apart = {round(one.y - other.y, 1) for one, other in itertools.pairwise(rows)}
        assert min(apart) >= MIN_ROW_HEIGHT
    for said in page.texts:
        assert said.x >= MARGIN
        assert said.x + shape(said.text).width_at(said.size) <= page.wide - MARGIN + 0.6
        assert said.y > 20
    for label in ("Event", "Round", "Table", "Date", "Team", "Supervisor"):
        assert label in page.text


def read(page: Page) -> str:
    """Its texts in reading order, the left column of the rules before the right."""
    ordered = sorted(page.texts, key=lambda said: (said.x > page.wide / 2 - 10, -said.y, said.x))
    return " ".join(said.text for said in ordered)


FRIDAY = {"extends": "unc", "id": "friday", "name": "Friday Club", "bags": {"limit": 5}}


def test_the_rules_in_brief_say_how_contested_rules_are_read_and_what_was_changed() -> None:
    """UNC, The Game 4: whether the hand in progress at time is finished."""
    of_rules, _ = pages(blank_sheet(library().get("unc")))
    assert "Contested After the penalty, the count goes back to 0" in read(of_rules)
    assert "When time runs out, finish the hand" in read(of_rules)
    agreed = made(0, rules=FRIDAY, agreed={"clock": {"at_time": "play-on"}})
    alone = pages(blank_sheet_of_match([agreed], "Letter", **OPTIONS))
    of_round = pages(seats_cards_and_blank_sheets([agreed], "Letter"))[-2:]
    for page, _second in (alone, of_round):
        text = " ".join(read(page).split())
        assert "Running out of time doesn't end the game; play continues." in text
        assert "When time runs out, finish the hand" not in text
        assert "House rule Bag limit: 5 (UNC: 6)" in text
        assert "Agreed When time runs out:" in text


def test_a_substitute_is_named_behind_the_player_of_the_seat() -> None:
    later = {"kind": "seat", "seat": 2, "player": "Eve", "why": "ill", "id": "p1"}
    before = {"kind": "seat", "seat": 1, "player": "Flo", "why": "ill", "id": "p2"}
    match = made(0, log=[before, *played(2), later])
    page, _ = pages(blank_sheet_of_match([match], "A4", **OPTIONS))
    assert "Cy \u00b7 Eve (from hand 3)" in page.text
    assert [said.text for said in page.texts if "Flo" in said.text] == ["Flo"]


@pytest.mark.parametrize("paper", PAPERS)
def test_a_second_page_has_the_hands_that_follow(paper: Paper) -> None:
    known = prefill_from_match(made(0, first_dealer=2))
    first, second = pages(blank_sheet(library().get("unc"), paper, prefilled=known))
    numbers = [
        [int(said.text) for said in page.texts if said.text.isdigit() and said.size == 10]
        for page in (first, second)
    ]
    assert numbers == [list(range(1, 15)), list(range(15, 29))]
    assert "Aces" in second.text
    assert "Table 4" in second.text
    assert "from previous page" in second.text
    assert "\n15 A\n" in second.text  # C deals first, so A deals every fourth hand from the third
    assert ("page 1 of 2" in first.text, "page 2 of 2" in second.text) == (True, True)


def test_a_game_of_few_hands_has_one_page() -> None:
    rules = {"id": "short", "name": "Short", "extends": "unc", "game": {"max_hands": 12}}
    (page,) = pages(blank_sheet(library().resolve(rules)))
    hands = [said for said in page.texts if said.text.isdigit() and said.size == 10]
    assert [int(said.text) for said in hands] == list(range(1, 13))


@pytest.mark.parametrize(
    ("house", "boxes", "took"),
    [
        ({"nil": {"blind_points": None}, "bidding": {"blind_nil": "no"}}, {"nil": 56}, 2),
        ({"bidding": {"blind_nil": "yes"}, "nil": {"blind_points": 200}}, {"N": 56, "B": 56}, 2),
        ({"bidding": {"nils_per_side": 0, "blind_nil": "no"}}, {}, 1),
    ],
)
def test_a_bid_has_boxes_for_the_nils_of_the_rules_and_a_nil_both_partners_tricks(
    house: dict[str, dict[str, object]], boxes: dict[str, int], took: int
) -> None:
    rules = {"id": "house", "name": "House", "extends": "chicago", **house}
    tagged = Tagged(blank_sheet(library().resolve(rules)))
    first = tagged.nodes("Table")[0]
    cells = [tagged.text(node) for node in first.walk() if node.tag == "TD"]
    ticks = " ".join(cells).split()
    assert {each: ticks.count(each) for each in ("nil", "N", "B") if each in ticks} == boxes
    heads = [node for node in first.kids[1].kids if tagged.text(node) == "took"]
    assert [node.columns for node in heads] == [took, took]
    seats = [tagged.text(node) for node in first.kids[0].kids]
    assert [each for each in seats if each] == [*"AC" * took, *"BD" * took]


def test_the_code_of_the_match_stands_on_its_sheet_and_its_teams_in_the_title() -> None:
    match = made(0)
    known = prefill_from_match(match)
    tagged = Tagged(blank_sheet(match.rules, prefilled=known))
    (code,) = tagged.nodes("Figure")
    assert code.alt == f"QR code of the sheet: {known.code}"
    assert known.code in tagged.artifacts[0]
    assert tagged.reader.metadata is not None
    assert (
        tagged.reader.metadata.title
        == "Aces \u2013 Kings \u00b7 Spring Open \u00b7 Round 2 \u00b7 Table 4"
    )
    plain = PdfReader(BytesIO(blank_sheet(match.rules))).metadata
    assert plain is not None
    assert plain.title == "Blank sheet: Chicago"


def test_a_caption_is_whole_or_says_the_seats() -> None:
    long = {"name": "The Extraordinarily Long-Winded Society of Amateur Players of Carolina"}
    match = made(0, teams=[long, {"name": "Kings"}])
    page, _ = pages(blank_sheet(match.rules, prefilled=prefill_from_match(match)))
    assert "winner, and why for team A/C for Kings Supervisor" in page.text


def test_what_is_known_stands_on_the_lines() -> None:
    match = made(0, scheduled="2026-03-14T18:30:00Z", teams=[NAMES[0], {"name": "Team B"}])
    known = prefill_from_match(match)
    page, _ = pages(blank_sheet(library().get("unc"), prefilled=known))
    for line in (
        "Event Spring Open Round 2 Table 4",
        "Date 14 March 2026, 18:30 First dealer Started Ended",
        "Team Aces Team",
        "A Ann B",
        "C Cy D",
    ):
        assert line in page.text.split("\n")


def test_what_the_log_knows_stands_there_too() -> None:
    def drawn(match: Match) -> str:
        known = prefill_from_match(match)
        return pages(blank_sheet(match.rules, prefilled=known))[0].text

    assert "Date 14 March 2026 First dealer B Started Ended" in drawn(made(2, first_dealer=1))
    assert "Date 14 March 2026 First dealer A Started Ended" in drawn(made(2))
    assert "\n1 A\n" in drawn(made(2))
    assert "Date First dealer Started Ended" in drawn(made(0))


def test_nothing_known_is_written_smaller_than_can_be_read() -> None:
    name = "Quarterfinal of the lower bracket at the long table by the window"
    known = prefill_from_match(made(0, round=name, table=name))
    page, _ = pages(blank_sheet(library().get("unc"), prefilled=known))
    assert min(said.size for said in page.texts if said.text not in "ABCD") >= 7
    assert page.text.replace("\n", " ").count("bracket") == 2


@pytest.mark.parametrize("paper", PAPERS)
def test_long_names_stay_on_their_lines(paper: Paper) -> None:
    name = "The Extraordinarily Long-Winded Society of Amateur Players"
    team = {"name": name, "players": [name, name]}
    match = made(0, event=name, round="Quarterfinal of the lower bracket", teams=[team, team])
    known = prefill_from_match(match)
    page, _ = pages(blank_sheet(library().get("unc"), paper, prefilled=known))
    for said in page.texts:
        assert said.x + shape(said.text).width_at(said.size) <= page.wide - MARGIN + 0.6
    written = page.text.replace("\n", " ")
    for word in set(name.split()):
        assert written.count(word) >= 7


def test_a_house_rule_set_has_its_sheet() -> None:
    house = {
        "id": "house",
        "name": "House of Cards",
        "extends": "unc",
        "game": {"target": 250},
        "clock": {"at_time": "stop"},
    }
    page, _ = pages(blank_sheet(library().resolve(house)))
    assert "House of Cards" in page.text
    assert "first to 250" in read(page)
    assert "the hand in progress is void" in read(page)


@pytest.mark.parametrize(
    ("language", "said", "own"),
    [
        ("en", "based on Chicago (Revised: Winter 2020) ·", "Revised: Winter 2020 ·"),
        (
            "es",
            "basado en Chicago (Revisado: invierno de 2020) ·",
            "Revisado: invierno de 2020 ·",
        ),
    ],
)
def test_an_edition_is_named_beside_the_rules_whose_document_it_is(
    language: str, said: str, own: str
) -> None:
    install(catalog_of(language))
    house = {"id": "friday", "name": "Friday Club", "extends": "chicago"}
    for head, expected in (({"rules": house}, said), ({}, own)):
        for match in (made(1, **head), made(1, **head, agreed={})):
            for pdf in (blank_sheet(match.rules), match_sheet(match)):
                page, *_ = pages(pdf)
                text = read(page)
                assert expected in text
                assert ("Friday Club" in text) == (expected == said)
                assert text.count(own.partition(" ")[0]) == 1


def test_what_its_letters_cannot_print_is_named() -> None:
    known = prefill_from_match(made(0, **LACKING))
    page, _ = pages(blank_sheet(library().get("unc"), prefilled=known))
    assert "printed as crossed-out boxes: U+0531, U+1F0A1, U+20BB7" in read(page)
    page, _ = pages(blank_sheet(library().get("unc"), prefilled=prefill_from_match(made(0))))
    assert "crossed" not in page.text


def test_the_rules_in_brief() -> None:
    unc = dict(brief_rules_by_topic(library().get("unc")))
    assert unc["Game"] == "first to 300; tie: one more hand decides it"
    assert unc["Bags"] == "6 bags cost 60 points; then the count goes back to 0"
    assert "a bid of 10 or more: 120" in unc["Points"]
    assert "only if 100 or more behind" in unc["Nil"]
    fairmont = dict(brief_rules_by_topic(library().get("fairmont-state")))
    assert fairmont["Conduct"].endswith("table talk: warning, loss of the hand")
    # Anyone who looks for a topic finds it, also where there is nothing to fear.
    washburn = dict(brief_rules_by_topic(library().get("washburn")))
    assert washburn["Clock"] == "no time limit"
    assert washburn["Conduct"].startswith("renege: noted, costs no points")


# What a blank sheet need not say: alerts are the program's, and the rest follows from what it says.
UNSAID = {
    "clock.warn_minutes",
    "big_bid.with_nil",
    "nil.bags_when_set",
    "renege.moved_tricks",
    "renege.tricks",
    "renege.points",
    "deal.misdeal_deadline",
}


@pytest.mark.parametrize("path", sorted({p.path for p in parameters()} - UNSAID))
def test_every_parameter_is_told(path: str) -> None:
    """Some value of each parameter changes what the sheet says."""
    from scorepad.spades.parameters import parameter
    from scorepad.spades.rulefile import plain_rules

    known = parameter(path)
    assert known is not None
    base = plain_rules(library().get("unc"))
    base["clock"] = {**base["clock"], "no_show_minutes": 5}
    base["big_bid"] = {"from": 10, "made": 120, "to": 12, "set": 50}
    base["blind_bid"] = {"minimum": 1, "trick": 20, "set_trick": 10}
    base["first_hand"] = {"minimum": 4}
    said = set()
    section, name = path.split(".")
    for value in values(known):
        data = {**base, section: {**base.get(section, {}), name: value}}
        said.add(str(list(brief_rules_by_topic(library().resolve(data)))))
    assert len(said) > 1


def values(known: object) -> list[object]:
    """Two or more values that a parameter may have."""
    from scorepad.spades.parameters import Parameter

    assert isinstance(known, Parameter)
    if known.shape == "yes-no":
        return [True, False]
    if known.choices:
        return list(known.choices)
    if known.shape == "steps":
        return [["warning"], ["tricks 3", "forfeit"]]
    if known.shape == "integers":
        return [[], [9]]
    if known.shape == "texts":
        return [[], ["no spade"]]
    least = known.least if known.least is not None and known.least > -1000 else -300
    return [least + 11, least + 12]


def test_a_sheet_of_no_day_bears_none() -> None:
    """Its file would say that it was made in 2000."""
    for pdf, dated in ((blank_sheet(made(1).rules), False), (match_sheet(made(1)), True)):
        info = PdfReader(BytesIO(pdf)).metadata
        assert info is not None
        assert ("/CreationDate" in info, "/ModDate" in info) == (dated, dated)
