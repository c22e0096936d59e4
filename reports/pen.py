"""Drawing on a page: text, rules and marks, from the top left corner, in points.

Ink is black: a photocopier makes dots of any grey.  What is less important is lighter, smaller or
farther off.  Nothing here knows what a match is.
The operators are written here one by one: the canvas's own methods write the same ones, and take
three times as long to do so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, TypeAlias

from reportlab.pdfbase.pdfmetrics import getFont
from reportlab.pdfgen.canvas import Canvas

from reports.bidirectional import without_isolates
from reports.shaping import BOX_TALL, MISSING, Line, Piece, shape

Align: TypeAlias = Literal["left", "right", "centre"]
Point: TypeAlias = tuple[float, float]
BLACK: Final = 0.0
WHITE: Final = 1.0
HAIR: Final = 0.5
"""The thinnest rule that every copy keeps, in points."""
LEAST: Final = 7.0
"""The smallest type that can be read on a copy, in points."""
LEAST_LETTER: Final = 6.5
"""The same for single letters that point to a remark."""
STEEP: Final = 1.2
"""What is struck through aslant is less wide than this, in type sizes."""
ROUND: Final = 0.5523
"""How far the handles of a quarter circle's curve stand off, in radii."""


class Pen:
    """Draws on the current page of a canvas; `y` counts down from the top edge, which is `height`
    above the foot of the paper."""

    def __init__(self, canvas: Canvas, height: float) -> None:
        self.canvas = canvas
        self.height = height

    def _put(self, operators: str) -> None:
        self.canvas.addLiteral(operators)

    def text(
        self,
        x: float,
        y: float,
        text: str | Line,
        size: float,
        *,
        bold: bool = False,
        align: Align = "left",
        ink: float = BLACK,
    ) -> float:
        """One line with its baseline at `y`; returns its width."""
        line = shape(text, bold) if isinstance(text, str) else text
        wide = line.wide(size)
        if not line.pieces:
            return wide
        at = x if align == "left" else x - wide if align == "right" else x - wide / 2
        if line.told:
            said = without_isolates(line.text).encode("utf-16-be").hex().upper()
            self._put(f"/Span <</ActualText <FEFF{said}>>> BDC")
        writing: list[str] = []
        for piece in line.pieces:
            if piece.face == MISSING:
                self._write(writing, ink)
                self._boxes(at, y, len(piece.codes), piece.width * size / 1000, size, ink)
                writing = []
            else:
                if not writing:
                    writing.append(f"1 0 0 1 {at:.2f} {self.height - y:.2f} Tm")
                writing += self._piece(piece, size)
            at += piece.width * size / 1000
        self._write(writing, ink)
        if line.told:
            self._put("EMC")
        return wide

    def _write(self, writing: list[str], ink: float) -> None:
        if writing:
            self._put(f"{ink:g} g {ink:g} G BT {' '.join(writing)} ET")

    def _piece(self, piece: Piece, size: float) -> Iterator[str]:
        """The operators that write one piece where the one before it ended."""
        font: Any = getFont(piece.face)
        doc: Any = self.canvas._doc  # type: ignore[attr-defined]  # noqa: SLF001  (fonts are its)
        if piece.heavy:
            yield f"2 Tr {size * 0.035:.2f} w"
        yield from _glyphs(font, doc, piece, size)
        if piece.heavy:
            yield "0 Tr"

    def _boxes(self, x: float, y: float, count: int, wide: float, size: float, ink: float) -> None:
        """Crossed boxes, one for each character that no face has."""
        step = wide / count
        bottom = self.height - y
        self._put(f"{ink:g} G {size * 0.045:.2f} w")
        for i in range(count):
            left, side, tall = (
                x + i * step + size * 0.06,
                step - size * 0.12,
                size * BOX_TALL / 1000,
            )
            right, top = left + side, bottom + tall
            self._put(f"{left:.2f} {bottom:.2f} {side:.2f} {tall:.2f} re S")
            self._put(f"{left:.2f} {bottom:.2f} m {right:.2f} {top:.2f} l S")
            self._put(f"{left:.2f} {top:.2f} m {right:.2f} {bottom:.2f} l S")

    def rule(self, x: float, y: float, to: float, *, weight: float, ink: float = BLACK) -> None:
        """A horizontal rule; `y` is its middle."""
        up = self.height - y
        self._put(f"{ink:g} G {weight:.2f} w {x:.2f} {up:.2f} m {to:.2f} {up:.2f} l S")

    def upright(self, x: float, y: float, to: float, *, weight: float, ink: float = BLACK) -> None:
        """A vertical rule from `y` down to `to`."""
        top, foot = self.height - y, self.height - to
        self._put(f"{ink:g} G {weight:.2f} w {x:.2f} {top:.2f} m {x:.2f} {foot:.2f} l S")

    def box(
        self,
        x: float,
        y: float,
        wide: float,
        tall: float,
        *,
        weight: float = 0.0,
        ink: float = BLACK,
        fill: float | None = None,
        round_: float = 0.0,
    ) -> None:
        """A box with its top left corner at (x, y)."""
        operators = []
        if fill is not None:
            operators.append(f"{fill:g} g")
        if weight:
            operators.append(f"{ink:g} G {weight:.2f} w")
        bottom = self.height - y - tall
        if round_:
            operators.append(_rounded(x, bottom, wide, tall, round_))
        else:
            operators.append(f"{x:.2f} {bottom:.2f} {wide:.2f} {tall:.2f} re")
        operators.append("B" if weight and fill is not None else "S" if weight else "f")
        self._put(" ".join(operators))

    def squares(self, x: float, y: float, step: float, rows: Sequence[Sequence[int]]) -> None:
        """Black squares `step` wide wherever a row has a 1, the first at (x, y): one shape, so
        that no hair line shows between them."""
        operators = ["0 g"]
        for down, row in enumerate(rows):
            bottom = self.height - y - (down + 1) * step
            start = 0
            for at in range(1, len(row) + 1):
                if at < len(row) and row[at] == row[start]:
                    continue
                if row[start]:
                    left, wide = x + start * step, (at - start) * step
                    operators.append(f"{left:.3f} {bottom:.3f} {wide:.3f} {step:.3f} re")
                start = at
        self._put(" ".join([*operators, "f"]))

    def link(self, x: float, y: float, wide: float, tall: float, key: str) -> None:
        """Make a box with its top left corner at (x, y) lead to a bookmark."""
        bottom = self.height - y - tall
        box = (x, bottom, x + wide, bottom + tall)
        self.canvas.linkRect("", key, box, relative=0, thickness=0)

    def polyline(self, points: Sequence[Point], *, weight: float, dashed: bool = False) -> None:
        """A black line through points."""
        dash = f"[{weight * 2.6:.2f} {weight * 1.8:.2f}] 0 d" if dashed else ""
        self._put(f"0 G {weight:.2f} w 1 j {dash} {self._path(points)} S [] 0 d 0 j")

    def _path(self, points: Sequence[Point]) -> str:
        (x, y), *more = points
        path = [f"{x:.2f} {self.height - y:.2f} m"]
        path += [f"{x:.2f} {self.height - y:.2f} l" for x, y in more]
        return " ".join(path)

    def dot(self, x: float, y: float, radius: float, *, solid: bool) -> None:
        """A filled or a hollow dot."""
        fill = BLACK if solid else WHITE
        circle = _circle(x, self.height - y, radius)
        self._put(f"0 G {fill:g} g {radius * 0.45:.2f} w {circle} B")

    def strike(self, x: float, y: float, wide: float, size: float) -> None:
        """A line through a text of this width and size whose baseline is at `y`: as thin as a
        copy keeps it, and through a figure or two aslant, so that what is struck can be read."""
        short = wide < size * STEEP
        out, from_, to = (0.15, 0.67, 0.01) if short else (0.0, 0.26, 0.26)
        left, right, up = x - size * out, x + wide + size * out, self.height - y
        self._put(
            f"0 G {HAIR:.2f} w {left:.2f} {up + size * from_:.2f} m "
            f"{right:.2f} {up + size * to:.2f} l S"
        )

    def badge(self, x: float, y: float, letter: str, size: float, *, solid: bool = False) -> float:
        """A letter in a ring, on a line whose baseline is at `y`; returns its width."""
        radius = size * 0.56
        circle = _circle(x + radius, self.height - y + size * 0.31, radius)
        self._put(f"0 G 0 g {max(0.5, size * 0.07):.2f} w {circle} {'B' if solid else 'S'}")
        ink = WHITE if solid else BLACK
        small = max(size * 0.7, LEAST_LETTER)
        middle = y - size * 0.31
        self.text(
            x + radius, middle + small * 0.345, letter, small, bold=True, align="centre", ink=ink
        )
        return radius * 2

    def spade(self, x: float, y: float, tall: float) -> float:
        """The pip, standing on the baseline `y`; returns its width."""
        u, base = tall / 100, self.height - y

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
        self._put(f"0 g {at((45, 100))} m {' '.join(path)} h f")
        return 90 * u

    def tick(self, x: float, y: float, size: float) -> float:
        """A check mark on the baseline `y`; returns its width."""
        return self._stroke([(0.02, 0.34), (0.22, 0.1), (0.6, 0.62)], x, y, size, 0.62)

    def cross(self, x: float, y: float, size: float) -> float:
        """A cross on the baseline `y`; returns its width."""
        self._stroke([(0.04, 0.08), (0.5, 0.6)], x, y, size, 0.54)
        return self._stroke([(0.04, 0.6), (0.5, 0.08)], x, y, size, 0.54)

    def weight(self, x: float, y: float, size: float) -> float:
        """A solid triangle that points down, on the baseline `y`: what drags a score down;
        returns its width."""
        return self._solid([(0.02, 0.56), (0.56, 0.56), (0.29, 0.06)], x, y, size, 0.6)

    def flag(self, x: float, y: float, size: float) -> float:
        """A flag on the baseline `y`: an offence; returns its width."""
        self._stroke([(0.08, -0.06), (0.08, 0.68)], x, y, size, 0.6)
        return self._solid([(0.08, 0.72), (0.58, 0.51), (0.08, 0.3)], x, y, size, 0.6)

    def _solid(
        self, points: Sequence[Point], x: float, y: float, size: float, wide: float
    ) -> float:
        placed = [(x + across * size, y - up * size) for across, up in points]
        self._put(f"0 g {self._path(placed)} h f")
        return wide * size

    def _stroke(
        self, points: Sequence[Point], x: float, y: float, size: float, wide: float
    ) -> float:
        placed = [(x + across * size, y - up * size) for across, up in points]
        self._put(f"0 G {size * 0.13:.2f} w 1 J 1 j {self._path(placed)} S 0 J 0 j")
        return wide * size


def _glyphs(font: Any, doc: Any, piece: Piece, size: float) -> Iterator[str]:
    """The operators that write a piece in an embedded face."""
    at = 0
    for subset, codes in font.splitString(piece.codes, doc):
        yield f"{font.getSubsetInternalName(subset, doc)} {size:.2f} Tf"
        if piece.shapes is None:
            yield f"<{codes.hex()}> Tj"
        else:
            yield from _shaped(piece, at, codes, size)
        at += len(codes)


def _shaped(piece: Piece, first: int, codes: bytes, size: float) -> Iterator[str]:
    """Glyphs that stand elsewhere than simply behind each other, from the piece's `first` on."""
    rise = 0.0
    row: list[str] = []
    for i, code in enumerate(codes):
        assert piece.shapes is not None
        shape_ = piece.shapes[first + i]
        if shape_.y_offset * size / 1000 != rise:
            if row:
                yield f"[{' '.join(row)}] TJ"
                row = []
            rise = shape_.y_offset * size / 1000
            yield f"{rise:.3f} Ts"
        if shape_.x_offset:
            row.append(f"{-shape_.x_offset:.2f}")
        row.append(f"<{code:02x}>")
        back = shape_.width - shape_.x_advance + shape_.x_offset
        if back:
            row.append(f"{back:.2f}")
    if row:
        yield f"[{' '.join(row)}] TJ"
    if rise:
        yield "0 Ts"


def _circle(x: float, y: float, r: float) -> str:
    """A circle's path, from PDF's own corner."""
    return _rounded(x - r, y - r, 2 * r, 2 * r, r)


def _rounded(x: float, y: float, wide: float, tall: float, r: float) -> str:
    """The path of a box with round corners."""
    k = r * (1 - ROUND)
    right, top = x + wide, y + tall
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
