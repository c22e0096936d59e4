"""Old databases are brought up to date, newer ones refused, and nothing is half done."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from scorepad.desk.ports import Kept, KeptEvent, Summary
from scorepad.events.entries import EventEntry, EventHead
from scorepad.spades.entries import Entry, Head
from scorepad.spades.refusal import Refused
from scorepad.store import open_store, utc_now
from scorepad.store.dbfile import MADE, as_made, connected, look
from scorepad.store.migrate import MIGRATIONS, head
from scorepad.store.opening import opened
from scorepad.store.rows import Meta
from tests.store.kept import START, kept, make, placed_log

OLD = Path(__file__).parents[1] / "data" / "store"

REVISION = '''
from alembic import op

revision = "{number}"
down_revision = "{before}"


def upgrade():
    """Gives matches a room."""
    op.execute("CREATE TABLE rooms_{number} (key INTEGER PRIMARY KEY, name TEXT NOT NULL)")
    op.execute("INSERT INTO rooms_{number} (name) SELECT DISTINCT 'Room of ' || id FROM matches")
    {more}
'''


SET_AT = "UPDATE entries SET body = json_set(body, '$.at', ?)"
ROOMS = "SELECT name FROM rooms_{number}"


class HeldMatch(msgspec.Struct):
    """A match as an old version kept it."""

    id: str
    head: Head
    log: tuple[Entry, ...]

    def kept(self) -> Kept:
        return Kept(self.id, self.head, self.log)


class HeldEvent(msgspec.Struct):
    """An event as an old version kept it."""

    id: str
    head: EventHead
    log: tuple[EventEntry, ...]

    def kept(self) -> KeptEvent:
        return KeptEvent(self.id, self.head, self.log)


class Held(msgspec.Struct):
    """What a database of an old version holds."""

    kept: list[HeldMatch]
    listed: list[Summary]
    aside: list[str]
    drafts: dict[str, str]
    events: list[HeldEvent] = []


def planted(tmp_path: Path, *more: str) -> Path:
    """The revisions with one more after the newest for each of `more`, its last statement."""
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for statement in more:
        before = head(folder)
        number = f"{int(before) + 1:04}"
        text = REVISION.format(number=number, before=before, more=statement)
        (folder / "versions" / f"{number}_planted.py").write_text(text)
    return folder


def rooms(file: Path, migrations: Path) -> list[str]:
    with connected(file, "ro") as connection:
        asked = connection.execute(ROOMS.format(number=head(migrations)))
        return [row[0] for row in asked]


def make_one(folder: Path) -> Kept:
    match = kept(1, placed_log(5))
    with open_store(folder, write=True, now=lambda: START) as store:
        store.create(match, make(match))
    return match


def test_an_older_database_is_backed_up_and_brought_up_to_date(tmp_path: Path) -> None:
    data = tmp_path / "data"
    match = make_one(data)
    migrations = planted(tmp_path, "")
    newest = head(migrations)
    with opened(data, write=True, now=lambda: START, migrations=migrations) as store:
        assert store.load(match.id) == match
        assert rooms(data / "scorepad.db", migrations) == [f"Room of {match.id}"]
        (backup,) = (data / "backups").iterdir()
        assert backup.name == f"scorepad-000001-20260307-190000-before-version-{int(newest)}.db"
        with connected(backup, "immutable") as connection:
            assert look(connection).version == head()
            assert connection.execute("SELECT count(*) FROM entries").fetchone() == (5,)
        # References are watched again.
        with store._database.connection() as connection:
            assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)
    with opened(data, write=True, now=utc_now, migrations=migrations) as store:
        assert store.load(match.id) == match


@pytest.mark.parametrize(
    "bad",
    [
        'op.execute("INSERT INTO nowhere VALUES (1)")',
        'op.execute("UPDATE entries SET body = 1")',
    ],
)
def test_a_migration_that_fails_leaves_nothing_behind(tmp_path: Path, bad: str) -> None:
    data = tmp_path / "data"
    match = make_one(data)
    migrations = planted(tmp_path, "", bad)
    with connected(data / "scorepad.db", "ro") as connection:
        before = list(connection.iterdump())
    with (
        pytest.raises(Refused, match="it is unchanged"),
        opened(data, write=True, now=utc_now, migrations=migrations),
    ):
        pass
    with connected(data / "scorepad.db", "ro") as connection:
        assert list(connection.iterdump()) == before
    with open_store(data, write=True) as store:
        assert store.notices == ()
        assert store.load(match.id) == match


def test_a_new_database_needs_no_backup(tmp_path: Path) -> None:
    migrations = planted(tmp_path, "", "")
    with opened(tmp_path / "data", write=True, now=utc_now, migrations=migrations) as store:
        store.create(kept(1), make(kept(1)))
    assert not list((tmp_path / "data").glob("backups/*"))
    with connected(tmp_path / "data" / "scorepad.db", "ro") as connection:
        assert look(connection).version == head(migrations)


@pytest.mark.parametrize("write", [True, False])
def test_a_newer_database_is_refused_and_untouched(tmp_path: Path, write: bool) -> None:
    data = tmp_path / "data"
    make_one(data)
    migrations = planted(tmp_path, "")
    with opened(data, write=True, now=utc_now, migrations=migrations):
        pass
    before = (data / "scorepad.db").read_bytes()
    with pytest.raises(Refused, match="newer Scorepad") as refused, open_store(data, write=write):
        pass
    file, newer = data / "scorepad.db", int(head()) + 1
    assert str(refused.value) == (
        f"{file} was written by a newer Scorepad (version {newer}; this one reads up to "
        f"{int(head())}); update Scorepad to open it."
    )
    assert file.read_bytes() == before
    assert list(data.glob("*damaged*")) == []


def test_an_older_database_is_read_without_changing_it(tmp_path: Path) -> None:
    data = tmp_path / "data"
    match = make_one(data)
    before = (data / "scorepad.db").read_bytes()
    migrations = planted(tmp_path, "")
    with opened(data, write=False, now=utc_now, migrations=migrations) as store:
        assert store.load(match.id) == match
        assert [each.id for each in store.summaries()] == [match.id]
        with store._database.connection() as connection:
            asked = connection.execute(ROOMS.format(number=head(migrations)))
            assert asked.fetchone() == (f"Room of {match.id}",)
    assert (data / "scorepad.db").read_bytes() == before


def test_the_rows_are_the_tables(tmp_path: Path) -> None:
    with open_store(tmp_path, write=True):
        pass
    with connected(tmp_path / "scorepad.db", "ro") as connection:
        tables = {
            name: {
                (row[1], bool(row[5])) for row in connection.execute(f"PRAGMA table_info({name})")
            }
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if name != "alembic_version"
        }
    rows = {
        table.name: {(column.name, column.primary_key) for column in table.columns}
        for table in Meta.metadata.sorted_tables
    }
    assert rows == tables


def versions() -> list[str]:
    return sorted(file.stem.removeprefix("version-") for file in OLD.glob("version-*.db"))


def test_every_version_left_a_database_behind() -> None:
    numbers = [file.name[:4] for file in sorted((MIGRATIONS / "versions").glob("[0-9]*.py"))]
    assert versions() == numbers, "tests/data/store lacks a version; its README says how to make it"


@pytest.mark.parametrize("version", versions())
def test_every_old_version_is_opened(tmp_path: Path, version: str) -> None:
    shutil.copyfile(OLD / f"version-{version}.db", tmp_path / "scorepad.db")
    held = msgspec.json.decode((OLD / f"version-{version}.json").read_bytes(), type=Held)
    # Version 1 did not say when a log begins.
    matches, events = [each.kept() for each in held.kept], [each.kept() for each in held.events]
    began = {match.id: make(match).first_entry for match in matches}
    assert None not in began.values()
    listed = [replace(each, first_entry=began[each.id]) for each in held.listed]
    for write in (False, True):
        with open_store(tmp_path, write=write) as store:
            assert store.notices == ()
            assert [store.load(match.id) for match in matches] == matches
            assert [*store.summaries(), *store.summaries(aside=True)] == listed
            assert [each.id for each in store.summaries(aside=True)] == held.aside
            assert {match: store.draft(match) for match in held.drafts} == held.drafts
            assert [store.load_event(event.id) for event in events] == events
            assert [each.id for each in store.events()] == [event.id for event in held.events]
            found = store.check(make)
            # What the file itself holds; beside it there is no second copy yet.
            assert [each for each in found if write or each.kind != "copy"] == []


def test_what_every_version_made_is_known() -> None:
    made = set()
    for version in versions():
        with connected(OLD / f"version-{version}.db", "immutable") as connection:
            assert as_made(connection)
            asked = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"
            made |= {sql for (sql,) in connection.execute(asked)}
    assert len(made) == len(MADE)


def test_a_summary_of_version_1_learns_when_its_log_began(tmp_path: Path) -> None:
    """The earliest entry need not be the first, nor say its second in as many figures."""
    shutil.copyfile(OLD / "version-0001.db", tmp_path / "scorepad.db")
    with connected(tmp_path / "scorepad.db", "rw") as connection:
        connection.execute("UPDATE summaries SET body = '?' WHERE match = 1")
        connection.execute("DROP TRIGGER entries_never_change")
        for n, at in enumerate(("2026-03-07T18:59:59.5Z", "2026-03-07T18:59:59Z", "soon", None)):
            connection.execute(f"{SET_AT} WHERE match = 2 AND key % 5 = ?", (at, n))
    with (
        open_store(tmp_path, write=True) as store,
        store._database.connection() as opened_,
    ):
        found = dict(opened_.execute("SELECT match, body FROM summaries"))
    assert found[1] == "?", "the check finds it"
    summary = msgspec.json.decode(found[2], type=Summary)
    assert summary.first_entry == START - timedelta(seconds=1)
