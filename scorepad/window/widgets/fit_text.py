"""Text in the room there is: smaller type, fewer words or more lines come before a cut.

`largest_that_fits` finds it for everything that the window paints by hand.  Sizes are pixels at the
usual text size (`theme.px`), rooms are pixels on the screen.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QApplication

from scorepad.window.widgets import theme


def text_font(size: float, *, bold: bool = False) -> QFont:
    """Return the window's font in this size, for words; `theme.figure_font` is the one for
    numbers."""
    font = QFont(QApplication.font())
    font.setPixelSize(theme.px(size))
    font.setBold(bold)
    return font


def bold_text_font(size: float) -> QFont:
    """Return the window's bold font in this size."""
    return text_font(size, bold=True)


@functools.lru_cache(maxsize=20_000)
def width_of(text: str, font: QFont) -> int:
    """Return how wide a text is in a font, in pixels.

    It is remembered: to measure a text is to lay it out.
    """
    return QFontMetrics(font).horizontalAdvance(text)


Try = TypeVar("Try")


def largest_that_fits(tries: Iterable[Try], fits: Callable[[Try], bool]) -> Try | None:
    """Return the first of these that fits, or None.  They come from the largest on: sizes of type,
    ways to say it, ways to lay it out."""
    return next(filter(fits, tries), None)


def first_fit(
    tries: Iterable[tuple[str, float]], room: int, font: Callable[[float], QFont]
) -> tuple[str, float] | None:
    """Return the first text and size that fit into `room`, or None.

    `itertools.product(texts, sizes)` tries every size before it takes the next, shorter text.
    """
    return largest_that_fits(tries, lambda each: width_of(each[0], font(each[1])) <= room)


def fit_text(
    tries: Iterable[tuple[str, float]], room: int, font: Callable[[float], QFont]
) -> tuple[str, float]:
    """Return the first text and size that fit into `room`; when none does, the last text, cut."""
    tried = list(tries)
    fit = first_fit(tried, room, font)
    if fit is not None:
        return fit
    text, size = tried[-1]
    return cut_text(text, QFontMetrics(font(size)), room), size


def cut_text(
    text: str,
    metrics: QFontMetrics,
    room: int,
    where: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> str:
    """Return the text, with "…" at its end, or `where` it is asked, when it is wider than `room`.

    Qt's own cut begins a pixel before the width that `horizontalAdvance` gives.
    """
    if metrics.horizontalAdvance(text) <= room:
        return text
    return metrics.elidedText(text, where, room)


def cut_names(names: Sequence[str], metrics: QFontMetrics, room: int) -> tuple[str, str]:
    """Return two names that share `room`: each has half of it and what the other leaves."""
    one, other = (metrics.horizontalAdvance(name) for name in names)
    shares = (min(one, max(room // 2, room - other)), min(other, max(room // 2, room - one)))
    first, second = (
        metrics.elidedText(name, Qt.TextElideMode.ElideRight, share) if share < wide else name
        for name, share, wide in zip(names, shares, (one, other), strict=True)
    )
    return first, second
