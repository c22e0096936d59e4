"""A paper of each kind, row by row, short enough for a person to read: what is drawn, and where;
and the texts of a few web pages.

`make accept ARGS=tests/reports/test_golden.py` writes them.  That nothing is covered or cut and
that columns are straight is tested as such, for every kind of paper (`test_every_kind.py`).
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from pathlib import Path

import pytest

from reports.book.director_lists import changed_seats_slip, event_decisions_list, seating_list
from reports.book.event_book import event_book
from reports.book.posters import event_poster, statistics_poster
from reports.book.round_papers import seats_cards_and_blank_sheets
from reports.book.week_papers import week_papers
from reports.pages.event_pages import write_event_pages
from reports.sheets.compact_sheet import half_page_sheets
from reports.sheets.match_sheet import match_sheet
from reports.typeset.report_settings import ReportSettings
from tests.reports.drawn import Page, Shape, pages
from tests.reports.event import evening
from tests.reports.languages import in_spanish
from tests.reports.made import ROOT
from tests.reports.papers import (
    LONG_TEAMS,
    changed,
    day_of,
    first_round,
    match_named,
    round_with_hands,
)
from tests.reports.test_week_papers import season

Check = Callable[[str, str | bytes], None]
FOLDER = "golden/reports"
TEAMS = ("Aces", "Kings of Carolina", "River Rats")


def _round() -> bytes:
    matches, event = first_round((*TEAMS[:2], LONG_TEAMS[5]))
    return in_spanish(lambda: seats_cards_and_blank_sheets(matches, "A4", event=event))


def _statistics() -> bytes:
    matches, event = round_with_hands(TEAMS)
    return statistics_poster(matches, "Letter", event=event)


SWISS = partial(day_of, "swiss", (*TEAMS, "Spade & Sons"), rounds=3)
DOUBLE = partial(day_of, "double-elimination", (*TEAMS, "Spade & Sons"))
MADE: dict[str, Callable[[], bytes]] = {
    "match-sheet-en": lambda: match_sheet(match_named("unc-time-extra-hand")),
    "compact-sheet-es": lambda: in_spanish(
        lambda: half_page_sheets([match_named("fairmont-state-sets")], "Letter")
    ),
    "round-papers-es": _round,
    "event-book-en": lambda: event_book(evening(4), "Letter"),
    "bracket-poster-en": lambda: event_poster([], "A4", event=DOUBLE(2)),
    "statistics-poster-en": _statistics,
    "seating-list-en": lambda: seating_list([], "A4", event=SWISS(2)),
    "changed-seats-en": lambda: changed_seats_slip([], "Letter", event=changed(SWISS(1))),
    "week-papers-en": lambda: week_papers([], "A4", event=season().event),
    "decisions-en": lambda: event_decisions_list([], "A4", event=changed(SWISS(1))),
}


def _rows(page: Page) -> Iterator[str]:
    """A row for each baseline, and one for the like shapes that begin at a height, from top to
    bottom; a text's size is in it where it differs from the one before."""
    rows: list[tuple[float, str]] = []
    for y, texts in groupby(sorted(page.texts, key=lambda each: each.y), lambda each: each.y):
        row, last = [], ""
        for each in sorted(texts):
            type_ = f"[{each.size:.4g}{each.look}] "
            row.append(f"{type_ if type_ != last else ''}{each.x:.1f} {each.text}")
            last = type_
        rows.append((y, f"{y:.1f} {' | '.join(row)}"))
    for (top, kind), shapes in groupby(sorted(page.shapes, key=_form), _form):
        lefts = " ".join(f"{each.left:.1f}" for each in shapes)
        rows.append((top, f"{top:.1f} {kind} at {lefts}"))
    return (row for _, row in sorted(rows, reverse=True))


def _form(shape: Shape) -> tuple[float, str]:
    line = f"{shape.weight:.2g}" if shape.weight else "filled"
    size = f"{shape.right - shape.left:.1f} × {shape.high - shape.low:.1f}"
    return shape.high, f"{shape.kind} {size} {line}"


@pytest.mark.parametrize("name", MADE)
def test_a_paper_is_drawn_as_it_was(name: str, golden: Check) -> None:
    text = "\n\n".join(
        "\n".join((f"page {number}", *_rows(page)))
        for number, page in enumerate(pages(MADE[name](), 4), 1)
    )
    golden(f"{FOLDER}/{name}.txt", text + "\n")


def _lines(page: str) -> str:
    """The texts of a web page, a line for each block."""
    shown = re.sub(r"(?s)<(script|style|svg)\b.*?</\1>|\n", " ", page)
    blocks = re.sub(r"</(p|li|tr|h\d|summary|dt|dd|div)>", "\n", shown).split("\n")
    texts = (" ".join(html.unescape(re.sub("<.*?>", " ", each)).split()) for each in blocks)
    return "\n".join(filter(None, texts))


def test_pages_say_what_they_said(golden: Check, tmp_path: Path) -> None:
    parts = []
    for name, (matches, event) in {
        "single": round_with_hands(TEAMS[:2]),
        "season": ([], season().event),
    }.items():
        write_event_pages(matches, tmp_path / name, ReportSettings(), event)
        for page in ("index", "match-1", "team-1", "statistics"):
            file = tmp_path / name / f"{page}.html"
            if file.exists():
                parts.append(f"{name}/{file.name}\n{_lines(file.read_text('utf-8'))}\n")
    golden(f"{FOLDER}/pages-en.txt", "\n".join(parts))


def test_every_golden_file_is_one_of_these() -> None:
    """A file that no test reads any more would be believed for years."""
    folder = ROOT / "tests" / "data" / FOLDER
    assert {file.stem for file in folder.glob("*.txt")} == {*MADE, "pages-en"}
