"""A log, of a match or an event, is read here from its lines."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, NamedTuple, TypeAlias

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
from scorepad.events.entries import EventEntry, EventHead, Release
from scorepad.spades.entries import Entry, Head, Restore, Strike, UnknownEntry
from scorepad.spades.matchfile import without_unfit
from scorepad.spades.order import order_log
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import T
from scorepad.store.errors import Damaged
from scorepad.store.lines import (
    DECODE_ERRORS,
    EntryHeader,
    FeedLine,
    decode_entry_header,
    decode_line,
    digest,
    digest_rules,
    verified_hash,
)
from scorepad.store.tables import CompiledStatement, LineRow

Kind: TypeAlias = Literal["match", "event"]
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

HEAD_DECODERS: dict[str, msgspec.json.Decoder[Any]] = {
    "match": msgspec.json.Decoder(Head),
    "event": msgspec.json.Decoder(EventHead),
}
ENTRY_DECODERS: dict[str, msgspec.json.Decoder[Any]] = {
    "match": msgspec.json.Decoder(Entry),
    "event": msgspec.json.Decoder(EventEntry),
}


class _Release(msgspec.Struct, frozen=True):
    """Says which entry of which event released a match."""

    event_id: str | None = None
    release: str | None = None


_release = msgspec.json.Decoder(_Release)
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


class LogOfNewerProgram(UnreadableLog):
    """What a log says is whole, and yet this program cannot read it."""

    def __init__(self, log_id: str) -> None:
        super().__init__(
            T(
                "{id} was recorded by a newer Scorepad, and this one cannot read it; update "
                "Scorepad.",
                id=log_id,
            )
        )


class AssembledLog(NamedTuple):
    """Holds what the lines of a log say, before its rule set is looked up.

    `head` is the head that counts, as JSON with its rule set by hash, and `other_heads` are the
    others; `entries` are in the order in which their lines came, both of two that
    have one id; `tip` is over all lines of the log.
    """

    id: str
    kind: str
    created: datetime
    head: dict[str, Any]
    other_heads: tuple[dict[str, Any], ...]
    entries: tuple[Any, ...]
    archived: bool
    archive_id: str
    read_only: bool
    tip: str

    @property
    def event_id(self) -> str:
        """Return the id of the event that a match belongs to ("": none)."""
        return str(self.head.get("event_id") or "")


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


def has_same_content(kind: str, entry: Any, raw: bytes) -> bool:
    """Return whether an entry says the same as one that is kept."""
    return bool(_decode_entry(kind, raw) == entry)


def _decode_entry(kind: str, raw: bytes | msgspec.Raw) -> Any:
    """Return an entry; one that this program does not know is an `UnknownEntry`."""
    try:
        return ENTRY_DECODERS[kind].decode(raw)
    except DECODE_ERRORS:
        key = decode_entry_header(raw) or EntryHeader("")
        return UnknownEntry(id=key.id, kind=key.kind, after=key.after, data=bytes(raw))


def xor_hashes_into_tip(tip: str, hashes: Iterable[str]) -> str:
    """Return the tip of a log with more lines: their hashes, with exclusive or."""
    total = int(tip or "0", 16)
    for each in hashes:
        total ^= int(each, 16)
    return f"{total:032x}"


def read_log_lines(connection: Connection, log_id: str) -> list[FeedLine]:
    """Return the lines of a log in the order in which they came; raises `Damaged`."""
    lines = []
    for line_hash, text in _OF_LOG.run(connection, {"log": log_id}):
        data = text.encode() if isinstance(text, str) else b""
        line = decode_line(data)
        if verified_hash(data) != line_hash or line is None or line.log_id_or_rules_hash != log_id:
            raise Damaged
        lines.append(line)
    return lines


def read_log(connection: Connection, log_id: str) -> AssembledLog | None:
    """Return what the lines of a log say; None where it has no head here.  Raises `Damaged`."""
    lines = read_log_lines(connection, log_id)
    return assemble_log(log_id, lines, lambda event_id: _releases_that_count(connection, event_id))


def _releases_that_count(connection: Connection, event_id: str) -> set[str]:
    """Return the ids of the releases in the version of an event that counts, without struck
    ones."""
    log = assemble_log(event_id, read_log_lines(connection, event_id))
    if log is None or log.kind != "event":
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
    lines: Sequence[FeedLine],
    find_releases: Callable[[str], Collection[str]] = lambda _event_id: (),
) -> AssembledLog | None:
    """Return what these lines of a log say; None where it has no head among them.

    Of two heads that one counts whose release is one of those that `find_releases` returns for an
    event; else, and among several, the one with the smaller hash (LAPTOPS.md 3.6).
    """
    heads: dict[str, FeedLine] = {}
    entries: dict[str, dict[str, msgspec.Raw]] = {}
    archived, archive_id, read_only = False, "", False
    for line in lines:
        match line.line_kind:
            case "head" if line.kind in HEAD_DECODERS:
                heads.setdefault(_content_hash(line.head), line)
            case "entry":
                key = decode_entry_header(line.entry)
                contents = entries.setdefault(key.id if key is not None else "", {})
                if not contents:
                    contents[""] = line.entry
                elif bytes(contents[""]) != bytes(line.entry):
                    contents[_content_hash(line.entry)] = line.entry
            case "archive" if line.id > archive_id:
                archived, archive_id = bool(line.archived), line.id
            case "head" | "unknown":
                read_only = True
    if not heads:
        return None
    counting = min(heads) if len(heads) == 1 else _head_that_counts(heads, find_releases)
    head_line = heads[counting]
    kind = head_line.kind
    log = []
    for contents in entries.values():
        # Of two contents the fold takes one, and says so.
        by_hash = (
            {_content_hash(raw): raw for raw in contents.values()} if len(contents) > 1 else {}
        )
        for raw in by_hash.values() or contents.values():
            entry = _decode_entry(kind, raw)
            read_only |= isinstance(entry, UnknownEntry)
            log.append(entry)
    return AssembledLog(
        id=log_id,
        kind=kind,
        created=head_line.created or EPOCH,
        head=msgspec.json.decode(head_line.head),
        other_heads=tuple(
            msgspec.json.decode(heads[each].head) for each in sorted(heads) if each != counting
        ),
        entries=tuple(log),
        archived=archived,
        archive_id=archive_id,
        read_only=read_only,
        tip=xor_hashes_into_tip("", (line.hash for line in lines)),
    )


def _head_that_counts(
    heads: Mapping[str, FeedLine], find_releases: Callable[[str], Collection[str]]
) -> str:
    """Return the hash of the head that counts."""
    releases = {key: _decode_release(line.head) for key, line in heads.items()}
    events = {each.event_id for each in releases.values() if each.event_id and each.release}
    counting = {release for event_id in events for release in find_releases(event_id)}
    return min(heads, key=lambda key: (releases[key].release not in counting, key))


def _decode_release(head: msgspec.Raw) -> _Release:
    try:
        return _release.decode(head)
    except DECODE_ERRORS:
        return _Release()


def _content_hash(raw: msgspec.Raw) -> str:
    try:
        return digest(_sorted(msgspec.json.decode(raw)))
    except DECODE_ERRORS:
        return digest(bytes(raw))


def log_with_rules(connection: Connection, log: AssembledLog) -> AnyLog:
    """Return a match or an event with its rule set whole; raises `RulesMissing` or
    `LogOfNewerProgram`."""
    head, others = _head_with_rules(connection, log, log.head), list[Any]()
    for each in log.other_heads:
        with contextlib.suppress(RulesMissing, LogOfNewerProgram):
            other = _head_with_rules(connection, log, each)
            # Two releases of one round that say the same differ in nothing that anybody sees.
            if _without_release(other) != _without_release(head):
                others.append(other)
    if log.kind == "event":
        return EventLog(log.id, head, log.entries, tuple(others))
    return MatchLog(log.id, head, log.entries, tuple(others))


def _without_release(head: Head | EventHead) -> Head | EventHead:
    """Return a head without the release that it names."""
    return replace(head, release=None) if isinstance(head, Head) else head


def _head_with_rules(connection: Connection, log: AssembledLog, fields: dict[str, Any]) -> Any:
    """Return a head with its rule set whole."""
    head = dict(fields)
    rules_hash = head.pop("rules_hash", None)
    if rules_hash is not None:
        head["rules"] = _find_rules(connection, str(rules_hash), log.id)
    try:
        return HEAD_DECODERS[log.kind].decode(_encode(head))
    except DECODE_ERRORS:
        raise LogOfNewerProgram(log.id) from None


def _find_rules(connection: Connection, rules_hash: str, log_id: str) -> Any:
    for line in read_log_lines(connection, rules_hash):
        if line.line_kind == "rules":
            return msgspec.json.decode(line.rules)
    raise RulesMissing(log_id)


def has_lines(connection: Connection) -> bool:
    """Return whether anything is kept."""
    return connection.execute(select(LineRow.seq).limit(1)).first() is not None
