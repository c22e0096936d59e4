"""The typefaces of every sheet.  All are embedded, so that the paper looks like the screen.

FiraGO has Latin, Greek, Cyrillic, Georgian, Arabic, Hebrew, Devanagari and Thai letters, and digits
and signs of one width (its feature `tnum`), so that they line up.  Noto Sans adds the rarer Latin
and Cyrillic letters, Cascadia the suits.  Chinese, Japanese and Korean names and emoji are set in
three further typefaces of the program's own.  Those have one weight each, so bold is drawn with a
thicker line.  Many PDF readers have such typefaces, but not all.  A name that a printer leaves out
is noticed when the sheets are handed round, so 2 MB in `faces` are worth it; a sheet only holds the
letters that it uses.  A character that none of these has is set in a typeface of this system,
embedded too.  Else it is drawn as a crossed box (`shaping.NO_FACE`), which a sentence of the sheet
names by its code.

Some glyphs aren't a single character, such as joined Arabic letters and marks.  They get a code of
the private use area, computed from the glyph alone, so that the same match always gives the same
bytes.
"""

from __future__ import annotations

import lzma
import unicodedata
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from io import BytesIO
from pathlib import Path
from string import hexdigits
from typing import Final, TypeAlias

import uharfbuzz
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError

from reports.typeset.document import (
    FACES_FOLDER,
    PRIVATE_USE_END,
    PRIVATE_USE_START,
    SearchableFont,
)

FEATURES: Final = {"kern": True, "liga": False}
TABULAR: Final = "#$%+0123456789<=>~¢£¤¥§¬°±×÷฿‒†‡‰₡₦₩₪₫€₯₴₹₺₽∂∏∑−√∞∫≈≠≤≥◊"
"""The characters that FiraGO has in one width too."""
UNJOINED_SCRIPTS: Final = ("Latn", "Grek", "Cyrl")
"""In these scripts no letters are joined, so that text copied from the PDF reads as it was
written."""
Glyph: TypeAlias = tuple[int, int, float, float, float]
"""A glyph's number; the index of its character in the text; its advance; its offset across and up.
Distances are in thousandths of the type size."""
Measures: TypeAlias = tuple[str, float, float, float]
"""A glyph's code in the PDF; its width; how far its ink reaches above the baseline, and below it (a
negative number)."""


class Typeface:
    """One typeface in one weight.  HarfBuzz measures and shapes its text, reportlab embeds it.

    `name` is its name on a reportlab canvas.  Widths are in thousandths of the type size.
    One that `has_no_bold` is drawn with a thicker line; `tabular_characters` have one width.
    """

    def __init__(
        self, name: str, data: bytes, *, has_no_bold: bool = False, tabular_characters: str = ""
    ) -> None:
        self.name = name
        self.has_no_bold = has_no_bold
        # Without this every document would have all letters of ASCII.
        self.font = SearchableFont(name, BytesIO(data), asciiReadable=False)
        self.font.letters_of = self.letters_of
        # A viewer asks no embedded typeface for its licenses; they are 2 kB a sheet.
        self.font.face.table.pop("name")
        self.shaper = uharfbuzz.Font(uharfbuzz.Face(data))
        self.scale = 1000 / self.shaper.face.upem
        self.measures: dict[tuple[int, str], Measures] = {}
        """Those of each glyph that was measured for a character."""
        self.codes: dict[int, int] = self.font.face.charToGlyph
        self.widths: dict[int, float] = self.font.face.charWidths
        self.features = {**FEATURES, "tnum": bool(tabular_characters)}
        self.unjoined_features = {**self.features, "calt": False}
        for character in tabular_characters:
            ((glyph, *_),) = self.shape(character, "Latn", rtl=False)
            self.codes[ord(character)] = glyph
            self.widths[ord(character)] = self.advance(glyph)
        pdfmetrics.registerFont(self.font)

    def letters_of(self, glyph: int) -> str:
        """Return the letters of a glyph, found by its name; of a joined form its letter."""
        name = self.shaper.glyph_to_string(glyph).partition(".")[0]
        digits = name.removeprefix("uni")
        if name != digits and len(digits) % 4 == 0 and set(digits) <= set(hexdigits):
            letters = "".join(chr(int(digits[i : i + 4], 16)) for i in range(0, len(digits), 4))
            return unicodedata.normalize("NFKC", letters).strip() or letters
        plain = self.shaper.get_glyph_from_name(name)
        code = min((code for code, its in self.codes.items() if its == plain), default=None)
        return chr(PRIVATE_USE_START + glyph) if plain is None or code is None else chr(code)

    def advance(self, glyph: int) -> float:
        """Return the width that the font gives a glyph."""
        return float(self.shaper.get_glyph_h_advance(glyph) * self.scale)

    def measure(self, glyph: int, character: str) -> Measures:
        """Measure the glyph of a character, once."""
        code = self.pdf_code_of_glyph(glyph, character)
        box = self.shaper.get_glyph_extents(glyph)
        top = box.y_bearing * self.scale if box else 0.0
        foot = top + (box.height * self.scale if box else 0.0)
        measures = chr(code), self.widths[code], top, foot
        self.measures[glyph, character] = measures
        return measures

    def shape(self, text: str, script: str, *, rtl: bool) -> list[Glyph]:
        """Shape a text of one script and direction; the glyphs are in the order they are drawn."""
        buffer = uharfbuzz.Buffer()
        buffer.cluster_level = uharfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
        buffer.add_str(text)
        buffer.direction = "rtl" if rtl else "ltr"
        buffer.script = script
        buffer.language = "en"
        joined = script not in UNJOINED_SCRIPTS
        uharfbuzz.shape(self.shaper, buffer, self.features if joined else self.unjoined_features)
        scale = self.scale
        return [
            (
                info.codepoint,
                info.cluster,
                at.x_advance * scale,
                at.x_offset * scale,
                at.y_offset * scale,
            )
            for info, at in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
        ]

    def pdf_code_of_glyph(self, glyph: int, character: str) -> int:
        """Return the code of a glyph in the PDF: its character where it has one, else a private
        code."""
        code = ord(character)
        if not PRIVATE_USE_START <= code <= PRIVATE_USE_END and self.codes.get(code) == glyph:
            return code
        private = PRIVATE_USE_START + glyph
        if self.codes.get(private) != glyph:
            self.codes[private] = glyph
            self.widths[private] = self.advance(glyph)
        return private


@cache
def main_face(bold: bool) -> Typeface:
    """Return the typeface of nearly everything.  Each typeface is loaded when it is first
    needed."""
    return _packed_face("FiraGO", bold, TABULAR)


def load_main_face() -> str:
    """Load the main typeface, and return its name on a canvas."""
    return main_face(False).name


@cache
def _packed_face(family: str, bold: bool, tabular_characters: str = "") -> Typeface:
    weight = "Bold" if bold else "Regular"
    data: bytes = import_module(f"pymupdf_fonts.{family}_{weight}").fontbuffer
    return Typeface(f"{family}-{weight}", data, tabular_characters=tabular_characters)


@cache
def _whole_face(name: str) -> Typeface:
    data = lzma.decompress((FACES_FOLDER / f"{name}.ttf.xz").read_bytes())
    return Typeface(f"Scorepad{name.title()}", data, has_no_bold=True)


FALLBACK_FACES: Final[tuple[Callable[[bool], Typeface], ...]] = (
    main_face,
    partial(_packed_face, "NotoSans"),  # letters that the main one lacks
    partial(_packed_face, "CascadiaMono"),  # the suits
    lambda _: _whole_face("han"),  # Chinese characters, kana and bopomofo
    lambda _: _whole_face("hangul"),  # Korean syllables
    lambda _: _whole_face("emoji"),  # in black as all ink is
)
"""The typefaces in the order in which they are tried."""

INSTALLED_FONT_FILES: Final = (
    "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/ancient-scripts/Symbola_hint.ttf",
    "/System/Library/Fonts/Supplemental/Arial Unicode.ttf",
    "/Library/Fonts/Arial Unicode.ttf",
    "C:/Windows/Fonts/ARIALUNI.TTF",
    "C:/Windows/Fonts/segoeui.ttf",
    "C:/Windows/Fonts/seguisym.ttf",
    "C:/Windows/Fonts/seguiemj.ttf",
)
"""Typefaces of Debian, macOS and Windows for characters that ours lack (rare Chinese characters,
Armenian, signs), in the order in which they are tried."""


@cache
def load_installed_face(path: str) -> Typeface | None:
    """Return the typeface in a file.  None where there is no such file, or its outlines cannot
    be embedded."""
    try:
        data = Path(path).read_bytes()
        return Typeface(Path(path).stem.replace(" ", ""), data, has_no_bold=True)
    except (OSError, TTFError):
        return None
