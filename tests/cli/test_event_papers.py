"""What is printed of an event that is stored: papers, posters, pages, tables, its file."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import html5lib
import openpyxl
import pypdf
import pytest
from PySide6.QtWidgets import QTreeView

from reports import FORMATS
from scorepad.budget import LOGO_BUDGET
from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.ports import UnreadableLog
from scorepad.desk.reading import status_of_kept_log
from scorepad.events.standings import DECISION_TEXTS
from scorepad.paths import resources_folder
from scorepad.spades.words import T
from scorepad.store import open_store, utc_now
from scorepad.store.store import Store
from scorepad.window.event.standings_view import REASON, TEAM, StandingsView
from tests.cli.conftest import Scorepad
from tests.events.day import library
from tests.reports.tagged import Tagged
from tests.window.find import find

TEAMS = ("Aces", "Kings", "River Rats", "Spade & Sons", "Łódź Tigers")

EVENT_TABLES = ("results", "standings", "teams", "pairings", "matches")
"""The tables whose rows name the event by its id."""


def record(scorepad: Scorepad, *entries: dict[str, Any]) -> list[str]:
    """The ids of the entries."""
    stdin = "\n".join(map(json.dumps, entries)).encode()
    said = scorepad("event", "record", "Open", stdin=stdin)
    assert said.status == 0, said
    return [each["ok"] for each in said.json]


def next_round(scorepad: Scorepad) -> list[dict[str, Any]]:
    (line,) = scorepad("event", "pair", "Open").lines
    entry = json.loads(line)
    entry["start"] = "2027-03-14T18:00:00Z"
    record(scorepad, entry, {"kind": "release", "round": entry["round"]})
    rounds = scorepad("event", "show", "Open", "--json").json[0]["rounds"]
    return [pairing for each in rounds[-1:] for pairing in each["pairings"]]


def result(pairing: dict[str, Any], *score: int) -> dict[str, Any]:
    winner = int(score[1] > score[0])
    named = {"pairing": pairing["pairing"], "how": "played", "winner": winner}
    return {"kind": "result", **named, "score": list(score)}


@pytest.fixture
def day(scorepad: Scorepad) -> Scorepad:
    """Five teams, Swiss, then a bracket of four; nothing is released yet."""
    scorepad("event", "new", "--name", "Open", "--rules", "unc")
    record(
        scorepad,
        {"kind": "setup", "place": "Union 204", "date": "2027-03-14"},
        *(
            {"kind": "team", "team": f"T{n}", "name": name, "players": [f"Ann {n}", f"Bo {n}"]}
            for n, name in enumerate(TEAMS, 1)
        ),
        {"kind": "stage", "stage": "A", "format": "swiss", "rounds": 1},
        {
            "kind": "stage",
            "stage": "B",
            "format": "single-elimination",
            "advance": {"from": ["A"], "places": 4},
        },
    )
    return scorepad


def pages(pdf: Path) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf.read_bytes())).pages]


def table(folder: Path, name: str) -> list[dict[str, str]]:
    text = (folder / f"{name}.csv").read_text("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_the_papers_of_a_round(day: Scorepad, tmp_path: Path) -> None:
    before, out = tmp_path / "before.pdf", tmp_path / "round.pdf"
    assert day("event", "print", "round", "open", "-o", before).status == 0
    (sign_in,) = pages(before)
    assert all(name in sign_in for name in TEAMS)
    assert sign_in.index("Aces") < sign_in.index("Kings"), "looked for by name"
    assert "Sign-in: Open" in sign_in
    for form in FORMATS.keys() - {"pdf"}:
        said = day("export", "--event", "Open", "--format", form, "-o", tmp_path / f"all.{form}")
        assert said.status == 0, form
    said = day("export", "--event", "Open", "--format", "pdf", "-o", tmp_path / "all.pdf")
    assert said.sentence == "there are no matches to export"
    assert day("event", "print", "book", "Open", "-o", tmp_path / "book.pdf").status == 0
    said = day("event", "print", "posters", "Open", "-o", tmp_path / "x.pdf")
    assert said.sentence == (
        "no round in this event has been released yet, so there is nothing to put on a poster"
    )
    (line,) = day("event", "pair", "Open").lines
    record(day, json.loads(line))
    said = day("event", "print", "round", "Open", "--round", "1", "-o", tmp_path / "x.pdf")
    assert said.sentence == "round 1 is a draft; release it first"
    said = day("event", "print", "round", "Open", "-o", before, "--overwrite")
    assert said.status == 0
    assert said.err == "no round has been released yet, so only the sign-in sheet was made\n"
    record(day, {"kind": "release", "round": 1})
    one, other = day("event", "show", "Open", "--json").json[0]["rounds"][0]["pairings"]
    for paper in ("A4", "Letter"):
        args = ("Open", "--paper", paper, "-o", out, "--overwrite")
        assert day("event", "print", "round", *args).status == 0
        assert Tagged(out.read_bytes()).check() == []
        first, poster, cards, *pens = pages(out)
        assert first == sign_in or "Sign-in" in first
        assert "Bye: Łódź Tigers" in poster
        assert "Standings" not in poster, "nobody has played"
        assert cards.count("Swiss, round 1") == 4, "two cards, two faces"
        assert len(pens) == 4, "two pages each"
        codes = [day("verify", line.strip()) for line in cards.split("\n") if line.count("-") == 5]
        assert [said.status for said in codes] == [0, 0]
        assert all("Unchanged" in said.out for said in codes)
    record(day, result(one, 300, 120), result(other, 310, 290))
    said = day("event", "print", "round", "Open", "-o", out, "--overwrite")
    assert said.sentence.startswith("every match in Swiss, round 1 already has a result")
    (line,) = day("event", "pair", "Open").lines
    record(day, json.loads(line))
    said = day("event", "print", "round", "Open", "-o", out, "--overwrite")
    assert said.sentence == "round 2 is a draft; release it first"
    record(day, {"kind": "release", "round": 2})
    day("event", "print", "round", "Open", "-o", out, "--overwrite")
    assert not any("Sign-in" in text for text in pages(out)), "they are there"
    said = day("event", "print", "round", "Open", "--round", "9", "-o", tmp_path / "x.pdf")
    assert "these matches don't have a round “9”" in said.sentence


def test_an_empty_match_that_was_paired_again_is_in_no_book(day: Scorepad, tmp_path: Path) -> None:
    (line,) = day("event", "pair", "Open").lines
    proposed = {**json.loads(line), "start": "2027-03-14T18:00:00Z"}
    entry, _ = record(day, proposed, {"kind": "release", "round": 1})
    (event,) = day("event", "show", "Open", "--json").json
    begun, left = (each["match"] for each in event["rounds"][0]["pairings"])
    hand = [
        {"kind": "bids", "bids": [4, 3, 3, 2]},
        {"kind": "tricks", "tricks": [5, 8, None, None]},
    ]
    day("record", begun, stdin="\n".join(map(json.dumps, hand)).encode())
    old, files, out = tmp_path / "old", tmp_path / "files", tmp_path / "book.pdf"
    assert day("export", left, "--format", "json", "-o", old).status == 0
    first, second = proposed["pairings"]
    (bye,), (one, other) = proposed["byes"], second["teams"]
    again = {**second, "pairing": "1-9", "teams": [one, bye]}
    to = {**proposed, "byes": [other], "pairings": [first, again]}
    record(day, {"kind": "amend", "entry": entry, "to": to, "why": "they came late"})
    assert day("export", "--event", "Open", "--format", "json", "-o", files).status == 0
    # Where the old match comes after the event, nothing has archived it.
    elsewhere = tmp_path / "elsewhere"
    for each in (*sorted(files.iterdir()), *old.iterdir()):
        assert day("import", each, folder=elsewhere).status == 0
    listed = {each["id"] for each in day("matches", "--json", folder=elsewhere).json}
    assert len(listed) == 3
    assert left in listed
    days = ("--since", "2027-03-14", "--until", "2027-03-14")
    for ways in (("--event", "Open"), days, ()):
        args = ("book", *ways, "-o", out, "--overwrite")
        assert day(*args, folder=elsewhere).status == 0
        assert "2 matches" in pages(out)[0], ways
    said = day("book", *listed, "-o", out, "--overwrite", folder=elsewhere)
    assert said.sentence == (
        f"match {left} was left out because its round was paired again before the match was played"
    )
    assert "2 matches" in pages(out)[0]


def test_posters_book_and_pages_have_standings_and_bracket(day: Scorepad, tmp_path: Path) -> None:
    one, other = next_round(day)
    record(day, result(one, 300, 120), result(other, 310, 290))
    semi, second = next_round(day)
    log = [
        {"kind": "bids", "bids": [4, 3, "nil", 5]},
        {"kind": "tricks", "tricks": [5, 8, 0, None]},
    ]
    day("record", semi["match"], stdin="\n".join(map(json.dumps, log)).encode())
    record(day, result(second, 200, 305))
    posters, book, site = tmp_path / "p.pdf", tmp_path / "b.pdf", tmp_path / "site"
    assert day("event", "print", "posters", "open", "-o", posters).status == 0
    text = "\n".join(pages(posters))
    assert "Union 204 · 14 March 2027 · as of" in text
    assert "Semifinals" in text
    assert "Standings · Swiss" in text
    assert "by point difference" in text
    assert "Semifinals" in text
    assert "paper result" not in text
    assert day("event", "print", "book", "Open", "-o", book).status == 0
    assert [Tagged(file.read_bytes()).check() for file in (posters, book)] == [[], []]
    read = pages(book)
    assert "Brackets" in read[0]
    assert "Statistics" in read[0]
    assert len(read) == 1 + 4 + 1, "one match has hands; the others are on paper alone"
    assert "paper result" in read[1]
    assert day("event", "publish", "Open", "-o", site).status == 0
    kinds = Counter(file.stem.partition("-")[0] for file in site.iterdir())
    assert kinds == {"index": 1, "find": 1, "statistics": 1, "match": 1, "team": 5, "player": 10}
    page = (site / "index.html").read_text("utf-8")
    tree = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(page)
    (bracket,) = [each for each in tree.iter("div") if each.get("class") == "bracket"]
    assert [each.text for each in bracket.iter("h3")] == ["Semifinals", "Final"]
    won = [each for each in bracket.iter("span") if each.get("class") == "slot won"]
    assert len(won) == 1, "one semifinal is over"
    assert "by point difference" in page
    again = day("event", "publish", "Open", "-o", site)
    assert "use --overwrite to replace it" in again.sentence
    assert day("event", "publish", "Open", "-o", site, "--overwrite").status == 0
    twice = tmp_path / "again.pdf"
    day("event", "print", "posters", "Open", "-o", twice)
    assert twice.read_bytes() == posters.read_bytes()
    assert (
        "Scorepad can't find the event “Autumn”"
        in day("event", "publish", "Autumn", "-o", site).sentence
    )


def test_pages_with_a_logo_are_replaced_and_other_files_are_not(
    day: Scorepad, data: Path, tmp_path: Path
) -> None:
    next_round(day)
    shutil.copy(resources_folder() / "icons" / "scorepad.png", data / "logo.png")
    (data / "settings.json").write_text('{"logo": "logo.png"}')
    site, again = tmp_path / "site", ("--overwrite",)
    export = ("export", "--event", "Open", "--format", "html", "-o", site)
    publish = ("event", "publish", "Open", "-o", site)
    for command in (publish, (*publish, *again), (*export, *again)):
        said = day(*command)
        assert said.status == 0, said
        assert (site / "logo.png").is_file()
    (site / "notes.txt").write_text("mine")
    assert "notes.txt" in day(*publish, *again).sentence
    (site / "notes.txt").unlink()
    tables = tmp_path / "tables"
    export_csv = ("export", "--event", "Open", "--format", "csv", "-o", tables)
    assert day(*export_csv).status == 0
    shutil.copy(data / "logo.png", tables / "logo.png")
    assert "logo.png" in day(*export_csv, *again).sentence, "tables have no logo"


def test_a_picture_that_no_page_shows_is_not_replaced(
    day: Scorepad, data: Path, tmp_path: Path
) -> None:
    next_round(day)
    site = tmp_path / "site"
    publish = ("event", "publish", "Open", "-o", site, "--overwrite")
    site.mkdir()
    picture = site / "logo.png"
    picture.write_bytes(b"mine")
    assert "logo.png" in day(*publish).sentence, "no page is there"
    picture.unlink()
    assert day(*publish).status == 0
    picture.write_bytes(b"mine")
    assert "logo.png" in day(*publish).sentence, "no page shows it"
    assert picture.read_bytes() == b"mine"


@pytest.mark.parametrize(
    ("damage", "paper"), [("cut", "poster.pdf"), ("huge", "book.pdf"), ("text", "site")]
)
def test_an_unusable_logo_is_left_out_and_reported(
    day: Scorepad, data: Path, tmp_path: Path, damage: str, paper: str
) -> None:
    """Every document has its logo by the same code."""
    next_round(day)
    picture = (resources_folder() / "icons" / "scorepad.png").read_bytes()
    bad = {"cut": picture[:200], "huge": picture + bytes(LOGO_BUDGET.bytes), "text": b"no picture"}
    (data / "logo.png").write_bytes(bad[damage])
    (data / "settings.json").write_text('{"logo": "logo.png", "house": "Spade House"}')
    commands = {
        "book.pdf": ("book", "--event", "Open"),
        "poster.pdf": ("event", "print", "posters", "Open"),
        "site": ("event", "publish", "Open"),
    }
    out = tmp_path / paper
    said = day(*commands[paper], "-o", out)
    assert said.status == 0, said
    assert len([line for line in said.err.splitlines() if "logo" in line]) == 1
    if paper == "poster.pdf":
        assert "Spade House" in pages(out)[0]
    if paper == "site":
        assert not (out / "logo.png").exists()
        assert "logo.png" not in (out / "index.html").read_text("utf-8")


def test_the_code_of_an_event_says_whether_its_papers_still_hold(
    day: Scorepad, tmp_path: Path
) -> None:
    pairing, *_ = next_round(day)
    made = {name: tmp_path / name for name in ("poster.pdf", "book.pdf", "pages")}
    day("event", "print", "posters", "Open", "-o", made["poster.pdf"])
    day("event", "print", "book", "Open", "-o", made["book.pdf"])
    day("event", "publish", "Open", "-o", made["pages"])
    tree = html5lib.parse((made["pages"] / "index.html").read_text(), namespaceHTMLElements=False)
    code = "".join(tree.find(".//footer").itertext()).strip()
    for name in ("poster.pdf", "book.pdf"):
        assert code in pages(made[name])[-1]
    printed = (
        "Unchanged: the event hasn't changed since this was printed; Scorepad checked only the "
        "code, not a file"
    )
    for typed in (code, code.lower().replace("-", " ")):
        said = day("verify", typed)
        assert (said.status, said.lines[0]) == (0, printed)
    for name, kind in (("poster.pdf", "Posters"), ("book.pdf", "Event book")):
        said = day("verify", made[name])
        assert (said.status, said.out.startswith(f"Unchanged: {kind}, Open, made on")) == (0, True)
    day("record", pairing["match"], stdin=b'{"kind": "note", "text": "late"}')
    record(day, {"kind": "note", "text": "rain"})
    said = day("verify", made["poster.pdf"])
    assert said.lines[1:] == ["  Open: 2 entries were added to the event or its matches"]
    assert said.status == 1
    later = tmp_path / "later.pdf"
    day("event", "print", "posters", "Open", "-o", later)
    elsewhere = day("verify", later, folder=tmp_path / "elsewhere")
    assert elsewhere.status == 1
    assert elsewhere.out.endswith("No match or event on this computer has the code in the file\n")


def test_documents_that_read_alike_are_listed_once(day: Scorepad, tmp_path: Path) -> None:
    next_round(day)
    for number, paper in enumerate(("A4", "Letter") * 2):
        out = tmp_path / f"{number}.pdf"
        kind = "posters" if number < 2 else "book"
        assert day("event", "print", kind, "Open", "--paper", paper, "-o", out).status == 0
    code = pages(tmp_path / "0.pdf")[-1]
    (code,) = re.findall(r"\w{4}-\w{4}-\w{4}-\w{6}-\w{6}-\w", code)
    made = [line for line in day("verify", code).lines if ", made on " in line]
    assert {line.split(",")[0].strip() for line in made} == {"Posters", "Event book"}
    assert len(made) == len(set(made))


def test_a_team_that_has_no_result_has_no_place_anywhere(day: Scorepad, tmp_path: Path) -> None:
    one, other = next_round(day)
    record(day, result(one, 300, 120))
    out, site, poster = tmp_path / "tables", tmp_path / "site", tmp_path / "poster.pdf"
    assert day("export", "--event", "Open", "--format", "csv", "-o", out).status == 0
    waiting = {TEAMS[int(team[1]) - 1] for team in other["teams"]}
    rows = table(out, "standings")
    assert {row["team"] for row in rows if not row["place"]} == waiting
    assert all(row["points"] == "0" and not row["decided_by"] for row in rows if not row["place"])
    assert day("event", "publish", "Open", "-o", site).status == 0
    tree = html5lib.parse((site / "index.html").read_text("utf-8"), namespaceHTMLElements=False)
    lines = [[*map("".join, map(type(row).itertext, row))] for row in tree.iter("summary")]
    assert {line[1] for line in lines if line[0] == "place \u2013"} == waiting
    assert day("event", "print", "posters", "Open", "-o", poster).status == 0
    (text,) = pages(poster)
    told = [*text.splitlines(), *day("event", "show", "Open").lines]
    shown = [" ".join(line.split()) for line in told]
    for team in waiting:
        assert sum(line.startswith(f"\u2013 {team} 0 0") for line in shown) == 2, "\n".join(shown)


def test_a_place_has_the_same_reason_everywhere(
    scorepad: Scorepad, data: Path, tmp_path: Path, qtbot: Any
) -> None:
    scorepad("event", "new", "--name", "Open", "--rules", "unc")
    names = {f"T{n}": f"Team {n}" for n in range(1, 7)}
    record(
        scorepad,
        *(
            {"kind": "team", "team": team, "name": name, "players": [f"Ann {team}", f"Bo {team}"]}
            for team, name in names.items()
        ),
        {"kind": "stage", "stage": "A", "format": "round-robin"},
    )
    one, other, waiting = next_round(scorepad)
    record(scorepad, result(one, 500, -45), result(other, 400, 90))
    event = scorepad("event", "show", "Open", "--json").json[0]
    codes = {
        names[row["team"]]: None if row["team"] in waiting["teams"] else row["decided_by"]
        for row in event["standings"]
    }
    assert list(codes.values()) == ["difference", "score", None, None, "difference", "difference"]
    reasons = {team: DECISION_TEXTS[code].one if code else "" for team, code in codes.items()}

    told = scorepad("event", "show", "Open").lines
    (head,) = (at for at, line in enumerate(told) if line.startswith("Place"))
    shown = told[head + 1 : head + 7]
    tables = tmp_path / "tables"
    scorepad("export", "--event", "Open", "--format", "csv", "-o", tables)
    exported = table(tables, "standings")
    assert {row["team"]: row["decided_by"] or None for row in exported} == codes
    assert {row["team"]: row["decision"] for row in exported} == reasons
    site = tmp_path / "site"
    scorepad("event", "publish", "Open", "-o", site)
    page = (site / "index.html").read_text("utf-8")
    tree = html5lib.parse(page, namespaceHTMLElements=False)
    on_page = {
        team: "".join(each.itertext())
        for each in tree.iter("details")
        for team in names.values()
        if any(part.text == team for part in each.iter("bdi"))
    }
    papers = {}
    for paper in ("posters", "book", "round"):
        scorepad("event", "print", paper, "Open", "-o", tmp_path / f"{paper}.pdf")
        papers[paper] = " ".join("\n".join(pages(tmp_path / f"{paper}.pdf")).split())
    for team, reason in reasons.items():
        (line,) = (each for each in shown if team in each)
        assert line.endswith(reason), line
        assert (" by " in line) == bool(reason), line
        assert ("decided" in on_page[team]) == bool(reason)
        assert f"place decided {reason}" in on_page[team] or not reason
        row = rf"[\d–] {team} {reason and reason + ' '}(1 unfinished )?\d"
        assert all(re.search(row, text) for text in papers.values())
    view = StandingsView()
    qtbot.addWidget(view)
    with open_store(
        data, write=False, summarize=lambda log: status_of_kept_log(log, library())
    ) as (store):
        desk = Desk(store, library(), now=utc_now, by=str)
        view.show_event(EventDesk(desk).open(event["id"]).event)
    model = find(view, QTreeView, "Standings").model()
    on_screen = {
        model.index(row, TEAM).data(): model.index(row, REASON).data()
        for row in range(model.rowCount())
    }
    assert on_screen == {team: reason.capitalize() for team, reason in reasons.items()}


def test_tables_of_an_event(day: Scorepad, tmp_path: Path) -> None:
    one, other = next_round(day)
    forfeit = {"kind": "result", "pairing": other["pairing"], "how": "forfeit", "winner": 1}
    record(day, result(one, 300, 120), forfeit)
    record(day, {"kind": "check-in", "team": "T1", "seat": 0, "id_shown": True})
    out = tmp_path / "tables"
    assert day("export", "--event", "Open", "--format", "csv", "-o", out).status == 0
    (event,) = table(out, "events")
    assert (event["event"], event["place"], event["teams"], event["rounds"]) == (
        "Open", "Union 204", "5", "1",
    )  # fmt: skip
    assert [(row["team_0"], row["how"], row["winner"]) for row in table(out, "pairings")] == [
        (TEAMS[int(one["teams"][0][1]) - 1], "played", "0"),
        (TEAMS[int(other["teams"][0][1]) - 1], "forfeit", "1"),
        ("Łódź Tigers", "bye", "0"),
    ]
    assert [(row["score_0"], row["how"]) for row in table(out, "results")] == [
        ("300", "paper"),
        ("", "forfeit"),
    ]
    ids = {row["team_id"] for row in table(out, "teams")}
    assert len(ids) == 5
    paired = table(out, "pairings")
    assert {row[f"team_id_{side}"] for row in paired for side in (0, 1)} - {""} <= ids
    assert {row["team_id"] for row in table(out, "standings")} == ids
    matches = {row["match"] for row in table(out, "matches")}
    assert {row["match"] for row in table(out, "results")} <= matches
    (team,) = (row for row in table(out, "statistics_teams") if row["made"] == "300")
    assert (team["wins"], team["average_margin"], team["hands"]) == ("1", "180", "0")
    records = {row["code"]: row["value"] for row in table(out, "statistics_event")}
    assert records == {"closest-finish": "180", "biggest-win": "180"}
    assert table(out, "statistics_players") == [], "nobody typed a hand"
    events = {row["event_id"] for name in EVENT_TABLES for row in table(out, name)}
    assert events == {event["id"]}
    players = table(out, "players")
    assert [row["hands"] for row in players] == [""] * 4 + ["0"] * 4, "on paper; forfeited"
    assert [row["hands"] for row in table(out, "matches")] == ["", "0"]
    assert [row["score_0"] for row in table(out, "matches")] == ["300", ""], "never 0 for unknown"
    assert {row["team_id"] for row in players} <= ids
    assert {row["event_id"] for row in players} == {event["id"]}
    assert {(row["stage"], row["round"]) for row in table(out, "pairings")} == {("A", "1")}
    assert {row["bags_taken_0"] for row in table(out, "matches")} == {""}
    assert {row["identity"] for row in table(out, "players")} == {"", "true"}
    assert {row["player"] for row in table(out, "players") if row["identity"]} == {"Ann 1"}
    # The same results are in an export of all matches.
    every = tmp_path / "every"
    assert day("export", "--format", "csv", "-o", every).status == 0
    for name in ("results", "matches"):
        unnamed = dict.fromkeys(("event_id", "stage", "team_id_0", "team_id_1"), "")
        named = [{**row, **unnamed} for row in table(out, name)]
        assert table(every, name) == named, "which names the event only"
    assert {row["unfinished"] for row in table(every, "standings")} == {"0"}
    assert day("book", "--since", "2000-01-01", "-o", tmp_path / "book.pdf").status == 0
    front, *_ = read = pages(tmp_path / "book.pdf")
    assert (len(read), "Champion" in front) == (3, False), "nothing of it has a sheet"
    told = [("over", "0", "paper"), ("over", "1", "forfeit")]
    assert [(row["status"], row["winner"], row["reason"]) for row in table(out, "matches")] == told
    listed = {each["table"]: each for each in day("matches", "--json").json}
    assert [
        (each["status"], str(each["winner"]), each["reason"])
        for each in (listed[pairing["table"]] for pairing in (one, other))
    ] == told
    assert "statements" not in day("event", "list", "--json").json[0]
    rows = table(out, "standings")
    assert [float(row["score"]) for row in rows] == [1, 1, 1, 0, 0]
    shown = day("event", "show", "Open", "--json").json[0]["standings"]
    names = {f"T{n}": name for n, name in enumerate(TEAMS, 1)}
    assert [row["team"] for row in rows] == [names[row["team"]] for row in shown]
    assert {row["decided_by"] for row in rows} <= set(DECISION_TEXTS)
    assert {row["decision"] for row in rows} <= {text.one for text in DECISION_TEXTS.values()}
    workbook = tmp_path / "open.xlsx"
    assert day("export", "--event", "Open", "--format", "xlsx", "-o", workbook).status == 0
    sheet = openpyxl.load_workbook(workbook)["standings"]
    heads = {cell.value: at for at, cell in enumerate(sheet[1])}
    assert [row[heads["Score"]].value for row in sheet.iter_rows(min_row=2)] == [1, 1, 1, 0, 0]
    sheet = openpyxl.load_workbook(workbook)["statistics_teams"]
    heads = {cell.value: at for at, cell in enumerate(sheet[1])}
    wins = [row[heads["Won"]].value for row in sheet.iter_rows(min_row=2)]
    assert sum(wins) == 2, "as many as there were matches"


def test_a_result_that_the_event_corrects_is_said_wherever_the_match_is(
    day: Scorepad, tmp_path: Path
) -> None:
    one, other = next_round(day)
    log = [
        {"kind": "bids", "bids": [4, 3, "nil", 5]},
        {"kind": "tricks", "tricks": [5, 8, 0, None]},
        {"kind": "time"},
        {"kind": "sign", "side": 0, "name": "Ann"},
        {"kind": "sign", "side": 1, "name": "Bo"},
    ]
    day("record", one["match"], stdin="\n".join(map(json.dumps, log)).encode())
    record(day, result(one, 141, 170) | {"bags": [1, 2], "why": "misread"}, result(other, 3, 9))
    names = [TEAMS[int(team[1]) - 1] for pairing in (one, other) for team in pairing["teams"]]
    said = [
        f"The event has a different result on record: {names[1]} wins 170–141 (misread)",
        f"The event has a different result on record: {names[3]} wins 9–3",
    ]
    book, out = tmp_path / "book.pdf", tmp_path / "out"
    assert day("event", "print", "book", "Open", "-o", book).status == 0
    assert said[0] in " ".join(pages(book)[-1].split()), "the other has no sheet"
    for pairing, text in zip((one, other), said, strict=True):
        shown = day("show", pairing["match"])
        assert text in shown.lines
        verified = day("verify", shown.lines[-1].split("code ")[1])
        assert verified.status == 0
        assert text in verified.out
        assert verified.out.startswith("Unchanged: ")
    assert day("export", "--event", "Open", "--format", "csv", "-o", out).status == 0
    columns = "bags_taken_0", "bags_taken_1", "signed_0", "signed_1", "official"
    rows = [[row[name] for name in columns] for row in table(out, "matches")]
    assert rows == [["1", "2", "", "", "true"], ["", "", "", "", "true"]]


def test_an_event_is_given_out_and_taken_in_elsewhere(day: Scorepad, tmp_path: Path) -> None:
    next_round(day)
    out, elsewhere = tmp_path / "files", tmp_path / "elsewhere"
    assert day("export", "--event", "Open", "--format", "json", "-o", out).status == 0
    files = sorted(out.iterdir())
    assert [file.name for file in files].count("event.json") == 1
    for _ in range(2):
        said = day("import", *files, folder=elsewhere)
        assert (said.status, said.err) == (0, "")
    for command in (("event", "show", "Open", "--json"), ("event", "show", "Open", "--file")):
        assert day(*command, folder=elsewhere).out == day(*command).out
    assert len(day("event", "list", folder=elsewhere).lines) == 1


def test_a_match_that_cannot_be_read_is_named_and_the_others_go_on(
    day: Scorepad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = next_round(day)
    record(day, result(one, 300, 120))
    load = Store.load

    def unreadable(store: Store, match_id: str) -> Any:
        if match_id == other["match"]:
            raise UnreadableLog(T("match {id} is damaged", id=match_id))
        return load(store, match_id)

    monkeypatch.setattr(Store, "load", unreadable)
    for command in (
        ("book", "--event", "Open"),
        ("event", "print", "round", "Open"),
        ("event", "print", "posters", "Open"),
        ("event", "publish", "Open"),
        ("export", "--event", "Open", "--format", "xlsx"),
    ):
        out = tmp_path / "-".join(command)
        out.parent.mkdir(exist_ok=True)
        said = day(*command, "-o", out)
        assert said.status == 2
        assert f"match {other['match']} is damaged" in said.err
        assert out.exists(), command


def test_what_the_supervisor_made_official_is_so_on_sheet_and_book_alike(
    day: Scorepad, tmp_path: Path
) -> None:
    """EVENTS.md, `official`: sheet, table, book and exports say so alike."""
    one, _ = next_round(day)
    log = [
        {"kind": "bids", "bids": [4, 3, 4, 2]},
        {"kind": "tricks", "tricks": [8, 5, 0, None]},
        {"kind": "forfeit", "side": 1, "why": "they left"},
    ]
    day("record", one["match"], stdin="\n".join(map(json.dumps, log)).encode())
    sheet, book = tmp_path / "s.pdf", tmp_path / "b.pdf"
    assert day("sheet", one["match"], "-o", sheet).status == 0
    assert "not yet signed by both teams" in " ".join(pages(sheet))
    record(day, {"kind": "official", "pairing": one["pairing"], "name": "Pat Lee"})
    assert "confirmed by Pat Lee" in day("show", one["match"]).out
    half, several, tables = tmp_path / "h.pdf", tmp_path / "e.pdf", tmp_path / "csv"
    assert day("sheet", one["match"], "-o", sheet, "--overwrite").status == 0
    assert day("sheet", one["match"], "--compact", "-o", half).status == 0
    assert day("event", "print", "book", "Open", "-o", book).status == 0
    # Matches that are named alone are as official as those of the whole event.
    assert day("export", one["match"], "--format", "pdf", "-o", several).status == 0
    assert day("export", one["match"], "--format", "csv", "-o", tables).status == 0
    (row,) = csv.DictReader((tables / "matches.csv").read_text("utf-8-sig").splitlines())
    assert row["official"] == "true"
    for text in (*(" ".join(pages(each)) for each in (sheet, half, several)), pages(book)[-1]):
        assert "confirmed by Pat Lee" in text
        assert "UNOFFICIAL" not in text
        assert "not yet signed" not in text
