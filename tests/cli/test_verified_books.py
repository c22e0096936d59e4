"""A book is compared page by page with what is kept, whatever was recorded since."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path

import pypdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from scorepad.paths import resources_folder
from scorepad.spades.words import N
from tests.cli.conftest import Said, Scorepad
from tests.cli.test_event_papers import TEAMS, day, next_round, record, result
from tests.reports.languages import words_of

__all__ = ["day"]

HANDS = (
    {"kind": "bids", "bids": [4, 3, "nil", 5]},
    {"kind": "tricks", "tricks": [5, 8, 0, None]},
    {"kind": "time"},
)


def overprinted(pdf: bytes, at: int, text: str) -> bytes:
    """A document with a text laid over one page, as a program for PDFs does it."""
    over = io.BytesIO()
    canvas = Canvas(over)
    canvas.drawString(60, 700, text)
    canvas.save()
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf))
    writer.pages[at].merge_page(pypdf.PdfReader(over).pages[0])
    return written(writer)


def exchanged(pdf: bytes, other: bytes) -> bytes:
    """A document whose last page is the last one of another."""
    reader, writer = pypdf.PdfReader(io.BytesIO(pdf)), pypdf.PdfWriter()
    for page in (*reader.pages[:-1], pypdf.PdfReader(io.BytesIO(other)).pages[-1]):
        writer.add_page(page)
    writer.add_metadata({"/Keywords": str(reader.metadata["/Keywords"])})  # type: ignore[index]
    return written(writer)


def written(writer: pypdf.PdfWriter) -> bytes:
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


@pytest.mark.parametrize(("language", "paper"), [("en", "A4"), ("es", "Letter")])
def test_each_page_of_a_book_is_compared(
    day: Scorepad, data: Path, tmp_path: Path, language: str, paper: str
) -> None:
    settings = {"language": language, "house": "Club", "logo": "logo.png"}
    (data / "settings.json").write_text(json.dumps(settings))
    shutil.copy(resources_folder() / "icons" / "scorepad.png", data / "logo.png")
    words = words_of(language)
    one, other = next_round(day)
    team = TEAMS[int(one["teams"][0][1]) - 1]
    alone = day("new", "--rules", "unc").out.strip()
    for match_id in (one["match"], alone):
        day("record", match_id, stdin="\n".join(map(json.dumps, HANDS)).encode())

    def book(*which: str) -> bytes:
        out = tmp_path / "made.pdf"
        assert day("book", *which, "-o", out, "--paper", paper, "--overwrite").status == 0
        return out.read_bytes()

    def verified(pdf: bytes) -> Said:
        file = tmp_path / "asked.pdf"
        file.write_bytes(pdf)
        return day("verify", file)

    def counted(same: int, changed: int = 0, uncompared: int = 0) -> str:
        texts = [
            N("{n} sheet", "{n} sheets", same + changed + uncompared),
            N("{n} is the same", "{n} are the same", same),
            N("{n} has changed", "{n} have changed", changed),
            N("{n} was not compared", "{n} were not compared", uncompared),
        ]
        shown = zip(texts, (True, True, changed, uncompared), strict=True)
        return " \u00b7 ".join(words(text) for text, there in shown if there)

    def is_same(pdf: bytes, sheets: int = 2) -> None:
        said = verified(pdf)
        assert (said.status, said.lines[-1]) == (0, counted(sheets)), said

    def is_found(pdf: bytes, piece: str, *counts: int) -> None:
        said = verified(pdf)
        (line,) = (line for line in said.lines if piece in line)
        assert (said.status, team in line, said.lines[-1]) == (1, True, counted(*counts)), said

    early = book(one["match"], alone)
    is_same(book("--event", "Open"))  # no hand was played at the other table
    record(day, result(one, 141, 170) | {"why": "misread", "id": "r1"}, result(other, 3, 9))
    is_same(early)  # nothing was stated when it was made
    named, whole = book(one["match"], alone), book("--event", "Open")
    is_same(named)
    is_same(whole)
    is_found(overprinted(named, -1, "999"), "999", 1, 1)
    is_found(overprinted(whole, -1, "999"), "999", 1, 1)
    is_found(exchanged(whole, book(alone)), team, 1, 1, 1)
    # The event goes on, and what was printed of it stands.
    record(day, {"kind": "note", "text": "rain"})
    next_round(day)
    said = verified(whole)
    assert (said.status, said.lines[-1]) == (1, counted(1, 1)), "the event has more"
    is_found(overprinted(whole, -1, "999"), "999", 0, 2)
    # What the event stated was struck: nothing is said of pages that tell of it.
    record(day, {"kind": "strike", "entry": "r1", "why": "misread"})
    assert verified(named).lines[-1] == counted(0, 0, 2)
