"""How long sheets take, beside a bare canvas and beside fewer sheets."""

from __future__ import annotations

from functools import partial
from io import BytesIO

from reportlab.pdfgen.canvas import Canvas

from reports.book.event_book import event_book
from reports.sheets.match_sheet import match_sheet
from tests.bench.conftest import Compare, seconds
from tests.reports.drawn import pages
from tests.reports.event import evening
from tests.reports.made import made


def test_a_sheet_takes_at_most_half_as_long_again_as_a_bare_canvas(compare: Compare) -> None:
    """A canvas that draws the same strings in the same two faces, and nothing else."""
    match = made(12)
    (page,) = pages(match_sheet(match))
    strings = [(said.x, said.y, said.size, said.text) for said in page.texts]

    def bare() -> bytes:
        out = BytesIO()
        canvas = Canvas(out, pagesize=(page.wide, page.tall), pageCompression=1)
        for at, (x, y, size, text) in enumerate(strings):
            canvas.setFont("FiraGO-Bold" if at % 3 == 0 else "FiraGO-Regular", size)
            canvas.drawString(x, y, text)
        canvas.showPage()
        canvas.save()
        return out.getvalue()

    ours = partial(match_sheet, match)
    compare("a match sheet", ours, "a bare canvas", bare, at_most=1.5, rounds=60)


def test_a_book_grows_with_its_sheets(compare: Compare) -> None:
    """A sheet of four hundred takes at most 1.3 times as long as one of a hundred."""
    few, many = evening(100), evening(400)
    event_book(few)
    compare.times(
        "a sheet in a book of 400",
        (seconds(lambda: event_book(many)) / len(many),),
        "one in a book of 100",
        tuple(seconds(lambda: event_book(few)) / len(few) for _ in range(2)),
        at_most=1.3,
    )
