"""A name is one line, whichever way it comes in, and what an earlier program kept otherwise still
verifies."""

from __future__ import annotations

import csv
import json
import shutil
import unicodedata
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from scorepad.__main__ import Program
from scorepad.settings import Settings
from scorepad.spades.sheetcode import code_of_blank_sheet
from tests.cli.conftest import Scorepad

NAMES = Path(__file__).parents[1] / "data" / "names"
EXPECTED = json.loads((NAMES / "expected.json").read_bytes())
DIRTY = " Aces\nKings\t\x07Queens\u2028\u202eTens "
CLEAN = "Aces Kings Queens Tens"


@pytest.fixture
def earlier(data: Path) -> Path:
    """The folder that an earlier program left."""
    shutil.copytree(NAMES / "folder", data)
    return data


def is_one_line(text: str) -> bool:
    return not any(
        unicodedata.category(letter) in ("Cc", "Zl", "Zp") or letter == "\u202e" for letter in text
    )


def all_texts(value: Any) -> list[str]:
    """Return every text in plain data, except what people write at length."""
    if isinstance(value, dict):
        return [
            text
            for key, each in value.items()
            if key not in ("rules", "text", "why")
            for text in all_texts(each)
        ]
    if isinstance(value, list):
        return [text for each in value for text in all_texts(each)]
    return [value] if isinstance(value, str) else []


def file_of(scorepad: Scorepad, *command: str) -> Any:
    """Return a match or an event as a file, which has every stored line."""
    return json.loads(scorepad(*command).out)


def verdict(scorepad: Scorepad, asked: str | Path) -> str:
    """Return what verify finds of a code or a document."""
    return scorepad("verify", asked).out.split(":")[0]


def assert_one_line(data: Any) -> None:
    texts = all_texts(data)
    assert texts
    assert [text for text in texts if not is_one_line(text)] == []


def test_codes_and_documents_of_an_earlier_program_verify(
    scorepad: Scorepad, earlier: Path
) -> None:
    files = [NAMES / name for name in ("sheet.pdf", "pen.pdf", "event.pdf", "matches.csv")]
    matches = EXPECTED["matches"]
    codes = {code for each in matches.values() for code in (each["code"], each["short"])}
    for asked in (*sorted(codes), matches[EXPECTED["recorded"]]["pen"], EXPECTED["event"]["code"]):
        assert verdict(scorepad, asked) == "Unchanged"
    for file in files:
        assert verdict(scorepad, file) == "Unchanged"
    with Program(str(earlier)).open_desk(write=False) as desk:
        for match_id, each in matches.items():
            code = code_of_blank_sheet(desk.read(match_id))
            assert code is not None
            assert code.short == each["pen"]


def test_files_of_an_earlier_program_keep_their_codes(scorepad: Scorepad) -> None:
    assert scorepad("import", NAMES / "exported.json").status == 0
    assert scorepad("import", NAMES / "event.json").status == 0
    code = EXPECTED["matches"][EXPECTED["recorded"]]["short"]
    assert verdict(scorepad, code) == "Unchanged"


def test_a_written_file_keeps_its_ids_and_comes_in_once(scorepad: Scorepad, data: Path) -> None:
    written, match_id = NAMES / "written.json", EXPECTED["written"]
    (first,) = scorepad("import", "--json", written).json
    (again,) = scorepad("import", "--json", written).json
    assert (first["id"], first["created"]) == (match_id, True)
    assert (again["created"], again["new"], again["known"]) == (False, 0, 4)
    kept = file_of(scorepad, "show", match_id, "--json")
    assert [each["id"] for each in kept["log"]] == EXPECTED["matches"][match_id]["entries"]
    assert_one_line(kept)
    shutil.rmtree(data)
    shutil.copytree(NAMES / "folder", data)
    said = scorepad("import", "--json", written)
    assert (said.json[0]["created"], said.json[0]["new"]) == (False, 0)
    (updated,) = said.err.splitlines()  # an earlier version's database, which is reported once
    assert updated.startswith("Scorepad updated the database")


def test_what_is_recorded_has_names_of_one_line(scorepad: Scorepad, tmp_path: Path) -> None:
    match_id = scorepad("new", "--rules", "unc").out.strip()
    teams = [{"name": DIRTY, "players": [DIRTY, "Cy"]}, {"name": "Kings", "players": ["Bo", DIRTY]}]
    entries: list[dict[str, Any]] = [
        {"kind": "setup", "why": "names", "event": DIRTY, "table": "Table\t4", "teams": teams},
        {"kind": "bids", "bids": [4, 3, 2, 5], "by": DIRTY},
        {"kind": "sign", "side": 0, "name": DIRTY},
        {
            "kind": "amend",
            "entry": "",
            "to": {"kind": "setup", "why": "x", "round": DIRTY},
            "why": "x",
        },
    ]
    lines = [json.dumps(each) for each in entries[:3]]
    answers = scorepad("record", match_id, stdin="\n".join(lines).encode()).json
    entries[3]["entry"] = answers[0]["ok"]
    scorepad("record", match_id, stdin=json.dumps(entries[3]).encode())
    kept = file_of(scorepad, "show", match_id, "--json")
    recorded = {each["kind"]: each for each in kept["log"]}
    assert_one_line(kept)
    assert recorded["setup"]["teams"][0] == {"name": CLEAN, "players": [CLEAN, "Cy"]}
    assert recorded["sign"]["name"] == CLEAN
    assert recorded["amend"]["to"]["round"] == CLEAN


def test_a_match_file_that_is_begun_has_names_of_one_line(scorepad: Scorepad) -> None:
    match_id = scorepad("new", NAMES / "written.json").out.strip()
    assert_one_line(file_of(scorepad, "show", match_id, "--json"))


def test_an_event_has_names_of_one_line(scorepad: Scorepad, tmp_path: Path) -> None:
    event = scorepad("event", "new", "--name", DIRTY, "--rules", "unc").out.strip()
    teams = [
        {
            "kind": "team",
            "team": f"T{n}",
            "name": f"{n}{DIRTY}",
            "players": [f"A{n}{DIRTY}", f"B{n}"],
        }
        for n in (1, 2)
    ]
    pairing = {"pairing": "1-1", "table": DIRTY, "teams": ["T1", "T2"]}
    entries = [
        *teams,
        {"kind": "setup", "place": DIRTY, "tables": [DIRTY, "2"]},
        {"kind": "stage", "stage": "A", "format": "by-hand"},
        {"kind": "round", "round": 1, "stage": "A", "pairings": [pairing]},
        {"kind": "release", "round": 1},
        {"kind": "result", "pairing": "1-1", "how": "forfeit", "winner": 0},
        {"kind": "official", "pairing": "1-1", "name": DIRTY},
    ]
    said = scorepad("event", "record", event, stdin="\n".join(map(json.dumps, entries)).encode())
    assert [each for each in said.json if "error" in each] == []
    csv_file = tmp_path / "teams.csv"
    csv_file.write_text('"Jacks\nTens","Eve\tFox",Gus\n', "utf-8")
    assert scorepad("event", "teams", event, csv_file).status == 0
    kept = file_of(scorepad, "event", "show", event, "--file")
    assert kept["name"] == CLEAN
    assert kept["log"][0]["name"] == f"1 {CLEAN}"
    assert_one_line(kept)
    (match,) = scorepad("matches", "--json").json
    assert_one_line(match)
    # The round of a team that is renamed is written again: nothing is, where nothing changed.
    assert match["entries"] == 0


def test_a_written_event_file_comes_in_once_with_names_of_one_line(
    scorepad: Scorepad, tmp_path: Path
) -> None:
    team = {"kind": "team", "team": "T1", "name": DIRTY, "players": [DIRTY, "Cy"]}
    file = tmp_path / "event.json"
    file.write_text(json.dumps({"scorepad-event": 1, "name": DIRTY, "rules": "unc", "log": [team]}))
    first = scorepad("event", "new", file).out.strip()
    assert_one_line(file_of(scorepad, "event", "show", first, "--file"))
    (again,) = scorepad("import", "--json", file).json
    assert (again["event"], again["created"], again["new"]) == (first, False, 0)


def test_names_that_an_earlier_program_kept_are_shown_in_one_line(
    scorepad: Scorepad, earlier: Path, tmp_path: Path
) -> None:
    before = scorepad("matches", "--json").json
    assert len(scorepad("matches").lines) == len(EXPECTED["matches"])
    recorded = EXPECTED["recorded"]
    shown = scorepad("show", recorded)
    assert "Aces Kings Queens" in shown.out
    assert scorepad("export", "--format", "csv", "-o", tmp_path / "out").status == 0
    texts = [file.read_bytes().decode("utf-8-sig") for file in (tmp_path / "out").glob("*.csv")]
    cells = [cell for text in texts for row in csv.reader(StringIO(text)) for cell in row]
    assert "Aces Kings Queens" in cells
    assert any("Ann Lee" in cell for cell in cells)
    # A note may have lines of its own.
    assert [cell for cell in cells if not is_one_line(cell) and cell != "a\nb"] == []
    # Nobody recorded anything by looking.
    assert [each["entries"] for each in scorepad("matches", "--json").json] == [
        each["entries"] for each in before
    ]


def test_an_event_that_an_earlier_program_kept_changes_no_match_of_its_own_accord(
    scorepad: Scorepad, earlier: Path
) -> None:
    event = EXPECTED["event"]["id"]
    before = {each["id"]: each["entries"] for each in scorepad("matches", "--json").json}
    note = json.dumps({"kind": "setup", "place": "Union 7"}).encode()
    assert "ok" in scorepad("event", "record", event, stdin=note).json[0]
    after = {each["id"]: each["entries"] for each in scorepad("matches", "--json").json}
    assert after == before


def test_a_name_in_the_settings_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text(json.dumps({"by": DIRTY, "house": DIRTY}))
    settings = Settings(tmp_path)
    assert (settings.by, settings.house) == (CLEAN, CLEAN)
    settings.laptop_name = "Front\tdesk"
    assert Settings(tmp_path).laptop_name == "Front desk"


def test_the_name_of_a_match_s_own_rule_set_is_one_line(
    scorepad: Scorepad, tmp_path: Path, data: Path
) -> None:
    rules = {"extends": "unc", "id": "own", "name": DIRTY}
    (tmp_path / "match.json").write_text(json.dumps({"scorepad": 1, "rules": rules}))
    match_id = scorepad("new", tmp_path / "match.json").out.strip()
    assert file_of(scorepad, "show", match_id, "--json")["rules"]["name"] == CLEAN
    changed = {"kind": "setup", "why": "another", "rules": {**rules, "id": "other"}}
    assert scorepad("record", match_id, stdin=json.dumps(changed).encode()).status == 0
    kept = file_of(scorepad, "show", match_id, "--json")
    assert kept["log"][-1]["rules"]["name"] == CLEAN
    # A file that another program recorded doesn't change, and is shown clean.
    foreign = {"scorepad": 1, "id": "0195731b-4c00-7000-8000-0000000000aa", "rules": rules}
    (tmp_path / "foreign.json").write_text(json.dumps(foreign))
    assert scorepad("import", tmp_path / "foreign.json").status == 0
    assert scorepad("export", "--format", "csv", "-o", tmp_path / "out").status == 0
    rows = (tmp_path / "out" / "matches.csv").read_text(encoding="utf-8-sig")
    names = {row["rules_name"] for row in csv.DictReader(StringIO(rows))}
    assert names == {CLEAN}
