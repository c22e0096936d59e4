"""The languages that are shipped, read from their catalogues as they stand in the source tree."""

from __future__ import annotations

import gettext
from functools import cache
from io import BytesIO

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from scorepad.spades.words import ENGLISH, Words
from tests.reports.made import ROOT

CATALOGUES = {
    catalogue.parts[-3]: catalogue
    for catalogue in sorted((ROOT / "resources" / "translations").glob("*/LC_MESSAGES/scorepad.po"))
}
LANGUAGES = ("en", *CATALOGUES)


@cache
def words_of(language: str) -> Words:
    """The words of a language."""
    if language == "en":
        return ENGLISH
    compiled = BytesIO()
    with CATALOGUES[language].open("rb") as written:
        write_mo(compiled, read_po(written, locale=language))
    compiled.seek(0)
    found = gettext.GNUTranslations(compiled)
    return Words(language, found.gettext, found.ngettext)
