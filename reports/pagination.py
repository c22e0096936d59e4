"""Blocks onto pages: what follows what, what must not be parted, what is repeated."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from reports.pen import Pen

ROUNDING = 0.01
"""What sums of heights may be off by, in points."""


class Block(msgspec.Struct, frozen=True):
    """Something of a known height (points) that draws itself below a given `y`.

    `joined`: it stays on the page of the block before it.
    """

    height: float
    draw: Callable[[Pen, float], None]
    joined: bool = False


def nothing(_: int) -> Block | None:
    """What a section that carries nothing has there."""
    return None


def headless(_: bool) -> Block | None:
    """The head of a section that has none."""
    return None


class Section(msgspec.Struct, frozen=True):
    """Rows under a head.

    `head` makes the head (True: on a further page); `carry` makes the last line of a page that
    ends before row `i`, `brought` the first line of the page that begins with it.  `gap` is the
    space above.  `at_foot`: stands at the foot of its page, in one piece.  Where it takes several
    pages, `least` rows stand on the last of them, with `follow` points free below.
    """

    rows: Sequence[Block]
    head: Callable[[bool], Block | None] = headless
    carry: Callable[[int], Block | None] = nothing
    brought: Callable[[int], Block | None] = nothing
    gap: float = 0.0
    at_foot: bool = False
    least: int = 1
    follow: float = 0.0


class Placed(msgspec.Struct, frozen=True):
    """A block and where its top is."""

    block: Block
    y: float


class Pages:
    """Fills pages; `first` and `further` are the `y` where the first and any other page begin,
    `foot` is where they end."""

    def __init__(self, first: float, further: float, foot: float) -> None:
        self.pages: list[list[Placed]] = [[]]
        self.y = first
        self.room = foot - further
        self._further = further
        self._foot = foot

    @property
    def left(self) -> float:
        """How much of the current page is free, in points."""
        return self._foot - self.y

    def add(self, section: Section) -> None:
        """Place a section, over as many pages as it takes."""
        if section.at_foot:
            self._add_at_foot(section)
            return
        units = _units(section.rows)
        starts = self._starts(section, units)
        row = 0
        for number, unit in enumerate(units):
            if number in starts:
                if number:
                    self._place(section.carry(row))
                self.turn()
                self._place(section.head(number > 0))
                if number:
                    self._place(section.brought(row))
            elif number == 0:
                self.y += section.gap if self.pages[-1] else 0.0
                self._place(section.head(False))
            for block in unit:
                if block.height > self.left + ROUNDING and self.pages[-1]:
                    self.turn()
                    self._place(section.head(True))
                self._place(block)
            row += len(unit)

    def _starts(self, section: Section, units: Sequence[Sequence[Block]]) -> set[int]:
        """The units that begin a page.  No page ends a section with a row or two that were just
        too many for the one before: some more of those go with them."""
        starts = self._filled(section, units, set())
        if not starts:
            return set()
        end, (before, last) = len(units), [0, *starts][-2:]
        if end - last >= section.least or end == 1:
            return set(starts)
        begin = end - section.least
        if begin - before < section.least:
            begin = (before + end) // 2
        if begin <= before + 1 and len(starts) == 1 and self.pages[-1]:
            begin = 0
        again = self._filled(section, units, {*starts[:-1], begin})
        return set(again if len(again) <= len(starts) else starts)

    def _filled(
        self, section: Section, units: Sequence[Sequence[Block]], forced: set[int]
    ) -> list[int]:
        """Which units begin a page when every page is filled, and these do in any case."""
        starts = []
        y, empty, row = self.y, not self.pages[-1], 0
        for number, unit in enumerate(units):
            height = sum(block.height for block in unit)
            above = 0.0
            if number == 0:
                above = _height(section.head(False)) + (0.0 if empty else section.gap)
            last = number == len(units) - 1
            spare = section.follow if last else _height(section.carry(row + len(unit)))
            full = y + above + height + spare > self._foot + ROUNDING
            if not empty and (full or number in forced):
                starts.append(number)
                y = self._further + _height(section.head(number > 0))
                y += _height(section.brought(row)) if number else 0.0
            else:
                y += above
            y += height
            if y > self._foot:  # higher than a page: it goes on on the next ones
                y = self._further + (y - self._foot) % self.room
            empty = False
            row += len(unit)
        return starts

    def turn(self) -> None:
        """Begin another page."""
        self.pages.append([])
        self.y = self._further

    def _add_at_foot(self, section: Section) -> None:
        height = sum(block.height for block in section.rows)
        if height + section.gap > self.left + ROUNDING:
            self.turn()
        self.y = self._foot - height
        for block in section.rows:
            self._place(block)

    def _place(self, block: Block | None) -> None:
        if block is not None:
            self.pages[-1].append(Placed(block, self.y))
            self.y += block.height


def _height(block: Block | None) -> float:
    return block.height if block else 0.0


def _units(rows: Sequence[Block]) -> list[list[Block]]:
    units: list[list[Block]] = []
    for block in rows:
        if block.joined and units:
            units[-1].append(block)
        else:
            units.append([block])
    return units
