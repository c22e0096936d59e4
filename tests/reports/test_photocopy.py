"""What a photocopier keeps: every sheet is black on white, no type or rule is too fine for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from io import BytesIO

import pytest
from pypdf import PdfReader

from reports.book.event_book import event_book
from reports.sheets.blank_sheet import blank_sheet, prefill_from_match
from reports.sheets.compact_sheet import half_page_sheets
from reports.sheets.match_sheet import match_sheet
from reports.typeset.fonts import main_face
from tests.reports.content import read_operations
from tests.reports.drawn import characters, codes_of, pages
from tests.reports.event import evening
from tests.reports.made import corrected, made
from tests.reports.papers import filled, rules_of

SHEETS: dict[str, Callable[[], bytes]] = {
    "corrected": lambda: match_sheet(corrected()),
    "short": lambda: match_sheet(filled("unc", 12)),
    "compact": lambda: half_page_sheets([corrected(), made(12)]),
    "blank": lambda: blank_sheet(rules_of("unc")),
    "pen": lambda: blank_sheet(rules_of("unc"), prefilled=prefill_from_match(made(1))),
    "book": lambda: event_book(evening(4)),
}


@cache
def sheet(name: str) -> bytes:
    """A sheet, which each test here looks at."""
    return SHEETS[name]()


@pytest.mark.parametrize("name", SHEETS)
def test_all_ink_is_black_and_no_rule_is_thinner_than_half_a_point(name: str) -> None:
    for page in PdfReader(BytesIO(sheet(name))).pages:
        content = page.get_contents()
        assert content is not None
        drawn = content.get_data().decode("latin-1")
        inks = re.findall(r"(\S+) (?:g|G|rg|RG|k|K|cs|CS|scn?|SCN?)(?=\s)", drawn)
        weights = [float(weight) for weight in re.findall(r"([\d.]+) w\b", drawn)]
        assert set(inks) <= {"0", "1"}  # white is for letters on black
        assert min(weights) >= 0.5


@pytest.mark.parametrize("name", SHEETS)
def test_no_type_is_smaller_than_seven_points_but_single_letters(name: str) -> None:
    for page in pages(sheet(name)):
        for said in page.texts:
            letters = all(len(part) == 1 for part in said.text.split())
            assert said.size >= (6.5 if letters else 7), said


@pytest.mark.parametrize("name", SHEETS)
def test_no_small_number_is_bold(name: str) -> None:
    """The counters of small bold digits fill: the third dark copy of an 8 reads as a 6."""
    reader = PdfReader(BytesIO(sheet(name)))
    for page in reader.pages:
        fonts, letters = page["/Resources"]["/Font"], characters(page)
        face, size = "", 0.0
        for operands, operator in read_operations(page):
            if operator == b"Tf":
                face, size = operands[0], float(operands[1])
            elif operator in (b"Tj", b"TJ") and "Bold" in fonts[face]["/BaseFont"]:
                said = codes_of(operands, letters[face])
                assert size > 10.5 or not re.fullmatch(r"[-+\u2212\d]+", said), (size, said)


def test_digits_and_signs_are_of_one_width() -> None:
    """They are below each other in a column, and a sheet has one character for each."""
    for bold in (False, True):
        face = main_face(bold)
        shaped = [face.shape(each, "Latn", rtl=False)[0] for each in "0123456789+\u2212"]
        assert {across for _, _, across, *_ in shaped} == {560}
        for each, (glyph, *_) in zip("0123456789+\u2212", shaped, strict=True):
            assert face.pdf_code_of_glyph(glyph, each) == ord(each)
