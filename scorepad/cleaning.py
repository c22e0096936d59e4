"""Cleaning a name from any source: it is one line."""

import unicodedata
from typing import Final

TURNING: Final = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
"""Marks that turn the direction of the following text, or end that (Unicode Standard Annex 9)."""
_LINE_ENDS: Final = ("Cc", "Zl", "Zp")


def replace_line_ends(text: str) -> str:
    """Return a text on one line: a blank for each line end, tab or other control character."""
    if text.isprintable():
        return text  # it has none
    return "".join(" " if unicodedata.category(letter) in _LINE_ENDS else letter for letter in text)


def tidy_name(name: str) -> str:
    """Return a name on one line, with single blanks in it and none around it, and without marks
    that turn its direction."""
    if not name.isprintable():
        name = replace_line_ends(name.translate(TURNING))
    return " ".join(name.split())
