"""Sheets in every language that is shipped: nothing out of its place."""

from __future__ import annotations

import pytest

from reports.sheets.blank_sheet import blank_sheet
from reports.sheets.compact_sheet import half_page_sheets
from reports.sheets.match_sheet import match_sheet
from reports.typeset.paper import MARGIN
from reports.typeset.shaping import missing_characters, shape
from scorepad.spades.words import install, installed_language
from tests.reports.drawn import pages
from tests.reports.languages import LANGUAGES, catalog_of
from tests.reports.made import corrected, library


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_too_long_for_its_place(language: str) -> None:
    install(catalog_of(language))
    for pdf in (
        match_sheet(corrected(), "A4"),
        half_page_sheets([corrected()], "A4"),
        blank_sheet(library().get("fairmont-state"), "A4"),
    ):
        for page in pages(pdf):
            for said in page.texts:
                plain, bold = shape(said.text), shape(said.text, True)
                wide = min(plain.width_at(said.size), bold.width_at(said.size))
                assert said.x >= MARGIN - 0.1, (installed_language(), said)
                assert said.x + wide <= page.wide - MARGIN + 0.6, (installed_language(), said)
                assert not missing_characters(said.text), (installed_language(), said)
