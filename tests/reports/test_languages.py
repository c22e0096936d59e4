"""Sheets in every language that is shipped: golden pages, and nothing out of its place."""

from __future__ import annotations

import gettext
from collections.abc import Callable, Iterator
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from reports.blank_sheet import blank_sheet
from reports.compact_sheet import compact_sheets
from reports.match_sheet import match_sheet
from reports.paper import MARGIN
from reports.shaping import missing_characters, shape
from scorepad.spades.words import ENGLISH, Words
from tests.reports.drawn import golden_text, pages
from tests.reports.made import ROOT, corrected, library

TRANSLATIONS = ROOT / "resources" / "translations"


def shipped(folder: Path) -> Iterator[Words]:
    """English, and the words of every catalogue."""
    yield ENGLISH
    for catalogue in sorted(TRANSLATIONS.glob("*/LC_MESSAGES/scorepad.po")):
        language = catalogue.parts[-3]
        with catalogue.open("rb") as written, (folder / f"{language}.mo").open("wb") as made:
            write_mo(made, read_po(written, locale=language))
        with (folder / f"{language}.mo").open("rb") as made:
            found = gettext.GNUTranslations(made)
        yield Words(language, found.gettext, found.ngettext)


def test_golden(tmp_path: Path, golden: Callable[[str, str | bytes], None]) -> None:
    for words in shipped(tmp_path):
        sheet = match_sheet(corrected(), "A4", words)
        blank = blank_sheet(library().get("unc"), "A4", words)
        ending = "" if words.language == "en" else f"-{words.language}"
        golden(f"golden/reports/corrected-A4{ending}.txt", golden_text(sheet))
        golden(f"golden/reports/blank-unc-A4{ending}.txt", golden_text(blank))


def test_no_word_is_too_long_for_its_place(tmp_path: Path) -> None:
    for words in shipped(tmp_path):
        for pdf in (
            match_sheet(corrected(), "A4", words),
            compact_sheets([corrected()], "A4", words),
            blank_sheet(library().get("fairmont-state"), "A4", words),
        ):
            for page in pages(pdf):
                for said in page.texts:
                    plain, bold = shape(said.text), shape(said.text, True)
                    wide = min(plain.wide(said.size), bold.wide(said.size))
                    assert said.x >= MARGIN - 0.1, (words.language, said)
                    assert said.x + wide <= page.wide - MARGIN + 0.6, (words.language, said)
                    assert not missing_characters(said.text), (words.language, said)
