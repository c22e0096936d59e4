"""The running head and the footer of a page: one of each for every kind of paper."""

from __future__ import annotations

from typing import Final

import msgspec

from reports.typeset.line_breaking import MIN_TYPE_SIZE, Lines, fit_text
from reports.typeset.pagination import Block
from reports.typeset.pen import HAIRLINE, Pen
from reports.typeset.shaping import shape
from scorepad.spades.words import Text

CODE_SIZE: Final = 9.0  # points
"""The size of a code, which is typed from a copy.  It is not bold: a copy fills small bold."""
PAGE_SIZE: Final = 7.6  # points, the type size of a page number
GAP: Final = 8.0  # points, the space between the parts of a footer


def running_head(lines: Lines, left: float, right: float, below: float = 0.0) -> Block:
    """Return the line at the top of a page, with a rule under it and `below` points of space."""

    def draw(pen: Pen, y: float) -> None:
        pen.lines(left, y, lines)
        pen.rule(left, y + lines.height + 3, right, weight=1.6)

    return Block(lines.height + 4 + below, draw)


class Footer(msgspec.Struct, frozen=True):
    """The foot of a page: the code of the document, the part that the page belongs to, its number.

    The last line is on `y`, in points from the top of the page.  `about` takes several lines if it
    has no room beside the others.
    """

    left: float
    right: float
    y: float
    page: Text | str
    code: str = ""
    about: Text | str = ""

    @property
    def _lines(self) -> Lines:
        beside = shape(str(self.page)).width_at(PAGE_SIZE) + GAP
        beside += shape(self.code).width_at(CODE_SIZE) + GAP if self.code else 0.0
        return fit_text(self.about, self.right - self.left - beside, (MIN_TYPE_SIZE,))

    @property
    def extra_height(self) -> float:
        """Return how much higher the footer is than one of a line."""
        return self._lines.leading * (len(self._lines.lines) - 1)

    def draw(self, pen: Pen) -> None:
        """Draw the footer, which screen readers skip."""
        lines, top = self._lines, self.y - self.extra_height
        with pen.artifact():
            pen.rule(self.left, top - 9, self.right, weight=HAIRLINE)
            start = self.left
            if self.code:
                start += pen.text(start, self.y, self.code, CODE_SIZE) + GAP
            pen.lines(start, top - lines.baseline(0), lines)
            pen.text(self.right, self.y, self.page, PAGE_SIZE, align="right")
