"""What holds for every kind of paper, on both papers and in both languages."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from PIL import ImageCms

from reports.sheets.columns import lay_out_grid
from reports.sheets.sheet_foot import NAMES_CUT
from reports.sheets.sheet_head import NAMES_WHOLE
from reports.typeset.paper import MARGIN, PAPER_SIZES, Paper
from scorepad.spades.words import install
from tests.pairwise import pairwise
from tests.reports.drawn import pages
from tests.reports.inked import Ink, Inked, inked
from tests.reports.languages import LANGUAGES, catalog_of
from tests.reports.made import PAPERS
from tests.reports.papers import EVERY_KIND, LONG_NAMES
from tests.reports.tagged import Tagged

NUMBER = re.compile(r"[+\u2212]?\d+")
NEAR = 3.0
"""A number whose right edge is so near to that of its column, in points, belongs to it."""


@pytest.mark.parametrize(
    ("kind", "language", "paper"), pairwise(tuple(EVERY_KIND), LANGUAGES, PAPERS)
)
def test_a_paper_of_every_kind(kind: str, language: str, paper: Paper) -> None:
    install(catalog_of(language))
    found = inked(lambda: EVERY_KIND[kind](paper))
    check_edges(kind, paper, found)
    if kind.startswith("sheet"):
        check_columns(paper, found.inks)
    if language == "en":
        check_structure(found.made)


def check_edges(kind: str, paper: Paper, found: Inked) -> None:
    """Nothing is covered or over the edge."""
    assert found.inks
    assert set(found.sizes.values()) <= {PAPER_SIZES[paper], PAPER_SIZES[paper][::-1]}
    assert list(found.covered()) == []
    for ink in found.inks:
        wide, tall = found.sizes[ink.page]
        edge = 6 if "round" in kind else MARGIN - 0.1  # cards say at the edge where to fold them
        assert edge <= ink.left, ink
        assert ink.right <= wide - edge + 0.5, ink
        assert ink.low >= 6, ink
        assert ink.high <= tall - 6, ink
        if kind.startswith("compact") and ink.size:
            assert abs(ink.base - tall / 2) > 8, ink


@pytest.mark.parametrize(
    ("kind", "script", "language", "paper"),
    pairwise(tuple(LONG_NAMES), ("words", "wide"), LANGUAGES, PAPERS),
)
def test_names_of_500_characters_are_whole_or_said_to_be_cut(
    kind: str, script: str, language: str, paper: Paper
) -> None:
    install(catalog_of(language))
    found = inked(lambda: LONG_NAMES[kind](script, paper))
    assert list(found.covered()) == []
    for ink in found.inks:
        wide, tall = found.sizes[ink.page]
        assert ink.left > 5, ink
        assert ink.right < wide - 5, ink
        assert ink.low > 5, ink
        assert ink.high < tall - 5, ink
    texts: dict[int, str] = {}
    for ink in found.inks:
        texts[ink.page] = f"{texts.get(ink.page, '')} {ink.said}"
    notices = [str(NAMES_CUT), str(NAMES_WHOLE)]
    whole = " ".join(texts.values()).replace("- ", "")
    for role in {word[0] for word in re.findall(r"\b[A-Z](?:rom|WWWW)", whole)}:
        assert f"{role}end" in whole or notices[0] in whole, "its last word stands somewhere"
    for text in texts.values():
        assert "\u2026" not in text or any(notice in text for notice in notices), text


@pytest.mark.parametrize("kind", LONG_NAMES)
def test_markup_and_overrides_in_names_are_printed_as_they_were_typed(kind: str) -> None:
    found = inked(lambda: LONG_NAMES[kind]("markup", "A4"))
    text = "".join(ink.said for ink in found.inks).replace(" ", "")
    whole = set(re.findall(r"<script>([A-Z])&amp;</script>", text))
    assert whole == set(re.findall("<script>(.)", text)) >= {"X", "C"}
    check_structure(found.made)
    found = inked(lambda: LONG_NAMES[kind]("override", "A4"))
    texts = [ink.said for ink in found.inks]
    assert len([text for text in texts if re.search("[A-Z]rom one", text)]) > 2, texts
    assert not [text for text in texts if "eno mor" in text or "\u202e" in text]
    assert not [page for page in pages(found.made) if "\u202e" in page.text]
    check_structure(found.made)


def check_columns(paper: Paper, inks: list[Ink]) -> None:
    """The numbers of a column end on one edge."""
    edges = [
        edge for side in lay_out_grid(paper).sides for edge in (side.points, side.total, side.right)
    ]
    for ink in inks:
        if ink.size != 9.0 or not NUMBER.fullmatch(ink.said):
            continue
        near = min(edges, key=lambda edge: abs(edge - ink.right))
        assert abs(near - ink.right) < 0.01 or abs(near - ink.right) > NEAR, ink


def check_structure(pdf: bytes) -> None:
    """It is tagged, and what ink means is said too: gray, by a profile that can be read."""
    tagged = Tagged(pdf)
    assert tagged.check() == []
    (intent,) = tagged.catalog["/OutputIntents"]
    assert intent["/S"] == "/GTS_PDFA1"
    profile = intent["/DestOutputProfile"].get_object()
    assert profile["/N"] == 1
    data = profile.get_data()
    assert int.from_bytes(data[:4], "big") == len(data)
    assert ImageCms.ImageCmsProfile(BytesIO(data)).profile.xcolor_space.strip() == "GRAY"
