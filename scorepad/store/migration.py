"""What an earlier program kept in a data folder is imported here."""

from __future__ import annotations

import contextlib
import sqlite3
from datetime import datetime
from pathlib import Path

from msgspec.structs import replace

from scorepad import files
from scorepad.desk.ports import AnyLog, Summary
from scorepad.store.catch_up import (
    COMPANIONS,
    DATABASE,
    Tools,
    follow_feeds,
    made_database,
    sync_feeds,
    writing,
)
from scorepad.store.earlier import SECOND_COPY, read_earlier
from scorepad.store.feeds import regular
from scorepad.store.recovery import put_in_place
from scorepad.store.store_errors import error_code, in_use
from scorepad.store.summary_rows import read_state
from scorepad.store.transaction import CLOSED, OPEN, Transaction, keep_state_value


def migrate(folder: Path, tools: Tools) -> None:
    """Import what an earlier program kept in a data folder; its files stay, under a dated name."""
    _refuse_earlier_open(folder)
    earlier = read_earlier(folder)
    file = folder / DATABASE
    with files.scratch_folder(folder) as scratch:
        made = scratch / DATABASE
        with made_database(made) as engine:
            with writing(engine) as connection:
                change = tools.transaction(connection)
                for kept, created, archived in earlier.kept():
                    import_log(change, tools, kept, created, archived=archived)
                for log_id, text in earlier.drafts.items():
                    change.keep_draft(log_id, text)
                change.flush()
                keep_state_value(connection, CLOSED, OPEN)
            follow_feeds(engine, folder, tools)
        sync_feeds(folder)
        stamp = tools.stamp()
        for name in (DATABASE, *(f"{DATABASE}{end}" for end in COMPANIONS), SECOND_COPY):
            with contextlib.suppress(FileNotFoundError):
                (folder / name).rename(folder / f"earlier-{stamp}-{name}")
        put_in_place(made, file)


def _refuse_earlier_open(folder: Path) -> None:
    """Raise `Refused` where an earlier program is open over the folder: it holds SQLite's lock on
    an empty database."""
    held = folder / "scorepad.lock"
    if regular(held) is None:
        return
    with contextlib.closing(sqlite3.connect(held, timeout=0, isolation_level=None)) as connection:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error_code(error) == sqlite3.SQLITE_BUSY:
                raise in_use(folder) from error
        except sqlite3.DatabaseError:
            pass


def import_log(
    change: Transaction, tools: Tools, kept: AnyLog, created: datetime, *, archived: bool
) -> int:
    """Keep a log of an earlier program, or what is new of it; return how many entries were."""
    adopted = tools.adopt(kept)
    if read_state(change.connection, adopted.id) is not None:
        return change.join(adopted.id, adopted.log, None)
    summary = tools.summarize(adopted)
    if isinstance(summary, Summary):
        summary = replace(summary, created=created, aside=archived)
    change.create(adopted, summary)
    return len(adopted.log)
