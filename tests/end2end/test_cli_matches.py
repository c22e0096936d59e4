"""Whole matches through the command line, as a script would play them: what is recorded goes to a
process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from scorepad.spades.board import Reason
from scorepad.spades.rules import PRESETS
from tests.cli.conftest import Scorepad, data, scorepad
from tests.fork_server import ForkedProcess, run_forked

__all__ = ["data", "scorepad"]

ROOT = Path(__file__).parents[2]
MATCHES = ROOT / "tests" / "data" / "matches"
NAMES = sorted(p.stem for p in MATCHES.glob("*.json") if not p.name.endswith(".expect.json"))
NO_DISPLAY = {
    name: value
    for name, value in os.environ.items()
    if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "PYTHONUNBUFFERED")
}


def command(data: Path, *arguments: str | Path) -> list[str]:
    return ["--data", str(data), *map(str, arguments)]


def run(
    data: Path, *arguments: str | Path, stdin: bytes = b"", status: int = 0
) -> subprocess.CompletedProcess[bytes]:
    """Run a command to its end; its standard error is never a traceback."""
    said = run_forked(command(data, *arguments), stdin=stdin, env=NO_DISPLAY)
    assert said.returncode == status, said
    assert b"Traceback" not in said.stderr
    return said


class Recorder:
    """`scorepad record` on the other side of two pipes."""

    def __init__(self, data: Path, match_id: str) -> None:
        self.process = ForkedProcess(command(data, "record", match_id), env=NO_DISPLAY)

    def send(self, entry: Any) -> None:
        self.process.stdin.write(json.dumps(entry).encode() + b"\n")
        self.process.stdin.flush()

    def answer(self) -> dict[str, str]:
        """The next answer; it comes while standard input is still open."""
        answer: dict[str, str] = json.loads(self.process.stdout.readline())
        return answer

    def ask(self, entry: Any) -> dict[str, str]:
        self.send(entry)
        return self.answer()

    def close(self) -> None:
        """Kill it, and let its pipes go."""
        self.process.kill()
        with self.process:
            pass


@contextmanager
def recording(data: Path, match_id: str) -> Iterator[Recorder]:
    recorder = Recorder(data, match_id)
    try:
        yield recorder
    finally:
        recorder.close()


def load(name: str) -> Any:
    return json.loads((MATCHES / f"{name}.json").read_text("utf-8"))


def play(data: Path, folder: Path, name: str) -> str:
    """Open the match with an empty log and record its entries one by one; its id."""
    match = load(name)
    head = folder / f"{name}.json"
    head.write_text(json.dumps(match | {"log": []}), "utf-8")
    match_id: str = json.loads(run(data, "new", "--json", head).stdout)["id"]
    ids: dict[str, str] = {}
    with recording(data, match_id) as recorder:
        for position, entry in enumerate(match["log"], 1):
            if "entry" in entry:
                entry = entry | {"entry": ids[entry["entry"]]}  # noqa: PLW2901
            answer = recorder.ask(entry)
            assert "ok" in answer, (position, entry, answer)
            ids[str(position)] = answer["ok"]
        recorder.process.stdin.close()
        assert recorder.process.wait() == 0
    return match_id


@pytest.mark.parametrize("name", NAMES)
def test_a_match_is_played_to_its_end(tmp_path: Path, scorepad: Scorepad, name: str) -> None:
    """Here its lines come all at once; one by one below, from one who waits for each answer."""
    match, expect = load(name), load(f"{name}.expect")
    file = tmp_path / "match.json"
    file.write_text(json.dumps(match | {"log": []}), "utf-8")
    match_id = scorepad("new", "--json", file).json[0]["id"]
    log = [entry | {"id": f"e{place}"} for place, entry in enumerate(match["log"], 1)]
    lines = [entry | ({"entry": f"e{entry['entry']}"} if "entry" in entry else {}) for entry in log]
    said = scorepad("record", match_id, stdin="\n".join(map(json.dumps, lines)).encode())
    assert [each["ok"] for each in said.json] == [entry["id"] for entry in log]
    file.write_text(scorepad("show", match_id, "--json").out, "utf-8")
    scored, as_written = scorepad("score", "--json", file, MATCHES / f"{name}.json").json
    assert as_written == scored
    for hand, wanted in zip(scored["hands"], expect["hands"], strict=True):
        known = {key: value for key, value in wanted.items() if key != "from"}
        assert {key: hand[key] for key in known} == known, wanted["from"]
    for key in ("status", "winner", "tied", "reason", "extra_hand", "score", "bags"):
        assert scored[key] == expect[key], key
    assert scored["adjustments"] == expect["adjustments"]
    (listed,) = scorepad("matches", "--json").json
    assert (listed["id"], listed["status"]) == (match_id, "over")
    assert (listed["reason"], listed["score"]) == (expect["reason"], expect["score"])


def test_a_played_match_is_taken_to_another_laptop(tmp_path: Path) -> None:
    data, elsewhere = tmp_path / "kept", tmp_path / "elsewhere"
    match_id = play(data, tmp_path, "unc-time-extra-hand")
    shown = run(data, "show", match_id, "--json").stdout
    run(elsewhere, "import", "-", stdin=shown)
    assert run(elsewhere, "show", match_id, "--json").stdout == shown
    again = run(data, "import", "-", stdin=shown).stdout.decode().strip()
    assert again.endswith(f": nothing new for match {match_id}")
    assert run(data, "show", match_id, "--json").stdout == shown


def test_every_preset_and_every_ending_is_among_them() -> None:
    expects = {name: load(f"{name}.expect") for name in NAMES}
    books = {"boston", "first-hand", "sets-in-a-row"}
    assert {expect["reason"] for expect in expects.values()} == set(get_args(Reason)) - books
    assert any(expect["tied"] for expect in expects.values())
    whole = {
        load(name)["rules"]
        for name, expect in expects.items()
        if isinstance(load(name)["rules"], str)
        and sum(hand["status"] != "void" for hand in expect["hands"]) >= 8
    }
    assert whole == set(PRESETS)


# Killed.


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    """Killed after any answer: the log is exactly what was answered.  Killed with an entry on
    its way: that entry is there whole, or not at all."""
    data, rng = tmp_path / "kept", Random(7)
    match_id = run(data, "new", "--rules", "washburn").stdout.decode().strip()
    acknowledged: list[str] = []
    for _ in range(4):
        with recording(data, match_id) as recorder:
            for number in range(rng.randrange(1, 5)):
                answer = recorder.ask({"kind": "note", "text": f"{len(acknowledged)} {number}"})
                acknowledged.append(answer["ok"])
            on_its_way = rng.random() < 0.5
            if on_its_way:
                recorder.send({"kind": "note", "text": "on its way"})
            recorder.process.kill()
            recorder.process.wait()
        log = json.loads(run(data, "show", match_id, "--json").stdout)["log"]
        kept = [entry["id"] for entry in log]
        assert kept[: len(acknowledged)] == acknowledged
        assert len(kept) - len(acknowledged) in ((0, 1) if on_its_way else (0,))
        acknowledged = kept
    run(data, "record", match_id)  # what a kill left out of the second copy is completed
    assert run(data, "check").stdout


def test_a_hand_killed_between_bids_and_tricks_goes_on(tmp_path: Path) -> None:
    data = tmp_path / "kept"
    match_id = run(data, "new", "--rules", "unc").stdout.decode().strip()
    with recording(data, match_id) as recorder:
        recorder.ask({"kind": "bids", "bids": [4, 3, "nil", 5]})
    with recording(data, match_id) as recorder:
        assert "in progress" in recorder.ask({"kind": "bids", "bids": [4, 3, 2, 5]})["error"]
        assert "ok" in recorder.ask({"kind": "tricks", "tricks": [5, 8, 0, None]})
    log = json.loads(run(data, "show", match_id, "--json").stdout)["log"]
    assert [entry["kind"] for entry in log] == ["clock", "bids", "tricks"]


# Several programs.


def test_while_one_program_records_others_write_and_read(tmp_path: Path) -> None:
    data = tmp_path / "kept"
    match_id = run(data, "new", "--rules", "unc").stdout.decode().strip()
    file = MATCHES / f"{NAMES[0]}.json"
    with recording(data, match_id) as recorder:
        recorder.ask({"kind": "note", "text": "first"})
        for arguments in (["import", file], ["new", "--rules", "unc"]):
            assert run(data, *arguments).stdout
        assert len(run(data, "matches").stdout.splitlines()) == 3
        log = json.loads(run(data, "show", match_id, "--json").stdout)["log"]
        assert [entry["text"] for entry in log] == ["first"]
        assert "ok" in recorder.ask({"kind": "note", "text": "second"})


# Pipes, languages, libraries.


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    whole = json.dumps(load("washburn-target")).encode() + b"\n"
    many = tmp_path / "many.ndjson"
    many.write_bytes(whole * 300)
    process = subprocess.Popen(
        [sys.executable, "-m", "scorepad", *command(tmp_path, "score", "--json", many)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=NO_DISPLAY,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert json.loads(process.stdout.readline())["status"] == "over"
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    process.wait(60)


def test_recording_stops_when_nobody_reads_the_answers(tmp_path: Path) -> None:
    data = tmp_path / "kept"
    match_id = run(data, "new", "--rules", "unc").stdout.decode().strip()
    recorder = Recorder(data, match_id)
    process = recorder.process
    recorder.ask({"kind": "note", "text": "heard"})
    process.stdout.close()
    recorder.send({"kind": "note", "text": "not heard"})
    (said,) = process.stderr.read().decode().splitlines()
    assert said == (
        "line 2: the entry was recorded, but the output couldn't be written: no program is "
        "reading it"
    )
    assert process.wait() == 2
    recorder.close()
    log = json.loads(run(data, "show", match_id, "--json").stdout)["log"]
    assert [entry["text"] for entry in log] == ["heard", "not heard"], "it is on the disk"


def test_names_of_all_scripts_pass_through_a_plain_locale(tmp_path: Path) -> None:
    match = load("unc-forfeit")
    match["teams"][0]["name"] = "Łódź – Ελλάς – عربي – 王"
    file = tmp_path / "names.json"
    file.write_text(json.dumps(match, ensure_ascii=False), "utf-8")
    for locale in ("C", "POSIX", "C.UTF-8"):
        said = subprocess.run(
            [sys.executable, "-m", "scorepad", *command(tmp_path, "score", file)],
            capture_output=True,
            check=True,
            cwd=ROOT,
            env=NO_DISPLAY | {"LC_ALL": locale, "LANG": locale, "PYTHONUTF8": "0"},
            timeout=120,
        )
        assert "Łódź – Ελλάς – عربي – 王" in said.stdout.decode()


@pytest.mark.parametrize(
    "commands",
    [
        [
            *((command, ["PySide6", "sqlalchemy", "sqlmodel", "alembic", "reportlab"])
              for command in (["--version"], ["--help"], ["rules"],
                              ["score", "--json", MATCHES / "unc-forfeit.json"])),
            (["sheet", "--blank", "unc", "-o", "out.pdf"], ["PySide6", "sqlalchemy", "sqlmodel"]),
        ],
        [
            (["new", "--rules", "unc"], ["PySide6", "reportlab"]),
            (["matches"], ["PySide6", "reportlab"]),
            (["export", "--format", "json", "-o", "out.json"], ["PySide6"]),
        ],
    ],
    ids=["without a store", "store"],
)  # fmt: skip
def test_a_command_loads_no_more_than_it_needs(
    tmp_path: Path, commands: list[tuple[list[str | Path], list[str]]]
) -> None:
    """One after the other in one process: what none of them may load is not there at the end."""
    asked = [["--data", str(tmp_path / "kept"), *map(str, command)] for command, _ in commands]
    look = (
        "import json, sys\n"
        "from scorepad.__main__ import main\n"
        f"for command in {asked!r}:\n"
        "    main(command)\n"
        "    loaded = sorted({m.split('.')[0] for m in sys.modules})\n"
        "    sys.stderr.write('\\n' + json.dumps([command, loaded]))\n"
    )
    said = subprocess.run(
        [sys.executable, "-c", look],
        capture_output=True,
        check=True,
        cwd=tmp_path,
        env=NO_DISPLAY | {"PYTHONPATH": str(ROOT)},
        timeout=120,
    )
    answers = [json.loads(line) for line in said.stderr.splitlines() if line.startswith(b"[")]
    assert [command for command, _ in answers] == asked
    for (command, loaded), (_, unwanted) in zip(answers, commands, strict=True):
        assert "scorepad" in loaded
        assert not set(unwanted) & set(loaded), command
