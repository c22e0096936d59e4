"""Compares a printed sheet with the sheet as the program makes it now.

Somebody may change the page in a PDF and leave its code as it was; this finds the change.  The
drawing of a sheet is always the same, so a page is ours only where all that is drawn with is."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta, timezone, tzinfo
from io import BytesIO
from typing import Any, Final

from reports.sheets.match_sheet import layout_mark
from reports.typeset.letterhead import NO_LETTERHEAD, Letterhead
from scorepad import __version__
from scorepad.spades.words import Words

LAYOUT = re.compile(
    r"scorepad-layout:([^:\s]+):(match|compact|twice|book):(A4|Letter):(-?\d{1,4})"
    r":([A-Za-z_]+:[0-9a-f]{8})(:[0-9a-f]{8})?"
)
CODE = re.compile(r"scorepad2:([0-9a-f-]{36}):\d+:[0-9a-f]{64}")
OWNER = re.compile(rb"/Scorepad <</Code \(scorepad2:([0-9a-f-]{36}):")
MOST_PAGES = 20
"""A document with more pages, two for each match not counted, is not drawn anew."""
NAMED = 5
REDRAWN: Final = ("",)
"""What `desk.ports` calls so: only the drawing differs."""
ADDED: Final = "▧"
"""What `desk.ports` calls so: a picture or a note."""
NOT_DRAWN: Final = frozenset(
    (
        *("/Contents", "/Parent", "/P", "/Dest", "/Length", "/Filter", "/DecodeParms"),
        *("/StructParents", "/StructParent"),
    )
)
"""These entries say where something stands in a file or in its outline, and how it is packed; the
contents of a page are compared on their own, because a page may have them in parts."""


def differences(
    pdf: bytes,
    make: Callable[..., bytes | None],
    words: Words,
    zone: tzinfo,
    letterhead: Letterhead = NO_LETTERHEAD,
) -> dict[str, tuple[str, ...]]:
    """Return a few pieces of what differs between a PDF and the same document as it is made now, by
    the id of the match whose pages differ; "" has the pages of no match.

    Nothing is returned for a match whose pages are the same, and `REDRAWN` where no words differ
    but the drawing does.  A match is missing where its pages cannot be compared, because the
    document was made by another version of the program, in another language or region, under
    another letterhead, when events stated other results, or has other pages.  `make` makes a kind
    of document anew from the codes it names, on a paper, in a zone, with or without what events
    state; None where it cannot.
    """
    from pypdf import PdfReader

    found: dict[str, list[str]] = {}
    try:
        there = PdfReader(BytesIO(pdf))
        keywords = str(there.metadata and there.metadata.get("/Keywords"))
        said = LAYOUT.search(keywords)
        if said is None or (said[1], said[5]) != (__version__, layout_mark(words, letterhead)):
            return {}
        codes = {each[0]: each[1] for each in CODE.finditer(keywords)}
        if len(there.pages) > MOST_PAGES + 2 * len(codes):
            return {}
        its_zone = timezone(timedelta(minutes=int(said[4])))
        with _unwatched():
            made = make(said[2], [*codes], said[3], zone, stated=said[6] is not None)
            if made is not None and _named(said[0]) not in made:
                made = make(said[2], [*codes], said[3], its_zone, stated=said[6] is not None)
        if made is None or _named(said[0]) not in made:
            return {}
        if made == pdf:
            return dict.fromkeys(["", *codes.values()], ())
        ours = PdfReader(BytesIO(made))
        if len(there.pages) != len(ours.pages):
            return {}
        for one, other in zip(there.pages, ours.pages, strict=True):
            owners = [each.decode() for each in OWNER.findall(_contents(other))]
            more = [] if _drawn_alike(one, other) else list(_more(one, other))
            for owner in owners or [""]:
                found.setdefault(owner, []).extend(more)
    except Exception:  # noqa: BLE001  (a file that is broken breaks its reader in any way)
        return {}
    return {owner: _shown(pieces) for owner, pieces in found.items()}


def _named(layout: str) -> bytes:
    """Return how a document of ours ends its keywords."""
    return f" {layout})".encode()


@contextmanager
def _unwatched() -> Iterator[None]:
    """Return a context in which nobody is told of each call, as is done while a foreign file is
    read: that takes as long as drawing does."""
    watching = sys.getprofile()
    sys.setprofile(None)
    try:
        yield
    finally:
        sys.setprofile(watching)


def _shown(pieces: list[str]) -> tuple[str, ...]:
    said = tuple(dict.fromkeys(filter(None, pieces)))[:NAMED]
    return said or (REDRAWN if pieces else ())


def _drawn_alike(one: Any, other: Any) -> bool:
    """Return whether two pages have the same contents, and draw with the same: boxes, typefaces,
    pictures, notes."""
    return _contents(one) == _contents(other) and _alike(one, other)


def _contents(page: Any) -> bytes:
    data: bytes = page.get_contents().get_data()
    return data.strip()


def _alike(one: Any, other: Any, *, more: bool = False) -> bool:
    """Return whether two objects of a PDF are the same, however they are kept in its file.  The one
    may have `more` typefaces: pages share them, and who lays text over one page adds his to all."""
    one, other = one.get_object(), other.get_object()
    if isinstance(one, dict) and isinstance(other, dict):
        keys = {*other, *(() if more else one)} - NOT_DRAWN
        data = [each.get_data() if hasattr(each, "get_data") else b"" for each in (one, other)]
        return data[0] == data[1] and all(
            key in one and key in other and _alike(one[key], other[key], more=key == "/Font")
            for key in keys
        )
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_alike, one, other))
    return bool(one == other)


def _more(there: Any, ours: Any) -> Iterator[str]:
    """Yield the pieces that only the one page has, then those that only the other has; "" for the
    drawing, which differs in any case."""
    if _contents(there) != _contents(ours):
        one, other = Counter(_pieces(there)), Counter(_pieces(ours))
        yield from (one - other).elements()
        yield from (other - one).elements()
    yield ADDED if _drawn(there) > _drawn(ours) else ""


def _pieces(page: Any) -> list[str]:
    return [" ".join(line.split()) for line in page.extract_text().splitlines() if line.strip()]


def _drawn(page: Any) -> int:
    """Count what lies on a page beside its text and lines: pictures and notes of other programs."""
    resources = page.get("/Resources") or {}
    return len(resources.get("/XObject") or {}) + len(page.get("/Annots") or ())
