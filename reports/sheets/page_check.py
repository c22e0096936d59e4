"""Compares a printed sheet with the sheet as the program makes it now.

Somebody may change the page in a PDF and leave its code as it was; this finds the change."""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta, timezone
from io import BytesIO
from typing import Any

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


def differences(
    pdf: bytes, match: Match, words: Words, letterhead: Letterhead = NO_LETTERHEAD
) -> tuple[str, ...] | None:
    """Return a few pieces of what differs between a PDF and the sheet of this match.

    Nothing is returned where they are the same.  None means that they cannot be compared, because
    the sheet was made by another version of the program, in another language, under another
    letterhead or on other pages.
    """
    from pypdf import PdfReader

    # Its warnings about a broken file would be of no use to the user.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        there = PdfReader(BytesIO(pdf))
        said = LAYOUT.search(str(there.metadata and there.metadata.get("/Keywords")))
        if said is None or said[1] != __version__ or said[3] != (words.language or "en"):
            return None
        if (said[5] or "") != letterhead.mark:
            return None
        zone = timezone(timedelta(minutes=int(said[4])))
        paper: Paper = "A4" if said[2] == "A4" else "Letter"
        made = match_sheet(match, paper, words, zone=zone, letterhead=letterhead)
        ours = PdfReader(BytesIO(made))
        if len(there.pages) != len(ours.pages) or len(ours.pages) > MOST_PAGES:
            return None
        found = [
            piece
            for one, other in zip(there.pages, ours.pages, strict=True)
            for piece in _more(one, other)
        ]
    except Exception:  # noqa: BLE001  (a file that is broken breaks its reader in any way)
        return None
    return tuple(dict.fromkeys(found))[:NAMED]


def _more(there: Any, ours: Any) -> Iterator[str]:
    """Yield the pieces that only the one page has, then those that only the other has."""
    one, other = Counter(_pieces(there)), Counter(_pieces(ours))
    yield from (one - other).elements()
    yield from (other - one).elements()
    if _drawn(there) > _drawn(ours):
        yield "▧"


def _pieces(page: Any) -> list[str]:
    return [" ".join(line.split()) for line in page.extract_text().splitlines() if line.strip()]


def _drawn(page: Any) -> int:
    """Count what lies on a page beside its text and lines: pictures and notes of other programs."""
    resources = page.get("/Resources") or {}
    return len(resources.get("/XObject") or {}) + len(page.get("/Annots") or ())
