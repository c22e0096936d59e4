"""What an earlier program kept (version 6 of the tables) is read here, to be imported.

It kept heads, entries and their places in the tables of `scorepad.db`, and all of it once more in
`scorepad.jsonl`.  The database goes first; what only the other file has comes after it.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from datetime import datetime
from hashlib import blake2b
from pathlib import Path

import msgspec
from msgspec.structs import replace

from scorepad.desk.ports import AnyLog, EventLog, MatchLog
from scorepad.spades.refusal import Refused, os_reason
from scorepad.spades.words import T, Text
from scorepad.store.errors import DAMAGE, error_code
from scorepad.store.feeds import stat_regular_file
from scorepad.store.lines import DECODE_ERRORS, LARGEST
from scorepad.store.logs import ENTRY_DECODERS, HEAD_DECODERS, moment
from scorepad.store.tables import APPLICATION, DATABASE, connect

SECOND_COPY = "scorepad.jsonl"
VERSION = 6
"""The version of the tables that is read."""
LONGEST = 16 << 20  # bytes of a line or a text
COMPANIONS = ("-wal", "-journal")
TABLES = ("matches", "entries", "places", "drafts")
SECONDS = 60.0  # of the processor's time: what somebody made up may never end


class OldSecondCopyLine(msgspec.Struct, frozen=True):
    """A line of the second copy; which of the fields it has says what it is."""

    match: str = ""
    kind: str = "match"
    created: int = 0
    head: msgspec.Raw = msgspec.Raw()
    entry: msgspec.Raw = msgspec.Raw()
    order: list[tuple[str, str | None]] | None = None
    aside: bool | None = None
    hash: str = ""
    mark: msgspec.Raw = msgspec.Raw()


_line = msgspec.json.Decoder(OldSecondCopyLine)


class OldLog(msgspec.Struct):
    """One log as it was kept: its head and entries as JSON, these by id in the order in which they
    counted, with why one did not count (`unfit`); `is_whole` says that all hashes hold."""

    id: str
    kind: str
    created: int  # microseconds since 1970
    head: str
    entries: dict[str, str] = {}
    unfit: dict[str, str] = {}
    is_archived: bool = False
    is_whole: bool = True
    chain: str = ""

    @property
    def began(self) -> datetime:
        """Return when it began, in UTC."""
        return moment(self.created)

    def add_entry(self, entry_id: str, body: str, chain: str) -> None:
        """Add an entry that arrived, with the hash of the chain up to it."""
        self.chain = _digest(self.chain, body)
        self.is_whole &= self.chain == chain
        self.chain = chain
        self.entries.setdefault(entry_id, body)

    def set_order_and_unfit(self, order: Sequence[tuple[str, str | None]]) -> None:
        """Give the entries this order, and say why some of them do not count."""
        known = {entry_id: why for entry_id, why in order if entry_id in self.entries}
        rest = [entry_id for entry_id in self.entries if entry_id not in known]
        self.entries = {entry_id: self.entries[entry_id] for entry_id in (*known, *rest)}
        self.unfit = {entry_id: why for entry_id, why in known.items() if why is not None}

    def decode(self) -> AnyLog:
        """Return the log; raises `Refused` where it cannot be read."""
        try:
            head = HEAD_DECODERS[self.kind].decode(self.head)
            entries = [ENTRY_DECODERS[self.kind].decode(body) for body in self.entries.values()]
        except (KeyError, *DECODE_ERRORS):
            raise Refused(
                "it is damaged in both copies and was not imported; the files of the earlier "
                "Scorepad stay, restore it from a copy"
            ) from None
        log = tuple(
            replace(entry, unfit=self.unfit[entry_id]) if entry_id in self.unfit else entry
            for entry_id, entry in zip(self.entries, entries, strict=True)
        )
        if self.kind == "event":
            return EventLog(self.id, head, log)
        return MatchLog(self.id, head, log)


class OldFolderContent(msgspec.Struct):
    """All that was kept, by id, and what was typed and not confirmed."""

    logs: dict[str, OldLog] = {}
    drafts: dict[str, str] = {}

    def merge_other_copy(self, other_copy: OldFolderContent) -> None:
        """Add what only the other copy has; where one copy of a log is damaged, the whole one
        goes before it."""
        for log_id, theirs in other_copy.logs.items():
            ours = self.logs.get(log_id)
            if ours is None:
                self.logs[log_id] = theirs
                continue
            whole, lesser = (
                (theirs, ours) if theirs.is_whole and not ours.is_whole else (ours, theirs)
            )
            if lesser.is_whole:
                whole.entries |= {
                    key: body for key, body in lesser.entries.items() if key not in whole.entries
                }
            self.logs[log_id] = whole


def read_old_folder(folder: Path) -> OldFolderContent:
    """Return all that an earlier program kept in a data folder; raises `Refused`."""
    content = OldFolderContent()
    if stat_regular_file(folder / DATABASE) is not None:
        with contextlib.suppress(sqlite3.DatabaseError):
            content = read_old_database(folder / DATABASE)
    status = stat_regular_file(folder / SECOND_COPY)
    if status is not None and status.st_size <= LARGEST:
        content.merge_other_copy(read_second_copy(folder / SECOND_COPY))
    return content


def read_old_database(file: Path) -> OldFolderContent:
    """Return what a database has, with its journal if it has one; nothing is written beside it.
    Raises `sqlite3.Error`, or `Refused` where it is older."""
    with tempfile.TemporaryDirectory(prefix="scorepad-") as name:
        copy = Path(name) / "copy.db"
        for end in ("", *COMPANIONS):
            status = stat_regular_file(Path(f"{file}{end}"))
            if status is not None and status.st_size <= LARGEST:
                shutil.copyfile(f"{file}{end}", f"{copy}{end}")
        with contextlib.closing(connect(copy, "rw")) as connection:
            _refuse_other(connection, file)
            return _read_tables(connection)


def _refuse_other(connection: sqlite3.Connection, file: Path) -> None:
    end = time.process_time() + SECONDS
    connection.set_progress_handler(lambda: time.process_time() > end, 10_000)
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    kinds = dict(connection.execute("SELECT name, type FROM sqlite_master"))
    are_tables = all(kinds.get(name) == "table" for name in TABLES)
    if application != APPLICATION or version > VERSION or (version == VERSION and not are_tables):
        raise Refused("{file} is no database of Scorepad.", file=str(file))
    if version < VERSION:
        raise Refused(
            "{file} was written by a Scorepad before 1.0 that is too old (version {version}); it "
            "is unchanged.",
            file=str(file),
            version=version,
        )


def _read_tables(connection: sqlite3.Connection) -> OldFolderContent:
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
    content, ids = OldFolderContent(), dict[int, str]()
    heads = "SELECT key, id, kind, created, head, aside, hash FROM matches ORDER BY key"
    for key, log_id, kind, created, head, aside, chain in connection.execute(heads):
        ids[key] = log_id
        log = OldLog(log_id, kind, created, head, is_archived=bool(aside), chain=chain)
        log.is_whole = chain == _digest(log_id, created, head)
        content.logs[log_id] = log
    for match, entry_id, body, chain in connection.execute(
        "SELECT match, id, body, hash FROM entries ORDER BY key"
    ):
        content.logs[ids[match]].add_entry(entry_id, body, chain)
    orders: dict[int, list[tuple[str, str | None]]] = {}
    for match, entry_id, unfit in connection.execute(
        "SELECT places.match, entries.id, unfit FROM places JOIN entries "
        "ON entries.key = places.entry ORDER BY places.match, position"
    ):
        orders.setdefault(match, []).append((entry_id, unfit))
    for match, order in orders.items():
        content.logs[ids[match]].set_order_and_unfit(order)
    content.drafts = dict(connection.execute("SELECT match, draft FROM drafts"))
    return content


def read_second_copy(file: Path) -> OldFolderContent:
    """Return what a second copy has, as far as it can be read; raises `OSError`."""
    content = OldFolderContent()
    with file.open("rb") as lines:
        while raw := lines.readline(LONGEST):
            try:
                line = _line.decode(raw)
            except DECODE_ERRORS:
                continue
            log = content.logs.get(line.match)
            if bytes(line.head):
                head = bytes(line.head).decode()
                log = OldLog(line.match, line.kind, line.created, head, chain=line.hash)
                log.is_whole = line.hash == _digest(line.match, line.created, head)
                content.logs[line.match] = log
            elif log is None:
                continue
            elif bytes(line.entry):
                body = bytes(line.entry).decode()
                entry_id = str(msgspec.json.decode(body).get("id"))
                log.add_entry(entry_id, body, line.hash)
            elif line.order is not None:
                log.set_order_and_unfit(line.order)
            elif line.aside is not None:
                log.is_archived = line.aside
    return content


def detect_type_and_read_file(file: Path) -> OldFolderContent:
    """Return what a database or a second copy of an earlier program has; raises `Refused`."""
    try:
        if file.stat().st_size > LARGEST:
            raise refusal_to_restore(file, T("it is too large"))
        with file.open("rb") as opened:
            is_database = opened.read(16).startswith(b"SQLite format 3")
        return read_old_database(file) if is_database else read_second_copy(file)
    except OSError as error:
        raise refusal_to_restore(file, os_reason(error)) from error
    except sqlite3.Error as error:
        damaged = error_code(error) in DAMAGE
        why = T("it is damaged") if damaged else T("it cannot be read")
        raise refusal_to_restore(file, why) from error


def refusal_to_restore(file: Path, why: Text) -> Refused:
    """Return the refusal of a file or folder from which nothing can be imported."""
    return Refused(
        "{file} cannot be restored: {why}; nothing was changed.", file=str(file), why=why
    )


def _digest(*parts: object) -> str:
    """Return the hash of texts as the earlier program made it."""
    text = "\0".join(map(str, (*parts, "")))
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
