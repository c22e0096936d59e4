"""Makes the plus and the minus of a typeface as wide as its digits.

FiraGO's signs are two thirds as wide as the room that they have.  So the third photocopy of a plus
is a dot.  Their strokes stay as thick as they are.
"""

from __future__ import annotations

from itertools import pairwise
from struct import pack, pack_into, unpack_from
from typing import Final, TypeAlias

import uharfbuzz

WIDTH: Final = 490
"""The width of both signs in the units of the typeface, of which a digit has 560."""
Box: TypeAlias = tuple[int, int, int, int]
"""Left, foot, right and top of a rectangle."""


def with_wide_signs(data: bytes) -> bytes:
    """Return a TrueType typeface, whose tabular signs are built from its ordinary ones, with wide
    signs."""
    font, made = uharfbuzz.Font(uharfbuzz.Face(data)), bytearray(data)
    (count,) = unpack_from(">H", data, 4)
    tables = {
        data[at : at + 4]: unpack_from(">I", data, at + 8)[0]
        for at in range(12, 12 + 16 * count, 16)
    }
    bar = -font.get_glyph_extents(font.get_glyph_from_name("minus")).height
    for sign in ("plus", "minus"):
        for name in (f"{sign}.tf", sign):
            glyph = font.get_glyph_from_name(name)
            was = font.get_glyph_extents(glyph)
            left, middle = was.x_bearing - (WIDTH - was.width) // 2, was.y_bearing + was.height // 2
            level = (left, middle - bar // 2, left + WIDTH, middle - bar // 2 + bar)
            upright = (left + (WIDTH - bar) // 2, middle - WIDTH // 2)
            boxes: list[Box] = [level]
            if sign == "plus":
                boxes.append((*upright, upright[0] + bar, upright[1] + WIDTH))
            around = (left, boxes[-1][1], left + WIDTH, boxes[-1][3])
            (begins,) = unpack_from(">I", data, tables[b"loca"] + 4 * glyph)
            begins += tables[b"glyf"]
            pack_into(">4h", made, begins + 2, *around)
            pack_into(">h", made, tables[b"hmtx"] + 4 * glyph + 2, left)
            if name == sign:
                pack_into(">h", made, begins, len(boxes))
                outline = _outline(boxes)
                made[begins + 10 : begins + 10 + len(outline)] = outline
    return bytes(made)


def _outline(boxes: list[Box]) -> bytes:
    """Return rectangles as the contours of a glyph: where each ends, no instructions, a flag for
    each point, and the ways from point to point."""
    points = [
        point
        for left, low, right, high in boxes
        for point in ((left, low), (left, high), (right, high), (right, low))
    ]
    ways = [
        to - at for axis in (0, 1) for at, to in pairwise([0, *(point[axis] for point in points)])
    ]
    ends = [4 * number + 3 for number in range(len(boxes))]
    return pack(f">{len(ends)}HH", *ends, 0) + b"\1" * len(points) + pack(f">{len(ways)}h", *ways)
