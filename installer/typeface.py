"""Makes the typeface of the sheets from FiraGO, in two weights, into `reports/typeset/faces`.

It was run once, with fontTools 4 beside pymupdf-fonts 1.0.5:

    pip install fonttools && python installer/typeface.py

Digits and signs are FiraGO's tabular ones, so that they line up.  Its plus and minus are two thirds
as wide as their room, and on the third photocopy a plus is a dot; here they are nearly as wide as
digits, with strokes as thick as before.  What paper does not need is left out.
"""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FACES = Path(__file__).parents[1] / "reports" / "typeset" / "faces"
FAMILY = "Scorepad Sans"
"""Its own name, as the license asks: “Fira” is reserved."""
WIDTH = 490
"""The width of both signs in the units of the typeface, of which a digit has 560."""


def main() -> None:
    for weight in ("Regular", "Bold"):
        data = import_module(f"pymupdf_fonts.FiraGO_{weight}").fontbuffer
        font = TTFont(BytesIO(data), recalcTimestamp=False)
        _use_tabular_digits(font)
        _widen_signs(font)
        _rename(font, weight)
        options = Options(hinting=False, glyph_names=True, name_IDs=[1, 2, 3, 4, 6])
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=font.getBestCmap())
        subsetter.subset(font)
        font.save(FACES / f"sans-{weight.lower()}.ttf")


def _use_tabular_digits(font: TTFont) -> None:
    """Draw each character as the feature `tnum` does."""
    table = font["GSUB"].table
    lookups = {
        at
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == "tnum"
        for at in record.Feature.LookupListIndex
    }
    tabular = {
        plain: wide
        for at in lookups
        for part in table.LookupList.Lookup[at].SubTable
        for plain, wide in getattr(part, "ExtSubTable", part).mapping.items()
    }
    for part in font["cmap"].tables:
        part.cmap = {code: tabular.get(glyph, glyph) for code, glyph in part.cmap.items()}


def _widen_signs(font: TTFont) -> None:
    _, low, _, high = _bounds(font, "minus")
    bar = high - low
    for sign in ("plus.tf", "minus.tf"):
        left, low, right, high = _bounds(font, sign)
        left -= (WIDTH - (right - left)) // 2
        middle = low + (high - low) // 2
        boxes = [(left, middle - bar // 2, left + WIDTH, middle - bar // 2 + bar)]
        if sign == "plus.tf":
            upright = left + (WIDTH - bar) // 2
            boxes.append((upright, middle - WIDTH // 2, upright + bar, middle + WIDTH // 2))
        pen = TTGlyphPen(None)
        for x, y, to, up in boxes:
            pen.moveTo((x, y))
            for corner in ((x, up), (to, up), (to, y)):
                pen.lineTo(corner)
            pen.closePath()
        font["glyf"][sign] = pen.glyph()
        font["hmtx"][sign] = font["hmtx"][sign][0], left


def _bounds(font: TTFont, glyph: str) -> tuple[int, int, int, int]:
    pen = BoundsPen(font.getGlyphSet())
    font.getGlyphSet()[glyph].draw(pen)
    left, low, right, high = pen.bounds
    return left, low, right, high


def _rename(font: TTFont, weight: str) -> None:
    own = f"{FAMILY.replace(' ', '')}-{weight}"
    names = {1: FAMILY, 2: weight, 3: own, 4: f"{FAMILY} {weight}", 6: own}
    for number, name in names.items():
        for each in font["name"].names:
            if each.nameID == number:
                each.string = name


if __name__ == "__main__":
    main()
