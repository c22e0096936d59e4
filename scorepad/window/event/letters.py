"""The widths of texts in the font for numbers, as parts of the size of the letters.

A text is measured once for all sizes.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from PySide6.QtGui import QFontMetricsF

from scorepad.window.widgets import theme

LINE: Final = 1.18
"""The height of a line."""
SHORT: Final = 18  # characters
"""A text of at most so many is never cut."""
REFERENCE: Final = 100
"""Texts are measured in letters of so many pixels."""


def _metrics() -> QFontMetricsF:
    return QFontMetricsF(theme.exact_figure_font(REFERENCE, bold=True))


@lru_cache(maxsize=8192)
def width_of(text: str) -> float:
    """Return the width of a text in bold."""
    return _metrics().horizontalAdvance(text) / REFERENCE


@cache
def _capital_height() -> float:
    return _metrics().capHeight() / REFERENCE


def letter_size(screen: float, part: int) -> float:
    """Return the size of letters (pixels) whose capitals are one `part`th of the height of a screen
    (pixels)."""
    return screen / part / _capital_height()


def split_evenly(text: str) -> list[str]:
    """Return a text on two lines, cut between words so that the longer line is as short as it can
    be; a short name or a single word is one line."""
    words = text.split(" ") if len(text) > SHORT else [text]
    cuts = [[" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words))]
    return min(cuts or [[text]], key=lambda cut: max(map(width_of, cut)))
