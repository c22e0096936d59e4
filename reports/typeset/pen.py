"""Draws on a page: text, rules and signs.

Places are in points from the top left corner.  All ink is black, because a photocopier turns gray
into dots.  So a page never chooses a color, but for white letters on black.  Less important content
is thinner or smaller.  The PDF operators are written here one by one: the canvas's own methods
write the same ones and take three times as long.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

from reports.typeset.document import TaggedCanvas
from reports.typeset.fonts import main_face
from reports.typeset.line_breaking import Lines
from reports.typeset.shaping import BOX_HEIGHT, NO_FACE, GlyphRun, ShapedLine, shape
from reports.typeset.structure import CONTAINERS, ElementContext, pdf_text
from scorepad.spades.words import Text, without_isolates

Align: TypeAlias = Literal["left", "right", "center"]
Point: TypeAlias = tuple[float, float]
SignShape: TypeAlias = tuple[bool, Sequence[Point]]
"""Is a shape of a sign solid, and its points, in type sizes right of and above its place."""
HAIRLINE: Final = 0.5  # points
"""The thinnest rule that every copy keeps."""
MIN_LETTER_SIZE: Final = 6.5  # points
"""The same for a single letter that points to a remark."""
DOT_RADIUS: Final = 2.1  # points
CURVE_CONTROL: Final = 0.5523  # radii
"""The distance of the control points of a quarter circle's curve."""


class Pen:
    """Draws on the current page of a canvas.

    `y` counts down from the top edge, which is `height` points above the foot of the paper.
    """

    def __init__(self, canvas: TaggedCanvas, height: float) -> None:
        self.canvas = canvas
        self.height = height
        self.structure = canvas.structure

    def tag(self, tag: str, key: Hashable = None, *, first: bool = False) -> ElementContext:
        """Draw an element of the document, or go on with the one that has this `key` (`structure`):
        a heading `H1`, a paragraph `P`, a list `L`.  A text outside of these is a paragraph."""
        return self.structure.element(tag, key, first=first)

    def paragraph(self) -> ElementContext:
        """Draw several lines as one paragraph, unless they are in a heading or a cell already."""
        within = self.structure.current
        inner = within is None or within.tag not in CONTAINERS
        return ElementContext(self.structure, within) if inner else self.tag("P")

    def artifact(self) -> ElementContext:
        """Draw content that screen readers skip, because it's elsewhere too."""
        return ElementContext(self.structure, None)

    def row(self, key: Hashable = None) -> ElementContext:
        """Draw a row of the table, which the first row begins."""
        with self.tag("Table", "table"):
            return self.tag("TR", key)

    def cell(self, columns: int = 1, rows: int = 1, *, key: Hashable = None) -> ElementContext:
        """Draw a cell that is so many columns wide and rows high."""
        return self.structure.element("TD", key, more=_cell_attributes(columns, rows))

    def header_cell(
        self, scope: Literal["Column", "Row"], columns: int = 1, rows: int = 1
    ) -> ElementContext:
        """Draw the head of columns, or of a row."""
        return self.structure.element("TH", more=_cell_attributes(columns, rows, f"/Scope/{scope}"))

    def figure(
        self, alt: Text | str, x: float, y: float, width: float, height: float
    ) -> ElementContext:
        """Draw a picture, its top left corner at (x, y).  `alt` is its content in words."""
        foot = self.height - y - height
        box = f"{x:.2f} {foot:.2f} {x + width:.2f} {foot + height:.2f}"
        more = f"/Alt {pdf_text(str(alt))}/A<</O/Layout/Placement/Block/BBox[{box}]>>"
        return self.structure.element("Figure", more=more)

    def _write(self, operators: str) -> None:
        self._mark(text=False)
        self.canvas.addLiteral(operators)

    def _mark(self, *, text: bool) -> None:
        mark = self.structure.begin_mark(text=text)
        if mark:
            self.canvas.addLiteral(mark)

    def text(
        self,
        x: float,
        y: float,
        text: Text | str | ShapedLine,
        size: float,
        *,
        bold: bool = False,
        align: Align = "left",
        white: bool = False,
    ) -> float:
        """Draw a line of text with its baseline at `y`, and return its width."""
        line = text if isinstance(text, ShapedLine) else shape(str(text), bold)
        width = line.width_at(size)
        if not line.runs:
            return width
        at = x if align == "left" else x - width if align == "right" else x - width / 2
        operators = [mark] if (mark := self.structure.begin_mark(text=True)) else []
        if self.structure.goes_on:
            operators.append(self._space(at, y, size))
        if line.actual_text:
            text_said = pdf_text(without_isolates(line.text))
            operators.append(f"/Span <</ActualText {text_said}>> BDC")
        if white:
            operators.append("1 g 1 G")
        begun = False
        for run in line.runs:
            if run.face == NO_FACE:
                if begun:
                    operators.append("ET")
                self._boxes(operators, at, y, run, size)
            else:
                if not begun:
                    operators.append(f"BT {at:.2f} {self.height - y:.2f} Td")
                operators.append(self._run(run, size))
            begun = run.face != NO_FACE
            at += run.width * size / 1000
        if begun:
            operators.append("ET")
        if white:
            operators.append("0 g 0 G")
        if line.actual_text:
            operators.append("EMC")
        self.canvas.addLiteral(" ".join(operators))
        return width

    def lines(self, x: float, y: float, lines: Lines, *, align: Align = "left") -> None:
        """Draw lines below `y`, one under the other, as one paragraph."""
        with self.paragraph():
            for i, line in enumerate(lines.lines):
                self.text(x, y + lines.baseline(i), line, lines.size, align=align)

    def number(
        self, right: float, y: float, text: str, size: float, width: float, bold: bool
    ) -> None:
        """Draw a right-aligned number, smaller where it is too long for its column."""
        line = shape(text, bold)
        size = min(size, size * width / max(line.width_at(size), 0.1))
        self.text(right, y, line, size, align="right")

    def _space(self, x: float, y: float, size: float) -> str:
        """Return the operators of a space, which parts two texts for screen readers."""
        type_ = self.canvas.font_operator(main_face(False).name, 0, size)
        return f"BT {x:.2f} {self.height - y:.2f} Td {type_} ( ) Tj ET"

    def _run(self, run: GlyphRun, size: float) -> str:
        """Return the operators that draw a run."""
        operators = _glyphs(self.canvas, run, size)
        if run.heavy:
            operators = f"2 Tr {size * 0.035:.2f} w {operators} 0 Tr"
        return operators

    def _boxes(self, operators: list[str], x: float, y: float, run: GlyphRun, size: float) -> None:
        """Draw a crossed box for each character that no typeface has."""
        count = len(run.codes)
        step = run.width * size / 1000 / count
        bottom = self.height - y
        write = operators.append
        write(f"{size * 0.045:.2f} w")
        for i in range(count):
            left, side, height = (
                x + i * step + size * 0.06,
                step - size * 0.12,
                size * BOX_HEIGHT / 1000,
            )
            right, top = left + side, bottom + height
            write(f"{left:.2f} {bottom:.2f} {side:.2f} {height:.2f} re S")
            write(f"{left:.2f} {bottom:.2f} m {right:.2f} {top:.2f} l S")
            write(f"{left:.2f} {top:.2f} m {right:.2f} {bottom:.2f} l S")

    def rule(self, x: float, y: float, to: float, *, weight: float) -> None:
        """Draw a horizontal rule; `y` is its middle."""
        up = self.height - y
        self._write(f"{weight:.2f} w {x:.2f} {up:.2f} m {to:.2f} {up:.2f} l S")

    def vertical_rule(self, x: float, y: float, to: float, *, weight: float) -> None:
        """Draw a vertical rule from `y` down to `to`."""
        top, foot = self.height - y, self.height - to
        self._write(f"{weight:.2f} w {x:.2f} {top:.2f} m {x:.2f} {foot:.2f} l S")

    def rectangle(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        frame_weight: float = 0.0,
        radius: float = 0.0,
    ) -> None:
        """Draw a black rectangle with its top left corner at (x, y); with a weight, its outline in
        this weight.  Its corners are round by a radius."""
        bottom = self.height - y - height
        path = f"{x:.2f} {bottom:.2f} {width:.2f} {height:.2f} re"
        if radius:
            path = _rounded_box_path(x, bottom, width, height, radius)
        self._write(f"{frame_weight:.2f} w {path} S" if frame_weight else f"{path} f")

    def black_squares(
        self, x: float, y: float, step: float, bit_rows: Sequence[Sequence[int]]
    ) -> None:
        """Draw a black square, `step` points wide, for each 1 in the rows; the first is at (x, y).

        All squares are one shape, so that no hairline shows between them.
        """
        bottom = self.height - y - len(bit_rows) * step
        operators = [f"q {step:.3f} 0 0 {step:.3f} {x:.3f} {bottom:.3f} cm"]
        for up, row in zip(reversed(range(len(bit_rows))), bit_rows, strict=True):
            runs = re.finditer(b"\1+", bytes(row))
            operators += [f"{run.start()} {up} {len(run[0])} 1 re" for run in runs]
        self._write(" ".join([*operators, "f Q"]))

    def picture(self, image: Any, x: float, y: float, width: float, height: float) -> None:
        """Draw a picture with its top left corner at (x, y)."""
        self._mark(text=False)
        self.canvas.drawImage(image, x, self.height - y - height, width, height)

    def link(
        self, x: float, y: float, width: float, height: float, key: str, contents: Text | str
    ) -> None:
        """Make a box, its top left corner at (x, y), a link to a bookmark; `contents` is its target
        in words.  It is drawn in a `Link`."""
        bottom = self.height - y - height
        self.canvas.link((x, bottom, x + width, bottom + height), key, str(contents))

    def polyline(self, points: Sequence[Point], *, weight: float, dashed: bool = False) -> None:
        """Draw a black line through points."""
        dash = f"[{weight * 2.6:.2f} {weight * 1.8:.2f}] 0 d" if dashed else ""
        self._write(f"{weight:.2f} w 1 j {dash} {self._path(points)} S [] 0 d 0 j")

    def _path(self, points: Sequence[Point]) -> str:
        (x, y), *more = points
        path = [f"{x:.2f} {self.height - y:.2f} m"]
        path += [f"{x:.2f} {self.height - y:.2f} l" for x, y in more]
        return " ".join(path)

    def dot(self, x: float, y: float, *, solid: bool) -> None:
        """Draw a filled or a hollow dot."""
        fill = "" if solid else "1 g "
        self._circle(x, y, DOT_RADIUS, f"{fill}{DOT_RADIUS * 0.45:.2f} w", "B")

    def badge(self, x: float, y: float, letter: str, size: float) -> None:
        """Draw a letter in a ring on the baseline `y`."""
        radius = size * 0.56
        middle = y - size * 0.31
        weight = max(0.5, size * 0.07)
        self._circle(x + radius, middle, radius, f"{weight:.2f} w", "S")
        small = max(size * 0.7, MIN_LETTER_SIZE)
        foot = middle + small * 0.345
        self.text(x + radius, foot, letter, small, bold=True, align="center")

    def _circle(self, x: float, y: float, r: float, before: str, after: str) -> None:
        """Draw a circle round (x, y).  Its path is that of every circle of its size, because a
        sheet has dozens, which are compressed to one."""
        path = _rounded_box_path(-r, -r, 2 * r, 2 * r, r)
        self._write(f"q 1 0 0 1 {x:.2f} {self.height - y:.2f} cm {before} {path} {after} Q")

    def spade(self, x: float, y: float, height: float) -> float:
        """Draw a spade on the baseline `y`, and return its width."""
        u, base = height / 100, self.height - y

        def at(*points: Point) -> str:
            return " ".join(f"{x + across * u:.2f} {base + up * u:.2f}" for across, up in points)

        curves = (
            ((38, 82), (0, 64), (0, 37)),
            ((0, 16), (28, 10), (40, 30)),
            ((40, 16), (34, 6), (24, 0)),
            (),
            ((56, 6), (50, 16), (50, 30)),
            ((62, 10), (90, 16), (90, 37)),
            ((90, 64), (52, 82), (45, 100)),
        )
        path = [f"{at(*points)} c" if points else f"{at((66, 0))} l" for points in curves]
        self._write(f"{at((45, 100))} m {' '.join(path)} h f")
        return 90 * u

    def sign(self, x: float, y: float, size: float, shapes: Sequence[SignShape]) -> None:
        """Draw the shapes of a sign on the baseline `y`: a path of one that is solid, or a
        stroke."""
        for is_solid, points in shapes:
            path = self._path([(x + across * size, y - up * size) for across, up in points])
            stroke = f"{size * 0.13:.2f} w 1 J 1 j {path} S 0 J 0 j"
            self._write(f"{path} h f" if is_solid else stroke)


def _cell_attributes(columns: int, rows: int = 1, scope: str = "") -> str:
    """Return the attributes of a cell."""
    wide = f"/ColSpan {columns}" if columns > 1 else ""
    high = f"/RowSpan {rows}" if rows > 1 else ""
    return f"/A<</O/Table{scope}{wide}{high}>>" if scope or wide or high else ""


def _glyphs(canvas: TaggedCanvas, run: GlyphRun, size: float) -> str:
    """Return the operators that draw a run in an embedded typeface."""
    operators, part, rise = "", -1, 0.0
    for up, back, text in run.pieces:
        before = f"{back:.2f}" if back else ""
        for subset, codes in canvas.encode_text(run.face, text):
            if subset != part or up != rise:
                operators += "" if part < 0 else "] TJ "
                operators += canvas.font_operator(run.face, subset, size)
                operators += f" {up * size / 1000:.3f} Ts [" if up != rise else " ["
                part, rise = subset, up
            operators += f"{before}<{codes.hex()}>"
            before = ""
    return f"{operators}] TJ 0 Ts" if rise else f"{operators}] TJ"


@lru_cache(maxsize=64)
def _rounded_box_path(x: float, y: float, width: float, height: float, r: float) -> str:
    """Return the path of a box with round corners, measured from the bottom left."""
    k = r * (1 - CURVE_CONTROL)
    right, top = x + width, y + height
    return (
        f"{x + r:.2f} {y:.2f} m {right - r:.2f} {y:.2f} l "
        f"{right - k:.2f} {y:.2f} {right:.2f} {y + k:.2f} {right:.2f} {y + r:.2f} c "
        f"{right:.2f} {top - r:.2f} l "
        f"{right:.2f} {top - k:.2f} {right - k:.2f} {top:.2f} {right - r:.2f} {top:.2f} c "
        f"{x + r:.2f} {top:.2f} l "
        f"{x + k:.2f} {top:.2f} {x:.2f} {top - k:.2f} {x:.2f} {top - r:.2f} c "
        f"{x:.2f} {y + r:.2f} l "
        f"{x:.2f} {y + k:.2f} {x + k:.2f} {y:.2f} {x + r:.2f} {y:.2f} c h"
    )
