"""A table over several events on paper, as a page and in spreadsheets."""

from __future__ import annotations

import csv
import html
import io
from pathlib import Path
from typing import Any

import html5lib
import pytest
from pypdf import PdfReader

from reports.book.event_book import event_book
from reports.book.posters import event_poster
from reports.export.spreadsheets import export_csv
from reports.pages.event_pages import write_event_pages
from reports.pages.people import People
from reports.typeset.report_settings import ReportSettings
from scorepad.events.combined import outcome_of_event
from scorepad.events.event import Event
from tests.events.day import Day
from tests.events.test_combined import OTHER, PLACES, THIRD, played
from tests.reports.tagged import Tagged

TEAMS = ("Aces: Ann Adams, Cy Clark @ Ohio", "Bees: Bo Brown, Di Davis", "Cats: Ed Evans, Flo Fox")
NOTES = (
    "Summer Open isn't finished, so it doesn't count",
    "2 teams in Fall Open have no organization",
)
SUMMER = "00000000-0000-4000-8000-000000000004"


def season(*pers: str, people: People = "full", own: Day | None = None, **fields: Any) -> Event:
    """An event with a table over three others for each of `pers`; one of them is not over."""
    summer = Day(2, name="Summer Open")
    summer.stage("swiss", rounds=1)
    others = {
        OTHER: played(*TEAMS, name="Fall Open", people=people),
        THIRD: played("CATS: Ed Evans, Flo Fox", "Aces: Ann Adams, Cy Clark", name="Winter Open"),
        SUMMER: summer,
    }
    day = own or Day(name="Campus Series", **fields)
    for per in pers:
        name = f"Cup by {per}"
        day.stage("combined", name, events=[*others], per=per, points=PLACES)
    outcomes = {each: outcome_of_event(of.event.overview) for each, of in others.items()}
    return day.event.with_results(day.matches, others=outcomes)


def text_of(pdf: bytes) -> str:
    assert Tagged(pdf).check() == []
    pages = PdfReader(io.BytesIO(pdf)).pages
    return " ".join("\n".join(page.extract_text() for page in pages).split())


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_book_and_poster_have_the_table_and_what_does_not_count(paper: Any) -> None:
    event = season("team", "organization")
    assert "0 teams" not in text_of(event_book([], paper, event=event))
    for pdf in (event_book([], paper, event=event), event_poster([], paper, event=event)):
        text = text_of(pdf)
        assert "Cup by team" in text
        assert "Aces Fall Open 150, Winter Open 100" in text.replace("\u00a0", " ")
        assert "250" in text
        assert "Ohio" in text
        for note in NOTES:
            assert note in text


def test_a_poster_has_the_table_below_the_standings_of_the_event() -> None:
    event = season("team", own=played("Aces", "Bees", name="Finals"))
    text = text_of(event_poster([], event=event))
    assert text.index("Standings") < text.index("Cup by team")


def published(event: Event, out: Path) -> str:
    write_event_pages([], out, ReportSettings(), event)
    return (out / "index.html").read_text("utf-8")


def test_the_page_has_a_table_with_a_column_for_each_event(tmp_path: Path) -> None:
    page = published(season("team"), tmp_path / "site")
    tree = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(page)
    (table,) = tree.iter("table")
    cells = ["".join(each.itertext()).strip() for row in table.iter("tr") for each in row]
    assert cells == [
        *("Place", "Team", "Points", "Fall Open", "Winter Open"),
        *("1", "Aces", "250", "150", "100"),
        *("2", "CATS", "175", "25", "150"),
        *("3", "Bees", "100", "100", "–"),
    ]
    assert NOTES[0] in html.unescape(page)


@pytest.mark.parametrize(
    ("own", "other", "shown"),
    [
        ("full", "full", "Ann Adams"),
        ("full", "initial", "Ann A."),
        ("initial", "full", "Ann A."),
        ("none", "full", ""),
        ("initial", "none", ""),
    ],
)
def test_a_page_names_people_as_the_strictest_event_has_it(
    own: People, other: People, shown: str, tmp_path: Path
) -> None:
    page = published(season("player", "team", people=other, own=Day(people=own)), tmp_path / "site")
    assert ("Cup by player" in page) == bool(shown)
    assert "Cup by team" in page
    assert shown in page
    assert ("Adams" in page) == (shown == "Ann Adams")


def test_spreadsheets_have_the_rows_and_what_does_not_count(tmp_path: Path) -> None:
    export_csv([], tmp_path / "out", ReportSettings(), season("organization", "player"))
    text = (tmp_path / "out" / "combined.csv").read_text("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [
        (row["place"], row["organization"], row["score"], row["scores"]) for row in rows[:1]
    ] == [("1", "Ohio", "150", "Fall Open 150")]
    assert [row["why"].split(",")[0] for row in rows if row["why"]] == [
        "Summer Open isn't finished",
        "2 teams in Fall Open have no organization and don't count: Bees",
        "2 teams in Winter Open have no organization and don't count: CATS",
        "Summer Open isn't finished",
    ]
    assert [row["player"] for row in rows if row["player"]][:2] == ["Ann Adams", "Cy Clark"]
