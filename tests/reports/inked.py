"""Where a sheet's ink is: every text and every black box, as the pen is asked for them.

Read from the pen and not from the file: a file does not tell how wide a text is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from reports.book import event_book, mixed_grid_pages, round_papers
from reports.sheets import blank_sheet, compact_sheet, match_sheet
from reports.typeset.pen import Pen
from reports.typeset.shaping import ShapedLine, shape
from scorepad.spades.words import Text

TOUCH = 0.3
"""What boxes may reach into each other, in points: nobody sees it."""


class Ink(NamedTuple):
    """What was drawn on a page (counted from 1), and its box in points from the foot of the
    paper; `size` is 0 for a box, `base` a text's baseline."""

    page: int
    left: float
    low: float
    right: float
    high: float
    said: str
    size: float = 0.0
    base: float = 0.0
    white: bool = False

    def over(self, other: Ink) -> bool:
        """Does one of the two cover a part of the other?"""
        return (
            self.page == other.page
            and min(self.right, other.right) - max(self.left, other.left) > TOUCH
            and min(self.high, other.high) - max(self.low, other.low) > TOUCH
        )


class Inked(NamedTuple):
    """All that was drawn, the width and height of each page, and what anyone who drew returned."""

    inks: list[Ink]
    sizes: dict[int, tuple[float, float]]
    made: Any = None

    def above(self, ink: Ink) -> Ink:
        """The text that is above another one."""
        over = [
            each
            for each in self.inks
            if each.page == ink.page and each.left <= ink.left < each.right and each.base > ink.base
        ]
        return min(over, key=lambda each: each.base)

    def covered(self) -> Iterator[tuple[Ink, Ink]]:
        """Texts and boxes that cover each other, but for what is white on a black box."""
        upwards = sorted(self.inks, key=lambda ink: (ink.page, ink.low))
        for at, one in enumerate(upwards):
            for place in range(at + 1, len(upwards)):
                other = upwards[place]
                if other.page != one.page or other.low >= one.high:
                    break
                on_box = (one.white and not other.size) or (other.white and not one.size)
                if not on_box and one.over(other):
                    yield one, other


def inked(draw: Callable[[], Any]) -> Inked:
    """What is drawn when a sheet is made."""
    found = Inked([], {})

    class Watched(Pen):
        def text(
            self, x: float, y: float, text: Text | str | ShapedLine, size: float, **how: Any
        ) -> float:
            wide = super().text(x, y, text, size, **how)
            line = (
                text if isinstance(text, ShapedLine) else shape(str(text), how.get("bold", False))
            )
            align = how.get("align", "left")
            left = x if align == "left" else x - wide if align == "right" else x - wide / 2
            at = self.height - y
            page = self.canvas.getPageNumber()
            found.sizes[page] = self.canvas.size
            white = how.get("white", False)
            low, high = at - line.down * size / 1000, at + line.up * size / 1000
            corners = (
                self.canvas.absolutePosition(left, low),
                self.canvas.absolutePosition(left + wide, high),
            )
            (left, right), (low, high) = (sorted(ends) for ends in zip(*corners, strict=True))
            base = self.canvas.absolutePosition(0, at)[1]
            if line.text.strip():
                found.inks.append(Ink(page, left, low, right, high, line.text, size, base, white))
            return wide

        def rectangle(
            self, x: float, y: float, width: float, height: float, *how: float, **named: float
        ) -> None:
            super().rectangle(x, y, width, height, *how, **named)
            if not (how[0] if how else named.get("frame_weight")):
                page, high = self.canvas.getPageNumber(), self.height - y
                found.inks.append(Ink(page, x, high - height, x + width, high, "box"))

    with pytest.MonkeyPatch.context() as patch:
        for module in (
            match_sheet,
            compact_sheet,
            blank_sheet,
            event_book,
            round_papers,
            mixed_grid_pages,
        ):
            patch.setattr(module, "Pen", Watched)
        made = draw()
    return found._replace(made=made)
