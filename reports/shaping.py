"""Text to glyphs: one line of any script, measured and drawn.

reportlab's own `Paragraph(shaping=1)` numbers the glyphs of joined scripts in the order a process
happens to meet them, so the same sheet would not always be the same bytes; and it orders whole
words, not runs.  So a line is ordered here (`bidirectional`), shaped by HarfBuzz and handed to
the canvas as positioned glyphs.  A line whose glyphs are not its letters one by one says what it
is (`ActualText`), so that it can be found, copied and read aloud; one from right to left does
not, because readers expect its letters as they are drawn and turn them round themselves.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec
from reportlab.pdfbase.ttfonts import ShapeData

from reports import installed
from reports.bidirectional import right_to_left, visual_runs
from reports.fonts import FACES, PRIVATE, PRIVATE_END, Face, Glyph

MISSING: Final = ""
"""The face name of a piece that no face can set: drawn as a crossed box for each character."""
BOX: Final = 620.0
"""How wide such a box is, in thousandths of the type size."""
BOX_TALL: Final = 690.0
"""How tall, in the same measure."""
_SCRIPTS: Final = (
    (0x0530, 0x058F, "Armn"),
    (0x0590, 0x05FF, "Hebr"),
    (0x0600, 0x08FF, "Arab"),
    (0x0900, 0x097F, "Deva"),
    (0x0E00, 0x0E7F, "Thai"),
    (0x10A0, 0x10FF, "Geor"),
    (0x1C90, 0x1CBF, "Geor"),
    (0xFB1D, 0xFB4F, "Hebr"),
    (0xFB50, 0xFDFF, "Arab"),
    (0xFE70, 0xFEFC, "Arab"),
    (0x0370, 0x03FF, "Grek"),
    (0x1F00, 0x1FFF, "Grek"),
    (0x0400, 0x052F, "Cyrl"),
)


class Piece(msgspec.Struct, frozen=True):
    """Glyphs of one face, in the order they are drawn; `face` is `MISSING` for boxes.

    `width` is in thousandths of the type size; `shapes` is None where every glyph simply stands
    after the one before it; `heavy`: the face has no bold weight, and is drawn so; `up`
    and `down`: how far its ink goes above and below the baseline, in the same measure.
    """

    face: str
    codes: str
    width: float
    shapes: tuple[ShapeData, ...] | None = None
    heavy: bool = False
    up: float = 0.0
    down: float = 0.0


class Line(msgspec.Struct, frozen=True):
    """One line of text, shaped; `width` in thousandths of the type size; `told`: its `text` has to
    be told beside its glyphs; `missing`: the characters drawn as boxes; `up` and `down`: how far
    its ink goes above and below the baseline, in the same measure."""

    text: str
    pieces: tuple[Piece, ...]
    width: float
    told: bool
    missing: str = ""
    up: float = 0.0
    down: float = 0.0

    def wide(self, size: float) -> float:
        """Its width in points, set in a type size."""
        return self.width * size / 1000


def cleaned(text: str) -> str:
    """Text as it can be printed: one kind of space, composed letters, no lone half characters."""
    if text.isascii() and text.isprintable():
        return text
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return unicodedata.normalize("NFC", "".join(map(_printable, whole)))


def _printable(character: str) -> str:
    if character.isspace() and character not in "\u00a0\u202f":
        return " "
    return "\ufffd" if unicodedata.category(character) == "Cc" else character


@lru_cache(maxsize=8192)
def shape(text: str, bold: bool = False) -> Line:
    """One line of text, ready to draw."""
    text = cleaned(text)
    pieces: list[Piece] = []
    for run, rtl in visual_runs(text):
        parts = list(_by_script(run))
        for part, script in reversed(parts) if rtl else parts:
            pieces.extend(_pieces(part, script, rtl, bold))
    missing = "".join(piece.codes for piece in pieces if piece.face == MISSING)
    spelt = any(PRIVATE <= ord(c) <= PRIVATE_END for piece in pieces for c in piece.codes)
    told = (spelt or bool(missing)) and not right_to_left(text)
    return Line(
        text,
        tuple(pieces),
        sum(piece.width for piece in pieces),
        told,
        missing,
        up=max((piece.up for piece in pieces), default=0.0),
        down=max((piece.down for piece in pieces), default=0.0),
    )


def missing_characters(text: str, *, bold: bool = False) -> str:
    """The characters of a text that no face of the sheets can print, each once, in order."""
    return "".join(dict.fromkeys("".join(shape(part, bold).missing for part in text.split("\n"))))


def _script(character: str) -> str | None:
    """The script of a character; None for one that goes with whatever stands before it."""
    code = ord(character)
    if code >= 0x0370:
        for first, last, script in _SCRIPTS:
            if first <= code <= last:
                return script if unicodedata.category(character)[0] == "L" else None
    return "Latn" if unicodedata.category(character)[0] == "L" else None


def _by_script(run: str) -> Iterator[tuple[str, str]]:
    """A run in reading order, in parts of one script each."""
    if run.isascii():
        yield run, "Latn"
        return
    start, script = 0, None
    for at, character in enumerate(run):
        its = _script(character)
        if its is None or its == script:
            continue
        if script is not None:
            yield run[start:at], script
            start = at
        script = its
    yield run[start:], script or "Latn"


def _pieces(text: str, script: str, rtl: bool, bold: bool, *, spare: int = 0) -> Iterator[Piece]:
    """The pieces of a run of one script, in the order they are drawn: in the first face that has
    them, else as boxes."""
    face = _face(spare, bold)
    if face is None:
        if spare + 1 < len(FACES) + len(installed.PLACES):
            yield from _pieces(text, script, rtl, bold, spare=spare + 1)
        else:
            yield _boxes(text[::-1] if rtl else text)
        return
    glyphs = face.shape(text, script, rtl=rtl)
    lacking = {cluster for glyph, cluster, *_ in glyphs if glyph == 0}
    if not lacking:
        yield _piece(face, text, glyphs, bold)
        return
    spans = list(_spans(text, sorted({cluster for _, cluster, *_ in glyphs}), lacking))
    for part, lacks in reversed(spans) if rtl else spans:
        if not lacks:
            yield _piece(face, part, face.shape(part, script, rtl=rtl), bold)
        elif spare + 1 < len(FACES) + len(installed.PLACES):
            yield from _pieces(part, script, rtl, bold, spare=spare + 1)
        else:
            yield _boxes(part[::-1] if rtl else part)


def _face(at: int, bold: bool) -> Face | None:
    """The face that is tried at a position: ours, then those of this system."""
    if at < len(FACES):
        return FACES[at](bold)
    return installed.installed_face(installed.PLACES[at - len(FACES)])


def _boxes(text: str) -> Piece:
    """Characters that no face has."""
    return Piece(MISSING, text, BOX * len(text), up=BOX_TALL)


def _spans(text: str, clusters: list[int], lacking: set[int]) -> Iterator[tuple[str, bool]]:
    """A text in reading order, in parts that a face has and parts that it lacks; a mark that is
    lacking takes its letter along."""
    lacks = [False] * len(text)
    for start, end in zip(clusters, [*clusters[1:], len(text)], strict=True):
        if start in lacking:
            lacks[start:end] = [True] * (end - start)
    for at in range(len(text) - 1, 0, -1):
        if lacks[at] and unicodedata.category(text[at])[0] == "M":
            lacks[at - 1] = True
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or lacks[at] != lacks[start]:
            yield text[start:at], lacks[start]
            start = at


def _piece(face: Face, text: str, glyphs: list[Glyph], bold: bool) -> Piece:
    codes: list[str] = []
    shapes: list[ShapeData] = []
    plain = True
    total, highest, lowest = 0.0, 0.0, 0.0
    for at, (glyph, cluster, across, down, right, up) in enumerate(glyphs):
        character = text[cluster]
        if unicodedata.category(character) == "Cf" and not across:
            continue
        code = face.code(glyph, character)
        width = face.widths[code]
        plain = plain and across == width and not (down or right or up)
        codes.append(chr(code))
        shapes.append(ShapeData(at, across, down, right, up, width))
        total += across
        high, low = face.ink(glyph)
        highest, lowest = max(highest, high + up), min(lowest, low + up)
    heavy = bold and face.one_weight
    return Piece(
        face.name,
        "".join(codes),
        total,
        None if plain else tuple(shapes),
        heavy=heavy,
        up=highest,
        down=-lowest,
    )
