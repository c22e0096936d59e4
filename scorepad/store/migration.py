"""What an earlier program kept in a data folder is imported here."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import replace

from scorepad import files
from scorepad.desk.earlier_logs import DRAFT_ID, add_result_changes_to_draft
from scorepad.desk.ports import AnyLog, AnyStatus, EventLog
from scorepad.events.status import EventStatus
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import T, Text
from scorepad.store.catch_up import (
    StoreTools,
    make_empty_database,
    writing,
)
from scorepad.store.errors import error_code, folder_in_use_refusal
from scorepad.store.feeds import stat_regular_file
from scorepad.store.old_format import SECOND_COPY, OldLog, damaged_places_text, read_old_folder
from scorepad.store.recovery import keep_new_database, put_in_place, stamp_of_file
from scorepad.store.summary_rows import read_log_state
from scorepad.store.tables import DATABASE, DATABASE_FILES
from scorepad.store.transaction import CLOSED, OPEN, LogWriter, keep_state_value, read_draft

MIGRATED = "scorepad-migrated.db"
"""A database with all that an earlier program kept, until it takes the place of its files."""


def migrate(folder: Path, tools: StoreTools, *, is_damaged: bool = False) -> list[Text]:
    """Import what an earlier program kept in a data folder, and return what must be said; its files
    stay, under a dated name.  The feeds have nothing of it yet.  `is_damaged`: its database is, so
    that its second copy counts."""
    _refuse_open(folder)
    old = read_old_folder(folder)
    with files.scratch_folder(folder) as scratch:
        new_file = scratch / DATABASE
        with make_empty_database(new_file) as engine, writing(engine) as connection:
            change = tools.make_log_writer(connection)
            _, notices = import_logs(change, tools, old.logs.values())
            for log_id, text in old.drafts.items():
                change.keep_draft(log_id, text)
            if old.lost:
                notices.append(damaged_places_text(folder, old.lost))
            change.flush()
            keep_state_value(connection, CLOSED, OPEN)
        keep_new_database(new_file, folder / MIGRATED)
    if is_damaged:
        damaged = T(
            "{file} was damaged; it was moved to {moved} and made anew.",
            file=str(folder / DATABASE),
            moved=f"earlier-{stamp_of_file(folder / MIGRATED)}-{DATABASE}",
        )
        notices.insert(0, damaged)
    finish_migration(folder)
    return notices


def finish_migration(folder: Path) -> None:
    """Give the database with all that was imported the place of the earlier program's files, where
    there is one."""
    new_file = folder / MIGRATED
    if stat_regular_file(new_file) is None:
        return
    stamp = stamp_of_file(new_file)
    for name in (*DATABASE_FILES, SECOND_COPY):
        with contextlib.suppress(FileNotFoundError):
            (folder / name).rename(folder / f"earlier-{stamp}-{name}")
    put_in_place(new_file, folder / DATABASE)


def _refuse_open(folder: Path) -> None:
    """Raise `Refused` where an earlier program is open over the folder: it holds SQLite's lock on
    an empty database."""
    lock_file = folder / "scorepad.lock"
    if stat_regular_file(lock_file) is None:
        return
    with contextlib.closing(
        sqlite3.connect(lock_file, timeout=0, isolation_level=None)
    ) as connection:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error_code(error) == sqlite3.SQLITE_BUSY:
                raise folder_in_use_refusal(folder) from error
        except sqlite3.DatabaseError:
            pass


def import_logs(
    change: LogWriter, tools: StoreTools, logs: Iterable[OldLog]
) -> tuple[int, list[Text]]:
    """Keep logs of an earlier program, or what is new of them; return how many entries were, and
    what must be said.  What is said of changed results is also kept."""
    count, notices, changes = 0, list[Text](), list[Text]()
    for each in logs:
        try:
            log, changed = tools.convert(each.decode())
            count += _import_log(change, tools, log, each)
        except Refused as refused:
            notices.append(T("{id}: {why}", id=each.id, why=refused.text))
            continue
        if not each.is_whole:
            notices.append(
                T(
                    "{id} of an earlier Scorepad is damaged, and may not be as it was recorded; "
                    "compare it with the paper.",
                    id=each.id,
                )
            )
        if changed is not None:
            changes.append(changed)
    if changes:
        draft = read_draft(change.connection, DRAFT_ID)
        change.keep_draft(DRAFT_ID, add_result_changes_to_draft(draft, changes))
    return count, [*notices, *changes]


def _import_log(change: LogWriter, tools: StoreTools, log: AnyLog, old: OldLog) -> int:
    if read_log_state(change.connection, log.id) is not None:
        return change.add_missing_entries(log.id, log.log, None)
    summary: AnyStatus = MatchStatus(id=log.id)
    if isinstance(log, EventLog):
        summary = EventStatus(id=log.id)
    is_folded = False
    with contextlib.suppress(Refused):
        summary, is_folded = tools.summarize(log), True
    if isinstance(summary, MatchStatus):
        summary = replace(summary, created=old.began, archived=old.is_archived)
    change.create(log, summary)
    if not is_folded:
        change.summarize_again([log.id])
    return len(log.log)
