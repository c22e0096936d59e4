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
from scorepad.desk.earlier_logs import DRAFT_ID, ConvertedLog, convert_log, result_changes_in_draft
from scorepad.desk.ports import AnyLog, AnySummary, EventLog, MatchLog
from scorepad.desk.summary import summarize_any_log
from scorepad.events.entries import EventEntry, EventHead
from scorepad.spades.entries import Entry, Head
from scorepad.spades.library import load_library
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T
from scorepad.store import open_store
from scorepad.store.store import Store
from tests.store.kept import START

EARLIER = Path(__file__).parents[1] / "data" / "store" / "earlier"
LIBRARY = load_library(paths.resources_folder() / "rules")


def summarize(kept: AnyLog) -> AnySummary:
    return summarize_any_log(kept, LIBRARY)


def opened(folder: Path, *, write: bool = True) -> AbstractContextManager[Store]:
    return open_store(
        folder,
        write=write,
        summarize=summarize,
        now=lambda: START,
        convert=lambda kept: convert_log(kept, LIBRARY),
    )


@pytest.fixture(scope="module")
def expected() -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode((EARLIER / "expected.json").read_bytes())
    return found


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def match_of(match_id: str, one: dict[str, Any]) -> MatchLog:
    """A match as the earlier program had it."""
    log = tuple(msgspec.convert(each, Entry) for each in one["log"])
    return MatchLog(match_id, msgspec.convert(one["head"], Head), log)


def event_of(event_id: str, one: dict[str, Any]) -> EventLog:
    """An event as the earlier program had it."""
    log = tuple(msgspec.convert(each, EventEntry) for each in one["log"])
    return EventLog(event_id, msgspec.convert(one["head"], EventHead), log)


def assert_all_there(store: Store, expected: dict[str, Any]) -> None:
    listed = {each.id: each for each in [*store.summaries(), *store.summaries(archived=True)]}
    assert listed.keys() == expected["matches"].keys()
    said = " ".join(map(str, result_changes_in_draft(store.draft(DRAFT_ID))))
    for match_id, one in expected["matches"].items():
        kept = store.load(match_id)
        converted = convert_log(match_of(match_id, one), LIBRARY)
        assert plain(kept) == plain(converted.log)
        assert (match_id in said) is (converted.change is not None)
        assert [each["kind"] for each in plain(kept.log)] == [each["kind"] for each in one["log"]]
        summary = plain(listed[match_id])
        if match_id in said:
            continue
        for name in ("score", "hands", "status", "reason", "winner", "teams", "created", "bags"):
            assert summary[name] == one["summary"][name], name
    archived = [each.id for each in store.summaries(archived=True)]
    assert archived == expected["archived"]
    for event_id, one in expected["events"].items():
        event = convert_log(event_of(event_id, one), LIBRARY).log
        assert plain(store.load_event(event_id)) == plain(event)
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


@pytest.mark.parametrize("size", [100, 3 << 30])
def test_a_damaged_database_leaves_the_second_copy(
    tmp_path: Path, expected: dict[str, Any], size: int
) -> None:
    folder = tmp_path / "data"
    shutil.copytree(EARLIER / "killed", folder)
    with (folder / "scorepad.db").open("r+b") as file:
        file.write(bytes(100))
        file.truncate(max(size, (folder / "scorepad.db").stat().st_size))
    with opened(folder, write=False) as store:
        assert_all_there(store, expected)
    with opened(folder) as store:
        (text,) = map(str, store.notices)
        assert f"{folder / 'scorepad.db'} was damaged; it was moved to earlier-" in text
        assert_all_there(store, expected)
        assert store.check() == []


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


def test_a_result_that_is_another_one_now_is_kept_and_said(
    tmp_path: Path, expected: dict[str, Any]
) -> None:
    data = tmp_path / "data"
    shutil.copytree(EARLIER / "killed", data)
    match_id = next(iter(expected["matches"]))

    def convert(kept: AnyLog) -> ConvertedLog:
        said = T("Match {id}: another one", id=kept.id) if kept.id == match_id else None
        return convert_log(kept, LIBRARY)._replace(change=said)

    with open_store(data, write=True, summarize=summarize, convert=convert) as store:
        assert [str(each) for each in store.notices] == [f"Match {match_id}: another one"]
        assert result_changes_in_draft(store.draft(DRAFT_ID)) == list(store.notices)
    with opened(data) as store:
        store.restore(EARLIER / "killed")
        assert [str(each) for each in result_changes_in_draft(store.draft(DRAFT_ID))] == [
            f"Match {match_id}: another one"
        ]
        assert store.notices == ()


def test_a_log_that_does_not_fold_is_kept(tmp_path: Path, expected: dict[str, Any]) -> None:
    data = tmp_path / "data"
    shutil.copytree(EARLIER / "killed", data)

    def unfolded(kept: AnyLog) -> AnySummary:
        raise Refused("the rule set is not here")

    with open_store(data, write=True, summarize=unfolded) as store:
        listed = [*store.summaries(), *store.summaries(archived=True)]
        assert {each.id for each in listed} == expected["matches"].keys()
        assert store.notices == ()


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
    data = tmp_path / "data"
    data.mkdir()
    shutil.copyfile(EARLIER.parent / "version-0005.db", data / "scorepad.db")
    before = (data / "scorepad.db").read_bytes()
    for write in (True, False):
        with pytest.raises(Refused, match="too old") as refused, opened(data, write=write):
            pass
        assert str(refused.value).startswith(f"{data / 'scorepad.db'} was written")
    assert (data / "scorepad.db").read_bytes() == before


def test_a_newer_version_is_refused_and_unchanged(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        kept = MatchLog("0195731b-4c00-7000-8000-000000000001", Head(rules="unc"), ())
        store.create(kept, summarize(kept))
    with contextlib.closing(sqlite3.connect(tmp_path / "scorepad.db")) as connection:
        connection.execute("PRAGMA user_version = 8")
        connection.execute("UPDATE state SET value = '1.2.3' WHERE key = 'program'")
        connection.commit()
    for write in (True, False):
        with pytest.raises(Refused, match=r"get Scorepad 1\.2\.3"), opened(tmp_path, write=write):
            pass
    with contextlib.closing(sqlite3.connect(tmp_path / "scorepad.db")) as connection:
        connection.execute("DROP TABLE state")
    for write in (True, False):
        with pytest.raises(Refused, match="a newer Scorepad;"), opened(tmp_path, write=write):
            pass
    assert list(tmp_path.glob("*damaged*")) == []
