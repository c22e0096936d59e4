"""Times, dates and text files are read alike from a file, on the command line and in the window."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Scorepad
from tests.cli.test_events import shown

pytestmark = pytest.mark.skipif(not hasattr(time, "tzset"), reason="zones by name are POSIX")

EVENING = datetime(2026, 11, 28, 19, 30, tzinfo=UTC)
"""2:30 PM in New York."""


@pytest.fixture(autouse=True)
def new_york(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This computer is in New York."""
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def event(scorepad: Scorepad, tmp_path: Path) -> Scorepad:
    """An event of November 28, 2026 with two teams."""
    assert scorepad("event", "new", "--name", "Open", "--date", "11/28/2026").status == 0
    file = tmp_path / "teams.csv"
    file.write_text("Aces,Ann,Cy\nKings,Bo,Di\n")
    assert scorepad("event", "teams", "Open", file).status == 0
    return scorepad


def read_start(event: Scorepad, tmp_path: Path, typed: str) -> Any:
    """The answer to a schedule whose round starts then."""
    file = tmp_path / "schedule.csv"
    file.write_text(f'1,Red,"{typed}",Aces,Kings\n', "utf-8")
    return event("event", "schedule", "Open", file)


def start_of(event: Scorepad) -> datetime:
    entries = json.loads(event("event", "show", "Open", "--file").out)["log"]
    (start,) = [each["start"] for each in entries if each["kind"] == "round"]
    return datetime.fromisoformat(start)


@pytest.mark.parametrize(
    "typed",
    [
        "2:30 PM",
        "2:30 p.m.",
        "2:30:00 PM",
        "14:30",
        "14:30:00",
        "11/28/2026 2:30 PM",
        "11/28/26, 14:30",
        "28.11.2026 14.30",
        "2026-11-28T14:30",
        "2026-11-28 14:30",
        "2026-11-28T19:30Z",
        "2026-11-28T20:30:00+01:00",
    ],
)
def test_a_schedule_takes_what_a_person_types(event: Scorepad, tmp_path: Path, typed: str) -> None:
    assert read_start(event, tmp_path, typed).status == 0
    assert start_of(event) == EVENING


def test_a_date_is_read_as_in_the_region(event: Scorepad, tmp_path: Path, data: Path) -> None:
    (data / "settings.json").write_text('{"region": "GB"}')
    assert read_start(event, tmp_path, "12/11/2026 14:30").status == 0
    assert start_of(event).date().isoformat() == "2026-11-12"


@pytest.mark.parametrize("typed", ["3/8/2026 2:30 AM", "2026-03-08T02:30"])
def test_a_time_that_the_clocks_skip_is_named(event: Scorepad, tmp_path: Path, typed: str) -> None:
    assert read_start(event, tmp_path, typed).sentence.endswith(
        "line 1: 02:30 doesn't exist on 8 March 2026, because clocks move ahead for daylight "
        "saving time; choose an earlier or later time"
    )
    assert read_start(event, tmp_path, typed.replace("2:30", "3:30")).status == 0


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("soon", "“soon” isn't a time; write it as 14:30 or as 2026-11-21 14:30"),
        ("13 PM", "“13 PM” isn't a time; "),
        ("11/31/2026 14:30", "“11/31/2026 14:30” isn't a time; "),
    ],
)
def test_what_is_no_time_is_refused(
    event: Scorepad, tmp_path: Path, typed: str, sentence: str
) -> None:
    assert sentence in read_start(event, tmp_path, typed).sentence


@pytest.mark.parametrize("day", ["11/28/2026", "2026-11-28", "28.11.2026", "11/28/26"])
def test_a_day_is_typed_alike_in_every_option(scorepad: Scorepad, tmp_path: Path, day: str) -> None:
    assert scorepad("event", "new", "--name", "Open", "--date", day).status == 0
    assert scorepad("event", "list", "--json").json[0]["date"] == "2026-11-28"
    scorepad("new", "--rules", "unc")
    out = ("--format", "json", "-o", tmp_path / "out")
    assert "no matches found" in scorepad("export", "--until", "1/1/2020", *out).sentence
    assert scorepad("export", "--since", "1/1/2020", *out).status == 0


def test_a_day_that_is_none_is_refused_with_an_example(scorepad: Scorepad) -> None:
    said = scorepad("event", "new", "--name", "Open", "--date", "soon").sentence
    assert said == "“soon” isn't a date; write it as 2026-11-21"


TEAMS = "Müller & Söhne;Ann;Cy\nKönige;Bo;Di\n"
ENCODED = {
    "UTF-8": TEAMS.encode(),
    "UTF-8 with a mark": TEAMS.encode("utf-8-sig"),
    "UTF-16": TEAMS.encode("utf-16"),
    "UTF-16, the other way round": b"\xfe\xff" + TEAMS.encode("utf-16-be"),
    "UTF-16 without a mark": TEAMS.encode("utf-16-le"),
    "separator line": ("sep=;\r\n" + TEAMS).encode("utf-8-sig"),
    "comma": TEAMS.replace(";", ",").encode(),
    "tab": TEAMS.replace(";", "\t").encode("utf-16"),
    "separator line against the count": ('sep=;\n"a;b";Eve,A,B,C;Fay\n' + TEAMS).encode(),
}


@pytest.mark.parametrize("content", ENCODED.values(), ids=ENCODED)
def test_a_text_file_is_read_in_its_encoding(
    scorepad: Scorepad, tmp_path: Path, content: bytes
) -> None:
    scorepad("event", "new", "--name", "Open")
    file = tmp_path / "teams.csv"
    file.write_bytes(content)
    said = scorepad("event", "teams", "Open", file)
    assert (said.status, said.err) == (0, "")
    assert [each["name"] for each in shown(scorepad, "Open")["teams"]][-2:] == [
        "Müller & Söhne",
        "Könige",
    ]


def test_a_guessed_encoding_is_announced(scorepad: Scorepad, tmp_path: Path) -> None:
    scorepad("event", "new", "--name", "Open")
    file = tmp_path / "teams.csv"
    file.write_bytes(TEAMS.encode("cp1252"))
    said = scorepad("event", "teams", "Open", file)
    assert (said.status, said.lines) == (0, ["2 teams entered"])
    assert said.err == (
        f"{file} isn't in UTF-8, so Scorepad read it as Windows-1252; if any letters "
        "look wrong, choose another encoding\n"
    )
    assert shown(scorepad, "Open")["teams"][0]["name"] == "Müller & Söhne"


def test_settings_are_read_in_their_encoding(scorepad: Scorepad, data: Path) -> None:
    """The Windows editor saves UTF-8 with a mark or UTF-16."""
    data.mkdir()
    for encoding in ("utf-8-sig", "utf-16", "cp1252"):
        (data / "settings.json").write_bytes(
            '{"language": "es", "house": "Ñandú"}'.encode(encoding)
        )
        said = scorepad("show", "nothing")
        assert said.status == 2
        assert "damag" not in said.err
        assert "no encuentra la partida" in said.err, encoding
