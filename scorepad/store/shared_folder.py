"""The folder that is shared, or a drive: this data folder's own feeds are kept there too.

Whoever exchanges (`scorepad.share`) publishes and takes in; a drive is slow and may be gone, so
nobody who records waits for it.  A line of our own feed that stands there and is not here is taken
in; then somebody recorded under our id, and a new one begins.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, func, select

from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text
from scorepad.store.catch_up import describe_lost_lines_of_file
from scorepad.store.database import Database
from scorepad.store.errors import (
    Damaged,
    file_of_error,
    file_unusable_refusal,
    is_damage,
    refusal_of,
    shared_folder_unusable_text,
)
from scorepad.store.feeds import FOLDER as FEEDS
from scorepad.store.feeds import FeedRows, shared_file, update_feed_file
from scorepad.store.intake import fork_id, read_laptop_name
from scorepad.store.lines import verified_hash
from scorepad.store.tables import DATABASE, LaptopRow, LineRow
from scorepad.store.transaction import LAPTOP, read_state_value

FILE_MODE = 0o666
"""Whoever may read the folder may read the files in it, as far as the system's mask allows."""
_OWN = select(LaptopRow.laptop).where(col(LaptopRow.is_own))


class FeedEnd(NamedTuple):
    """How far a feed goes here: the number and the hash of its last line without a gap before it.
    `is_own`: it was recorded in this data folder; `is_current`: it is recorded under this id.

    Where a second chain of its lines is here, `forks` has the last number of each, by its id,
    `forked_at` the last number that all have, and `fork_name` is what a laptop calls the first
    chain to which that one is the second."""

    laptop: str
    seq: int
    hash: str
    is_own: bool
    is_current: bool
    forks: Mapping[str, int] = MappingProxyType({})
    forked_at: int = 0
    fork_name: str = ""

    @property
    def last_seq_of_all_chains(self) -> int:
        """Return the greatest number up to which one of its chains goes."""
        return max((self.seq, *self.forks.values()))


def read_feed_ends(connection: Connection) -> list[FeedEnd]:
    """Return how far each feed goes here; second chains of lines are left out."""
    current = read_state_value(connection, LAPTOP)
    laptops = select(LaptopRow.laptop, LaptopRow.is_own).where(col(LaptopRow.fork_of) == "")
    ends, forks = [], _read_forks(connection)
    for laptop, is_own in connection.execute(laptops).all():
        of_feed = select(func.count(), func.max(LineRow.seq)).where(col(LineRow.laptop) == laptop)
        count, last = connection.execute(of_feed).one()
        seq = last or 0
        if count < seq:  # what is after a gap is not counted
            seqs = connection.execute(
                select(LineRow.seq).where(col(LineRow.laptop) == laptop).order_by(col(LineRow.seq))
            ).scalars()
            seq = next((n - 1 for n, each in enumerate(seqs, 1) if n != each), count)
        at = select(LineRow.hash).where(col(LineRow.laptop) == laptop, col(LineRow.seq) == seq)
        line_hash = str(connection.execute(at).scalar() or "")
        end = FeedEnd(laptop, seq, line_hash, bool(is_own), laptop == current)
        if laptop in forks:
            forked_at, lasts = forks[laptop]
            first = select(LineRow.hash).where(
                col(LineRow.laptop) == laptop, col(LineRow.seq) == forked_at + 1
            )
            name = fork_id(laptop, str(connection.execute(first).scalar() or ""))
            end = end._replace(forks=lasts, forked_at=forked_at, fork_name=name)
        ends.append(end)
    return ends


def _read_forks(connection: Connection) -> dict[str, tuple[int, dict[str, int]]]:
    """Return of each feed with second chains the last number that all have, and the last one of
    each chain, by its id."""
    chains = (
        select(LaptopRow.fork_of, LaptopRow.laptop, func.min(LineRow.seq), func.max(LineRow.seq))
        .join(LineRow, col(LineRow.laptop) == col(LaptopRow.laptop))
        .where(col(LaptopRow.fork_of) != "")
        .group_by(col(LaptopRow.laptop))
    )
    forks: dict[str, tuple[int, dict[str, int]]] = {}
    for laptop, chain, first, last in connection.execute(chains).all():
        forked_at, lasts = forks.get(laptop, (first - 1, {}))
        forks[laptop] = min(forked_at, first - 1), {**lasts, chain: last}
    return forks


class DoubledLaptop(NamedTuple):
    """A laptop under whose id two data folders recorded: what it is called, and whether one of
    them records under an id of its own by now."""

    laptop: str
    name: str
    has_parted: bool


def read_doubled_laptops(connection: Connection) -> list[DoubledLaptop]:
    """Return the laptops of which a second chain of lines is here."""
    rows = connection.execute(select(LaptopRow.fork_of, LaptopRow.predecessor)).all()
    successors = {predecessor for _, predecessor in rows}
    return [
        DoubledLaptop(each, read_laptop_name(connection, each), each in successors)
        for each in sorted({fork_of for fork_of, _ in rows if fork_of})
    ]


def count_entries(connection: Connection, laptop: str, after: int) -> int:
    """Return how many entries of matches and events a feed has after this line."""
    query = select(func.count()).where(
        col(LineRow.laptop) == laptop,
        col(LineRow.seq) > after,
        col(LineRow.entry).is_not(None),
        col(LineRow.log) != "",
    )
    return int(connection.execute(query).scalar() or 0)


def logs_with_own_entries_only(connection: Connection) -> list[str]:
    """Return the logs that have entries of the own feeds, and of no other one."""
    with_entries = select(LineRow.log).where(
        col(LineRow.entry).is_not(None), col(LineRow.log) != ""
    )
    own = with_entries.where(col(LineRow.laptop).in_(_OWN))
    others = with_entries.where(col(LineRow.laptop).not_in(_OWN))
    return list(connection.execute(own.except_(others)).scalars())


def is_data_folder_or_its_feeds(folder: Path) -> bool:
    """Return whether this is a data folder, or that of its feeds; False also where the system does
    not answer."""
    data = folder.parent if folder.name == FEEDS else folder
    return os.path.lexists(data / DATABASE)


def try_to_publish_own_feeds(
    database: Database, folder: Path | None, *, thorough: bool = False
) -> Text | None:
    """Bring the own feeds' files in a folder up to the rows; return why that cannot be done now."""
    if folder is None:
        return None
    if is_data_folder_or_its_feeds(folder):
        return T(
            "{folder} is a data folder of Scorepad and was left as it is; name another folder in "
            "the settings.",
            folder=str(folder),
        )
    for _look in range(2):  # SQLite says of a disk that fails once, too, that all is damaged
        try:
            folder.stat()
            while _publish_each_feed(database, folder, thorough=thorough):
                thorough = True  # what stood around the lines that were taken in may be damaged
        except OSError as error:
            if (file := file_of_error(error, folder)) is not None:
                return file_unusable_refusal(error, file).text
            return shared_folder_unusable_text(folder, error)
        except Refused as refused:
            return refused.text
        except (DBAPIError, sqlite3.Error, Damaged) as error:
            if not is_damage(error):
                return refusal_of(error, database.folder).text
        else:
            return None
    database.mark_suspect()
    return T("The database is damaged; it is made anew, and the folder gets the rest.")


def _publish_each_feed(database: Database, folder: Path, *, thorough: bool) -> bool:
    """Publish each of the own feeds; return whether lines were taken in, and it has to be done once
    more.  Raises `OSError` or `Refused` where one of them cannot be published, after the
    others."""
    with database.engine.connect() as connection:
        own = list(connection.execute(_OWN).scalars())
    errors = list[Refused | OSError]()
    for laptop in own:
        try:
            if _publish_feed(database, folder, laptop, thorough=thorough):
                return True
        except (Refused, OSError) as error:
            errors.append(error)
    if errors:
        raise errors[0]
    return False


def _publish_feed(database: Database, folder: Path, laptop: str, *, thorough: bool) -> bool:
    """Bring a feed's file in a folder up to the rows; return whether lines of it were taken in, and
    then nothing was written.  Raises `Refused`."""
    feed, first = laptop, 1
    while True:
        engine = database.engine
        file = shared_file(folder, feed)
        result = update_feed_file(
            engine,
            file,
            laptop,
            database.stamp,
            first=first,
            thorough=thorough,
            mode=FILE_MODE,
        )
        if result.unknown:
            is_new = database.take_in_earlier_lines(result.unknown) > 0
            if not is_new and (why := database.why_left_out(result.unknown)) is not None:
                raise Refused(why)
            return True
        if result.quarantined is not None:
            database.notify(
                T(
                    "{file} was damaged; it was moved to {moved} and made anew.",
                    file=str(file),
                    moved=result.quarantined.name,
                ),
                *describe_lost_lines_of_file(engine, laptop, result),
            )
        if result.diverged is None:
            return False
        if feed != laptop and result.diverged <= first:
            raise Refused(
                "{file} has something else than the feed of this laptop, so nothing was written "
                "there; move the file away, and it is made anew.",
                file=str(file),
            )
        # What stands there is kept here too, as a second chain of lines; ours goes beside.
        missing = next(FeedRows(engine, laptop).lines_after(result.diverged - 1), None)
        if missing is None:
            return False
        first, first_line = missing
        feed = fork_id(laptop, verified_hash(first_line) or "")
