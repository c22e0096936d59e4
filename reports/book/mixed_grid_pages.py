"""Pages under one running head, upright ones and wide ones, in the order in which they are filled.

A bracket whose names would become smaller on an upright page gets a wide one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from reports.sheets.columns import Grid
from reports.typeset.document import TaggedCanvas
from reports.typeset.page_frame import Footer
from reports.typeset.pagination import Block, PageSection, Pagination, PlacedBlock
from reports.typeset.paper import TOP
from reports.typeset.pen import Pen
from scorepad.spades.sheetcode import SheetCode
from scorepad.spades.words import T


class MixedGridPage(msgspec.Struct, frozen=True):
    """A page: its grid, its head, and the blocks below it."""

    grid: Grid
    head: Block
    blocks: Sequence[PlacedBlock]


class MixedGridPagination:
    """Fills pages with sections, each on the grid that it was made for."""

    def __init__(self, make_head: Callable[[Grid], Block], footer_height: float = 0.0) -> None:
        self._make_head = make_head
        self._footer_height = footer_height
        self._runs: list[tuple[Grid, Block, Pagination]] = []

    def page_room(self, grid: Grid) -> float:
        """Return the height of a page below its head, in points."""
        return grid.foot - self._footer_height - TOP - self._make_head(grid).height

    def add(self, section: PageSection | None, grid: Grid) -> None:
        """Place a section, if there is one, on as many pages as it takes."""
        if section is None:
            return
        if not self._runs or self._runs[-1][0] is not grid:
            head = self._make_head(grid)
            top = TOP + head.height
            pagination = Pagination(top, top, grid.foot - self._footer_height)
            self._runs.append((grid, head, pagination))
        self._runs[-1][2].add(section)

    @property
    def pages(self) -> list[MixedGridPage]:
        """Return the pages that are filled."""
        return [
            MixedGridPage(grid, head, blocks)
            for grid, head, pagination in self._runs
            for blocks in pagination.pages
        ]

    def draw(self, canvas: TaggedCanvas, code: SheetCode | None = None) -> None:
        """Draw the pages of a document in one part, each with its number and the code."""
        pages, short = self.pages, code.short if code else ""

        def make_footer(number: int, grid: Grid) -> Footer:
            text = T("page {page} of {pages}", page=number, pages=len(pages))
            return grid.make_footer(text, short)

        with Pen(canvas, pages[0].grid.height).tag("Sect"):
            draw_pages(canvas, pages, make_footer)


def draw_pages(
    canvas: TaggedCanvas,
    pages: Sequence[MixedGridPage],
    make_footer: Callable[[int, Grid], Footer],
    tag: str = "Sect",
) -> None:
    """Draw pages, each with its head, which is read aloud once, and the footer of its number."""
    for number, page in enumerate(pages, 1):
        canvas.set_page_size(page.grid.width, page.grid.height)
        pen = Pen(canvas, page.grid.height)
        with pen.artifact() if number > 1 else pen.tag(tag):
            page.head.draw(pen, TOP)
        for placed in page.blocks:
            placed.draw(pen)
        make_footer(number, page.grid).draw(pen)
        canvas.showPage()
