"""The server dies by SIGKILL while eight laptops write (LAPTOPS.md 12, 13): nothing that was
acknowledged is missing there, no number is left out, and all laptops show the same."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from tests.share.cluster import Cluster
from tests.share.room import BIDS, TRICKS, Laptop, exchange_all, ids

pytestmark = pytest.mark.xdist_group("postgres")


def write(laptop: Laptop, match_id: str) -> None:
    """Record and publish in small steps, whatever becomes of the server."""
    for each in (BIDS, TRICKS, BIDS):
        laptop.record(match_id, each)
        laptop.look()


def test_a_server_killed_while_eight_write_has_all_in_the_end(
    room: Callable[..., Laptop], cluster: Cluster, database: str
) -> None:
    laptops = [room(f"Laptop {letter}") for letter in "ABCDEFGH"]
    matches = [each.new() for each in laptops]
    pairs = zip(laptops, matches, strict=True)
    writers = [threading.Thread(target=write, args=each) for each in pairs]
    for each in writers:
        each.start()
    writers[random.randrange(8)].join(timeout=random.random())
    cluster.kill()
    cluster.start()
    for each in writers:
        each.join()
    exchange_all(*laptops)
    with cluster.admin(database) as admin:
        counted = admin.execute(
            "select laptop, count(*), min(seq), max(seq) from published group by 1"
        ).fetchall()
    assert len(counted) == 8
    assert all(low == 1 and count == high for _, count, low, high in counted)
    for laptop in laptops:
        assert laptop.exchange.status.only_here == 0
        for match_id, writer in zip(matches, laptops, strict=True):
            assert ids(laptop.read(match_id)) == ids(writer.read(match_id))
            assert len(ids(laptop.read(match_id))) == 4


def test_a_reader_by_serial_number_loses_rows(cluster: Cluster, database: str) -> None:
    """The mutant: numbers are given before the commit, so a later one is seen first, and whoever
    has read up to it never reads the earlier one; by laptop and number nothing is missed."""
    with cluster.admin(database) as admin:
        admin.execute("alter table published add serial bigserial")
        admin.execute("insert into laptops (laptop) values ('a'), ('b')")

    def add(connection: psycopg.Connection[Any], laptop: str) -> None:
        connection.execute("insert into published values (%s, 1, 'h', 'l')", [laptop])

    with (
        cluster.admin(database) as slow,
        cluster.admin(database) as fast,
        cluster.admin(database) as reader,
    ):
        by_serial, by_number = set[str](), set[str]()
        last, ends = 0, {"a": 0, "b": 0}

        def read() -> None:
            nonlocal last
            new = "select laptop, serial from published where serial > %s order by serial"
            for laptop, serial in reader.execute(new, [last]).fetchall():
                by_serial.add(laptop)
                last = serial
            for laptop, end in ends.items():
                of_feed = "select seq from published where laptop = %s and seq > %s order by seq"
                for (seq,) in reader.execute(of_feed, [laptop, end]).fetchall():
                    by_number.add(laptop)
                    ends[laptop] = seq

        with slow.transaction():
            add(slow, "a")
            add(fast, "b")
            read()
        read()
        assert by_number == {"a", "b"}
        assert by_serial == {"b"}, "the mutant loses what was committed later"
