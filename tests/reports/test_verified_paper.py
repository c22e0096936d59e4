"""What a sheet says of itself: official or not, and the code by which it can be checked."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
import segno
from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.generic import ContentStream

from reports.book.event_book import event_book
from reports.sheets.compact_sheet import compact_sheets
from reports.sheets.match_sheet import layout_mark, match_sheet, match_sheets, prepare_sheet
from reports.typeset.letterhead import NO_LETTERHEAD
from reports.typeset.qr_code import MODULE
from scorepad import __version__
from scorepad.desk.verify import codes_in, coming_codes
from scorepad.spades.refusal import Refused
from scorepad.spades.result import why_unofficial
from scorepad.spades.sheetcode import code_of, read_code
from scorepad.spades.words import ENGLISH
from tests.reports.drawn import pages
from tests.reports.made import FAR, made, match_of
from tests.reports.test_match_sheet import everything, sheet

TIMED: dict[str, Any] = {**FAR, "clock": {"minutes": 30, "on_tie": "tie"}}
FILE: dict[str, Any] = {"scorepad": 1, "rules": "unc", "log": []}
SIGNED = [
    {"kind": "time", "id": "tt"},
    {"kind": "sign", "side": 0, "name": "Ann", "id": "g0"},
    {"kind": "sign", "side": 1, "name": "", "id": "g1"},
]


def test_what_moves_a_signed_result_makes_it_unofficial_again() -> None:
    note = {"kind": "note", "text": "thanks", "id": "n"}
    official = everything(made(2, *SIGNED, note, agreed=TIMED))
    assert "signed by both sides" in official
    assert "UNOFFICIAL" not in official
    ruling = {"kind": "ruling", "side": 0, "hand": 2, "points": -5, "why": "late", "id": "r"}
    for more in ([ruling], [{"kind": "strike", "entry": "e3", "why": "x", "id": "x"}]):
        changed = sheet(made(2, *SIGNED[:1], *SIGNED[1:], *more, agreed=TIMED))
        assert all("UNOFFICIAL" in page.text for page in changed[:1])
        assert "unofficial · page 1 of 1" in changed[0].text
        assert "signed by both sides" not in changed[0].text
        if more == [ruling]:
            assert "changed since it was signed" in changed[0].text
    struck = {"kind": "strike", "entry": "g1", "why": "not Bo", "id": "x"}
    assert "signed by Aces only" in everything(made(2, *SIGNED, struck, agreed=TIMED))
    assert "the match is not over" in everything(made(2))


def test_a_checked_sheet_says_in_its_own_words_why_it_is_unofficial() -> None:
    ruling = {"kind": "ruling", "side": 0, "hand": 2, "points": -5, "why": "late", "id": "r"}
    for log in ((), SIGNED[:1], SIGNED[:2], SIGNED, (*SIGNED, ruling)):
        match = made(2, *log, agreed=TIMED)
        why = why_unofficial(match)
        assert prepare_sheet(match, "A4", ENGLISH).unofficial == ("" if why is None else str(why))


def test_every_page_bears_the_code_and_the_last_one_squares() -> None:
    match = made(40)
    code = code_of(match)
    assert code is not None
    first, second = sheet(match)
    for page in (first, second):
        assert code.short in page.text
    assert not any(shape.startswith("squares") for shape in first.shapes)
    assert any(shape.startswith("squares") for shape in second.shapes)
    info = PdfReader(BytesIO(match_sheet(match))).metadata
    assert info is not None
    layout = f"scorepad-layout:{__version__}:match:A4:0:{layout_mark(ENGLISH, NO_LETTERHEAD)}"
    assert info["/Keywords"] == f"{code.full} {code.short} {layout}"
    assert read_code(code.full.upper()) == code


def test_the_squares_are_those_of_the_code() -> None:
    """Read square by square out of the page, and compared with a code made anew."""
    match = made(3)
    code = code_of(match)
    assert code is not None
    page = PdfReader(BytesIO(match_sheet(match))).pages[0]
    (drawn,) = [
        part
        for part in page.get_contents().get_data().decode("latin-1").split("\n")
        if part.count(" re") > 50
    ]
    boxes = [
        [float(value) for value in box.split()] for box in re.findall(r"((?:[\d.]+ ){4})re", drawn)
    ]
    (placed,) = re.findall(r"^q ((?:[\d.]+ ){6})cm", drawn)
    step, _, _, high, left, _ = map(float, placed.split())
    assert step == high == MODULE
    dark = {(24 - up, across + i) for across, up, wide, _ in boxes for i in range(int(wide))}
    made_anew = segno.make_qr(code.short, error="m", boost_error=True, mask=3).matrix
    assert dark == {
        (down, across)
        for down, row in enumerate(made_anew)
        for across, module in enumerate(row)
        if module
    }
    assert left > page.mediabox.width / 2
    assert len(made_anew) == 25
    assert MODULE * 25.4 / 72 > 0.75, "millimetres"
    assert read_code(code.short).is_of(match.id or "")


def saved(*pages_: PageObject) -> bytes:
    """Pages in a document of their own, as another program writes it."""
    writer = PdfWriter()
    for page in pages_:
        writer.add_page(page)
    writer.add_metadata({"/Keywords": "minutes of the meeting"})
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def test_a_page_keeps_its_code_when_another_program_takes_it_out_or_merges_it() -> None:
    matches = [made(40), made(3, id="0198c0de-1234-7abc-8def-0123456789ac")]
    codes = [code_of(match) for match in matches]
    for pdf, count in ((match_sheets(matches), 3), (compact_sheets(matches), 2)):
        reader = PdfReader(BytesIO(pdf))
        assert len(reader.pages) == count
        assert codes_in(saved(reader.pages[0])) == (codes[0],)
        last = codes_in(saved(reader.pages[-1]))
        assert codes[1] in last
        assert set(last) <= set(codes)
    book = PdfReader(BytesIO(event_book(matches)))
    assert codes_in(saved(book.pages[-1])) == (codes[1],)
    merged = PdfWriter()
    for match in matches:
        merged.append(BytesIO(match_sheet(match)))
    for page in merged.pages:
        page.compress_content_streams()
    out = BytesIO()
    merged.write(out)
    assert set(codes_in(out.getvalue())) == set(codes)


def repainted(pdf: bytes) -> bytes:
    """A document as a program writes it that paints its pages anew: only what is seen is left."""
    writer = PdfWriter()
    for page in PdfReader(BytesIO(pdf)).pages:
        added = writer.add_page(page)
        content = ContentStream(added.get_contents(), writer)
        content.operations = [each for each in content.operations if each[1] != b"DP"]
        added.replace_contents(content)
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def test_the_code_is_read_from_the_page_where_it_stands_nowhere_else() -> None:
    matches = [made(40), made(3, id="0198c0de-1234-7abc-8def-0123456789ac")]
    codes = [code_of(match) for match in matches]
    shorts = [code.short for code in codes if code is not None]
    for pdf in (match_sheets(matches), compact_sheets(matches), event_book(matches)):
        bare = repainted(pdf)
        assert b"/Keywords" not in bare
        assert [each.short for each in codes_in(bare)] == shorts
        coming = list(coming_codes(bare))
        assert coming.count(None) == len(PdfReader(BytesIO(pdf)).pages), "one page at a time"


@pytest.mark.parametrize(
    "other",
    [
        b"",
        b"no PDF at all",
        b"%PDF-1.4 torn off",
        repainted(match_sheet(match_of(FILE))),
        repainted(match_sheet(made(3)))[:2000],
    ],
)
def test_a_file_without_a_code_is_said_to_have_none_that_could_be_read(other: bytes) -> None:
    with pytest.raises(Refused, match="no code of a match sheet could be read in this file; type"):
        codes_in(other, "x.pdf")


def test_a_match_without_an_id_has_no_code() -> None:
    pdf = match_sheet(match_of(FILE))
    (page,) = pages(pdf)
    assert not any(shape.startswith("squares") for shape in page.shapes)
    info = PdfReader(BytesIO(pdf)).metadata
    assert info is not None
    assert not info.get("/Keywords")
