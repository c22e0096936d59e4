"""Each copy of what is kept is read into the same plain form, as far as it can be read: a database
of any version, damaged or not, and the second copy.

Beside every text stands whether its hash holds.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from scorepad.store import hash_chain
from scorepad.store.dbfile import error_code
from scorepad.store.log import Kind, placed_all
from scorepad.store.second_copy import (
    MARKED,
    CopyMark,
    Line,
    aside_line,
    order_line,
    raw_line,
    read_line,
    read_mark,
)

HEAD = ""
"""Among the ids of its entries this stands for a match's head."""
TRIES = 20_000
"""After this many parts of a damaged table that could not be read, the rest is given up."""


class Part(msgspec.Struct):
    """Holds what one copy has of a match or an event.

    `entries` are bodies by id, in the order of arrival; `order` is the log's; `made` are the hashes
    with which they arrived (and the head, under `HEAD`), which tell an entry whose id was damaged;
    `doubtful` are the ids of entries whose hash does not hold (or `HEAD`); `known` is how many
    entries there should be, and `changed` when it last changed, as far as the copy says.
    """

    kind: Kind = "match"
    head: str = ""
    created: int = 0
    aside: bool = False
    entries: dict[str, str] = {}
    order: list[tuple[str, str | None]] = []
    made: dict[str, str] = {}
    doubtful: set[str] = set()
    known: int = 0
    changed: int = 0

    @property
    def as_arrived(self) -> bool:
        """Return whether the log stands as it arrived, and all of it is fit."""
        return self.order == [(entry_id, None) for entry_id in self.entries]

    @property
    def whole(self) -> bool:
        """Return whether everything is there and as it was written."""
        return bool(self.head) and not self.doubtful and len(self.entries) >= self.known


class Copy(msgspec.Struct):
    """Holds what one copy has: matches and events by id, and what was typed. `mark` is where it
    ends; `whole` says that all of it could be read; `wrong` are the logs with a line that is not as
    it was written, and which do not begin anew after it."""

    parts: dict[str, Part] = {}
    drafts: dict[str, str] = {}
    mark: CopyMark | None = None
    whole: bool = True
    wrong: set[str] = set()

    @property
    def sound(self) -> bool:
        """Return whether everything is there and as it was written."""
        return (
            self.whole
            and not self.wrong
            and self.mark is not None
            and all(
                part.whole and len(part.order) == len(part.entries) for part in self.parts.values()
            )
        )


def read_lines(lines: Iterable[Line | None]) -> Copy:
    """Return a copy from lines of the second copy."""
    copy = Copy()
    chains: dict[str, str] = {}
    for line in lines:
        if line is None:
            copy.whole = False
        elif line.mark is not None:
            copy.mark = line.mark
        elif not _read_line(copy.parts.setdefault(line.match, Part()), line, chains):
            copy.wrong.add(line.match)
        elif line.head:
            copy.wrong.discard(line.match)
    # A line whose match's id was damaged belongs to no match.
    copy.parts = {
        match_id: part
        for match_id, part in copy.parts.items()
        if part.head or part.entries.keys() - part.doubtful
    }
    return copy


def _read_line(part: Part, line: Line, chains: dict[str, str]) -> bool:
    """Take one line up; does its hash hold?"""
    match_id, before = line.match, chains.get(line.match, "")
    head, entry = bytes(line.head).decode(), bytes(line.entry).decode()
    if head:
        holds = line.hash == hash_chain.begun(match_id, line.created, head).chain
        part.kind, part.head, part.created = line.kind, head, line.created
        # A second head begins a log that was put right; all of it follows.
        part.entries, part.order, part.made, part.doubtful = {}, [], {}, set()
        named = HEAD
    elif entry:
        holds = line.hash == hash_chain.digest(before, entry)
        named = _id_of(entry)
        if not named:
            return False
        part.entries[named] = entry
        part.order.append((named, None))
    elif line.order is not None:
        if line != order_line(match_id, line.order):
            return False
        part.order = line.order
        return True
    else:
        if line.aside is None or line != aside_line(match_id, line.aside):
            return False
        part.aside = line.aside
        return True
    chains[match_id] = part.made[named] = line.hash
    if not holds:
        part.doubtful.add(named)
    return holds


class CopyBeside:
    """Goes through the second copy beside the entries of a database: a line that says the same as
    an entry which is as it was written is neither read nor hashed again."""

    def __init__(self, lines: Iterator[bytes], mark: CopyMark | None) -> None:
        self._lines = lines
        self._mark = b"" if mark is None else raw_line(Line(mark=mark))
        self._ends: dict[str, str] = {}
        self._at_mark: dict[str, str] = {}
        self._wrong: set[str] = set()
        self._apart = False
        self._go_on()

    def pass_by(self, log_id: str, before: str, body: str, made: str) -> None:
        """Pass by this entry, if it comes here too; `before` and `made` are its log's last hashes
        without it and with it.  What comes before it here is read: a log that was put right stands
        twice."""
        same = f'{{"match":"{log_id}","entry":{body},"hash":"{made}"}}\n'.encode()
        while not self._apart:
            if self._line == same and self._ends.get(log_id) == before:
                self._ends[log_id] = made
                self._go_on()
                return
            self._read()

    def ends(self) -> dict[str, str]:
        """Return the last hash of each log in the copy at the mark; nothing where a line is not as
        it was written and its log does not begin anew, or where there is no such mark."""
        while self._line and not self._apart:
            self._read()
        return {} if self._line or self._wrong else self._at_mark

    def _read(self) -> None:
        """Read the next line; stay there where it cannot be read, or is none."""
        line = read_line(self._line)
        if line is None:
            self._apart = True
            return
        if not self._holds(line):
            self._wrong.add(line.match)
        elif line.head:
            self._wrong.discard(line.match)
        self._go_on()

    def _go_on(self) -> None:
        """Go to the next line that says something; of marks this is only the one asked for."""
        try:
            for line in self._lines:
                if not line.startswith(MARKED) or read_line(line) is None:
                    self._line = line
                    return
                if line == self._mark:
                    self._at_mark = dict(self._ends)
        except OSError:
            self._at_mark = {}
        self._line = b""

    def _holds(self, line: Line) -> bool:
        log_id = line.match
        if entry := bytes(line.entry):
            made = hash_chain.link(self._ends.get(log_id, ""), entry.decode())
        elif head := bytes(line.head):
            made = hash_chain.begun(log_id, line.created, head.decode()).chain
        else:
            return line.mark is not None or _read_line(Part(), line, {})
        self._ends[log_id] = made
        return made == line.hash


class IdAndKind(msgspec.Struct):
    """Reads the id and the kind of an entry."""

    id: str = ""
    kind: str = ""


_id_and_kind = msgspec.json.Decoder(IdAndKind)


def _id_of(body: str) -> str:
    with contextlib.suppress(msgspec.MsgspecError):
        return _id_and_kind.decode(body).id
    return ""


class TableNames(NamedTuple):
    """Names the tables of logs, and the other columns of their rows."""

    logs: str = "matches"
    log: str = "match"
    entries: str = "entries"
    places: str = "places"
    list: str = "summaries"
    said: str = "created, aside, kind, hash"
    hash: str = "hash"


OLD = TableNames(said="created, aside, 'match', ''", hash="''")
OLD_EVENTS = TableNames(
    "events",
    "event",
    "event_entries",
    "event_places",
    said="changed, 0, 'event', ''",
    hash="''",
)


def _of_one(key: int) -> TableNames:
    """Name what the tables have of the log with this key.  Entries are found without the index of
    their table, which may be damaged."""

    def rows(table: str, column: str) -> str:
        return f"(SELECT * FROM {table} WHERE {column} = {key})"  # noqa: S608  # our own words

    return TableNames(
        logs=rows("matches", "key"),
        entries=rows("entries", "+match"),
        places=rows("places", "match"),
        list=rows("summaries", "match"),
    )


def read_rows(connection: sqlite3.Connection, key: int | None = None) -> Copy:
    """Return a copy from the tables of a database of any version, row by row where it is damaged;
    `key`: of one log in our own database. Raises `sqlite3.OperationalError` where it takes too
    long."""
    copy = Copy()
    rows = _Rows(connection, copy)
    if any(row[1] == "hash" for row in rows.of("PRAGMA table_info(entries)")):
        tables = TableNames() if key is None else _of_one(key)
        keys = _read_logs(copy, rows, tables)
        _read_list(copy, rows, tables, keys)
        for (value,) in rows.of("SELECT value FROM meta WHERE key = 'mark'"):
            with contextlib.suppress(msgspec.MsgspecError):
                copy.mark = msgspec.json.decode(str(value) or "{}", type=CopyMark)
        with contextlib.suppress(sqlite3.DatabaseError):  # where its entries can be read
            copy.mark = read_mark(connection) or copy.mark
    else:
        keys = _read_logs(copy, rows, OLD)
        for match, changed in rows.of("SELECT match, changed FROM summaries", "match"):
            if match in keys:
                copy.parts[keys[match]].changed = _number(changed)
        if rows.of("PRAGMA table_info(events)"):
            _read_logs(copy, rows, OLD_EVENTS)
    for match_id, draft in rows.of("SELECT match, draft FROM drafts"):
        copy.drafts[str(match_id)] = str(draft)
    copy.parts = {key: part for key, part in copy.parts.items() if part.head or part.entries}
    return copy


def _read_logs(copy: Copy, rows: _Rows, tables: TableNames) -> dict[Any, str]:
    """Take up heads, entries and places; the ids of logs by their keys."""
    keys: dict[Any, str] = {}
    chains: dict[Any, str] = {}
    old = tables.hash != "hash"
    # The long head may be damaged where the id is not: entries are known by the id.
    ids_alone = f"SELECT key, id FROM {tables.logs}"  # noqa: S608  # our own words
    for key, log_id in rows.of(ids_alone, "key"):
        copy.parts[str(log_id)] = Part(doubtful={HEAD})
        keys[key], chains[key] = str(log_id), ""
    for key, log_id, head, created, aside, kind, made in rows.of(
        f"SELECT key, id, head, {tables.said} FROM {tables.logs}",  # noqa: S608  # our own words
        "key",
    ):
        known: Kind = "event" if kind == "event" else "match"
        part = Part(known, str(head), _number(created), bool(aside))
        copy.parts[str(log_id)] = part
        keys[key], chains[key] = str(log_id), made
        part.made[HEAD] = str(made)
        if not old and made != hash_chain.begun(str(log_id), created, head).chain:
            part.doubtful.add(HEAD)
    ids: dict[Any, tuple[Any, str]] = {}
    for key, log, named, body, made in rows.of(
        f"SELECT key, {tables.log}, id, body, {tables.hash} FROM {tables.entries}",  # noqa: S608
        "key",
    ):
        entry_id = _id_of(str(body))
        copy.whole &= named == entry_id
        if log not in keys or not entry_id:
            copy.whole = False
            continue
        part = copy.parts[keys[log]]
        part.entries.setdefault(entry_id, str(body))
        part.made.setdefault(entry_id, str(made))
        ids[key] = (log, entry_id)
        if not old and made != hash_chain.digest(chains[log], body):
            part.doubtful.add(entry_id)
        chains[log] = made
    for log, _, entry, unfit in rows.of(
        f"SELECT {tables.log}, position, entry, unfit FROM {tables.places}"  # noqa: S608
    ):
        if entry in ids and ids[entry][0] == log:
            copy.parts[keys[log]].order.append((ids[entry][1], unfit))
    for part in copy.parts.values():
        part.order = part.order or [(entry_id, None) for entry_id in part.entries]
    return keys


def _read_list(copy: Copy, rows: _Rows, tables: TableNames, keys: dict[Any, str]) -> None:
    """Take up what the list says of each log: when it changed, and how long it is."""
    without = dict(keys)
    asked = "SELECT match, changed, search, body, entries, chain, placed, hash"
    asked += f" FROM {tables.list}"
    for match, changed, search, body, known, last, placed, made in rows.of(asked, "match"):
        if match not in keys:
            continue
        part = copy.parts[keys[match]]
        part.changed, part.known = _number(changed), _number(known)
        tip = hash_chain.Tip(known, last, placed)
        texts = (changed, search, body)
        if (
            made == hash_chain.listed(match, part.kind, *texts, tip, part.aside)
            and part.order
            and placed_all(part.order) == placed
        ) or known == 0:
            del without[match]
    copy.whole &= not without


class _Rows:
    """Reads the rows of a table that may be damaged."""

    def __init__(self, connection: sqlite3.Connection, copy: Copy) -> None:
        self._connection = connection
        self._copy = copy
        self._tries = TRIES

    def of(self, asked: str, key: str = "") -> list[Any]:
        """Return the rows, in the order of the table. Where a part cannot be read and `key` is its
        numbers' column, those before and after it are read all the same."""
        order = f" ORDER BY {key}" if key else ""
        try:
            return self._connection.execute(asked + order).fetchall()
        except sqlite3.DatabaseError as error:
            self._damaged(error)
        return (
            self._between(f"{asked} WHERE {key} BETWEEN ? AND ?{order}", 0, 1 << 40) if key else []
        )

    def _between(self, asked: str, low: int, high: int) -> list[Any]:
        try:
            return self._connection.execute(asked, (low, high)).fetchall()
        except sqlite3.DatabaseError as error:
            self._damaged(error)
        self._tries -= 1
        if low == high or self._tries < 0:
            return []
        middle = (low + high) // 2
        return [*self._between(asked, low, middle), *self._between(asked, middle + 1, high)]

    def _damaged(self, error: sqlite3.DatabaseError) -> None:
        if error_code(error) == sqlite3.SQLITE_INTERRUPT:
            raise error
        self._copy.whole = False


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def hands_until(part: Part) -> Iterator[tuple[str, int]]:
    """Return the ids of a log's entries, each with the number of hands that were bid until then."""
    hand = 0
    for entry_id, _ in part.order:
        hand += _id_and_kind.decode(part.entries[entry_id]).kind == "bids"
        yield entry_id, hand
