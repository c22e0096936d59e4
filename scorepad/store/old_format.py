"""What an earlier program kept (version 6 of the tables) is read here, to be imported.

It kept heads, entries and their places in the tables of `scorepad.db`, and all of it once more in
`scorepad.jsonl`.  The database goes first; what only the other file has comes after it.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
import uuid
from collections.abc import Sequence
from datetime import datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from scorepad.desk.ports import AnyLog, EventLog, MatchLog
from scorepad.events.entries import EventEntry, EventHead
from scorepad.spades.entries import Entry, Head
from scorepad.spades.refusal import Refused, os_reason
from scorepad.spades.words import N, T, Text
from scorepad.store.errors import is_damage
from scorepad.store.feeds import stat_regular_file
from scorepad.store.lines import DECODE_ERRORS, LARGEST, decode_entry_header
from scorepad.store.logs import moment
from scorepad.store.tables import APPLICATION, DATABASE, connect

HEAD_DECODERS: dict[str, msgspec.json.Decoder[Any]] = {
    "match": msgspec.json.Decoder(Head),
    "event": msgspec.json.Decoder(EventHead),
}
ENTRY_DECODERS: dict[str, msgspec.json.Decoder[Any]] = {
    "match": msgspec.json.Decoder(Entry),
    "event": msgspec.json.Decoder(EventEntry),
}

SECOND_COPY = "scorepad.jsonl"
VERSION = 6
"""The version of the tables that is read."""
LONGEST = 16 << 20  # bytes of a line or a text
COMPANIONS = ("-wal", "-journal")
UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What reading a damaged database raises; SQLite may quote what is no text."""
TABLES = ("matches", "entries", "places", "drafts")


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
    counted, with why one did not count (`unfit`); `is_proved` says that all hashes hold,
    `is_ordered` that the order has each entry once."""

    id: str
    kind: str
    created: int  # microseconds since 1970
    head: str
    entries: dict[str, str] = {}
    unfit: dict[str, str] = {}
    is_archived: bool = False
    is_proved: bool = True
    is_ordered: bool = True
    chain: str = ""

    @property
    def is_whole(self) -> bool:
        """Return whether all of it is as it was written."""
        return self.is_proved and self.is_ordered

    @property
    def began(self) -> datetime:
        """Return when it began, in UTC."""
        return moment(self.created)

    def add_entry(self, body: str, chain: str) -> str:
        """Add an entry that arrived, with the hash of the chain up to it, and return its id."""
        self.chain = _digest(self.chain, body)
        header = decode_entry_header(body.encode())
        self.is_proved &= self.chain == chain and header is not None
        self.chain = chain
        entry_id = "" if header is None else header.id
        self.entries.setdefault(entry_id, body)
        return entry_id

    def set_order_and_unfit(self, order: Sequence[tuple[str, str | None]]) -> None:
        """Give the entries this order, and say why some of them do not count."""
        known = {entry_id: why for entry_id, why in order if entry_id in self.entries}
        rest = [entry_id for entry_id in self.entries if entry_id not in known]
        self.is_ordered = len(known) == len(order) and not rest
        self.entries = {entry_id: self.entries[entry_id] for entry_id in (*known, *rest)}
        self.unfit = {entry_id: why for entry_id, why in known.items() if why is not None}

    def _can_decode(self, body: str) -> bool:
        try:
            ENTRY_DECODERS[self.kind].decode(body)
        except DECODE_ERRORS:
            return False
        return True

    def decode(self) -> AnyLog:
        """Return the log, of a damaged one the entries that can be read; raises `Refused` where it
        cannot be read."""
        try:
            uuid.UUID(self.id)
            _ = self.began
            head = HEAD_DECODERS[self.kind].decode(self.head)
            entries = {
                entry_id: ENTRY_DECODERS[self.kind].decode(body)
                for entry_id, body in self.entries.items()
                if self.is_proved or self._can_decode(body)
            }
        except (KeyError, OverflowError, *DECODE_ERRORS):
            raise Refused(
                "it is damaged and was not imported; the files of the earlier Scorepad stay, "
                "restore it from a copy"
            ) from None
        log = tuple(
            replace(entry, unfit=self.unfit[entry_id]) if entry_id in self.unfit else entry
            for entry_id, entry in entries.items()
        )
        if self.kind == "event":
            return EventLog(self.id, head, log)
        return MatchLog(self.id, head, log)


class OldFolderContent(msgspec.Struct):
    """All that was kept, by id, and what was typed and not confirmed.

    `lost` counts the entries and lines whose log is not known.
    """

    logs: dict[str, OldLog] = {}
    drafts: dict[str, str] = {}
    lost: int = 0

    @property
    def is_whole(self) -> bool:
        """Return whether all of it is as it was written."""
        return not self.lost and all(each.is_whole for each in self.logs.values())

    def merge_other_copy(self, other_copy: OldFolderContent) -> None:
        """Add what only the other copy has; where one copy of a log is damaged, the whole one
        goes before it, also where the damage is in its id."""
        self.lost = 0 if self.is_whole or other_copy.is_whole else self.lost + other_copy.lost
        for one, other in ((self, other_copy), (other_copy, self)):
            chains = {each.chain for each in other.logs.values() if each.is_whole}
            one.logs = {
                log_id: log
                for log_id, log in one.logs.items()
                if log.is_whole or log_id in other.logs or log.chain not in chains
            }
        for log_id, theirs in other_copy.logs.items():
            ours = self.logs.get(log_id)
            if ours is None:
                self.logs[log_id] = theirs
                continue
            whole, lesser = ours, theirs
            if (theirs.is_proved, theirs.is_ordered) > (ours.is_proved, ours.is_ordered):
                whole, lesser = theirs, ours
            if lesser.is_proved:
                whole.entries |= {
                    key: body for key, body in lesser.entries.items() if key not in whole.entries
                }
            self.logs[log_id] = whole


def read_old_folder(folder: Path) -> OldFolderContent:
    """Return all that an earlier program kept in a data folder; raises `Refused`."""
    content = None
    if stat_regular_file(folder / DATABASE) is not None:
        try:
            content = read_old_database(folder / DATABASE)
        except UNREADABLE:
            content = OldFolderContent(lost=1)
    status = stat_regular_file(folder / SECOND_COPY)
    if status is not None and status.st_size <= LARGEST:
        second_copy = read_second_copy(folder / SECOND_COPY)
        if content is None:
            return second_copy
        content.merge_other_copy(second_copy)
    return content or OldFolderContent()


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
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    kinds = dict(connection.execute("SELECT name, type FROM sqlite_master"))
    are_tables = all(kinds.get(name) == "table" for name in TABLES)
    # The tables go before the numbers, of which one may be damaged.
    if not are_tables and (application != APPLICATION or version >= VERSION):
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
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    content = OldFolderContent()
    logs, entries = dict[int, OldLog](), dict[int, tuple[OldLog, str]]()
    # What is damaged may have any type.
    for key, log_id, kind, created, head, aside, chain in connection.execute(
        "SELECT key, ifnull(CAST(id AS TEXT), ''), ifnull(CAST(kind AS TEXT), ''), "
        "CAST(created AS INTEGER), ifnull(CAST(head AS TEXT), ''), aside, "
        "ifnull(CAST(hash AS TEXT), '') FROM matches ORDER BY key"
    ):
        log = OldLog(log_id, kind, created or 0, head, is_archived=bool(aside), chain=chain)
        log.is_proved = kind in HEAD_DECODERS and chain == _digest(log_id, created, head)
        logs[key] = content.logs[log_id] = log
    try:
        for key, match, body, chain in connection.execute(
            "SELECT key, match, ifnull(CAST(body AS TEXT), ''), ifnull(CAST(hash AS TEXT), '') "
            "FROM entries ORDER BY key"
        ):
            if match in logs:
                entries[key] = logs[match], logs[match].add_entry(body, chain)
            else:
                content.lost += 1
        orders: dict[str, list[tuple[str, str | None]]] = {}
        for position, entry, unfit in connection.execute(
            "SELECT position, entry, unfit FROM places ORDER BY match, position"
        ):
            if entry in entries:
                log, entry_id = entries[entry]
                order = orders.setdefault(log.id, [])
                if position == len(order) and isinstance(unfit, str | None):
                    order.append((entry_id, unfit))
        for log_id, order in orders.items():
            content.logs[log_id].set_order_and_unfit(order)
        drafts = (
            "SELECT ifnull(CAST(match AS TEXT), ''), ifnull(CAST(draft AS TEXT), '') FROM drafts"
        )
        content.drafts = dict(connection.execute(drafts))
    except UNREADABLE:
        content.lost += 1
    return content


def read_second_copy(file: Path) -> OldFolderContent:
    """Return what a second copy has, as far as it can be read; raises `OSError`."""
    content = OldFolderContent()
    with file.open("rb") as lines:
        while raw := lines.readline(LONGEST):
            try:
                line = _line.decode(raw)
                head, entry = bytes(line.head).decode(), bytes(line.entry).decode()
            except DECODE_ERRORS:
                # The last line may have been cut by whoever was writing it.
                content.lost += raw.endswith(b"\n")
                continue
            log = content.logs.get(line.match)
            if head:
                log = OldLog(line.match, line.kind, line.created, head, chain=line.hash)
                log.is_proved = line.kind in HEAD_DECODERS and line.hash == _digest(
                    line.match, line.created, head
                )
                content.logs[line.match] = log
            elif log is None:
                content.lost += bool(entry)
            elif entry:
                log.add_entry(entry, line.hash)
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
    except UNREADABLE as error:
        why = T("it is damaged") if is_damage(error) else T("it cannot be read")
        raise refusal_to_restore(file, why) from error


def refusal_to_restore(file: Path, why: Text) -> Refused:
    """Return the refusal of a file or folder from which nothing can be imported."""
    return Refused(
        "{file} cannot be restored: {why}; nothing was changed.", file=str(file), why=why
    )


def damaged_places_text(file: Path, places: int) -> Text:
    """Return what is said of a file or folder that could not be read everywhere."""
    return N(
        "{file} is damaged in one place; only what could be read of it was imported.",
        "{file} is damaged in {n} places; only what could be read of it was imported.",
        places,
        file=str(file),
    )


def _digest(*parts: object) -> str:
    """Return the hash of texts as the earlier program made it."""
    text = "\0".join(map(str, (*parts, "")))
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
