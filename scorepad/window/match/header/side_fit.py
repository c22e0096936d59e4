"""What stands in a side's part of the header is chosen here by the room there is."""

from __future__ import annotations

from itertools import product
from typing import Final

import msgspec
from PySide6.QtGui import QFontMetrics

from scorepad.spades.words import join_parts
from scorepad.window.widgets import theme
from scorepad.window.widgets.fit_text import (
    bold_figure_font,
    bold_text_font,
    cut_names,
    first_fit,
    fit_text,
    text_font,
    width_of,
    wrap_text,
)

NAME_SIZES: Final = (20, 18, 17, 16, 15)  # px
PLAYERS_SIZES: Final = (14, 13)  # px
NEEDED_SIZES: Final = (24, 22, 20, 18, 16, 15, 14, 13)  # px
LARGE_SIZE, BESIDE_SIZE = 18, 15  # px
"""The sizes (pixels at the usual text size) of a side's name, of its players, of what is lacking
(no smaller than `LARGE_SIZE` where something stands beside it) and of what stands beside it; the
largest that has room is taken."""
WRAPPED_SIZES: Final = (16, 15, 14, 13)
MAX_LINES: Final = 3
"""The most lines for what is lacking, and the sizes of type for them."""
NAMES_APART: Final = 12  # px
"""The room between a side's name and its players, in pixels at the usual text size."""
SEPARATOR: Final = " · "
"""The separator between two players."""


class FittedPointsToWin(msgspec.Struct, frozen=True, kw_only=True):
    """What is lacking: its lines, their size (pixels at the usual text size), and what stands
    beside a single one."""

    lines: tuple[str, ...]
    size: float
    rest: str = ""


class FittedSide(msgspec.Struct, frozen=True, kw_only=True):
    """A side's name and players as they have room, their sizes (pixels at the usual text size),
    and whether the players stand below."""

    name: str
    name_size: float
    players: str
    players_size: float
    below: bool


def fit_points_to_win(
    room: int, whole_and_short: tuple[str, str], further: list[str]
) -> FittedPointsToWin:
    """Return how what a side lacks is shown in this much room (pixels).

    `whole_and_short` say it whole and in fewer words; `further` has what else counts, the most
    important first.
    """
    whole, short = whole_and_short
    large = NEEDED_SIZES[: NEEDED_SIZES.index(LARGE_SIZE) + 1]
    for count in range(len(further), -1, -1):
        rest = "".join(SEPARATOR + text for text in further[:count])
        left = room - width_of(rest, bold_figure_font(BESIDE_SIZE))
        if (fit := first_fit(product([whole], large), left, bold_figure_font)) is not None:
            return FittedPointsToWin(lines=(whole,), size=fit[1], rest=rest)
    if (fit := first_fit(product([short], NEEDED_SIZES), room, bold_figure_font)) is not None:
        return FittedPointsToWin(lines=(short,), size=fit[1])
    for most, text, size in product(range(2, MAX_LINES + 1), whole_and_short, WRAPPED_SIZES):
        lines = wrap_text(text, QFontMetrics(bold_figure_font(size)), room)
        if 0 < len(lines) <= most:
            return FittedPointsToWin(lines=lines, size=size)
    cut, least = fit_text([(short, NEEDED_SIZES[-1])], room, bold_figure_font)
    return FittedPointsToWin(lines=(cut,), size=least)


def fit_names(room: int, name: str, seats: list[str], *, below: bool = False) -> FittedSide:
    """Return a side's name and its players in this much room (pixels): on one line; `below` each
    other, smaller; and only then shortened."""
    players, large, beside = SEPARATOR.join(seats), NAME_SIZES[0], PLAYERS_SIZES[0]
    needed = width_of(name, bold_text_font(large)) + theme.px(NAMES_APART)
    if not below and needed + width_of(players, text_font(beside)) <= room:
        return FittedSide(
            name=name, name_size=large, players=players, players_size=beside, below=False
        )
    shown, name_size = fit_text(product([name], NAME_SIZES[1:]), room, bold_text_font)
    size = PLAYERS_SIZES[-1]
    return FittedSide(
        name=shown,
        name_size=name_size,
        players=fit_players(seats, QFontMetrics(text_font(size)), room),
        players_size=size,
        below=True,
    )


def fit_players(seats: list[str], metrics: QFontMetrics, room: int) -> str:
    """Return both players, each cut to fit into this room (pixels)."""
    whole = SEPARATOR.join(seats)
    if metrics.horizontalAdvance(whole) <= room:
        return whole
    left = room - metrics.horizontalAdvance(SEPARATOR)
    return join_parts(cut_names(seats, metrics, left), SEPARATOR)
