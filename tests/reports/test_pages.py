"""Pages of results: valid HTML that needs nothing from elsewhere, as a stranger reads them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import html5lib
import pytest

from reports import FORMATS, SheetMaker
from reports.pages.event_pages import write_event_pages
from reports.pages.people import People, name_with_initial
from reports.pages.templates import STYLE, TEMPLATES
from reports.typeset.report_settings import ReportSettings
from scorepad import paths
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, install
from tests.events.day import Day
from tests.reports.event import evening
from tests.reports.languages import LANGUAGES, catalog_of
from tests.reports.made import CASES, corrected, made
from tests.reports.papers import day_of, round_with_hands
from tests.reports.test_exports import export

LOGO = paths.resources_folder() / "icons" / "scorepad.png"
EVIL = made(
    2,
    event="<script>alert(1)</script>",
    teams=[
        {"name": '"><b>x', "players": ["&", "'"]},
        {"name": "\u202eK</script>", "players": ["\u202e" * 9, "W" * 500]},
    ],
)


def site(matches: list[Match], out: Path, language: str = "en") -> dict[str, str]:
    install(catalog_of(language))
    SheetMaker().export(FORMATS["html"], matches, out)
    return read(out)


def read(out: Path) -> dict[str, str]:
    return {file.name: file.read_text("utf-8") for file in out.iterdir() if file.suffix != ".png"}


def published(day: Day, out: Path, people: People | None = None) -> dict[str, str]:
    write_event_pages([], out, ReportSettings(), day.event, people=people)
    return read(out)


def parsed(page: str) -> Any:
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    return parser.parse(page)


def text_of(element: Any) -> str:
    return " ".join("".join(element.itertext()).split())


def of_class(tree: Any, name: str) -> list[Any]:
    return [each for each in tree.iter() if name in (each.get("class") or "").split()]


def found_by_search(pages: dict[str, str], name: str) -> list[list[str]]:
    """What the search lists for a name: it, the team, where it plays next, and the page."""
    (names,) = re.findall(r"const names = (.*);", pages["find.js"])
    return [row for row in json.loads(names) if row[0] == name]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_valid_and_needs_nothing_from_elsewhere(
    language: str, tmp_path: Path
) -> None:
    cases = [corrected(), EVIL, *(CASES[case]() for case in ("empty", "two-ways", "no-face"))]
    pages = site([*evening(7), *cases], tmp_path / "out", language)
    script = pages.pop("find.js")
    assert not re.search(r"https?:|fetch|import", script)
    kinds = [name.partition("-")[0] for name in pages]
    assert kinds.count("match") == 7 + 5
    assert kinds.count("team") > 7
    assert kinds.count("player") > 14
    for page in pages.values():
        tree = parsed(page)
        assert tree.get("lang") == language
        sources = [each.get("src") for each in tree.iter() if each.get("src")]
        assert sources == ["find.js"]
        assert not [each for each in tree.iter() if each.tag in ("link", "img", "iframe")]
        assert not re.search(r"url\(|@import|https?:", page)
        ids = {each.get("id") for each in tree.iter()}
        for link in tree.iter("a"):
            file, _, anchor = link.get("href").partition("#")
            assert file in pages or (not file and anchor in ids) or anchor == "teams"
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


def test_a_result_has_both_teams_their_points_and_its_state(tmp_path: Path) -> None:
    matches = evening(7)
    index = parsed(site(matches, tmp_path / "out")["index.html"])
    rows = [text_of(row) for part in of_class(index, "matches") for row in part]
    assert len(rows) == 7
    for match in matches:
        one, other = (team.name for team in match.head.teams)
        (row,) = (row for row in rows if one in row and other in row and match_points(match, row))
        assert match.head.table in row.split()


def match_points(match: Match, row: str) -> bool:
    score = match.board.score
    return all(str(abs(points)) in re.findall(r"\d+", row) for points in score) or "W" in row


def test_standings_have_one_line_a_team_and_the_way_on_a_press(tmp_path: Path) -> None:
    day = Day()
    for at, name in enumerate(("Aces", "Kings", "الأسود", "Jacks", "Nines"), 1):
        day.team(f"T{at}", name=name, players=[f"Ann {at}", f"Bo {at}"])
    day.stage("swiss", rounds=2)
    day.pair()
    day.won("1-1", "1-2")
    day.pair()
    pages = published(day, tmp_path / "out")
    rows = list(of_class(parsed(pages["index.html"]), "places")[0])
    assert len(rows) == 5
    for row in rows:
        (line,) = row.iter("summary")
        assert re.search(r"W–L–T [01]–[01]", text_of(line))
        assert "Round 1: " in text_of(row)
        assert "Hand by hand" in text_of(row)
    page = pages["team-1.html"]
    assert "<h1><bdi>Aces</bdi></h1>" in page
    score = '<span class="score">300–200</span>'
    assert f"Beat <bdi>الأسود</bdi>, {score}" in page, "no line ends within a score"
    assert re.search(r"\.score \{ white-space: nowrap; \}", page)
    assert "Against Kings at table 1, waiting" in page
    assert "Place 1" in page


def test_the_search_says_where_a_team_and_a_player_play_next_and_their_place_at_the_end(
    tmp_path: Path,
) -> None:
    day = Day()
    for at, name in enumerate(("Aces", "Kings", "Rats"), 1):
        day.team(f"T{at}", name=name, players=[f"Ann {at}", f"Bo {at}"])
    day.stage("swiss", rounds=1)
    day.pair()
    pages = published(day, tmp_path / "one")
    resting = day.event.register.rounds[1].entry.byes[0]
    playing = day.event.register.rounds[1].entry.pairings[0].teams[0]
    name = day.event.register.team_name(playing)
    ((_, _, where, page),) = found_by_search(pages, name)
    assert where.startswith("Table 1 · against ")
    assert f"<h1><bdi>{name}</bdi></h1>" in pages[page]
    (card,) = of_class(parsed(pages[page]), "card")
    assert "Table 1" in text_of(card)
    ((_, team, at, page),) = found_by_search(pages, f"Ann {playing[1:]}")
    assert (team, at) == (name, where)
    assert "Table 1" in text_of(of_class(parsed(pages[page]), "card")[0])
    ((_, _, where, _),) = found_by_search(pages, day.event.register.team_name(resting))
    assert where == "bye"
    day.won("1-1")
    pages = published(day, tmp_path / "two")
    ((_, _, where, page),) = found_by_search(pages, name)
    assert where == "Place 1", "nothing is left of the table"
    assert not of_class(parsed(pages[page]), "card")


def test_what_is_played_stands_first_then_the_bracket_the_standings_and_earlier_rounds(
    tmp_path: Path,
) -> None:
    event = day_of("single-elimination", ("Aces", "Kings", "Rats", "Tigers"), 1)
    day = Day.of(event)
    day.pair()
    index = parsed(published(day, tmp_path / "out")["index.html"])
    titles = [text_of(each) for each in index.iter("h2")]
    assert titles == ["Now playing", "Bracket", "Standings", "Earlier rounds", "Teams"]
    chips = [text_of(each) for each in of_class(index, "chips")[0]]
    assert chips == ["Now playing", "Bracket", "Standings", "Rounds", "Teams", "Statistics"]


def test_a_bracket_has_a_part_a_round_marks_winners_and_names_forfeits_and_the_third_place(
    tmp_path: Path,
) -> None:
    event = day_of("single-elimination", ("Aces", "Kings", "Rats", "Tigers"), 2, third_place=True)
    pages = published(Day.of(event), tmp_path / "one")
    (bracket,) = of_class(parsed(pages["index.html"]), "bracket")
    assert [text_of(each) for each in bracket.iter("h3")] == ["Semifinals", "Final"]
    assert [text_of(each) for each in bracket.iter("h4")] == ["Third place"]
    assert len([each for each in of_class(bracket, "slot") if "✓ winner" in text_of(each)]) == 4
    day = Day(name="Spring Open")
    for team in ("Aces", "Kings"):
        day.team(team, name=team)
    day.stage("single-elimination")
    day.pair()
    (pairing,) = day.event.register.rounds[1].entry.pairings
    day.add("result", pairing=pairing.pairing, how="forfeit", winner=0)
    pages = published(day, tmp_path / "two")
    (bracket,) = of_class(parsed(pages["index.html"]), "bracket")
    assert re.search(r"Aces 1 ✓ winner Kings 2 Kings forfeits", text_of(bracket))
    (champion,) = of_class(parsed(pages["index.html"]), "champion")
    assert text_of(champion) == "Champion: Aces"


def test_a_bracket_numbers_the_matches_that_others_wait_for(tmp_path: Path) -> None:
    event = day_of("single-elimination", ("Aces", "Kings", "Rats", "Tigers"), 0)
    index = parsed(published(Day.of(event), tmp_path / "out")["index.html"])
    games = [text_of(each) for each in of_class(index, "bracket")[0].iter("li")]
    assert [re.findall(r"Match \d", each) for each in games] == [
        ["Match 1"],
        ["Match 2"],
        ["Match 3"],
    ]
    assert "Winner of 1 Winner of 2" in games[-1]


def test_standings_show_points_below_zero_with_a_minus(tmp_path: Path) -> None:
    day = Day(2)
    day.stage("swiss", rounds=1)
    day.pair()
    day.result("1-1", 210, -80)
    index = parsed(published(day, tmp_path / "out")["index.html"])
    (last,) = list(of_class(index, "places")[0])[1:]
    assert "points \u221280" in text_of(last)


def test_a_match_is_marked_as_on_the_sheet_on_its_page_and_on_those_of_its_teams(
    tmp_path: Path,
) -> None:
    pages = site([corrected()], tmp_path / "out")
    for name in ("match-1.html", "team-1.html", "team-2.html"):
        (table,) = of_class(parsed(pages[name]), "hands")
        assert [text_of(each) for each in of_class(table, "pill")] == ["set"] * 3
        text = text_of(table)
        for mark in ("✓ nil +100", "✕ nil −100", "ruling −10", "tricks: was 7", "⚑ renege"):
            assert mark in text
        assert "void, misdeal: six of spades twice · override: a beginner" in text
    page = text_of(parsed(pages["match-1.html"]))
    assert "UNOFFICIAL signed by Aces only · 5 hands" in page
    assert "Agreed to by both teams: Target: 100000 (rule set: 500)" in page
    items = [text_of(each) for each in parsed(pages["match-1.html"]).iter("li")]
    assert "dTable talk, hand 4 Kings; recorded only" in items
    assert not [item for item in items if "Effect" in item]


def test_a_player_has_a_page_with_hands_bids_and_nils(tmp_path: Path) -> None:
    pages = site([made(6)], tmp_path / "out")
    ((_, team, _, page),) = found_by_search(pages, "Cy")
    assert team == "Aces"
    (row,) = parsed(pages[page]).find(".//tbody")
    assert [text_of(each) for each in row] == ["Round 2 · against Kings", "6", "15", "1 of 1"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann Adams", "Ann A."),
        ("Mary Jane Watson", "Mary W."),
        ("Adams, Ann", "Ann A."),
        ("Ann", "Ann"),
        ("김철수", "김."),
        ("محمد علي", "محمد ع."),
        ("", ""),
    ],
)
def test_a_name_with_its_initial(name: str, shown: str) -> None:
    assert name_with_initial(name) == shown


@pytest.mark.parametrize("people", ["full", "initial", "none"])
def test_pages_name_people_as_the_event_says(people: People, tmp_path: Path) -> None:
    teams = [
        {"name": "Aces", "players": ["Ann Adams", "Cy Clark"]},
        {"name": "Kings", "players": ["Bo Baker", "Di Davis"]},
    ]
    substitute = {"kind": "seat", "seat": 0, "player": "Sue Stone", "why": "Ann Adams left"}
    note = {"kind": "note", "text": "Bo Baker asked"}
    shown = {"kind": "id", "seat": 3, "ok": False}
    hand = {"kind": "bids", "bids": [4, 3, 3, 2]}, {"kind": "tricks", "tricks": [4, 2, 3, 4]}
    match = made(3, substitute, note, shown, *hand, {"kind": "time"}, teams=teams)
    write_event_pages([match], tmp_path / "out", ReportSettings(), people=people)
    pages = read(tmp_path / "out")
    text = "".join(pages.values())
    for last in ("Adams", "Clark", "Baker", "Davis", "Stone"):
        assert (last in text) == (people == "full")
    for first in ("Ann A", "Cy C", "Bo B", "Di D", "Sue S"):
        assert (first in text) == (people != "none")
    assert "from hand 4" in pages["match-1.html"], "the substitute"
    assert any(name.startswith("player") for name in pages) == (people != "none")
    assert "Aces 1" in text or people != "none"
    assert "ID" not in text_of(parsed(pages["match-1.html"])), "IDs are never published"


def season(**privacy: Any) -> Day:
    """Two divisions and playoffs by record and rating: the first of three weeks is over, the second
    is released, the third is a draft."""
    day = Day(8)
    dates = ["2026-11-03", "2026-11-10", "2026-11-17"]
    scale = {"from": 1, "to": 5}
    day.add("setup", dates=[{"date": each} for each in dates], rating=scale, **privacy)
    for at, stage in enumerate(("North", "South")):
        teams = [f"T{4 * at + number}" for number in range(1, 5)]
        day.stage("round-robin", stage, teams=teams, tie_breaks=["rating", "lots"])
        for week, date in enumerate(dates):
            number, order = 2 * week + at + 1, [teams[0], *teams[1 + week :], *teams[1 : 1 + week]]
            pairs = (order[0], order[3]), (order[1], order[2])
            day.add(
                "round",
                round=number,
                stage=stage,
                date=date,
                start=f"{date}T19:00:00Z",
                pairings=[
                    {"pairing": f"{number}-{n}", "table": str(n + 2 * at), "teams": pair}
                    for n, pair in enumerate(pairs, 1)
                ],
            )
    qualify = {"rating": 4.25, "winning": 0.5}
    advance = {"from": ["North", "South"], "places": 2, "qualify": qualify}
    day.stage("single-elimination", "Playoffs", advance=advance)
    for number in range(1, 5):
        day.add("release", round=number)
    day.won("1-1", "2-1", "2-2")
    day.add("result", pairing="1-2", how="default", winner=0)
    for team, value in (("T1", 4), ("T4", 2)):
        day.add("mark", what="rating", team=team, pairing="1-1", value=value, why="they shouted")
    day.add("mark", what="protest", team="T4", pairing="1-1", value="open", why="they cheated")
    return day


def test_a_season_has_standings_of_each_division_and_each_team_its_whole_season(
    tmp_path: Path,
) -> None:
    pages = published(season(), tmp_path / "out")
    index = text_of(next(parsed(pages["index.html"]).iter("main")))
    for stage, inside, outside in (("North", "T1", "T5"), ("South", "T5", "T1")):
        part = index.split(f"Standings \u00b7 {stage}")[1].split("Standings \u00b7")[0]
        part = part.split("Earlier rounds")[0]
        assert f" {inside} " in part
        assert f" {outside} " not in part
    steps = [text_of(each) for each in of_class(parsed(pages["team-1.html"]), "met")]
    assert steps == [
        "North, round 1 \u00b7 3 November 2026: Beat T4, 300–200 (not official)",
        "North, round 2 \u00b7 10 November 2026: Against T2 at table 1, waiting",
        "North, round 3 \u00b7 17 November 2026: Against T3 at table 1, waiting",
    ]


def test_a_season_shows_the_last_day_of_every_division_when_no_match_is_open(
    tmp_path: Path,
) -> None:
    day = season()
    day.won("3-1", "3-2", "4-1", "4-2")
    pages = published(day, tmp_path / "out")
    index = parsed(pages["index.html"])
    titles = [text_of(each) for each in index.iter("h2")]
    assert titles[:2] == ["North, round 2", "South, round 2"]
    (north,) = (page for page in pages.values() if "<h1><bdi>North</bdi></h1>" in page)
    assert text_of(next(parsed(north).iter("h2"))) == "North, round 2"


def test_each_division_has_a_page_with_its_own_rounds_standings_and_teams(tmp_path: Path) -> None:
    pages = published(season(), tmp_path / "out")
    links = [each.get("href") for each in parsed(pages["index.html"]).iter("a")]
    for stage, inside, outside in (("North", range(1, 5), "T5"), ("South", range(5, 9), "T1")):
        (file,) = (name for name in pages if f"<h1><bdi>{stage}</bdi></h1>" in pages[name])
        assert file in links
        tree = parsed(pages[file])
        text = text_of(next(tree.iter("main")))
        assert all(f"T{number} " in text for number in inside)
        assert f"{stage}, round 1" in text
        assert f"{outside} " not in text
        assert "index.html" in [each.get("href") for each in tree.iter("a")]


def test_a_default_has_no_points(tmp_path: Path) -> None:
    index = text_of(next(parsed(published(season(), tmp_path / "out")["index.html"]).iter("main")))
    assert "T2 ✓ winner T3 W F default" in index


@pytest.mark.parametrize("people", ["full", "initial", "none"])
def test_ratings_and_the_reasons_of_protests_are_not_published(
    people: People, tmp_path: Path
) -> None:
    text = "".join(published(season(people=people), tmp_path / "out").values())
    assert "Under protest by T4" in text
    for hidden in ("they cheated", "they shouted", "4.00", "2.00", "4.25"):
        assert hidden not in text


@pytest.mark.parametrize("people", ["full", "initial", "none"])
def test_the_statistics_name_people_as_the_event_says(people: People, tmp_path: Path) -> None:
    matches, event = round_with_hands(("Aces", "Kings"))
    write_event_pages(matches, tmp_path / "out", ReportSettings(), event, people=people)
    pages = read(tmp_path / "out")
    assert 'href="statistics.html"' in pages["index.html"]
    page = text_of(parsed(pages["statistics.html"]))
    assert "Includes hands from 1 of 1 match," in page
    assert "Longest match (hands)" in page
    rows = [row for body in parsed(pages["statistics.html"]).iter("tbody") for row in body]
    assert all(row[0].get("scope") == "row" for row in rows)
    assert ("Ann Adams" in page) == (people == "full")
    assert ("Ann A." in page) == (people == "initial")
    assert ("Average bid" in page) == (people != "none")


@pytest.mark.parametrize("what", ["nothing", "teams", "rounds", "long"])
def test_an_event_without_teams_rounds_or_results_has_its_pages(what: str, tmp_path: Path) -> None:
    day = Day(name="W" * 500 if what == "long" else "")
    if what != "nothing":
        for at in range(4):
            name = f"{at}" + ("X" * 499 if what == "long" else "")
            day.team(f"T{at}", name=name, players=[name, "\u202e" + name[1:]])
    if what in ("rounds", "long"):
        day.stage("swiss", rounds=2)
        day.pair()
    pages = published(day, tmp_path / "out")
    for name, page in pages.items():
        if name.endswith(".html"):
            parsed(page)
    assert ("find.js" in pages["index.html"]) == (what != "nothing")
    assert ("No teams have entered yet." in pages["index.html"]) == (what == "nothing")


def test_sixty_hands_and_forty_remarks_are_all_there(tmp_path: Path) -> None:
    notes = [{"kind": "note", "text": f"remark {at}"} for at in range(40)]
    page = parsed(site([made(60, *notes)], tmp_path / "out")["match-1.html"])
    assert len(of_class(page, "dealer")) == 60
    assert "remark 39" in text_of(page)


def test_text_has_contrast_in_every_scheme() -> None:
    """At least 4.5 to 1 (WCAG 2.2, 1.4.3); 7 to 1 where somebody asks for more."""
    schemes = [dict(re.findall(r"--([\w-]+): (#\w+)", part)) for part in STYLE.split(":root")[1:5]]
    for at, scheme in enumerate(schemes):
        pairs = [(ink, paper) for ink in ("ink", "quiet", "link") for paper in ("paper", "fill")]
        for ink, paper in (*pairs, ("on", "band"), ("field-ink", "field"), ("quiet", "field")):
            one, other = sorted((luminance(scheme[ink]), luminance(scheme[paper])))
            assert (other + 0.05) / (one + 0.05) >= (7 if at > 1 else 4.5), (at, ink, paper)


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
    with pytest.raises(Refused, match="already exists"):
        export(SheetMaker(), FORMATS["html"], [made(2)], out)
    assert (out / "index.html").read_bytes() == before


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_word_of_a_template_is_translated(template: str) -> None:
    spanish = catalog_of("es")
    for word in re.findall(r'T\("([^"]+)"', TEMPLATES[template]):
        text = word.encode("latin-1", "backslashreplace").decode("unicode-escape")
        assert spanish.text(T(text)) != text or text == "total", text


def test_names_that_run_from_right_to_left_stay_apart_in_a_sentence(tmp_path: Path) -> None:
    page = site([CASES["two-ways"]()], tmp_path / "out")["match-1.html"]
    assert "<h1><bdi>الأسود الذهبية</bdi> – Kings</h1>" in page
    assert "<bdi>רבע גמר</bdi> · Table 4" in page
    assert "14 March 2026 · as of 19:49</p>" in page.replace("\u00a0", " "), "the day is said once"
