"""A data folder of the program before feeds is imported as it was; its files stay.

`tests/data/store/earlier` was made by that program: real matches and an event, with their scores
beside, killed while it recorded."""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import asdict

from scorepad import paths
from scorepad.desk.earlier_logs import DRAFT_ID, ConvertedLog, convert_log, result_changes_in_draft
from scorepad.desk.ports import AnyLog, AnyStatus, EventLog, MatchLog
from scorepad.desk.reading import status_of_kept_log
from scorepad.events.entries import EventEntry, EventHead
from scorepad.spades.entries import Entry, Head
from scorepad.spades.library import load_library
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T
from scorepad.store import open_store
from scorepad.store.store import Store
from tests.fork_server import ForkedProcess
from tests.store.kept import KILLER, START

EARLIER = Path(__file__).parents[1] / "data" / "store" / "earlier"
LIBRARY = load_library(paths.resources_folder() / "rules")


def summarize(kept: AnyLog) -> AnyStatus:
    return status_of_kept_log(kept, LIBRARY)


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
        summary = plain(asdict(listed[match_id]))
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


MIGRATES = (
    KILLER
    + """
from pathlib import Path
from tests.store.test_earlier import opened
folder, step = Path(sys.argv[1]), int(sys.argv[2])
steps = kill_at(step, folder)
with opened(folder):
    print(steps())
"""
)


def test_an_import_that_is_killed_at_any_step_is_undone_or_done(
    tmp_path: Path, expected: dict[str, Any]
) -> None:
    def run_until(step: int) -> tuple[Path, str]:
        data = tmp_path / f"data{step}"
        shutil.copytree(EARLIER / "killed", data)
        with ForkedProcess([str(data), str(step)], code=MIGRATES, text=True) as process:
            out, err = process.communicate()
        assert err == ""
        return data, out

    _, steps = run_until(0)
    assert int(steps) > 15
    for step in range(1, int(steps) + 1):
        data, _ = run_until(step)
        for write in (False, True):
            with opened(data, write=write) as store:
                assert store.notices == (), step
                assert_all_there(store, expected)
                for log_id, draft in expected["drafts"].items():
                    assert store.draft(log_id) == draft, step
                with store.reading_connection() as connection:
                    query = "SELECT count(entry), count(DISTINCT entry) FROM lines"
                    entries, different = connection.exec_driver_sql(query).one()
                assert entries == different, step  # no line was made twice
        with opened(data) as store:
            assert (store.notices, store.check()) == ((), [])
        assert len(list((data / "feeds").iterdir())) == 1
        for each in (EARLIER / "killed").glob("scorepad.[dj]*"):
            (moved,) = data.glob(f"earlier-*-{each.name}")
            assert moved.read_bytes() == each.read_bytes()


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

    def unfolded(kept: AnyLog) -> AnyStatus:
        raise Refused("the rule set is not here")

    def convert(kept: AnyLog) -> ConvertedLog:
        return convert_log(kept, LIBRARY)

    with open_store(data, write=True, summarize=unfolded, convert=convert) as store:
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


@pytest.mark.parametrize(
    "damage", ["PRAGMA user_version = 7", "PRAGMA user_version = 22", "PRAGMA application_id = 3"]
)
def test_a_damaged_number_of_an_earlier_database_keeps_nothing_out(
    tmp_path: Path, expected: dict[str, Any], damage: str
) -> None:
    data = tmp_path / "data"
    shutil.copytree(EARLIER / "killed", data)
    with contextlib.closing(sqlite3.connect(data / "scorepad.db")) as connection:
        connection.execute(damage)
    for write in (False, True):
        with opened(data, write=write) as store:
            assert_all_there(store, expected)
            assert {log_id: store.draft(log_id) for log_id in expected["drafts"]} == expected[
                "drafts"
            ]


def test_an_earlier_database_that_cannot_be_read_comes_from_its_second_copy(
    tmp_path: Path, expected: dict[str, Any]
) -> None:
    data = tmp_path / "data"
    shutil.copytree(EARLIER / "killed", data)
    (data / "scorepad.db").write_bytes(b"?" * 5000)
    for write in (False, True):
        with opened(data, write=write) as store:
            assert_all_there(store, expected)


def test_a_database_that_was_migrated_from_the_first_version_is_imported(tmp_path: Path) -> None:
    folder, data = EARLIER / "migrated", tmp_path / "data"
    shutil.copytree(folder, data)
    before: dict[str, Any] = msgspec.json.decode(folder.with_suffix(".json").read_bytes())
    with opened(tmp_path / "new") as restored, opened(data) as store:
        restored.restore(folder)
        for each in (restored, store):
            listed = [*each.summaries(), *each.summaries(archived=True)]
            assert {one.id for one in listed} == before["matches"].keys()
            assert [one.id for one in each.summaries(archived=True)] == before["archived"]
            for match_id, one in before["matches"].items():
                kept = convert_log(match_of(match_id, one), LIBRARY).log
                assert plain(each.load(match_id)) == plain(kept)
            assert each.check() == []


def test_the_copy_of_an_earlier_program_beside_a_feed_is_restored_too(
    tmp_path: Path, expected: dict[str, Any]
) -> None:
    drive = tmp_path / "drive"
    drive.mkdir()
    shutil.copyfile(EARLIER / "killed" / "scorepad.jsonl", drive / "scorepad.jsonl")
    other = MatchLog("0195731b-4c00-7000-8000-000000000001", Head(rules="unc"), ())
    with opened(tmp_path / "other") as store:
        store.create(other, summarize(other))
        (feed,) = (tmp_path / "other" / "feeds").iterdir()
        shutil.copyfile(feed, drive / "scorepad-aaa.jsonl")
    with opened(tmp_path / "data") as store:
        assert store.restore(drive).damaged == 0
        assert store.has(other.id)
        assert all(map(store.has, expected["matches"]))
        assert store.restore(drive) == (0, 0)
    (drive / "scorepad.jsonl").write_bytes(b"x")
    with opened(tmp_path / "new") as store:
        assert store.restore(drive).damaged == 1
        assert store.has(other.id)
        assert [str(each) for each in store.notices] == [
            f"{drive / 'scorepad.jsonl'} was not restored: there is nothing of Scorepad in it."
        ]


def test_a_link_to_a_database_is_followed(tmp_path: Path, expected: dict[str, Any]) -> None:
    for name in ("scorepad.db", "scorepad.jsonl"):
        (tmp_path / name).symlink_to(EARLIER / "killed" / name)
        with opened(tmp_path / f"data of {name}") as store:
            store.restore(tmp_path / name)
            assert_all_there(store, expected)


# Damage


COLUMNS = {
    "matches": ("key", "id", "kind", "created", "head", "hash"),
    "entries": ("key", "match", "id", "body", "hash"),
    "places": ("match", "position", "entry", "unfit"),
    "drafts": ("match", "draft"),
}
KEYS = {"matches": "key", "entries": "key", "places": "entry", "drafts": "match"}
VALUES = (None, 7, -5, 1 << 62, 1.5, "", "x", "é", b"\xff\0", "[1]", "{}", '{"id":"x"}')
NO_ENTRY = b'{"match":"q","entry":{"id":"1"}}'
LINES = (b"", b"[]", b"1", NO_ENTRY, b'{"order":[["a",null]]}')


@pytest.fixture
def unlocked(tmp_path: Path) -> Path:
    """The folder of an earlier program, with its journal emptied and without its triggers."""
    folder = tmp_path / "unlocked"
    shutil.copytree(EARLIER / "killed", folder)
    with contextlib.closing(sqlite3.connect(folder / "scorepad.db")) as connection:
        triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder


def change_database(file: Path, statement: str, *values: Any) -> None:
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        with contextlib.suppress(sqlite3.IntegrityError):
            connection.execute(statement, values)


def keys_of(file: Path, table: str) -> list[Any]:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        statement = f"SELECT {KEYS[table]} FROM {table} ORDER BY 1"  # noqa: S608
        return [key for (key,) in connection.execute(statement)]


def replace_line(file: Path, n: int, line: bytes) -> None:
    lines = file.read_bytes().splitlines()
    lines[n] = line
    file.write_bytes(b"\n".join(lines) + b"\n")


def change_one_byte(file: Path, dice: random.Random) -> None:
    content = bytearray(file.read_bytes())
    content[dice.randrange(len(content))] = dice.randrange(256)
    file.write_bytes(content)


def change_field(value: Any, dice: random.Random) -> None:
    """Change one value somewhere inside a JSON object or array."""
    key = dice.choice(list(value) if isinstance(value, dict) else range(len(value)))
    if value[key] and isinstance(value[key], dict | list) and dice.random() < 0.7:
        change_field(value[key], dice)
    else:
        value[key] = dice.choice([each for each in VALUES if not isinstance(each, bytes)])


def damage(folder: Path, dice: random.Random) -> str:
    """Change one value, one line or one byte of one of the two copies, and return what."""
    database, second_copy = folder / "scorepad.db", folder / "scorepad.jsonl"
    what = dice.choice(["column", "column", "field", "field", "line", "byte", "database byte"])
    if what == "column":
        table = dice.choice(list(COLUMNS))
        what = f"{table}.{dice.choice(COLUMNS[table])}"
        key = dice.choice(keys_of(database, table))
        statement = f"UPDATE {table} SET {what.partition('.')[2]} = ? WHERE {KEYS[table]} = ?"  # noqa: S608
        change_database(database, statement, dice.choice(VALUES), key)
    elif what == "database byte":
        change_one_byte(database, dice)
    elif what == "byte":
        change_one_byte(second_copy, dice)
    else:
        lines = second_copy.read_bytes().splitlines()
        n = dice.randrange(len(lines))
        line = dice.choice(LINES)
        if what == "field":
            value = msgspec.json.decode(lines[n])
            change_field(value, dice)
            line = msgspec.json.encode(value)
        replace_line(second_copy, n, line)
    return what


def entry_ids(store: Store) -> dict[str, set[str]]:
    listed = [*store.summaries(), *store.summaries(archived=True)]
    matches = {each.id: {one.id or "" for one in store.load(each.id).log} for each in listed}
    return matches | {
        each.id: {one.id or "" for one in store.load_event(each.id).log} for each in store.events()
    }


@pytest.mark.parametrize("seed", range(6))
def test_a_damaged_folder_is_imported_as_far_as_it_is_whole(
    tmp_path: Path, unlocked: Path, seed: int
) -> None:
    dice = random.Random(seed)
    with opened(tmp_path / "whole") as store:
        store.restore(unlocked)
        whole = entry_ids(store)
    for n in range(10):
        missing = dice.choice(["", "", "scorepad.db", "scorepad.jsonl"])
        folder = tmp_path / f"damaged{n}"
        shutil.copytree(unlocked, folder)
        what = damage(folder, dice)
        if missing:
            (folder / missing).unlink()
        try:
            with opened(tmp_path / f"new{n}") as store:
                result = store.restore(folder)
                restored = entry_ids(store)
            with opened(folder) as store:
                assert entry_ids(store) == restored, what
                assert store.check() == [], what
                notices = store.notices
        except Refused:
            assert missing == "scorepad.jsonl", what
            continue
        if not missing:
            assert restored == whole, what
        if restored != whole:
            assert result.damaged, what
            assert notices, what


def test_an_entry_of_no_match_comes_from_the_other_copy(
    tmp_path: Path, unlocked: Path, expected: dict[str, Any]
) -> None:
    change_database(
        unlocked / "scorepad.db",
        "UPDATE entries SET match = 99 WHERE key = (SELECT max(key) FROM entries)",
    )
    with opened(tmp_path / "data") as store:
        assert store.restore(unlocked).damaged == 0
        assert_all_there(store, expected)
    (unlocked / "scorepad.jsonl").unlink()
    for folder in (tmp_path / "other", unlocked):
        with opened(folder) as store:
            if folder != unlocked:
                assert store.restore(unlocked).damaged == 1
            assert str(store.notices[-1]) == (
                f"{unlocked} is damaged in one place; only what could be read of it was imported."
            )
            assert sum(map(len, entry_ids(store).values())) == 147


@pytest.mark.parametrize(
    ("field", "value"),
    [("created", 1 << 62), ("match", "no id"), ("head", [1]), ("kind", "vote")],
)
def test_a_log_that_cannot_be_read_is_left_out_and_said(
    tmp_path: Path, unlocked: Path, field: str, value: Any
) -> None:
    file = unlocked / "scorepad.jsonl"
    lines = [msgspec.json.decode(each) for each in file.read_bytes().splitlines()]
    at = next(n for n, each in enumerate(lines) if "head" in each)
    log_id = lines[at]["match"]
    for n, each in enumerate(lines):
        if each.get("match") == log_id and (n == at or field == "match"):
            replace_line(file, n, msgspec.json.encode({**each, field: value}))
    with opened(tmp_path / "data") as store:
        assert store.restore(file).damaged > 0
        assert any("was not imported" in str(each) for each in store.notices)
        assert len(entry_ids(store)) == 7


def test_a_line_that_is_no_entry_is_left_out_and_said(tmp_path: Path, unlocked: Path) -> None:
    file = unlocked / "scorepad.jsonl"
    lines = file.read_bytes().splitlines()
    at = max(n for n, each in enumerate(lines) if b'"entry":' in each)
    line = msgspec.json.decode(lines[at])
    replace_line(file, at, msgspec.json.encode({**line, "entry": [1]}))
    with opened(tmp_path / "data") as store:
        assert store.restore(file).damaged == 1
        assert sum(map(len, entry_ids(store).values())) == 147
        assert str(store.notices[0]) == (
            f"{line['match']} of an earlier Scorepad is damaged, and may not be as it was "
            "recorded; compare it with the paper."
        )


def test_a_view_in_the_place_of_a_table_is_refused(tmp_path: Path, unlocked: Path) -> None:
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i"
    file = unlocked / "scorepad.db"
    change_database(file, "DROP TABLE drafts")
    change_database(file, f"CREATE VIEW drafts AS {endless} AS match, 'x' AS draft FROM n")
    with opened(tmp_path / "data") as store:
        for source in (file, unlocked):
            with pytest.raises(Refused, match="is no database of Scorepad"):
                store.restore(source)
