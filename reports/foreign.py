"""Chinese, Japanese and Korean: faces that a PDF names and its reader brings along.

A typeface with these scripts is larger than this whole program.  So a sheet names the four that
PDF readers and printers know by Adobe's character collections, and substitute with a face of their
system; nothing of them is embedded.  They have one weight: bold is drawn with a thicker line.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont

SIMPLIFIED, TRADITIONAL = "STSong-Light", "MSung-Light"
JAPANESE, KOREAN = "HeiseiKakuGo-W5", "HYGothic-Medium"
FACES: Final = {SIMPLIFIED: "gbk", JAPANESE: "cp932", TRADITIONAL: "big5", KOREAN: "cp949"}
"""Each face, and the character set that its collection holds at least."""
KANA: Final = range(0x3040, 0x3100)
HANGUL: Final = (range(0x1100, 0x1200), range(0x3130, 0x3190), range(0xAC00, 0xD7B0))
FIRST: Final = 0x2010
"""Below it are letters of other scripts, which these faces have in part and out of place."""


def by_foreign_face(text: str) -> Iterator[tuple[str | None, str]]:
    """A text in parts: the name of the face that has them, None where none has."""
    order = _order(text)
    start, face = 0, None
    for at, character in enumerate(text):
        its = next((name for name in order if _has(name, character)), None)
        if at and its != face:
            yield face, text[start:at]
            start = at
        face = its
    if text:
        yield face, text[start:]


def foreign_width(name: str, text: str) -> float:
    """How wide a text is, in thousandths of the type size."""
    return float(_face(name).stringWidth(text, 1000))


def _order(text: str) -> tuple[str, ...]:
    """In which order the faces are asked: a text with kana is Japanese, one with hangul Korean."""
    codes = [ord(character) for character in text]
    if any(code in KANA for code in codes):
        return (JAPANESE, SIMPLIFIED, TRADITIONAL, KOREAN)
    if any(code in block for code in codes for block in HANGUL):
        return (KOREAN, SIMPLIFIED, JAPANESE, TRADITIONAL)
    return (SIMPLIFIED, TRADITIONAL, JAPANESE, KOREAN)


def _has(name: str, character: str) -> bool:
    if not FIRST <= ord(character) <= 0xFFFF:
        return False
    try:
        character.encode(FACES[name])
    except UnicodeEncodeError:
        return False
    return True


@cache
def _face(name: str) -> UnicodeCIDFont:
    face = UnicodeCIDFont(name)
    pdfmetrics.registerFont(face)
    return face
