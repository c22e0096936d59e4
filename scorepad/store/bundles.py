"""Backups: bundles, each one file with all feeds, the house rules and the settings.

One is made a day, and the newest ten are kept. A bundle, a feed's file, a folder of feeds or a
database is restored by importing it; nothing here is removed.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import threading
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import IO, NamedTuple

import msgspec
from sqlmodel import Session, col, select

from scorepad import __version__, files
from scorepad.budget import BACKUP
from scorepad.desk.ports import OutcomeUnknown
from scorepad.settings import MAX_QUOTE_LENGTH
from scorepad.spades.refusal import Refused, os_reason
from scorepad.spades.words import N, T, Text
from scorepad.store.database import Database
from scorepad.store.errors import (
    printable,
    unreadable_text,
)
from scorepad.store.feeds import FOLDER, SUFFIX, proved_line, stat_regular_file
from scorepad.store.lines import FORMAT, START, scan_junk_and_lines
from scorepad.store.opening import BACKUPS
from scorepad.store.tables import LineRow, stream

NAME = re.compile(r"scorepad-(\d{6,})-(\d{4}-\d\d-\d\d)\.zip")
DELAY = 5.0  # seconds after which a backup in the background begins
NEWEST = 10
"""The number of backups that are kept."""
BUNDLE_START = b"PK\x03\x04"
"""The beginning of a bundle, also of one that is cut short and has no list of its files."""
ABOUT = "bundle.json"
RULES, SETTINGS = "rules", "settings.json"
PLACES = ("share_folder", "publish", "share_database", "folder")
"""The settings that name a place as one computer reaches it."""
LARGEST_FILE = 4 << 20  # bytes of a rule set or of the settings
TOGETHER = 1000
"""So many lines are taken in with one write to the disk."""


def write_backup_file(session: Session, folder: Path, to: Path, now: datetime) -> list[Text]:
    """Write everything into a new file; every line is proved by its hash as it is written.

    Returns a sentence for each unreadable file of the house rules and the settings. Raises
    `Damaged` for a line that is not as it was written, `FileExistsError`, and `Refused` if the file
    can't be written.
    """
    try:
        with (
            files.replace_when_done(to, private=True) as part,
            zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as bundle,
        ):
            about = {"format": FORMAT, "program": __version__, "made": now}
            bundle.writestr(ABOUT, msgspec.json.encode(about))
            _write_feeds(session, bundle)
            return _write_house_files(folder, bundle)
    except FileExistsError:
        raise
    except OSError as error:
        raise Refused(
            "The backup {file} can't be written: {why}.",
            file=printable(to),
            why=os_reason(error, writing=True),
        ) from error


def _write_feeds(session: Session, bundle: zipfile.ZipFile) -> None:
    query = select(LineRow.laptop, LineRow.hash, LineRow.line)
    feed = ""
    with contextlib.ExitStack() as stack:
        out: IO[bytes] | None = None
        in_order = query.order_by(col(LineRow.laptop), col(LineRow.seq))
        for laptop, line_hash, text in stream(session, in_order):
            data = proved_line(line_hash, text)
            if out is None or laptop != feed:
                stack.close()
                name = f"{FOLDER}/{laptop}{SUFFIX}"
                out = stack.enter_context(bundle.open(name, "w", force_zip64=True))
                feed = laptop
            out.write(data + b"\n")


def _write_house_files(folder: Path, bundle: zipfile.ZipFile) -> list[Text]:
    unreadable = list[Text]()
    for file in (*sorted((folder / RULES).glob("*.toml")), folder / SETTINGS):
        try:
            data = files.read_file(file, LARGEST_FILE)
        except FileNotFoundError:
            continue
        except OSError as error:
            unreadable.append(
                T(
                    "Couldn't add {file} to the backup: {why}.",
                    file=printable(file),
                    why=os_reason(error),
                )
            )
        else:
            bundle.writestr(file.relative_to(folder).as_posix(), data)
    return unreadable


class DailyBackups:
    """Makes one backup a day in the data folder, and removes those that are too many."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._folder = database.folder / BACKUPS
        self._thread: threading.Thread | None = None
        self._is_closing = threading.Event()

    def newest_first(self) -> list[tuple[int, str, Path]]:
        """Return number, day and file of the backups, newest first."""
        names = list[Path]()
        with contextlib.suppress(OSError):
            names = list(self._folder.iterdir())
        matches = ((NAME.fullmatch(each.name), each) for each in names)
        return sorted(((int(n[1]), n[2], each) for n, each in matches if n), reverse=True)

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

    def finish_running_backup(self) -> None:
        """Have the one that is waiting or being made finished at once, and wait for it."""
        self._is_closing.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _try(self) -> None:
        try:
            # Reading now would delay a user at the start.
            self._is_closing.wait(DELAY)
            self._make()
        except Refused as refused:
            self._database.notify(T("Couldn't make a backup: {why}", why=refused.text))

    def _make(self) -> None:
        now = self._database.now()
        today = f"{now:%Y-%m-%d}"
        # By the number: a clock that was set back makes no backup newer than the newest.
        number, day, _ = next(iter(self.newest_first()), (0, "", None))
        if day == today:
            return
        try:
            files.make_private_folder(self._folder)
        except OSError as error:
            raise Refused(
                "The backup {file} can't be written: {why}.",
                file=printable(self._folder),
                why=os_reason(error, writing=True),
            ) from error
        to = self._folder / f"scorepad-{number + 1:06}-{today}.zip"
        with self._database.reading() as session:
            if session.exec(select(LineRow.seq).limit(1)).first() is not None:
                # Another program that was opened today may have made it meanwhile.
                with contextlib.suppress(FileExistsError):
                    texts = write_backup_file(session, self._database.folder, to, now)
                    self._database.notify(*texts)
        for _, _, old in self.newest_first()[NEWEST:]:
            with contextlib.suppress(OSError):
                old.unlink()  # an open one is kept until the next day


# Restoring


BROKEN = (
    OSError,
    EOFError,
    zipfile.BadZipFile,
    zlib.error,
    NotImplementedError,
    RuntimeError,
    ValueError,
)
"""The errors of reading a bundle that is damaged, or on a failing disk."""
_INCOMPLETE = T("it's damaged or incomplete")


def disk_error_of(error: BaseException | None) -> OSError | None:
    """Return the error of the disk for which a bundle can't be read; None if it is damaged.
    `zipfile` calls a disk that fails no zip file."""
    cause = error.__context__ if isinstance(error, zipfile.BadZipFile) else error
    return cause if isinstance(cause, OSError) else None


def _why_broken(error: BaseException) -> Text:
    disk_error = disk_error_of(error)
    return _INCOMPLETE if disk_error is None else os_reason(disk_error)


class RestoreResult(NamedTuple):
    """The result of restoring a source.

    Attributes:
        new: How many lines and house files were new.
        damaged: How many places of it could not be read.
    """

    new: int
    damaged: int


def restore_file_or_folder(database: Database, source: Path) -> RestoreResult:
    """Import a file or folder, and return the result. A part of it that can't be restored is
    reported, and the others are restored. Raises `Refused`."""
    restoring = _Restoring(database, source)
    try:
        restoring.restore_all()
    except BROKEN as error:
        raise restoring.refusal(_why_broken(error)) from error
    return restoring.finish()


class _Restoring:
    """Restores the parts of one source."""

    def __init__(self, database: Database, source: Path) -> None:
        self._database = database
        self._source = source
        self._new = 0
        self._has_part = False
        self._why = _INCOMPLETE
        self._damaged = Counter[Path]()
        self._texts: dict[Text, None] = {}

    def refusal(self, why: Text) -> Refused:
        """Return the refusal of a source from which nothing can be restored."""
        return Refused(
            "Couldn't restore {file}: {why}. Nothing was changed.",
            file=printable(self._source),
            why=why,
        )

    def finish(self) -> RestoreResult:
        """Report the unreadable parts, and return the result."""
        if not self._has_part:
            raise self.refusal(self._why)
        for file, n in self._damaged.items():
            text = N(
                "{file} is damaged in one place; only the readable part was imported.",
                "{file} is damaged in {n} places; only the readable part was imported.",
                n,
                file=printable(file),
            )
            self._texts[text] = None
        self._database.notify(*self._texts)
        unread = len(self._texts) - len(self._damaged)
        return RestoreResult(self._new, self._damaged.total() + unread)

    def restore_all(self) -> None:
        """Restore each part; raises `OSError` if the source itself can't be read."""
        source = self._source
        if source.is_dir():
            feeds = [*source.glob(f"scorepad-*{SUFFIX}"), *(source / FOLDER).glob(f"*{SUFFIX}")]
            if not feeds:
                raise self.refusal(T("it doesn't contain any files that Scorepad can restore"))
            for file in sorted(feeds):
                self._restore_feed(file)
            return
        files.stat_regular_file(source)
        with source.open("rb") as opened:
            first = opened.read(len(START))
        if first == START:
            self._restore_feed(source)
        elif first.startswith(BUNDLE_START) or zipfile.is_zipfile(source):
            with zipfile.ZipFile(source) as bundle:
                self._restore_bundle(bundle)
        else:
            raise self.refusal(T("it doesn't contain Scorepad data"))

    @contextlib.contextmanager
    def _part(self, file: Path) -> Iterator[None]:
        before = self._new
        try:
            yield
        except BROKEN as error:
            self._why = _why_broken(error)
            text = T("{file} wasn't restored: {why}.", file=printable(file), why=self._why)
            if self._new > before:
                text = unreadable_text(file, self._why)
            self._texts[text] = None
            self._has_part |= self._new > before
        else:
            self._has_part = True

    def _restore_feed(self, file: Path) -> None:
        with self._part(file):
            files.stat_regular_file(file)
            with file.open("rb") as opened:
                self._restore_lines(file, opened)

    def _restore_lines(self, file: Path, opened: IO[bytes]) -> None:
        damaged = file if self._source.is_dir() else self._source
        is_backup, lines = isinstance(opened, zipfile.ZipExtFile), list[bytes]()
        try:
            for before, line in scan_junk_and_lines(opened):
                # A feed's last line may be half written by another program; a backup's can't.
                if before.strip() and (line or before.endswith(b"\n") or is_backup):
                    self._damaged[damaged] += 1
                lines += [line] if line else []
                if len(lines) == TOGETHER:
                    together, lines = lines, []
                    self._take_in(together)
        except (EOFError, zipfile.BadZipFile, zlib.error):
            self._damaged[damaged] += 1
        finally:
            if lines:
                self._take_in(lines)

    def _take_in(self, lines: list[bytes]) -> None:
        try:
            self._new += self._database.take_in_earlier_lines(lines, is_restored=True)
        except OutcomeUnknown:
            raise
        except Refused as refused:
            if not self._new:
                raise
            raise Refused(
                "Scorepad restored only part of {file}, then stopped: {why}",
                file=printable(self._source),
                why=refused.text,
            ) from refused

    def _restore_bundle(self, bundle: zipfile.ZipFile) -> None:
        members = {Path(each.filename): each for each in bundle.infolist()}
        most = min(BACKUP.unpacked, BACKUP.ratio * self._source.stat().st_size)
        if sum(each.file_size for each in members.values()) > most:
            raise self.refusal(T("it's too large"))
        feeds = [path for path in members if path.parent == Path(FOLDER)]
        if not feeds:
            raise self.refusal(T("it doesn't contain any files that Scorepad can restore"))
        for path in feeds:
            with self._part(self._source / path), bundle.open(members[path]) as opened:
                self._restore_lines(self._source / path, opened)
        for path, member in members.items():
            is_rules = path.parent == Path(RULES) and path.suffix == ".toml"
            if (is_rules or path == Path(SETTINGS)) and member.file_size <= LARGEST_FILE:
                to = self._database.folder / path
                with self._part(to):
                    self._restore_house_file(bundle.read(member), to, is_rules=is_rules)

    def _restore_house_file(self, data: bytes, to: Path, *, is_rules: bool) -> None:
        if not os.path.lexists(to):
            files.make_private_folder(to.parent)
            data = data if is_rules else _settings_here(self._database, data)
            files.write_file(to, data, private=True)
            self._new += 1
        elif is_rules and (stat_regular_file(to) is None or to.read_bytes() != data):
            self._database.notify(
                T(
                    "{file} is different in the backup. Scorepad kept the one on this computer.",
                    file=str(to),
                )
            )


def _settings_here(database: Database, data: bytes) -> bytes:
    """Return the settings of a backup without the folders of its computer, and report the shared
    folder: this laptop's records would be copied there. Damage is reported when the settings are
    read."""
    try:
        values = json.loads(data)
    except (ValueError, RecursionError):
        return data
    if not isinstance(values, dict) or values.keys().isdisjoint(PLACES):
        return data
    if shared := [str(values[each]) for each in PLACES if values.get(each)]:
        database.notify(
            T(
                "The computer that made this backup was sharing through {places}. This "
                "computer isn't sharing yet. To share, choose a folder or a database in the "
                "settings.",
                places=", ".join(shared)[:MAX_QUOTE_LENGTH],
            )
        )
    here = {key: value for key, value in values.items() if key not in PLACES}
    return f"{json.dumps(here, ensure_ascii=False, indent=1, sort_keys=True)}\n".encode()
