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
    """The shortest of so many times, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
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
    """Eight times as many sheets take at most twelve times as long."""
    few, many = evening(25), evening(25 if benchmark.disabled else 200)
    event_book(few)
    small = best(lambda: event_book(few), 1 if benchmark.disabled else 3)
    large = best(lambda: event_book(many), 1 if benchmark.disabled else 3)
    benchmark.extra_info["200 sheets, times 25"] = round(large / small, 2)
    assert benchmark.pedantic(event_book, (few,), rounds=1).startswith(b"%PDF")
    assert benchmark.disabled or large / small < 12
