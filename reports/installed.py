"""Faces of this system for what our own lack: rare Chinese characters, Armenian, signs.

They are read from where Debian, macOS and Windows keep them, when a text first needs one, and the
few glyphs that are used are embedded.  A face that is not there, or whose outlines cannot be
embedded, is passed over.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from reportlab.pdfbase.ttfonts import TTFError

from reports.fonts import Face

PLACES: Final = (
    "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/System/Library/Fonts/Supplemental/Arial Unicode.ttf",
    "/Library/Fonts/Arial Unicode.ttf",
    "C:/Windows/Fonts/ARIALUNI.TTF",
    "C:/Windows/Fonts/segoeui.ttf",
    "C:/Windows/Fonts/seguisym.ttf",
)
"""Where such faces are, in the order in which they are tried."""


@cache
def installed_face(place: str) -> Face | None:
    """The face in a file; None where it cannot be used."""
    try:
        data = Path(place).read_bytes()
        return Face(Path(place).stem.replace(" ", ""), data, tabular=False, one_weight=True)
    except (OSError, TTFError):
        return None
