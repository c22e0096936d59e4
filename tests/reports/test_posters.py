"""Posters: one round and the standings, in large type; and all that a round needs."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from reports.book.bracket_drawing import COLUMN_GAP, POSTER_TYPE
from reports.book.event_book import event_book
from reports.book.event_report import EventResults
from reports.book.posters import NAME_SIZE, event_poster, statistics_poster
from reports.book.round_papers import seats_cards_and_blank_sheets
from reports.pages.event_pages import write_event_pages
from reports.sheets.compact_sheet import half_page_sheets
from reports.sheets.match_sheet import match_sheets
from reports.sheets.tables import status_for_paper
from reports.typeset.line_breaking import MIN_TYPE_SIZE
from reports.typeset.paper import MARGIN, Paper
from reports.typeset.report_settings import ReportSettings
from reports.typeset.shaping import shape
from scorepad.events.event import Event
from scorepad.spades.refusal import Refused
from scorepad.spades.status import status_of
from scorepad.spades.words import install
from tests.events.day import Day
from tests.reports.drawn import Page, pages
from tests.reports.event import evening
from tests.reports.languages import LANGUAGES, catalog_of
from tests.reports.made import PAPERS, SIXTY, corrected, made
from tests.reports.papers import day_of, first_round, round_with_hands


def opened(at: int) -> dict[str, str]:
    return {"id": f"0198c0de-1234-7abc-8def-{at:012}", "round": "4", "table": str(at)}


@pytest.mark.parametrize("people", ["full", "initial", "none"])
@pytest.mark.parametrize("paper", PAPERS)
def test_a_poster_of_the_statistics_names_people_as_the_published_pages_do(
    paper: Paper, people: str
) -> None:
    _, event = round_with_hands(("Aces", "Kings"))
    day = Day.of(event)
    day.add("setup", people=people)
    (page,) = pages(statistics_poster([], paper, event=day.event))
    assert page.text.count("Includes hands from 1 of 1 match") == (2 if people == "none" else 3)
    assert "Highest hand (points)" in page.text
    assert ("Ann Adams" in page.text) == (people == "full")
    assert ("Ann A." in page.text) == (people == "initial")
    assert "Blind nils" not in page.text, "nobody bid one"
    smallest = min(said.size for said in page.texts if said.text in ("Aces", "Kings"))
    assert smallest >= 11


def test_the_book_has_a_part_with_the_statistics() -> None:
    matches, event = round_with_hands(("Aces", "Kings"))
    front, *lists = pages(event_book(matches, event=event))
    assert "Statistics" in front.text
    (page,) = (each for each in lists if "Highest hand" in each.text)
    assert "Includes hands from 1 of 1 match, points from 0, bags from 1." in page.text
    assert "Ann Adams" in page.text


def test_there_is_no_poster_of_statistics_without_a_hand_or_result() -> None:
    _, event = first_round(("Aces", "Kings"))
    with pytest.raises(Refused, match="no statistics yet"):
        statistics_poster([], event=event)


@pytest.mark.parametrize("paper", PAPERS)
def test_a_poster_has_a_round_and_the_standings_on_one_page(paper: Paper) -> None:
    (page,) = pages(event_poster(evening(9), paper))
    for said in ("Spring Open", "Round 3", "Standings", "1 March 2026 to 9 March 2026", "wins"):
        assert said in page.text
    for match in evening(9)[6:]:
        row = status_for_paper(status_of(match))
        for team, score in zip(row.teams, row.score, strict=True):
            name = [said for said in page.texts if said.text == team]
            assert all(said.size == NAME_SIZE for said in name)
            assert name or not team.isascii()
            assert str(score) in page.text
    assert "Round 1" not in page.text


def test_the_standings_of_an_event_are_by_its_score() -> None:
    day = Day(2)
    day.stage("round-robin")
    day.pair()
    day.won("1-1")
    (page,) = pages(event_poster([], event=day.event))
    assert "wins" not in page.text
    assert "score" in page.text


def test_another_round_is_named() -> None:
    (page,) = pages(event_poster(evening(9), of_round="1"))
    assert "Round 1" in page.text
    with pytest.raises(Refused, match="these matches don't have a round “12”"):
        event_poster(evening(9), of_round="12")
    with pytest.raises(Refused, match="one event"):
        event_poster([*evening(3), *evening(3, event="Autumn")])


def test_it_says_how_new_it_is() -> None:
    (page, *_) = pages(event_poster([corrected()]))
    assert "14 March 2026 · as of 20:30" in page.text, "the day is said once"
    later = made(1, scheduled="2026-03-13T18:30:00Z")
    assert "13 March 2026 · as of 14 March 2026, 18:31" in pages(event_poster([later]))[0].text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_many_matches_take_more_pages_and_stay_within_the_margins(
    paper: Paper, language: str
) -> None:
    install(catalog_of(language))
    matches = [
        *(made(2, **opened(at)) for at in range(1, 30)),
        made(3, **{**SIXTY, **opened(30), "event": "Spring Open"}),
    ]
    found = pages(event_poster(matches, paper))
    assert len(found) > 1
    for page in found:
        assert "Spring Open" in page.text
        for said in page.texts:
            wide = min(shape(said.text, bold).width_at(said.size) for bold in (False, True))
            assert said.x >= MARGIN - 0.1, said
            assert said.x + wide <= page.wide - MARGIN + 0.6, said
            assert said.y > 20, said


def test_figures_beside_small_names_stay_apart() -> None:
    teams = [{"name": "W" * wide, "players": ["Ann", "Cy"]} for wide in (33, 34)]
    (page,) = pages(event_poster([made(9, **opened(1), teams=teams)]))
    assert all(said.size < NAME_SIZE for said in page.texts if "WW" in said.text)
    bases = sorted({said.y for said in page.texts if said.size == NAME_SIZE}, reverse=True)
    assert len(bases) == 4, "two totals, two places"
    assert all(upper - lower > NAME_SIZE for upper, lower in pairwise(bases)), bases


@pytest.mark.parametrize("paper", PAPERS)
def test_no_page_of_the_sign_in_sheet_has_only_empty_rows(paper: Paper) -> None:
    most = 0
    for teams in range(9, 18):
        day = Day()
        for at in range(teams):
            day.team(f"T{at}", name=f"Team {at}", players=["Ann", "Bo"])
        found = pages(seats_cards_and_blank_sheets([], paper, event=day.event))
        assert all("Team" in page.text for page in found), teams
        boxes = sum(each.kind == "box" for page in found for each in page.shapes)
        assert 2 <= boxes - 2 * teams <= 6, "one to three teams may come late"
        most = max(most, boxes - 2 * teams)
    assert most == 6


def test_what_a_card_says_of_its_names_ends_at_one_height_however_long_it_is() -> None:
    ends = set[float]()
    for count in (1, 40):
        signs = "".join(map(chr, range(0x13000, 0x13000 + count)))
        matches, event = first_round((signs, "Kings"))
        found = pages(seats_cards_and_blank_sheets(matches, event=event))
        card = next(page for page in found if "fold" in page.text)
        notes = {said.y for said in card.texts if said.size == MIN_TYPE_SIZE and said.x > 36}
        ends.add(round(min(notes) - card.tall / 2, 1))
        assert (len(notes) > 1) is (count > 1), notes
    (end,) = ends
    assert end >= 10


def test_a_long_name_of_a_bracket_breaks_before_it_makes_others_smaller() -> None:
    def sizes(*names: str) -> set[float]:
        day = Day()
        for at, name in enumerate(("Aces", "Kings", *names)):
            day.team(f"T{at}", name=name, players=["Ann", "Bo"])
        day.stage("single-elimination")
        day.pair()
        texts = [said for page in pages(event_poster([], event=day.event)) for said in page.texts]
        below = min(said.y for said in texts if said.text == "Bracket")
        return {
            said.size
            for said in texts
            if said.y < below and any(name.startswith(said.text) for name in ("Aces", *names))
        }

    assert sizes("Jacks", "Tens") == {14}
    assert sizes("Jacks", "W" * 48) == {14}
    (size,) = sizes("Jacks", "The Overtricks Anonymous of Chapel Hill and Durham")
    assert size == 14, "rather on three lines than smaller"


def test_a_long_name_stands_whole_in_a_bracket() -> None:
    day, long = Day(), "The Overtricks Anonymous of Chapel Hill and Durham, North Carolina"
    for at in range(16):
        day.team(
            f"T{at}",
            name=f"Second Dealers of the Law School {at}" if at else long,
            players=["Ann", "Bo"],
        )
    day.stage("single-elimination")
    day.pair()
    texts = [said for page in pages(event_poster([], event=day.event)) for said in page.texts]
    parts = [
        said.text for said in texts if said.size < NAME_SIZE and said.text.strip("\u2026") in long
    ]
    assert " ".join(parts) == long
    sizes = {said.size for said in texts if "Second" in said.text and said.size < NAME_SIZE}
    assert sizes == {next(said.size for said in texts if said.text == parts[0])}, "one size"


def test_a_bracket_lies_on_a_wide_page_before_its_names_become_small() -> None:
    short = [f"Team {at}" for at in range(8)]
    long = [f"The {at} Carolina Society of Players" for at in range(8)]
    for teams, is_wide in ((short, False), (long, True)):
        made_of = pages(event_poster([], event=day_of("double-elimination", tuple(teams), 3)))
        (losers,) = (page for page in made_of if "Losers' bracket" in page.text)
        assert (losers.wide > losers.tall) == is_wide
        words = {"Team", "Carolina", "Society", "Players"}
        names = [said for said in losers.texts if set(said.text.split()) & words]
        (size,) = {said.size for said in names}
        assert size > POSTER_TYPE.name * 0.7


@pytest.mark.parametrize("paper", PAPERS)
def test_no_page_has_the_heading_of_a_bracket_alone(paper: Paper) -> None:
    """The names of the rounds of a losers' side take two lines in Spanish."""
    install(catalog_of("es"))
    teams = tuple(
        f"{name} {at}" for name in ("Spade & Sons", "Kings of Carolina") for at in range(8)
    )
    event = day_of("double-elimination", teams, 3)
    made_of = pages(event_poster([], paper, event=event))
    assert [page for page in made_of if not any(team in page.text for team in teams)] == []


def test_no_name_of_a_bracket_is_cut_without_a_word() -> None:
    notice = "Names that end with \u2026 were shortened to fit this page."
    for length, is_cut in ((48, False), (500, True)):
        event = day_of("single-elimination", ("Aces", "Kings", "Rats", "W" * length), 1)
        texts = [said.text for page in _poster(event) for said in page.texts]
        bracket = texts[texts.index("Bracket") :]
        assert (notice in bracket) is is_cut
        letters = sum(text.count("W") for text in bracket if "WW" in text)
        assert (letters == length) is not is_cut


def test_all_that_a_round_needs() -> None:
    matches = [*evening(6), made(0, **opened(1)), made(0, **opened(2))]
    first, *sheets = pages(seats_cards_and_blank_sheets(matches))
    assert "Round 4" in first.text
    assert "UNOFFICIAL" not in first.text, "nothing is played yet"
    assert len(sheets) == 4, "two pages each"
    for at, page in enumerate(sheets[::2], 1):
        assert f"Event Spring Open Round 4 Table {at}" in page.text
        assert f"match {opened(at)['id']}" in page.text
    assert event_poster(matches) == event_poster(matches[::-1])


@pytest.mark.parametrize(
    "make",
    [match_sheets, half_page_sheets, event_book, event_poster],
    ids=lambda make: make.__name__,
)
def test_every_document_says_its_subject_and_shows_its_title(make: Any) -> None:
    reader = PdfReader(BytesIO(make([made(1), made(2, id="0198c0de-1234-7abc-8def-0123456789ac")])))
    assert reader.metadata is not None
    assert reader.metadata.subject not in (None, "", "unspecified")
    assert reader.trailer["/Root"]["/ViewerPreferences"]["/DisplayDocTitle"]
    assert reader.trailer["/Root"]["/Lang"] == "en"


def _poster(event: Event) -> list[Page]:
    return pages(event_poster([], event=event))


def test_the_champion_stands_on_every_page_and_the_final_standings_on_the_last() -> None:
    event = day_of("single-elimination", ("Aces", "Kings", "Rats", "Tigers"), 2, third_place=True)
    found = _poster(event)
    assert all("Champion: Aces" in page.text for page in found)
    last = found[-1].text
    ranked = last.split("Final standings")[1]
    assert ranked.index("1 Aces") < ranked.index("2 Kings")
    assert "Third place" in last
    places = _poster(day_of("round-robin", tuple("ABCDEFGHIJ"), 1))
    assert [page.text.count("Standings") for page in places] == [0, 1]
    playing = _poster(day_of("single-elimination", ("Aces", "Kings", "Rats", "Tigers"), 1))
    assert not any("Champion" in page.text or "Final" in page.text[:40] for page in playing)


def test_a_forfeit_in_a_bracket_has_letters_and_every_seed_its_number() -> None:
    day = Day(name="Spring Open")
    for team in ("Aces", "Kings"):
        day.team(team, name=team)
    day.stage("single-elimination")
    day.pair()
    (pairing,) = day.event.register.rounds[1].entry.pairings
    day.add("result", pairing=pairing.pairing, how="forfeit", winner=0)
    bracket = _poster(day.event)[0].text.split("Bracket")[1]
    assert "1 Aces W" in bracket
    assert "2 Kings F" in bracket


@pytest.mark.parametrize("format_", ["single-elimination", "double-elimination"])
def test_a_line_leads_from_every_game_to_the_next(format_: str) -> None:
    """A straight one where both stand level, as from the last of the winners to the grand final."""
    teams = tuple(f"Team {letter}" for letter in "ABCDEFGH")
    event = day_of(format_, teams, 3)
    half = COLUMN_GAP / 2
    leads = 0
    for page in _poster(event):
        for each in page.shapes:
            is_level = each.kind == "rule" and each.low == each.high
            leads += is_level and abs(each.right - each.left - half) < 0.11
    games = [
        game for part in EventResults([], event=event).brackets[0].parts for game in part.games
    ]
    assert leads == 2 * sum(game.feeds is not None for game in games)


def test_the_final_of_a_bracket_on_several_pages_has_its_own_title() -> None:
    def titles(teams: int, form: str) -> list[str]:
        day = Day(teams)
        day.stage(form)
        day.pair()
        names = ("Winners' bracket", "Losers' bracket", "Bracket", "Grand final", "Final")
        found = [
            said.text for page in pages(event_poster([], event=day.event)) for said in page.texts
        ]
        return [text for text in found if text.split(" (")[0] in names]

    assert titles(12, "double-elimination") == [
        "Winners' bracket",
        "Grand final",
        "Losers' bracket",
    ]
    assert titles(24, "double-elimination")[-1] == "Losers' bracket (2/2)"
    assert titles(2, "single-elimination") == ["Final", "Bracket", "Final"]


def test_papers_and_pages_show_a_protest_and_what_depends_on_it(tmp_path: Path) -> None:
    day = Day(4)
    day.stage("swiss", rounds=2)
    day.pair()
    day.result("1-1", 300, 290)
    day.result("1-2", 300, 100)
    team = day.event.register.drawn["1-1"][1].teams[1]
    day.add("mark", team=team, what="protest", pairing="1-1", value="open", why="secret reason")
    poster = " ".join(
        each.text for page in pages(event_poster([], event=day.event)) for each in page.texts
    )
    assert f"in this order. Under protest by {team}" in " ".join(poster.split())
    assert "depend on the protest" in poster
    out = tmp_path / "pages"
    write_event_pages([], out, ReportSettings(), day.event)
    index = (out / "index.html").read_text("utf-8")
    assert "under protest" in index
    assert "depend on the protest" in index
    assert "secret reason" not in poster + index
