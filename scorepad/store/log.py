"""A log, of a match or an event, is kept in rows: its head, what arrived, and the places of
that."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from sqlite3 import Connection
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from scorepad.desk.ports import AnyEntry, AnyLog, AnySummary, Kept, KeptEvent, Summary
from scorepad.events.entries import EventEntry, EventHead
from scorepad.spades.entries import Entry, Head
from scorepad.spades.words import T, Text
from scorepad.store import hash_chain, refusals
from scorepad.store.dbfile import NotGood, error_code
from scorepad.store.hash_chain import Tip

Kind: TypeAlias = Literal["match", "event"]
KINDS: tuple[str, ...] = get_args(Kind)

SHORTEST = 4
"""This many characters of a match's id are enough, if no other id begins with them."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_heads: dict[Kind, msgspec.json.Decoder[Any]] = {
    "match": msgspec.json.Decoder(Head),
    "event": msgspec.json.Decoder(EventHead),
}
_entries: dict[Kind, msgspec.json.Decoder[Any]] = {
    "match": msgspec.json.Decoder(Entry),
    "event": msgspec.json.Decoder(EventEntry),
}
_encode = msgspec.json.Encoder().encode


def kind_of(summary: AnySummary) -> Kind:
    """Return the kind of the log that a summary is of."""
    return "match" if isinstance(summary, Summary) else "event"


def microseconds(moment: datetime) -> int:
    """Return a time as rows keep it."""
    return (moment - EPOCH) // timedelta(microseconds=1)


def moment(since: int) -> datetime:
    """Return a time that a row keeps, in UTC."""
    return EPOCH + timedelta(microseconds=since)


def whole_text(text: str) -> str:
    """Return the text without half characters, which no database takes."""
    return text.encode("utf-8", "replace").decode("utf-8")


def head_of(head: Head | EventHead) -> str:
    """Return a head as its row keeps it."""
    return _encode(head).decode()


def body_of(entry: AnyEntry) -> str:
    """Return an entry as its row keeps it."""
    return _encode(entry).decode()


def read_entry(kind: Kind, body: str, unfit: str | None = None) -> Any:
    """Return an entry from its row; raises `msgspec.MsgspecError`."""
    entry = _entries[kind].decode(body)
    return entry if unfit is None else replace(entry, unfit=unfit)


def log_of(
    kind: Kind, log_id: str, head: str, log: Iterable[Any], doubt: Text | None = None
) -> AnyLog:
    """Return a match or an event as it is kept; raises `msgspec.MsgspecError`."""
    if kind == "event":
        return KeptEvent(log_id, _heads[kind].decode(head), tuple(log), doubt)
    return Kept(log_id, _heads[kind].decode(head), tuple(log), doubt)


def says_same(kind: Kind, one: str, other: str) -> bool:
    """Do two bodies say the same, in whatever order?"""
    return one == other or bool(_entries[kind].decode(one) == _entries[kind].decode(other))


def refuse_twice(entries: Sequence[AnyEntry]) -> None:
    """Raise `Refused` when an id stands twice or is missing."""
    seen = set()
    for position, entry in enumerate(entries, 1):
        if entry.id is None:
            raise refusals.nameless_entry(position)
        if entry.id in seen:
            raise refusals.entry_kept(entry.id)
        seen.add(entry.id)


class LogRow(msgspec.Struct, frozen=True):
    """A log's row; the end of the log as the list has it, None where the list has none, or one that
    is not as it was written; and whether its entries have places of their own."""

    key: int
    kind: Kind
    id: str
    created: int
    aside: bool
    tip: Tip | None
    has_places: bool = False


_ROWS = """
    SELECT matches.key, kind, matches.id, created, aside,
        changed, search, body, entries, chain, placed, summaries.hash,
        EXISTS (SELECT 1 FROM places WHERE places.match = matches.key)
    FROM matches LEFT JOIN summaries ON summaries.match = matches.key
"""
_BEGINNING = "SELECT id FROM matches WHERE kind = 'match' AND lower(substr(id, 1, ?)) = ?"
_BESIDE_INDEX = "SELECT 1 FROM matches WHERE +id = ?"
_BEGIN = """
    INSERT INTO matches (kind, id, head, created, aside, hash) VALUES (?, ?, ?, ?, ?, ?)
"""
# Those that were added just now come last.
_KEPT = """
    SELECT id FROM entries WHERE match = ? AND id IN (SELECT value FROM json_each(?))
    ORDER BY key LIMIT 1
"""
_ADD = "INSERT INTO entries (match, id, body, hash) VALUES (?, ?, ?, ?)"
_PLACE = """
    INSERT INTO places (match, position, entry, unfit)
    VALUES (?1, ?2, (SELECT key FROM entries WHERE match = ?1 AND id = ?3), ?4)
"""
_IN_ORDER = "SELECT id, NULL FROM entries WHERE match = ? ORDER BY key LIMIT ?"
_PLACED = """
    SELECT entries.key, entries.match, id, body, hash, unfit, position
    FROM places JOIN entries ON entries.key = places.entry
    WHERE places.match = ? ORDER BY position
"""
_AS_ARRIVED = """
    SELECT key, match, id, body, hash, NULL, row_number() OVER (ORDER BY key) - 1
    FROM entries WHERE match = ? ORDER BY key
"""


def row_of(connection: Connection, kind: Kind, log_id: str) -> LogRow | None:
    """Return the row of the match, or event, with exactly this id."""
    asked = f"{_ROWS} WHERE matches.id = ?"
    found = connection.execute(asked, (whole_text(log_id),)).fetchone()
    return _row(found) if found is not None and found[1] == kind else None


def rows(connection: Connection) -> list[LogRow]:
    """Return every log's row."""
    return [_row(found) for found in connection.execute(f"{_ROWS} ORDER BY matches.key")]


def _row(found: Sequence[Any]) -> LogRow:
    key, kind, log_id, created, aside, changed, search, body, *rest = found
    tip = Tip(*rest[:3])
    sound = rest[3] == hash_chain.listed(key, kind, changed, search, body, tip, bool(aside))
    return LogRow(key, kind, log_id, created, bool(aside), tip if sound else None, bool(rest[4]))


def known_row(connection: Connection, kind: Kind, log_id: str) -> LogRow:
    """Return the row of a match or event; raises `Refused`, or `NotGood` where only the index of
    ids lacks it."""
    row = row_of(connection, kind, log_id)
    if row is not None:
        return row
    if connection.execute(_BESIDE_INDEX, (whole_text(log_id),)).fetchone():
        raise NotGood("damaged")
    raise refusals.no_such(kind, whole_text(log_id))


def find(connection: Connection, match_id: str) -> LogRow:
    """Return the row of the match with this id, or from `SHORTEST` characters on with the only id
    that begins with them. Raises `Refused`."""
    asked = whole_text(match_id)
    row = row_of(connection, "match", asked)
    if row is not None:
        return row
    if len(asked) < SHORTEST:
        raise refusals.no_such_match(asked)
    found = connection.execute(_BEGINNING, (len(asked), asked.lower())).fetchall()
    if not found:
        raise refusals.no_such_match(asked)
    if len(found) > 1:
        raise refusals.several_matches(asked, len(found))
    return known_row(connection, "match", found[0][0])


def load(connection: Connection, row: LogRow) -> AnyLog:
    """Return a match or event as it is kept; its `doubt` names what is not as it was written.
    Raises `UnreadableMatch`."""
    asked = "SELECT head, hash FROM matches WHERE key = ?"
    head, begun = connection.execute(asked, (row.key,)).fetchone()
    rows = [PlacedEntry(*each) for each in connection.execute(_PLACED, (row.key,))]
    if not rows:
        rows = [PlacedEntry(*each) for each in connection.execute(_AS_ARRIVED, (row.key,))]
    what = T("The head")
    try:
        log_of(row.kind, row.id, head, ())
        log = []
        for position, each in enumerate(rows, 1):
            what = T("Entry {position}", position=position)
            log.append(read_entry(row.kind, each.body, each.unfit))
    except (msgspec.MsgspecError, TypeError) as error:
        raise refusals.UnreadableMatch(row.id, what) from error
    arrived = hash_chain.begun(row.id, row.created, head)
    doubt = T("The head") if arrived.chain != begun else _doubt(row, arrived, rows, log)
    return log_of(row.kind, row.id, head, log, doubt and refusals.doubtful(doubt, row.id))


PassBy: TypeAlias = Callable[[str, str, str, str], None]
"""Is told the log's id, its last hash without this entry, the entry, and its last hash with it."""


def sound_logs(
    connection: Connection, rows: Sequence[LogRow], pass_by: PassBy = lambda *_: None
) -> set[int]:
    """Return the keys of the logs of which all is as it was written, as far as hashes tell; what is
    wrong with another one `load` says.  Each entry that is sound is told as it arrived."""
    lenient, connection.text_factory = connection.text_factory, str  # in half the time
    try:
        return _sound(connection, rows, pass_by)
    except sqlite3.OperationalError as error:
        if error_code(error):
            raise
        return set()  # something is no text any more
    finally:
        connection.text_factory = lenient


def _sound(reading: Connection, rows: Sequence[LogRow], pass_by: PassBy) -> set[int]:
    ids = {row.key: row.id for row in rows}
    wrong = {row.key for row in rows if row.tip is None}
    wrong.update(key for (key,) in reading.execute(_WITH_GAPS))
    chains, arrived, placed = dict[int, str](), dict[int, str](), dict[int, str]()
    for key, log_id, created, head, made in reading.execute(_HEADS):
        chains[key] = made
        if hash_chain.begun(log_id, created, head).chain != made:
            wrong.add(key)
    link = hash_chain.link
    for log, entry_id, body, made in reading.execute(_ARRIVED):
        before = chains.get(log, "")
        chains[log] = made
        arrived[log] = link(arrived.get(log, ""), entry_id)
        if link(before, body) == made:
            pass_by(ids.get(log, ""), before, body, made)
        else:
            wrong.add(log)
    for log, entry_id, of, unfit in reading.execute(_ALL_PLACES):
        before = placed.get(log, "")
        placed[log] = (
            link(before, entry_id) if unfit is None else hash_chain.placed(before, entry_id, unfit)
        )
        if of != log:
            wrong.add(log)
    if chains.keys() | placed.keys() != ids.keys():
        return set()  # something belongs to no log
    ends = {key: (end, placed.get(key, arrived.get(key, ""))) for key, end in chains.items()}
    return {
        row.key
        for row in rows
        if row.tip is not None and row.tip[1:] == ends[row.key] and row.key not in wrong
    }


_HEADS = "SELECT key, id, created, head, hash FROM matches"
_ARRIVED = "SELECT match, id, body, hash FROM entries ORDER BY key"
_ALL_PLACES = """
    SELECT places.match, id, entries.match, unfit
    FROM places LEFT JOIN entries ON entries.key = places.entry
    ORDER BY places.match, position
"""
_WITH_GAPS = "SELECT match FROM places GROUP BY match HAVING max(position) + 1 <> count(*)"


class PlacedEntry(NamedTuple):
    """Holds an entry's row and its place."""

    key: int
    match: int
    id: str
    body: str
    hash: str
    unfit: str | None
    position: int


def _doubt(
    row: LogRow, tip: Tip, rows: Sequence[PlacedEntry], log: Sequence[AnyEntry]
) -> Text | None:
    """Return what of a log is not as it was written; None: all of it is."""
    for at in sorted(range(len(rows)), key=lambda at: rows[at].key):
        each = rows[at]
        tip = tip.arrived(each.body)
        if (tip.chain, row.key, log[at].id) != (each.hash, each.match, each.id):
            return T("Entry {position}", position=at + 1)
    if row.tip is None or tip[:2] != row.tip[:2]:
        return T("The end of the log")
    placed = placed_all((each.id, each.unfit) for each in rows)
    if placed != row.tip.placed or any(each.position != at for at, each in enumerate(rows)):
        return T("The order of the log")
    return None


def order_of(log: Iterable[AnyEntry]) -> list[tuple[str, str | None]]:
    """Return where entries stand, and why they are unfit there."""
    return [(entry.id or "", None) for entry in log]


def placed_all(order: Iterable[tuple[str, str | None]], placed: str = "") -> str:
    """Return the hash of these places, after those with the hash `placed`."""
    for entry_id, unfit in order:
        placed = hash_chain.placed(placed, entry_id, unfit)
    return placed


def begin_row(connection: Connection, row: LogRow, head: str) -> LogRow:
    """Keep a new log's head; the row as it is then, with a key and a tip."""
    tip = hash_chain.begun(row.id, row.created, head)
    values = (row.kind, row.id, head, row.created, row.aside, tip.chain)
    key = connection.execute(_BEGIN, values).lastrowid
    connection.execute("UPDATE meta SET value = value + 1 WHERE key = 'matches'")
    return replace(row, key=key or 0, tip=tip)


@contextlib.contextmanager
def unguarded(connection: Connection) -> Iterator[None]:
    """Take the guards of the tables away inside a transaction, for a log that is written anew."""
    asked = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
    guards = connection.execute(asked).fetchall()
    for name, _ in guards:
        connection.execute(f"DROP TRIGGER {name}")
    yield
    for _, sql in guards:
        connection.execute(sql)


def remove_rows(connection: Connection, row: LogRow) -> None:
    """Remove a log, which is written anew then."""
    for table in ("places", "summaries", "entries"):
        connection.execute(f"DELETE FROM {table} WHERE match = ?", (row.key,))  # noqa: S608
    connection.execute("DELETE FROM matches WHERE key = ?", (row.key,))
    connection.execute("UPDATE meta SET value = value - 1 WHERE key = 'matches'")


Arrived: TypeAlias = tuple[str, str, str]
"""An entry that arrives: its id, its body, and the chain's hash with it."""


def add(
    connection: Connection, row: LogRow, bodies: Iterable[tuple[str, str]]
) -> tuple[LogRow, list[Arrived]]:
    """Keep entries, ids and bodies, in no place yet; the row as it is then, and what arrived.
    Raises `Refused`."""
    tip = known_tip(row)
    chain, arrived = tip.chain, list[Arrived]()
    for entry_id, body in bodies:
        chain = hash_chain.link(chain, body)
        arrived.append((entry_id, body, chain))
    try:
        connection.executemany(_ADD, [(row.key, *each) for each in arrived])
    except sqlite3.IntegrityError as error:
        ids = _encode([entry_id for entry_id, _, _ in arrived]).decode()
        kept = connection.execute(_KEPT, (row.key, ids)).fetchone()
        raise refusals.entry_kept(kept[0]) from error
    return replace(row, tip=Tip(tip.entries + len(arrived), chain, tip.placed)), arrived


def place(
    connection: Connection,
    row: LogRow,
    order: Sequence[tuple[str, str | None]],
    *,
    first: int = 0,
    arrived: bool = False,
) -> LogRow:
    """Give kept entries, by id and why they are unfit, their places from `first` on, and return the
    row as it is then.  `arrived`: these are fit, and the last that were added, in this order; a
    log that stands as it arrived has no rows of places."""
    tip = known_tip(row)
    if row.has_places or not arrived:
        before = connection.execute(_IN_ORDER, (row.key, 0 if row.has_places else first)).fetchall()
        rows = [
            (row.key, position, *each)
            for position, each in enumerate([*before, *order], first - len(before))
        ]
        connection.executemany(_PLACE, rows)
    tip = Tip(tip.entries, tip.chain, placed_all(order, tip.placed if first else ""))
    return replace(row, tip=tip, has_places=row.has_places or not arrived)


def known_tip(row: LogRow) -> Tip:
    """Return the end of a match's log; raises `Refused` where it is not as it was written."""
    if row.tip is None:
        raise refusals.doubtful_match(row.id)
    return row.tip


def keep_draft(connection: Connection, match_id: str, draft: str) -> None:
    """Keep what is typed at a match and not confirmed; "" drops it."""
    match = whole_text(match_id)
    connection.execute("DELETE FROM drafts WHERE match = ?", (match,))
    if draft:
        connection.execute("INSERT INTO drafts VALUES (?, ?)", (match, whole_text(draft)))


def read_draft(connection: Connection, match_id: str) -> str:
    """Return what was typed at a match and not confirmed ("" if nothing)."""
    asked = "SELECT draft FROM drafts WHERE match = ?"
    found = connection.execute(asked, (whole_text(match_id),)).fetchone()
    return found[0] if found else ""
