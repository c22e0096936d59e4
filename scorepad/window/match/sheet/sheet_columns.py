"""The columns of the sheet on the screen have their order and names here, and share its width."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from scorepad.spades.words import T, Text
from scorepad.window.widgets import theme

Part: TypeAlias = Literal["bids", "tricks", "change", "total", "bags"]
PARTS: Final[tuple[Part, ...]] = ("bids", "tricks", "change", "total", "bags")
"""Each side has a column for each of these."""
LEADING_COLUMNS: Final = 2
"""The number of columns before those of the sides: number and dealer."""
COLUMN_COUNT: Final = LEADING_COLUMNS + 2 * len(PARTS)
HEADINGS: Final[dict[str, Text]] = {
    "number": T("#"),
    "dealer": T("Dealer"),
    "bids": T("Bids"),
    "tricks": T("Tricks"),
    "change": T("Change"),
    "total": T("Total"),
    "bags": T("Bags"),
}
DEALER_COLUMN: Final = 1
"""The dealer's column."""


def column_of(side: int, part: Part) -> int:
    """Return the column of a side's part."""
    return LEADING_COLUMNS + side * len(PARTS) + PARTS.index(part)


def side_and_part_of_column(column: int) -> tuple[int, Part] | None:
    """Return the side and the part that a column shows; None for number and dealer."""
    if column < LEADING_COLUMNS:
        return None
    side, part = divmod(column - LEADING_COLUMNS, len(PARTS))
    return side, PARTS[part]


WEIGHTS: Final = (36, 84, *((92, 70, 84, 84, 70) * 2))
"""The columns' widths in proportion, where there is room."""
MIN_WIDTHS: Final = (26, 50, *((54, 48, 54, 46, 46) * 2))
"""The columns' least widths, in pixels at the usual text size."""
MAX_DEALER_WIDTH: Final = 124  # px
"""A dealer's long name gets at most this much (pixels at the usual text size) before a column goes
for it."""
HIDE_ORDER: Final = (
    (column_of(0, "bags"), column_of(1, "bags")),
    (DEALER_COLUMN,),
    (column_of(0, "tricks"), column_of(1, "tricks")),
)
"""The columns that are left out where the sheet is narrow, in this order.

The header shows the bags too, and the line above it the dealer.  Bids, changes and totals stay."""
HIDEABLE_COLUMNS: Final = {column for columns in HIDE_ORDER for column in columns}


def least_width(needed: Sequence[int]) -> int:
    """Return the width (pixels) in which all columns are whole, where their texts need so much."""
    return sum(max(theme.px(width), text) for width, text in zip(MIN_WIDTHS, needed, strict=True))


def fitting_column_widths(
    room: int, needed: Sequence[int], dealer_width: int, cursor_column: int
) -> dict[int, int]:
    """Return the widths (pixels) of the columns that stay in this much `room`.

    `needed` is what their texts need; `dealer_width` the least that the dealer's
    column is given, whose names are cut before a column goes. The `cursor_column` goes last: a
    panel that explains a number takes no column away that it speaks of.

    The resize modes of `QHeaderView` do not serve: beside a panel `Stretch` makes every column
    equally wide and cuts the bids, and `ResizeToContents` pushes the last columns out of sight.
    """
    least = [max(theme.px(width), text) for width, text in zip(MIN_WIDTHS, needed, strict=True)]
    preferred = [
        max(theme.px(width), text * 5 // 4) for width, text in zip(WEIGHTS, needed, strict=True)
    ]
    preferred[DEALER_COLUMN] = min(preferred[DEALER_COLUMN], theme.px(MAX_DEALER_WIDTH) * 5 // 4)
    shortest = max(theme.px(MIN_WIDTHS[DEALER_COLUMN]), dealer_width)
    least[DEALER_COLUMN] = max(shortest, min(least[DEALER_COLUMN], theme.px(MAX_DEALER_WIDTH)))
    hidden: set[int] = set()

    def lacking() -> int:
        return sum(least[column] for column in range(COLUMN_COUNT) if column not in hidden) - room

    for columns in (
        *([each for each in group if each != cursor_column] for group in HIDE_ORDER),
        [cursor_column],
    ):
        if lacking() <= 0:
            break
        if DEALER_COLUMN in columns:
            least[DEALER_COLUMN] = max(shortest, least[DEALER_COLUMN] - lacking())
            if lacking() <= 0:
                break
        hidden |= set(columns) & HIDEABLE_COLUMNS
    stays = [column for column in range(COLUMN_COUNT) if column not in hidden]
    spare = max(0, -lacking())
    grows = {column: max(0, preferred[column] - least[column]) for column in stays}
    total = sum(grows.values()) or 1
    sizes = {column: least[column] + spare * grows[column] // total for column in stays}
    sizes[stays[-1]] += max(0, room - sum(sizes.values()))
    return sizes
