"""Teams and schedules are read from files; what is wrong is named by its line."""

from __future__ import annotations

import pytest

from scorepad.desk.team_files import parse_schedule_entries, parse_team_entries, parse_team_lines
from scorepad.events.entries import EventHead, RoundEntry, TeamEntry
from scorepad.events.event import Event
from scorepad.paths import resources_folder
from scorepad.spades.library import load_library
from scorepad.spades.refusal import Refused

ID = "0190a0c0-0000-7000-8000-000000000000"


@pytest.fixture(scope="module")
def empty() -> Event:
    head = EventHead(name="Open", date="2027-03-14", rules="unc")
    return Event(head, load_library(resources_folder() / "rules"), id=ID)


@pytest.fixture(scope="module")
def event(empty: Event) -> Event:
    """An event with three teams."""
    for entry in parse_team_entries(b"Aces,Ann,Cy\nKings,Bo,Di\nTens,Gus,Hal\n", "x", empty):
        empty = empty.append(entry)
    return empty


def teams(text: str, event: Event) -> list[tuple[str, ...]]:
    entries = parse_team_entries(text.encode(), "x", event)
    return [(e.name, *e.players) for e in entries if isinstance(e, TeamEntry)]


def refusal(text: str, event: Event) -> str:
    with pytest.raises(Refused) as refused:
        parse_team_entries(text.encode(), "x", event)
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
    (entry,) = parse_team_entries(text.encode(), "x", empty)
    assert isinstance(entry, TeamEntry)
    assert (entry.name, entry.players, entry.seed) == ("Ace High", ("Ann", "Bo"), 1)


@pytest.mark.parametrize(
    "heading", ["Squad,Captain,Partner,E-mail", "Group,Lead,Mate,Phone,E-mail", "Squad,Player 1,B"]
)
def test_what_looks_like_a_heading_is_no_team(empty: Event, heading: str) -> None:
    said = refusal(f"{heading}\nAces,Ann,Bo\n", empty)
    assert said == "x, line 1: there is no column “team” in what looks like a heading"


@pytest.mark.parametrize("only", ["Player 1", "player1", "Player one", "Jugador uno", "Captain"])
def test_a_heading_with_one_player_lacks_the_second(empty: Event, only: str) -> None:
    said = refusal(f"Team,{only}\nAces,Ann\n", empty)
    assert said == "x, line 1: there is no column “player 2”"


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
    assert said == f"x, line 2: “{cell}” looks like {what}, not like a name"


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
        "Aces,{0},Bo\nKings,{0},Di",
        "Aces,Ann,Bo {0}@x.org",
        "Aces,Ann,Bo\n{},Ann,Bo",
    ):
        for length in (400, 90_000):
            assert len(refusal(text.format("x" * length), empty)) < 250
    heading = "Team,Player,Player,Seed\n"
    assert len(refusal(f"{heading}Aces,Ann,Bo,{'1' * 900}\n", empty)) < 200


def test_the_lines_of_two_thousand_teams_have_an_id_each(empty: Event) -> None:
    text = "".join(f"Team {n},Ann {n},Bo {n}\n" for n in range(2000))
    lines = parse_team_lines(text.encode(), "x", empty)
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
        "x, line 3: “soon” isn't a time; write it as 14:30 or as 2026-11-21 14:30; "
        "line 4: a round is a whole number from 1, not “one”; "
        "line 5: there is no team Jokers; "
        "line 6: a line of a schedule names two teams"
    )
    many = schedule_refusal("1,,,Jokers,Jacks\n" * 20, event)
    assert many.endswith("line 8: there is no team Jokers; 12 more lines are wrong")


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
