"""The event book and its standings: reckoned again from the folds, found again in the pages."""

from __future__ import annotations

import random
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

import reports
from reports.book.event_book import event_book
from reports.book.event_report import EventResults
from reports.book.rounds import round_name_sort_key
from reports.sheets.columns import WHOLE_PAGE
from reports.sheets.compact_sheet import half_page_sheets
from reports.sheets.match_sheet import match_sheet, match_sheets
from reports.sheets.tables import status_for_paper
from reports.typeset.paper import FOOTER, MARGIN, Paper
from reports.typeset.shaping import shape
from scorepad.spades.entries import Head, HeadChange, Note, Team
from scorepad.spades.match import Match
from scorepad.spades.naming import natural_key
from scorepad.spades.refusal import Refused
from scorepad.spades.sheetcode import code_of
from scorepad.spades.status import status_of
from tests.events.day import Day, library
from tests.reports.drawn import Page, pages
from tests.reports.event import evening
from tests.reports.inked import inked
from tests.reports.made import LONG, PAPERS, corrected, made


def outline(reader: PdfReader) -> list[tuple[str, int]]:
    """Every bookmark and its page, from 1."""

    def flat(marks: list[Any]) -> list[Any]:
        return [
            each for mark in marks for each in (flat(mark) if isinstance(mark, list) else [mark])
        ]

    marks = flat(reader.outline)
    return [
        (str(mark["/Title"]), (reader.get_destination_page_number(mark) or 0) + 1) for mark in marks
    ]


def test_standings_are_those_of_the_folds() -> None:
    matches = evening(14)
    (table,) = EventResults(matches).standings
    rows = {row.team: row for row in table.rows}
    for team, row in rows.items():
        won = tied = lost = points = against = unfinished = 0
        for match in matches:
            names = [each.name for each in match.head.teams]
            if team not in names:
                continue
            side, end = names.index(team), match.board.end
            if end is None or (end.winner is None and not end.tied):
                unfinished += 1
                continue
            won += end.winner == side
            lost += end.winner == 1 - side
            tied += end.winner is None
            if end.reason != "forfeit":
                points += match.board.score[side]
                against += match.board.score[1 - side]
        assert (row.won, row.tied, row.lost, row.points, row.against, row.unfinished) == (
            won, tied, lost, points, against, unfinished,
        )  # fmt: skip
        assert row.played == won + tied + lost
        assert row.difference == points - against
    merits = [(row.won, row.points, row.difference) for row in rows.values()]
    assert merits == sorted(merits, reverse=True)
    assert [row.place for row in rows.values()] == [
        1 + sum(other > merit for other in merits) for merit in merits
    ]


def test_the_book_has_a_cover_results_standings_and_every_sheet() -> None:
    matches = evening(14)
    shuffled = list(matches)
    random.Random(1).shuffle(shuffled)
    pdf = event_book(shuffled)
    assert pdf == event_book(matches), "the order in which they are handed in does not matter"
    reader, found = PdfReader(BytesIO(pdf)), pages(pdf, most=2)
    marks = outline(reader)
    assert [title for title, _ in marks[:4]] == [
        "Spring Open",
        "Results by round",
        "Standings",
        "Match sheets",
    ]
    assert [page for _, page in marks[:4]] == [1, 2, 3, 4]
    assert len(marks) == 4 + 5 + 14
    text = found[0].text
    assert "14 matches" in text
    assert "1 March 2026 to 14 March 2026" in text
    unofficial = sum(
        status.is_over and not status.is_official for status in map(status_of, matches)
    )
    assert f"{unofficial - 1} results are unofficial" in text, "one was abandoned"
    assert all(f"Round {number}" in found[1].text for number in range(1, 6))
    assert reader.metadata is not None
    codes = [each for code in map(code_of, matches) if code for each in (code.full, code.short)]
    assert sorted(reader.metadata["/Keywords"].split()) == sorted(codes)


def test_an_event_without_a_round_has_its_cover_alone() -> None:
    (cover,) = pages(event_book([], event=Day(4, name="Spring Open").event))
    assert cover.text.split("\n") == ["Spring Open", "0 matches \u00b7 4 teams"]


def test_a_match_that_was_only_set_up_anew_has_no_sheet_beside_its_result_from_paper() -> None:
    day = Day(2)
    day.stage("by-hand")
    day.round(1, "T1-T2")
    day.add("release", round=1)
    teams = Team("T1", ("a", "b")), Team("T2", ("c", "d"))
    match = Match.open(Head(rules="unc"), library(), id=day.event.match_id("1-1"))
    match = match.append(HeadChange(teams=teams, why="pairing changed"))
    assert len(pages(event_book([match], event=day.event))) == 2
    day.result("1-1", 300, 200)
    assert "no hand" not in "".join(
        page.text for page in pages(event_book([match], event=day.event))
    )
    # What was recorded at the table besides keeps its sheet.
    begun = match.append(Note(text="they play on paper"))
    assert "no hand" in pages(event_book([begun], event=day.event))[-1].text


def test_a_cover_names_nobody_as_the_best_of_a_bracket_while_others_have_not_played() -> None:
    def best(form: str) -> list[str]:
        day = Day(8)
        day.stage(form)
        day.pair()
        (first, *_) = day.event.register.drawn
        day.won(first)
        cover, *_ = pages(event_book([], event=day.event))
        return [line for line in cover.text.split("\n") if "1 win" in line]

    assert len(best("round-robin")) == 1
    assert best("single-elimination") == []


def test_every_result_names_the_page_of_its_sheet() -> None:
    matches = evening(7)
    found = pages(event_book(matches))
    results = found[1].text.split("\n")
    for match in matches:
        row = status_for_paper(status_of(match))
        line = next(
            line
            for line in results
            if line.startswith(f"{row.table} ") and f"{row.score[0]} – {row.score[1]}" in
            line.replace("\u2212", "-")
        )  # fmt: skip
        page = int(line.split()[-1])
        code = code_of(match)
        assert code is not None
        assert code.short in found[page - 1].text
        assert f"{page}" == found[page - 1].text.split("\n")[-1].split()[-1]
    links = PdfReader(BytesIO(event_book(matches))).pages[1]["/Annots"]
    assert len(links) == 7


def test_pages_are_numbered_through() -> None:
    found = pages(event_book([*evening(3), made(40)]))
    for number, page in enumerate(found[1:], 2):
        assert page.text.split("\n")[-1].split()[-1] == str(number)


def test_a_sheet_in_the_book_is_the_sheet() -> None:
    match = evening(1)[0]
    (alone,) = pages(match_sheet(match))
    within = pages(event_book([match]))[-1]
    assert within.text.split("\n")[:-1] == alone.text.split("\n")[:-1]


@pytest.mark.parametrize("paper", PAPERS)
def test_long_names_stay_within_the_margins(paper: Paper) -> None:
    matches = [made(3, **LONG), made(2), made(0)]
    for page in pages(event_book(matches, paper)):
        _within(page)


def _within(page: Page) -> None:
    for said in page.texts:
        regular, bold = (
            shape(said.text).width_at(said.size),
            shape(said.text, True).width_at(said.size),
        )
        assert said.x >= MARGIN - 0.1, said
        assert said.x + min(regular, bold) <= page.wide - MARGIN + 0.6, said
        assert said.y > 15, said


def test_progress_is_told_and_a_book_can_be_cancelled() -> None:
    matches = evening(5)
    told: list[tuple[int, int]] = []

    def watch(done: int, count: int) -> bool:
        told.append((done, count))
        return True

    event_book(matches, progress=watch)
    assert told == [(done, 5) for done in range(6)]
    told.clear()
    with pytest.raises(Refused, match="canceled; no file was saved"):
        event_book(matches, progress=lambda done, count: watch(done, count) and done < 2)
    assert told == [(0, 5), (1, 5), (2, 5)]
    with pytest.raises(Refused, match="no matches to export"):
        reports.SheetMaker().make_paper(reports.PAPERS["book"], [], "A4")


def test_rounds_stand_in_the_order_of_their_numbers() -> None:
    names = ["Round 10", "Final", "Round 2", "", "2", "10", "²"]
    assert sorted(names, key=natural_key) == ["", "2", "10", "Final", "Round 2", "Round 10", "²"]


def test_knock_out_rounds_come_after_the_numbered_ones_and_the_final_last() -> None:
    played = [
        "", "1", "Ronda 2", "Round 10", "Swiss", "Round of 16", "Octavos de final",
        "Quarterfinal", "Quarter-finals 2", "Semifinal", "Third place", "Final",
    ]  # fmt: skip
    assert sorted(set(played), key=round_name_sort_key) == [
        "", "1", "Ronda 2", "Round 10", "Swiss", "Octavos de final", "Round of 16",
        "Quarter-finals 2", "Quarterfinal", "Semifinal", "Third place", "Final",
    ]  # fmt: skip
    spanish = ["Cuartos de final", "Semifinales", "Tercer puesto", "Gran final"]
    assert sorted(set(spanish), key=round_name_sort_key) == spanish
    book = [*evening(1, round="Final"), *evening(1, round="3"), *evening(1, round="Semifinal")]
    text = pages(event_book(book))[1].text
    places = [text.index(name) for name in ("Round 3", "Semifinal", "Final")]
    assert places == sorted(places)


def test_several_events_are_named_wherever_their_matches_are() -> None:
    found = pages(event_book([*evening(3), *evening(2, event="Autumn")]))
    assert "Spades matches" in found[0].text
    lists = "\n".join(page.text for page in found[1:3])
    for title in ("Autumn · Round 1", "Spring Open · Round 1"):
        assert f"\n{title}" in lists
    for event in ("Autumn", "Spring Open"):
        assert f"\n{event} · Standings" in lists
    (table,) = (page for page in found if "Autumn · Standings" in page.text)
    second = next(said for said in table.texts if said.text == "Spring Open · Standings")
    above = [each.low for each in table.shapes if each.kind == "rule" and each.left == 38]
    assert min(y - second.y for y in above if y > second.y) > 20, "space above a heading"
    assert "Autumn ·" not in "".join(page.text for page in pages(event_book(evening(2)))[:3])


SPELLINGS = ("spring open", "Spring Open", "Spring  Open ", "SPRING OPEN")
"""One event: the one that most of them are is “Spring Open”."""


def spelt(*events: str) -> list[Match]:
    """A match of each of these events, a round each, the last one the final."""
    rounds = [*map(str, range(1, len(events))), "Final"]
    return [
        made(1, event=event, round=round_, table="1", id=f"0198c0de-1234-7abc-8def-{at:012}")
        for at, (event, round_) in enumerate(zip(events, rounds, strict=True))
    ]


def test_an_event_is_spelled_one_way_in_a_book_of_several() -> None:
    matches = [*spelt(*SPELLINGS), made(1, event="Autumn", round="1")]
    pdf = event_book(matches)
    assert pdf == event_book(matches[::-1])
    found = pages(pdf)
    lines = "\n".join(page.text for page in found).split("\n")
    for title in ("Round 1", "Round 2", "Round 3", "Final", "Standings"):
        assert any(line.startswith(f"Spring Open · {title}") for line in lines)
    assert lines.count("Spring Open") == 4, "the heads of the sheets"
    others = [line for line in lines if "spring open" in line.casefold()]
    assert all("Spring Open" in line for line in others), others


def test_an_event_of_as_many_spellings_as_matches_is_spelled_as_its_first() -> None:
    reader = PdfReader(BytesIO(event_book(spelt(" autumn  cup", "Autumn Cup", "AUTUMN CUP "))))
    assert reader.metadata is not None
    assert reader.metadata.title == "autumn cup"


@pytest.mark.parametrize("make", [match_sheets, half_page_sheets, event_book])
def test_the_title_of_a_document_has_no_blanks_around_a_name(make: Any) -> None:
    (match,) = spelt("Spring Open ")
    reader = PdfReader(BytesIO(make([match])))
    assert reader.metadata is not None
    assert "Spring Open" in reader.metadata.title
    assert " \u00b7 ".join(map(str.strip, reader.metadata.title.split("\u00b7"))) == (
        reader.metadata.title
    )


def test_bookmarks_are_grouped_by_round_and_say_nothing_twice() -> None:
    def titles(marks: list[Any]) -> list[Any]:
        return [titles(m) if isinstance(m, list) else str(m["/Title"]) for m in marks]

    one = PdfReader(BytesIO(event_book(evening(4)))).outline
    assert titles(one)[3:] == [
        "Match sheets",
        [
            "Round 1",
            [
                "Table 1 · Aces – Kings",
                "Table 2 · River Rats – Spade & Sons",
                "Table 3 · \u2068الأسود الذهبية\u2069 – Łódź Tigers",
            ],
            "Round 2",
            ["Table 1 · Aces – River Rats"],
        ],
    ]
    two = PdfReader(BytesIO(event_book([*evening(1), *evening(1, event="Autumn")]))).outline
    sheet = ["Table 1 · Aces – Kings"]
    assert titles(two)[4] == ["Autumn", ["Round 1", sheet], "Spring Open", ["Round 1", sheet]]


@pytest.mark.parametrize("hands", range(24, 40))
def test_a_page_is_filled_before_another_begins(hands: int) -> None:
    """At most two hands go on with the signatures; else the white above the foot is no row."""
    found = pages(match_sheet(made(hands)))
    rows = [
        [said.y for said in page.texts if said.x == MARGIN and said.size == 9] for page in found
    ]
    assert all(rows)
    if len(found) > 1:
        carried = min(said.y for said in found[0].texts if said.text == "carried to next page")
        last = len([y for y in rows[-1] if y])
        room = carried - FOOTER
        assert room < 4 * WHOLE_PAGE.row or last <= 4, (room, last)


@pytest.mark.parametrize("paper", PAPERS)
def test_remarks_fill_a_page_before_another_begins(paper: Paper) -> None:
    """The chart is beside the signatures where no remark is left for them."""
    first, *further = pages(match_sheet(corrected(), paper))
    assert "the hand in progress is finished" in first.text
    assert [page.text.count("Score after each hand") for page in further] == [1] * len(further)


def test_no_page_of_a_list_holds_a_single_row() -> None:
    """Of these, the first fill one page, the last need a second."""
    parts = set()
    for matches in (38, 39, 40, 41):
        book = [
            made(0, id=f"0198c0de-1234-7abc-8def-{at:012}", round="1", table=str(at))
            for at in range(matches)
        ]
        listed = [page.text for page in pages(event_book(book), most=4)[1:]]
        rows = [text.count("not started") for text in listed if "decided by" in text]
        assert min(rows) >= 3
        parts.add(len(rows))
    assert parts == {1, 2}


def test_a_title_longer_than_the_footer_stands_there_whole() -> None:
    event = "The Fifth Annual Invitational Spades Championship " * 8
    match = made(2, event=event)
    found = inked(lambda: event_book([match, match]))
    footers = [ink for ink in found.inks if ink.size == 7 and ink.low < 60 and "Spades" in ink.said]
    for page in {ink.page for ink in footers}:
        lines = [ink for ink in footers if ink.page == page]
        told = " ".join(ink.said for ink in sorted(lines, key=lambda ink: -ink.base))
        assert told == event.strip()
        assert len({ink.base for ink in lines}) == len(lines) > 2
    assert len({ink.page for ink in footers}) == 2
    assert list(found.covered()) == []


def test_a_long_place_stays_within_the_margins_of_the_cover() -> None:
    day = Day(name="Spring Open", place="Union 204 " * 40)
    for team in ("Aces", "Kings"):
        day.team(team, name=team)
    day.stage("single-elimination")
    day.pair()
    cover = pages(event_book([], event=day.event))[0]
    assert " ".join(cover.text.split()).count("Union 204") == 40
    for said in cover.texts:
        assert said.x + shape(said.text).width_at(said.size) <= cover.wide - MARGIN + 0.6, said
