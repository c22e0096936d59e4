"""Eight laptops share a database whose server is killed (SIGKILL) while all of them write.

    python -m tests.share.soak_postgres [RUNS [FIRST]]

In each run eight processes record and publish in small steps. In the middle of it the server dies
with all that serve somebody, and up to two of the writers with it. Once it is back, and before
anybody continues, everything must be there that it had acknowledged, without a gap. At the end they
exchange in peace. Counted are lines and entries that were acknowledged and are missing, numbers
that are left out, logs that differ, and sentences of `check`.

Two readers look on: one by laptop and number, as the program reads, and one by a serial number, the
mutant: numbers are given before the commit, so a later one is seen first, and anyone who has read
up to it never reads the earlier one.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest import mock

import psycopg

from scorepad.spades.entries import Note
from scorepad.store.lines import decode_line
from tests.fork_server import HUNG, wait_for_fork
from tests.share.cluster import LOGINS, Cluster, find_programs, running_cluster
from tests.share.room import BIDS, TRICKS, Clock, Laptop, exchange_all
from tests.share.soak import FAILED, TOLD, Figures, compare

STEPS = 6
"""So many entries each writer records."""
PATIENCE = 120.0  # seconds after which a writer has hung
BY_SERIAL = "select laptop, seq, serial from published where serial > %s order by serial"
ENDS = "select laptop, count(*), max(seq) from published group by 1"
NEW = """
    select published.laptop, published.seq from published
    left join unnest(%s::text[], %s::bigint[]) as here (laptop, seq) using (laptop)
    where published.seq > coalesce(here.seq, 0) order by 1, 2"""


@dataclass
class ServerFigures(Figures):
    """What was counted in all runs; `lines` are those in the database at the end."""

    lines: int = 0
    gaps: int = 0
    missed: int = 0
    """Lines that were acknowledged and not there after the server was killed."""
    missed_by_number: int = 0
    missed_by_serial: int = 0

    @property
    def is_good(self) -> bool:
        """Return whether nothing went wrong; the mutant may lose what it likes."""
        return super().is_good and not (self.gaps or self.missed or self.missed_by_number)

    def __str__(self) -> str:
        """Return the figures in one line."""
        return (
            f"{super().__str__()}; {self.lines} lines there: {self.missed} acknowledged ones "
            f"missing, {self.gaps} gaps; a reader by laptop and number missed "
            f"{self.missed_by_number}, one by serial number {self.missed_by_serial}"
        )


class Readers(threading.Thread):
    """Reads what is published, by number and by serial number, until it is ended."""

    def __init__(self, cluster: Cluster, database: str) -> None:
        super().__init__(daemon=True)
        self.by_number = set[tuple[str, int]]()
        self.by_serial = set[tuple[str, int]]()
        self._cluster, self._database = cluster, database
        self._last, self._ends = 0, dict[str, int]()
        self._is_over = threading.Event()

    def run(self) -> None:
        while not self._is_over.is_set():
            with (
                contextlib.suppress(psycopg.OperationalError),
                self._cluster.admin(self._database) as connection,
            ):
                while not self._is_over.wait(0.001):
                    self.read(connection)

    def read(self, connection: psycopg.Connection[Any]) -> None:
        for laptop, seq, serial in connection.execute(BY_SERIAL, [self._last]).fetchall():
            self.by_serial.add((laptop, seq))
            self._last = serial
        ends = [list(self._ends), list(self._ends.values())]
        for laptop, seq in connection.execute(NEW, ends).fetchall():
            self.by_number.add((laptop, seq))
            self._ends[laptop] = seq

    def end(self) -> None:
        self._is_over.set()
        self.join()


def write(laptop: Laptop, chance: random.Random, out: int) -> None:
    """Record and publish in small steps, whatever becomes of the server; say which entries were
    acknowledged here, and up to which number each feed was there."""
    with laptop.desk() as desk:
        table = desk.open(laptop.new_in(desk))
        for _step in range(STEPS):
            before = {each.id for each in table.match.entries_of_all_versions}
            is_open = table.match.board.open_hand
            note = Note(text=f"{chance.random()}")
            table.record(note if chance.random() < 0.3 else TRICKS if is_open else BIDS)
            new = [each.id for each in table.match.entries_of_all_versions if each.id not in before]
            os.write(out, "".join(f"entry {table.id} {each}\n" for each in new).encode())
            laptop.look()
            for place in laptop.exchange._places.values():
                for feed, there in place.answer.feeds.items():
                    line = decode_line(there.last)
                    assert line is not None
                    os.write(out, f"line {feed} {line.seq}\n".encode())


def write_in_a_process(laptop: Laptop, seed: int, out: int) -> int:
    """Return the process in which a laptop writes."""
    child = os.fork()
    if not child:
        try:
            write(laptop, random.Random(seed), out)
            os._exit(0)
        except BaseException as error:  # noqa: BLE001  # no frame of the parent's may go on
            sys.stderr.write(f"{laptop.name}: {error!r}\n")
            os._exit(FAILED)
    return child


class Said:
    """What the writers have said so far: entries that were acknowledged, and up to which number the
    server had acknowledged each feed."""

    def __init__(self, inside: int) -> None:
        os.set_blocking(inside, False)
        self.entries = set[tuple[str, str]]()
        self.lines = dict[str, int]()
        self._inside, self._rest = inside, b""

    def read(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while data := os.read(self._inside, 1 << 16):
                *lines, self._rest = (self._rest + data).split(b"\n")
                for line in lines:
                    what, of, value = line.decode().split()
                    if what == "entry":
                        self.entries.add((of, value))
                    else:
                        self.lines[of] = int(value)


def run_once(
    cluster: Cluster,
    database: str,
    laptops: list[Laptop],
    chance: random.Random,
    figures: ServerFigures,
) -> None:
    """Run once in a new database that these laptops share."""
    with cluster.admin(database) as admin:
        admin.execute("alter table published add serial bigserial")
        admin.execute("grant usage on sequence published_serial_seq to scorepad_laptop")
    inside, out = os.pipe()
    said = Said(inside)
    writers = [write_in_a_process(each, chance.randrange(1 << 60), out) for each in laptops]
    os.close(out)
    readers = Readers(cluster, database)
    readers.start()
    try:
        kill_in_the_middle(cluster, database, writers, said, chance, figures)
        for child, laptop in zip(writers, laptops, strict=True):
            status = wait_for_fork(child)
            if status > 0 or status == HUNG:
                figures.failed += 1
                figures.told.append(f"{laptop.name} failed")
        said.read()
        os.close(inside)
        exchange_all(*laptops, rounds=2)
    finally:
        readers.end()
    with cluster.admin(database) as admin:
        readers.read(admin)
        lines = set(admin.execute("select laptop, seq from published").fetchall())
        count_missing(admin, said, figures)
    figures.lines += len(lines)
    figures.missed_by_number += len(lines - readers.by_number)
    figures.missed_by_serial += len(lines - readers.by_serial)
    compare(laptops, said.entries, figures)
    for each in laptops:
        each.restart()


def kill_in_the_middle(
    cluster: Cluster,
    database: str,
    writers: list[int],
    said: Said,
    chance: random.Random,
    figures: ServerFigures,
) -> None:
    """Kill the server, and some writers, once so much was recorded; look what is there while the
    others stand still."""
    enough, end = chance.randrange(1, len(writers) * STEPS // 2), time.monotonic() + PATIENCE
    while len(said.entries) < enough:
        assert time.monotonic() < end, "the writers hang"
        time.sleep(0.001)
        said.read()
    cluster.kill()
    figures.kills += 1
    for each in chance.sample(writers, chance.randrange(3)):
        os.kill(each, signal.SIGKILL)
        figures.kills += 1
    for each in writers:
        os.kill(each, signal.SIGSTOP)
    said.read()
    cluster.start()
    with cluster.admin(database) as admin:
        count_missing(admin, said, figures)
    for each in writers:
        os.kill(each, signal.SIGCONT)


def count_missing(admin: psycopg.Connection[Any], said: Said, figures: ServerFigures) -> None:
    """Count what the server had acknowledged and has not, and the numbers that are left out."""
    ends = {laptop: (count, last) for laptop, count, last in admin.execute(ENDS).fetchall()}
    for laptop, seq in said.lines.items():
        figures.missed += max(0, seq - ends.get(laptop, (0, 0))[1])
    figures.gaps += sum(last - count for count, last in ends.values())


def soak(
    cluster: Cluster, runs: int, *, first: int = 0, logins: Sequence[str] = LOGINS
) -> ServerFigures:
    """Run so often, with a laptop for each of these logins, and return the figures."""
    figures = ServerFigures()
    for seed in range(first, first + runs):
        database, before = cluster.make_database(), len(figures.told)
        with tempfile.TemporaryDirectory(prefix="scorepad-soak-") as named:
            place, clock = Path(named), Clock()
            clock.time = datetime.now(UTC)
            with mock.patch.dict(os.environ, cluster.name_services(database, place)):
                laptops = [Laptop(place / each, None, clock, database=each) for each in logins]
                run_once(cluster, database, laptops, random.Random(seed), figures)
        cluster.drop_database(database)
        figures.told[before:] = [f"run {seed}: {each}" for each in figures.told[before:]]
    return figures


def main() -> int:
    """Run as often as is said, and print the figures."""
    runs, first = (*map(int, sys.argv[1:3]), *(50, 0)[len(sys.argv) - 1 :])
    if find_programs() is None:
        sys.stdout.write("Sharing through a database was left out; it needs PostgreSQL.\n")
        return 0
    with running_cluster() as cluster:
        figures = soak(cluster, runs, first=first)
    sys.stdout.write(f"Sharing through a database: {figures}\n")
    sys.stdout.writelines(f"{each}\n" for each in figures.told[:TOLD])
    return 0 if figures.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
