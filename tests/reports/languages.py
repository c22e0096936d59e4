"""The languages that are shipped, read from their catalogues as they are in the source tree."""

from __future__ import annotations

import gettext
from collections.abc import Callable
from functools import cache
from io import BytesIO
from typing import TypeVar

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from scorepad.spades.words import ENGLISH, Catalog, install
from tests.reports.made import ROOT

CATALOGUES = {
    catalogue.parts[-3]: catalogue
    for catalogue in sorted((ROOT / "resources" / "translations").glob("*/LC_MESSAGES/scorepad.po"))
}
LANGUAGES = ("en", *CATALOGUES)


@cache
def catalog_of(language: str) -> Catalog:
    """The texts of a language."""
    if language == "en":
        return ENGLISH
    compiled = BytesIO()
    with CATALOGUES[language].open("rb") as written:
        write_mo(compiled, read_po(written, locale=language))
    compiled.seek(0)
    found = gettext.GNUTranslations(compiled)
    return Catalog(language, found.gettext, found.ngettext)


Made = TypeVar("Made")


def in_spanish(make: Callable[[], Made]) -> Made:
    """What is made while Spanish is installed."""
    install(catalog_of("es"))
    try:
        return make()
    finally:
        install(ENGLISH)
