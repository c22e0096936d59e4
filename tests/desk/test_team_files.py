"""Teams and schedules are read from files; what is wrong is named by its line."""

from __future__ import annotations

import io
import json
from pathlib import Path

import openpyxl
import pytest

from scorepad.desk.encodings import ENCODINGS
from scorepad.desk.team_files import (
    parse_schedule_entries,
    parse_team_entries,
    parse_team_lines,
    read_team_file,
)
from scorepad.events.entries import EventAmend, EventHead, RoundEntry, TeamEntry
from scorepad.events.event import Event
from scorepad.paths import resources_folder
from scorepad.spades.library import load_library
from scorepad.spades.refusal import Refused

FOLDER = Path(__file__).parents[1] / "data" / "team-files"
EXPECTED = json.loads((FOLDER / "expected.json").read_text("utf-8"))
TEAM_FILES = sorted(each for each in FOLDER.iterdir() if each.suffix != ".json")
ENCODED = json.loads((FOLDER.parent / "encodings.json").read_text("utf-8"))
ID = "0190a0c0-0000-7000-8000-000000000000"


@pytest.fixture(scope="module")
def empty() -> Event:
    head = EventHead(name="Open", date="2027-03-14", rules="unc")
    return Event(head, load_library(resources_folder() / "rules"), id=ID)


@pytest.fixture(scope="module")
def event(empty: Event) -> Event:
    """An event with three teams."""
    file = read_team_file(b"Aces,Ann,Cy\nKings,Bo,Di\nTens,Gus,Hal\n", "x")
    for entry in parse_team_entries(file, empty):
        empty = empty.append(entry)
    return empty


def teams(text: str, event: Event) -> list[tuple[str, ...]]:
    entries = parse_team_entries(read_team_file(text.encode(), "x"), event)
    return [(e.name, *e.players) for e in entries if isinstance(e, TeamEntry)]


def refusal(text: str, event: Event) -> str:
    with pytest.raises(Refused) as refused:
        parse_team_entries(read_team_file(text.encode(), "x"), event)
    return str(refused.value)


@pytest.mark.parametrize(
    "heading",
    [
        "Seed,Team name,Captain,Partner,E-mail,Phone",
        "Seed,Team Name:,Player one,Player two,E-mail,Phone",
        "seed,TEAM,player #1,player #2,mail,tel",
        "Seed,Name of the team,Player A,Player B,Club,Notes",
        "Cabeza de serie,Nombre del equipo,Capitán,Compañera,Correo electrónico,Teléfono",
        "Cabeza de serie,Equipo,Jugador uno,Jugadora dos,Correo,Móvil",
    ],
)
def test_headings_are_recognized(empty: Event, heading: str) -> None:
    text = f"{heading}\n1,Ace High,Ann,Bo,ann@example.org,+1 555 0100\n"
    (entry,) = parse_team_entries(read_team_file(text.encode(), "x"), empty)
    assert isinstance(entry, TeamEntry)
    assert (entry.name, entry.players, entry.seed) == ("Ace High", ("Ann", "Bo"), 1)


@pytest.mark.parametrize("file", TEAM_FILES, ids=lambda each: each.name)
def test_registration_files_are_read_without_a_question(empty: Event, file: Path) -> None:
    said: list[str] = []
    read = read_team_file(file.read_bytes(), file.name, lambda text: said.append(text.english))
    entries = parse_team_entries(read, empty)
    is_guessed = file.name == "excel1252.csv"
    expected = json.dumps(EXPECTED["teams"], ensure_ascii=False)
    if is_guessed:
        expected = expected.replace("Ł", "L").replace(" 🂡", "")  # Windows-1252 has neither
    teams = [[e.name, *e.players] for e in entries if isinstance(e, TeamEntry)]
    assert teams == json.loads(expected)
    seeds = [e.seed for e in entries if isinstance(e, TeamEntry)]
    is_seeded = file.name in EXPECTED["seeded"]
    assert seeds == (list(range(1, 25)) if is_seeded else [None] * 24)
    assert bool(said) == is_guessed, "a guessed encoding is said"


@pytest.mark.parametrize(
    ("text", "kinds", "first_line"),
    [
        ("Squad,Captain,Partner,E-mail\nAces,Ann,Bo,a@b.org\n", "team captain partner skip", 2),
        ("team_name,player_1,player_2\nAces,Ann,Bo\n", "team player player", 2),
        ("Team,Members\nAces,Ann and Bo\n", "team members", 2),
        ('Team,Players\nAces,"Ann, Bo"\n', "team members", 2),
        ('Team,Team members\nAces,"Ann\nBo"\n', "team members", 2),
        ("Name,Team\nAnn,Aces\nBo,Aces\n", "player team", 2),
        ("Nombre,Apellidos,Equipo\nAnn,A,Aces\nBo,B,Aces\n", "first last team", 2),
        (
            "Equipo,Capitana,Compañero,Teléfono\nAces,Ann,Bo,555 0100\n",
            "team captain partner skip",
            2,
        ),
        (
            "Please write the name of your team?,Partner,Captain\nAces,Ann,Bo\n",
            "team partner captain",
            2,
        ),
        ("Team,First name,Last name,First,Last\nAces,A,B,C,D\n", "team first last first last", 2),
        ("Fall League\n\nAces,Ann,Bo\nKings,Di,Ed\n", "team player player", 3),
        (
            "Aces,Ann,a@b.org,Bo,555-0100\nKings,Di,d@b.org,Ed,555-0101\n",
            "team player skip player skip",
            1,
        ),
        ("1,Aces,Ann,Bo\n2,Kings,Di,Ed\n", "skip team player player", 1),
    ],
)
def test_what_each_column_is_is_guessed(
    empty: Event, text: str, kinds: str, first_line: int
) -> None:
    file = read_team_file(text.encode(), "x")
    assert file.columns.kinds == tuple(kinds.split())
    assert file.columns.first_line == first_line
    first, *_ = parse_team_entries(file, empty)
    assert isinstance(first, TeamEntry)
    assert (first.name, len(first.players)) == ("Aces", 2)


def test_a_player_a_line_is_grouped_by_team_and_a_name_may_be_in_two_teams(empty: Event) -> None:
    text = "Team,Player\nAces,Sam Brown\nKings,Di\n,Sam Brown\naces ,Cy\n"
    lines = parse_team_lines(read_team_file(text.encode(), "x"), empty)
    assert [each.entry.players for each in lines if each.entry] == [
        ("Sam Brown", "Cy"),
        ("Di", "Sam Brown"),
    ]
    assert [[str(note) for note in each.notes] for each in lines] == [
        [],
        ["Sam Brown also plays on Aces"],
    ]
    said = refusal("Team,Player\nAces,Ann\nAces,ANN\n", empty)
    assert said == "x, line 2: Ann is listed twice on Aces"
    assert "Ann is listed twice on Aces" in refusal("Aces,Ann,Ann\n", empty)


def test_columns_sheet_first_line_and_encoding_can_be_chosen(empty: Event) -> None:
    book = openpyxl.Workbook()
    book.active.title = "Read me"
    book.active.append(["Please", "read"])
    page = book.create_sheet("Teams")
    for row in (["Teams"], ["Team", "Player 1", "Player 2"], ["Aces", "Ann", "=A1"]):
        page.append(row)
    page["C3"] = "Bo"
    out = io.BytesIO()
    book.save(out)
    file = read_team_file(out.getvalue(), "x")
    assert (file.sheets, file.sheet, file.columns.first_line) == (("Read me", "Teams"), "Teams", 3)
    assert str(file.guess_text) == (
        "Worksheet “Teams”. The first team is on line 3. Columns: A Team · B Player · C Player."
    )
    assert read_team_file(out.getvalue(), "x", sheet="Read me").sheet == "Read me"
    with pytest.raises(Refused, match="it has no worksheet named “Other”"):
        read_team_file(out.getvalue(), "x", sheet="Other")
    chosen = read_team_file(
        "Bo,x,Ann,Åces\nEd,x,Di,Kings\n".encode("mac-roman"),
        "x",
        kinds=("player", "skip", "player", "team"),
        first_line=1,
        encoding="mac-roman",
    )
    assert [
        (e.name, e.players) for e in parse_team_entries(chosen, empty) if isinstance(e, TeamEntry)
    ] == [("Åces", ("Bo", "Ann")), ("Kings", ("Ed", "Di"))]
    with pytest.raises(Refused, match="choose the column with the teams"):
        parse_team_lines(read_team_file(b"a,b\n", "x", kinds=("player", "player")), empty)


@pytest.mark.parametrize("encoding", ENCODED)
def test_a_file_of_any_encoding_is_read_with_the_encoding_that_is_chosen(
    empty: Event, encoding: str
) -> None:
    data = bytes.fromhex(ENCODED[encoding]["hex"])
    file = read_team_file(data, "x", pytest.fail, encoding=encoding)
    (team,) = parse_team_entries(file, empty)
    assert isinstance(team, TeamEntry)
    assert [team.name, *team.players] == ENCODED[encoding]["names"]


def test_every_encoding_that_can_be_chosen_is_tried_with_real_bytes() -> None:
    assert set(ENCODINGS) == {*ENCODED, "utf-8-sig", "utf-16", "cp1252", "mac-roman"}


def test_a_wrong_encoding_is_named_by_the_line_with_what_to_do() -> None:
    japanese = "Aces,Ann,Bo\nスペード,山田,鈴木\n".encode("cp932")
    with pytest.raises(
        Refused, match=r"^x, line 2: Scorepad can't tell its encoding; choose the encoding"
    ):
        read_team_file(japanese, "x")
    with pytest.raises(Refused, match=r"^x, line 2: it isn't in this encoding; choose another"):
        read_team_file(japanese, "x", encoding="utf-8-sig")


def test_a_team_may_be_called_as_a_heading_is(empty: Event) -> None:
    assert teams("Captain,Ann,Bo\n", empty) == [("Captain", "Ann", "Bo")]


@pytest.mark.parametrize(
    ("line", "cell", "what"),
    [
        ("Ace High,Ann,ann@example.org", "ann@example.org", "an e-mail address"),
        ("Ace High,Ann <ann@example.org>,Bo", "Ann <ann@example.org>", "an e-mail address"),
        ("Ace High,Ann,+1 (555) 0100", "+1 (555) 0100", "a number"),
        ("Ace High,Ann,Tel. 555-0100", "Tel. 555-0100", "a number"),
        ("7,Ann,Bo", "7", "a number"),
        ("Ace High,Ann,2.5", "2.5", "a number"),
    ],
)
def test_a_cell_that_is_no_name_is_refused_by_line(
    empty: Event, line: str, cell: str, what: str
) -> None:
    said = refusal(f"Kings,Di,Ed\n{line}\n", empty)
    assert said == f"x, line 2: “{cell}” looks like {what}, not a name"


def test_numbers_may_be_a_part_of_a_name(empty: Event) -> None:
    assert teams("7 of Spades,R2D2,Bo 2\n", empty) == [("7 of Spades", "R2D2", "Bo 2")]


def test_an_ampersand_parts_two_players_only_where_there_would_be_one(empty: Event) -> None:
    text = "Aces,Bjoerk & Co,Ann\nKings,Bo & Di\nTens,Ed / Flo; Gus & Hal\n"
    assert teams(text, empty) == [
        ("Aces", "Bjoerk & Co", "Ann"),
        ("Kings", "Bo", "Di"),
        ("Tens", "Ed", "Flo", "Gus & Hal"),
    ]


def test_a_sentence_quotes_no_more_than_a_line(empty: Event) -> None:
    for text in (
        "{},Ann",
        "Aces,{0},{0}",
        "Kings,Di,Ed\nAces,Ann,Bo {0}@x.org",
        "{0},Ann,Bo\n{0},Ann,Bo",
    ):
        for length in (400, 90_000):
            assert len(refusal(text.format("x" * length), empty)) < 250
    heading = "Team,Player,Player,Seed\n"
    assert len(refusal(f"{heading}Aces,Ann,Bo,{'1' * 900}\n", empty)) < 200


def test_the_lines_of_two_thousand_teams_have_an_id_each(empty: Event) -> None:
    text = "".join(f"Team {n},Ann {n},Bo {n}\n" for n in range(2000))
    lines = parse_team_lines(read_team_file(text.encode(), "x"), empty)
    assert [line.entry.team for line in lines if line.entry] == [f"T{n}" for n in range(1, 2001)]


def schedule_refusal(text: str, event: Event) -> str:
    with pytest.raises(Refused) as refused:
        parse_schedule_entries(text.encode(), "x", event)
    return str(refused.value)


def test_every_wrong_line_of_a_schedule_is_named(event: Event) -> None:
    text = (
        "Round,Table,Start,Team,Team\n"
        "1,Red,18:00,Aces,Kings\n"
        "1,Red,soon,Tens,Kings\n"
        "one,Red,,Aces,Tens\n"
        "2,Red,,Aces,Jokers\n"
        "2,,,,\n"
    )
    assert schedule_refusal(text, event) == (
        "x, line 3: “soon” isn't a time; write it as 14:30 or as 2026-11-21 14:30; line 4: a "
        "round must be a whole number, 1 or higher, not “one”; line 5: team Jokers doesn't "
        "exist; check the name or add the team; "
        "line 6: each line of a schedule needs two teams"
    )
    many = schedule_refusal("1,,,Jokers,Jacks\n" * 20, event)
    assert many.endswith(
        "line 8: team Jokers doesn't exist; check the name or add the team; 12 more lines are wrong"
    )


def test_a_line_that_is_wrong_does_not_make_others_wrong(event: Event) -> None:
    said = schedule_refusal("1,Red,soon,Aces,Kings\n1,Red,,Aces,Kings\n", event)
    assert "line 2" not in said


def test_a_schedule_from_a_right_file_is_as_before(event: Event) -> None:
    text = "2,,,Aces,\n1,Red,18:00,Aces,Kings\n1,,,Tens,\n"
    _stage, first, second = parse_schedule_entries(text.encode(), "x", event)
    assert isinstance(first, RoundEntry)
    assert isinstance(second, RoundEntry)
    assert (first.round, first.pairings[0].teams, first.byes) == (1, ("T1", "T2"), ("T3",))
    assert first.start is not None
    assert (second.round, second.pairings, second.byes) == (2, (), ("T1",))


def test_a_column_of_organizations_is_read(event: Event) -> None:
    text = "Team,Player 1,Player 2,Fraternity\nReds,Ann,Bo,Alpha\nBlues,Cy,Di,Beta\n"
    file = read_team_file(text.encode(), "x")
    found = [each.entry for each in parse_team_lines(file, event)]
    assert [each.organization for each in found if each is not None] == ["Alpha", "Beta"]
    assert "D Organization" in str(file.guess_text)


def workbook(*rows: tuple[object, ...]) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "x"),
        (b"\n\n \n", "x"),
        (b"\xef\xbb\xbf", "x"),
        ("\n".encode("utf-16"), "x"),
        (workbook(), "x"),
        (b"Team,Player,Player\n", "x"),
        (b"Team,Player,Player\nAces,Ann,Bo\naces,Cy,Di\n", "x, line 3: "),
        (workbook(("Team", "Player", "Player"), ("Aces", "=B9", "=C9")), "x"),
        (b"\x00\x01\x02" * 99, "x"),
    ],
    ids=["nothing", "lines", "mark", "utf16", "sheet", "heading", "twice", "formulas", "zeros"],
)
def test_a_file_without_teams_or_with_one_twice_is_refused_in_one_sentence(
    empty: Event, data: bytes, sentence: str
) -> None:
    with pytest.raises(Refused) as refused:
        parse_team_entries(read_team_file(data, "x"), empty)
    text = str(refused.value)
    assert text.startswith(sentence)
    assert 8 < len(text) < 200
    assert "\n" not in text


def test_two_and_a_half_thousand_lines_are_read_or_refused_at_once(empty: Event) -> None:
    text = "".join(f"Team {n},Ann {n},Bo {n}\n" for n in range(2_500))
    lines = parse_team_lines(read_team_file(text.encode(), "x"), empty)
    assert len(lines) == 2_500
    assert all(line.wrong is None for line in lines)


def test_a_round_that_a_later_schedule_changes_is_amended(event: Event) -> None:
    for entry in parse_schedule_entries(b"1,Red,,Aces,Kings\n1,,,Tens,\n", "x", event):
        event = event.append(entry)
    (planned,) = event.register.rounds.values()
    (amend,) = parse_schedule_entries(b"1,Red,,Aces,Tens\n1,,,Kings,\n", "x", event)
    assert isinstance(amend, EventAmend)
    assert planned.entry.id
    assert amend.entry == planned.entry.id
    after = event.append(amend).register.rounds[1].entry
    assert after.pairings[0].teams == ("T1", "T3")
