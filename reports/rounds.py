"""The order of a day: rounds by their numbers, knock-out rounds after them, the final last."""

from __future__ import annotations

import re
import unicodedata
from typing import Final, TypeAlias

from scorepad.spades.occasion import same_name

Natural: TypeAlias = tuple[tuple[bool, int, str], ...]
_KNOCK_OUT: Final = (
    (r"\bround of 64\b|\b(last|top) 64\b", 1),
    (r"\bround of 32\b|\b(last|top) 32\b|dieciseisavos", 2),
    (r"\bround of 16\b|\b(last|top) 16\b|octavos", 3),
    (r"\bquarter|\bcuartos", 4),
    (r"\bsemi", 5),
    (r"\b(third|3rd) place\b|\btercer (lugar|puesto)\b|\bbronze\b|\bbronce\b", 6),
    (r"\bfinals?\b|\bfinales\b", 7),
)
"""What knock-out rounds are called in English and in Spanish, in the order of play."""


def natural(text: str) -> Natural:
    """Sorts “Round 2” before “Round 10”."""
    return tuple(
        (not part.isdecimal(), int(part) if part.isdecimal() else 0, part)
        for part in re.split(r"(\d+)", same_name(text))
        if part
    )


def round_order(text: str) -> tuple[int, Natural]:
    """Sorts rounds as they are played: those with numbers, those with names, and the knock-out
    rounds from the widest to the final."""
    name = unicodedata.normalize("NFKD", same_name(text))
    plain = "".join(letter for letter in name if not unicodedata.combining(letter))
    words = " ".join(re.split(r"[\W_]+", plain))
    for pattern, rank in _KNOCK_OUT:
        if re.search(pattern, words):
            return 1 + rank, natural(text)
    return int(bool(words) and not re.search(r"\d", words)), natural(text)
