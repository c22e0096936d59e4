"""The QR code of a sheet: the code that `scorepad verify` reads, for a camera."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import segno

from reports.pen import Pen
from scorepad.spades.sheetcode import SheetCode

MODULE: Final = 1.5
"""How wide a square is, in points: half a millimetre, which a telephone reads from a copy too."""
MASK: Final = 3
"""Trying all eight masks takes longer than drawing the sheet; any of them can be read."""


class QrCode:
    """A code as squares.  It is written in capitals, which take fewer squares."""

    def __init__(self, code: SheetCode, module: float = MODULE) -> None:
        self.said = code.full.upper()
        self.module = module

    @cached_property
    def rows(self) -> tuple[bytearray, ...]:
        """Row by row, 1 for black."""
        made = segno.make_qr(self.said, error="m", boost_error=False, mask=MASK)
        rows: tuple[bytearray, ...] = made.matrix
        return rows

    @property
    def side(self) -> float:
        """How wide and tall it is, in points, without the white around it."""
        return len(self.rows) * self.module

    def draw(self, pen: Pen, x: float, y: float) -> None:
        """Draw it with its top left corner at (x, y); four squares around it have to stay white."""
        pen.squares(x, y, self.module, self.rows)
