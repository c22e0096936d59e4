"""The columns of the sheet on the screen have their order and names here, and share its width."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from scorepad.spades.words import T, Text
from scorepad.window.widgets import theme

Part: TypeAlias = Literal["bids", "tricks", "change", "total", "bags"]
PARTS: Final[tuple[Part, ...]] = ("bids", "tricks", "change", "total", "bags")
"""Each side has a column for each of these."""
LEAD: Final = 2
"""How many columns stand before those of the sides: number and dealer."""
COLUMNS: Final = LEAD + 2 * len(PARTS)
HEADINGS: Final[dict[str, Text]] = {
    "number": T("#"),
    "dealer": T("Dealer"),
    "bids": T("Bids"),
    "tricks": T("Tricks"),
    "change": T("Change"),
    "total": T("Total"),
    "bags": T("Bags"),
}
DEALER: Final = 1
"""The dealer's column."""


def column_of(side: int, part: Part) -> int:
    """Return the column of a side's part."""
    return LEAD + side * len(PARTS) + PARTS.index(part)


def place_of(column: int) -> tuple[int, Part] | None:
    """Return the side and the part that a column shows; None for number and dealer."""
    if column < LEAD:
        return None
    side, part = divmod(column - LEAD, len(PARTS))
    return side, PARTS[part]


WEIGHTS: Final = (36, 84, *((92, 70, 84, 84, 70) * 2))
"""The columns' widths in proportion, where there is room."""
LEAST: Final = (26, 50, *((54, 48, 54, 46, 46) * 2))
"""The columns' least widths, in pixels at the usual text size."""
DEALER_MOST: Final = 110
"""A dealer's long name gets at most this much (pixels at the usual text size) before a column goes
for it."""
GOES: Final = (
    (column_of(0, "bags"), column_of(1, "bags")),
    (DEALER,),
    (column_of(0, "tricks"), column_of(1, "tricks")),
)
"""The columns that are left out where the sheet is narrow, in this order.

The header shows the bags too, and the line above it the dealer.  Bids, changes and totals stay."""
GOING: Final = {column for columns in GOES for column in columns}


def shared(room: int, needed: Sequence[int], dealer: int, here: int) -> dict[int, int]:
    """Return the widths (pixels) of the columns that stay in this much `room`.

    `needed` is what their texts need at their smallest; `dealer` the least that the dealer's column
    is given, whose names are cut before a column goes. The column `here`, which the cursor is on,
    goes last: a panel that explains a number takes no column away that it speaks of.

    The resize modes of `QHeaderView` do not serve: beside a panel `Stretch` makes every column
    equally wide and cuts the bids, and `ResizeToContents` pushes the last columns out of sight.
    """
    least = [max(theme.px(width), text) for width, text in zip(LEAST, needed, strict=True)]
    wanted = [
        max(theme.px(width), text * 5 // 4) for width, text in zip(WEIGHTS, needed, strict=True)
    ]
    wanted[DEALER] = min(wanted[DEALER], theme.px(DEALER_MOST) * 5 // 4)
    shortest = max(theme.px(LEAST[DEALER]), dealer)
    least[DEALER] = max(shortest, min(least[DEALER], theme.px(DEALER_MOST)))
    gone: set[int] = set()

    def lacking() -> int:
        return sum(least[column] for column in range(COLUMNS) if column not in gone) - room

    for columns in (*([each for each in group if each != here] for group in GOES), [here]):
        if lacking() <= 0:
            break
        if DEALER in columns:
            least[DEALER] = max(shortest, least[DEALER] - lacking())
            if lacking() <= 0:
                break
        gone |= set(columns) & GOING
    stays = [column for column in range(COLUMNS) if column not in gone]
    spare = max(0, -lacking())
    grows = {column: max(0, wanted[column] - least[column]) for column in stays}
    total = sum(grows.values()) or 1
    sizes = {column: least[column] + spare * grows[column] // total for column in stays}
    sizes[stays[-1]] += max(0, room - sum(sizes.values()))
    return sizes
