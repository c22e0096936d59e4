"""A data folder of the program before feeds is imported as it was; its files stay.

`tests/data/store/earlier` was made by that program: real matches and an event, with their scores
beside, killed while it recorded."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from scorepad import paths
from scorepad.desk.ports import AnyLog, AnySummary, Kept
from scorepad.desk.summary import summary_of
from scorepad.spades.entries import Head
from scorepad.spades.library import load_library
from scorepad.spades.refusal import Refused
from scorepad.store.line_store import LineStore
from scorepad.store.store_opening import open_line_store
from tests.store.kept import START

EARLIER = Path(__file__).parents[1] / "data" / "store" / "earlier"
LIBRARY = load_library(paths.resources_folder() / "rules")


def summarize(kept: AnyLog) -> AnySummary:
    return summary_of(kept, LIBRARY)


def opened(folder: Path, *, write: bool = True) -> AbstractContextManager[LineStore]:
    return open_line_store(folder, write=write, summarize=summarize, now=lambda: START)


@pytest.fixture(scope="module")
def expected() -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode((EARLIER / "expected.json").read_bytes())
    return found


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def without_unfit(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    bare = [{name: each for name, each in one.items() if name != "unfit"} for one in entries]
    return [each for each in bare if each]


def assert_all_there(store: LineStore, expected: dict[str, Any], *, last: bool = True) -> None:
    listed = {each.id: each for each in [*store.summaries(), *store.summaries(archived=True)]}
    assert listed.keys() == expected["matches"].keys()
    for match_id, one in expected["matches"].items():
        kept = store.load(match_id)
        assert plain(kept.head) == plain(msgspec.convert(one["head"], type(kept.head)))
        log = without_unfit(one["log"])
        assert plain(kept.log) == (log if last else log[: len(kept.log)])
        assert len(log) - len(kept.log) <= (not last)
        summary = plain(listed[match_id])
        # What did not fit counts again where the gate does not look: that is the log model's.
        if any(each.get("unfit") for each in one["log"]) or len(kept.log) < len(log):
            continue
        for name in ("score", "hands", "status", "reason", "winner", "teams", "created", "bags"):
            assert summary[name] == one["summary"][name], name
    archived = [each.id for each in store.summaries(archived=True)]
    assert archived == expected["archived"]
    for event_id, one in expected["events"].items():
        event = store.load_event(event_id)
        assert plain(event.log) == without_unfit(one["log"])
        assert plain(event.head) == plain(msgspec.convert(one["head"], type(event.head)))
    assert [each.id for each in store.events()] == list(expected["events"])


@pytest.fixture(params=["killed", "closed", "second copy only", "database only"])
def data(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    shutil.copytree(EARLIER / "killed", folder)
    if request.param == "closed":
        with contextlib.closing(sqlite3.connect(folder / "scorepad.db")) as connection:
            connection.execute("SELECT count(*) FROM entries").fetchone()
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    elif request.param == "second copy only":
        for each in folder.glob("scorepad.db*"):
            each.unlink()
    elif request.param == "database only":
        (folder / "scorepad.jsonl").unlink()
    return folder


def test_everything_is_imported_and_the_files_stay(data: Path, expected: dict[str, Any]) -> None:
    before = {each.name: each.read_bytes() for each in data.iterdir() if each.is_file()}
    with opened(data, write=False) as store:
        assert_all_there(store, expected)
    assert {name: (data / name).read_bytes() for name in before} == before
    has_drafts = (data / "scorepad.db").exists()
    with opened(data) as store:
        assert store.notices == ()
        assert_all_there(store, expected)
        for log_id, draft in expected["drafts"].items():
            assert store.draft(log_id) == (draft if has_drafts else "")
        assert store.check() == []
    moved = {each.name.rpartition("scorepad")[2] for each in data.glob("earlier-*")}
    assert {".db", ".jsonl"} & {f".{name.rpartition('.')[2]}" for name in before} <= moved
    with opened(data) as store:
        assert_all_there(store, expected)
    with opened(data.parent / "new") as store:
        store.restore(data)
        assert_all_there(store, expected)


def test_the_copy_on_a_drive_is_restored_beside_what_is_here(
    tmp_path: Path, expected: dict[str, Any]
) -> None:
    with opened(tmp_path / "data") as store:
        for source in ("scorepad.jsonl", "scorepad.db", ""):
            store.restore(EARLIER / "killed" / source)
            assert_all_there(store, expected)
        assert store.check() == []


def test_what_is_killed_while_it_imports_is_imported_by_the_next_start(
    tmp_path: Path, expected: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    shutil.copytree(EARLIER / "killed", data)
    real, done, fails = Path.rename, 0, 1

    def failing(self: Path, to: Path) -> Path:
        nonlocal done
        done += 1
        if done == fails:
            raise OSError(5, "x")
        return real(self, to)

    monkeypatch.setattr(Path, "rename", failing)
    while True:
        done = 0
        try:
            with opened(data):
                break
        except Refused:
            fails += 1
    monkeypatch.undo()
    assert fails > 2
    with opened(data) as store:
        assert_all_there(store, expected)
        assert store.check() == []


def test_each_log_is_adopted(tmp_path: Path, expected: dict[str, Any]) -> None:
    """What the log model makes of a log of an earlier program is what is kept."""
    data = tmp_path / "data"
    shutil.copytree(EARLIER / "killed", data)

    def adopt(kept: AnyLog) -> AnyLog:
        return msgspec.structs.replace(kept, log=kept.log[:1])

    with open_line_store(data, write=True, summarize=summarize, adopt=adopt) as store:
        assert {len(store.load(each).log) for each in expected["matches"]} == {1}


def test_one_damaged_entry_comes_from_the_other_copy(
    tmp_path: Path, expected: dict[str, Any]
) -> None:
    for name in ("scorepad.db", "scorepad.jsonl"):
        data = tmp_path / name
        shutil.copytree(EARLIER / "killed", data)
        with contextlib.closing(sqlite3.connect(data / "scorepad.db")) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        content = (data / name).read_bytes()
        at = content.rindex(b'"tricks":[') + 10
        (data / name).write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        with opened(data) as store:
            assert_all_there(store, expected)


def test_an_older_version_is_refused_and_unchanged(tmp_path: Path) -> None:
    for version in ("0001", "0005"):
        data = tmp_path / version
        data.mkdir()
        shutil.copyfile(EARLIER.parent / f"version-{version}.db", data / "scorepad.db")
        before = (data / "scorepad.db").read_bytes()
        with pytest.raises(Refused, match="too old"), opened(data):
            pass
        assert (data / "scorepad.db").read_bytes() == before


def test_a_newer_version_is_refused_and_unchanged(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        kept = Kept("0195731b-4c00-7000-8000-000000000001", Head(rules="unc"), ())
        store.create(kept, summarize(kept))
    with contextlib.closing(sqlite3.connect(tmp_path / "scorepad.db")) as connection:
        connection.execute("PRAGMA user_version = 8")
    for write in (True, False):
        with pytest.raises(Refused, match="newer Scorepad"), opened(tmp_path, write=write):
            pass
    assert list(tmp_path.glob("*damaged*")) == []
