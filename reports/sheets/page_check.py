"""Compares a printed sheet with the sheet as the program makes it now.

Somebody may change the page in a PDF and leave its code as it was; this finds the change.  The
drawing of a sheet is always the same, so a page is ours only where all that is drawn with is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta, timezone
from io import BytesIO
from typing import Any, Final

from reports.sheets.match_sheet import match_sheet
from reports.typeset.letterhead import NO_LETTERHEAD, Letterhead
from reports.typeset.paper import Paper
from scorepad import __version__
from scorepad.spades.match import Match
from scorepad.spades.words import Words

LAYOUT = re.compile(
    r"scorepad-layout:([^:\s]+):match:(A4|Letter):([A-Za-z_]+):(-?\d{1,4})(?::([0-9a-f]{12}))?"
)
MOST_PAGES = 20
NAMED = 5
REDRAWN: Final = ("",)
"""What `desk.ports` calls so: only the drawing differs."""
NOT_DRAWN: Final = frozenset(
    ("/Contents", "/Parent", "/P", "/Dest", "/Length", "/Filter", "/DecodeParms")
)
"""These entries say where something stands in a file and how it is packed; the contents of a page
are compared on their own, because a page may have them in parts."""


def differences(
    pdf: bytes, match: Match, words: Words, letterhead: Letterhead = NO_LETTERHEAD
) -> tuple[str, ...] | None:
    """Return a few pieces of what differs between a PDF and the sheet of this match.

    Nothing is returned where they are the same, and `REDRAWN` where no words differ but the drawing
    does.  None means that they cannot be compared, because the sheet was made by another version of
    the program, in another language, under another letterhead or on other pages.
    """
    from pypdf import PdfReader

    try:
        there = PdfReader(BytesIO(pdf))
        said = LAYOUT.search(str(there.metadata and there.metadata.get("/Keywords")))
        if said is None or said[1] != __version__ or said[3] != (words.language or "en"):
            return None
        if (said[5] or "") != letterhead.mark or len(there.pages) > MOST_PAGES:
            return None
        zone = timezone(timedelta(minutes=int(said[4])))
        paper: Paper = "A4" if said[2] == "A4" else "Letter"
        made = match_sheet(match, paper, words, zone=zone, letterhead=letterhead)
        if made == pdf:
            return ()
        ours = PdfReader(BytesIO(made))
        if len(there.pages) != len(ours.pages):
            return None
        found = [
            piece
            for one, other in zip(there.pages, ours.pages, strict=True)
            if not _drawn_alike(one, other)
            for piece in _more(one, other)
        ]
    except Exception:  # noqa: BLE001  (a file that is broken breaks its reader in any way)
        return None
    words_ = tuple(dict.fromkeys(filter(None, found)))[:NAMED]
    return words_ or (REDRAWN if found else ())


def _drawn_alike(one: Any, other: Any) -> bool:
    """Return whether two pages have the same contents, and draw with the same: boxes, typefaces,
    pictures, notes."""
    contents = [page.get_contents().get_data().strip() for page in (one, other)]
    return contents[0] == contents[1] and _alike(one, other)


def _alike(one: Any, other: Any) -> bool:
    """Return whether two objects of a PDF are the same, however they are kept in its file."""
    one, other = one.get_object(), other.get_object()
    if isinstance(one, dict) and isinstance(other, dict):
        keys = {*one, *other} - NOT_DRAWN
        data = [each.get_data() if hasattr(each, "get_data") else b"" for each in (one, other)]
        return data[0] == data[1] and all(
            key in one and key in other and _alike(one[key], other[key]) for key in keys
        )
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_alike, one, other))
    return bool(one == other)


def _more(there: Any, ours: Any) -> Iterator[str]:
    """Yield the pieces that only the one page has, then those that only the other has; "" for the
    drawing, which differs in any case."""
    one, other = Counter(_pieces(there)), Counter(_pieces(ours))
    yield from (one - other).elements()
    yield from (other - one).elements()
    yield "▧" if _drawn(there) > _drawn(ours) else ""


def _pieces(page: Any) -> list[str]:
    return [" ".join(line.split()) for line in page.extract_text().splitlines() if line.strip()]


def _drawn(page: Any) -> int:
    """Count what lies on a page beside its text and lines: pictures and notes of other programs."""
    resources = page.get("/Resources") or {}
    return len(resources.get("/XObject") or {}) + len(page.get("/Annots") or ())
