"""The house's name and logo are at the top of every page, and change nothing below."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from reports import FORMATS, PAPERS, SheetMaker
from reports.book.event_book import event_book
from reports.book.posters import event_poster
from reports.book.round_papers import seats_cards_and_blank_sheets
from reports.sheets.blank_sheet import blank_sheet
from reports.sheets.compact_sheet import half_page_sheets
from reports.sheets.match_sheet import match_sheet
from reports.typeset.letterhead import NO_LETTERHEAD, Letterhead
from scorepad.budget import LOGO_BUDGET
from scorepad.events.entries import RoundEntry
from scorepad.events.results import match_id_of_pairing
from scorepad.settings import MAX_HOUSE_NAME_LENGTH
from scorepad.spades.refusal import Refused
from tests.events.day import EVENT_ID, Day
from tests.reports.drawn import pages
from tests.reports.event import evening
from tests.reports.made import made
from tests.reports.tagged import Tagged

NAME = "Union Recreation Center"


@cache
def logo(wide: int = 300, high: int = 200, mode: str = "RGBA") -> bytes:
    out = BytesIO()
    Image.new(mode, (wide, high), 1 if mode == "1" else "navy").save(out, "PNG")
    return out.getvalue()


MAKES: dict[str, Callable[[Letterhead], bytes]] = {
    "sheet": lambda head: match_sheet(made(40), letterhead=head),
    "compact": lambda head: half_page_sheets([made(3), made(40)], letterhead=head),
    "blank": lambda head: blank_sheet(made(1).rules, letterhead=head),
    "book": lambda head: event_book(evening(4), letterhead=head),
    "poster": lambda head: event_poster(evening(4), letterhead=head),
    "round": lambda head: seats_cards_and_blank_sheets(evening(4), letterhead=head),
}


@pytest.mark.parametrize("kind", MAKES)
def test_every_page_bears_it_above_what_was_there(kind: str) -> None:
    plain, pdf = (MAKES[kind](head) for head in (NO_LETTERHEAD, Letterhead(NAME, logo())))
    assert pdf == MAKES[kind](Letterhead(NAME, logo())), "same bytes"
    for before, after in zip(pages(plain), pages(pdf), strict=True):
        names = [said for said in after.texts if said.text == NAME]
        assert len(names) == (2 if kind == "compact" else 1)
        assert max(after.texts, key=lambda said: said.y).text == NAME
        assert [said for said in after.texts if said.text != NAME] == before.texts
    drawn = sum(len(page["/Resources"].get("/XObject", {})) for page in PdfReader(
        BytesIO(pdf)).pages)  # fmt: skip
    assert drawn == len(pages(pdf))
    tagged = Tagged(pdf)
    assert tagged.check() == []
    first = next(node for node in tagged.tree.walk() if node.marks)
    assert NAME in first.alt + tagged.text(first)
    assert sum(tagged.text(node) == NAME for node in tagged.nodes("P")) == 1, "read once"


def test_a_half_page_that_is_empty_bears_none() -> None:
    (page,) = pages(half_page_sheets([made(3)], letterhead=Letterhead(NAME, logo())))
    assert [said.text for said in page.texts].count(NAME) == 1


def test_every_page_and_every_card_of_a_round_bears_it() -> None:
    day = Day(4, name="Spring Open")
    day.stage("round-robin")
    day.pair()
    matches = [
        made(
            0,
            id=match_id_of_pairing(EVENT_ID, RoundEntry(round=1, stage="A"), each.pairing),
            event="Spring Open",
            round="1",
            log=[],
        )
        for each in day.event.register.rounds[1].entry.pairings
    ]
    pdf = seats_cards_and_blank_sheets(
        matches, event=day.event, letterhead=Letterhead(NAME, logo())
    )
    named = [[said for said in page.texts if said.text == NAME] for page in pages(pdf)]
    assert [len(each) for each in named] == [1, 1, 2, 1, 1, 1, 1], (
        "sign-in, poster, two cards, pen sheets"
    )
    tagged = Tagged(pdf)
    assert tagged.check() == []
    assert sum(tagged.text(node) == NAME for node in tagged.nodes("P")) == 1, "read once"


@pytest.mark.parametrize("mode", ["RGBA", "RGB", "L", "1"])
def test_a_logo_of_any_size_and_colour_keeps_its_shape(mode: str) -> None:
    for wide, high in ((1, 1), (3000, 10), (10, 3000), (64, 64)):
        pdf = match_sheet(made(2), letterhead=Letterhead("", logo(wide, high, mode)))
        (figure, _) = Tagged(pdf).nodes("Figure")
        assert figure.alt == "Logo"
        assert len(pdf) < 120_000


BAD: dict[str, Callable[[], bytes]] = {
    "text": lambda: b"no picture",
    "svg": lambda: b"<svg/>",
    "torn": lambda: logo()[:60],
    "large": lambda: bytes(LOGO_BUDGET.bytes + 1),
    "wide": lambda: logo(5000, 4000, "L"),
}


@pytest.mark.parametrize("bad", BAD)
def test_a_logo_that_is_none_is_refused_in_a_sentence(bad: str) -> None:
    with pytest.raises(Refused, match="the logo can't be used; choose a PNG picture"):
        match_sheet(made(2), letterhead=Letterhead(NAME, BAD[bad]()))


@pytest.mark.parametrize("bad", [*BAD, "gone"])
def test_an_unusable_logo_is_reported_and_left_out_until_there_is_another(
    tmp_path: Path, bad: str
) -> None:
    file, reported = tmp_path / "logo.png", list[Path]()
    sheets = SheetMaker(
        house_name_and_logo=lambda: (NAME, file), report_unusable_logo=reported.append
    )
    if bad != "gone":
        file.write_bytes(BAD[bad]())
    plain = match_sheet(made(2), letterhead=Letterhead(NAME))
    assert sheets.make_paper(PAPERS["sheet"], [made(2)], "A4") == plain
    assert reported == [file]
    file.write_bytes(logo())
    assert sheets.make_paper(PAPERS["sheet"], [made(2)], "A4") != plain
    assert reported == [file]
    assert NAME in pages(sheets.make_paper(PAPERS["sheet"], [made(2)], "A4"))[0].text


@pytest.mark.parametrize("bad", BAD)
def test_pages_leave_out_an_unusable_logo_too(tmp_path: Path, bad: str) -> None:
    file, reported = tmp_path / "logo.png", list[Path]()
    file.write_bytes(BAD[bad]())
    sheets = SheetMaker(
        house_name_and_logo=lambda: (NAME, file), report_unusable_logo=reported.append
    )
    sheets.export(FORMATS["html"], [made(2)], tmp_path / "out")
    assert reported == [file]
    assert not (tmp_path / "out" / "logo.png").exists()
    index = (tmp_path / "out" / "index.html").read_text("utf-8")
    assert NAME in index
    assert "<img" not in index


def test_a_name_that_cannot_be_printed_is_refused_and_not_drawn_as_boxes() -> None:
    with pytest.raises(Refused, match=r"can't be printed \(U\+10FFFD\); change it"):
        match_sheet(made(2), letterhead=Letterhead("House \U0010fffd"))


@pytest.mark.parametrize("kind", ["sheet", "compact"])
def test_a_name_as_long_as_it_may_be_stands_whole(kind: str) -> None:
    name = "W" * MAX_HOUSE_NAME_LENGTH
    for page in pages(MAKES[kind](Letterhead(name, logo(1500, 200)))):
        shown = [said for said in page.texts if said.text.strip("W-") == ""]
        letters = sum(said.text.count("W") for said in shown)
        assert letters == len(name) * (2 if kind == "compact" else 1)
        assert all(5 < said.y < page.tall - said.size for said in shown)
