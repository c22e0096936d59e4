"""A data folder is opened here.  Whoever is alone in it recovers what is damaged; nobody recovers
later.

Where everybody closed the folder in order, the ends of the feeds' files are compared with the rows.
After any other end every line is proved by its hash, every byte of the feeds is compared, and the
statuses are made again.  A damaged database is made again from every line that is whole in it or in
the feeds.  The feeds get all of these before anything is moved, so whoever is interrupted finds
them there.  What was damaged stays, under a dated name.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from msgspec.structs import replace
from sqlalchemy import ColumnElement, Engine
from sqlmodel import Session, select

from scorepad import __version__, files
from scorepad.spades.refusal import Refused, os_reason
from scorepad.spades.words import T, Text
from scorepad.store.errors import (
    DISK_ERRORS,
    Damaged,
    cause_of,
    error_code,
    file_unusable_refusal,
    folder_in_use_refusal,
    folder_unusable_refusal,
    is_damage,
    printable,
)
from scorepad.store.feeds import (
    FOLDER,
    STAMP,
    FeedRows,
    FeedsUpdate,
    MissingLine,
    bring_feed_files_up_to_date,
    describe_missing_lines,
    feed_files,
    find_missing_lines,
    read_feeds,
    stat_regular_file,
    sync_feed_files,
)
from scorepad.store.file_locks import FolderLock, name_open_program
from scorepad.store.intake import find_last_feed_of_machine
from scorepad.store.lines import LARGEST, Line, decode_line, scan_junk_and_lines
from scorepad.store.proof import RowsProof, prove_rows
from scorepad.store.statuses import find_stale_logs, mark_stale
from scorepad.store.tables import (
    APPLICATION,
    CLOSED,
    COMPANIONS,
    DATABASE,
    IN_ORDER_OF_ARRIVAL,
    LAPTOP,
    OPEN,
    PREDECESSOR,
    PROGRAM,
    SCHEMA,
    SUSPECT,
    TABLES,
    TRIGGERS,
    DraftRow,
    FeedRow,
    LineRow,
    Mode,
    StateRow,
    connect,
    create_tables,
    make_engine,
    read_state,
    reading,
    save_state,
    stream,
    writing,
)
from scorepad.store.writer import LogWriter, StoreTools

DatabaseState: TypeAlias = Literal["missing", "ancient", "outdated", "newer", "damaged", "sound"]
BACKUPS = "backups"
RECOVERED, UPDATED = "scorepad-recovered.db", "scorepad-updated.db"
"""A database that was made again, until it takes the place of the damaged one, or of one of 0.2.0
before its release."""
LAST_BYTES = 1 << 18
"""So much of a feed's end is read for its last line."""
MADE_AT_START = 200
"""So many statuses are made again before anything is shown, the others in the background."""
_OURS = {
    *(("table", name) for name in TABLES),
    *(("trigger", trigger.split()[2]) for trigger in TRIGGERS),
}
_OF_0_2_0 = {("table", name) for name in ("lines", "summaries", "drafts", "laptops", "state")}
_ANCIENT = {("table", "matches"), ("table", "entries")}
_OUR_FILES = (DATABASE, *(f"{DATABASE}{end}" for end in COMPANIONS), RECOVERED, UPDATED)


class OpenedFolder(NamedTuple):
    """A database that can be used.

    Attributes:
        file: Where it is.
        engine: The engine over it.
        notices: What has to be reported.
        has_failed_feeds: Whether feeds' files could not be read or written.
        temporary: The temporary folder that it is in, where it can't be read in its own.
    """

    file: Path
    engine: Engine
    notices: list[Text] = []
    has_failed_feeds: bool = False
    temporary: tempfile.TemporaryDirectory[str] | None = None


class _Outdated(Exception):
    """A database is sound, and has to be made again by this version of Scorepad."""


# Opened to write


def lock_folder(folder: Path) -> FolderLock:
    """Make a data folder where there is none, and return its lock, not yet taken; raises
    `Refused`."""
    try:
        files.make_private_folder(folder)
        return FolderLock(folder)
    except OSError as error:
        raise folder_unusable_refusal(folder, os_reason(error, writing=True)) from error


def open_to_write(folder: Path, lock: FolderLock, tools: StoreTools) -> OpenedFolder:
    """Open a data folder to record in it, and share its lock; recover what is damaged where nobody
    else is there.  Raises `Refused`, errors of the database."""
    if lock.lock_exclusively():
        opened = _make_ready(folder, tools)
        opened.engine.dispose()  # until the lock is shared, another one may replace the file
        if not lock.lock_shared():
            raise folder_in_use_refusal(folder, name_open_program(folder))
        return opened
    if not lock.lock_shared() or examine_database(folder / DATABASE) != "sound":
        raise folder_in_use_refusal(folder, name_open_program(folder))
    return OpenedFolder(folder / DATABASE, make_engine(folder / DATABASE, "rw"))


def _make_ready(folder: Path, tools: StoreTools, *, is_suspect: bool = False) -> OpenedFolder:
    _refuse_irregular_files(folder)
    files.remove_old_temporary_files(folder)
    notices = _finish_replacing(folder)
    file = folder / DATABASE
    state = _examine_twice(file)
    if state == "newer":
        raise _newer_refusal(file)
    if state == "ancient":
        raise Refused(
            "{file} was written by a version of Scorepad before 0.2.0, which this one can't read. "
            "Open it with Scorepad 0.2.0 first.",
            file=printable(file),
        )
    if state == "missing" and not _has_content(folder):
        with files.replace_when_done(file, private=True) as new_file, make_database(new_file):
            pass
        return OpenedFolder(file, make_engine(file, "rw"))
    for _look in range(2):  # SQLite calls a disk that fails once damaged, too
        if state != "sound":
            break
        engine = make_engine(file, "rw")
        try:
            found, has_failed = _bring_together(engine, folder, tools, is_suspect=is_suspect)
            return OpenedFolder(file, engine, [*notices, *found], has_failed)
        except _Outdated:
            state = "outdated"
        except DISK_ERRORS as error:
            if not is_damage(error):
                raise
        engine.dispose()
    notices += _recover(folder, tools, is_update=state == "outdated")
    return OpenedFolder(file, make_engine(file, "rw"), notices)


def _has_content(folder: Path) -> bool:
    """Return whether there is something from which a database can be made."""
    names = (DATABASE, *(f"{DATABASE}{end}" for end in COMPANIONS))
    if any(os.path.lexists(folder / name) for name in names):
        return True
    try:
        return bool(feed_files(folder))
    except OSError as error:
        raise file_unusable_refusal(error, folder / FOLDER) from error


def _bring_together(
    engine: Engine, folder: Path, tools: StoreTools, *, is_suspect: bool
) -> tuple[list[Text], bool]:
    """Bring rows and feeds' files together; return what has to be reported, and whether files could
    not be read or written."""
    with reading(engine) as session:
        closed, program = read_state(session, CLOSED), read_state(session, PROGRAM)
    is_suspect |= closed in {OPEN, SUSPECT}
    is_suspect |= _version_numbers(program) < _version_numbers(__version__)
    if is_suspect:
        _prove_and_refresh(engine, tools)
    update = _follow_feed_files(engine, folder, tools, thorough=is_suspect)
    if closed == SUSPECT:
        with writing(engine) as session:
            save_state(session, CLOSED, OPEN)
            session.commit()
    return [*update.notices, *describe_missing_lines(engine, update.missing)], bool(update.errors)


def _prove_and_refresh(engine: Engine, tools: StoreTools) -> None:
    """Prove every line, and have what is cached of them made again; raises `Damaged`."""
    with reading(engine) as session:
        proof = prove_rows(session)
    if not proof.is_sound:
        raise Damaged
    if proof.misfiled:
        raise _Outdated
    with writing(engine) as session:
        there = {each.laptop: each for each in session.exec(select(FeedRow))}
        for laptop in there.keys() - proof.feeds.keys():
            session.delete(there[laptop])
        for row in proof.feeds.values():
            session.merge(row)
        session.flush()
        if read_state(session, LAPTOP) not in ("", *proof.feeds):
            _forget_laptop_id(session, tools)
        missing = mark_stale(session, proof.logs)
        stale = find_stale_logs(session)[:MADE_AT_START]
        LogWriter(session, tools).make_statuses([*missing, *stale])
        if _version_numbers(read_state(session, PROGRAM)) < _version_numbers(__version__):
            save_state(session, PROGRAM, __version__)
        session.commit()


def _forget_laptop_id(session: Session, tools: StoreTools) -> None:
    """Have a new feed begin with the next line: nobody knows how far the old one went."""
    last = read_state(session, LAPTOP) or read_state(session, PREDECESSOR)
    if session.get(FeedRow, last) is None:
        last = find_last_feed_of_machine(session, tools.machine)
    save_state(session, LAPTOP, "")
    save_state(session, PREDECESSOR, last)


def _follow_feed_files(
    engine: Engine, folder: Path, tools: StoreTools, *, thorough: bool
) -> FeedsUpdate:
    """Bring rows and feeds' files up to each other; in another computer's folder begin a new
    feed."""
    notices: dict[Text, None] = {}

    def take_in(lines: Sequence[bytes]) -> int:
        with writing(engine) as session:
            writer = LogWriter(session, tools)
            count = writer.take_in(lines, may_give_up_id=False)
            if count:
                save_state(session, CLOSED, OPEN)
                session.commit()
        notices.update(writer.notices)
        return count

    update = bring_feed_files_up_to_date(engine, folder, tools.stamp, take_in, thorough=thorough)
    with writing(engine) as session:
        own = session.get(FeedRow, read_state(session, LAPTOP))
        if own is not None and own.machine and tools.machine not in ("", own.machine):
            LogWriter(session, tools).give_up_laptop_id()
            session.commit()
    return update._replace(notices=[*notices, *update.notices])


# The state of a database


def _refuse_irregular_files(folder: Path) -> None:
    """Raise `Refused` where something else is in the place of the database."""
    for name in _OUR_FILES:
        file = folder / name
        try:
            is_there = stat_regular_file(file) is not None
            # SQLite makes a journal's index again where it may not read it.
            if is_there and not name.endswith("-shm") and not os.access(file, os.R_OK):
                raise PermissionError(errno.EACCES, "", str(file))
        except OSError as error:
            raise file_unusable_refusal(error, file) from error


def _examine_twice(file: Path) -> DatabaseState:
    """Examine a database as its writer left it; what is damaged is looked at twice, as SQLite calls
    a disk that fails once damaged, too."""
    for _look in range(2):
        try:
            state = examine_database(file, "ro")
        except sqlite3.Error as error:
            if error_code(error) != sqlite3.SQLITE_READONLY:
                raise
            state = examine_database(file)  # a journal has to be played back first
        if state != "damaged":
            break
    return state


def examine_database(file: Path, mode: Mode = "plain") -> DatabaseState:
    """Return the state of a database, by its tables and by what it says of itself.

    The tables go before its numbers: a damaged number alone makes it neither older nor newer.
    Raises `sqlite3.Error`.
    """
    if not file.exists():
        return "missing"
    try:
        with contextlib.closing(connect(file, mode)) as db:
            (application,) = db.execute("PRAGMA application_id").fetchone()
            (schema,) = db.execute("PRAGMA user_version").fetchone()
            there = set(db.execute("SELECT type, name FROM sqlite_master WHERE type != 'index'"))
            if there >= _OF_0_2_0:
                return "outdated"
            if there >= _ANCIENT and ("table", "lines") not in there:
                return "ancient"
            if application != APPLICATION:
                return "damaged"
            if schema > SCHEMA and _is_newer(_read_program(db), has_our_tables=there == _OURS):
                return "newer"
    except (sqlite3.Error, UnicodeError) as error:
        if not is_damage(error):
            raise
        return "damaged"
    return "sound" if schema == SCHEMA and there == _OURS else "damaged"


def _is_newer(program: str | None, *, has_our_tables: bool) -> bool:
    """Return whether a later Scorepad than this one made a database."""
    if program is None:
        return not has_our_tables
    return _version_numbers(program) > _version_numbers(__version__)


def _version_numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall("[0-9]{1,9}", version)]


def _read_program(db: sqlite3.Connection) -> str | None:
    """Return which version of Scorepad made a database, where it says so."""
    with contextlib.suppress(sqlite3.Error):  # its tables may be others by now
        row = db.execute("SELECT value FROM state WHERE key = ?", (PROGRAM,)).fetchone()
        return str(row[0]) if row is not None else None
    return None


def _newer_refusal(file: Path) -> Refused:
    with contextlib.closing(connect(file, "ro")) as db:
        program = _read_program(db)
    if program is None:
        return Refused(
            "{file} was written by a newer Scorepad; update Scorepad to open it.",
            file=printable(file),
        )
    return Refused(
        "{file} was written by Scorepad {version}, and this is {mine}; get Scorepad {version} or a "
        "newer one to open it.",
        file=printable(file),
        version=program[:20],
        mine=__version__,
    )


# Recovery


@contextlib.contextmanager
def make_database(file: Path) -> Iterator[Engine]:
    """Make an empty database, and yield an engine to fill it; whoever gives the file its name
    syncs it first.

    It keeps a write-ahead log from then on: SQLite does not wait for readers to change to that, so
    it could not be done once others look into the file.
    """
    engine = make_engine(file, "make")
    try:
        with writing(engine) as session:
            create_tables(session)
            session.commit()
        yield engine
        with contextlib.closing(engine.raw_connection()) as raw:
            raw.cursor().execute("PRAGMA journal_mode = WAL")
    finally:
        engine.dispose()


def _recover(folder: Path, tools: StoreTools, *, is_update: bool) -> list[Text]:
    """Make the database again from every line that is whole in the old one or in the feeds, and
    return what has to be reported."""
    old = folder / DATABASE
    with files.scratch_folder(folder) as scratch:
        new_file = scratch / DATABASE
        with make_database(new_file) as engine:
            is_whole, missing, notices = _rebuild(engine, old, folder, tools)
        engine = make_engine(new_file, "rw")
        try:
            update = _follow_feed_files(engine, folder, tools, thorough=True)
            for error in update.errors:
                raise error
            sync_feed_files(folder)
            in_doubt = () if is_whole else read_feeds(engine)
            texts = describe_missing_lines(engine, [*missing, *update.missing], in_doubt)
            with reading(engine) as session:
                session.connection().exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            engine.dispose()
        new_file.chmod(0o600)
        files.sync_to_disk(new_file)
        for end in COMPANIONS:
            Path(f"{new_file}{end}").unlink(missing_ok=True)
        new_file.rename(folder / (UPDATED if is_update and is_whole else RECOVERED))
        files.sync_to_disk(folder)
    notices = dict.fromkeys([*({} if is_whole else notices), *texts, *update.notices])
    return [*_finish_replacing(folder), *notices]


def _rebuild(
    engine: Engine, old: Path, folder: Path, tools: StoreTools
) -> tuple[bool, list[MissingLine], dict[Text, None]]:
    """Fill a new database; return whether the old one was whole, which lines may be missing, and
    what has to be reported of the others."""
    missing, state, drafts = list[MissingLine](), dict[str, str](), list[tuple[str, str]]()
    is_whole = False
    with writing(engine) as session:
        writer = LogWriter(session, tools)
        is_there = stat_regular_file(old) is not None
        if is_there:
            proof = _read_old(old, prove_rows)
            is_whole = proof is not None and proof.is_sound
            missing += proof.damaged if proof is not None else ()
            _read_old(old, partial(_take_in_rows, writer, IN_ORDER_OF_ARRIVAL))
            if not is_whole:  # from the other side of a damaged page
                _read_old(old, partial(_take_in_rows, writer, IN_ORDER_OF_ARRIVAL.desc()))
            _read_old(old, lambda each: state.update(_pairs(each, StateRow.key, StateRow.value)))
            _read_old(old, lambda each: drafts.extend(_pairs(each, DraftRow.log, DraftRow.text)))
        for file in _readable_feed_files(folder):
            writer.take_in(_lines_in_file(file, missing.extend))
        if is_there and not is_whole and old.stat().st_size <= LARGEST:
            writer.take_in(_lines_in_file(old, lambda _: None))
        for log_id, text in drafts:
            writer.keep_draft(log_id, text)
        for key in (LAPTOP, PREDECESSOR):
            save_state(session, key, state.get(key, ""))
        if not is_whole:
            _forget_laptop_id(session, tools)
        save_state(session, CLOSED, OPEN)
        session.commit()
    return is_whole, missing, writer.notices


def _read_old(file: Path, read: Callable[[Session], object]) -> RowsProof | None:
    """Read a table of a damaged database, as far as it can be read."""
    engine = make_engine(file, "plain")
    try:
        with reading(engine) as session:
            result = read(session)
            return result if isinstance(result, RowsProof) else None
    except DISK_ERRORS as error:
        if not is_damage(error):
            raise
        return None
    finally:
        engine.dispose()


def _take_in_rows(writer: LogWriter, order: ColumnElement[int], session: Session) -> None:
    writer.take_in(_lines_of(session, order))


def _lines_of(session: Session, order: ColumnElement[int]) -> Iterator[bytes]:
    """Yield the lines of an old database, as far as they can be read; a view in the place of a
    table is none."""
    kinds = session.connection().exec_driver_sql("SELECT name, type FROM sqlite_master")
    if ("lines", "table") not in {tuple(each) for each in kinds}:
        return
    query = select(LineRow.line).order_by(order)
    try:
        for line in stream(session, query, together=1):
            yield str(line).encode("utf-8", "replace")
    except DISK_ERRORS as error:
        if not is_damage(error):
            raise


def read_lines_of_database(file: Path) -> list[bytes]:
    """Return the lines of a database of this version or of 0.2.0; raises errors of SQLite."""
    engine = make_engine(file, "plain")
    try:
        with reading(engine) as session:
            return list(_lines_of(session, IN_ORDER_OF_ARRIVAL))
    finally:
        engine.dispose()


def _pairs(session: Session, key: str, value: str) -> list[tuple[str, str]]:
    return [(str(one), str(other)) for one, other in session.exec(select(key, value))]


def _readable_feed_files(folder: Path) -> Iterator[Path]:
    """Yield the feeds' files; raises `Refused` where one can't be read: it may have what no other
    file has."""
    file = folder / FOLDER
    try:
        for file in feed_files(folder):
            stat_regular_file(file)
            if not os.access(file, os.R_OK):
                raise PermissionError(errno.EACCES, "", str(file))
            if file.stat().st_size <= LARGEST:
                yield file
    except OSError as error:
        raise file_unusable_refusal(error, file) from error


def _lines_in_file(file: Path, report: Callable[[Iterator[MissingLine]], None]) -> Iterator[bytes]:
    """Yield the whole lines in a file, and report what its damaged places had."""
    with file.open("rb") as opened:
        for before, line in scan_junk_and_lines(opened):
            if before.strip():
                laptop = file.stem
                # Where somebody copied a feed, the line after the place tells which one.
                if re.fullmatch("[0-9a-f-]{36}", laptop) is None and (near := decode_line(line)):
                    laptop = near.laptop
                report(find_missing_lines(laptop, [before]))
            if line:
                yield line


def _finish_replacing(folder: Path) -> list[Text]:
    """Give a database that was made again the place of the old one, and return what has to be
    reported; nothing where there is none."""
    notices = list[Text]()
    for name, word in ((RECOVERED, "damaged"), (UPDATED, "0.2.0")):
        file, new_file = folder / DATABASE, folder / name
        if stat_regular_file(new_file) is None:
            continue
        written = datetime.fromtimestamp(new_file.stat().st_mtime, UTC)
        moved = _move_database_aside(file, f"{word}-{written:{STAMP}}")
        files.sync_to_disk(folder)
        new_file.rename(file)
        files.sync_to_disk(folder)
        if moved is None:
            text = T(
                "The database in {folder} was missing; it was made again from the feeds.",
                folder=printable(folder),
            )
        elif name == UPDATED:
            text = T(
                "The database in {folder} was updated for this version of Scorepad. The old one is "
                "still there as {moved}.",
                folder=printable(folder),
                moved=moved.name,
            )
        else:
            text = T(
                "The database in {folder} was damaged; it was moved to {moved}, and a new one was "
                "made from it and the feeds.",
                folder=printable(folder),
                moved=moved.name,
            )
        notices.append(text)
    return notices


def _move_database_aside(file: Path, word: str) -> Path | None:
    """Move a database with its companions to a dated name; return that, None where there is none.
    Whoever was interrupted may have moved some of them."""
    ends, n = ("", *COMPANIONS), 0
    while True:
        moved = file.with_name(f"{file.stem}-{word}{f'-{n}' if n else ''}{file.suffix}")
        there = [end for end in ends if os.path.lexists(f"{file}{end}")]
        if not any(os.path.lexists(f"{moved}{end}") for end in there):
            break
        n += 1
    for end in there:
        Path(f"{file}{end}").rename(f"{moved}{end}")
    return moved if os.path.lexists(moved) else None


# Opened to read


def open_to_read(folder: Path, tools: StoreTools) -> OpenedFolder:
    """Open a data folder for somebody who changes nothing in it; what can't be read where it is, is
    put together in a temporary folder.  Raises `Refused`, errors of the database."""
    if folder.exists() and not folder.is_dir():
        raise folder_unusable_refusal(folder, T("there is a file in its place"))
    file = folder / DATABASE
    _refuse_irregular_files(folder)
    if any(os.path.lexists(folder / name) for name in (RECOVERED, UPDATED)):
        return _open_copy(folder, tools, "sound")
    state: DatabaseState = "damaged"
    for _look in range(2):  # SQLite calls a disk that fails once damaged, too
        engine = make_engine(file, "ro")
        try:
            state = examine_database(file, "ro")
            if state == "sound":
                with reading(engine) as session:
                    is_suspect = read_state(session, CLOSED) == SUSPECT
                if not is_suspect and _has_ends_of_feed_files(engine, folder):
                    return OpenedFolder(file, engine)
                return _open_copy(folder, tools, state)  # whoever writes recovers, or takes in
        except DISK_ERRORS as error:
            # Where nothing may be written beside it, a database with a journal can't be opened.
            cause = cause_of(error)
            if error_code(cause) in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}:
                return _open_copy(folder, tools, "sound")
            if not is_damage(error):
                raise
            state = "damaged"
        engine.dispose()
    if state == "newer":
        raise _newer_refusal(file)
    return _open_copy(folder, tools, state)


def _has_ends_of_feed_files(engine: Engine, folder: Path) -> bool:
    """Return whether the rows have the last lines of the feeds' files that can be read."""
    with contextlib.suppress(OSError):
        for file in feed_files(folder):
            line = None
            with contextlib.suppress(OSError):
                line = _last_line(file)
            if line is not None and not FeedRows(engine, line.laptop).has(line):
                return False
    return True


def _last_line(file: Path) -> Line | None:
    """Return the last whole line near the end of a feed's file."""
    last = b""
    if stat_regular_file(file) is not None:
        with file.open("rb") as opened:
            opened.seek(max(0, opened.seek(0, os.SEEK_END) - LAST_BYTES))
            for _, data in scan_junk_and_lines(opened):
                last = data or last
    return decode_line(last)


def _open_copy(folder: Path, tools: StoreTools, state: DatabaseState) -> OpenedFolder:
    temporary = tempfile.TemporaryDirectory(prefix="scorepad-")
    copy = Path(temporary.name)
    feeds = list(_readable_feed_files(folder))
    for name in _OUR_FILES:
        status = stat_regular_file(folder / name)
        if status is None or name.endswith("-shm"):
            continue
        if status.st_size <= LARGEST or (name == DATABASE and state != "damaged"):
            shutil.copyfile(folder / name, copy / name)
    (copy / FOLDER).mkdir()
    for each in feeds:
        shutil.copyfile(each, copy / FOLDER / each.name)
    is_new = not feeds and state == "missing"
    try:
        opened = _make_ready(copy, tools, is_suspect=True)
    except Refused as refused:
        temporary.cleanup()
        # What is refused of the copy holds of the file that the user has.
        fields = {**dict(refused.text.fields), "file": printable(folder / DATABASE)}
        raise Refused(replace(refused.text, fields=tuple(fields.items()))) from refused
    # What became of the copy's files holds of the copy alone.
    unreadable = [each for each in opened.notices if copy.name not in str(each)]
    notices = []
    if is_new:
        notices = [T("Nothing is kept in {folder} yet.", folder=printable(folder))]
        if any((folder / BACKUPS).glob("*.zip")):
            notices = [
                T(
                    "Nothing is kept in {folder}, but there are backups in {backups}, which "
                    "“scorepad restore” imports.",
                    folder=printable(folder),
                    backups=printable(folder / BACKUPS),
                )
            ]
    elif state in {"damaged", "missing"}:
        notices = [
            T(
                "The database in {folder} is damaged or missing. What you see was put together "
                "from it and the feeds. Opening Scorepad makes it again.",
                folder=printable(folder),
            )
        ]
    return opened._replace(notices=[*notices, *unreadable], temporary=temporary)
