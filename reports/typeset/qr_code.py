"""QR codes: large enough to be read from a copy."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import segno

from reports.typeset.pen import Pen
from scorepad.spades.words import Text

MODULE: Final = 2.2  # points
"""The width of a QR code's square: 0.78 mm, which a telephone reads even from a blurred copy."""
MASK: Final = 3
"""The mask of every QR code.  Any can be read, and trying all eight takes longer than the sheet."""


@lru_cache(maxsize=64)
def _squares(text: str) -> tuple[bytearray, ...]:
    """Return the squares of a code; a sheet that was looked at is printed next."""
    qr = segno.make_qr(text, error="m", boost_error=True, mask=MASK)
    rows: tuple[bytearray, ...] = qr.matrix
    return rows


class QrCode:
    """A text as a QR code.  It is written in capitals, which take fewer squares."""

    def __init__(self, text: str, module: float = MODULE) -> None:
        self.text = text.upper()
        self.module = module

    @property
    def rows(self) -> tuple[bytearray, ...]:
        """Return the squares row by row, 1 for black."""
        return _squares(self.text)

    @property
    def side(self) -> float:
        """Return the width and height in points, without the white around it."""
        return len(self.rows) * self.module

    def draw(self, pen: Pen, x: float, y: float, alt: Text | str) -> None:
        """Draw it with its top left corner at (x, y).  Four squares around it must be white.  `alt`
        describes it."""
        with pen.figure(alt, x, y, self.side, self.side):
            pen.black_squares(x, y, self.module, self.rows)
