"""Texts as values.

A sentence is born where the fact is known (a gate, a fold, a sheet), long before it is known in
which language it will be read.  So it travels as a `Text`: an English template with named fields.
`str(text)` is the English sentence; a `Words` object, handed down from the composition root,
turns it into the language of the reader.  Babel extracts the templates from `T(...)` and
`N(...)`, and from the labels that screens and sheets say with `words("...")`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from scorepad.spades.directions import isolated, without_isolates

Field: TypeAlias = "str | int | Text"


class Text(msgspec.Struct, frozen=True):
    """One sentence or label: template, plural template, the number that chooses, named fields."""

    one: str
    many: str | None = None
    n: int = 1
    fields: tuple[tuple[str, Field], ...] = ()

    def __str__(self) -> str:
        """The English sentence for programs: names are not isolated in it."""
        return without_isolates(ENGLISH.text(self))


def T(one: str, /, **fields: Field) -> Text:
    """A text without a plural.  `T("{team} wins", team="Aces")`."""
    return Text(one, fields=tuple(fields.items()))


def N(one: str, many: str, n: int, /, **fields: Field) -> Text:
    """A text that depends on the number `n`, which is also its field `{n}`."""
    return Text(one, many, n, (("n", n), *fields.items()))


def authored(text: str) -> Text:
    """A text that somebody wrote into a rule set file: a play rule, a ground, a ruling.

    Said as the reader's catalogue has it, which knows those of the rule sets that ship; a house's
    own is said as it is written.  It has no fields: its braces are shown.
    """
    return Text(text)


def listed(texts: Sequence[Text], *, apart: bool = False) -> Text:
    """The texts one after the other, with commas; `apart`: with semicolons, where they have commas
    of their own.  Raises `ValueError` where there is none."""
    if not texts:
        raise ValueError("nothing to list")
    first, *rest = texts
    if not rest:
        return first
    if apart:
        return T("{first}; {rest}", first=first, rest=listed(rest, apart=True))
    return T("{first}, {rest}", first=first, rest=listed(rest))


def number(value: int) -> str:
    """A number as it is shown to people: with a real minus sign (U+2212)."""
    return f"\u2212{-value}" if value < 0 else str(value)


def signed(value: int) -> str:
    """A change in points as it is shown to people: `+71`, `\u221260`, `0`."""
    return f"+{value}" if value > 0 else number(value)


class Words:
    """Says texts in one language.

    `gettext` and `ngettext` are those of a `gettext.NullTranslations`; the default is English,
    the language of the templates.  A name that runs from right to left is isolated in what is
    said, so that it turns nothing round that stands beside it.
    """

    def __init__(
        self,
        language: str = "en",
        gettext: Callable[[str], str] = lambda one: one,
        ngettext: Callable[[str, str, int], str] = lambda one, many, n: one if n == 1 else many,
    ) -> None:
        self.language = language
        self._gettext = gettext
        self._ngettext = ngettext

    def __call__(self, one: str | Text, /, **fields: Field) -> str:
        """The text, or the template with these fields, in this language."""
        if isinstance(one, Text):
            return self.text(one)
        return self.text(Text(one, fields=tuple(fields.items())))

    def text(self, text: Text) -> str:
        if text.many is None:
            template = self._gettext(text.one) if text.one else ""
            if template == text.one:
                # A catalogue has a text once: with a plural, where another place gives it one.
                template = self._ngettext(text.one, text.one, 1)
        else:
            template = self._ngettext(text.one, text.many, text.n)
        if not text.fields:
            return template
        return template.format(**{name: self._field(value) for name, value in text.fields})

    def _field(self, value: Field) -> str:
        if isinstance(value, Text):
            return self.text(value)
        return number(value) if isinstance(value, int) else isolated(value)


ENGLISH = Words()
