"""How long sheets take, beside a bare canvas and beside fewer sheets."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from itertools import count
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from reports.book.event_book import event_book
from reports.pages.event_pages import write_event_pages
from reports.sheets.match_sheet import match_sheet
from reports.typeset.report_settings import ReportSettings
from scorepad.desk.desk import Desk
from scorepad.desk.exporting import LazyMatches
from scorepad.events.event import Event
from scorepad.spades.match import Match
from scorepad.spades.status import status_of
from scorepad.store import open_store
from tests.bench.conftest import Compare, seconds
from tests.events.day import Day
from tests.reports.drawn import pages
from tests.reports.event import evening
from tests.reports.made import library, made
from tests.store.kept import START, make


def test_a_sheet_takes_at_most_twice_as_long_as_a_bare_canvas(compare: Compare) -> None:
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
    compare("a match sheet", ours, "a bare canvas", bare, at_most=2, rounds=60)


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


def evening_of_160_teams() -> tuple[Event, list[Match]]:
    """Five Swiss rounds of which the last is being played, and all matches, hand by hand."""
    day = Day(160, name="Fall Swiss")
    day.stage("swiss", rounds=5)
    matches = []
    for number in range(1, 6):
        day.pair()
        register = day.event.register
        for at, each in enumerate(register.rounds[number].entry.pairings):
            teams = [
                {"name": register.team_name(team), "players": register.teams[team].players}
                for team in each.teams
            ]
            over = [{"kind": "time"}] if number < 5 or at % 2 else []
            match_id = day.event.match_id(each.pairing)
            match = made(8 + at % 5, *over, id=match_id, teams=teams, table=each.table)
            day.matches[match_id or ""] = status_of(match)
            matches.append(match)
        day.event = day.event.with_results(dict(day.matches))
    return day.event, matches


def test_pages_take_at_most_three_times_as_long_as_reading_their_matches(
    compare: Compare, tmp_path: Path
) -> None:
    """A page for each of 400 matches, and for the 160 teams and 320 players of their event."""
    event, played = evening_of_160_teams()
    with open_store(tmp_path / "data", write=True, summarize=make) as store:
        desks = (Desk(store, library(), now=lambda: START, by=str) for _ in count())
        with store.transaction():
            ids = [next(desks).start_match_with_log(match).id for match in played]
        desk = next(desks)
        folders = (tmp_path / str(at) for at in count())
        compare(
            "pages of 160 teams and 400 matches",
            lambda: write_event_pages(LazyMatches(played), next(folders), ReportSettings(), event),
            "reading these",
            lambda: [status_of(desk.read(each)) for each in ids],
            at_most=3,
            rounds=8,
        )
