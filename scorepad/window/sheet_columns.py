"""How the sheet's columns share its width, and which of them go where it is narrow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scorepad.window import theme
from scorepad.window.sheet_paint import DEALER
from scorepad.window.sheet_rows import COLUMNS, column_of

WEIGHTS: Final = (36, 84, *((92, 70, 84, 84, 70) * 2))
"""The columns' widths in proportion."""
LEAST: Final = (26, 50, *((66, 48, 54, 46, 46) * 2))
"""The least they may have, in pixels at the usual text size."""
DEALER_MOST: Final = 110
"""So much (pixels at the usual text size) a dealer's long name gets at the most, before anything
goes for it."""
GOES: Final = (
    (column_of(0, "bags"), column_of(1, "bags")),
    (DEALER,),
    (column_of(0, "tricks"), column_of(1, "tricks")),
)
"""What is left out first where the sheet is narrow: the header has the bags, the line above it
the dealer.  Bids, changes and totals stay."""
GOING: Final = {column for columns in GOES for column in columns}


def shared(room: int, needed: Sequence[int], dealer: int, here: int) -> dict[int, int]:
    """The widths (pixels) of the columns that stay in so much `room`.

    `needed` is what their texts need, small; `dealer` the least that the dealer's is given, who is
    cut before a column goes.  The column `here`, which the cursor is on, goes last: a panel that
    says why takes no column away that it speaks of.
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
