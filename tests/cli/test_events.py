"""`scorepad event …` (EVENTS.md, Command line)."""

from __future__ import annotations

import io
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import openpyxl
import pypdf
import pytest

from scorepad.desk.places import day_of_play
from scorepad.desk.ports import UnreadableLog
from scorepad.spades.words import T
from scorepad.store.store import Store
from tests.cli.conftest import Scorepad

ENCODED = json.loads((Path(__file__).parents[1] / "data" / "encodings.json").read_text("utf-8"))
TEAM_FILES = Path(__file__).parents[1] / "data" / "team-files"
TEAMS = "Team,Player,Player,Seed\nAces,Ann,Cy,1\nKings,Bo,Di,\nJacks,Ed,Flo,\nTens,Gil,Hal,\n"


def lines(*entries: dict[str, Any]) -> bytes:
    return "\n".join(json.dumps(entry) for entry in entries).encode()


@pytest.fixture
def event(scorepad: Scorepad, tmp_path: Path) -> str:
    """The id of an event with four teams and a Swiss stage."""
    (event_id,) = scorepad("event", "new", "--name", "Spring Open", "--rules", "unc").lines
    file = tmp_path / "teams.csv"
    file.write_text(TEAMS)
    assert scorepad("event", "teams", event_id, file).lines == ["4 teams entered"]
    record(scorepad, event_id, {"kind": "stage", "stage": "A", "format": "swiss", "rounds": 3})
    return event_id


def record(scorepad: Scorepad, event: str, *entries: dict[str, Any]) -> list[Any]:
    said = scorepad("event", "record", event, stdin=lines(*entries))
    assert said.status == 0, said
    return said.json


def released(scorepad: Scorepad, event: str) -> dict[str, Any]:
    """The next round, proposed, recorded as it is, and released."""
    said = scorepad("event", "pair", event)
    (line,) = said.lines
    proposal = json.loads(line)
    scorepad("event", "record", event, stdin=line.encode())
    record(scorepad, event, {"kind": "release", "round": proposal["round"]})
    return proposal


def shown(scorepad: Scorepad, event: str) -> dict[str, Any]:
    return scorepad("event", "show", event, "--json").json[0]


def won(pairing: str) -> dict[str, Any]:
    return {"kind": "result", "pairing": pairing, "how": "played", "winner": 0, "score": [300, 200]}


def test_a_proposed_round_is_one_line_that_record_takes_as_it_is(
    scorepad: Scorepad, event: str
) -> None:
    said = scorepad("event", "pair", event)
    assert said.status == 0
    assert said.json == [
        {
            "kind": "round",
            "round": 1,
            "stage": "A",
            "pairings": [
                {"pairing": "1-1", "table": "1", "teams": ["T1", "T3"]},
                {"pairing": "1-2", "table": "2", "teams": ["T2", "T4"]},
            ],
            "byes": [],
            "date": day_of_play(datetime.now().astimezone()).isoformat(),
        }
    ]
    assert shown(scorepad, event)["rounds"] == [], "nothing was recorded"
    (answer,) = scorepad("event", "record", event, stdin=said.out.encode()).json
    assert list(answer) == ["ok"]
    assert shown(scorepad, event)["rounds"][0]["status"] == "draft"
    assert "there's already a draft" in scorepad("event", "pair", event).sentence


def test_a_protest_stands_below_the_standings_without_its_reason(
    scorepad: Scorepad, event: str
) -> None:
    released(scorepad, event)
    record(scorepad, event, won("1-1"))
    mark = {"kind": "mark", "what": "protest", "team": "T3", "pairing": "1-1", "value": "open"}
    record(scorepad, event, mark | {"why": "secret reason"})
    out = scorepad("event", "show", event).out
    assert "\nUnder protest by Jacks: round 1, table 1, Aces – Jacks." in out
    assert "secret" not in out


def test_a_release_opens_matches_and_what_is_recorded_there_is_the_result(
    scorepad: Scorepad, event: str, data: Path
) -> None:
    released(scorepad, event)
    first = shown(scorepad, event)["rounds"][0]["pairings"][0]
    assert first["status"] == "waiting"
    (listed,) = [
        each for each in scorepad("matches", "--json").json if each["id"] == first["match"]
    ]
    assert (listed["event"], listed["round"], listed["table"]) == ("Spring Open", "1", "1")
    assert listed["teams"] == ["Aces", "Jacks"]
    said = scorepad(
        "record", first["match"], stdin=lines({"kind": "forfeit", "side": 1, "why": "not there"})
    )
    assert said.status == 0
    first = shown(scorepad, event)["rounds"][0]["pairings"][0]
    assert (first["status"], first["how"], first["winner"]) == ("over", "forfeit", 0)
    assert "Jacks forfeits (not official)" in scorepad("event", "show", event).out
    # Corrected at its table, it says what that changes in the next round.
    record(scorepad, event, won("1-2"))
    released(scorepad, event)
    to = {"kind": "forfeit", "side": 0, "why": "not there"}
    amend = {"kind": "amend", "entry": said.json[0]["ok"], "to": to, "why": "the other side"}
    (data / "settings.json").write_text('{"language": "es"}')  # programs are answered in English
    (told,) = scorepad("record", first["match"], stdin=lines(amend)).json
    assert told["effects"] == [
        "round 2: 2 pairings would be different (2 not started): tables 1, 2"
    ]


def test_a_match_that_cannot_be_read_stops_no_event(
    scorepad: Scorepad, event: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    released(scorepad, event)
    match_id = shown(scorepad, event)["rounds"][0]["pairings"][0]["match"]
    forfeit = {"kind": "forfeit", "side": 1, "why": "not there"}
    assert scorepad("record", match_id, stdin=lines(forfeit)).status == 0
    before = scorepad("event", "show", event)

    def unreadable(_store: Store, match_id: str) -> Any:
        raise UnreadableLog(T("match {id} can't be read", id=match_id))

    monkeypatch.setattr(Store, "load", unreadable)
    assert scorepad("event", "show", event) == before, "its result stands in the list"


def test_each_line_is_answered_and_refusals_go_on(scorepad: Scorepad, event: str) -> None:
    said = scorepad(
        "event",
        "record",
        event,
        stdin=b'{"kind": "withdraw", "team": "T9"}\n\nnonsense\n{"kind": "note", "text": "x"}\n',
    )
    assert said.status == 2
    assert ["error" in answer for answer in said.json] == [True, True, False]
    assert said.json[0]["error"].startswith("team T9 doesn't exist")
    assert "line 1: team T9 doesn't exist" in said.err


def test_a_correction_says_its_effects_and_a_dry_run_records_nothing(
    scorepad: Scorepad, event: str
) -> None:
    released(scorepad, event)
    first, _ = record(scorepad, event, won("1-1"), won("1-2"))
    released(scorepad, event)
    to = {**won("1-1"), "winner": 1, "score": [200, 300]}
    (gone,) = scorepad(
        "event", "record", event, "--dry-run", stdin=lines({"kind": "withdraw", "team": "T1"})
    ).json
    assert "is still paired in round 2 (table 1): record a forfeit" in gone["effects"][0]
    amend = {"kind": "amend", "entry": first["ok"], "to": to, "why": "wrong line"}
    before = shown(scorepad, event)
    (told,) = scorepad("event", "record", event, "--dry-run", stdin=lines(amend)).json
    assert told["effects"] == [
        "round 2: 2 pairings would be different (2 not started): tables 1, 2"
    ]
    assert shown(scorepad, event) == before
    (told,) = record(scorepad, event, amend)
    assert told["effects"] == [
        "round 2: 2 pairings would be different (2 not started): tables 1, 2"
    ]
    assert shown(scorepad, event)["standings"] != before["standings"]


def test_a_result_that_is_hardly_possible_brings_every_warning(
    scorepad: Scorepad, event: str
) -> None:
    pairing = released(scorepad, event)["pairings"][0]["pairing"]
    odd = {"kind": "result", "pairing": pairing, "how": "played", "winner": 1}
    for arguments in (["--dry-run"], []):
        entry = lines({**odd, "score": [-1001, 99999]})
        said = scorepad("event", "record", event, *arguments, stdin=entry)
        assert said.status == 0
        assert list(said.json[0]) == ["ok"]
        assert "line 1: Aces has only −1001 points" in said.err
        assert "has 99999 points, but a game under UNC ends at 300" in said.err
    assert shown(scorepad, event)["rounds"][0]["pairings"][0]["score"] == [-1001, 99999]
    said = scorepad("event", "record", event, stdin=lines(won("1-2")))
    assert (said.status, said.err) == (0, "")


def test_pair_says_in_a_sentence_why_there_is_no_round(scorepad: Scorepad, event: str) -> None:
    released(scorepad, event)
    assert "are missing: round 1, tables 1, 2" in scorepad("event", "pair", event).sentence
    assert scorepad("event", "pair", event, "--open").status == 0
    assert "stage B doesn't exist" in scorepad("event", "pair", event, "--stage", "B").sentence
    assert "Scorepad can't find the event “Autumn”" in scorepad("event", "pair", "Autumn").sentence


def test_an_event_is_named_by_its_id_its_beginning_or_its_name(
    scorepad: Scorepad, event: str
) -> None:
    for named in (event, event[:13], "spring open"):
        assert shown(scorepad, named)["id"] == event
    (line,) = scorepad("event", "list").lines
    assert line.startswith(event)
    assert "Spring Open" in line
    assert "4 teams" in line
    assert scorepad("event", "list", "--json").json[0]["teams"] == 4


def test_the_event_is_shown_in_lines(scorepad: Scorepad, event: str) -> None:
    released(scorepad, event)
    record(scorepad, event, won("1-1"))
    out = scorepad("event", "show", event).out
    assert "Stage A: Swiss, playing" in out
    titles, first = out.splitlines()[3:5]
    assert titles.split() == ["Place", "Team", "Score", "W–L–T", "Difference", "Decided", "by"]
    assert first.split()[1:4] == ["Aces", "1", "1–0–0"]
    assert "Aces – Jacks" in out
    assert "Aces wins 300–200" in out


def test_an_event_file_taken_in_twice_is_one_event(scorepad: Scorepad, tmp_path: Path) -> None:
    file = tmp_path / "open.json"
    log = [{"kind": "team", "team": "T1", "name": "Aces", "players": ["Ann", "Cy"]}]
    file.write_text(json.dumps({"scorepad-event": 1, "name": "Open", "rules": "unc", "log": log}))
    first, second = (scorepad("event", "new", file).lines for _ in range(2))
    assert first == second
    assert len(scorepad("event", "list").lines) == 1
    assert shown(scorepad, "Open")["teams"][0]["name"] == "Aces"
    for _ in range(2):
        assert scorepad("import", file).lines == [f"{file}: nothing new for event {first[0]}"]
    assert scorepad("event", "list").lines[0].split()[0] == first[0]
    out = scorepad("event", "show", "Open", "--file").out
    assert json.loads(out)["id"] == first[0]
    file.write_text('{"scorepad-event": 1, "log": [{"kind": "release", "round": 1}]}')
    assert (
        "open.json: entry 1 (release): round 1 doesn't exist"
        in scorepad("event", "new", file).sentence
    )
    assert "leave out the other options" in scorepad("event", "new", "--name", "x", file).sentence
    assert "can't find the rule set" in scorepad("event", "new", "--rules", "uncc").sentence
    assert "isn't a date" in scorepad("event", "new", "--name", "x", "--date", "Monday").sentence
    assert len(scorepad("event", "list").lines) == 1, "nothing half done"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Team,Player 1\nAces,Ann\n", "line 2: Aces needs at least two players"),
        ("equipo;jugador 1;jugador 2\nAces;Ann;\n", "line 2: Aces needs at least two players"),
        ("Team,Player,Player\nAces,Ann\n", "line 2: Aces needs at least two players"),
        ("Aces,Ann,Cy\nKings,Bo,bo\n", "line 2: Bo is listed twice on Kings"),
        ("Aces,Ann,Cy\n\nACES,Bo,Di\n", "line 3: ACES is listed twice"),
        ("Team,Who\nAces,Ann\n", "line 1: Team needs at least two players"),
        ("Player 1,Player 2\nAnn,Cy\n", "teams.csv: choose the column with the teams"),
        ("Team,Player,Player,Seed\nAces,Ann,Cy,first\n", "line 2: a seed must be a whole number"),
        (",Ann,Cy\n", "line 1: the team has no name"),
        ("Aces,Ann,Cy\n#NAME?,Bo,Di\n", "line 2: “#NAME?” is an error in the spreadsheet"),
        ("Aces,Ann,#N/A\n", "line 1: “#N/A” is an error in the spreadsheet"),
        ('Aces,"Ann\n(captain)",Cy\nKings,"Bo,Di\nTens,Gus,Hal\n', "line 3: the quotation marks"),
        ('Aces,Ann,Cy\n\nKings,"Bo,Di\nTens,"Gus",Hal\n', "line 3: the quotation marks"),
        (
            "Aces,Ann\nTens,Gus,Hal\n,Bo,Di\n",
            "line 1: Aces needs at least two players; line 3: the team has no name",
        ),
        (",Ann,Cy\n" * 10, "line 8: the team has no name; 2 more lines are wrong"),
        ("", "it's empty"),
    ],
)
def test_teams_that_are_wrong_are_named_by_line_and_nothing_is_half_done(
    scorepad: Scorepad, tmp_path: Path, text: str, sentence: str
) -> None:
    scorepad("event", "new", "--name", "Open")
    file = tmp_path / "teams.csv"
    file.write_text(text)
    assert sentence in scorepad("event", "teams", "Open", file).sentence
    assert shown(scorepad, "Open")["teams"] == []


@pytest.mark.parametrize("heading", ["Team,Player 1,Player 2", ",Team,Player 1,Player 2,,"])
def test_players_beyond_the_heading_are_kept_and_empty_cells_are_none(
    scorepad: Scorepad, tmp_path: Path, heading: str
) -> None:
    scorepad("event", "new", "--name", "Open")
    file = tmp_path / "teams.csv"
    first = "7," if heading.startswith(",") else ""
    file.write_text(f"{heading}\n{first}Last Call,Lee C,Lin C,Lex C,,,\n{first}Aces,Ann,,Cy\n")
    assert scorepad("event", "teams", "Open", file).lines == ["2 teams entered"]
    teams = shown(scorepad, "Open")["teams"]
    assert [[player["name"] for player in each["players"]] for each in teams] == [
        ["Lee C", "Lin C", "Lex C"],
        ["Ann", "Cy"],
    ]


def test_divisions_are_proposed_by_seed_and_paired_in_waves(scorepad: Scorepad) -> None:
    scorepad("event", "new", "--name", "Open", "--rules", "unc")
    scorepad("event", "teams", "Open", TEAM_FILES / "utf16.txt")
    divisions = scorepad("event", "divide", "Open", "4")
    assert [each["teams"][:3] for each in divisions.json] == [
        ["T1", "T8", "T9"], ["T2", "T7", "T10"], ["T3", "T6", "T11"], ["T4", "T5", "T12"],
    ]  # fmt: skip
    scorepad("event", "record", "Open", stdin=divisions.out.encode())
    wave = scorepad("event", "pair", "Open", "--wave")
    assert [(each["round"], each["stage"]) for each in wave.json] == [
        (number, f"Division {letter}") for number, letter in enumerate("ABCD", 1)
    ]
    tables = [pairing["table"] for each in wave.json for pairing in each["pairings"]]
    assert tables == [str(number) for number in range(1, 13)]
    scorepad("event", "record", "Open", stdin=wave.out.encode())
    assert "Division B, round 1, draft" in scorepad("event", "show", "Open").out
    assert "in a stage yet" in scorepad("event", "divide", "Open", "2").sentence
    assert "a whole number" in scorepad("event", "divide", "Open", "0").sentence


def test_a_trial_prints_how_a_file_is_read_and_enters_nothing(scorepad: Scorepad) -> None:
    scorepad("event", "new", "--name", "Open")
    said = scorepad("event", "teams", "Open", TEAM_FILES / "registration.csv", "--dry-run")
    assert said.lines[0] == (
        "The first team is on line 2. Columns: A Skip · B Skip · C Team · D Captain · "
        "E Skip · F Partner · G Skip · H Skip · I Skip · J Skip."
    )
    assert said.lines[1].split() == ["Ace", "High", "Ann", "Smith,", "Bo", "Jones"]
    assert len(said.lines) == 25
    assert "Sam Brown also plays on Queens Gambit" in said.err
    assert shown(scorepad, "Open")["teams"] == []
    said = scorepad("event", "teams", "Open", TEAM_FILES / "imleagues.csv")
    assert said.lines == ["24 teams entered"]
    assert "D Skip · E Skip" in said.err, "what is left out of a file is said"


@pytest.mark.parametrize("encoding", ENCODED)
def test_the_encoding_of_a_file_can_be_named(
    scorepad: Scorepad, tmp_path: Path, encoding: str
) -> None:
    scorepad("event", "new", "--name", "Open")
    file = tmp_path / "teams.csv"
    file.write_bytes(bytes.fromhex(ENCODED[encoding]["hex"]))
    said = scorepad("event", "teams", "Open", file, "--encoding", encoding)
    assert (said.lines, said.err) == (["1 team entered"], "")
    (team,) = shown(scorepad, "Open")["teams"]
    names = [team["name"], *(each["name"] for each in team["players"])]
    assert names == ENCODED[encoding]["names"]


@pytest.mark.parametrize(
    ("options", "written"),  # as iconv writes it
    [
        ((), "312c53c3bc642c2c416365732c4b696e67730a"),
        ((), "fffe31002c005300fc0064002c002c0041006300650073002c004b0069006e00670073000a00"),
        (("--encoding", "cp1252"), "312c53fc642c2c416365732c4b696e67730a"),
        (("--encoding", "mac-roman"), "312c539f642c2c416365732c4b696e67730a"),
    ],
)
def test_the_encoding_of_rounds_can_be_named(
    scorepad: Scorepad, tmp_path: Path, options: tuple[str, ...], written: str
) -> None:
    scorepad("event", "new", "--name", "Open")
    file = tmp_path / "teams.csv"
    file.write_text("Aces,Ann,Cy\nKings,Bo,Di\n", "utf-8")
    scorepad("event", "teams", "Open", file)
    file.write_bytes(bytes.fromhex(written))
    said = scorepad("event", "schedule", "Open", file, *options)
    assert said.err == ""
    (round_,) = shown(scorepad, "Open")["rounds"]
    assert [each["table"] for each in round_["pairings"]] == ["Süd"]


def test_the_columns_of_a_file_can_be_named(scorepad: Scorepad, tmp_path: Path) -> None:
    scorepad("event", "new", "--name", "Open")
    file = tmp_path / "teams.csv"
    file.write_bytes("Lista\nx;Zoé;Cy;Aces\ny;Di;Bo;Kings\n".encode("mac-roman"))
    options = ("--columns", "skip,player,captain,team", "--encoding", "mac-roman")
    said = scorepad("event", "teams", "Open", file, *options, "--first-line", "2")
    assert (said.lines, said.err) == (["2 teams entered"], "")
    assert [
        [player["name"] for player in each["players"]] for each in shown(scorepad, "Open")["teams"]
    ] == [["Cy", "Zoé"], ["Bo", "Di"]]
    for wrong, sentence in (
        (("--columns", "team,players"), "but not “players”"),
        (("--columns", "team,team"), "only one column can be “team”"),
        (("--columns", "team,skip"), "choose the columns with the players"),
        (("--first-line", "two"), "use a whole number, 1 or higher, not “two”"),
        (("--sheet", "Teams"), "it has no worksheet named “Teams”"),
    ):
        assert sentence in scorepad("event", "teams", "Open", file, *wrong).sentence


def test_teams_are_read_from_a_workbook(scorepad: Scorepad, tmp_path: Path) -> None:
    scorepad("event", "new", "--name", "Open")
    book = openpyxl.Workbook()
    heading = ["id", "Name", "Players", "Seed"]
    for row in (heading, ["A", "Aces", "Ann; Cy", 2], [], ["B", "Kings", "Bo & Di", None]):
        book.active.append(row)
    file = tmp_path / "teams.xlsx"
    book.save(file)
    assert scorepad("event", "teams", "Open", file).status == 0
    assert [
        (each["team"], each["name"], len(each["players"]))
        for each in shown(scorepad, "Open")["teams"]
    ] == [("A", "Aces", 2), ("B", "Kings", 2)]
    file.write_bytes(b"PK\x03\x04 nothing")
    assert "can't read it as an XLSX file" in scorepad("event", "teams", "Open", file).sentence


def test_a_schedule_is_taken_in_as_rounds_by_hand(
    scorepad: Scorepad, event: str, tmp_path: Path
) -> None:
    file = tmp_path / "schedule.csv"
    file.write_text(
        "round;table;start;team;team\n"
        "1;Red;2027-03-14T18:00+00:00;Aces;T2\n1;Blue;;Jacks;Tens\n2;Red;;Aces;Jacks\n2;;;Kings;\n"
    )
    assert scorepad("event", "schedule", event, file).lines == ["2 rounds were imported"]
    told = shown(scorepad, event)
    assert told["stages"][-1] == {"stage": "B", "format": "by-hand", "status": "waiting"}
    assert [each["byes"] for each in told["rounds"]] == [[], ["T2"]]
    assert told["rounds"][0]["pairings"][0]["teams"] == ["T1", "T2"]
    for text, sentence in (
        ("1;Red;;Aces;Kings;Z\n", "line 1: stage Z doesn't exist"),
        ("1;Red;;Aces;Kings;A\n1;Blue;;Jacks;Tens;B\n", "line 2: round 1 is in two stages"),
        ("3;Red;;Aces;Queens\n", "line 1: team Queens doesn't exist"),
        ("3;Red;;Aces;Kings\n3;Blue;;Aces;Tens\n", "line 2: Aces is in round 3 twice"),
        ("3;Red;;Aces;Kings\n3;Red;;Jacks;Tens\n", "line 2: table Red is used twice in round 3"),
        ("3;Red;soon;Aces;Kings\n", "line 1: “soon” isn't a time"),
        ("3;Red;9:30;Aces;Kings\n", "line 1: “9:30” needs a date; write it as 2026-11-21 14:30"),
        ("3;Red;;;\n", "line 1: each line of a schedule needs two teams"),
        (
            "round;table;team;team\n3;Red;Aces;Kings\n",
            "line 1: a schedule needs at least five columns",
        ),
        (
            "Final;Red;;Aces;Kings\n",
            "line 1: a round must be a whole number, 1 or higher, not “Final”",
        ),
    ):
        file.write_text(text)
        assert sentence in scorepad("event", "schedule", event, file).sentence
    assert len(shown(scorepad, event)["rounds"]) == 2
    file.write_text("Aces,Ann,Cy\n")
    said = scorepad("event", "teams", event, file)
    assert "line 1: Aces is already in this event" in said.sentence
    scorepad("event", "record", event, stdin=b'{"kind": "setup", "date": "2027-03-14"}')
    file.write_text("round,table,start,team 1,team 2\n3,Red,9:30,Aces,Kings\n")
    assert scorepad("event", "schedule", event, file).status == 0


def test_what_is_kept_is_sound_with_an_event_in_it(scorepad: Scorepad, event: str) -> None:
    released(scorepad, event)
    said = scorepad("check")
    assert said.status == 0, said


def test_two_drafts_of_one_day_never_have_the_same_table(
    scorepad: Scorepad, event: str, tmp_path: Path
) -> None:
    (other,) = scorepad("event", "new", "--name", "Evening Cup", "--rules", "unc").lines
    file = tmp_path / "cup.csv"
    file.write_text("Team,Player,Player\nQueens,Ida,Jo\nNines,Kim,Lu\nEights,Mo,Nan\n")
    scorepad("event", "teams", other, file)
    record(scorepad, other, {"kind": "stage", "stage": "A", "format": "swiss", "rounds": 3})
    record(scorepad, event, *scorepad("event", "pair", event).json)
    (proposal,) = scorepad("event", "pair", other).json
    assert [each["table"] for each in proposal["pairings"]] == ["3"]
    record(scorepad, other, proposal)
    record(scorepad, event, {"kind": "release", "round": 1})
    record(scorepad, event, won("1-1"), won("1-2"))
    (later,) = scorepad("event", "pair", event).json
    assert {each["table"] for each in later["pairings"]} == {"1", "2"}, "those are free again"


def test_a_table_over_several_events_is_recorded_and_shown(scorepad: Scorepad, event: str) -> None:
    (autumn,) = scorepad("event", "new", "--name", "Autumn Open", "--rules", "unc").lines
    teams = [
        {"kind": "team", "team": "A", "name": "aces", "players": ["Ann", "Cy"]},
        {"kind": "team", "team": "B", "name": "Bees", "players": ["Bo", "Di"]},
    ]
    record(scorepad, autumn, *teams, {"kind": "stage", "stage": "A", "format": "round-robin"})
    pairing = released(scorepad, autumn)["pairings"][0]
    record(scorepad, autumn, won(pairing["pairing"]))
    first, second = ("aces", "Bees") if pairing["teams"][0] == "A" else ("Bees", "aces")
    cup = {"kind": "stage", "stage": "Cup", "format": "combined", "events": [autumn, event]}
    # An event that nobody has is refused, and nothing is recorded.
    unknown = "00000000-0000-7000-8000-000000000000"
    bad = cup | {"points": {"1": 10}, "events": [autumn, unknown]}
    said = scorepad("event", "record", event, stdin=lines(bad))
    assert said.status != 0
    assert f"Scorepad can't find the event “{unknown}”" in said.out
    assert len(shown(scorepad, event)["stages"]) == 1
    record(scorepad, event, cup | {"points": {"1": 10, "*": 2.5}, "per": "team"})
    data = shown(scorepad, event)
    assert data["stages"][1] == {
        "stage": "Cup",
        "format": "combined",
        "events": [autumn, event],
        "per": "team",
    }
    note = "Spring Open isn't finished, so it doesn't count"
    assert data["combined"] == [
        {
            "stage": "Cup",
            "per": "team",
            "rows": [
                {"place": 1, "name": first, "score": 10, "events": {"Autumn Open": 10}},
                {"place": 2, "name": second, "score": 2.5, "events": {"Autumn Open": 2.5}},
            ],
            "notes": [note],
        }
    ]
    out = scorepad("event", "show", event).lines
    at = out.index("Cup")
    assert [each.split() for each in out[at + 1 : at + 4]] == [
        ["Place", "Team", "Points", "From"],
        ["1", first, "10", "Autumn", "Open", "10"],
        ["2", second, "2½", "Autumn", "Open", "2½"],
    ]
    assert out[at + 4] == f"{note}."


def test_an_event_that_only_adds_up_others_is_printed_and_published(
    scorepad: Scorepad, event: str, tmp_path: Path
) -> None:
    (series,) = scorepad("event", "new", "--name", "Series", "--rules", "unc").lines
    cup = {"kind": "stage", "stage": "Campus Cup", "format": "combined", "points": "standings"}
    record(scorepad, series, cup | {"events": [event]})
    for paper in ("posters", "book"):
        out = tmp_path / f"{paper}.pdf"
        said = scorepad("event", "print", paper, "Series", "-o", out)
        assert said.status == 0, said
        pages = pypdf.PdfReader(io.BytesIO(out.read_bytes())).pages
        assert "Campus Cup" in " ".join(page.extract_text() for page in pages)
    assert scorepad("event", "publish", "Series", "-o", tmp_path / "site").status == 0
    assert "Spring Open isn" in (tmp_path / "site" / "index.html").read_text("utf-8")
