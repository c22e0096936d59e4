"""Puts blocks onto pages, keeps rows together, and repeats heads and totals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import msgspec

from reports.typeset.pen import Pen

ROUNDING = 0.01  # points
"""A sum of heights may be wrong by this much."""


class Block(msgspec.Struct, frozen=True):
    """Something of a known height in points, which `draw` draws below a given `y`.

    One that `stays_with_previous` is on the page of the block before it.
    """

    height: float
    draw: Callable[[Pen, float], None]
    stays_with_previous: bool = False


class PageSection(msgspec.Struct, frozen=True):
    """Rows under a head, on one page or several.

    `head` makes the head (True: on a further page).  `last_line` makes the last line of a page that
    ends before row `i`, `first_line` the first line of the page that begins with that row.  `gap`
    is the space above, in points.  A section `at_foot` is in one piece at the foot of a page.  The
    last of several pages has at least `least` rows, and `follow` points are free below them.
    """

    rows: Sequence[Block]
    head: Callable[[bool], Block | None] = lambda _: None
    last_line: Callable[[int], Block | None] = lambda _: None
    first_line: Callable[[int], Block | None] = lambda _: None
    gap: float = 0.0
    at_foot: bool = False
    least: int = 1
    follow: float = 0.0

    @property
    def height(self) -> float:
        """Return the height of all rows and the gap above them, without heads, in points."""
        return self.gap + sum(block.height for block in self.rows)


class PlacedBlock(msgspec.Struct, frozen=True):
    """A block and the place of its top.  All blocks of a `section` are one part of the document.  A
    head that is `repeated` on a further page is no part of it."""

    block: Block
    y: float
    section: PageSection
    repeated: bool = False

    def draw(self, pen: Pen) -> None:
        """Draw the block as a part of its section."""
        with pen.artifact() if self.repeated else pen.tag("Sect", id(self.section)):
            self.block.draw(pen, self.y)


class Pagination:
    """Fills pages with sections.

    The first page begins at `first`, any other at `further`, which may be a function; all end at
    `foot`.
    """

    def __init__(self, first: float, further: float | Callable[[], float], foot: float) -> None:
        self.pages: list[list[PlacedBlock]] = [[]]
        self.y = first
        self._beginning = further
        self._foot = foot

    @cached_property
    def _further(self) -> float:
        return self._beginning() if callable(self._beginning) else self._beginning

    @property
    def page_room(self) -> float:
        """Return the height of a further page, in points."""
        return self._foot - self._further

    @property
    def free_height(self) -> float:
        """Return the free height of the current page, in points."""
        return self._foot - self.y

    def add(self, section: PageSection) -> None:
        """Place a section, on as many pages as it takes."""
        if section.at_foot:
            self._add_at_foot(section)
            return
        units = _units(section.rows)
        starts = self._starts(section, units)
        row = 0
        for number, unit in enumerate(units):
            if number in starts:
                if number:
                    self._place(section, section.last_line(row))
                self._new_page()
                self._place(section, section.head(number > 0), repeated=number > 0)
                if number:
                    self._place(section, section.first_line(row))
            elif number == 0:
                self.y += section.gap if self.pages[-1] else 0.0
                self._place(section, section.head(False))
            for block in unit:
                if block.height > self.free_height + ROUNDING and self.pages[-1]:
                    self._new_page()
                    self._place(section, section.head(True), repeated=True)
                self._place(section, block)
            row += len(unit)

    def _starts(self, section: PageSection, units: Sequence[Sequence[Block]]) -> set[int]:
        """Choose the units that begin a page.

        A last page with only a row or two gets some rows of the page before it too.
        """
        starts = self._page_starts(section, units, set())
        if not starts:
            return set()
        end, (before, last) = len(units), [0, *starts][-2:]
        if end - last >= section.least or end == 1:
            return set(starts)
        begin = end - section.least
        can_move = len(starts) == 1 and bool(self.pages[-1])
        if begin < before + section.least and not (can_move and begin <= 0):
            begin = (before + end) // 2
        if can_move and begin <= before + 1:
            begin = 0
        again = self._page_starts(section, units, {*starts[:-1], begin})
        return set(again if len(again) <= len(starts) else starts)

    def _page_starts(
        self, section: PageSection, units: Sequence[Sequence[Block]], forced: set[int]
    ) -> list[int]:
        """Return the units that begin a page when every page is filled.  The forced ones begin a
        page in any case."""
        starts = []
        y, empty, row = self.y, not self.pages[-1], 0
        for number, unit in enumerate(units):
            height = sum(block.height for block in unit)
            above = 0.0
            if number == 0:
                above = _height(section.head(False)) + (0.0 if empty else section.gap)
            last = number == len(units) - 1
            spare = section.follow if last else _height(section.last_line(row + len(unit)))
            full = y + above + height + spare > self._foot + ROUNDING
            if not empty and (full or number in forced):
                starts.append(number)
                y = self._further + _height(section.head(number > 0))
                y += _height(section.first_line(row)) if number else 0.0
            else:
                y += above
            y += height
            if y > self._foot:  # it's higher than a page and continues on the next ones
                y = self._further + (y - self._foot) % self.page_room
            empty = False
            row += len(unit)
        return starts

    def _new_page(self) -> None:
        """Begin another page."""
        self.pages.append([])
        self.y = self._further

    def _add_at_foot(self, section: PageSection) -> None:
        if section.height > self.free_height + ROUNDING:
            self._new_page()
        self.y = self._foot + section.gap - section.height
        for block in section.rows:
            self._place(section, block)

    def _place(self, section: PageSection, block: Block | None, *, repeated: bool = False) -> None:
        if block is not None:
            self.pages[-1].append(PlacedBlock(block, self.y, section, repeated))
            self.y += block.height


def _height(block: Block | None) -> float:
    return block.height if block else 0.0


def _units(rows: Sequence[Block]) -> list[list[Block]]:
    """Group the rows of one page: each with the joined ones that follow it."""
    units: list[list[Block]] = []
    for block in rows:
        if block.stays_with_previous and units:
            units[-1].append(block)
        else:
            units.append([block])
    return units
