"""A text is a value; it gets its language where it is shown.

A `Text` is an English template with named fields: `T("{team} wins", team=name)`.  `str(text)` is
the sentence in the installed language, which the composition root chooses at the start;
`text.english` is the English one, for programs, logs and search.  Babel extracts the templates from
`T(...)` and `N(...)`.

A Hebrew or Arabic name turns round the figures and the punctuation beside it, so that a score
reads the wrong way.  So it is isolated in a sentence (the Unicode Bidirectional Algorithm,
3.1.2), which then runs as it would around any other name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, time
from typing import Final, TypeAlias

import msgspec

from scorepad.cleaning import replace_line_ends

Field: TypeAlias = "str | int | float | Text"
"""A float is a moment, in seconds since 1970: texts are kept as JSON, where a date is a text."""


class Text(msgspec.Struct, frozen=True):
    """A text is a sentence or a label: template, plural template, the number that chooses, named
    fields."""

    one: str
    many: str | None = None
    n: int = 1
    fields: tuple[tuple[str, Field], ...] = ()

    def __str__(self) -> str:
        """Return the text in the installed language."""
        return _installed.text(self)

    @property
    def english(self) -> str:
        """The English text for programs, logs and search: names are not isolated in it."""
        return without_isolates(ENGLISH.text(self))


def T(one: str, /, **fields: Field) -> Text:
    """Return a text without a plural.  `T("{team} wins", team="Aces")`."""
    return Text(one, fields=tuple(fields.items()))


def N(one: str, many: str, n: int, /, **fields: Field) -> Text:
    """Return a text that depends on the number `n`, which is also its field `{n}`."""
    return Text(one, many, n, (("n", n), *fields.items()))


def rule_file_text(text: str) -> Text:
    """Return a text of a rule set file: a play rule, a ground, a ruling.

    The reader's catalog translates the texts of the rule sets that ship.  A house's own text is
    shown as it was written.  The text has no fields, so its braces are shown too.
    """
    return Text(text)


def join_with_commas(texts: Sequence[Text], *, semicolons: bool = False) -> Text:
    """Return the texts one after the other, with commas; or with `semicolons`, where they have
    commas of their own. Raise `ValueError` if there is none."""
    if not texts:
        raise ValueError("nothing to list")
    first, *rest = texts
    if not rest:
        return first
    if semicolons:
        return T("{first}; {rest}", first=first, rest=join_with_commas(rest, semicolons=True))
    return T("{first}, {rest}", first=first, rest=join_with_commas(rest))


def join_parts(parts: Iterable[Text | str], separator: str = " \u00b7 ") -> str:
    """Return the parts of a line, without the empty ones; no name in it turns another part."""
    return separator.join(isolate_name(part) for part in map(str, parts) if part)


def format_number(value: int) -> str:
    """Return a number as it is shown to people: with a real minus sign (U+2212)."""
    return f"\u2212{-value}" if value < 0 else str(value)


def format_change(value: int) -> str:
    """Return a change in points as it is shown to people: `+71`, `−60`, `0`."""
    return f"+{value}" if value > 0 else format_number(value)


MONTHS: tuple[Text, ...] = (
    T("January"),
    T("February"),
    T("March"),
    T("April"),
    T("May"),
    T("June"),
    T("July"),
    T("August"),
    T("September"),
    T("October"),
    T("November"),
    T("December"),
)


GROUPED: Final = 1000
"""How many there are is written with a separator of thousands from here on; a score never is."""


class Catalog:
    """The texts of one language, and how its region writes dates, times and counts.

    `gettext` and `ngettext` are those of a `gettext.NullTranslations`; the default is English,
    the language of the templates.  A template that is damaged in the catalog is shown in English.
    """

    def __init__(
        self,
        language: str = "en",
        gettext: Callable[[str], str] = lambda one: one,
        ngettext: Callable[[str, str, int], str] = lambda one, many, n: one if n == 1 else many,
        date_form: Callable[[date], str | None] = lambda _: None,
        time_form: Callable[[time], str | None] = lambda _: None,
        day_format: Callable[[], str | None] = lambda: None,
        count_form: Callable[[int], str] = "{:,}".format,
        weekday_form: Callable[[date], str | None] = lambda _: None,
    ) -> None:
        self.language = language
        self.day_format = day_format
        self.date_form = date_form
        self.time_form = time_form
        self.count_form = count_form
        self.weekday_form = weekday_form
        self._gettext = gettext
        self._ngettext = ngettext

    def text(self, text: Text) -> str:
        """Return a text in this language."""
        if text.many is None:
            template = self._gettext(text.one) if text.one else ""
            if template == text.one:
                # A catalog has each text once, with its plural if any place uses one.
                template = self._ngettext(text.one, text.one, 1)
        else:
            template = self._ngettext(text.one, text.many, text.n)
        if not text.fields:
            return template
        fields = {name: self._field(value) for name, value in text.fields}
        if text.many is not None and text.n >= GROUPED:
            fields["n"] = self.count(text.n)
        try:
            return template.format(**fields)
        except (LookupError, ValueError, AttributeError, TypeError):
            english = text.one if text.many is None or text.n == 1 else text.many
            return english.format(**fields)

    def date(self, day: date) -> str:
        """Return a date as the region writes it, else as “14 March 2026”."""
        local = self.date_form(day)
        if local is not None:
            return local
        month = MONTHS[day.month - 1]
        text = T("{day} {month} {year}", day=str(day.day), month=month, year=str(day.year))
        return self.text(text).replace(" ", "\u00a0")

    def time(self, at: time) -> str:
        """Return a time of day as the region writes it, else as “19:30”."""
        return self.time_form(at) or f"{at:%H:%M}"

    def count(self, number: int) -> str:
        """Return how many there are of something, as the region writes it: “3,000”."""
        return self.count_form(number) if number >= GROUPED else str(number)

    def _field(self, value: Field) -> str:
        if isinstance(value, Text):
            return self.text(value)
        if isinstance(value, float):
            local = datetime.fromtimestamp(value).astimezone()
            return f"{self.date(local.date())}, {self.time(local.time())}"
        return format_number(value) if isinstance(value, int) else isolate_name(value)


ENGLISH: Final = Catalog()
_installed = ENGLISH


def install(catalog: Catalog) -> None:
    """Give every text the language of this catalog from now on."""
    global _installed  # noqa: PLW0603  # a process has one language
    _installed = catalog


def installed_language() -> str:
    """Return the code of the installed language: en, es."""
    return _installed.language


def format_date(day: date) -> str:
    """Return a date as the reader's region writes it: “March 14, 2026”."""
    return _installed.date(day)


def format_weekday(day: date) -> str:
    """Return a date with its weekday as the reader's region writes it: “Tuesday, March 14”."""
    return _installed.weekday_form(day) or _installed.date(day)


def format_time(at: time) -> str:
    """Return a time of day as the reader's region writes it: “7:30 PM”."""
    return _installed.time(at)


def format_count(number: int) -> str:
    """Return how many there are of something, as the reader's region writes it: “3,000”."""
    return _installed.count(number)


def day_format() -> str:
    """Return the format (`strftime`) in which the reader's region types a date: 03/14/2026."""
    return _installed.day_format() or "%Y-%m-%d"


ISOLATE: Final = "\u2068"
"""This begins a part that runs in the direction of its first letter (First Strong Isolate)."""
END_ISOLATE: Final = "\u2069"
"""This ends such a part (Pop Directional Isolate)."""
ISOLATE_STARTS: Final = ("\u2066", "\u2067", ISOLATE)
_NO_ISOLATES = {ord(each): None for each in (*ISOLATE_STARTS, END_ISOLATE)}
_RTL = ("R", "AL", "AN", "RLE", "RLO")
_MAY_TURN = re.compile("[\u0590-\u08ff\u200f-\u206f\ufb1d-\U0010ffff]")
"""Matches all that may run from right to left, or begin or end an isolate."""


def has_right_to_left(text: str) -> bool:
    """Return whether anything in a text runs from right to left."""
    turning = _MAY_TURN.search(text)
    if turning is None:
        return False
    return any(unicodedata.bidirectional(c) in _RTL for c in text[turning.start() :])


def isolate_name(text: str) -> str:
    """Return a name as a part of a sentence of either direction.

    A name that runs from left to right, or whose right-to-left parts are isolated already, doesn't
    change. Line ends become spaces.
    """
    text = replace_line_ends(text)
    return (
        f"{ISOLATE}{balance_isolates(text)}{END_ISOLATE}" if _has_bare_right_to_left(text) else text
    )


def balance_isolates(text: str) -> str:
    """Return a text in which every isolate that begins also ends, and no other ends.

    A text that was cut may have lost the beginning or the end of an isolate.
    """
    if text.isascii():
        return text
    letters: list[str] = []
    open_ = 0
    for letter in text:
        if letter in ISOLATE_STARTS:
            open_ += 1
        elif letter == END_ISOLATE:
            if not open_:
                continue
            open_ -= 1
        letters.append(letter)
    return "".join(letters) + END_ISOLATE * open_


def without_isolates(text: str) -> str:
    """Return a text for a table, a file or a program: only texts for people need names isolated."""
    return text if text.isascii() else text.translate(_NO_ISOLATES)


def _has_bare_right_to_left(text: str) -> bool:
    turning = _MAY_TURN.search(text)
    if turning is None:
        return False
    open_ = 0
    for letter in text[turning.start() :]:
        if letter in ISOLATE_STARTS:
            open_ += 1
        elif letter == END_ISOLATE:
            open_ -= 1
            if open_ < 0:
                # This would end the isolate of another name.
                return has_right_to_left(text)
        elif not open_ and unicodedata.bidirectional(letter) in _RTL:
            return True
    return open_ > 0 and has_right_to_left(text)


def capitalize(text: Text | str) -> str:
    """Return a text with a capital at its beginning, as it is alone."""
    text = str(text)
    first = text.split(" ", 1)[0]
    # The name of a file or of a parameter keeps its small letter.
    return text[:1].upper() + text[1:] if first.replace("'", "").isalpha() else text


def join_as_sentences(texts: Iterable[Text | str]) -> str:
    """Return texts one after another, each as a sentence; empty ones are left out."""
    capitalized = (capitalize(text) for text in texts if text)
    return join_parts(
        (text if text.endswith((".", "!", "?", "…")) else text + "." for text in capitalized), " "
    )
