"""Opening a data folder. The only process in it recovers damaged files; a later one recovers none.

After an orderly end the ends of the feeds' files are compared with the rows. After any other end
every line is proved by its hash, every byte of the feeds is compared, and the caches are made
again. A database that is damaged, or of an earlier version, is rebuilt from every line that is
whole in it or in the feeds, and kept under a dated name.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from sqlalchemy import ColumnElement, Engine, delete
from sqlmodel import Session, select

from scorepad import __version__, files
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text
from scorepad.store.errors import (
    DISK_ERRORS,
    Damaged,
    error_code,
    folder_in_use_refusal,
    folder_unusable_refusal,
    is_damage,
    printable,
)
from scorepad.store.feeds import (
    FOLDER,
    STAMP,
    MissingLine,
    bring_feed_files_up_to_date,
    describe_missing_lines,
    feed_files,
    find_missing_lines,
    open_regular_file,
    read_feeds,
    read_first_lines,
    start_of,
    stat_regular_file,
    sync_feed_files,
)
from scorepad.store.file_locks import FolderLock, name_open_program
from scorepad.store.intake import find_last_feed_of_machine
from scorepad.store.lines import LARGEST, decode_line, scan_junk_and_lines
from scorepad.store.proof import prove_rows
from scorepad.store.statuses import find_waiting_logs
from scorepad.store.tables import (
    APPLICATION,
    CLOSED,
    COMPANIONS,
    DATABASE,
    IN_ORDER,
    IN_ORDER_OF_ARRIVAL,
    LAPTOP,
    PREDECESSOR,
    PROGRAM,
    SCHEMA,
    SUSPECT,
    TRIGGERS,
    DraftRow,
    LineRow,
    Mode,
    StateRow,
    StatusRow,
    StoredRow,
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

DatabaseState: TypeAlias = Literal["missing", "outdated", "newer", "damaged", "sound"]
BACKUPS = "backups"
RECOVERED, UPDATED = "scorepad-recovered.db", "scorepad-updated.db"
"""A database that was made again, until it takes the place of the damaged one, or of one of an
earlier version."""
_OURS = {
    *(("table", name) for name in StoredRow.metadata.tables),
    *(("trigger", trigger.split()[2]) for trigger in TRIGGERS),
}
_OF_0_2_0 = {("table", name) for name in ("lines", "summaries", "drafts", "laptops", "state")}
_OUR_FILES = (DATABASE, *(f"{DATABASE}{end}" for end in COMPANIONS), RECOVERED, UPDATED)


class OpenedFolder(NamedTuple):
    """A database that can be used.

    Attributes:
        file: Where it is.
        engine: The engine over it.
        notices: The messages for the user.
        temporary: The temporary folder that it is in, where nothing may be written in its own.
    """

    file: Path
    engine: Engine
    notices: list[Text] = []
    temporary: tempfile.TemporaryDirectory[str] | None = None


def open_folder(folder: Path, lock: FolderLock, tools: StoreTools) -> OpenedFolder:
    """Open a data folder, and share its lock; recover damage if no other process is there.
    Raises `Refused`, errors of the database and the disk."""
    files.make_private_folder(folder)
    if lock.lock_exclusively():
        opened = _make_ready(folder, tools)
        opened.engine.dispose()  # until the lock is shared, another one may replace the file
        if not lock.lock_shared():
            raise folder_in_use_refusal(folder, name_open_program(folder))
        return opened
    if not lock.lock_shared() or examine_database(folder / DATABASE) != "sound":
        raise folder_in_use_refusal(folder, name_open_program(folder))
    return OpenedFolder(folder / DATABASE, make_engine(folder / DATABASE, "rw"))


def open_to_read(folder: Path, tools: StoreTools) -> OpenedFolder:
    """Open a data folder to read it, after recovery. Of an empty or read-only folder a copy is
    opened. Raises `Refused`, errors of the database and the disk."""
    if folder.exists() and not folder.is_dir():
        raise folder_unusable_refusal(folder, T("a file with that name already exists"))
    _refuse_irregular_files(folder)
    has_content = _has_content(folder)
    if has_content:
        lock = FolderLock(folder)
        try:
            return open_folder(folder, lock, tools)
        except DISK_ERRORS as error:
            if is_damage(error):
                raise
        finally:
            lock.release()
    if has_content and os.path.lexists(folder / f"{DATABASE}-shm"):  # another process has it open
        return OpenedFolder(folder / DATABASE, make_engine(folder / DATABASE, "ro"))
    temporary = tempfile.TemporaryDirectory(prefix="scorepad-")
    copy = Path(temporary.name)
    (copy / FOLDER).mkdir()
    names = [folder / name for name in _OUR_FILES if os.path.lexists(folder / name)]
    for file in (*names, *_readable_feed_files(folder)):
        shutil.copyfile(file, copy / file.relative_to(folder))
    opened = _make_ready(copy, tools)._replace(temporary=temporary)
    # The reports about the copy's files concern the copy alone.
    notices = [each for each in opened.notices if copy.name not in str(each)]
    is_missing = has_content and not os.path.lexists(folder / DATABASE)
    if is_missing or any(copy.glob("scorepad-damaged-*.db")):
        text = T(
            "The database in {folder} is damaged or missing. The data shown comes from "
            "Scorepad's second copy (the folder “feeds”) and the readable part of the "
            "database. Open Scorepad to rebuild the database.",
            folder=printable(folder),
        )
    elif has_content:
        return opened._replace(notices=notices)
    elif any((folder / BACKUPS).glob("*.zip")):
        text = T(
            "There is nothing in {folder}, but there are backups in {backups}. To import "
            "one, run “scorepad restore”.",
            folder=printable(folder),
            backups=printable(folder / BACKUPS),
        )
    else:
        text = T("There is nothing in {folder} yet.", folder=printable(folder))
    return opened._replace(notices=[text, *notices])


def _make_ready(folder: Path, tools: StoreTools) -> OpenedFolder:
    _refuse_irregular_files(folder)
    files.remove_old_temporary_files(folder)
    notices = _finish_replacing(folder)
    file = folder / DATABASE
    for _look in range(2):  # SQLite calls a disk that fails once damaged, too
        state = examine_database(file)
        if state == "sound":
            engine = make_engine(file, "rw")
            try:
                found = _bring_together(engine, folder, tools)
                return OpenedFolder(file, engine, [*notices, *found])
            except DISK_ERRORS as error:
                if not is_damage(error):
                    raise
            engine.dispose()
        elif state != "damaged":
            break
    if state == "newer":
        raise Refused(
            "{file} was written by a newer version of Scorepad; update Scorepad to open it.",
            file=printable(file),
        )
    notices += _recover(folder, tools, is_update=state == "outdated")
    return OpenedFolder(file, make_engine(file, "rw"), notices)


def _has_content(folder: Path) -> bool:
    names = (DATABASE, *(f"{DATABASE}{end}" for end in COMPANIONS), RECOVERED, UPDATED)
    return any(os.path.lexists(folder / name) for name in names) or any(
        _readable_feed_files(folder)
    )


def _bring_together(engine: Engine, folder: Path, tools: StoreTools) -> list[Text]:
    with reading(engine) as session:
        is_suspect = read_state(session, CLOSED) != IN_ORDER
        proof = prove_rows(session) if is_suspect else None
    if proof is not None and not proof.is_sound:
        raise Damaged
    with writing(engine) as session:
        if proof is not None:
            session.exec(delete(StatusRow))
        if read_state(session, LAPTOP) not in ("", *read_first_lines(session)):
            _forget_laptop_id(session, tools)
        LogWriter(session, tools).make_statuses(proof.logs if proof else find_waiting_logs(session))
        session.commit()
    texts, errors = _follow_feed_files(engine, folder, tools, thorough=is_suspect)
    if is_suspect or errors:
        if not errors:
            sync_feed_files(folder)
        with writing(engine) as session:
            save_state(session, CLOSED, SUSPECT if errors else IN_ORDER)
            session.commit()
    return texts


def _forget_laptop_id(session: Session, tools: StoreTools) -> None:
    last = read_state(session, LAPTOP) or read_state(session, PREDECESSOR)
    if last not in read_first_lines(session):
        last = find_last_feed_of_machine(session, tools.machine)
    save_state(session, LAPTOP, "")
    save_state(session, PREDECESSOR, last)


def _follow_feed_files(
    engine: Engine, folder: Path, tools: StoreTools, *, thorough: bool
) -> tuple[list[Text], list[OSError]]:
    notices: dict[Text, None] = {}

    def take_in(lines: Sequence[bytes]) -> int:
        with writing(engine) as session:
            writer = LogWriter(session, tools)
            count = writer.take_in(lines, may_give_up_id=False)
            session.commit()
        notices.update(writer.notices)
        return count

    texts, errors = bring_feed_files_up_to_date(
        engine, folder, tools.stamp, take_in, thorough=thorough
    )
    with writing(engine) as session:
        own = start_of(read_first_lines(session).get(read_state(session, LAPTOP)))
        if own.machine and tools.machine not in ("", own.machine):
            LogWriter(session, tools).give_up_laptop_id()
            session.commit()
    return [*notices, *texts], errors


# The state of a database


def _refuse_irregular_files(folder: Path) -> None:
    for file in (folder / name for name in _OUR_FILES):
        is_there = stat_regular_file(file) is not None
        # SQLite makes a journal's index again where it may not read it.
        if is_there and not file.name.endswith("-shm") and not os.access(file, os.R_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file))


def examine_database(file: Path, mode: Mode = "ro") -> DatabaseState:
    """Return the state of a database, by its tables and its version numbers.

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
            program = _version_numbers(_read_program(db))
    except (sqlite3.Error, UnicodeError) as error:
        if mode == "ro" and error_code(error) == sqlite3.SQLITE_READONLY:
            return examine_database(file, "plain")  # a journal has to be played back first
        if not is_damage(error):
            raise
        return "damaged"
    is_ours, this = there == _OURS, _version_numbers(__version__)
    if there >= _OF_0_2_0:
        return "outdated"
    if application != APPLICATION:
        return "damaged"
    if schema > SCHEMA and (program > this or not (program or is_ours)):
        return "newer"
    if schema != SCHEMA or not is_ours:
        return "damaged"
    return "outdated" if program < this else "sound"


def _version_numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall("[0-9]{1,9}", version)]


def _read_program(db: sqlite3.Connection) -> str:
    with contextlib.suppress(sqlite3.Error):  # its tables may be others by now
        row = db.execute("SELECT value FROM state WHERE key = ?", (PROGRAM,)).fetchone()
        return str(row[0]) if row is not None else ""
    return ""


# Recovery


def _recover(folder: Path, tools: StoreTools, *, is_update: bool) -> list[Text]:
    with files.scratch_folder(folder) as scratch:
        new_file = scratch / DATABASE
        engine = make_engine(new_file, "make")
        try:
            is_whole, missing, notices = _rebuild(engine, folder, tools)
            texts, errors = _follow_feed_files(engine, folder, tools, thorough=True)
            for error in errors:
                raise error
            in_doubt = () if is_whole else read_feeds(engine)
            texts += describe_missing_lines(engine, missing, in_doubt)
        finally:
            engine.dispose()
        # SQLite doesn't report a journal that could not be brought into the database.
        if os.path.lexists(journal := Path(f"{new_file}{COMPANIONS[0]}")):
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(journal))
        sync_feed_files(folder)
        new_file.chmod(0o600)
        files.sync_to_disk(new_file)
        new_file.rename(folder / (UPDATED if is_update and is_whole else RECOVERED))
        files.sync_to_disk(folder)
    return [*_finish_replacing(folder), *dict.fromkeys([*notices, *texts])]


def _rebuild(
    engine: Engine, folder: Path, tools: StoreTools
) -> tuple[bool, list[MissingLine], list[Text]]:
    missing, is_whole, old = list[MissingLine](), False, folder / DATABASE
    with writing(engine) as session:
        create_tables(session)
        writer = LogWriter(session, tools)
        if stat_regular_file(old) is not None:
            with _reading_damaged(old) as damaged:
                proof = prove_rows(damaged)
                missing, is_whole = proof.damaged, proof.is_sound
            for order in (IN_ORDER_OF_ARRIVAL, IN_ORDER_OF_ARRIVAL.desc()):
                with _reading_damaged(old) as damaged:
                    writer.take_in(_lines_of(damaged, order))
                if is_whole:
                    break  # else from the other side of a damaged page
            with _reading_damaged(old) as damaged:
                for key, value in damaged.exec(select(StateRow.key, StateRow.value)):
                    save_state(session, str(key), str(value))
            with _reading_damaged(old) as damaged:
                for log_id, text in damaged.exec(select(DraftRow.log, DraftRow.text)):
                    writer.keep_draft(str(log_id), str(text))
        for file in _readable_feed_files(folder):
            writer.take_in(_lines_in_file(file, missing))
        if not is_whole:
            if os.path.lexists(old) and old.stat().st_size <= LARGEST:
                writer.take_in(_lines_in_file(old, []))
            _forget_laptop_id(session, tools)
        for key, value in ((CLOSED, IN_ORDER), (PROGRAM, __version__)):
            save_state(session, key, value)
        session.commit()
    return is_whole, missing, [] if is_whole else list(writer.notices)


@contextlib.contextmanager
def _reading_damaged(file: Path) -> Iterator[Session]:
    engine = make_engine(file, "plain")
    try:
        with reading(engine) as session:
            yield session
    except DISK_ERRORS as error:
        if not is_damage(error):
            raise
    finally:
        engine.dispose()


def _lines_of(session: Session, order: ColumnElement[int]) -> Iterator[bytes]:
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


def _readable_feed_files(folder: Path) -> Iterator[Path]:
    for file in feed_files(folder):
        status = stat_regular_file(file)
        if status is None or status.st_size <= LARGEST:
            yield file


def _lines_in_file(file: Path, missing: list[MissingLine]) -> Iterator[bytes]:
    with open_regular_file(file) as (opened, _):
        for before, line in scan_junk_and_lines(opened):
            if before.strip():
                laptop = file.stem
                # In a copied feed, the line after the place names its feed.
                if re.fullmatch("[0-9a-f-]{36}", laptop) is None and (near := decode_line(line)):
                    laptop = near.laptop
                missing.extend(find_missing_lines(laptop, [before]))
            if line:
                yield line


def _finish_replacing(folder: Path) -> list[Text]:
    notices = list[Text]()
    for name, word in ((RECOVERED, "damaged"), (UPDATED, "earlier")):
        file, new_file = folder / DATABASE, folder / name
        if stat_regular_file(new_file) is None:
            continue
        written = datetime.fromtimestamp(new_file.stat().st_mtime, UTC)
        moved = _move_database_aside(file, f"{word}-{written:{STAMP}}")
        files.sync_to_disk(folder)
        new_file.rename(file)
        files.sync_to_disk(folder)
        if moved is None and not feed_files(folder):
            continue  # there was nothing yet
        if moved is None:
            text = T(
                "The database in {folder} was missing; Scorepad rebuilt it from its second "
                "copy (the folder “feeds”).",
                folder=printable(folder),
            )
        elif name == UPDATED:
            for old in {*folder.glob("scorepad-earlier-*")} - {*folder.glob(f"{moved.name}*")}:
                old.unlink()  # the newest one is enough
            text = T(
                "Scorepad updated the database in {folder} for this version. The old one "
                "is still there as {moved}.",
                folder=printable(folder),
                moved=moved.name,
            )
        else:
            text = T(
                "The database in {folder} was damaged; Scorepad moved it to {moved} and made a "
                "new one from its second copy (the folder “feeds”) and the readable part of "
                "the old one.",
                folder=printable(folder),
                moved=moved.name,
            )
        notices.append(text)
    return notices


def _move_database_aside(file: Path, word: str) -> Path | None:
    """Move a database with its companions to a dated name; return that, None if there is none. An
    interrupted run may have moved some of them."""
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
