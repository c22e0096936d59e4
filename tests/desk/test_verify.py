"""What became of a printed sheet, and how the match stands."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO

import pytest
from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.generic import NameObject, RectangleObject, StreamObject
from reportlab.pdfgen.canvas import Canvas

from reports import SheetMaker
from reports.sheets.match_sheet import match_sheets
from scorepad.desk.desk import Desk
from scorepad.desk.ports import Paper
from scorepad.desk.table import Table
from scorepad.desk.verify import Verdict, codes_in, counts, page_texts, verify
from scorepad.paths import resources_folder
from scorepad.spades.entries import Abandon, Bids, Forfeit, Head, Ruling, Sign, Team, Tricks
from scorepad.spades.refusal import Refused
from scorepad.spades.sheetcode import SheetCode, code_of, read_code
from tests.reports.languages import words_of

TEAMS = (Team("Aces", ("Ann", "Cy")), Team("Kings", ("Bo", "Di")))


@pytest.fixture
def table(desk: Desk) -> Table:
    """Aces make their 6, Kings are set: 60 to −70."""
    table = desk.start(Head(rules="unc", teams=TEAMS))
    table.record(Bids(bids=(4, 3, 2, 5)))
    table.record(Tricks(tricks=(4, 3, 2, 4)))
    return table


def verdict(desk: Desk, table: Table) -> Verdict:
    code = code_of(table.match)
    assert code is not None
    (said,) = verify(desk, {code: None}, SheetMaker())
    assert (said.finding, said.match) == ("same", table.match)
    return said


def test_a_match_that_is_played_is_not_finished(desk: Desk, table: Table) -> None:
    said = verdict(desk, table)
    assert str(said.stands) == "Not finished: Aces lead 60 to −80 after 1 hand"
    assert str(said.text) == (
        "Same: Aces 60 to −80 Kings (Not finished: Aces lead 60 to −80 after 1 hand), "
        f"match {table.id}, as it stands. Compare names, rules, scores and result with the paper"
    )


def test_a_forfeit_says_who_won_and_that_it_is_not_signed(desk: Desk, table: Table) -> None:
    table.record(Forfeit(side=0, why="left"))
    won = "Kings win by forfeit"
    assert str(verdict(desk, table).stands) == f"{won}; unofficial: not yet signed by both sides"
    table.record(Sign(side=1, name="Bo"))
    assert str(verdict(desk, table).stands) == f"{won}; unofficial: signed by Kings only"
    table.record(Sign(side=0, name="Ann"))
    assert str(verdict(desk, table).stands) == won
    assert won in str(verdict(desk, table).text)


def test_one_without_a_winner_says_so(desk: Desk, table: Table) -> None:
    table.record(Abandon(why="fire"))
    assert str(verdict(desk, table).stands).startswith("Abandoned at 60 to −80: no winner; ")


def test_signatures_that_lapsed(desk: Desk, table: Table) -> None:
    table.record(Forfeit(side=0, why="left"))
    for side, name in enumerate(("Ann", "Bo")):
        table.record(Sign(side=side, name=name))
    table.record(Ruling(side=0, points=-10, why="late"))
    assert str(verdict(desk, table).stands).endswith("; unofficial: changed since it was signed")


def test_a_sheet_with_more_than_is_kept_is_newer(desk: Desk, table: Table) -> None:
    code = code_of(table.match)
    assert code is not None
    newer = SheetCode(code.match, code.entries + 2, code.digest)
    (said,) = verify(desk, {newer: None}, SheetMaker())
    assert said.finding == "newer"
    assert str(said.text).endswith("It has 5 entries, and 3 are kept here")


def test_a_sheet_of_an_older_program_still_holds_and_says_what_its_code_leaves_out(
    desk: Desk, table: Table
) -> None:
    code = code_of(table.match, version=1)
    assert code is not None
    (said,) = verify(desk, {read_code(code.short): None}, SheetMaker())
    assert said.finding == "same"
    assert str(said.remark).startswith("An older Scorepad printed this sheet")


def test_the_page_that_was_printed_is_the_same(desk: Desk, table: Table) -> None:
    pdf = SheetMaker().match_sheet(table.match, "A4")
    (said,) = verify(desk, dict.fromkeys(codes_in(pdf), pdf), SheetMaker())
    assert (said.finding, said.remark) == ("same", None)
    table.record(Ruling(side=0, points=-10, why="late"))
    (said,) = verify(desk, dict.fromkeys(codes_in(pdf), pdf), SheetMaker())
    assert (said.finding, said.remark) == ("grown", None)


@pytest.mark.parametrize("picture", [False, True])
def test_a_page_that_was_changed_is_told_with_what_differs(
    desk: Desk, table: Table, picture: bool
) -> None:
    """Found on paper, High 2: a headline and a score laid over the page were called the same."""
    over = BytesIO()
    canvas = Canvas(over, pagesize=(595, 842))
    if picture:
        canvas.drawImage(resources_folder() / "icons" / "scorepad.png", 60, 700, 40, 40)
    else:
        canvas.drawString(60, 700, "Kings win 312")
    canvas.save()
    writer = PdfWriter(clone_from=BytesIO(SheetMaker().match_sheet(table.match, "A4")))
    writer.pages[0].merge_page(PdfReader(over).pages[0])
    changed = BytesIO()
    writer.write(changed)
    pdf = changed.getvalue()
    (said,) = verify(desk, dict.fromkeys(codes_in(pdf), pdf), SheetMaker())
    assert said.finding == "page"
    assert str(said.text).startswith("The code is right, but this page is not: ")
    what = "a picture or a note was added to it" if picture else "it differs in Kings win 312"
    assert what in str(said.text)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_page_that_nobody_changed_is_the_same_also_when_it_was_saved_again(
    desk: Desk, table: Table, language: str, paper: Paper
) -> None:
    table.record(Forfeit(side=0, why="left"))
    sheets = SheetMaker(words_of(language))
    pdf = sheets.match_sheet(table.match, paper)
    for each in (pdf, redrawn(pdf, lambda drawn, _page: drawn)):
        (said,) = verify(desk, dict.fromkeys(codes_in(each), each), sheets)
        assert (said.finding, said.remark) == ("same", None)


def redrawn(pdf: bytes, draw: Callable[[bytes, PageObject], bytes], at: int = 0) -> bytes:
    """A document of which somebody drew one page anew in part."""
    writer = PdfWriter(clone_from=BytesIO(pdf))
    page, stream = writer.pages[at], StreamObject()
    stream.set_data(draw(page.get_contents().get_data(), page))  # type: ignore[union-attr]
    page[NameObject("/Contents")] = writer._add_object(stream)
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def names_exchanged(drawn: bytes, _: PageObject) -> bytes:
    one, other = re.findall(rb"BT ([\d.]+ [\d.]+) Td /F\d\+0 16\.00 Tf", drawn)[:2]
    return drawn.replace(one, b"@").replace(other, one).replace(b"@", other)


def cropped(drawn: bytes, page: PageObject) -> bytes:
    page.cropbox = RectangleObject((0, 300, 595, 842))
    return drawn


def other_glyphs(drawn: bytes, page: PageObject) -> bytes:
    fonts = page["/Resources"]["/Font"]  # type: ignore[index]
    one, other = sorted(fonts)[:2]
    program = fonts[one]["/FontDescriptor"]
    program[NameObject("/FontFile2")] = fonts[other]["/FontDescriptor"].raw_get("/FontFile2")
    return drawn


CHANGES: dict[str, Callable[[bytes, PageObject], bytes]] = {
    "names exchanged": names_exchanged,
    "cropped": cropped,
    "other glyphs": other_glyphs,
    "white over it": lambda drawn, _: drawn + b"\nq 1 g 30 200 540 150 re f Q",
    "image over it": lambda drawn, _: (
        drawn + b"\nq 500 0 0 34 36 733 cm BI /W 1 /H 1 /CS /G /BPC 8 ID 0 EI Q"
    ),
    "white text": lambda drawn, _: b"1 g " + drawn,
    "invisible": lambda drawn, _: drawn.replace(b" 36.00 Tf", b" 36.00 Tf 3 Tr", 1),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_page_with_the_words_of_the_sheet_that_is_drawn_otherwise_is_not_the_same(
    desk: Desk, table: Table, change: str
) -> None:
    pdf = redrawn(SheetMaker().match_sheet(table.match, "A4"), CHANGES[change])
    (said,) = verify(desk, dict.fromkeys(codes_in(pdf), pdf), SheetMaker())
    assert said.finding == "uncompared"
    assert str(said.text).startswith("The code is right, but the page is not compared: Aces 60 ")
    assert "The words of this page are those of the sheet, but its drawing is not" in str(said.text)
    assert [str(each) for each in counts([said, said])][2:] == ["2 were not compared"]
    table.record(Ruling(side=0, points=-10, why="late"))
    (said,) = verify(desk, dict.fromkeys(codes_in(pdf), pdf), SheetMaker())
    assert (said.finding, "but its drawing is not" in str(said.remark)) == ("grown", True)


def test_each_page_of_a_book_and_of_several_sheets_is_compared(desk: Desk, table: Table) -> None:
    second = desk.start(Head(rules="unc", teams=(Team("Jacks"), Team("Tens"))))
    both, sheets = [table.match, second.match], SheetMaker()
    book = sheets.event_book(both, "Letter")
    papers = [
        book,
        match_sheets(both),
        sheets.compact_sheets(both, "A4"),
        sheets.compact_sheets([each for each in both for _ in "12"], "A4"),
    ]

    def findings(pdf: bytes) -> list[str]:
        said = verify(desk, dict.fromkeys(codes_in(pdf), pdf), sheets)
        return [each.finding for each in said]

    assert [set(findings(pdf)) for pdf in papers] == [{"same"}] * 4
    white, page = CHANGES["white over it"], lambda drawn, _: drawn + drawn
    assert sorted(findings(redrawn(book, white, -1))) == ["same", "uncompared"]
    assert sorted(findings(redrawn(book, page, -1))) == ["page", "same"]
    assert findings(redrawn(book, white, 0)) == ["uncompared"] * 2, "its front is of all"
    table.record(Ruling(side=0, points=-10, why="late"))
    assert sorted(findings(book)) == ["grown", "same"]


def test_what_reads_a_page_stops_when_it_takes_too_long(table: Table) -> None:
    """Asked at some of the calls that the reader makes, and it cannot go on after that."""
    asked = []

    def too_long() -> bool:
        asked.append(True)
        return len(asked) > 5

    pdf = SheetMaker().match_sheet(table.match, "A4")
    assert list(page_texts(pdf, too_long)) == []
    assert len(asked) == 6
    (text,) = page_texts(pdf, lambda: False)
    assert "Kings" in text


def test_a_sheet_of_another_layout_is_not_compared(desk: Desk, table: Table) -> None:
    pdf = SheetMaker().match_sheet(table.match, "A4")
    writer = PdfWriter(clone_from=BytesIO(pdf))
    code = code_of(table.match)
    assert code is not None
    writer.add_metadata({"/Keywords": f"{code.full} scorepad-layout:9.9:match:A4:0:en:01234567"})
    later = BytesIO()
    writer.write(later)
    (said,) = verify(desk, {code: later.getvalue()}, SheetMaker())
    assert said.finding == "uncompared"
    assert str(said.remark) == "Compare names, rules, scores and result with the paper"


def test_a_page_that_unpacks_to_more_than_any_page_is_not_read(table: Table) -> None:
    code = code_of(table.match)
    assert code is not None

    def page(lines: int) -> bytes:
        out = BytesIO()
        canvas = Canvas(out, pageCompression=1)
        canvas.drawString(50, 50, code.short)
        for _ in range(lines):
            canvas.line(0, 0, 9, 9)
        canvas.save()
        return out.getvalue()

    assert [each.short for each in codes_in(page(1))] == [code.short]
    with pytest.raises(Refused, match="no code of a match sheet"):
        codes_in(page(90_000))
