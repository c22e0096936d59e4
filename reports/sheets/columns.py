"""The columns of a match sheet and the sizes of its type, in points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import structs

from reports.typeset.line_breaking import Lines, fit_text
from reports.typeset.page_frame import Footer
from reports.typeset.pagination import Block
from reports.typeset.paper import FOOTER, HALF_FOOTER, HALF_TOP, MARGIN, PAPER_SIZES, TOP, Paper
from reports.typeset.pen import HAIRLINE
from reports.typeset.table import DividerLine, Row, TextLine, Title, table_block
from scorepad.spades.words import Text

GUTTER: Final = 16.0  # points
"""The space between the columns of both sides."""
PILL_HEIGHT: Final = 1.1  # type sizes
MIN_PILL_AIR: Final = 3.0  # points, above and below a pill together


class TypeSizes(msgspec.Struct, frozen=True):
    """The sizes of type and lines on a sheet.

    A hand's numbers have the type size `size`, the details beneath it `small`, on lines that are
    `detail` apart.  A hand with nothing beneath it is `row` high, with its baseline at `baseline`.
    The remarks have the type size `remark`, on lines that are `leading` apart; `names` are tried
    for the teams above the hands, `sums` is for the totals below them.  The totals of each hand
    are as large as its other numbers, because text that is copied from a PDF runs columns of
    several sizes into each other; and not bold, because a copy fills small bold digits.
    """

    size: float = 9.0
    small: float = 8.0
    detail: float = 10.4
    row: float = 13.6
    baseline: float = 9.8
    remark: float = 7.8
    leading: float = 10.0
    names: tuple[float, ...] = (10.0, 9.0, 8.0, 7.0)
    sums: float = 13.0

    @property
    def dealer_size(self) -> float:
        """Return the type size of the dealer, and of the outcome where rows are low."""
        return max(self.size - 1, 7.0)

    @property
    def outcome_size(self) -> float:
        """Return the type size of the outcome; its pill has white above and below it in its row."""
        return self.size if self.row - PILL_HEIGHT * self.size >= MIN_PILL_AIR else self.dealer_size

    @property
    def remark_letter_lift(self) -> float:
        """Return the height of a remark's letter above the baseline.  It keeps clear of the rule
        above."""
        return min(3.0, self.baseline - 6.4)

    @property
    def scale(self) -> float:
        """Return how large heads and gaps are, as a share of those on a whole page."""
        return self.sums / 13.0


WHOLE_PAGE: Final = TypeSizes()
HALF_PAGE: Final = TypeSizes(8.2, 7.0, 9.8, 11.4, 8.4, 7.0, 8.4, (8.6, 7.8, 7.0), 10.6)
DENSE_HALF_PAGES: Final = tuple(
    structs.replace(HALF_PAGE, row=row, baseline=baseline)
    for row, baseline in ((11.0, 8.2), (10.6, 8.0), (10.2, 7.8), (9.8, 7.6))
)
"""For a match that needs a further half otherwise: the highest rows with which it does not."""


class SideColumns(msgspec.Struct, frozen=True):
    """The columns of one side: the left edges of bid, tricks and outcome, the right edges of
    points, total and bags."""

    left: float
    took: float
    outcome: float
    points: float
    total: float
    right: float

    @property
    def width(self) -> float:
        """Return the width of all columns of the side."""
        return self.right - self.left


class Grid(msgspec.Struct, frozen=True):
    """A page, or a half of one, and the places on it.

    The first page of a sheet begins at `top`, and its last block ends at `foot`.  `footer` is the
    distance of the footer's baseline from the edge of the paper.
    """

    width: float
    height: float
    left: float
    right: float
    foot: float
    dealer: float
    sides: tuple[SideColumns, SideColumns]
    top: float = TOP
    footer: float = 22.0
    type: TypeSizes = WHOLE_PAGE

    @property
    def span(self) -> float:
        """Return the width between the margins."""
        return self.right - self.left

    def ruled_block(
        self,
        height: float,
        rows: Sequence[Row],
        y: float | None = None,
        weight: float = HAIRLINE,
        *,
        title: Lines | None = None,
        beside: TextLine | None = None,
    ) -> Block:
        """Return rows with a rule from margin to margin, at `y` or at their foot; `beside` is a
        text on the right of their `title`."""
        rule = DividerLine(self.left, self.right, height if y is None else y, weight)
        heading = Title(title, self.left, self.right, beside) if title else None
        return table_block(height, rows, [rule], title=heading)

    def note_block(self, text: Text | str, sizes: Sequence[float]) -> Block:
        """Return a text below a table, such as the order of the places or the byes."""
        lines = fit_text(text, self.span, sizes, try_lines=3)
        return Block(
            lines.height + 8,
            lambda pen, y: pen.lines(self.left, y + 6, lines),
            stays_with_previous=True,
        )

    def make_footer(self, page: Text | str, code: str = "", about: Text | str = "") -> Footer:
        """Return the footer with these texts, at its place on the page."""
        return Footer(self.left, self.right, self.height - self.footer, page, code, about)


def lay_out_grid(paper: Paper, *, half: bool = False, landscape: bool = False) -> Grid:
    """Lay out the columns on a paper, on a half of it, or on one in `landscape`."""
    width, height = PAPER_SIZES[paper]
    if landscape:
        width, height = height, width
    if half:
        height /= 2
    left, right = MARGIN, width - MARGIN
    dealer, first = left + 24, left + 82
    each = (right - first - GUTTER) / 2
    return Grid(
        width,
        height,
        left,
        right,
        height - (HALF_FOOTER if half else FOOTER) - 10,
        dealer,
        (_side_columns(first, each), _side_columns(first + each + GUTTER, each)),
        HALF_TOP if half else TOP,
        HALF_FOOTER - 3 if half else 22.0,
        HALF_PAGE if half else WHOLE_PAGE,
    )


def _side_columns(left: float, width: float) -> SideColumns:
    right = left + width
    return SideColumns(left, left + 60, left + 98, right - 67, right - 28, right)
