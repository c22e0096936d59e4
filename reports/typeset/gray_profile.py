"""An ICC profile of gray ink, which an output intent of a PDF names (PDF/A, ISO 19005).

All ink is black, so a profile of gray is enough: white and black of the D50 light, and a gamma of
2.2 between them (ICC.1:2001-04, version 2.4).
"""

from __future__ import annotations

from functools import cache
from struct import pack
from typing import Final

NAME: Final = "Gray, gamma 2.2"
D50: Final = (0.9642, 1.0, 0.8249)
"""The white point, as XYZ."""
HEADER_SIZE: Final = 128  # bytes
TAG_SIZE: Final = 12  # bytes


def _xyz(values: tuple[float, float, float]) -> bytes:
    return b"".join(pack(">i", round(value * 0x10000)) for value in values)


@cache
def gray_profile() -> bytes:
    """Return the bytes of the profile."""
    name = NAME.encode() + b"\0"
    tags = {
        b"desc": b"desc" + bytes(4) + pack(">I", len(name)) + name + bytes(4 + 4 + 2 + 1 + 67),
        b"cprt": b"text" + bytes(4) + b"No copyright\0",
        b"wtpt": b"XYZ " + bytes(4) + _xyz(D50),
        b"kTRC": b"curv" + bytes(4) + pack(">IH", 1, round(2.2 * 0x100)),
    }
    at = HEADER_SIZE + 4 + TAG_SIZE * len(tags)
    table, data = pack(">I", len(tags)), b""
    for tag, value in tags.items():
        table += tag + pack(">II", at + len(data), len(value))
        data += value + bytes(-len(value) % 4)
    head = bytes(4) + b"\x02\x40\0\0" + b"mntrGRAYXYZ " + bytes(12) + b"acsp" + bytes(28)
    head += _xyz(D50) + bytes(48)
    return pack(">I", len(head) + 4 + len(table) + len(data)) + head + table + data
