"""`new`, `record`, `show`, `matches`, `import`: the matches that are stored."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

import scorepad.__main__ as program
from scorepad.desk.ports import UnreadableLog
from scorepad.desk.steady_clock import SteadyClock
from scorepad.spades.words import T
from scorepad.store.store import Store
from tests.cli.conftest import EXAMPLE, Said, Scorepad

MATCHES = Path(__file__).parents[1] / "data" / "matches"
FILES = sorted(p for p in MATCHES.glob("*.json") if not p.name.endswith(".expect.json"))


def entries(*each: Any) -> bytes:
    return b"".join(json.dumps(entry).encode() + b"\n" for entry in each)


def new(scorepad: Scorepad, rules: str = "unc") -> str:
    said = scorepad("new", "--rules", rules)
    assert said.status == 0
    return said.out.strip()


BIDS = {"kind": "bids", "bids": [4, 3, "nil", 5]}
TRICKS = {"kind": "tricks", "tricks": [5, 8, 0, None]}


# new


def test_a_new_match_prints_its_id(scorepad: Scorepad) -> None:
    first = new(scorepad)
    assert UUID(first).version == 7
    (second,) = scorepad("new", "--rules", "washburn", "--json").json
    assert second["id"] > first
    (shown,) = scorepad("show", first, "--json").json
    assert shown["id"] == first
    assert shown["rules"]["game"]["target"] == 300, "the whole rule set is frozen into it"
    assert shown["log"] == []


def test_a_new_match_says_who_deals_first(scorepad: Scorepad) -> None:
    said = scorepad("new", "--rules", "unc", "--first-dealer", "2")
    assert said.err == "Team A 2 deals first\n"
    assert scorepad("show", said.out.strip(), "--json").json[0]["first_dealer"] == 2
    drawn = scorepad("new", "--rules", "unc", "--first-dealer", "draw", "--json")
    (answer,) = drawn.json
    assert answer["first_dealer"] in range(4)
    assert (
        scorepad("show", answer["id"], "--json").json[0]["first_dealer"] == answer["first_dealer"]
    )
    assert " draws " in drawn.err
    assert drawn.err.endswith(" and deals first\n")


def test_a_new_match_from_a_file_has_its_log(scorepad: Scorepad, match_file: Path) -> None:
    match_id = scorepad("new", match_file).out.strip()
    (shown,) = scorepad("show", match_id, "--json").json
    assert [entry["kind"] for entry in shown["log"]] == ["bids", "tricks"]
    assert shown["teams"] == EXAMPLE["teams"]
    other = scorepad("new", match_file)
    assert (other.status, other.err) == (0, "")
    assert other.out.strip() != match_id
    file = match_file.with_name("shown.json")
    file.write_text(json.dumps(shown), "utf-8")
    assert "to merge the file, import it" in scorepad("new", file).sentence


def test_a_table_that_is_taken_in_its_round_is_said(scorepad: Scorepad, match_file: Path) -> None:
    for table, said in (
        ("Table 3", "at Table 3; Table 4 is free"),
        ("Bar", "at Bar"),
    ):
        match_file.write_text(json.dumps(EXAMPLE | {"round": "2", "table": table}), "utf-8")
        assert scorepad("new", match_file).err == ""
        again = scorepad("new", match_file)
        assert (again.status, len(again.lines)) == (0, 1)
        assert again.err == f"a match in this round is already {said}\n"


def test_a_new_match_by_a_house_rule_set(scorepad: Scorepad, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('id = "house"\nname = "House"\nextends = "unc"\n[game]\ntarget = 200\n')
    match_id = new(scorepad, str(house))
    house.unlink()
    (shown,) = scorepad("show", match_id, "--json").json
    assert (shown["rules"]["id"], shown["rules"]["game"]["target"]) == ("house", 200)


# record


def test_each_entry_is_answered_and_the_refused_ones_are_passed_over(
    scorepad: Scorepad,
) -> None:
    match_id = new(scorepad)
    said = scorepad(
        "record",
        match_id,
        stdin=entries(BIDS, {"kind": "tricks", "tricks": [7, 5, 0, None]})
        + b"\n  \nnonsense\n"
        + entries(TRICKS, TRICKS),
    )
    assert said.status == 2
    answers = said.json
    assert [next(iter(each)) for each in answers] == ["ok", "error", "error", "ok", "error"]
    assert answers[1]["error"] == "7 + 5 + 0 = 12 tricks; a hand has 13"
    assert "no hand is in progress" in answers[4]["error"]
    (shown,) = scorepad("show", match_id, "--json").json
    log = shown["log"]
    assert [entry["kind"] for entry in log] == ["clock", "bids", "tricks"]
    assert [entry["id"] for entry in log[1:]] == [answers[0]["ok"], answers[3]["ok"]]
    clock, bids, tricks = (entry["step"] for entry in log)
    assert clock == bids != tricks, "the clock was started by the bids, so they are one step"
    errors = said.err.splitlines()
    assert errors[0] == "line 1: the clock started with these bids"
    assert errors[1] == "line 2: 7 + 5 + 0 = 12 tricks; a hand has 13"
    assert [line.split(":")[0] for line in errors] == ["line 1", "line 2", "line 5", "line 7"]


def test_all_accepted_is_status_0(scorepad: Scorepad) -> None:
    match_id = new(scorepad, "washburn")
    said = scorepad("record", match_id[:30], stdin=entries(BIDS, TRICKS))
    assert (said.status, said.err) == (0, "")
    assert scorepad("record", match_id, stdin=b"") == Said(0, "", "")


def test_warnings_are_said_beside(scorepad: Scorepad) -> None:
    match_id = new(scorepad)
    said = scorepad("record", match_id, stdin=entries({"kind": "misdeal", "reason": "a hunch"}))
    assert said.status == 0
    assert next(iter(said.json[0])) == "ok"
    assert "“a hunch”" in said.err


def test_time_that_is_due_is_recorded_before_anything_else(scorepad: Scorepad) -> None:
    """Nobody was there when it ran out: between hands, cards count as not dealt."""
    start = datetime.now(UTC) - timedelta(minutes=40)
    match_id = new(scorepad)
    at = [(start + timedelta(minutes=m)).isoformat() for m in (0, 10)]
    played = scorepad(
        "record",
        match_id,
        stdin=entries(
            {**BIDS, "at": at[0]}, {**TRICKS, "at": at[1]}, {"kind": "note", "text": "x"}
        ),
    )
    assert played.status == 0
    (shown,) = scorepad("show", match_id, "--json").json
    log = shown["log"]
    assert [entry["kind"] for entry in log] == ["clock", "bids", "tricks", "time", "note"]
    ran_out = datetime.fromisoformat(log[3]["at"])
    assert ran_out == start + timedelta(minutes=30)
    assert "dealt" not in log[3]
    said = scorepad("record", match_id, stdin=entries(BIDS))
    assert "the game is over" in said.json[0]["error"]


def test_bids_after_the_clock_ran_out_show_that_cards_were_dealt(scorepad: Scorepad) -> None:
    """RULES 4: `record` and the window give one answer to bids that follow a clock that ran out."""
    start = datetime.now(UTC) - timedelta(minutes=40)
    match_id = new(scorepad)
    at = [(start + timedelta(minutes=m)).isoformat() for m in (0, 10)]
    said = scorepad(
        "record", match_id, stdin=entries({**BIDS, "at": at[0]}, {**TRICKS, "at": at[1]}, BIDS)
    )
    assert said.status == 0, said.err
    assert "the hand had been dealt by then" in said.err
    (shown,) = scorepad("show", match_id, "--json").json
    assert [entry["kind"] for entry in shown["log"]][3:] == ["time", "bids"]
    assert shown["log"][3]["dealt"] is True
    ended = scorepad("record", match_id, stdin=entries(TRICKS, BIDS))
    assert "the game is over" in ended.json[1]["error"]


def test_entries_that_cannot_be_are_one_sentence_each(scorepad: Scorepad) -> None:
    match_id = new(scorepad)
    junk = [
        b"{}",
        b"[]",
        b"null",
        b'{"kind": "bids"}',
        b'{"kind": "bids", "bids": "4444"}',
        b'{"kind": "bids", "bids": [' + b"9" * 5000 + b", 1, 1, 1]}",
        b'{"kind": "note", "text": "x", "colour": 1}',
        b'{"kind": "note", "text": "\xff"}',
        b'{"kind": "note", "text": "\\ud800"}',
        b'{"kind": "clock", "do": "stop"}',
        b'{"kind": "clock", "do": "add"}',
        b'{"kind": "setup", "why": "x", "rules": {"id": 7}}',
        b'{"kind": "amend", "entry": "1", "to": {"kind": "strike", "entry": "1"}, "why": "x"}',
        b'{"kind": "restore", "entry": "1"}',
        b'{"kind": "time", "dealt": "perhaps"}',
        b"[" * 100_000,
        bytes(range(1, 10)) + bytes(range(11, 256)),
    ]
    said = scorepad("record", match_id, stdin=b"\n".join(junk))
    assert [list(each) for each in said.json] == [["error"]] * len(junk)
    assert all(len(line) < 700 for line in said.err.splitlines())
    assert len(said.err.splitlines()) == len(junk)
    assert scorepad("show", match_id, "--json").json[0]["log"] == []


def test_an_empty_line_at_the_end_and_none_at_all(scorepad: Scorepad) -> None:
    match_id = new(scorepad, "chicago")
    said = scorepad("record", match_id, stdin=json.dumps(BIDS).encode())
    assert (said.status, len(said.lines)) == (0, 1)


@pytest.mark.parametrize("jump_at", [0, 1, 2])
@pytest.mark.parametrize("hours", [2, -2])
def test_a_clock_of_the_computer_that_is_set_meanwhile_ends_no_match(
    scorepad: Scorepad, monkeypatch: pytest.MonkeyPatch, jump_at: int, hours: int
) -> None:
    """It is set before the bids, before the note, or before the end of the lines."""
    began, looked = datetime(2026, 3, 1, 12, tzinfo=UTC), count(-1)

    def wall() -> datetime:
        return began + timedelta(hours=hours if next(looked) >= jump_at else 0)

    match_id = new(scorepad)
    monkeypatch.setattr(program, "now", SteadyClock(wall, lambda: 0.0))
    said = scorepad("record", match_id, stdin=entries(BIDS, {"kind": "note", "text": "slow"}))
    assert [next(iter(each)) for each in said.json] == ["ok", "ok"]
    assert said.err.count("computer's clock was changed") == 1
    later = began + timedelta(hours=hours + 3 * (hours < 0), minutes=1)
    monkeypatch.setattr(program, "now", SteadyClock(lambda: later, lambda: 0.0))
    said = scorepad("record", match_id, stdin=entries(TRICKS, {"kind": "time"}, TRICKS))
    assert [next(iter(each)) for each in said.json] == ["error", "ok", "ok"]
    assert "Is time up?" in said.json[0]["error"]


# show, matches


def test_a_match_is_shown_with_its_code(scorepad: Scorepad, match_file: Path) -> None:
    match_id = scorepad("new", match_file).out.strip()
    said = scorepad("show", match_id[:20])
    assert "Aces 101, Kings 80; bags 1 and 0" in said.lines
    assert said.lines[-1].startswith(f"Match {match_id}; code ")


def test_matches_are_listed_and_searched(scorepad: Scorepad, match_file: Path) -> None:
    first = scorepad("new", match_file).out.strip()
    second = new(scorepad, "chicago")
    said = scorepad("matches")
    assert [line.split()[0] for line in said.lines] == [second, first]
    assert "Aces – Kings" in said.lines[1]
    assert "101–80" in said.lines[1]
    (found,) = scorepad("matches", "--json", "KINGS", "aces").json
    assert (found["id"], found["score"], found["status"]) == (first, [101, 80], "playing")
    assert scorepad("matches", "nobody") == Said(0, "", "")
    assert scorepad("matches", "--archived") == Said(0, "", "")


# import


def called(one: str, other: str, log: tuple[Any, ...] = ()) -> bytes:
    teams = [{"name": name, "players": ["a", "b"]} for name in (one, other)]
    return json.dumps({**EXAMPLE, "teams": teams, "log": list(log)}).encode()


def test_a_total_below_zero_stands_beside_no_dash(scorepad: Scorepad, tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    ruling = {"kind": "ruling", "side": 1, "points": -200, "why": "late"}
    file.write_bytes(called("Aces", "Kings", (ruling,)))
    assert scorepad("import", file).status == 0
    (line,) = scorepad("matches").lines
    assert "  0 to −200  " in line
    assert "–−" not in line


def test_a_long_name_pads_no_other_line(scorepad: Scorepad, tmp_path: Path) -> None:
    for number, name in enumerate(("x" * 150, "Tigers", "Bears")):
        file = tmp_path / f"{number}.json"
        file.write_bytes(called(name, "Kings", tuple(EXAMPLE["log"])))
        assert scorepad("import", file).status == 0
    lines = scorepad("matches").lines
    bears, tigers, long = sorted(lines, key=len)
    assert "x" * 150 in long, "nothing is cut off"
    assert len(tigers) < 120
    assert tigers.index(" unc ") == bears.index(" unc "), "what has room is aligned"
    sheet = scorepad("score", tmp_path / "0.json").lines
    assert max(len(line) for line in sheet if "x" * 150 not in line) < 160


def test_names_from_right_to_left_turn_no_score_round(scorepad: Scorepad, tmp_path: Path) -> None:
    one, other = "\u0641\u0631\u064a\u0642", "\u05e9\u05d5\u05e2\u05dc 7"
    file = tmp_path / "x.json"
    file.write_bytes(called(one, other, tuple(EXAMPLE["log"])))
    assert scorepad("import", file).status == 0
    both = f"\u2068{one}\u2069 – \u2068{other}\u2069"
    assert both in scorepad("matches").out
    (found,) = scorepad("matches", "--json").json
    assert found["teams"] == [one, other], "a program gets the names as they are"
    shown = scorepad("show", found["id"])
    assert f"\u2068{one}\u2069: a, b" in shown.out
    code = shown.lines[-1].rpartition(" ")[2]
    assert f"  \u2068{one}\u2069 " in scorepad("verify", code).out
    assert "\u2068" not in scorepad("show", found["id"], "--json").out
    assert "\u2068" not in scorepad("score", "--json", file).out


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_is_shown_is_imported_unchanged(
    scorepad: Scorepad, tmp_path: Path, file: Path
) -> None:
    """import → show --json → import elsewhere → show --json: the same bytes, the same score."""
    (taken,) = scorepad("import", "--json", file).json
    assert taken["created"]
    assert taken["new"] == len(json.loads(file.read_bytes())["log"])
    shown = scorepad("show", "--json", taken["id"])
    copy, elsewhere = tmp_path / "copy.json", tmp_path / "elsewhere"
    copy.write_text(shown.out, "utf-8")
    (again,) = scorepad("import", "--json", copy).json
    assert (again["created"], again["new"]) == (False, 0)
    (there,) = scorepad("import", "--json", copy, folder=elsewhere).json
    assert there == {**taken, "id": taken["id"], "unfit": {}}
    assert scorepad("show", "--json", taken["id"], folder=elsewhere).out == shown.out
    scored = [scorepad("score", "--json", each).json[0] for each in (file, copy)]
    assert scored[0] == scored[1]


def test_importing_says_what_it_did(scorepad: Scorepad, match_file: Path) -> None:
    first = scorepad("import", match_file)
    assert first.out.startswith(f"{match_file}: new match ")
    assert first.out.endswith(", 2 entries\n")
    again = scorepad("import", match_file).out
    match_id = json.loads(scorepad("matches", "--json").out)["id"]
    assert again == f"{match_file}: nothing new for match {match_id}\n"
    (shown,) = scorepad("show", match_id, "--json").json
    at = datetime.now(UTC).isoformat()
    shown["log"].append({"kind": "note", "text": "from elsewhere", "id": "there", "at": at})
    match_file.write_text(json.dumps(shown), "utf-8")
    assert scorepad("import", match_file).out.endswith(
        "merged with match " + match_id + ", 1 entry added\n"
    )
    shown["log"][-1]["text"] = "something else"
    match_file.write_text(json.dumps(shown), "utf-8")
    assert "disagree on entry" in scorepad("import", match_file).sentence
    shown["log"].pop()
    shown["event"] = "Another"
    match_file.write_text(json.dumps(shown), "utf-8")
    said = scorepad("import", match_file)
    assert said.status == 0
    assert "kept the saved ones" in said.err


def test_many_matches_of_one_file_are_imported_the_good_ones_all(
    scorepad: Scorepad, tmp_path: Path
) -> None:
    file = tmp_path / "many.ndjson"
    lines = [json.dumps({**EXAMPLE, "event": f"E{n}"}) for n in range(3)]
    lines.insert(1, '{"rules": "whist"}')
    file.write_text("\n".join(lines), "utf-8")
    said = scorepad("import", file)
    assert said.sentence.startswith(f"{file}:2: ")
    assert len(said.lines) == 3
    assert len(scorepad("matches").lines) == 3
    from_stdin = scorepad("import", "-", stdin=file.read_bytes())
    assert len(from_stdin.lines) == 3
    assert len(scorepad("matches").lines) == 3


def test_blanks_around_a_name_are_nobody_s(scorepad: Scorepad, tmp_path: Path) -> None:
    file = tmp_path / "m.json"
    file.write_text(json.dumps({**EXAMPLE, "event": " Spring  Open ", "round": "2 "}), "utf-8")
    kept = scorepad("new", file).out.strip()
    assert "  Spring Open · 2  " in scorepad("matches").out
    assert "Spring Open · 2 · UNC" in scorepad("show", kept).out


# a match that cannot be read


@pytest.mark.parametrize(
    "command",
    [
        ("export", "--format", "json"),
        ("book",),
        ("event", "print", "posters", "E"),
        ("event", "print", "round", "E"),
    ],
    ids=" ".join,
)
def test_a_match_that_cannot_be_read_keeps_no_other_out(
    scorepad: Scorepad,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: tuple[str, ...],
) -> None:
    """Its rule set is not here yet; where it is named itself, that is refused."""
    for table in ("1", "2", "3"):
        file = tmp_path / f"{table}.json"
        file.write_text(json.dumps({**EXAMPLE, "event": "E", "round": "1", "table": table}))
        assert scorepad("import", file).status == 0
    second = scorepad("matches", "--json").json[1]["id"]
    load = Store.load

    def unreadable(store: Store, match_id: str) -> Any:
        if match_id == second:
            raise UnreadableLog(T("match {id} can't be read", id=match_id))
        return load(store, match_id)

    monkeypatch.setattr(Store, "load", unreadable)
    out = tmp_path / "out"
    said = scorepad(*command, "-o", out)
    assert f"match {second} can't be read" in said.sentence
    assert out.exists()
    if command[0] == "export":
        shown = scorepad("score", "--json", *sorted(out.iterdir())) if out.is_dir() else said
        assert len(shown.lines) == (2 if out.is_dir() else 1)
    assert (
        f"match {second} can't be read"
        in scorepad("export", second, "--format", "json", "-o", tmp_path / "named").sentence
    )
    assert not (tmp_path / "named").exists()
    assert len(scorepad("matches").lines) == 3


# check, restore


def feed_of(data: Path) -> Path:
    (file,) = (data / "feeds").glob("*.jsonl")
    return file


def test_restoring_what_is_damaged_says_how_much_of_it_is_not_here(
    scorepad: Scorepad, data: Path, tmp_path: Path
) -> None:
    match_id = new(scorepad)
    scorepad("record", match_id, stdin=entries(BIDS, TRICKS))
    feed = feed_of(data)
    content = feed.read_bytes()
    copy, cut = tmp_path / "drive" / "scorepad-1.jsonl", tmp_path / "cut.jsonl"
    copy.parent.mkdir()
    copy.write_bytes(content.replace(b'"bids":[4', b'"bids":[?').replace(b"[5,8", b"[?,8"))
    cut.write_bytes(content[:-20])
    said = scorepad("restore", copy.parent, folder=tmp_path / "other")
    assert said.status == 1
    assert said.out == f"Imported everything readable in {copy.parent}; nothing was removed.\n"
    assert said.err.splitlines() == [
        f"{copy} is damaged in one place; only the readable part was imported"
    ]
    said = scorepad("restore", cut, folder=tmp_path / "third")
    assert (said.status, said.err) == (0, ""), "its writer was not done yet"
