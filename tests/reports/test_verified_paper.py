"""What a sheet says of itself: official or not, and the code by which it can be checked."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
import segno
from pypdf import PdfReader

from reports.book.event_book import event_book
from reports.sheets.compact_sheet import half_page_sheets
from reports.sheets.match_sheet import match_sheet, match_sheets, prepare_sheet
from reports.typeset.qr_code import MODULE
from scorepad.spades.result import why_unofficial
from scorepad.spades.sheetcode import (
    code_of,
    codes_in_plain_bytes,
    match_or_event_letters,
    read_code,
)
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
    assert "signed by both teams" in official
    assert "UNOFFICIAL" not in official
    ruling = {"kind": "ruling", "side": 0, "hand": 2, "points": -5, "why": "late", "id": "r"}
    for more in ([ruling], [{"kind": "strike", "entry": "e3", "why": "x", "id": "x"}]):
        changed = sheet(made(2, *SIGNED[:1], *SIGNED[1:], *more, agreed=TIMED))
        assert all("UNOFFICIAL" in page.text for page in changed[:1])
        assert "unofficial · page 1 of 1" in changed[0].text
        assert "signed by both teams" not in changed[0].text
        if more == [ruling]:
            assert "changed since it was signed" in changed[0].text
    struck = {"kind": "strike", "entry": "g1", "why": "not Bo", "id": "x"}
    assert "signed by Aces only" in everything(made(2, *SIGNED, struck, agreed=TIMED))
    assert "the match isn't over" in everything(made(2))


def test_a_checked_sheet_says_in_its_own_words_why_it_is_unofficial() -> None:
    ruling = {"kind": "ruling", "side": 0, "hand": 2, "points": -5, "why": "late", "id": "r"}
    for log in ((), SIGNED[:1], SIGNED[:2], SIGNED, (*SIGNED, ruling)):
        match = made(2, *log, agreed=TIMED)
        why = why_unofficial(match)
        assert prepare_sheet(match, "A4").unofficial == ("" if why is None else str(why))


def test_every_page_bears_the_code_and_the_last_one_squares() -> None:
    match = made(40)
    code = code_of(match)
    assert code is not None
    first, second = sheet(match)
    for page in (first, second):
        assert code.short in page.text
    assert not any(each.kind == "squares" for each in first.shapes)
    assert any(each.kind == "squares" for each in second.shapes)
    info = PdfReader(BytesIO(match_sheet(match))).metadata
    assert info is not None
    assert info["/Keywords"] == f"{code.full} {code.short}"
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
    assert read_code(code.short).owner == match_or_event_letters(match.id or "")


@pytest.mark.parametrize("make", [match_sheets, half_page_sheets, event_book])
def test_the_codes_stand_in_the_plain_bytes_of_a_document(make: Callable[..., bytes]) -> None:
    """Nothing of a file is unpacked to find them."""
    matches = [made(40), made(3, id="0198c0de-1234-7abc-8def-0123456789ac")]
    assert list(codes_in_plain_bytes(make(matches))) == [code_of(match) for match in matches]


def test_a_match_without_an_id_has_no_code() -> None:
    pdf = match_sheet(match_of(FILE))
    (page,) = pages(pdf)
    assert not any(each.kind == "squares" for each in page.shapes)
    info = PdfReader(BytesIO(pdf)).metadata
    assert info is not None
    assert not info.get("/Keywords")
