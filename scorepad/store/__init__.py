"""Where matches are kept: the only room that speaks SQL.

`open_store` opens a data folder and hands out a `Store`, which is a `desk.ports.Keeper` and can
also check, back up and restore.  Everything is kept as lines of feeds: what one data folder
recorded, one line after the other (`lines`).  They are kept twice, as rows of the database
`scorepad.db`, whose commit is the answer, and in the files `feeds/<laptop>.jsonl`, which follow it;
where one copy is damaged, missing or behind, it is made anew from the other.

Opened and used::

    store           what the desk asks of a keeper
    database        an open database with its feeds: transactions, and what is done after each
    transaction     what one transaction changes
    data_folder     a data folder is made ready when it is opened
    file_locks      who may write in a folder, and which window is the only one
    errors          what SQLite and the disk refuse, in one sentence each

Lines, rows and files::

    lines           a line of a feed
    tables          the tables, and the engine
    logs            a log is read from its lines
    summary_rows    what lists show of a log
    documents       documents that were made, by their hash and their codes
    intake          lines that were written before are taken in
    feeds           a feed's file follows its rows
    catch_up        rows and files are brought together
    shared_folder   the feed on a drive, or in a folder that is shared
    laptop_id       which computer this is

Damage and copies::

    integrity       is everything as it was written?
    recovery        a database is made anew after damage
    bundles         backups, and what restores from them
    old_format      what an earlier program kept is read
    migration       and imported
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorepad.desk.earlier_logs import ConvertedLog
    from scorepad.desk.ports import AnyLog, AnyStatus
    from scorepad.store.store import Store

__all__ = ["open_store", "utc_now"]


def utc_now() -> datetime:
    """Return the time now, in UTC."""
    return datetime.now(UTC)


def _unchanged(log: AnyLog) -> ConvertedLog:
    from scorepad.desk.earlier_logs import ConvertedLog

    return ConvertedLog(log)


@contextlib.contextmanager
def open_store(
    folder: Path,
    *,
    write: bool,
    summarize: Callable[[AnyLog], AnyStatus],
    now: Callable[[], datetime] = utc_now,
    share_folder: Callable[[], str] = str,
    convert: Callable[[AnyLog], ConvertedLog] = _unchanged,
    machine: str | None = None,
    laptop_name: Callable[[], str] = str,
) -> Iterator[Store]:
    """Open what is kept in a data folder, for as long as the `with` lasts.

    `write`: make the folder ready where need be, and record there; others may too.  Without it
    nothing in the folder changes, but for the mark of `Store.check`.  `summarize` folds a log and
    says what a list shows of it; `now` is the clock (UTC); `share_folder` names the folder, or
    drive, in which this laptop's feed is kept too ("": none), by `Store.publish`; `convert`
    prepares a log of an earlier program for import; `machine` is the hash of this computer's id
    (None: it is looked up), `laptop_name` what this laptop is called ("": as the host is).

    `Store.notices` says what its user must know.  Raises `Refused` with one sentence when the
    folder cannot be used.
    """
    # They load sqlmodel, after the first paint.
    from scorepad.store.catch_up import StoreTools
    from scorepad.store.laptop_id import machine_hash
    from scorepad.store.store import open_store_in_folder

    machine = machine_hash() if machine is None else machine
    tools = StoreTools(now, summarize, machine, convert, laptop_name)
    with open_store_in_folder(
        folder.absolute(), tools, write=write, share_folder=share_folder
    ) as store:
        yield store
