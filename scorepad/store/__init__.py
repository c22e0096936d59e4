"""Where matches are kept: the only room that speaks SQL.

`open_store` opens a data folder and hands out a `Store`, which is a `desk.ports.Keeper` and can
also check, back up and restore.  What it keeps::

  - matches: a match's id and its first head with the rule set frozen into it
  - entries: what happened, append-only (triggers in the database forbid anything else)
  - places: the order of each log that a join rearranged, and why an entry is unfit
  - summaries: what lists show: a projection, written in the entry's transaction, rebuildable
  - drafts: what was typed and not confirmed
  - meta: the mark up to which the second copy goes, and a stamp of changes that are not in it

In the data folder: `scorepad.db`, its second copy `scorepad.jsonl` (which one on a USB drive may
follow, `elsewhere`), `backups/`, `scorepad.lock` (shared by all that may write, who take turns),
`scorepad.state` (how the database looked when the last of them closed it), `scorepad.window`
(locked by the one window).

A change of the tables is a new file in `migrations/versions` (raw SQL, next number), the same
change in `rows.py`, and a database of the version before it under `tests/data/store`.

sqlmodel and Alembic take longer to load than a window to show.  So what every command asks is SQL
over Python's own `sqlite3`; those two work inside its transactions (`rows.asked`), sqlmodel where
something is asked seldom, Alembic where the tables have to be made or changed.

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

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorepad.desk.ports import EventSummary, Kept, KeptEvent, Summary
    from scorepad.store.store import Store

__all__ = ["open_store", "utc_now"]


def utc_now() -> datetime:
    """Return the time now, in UTC."""
    return datetime.now(UTC)


def open_store(
    folder: Path,
    *,
    write: bool,
    now: Callable[[], datetime] = utc_now,
    make: Callable[[Kept | KeptEvent], Summary | EventSummary] | None = None,
    thoroughly: bool = False,
    copy_to: Callable[[], str] = str,
) -> AbstractContextManager[Store]:
    """Open the matches kept in a data folder, for as long as the `with` lasts.

    `write`: create folder and database where they are missing, bring an older database up to
    date, and back up what has changed since the last backup; others may write too.  Without it
    nothing that is kept changes.  `now` is the clock (UTC) that backups and new matches are dated
    with; `make` folds a match and says what a list shows of it, for a list that is made anew;
    `thoroughly` looks through everything first; `copy_to` names the folder of the copy elsewhere
    ("": none).

    `Store.notices` says what its reader must know: a damaged database set aside, a missing one.
    Raises `Refused` with one sentence when the folder cannot be used, the database is of a newer
    Scorepad, or somebody else is there where this has to be done alone (`store.lock`).
    """
    from scorepad.store.opening import opened

    return opened(folder, write=write, now=now, make=make, thoroughly=thoroughly, copy_to=copy_to)
