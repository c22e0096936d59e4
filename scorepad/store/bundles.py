"""A backup is a bundle: one file with all feeds, the house rules and the settings.

One is made a day, and the newest ten stay.  Whatever is restored is imported beside what is here,
which stays: a bundle, a feed's file, a folder of feeds, or what an earlier program kept.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sqlite3
import threading
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, NamedTuple, TypeAlias

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, select

from scorepad import __version__, files
from scorepad.budget import BACKUP
from scorepad.desk.ports import OutcomeUnknown
from scorepad.settings import MAX_QUOTE_LENGTH
from scorepad.spades.refusal import Refused, os_reason
from scorepad.spades.words import T, Text
from scorepad.store.data_folder import BACKUPS
from scorepad.store.database import Database
from scorepad.store.errors import Damaged, is_damage, refusal_of, why_not_written
from scorepad.store.feeds import FOLDER, SUFFIX, stat_regular_file
from scorepad.store.lines import FORMAT, LARGEST, START, scan_junk_and_lines, verified_hash
from scorepad.store.old_format import (
    SECOND_COPY,
    OldFolderContent,
    damaged_places_text,
    detect_type_and_read_file,
    read_old_folder,
    read_second_copy,
    refusal_to_restore,
)
from scorepad.store.tables import DATABASE, LineRow

NAME = re.compile(r"scorepad-(\d{6,})-(\d{4}-\d\d-\d\d)\.zip")
DELAY = 5.0  # seconds after which a backup in the background begins
NEWEST = 10
"""So many backups stay."""
BUNDLE_START = b"PK\x03\x04"
"""A bundle begins so, also one that is cut short and has no list of its files any more."""
ABOUT = "bundle.json"
RULES, SETTINGS = "rules", "settings.json"
PLACES = {"share_folder", "share_database", "copy_to", "folder"}
"""The settings that name a place as one computer reaches it."""
LARGEST_FILE = 4 << 20  # bytes of a rule set or of the settings
TOGETHER = 1000
"""So many lines are taken in with one write to the disk."""
LOGS_TOGETHER = 100
"""So many logs of an earlier program are imported with one write to the disk."""
_LINES = select(LineRow.laptop, LineRow.hash, LineRow.line).order_by(
    col(LineRow.laptop), col(LineRow.seq)
)


def write_backup_file(connection: Connection, folder: Path, to: Path, now: datetime) -> list[Text]:
    """Write everything into a new file; every line is proved by its hash as it is written.

    Returns what could not be read of the house rules and the settings, a sentence each.  Raises
    `Damaged` where a line is not as it was written, `FileExistsError`, and `Refused` where the
    file cannot be written.
    """
    try:
        with (
            files.replace_when_done(to, private=True) as part,
            zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as bundle,
        ):
            about = {"format": FORMAT, "program": __version__, "made": now}
            bundle.writestr(ABOUT, msgspec.json.encode(about))
            _write_feeds(connection, bundle)
            return _write_house_files(folder, bundle)
    except FileExistsError:
        raise
    except OSError as error:
        raise Refused(
            "The backup {file} cannot be written: {why}.",
            file=str(to),
            why=os_reason(error, writing=True),
        ) from error


def _write_feeds(connection: Connection, bundle: zipfile.ZipFile) -> None:
    feed = ""
    with contextlib.ExitStack() as stack:
        out: IO[bytes] | None = None
        for laptop, line_hash, text in connection.execute(_LINES):
            data = text.encode()
            if verified_hash(data) != line_hash:
                raise Damaged
            if out is None or laptop != feed:
                stack.close()
                name = f"{FOLDER}/{laptop}{SUFFIX}"
                out = stack.enter_context(bundle.open(name, "w", force_zip64=True))
                feed = laptop
            out.write(data + b"\n")


def _write_house_files(folder: Path, bundle: zipfile.ZipFile) -> list[Text]:
    """Add the house's own rule sets and the settings, and return what could not be read."""
    unreadable = list[Text]()
    for file in (*sorted((folder / RULES).glob("*.toml")), folder / SETTINGS):
        try:
            data = files.read_file(file, LARGEST_FILE)
        except FileNotFoundError:
            continue
        except OSError as error:
            unreadable.append(
                T("{file} is not in the backup: {why}.", file=str(file), why=os_reason(error))
            )
        else:
            bundle.writestr(file.relative_to(folder).as_posix(), data)
    return unreadable


class DailyBackup(NamedTuple):
    """One of the backups that are made by themselves."""

    number: int
    day: str
    file: Path


class DailyBackups:
    """Makes one backup a day in the data folder, and removes those that are too many."""

    def __init__(self, database: Database) -> None:
        self.notices: dict[Text, None] = {}
        self._database = database
        self._folder = database.folder / BACKUPS
        self._thread: threading.Thread | None = None
        self._is_closing = threading.Event()

    def newest_first(self) -> list[DailyBackup]:
        """Return the backups, newest first."""
        names = list[Path]()
        with contextlib.suppress(OSError):
            names = list(self._folder.iterdir())
        matches = ((NAME.fullmatch(each.name), each) for each in names)
        return sorted(
            (DailyBackup(int(n[1]), n[2], each) for n, each in matches if n), reverse=True
        )

    def make_todays_if_none(self, *, wait: bool) -> None:
        """Make today's backup where there is none yet; see `Store.make_daily_backup`."""
        if not wait and self._thread is not None and self._thread.is_alive():
            return  # it makes the same
        self.finish_running_backup()
        if wait:
            self._make()
            return
        self._is_closing.clear()
        self._thread = threading.Thread(target=self._try, name="backup")
        self._thread.start()

    def why_backup_impossible(self) -> Text | None:
        """Return why no backup can be made; None where one can."""
        there = self._folder if os.path.lexists(self._folder) else self._folder.parent
        if os.path.lexists(there) and not there.is_dir():
            return T("No backup can be made: {folder} is not a folder.", folder=str(there))
        if os.access(self._database.folder, os.W_OK) and not os.access(there, os.W_OK | os.X_OK):
            return T(
                "No backup can be made: nothing may be written in {folder}.", folder=str(there)
            )
        return None

    def finish_running_backup(self) -> None:
        """Have the one that is waiting or being made finished at once, and wait for it."""
        self._is_closing.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _try(self) -> None:
        try:
            # Whatever is read now is in the way of who just opened the program.
            self._is_closing.wait(DELAY)
            self._database.refresh_summaries()
            self._make()
        except Refused as refused:
            self.notices[T("No backup could be made: {why}", why=refused.text)] = None

    def _make(self) -> None:
        there, now = self.newest_first(), self._database.now()
        today = f"{now:%Y-%m-%d}"
        # By the number: a clock that was set back makes no backup newer than the newest.
        if there and there[0].day == today:
            return
        number = there[0].number + 1 if there else 1
        try:
            files.make_private_folder(self._folder)
        except OSError as error:
            raise Refused(
                "The backup {file} cannot be written: {why}.",
                file=str(self._folder),
                why=os_reason(error, writing=True),
            ) from error
        to = self._folder / f"scorepad-{number:06}-{today}.zip"
        for _attempt in range(2):
            try:
                self._database.verify_rows()
                with self._database.reading_connection() as connection:
                    if connection.execute(_LINES.limit(1)).first() is not None:
                        # Another program that was opened today may have made it meanwhile.
                        with contextlib.suppress(FileExistsError):
                            unreadable = write_backup_file(
                                connection, self._database.folder, to, now
                            )
                            self.notices |= dict.fromkeys(unreadable)
                break
            except (Damaged, DBAPIError, sqlite3.Error) as error:
                if not is_damage(error):
                    raise refusal_of(error, self._database.folder) from error
                self._database.recover()
        self._database.update_feed_files(thorough=True)
        for old in self.newest_first()[NEWEST:]:
            with contextlib.suppress(OSError):
                old.file.unlink()  # one that somebody has open stays until the next day


# Restoring


_BROKEN = (
    EOFError,
    zipfile.BadZipFile,
    zlib.error,
    NotImplementedError,
    RuntimeError,
    ValueError,
)
"""What reading a damaged bundle may raise, beside errors of the disk."""
_INCOMPLETE = T("it is damaged or not complete")


class RestoreResult(NamedTuple):
    """What became of a source: how many lines, entries of an earlier program and house files were
    new, and how many places of it could not be read."""

    new: int
    damaged: int


class _PartResult(NamedTuple):
    """What became of a part of a source; `why` says why the rest of it could not be restored, and
    `refused` that it could not be kept here."""

    new: int = 0
    damaged: int = 0
    why: Text | None = None
    refused: Refused | None = None


_Part: TypeAlias = tuple[Path, Callable[[], _PartResult]]
"""The file that is restored, and what restores it."""


def restore_file_or_folder(database: Database, source: Path) -> RestoreResult:
    """Import what a file or folder has, and return what became of it.  A part of it that cannot be
    restored is said, and the others are.  Raises `Refused`."""
    new, has_part, why = 0, False, _INCOMPLETE
    damaged, unreadable = Counter[Path](), dict[Text, None]()
    with contextlib.ExitStack() as stack:
        try:
            parts = _list_parts(database, source, stack)
        except OSError as error:
            raise refusal_to_restore(source, os_reason(error)) from error
        for file, restore in parts:
            try:
                result = restore()
            except OSError as error:
                result = _PartResult(why=os_reason(error))
            new += result.new
            if result.refused is not None:
                raise _refusal_of_rest(database, source, result.refused, new=new)
            damaged[file if source.is_dir() else source] += result.damaged
            has_part |= result.why is None or result.new > 0
            if result.why is not None:
                why = result.why
                text = T("{file} was not restored: {why}.", file=str(file), why=why)
                if result.new:
                    text = T("{file} cannot be read: {why}.", file=str(file), why=why)
                unreadable[text] = None
    if not has_part:
        raise refusal_to_restore(source, why)
    database.notify(
        *unreadable, *(damaged_places_text(file, n) for file, n in damaged.items() if n)
    )
    return RestoreResult(new, damaged.total() + len(unreadable))


def _refusal_of_rest(database: Database, source: Path, refused: Refused, *, new: int) -> Refused:
    """Return the refusal where so much of a source is here already."""
    if not new or isinstance(refused, OutcomeUnknown):
        return refused
    return Refused(
        "Only a part of {file} was restored: {why}; try it once more.",
        file=str(source),
        why=why_not_written(refused.__cause__, database.folder),
    )


def _list_parts(database: Database, source: Path, stack: contextlib.ExitStack) -> list[_Part]:
    """Return the parts of a source; what is opened for them is closed by `stack`."""
    if source.is_dir():
        return _list_parts_of_folder(database, source)
    files.stat_regular_file(source)
    with source.open("rb") as file:
        first = file.read(len(START))
    if first == START:
        return [(source, partial(_take_in_file, database, source))]
    if first.startswith(BUNDLE_START) or zipfile.is_zipfile(source):
        try:
            bundle = stack.enter_context(zipfile.ZipFile(source))
        except _BROKEN as error:
            raise refusal_to_restore(source, _INCOMPLETE) from error
        return _list_parts_of_bundle(database, source, bundle)
    # The journal of a database stands beside the file that a link leads to.
    old = detect_type_and_read_file(Path(os.path.realpath(source)))
    return [(source, partial(_import_all, database, old))]


def _list_parts_of_folder(database: Database, folder: Path) -> list[_Part]:
    feeds = [*folder.glob(f"scorepad-*{SUFFIX}"), *(folder / FOLDER).glob(f"*{SUFFIX}")]
    parts: list[_Part] = [(each, partial(_take_in_file, database, each)) for each in sorted(feeds)]
    second_copy = folder / SECOND_COPY
    if parts and os.path.lexists(second_copy):
        parts.append((second_copy, lambda: _import_all(database, _read_old_file(second_copy))))
    elif not parts:
        if any(stat_regular_file(folder / name) is not None for name in (DATABASE, SECOND_COPY)):
            return [(folder, partial(_import_all, database, read_old_folder(folder)))]
        raise refusal_to_restore(folder, T("there is no feed in it"))
    return parts


def _list_parts_of_bundle(database: Database, source: Path, bundle: zipfile.ZipFile) -> list[_Part]:
    members = bundle.infolist()
    most = min(BACKUP.unpacked, BACKUP.ratio * source.stat().st_size)
    if sum(each.file_size for each in members) > most:
        raise refusal_to_restore(source, T("it is too large"))
    parts = list[_Part]()
    for each in members:
        path = Path(each.filename)
        if path.parent == Path(FOLDER):
            parts.append((source / path, partial(_take_in_member, database, bundle, each)))
    if not parts:
        raise refusal_to_restore(source, T("there is no feed in it"))
    for each in members:
        path = Path(each.filename)
        is_rules = path.parent == Path(RULES) and path.suffix == ".toml"
        if (is_rules or path == Path(SETTINGS)) and each.file_size <= LARGEST_FILE:
            to = database.folder / path
            parts.append((to, partial(_restore_house_file, database, bundle, each, to)))
    return parts


def _restore_house_file(
    database: Database, bundle: zipfile.ZipFile, member: zipfile.ZipInfo, to: Path
) -> _PartResult:
    """Put a house rule set, or the settings, in place where there are none of that name."""
    is_rules = to.name != SETTINGS
    try:
        data = bundle.read(member)
    except _BROKEN:
        return _PartResult(why=_INCOMPLETE)
    if not os.path.lexists(to):
        files.make_private_folder(to.parent)
        files.write_file(to, data if is_rules else _settings_here(database, data), private=True)
        return _PartResult(new=1)
    if is_rules and (stat_regular_file(to) is None or to.read_bytes() != data):
        database.notify(
            T("{file} is another one in the backup; the one that is here stays.", file=str(to))
        )
    return _PartResult()


def _settings_here(database: Database, data: bytes) -> bytes:
    """Return the settings of a backup without the folders of the computer that it comes from, and
    say which folder was shared: what is recorded here would be copied to whatever stands there.
    What is damaged stays as it is; it is said when the settings are read."""
    try:
        values = json.loads(data)
    except (ValueError, RecursionError):
        return data
    if not isinstance(values, dict) or not values.keys() & PLACES:
        return data
    if database_name := values.get("share_database"):
        database.notify(
            T(
                "The backup's settings share the database {database}; this computer shares none "
                "until you name one in the settings.",
                database=str(database_name)[:MAX_QUOTE_LENGTH],
            )
        )
    if shared := values.get("share_folder") or values.get("copy_to"):
        database.notify(
            T(
                "The backup's settings share the folder {folder}; this computer shares none until "
                "you choose one in the settings.",
                folder=str(shared)[:MAX_QUOTE_LENGTH],
            )
        )
    here = {key: value for key, value in values.items() if key not in PLACES}
    return f"{json.dumps(here, ensure_ascii=False, indent=1, sort_keys=True)}\n".encode()


def _take_in_file(database: Database, file: Path) -> _PartResult:
    files.stat_regular_file(file)
    with file.open("rb") as opened:
        return _take_in_all(database, opened)


def _take_in_member(
    database: Database, bundle: zipfile.ZipFile, member: zipfile.ZipInfo
) -> _PartResult:
    try:
        with bundle.open(member) as file:
            return _take_in_all(database, file)
    except _BROKEN:
        return _PartResult(why=_INCOMPLETE)


def _take_in_all(database: Database, file: IO[bytes]) -> _PartResult:
    """Take in all whole lines of a file, as far as it can be read."""
    damaged, why = 0, None

    def lines() -> Iterator[bytes]:
        nonlocal damaged, why
        try:
            for before, line in scan_junk_and_lines(file):
                # The last line may have been cut by whoever was writing it.
                damaged += bool(before.strip()) and (bool(line) or before.endswith(b"\n"))
                if line:
                    yield line
        except (EOFError, zipfile.BadZipFile, zlib.error):
            damaged += 1
        except OSError as error:
            why = os_reason(error)

    count, rest = 0, lines()
    try:
        while together := list(islice(rest, TOGETHER)):
            count += database.take_in_earlier_lines(together)
    except Refused as refused:
        return _PartResult(count, damaged, refused=refused)
    return _PartResult(count, damaged, why)


def _read_old_file(file: Path) -> OldFolderContent:
    files.stat_regular_file(file, LARGEST)
    return read_second_copy(file)


def _import_all(database: Database, old: OldFolderContent) -> _PartResult:
    if not old.logs:
        return _PartResult(why=T("there is nothing of Scorepad in it"))
    logs, count = iter(old.logs.values()), 0
    try:
        while together := list(islice(logs, LOGS_TOGETHER)):
            count += database.import_logs(together)
    except Refused as refused:
        return _PartResult(count, refused=refused)
    return _PartResult(count, old.lost + sum(not each.is_whole for each in old.logs.values()))
