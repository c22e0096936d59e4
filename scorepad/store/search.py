"""What a list is searched by: letters without case, accents and other adornments."""

from __future__ import annotations

import unicodedata

from scorepad.desk.ports import Summary

# Letters that Unicode takes for letters of their own, and the keys people reach for in a hurry.
PLAIN = str.maketrans(
    {
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "ı": "i",
        "ł": "l",
        "ø": "o",
        "ŧ": "t",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "ς": "σ",
        "ـ": "",
        "‘": "'",
        "’": "'",
        "ʼ": "'",
        "‐": "-",
        "‑": "-",
        "–": "-",
        "—": "-",
        "−": "-",
    }
)
VIRAMA = 9
"""The combining class of the sign that joins letters in the scripts of India: no adornment."""


def searchable(text: str) -> str:
    """Text as it is compared: `Nguyễn` as `nguyen`, `ΆΡΗΣ` as `αρησ`, `Øyvind` as `oyvind`.

    Vowel signs that are letters of their own (Devanagari, Thai) stay.
    """
    whole = text.encode("utf-8", "replace").decode("utf-8")
    parts = unicodedata.normalize("NFKD", whole.casefold())
    bare = "".join(sign for sign in parts if unicodedata.combining(sign) in {0, VIRAMA})
    return " ".join(bare.casefold().translate(PLAIN).replace("\0", " ").split())


def search_text(summary: Summary) -> str:
    """Everything in a summary that a search looks at, one field a line."""
    fields = (
        summary.event,
        summary.round,
        summary.table,
        *summary.teams,
        *summary.players,
        summary.rules,
        summary.rules_name,
    )
    return "\n".join(searchable(field) for field in fields)
