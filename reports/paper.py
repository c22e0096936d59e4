"""Papers and the columns of a match sheet on them, in points from the top left corner."""

from __future__ import annotations

import math
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
HALF_TOP: Final = 17.0
HALF_FOOTER: Final = 18.0
GUTTER: Final = 16.0


class Type(msgspec.Struct, frozen=True):
    """Sizes in points: of a hand's figures (`size`), of what is told beneath it (`small`, lines
    `detail` apart), of a hand's line (`row`, its baseline at `base`; a hand with more to
    tell takes two or three of them, so that the rows keep their beat), of the remarks (`remark`,
    lines `leading` apart), of the team names above the hands, and of the totals below them."""

    size: float = 9.0
    small: float = 7.0
    detail: float = 9.4
    row: float = 13.6
    base: float = 9.8
    remark: float = 7.8
    leading: float = 10.0
    names: tuple[float, ...] = (10.0, 9.0, 8.0, 7.0)
    sums: float = 12.0

    def rows(self, lines: float, baseline: float | None = None) -> float:
        """The height of as many whole rows as so many lines below the first take."""
        deep = (
            (self.base if baseline is None else baseline) + lines * self.detail + self.small * 0.3
        )
        return self.row * max(1, math.ceil(deep / self.row - 0.01))

    @property
    def lesser(self) -> float:
        """Of the dealer and of how a hand ended, in points."""
        return max(self.size - 1, 7.0)

    @property
    def lift(self) -> float:
        """How far above the baseline the letter of a remark stands, clear of the rule above."""
        return min(3.0, self.base - 5.6)

    @property
    def share(self) -> float:
        """Its size, as a share of the ordinary one."""
        return self.size / 9.0


FULL: Final = Type()
COMPACT: Final = Type(7.6, 7.0, 9.8, 9.8, 7.5, 7.0, 8.4, (8.6, 7.8, 7.0), 9.6)


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
    """A paper, or a half of one, and where things stand on it: `top` is where its first page
    begins, `foot` where its last block ends, `footer` the height of the footer's baseline."""

    wide: float
    tall: float
    left: float
    right: float
    foot: float
    dealer: float
    sides: tuple[Columns, Columns]
    top: float = TOP
    footer: float = 22.0
    type: Type = FULL

    @property
    def span(self) -> float:
        """The width between the margins."""
        return self.right - self.left


def grid(paper: Paper, *, half: bool = False) -> Grid:
    """The columns on a paper, or on the upper or lower half of it."""
    wide, tall = SIZES[paper]
    if half:
        tall /= 2
    left, right = MARGIN, wide - MARGIN
    dealer, first = left + 24, left + 82
    each = (right - first - GUTTER) / 2
    return Grid(
        wide,
        tall,
        left,
        right,
        tall - (HALF_FOOTER if half else FOOTER) - 10,
        dealer,
        (_columns(first, each), _columns(first + each + GUTTER, each)),
        HALF_TOP if half else TOP,
        HALF_FOOTER - 3 if half else 22.0,
        COMPACT if half else FULL,
    )


def _columns(left: float, wide: float) -> Columns:
    right = left + wide
    return Columns(left, left + 57, left + 94, right - 67, right - 28, right)
