"""Dates, times and large numbers are written as people of the reader's region write them: “March
14, 2026”, “7:30 PM” and “3,000” in the United States, “14 March 2026” and “19:30” in Britain.

A region is a territory of Unicode's list (US, GB, MX), or a locale that names one (en_US).  It has
a paper too.
"""

from __future__ import annotations

import locale
import os
import re
import unicodedata
from contextlib import suppress
from datetime import date, time
from functools import cache, cached_property
from typing import Any

NO_BREAK = str.maketrans({" ": "\u00a0", "\u202f": "\u00a0"})
"""Keeps a date on one line."""


LETTER_TERRITORIES = frozenset(
    ["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"]
)
"""The territories that use Letter paper and not A4, by Unicode's list (CLDR)."""
LETTER_TERRITORY_NAMES = ("UNITED STATES", "CANADA", "MEXICO", "CHILE", "COLOMBIA", "PHILIPPINES")
"""The names that Windows has for the largest of these territories."""
NO_COUNTRY = ("", "C", "POSIX", "en", "English")
"""Locales that name no country; such a system is taken for one in the United States."""


def usual_paper(region: str = "") -> str:
    """Return the paper of a region ("" is the place that this computer is set up for): A4 or
    Letter."""
    place = territory_of(region) or _territory_of_variable("LC_PAPER")
    return "Letter" if place in (*LETTER_TERRITORIES, *LETTER_TERRITORY_NAMES) else "A4"


def system_region() -> str:
    """Return the territory that this computer writes dates for; the United States where it names
    no country and no language but English; "" where it names another language alone."""
    territory = _territory_of_variable("LC_TIME")
    return territory if is_region(territory) else ""


def _territory_of_variable(variable: str) -> str:
    language, *territory = re.split("[_-]", _locale_of(variable))
    if not territory and language in NO_COUNTRY:
        return "US"
    return territory_of((territory or [language])[-1])


def _locale_of(variable: str) -> str:
    """Return this computer's locale by the value of a variable of the environment."""
    locale_name = next(
        (at for name in ("LC_ALL", variable, "LANG") if (at := os.environ.get(name))), ""
    )
    if not locale_name:
        with suppress(ValueError):
            locale_name = locale.getlocale()[0] or ""
    return re.split(r"[.@]", locale_name)[0]


def territory_of(locale_name: str) -> str:
    """Return the territory of a region as it was typed: US for en_US, en-us and US."""
    return re.split("[_-]", locale_name.strip())[-1].upper()


def is_region(locale_name: str) -> bool:
    from babel import Locale

    territories: Any = Locale("en").territories
    code = territory_of(locale_name)
    return len(code) == 2 and code in territories


def regions_by_name(language: str, *others: str) -> dict[str, str]:
    """Return the names of the regions whose dates can be written in a language, by territory and in
    the order of the names; the `others` too, if there are such regions."""
    from babel import Locale, localedata

    names: Any = Locale.parse(language, sep="-").territories
    located = (each.split("_") for each in localedata.locale_identifiers())
    codes = {each[-1] for each in located if each[0] == language and len(each) > 1}
    codes |= {territory_of(each) for each in others}
    named = {code: names[code] for code in codes if len(code) == 2 and code in names}
    return dict(sorted(named.items(), key=lambda each: unicodedata.normalize("NFD", each[1])))


class RegionForms:
    """How a region ("" is the system's) writes dates, times and large numbers in a language.

    Dates and times are None where nothing is known of the two together, as of English in Andorra;
    numbers are then written as in the language.
    """

    def __init__(self, language: str, locale_name: str = "") -> None:
        self._language = re.split("[_-]", language)[0]
        self._region = locale_name

    @cached_property
    def _locale(self) -> Any:
        # Loaded when the first date is written.
        from babel import Locale, UnknownLocaleError

        region = territory_of(self._region) if self._region else system_region()
        with suppress(ValueError, UnknownLocaleError):
            return Locale.parse(f"{self._language}_{region}") if region else None
        return None

    @cache  # noqa: B019  (there is one for each language)
    def weekday(self, day: date) -> str | None:
        """Write a date with its weekday: “Tuesday, March 14”."""
        from babel import dates

        if self._locale is None:
            return None
        pattern = re.sub(r",?\s*('[^']*'\s*)?y+", "", self._locale.date_formats["full"].pattern)
        return dates.format_date(day, pattern, self._locale).translate(NO_BREAK)

    @cache  # noqa: B019
    def date(self, day: date) -> str | None:
        """Write a date: “March 14, 2026”."""
        from babel import dates

        if self._locale is None:
            return None
        return dates.format_date(day, "long", self._locale).translate(NO_BREAK)

    @cache  # noqa: B019
    def day_format(self) -> str | None:
        """Return the format (`strftime`) of a date in figures: 03/14/2026."""
        if self._locale is None:
            return None
        figures = {"d": "%d", "M": "%m", "y": "%Y"}
        pattern: str = self._locale.date_formats["short"].pattern
        return re.sub(r"([dMy])\1*", lambda match: figures[match[1]], pattern)

    @cache  # noqa: B019
    def time(self, at: time) -> str | None:
        """Write a time of day to the minute: “7:30 PM”."""
        from babel import dates

        if self._locale is None:
            return None
        plain = at.replace(second=0, microsecond=0, tzinfo=None)
        return dates.format_time(plain, "short", locale=self._locale).translate(NO_BREAK)

    @cache  # noqa: B019
    def separator(self) -> str:
        """Return the separator of columns in a text table: a semicolon where numbers have a decimal
        comma, else a comma."""
        from babel import numbers

        symbol = numbers.get_decimal_symbol(self._locale or self._language)
        return ";" if symbol == "," else ","

    @cache  # noqa: B019
    def count(self, number: int) -> str:
        """Write how many there are of something: “3,000”."""
        from babel import numbers

        return numbers.format_decimal(number, locale=self._locale or self._language)
