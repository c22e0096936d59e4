"""Papers and the columns of a match sheet on them, in points from the top left corner."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

Paper: TypeAlias = Literal["A4", "Letter"]
SIZES: Final[dict[Paper, tuple[float, float]]] = {
    "A4": (595.276, 841.89),
    "Letter": (612.0, 792.0),
}
MARGIN: Final = 38.0
TOP: Final = 34.0
FOOTER: Final = 30.0
"""From the foot of the last block to the edge of the paper."""
GUTTER: Final = 16.0


class Columns(msgspec.Struct, frozen=True):
    """The columns of one side: left edges of the bid, the tricks and the outcome, right edges of
    points, total and bags."""

    left: float
    took: float
    outcome: float
    points: float
    total: float
    right: float

    @property
    def wide(self) -> float:
        """The width of all columns of the side."""
        return self.right - self.left


class Grid(msgspec.Struct, frozen=True):
    """A paper and where things stand on it."""

    wide: float
    tall: float
    left: float
    right: float
    foot: float
    dealer: float
    sides: tuple[Columns, Columns]

    @property
    def span(self) -> float:
        """The width between the margins."""
        return self.right - self.left


def grid(paper: Paper) -> Grid:
    """The columns on a paper."""
    wide, tall = SIZES[paper]
    left, right = MARGIN, wide - MARGIN
    dealer, first = left + 24, left + 82
    each = (right - first - GUTTER) / 2
    return Grid(
        wide,
        tall,
        left,
        right,
        tall - FOOTER - 10,
        dealer,
        (_columns(first, each), _columns(first + each + GUTTER, each)),
    )


def _columns(left: float, wide: float) -> Columns:
    right = left + wide
    return Columns(left, left + 58, left + 91, right - 67, right - 28, right)
