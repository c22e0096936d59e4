"""Laptops in one room, each a data folder of its own, which share one folder on this disk, or a
database."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from scorepad.desk.desk import Desk
from scorepad.desk.reading import status_of_kept_log
from scorepad.paths import resources_folder
from scorepad.share.exchange import DataFolderAccess, Exchange
from scorepad.share.postgres.database import SharedDatabase
from scorepad.spades.entries import Bids, Head, Tricks
from scorepad.spades.library import Library, load_library
from scorepad.spades.match import Match
from scorepad.store import open_store
from scorepad.store.store import Store

START = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
BIDS, TRICKS = Bids(bids=(3, 4, 3, 2)), Tricks(tricks=(3, 4, 3, 3))
LIBRARY: Library = load_library(resources_folder() / "rules")


class Clock:
    """A clock on the wall that continues when told."""

    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> datetime:
        self.time += timedelta(milliseconds=1)
        return self.time


class Laptop:
    """A data folder, as a program over it would use it; `machine` is the computer's id, `database`
    the service of the one that it shares."""

    def __init__(
        self,
        folder: Path,
        share: Path | None,
        clock: Clock,
        machine: str = "",
        name: str = "",
        database: str = "",
    ) -> None:
        self.folder, self.share, self.clock = folder, share, clock
        self.database = database
        self.name = name or folder.name
        self.machine = machine or (folder.name * 32)[:32]
        folder.mkdir(exist_ok=True)
        self.set_share(share, database)
        self._exchange: Exchange | None = None

    def set_share(self, share: Path | None, database: str = "") -> None:
        """Name the folder and the database that are shared."""
        self.share, self.database = share, database
        values = {
            "laptop_name": self.name,
            "share_folder": str(share or ""),
            "share_database": database,
        }
        (self.folder / "settings.json").write_text(json.dumps(values))

    @contextlib.contextmanager
    def store(self) -> Iterator[Store]:
        with open_store(
            self.folder,
            write=True,
            summarize=lambda each: status_of_kept_log(each, LIBRARY),
            now=self.clock,
            share_folder=lambda: str(self.share or ""),
            machine=self.machine,
            laptop_name=lambda: self.name,
        ) as store:
            yield store

    def make_desk(self, store: Store) -> Desk:
        return Desk(
            store,
            LIBRARY,
            now=self.clock,
            by=lambda: f"Pat at {self.name}",
            laptop_name=lambda: self.name if self.share or self.database else "",
        )

    @contextlib.contextmanager
    def desk(self) -> Iterator[Desk]:
        with self.store() as store:
            yield self.make_desk(store)

    @property
    def exchange(self) -> Exchange:
        if self._exchange is None:
            access = DataFolderAccess(self.folder, self.clock, self.store, self.make_desk)
            self._exchange = Exchange(access)
        return self._exchange

    def restart(self) -> None:
        """The process that exchanges begins anew."""
        if self._exchange is not None:
            self._exchange.close()
        self._exchange = None

    def look(self) -> None:
        """Exchange until there is nothing to do at once."""
        for place in self.exchange._places.values():
            place.try_at = 0.0
            if isinstance(place.transport, SharedDatabase):
                place.transport._ask_at = 0.0
        while self.exchange.exchange_next_batch():
            pass

    # What a supervisor does

    def new_in(self, desk: Desk, table: str = "1") -> str:
        return desk.start(Head(rules="alpha-theta", table=table)).id

    def new(self, table: str = "1") -> str:
        with self.desk() as desk:
            return self.new_in(desk, table)

    def record(self, match_id: str, *entries: Bids | Tricks) -> None:
        with self.desk() as desk:
            table = desk.open(match_id)
            for each in entries:
                table.record(each)

    def take_over(self, match_id: str, why: str = "its battery is empty") -> None:
        with self.desk() as desk:
            desk.open(match_id).take_over_from_other_laptop(why)

    def read(self, match_id: str) -> Match:
        with self.desk() as desk:
            return desk.read(match_id)

    def laptop_id(self) -> str:
        with self.store() as store:
            return store.laptop_id()


def exchange_all(*laptops: Laptop, rounds: int = 3) -> None:
    """Have them exchange so often that each has what all have."""
    for _round in range(rounds):
        for each in laptops:
            each.look()


def ids(match: Match) -> list[str]:
    return [each.id or "" for each in match.entries_of_all_versions]
