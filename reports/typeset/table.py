"""Tables on paper: cells with their content, rows, lines between them, heads and notes.

A table is data until it is drawn: every cell holds its content and the places of it.  So the maker
of a table draws nothing, and heights, tags and page breaks are the same for every kind of paper.
reportlab has tables too (`LongTable`); they can neither tag their cells, nor carry totals from page
to page, nor keep a last page from having one row, and they set text without HarfBuzz.

A row has one baseline.  A block has one row or several that belong together; `pagination` puts them
on pages.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal, Protocol, TypeAlias

import msgspec

from reports.typeset.line_breaking import Lines
from reports.typeset.pagination import Block
from reports.typeset.pen import HAIRLINE, Align, Pen
from reports.typeset.shaping import ShapedLine, shape
from scorepad.spades.words import T, Text

LABEL_GAP: Final = 5.0  # points
"""The least space between two labels of columns."""


class Ink(Protocol):
    """Something that is drawn at its place, relative to a row's baseline."""

    def draw(self, pen: Pen, base: float) -> None:
        """Draw it; `base` is the row's baseline, in points from the top of the page."""


class TextLine(msgspec.Struct, frozen=True):
    """A line of text, so many points `below` the baseline."""

    x: float
    line: ShapedLine | Text | str
    size: float
    below: float = 0.0
    bold: bool = False
    align: Align = "left"
    white: bool = False

    def draw(self, pen: Pen, base: float) -> None:
        pen.text(
            self.x,
            base + self.below,
            self.line,
            self.size,
            bold=self.bold,
            align=self.align,
            white=self.white,
        )


class Paragraph(msgspec.Struct, frozen=True):
    """Lines of text; the first is `below` the baseline."""

    x: float
    lines: Lines
    below: float = 0.0
    align: Align = "left"

    def draw(self, pen: Pen, base: float) -> None:
        top = base + self.below - self.lines.baseline(0)
        pen.lines(self.x, top, self.lines, align=self.align)


class PenMark(msgspec.Struct, frozen=True):
    """A number, a badge or a sign: a method of the pen, its place, so many points `below` the
    baseline, and its further arguments."""

    method: Callable[..., object]
    x: float
    below: float
    arguments: tuple[Any, ...]

    def draw(self, pen: Pen, base: float) -> None:
        self.method(pen, self.x, base + self.below, *self.arguments)


class Rectangle(msgspec.Struct, frozen=True):
    """A rectangle with its top so many points `above` the baseline: black, or with a `frame_weight`
    only its outline."""

    x: float
    above: float
    width: float
    height: float
    frame_weight: float = 0.0
    radius: float = 0.0

    def draw(self, pen: Pen, base: float) -> None:
        top = base - self.above
        pen.rectangle(self.x, top, self.width, self.height, self.frame_weight, self.radius)


class FramedText(msgspec.Struct, frozen=True):
    """A word in a frame, as a warning; `x` is the left edge of the frame."""

    x: float
    line: ShapedLine
    size: float

    @property
    def width(self) -> float:
        """Return the width of the frame, in points."""
        return self.line.width_at(self.size) + 10

    def draw(self, pen: Pen, base: float) -> None:
        high = self.size + 3.8
        pen.rectangle(self.x + 0.6, base - self.size - 0.4, self.width - 1.2, high, 1.2)
        pen.text(self.x + 5, base, self.line, self.size)


class LinkedPageNumber(msgspec.Struct, frozen=True):
    """The page of a bookmark, which `pages` has once the page is drawn, and a box that leads there:
    from `left`, so many points `above` the baseline.  `contents` is its target in words."""

    right: float
    pages: Mapping[str, int]
    key: str
    contents: Text | str
    size: float
    left: float
    above: float
    height: float

    def draw(self, pen: Pen, base: float) -> None:
        page = self.pages.get(self.key)
        if page is None:
            return
        with pen.tag("Link"):
            pen.text(self.right, base, str(page), self.size, align="right")
            wide = self.right - self.left
            pen.link(self.left, base - self.above, wide, self.height, self.key, self.contents)


class Cell(msgspec.Struct, frozen=True):
    """A cell, so many columns wide and rows high; as a `head` it's that of a column or row.  One
    with a `key` may continue in a row with the same key below or on the next page."""

    inks: Sequence[Ink] = ()
    columns: int = 1
    rows: int = 1
    head: Literal["", "Column", "Row"] = ""
    key: Hashable = None

    def draw(self, pen: Pen, base: float) -> None:
        if self.head:
            context = pen.header_cell(self.head, self.columns, self.rows)
        else:
            context = pen.cell(self.columns, self.rows, key=self.key)
        with context:
            for ink in self.inks:
                ink.draw(pen, base)


EMPTY: Final = Cell()


def number_cell(right: float, text: str, size: float, width: float, *, bold: bool = False) -> Cell:
    """Return the cell of a number that ends at `right`, smaller where it is wider than `width`."""
    return Cell((PenMark(Pen.number, right, 0, (text, size, width, bold)),))


class Row(msgspec.Struct, frozen=True):
    """Cells on one baseline, so many points below the top of their block."""

    cells: Sequence[Cell]
    baseline: float
    key: Hashable = None

    def draw(self, pen: Pen, top: float) -> None:
        with pen.row(self.key):
            for cell in self.cells:
                cell.draw(pen, top + self.baseline)


class DividerLine(msgspec.Struct, frozen=True):
    """A line between rows, so many points below the top of their block; or between columns, `to`
    the height where it ends."""

    x: float
    to: float
    y: float
    weight: float = HAIRLINE
    upright: bool = False

    def draw(self, pen: Pen, top: float) -> None:
        if self.upright:
            pen.vertical_rule(self.x, top + self.y, top + self.to, weight=self.weight)
        else:
            pen.rule(self.x, top + self.y, self.to, weight=self.weight)


class Title(msgspec.Struct, frozen=True):
    """The heading of a table, and a text `beside` it on the right."""

    lines: Lines
    left: float
    right: float
    beside: TextLine | None = None

    def draw(self, pen: Pen, top: float) -> None:
        with pen.tag("H2"):
            pen.lines(self.left, top, self.lines)
        if self.beside is not None:
            self.beside.draw(pen, top + self.lines.baseline(0))


def table_block(
    height: float,
    rows: Sequence[Row],
    lines: Sequence[DividerLine] = (),
    *,
    title: Title | None = None,
    stays_with_previous: bool = False,
) -> Block:
    """Return rows of one block, with the lines between them and the title above."""
    return Block(height, partial(_draw, title=title, rows=rows, lines=lines), stays_with_previous)


def _draw(
    pen: Pen, top: float, *, title: Title | None, rows: Sequence[Row], lines: Sequence[DividerLine]
) -> None:
    if title is not None:
        title.draw(pen, top)
    for row in rows:
        row.draw(pen, top)
    for line in lines:
        line.draw(pen, top)


class ColumnLabel(msgspec.Struct, frozen=True):
    """The label above columns: its place, and the number of columns."""

    x: float
    text: Text | str
    align: Align = "left"
    columns: int = 1


def continued_title(title: Text | str, further: bool) -> Text | str:
    """Return the title of a table; on a `further` page marked as continued."""
    return T("{title}, continued", title=title) if further and title else title


Labels: TypeAlias = Sequence[ColumnLabel]


def label_row(labels: Labels, size: float, left: float, baseline: float) -> Row:
    """Return the labels of columns from `left` on.  Those of close columns become smaller rather
    than touch."""
    cells, before = [], left
    for label in labels:
        line = shape(str(label.text))
        room = label.x - before - LABEL_GAP if label.align == "right" else line.width_at(size)
        fitting = min(size, size * room / max(line.width_at(size), 0.1))
        words = TextLine(label.x, line, fitting, align=label.align)
        head: Literal["", "Column"] = "Column" if label.text else ""
        cells.append(Cell((words,) if label.text else (), label.columns, head=head))
        before = label.x
    return Row(cells, baseline)
