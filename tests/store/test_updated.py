"""A data folder that an earlier Scorepad left is opened: everything comes to the same, and its
database stays beside the new one.

`tests/data/store/killed-0.2.0` is one of 0.2.0 before its release, when it was killed: matches, an
event, another laptop's feed, a second chain of the own one, a document, a draft; the feed is behind
by a half line, and what came last is in the journal alone.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
from functools import partial
from pathlib import Path

import pytest

from scorepad.__main__ import main
from scorepad.desk.reading import status_of_kept_log
from tests.conftest import DATA
from tests.share.room import LIBRARY
from tests.store import kept
from tests.store.kept import spoil, texts

KILLED = DATA / "store" / "killed-0.2.0"
EXPECTED = json.loads((KILLED / "expected.json").read_bytes())
HASH = "5a" * 32
MACHINE = ("front desk" * 32)[:32]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(KILLED / "folder", tmp_path / "data")


opened = partial(
    kept.opened, machine=MACHINE, summarize=lambda log: status_of_kept_log(log, LIBRARY)
)


def assert_shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The commands show what the earlier program showed."""

    def run(*arguments: str) -> str:
        assert main(["--data", str(folder), *arguments]) == 0
        return capsys.readouterr().out

    listed = [
        json.loads(line)
        for archived in ((), ("--archived",))
        for line in run("matches", "--json", *archived).splitlines()
    ]
    assert len(listed) == len(EXPECTED["matches"])
    for each in listed:
        wanted = EXPECTED["matches"][each["id"]]["listed"]
        # A later program may show more; `changed` was the clock's time, a little after the entry's.
        names = wanted.keys() - {"changed", "program"}
        assert {name: each[name] for name in names} == {name: wanted[name] for name in names}
    for match_id, each in EXPECTED["matches"].items():
        shown = json.loads(run("show", match_id, "--json"))
        assert shown == each["shown"]
    for event_id, each in EXPECTED["events"].items():
        assert json.loads(run("event", "show", event_id, "--json")) == each


def test_it_is_updated_when_it_is_opened(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with contextlib.closing(sqlite3.connect(folder / "scorepad.db")) as old:
        (laptop,) = old.execute("SELECT value FROM state WHERE key = 'laptop'").fetchone()
        lines = old.execute("SELECT line FROM lines ORDER BY rowid").fetchall()
    shutil.rmtree(folder)
    shutil.copytree(KILLED / "folder", folder)
    with opened(folder) as store:
        (moved,) = folder.glob("scorepad-earlier-*.db")
        assert texts(store.notices) == [
            (
                f"Scorepad updated the database in {folder} for this version. The old one "
                f"is still there as {moved.name}."
            )
        ]
        for match_id, draft in EXPECTED["draft"].items():
            assert store.draft(match_id) == draft
        assert store.find_document(HASH) is not None
        assert store.laptop_id() == laptop, "nothing was damaged, so it goes on as it was"
        assert len(store.doubled_laptops()) == 1
        assert store.check() == []
    with contextlib.closing(sqlite3.connect(folder / "scorepad.db")) as new:
        assert new.execute("SELECT line FROM lines ORDER BY rowid").fetchall() == lines
    with opened(folder) as store:
        assert store.notices == ()
    assert_shown(folder, capsys)


def test_what_is_damaged_in_it_comes_from_its_feeds(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(folder, "UPDATE lines SET line = replace(line, '\"tricks\":[', '\"tricks\":(')")
    with opened(folder) as store:
        assert "was damaged; Scorepad moved it to scorepad-damaged-" in texts(store.notices)[0]
        for match_id, draft in EXPECTED["draft"].items():
            assert store.draft(match_id) == draft
        assert store.check() == []
    assert_shown(folder, capsys)


@pytest.mark.parametrize("name", ["scorepad.db", "scorepad.db-wal"])
def test_one_of_its_copies_is_enough(
    folder: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The last entry is in the journal alone, so the feeds alone lack it."""
    if name == "scorepad.db":
        shutil.rmtree(folder / "feeds")
        with opened(folder) as store:
            assert "Scorepad updated the database in" in texts(store.notices)[0]
        assert_shown(folder, capsys)
    else:
        for each in folder.glob("scorepad.db*"):
            each.unlink()
        with opened(folder) as store:
            assert (
                "was missing; Scorepad rebuilt it from its second copy (the folder “feeds”)"
                in texts(store.notices)[0]
            )
            assert len([*store.summaries(), *store.summaries(archived=True)]) == 5


def test_a_database_of_an_earlier_version_is_made_again_with_its_statuses(folder: Path) -> None:
    with opened(folder) as store:
        before = store.summaries()
        drafts = {each.id: store.draft(each.id) for each in before}
    spoil(
        folder,
        "UPDATE state SET value = '0.1.9' WHERE key = 'program'",
        "UPDATE statuses SET entries = 99, search = ''",
    )
    with opened(folder, write=False) as store:
        (moved,) = folder.glob("scorepad-earlier-*.db")  # of two, the newest stays
        assert moved.name in texts(store.notices)[0]
        assert {each.id: store.draft(each.id) for each in store.summaries()} == drafts
        assert store.summaries(before[0].teams[0]) != []
        assert store.check() == []
    with opened(folder) as store:
        assert store.notices == ()
