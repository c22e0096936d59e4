"""A database is made anew after damage.

There is one way back: every line that is whole anywhere, in the damaged database and in the feeds.
The feeds get all of it before anything is moved, so whoever is interrupted finds it there again.
What was damaged stays, under a dated name.  A laptop's id is given up with its database, for nobody
knows then how far it went.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable, Collection, Iterator
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, func, select

from scorepad import files
from scorepad.spades.words import T, Text
from scorepad.store.catch_up import (
    MOST_LOST,
    STAMP,
    StoreTools,
    describe_lost_lines,
    describe_unreadable,
    make_empty_database,
    read_whole_lines,
    sync_feed_files_to_disk,
    sync_rows_and_feed_files,
    writing,
)
from scorepad.store.errors import is_damage
from scorepad.store.feeds import feed_files, stat_regular_file
from scorepad.store.intake import LineIntake, LostLine, read_lost_line
from scorepad.store.integrity import find_own_feeds, read_last_own_feed
from scorepad.store.lines import LARGEST, decode_line, scan_junk_and_lines
from scorepad.store.logs import IN_ORDER_OF_ARRIVAL
from scorepad.store.tables import (
    COMPANIONS,
    DATABASE,
    OWN_LAPTOPS,
    DraftRow,
    LaptopRow,
    LineRow,
    make_engine,
)
from scorepad.store.transaction import CLOSED, OPEN, PREDECESSOR, keep_state_value

RECOVERED = "scorepad-recovered.db"
"""A database that was made anew, until it takes the place of the damaged one."""
_ENDS = ("", *COMPANIONS)
_LAPTOP_ID = re.compile("[0-9a-f-]{36}")
_DRAFTS = select(DraftRow.log, DraftRow.text)


def recover(folder: Path, tools: StoreTools) -> list[Text]:
    """Make the database anew from every line that is whole in the damaged one or in the feeds, and
    return what must be said."""
    with files.scratch_folder(folder) as scratch:
        new_file = scratch / DATABASE
        lost_lines, unreadable = _rebuild(new_file, folder, tools)
        engine = make_engine(new_file, "rw")
        try:
            with engine.connect() as connection:
                texts = [*describe_lost_lines(connection, lost_lines), *unreadable]
            texts += [
                each
                for each in sync_rows_and_feed_files(engine, folder, tools, thorough=True)
                if each not in texts
            ]
            sync_feed_files_to_disk(folder)
            with engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            engine.dispose()
        keep_new_database(new_file, folder / RECOVERED)
    return [*finish_recovery(folder), *texts]


def finish_recovery(folder: Path) -> list[Text]:
    """Give the database that was made anew the place of the damaged one, and return what must be
    said; nothing where there is none."""
    file, new_file = folder / DATABASE, folder / RECOVERED
    if stat_regular_file(new_file) is None:
        return []
    new_path = _quarantine_database(file, stamp_of_file(new_file))
    put_in_place(new_file, file)
    if new_path is None:
        return [
            T(
                "The database in {folder} was missing; it was made anew from the feeds.",
                folder=str(folder),
            )
        ]
    return [
        T(
            "The database in {folder} was damaged; it was moved to {moved}, and a new one was made "
            "from it and the feeds.",
            folder=str(folder),
            moved=new_path.name,
        )
    ]


def _rebuild(new_file: Path, folder: Path, tools: StoreTools) -> tuple[list[LostLine], list[Text]]:
    """Make a new database with every line that is whole anywhere; return what may be lost, and what
    must be said of the others."""
    old = folder / DATABASE
    lost_lines: list[LostLine] = []
    with make_empty_database(new_file) as engine, writing(engine) as connection:
        intake = LineIntake(connection)
        marked, last, drafts = list[str](), list[str](), list[tuple[str, str]]()
        if old.exists():
            _read_old(old, "lines", lambda c: intake.take_in_missing_lines(_rows_of(c)))
            _read_old(old, "laptops", lambda c: marked.extend(c.execute(OWN_LAPTOPS).scalars()))
            _read_old(old, "state", lambda c: last.append(read_last_own_feed(c)))
            _read_old(old, "drafts", lambda c: drafts.extend(c.execute(_DRAFTS)))
            if old.stat().st_size <= LARGEST:
                intake.take_in_missing_lines(read_whole_lines(old))
        for file in feed_files(folder):
            lost_lines += _take_in_file(intake, file)
        own = find_own_feeds(connection, marked, "".join(last))
        own = own or find_own_feeds(connection, _feeds_of_computer(connection, tools.machine), "")
        table = LaptopRow.__table__  # type: ignore[attr-defined]
        connection.execute(table.update().where(table.c.laptop.in_(own)).values(is_own=True))
        change = tools.make_log_writer(connection)
        change.summarize_all()
        for log_id, text in drafts:
            change.keep_draft(log_id, text)
        keep_state_value(connection, PREDECESSOR, _last_own(connection, own))
        keep_state_value(connection, CLOSED, OPEN)
        lost_lines += _gaps(connection)
        unreadable = describe_unreadable(connection, intake)
    return lost_lines, unreadable


def _gaps(connection: Connection) -> Iterator[LostLine]:
    """Yield the lines that are missing in the middle of feeds."""
    laptop, seq = col(LineRow.laptop), col(LineRow.seq)
    ends = select(laptop, func.min(seq), func.max(seq), func.count()).group_by(laptop)
    for feed, first, last, count in connection.execute(ends).all():
        start = 1 if first <= 1 + MOST_LOST else first  # a second chain begins somewhere
        if last - start + 1 > count:
            there = set(connection.execute(select(seq).where(laptop == feed)).scalars())
            yield from (LostLine(feed, n, "") for n in range(start, last) if n not in there)


def _read_old(file: Path, table: str, read: Callable[[Connection], None]) -> None:
    """Read a table of a damaged database, as far as it can be read."""
    engine = make_engine(file, "plain")
    try:
        with engine.connect() as connection:
            kinds = connection.exec_driver_sql("SELECT name, type FROM sqlite_master")
            if "table" in {kind for name, kind in kinds if name == table}:
                read(connection)
    except (DBAPIError, sqlite3.Error, UnicodeError) as error:
        if not is_damage(error):
            raise
    finally:
        engine.dispose()


def _rows_of(connection: Connection) -> Iterator[bytes]:
    lines = select(col(LineRow.line)).order_by(IN_ORDER_OF_ARRIVAL)
    for line in connection.execute(lines).scalars():
        yield str(line).encode()


def _take_in_file(intake: LineIntake, file: Path) -> list[LostLine]:
    """Take in a feed's file, and return what stood in its damaged places."""
    lost_lines = list[LostLine]()
    if file.stat().st_size > LARGEST:
        return []

    def lines() -> Iterator[bytes]:
        previous = b""
        with file.open("rb") as opened:
            for before, line in scan_junk_and_lines(opened):
                if before.strip() and len(lost_lines) < MOST_LOST:
                    laptop = file.stem
                    # Where somebody copied a feed, the lines around the place say which one.
                    if not _LAPTOP_ID.fullmatch(laptop) and (near := decode_line(previous or line)):
                        laptop = near.laptop
                    lost_lines.append(read_lost_line(laptop, before))
                previous = line
                if line:
                    yield line

    intake.take_in_missing_lines(lines())
    return lost_lines


def _feeds_of_computer(connection: Connection, machine: str) -> list[str]:
    """Return the feeds that were recorded on this computer, where each goes on from the one before
    it.  Where several data folders recorded there, nobody knows which of them was this one, and
    none is returned: what another one records would be taken for a sign that our id is used twice.
    """
    here = select(LaptopRow.laptop).where(col(LaptopRow.machine) == machine)
    feeds = list(connection.execute(here).scalars()) if machine else []
    return feeds if _last_own(connection, feeds) else []


def _last_own(connection: Connection, own: Collection[str]) -> str:
    """Return the own feed that no other one has as its predecessor; "" where that leaves none, or
    several."""
    before = set(connection.execute(select(LaptopRow.predecessor)).scalars())
    forks = select(LaptopRow.laptop).where(col(LaptopRow.fork_of) != "")
    before |= set(connection.execute(forks).scalars())
    last = [laptop for laptop in own if laptop not in before]
    return last[0] if len(last) == 1 else ""


def _quarantine_database(file: Path, stamp: str) -> Path | None:
    """Move a database with its companions to a dated name; return that, None where there is
    none.  Whoever was interrupted may have moved some of them."""
    n = 0
    while True:
        new_path = file.with_name(f"{file.stem}-damaged-{stamp}{f'-{n}' if n else ''}{file.suffix}")
        there = [end for end in _ENDS if os.path.lexists(f"{file}{end}")]
        if not any(os.path.lexists(f"{new_path}{end}") for end in there):
            break
        n += 1
    for end in there:
        Path(f"{file}{end}").rename(f"{new_path}{end}")
    return new_path if os.path.lexists(new_path) else None


def keep_new_database(new_file: Path, waiting: Path) -> None:
    """Keep a whole new database in the data folder until it takes the old one's place: from then
    on that is finished, by the next start if not by this one."""
    new_file.chmod(0o600)
    files.sync_to_disk(new_file)
    for end in COMPANIONS:
        Path(f"{new_file}{end}").unlink(missing_ok=True)
    new_file.rename(waiting)
    files.sync_to_disk(waiting.parent)


def put_in_place(new_file: Path, file: Path) -> None:
    """Give a new database its name; on the disk too, nothing of the old one has it any more."""
    files.sync_to_disk(file.parent)
    new_file.rename(file)
    files.sync_to_disk(file.parent)


def stamp_of_file(file: Path) -> str:
    """Return when a file was written, as what dates the name of another one."""
    return f"{datetime.fromtimestamp(file.stat().st_mtime, UTC):{STAMP}}"
