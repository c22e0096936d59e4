"""A log, of a match or an event, is read here from its lines."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace
from sqlalchemy import ColumnElement, Connection, bindparam, literal_column
from sqlmodel import col, select

from scorepad.desk.ports import (
    AnyEntry,
    AnyLog,
    AnyStatus,
    EventLog,
    MatchLog,
    UnreadableLog,
)
from scorepad.events.entries import EventHead, Release
from scorepad.spades.entries import Head, Restore, Strike, UnknownEntry
from scorepad.spades.matchfile import without_unfit
from scorepad.spades.order import order_log
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import T
from scorepad.store.errors import Damaged
from scorepad.store.lines import (
    Archive,
    Kind,
    Line,
    LogEntry,
    LogHead,
    RuleSet,
    UnknownContent,
    decode_entry,
    decode_line,
    digest,
    digest_rules,
)
from scorepad.store.tables import CompiledStatement, LineRow

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_encode = msgspec.json.Encoder().encode
_sorted = msgspec.json.Encoder(order="deterministic").encode

IN_ORDER_OF_ARRIVAL: ColumnElement[int] = literal_column("lines.rowid")
_OF_LOG = CompiledStatement(
    select(LineRow.hash, LineRow.line)
    .where(col(LineRow.log) == bindparam("log"))
    .order_by(IN_ORDER_OF_ARRIVAL)
)


class RulesMissing(UnreadableLog):
    """A log waits for its rule set, which no line here brings."""

    def __init__(self, log_id: str) -> None:
        super().__init__(
            T(
                "The rule set of {id} is not here yet; it can be opened when the feed that has it "
                "was read.",
                id=log_id,
            )
        )


class NoReadableHead(UnreadableLog):
    """A log whose lines here are whole, and no head among them can be read."""

    def __init__(self, log_id: str) -> None:
        super().__init__(
            T(
                "This Scorepad can’t read how {id} begins, probably because a newer one recorded "
                "it; update Scorepad.",
                id=log_id,
            )
        )


class AssembledLog(NamedTuple):
    """Holds what the lines of a log say, before its rule set is looked up.

    `head` is the head that counts, and `other_heads` are the others; `entries` are in the order in
    which their lines came, both of two that have one id; `tip` is over all lines of the log.
    """

    id: str
    head: LogHead
    other_heads: tuple[LogHead, ...]
    entries: tuple[AnyEntry, ...]
    archived: bool
    archive_id: str
    read_only: bool
    tip: str


def kind_of(summary: AnyStatus) -> Kind:
    """Return the kind of the log that a summary is of."""
    return "match" if isinstance(summary, MatchStatus) else "event"


def microseconds(moment: datetime) -> int:
    """Return a time as rows keep it."""
    return (moment - EPOCH) // timedelta(microseconds=1)


def moment(since: int) -> datetime:
    """Return a time that a row keeps, in UTC."""
    return EPOCH + timedelta(microseconds=since)


def encode_entry(entry: AnyEntry) -> bytes:
    """Return an entry as its line has it; why it is unfit is computed, never kept."""
    return entry.data if isinstance(entry, UnknownEntry) else _encode(without_unfit(entry))


def encode_head_and_split_off_rules(
    head: Head | EventHead,
) -> tuple[bytes, dict[str, Any] | None, str]:
    """Return a head as its line has it, and the whole rule set that it names by its hash: None
    where it has a rule set's id only."""
    if not isinstance(head.rules, dict):
        return _encode(head), None, ""
    rules_hash = digest_rules(head.rules)
    fields = {name: getattr(head, name) for name in head.__struct_fields__ if name != "rules"}
    return _encode({"rules_hash": rules_hash, **fields}), head.rules, rules_hash


def has_same_content(kind: Kind, entry: AnyEntry, there: LogEntry) -> bool:
    """Return whether an entry says the same as one that is kept."""
    return decode_entry(kind, there) == entry


def xor_hashes_into_tip(tip: str, hashes: Iterable[str]) -> str:
    """Return the tip of a log with more lines: their hashes, with exclusive or."""
    total = int(tip or "0", 16)
    for each in hashes:
        total ^= int(each, 16)
    return f"{total:032x}"


def read_log_lines(connection: Connection, log_id: str) -> list[Line]:
    """Return the lines of a log in the order in which they came; raises `Damaged`."""
    lines = []
    for line_hash, text in _OF_LOG.run(connection, {"log": log_id}):
        line = decode_line(text.encode()) if isinstance(text, str) else None
        if line is None or line.hash != line_hash or line.log_key != log_id:
            raise Damaged
        lines.append(line)
    return lines


def refuse_log_without_readable_head(connection: Connection, log_id: str) -> None:
    """Raise `NoReadableHead` for a log with lines that can't be read here, and no head.  Raises
    `Damaged`."""
    contents = [line.content for line in read_log_lines(connection, log_id)]
    kinds = set(map(type, contents))
    if UnknownContent in kinds and LogHead not in kinds:
        raise NoReadableHead(log_id)


def read_log(connection: Connection, log_id: str) -> AssembledLog | None:
    """Return what the lines of a log say; None where it has no head here.  Raises `Damaged`."""
    lines = read_log_lines(connection, log_id)
    return assemble_log(log_id, lines, lambda event_id: _releases_that_count(connection, event_id))


def _releases_that_count(connection: Connection, event_id: str) -> set[str]:
    """Return the ids of the releases in the version of an event that counts, without struck
    ones."""
    log = assemble_log(event_id, read_log_lines(connection, event_id))
    if log is None or log.head.kind != "event":
        return set()
    order = order_log(each for each in log.entries if each.id is not None)
    struck = set[str]()
    for each in order.log:
        if isinstance(each, Strike):
            struck.add(each.entry)
        elif isinstance(each, Restore):
            struck.discard(each.entry)
    return {each.id or "" for each in order.log if isinstance(each, Release)} - struck


def assemble_log(
    log_id: str,
    lines: Sequence[Line],
    find_releases: Callable[[str], Collection[str]] = lambda _event_id: (),
) -> AssembledLog | None:
    """Return what these lines of a log say; None where it has no head among them.

    Of two heads that one counts whose release is one of those that `find_releases` returns for an
    event; else, and among several, the one with the smaller hash (LAPTOPS.md 3.6).
    """
    heads: dict[str, LogHead] = {}
    entries: dict[str, list[LogEntry]] = {}
    archive, read_only = Archive("", False), False
    for line in lines:
        match line.content:
            case LogHead() as head:
                heads.setdefault(head.content_hash, head)
            case LogEntry() as content:
                contents = entries.setdefault(content.id, [])
                if all(content.data != each.data for each in contents):
                    contents.append(content)
            case Archive() as later if later.id > archive.id:
                archive = later
            case UnknownContent():
                read_only = True
    if not heads:
        return None
    counting = min(heads) if len(heads) == 1 else _head_that_counts(heads, find_releases)
    log = list[AnyEntry]()
    for contents in entries.values():
        # Of two contents the fold takes one, and says so.
        for each in _each_content_once(contents) if len(contents) > 1 else contents:
            entry = decode_entry(heads[counting].kind, each)
            read_only |= isinstance(entry, UnknownEntry)
            log.append(entry)
    return AssembledLog(
        id=log_id,
        head=heads[counting],
        other_heads=tuple(heads[each] for each in sorted(heads) if each != counting),
        entries=tuple(log),
        archived=archive.is_archived,
        archive_id=archive.id,
        read_only=read_only,
        tip=xor_hashes_into_tip("", (line.hash for line in lines)),
    )


def _head_that_counts(
    heads: Mapping[str, LogHead], find_releases: Callable[[str], Collection[str]]
) -> str:
    """Return the hash of the head that counts."""
    events = {each.event_id for each in heads.values() if each.event_id and each.release}
    counting = {release for event_id in events for release in find_releases(event_id)}
    return min(heads, key=lambda key: (heads[key].release not in counting, key))


def _each_content_once(entries: Iterable[LogEntry]) -> Collection[LogEntry]:
    """Return one entry of each content, whatever the order of its keys."""
    return {digest(_sorted(msgspec.json.decode(each.data))): each for each in entries}.values()


def log_with_rules(connection: Connection, log: AssembledLog) -> AnyLog:
    """Return a match or an event with its rule set whole; raises `RulesMissing`."""
    head, others = _head_with_rules(connection, log.id, log.head), list[Any]()
    for each in log.other_heads:
        with contextlib.suppress(RulesMissing):
            other = _head_with_rules(connection, log.id, each)
            # Two releases of one round that say the same differ in nothing that anybody sees.
            if _without_release(other) != _without_release(head):
                others.append(other)
    if isinstance(head, EventHead):
        return EventLog(log.id, head, log.entries, tuple(others))
    return MatchLog(log.id, head, log.entries, tuple(others))


def _without_release(head: Head | EventHead) -> Head | EventHead:
    """Return a head without the release that it names."""
    return replace(head, release=None) if isinstance(head, Head) else head


def _head_with_rules(connection: Connection, log_id: str, log_head: LogHead) -> Head | EventHead:
    """Return a head with its rule set whole."""
    if not log_head.rules_hash:
        return log_head.head
    for line in read_log_lines(connection, log_head.rules_hash):
        if isinstance(line.content, RuleSet):
            return replace(log_head.head, rules=line.content.rules)
    raise RulesMissing(log_id)


def has_lines(connection: Connection) -> bool:
    """Return whether anything is kept."""
    return connection.execute(select(LineRow.seq).limit(1)).first() is not None
