"""A match or an event is read here from its lines."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace
from sqlalchemy import String, bindparam
from sqlmodel import Session, col, func, select

from scorepad.desk.ports import AnyEntry, AnyLog, EventLog, MatchLog, UnreadableLog
from scorepad.events.entries import EventHead, Release
from scorepad.spades.entries import Head, Restore, Strike, UnknownEntry
from scorepad.spades.matchfile import without_unfit
from scorepad.spades.order import order_log
from scorepad.spades.words import T
from scorepad.store.errors import Damaged
from scorepad.store.feeds import proved_line
from scorepad.store.lines import (
    Archive,
    HeadRules,
    Kind,
    Line,
    LogEntry,
    LogHead,
    UnknownContent,
    decode_entry,
    decode_line,
    digest,
    digest_rules,
)
from scorepad.store.tables import IN_ORDER_OF_ARRIVAL, LineRow

FindRules: TypeAlias = Callable[[str], dict[str, Any] | None]
_encode = msgspec.json.Encoder().encode
_sorted = msgspec.json.Encoder(order="deterministic").encode


class RulesMissing(UnreadableLog):
    """A log waits for its rule set, which no line here brings."""

    def __init__(self, log_id: str) -> None:
        super().__init__(
            T(
                "The rule set for {id} hasn't arrived on this computer yet. You can open {id} "
                "as soon as the rule set arrives.",
                id=log_id,
            )
        )


class AssembledLog(NamedTuple):
    """A log by its lines, before its rule set is looked up.

    Attributes:
        id: Its id.
        kind: "match" or "event".
        created: The earliest time of its beginning on a laptop.
        head: The head that counts.
        other_heads: The others.
        entries: Its entries in the order of arrival, both of two that have one id.
        archived: Whether it is out of the list.
        archive_id: The id of the line that archived or unarchived it ("": none).
        read_only: Whether it has something that this program can't read.
    """

    id: str
    kind: Kind
    created: datetime
    head: LogHead
    other_heads: tuple[LogHead, ...]
    entries: tuple[AnyEntry, ...]
    archived: bool
    archive_id: str
    read_only: bool


def encode_entry(entry: AnyEntry) -> bytes:
    """Return an entry as its line has it; why it is unfit is computed, never kept."""
    return entry.data if isinstance(entry, UnknownEntry) else _encode(without_unfit(entry))


def encode_head(head: Head | EventHead) -> tuple[bytes, dict[str, Any] | None, str]:
    """Return a head as its line has it, and the rule set that it names by its hash: None if it
    has a rule set's id only."""
    if not isinstance(head.rules, dict):
        return _encode(head), None, ""
    rules_hash = digest_rules(head.rules)
    fields = {
        name: value
        for name in head.__struct_fields__
        if name != "rules" and (value := getattr(head, name)) is not msgspec.UNSET
    }
    return _encode({"rules_hash": rules_hash, **fields}), head.rules, rules_hash


def read_lines(session: Session, *keys: str) -> Iterator[Line]:
    """Yield the lines about these logs or rule sets in the order of arrival; raises `Damaged`."""
    params = {"keys": _encode(keys).decode()}
    for line_hash, text, key in session.exec(_select_lines(), params=params):
        line = decode_line(proved_line(line_hash, text))
        if line is None or line.log_key != key:
            raise Damaged
        yield line


@cache  # to build a query takes longer than to run it
def _select_lines() -> Any:
    keys = func.json_each(bindparam("keys", type_=String)).table_valued("value")
    lines = select(LineRow.hash, LineRow.line, LineRow.log)
    return lines.where(col(LineRow.log).in_(select(keys.c.value))).order_by(IN_ORDER_OF_ARRIVAL)


def read_log(session: Session, log_id: str) -> AssembledLog | None:
    """Return a log by its lines; None if it has no head here. Raises `Damaged`."""
    return read_logs(session, [log_id])[0]


def read_logs(session: Session, log_ids: Sequence[str]) -> list[AssembledLog | None]:
    """Return several logs, as `read_log` returns one."""
    of_log: dict[str, list[Line]] = {each: [] for each in log_ids}
    for line in read_lines(session, *log_ids):
        of_log[line.log_key].append(line)
    return [
        assemble_log(log_id, lines, lambda event_id: _releases_that_count(session, event_id))
        for log_id, lines in of_log.items()
    ]


def refuse_log_without_readable_head(session: Session, log_id: str) -> None:
    """Raise `UnreadableLog` for a log with lines that can't be read here, and no head.  Raises
    `Damaged`."""
    kinds = {type(line.content) for line in read_lines(session, log_id)}
    if UnknownContent in kinds and LogHead not in kinds:
        raise UnreadableLog(
            T(
                "This version of Scorepad can't open {id}, probably because a newer version "
                "recorded it. Update Scorepad.",
                id=log_id,
            )
        )


def _releases_that_count(session: Session, event_id: str) -> set[str]:
    log = assemble_log(event_id, read_lines(session, event_id))
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
    lines: Iterable[Line],
    find_releases: Callable[[str], Collection[str]] = lambda _event_id: (),
) -> AssembledLog | None:
    """Return a log by these lines; None if it has no head among them.

    Of two heads the one counts that has one of the releases that `find_releases` returns for an
    event; else, and among several, the one with the smaller hash (LAPTOPS.md 3.6).
    """
    heads: dict[str, LogHead] = {}
    contents: dict[str, dict[bytes, LogEntry]] = {}
    created = list[datetime]()
    archive, read_only = Archive("", False), False
    for line in lines:
        match line.content:
            case LogHead() as head:
                heads.setdefault(head.content_hash, head)
                created.append(head.created)
            case LogEntry() as entry:
                contents.setdefault(entry.id, {})[entry.data] = entry
            case Archive() as later if later.id > archive.id:
                archive = later
            case UnknownContent():
                read_only = True
    if not heads:
        return None
    counting = min(heads) if len(heads) == 1 else _find_counting_head(heads, find_releases)
    kind = heads[counting].kind
    entries = [
        decode_entry(kind, each)
        for of_id in contents.values()
        # Of two contents the fold takes one, and reports it.
        for each in (of_id.values() if len(of_id) == 1 else _distinct(of_id.values()))
    ]
    return AssembledLog(
        id=log_id,
        kind=kind,
        created=min(created),
        head=heads[counting],
        other_heads=tuple(heads[each] for each in sorted(heads) if each != counting),
        entries=tuple(entries),
        archived=archive.is_archived,
        archive_id=archive.id,
        read_only=read_only or any(isinstance(each, UnknownEntry) for each in entries),
    )


def _find_counting_head(
    heads: dict[str, LogHead], find_releases: Callable[[str], Collection[str]]
) -> str:
    events = {each.event_id for each in heads.values() if each.event_id and each.release}
    counting = {release for event_id in events for release in find_releases(event_id)}
    return min(heads, key=lambda key: (heads[key].release not in counting, key))


def _distinct(contents: Iterable[LogEntry]) -> Iterable[LogEntry]:
    return {digest(_sorted(msgspec.json.decode(each.data))): each for each in contents}.values()


def read_rules(session: Session, rules_hash: str) -> dict[str, Any] | None:
    """Return the rule set with this hash; None if no line here brings it. Raises `Damaged`."""
    contents = (line.content for line in read_lines(session, rules_hash))
    return next((each.rules for each in contents if isinstance(each, HeadRules)), None)


def complete_log(log: AssembledLog, find_rules: FindRules) -> AnyLog:
    """Return a match or an event with its rule set, which `find_rules` returns by its hash; raises
    `RulesMissing`, `Damaged`."""
    head, others = _complete_head(log.id, log.head, find_rules), list[Any]()
    for each in log.other_heads:
        with contextlib.suppress(RulesMissing):
            other = _complete_head(log.id, each, find_rules)
            # Two releases of one round with the same content differ in nothing visible.
            if _without_release(other) != _without_release(head):
                others.append(other)
    if isinstance(head, EventHead):
        return EventLog(log.id, head, log.entries, tuple(others))
    return MatchLog(log.id, head, log.entries, tuple(others))


def _without_release(head: Head | EventHead) -> Head | EventHead:
    return replace(head, release=None) if isinstance(head, Head) else head


def _complete_head(log_id: str, head: LogHead, find_rules: FindRules) -> Head | EventHead:
    if not head.rules_hash:
        return head.head
    rules = find_rules(head.rules_hash)
    if rules is None:
        raise RulesMissing(log_id)
    return replace(head.head, rules=rules)
