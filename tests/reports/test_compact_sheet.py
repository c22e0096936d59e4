"""The compact sheet: half a page, the same rows, two to a page."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from reports.sheets.compact_sheet import half_page_sheets
from reports.sheets.match_sheet import match_sheet
from reports.sheets.tables import score_parts, status_for_paper
from reports.typeset.paper import MARGIN, PAPER_SIZES, Paper
from reports.typeset.shaping import shape
from scorepad.spades.match import Match
from scorepad.spades.sheetcode import code_of
from scorepad.spades.status import status_of
from scorepad.spades.words import install
from tests.reports.drawn import pages
from tests.reports.languages import catalog_of
from tests.reports.made import CASES, PAPERS, corrected, made, played


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("case", CASES)
def test_everything_is_within_the_margins_and_its_half(case: str, paper: Paper) -> None:
    wide, tall = PAPER_SIZES[paper]
    for page in pages(half_page_sheets([CASES[case]()] * 2, paper)):
        for said in page.texts:
            ends = said.x + min(
                shape(said.text).width_at(said.size), shape(said.text, True).width_at(said.size)
            )
            assert said.x >= MARGIN - 0.1, said
            assert ends <= wide - MARGIN + 0.6, said
            assert 10 <= said.y <= tall - 14, said
            assert abs(said.y - tall / 2) > 8, said


@pytest.mark.parametrize("paper", PAPERS)
def test_two_matches_of_twelve_hands_share_a_page(paper: Paper) -> None:
    (page,) = pages(half_page_sheets([made(12), made(12)], paper))
    assert page.text.count("page 1 of 1") == 2
    assert page.text.count("UNOFFICIAL") == 2
    assert len([each for each in page.shapes if each.kind == "squares"]) == 2


@pytest.mark.parametrize("match", [made(9), corrected()], ids=["plain", "corrected"])
def test_it_tells_the_same_hands_as_the_large_one(match: Match) -> None:
    def told(pdf: bytes) -> list[str]:
        lines = "\n".join(page.text for page in pages(pdf)).split("\n")
        sums = ("final", "so far")
        hands = [line for line in lines if {"+", "made", "void"} & set(line.split())]
        return [line for line in hands if line[0].isdigit() or line.startswith(sums)]

    large = told(match_sheet(match))
    assert len(large) > 5
    assert told(half_page_sheets([match])) == large


def test_it_has_the_edition_of_the_rules_and_from_which_hand_a_substitute_plays() -> None:
    later = {"kind": "seat", "seat": 2, "player": "Eve", "why": "ill", "id": "p1"}
    log = [*played(2), later, *({**each, "id": f"b{each['id']}"} for each in played(1))]
    (page,) = pages(half_page_sheets([made(0, rules="chicago", log=log)]))
    assert "Revised: Winter 2020 \u00b7 to 100000" in page.text.replace("\u00a0", " ")
    assert "Cy, Eve (from hand 3)" in page.text


def test_a_long_match_goes_on_in_the_next_half() -> None:
    found = pages(half_page_sheets([made(40)]))
    text = "\n".join(page.text for page in found)
    assert len(found) == 2
    assert "page 3 of 3" in text
    assert text.index("carried to next page") < text.index("from previous page")
    assert text.count("hand dealer bid took") == 3


def test_bookmarks_and_codes() -> None:
    matches = [made(1), made(40), corrected()]
    reader = PdfReader(BytesIO(half_page_sheets(matches)))
    assert [reader.get_destination_page_number(mark) for mark in reader.outline] == [0, 0, 2]
    codes = [code for code in map(code_of, matches) if code]
    words = [code.full for code in codes] + [code.short for code in codes]
    assert reader.metadata is not None
    assert reader.metadata["/Keywords"].split() == words
    assert half_page_sheets(matches) == half_page_sheets(matches)


@pytest.mark.parametrize(
    ("language", "head"),
    [
        ("en", "Aces – Kings · Spring Open · Round 2 · Table 4 · 14 March 2026"),
        ("es", "Aces – Kings · Spring Open · Ronda 2 · Mesa 4 · 14 de marzo de 2026"),
    ],
)
def test_a_further_half_says_whose_it_is_as_a_further_page_does(language: str, head: str) -> None:
    install(catalog_of(language))
    halves = pages(half_page_sheets([made(40)]))
    whole = pages(match_sheet(made(40)))
    heads = [page.text.split("\n")[0] for page in whole]
    assert heads[1].endswith(head.partition("Kings")[2])
    row = status_for_paper(status_of(made(40)))
    assert heads[1].startswith(f"Aces {' '.join(score_parts(row))} Kings")
    assert "\n".join(page.text for page in halves).count(heads[1]) == 2, "three halves"
    reader = PdfReader(BytesIO(half_page_sheets([made(1)])))
    assert reader.metadata is not None
    assert reader.metadata.title == " · ".join(head.split(" · ")[:-1])


def test_after_a_forfeit_the_letters_are_large_and_the_points_small() -> None:
    match = made(5, {"kind": "forfeit", "side": 1, "why": "left the room"})
    (page,) = pages(half_page_sheets([match]))
    size = {said.text: said.size for said in page.texts}
    points = [text for text in size if "at the table" in text]
    assert len(points) == 2
    assert size["W"] == size["F"] > max(size[text] for text in points)
