"""Sheets with the longest texts that a match may hold: all of it is on them, nothing over
anything else, nothing over a footer or into the other half of the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from reports.sheets.match_sheet import match_sheet
from reports.typeset.fonts import Glyph, Typeface
from reports.typeset.paper import HALF_FOOTER, PAPER_SIZES, Paper
from scorepad.spades.match import Match
from tests.pairwise import pairwise
from tests.reports.inked import Inked
from tests.reports.languages import LANGUAGES
from tests.reports.made import FAR, PAPERS, made, played
from tests.reports.test_nothing_covered import KINDS, sheet_ink
from tests.reports.test_random_exports import drawn

LETTERS = {
    "wide": "W",
    "words": "Quarter ",
    "stacked": "ก้",
    "chinese": "李",
    "arabic": "الأسود ",
}


def text(script: str, length: int) -> str:
    """So many characters of a script."""
    letters = LETTERS[script]
    return (letters * (length // len(letters) + 1))[:length].strip()


def named(script: str, *log: dict[str, Any], hands: int = 12) -> Match:
    """A match in which every name is as long as a name may be."""
    name = text(script, 500)
    teams = [{"name": name, "players": [name, name]} for _ in range(2)]
    return made(
        0,
        log=[*played(hands), *log],
        event=name,
        round=text(script, 200),
        table=text(script, 200),
        teams=teams,
        agreed=FAR,
    )


def long_reasons() -> Match:
    """Reasons of three thousand letters: of an override, a misdeal, a ruling, a correction."""
    why = "because " * 375
    return made(
        0,
        log=[
            {"kind": "bids", "bids": [1, 4, 1, 3], "override": "z" * 3000, "id": "b1"},
            {"kind": "tricks", "tricks": [9, 4, None, None], "id": "k1"},
            {"kind": "bids", "bids": [1, 4, 1, 3], "override": why, "id": "b2"},
            {"kind": "misdeal", "reason": why, "id": "m2"},
            {"kind": "ruling", "side": 1, "points": -20, "why": why, "id": "r1"},
            {
                "kind": "amend",
                "entry": "k1",
                "to": {"kind": "tricks", "tricks": [8, 5, None, None]},
                "why": why,
            },
        ],
        agreed={**FAR, "bidding": {"side_minimum": 3}},
    )


def many_offenses() -> Match:
    """A hand with far more beneath it than half a page holds."""
    log: list[dict[str, Any]] = [{"kind": "bids", "bids": [4, 3, 3, 3]}]
    log += [{"kind": "renege", "side": at % 2, "seat": at % 2} for at in range(120)]
    hand = [{"kind": "bids", "bids": [4, 3, 3, 3]}, {"kind": "tricks", "tricks": [4, 3, 3, 3]}]
    return made(0, log=[*log, *(hand * 4)[1:]], rules="unc", agreed=FAR)


EXTREMES: dict[str, Callable[[], Match]] = {
    **{f"names-{script}": lambda script=script: named(script) for script in LETTERS},
    "signed": lambda: named(
        "wide",
        {"kind": "sign", "side": 0, "name": text("wide", 500)},
        {"kind": "sign", "side": 1, "name": text("words", 500)},
    ),
    "reasons": long_reasons,
    "offenses": many_offenses,
}


def crossing(found: Inked, kind: str, paper: Paper) -> list[str]:
    """What stands over the rule of a footer or leaves the paper."""
    tall = PAPER_SIZES[paper][1]
    lines = [HALF_FOOTER + 6, tall / 2 + HALF_FOOTER + 6] if kind == "half" else [31.0]
    over = [ink for ink in found.inks if any(ink.low < line < ink.high for line in lines)]
    off = [ink for ink in found.inks if ink.low < 5 or ink.high > tall - 5]
    if kind == "half":
        off += [ink for ink in found.inks if ink.low < tall / 2 < ink.high]
    return [ink.said for ink in [*over, *off]]


@pytest.mark.parametrize(
    ("extreme", "kind", "language", "paper"),
    pairwise(tuple(EXTREMES), KINDS, LANGUAGES, PAPERS),
)
def test_nothing_stands_over_anything_else(
    extreme: str, kind: str, language: str, paper: Paper
) -> None:
    found = sheet_ink(EXTREMES[extreme](), kind, language, paper)
    assert list(found.covered()) == []
    assert crossing(found, kind, paper) == []


@pytest.mark.parametrize("kind", KINDS)
def test_every_word_of_a_long_reason_stands_on_the_sheet_once(kind: str) -> None:
    found = sheet_ink(long_reasons(), kind, "en", "A4")
    said = " ".join(ink.said for ink in found.inks)
    copies = 2 if kind == "half" else 1
    assert said.count("because") == 5 * 375 * copies  # a misdeal's is told in its notice too
    assert said.count("z") == 3000 * copies
    assert said.count("override: see") == 2 * copies


def test_a_sheet_measures_each_letter_a_few_times_and_says_what_it_cuts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    measured: list[int] = []
    shape = Typeface.shape

    def counted(face: Typeface, text: str, script: str, *, rtl: bool) -> list[Glyph]:
        measured.append(len(text))
        return shape(face, text, script, rtl=rtl)

    monkeypatch.setattr(Typeface, "shape", counted)
    words = [" ".join(f"{note}because{at}" for at in range(300)) for note in range(24)]
    unbroken = "".join(f"{at}W" for at in range(900))
    notes: list[dict[str, Any]] = [{"kind": "note", "text": each} for each in [*words, unbroken]]
    found = sheet_ink(made(1, *notes), "full", "en", "A4")
    letters = sum(len(ink.said) for ink in found.inks)
    assert letters > 25_000
    assert sum(measured) < 5 * letters
    said = " ".join(ink.said for ink in found.inks)
    assert "because299" not in said
    assert "Very long text is cut off with … on this sheet" in said


@pytest.mark.parametrize("kind", KINDS)
def test_a_sheet_says_what_its_remarks_lack_and_that_they_are_cut(kind: str) -> None:
    told = ["\U00012000 in a note", "a \u0531", *["because " * 490] * 8]
    notes: list[dict[str, Any]] = [{"kind": "note", "text": each} for each in told]
    ruling = {"kind": "ruling", "side": 0, "points": 5, "why": "\U00012001 in a reason"}
    found = sheet_ink(made(1, *notes, ruling), kind, "en", "A4")
    said = " ".join(ink.said for ink in found.inks)
    copies = 2 if kind == "half" else 1
    for sentence in (
        "U+12000, U+0531, U+12001",
        ("Very long text is cut off with … on this sheet"),
    ):
        assert said.count(sentence) == copies, sentence


@pytest.mark.parametrize("kind", KINDS)
def test_a_hand_with_very_much_beneath_it_goes_on_on_the_next_page(kind: str) -> None:
    found = sheet_ink(many_offenses(), kind, "en", "A4")
    copies = 2 if kind == "half" else 1
    flags = [ink for ink in found.inks if ink.said.startswith("renege: ")]
    assert len(flags) == 120 * copies
    assert len({ink.page for ink in flags}) > copies


def test_a_match_whose_file_has_a_correction_to_unreadable_rules_has_a_sheet() -> None:
    """A file may say so of an entry that counts nothing; printing it was refused."""
    match = drawn(891)
    assert match is not None
    assert match_sheet(match)
