"""Whatever is put in: one sentence, exit status 2, nothing lost, never a traceback."""

from __future__ import annotations

import json
import os
import shutil
import time
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

import pytest

from scorepad.desk.steady_clock import SteadyClock
from tests.cli.conftest import EXAMPLE, Scorepad

BIG = "9" * 5000
JUNK: dict[str, bytes] = {
    "empty": b"",
    "blank": b" \n\t\n",
    "binary": bytes(range(256)) * 20,
    "latin-1": '{"rules": "unc", "event": "Frühling"}'.encode("latin-1"),
    "utf-16": '{"rules": "unc"}'.encode("utf-16"),
    "broken off": json.dumps(EXAMPLE).encode()[:-20],
    "two values": b'{"rules": "unc"} {"rules": "unc"}',
    "list": b"[]",
    "number": b"12",
    "text": b'"unc"',
    "null": b"null",
    "no rules": b"{}",
    "unknown rules": b'{"rules": "whist"}',
    "rules number": b'{"rules": 5}',
    "rules list": b'{"rules": ["unc"]}',
    "half a rule set": b'{"rules": {"id": "x", "name": "X", "extends": "unc", "game": 3}}',
    "unknown parameter": b'{"rules": {"id": "x", "name": "X", "extends": "unc", "nil": {"x": 1}}}',
    "extends itself": b'{"rules": {"id": "x", "name": "X", "extends": "x"}}',
    "bad agreed": b'{"rules": "unc", "agreed": {"bidding": {"blind_nil": "perhaps"}}}',
    "unknown field": b'{"rules": "unc", "colour": "red"}',
    "newer": b'{"scorepad": 2, "rules": "unc"}',
    "far newer": f'{{"scorepad": {BIG}, "rules": "unc"}}'.encode(),
    "old": b'{"scorepad": 0, "rules": "unc"}',
    "bad id": b'{"id": "seven", "rules": "unc"}',
    "bad teams": b'{"rules": "unc", "teams": [{"name": "A"}]}',
    "bad dealer": b'{"rules": "unc", "first_dealer": 4}',
    "big dealer": f'{{"rules": "unc", "first_dealer": {BIG}}}'.encode(),
    "bad moment": b'{"rules": "unc", "scheduled": "tomorrow"}',
    "log object": b'{"rules": "unc", "log": {}}',
    "entry text": b'{"rules": "unc", "log": ["bids"]}',
    "no kind": b'{"rules": "unc", "log": [{}]}',
    "kind list": b'{"rules": "unc", "log": [{"kind": []}]}',
    "unknown kind": b'{"rules": "unc", "log": [{"kind": "lead"}]}',
    "three bids": b'{"rules": "unc", "log": [{"kind": "bids", "bids": [4, 3, 2]}]}',
    "huge bid": b'{"rules": "unc", "log": [{"kind": "bids", "bids": ['
    + BIG.encode()
    + b", 3, 4, 4]}]}",
    "half a trick": b'{"rules": "unc", "log": [{"kind": "tricks", "tricks": [1.5, 3, 4, 4]}]}',
    "exponent": b'{"rules": "unc", "log": [{"kind": "bids", "bids": [1e999, 3, 4, 4]}]}',
    "tricks first": b'{"rules": "unc", "log": [{"kind": "tricks", "tricks": [4, 3, 4, 2]}]}',
    "amend nothing": b'{"rules": "unc", "log": [{"kind": "amend", "entry": "9", "why": "x", '
    b'"to": {"kind": "note", "text": "x"}}]}',
    "deep list": b"[" * 100_000,
    "deep object": b'{"rules": ' + b'{"a":' * 100_000 + b"1" + b"}" * 100_001,
    "deep entry": b'{"rules": "unc", "log": [' + b"[" * 50_000 + b"]" * 50_000 + b"]}",
    "deep agreed": b'{"rules": "unc", "agreed": ' + b'{"a":' * 900 + b"1" + b"}" * 901,
    "doubled key": b'{"rules": "unc", "rules": "washburn"}',
    "lone surrogate": b'{"rules": "unc", "event": "\\ud800"}',
    "nul": b'{"rules": "unc\\u0000"}',
    "same id twice": b'{"rules": "unc", "log": [{"kind": "note", "text": "a", "id": "x"}, '
    b'{"kind": "note", "text": "b", "id": "x"}]}',
}  # fmt: skip


SOME = ("empty", "binary", "broken off", "no rules", "bad id", "deep list", "same id twice")
"""Junk for the commands that read a file by the code by which `score` reads it."""


@pytest.mark.parametrize(
    ("command", "case"),
    [*product(["score"], JUNK), *product(["import", "new", "sheet"], SOME)],
)
def test_junk_is_one_sentence(scorepad: Scorepad, tmp_path: Path, command: str, case: str) -> None:
    file = tmp_path / "junk.json"
    file.write_bytes(JUNK[case])
    out = tmp_path / "out.pdf"
    extra = ["-o", str(out)] if command == "sheet" else []
    said = scorepad(command, file, *extra)
    sentence = said.sentence
    assert sentence.startswith(f"{file}: ")
    assert len(sentence) < len(str(file)) + 400
    assert said.out == ""
    assert not out.exists()


def test_half_a_character_does_not_end_a_file(scorepad: Scorepad, tmp_path: Path) -> None:
    file = tmp_path / "half.json"
    file.write_bytes(JUNK["lone surrogate"])
    assert scorepad("score", file).sentence.endswith(
        "some text in it ends with an incomplete character"
    )
    file.write_bytes(JUNK["lone surrogate"][:-3])
    assert scorepad("score", file).sentence.endswith("its JSON ends too soon")


@pytest.mark.parametrize("case", JUNK)
def test_junk_among_matches_takes_nothing_with_it(
    scorepad: Scorepad, tmp_path: Path, case: str
) -> None:
    whole = json.dumps(EXAMPLE).encode()
    junk = JUNK[case].replace(b"\n", b" ")
    file = tmp_path / "junk.ndjson"
    file.write_bytes(whole + b"\n" + junk + b"\r\n" + whole)
    said = scorepad("score", "--json", file)
    scored = [each for each in said.json if "score" in each]
    assert len(scored) == 2
    if junk.strip():
        assert said.sentence.startswith(f"{file}:2: ")
        assert said.json[1]["error"].replace("\0", " ") == said.sentence


def test_a_byte_order_mark_is_no_junk(scorepad: Scorepad, tmp_path: Path) -> None:
    file = tmp_path / "windows.json"
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(EXAMPLE).encode())
    assert scorepad("score", "--json", file).json[0]["score"] == [101, 80]
    many = tmp_path / "windows.ndjson"
    many.write_bytes(file.read_bytes() + b"\r\n" + json.dumps(EXAMPLE).encode())
    assert len(scorepad("score", "--json", many).json) == 2


@pytest.mark.parametrize("form", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"])
def test_text_of_another_form_is_called_so(scorepad: Scorepad, tmp_path: Path, form: str) -> None:
    file = tmp_path / "windows.json"
    file.write_bytes(json.dumps(EXAMPLE).encode(form))
    assert (
        scorepad("score", file).sentence == f"{file}: it isn't a Scorepad file: it isn't UTF-8 text"
    )


def test_files_that_are_none(scorepad: Scorepad, tmp_path: Path) -> None:
    assert scorepad("score", tmp_path).sentence == f"{tmp_path}: it's a folder; choose a file"
    missing = tmp_path / "missing.json"
    assert scorepad("score", missing).sentence == f"{missing}: the file doesn't exist"
    folder = tmp_path / "folder.ndjson"
    folder.mkdir()
    assert "folder" in scorepad("score", "--json", folder).sentence
    assert "isn't a file name" in scorepad("score", "a\0b").sentence
    assert "empty" in scorepad("score", "-").sentence
    long = "x" * 5000
    assert "its name is too long" in scorepad("score", long).sentence
    assert "isn't a sheet code" in scorepad("verify", long).err
    assert "can't find the match" in scorepad("sheet", long, "-o", tmp_path / "x.pdf").err


def test_a_match_larger_than_any_match_is_refused(scorepad: Scorepad, tmp_path: Path) -> None:
    file = tmp_path / "large.ndjson"
    with file.open("wb") as out:
        out.write(json.dumps(EXAMPLE).encode() + b"\n")
        for _ in range(5):
            out.write(b"x" * 1024 * 1024)
        out.write(b"\n" + json.dumps(EXAMPLE).encode())
    said = scorepad("score", "--json", file)
    assert [next(iter(each)) for each in said.json] == ["rules", "error", "rules"]
    assert "more than 4 megabytes" in said.sentence


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["scor"], "scor"),
        (["score"], "FILE"),
        (["score", "--jsn", "x"], "--jsn"),
        (["sheet", "-o", "y.pdf"], "give a match file"),
        (["sheet", "x.json"], "-o/--output"),
        (["sheet", "x.json", "--blank", "unc", "-o", "y.pdf"], "give a match file"),
        (["sheet", "--blank", "whist", "-o", "y.pdf"], "find the rule set “whist”"),
        (["sheet", "--blank", "unc", "-o", "y.pdf", "--paper", "A3"], "choose from A4, Letter"),
        (["rules", "show"], "ID"),
        (["rules", "show", "whist"], "find the rule set “whist”; choose from unc"),
        (["new"], "--rules"),
        (["new", "--rules", "unc", "x.json"], "not both"),
        (["new", "--rules", "whist"], "find the rule set “whist”"),
        (["new", "--rules", "unc", "--first-dealer", "4"], "invalid choice: '4'"),
        (["new", "--rules", "chicago", "--first-dealer", "draw"], "the teams choose"),
        (["new", "x.json", "--first-dealer", "1"], "use --first-dealer only with --rules"),
        (["new", "--rules", "/nowhere/house.toml"], "house.toml"),
        (["show", "0000"], "0000"),
        (["show", "0"], "0"),
        (["record", "ffffffff"], "ffffffff"),
        (["export", "-o", "x"], "required: --format"),
        (["export", "--format", "doc", "-o", "x"], "csv, json, xlsx, pdf"),
        (["export", "--format", "csv"], "-o/--output"),
        (["verify", "nonsense"], "isn't a sheet code"),
        (["restore", "/nowhere.db"], "/nowhere.db"),
        (["--nope", "check"], "--nope"),
        (["--data"], "--data"),
    ],
)  # fmt: skip
def test_a_mistyped_command_is_one_sentence(
    scorepad: Scorepad, arguments: list[str], what: str
) -> None:
    sentence = [
        line
        for line in scorepad(*arguments).err.splitlines()
        if not line.startswith("There is nothing in")
    ]
    assert len(sentence) == 1, sentence
    assert what in sentence[0]
    assert scorepad(*arguments).status == 2


@pytest.mark.parametrize("command", [["matches"], ["new", "--rules", "unc"], ["check"]])
def test_a_data_folder_that_cannot_be_one(
    scorepad: Scorepad, tmp_path: Path, command: list[str]
) -> None:
    file = tmp_path / "file"
    file.write_text("not a folder")
    assert str(file) in scorepad(*command, folder=file).sentence
    assert file.read_text() == "not a folder"
    under = scorepad(*command, folder=file / "under")
    assert str(file) in under.err
    assert len(under.err.splitlines()) == 1
    assert under.status == 2 or "There is nothing in" in under.err


DOUBLED = {
    "rules": (b'{"rules": "unc", "rules": "washburn"}', ""),
    "log": (b'{"log": 5, "rules": "unc", "log": []}', ""),
    "name": ((b'{"rules": "unc", "teams": [{"name": "A", "name": "B", "players": ["", ""]}, '
             b'{"name": "C", "players": ["", ""]}]}'), ""),
    "target": (b'{"rules": "unc", "agreed": {"game": {"target": 300, "target": 500}}}', ""),
    "bids": ((b'{"rules": "unc", "log": [{"kind": "note", "text": "x"}, '
             b'{"kind": "bids", "bids": [4, 3, 4, 5], "\\u0062ids": [4, 3, 4, 4]}]}'),
             "entry 2 (bids): "),
    "kind": (b'\xef\xbb\xbf{"rules": "unc", "log": [{"kind": 5, "kind": "note", "text": "x"}]}',
             "entry 1 (note): "),
    "points": ((b'{"rules": "unc", "log": [{"kind": "ruling", "side": 0, "points": 1, "why": "x", '
               b'"id": "a"}, {"kind": "amend", "entry": "a", "why": "y", "to": {"kind": "ruling", '
               b'"points": 2, "points": 3, "side": 0, "why": "x"}}]}'), "entry 2 (amend): "),
}  # fmt: skip


@pytest.mark.parametrize("key", DOUBLED)
def test_a_key_that_stands_twice_is_refused(scorepad: Scorepad, tmp_path: Path, key: str) -> None:
    """Nobody could tell which of the two counts, and the score would depend on it."""
    data, place = DOUBLED[key]
    file = tmp_path / "doubled.json"
    file.write_bytes(data)
    for command in ("score", "import"):
        assert scorepad(command, file).sentence == (
            f"{file}: {place}“{key}” appears twice in one object; remove one"
        )
    assert scorepad("matches").out == ""


def test_a_doubled_key_in_an_entry_that_is_recorded(scorepad: Scorepad) -> None:
    match_id = scorepad("new", "--rules", "washburn").out.strip()
    said = scorepad("record", match_id, stdin=b'{"kind": "note", "text": "a", "text": "b"}\n' * 2)
    assert [each["error"] for each in said.json] == [
        "“text” appears twice in one object; remove one"
    ] * 2
    assert scorepad("show", match_id, "--json").json[0]["log"] == []


def test_a_doubled_key_in_a_rule_set(scorepad: Scorepad, tmp_path: Path) -> None:
    house = tmp_path / "house.json"
    house.write_text(
        '{"id": "h", "name": "H", "extends": "unc", "nil": {"points": 1, "points": 2}}'
    )
    for arguments in (("rules", "check", house), ("new", "--rules", house)):
        assert scorepad(*arguments).sentence == (
            f"{house}: “points” appears twice in one object; remove one"
        )


def test_the_same_key_in_two_objects_is_no_doubled_one(scorepad: Scorepad, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(
        b'{"rules": "unc", "event": "{\\"rules\\": 1, \\"rules\\": 2}", '
        b'"agreed": {"bidding": {"side_minimum": 3}, "game": {"target": 300}}}'
    )
    assert scorepad("score", file).status == 0


STRANGE = (
    "0001-01-01T00:00:00+14:00",
    "0001-01-01T00:00:00Z",
    "1899-12-31T23:59:59Z",
    "3000-01-01T00:00:00Z",
    "9999-12-31T23:59:59-14:00",
)


@pytest.mark.parametrize("moment", STRANGE)
def test_a_moment_at_which_nobody_plays(scorepad: Scorepad, tmp_path: Path, moment: str) -> None:
    """No zone could be reckoned with: sheets and lists would fail on it."""
    note = {"kind": "note", "text": "x", "at": moment}
    amend = {"kind": "amend", "entry": "1", "why": "x", "to": note}
    setup = {"kind": "setup", "why": "x", "scheduled": moment}
    file = tmp_path / "match.json"
    for match, said in (
        ({"scheduled": moment}, ""),
        ({"log": [note]}, "entry 1 (note): "),
        ({"log": [{**note, "at": None}, amend]}, "entry 2 (amend): "),
        ({"log": [setup]}, "entry 1 (setup): "),
    ):
        file.write_text(json.dumps({"rules": "unc", **match}))
        assert scorepad("import", file).sentence == (
            f"{file}: {said}{moment[:10]} is out of range; the year must be from 1900 to 2999"
        )
    match_id = scorepad("new", "--rules", "unc").out.strip()
    lines = b"".join(
        json.dumps(each).encode() + b"\n" for each in (note, setup, {**note, "at": None})
    )
    said = scorepad("record", match_id, stdin=lines)
    assert [list(each) for each in said.json] == [["error"], ["error"], ["ok"]]


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="zones by name are POSIX")
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12"])
@pytest.mark.parametrize(
    "moment", ["1900-01-01T00:00:00Z", "2999-12-31T23:59:59Z", "2028-02-29T23:59:59+14:00"]
)
def test_the_first_and_the_last_moment(
    scorepad: Scorepad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str, zone: str
) -> None:
    file = tmp_path / "match.json"
    log = [
        {"kind": "clock", "do": "start", "at": moment},
        {"kind": "note", "text": "x", "at": moment},
    ]
    file.write_text(json.dumps({"rules": "unc", "scheduled": moment, "log": log}))
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert scorepad("import", file).status == 0
        assert scorepad("book", "-o", tmp_path / "book.pdf").status == 0
        said = scorepad(
            "export", "--since", "1899-12-31", "--format", "csv", "-o", tmp_path / "out"
        )
        assert said.status == 0
    finally:
        monkeypatch.undo()
        time.tzset()


REPEATED: dict[str, tuple[list[dict[str, object]], str]] = {
    "notes": ([{"kind": "note", "text": "x"}] * 5_001, "more than 5,000 entries"),
    "setups": ([{"kind": "setup", "table": "4", "why": "x"}] * 500, "it has 500 corrections"),
    "strikes": ([{"kind": "strike", "entry": "1", "why": "x"}] * 501, "it has 501 corrections"),
}


@pytest.mark.parametrize("what", REPEATED)
def test_a_log_longer_than_any_is_refused_before_it_is_played(
    scorepad: Scorepad, tmp_path: Path, what: str
) -> None:
    log, sentence = REPEATED[what]
    file = tmp_path / "long.json"
    file.write_text(json.dumps({**EXAMPLE, "log": log}))
    assert sentence in scorepad("score", file).sentence


def test_a_key_of_very_many_parts_is_refused(scorepad: Scorepad, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(".".join("a" * 9_000) + " = 1")
    assert "more than 60 dots in one line" in scorepad("rules", "check", file).sentence


@pytest.mark.parametrize("pdf", [b"stream\n" * 1_400_000, b"scorepad3:" * 1_000_000])
def test_a_file_that_is_made_to_take_long_is_not_known(
    scorepad: Scorepad, tmp_path: Path, pdf: bytes
) -> None:
    file = tmp_path / "x.pdf"
    file.write_bytes(b"%PDF-1.4\n" + pdf)
    assert "isn't a file that this computer recognizes" in scorepad("verify", file).out


POSIX = pytest.mark.skipif(os.name == "nt", reason="fifos and devices are POSIX")


@POSIX
@pytest.mark.parametrize(
    "command",
    [
        "score x.json", "score /dev/zero", "import x.json", "import x.ndjson", "new x.json",
        "new --rules x.toml", "rules check x.toml", "rules check x.json", "rules check /dev/zero",
        "verify x.pdf", "restore x.db", "sheet -o sheet.pdf x.json",
    ],
)  # fmt: skip
def test_a_fifo_and_a_device_are_no_files(scorepad: Scorepad, tmp_path: Path, command: str) -> None:
    """What is read from them may never end; nobody writes into this one."""
    *asked, name = command.split()
    file = tmp_path / name
    if file.parent == tmp_path:
        os.mkfifo(file)
    assert scorepad("new", "--rules", "unc").status == 0
    assert "it isn't an ordinary file" in scorepad(*asked, file).sentence


def test_a_clock_that_is_set_ahead_and_back_changes_no_order(
    scorepad: Scorepad, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = scorepad("new", "--rules", "unc").out.strip()
    years = [2026, 2036, 1999, 2026]
    for year in years:
        moment = datetime(year, 11, 1, 5, 30, tzinfo=UTC)
        clock = SteadyClock(lambda moment=moment: moment)
        monkeypatch.setattr("scorepad.__main__.now", clock)
        for n in range(2):
            note = json.dumps({"kind": "note", "text": f"{year} {n}"}).encode()
            assert scorepad("record", match_id, stdin=note).status == 0
        assert scorepad("check").out == "No damage was found.\n"
    for feed in (data / "feeds").iterdir():
        shutil.copy(feed, data.parent / feed.name)
    assert scorepad("restore", *data.parent.glob("*.jsonl"), folder=data.parent / "new").status == 0
    for folder in (data, data.parent / "new"):
        log = scorepad("show", match_id, "--json", folder=folder).json[0]["log"]
        assert [each["text"] for each in log] == [f"{year} {n}" for year in years for n in range(2)]
        moments = [each["at"] for each in log]
        assert moments == sorted(moments), "a table's time never goes back"
        ids = [each["id"] for each in log]
        assert ids == sorted(set(ids))
