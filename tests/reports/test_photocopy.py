"""What a photocopier keeps: every sheet is black on white, no type or rule is too fine for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO

import pytest
from pypdf import PdfReader

from reports.book.event_book import event_book
from reports.sheets.blank_sheet import blank_sheet, prefilled_by
from reports.sheets.compact_sheet import compact_sheets
from reports.sheets.match_sheet import match_sheet
from scorepad.spades.words import ENGLISH
from tests.reports.drawn import pages
from tests.reports.event import evening
from tests.reports.made import corrected, made
from tests.reports.test_golden import filled, rules_of

SHEETS: dict[str, Callable[[], bytes]] = {
    "corrected": lambda: match_sheet(corrected()),
    "short": lambda: match_sheet(filled("unc", 12)),
    "compact": lambda: compact_sheets([corrected(), made(12)]),
    "blank": lambda: blank_sheet(rules_of("unc")),
    "pen": lambda: blank_sheet(rules_of("unc"), known=prefilled_by(made(1), ENGLISH)),
    "book": lambda: event_book(evening(4)),
}


@pytest.mark.parametrize("name", SHEETS)
def test_all_ink_is_black_and_no_rule_is_thinner_than_half_a_point(name: str) -> None:
    for page in PdfReader(BytesIO(SHEETS[name]())).pages:
        content = page.get_contents()
        assert content is not None
        drawn = content.get_data().decode("latin-1")
        inks = re.findall(r"(?:^|\s)([\d.]+) [gG](?=\s)", drawn)
        weights = [float(weight) for weight in re.findall(r"([\d.]+) w\b", drawn)]
        assert inks
        assert set(inks) <= {"0", "1"}
        assert min(weights) >= 0.5


@pytest.mark.parametrize("name", SHEETS)
def test_no_type_is_smaller_than_seven_points_but_single_letters(name: str) -> None:
    for page in pages(SHEETS[name]()):
        for said in page.texts:
            letters = all(len(part) == 1 for part in said.text.split())
            assert said.size >= (6.5 if letters else 7), said
