"""Drawing on a page: text, rules and marks, from the top left corner, in points.

Ink is black and two greys that a photocopier keeps.  Nothing here knows what a match is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from reports.bidirectional import without_isolates
from reports.shaping import MISSING, Line, shape, shaped_string

Align: TypeAlias = Literal["left", "right", "centre"]
BLACK: Final = 0.0
SOFT: Final = 0.32
LINE: Final = 0.55
TINT: Final = 0.9
WHITE: Final = 1.0


class Pen:
    """Draws on the current page of a canvas; `y` counts down from the top edge."""

    def __init__(self, canvas: Canvas, height: float) -> None:
        self.canvas = canvas
        self.height = height

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
        left = x if align == "left" else x - wide if align == "right" else x - wide / 2
        canvas = self.canvas
        if line.told:
            said = without_isolates(line.text).encode("utf-16-be").hex().upper()
            canvas.addLiteral(f"/Span <</ActualText <FEFF{said}>>> BDC")
        canvas.setFillGray(ink)
        at = left
        writing = None
        for piece in line.pieces:
            if piece.face == MISSING:
                if writing is not None:
                    canvas.drawText(writing)
                    writing = None
                self._boxes(at, y, len(piece.codes), piece.width * size / 1000, size, ink)
            else:
                if writing is None:
                    writing = canvas.beginText(at, self.height - y)
                writing.setFont(piece.face, size)
                writing.textOut(shaped_string(piece))
            at += piece.width * size / 1000
        if writing is not None:
            canvas.drawText(writing)
        if line.told:
            canvas.addLiteral("EMC")
        return wide

    def _boxes(self, x: float, y: float, count: int, wide: float, size: float, ink: float) -> None:
        """Crossed boxes, one for each character that no face has."""
        canvas = self.canvas
        step = wide / count
        canvas.setStrokeGray(ink)
        canvas.setLineWidth(size * 0.045)
        for i in range(count):
            left, side, tall = x + i * step + size * 0.06, step - size * 0.12, size * 0.69
            bottom = self.height - y
            canvas.rect(left, bottom, side, tall)
            canvas.line(left, bottom, left + side, bottom + tall)
            canvas.line(left, bottom + tall, left + side, bottom)

    def rule(self, x: float, y: float, to: float, *, weight: float, ink: float = BLACK) -> None:
        """A horizontal rule; `y` is its middle."""
        self.canvas.setStrokeGray(ink)
        self.canvas.setLineWidth(weight)
        self.canvas.line(x, self.height - y, to, self.height - y)

    def upright(self, x: float, y: float, to: float, *, weight: float, ink: float = BLACK) -> None:
        """A vertical rule from `y` down to `to`."""
        self.canvas.setStrokeGray(ink)
        self.canvas.setLineWidth(weight)
        self.canvas.line(x, self.height - y, x, self.height - to)

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
        canvas = self.canvas
        if fill is not None:
            canvas.setFillGray(fill)
        if weight:
            canvas.setStrokeGray(ink)
            canvas.setLineWidth(weight)
        stroke, filled = int(weight > 0), int(fill is not None)
        bottom = self.height - y - tall
        if round_:
            canvas.roundRect(x, bottom, wide, tall, round_, stroke=stroke, fill=filled)
        else:
            canvas.rect(x, bottom, wide, tall, stroke=stroke, fill=filled)

    def polyline(
        self, points: Sequence[tuple[float, float]], *, weight: float, dashed: bool = False
    ) -> None:
        """A black line through points."""
        canvas = self.canvas
        canvas.setStrokeGray(BLACK)
        canvas.setLineWidth(weight)
        canvas.setLineJoin(1)
        if dashed:
            canvas.setDash([weight * 2.6, weight * 1.8])
        path: PDFPathObject = canvas.beginPath()
        path.moveTo(points[0][0], self.height - points[0][1])
        for x, y in points[1:]:
            path.lineTo(x, self.height - y)
        canvas.drawPath(path, stroke=1, fill=0)
        canvas.setDash([])
        canvas.setLineJoin(0)

    def dot(self, x: float, y: float, radius: float, *, solid: bool) -> None:
        """A filled or a hollow dot."""
        canvas = self.canvas
        canvas.setStrokeGray(BLACK)
        canvas.setFillGray(BLACK if solid else WHITE)
        canvas.setLineWidth(radius * 0.45)
        canvas.circle(x, self.height - y, radius, stroke=1, fill=1)

    def strike(self, x: float, y: float, wide: float, size: float) -> None:
        """A line through a text of this width and size whose baseline is at `y`."""
        self.rule(x, y - size * 0.21, x + wide, weight=max(0.5, size * 0.07))

    def badge(self, x: float, y: float, letter: str, size: float, *, solid: bool = False) -> float:
        """A letter in a ring, on a line whose baseline is at `y`; returns its width."""
        radius = size * 0.56
        canvas = self.canvas
        canvas.setStrokeGray(BLACK)
        canvas.setFillGray(BLACK)
        canvas.setLineWidth(max(0.5, size * 0.07))
        canvas.circle(x + radius, self.height - y + size * 0.31, radius, stroke=1, fill=int(solid))
        ink = WHITE if solid else BLACK
        small, up = size * 0.7, size * 0.07
        self.text(x + radius, y - up, letter, small, bold=True, align="centre", ink=ink)
        return radius * 2

    def spade(self, x: float, y: float, tall: float) -> float:
        """The pip, standing on the baseline `y`; returns its width."""
        u = tall / 100
        base = self.height - y

        def point(across: float, up: float) -> tuple[float, float]:
            return x + across * u, base + up * u

        path: PDFPathObject = self.canvas.beginPath()
        path.moveTo(*point(45, 100))
        path.curveTo(*point(38, 82), *point(0, 64), *point(0, 37))
        path.curveTo(*point(0, 16), *point(28, 10), *point(40, 30))
        path.curveTo(*point(40, 16), *point(34, 6), *point(24, 0))
        path.lineTo(*point(66, 0))
        path.curveTo(*point(56, 6), *point(50, 16), *point(50, 30))
        path.curveTo(*point(62, 10), *point(90, 16), *point(90, 37))
        path.curveTo(*point(90, 64), *point(52, 82), *point(45, 100))
        path.close()
        self.canvas.setFillGray(BLACK)
        self.canvas.drawPath(path, stroke=0, fill=1)
        return 90 * u

    def tick(self, x: float, y: float, size: float) -> float:
        """A check mark on the baseline `y`; returns its width."""
        return self._stroke([(0.02, 0.34), (0.22, 0.1), (0.6, 0.62)], x, y, size, 0.62)

    def cross(self, x: float, y: float, size: float) -> float:
        """A cross on the baseline `y`; returns its width."""
        self._stroke([(0.04, 0.08), (0.5, 0.6)], x, y, size, 0.54)
        return self._stroke([(0.04, 0.6), (0.5, 0.08)], x, y, size, 0.54)

    def _stroke(
        self, points: list[tuple[float, float]], x: float, y: float, size: float, wide: float
    ) -> float:
        canvas = self.canvas
        canvas.setStrokeGray(BLACK)
        canvas.setLineWidth(size * 0.13)
        canvas.setLineCap(1)
        canvas.setLineJoin(1)
        path: PDFPathObject = canvas.beginPath()
        base = self.height - y
        path.moveTo(x + points[0][0] * size, base + points[0][1] * size)
        for across, up in points[1:]:
            path.lineTo(x + across * size, base + up * size)
        canvas.drawPath(path, stroke=1, fill=0)
        canvas.setLineCap(0)
        canvas.setLineJoin(0)
        return wide * size
