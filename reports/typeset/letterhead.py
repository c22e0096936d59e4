"""The name and the logo of the house, in the margin at the top of every page, and of every card.

They are above the rest of a page, so a sheet has the same layout with and without them.  The
logo is made gray and small enough for its place: paper is photocopied, and a book has a thousand
pages.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final

import msgspec
from PIL import Image
from reportlab.lib.utils import ImageReader

from reports.typeset.document import TaggedCanvas
from reports.typeset.fonts import load_main_face
from reports.typeset.line_breaking import MIN_TYPE_SIZE, fit_text
from reports.typeset.paper import MARGIN, Paper
from reports.typeset.pen import Pen
from reports.typeset.shaping import missing_characters
from reports.typeset.structure import ElementContext
from scorepad.budget import LOGO_BUDGET
from scorepad.spades.refusal import Refused
from scorepad.spades.sheetcode import SheetCode
from scorepad.spades.words import T, Text

LOGO_HEIGHT: Final = 20.0  # points
LOGO_WIDTH: Final = 150.0  # points
NAME_SIZE: Final = 9.0  # points
CAPITAL_HEIGHT: Final = 0.69
"""How high capitals are, as a share of the type size."""
HALF_PAGE_SCALE: Final = 0.55
"""On half a page a letterhead is so much smaller."""
DENSITY: Final = 4  # pixels a point, 288 dpi


class Letterhead(msgspec.Struct, frozen=True):
    """The head of a house's papers: its name, and its logo as a PNG picture."""

    name: str = ""
    logo: bytes = b""

    def __bool__(self) -> bool:
        return bool(self.name or self.logo)

    def alt_text(self) -> Text:
        """Return the logo in words."""
        return T("Logo of {house}", house=self.name) if self.name else T("Logo")

    def new_document(
        self,
        paper: Paper,
        at: datetime | None,
        title: Text | str,
        subject: Text | str,
        codes: Collection[SheetCode | None] = (),
        *,
        half_size: bool = False,
    ) -> TaggedCanvas:
        """Begin a document with it on each page; `at` is the moment of the file, `codes` are for
        `scorepad verify`.  With `half_size` it is for halves of pages.  Raises `Refused` if the
        logo is no picture."""
        canvas = TaggedCanvas(load_main_face(), paper, at, str(title), str(subject))
        if codes:
            canvas.embed_codes(codes)
        self.draw_on_each_page(canvas, half_size=half_size)
        return canvas

    def draw_on_each_page(self, canvas: TaggedCanvas, *, half_size: bool = False) -> None:
        """Draw it on each page of a document from now on.  On halves of pages the caller draws
        it."""
        if not self:
            return
        lacking = missing_characters(self.name, bold=True)
        if lacking:
            raise Refused(
                "the organization's name has characters that can't be printed ({codes}); "
                "change it in the settings",
                codes=", ".join(f"U+{ord(each):04X}" for each in lacking),
            )
        picture = _load_logo(self.logo) if self.logo else None
        name, alt = self.name, self.alt_text()
        share = HALF_PAGE_SCALE if half_size else 1.0

        def draw(y: float) -> None:
            pen = Pen(canvas, canvas.size[1])
            left, high = MARGIN, LOGO_HEIGHT * share
            size = max(NAME_SIZE * share, MIN_TYPE_SIZE)
            with _read_aloud_first(canvas, pen):
                if picture is not None:
                    fit = min(high / picture.height, LOGO_WIDTH * share / picture.width)
                    wide, tall = picture.width * fit, picture.height * fit
                    top = y + (high - tall) / 2
                    with pen.figure(alt, left, top, wide, tall):
                        pen.picture(ImageReader(picture), left, top, wide, tall)
                    left += wide + 8 * share
                room = canvas.size[0] - MARGIN - left
                sizes = (size, (size + MIN_TYPE_SIZE) / 2, MIN_TYPE_SIZE)
                lines = fit_text(name, room, sizes, bold=True, leading=1.03)
                # It is centered beside the logo: one line by its capitals, two by both.
                base = (high + lines.size * CAPITAL_HEIGHT) / 2
                base -= lines.leading * (len(lines.lines) - 1) / 2
                pen.lines(left, y + base - lines.baseline(0), lines)

        canvas.letterhead = draw


@contextmanager
def _read_aloud_first(canvas: TaggedCanvas, pen: Pen) -> Iterator[None]:
    """Draw content that is read aloud once in a document, before all else."""
    structure = canvas.structure
    with ElementContext(structure, structure.document), pen.tag("Sect", first=True):
        if canvas.repeats_letterhead:
            structure.current = None
        yield
    canvas.repeats_letterhead = True


def read_letterhead(
    name: str, logo: Path | None, report_unusable_logo: Callable[[Path], object]
) -> Letterhead:
    """Read a letterhead whose logo is in a file.  A logo that cannot be used is reported and left
    out, because a paper is needed now."""
    if logo is None:
        return Letterhead(name)
    try:
        with logo.open("rb") as file:
            data = file.read(LOGO_BUDGET.bytes + 1)
        _load_logo(data)
    except (OSError, Refused):
        report_unusable_logo(logo)
        return Letterhead(name)
    return Letterhead(name, data)


@lru_cache(maxsize=1)
def _load_logo(logo: bytes) -> Image.Image:
    """Read a logo: gray on white, and no larger than its place needs."""
    refused = Refused("the logo can't be used; choose a PNG picture in the settings")
    if len(logo) > LOGO_BUDGET.bytes:
        raise refused
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            picture: Image.Image = Image.open(BytesIO(logo), formats=["PNG"])
            if max(picture.size) > LOGO_BUDGET.side:
                raise refused
            # The one before is freed: four of them would take 250 MB.
            picture = picture.convert("RGBA")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError, Warning) as error:
        raise refused from error
    white = Image.new("RGBA", picture.size, "white")
    gray = Image.alpha_composite(white, picture).convert("L")
    gray.thumbnail((int(LOGO_WIDTH * DENSITY), int(LOGO_HEIGHT * DENSITY)))
    return gray


NO_LETTERHEAD: Final = Letterhead()
