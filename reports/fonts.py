"""The typefaces of every printed sheet, all of them embedded: what is printed is what is seen.

FiraGO covers Latin, Greek, Cyrillic, Georgian, Arabic, Hebrew, Devanagari and Thai; Noto Sans adds
the rarer Latin and Cyrillic letters, Cascadia the suits.  Chinese, Japanese and Korean names are
set in two faces of the program's own (`faces`, one weight each: bold is drawn with a thicker line).
PDF readers would bring such faces along, but not all do, and a name that a printer leaves out
is found when the sheets are handed round: so they cost this program 1.4 MB and no sheet anything
but the letters it uses.  What none of these has is set in a face of this system (`installed`),
embedded too, or drawn as a crossed box (`shaping.MISSING`) that a sentence of the sheet names by
its code, never as nothing.

FiraGO's ordinary figures differ in width, so the face's own map is changed to its tabular ones:
then every figure of a sheet lines up, and text taken out of the PDF still reads as figures.
Glyphs that no single character names (joined Arabic, marks) get a code of the private area that
follows from the glyph alone; so the same match gives the same bytes, whatever was drawn before.
"""

from __future__ import annotations

import lzma
import unicodedata
from collections.abc import Callable
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from string import hexdigits
from typing import Any, Final, TypeAlias

import uharfbuzz
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import SUBSETN, TTFont

PRIVATE: Final = 0xE000
PRIVATE_END: Final = 0xF8FF
OWN: Final = Path(__file__).parent / "faces"
"""Where the program's own faces lie; their README says where they come from."""
TABULAR: Final = "0123456789+\u2212"
"""Characters that are as wide as each other on a sheet."""
FEATURES: Final = {"kern": True, "liga": False, "tnum": True}
PLAIN: Final = ("Latn", "Grek", "Cyrl")
"""Scripts set letter by letter, so that text taken out of the PDF reads as it was written."""
Glyph: TypeAlias = tuple[int, int, float, float, float, float]
"""A glyph's number, the index of its character in the text, how far it moves on across and down,
and how far it stands off across and up, in thousandths of the type size."""


class SpeltFont(TTFont):
    """A typeface whose private codes are spelt out in the PDF, for whoever searches or copies."""

    spelling: Callable[[int], str]

    def addObjects(self, doc: Any) -> None:  # noqa: N802  (reportlab's name)
        """Embed the typeface, and say which letters its private codes stand for."""
        subsets = [list(subset) for subset in self.state[doc].subsets]
        super().addObjects(doc)
        for number, subset in enumerate(subsets):
            name = SUBSETN(number) + b"+" + self.face.name + self.face.subfontNameX
            stream = doc.idToObject[f"toUnicodeCMap:{name.decode('pdfdoc')}"]
            for at, code in enumerate(subset):
                private = PRIVATE <= code <= PRIVATE_END
                if private or code > 0xFFFF:
                    said = self.spelling(code - PRIVATE) if private else chr(code)
                    letters = said.encode("utf-16-be").hex().upper()
                    stream.content = stream.content.replace(
                        f"<{at:02X}> <{code:04X}>", f"<{at:02X}> <{letters}>"
                    )


class Face:
    """One typeface in one weight: measured and shaped by HarfBuzz, embedded by reportlab.

    `name` is its name on a reportlab canvas; widths are in thousandths of the type size;
    `one_weight`: it has no bold.
    """

    def __init__(self, name: str, data: bytes, *, tabular: bool, one_weight: bool = False) -> None:
        self.name = name
        self.one_weight = one_weight
        self.font = SpeltFont(name, BytesIO(data))
        self.font.spelling = self.spelling
        self.shaper = uharfbuzz.Font(uharfbuzz.Face(data))
        self.scale = 1000 / self.shaper.face.upem
        self.inks: dict[int, tuple[float, float]] = {}
        self.codes: dict[int, int] = self.font.face.charToGlyph
        self.widths: dict[int, float] = self.font.face.charWidths
        for character in TABULAR if tabular else "":
            glyph = self.shape(character, "Latn", rtl=False)[0][0]
            self.codes[ord(character)] = glyph
            self.widths[ord(character)] = self.advance(glyph)
        pdfmetrics.registerFont(self.font)

    def spelling(self, glyph: int) -> str:
        """The letters that a glyph stands for, by its name: a joined form is the letter itself."""
        name = self.shaper.glyph_to_string(glyph).partition(".")[0]
        digits = name.removeprefix("uni")
        if name != digits and len(digits) % 4 == 0 and set(digits) <= set(hexdigits):
            letters = "".join(chr(int(digits[i : i + 4], 16)) for i in range(0, len(digits), 4))
            return unicodedata.normalize("NFKC", letters).strip() or letters
        plain = self.shaper.get_glyph_from_name(name)
        found = min((code for code, its in self.codes.items() if its == plain), default=None)
        return chr(PRIVATE + glyph) if plain is None or found is None else chr(found)

    def advance(self, glyph: int) -> float:
        """How wide the font says a glyph is."""
        return float(self.shaper.get_glyph_h_advance(glyph) * self.scale)

    def ink(self, glyph: int) -> tuple[float, float]:
        """How high above the baseline a glyph's ink reaches, and how far below (less than 0)."""
        found = self.inks.get(glyph)
        if found is None:
            box = self.shaper.get_glyph_extents(glyph)
            top = box.y_bearing * self.scale if box else 0.0
            found = top, top + (box.height * self.scale if box else 0.0)
            self.inks[glyph] = found
        return found

    def shape(self, text: str, script: str, *, rtl: bool) -> list[Glyph]:
        """The glyphs of a text of one script and direction, in the order they are drawn."""
        buffer = uharfbuzz.Buffer()
        buffer.cluster_level = uharfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
        buffer.add_str(text)
        buffer.direction = "rtl" if rtl else "ltr"
        buffer.script = script
        buffer.language = "en"
        features = {**FEATURES, "calt": False} if script in PLAIN else FEATURES
        uharfbuzz.shape(self.shaper, buffer, features)
        scale = self.scale
        return [
            (
                info.codepoint,
                info.cluster,
                at.x_advance * scale,
                at.y_advance * scale,
                at.x_offset * scale,
                at.y_offset * scale,
            )
            for info, at in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
        ]

    def code(self, glyph: int, character: str) -> int:
        """The code that stands for a glyph in the PDF: its character where it has one."""
        code = ord(character)
        if not PRIVATE <= code <= PRIVATE_END and self.codes.get(code) == glyph:
            return code
        private = PRIVATE + glyph
        if self.codes.get(private) != glyph:
            self.codes[private] = glyph
            self.widths[private] = self.advance(glyph)
        return private


def _packed(module: str) -> bytes:
    data: bytes = import_module(f"pymupdf_fonts.{module}").fontbuffer
    return data


@cache
def main_face(bold: bool) -> Face:
    """The face that nearly everything is set in; loaded when first asked for."""
    weight = "Bold" if bold else "Regular"
    return Face(f"FiraGO-{weight}", _packed(f"FiraGO_{weight}"), tabular=True)


@cache
def spare_face(bold: bool) -> Face:
    """The face that is tried when the main one lacks a character."""
    weight = "Bold" if bold else "Regular"
    return Face(f"NotoSans-{weight}", _packed(f"NotoSans_{weight}"), tabular=False)


@cache
def sign_face(bold: bool) -> Face:
    """The face that is tried last: it has the suits."""
    weight = "Bold" if bold else "Regular"
    return Face(f"CascadiaMono-{weight}", _packed(f"CascadiaMono_{weight}"), tabular=False)


@cache
def _whole_face(name: str) -> Face:
    data = lzma.decompress((OWN / f"{name}.ttf.xz").read_bytes())
    return Face(f"Scorepad{name.title()}", data, tabular=False, one_weight=True)


def han_face(_bold: bool) -> Face:
    """Chinese characters as in China, Taiwan and Japan, kana and bopomofo."""
    return _whole_face("han")


def hangul_face(_bold: bool) -> Face:
    """Every Korean syllable."""
    return _whole_face("hangul")


FACES: Final = (main_face, spare_face, sign_face, han_face, hangul_face)
"""The faces that are tried one after the other; each is loaded when it is first needed."""
