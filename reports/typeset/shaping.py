"""A line of text of any script, turned into glyphs.

reportlab could shape text too (`Paragraph(shaping=1)`).  But it numbers the glyphs of joined
scripts in the order a process happens to meet them, so the same sheet would not always give the
same bytes; and it orders whole words, not runs.  So a line is ordered here (`bidirectional`),
shaped by HarfBuzz and given to the canvas as positioned glyphs.

Where the glyphs are not the letters one by one, the PDF holds the text of the line besides
(`ActualText`), so that it can be found, copied and read aloud.  Lines from right to left do without
it, because PDF readers expect their letters as they are drawn and reverse them themselves.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

import msgspec
import uharfbuzz

from reports.typeset import fonts
from reports.typeset.bidirectional import visual_runs
from reports.typeset.fonts import FALLBACK_FACES, Glyph, Typeface
from scorepad.spades.words import has_right_to_left, without_isolates

NO_FACE: Final = ""
"""The typeface name of a glyph run that no typeface can set.  Each of its characters is drawn as a
crossed box."""
JOINERS: Final = "\u200d\ufe0f"
"""They join emoji to one, and mark a sign as an emoji."""
SIGN_CATEGORIES: Final = ("So", "Sk", "Lo", "Co")
"""The categories of emoji, of the colors of their skin, of letters without capitals, and of
characters for private use."""
UNSPLIT_SCRIPTS: Final = ("Hani", "Hira", "Kana", "Bopo", "Hang")
"""These are mixed with each other and Latin letters, and are shaped alike."""
BOX_WIDTH: Final = 620.0  # thousandths of the type size
BOX_HEIGHT: Final = 690.0  # thousandths of the type size


class OffsetGlyphs(NamedTuple):
    """Glyphs that simply follow each other, `rise` above the baseline.  They begin `back` to the
    left of where the glyphs before them end."""

    rise: float
    back: float
    codes: str


class GlyphRun(msgspec.Struct, frozen=True):
    """Glyphs of one typeface, in the order they are drawn; `face` is `NO_FACE` for boxes, which
    have no `pieces`.

    `heavy` glyphs are drawn with a thicker line, because their typeface has no bold.  `up` and
    `down` are how far the ink reaches above and below the baseline.  All measures are in
    thousandths of the type size.
    """

    face: str
    codes: str
    width: float
    pieces: tuple[OffsetGlyphs, ...] = ()
    heavy: bool = False
    up: float = 0.0
    down: float = 0.0


class ShapedLine(msgspec.Struct, frozen=True):
    """A line of text as glyph runs.

    `actual_text` means that the PDF has to hold the text besides the glyphs.  `missing` are the
    characters that are drawn as boxes.  `up` and `down` are how far the ink reaches above and
    below the baseline.  All measures are in thousandths of the type size.
    """

    text: str
    runs: tuple[GlyphRun, ...]
    width: float
    actual_text: bool
    missing: str = ""
    up: float = 0.0
    down: float = 0.0

    def width_at(self, size: float) -> float:
        """Return the width in points, in a type size."""
        return self.width * size / 1000


def clean_text(text: str) -> str:
    """Make a text printable: with one kind of space, composed letters, and no half of a surrogate
    pair."""
    if text.isascii() and text.isprintable():
        return text
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return unicodedata.normalize("NFC", "".join(map(_printable, whole)))


def _printable(character: str) -> str:
    if character.isspace() and character not in "\u00a0\u202f":
        return " "
    return "\ufffd" if unicodedata.category(character) == "Cc" else character


@lru_cache(maxsize=1024)
def shape(text: str, bold: bool = False) -> ShapedLine:
    """Turn a line of text into glyphs."""
    # A space that holds words together has done so by now.
    text = clean_text(text).replace("\u00a0", " ")
    runs: list[GlyphRun] = []
    for run, rtl in visual_runs(text):
        parts = list(_split_scripts(run))
        for part, script in reversed(parts) if rtl else parts:
            runs.extend(_set_text(part, script, rtl, bold))
    missing = "".join(run.codes for run in runs if run.face == NO_FACE)
    codes = "".join(run.codes for run in runs)
    differs = bool(missing) or codes != without_isolates(text)
    actual_text = differs and not has_right_to_left(text)
    return ShapedLine(
        text,
        tuple(runs),
        sum(run.width for run in runs),
        actual_text,
        missing,
        up=max((run.up for run in runs), default=0.0),
        down=max((run.down for run in runs), default=0.0),
    )


def missing_characters(text: str, *, bold: bool = False) -> str:
    """Return the characters of a text that no typeface has, each once, in their order."""
    return "".join(dict.fromkeys("".join(shape(part, bold).missing for part in text.split("\n"))))


@cache
def _script(character: str) -> str | None:
    """Return the script of a character; None for one that belongs to the script before it."""
    if unicodedata.category(character)[0] != "L":
        return None
    buffer = uharfbuzz.Buffer()
    buffer.add_str(character)
    buffer.guess_segment_properties()
    script: str | None = buffer.script
    return "Latn" if script in UNSPLIT_SCRIPTS else script


def _split_scripts(run: str) -> Iterator[tuple[str, str]]:
    """Part a run into scripts, in reading order."""
    if run.isascii():
        yield run, "Latn"
        return
    start, script = 0, None
    for at, character in enumerate(run):
        new = _script(character)
        if new is None or new == script:
            continue
        if script is not None:
            yield run[start:at], script
            start = at
        script = new
    yield run[start:], script or "Latn"


@lru_cache(maxsize=1024)
def _set_text(text: str, script: str, rtl: bool, bold: bool) -> tuple[GlyphRun, ...]:
    """Set a text of one script.  Where many scripts meet, the same few letters are frequent."""
    return tuple(_glyph_runs(text, script, rtl, bold))


def _glyph_runs(
    text: str, script: str, rtl: bool, bold: bool, *, first: int = 0
) -> Iterator[GlyphRun]:
    """Set a text of one script: each part of it in the first typeface that has it, else as boxes.

    The runs are in the order they are drawn; `first` is the first typeface that is tried.
    """
    if first == len(FALLBACK_FACES) + len(fonts.INSTALLED_FONT_FILES):
        yield _box_run(text[::-1] if rtl else text)
        return
    face = _face(first, bold)
    if face is None or _is_of_unknown_signs(face, text):
        yield from _glyph_runs(text, script, rtl, bold, first=first + 1)
        return
    glyphs = face.shape(text, script, rtl=rtl)
    lacking = {cluster for glyph, cluster, *_ in glyphs if glyph == 0}
    if not lacking:
        yield _glyph_run(face, text, glyphs, bold)
        return
    spans = list(_split_by_coverage(text, sorted({cluster for _, cluster, *_ in glyphs}), lacking))
    for part, is_missing in reversed(spans) if rtl else spans:
        if not is_missing:
            yield _glyph_run(face, part, face.shape(part, script, rtl=rtl), bold)
        else:
            yield from _glyph_runs(part, script, rtl, bold, first=first + 1)


def _face(at: int, bold: bool) -> Typeface | None:
    """Return the typeface at a position in the order of trying: ours, then those of this system."""
    if at < len(FALLBACK_FACES):
        return FALLBACK_FACES[at](bold)
    return fonts.load_installed_face(fonts.INSTALLED_FONT_FILES[at - len(FALLBACK_FACES)])


def _is_of_unknown_signs(face: Typeface, text: str) -> bool:
    """Return whether these are signs, such as emoji or Chinese characters, of which a typeface has
    none.  It need not be tried then.  A letter that has parts may be made of them."""
    return text[0] not in JOINERS and all(
        character in JOINERS
        or (
            ord(character) not in face.codes
            and unicodedata.category(character) in SIGN_CATEGORIES
            and not unicodedata.decomposition(character)
        )
        for character in text
    )


def _box_run(text: str) -> GlyphRun:
    """Return the run of characters that no typeface has."""
    return GlyphRun(NO_FACE, text, BOX_WIDTH * len(text), up=BOX_HEIGHT)


def _split_by_coverage(
    text: str, clusters: list[int], lacking: set[int]
) -> Iterator[tuple[str, bool]]:
    """Part a text, in reading order, into the parts that a typeface has and lacks.  Where it lacks
    a mark, it counts as lacking the letter too."""
    is_missing = [False] * len(text)
    for start, end in zip(clusters, [*clusters[1:], len(text)], strict=True):
        if start in lacking:
            is_missing[start:end] = [True] * (end - start)
    for at in range(len(text) - 1, 0, -1):
        if is_missing[at] and unicodedata.category(text[at])[0] == "M":
            is_missing[at - 1] = True
    for at in range(1, len(text)):
        is_joined = text[at] in JOINERS or (
            text[at - 1] == JOINERS[0] and unicodedata.category(text[at]) == "So"
        )
        is_missing[at] = is_missing[at] or (is_missing[at - 1] and is_joined)
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or is_missing[at] != is_missing[start]:
            yield text[start:at], is_missing[start]
            start = at


def _glyph_run(face: Typeface, text: str, glyphs: list[Glyph], bold: bool) -> GlyphRun:
    pieces: list[OffsetGlyphs] = []
    codes: list[str] = []
    rise, start, back = 0.0, 0.0, 0.0
    total, highest, lowest = 0.0, 0.0, 0.0
    measures = face.measures
    for glyph, cluster, across, right, up in glyphs:
        character = text[cluster]
        if not across and unicodedata.category(character) == "Cf":
            continue
        code, width, high, low = measures.get((glyph, character)) or face.measure(glyph, character)
        back -= right
        if back or up != rise:
            pieces.append(OffsetGlyphs(rise, start, "".join(codes)))
            codes, rise, start = [], up, back
        codes.append(code)
        back = width - across + right
        total += across
        highest = max(highest, high + up)
        lowest = min(lowest, low + up)
    pieces.append(OffsetGlyphs(rise, start, "".join(codes)))
    if back:
        pieces.append(OffsetGlyphs(rise, back, ""))
    return GlyphRun(
        face.name,
        "".join([piece.codes for piece in pieces]),
        total,
        tuple(pieces),
        heavy=bold and face.has_no_bold,
        up=highest,
        down=-lowest,
    )
