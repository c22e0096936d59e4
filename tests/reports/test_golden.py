"""Four papers as text, line by line, short enough for a person to read.

`make accept ARGS=tests/reports/test_golden.py` writes them.  That nothing is covered or cut and
that columns are straight is tested as such, for every kind of paper (`test_every_kind.py`).
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from reports.book.event_book import event_book
from reports.book.round_papers import seats_cards_and_blank_sheets
from reports.sheets.compact_sheet import half_page_sheets
from reports.sheets.match_sheet import match_sheet
from tests.reports.drawn import pages
from tests.reports.event import evening
from tests.reports.languages import in_spanish
from tests.reports.made import ROOT
from tests.reports.papers import first_round, match_named

Check = Callable[[str, str | bytes], None]
FOLDER = "golden/reports"


def _round() -> bytes:
    matches, event = first_round(("Aces", "Kings of Carolina", "River Rats"))
    return in_spanish(lambda: seats_cards_and_blank_sheets(matches, "A4", event=event))


MADE: dict[str, Callable[[], bytes]] = {
    "match-sheet-en": lambda: match_sheet(match_named("unc-time-extra-hand")),
    "compact-sheet-es": lambda: in_spanish(
        lambda: half_page_sheets([match_named("fairmont-state-sets")], "Letter")
    ),
    "round-papers-es": _round,
    "event-book-en": lambda: event_book(evening(4), "Letter"),
}


@pytest.mark.parametrize("name", MADE)
def test_a_paper_says_what_it_said(name: str, golden: Check) -> None:
    text = "\n\n".join(
        f"page {number}\n{page.text}" for number, page in enumerate(pages(MADE[name](), 4), 1)
    )
    golden(f"{FOLDER}/{name}.txt", text + "\n")


def test_every_golden_file_is_one_of_these() -> None:
    """A file that no test reads any more would be believed for years."""
    folder = ROOT / "tests" / "data" / FOLDER
    assert {file.stem for file in folder.glob("*.txt")} == set(MADE)
