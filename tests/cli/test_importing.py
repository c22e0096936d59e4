"""Many match files: each is answered in order, and is whole or not there."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from scorepad.desk.ports import UnreadableLog
from scorepad.spades.words import T
from scorepad.store.store import Store
from tests.cli.conftest import EXAMPLE, Scorepad
from tests.fork_server import ForkedProcess, run_forked


def matches(count: int, **more: Any) -> list[bytes]:
    """So many matches, each with one hand, a line each."""
    return [json.dumps({**EXAMPLE, "event": f"E{n}", **more}).encode() for n in range(count)]


def put(folder: Path, lines: list[bytes], name: str = "many.ndjson") -> Path:
    file = folder / name
    file.write_bytes(b"\n".join(lines) + b"\n")
    return file


def test_many_files_are_answered_in_order(scorepad: Scorepad, tmp_path: Path) -> None:
    lines = matches(23)
    first = put(tmp_path, lines[:4], "first.ndjson")
    single = put(tmp_path, lines[4:5], "single.json")
    rest = put(tmp_path, lines[5:], "rest.ndjson")
    said = scorepad("import", first, single, rest)
    assert (said.status, said.err) == (0, "")
    assert [line.split(": new match ")[0] for line in said.lines] == [
        *(f"{first}:{n}" for n in range(1, 5)),
        str(single),
        *(f"{rest}:{n}" for n in range(1, 19)),
    ], "answered in the order in which they were named"
    assert len(scorepad("matches").lines) == 23
    assert scorepad("check").out == "No damage was found.\n"


def test_a_new_match_at_a_taken_table_is_told(scorepad: Scorepad, tmp_path: Path) -> None:
    lines = [
        json.dumps({**EXAMPLE, "round": "2", "table": table, "first_dealer": dealer}).encode()
        for table, dealer in (("4", 0), ("5", 0), ("4", 1), ("4", 2))
    ]
    here, there = put(tmp_path, lines[:3]), put(tmp_path, lines[3:], "again.json")
    said = "a match in this round is already at Table 4\n"
    assert scorepad("import", here).err == f"{here}:3: {said}"
    assert scorepad("import", there).err == f"{there}: {said}"
    assert scorepad("import", here, there).err == "", "they are here already"
    assert len(scorepad("matches").lines) == 4, "each is kept all the same"


def test_a_bad_one_keeps_none_of_the_others_from_being_taken_in(
    scorepad: Scorepad, tmp_path: Path
) -> None:
    good = matches(4)
    twice = json.dumps({**EXAMPLE, "event": "E0"}).encode()
    file = put(tmp_path, [good[0], b"junk", good[1], b'{"rules": "whist"}', twice, *good[2:]])
    missing = tmp_path / "missing.json"
    said = scorepad("import", "--json", file, missing)
    assert said.status == 2
    assert [each.get("created", "refused") for each in said.json] == [
        True, "refused", True, "refused", False, True, True, "refused",
    ]  # fmt: skip
    assert [line.split(": ")[0] for line in said.err.splitlines()] == [
        f"{file}:2", f"{file}:4", str(missing),
    ]  # fmt: skip
    assert len(scorepad("matches").lines) == 4


def test_a_match_that_cannot_be_joined_keeps_none_from_it(
    scorepad: Scorepad, tmp_path: Path
) -> None:
    named = {"id": "0195731b-4c00-7000-9000-000000000001"}
    notes = [{"kind": "note", "text": text, "id": "x"} for text in ("one", "two")]
    lines = [*matches(2), *(matches(1, **named, log=[note])[0] for note in notes), *matches(3)[2:]]
    said = scorepad("import", put(tmp_path, lines))
    assert "disagree on entry" in said.sentence
    assert len(said.lines) == 4
    assert len(scorepad("matches").lines) == 4


def test_where_the_store_refuses_one_the_others_are_kept(
    scorepad: Scorepad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match that is stored and cannot be read, among new ones: all are tried one by one."""
    file = put(tmp_path, [*matches(2), matches(1, event="damaged")[0], *matches(4)[2:]])
    damaged = put(tmp_path, matches(1, event="damaged"), "damaged.json")
    (taken,) = scorepad("import", "--json", damaged).json
    load = Store.load

    def unreadable(store: Store, match_id: str) -> Any:
        if match_id == taken["id"]:
            raise UnreadableLog(T("match {id} can't be read", id=match_id))
        return load(store, match_id)

    monkeypatch.setattr(Store, "load", unreadable)
    said = scorepad("import", "--json", file)
    assert [each.get("created", "refused") for each in said.json] == [
        True, True, "refused", True, True,
    ]  # fmt: skip
    assert taken["id"] in said.sentence
    assert len(scorepad("matches").lines) == 5


def test_whoever_waits_for_an_answer_gets_it(tmp_path: Path) -> None:
    """The other end of a pipe may send the next match only after it was told of the last."""
    with ForkedProcess(["--data", str(tmp_path), "import", "-"]) as process:
        for number, line in enumerate(matches(3), 1):
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            assert process.stdout.readline().startswith(f"-:{number}: new match ".encode())
        process.stdin.close()
        assert process.wait() == 0


KILLED_WHILE_IMPORTING = """
import itertools, os, signal, sys
from scorepad.__main__ import main
from scorepad.desk.desk import Desk

data, file, last = sys.argv[1:]
import_one, times = Desk._import, itertools.count(1)

def import_some(*given):
    if next(times) == int(last):
        os.kill(os.getpid(), signal.SIGKILL)
    return import_one(*given)

Desk._import = import_some
sys.exit(main(["--data", data, "import", "--json", file]))
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("last", [7, 39])
def test_killed_in_the_middle_whole_matches_are_left(
    scorepad: Scorepad, tmp_path: Path, data: Path, last: int
) -> None:
    file = put(tmp_path, matches(40))
    done = run_forked([str(data), str(file), str(last)], code=KILLED_WHILE_IMPORTING)
    assert done.returncode == -signal.SIGKILL
    lines = done.stdout.splitlines(keepends=True)
    answered = {json.loads(line)["id"] for line in lines if line.endswith(b"\n")}
    assert answered
    kept = {each["id"]: each for each in scorepad("matches", "--json").json}
    assert answered <= kept.keys()
    assert len(kept) == last - 1, "each is whole or not there"
    assert {(each["entries"], *each["score"]) for each in kept.values()} == {(2, 101, 80)}
    assert scorepad("check").out == "No damage was found.\n"
    assert scorepad("import", file).status == 0
    assert len(scorepad("matches").lines) == 40
