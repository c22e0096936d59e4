"""What stands in a side's part of the header in the room there is: smaller, on more lines or in
fewer words before anything is left out."""

from __future__ import annotations

from typing import Final

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QApplication

from scorepad.spades.directions import isolated
from scorepad.window import theme

NAME: Final = (20, 18, 17, 16, 15)
PLAYERS: Final = (14, 13)
NEEDED: Final = (24, 22, 20, 18, 16, 15, 14, 13)
LARGE, BESIDE = 18, 15
"""Sizes (pixels at the usual text size) of a side's name, of its players, of what is lacking (it
is no smaller than `LARGE` for what stands beside it) and of that: the largest that have room."""
WRAPPED: Final = (16, 15, 14, 13)
LINES: Final = 3
"""Sizes of what is lacking on more than one line, and so many lines at the most."""
NAMES_APART: Final = 12
"""The room between a side's name and its players, in pixels at the usual text size."""


class Needs(msgspec.Struct, frozen=True, kw_only=True):
    """What is lacking: its lines, their size (pixels at the usual text size), and what stands
    beside a single one."""

    lines: tuple[str, ...]
    size: int
    rest: str = ""


class Named(msgspec.Struct, frozen=True, kw_only=True):
    """A side's name and players as they have room, their sizes (pixels at the usual text size),
    and whether the players stand below."""

    name: str
    name_size: int
    players: str
    players_size: int
    below: bool


def plain(size: int, *, bold: bool = False) -> QFont:
    """The font of words in the header; `size` in pixels at the usual text size."""
    font = QFont(QApplication.font())
    font.setPixelSize(theme.px(size))
    font.setBold(bold)
    return font


def _wide(text: str, font: QFont) -> int:
    return QFontMetrics(font).horizontalAdvance(text)


def within(text: str, metrics: QFontMetrics, room: int) -> str:
    """The text in so much room (pixels), with "…" at its end where it has less than it needs.
    (Qt's own eliding begins a pixel before what an advance says.)"""
    if metrics.horizontalAdvance(text) <= room:
        return text
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)


def fitting(texts: tuple[str, ...], metrics: QFontMetrics, room: int) -> str:
    """The first of these texts that has room, else the last."""
    return next((text for text in texts if metrics.horizontalAdvance(text) <= room), texts[-1])


def wrapped(text: str, metrics: QFontMetrics, room: int) -> tuple[str, ...]:
    """The text on lines so wide (pixels), parted between words; empty where a word has no room."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and metrics.horizontalAdvance(longer) <= room:
            lines[-1] = longer
        elif metrics.horizontalAdvance(word) <= room:
            lines.append(word)
        else:
            return ()
    return tuple(lines)


def needs_in(room: int, texts: tuple[str, str], more: list[str]) -> Needs:
    """What is lacking in so much room (pixels); `texts` says it whole and in fewer words, `more`
    what else counts, the weightiest first."""
    whole, short = texts
    small = theme.figures(BESIDE, bold=True)
    fonts = {size: theme.figures(size, bold=True) for size in NEEDED}
    for count in range(len(more), -1, -1):
        rest = "".join(f" · {text}" for text in more[:count])
        for size in NEEDED[: NEEDED.index(LARGE) + 1]:
            if _wide(whole, fonts[size]) + _wide(rest, small) <= room:
                return Needs(lines=(whole,), size=size, rest=rest)
    for size in NEEDED:
        if _wide(short, fonts[size]) <= room:
            return Needs(lines=(short,), size=size)
    for most in range(2, LINES + 1):
        for text in texts:
            for size in WRAPPED:
                lines = wrapped(text, QFontMetrics(fonts[size]), room)
                if 0 < len(lines) <= most:
                    return Needs(lines=lines, size=size)
    size = NEEDED[-1]
    return Needs(lines=(within(short, QFontMetrics(fonts[size]), room),), size=size)


def named_in(room: int, name: str, seats: list[str], *, below: bool = False) -> Named:
    """A side's name and its players in so much room (pixels): on one line; `below` each other,
    smaller; and only then shortened."""
    players = " · ".join(seats)
    large, beside = NAME[0], PLAYERS[0]
    gap = theme.px(NAMES_APART)
    if (
        not below
        and _wide(name, plain(large, bold=True)) + gap + _wide(players, plain(beside)) <= room
    ):
        return Named(name=name, name_size=large, players=players, players_size=beside, below=False)
    name_fits = (size for size in NAME[1:] if _wide(name, plain(size, bold=True)) <= room)
    name_size, players_size = next(name_fits, NAME[-1]), PLAYERS[-1]
    return Named(
        name=within(name, QFontMetrics(plain(name_size, bold=True)), room),
        name_size=name_size,
        players=players_in(seats, QFontMetrics(plain(players_size)), room),
        players_size=players_size,
        below=True,
    )


def players_in(seats: list[str], metrics: QFontMetrics, room: int) -> str:
    """Both players, so much of each as has room (pixels)."""
    whole = " · ".join(seats)
    if metrics.horizontalAdvance(whole) <= room:
        return whole
    between = metrics.horizontalAdvance(" · ")
    wide = [metrics.horizontalAdvance(name) for name in seats]
    half = (room - between) // 2
    shares = [
        min(each, max(half, room - between - other))
        for each, other in zip(wide, wide[::-1], strict=True)
    ]
    elide = Qt.TextElideMode.ElideRight
    return " · ".join(
        isolated(metrics.elidedText(name, elide, share))
        for name, share in zip(seats, shares, strict=True)
    )
