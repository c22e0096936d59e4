"""Pages of results: valid HTML that needs nothing from elsewhere, told in headers and rows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import html5lib
import pytest

from reports import FORMATS, SheetMaker
from reports.pages.event_pages import write_event_pages
from reports.pages.templates import STYLE, TEMPLATES
from reports.sheets.tables import status_for_paper
from reports.typeset.report_settings import ReportSettings
from scorepad import paths
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.status import status_of
from scorepad.spades.words import T, format_change, install
from tests.events.day import Day
from tests.reports.event import evening
from tests.reports.languages import LANGUAGES, catalog_of
from tests.reports.made import CASES, corrected, made
from tests.reports.papers import day_of
from tests.reports.test_exports import export

LOGO = paths.resources_folder() / "icons" / "scorepad.png"
EVIL = made(
    2,
    event="<script>alert(1)</script>",
    teams=[{"name": '"><b>x', "players": ["&", "'"]}, {"name": "K", "players": ["", ""]}],
)


def site(matches: list[Match], out: Path, language: str = "en") -> dict[str, str]:
    install(catalog_of(language))
    SheetMaker().export(FORMATS["html"], matches, out)
    return {file.name: file.read_text("utf-8") for file in out.iterdir()}


def parsed(page: str) -> Any:
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    return parser.parse(page)


def text_of(element: Any) -> str:
    return " ".join("".join(element.itertext()).split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_valid_and_needs_nothing_from_elsewhere(
    language: str, tmp_path: Path
) -> None:
    cases = [corrected(), EVIL, *(CASES[case]() for case in ("empty", "two-ways", "no-face"))]
    found = site([*evening(7), *cases], tmp_path / "out", language)
    assert len(found) == 1 + 7 + 5
    for page in found.values():
        tree = parsed(page)
        assert tree.get("lang") == language
        assert not [each for each in tree.iter() if each.tag in ("script", "link", "img", "iframe")]
        assert not re.search(r"url\(|@import|https?:", page)
        for link in tree.iter("a"):
            assert link.get("href") in found
        assert "\u2068" not in page
        assert len(list(tree.iter("h1"))) == 1


def test_the_house_stands_at_the_top_of_every_page(tmp_path: Path) -> None:
    house = ReportSettings(house_name_and_logo=lambda: ("Spade & Club House", LOGO))
    write_event_pages([made(2)], tmp_path / "out", house)
    assert (tmp_path / "out" / "logo.png").read_bytes() == LOGO.read_bytes()
    for file in (tmp_path / "out").glob("*.html"):
        header = next(parsed(file.read_text("utf-8")).iter("header"))
        assert text_of(header).startswith("Spade & Club House")
        (logo,) = header.iter("img")
        assert (logo.get("src"), logo.get("alt")) == ("logo.png", "Logo of Spade & Club House")


def test_the_tables_tell_what_the_rows_hold(tmp_path: Path) -> None:
    found = site(evening(7), tmp_path / "out")
    index = parsed(found["index.html"])
    tables = list(index.iter("table"))
    assert len(tables) == 1 + 3
    for table in tables:
        heads = [each for each in table.iter("th") if each.get("scope") == "col"]
        for row in table.find("tbody").iter("tr"):
            assert len(row) == len(heads), "every cell has its header"
            assert [each.get("scope") for each in row.iter("th")] == ["row"]
    told = [text_of(row) for table in tables for row in table.find("tbody").iter("tr")]
    for match in evening(7):
        row = status_for_paper(status_of(match))
        assert any(
            row.teams[0] in line and f"{row.score[0]}\u2013{row.score[1]}" in line for line in told
        )


@pytest.mark.parametrize("matches", [1, 14])
def test_ties_have_a_column_where_there_are_any(matches: int, tmp_path: Path) -> None:
    played = evening(matches)
    page = parsed(site(played, tmp_path / "out")["index.html"])
    (head,) = [each for each in page.iter("thead") if "wins" in text_of(each)]
    tied = any(status_of(match).tied for match in played)
    assert tied == (matches > 1)
    assert ("ties" in map(text_of, head.iter("th"))) == tied


def test_a_match_has_its_hands(tmp_path: Path) -> None:
    match = corrected()
    page = parsed(site([match], tmp_path / "out")["match-1.html"])
    table = next(page.iter("table"))
    rows = [text_of(row) for row in table.find("tbody").iter("tr")]
    counted = [hand for hand in match.board.hands if hand.is_counted]
    for hand in counted:
        (line,) = [row for row in rows if row.split()[0] == str(hand.number)]
        assert format_change(hand.change[0]) in line.split()
        assert format_change(hand.change[1]) in line.split()
    assert "void: counts nothing" in " ".join(rows)
    assert "UNOFFICIAL" in text_of(page)


def test_on_a_phone_every_number_says_what_it_is(tmp_path: Path) -> None:
    """There the heads of columns are out of sight, and each hand has a line for each team."""
    found = site(evening(7), tmp_path / "out")
    for table in parsed(found["index.html"]).iter("table"):
        columns = [text_of(each) for each in table.find("thead").iter("th")]
        for row in table.find("tbody").iter("tr"):
            for name, cell in zip(columns, row, strict=True):
                label = cell.get("data-label")
                assert label in (name, None)
                if not label:
                    assert name in ("table", "team", "score", "decided by", "place")
    (table,) = parsed(found["match-1.html"]).iter("table")
    for row in table.find("tbody").iter("tr"):
        names = [text_of(each) for each in row.iter("span") if each.get("class") == "who"]
        assert names == [evening(1)[0].head.teams[side].name for side in (0, 1)]


def test_what_came_of_an_entry_stands_behind_it(tmp_path: Path) -> None:
    page = parsed(site([corrected()], tmp_path / "out")["match-1.html"])
    items = [text_of(each) for each in page.iter("li")]
    assert "Table talk, hand 4 Kings; recorded only" in items
    assert not [item for item in items if item.startswith("Effect")]


def test_text_has_contrast_in_both_schemes() -> None:
    """At least 4.5 to 1 (WCAG 2.2, 1.4.3)."""
    light, dark = (dict(re.findall(r"--(\w+): (#\w+)", part)) for part in STYLE.split("@media")[:2])
    for scheme in (light, dark):
        for ink in ("ink", "quiet", "link"):
            for paper in ("paper", "win"):
                one, other = sorted((luminance(scheme[ink]), luminance(scheme[paper])))
                assert (other + 0.05) / (one + 0.05) >= 4.5, (ink, paper)


def luminance(colour: str) -> float:
    digits = colour.lstrip("#")
    digits = "".join(2 * each for each in digits) if len(digits) == 3 else digits
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_a_folder_that_is_there_already_stays_as_it_is(tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(SheetMaker(), FORMATS["html"], [made(1)], out)
    before = (out / "index.html").read_bytes()
    with pytest.raises(Refused, match="is there already"):
        export(SheetMaker(), FORMATS["html"], [made(2)], out)
    assert (out / "index.html").read_bytes() == before


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_word_of_a_template_is_translated(template: str) -> None:
    spanish = catalog_of("es")
    for said in re.findall(r'T\("([^"]+)"', TEMPLATES[template]):
        assert spanish.text(T(said)) != said or said == "total", said


def test_the_round_that_is_played_stands_first_then_the_way_to_one_s_team(tmp_path: Path) -> None:
    page = parsed(site(evening(9), tmp_path / "out")["index.html"])
    titles = [text_of(each) for each in page.iter("h2")]
    assert titles == ["Round 3", "Find your team", "Standings", "Round 2", "Round 1"]
    named = {each.get("id") for each in page.iter() if each.get("id")}
    targets = [each.get("href") for each in page.iter("a") if each.get("href").startswith("#")]
    assert len(targets) >= 4 + 6
    assert {target[1:] for target in targets} <= named
    (teams,) = [each for each in page.iter("ul") if each.get("class") == "teams"]
    assert text_of(teams).count("Table") == 6


def test_a_bracket_has_letters_for_a_forfeit_and_names_the_third_place(tmp_path: Path) -> None:
    event = day_of("single-elimination", ("Aces", "Kings", "Rats", "Tigers"), 2, third_place=True)
    write_event_pages([], tmp_path / "one", ReportSettings(), event)
    page = (tmp_path / "one" / "index.html").read_text("utf-8")
    assert "<h4>Third place</h4>" in page
    day = Day(name="Spring Open")
    for team in ("Aces", "Kings"):
        day.team(team, name=team)
    day.stage("single-elimination")
    day.pair()
    (pairing,) = day.event.register.rounds[1].entry.pairings
    day.add("result", pairing=pairing.pairing, how="forfeit", winner=0)
    write_event_pages([], tmp_path / "two", ReportSettings(), day.event)
    tree = parsed((tmp_path / "two" / "index.html").read_text("utf-8"))
    (bracket,) = [each for each in tree.iter("div") if each.get("class") == "bracket"]
    assert re.search(r"Aces winner ?W .*Kings F .*forfeit", text_of(bracket))


def test_print_keeps_every_column() -> None:
    printed = STYLE.partition("@media print")[2]
    assert re.search(r"\.wide \{ overflow: visible; \}", printed)


def test_a_page_a_team_has_its_road_and_a_player_finds_the_table(tmp_path: Path) -> None:
    day = Day()
    for at, name in enumerate(("Aces", "Kings", "الأسود", "Jacks", "Nines"), 1):
        day.team(f"T{at}", name=name, players=[f"Ann {at}", f"Bo {at}"])
    day.stage("swiss", rounds=2)
    day.pair()
    day.won("1-1", "1-2")
    day.pair()
    write_event_pages([], tmp_path / "out", ReportSettings(), day.event)
    index = (tmp_path / "out" / "index.html").read_text("utf-8")
    assert re.search(r'<a href="team-1.html"><bdi>Aces</bdi></a>:\s*<a href="#[^"]+">', index)
    rest = day.event.register.rounds[2].entry.byes[0]
    for team in ("T1", rest):  # in the round, resting too, and in the standings
        assert index.count(f'<a href="team-{team[1:]}.html">') == 2
    assert re.search(r"<li><bdi>Ann 1</bdi>:\s*<a href=\"#[^\"]+\"><bdi>Table \d</bdi>", index)
    page = (tmp_path / "out" / "team-1.html").read_text("utf-8")
    assert "<h1><bdi>Aces</bdi></h1>" in page
    score = '<span class="score">300–200</span>'
    assert f"Round 1: beat <bdi>الأسود</bdi>, {score}" in page, "no line ends within a score"
    assert re.search(r"\.score \{ white-space: nowrap; \}", page)
    assert "Round 2: against Kings at table 1, waiting" in page
    assert "Place 1" in page


def test_names_that_run_from_right_to_left_stay_apart_in_a_sentence(tmp_path: Path) -> None:
    page = site([CASES["two-ways"]()], tmp_path / "out")["match-1.html"]
    assert "<h1><bdi>الأسود الذهبية</bdi> – Kings</h1>" in page
    assert "<bdi>بطولة الربيع 2026</bdi> · <bdi>רבע גמר</bdi> · Table 4" in page
    assert "14 March 2026 · as of 19:49</p>" in page.replace("\u00a0", " "), "the day is said once"
