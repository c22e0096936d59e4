"""Exchange by PostgreSQL (LAPTOPS.md 6, 8, 12), with a real server of our own."""

from __future__ import annotations

import contextlib
import shutil
import socket
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

from scorepad.desk.sharing import clock_texts, is_urgent
from scorepad.share.postgres.database import check_database_for_sharing
from scorepad.share.postgres.schema import schema_sql
from scorepad.spades.entries import Note
from scorepad.spades.refusal import Refused
from scorepad.store import utc_now
from tests.share.cluster import HOST, Cluster
from tests.share.room import BIDS, TRICKS, Clock, Laptop, exchange_all, ids

pytestmark = pytest.mark.xdist_group("postgres")
Make = Callable[..., Laptop]


def texts(laptop: Laptop) -> list[str]:
    status = laptop.exchange.status
    return [str(each) for each in (*([status.why] if status.why else []), *status.notices)]


def test_what_is_recorded_later_arrives_by_its_number(room: Make) -> None:
    one, other = room("A"), room("B")
    match_id = one.new()
    one.record(match_id, BIDS)
    exchange_all(one, other)
    one.record(match_id, TRICKS)
    one.look()
    other.look()
    assert ids(other.read(match_id)) == ids(one.read(match_id))
    other.restart()
    other.look()
    assert texts(other) == []
    assert other.exchange.status.only_here == 0


def test_feeds_longer_than_a_batch_go_whole(room: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorepad.share.postgres.database.BATCH", 3)
    one, other = room("A"), room("B")
    matches = [one.new(str(n)) for n in range(4)]
    for each in matches:
        one.record(each, BIDS, TRICKS)
    exchange_all(one, other)
    for each in matches:
        assert ids(other.read(each)) == ids(one.read(each))


def test_a_poll_is_not_waited_for_where_somebody_tells(room: Make) -> None:
    """NOTIFY is a hint: without it the other would be asked after two seconds."""
    one, other = room("A"), room("B")
    match_id = one.new()
    exchange_all(one, other)
    one.record(match_id, BIDS)
    (place,) = other.exchange._places.values()
    place.transport._ask_at = float("inf")  # type: ignore[attr-defined]
    other.exchange.exchange_next_batch()
    assert ids(other.read(match_id)) == []
    one.look()
    end = time.monotonic() + 5
    while not ids(other.read(match_id)) and time.monotonic() < end:
        other.exchange.exchange_next_batch()
    assert ids(other.read(match_id)) == ids(one.read(match_id))


def test_folder_and_database_are_used_at_once(room: Make, folder: Path) -> None:
    """Each laptop publishes its own in both, and nobody carries over what another has."""
    both, by_database, by_folder = room("A"), room("B"), room("C")
    both.set_share(folder, "laptop_a")
    by_folder.set_share(folder)
    matches = [each.new() for each in (both, by_database, by_folder)]
    for each, match_id in zip((both, by_database, by_folder), matches, strict=True):
        each.record(match_id, BIDS)
    exchange_all(both, by_database, by_folder)
    assert [bool(ids(both.read(each))) for each in matches] == [True, True, True]
    assert ids(by_database.read(matches[0])) == ids(by_folder.read(matches[0]))
    with by_folder.desk() as desk:
        assert {each.id for each in desk.matches()} == {matches[0], matches[2]}
    assert both.exchange.status.only_here == 0
    assert len(both.exchange.status.laptops) == 2
    assert texts(both) == []


# Row level security, from the wrong side


@pytest.fixture
def intruder(cluster: Cluster, database: str) -> Iterator[psycopg.Connection[Any]]:
    with cluster.connect(database, "laptop_b") as connection:
        yield connection


REFUSED = (
    psycopg.errors.InsufficientPrivilege,
    psycopg.errors.CheckViolation,
    psycopg.errors.UniqueViolation,
)
WRONG = {
    "claim for another login": "insert into laptops (laptop, login) values ('x', 'laptop_c')",
    "take another's laptop": "update laptops set login = 'laptop_b'",
    "say for another": "update laptops set name = 'x' where laptop = '{laptop}' returning laptop",
    "write as another": "insert into published values ('{laptop}', 900, 'h', 'l')",
    "write as nobody": "insert into published values ('nobody', 1, 'h', 'l')",
    "change a line": "update published set line = 'x'",
    "delete a line": "delete from published",
    "delete a laptop": "delete from laptops",
    "empty the table": "truncate published",
    "drop the table": "drop table published",
    "lift the protection": "alter table published disable row level security",
    "number from zero": "insert into published values ('mine', 0, 'h', 'l')",
    "write without end": "insert into published values ('mine', 1, 'h', repeat('x', 200000))",
    "write a number twice": "insert into published values ('mine', 7, 'h', 'l')",
}


def test_a_login_writes_as_its_own_laptops_alone(
    room: Make, intruder: psycopg.Connection[Any]
) -> None:
    one = room("A")
    one.record(one.new(), BIDS)
    one.look()
    intruder.execute("insert into laptops (laptop) values ('mine')")
    intruder.execute("insert into published values ('mine', 7, 'h', 'l')")

    def read() -> list[Any]:
        statements = ("select * from laptops", "select * from published")
        return [intruder.execute(each).fetchall() for each in statements]

    before = read()
    for what, statement in WRONG.items():
        rows = []
        with contextlib.suppress(*REFUSED):
            rows = intruder.execute(statement.format(laptop=one.laptop_id())).fetchall()
            assert what == "say for another", f"{what} is allowed"
        assert rows == []
        assert read() == before, what


def test_the_schema_is_run_twice_on_one_server(cluster: Cluster, database: str) -> None:
    """Roles belong to the server, so another database finds the role there already."""
    with cluster.admin(database) as admin:
        admin.execute("drop table published, laptops")
        admin.execute(schema_sql())


def test_what_is_not_a_line_of_its_feed_is_not_read(
    room: Make, intruder: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A login may write anything as its own laptop; nobody takes it for another's."""
    monkeypatch.setattr("scorepad.share.place.SAID_AFTER", 0.0)
    one, third = room("A"), room("C")
    match_id = one.new()
    one.record(match_id, BIDS)
    one.look()
    intruder.execute("insert into laptops (laptop) values ('forged'), ('junk')")
    intruder.execute("insert into published select 'forged', seq, hash, line from published")
    intruder.execute("insert into published values ('junk', 1, 'h', 'junk')")
    intruder.execute("update laptops set heard = '[1]', at = 'infinity' where laptop = 'junk'")
    intruder.execute(
        "update laptops set heard = '{\"x\": \"y\"}', at = now(), name = repeat('n', 9999)"
        " where laptop = 'forged'"
    )
    exchange_all(one, third)
    assert ids(third.read(match_id)) == ids(one.read(match_id))
    said = [each for each in texts(third) if "is damaged" in each]
    assert len(said) == 2
    assert all("'s shared data in the database is damaged" in each for each in said)
    with third.store() as store:
        assert {each.laptop for each in store.feed_ends()} == {one.laptop_id(), third.laptop_id()}


# What cannot be used


@pytest.fixture
def refusal(room: Make) -> Callable[..., str]:
    """Records a hand while something is in the way, and returns the one sentence about it."""

    def refuse(service: str = "", laptop: Laptop | None = None) -> str:
        laptop = laptop or room("A", service)
        match_id = laptop.new()
        laptop.record(match_id, BIDS, TRICKS)
        laptop.look()
        assert len(laptop.read(match_id).board.hands) == 1, "recording goes on"
        assert laptop.exchange.has_failed_places
        only_here = laptop.exchange.status.only_here
        assert only_here is None or only_here >= 3
        why = laptop.exchange.status.why
        assert why is not None
        assert "\n" not in str(why)
        laptop.record(match_id, BIDS)
        return str(why)

    return refuse


def test_no_server(refusal: Callable[..., str]) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        said = refusal(f"postgresql://laptop_a@127.0.0.1:{port}/x")
    assert said.startswith("Can't use the database: connection failed")
    assert "Connection refused" in said


def test_no_such_service(refusal: Callable[..., str]) -> None:
    assert 'definition of service "nowhere" not found' in refusal("nowhere")


def test_no_schema(refusal: Callable[..., str], cluster: Cluster, database: str) -> None:
    with cluster.admin(database) as admin:
        admin.execute("drop table published, laptops")
    assert "scorepad share schema" in refusal()


def test_no_rights(refusal: Callable[..., str]) -> None:
    assert "make it a member of scorepad_laptop" in refusal("stranger")


def test_wrong_password(refusal: Callable[..., str], tmp_path: Path, database: str) -> None:
    (tmp_path / ".pgpass").write_text("*:*:*:*:wrong\n")
    assert "password authentication failed" in refusal()


def test_another_login(refusal: Callable[..., str], room: Make) -> None:
    one = room("A")
    one.new()
    one.look()
    one.restart()
    one.set_share(None, "laptop_b")
    said = refusal(laptop=one)
    assert said.startswith("Another login (laptop_a) already saves this computer's entries")


def test_an_old_server(refusal: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(psycopg.ConnectionInfo, "server_version", 120_022)
    assert refusal() == "The server is PostgreSQL 12; Scorepad needs 13 or later."


def test_another_encoding(refusal: Callable[..., str], cluster: Cluster, database: str) -> None:
    with cluster.admin("postgres") as admin:
        admin.execute(f"drop database {database}")
        admin.execute(f"create database {database} encoding 'LATIN1' template template0")
    assert "The database uses the encoding LATIN1" in refusal()


def test_a_full_disk(
    refusal: Callable[..., str], room: Make, cluster: Cluster, database: str
) -> None:
    """The server reports it (state 53100), and gets the rest once there is room."""
    with cluster.admin(database) as admin:
        admin.execute(
            "create function fail() returns trigger language plpgsql as $$ begin "
            "raise exception using errcode = '53100', message = 'could not extend file'; end $$"
        )
        admin.execute("create trigger full_disk before insert on published execute function fail()")
        one = room("A")
        assert "the server's disk is full" in refusal(laptop=one)
        admin.execute("drop trigger full_disk on published")
    one.look()
    assert one.exchange.status.why is None
    assert not one.exchange.has_failed_places


def test_psycopg_is_not_installed(
    refusal: Callable[..., str], room: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    # No other test of this process may have read it.
    monkeypatch.delitem(sys.modules, "scorepad.share.postgres.connection", raising=False)
    assert f": {sys.executable} -m pip install 'psycopg[binary]' (" in refusal()


def test_a_server_that_comes_back_gets_the_rest(room: Make, cluster: Cluster) -> None:
    one, other = room("A"), room("B")
    match_id = one.new()
    exchange_all(one, other)
    cluster.kill()
    one.record(match_id, BIDS, TRICKS)
    one.look()
    assert one.exchange.has_failed_places
    assert one.exchange.status.only_here == 3
    cluster.start()
    exchange_all(one, other)
    assert texts(one) == []
    assert one.exchange.status.only_here == 0
    assert ids(other.read(match_id)) == ids(one.read(match_id))


def test_a_server_restored_from_an_old_backup_gets_the_rest(
    room: Make, cluster: Cluster, database: str
) -> None:
    one, other = room("A"), room("B")
    match_id = one.new()
    one.record(match_id, BIDS)
    exchange_all(one, other)
    with cluster.admin(database) as admin:
        backup = admin.execute("select * from published").fetchall()
        one.record(match_id, TRICKS)
        exchange_all(one, other)
        everything = admin.execute("select * from published order by 1, 2").fetchall()
        admin.execute("delete from published")
        admin.cursor().executemany("insert into published values (%s, %s, %s, %s)", backup[:-1])
        exchange_all(one, other)
        assert admin.execute("select * from published order by 1, 2").fetchall() == everything
        admin.execute("delete from published where seq = 2")
        one.restart()
        exchange_all(one)
        assert admin.execute(
            "select * from published where laptop = %s order by seq", [one.laptop_id()]
        ).fetchall() == [each for each in everything if each[0] == one.laptop_id()]
    assert texts(one) == texts(other) == []
    third = room("C")
    third.look()
    assert ids(third.read(match_id)) == ids(one.read(match_id))


# One laptop, one id


@pytest.mark.parametrize("service", ["laptop_a", "laptop_b"])
def test_two_clones_on_one_machine_lose_nothing_and_part(
    room: Make, tmp_path: Path, service: str
) -> None:
    one = room("A", machine="f" * 32)
    match_id = one.new()
    one.record(match_id, BIDS)
    one.look()
    shutil.copytree(one.folder, tmp_path / "clone")
    clone = room("clone", service, machine="f" * 32)
    for name, each in (("one", one), ("clone", clone)):
        with each.desk() as desk:
            for n in range(3):
                desk.open(match_id).record(Note(text=f"{name} {n}"))
    exchange_all(one, clone)
    assert clone.laptop_id() != one.laptop_id()
    exchange_all(one, clone)
    assert ids(one.read(match_id)) == ids(clone.read(match_id))
    notes = {each.text for each in one.read(match_id).log if isinstance(each, Note)}
    assert notes == {f"{name} {n}" for name in ("one", "clone") for n in range(3)}
    third = room("C")
    exchange_all(third)
    assert ids(third.read(match_id)) == ids(one.read(match_id))
    for each in (one, clone, third):
        assert each.exchange.status.why is None
        assert any("Two computers made entries under the same name" in text for text in texts(each))


def test_what_a_lost_login_had_not_published_is_published_beside(
    room: Make, tmp_path: Path
) -> None:
    """A data folder moves to another computer with another login, before all of it was there."""
    one = room("A")
    match_id = one.new()
    one.record(match_id, BIDS)
    one.look()
    one.record(match_id, TRICKS)
    shutil.copytree(one.folder, tmp_path / "new")
    new, other = room("new", "laptop_b", machine="e" * 32), room("C")
    exchange_all(new, other)
    assert ids(other.read(match_id)) == ids(new.read(match_id))
    assert len(other.read(match_id).board.hands) == 1
    assert new.exchange.status.only_here == 0
    assert texts(new) == texts(other) == []


# What is said


def test_a_clock_is_compared_with_the_server_s(room: Make) -> None:
    one, other, third = room("A"), room("B"), room("C")
    one.clock, third.clock = Clock(), Clock()
    one.clock.time = other.clock.time + timedelta(minutes=4)
    third.clock.time = other.clock.time - timedelta(minutes=7)
    exchange_all(one, other, third)
    for each in (other, third):
        assert [str(text) for text in clock_texts(each.exchange.status)] == [
            "A's clock is 4 minutes ahead"
        ], "though its own may be wrong too"
    assert clock_texts(one.exchange.status) == []
    assert texts(one) == ["this computer's clock is 4 minutes ahead of the server's"]
    assert texts(third) == ["this computer's clock is 7 minutes behind the server's"]


def test_a_silent_laptop_is_urgent_after_a_minute(room: Make) -> None:
    one, other = room("A"), room("B")
    exchange_all(one, other)
    status, now = one.exchange.status, one.clock()
    assert not is_urgent(status, now + timedelta(seconds=55))
    assert is_urgent(status, now + timedelta(seconds=65))


def test_a_database_is_tried(room: Make, cluster: Cluster, database: str) -> None:
    assert str(check_database_for_sharing("laptop_a", utc_now)).endswith("No laptops found yet.")
    one = room("Front desk A")
    one.new()
    one.look()
    assert str(check_database_for_sharing("laptop_b", utc_now)).startswith(
        "It works. Laptops found: Front desk A ("
    )
    begins = "Can't use the database: "
    for login, why in (("stranger", "the login doesn't have permission"), ("nowhere", "not found")):
        with pytest.raises(Refused, match=f"^{begins}.*{why}"):
            check_database_for_sharing(login, utc_now)


# Protection on the way (`sslmode`)


@pytest.mark.parametrize("mode", ["disable", "allow", "prefer", "require", "verify-ca", ""])
def test_another_machine_is_asked_with_verify_full_only(
    refusal: Callable[..., str], mode: str
) -> None:
    """Nothing is sent: this address exists nowhere, and the sentence comes at once."""
    query = f"?sslmode={mode}" if mode else ""
    said = refusal(f"postgresql://laptop_a@192.0.2.1/x{query}")
    assert said == (
        f"The connection to 192.0.2.1 isn't protected (sslmode is {mode or 'prefer'}); set "
        "sslmode to verify-full in pg_service.conf or in the address."
    )


def secure_service(cluster: Cluster, database: str, place: Path, **more: str) -> None:
    """Write the service `secure`, which reaches the server by its name."""
    values = {
        "host": HOST,
        "hostaddr": "127.0.0.1",
        "port": str(cluster.port),
        "dbname": database,
        "user": "laptop_a",
        "sslmode": "verify-full",
        "sslrootcert": str(cluster.place / "ca.crt"),
    } | more
    lines = "".join(f"{key}={value}\n" for key, value in values.items())
    (place / "pg_service.conf").write_text(f"[secure]\n{lines}")


def test_verify_full_against_a_private_authority(
    room: Make, cluster: Cluster, database: str, tmp_path: Path
) -> None:
    secure_service(cluster, database, tmp_path)
    one = room("A", "secure")
    one.new()
    one.look()
    assert texts(one) == []
    with cluster.admin(database) as admin:
        assert admin.execute("select count(*) from published").fetchone() != (0,)
        query = "select ssl from pg_stat_ssl join pg_stat_activity using (pid) where usename = %s"
        assert admin.execute(query, ["laptop_a"]).fetchall() == [(True,)]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"sslrootcert": "{place}/other.crt"}, "certificate verify failed"),
        ({"host": "elsewhere.test"}, "does not match host name"),
        ({"sslrootcert": "/nowhere.crt"}, "does not exist"),
        ({"sslmode": "require"}, "isn't protected (sslmode is require)"),
    ],
)
def test_a_wrong_authority_or_name_is_refused(
    refusal: Callable[..., str],
    cluster: Cluster,
    database: str,
    tmp_path: Path,
    more: dict[str, str],
    why: str,
) -> None:
    more = {key: value.format(place=cluster.place) for key, value in more.items()}
    secure_service(cluster, database, tmp_path, **more)
    assert why in refusal("secure")
