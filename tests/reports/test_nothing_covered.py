"""No text of a sheet covers another, whatever the language, the paper and the numbers."""

from __future__ import annotations

from typing import Any

import pytest

from reports.book.event_book import event_book
from reports.sheets.columns import lay_out_grid
from reports.sheets.compact_sheet import half_page_sheets
from reports.sheets.match_sheet import match_sheet
from reports.typeset.paper import MARGIN, Paper
from scorepad.spades.match import Match
from scorepad.spades.words import N, install
from tests.pairwise import pairwise
from tests.reports.inked import Inked, inked
from tests.reports.languages import LANGUAGES, catalog_of
from tests.reports.made import CASES, PAPERS, made

KINDS = ("full", "half")
TRICKS = (1, 13, 130, 1300, 13_000, 130_000, 1_000_000)
"""Points a trick."""


def sheet_ink(match: Match, kind: str, language: str, paper: Paper) -> Inked:
    """What a sheet draws."""
    install(catalog_of(language))
    if kind == "half":
        return inked(lambda: half_page_sheets([match, match], paper))
    return inked(lambda: match_sheet(match, paper))


def valued(trick: int) -> Match:
    """Hands made, set, lost by talk, with nils and a renege, at so many points a trick."""
    log: list[dict[str, Any]] = [
        {"kind": "bids", "bids": [5, 6, 4, 7]},
        {"kind": "talk", "side": 1},
        {"kind": "tricks", "tricks": [5, 8, None, None]},
        {"kind": "bids", "bids": [6, 6, 6, 7]},
        {"kind": "renege", "side": 0, "seat": 2},
        {"kind": "tricks", "tricks": [10, 3, None, None], "id": "k"},
        {"kind": "bids", "bids": ["nil", 6, 7, "blind"]},
        {"kind": "tricks", "tricks": [1, 3, 4, 5]},
        {"kind": "bids", "bids": [5, 6, 4, 7]},
        {"kind": "talk", "side": 1},
        {
            "kind": "amend",
            "entry": "k",
            "to": {"kind": "tricks", "tricks": [11, 2, None, None]},
            "why": "recounted",
        },
    ]
    rules = {
        "id": "wide",
        "name": "Wide",
        "extends": "fairmont-state",
        "game": {"target": 1_000_000},
        "contract": {"trick": trick},
        "nil": {"points": trick, "blind_points": trick},
        "renege": {"effect": "tricks", "tricks": 3, "points": trick, "moved_tricks": "count"},
    }
    return made(0, rules=rules, agreed={}, log=log)


@pytest.mark.parametrize(("kind", "language", "paper"), pairwise(KINDS, LANGUAGES, PAPERS))
def test_no_number_is_covered_whatever_its_width(kind: str, language: str, paper: Paper) -> None:
    for trick in TRICKS:
        found = sheet_ink(valued(trick), kind, language, paper)
        assert [ink for ink in found.inks if ink.said == "box"]
        assert list(found.covered()) == [], trick
        assert min(ink.left for ink in found.inks if ink.size) >= MARGIN - 0.1, trick


@pytest.mark.parametrize(
    ("case", "kind", "language", "paper"), pairwise(tuple(CASES), KINDS, LANGUAGES, PAPERS)
)
def test_nothing_is_covered(case: str, kind: str, language: str, paper: Paper) -> None:
    assert list(sheet_ink(CASES[case](), kind, language, paper).covered()) == []


def test_how_a_hand_ended_stands_beneath_where_the_line_is_full() -> None:
    found = sheet_ink(valued(1_000_000), "full", "es", "A4")
    ended = [ink for ink in found.inks if ink.white]
    sides = [side.left for side in lay_out_grid("A4").sides]
    beneath = [ink for ink in ended if any(0 < ink.left - left < 5 for left in sides)]
    assert {ink.said for ink in ended} == {"caído", "perdida"}
    assert 0 < len(beneath) < len(ended)


def test_the_words_stand_below_each_other() -> None:
    """One of them has no room in its column: all move."""
    log: list[dict[str, Any]] = []
    for _ in range(2):
        log += [{"kind": "bids", "bids": [5, 2, 4, 3]}, {"kind": "talk", "side": 1}]
        log += [{"kind": "tricks", "tricks": [9, 4, None, None]}]
    log[3]["bids"] = [5, 6, 4, 7]
    match = made(0, rules="fairmont-state", log=log[:5], agreed={})
    found = sheet_ink(match, "full", "es", "A4")
    ended = [ink for ink in found.inks if ink.white]
    assert [ink.said for ink in ended] == ["caído", "perdida"]
    assert len({round(ink.left, 1) for ink in ended}) == 1
    assert ended[0].left < lay_out_grid("A4").sides[1].outcome


@pytest.mark.parametrize(("kind", "language", "paper"), pairwise(KINDS, LANGUAGES, PAPERS))
def test_the_row_of_sums_tells_all_its_counts(kind: str, language: str, paper: Paper) -> None:
    """On one line where there is room, else on two, in a taller row."""
    install(catalog_of(language))
    log: list[dict[str, Any]] = []
    for _ in range(12):
        log.append({"kind": "bids", "bids": ["nil", "nil", "nil", 5]})
        log.append({"kind": "tricks", "tricks": [0, 0, 1, 12]})
    for points in (1, 10_000):
        rules = {"id": "n", "name": "N", "extends": "chicago", "nil": {"points": points}}
        match = made(0, rules=rules, log=log, agreed={"game": {"target": 1_000_000}})
        found = sheet_ink(match, kind, language, paper)
        for made_, n in ((12, 24), (12, 12)):
            nils = str(N("{made} of {n} nil made", "{made} of {n} nils made", n, made=made_))
            assert [ink for ink in found.inks if ink.said.endswith(nils)], nils
        assert list(found.covered()) == []


@pytest.mark.parametrize("paper", PAPERS)
def test_a_book_s_lists_have_room_for_every_number(paper: Paper) -> None:
    rules = {"id": "wide", "name": "Wide", "extends": "fairmont-state"}
    rules |= {"game": {"target": 1_000_000}, "contract": {"trick": 1_000_000}}
    log = [
        {"kind": "bids", "bids": [5, 6, 4, 7]},
        {"kind": "tricks", "tricks": [5, 8, None, None]},
        {"kind": "bids", "bids": [5, 6, 8, 7]},
        {"kind": "tricks", "tricks": [13, 0, None, None]},
    ]
    names = ("Quarter " * 20, "Half " * 30)
    teams = [{"name": name, "players": ["Ann", "Cy"]} for name in names]
    matches = [made(0, rules=rules, agreed={}, log=log, teams=teams) for _ in range(30)]
    found = inked(lambda: event_book(matches, paper))
    assert [ink for ink in found.inks if ink.said == "\u2212780000000"]
    assert list(found.covered()) == []
