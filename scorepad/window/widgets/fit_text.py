"""Texts cut to their room (pixels), for painters."""

from __future__ import annotations

import functools
from collections.abc import Sequence

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


@functools.lru_cache(maxsize=20_000)
def width_of(text: str, font: QFont) -> int:
    """Return the width of a text in a font, in pixels.

    It is remembered: to measure a text is to lay it out.
    """
    return QFontMetrics(font).horizontalAdvance(text)


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
    """Return two names that share `room`: each has half of it and the spare room of the other."""
    one, other = (metrics.horizontalAdvance(name) for name in names)
    shares = (min(one, max(room // 2, room - other)), min(other, max(room // 2, room - one)))
    first, second = (
        metrics.elidedText(name, Qt.TextElideMode.ElideRight, share) if share < wide else name
        for name, share, wide in zip(names, shares, (one, other), strict=True)
    )
    return first, second
