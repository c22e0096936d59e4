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

Its modules:

    access           an open store's access to its database
    backup_restore   copies are made on request here, and one is put back
    backups          rolling backups are kept in `backups/` of the data folder
    bundles          A backup is a bundle
    catch_up         rows and feeds' files are brought together here
    change           A `StoreChange` does everything that one transaction changes
    checking         the store checks whether what it keeps is as it was written
    copies           each copy of what is kept is read into the same plain form, as far as it can be
                     read
    database         the database hands out its connections
    dbfile           this module looks at a database file, copies it, and puts a copy in its place
    earlier          what an earlier program kept (up to version 6 of the tables) is read here, to
                     be imported
    elsewhere        the copy elsewhere
    feeds            A feed's file follows the rows of the feed
    file_locks       locks that the operating system holds on files, and lets go of when their
                     holder dies
    hash_chain       chained hashes
    intake           lines are taken in here
    integrity        is everything as it was written?  Every row is proved by its hash, and compared
                     with the files that should have the same
    laptop_id        the computer's own id, which tells a data folder that was copied to another one
    line_store       the store
    lines            A line of a feed
    listing          the rows of the lists hold what is shown of each match and event, so that no
                     log has to be read
    lock             the lock on a data folder
    log              A log, of a match or an event, is kept in rows
    logs             A log, of a match or an event, is read here from its lines
    migrate          A database is brought up to the newest revision here
    migration        what an earlier program kept in a data folder is imported here
    opening          opening a data folder
    preparing        A data folder is made ready here
    recovery         A database is made anew after damage
    refusals         every refusal of the store has its sentence here
    rescue           when the database is damaged, gone or older than the second copy
    rows             the tables are declared here for sqlmodel
    salvage          what the copies have is put together by the ids of matches and entries
    second_copy      the second copy
    shared_folder    the folder that is shared, or a drive
    store            the store
    store_access     an open store's access to its database
    store_errors     what SQLite and the disk refuse, in one sentence each
    store_opening    A data folder is opened here
    summary_rows     the rows of the lists
    tables           the tables, as sqlmodel's classes declare them, and the engine that reads and
                     writes them
    transaction      everything that one transaction of the store changes goes through a
                     `Transaction`
    writing          one change to what is kept
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorepad.desk.earlier_logs import ConvertedLog
    from scorepad.desk.ports import AnyLog, AnySummary
    from scorepad.store.store import Store

__all__ = ["open_store", "utc_now"]


def utc_now() -> datetime:
    """Return the time now, in UTC."""
    return datetime.now(UTC)


def _unchanged(kept: AnyLog) -> ConvertedLog:
    from scorepad.desk.earlier_logs import ConvertedLog

    return ConvertedLog(kept)


@contextlib.contextmanager
def open_store(
    folder: Path,
    *,
    write: bool,
    summarize: Callable[[AnyLog], AnySummary],
    now: Callable[[], datetime] = utc_now,
    share_folder: Callable[[], str] = str,
    convert: Callable[[AnyLog], ConvertedLog] = _unchanged,
    machine: str | None = None,
) -> Iterator[Store]:
    """Open what is kept in a data folder, for as long as the `with` lasts.

    `write`: make the folder ready where need be, and record there; others may too.  Without it
    nothing in the folder changes.  `summarize` folds a log and says what a list shows of it; `now`
    is the clock (UTC); `share_folder` names the folder, or drive, that gets this laptop's feed
    ("": none); `convert` prepares a log of an earlier program for import; `machine` is the hash of
    this computer's id (None: it is looked up).

    `Store.notices` says what its user must know.  Raises `Refused` with one sentence when the
    folder cannot be used.
    """
    from scorepad.store.store import open_folder  # loads sqlmodel, after the first paint

    with open_folder(
        folder.absolute(),
        write=write,
        summarize=summarize,
        now=now,
        share_folder=share_folder,
        convert=convert,
        machine=machine,
    ) as store:
        yield store
