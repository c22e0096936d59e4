"""Anyone who cannot see a sheet has it read aloud: every PDF tells what its ink is, and in which
order."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, ContentStream, DictionaryObject, NameObject, NumberObject

from reports.book.event_book import event_book
from reports.book.round_papers import seats_cards_and_blank_sheets
from reports.sheets.compact_sheet import half_page_sheets
from reports.sheets.match_sheet import match_sheet
from tests.reports.content import read_operations
from tests.reports.event import evening
from tests.reports.languages import in_spanish
from tests.reports.made import CASES, MATCHES, RTL, corrected, made, match_of
from tests.reports.tagged import Tagged

PAPERS: dict[str, Callable[[], bytes]] = {
    "extra hand": lambda: in_spanish(lambda: match_sheet(match_of(MATCHES[-1].read_bytes()))),
    "compact": lambda: half_page_sheets([made(40), corrected(), CASES["no-face"]()]),
    "book": lambda: event_book([*evening(30), CASES["no-face"]()]),
    "round": lambda: seats_cards_and_blank_sheets(evening(9), of_round="2"),
}
"""Papers of several kinds of matches; `test_every_kind` looks at one of each kind."""


@pytest.mark.parametrize("paper", PAPERS)
def test_every_mark_and_every_cell_is_in_the_tree_in_the_order_of_the_page(paper: str) -> None:
    assert Tagged(PAPERS[paper]()).check() == []


def test_a_sheet_is_read_aloud_as_it_is_printed() -> None:
    tagged = Tagged(match_sheet(corrected()))
    (hands,) = tagged.nodes("Table")
    rows = [[tagged.text(cell) for cell in row.kids] for row in hands.kids]
    assert rows[0] == ["", "Aces", "Kings"]
    assert rows[1][:7] == ["hand", "dealer", "bid", "took", "points", "total", "bags"]
    assert rows[2][:2] == ["1 a", "Ann"]
    assert [tagged.text(node) for node in tagged.nodes("H1")] == ["Spring Open"]
    letters = [tagged.text(node) for node in tagged.nodes("Lbl")]
    assert letters[:3] == ["a", "b", "c"]
    first = tagged.nodes("LBody")[0]
    assert tagged.text(first.kids[0]).startswith("Correction of ")
    chart, _ = Tagged(match_sheet(made(5))).nodes("Figure")
    assert chart.alt.startswith("Chart of the score after each hand. Aces: 70, 202, ")
    (code,) = tagged.nodes("Figure")
    assert code.alt.startswith("QR code of the sheet: MQND-VN2N-")
    assert "page 1 of 1" in tagged.artifacts[0]
    assert "Ann" not in tagged.artifacts[0]


def test_a_table_goes_on_over_pages_and_its_repeated_head_is_not_read_again() -> None:
    tagged = Tagged(match_sheet(made(40)))
    (hands,) = tagged.nodes("Table")
    assert {page for node in hands.walk() for page, _ in node.marks} == {0, 1}
    assert sum(tagged.text(node) == "dealer" for node in tagged.nodes("TH")) == 1
    assert "dealer" in tagged.artifacts[1]


def test_a_book_is_read_from_its_cover_on_and_its_links_say_where_they_lead() -> None:
    tagged = Tagged(event_book(evening(7)))
    assert tagged.text(tagged.nodes("H1")[0]) == "Spring Open"
    first = next(node for node in tagged.tree.walk() if node.marks)
    assert first.marks[0][0] == 0
    notes = [link.get_object()["/Contents"] for link in tagged.reader.pages[1]["/Annots"]]
    assert all(note.startswith("sheet for ") for note in notes)


def _changed(pdf: bytes, change: Callable[[PdfWriter], None]) -> list[str]:
    """What is found wrong with a document that was changed."""
    writer = PdfWriter(clone_from=PdfReader(BytesIO(pdf)))
    change(writer)
    out = BytesIO()
    writer.write(out)
    return Tagged(out.getvalue()).check()


def _unmarked(writer: PdfWriter) -> None:
    page = writer.pages[0]
    content = ContentStream(page.get_contents(), writer)
    content.operations = [
        each for each in content.operations if each[1] not in (b"BDC", b"BMC", b"EMC")
    ]
    page.replace_contents(content)


def _one_tag(writer: PdfWriter) -> None:
    _unmarked(writer)
    page = writer.pages[0]
    content = ContentStream(page.get_contents(), writer)
    content.operations.insert(
        0, ([NameObject("/P"), DictionaryObject({NameObject("/MCID"): NumberObject(0)})], b"BDC")
    )
    content.operations.append(([], b"EMC"))
    page.replace_contents(content)


def _elements(writer: PdfWriter, tag: str) -> list[ArrayObject]:
    found = [each.get_object() for each in writer._objects]
    return [each for each in found if isinstance(each, dict) and each.get("/S") == tag]


def _swapped_cells(writer: PdfWriter) -> None:
    row = max(_elements(writer, "/TR"), key=lambda each: len(each["/K"]))
    row["/K"].reverse()


def _no_heads(writer: PdfWriter) -> None:
    for head in _elements(writer, "/TH"):
        head[NameObject("/S")] = NameObject("/TD")


def _lost_cell(writer: PdfWriter) -> None:
    row = max(_elements(writer, "/TR"), key=lambda each: len(each["/K"]))
    del row["/K"][-1]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (_unmarked, "ink outside of all marks"),
        (_one_tag, "draws nothing for mark"),
        (_swapped_cells, "out of order"),
        (_no_heads, "no head for"),
        (_lost_cell, "columns wide"),
    ],
)
def test_a_document_that_is_tagged_badly_is_found(
    change: Callable[[PdfWriter], None], fault: str
) -> None:
    faults = _changed(match_sheet(made(6)), change)
    assert re.search(fault, "\n".join(faults)), faults


def test_a_page_is_read_as_pypdf_reads_it() -> None:
    """The tests of paper have a reader of their own, which is four times as fast."""
    for pdf in (in_spanish(lambda: event_book([made(3, **RTL)], "A4")), match_sheet(corrected())):
        reader = PdfReader(BytesIO(pdf))
        for page in reader.pages:
            read = ContentStream(page.get_contents(), reader).operations
            expected = [(_plain(operands), operator) for operands, operator in read]
            assert read_operations(page) == expected


def _plain(value: Any) -> Any:
    """What pypdf reads, without its own types."""
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, int | float):
        return value
    return getattr(value, "original_bytes", None) or str(value)
