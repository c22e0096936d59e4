"""How long sheets take, beside a bare canvas and beside fewer sheets; `make bench` shows it.

Both sides of a ratio are measured in one run, the better of several times each, so that a slow
machine makes both slow.  Where benchmarks are off everything runs once and nothing is compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from io import BytesIO
from typing import Any

from reportlab.pdfgen.canvas import Canvas

from reports.event_book import event_book
from reports.match_sheet import match_sheet
from tests.reports.drawn import pages
from tests.reports.event import evening
from tests.reports.made import made

ROUNDS = 12


def best(work: Callable[[], object], rounds: int) -> float:
    """The least time that the processor worked for it, of so many times, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.thread_time()
        work()
        times.append(time.thread_time() - start)
    return min(times)


def test_a_sheet_takes_at_most_twice_a_bare_canvas(benchmark: Any) -> None:
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

    rounds = 1 if benchmark.disabled else ROUNDS
    bare()
    ratio = best(lambda: match_sheet(match), rounds) / best(bare, rounds)
    benchmark.extra_info["times a bare canvas"] = round(ratio, 2)
    assert benchmark(match_sheet, match).startswith(b"%PDF")
    assert benchmark.disabled or ratio <= 2


def test_a_book_grows_with_its_sheets(benchmark: Any) -> None:
    """A sheet of four hundred takes at most 1.3 times as long as one of a hundred."""
    counts = (100, 400)
    few, many = (evening(3 if benchmark.disabled else count) for count in counts)
    event_book(few)
    rounds = 1 if benchmark.disabled else 3
    small, large = (best(lambda m=each: event_book(m), rounds) / len(each) for each in (few, many))
    benchmark.extra_info["ms a sheet of 400"] = round(large * 1000, 1)
    benchmark.extra_info["times one of 100"] = round(large / small, 2)
    assert benchmark.pedantic(event_book, (few,), rounds=1).startswith(b"%PDF")
    assert benchmark.disabled or large / small <= 1.3
