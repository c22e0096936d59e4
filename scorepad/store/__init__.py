"""The storage of matches: the only package with SQL.

`open_store` opens a data folder and hands out a `Store`, which is a `desk.ports.Keeper` and can
also check, back up and restore.  Everything is kept as lines of feeds: the records of one data
folder, one line after the other (`lines`).  They are kept twice, as rows of the database
`scorepad.db`, whose commit decides, and in the files `feeds/<laptop>.jsonl`, which follow it.
Where one copy is damaged, missing or behind, it is made again from the other: at the start, and
only there.

Opened and used::

    store           the keeper of the desk's logs
    database        an open database with its feeds: transactions, and their consequences
    writer          the changes of one transaction
    opening         a data folder is opened, and recovered where it is damaged
    file_locks      locks on writing in a folder, and on its only window
    errors          a sentence for each error of SQLite and the disk

Lines, rows and files::

    lines           a line of a feed
    tables          the tables, and the engine
    feeds           a feed's file is brought up to its rows
    intake          lines that were written before are taken in
    proof           every line is proved by its hash
    logs            a match or an event is read from its lines
    statuses        the cache for the lists
    sharing         the own feeds in a shared folder, and the end of each feed
    laptop_id       the id of this computer

Copies::

    check           compares everything with its hashes, here and in the copies
    bundles         backups, and restoring them
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorepad.desk.ports import AnyLog, AnyStatus
    from scorepad.store.store import Store

__all__ = ["open_store", "utc_now"]


def utc_now() -> datetime:
    """Return the time now, in UTC."""
    return datetime.now(UTC)


@contextlib.contextmanager
def open_store(
    folder: Path,
    *,
    write: bool,
    summarize: Callable[[AnyLog], AnyStatus],
    now: Callable[[], datetime] = utc_now,
    share_folder: Callable[[], str] = str,
    machine: str | None = None,
    laptop_name: Callable[[], str] = str,
) -> Iterator[Store]:
    """Open a data folder, for as long as the `with` lasts.

    `write`: record there; other processes may too. Damage is recovered without it too, and an empty
    folder is left empty then. `summarize` folds a log and returns its status; `now` is the clock
    (UTC); `share_folder` names the folder, or drive, to which `Store.publish` copies this laptop's
    feed ("": none); `machine` is the hash of this computer's id (None: it is looked up),
    `laptop_name` the name of this laptop ("": the host's).

    `Store.notices` has the messages for the user. Raises `Refused` with one sentence when the
    folder can't be used.
    """
    # They load sqlmodel, after the first paint.
    from scorepad.store.errors import DISK_ERRORS, refusal_of
    from scorepad.store.file_locks import FolderLock
    from scorepad.store.laptop_id import machine_hash
    from scorepad.store.opening import open_folder, open_to_read
    from scorepad.store.store import Store
    from scorepad.store.writer import StoreTools

    folder, lock = folder.absolute(), FolderLock(folder.absolute()) if write else None
    machine = machine_hash() if machine is None else machine
    tools = StoreTools(now, summarize, machine, laptop_name)
    with contextlib.ExitStack() as stack:
        if lock is not None:
            stack.callback(lock.release)
        try:
            opened = open_folder(folder, lock, tools) if lock else open_to_read(folder, tools)
        except DISK_ERRORS as error:
            raise refusal_of(error, folder) from error
        store = Store(folder, opened, tools, lock, share_folder)
        stack.callback(store.close)
        if write:
            store.make_daily_backup(wait=False)
        yield store
