"""Other programs write while the window is open: it follows them, and keeps what is typed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from scorepad.__main__ import Program
from scorepad.desk.desk import Desk
from scorepad.spades.entries import Bids, Note, Tricks
from scorepad.spades.matchfile import encode_match_file
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T
from tests.fork_server import run_forked
from tests.window.evening import HAND, Evening, read
from tests.window.stage import Stage


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Iterator[Stage]:
    with Program(str(tmp_path)).open_store(write=True) as store:
        yield Stage(qtbot, tmp_path, evening=Evening(tmp_path, store))


@pytest.fixture
def other(stage: Stage) -> Iterator[Desk]:
    """Another program's desk over the same matches, over a store of its own."""
    with Program(str(stage.parts.folder)).open_store(write=True) as store:
        evening = stage.evening
        yield Desk(store, evening.library, now=evening.wall, by=lambda: "Other")


def a_second(stage: Stage) -> None:
    for _tick in range(5):
        stage.pass_(0.2)


def command(stage: Stage, *arguments: str, stdin: str = "") -> str:
    """What a command prints, a process of its own, while the window is open."""
    data = str(stage.parts.folder)
    done = run_forked(["--data", data, *arguments], stdin=stdin.encode())
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


def test_the_command_line_writes_while_the_window_is_open(stage: Stage, tmp_path: Path) -> None:
    stage.evening.wall.moment = datetime.now(UTC)  # as the commands have it
    page = stage.open(HAND)
    stage.type("43")
    bids = json.dumps({"kind": "bids", "bids": [5, 3, 2, 2]})
    answer = json.loads(command(stage, "record", page.table.id, stdin=bids))
    opened = command(stage, "new", "--rules", "unc").strip()
    file = tmp_path / "match.json"
    copy = json.loads(encode_match_file(page.table.match))
    file.write_text(json.dumps({**copy, "id": stage.evening.desk.new_id()}), "utf-8")
    command(stage, "import", str(file))
    a_second(stage)
    assert page.table.match.log[-1].id == answer["ok"]
    assert page.bar.state == "tricks"
    assert "Recorded elsewhere: bids in hand 2" in page.bar.message_text
    assert opened in {each.id for each in stage.evening.desk.matches()}
    assert len(stage.evening.desk.matches()) == 3
    stage.type("8\n")
    assert len(page.table.match.board.hands) == 2
    assert Program(str(tmp_path)).check() == []


def test_what_is_typed_stays_and_is_asked_for_again(stage: Stage, other: Desk) -> None:
    page = stage.open(HAND)
    stage.type("433")
    other.open(page.table.id).record(Note(text="a word"))
    stage.type("2")
    assert "Recorded elsewhere: note" in page.bar.message_text
    assert "This wasn't recorded" in page.bar.message_text
    assert page.bar.bids is not None
    assert page.bar.bids.keys == "4332"
    stage.type("\n")
    assert page.bar.state == "tricks"
    assert page.bar.message_text == ""


def test_typing_goes_on_while_others_write_beside_it(stage: Stage, other: Desk) -> None:
    page = stage.open(HAND)
    stage.type("43")
    other.open(page.table.id).record(Note(text="a word"))
    a_second(stage)
    assert page.bar.bids is not None
    assert page.bar.bids.keys == "43"
    stage.type("32")
    assert page.bar.state == "tricks"


def test_what_is_written_elsewhere_is_shown_within_a_second(stage: Stage, other: Desk) -> None:
    page = stage.open(HAND)
    panel = page.show_panel("history")
    assert panel is not None
    entries = panel.entries.model().rowCount()  # type: ignore[attr-defined]
    table = other.open(page.table.id)
    table.record(Bids(bids=(4, 4, 3, 2)))
    table.record(Tricks(tricks=(8, 5, None, None)))
    a_second(stage)
    assert page.table.match.board.score == table.match.board.score
    assert page.sheet.rows[1].status == "scored"
    assert panel.entries.model().rowCount() == entries + 2  # type: ignore[attr-defined]


def test_a_table_that_nobody_wrote_to_is_not_told(stage: Stage, other: Desk) -> None:
    quiet, busy = stage.evening.play(HAND), stage.evening.play(HAND, table="5")
    stage.show(quiet)
    stage.show(busy)
    told: list[str] = []
    for table in (quiet, busy):
        table.listen(lambda _change, table=table: told.append(table.id))
    other.open(busy.id).record(Note(text="a word"))
    a_second(stage)
    a_second(stage)
    assert told == [busy.id]


def test_a_new_match_appears_in_the_list(stage: Stage, other: Desk) -> None:
    stage.open(HAND)
    stage.window.do("list")
    assert "1 match" in read(stage.window)
    other.start(other.head_for_new_teams(stage.evening.desk.matches()[0].id))
    a_second(stage)
    assert "2 matches" in read(stage.window)


def test_what_cannot_be_read_now_is_read_the_next_time(
    stage: Stage, other: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = stage.open(HAND)
    note = other.open(page.table.id).record(Note(text="a word")).entry

    def busy(_key: str) -> Any:
        raise Refused(T("the database is busy"))

    with monkeypatch.context() as patched:
        patched.setattr(stage.evening.keeper, "load", busy)
        a_second(stage)
    assert page.table.match.log[-1] != note
    a_second(stage)
    assert page.table.match.log[-1] == note
