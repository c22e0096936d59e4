"""Where a side's tricks, how its hand ended and its points stand, so that none covers another.

How wide a word is depends on the language, how wide a number is on the rule set.  The word gives
way first: it moves into what the tricks leave free, for the whole sheet, so that the words stand
below each other; then the type is smaller; at last the word stands beneath the hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from reports.paper import Grid, Type
from reports.pen import LEAST
from reports.shaping import Line

GAP: Final = 4.0
"""What stays white on both sides of the word, in points; a pill begins 2 points before its word."""


class Cell(msgspec.Struct, frozen=True):
    """The tricks and the width of the letter behind them, in points; the word and how much wider
    than it its pill is; the points."""

    took: Line
    letter: float
    word: Line
    pill: float
    points: Line


class Places(msgspec.Struct, frozen=True):
    """Type sizes of the word (0: it stands beneath the hand) and of the points; how far from the
    side's left edge the word begins at least, and at most, in points."""

    word: float
    points: float
    outcome: float
    most: float


def placed(cell: Cell, grid: Grid, type_: Type) -> Places:
    """The largest types in which all three stand in one line."""
    column = grid.sides[0]
    took, right = column.took - column.left, column.points - column.left
    for size, word in (
        (type_.size, type_.lesser),
        (type_.size, LEAST),
        (8.0, LEAST),
        (LEAST, LEAST),
    ):
        if size > type_.size or word > size:
            continue
        first = took + cell.took.wide(size) + cell.letter + (GAP + 2 if cell.pill else GAP)
        last = right - cell.points.wide(size)
        if cell.word.width:
            last -= cell.word.wide(word) + cell.pill + GAP
        if first <= last:
            return Places(word, size, first, last)
    room = right - took - cell.letter - GAP
    need = (cell.took.width + cell.points.width) / 1000
    size = min(type_.size, room / need)
    return Places(0.0, size, 0.0, right - cell.points.wide(size))


def preferred(places: Iterable[Places], grid: Grid) -> float:
    """Where the words of a sheet begin, from the side's left edge: as far right as the columns
    have them and every number allows."""
    column = grid.sides[0]
    usual = column.outcome - column.left
    return min((each.most for each in places if each.word and each.most < usual), default=usual)
