"""The server dies by SIGKILL while laptops write (LAPTOPS.md 12, 13); `make soak` does so fifty
times with eight."""

from __future__ import annotations

import random
from typing import Any

import psycopg
import pytest

from tests.share.cluster import LOGINS, Cluster
from tests.share.soak_postgres import soak

pytestmark = pytest.mark.xdist_group("postgres")


def test_a_server_killed_while_laptops_write_has_all_in_the_end(cluster: Cluster) -> None:
    figures = soak(cluster, 1, first=random.randrange(1 << 30), logins=LOGINS[:3])
    assert figures.is_good, "\n".join([str(figures), *figures.told])
    assert figures.entries > 0


def test_a_reader_by_serial_number_loses_rows(cluster: Cluster, database: str) -> None:
    """The mutant: numbers are given before the commit, so a later one is seen first, and anyone
    who has read up to it never reads the earlier one; by laptop and number nothing is missed."""
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
