"""How wide and high texts are on the room's screen, and how a name is set on two lines.

Lengths are parts of the size of the letters, so each text is measured once for all sizes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtGui import QFontMetricsF

from scorepad.window.widgets import theme

LEAST_CAPITALS: Final = 36
"""Capitals are at least this part of the screen's height: one thirty-sixth."""
MOST_CAPITALS: Final = 20
"""Capitals are at most this part of the screen's height."""
LINE: Final = 1.18
"""The height of a line."""
REFERENCE: Final = 100
"""Texts are measured once, in letters of so many pixels."""


@lru_cache(maxsize=4096)
def _width(text: str, family: str) -> float:  # noqa: ARG001  # another font has other widths
    metrics = QFontMetricsF(theme.exact_figure_font(REFERENCE, bold=True))
    return metrics.horizontalAdvance(text) / REFERENCE


def width_of(text: str) -> float:
    """Return the width of a text in bold."""
    return _width(text, theme.exact_figure_font(REFERENCE).family())


def capital_height() -> float:
    """Return the height of capitals."""
    return QFontMetricsF(theme.exact_figure_font(REFERENCE, bold=True)).capHeight() / REFERENCE


def smallest_letter_size(screen: float) -> float:
    """Return the size of the smallest letters (pixels) on a screen of this height (pixels)."""
    return screen / LEAST_CAPITALS / capital_height()


def largest_letter_size(screen: float) -> float:
    """Return the size of the largest letters (pixels) on a screen of this height (pixels)."""
    return screen / MOST_CAPITALS / capital_height()


def _cuts(text: str) -> list[list[str]]:
    words = text.split(" ")
    return [[" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words))]


@lru_cache(maxsize=4096)
def width_on_two_lines(text: str) -> float:
    """Return the least width in which a text stands on two lines, cut between words."""
    return min([width_of(text), *(max(map(width_of, cut)) for cut in _cuts(text))])


def wrap_to_one_or_two_lines(text: str, room: float) -> list[str]:
    """Return a text on one line where it fits into `room`, else cut between words, so that the
    longer line is as short as it can be."""
    cuts = _cuts(text)
    if width_of(text) <= room or not cuts:
        return [text]
    return min(cuts, key=lambda cut: max(map(width_of, cut)))
