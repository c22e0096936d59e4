"""How long laptops take that share a PostgreSQL database, beside what LAPTOPS.md 8 and 13 allow."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from time import perf_counter
from typing import Any

import psycopg
import pytest

from scorepad.share.place import MOST_LINES
from scorepad.share.postgres.database import ASK_EVERY, BATCH, SharedDatabase
from scorepad.store.laptop_id import machine_hash
from scorepad.store.lines import frame_of
from scorepad.store.store import Store
from tests.bench.bench_share import (
    OTHERS,
    compare_arrival,
    following,
    make_data_folder,
)
from tests.bench.conftest import Compare
from tests.bench.imported import import_many
from tests.share.cluster import LOGINS, Cluster, running_cluster
from tests.share.room import Clock, Laptop

EIGHTH = 64
"""So many matches have at least a thousand entries."""
ENTRIES = 1000
MATCHES = 10_000
LINES = 100_000
ROUNDS = 5
POLLS = 200
Rows = list[tuple[str, int, str, str]]

INSERT = "insert into published values (%s, %s, %s, %s) on conflict do nothing"
HASH_AT = "select hash from published where laptop = %s and seq = %s"
NEXT = """
    select here.laptop, next.seq, next.line
    from unnest(%s::text[], %s::bigint[]) as here (laptop, seq) cross join lateral (
        select seq, line from published
        where laptop = here.laptop and seq > here.seq order by seq limit 500) as next
    order by 1, 2"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture
def variables(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[dict[str, str]]:
    """What libpq needs to find a new database, and the name of it; each login has a service."""
    name = cluster.make_database()
    found = cluster.name_services(name, tmp_path)
    for variable, file in found.items():
        monkeypatch.setenv(variable, file)
    yield {"database": name, **found}
    cluster.drop_database(name)


def laptop(place: Path, login: str) -> Laptop:
    return Laptop(place / login, None, Clock(), machine_hash(), database=login)


def publish_bare(connection: psycopg.Connection[Any], rows: Rows) -> None:
    """The same transactions, by psycopg alone."""
    laptop_id = rows[0][0]
    connection.execute("insert into laptops (laptop) values (%s)", [laptop_id])
    for first in range(0, len(rows), BATCH):
        part = rows[first : first + BATCH]
        with connection.transaction():
            connection.cursor().executemany(INSERT, part)
            found = connection.execute(HASH_AT, [laptop_id, part[-1][1]]).fetchone()
            assert found == (part[-1][2],)
            connection.execute("notify scorepad")


def read(shared: SharedDatabase, own: str) -> int:
    count = 0
    for feed, there in shared.look().feeds.items():
        seq, last = 0, (frame_of(there.last) or (0, ""))[0]
        while feed != own and seq < last:
            lines = shared.lines_after(feed, seq, MOST_LINES)
            count, seq = count + len(lines), (frame_of(lines[-1]) or (0, ""))[0]
    return count


def read_bare(connection: psycopg.Connection[Any], own: str) -> int:
    found = connection.execute("select laptop from laptops where laptop <> %s", [own]).fetchall()
    after, count = {laptop_id: 0 for (laptop_id,) in found}, 0
    while rows := connection.execute(NEXT, [list(after), list(after.values())]).fetchall():
        count += len(rows)
        after |= {row[0]: row[1] for row in rows}
    return count


def test_eight_laptops_exchange_a_thousand_entries_each(
    cluster: Cluster, variables: dict[str, str], tmp_path: Path, compare: Compare
) -> None:
    """All publish, then each reads what the others published, each over a connection that was just
    opened."""
    times: tuple[list[float], list[float]] = [], []
    with ExitStack() as opened:
        admin = opened.enter_context(cluster.admin(variables["database"]))
        stores, feeds = list[Store](), list[Rows]()
        for seed, login in enumerate(LOGINS):
            each = laptop(tmp_path, login)
            import_many(each.folder, EIGHTH, seed)
            store = opened.enter_context(each.store())
            assert store.count_entries(store.laptop_id(), 0) >= ENTRIES
            with closing(SharedDatabase(login)) as shared:
                shared.publish(store, thorough=False)
            of_feed = "select * from published where laptop = %s order by seq"
            stores.append(store)
            feeds.append(admin.execute(of_feed, [store.laptop_id()]).fetchall())  # type: ignore[arg-type]
        lines = sum(map(len, feeds))
        for _ in range(ROUNDS):
            admin.execute("truncate published, laptops")
            with ExitStack() as connected:
                laptops = list[SharedDatabase]()
                for login in LOGINS:
                    shared = SharedDatabase(login)
                    laptops.append(connected.enter_context(closing(shared)))
                    shared.find_laptops()
                begun = perf_counter()
                for shared, store in zip(laptops, stores, strict=True):
                    shared.publish(store, thorough=False)
                for shared, store, feed in zip(laptops, stores, feeds, strict=True):
                    assert read(shared, store.laptop_id()) == lines - len(feed)
                times[0].append(perf_counter() - begun)
            admin.execute("truncate published, laptops")
            with ExitStack() as connected:
                connections = [
                    connected.enter_context(psycopg.connect(service=login, autocommit=True))
                    for login in LOGINS
                ]
                begun = perf_counter()
                for bare, feed in zip(connections, feeds, strict=True):
                    publish_bare(bare, feed)
                for bare, feed in zip(connections, feeds, strict=True):
                    assert read_bare(bare, feed[0][0]) == lines - len(feed)
                times[1].append(perf_counter() - begun)
    compare.times(
        "8 laptops exchange 1,000 entries each",
        times[0],
        "the same by bare psycopg",
        times[1],
        at_most=1.5,
    )


def test_an_entry_is_on_the_others_screens(
    variables: dict[str, str], tmp_path: Path, compare: Compare
) -> None:
    one, other = tmp_path / "A", tmp_path / "B"
    for folder, login in zip((one, other), LOGINS, strict=False):
        make_data_folder(folder, share_database=login)
    with following(one, other, **variables):
        compare_arrival(one, other, compare, "an entry on another screen, by a database")


def test_ten_thousand_matches_are_caught_up_and_polls_find_nothing(
    variables: dict[str, str], tmp_path: Path, compare: Compare
) -> None:
    one, new = (laptop(tmp_path, login) for login in LOGINS[:2])
    import_took = import_many(one.folder, MATCHES)
    one.look()
    begun = perf_counter()
    new.look()
    took = perf_counter() - begun
    with new.desk() as desk:
        assert len(desk.keeper.summaries()) == MATCHES
    compare.amount(
        "10,000 matches from a database", took, "their import", import_took, at_most=3, unit="s"
    )
    for login in LOGINS[2 : OTHERS + 1]:
        other = laptop(tmp_path, login)
        other.new()
        other.look()
        other.restart()
    new.look()
    (place,) = new.exchange._places.values()
    assert isinstance(place.transport, SharedDatabase)
    assert sum(end.seq for end in new.exchange._ends) > LINES
    times = list[float]()
    for _ in range(POLLS):
        place.transport._ask_at = 0.0
        begun = perf_counter()
        assert not new.exchange.exchange_next_batch()
        times.append(perf_counter() - begun)
    assert place.transport._ask_at > perf_counter() - ASK_EVERY
    compare.times("a poll that finds nothing", times, "allowed", [0.001], at_most=1)
    for each in (one, new):
        each.restart()  # lets the database go
