"""The statuses of matches and events: a cache of their logs, and the lists that are read from it.

`columns_of_status` alone has the columns that lists sort and filter by.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from itertools import islice
from operator import attrgetter
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace
from sqlalchemy import Integer, String, bindparam, case, literal, literal_column, or_, text, union
from sqlmodel import Session, col, func, select

from scorepad.desk.ports import AnyLog, AnyStatus, UnreadableLog
from scorepad.desk.search import searchable_text_of_match
from scorepad.events.entries import EventHead
from scorepad.events.status import EventStatus
from scorepad.spades.naming import team_name_or_default_field
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import T, Text
from scorepad.store.errors import Damaged
from scorepad.store.lines import DECODE_ERRORS, Kind
from scorepad.store.logs import (
    AssembledLog,
    FindRules,
    RulesMissing,
    complete_log,
    read_logs,
    read_rules,
)
from scorepad.store.tables import LineRow, StatusRow

Summarize: TypeAlias = Callable[[AnyLog], AnyStatus]
"""Folds a log and returns its status; raises `Refused` if it does not fold."""
Columns: TypeAlias = dict[str, Any]
"""The columns of a `StatusRow`, of which many are written at once."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
READ_TOGETHER = 200
"""So many logs are read with one query."""
LONGEST_PATTERN = 5_000  # characters: SQLite takes no pattern of more than 50,000 bytes
IN_PLAY, NOT_STARTED, OVER = range(3)
_STATUSES: dict[str, msgspec.json.Decoder[Any]] = {
    "match": msgspec.json.Decoder(MatchStatus),
    "event": msgspec.json.Decoder(EventStatus),
}
_encode = msgspec.json.Encoder().encode
_log, _changed, _part = col(StatusRow.log), col(StatusRow.changed), col(StatusRow.part)
_SHOWN: Any = (StatusRow.kind, StatusRow.archived, StatusRow.status)


def kind_of(status: AnyStatus) -> Kind:
    """Return the kind of the log that a status is of."""
    return "match" if isinstance(status, MatchStatus) else "event"


def microseconds(moment: datetime) -> int:
    """Return a time as rows keep it."""
    return (moment - EPOCH) // timedelta(microseconds=1)


def columns_of_status(status: AnyStatus, created: datetime, now: datetime) -> Columns:
    """Return the columns of a status: its JSON, and what lists sort and filter by. `now` is the
    time of change of one that has none; none changes before it is created, whatever clocks say."""
    changed = max(status.changed or now, created)
    whole: AnyStatus
    if isinstance(status, MatchStatus):
        whole = replace(status, created=created, changed=changed, archived=False)
        listed: Columns = {
            "part": status.list_part,
            "scheduled": _optional(status.scheduled),
            "moved": _optional(status.moved),
            "search": searchable_text_of_match(whole),
        }
    else:
        whole = replace(status, changed=changed)
        listed = {"part": 0, "scheduled": None, "moved": None, "search": ""}
    return {
        "kind": kind_of(status),
        "created": microseconds(created),
        "changed": microseconds(changed),
        "status": _encode(whole).decode(),
        **listed,
    }


def _optional(at: datetime | None) -> int | None:
    return None if at is None else microseconds(at)


def decode_status(kind: str, data: str) -> Any:
    """Return a status from its JSON; raises `Damaged`."""
    try:
        return _STATUSES[kind].decode(data)
    except (KeyError, TypeError, *DECODE_ERRORS):
        raise Damaged from None


def make_statuses(
    session: Session, log_ids: Iterable[str], summarize: Summarize, now: datetime
) -> Iterator[Columns]:
    """Yield the statuses of these logs by their lines, without those that have no head here.
    Raises `Damaged`."""
    find_rules = cache(partial(read_rules, session))
    ids = iter(log_ids)
    while together := list(islice(ids, READ_TOGETHER)):
        for log in read_logs(session, together):
            if log is not None:
                yield _make_status(log, find_rules, summarize, now)


def _make_status(
    log: AssembledLog, find_rules: FindRules, summarize: Summarize, now: datetime
) -> Columns:
    waits, read_only = False, log.read_only
    try:
        status = summarize(complete_log(log, find_rules))
    except Refused as refused:
        # Another refusal is of a rule set that can't be resolved now.
        status, waits = _status_by_head(log), not isinstance(refused, UnreadableLog)
        read_only |= not isinstance(refused, RulesMissing)
        waits |= isinstance(refused, RulesMissing)
    if status.changed is None:
        times = [at for each in log.entries if (at := getattr(each, "at", None)) is not None]
        status = replace(status, changed=max(times, default=log.created))
    columns = {
        "log": log.id,
        "archived": log.archived,
        "event_id": log.head.event_id,
        "entries": status.entries,
        "waits": waits,
        "read_only": read_only,
    }
    return columns | columns_of_status(status, log.created, now)


def _status_by_head(log: AssembledLog) -> AnyStatus:
    head = log.head.head
    if isinstance(head, EventHead):
        return EventStatus(id=log.id, name=head.name, entries=len(log.entries))
    return MatchStatus(
        id=log.id,
        event=head.event,
        round=head.round,
        table=head.table,
        teams=(head.teams[0].name, head.teams[1].name),
        entries=len(log.entries),
        begun=bool(log.entries),
        is_readable=False,
    )


def are_alike(row: StatusRow, made: Columns) -> bool:
    """Return whether a status agrees with its log, as far as the log determines it; the time of its
    change may be by another clock."""
    try:
        one, other = map(_without_change, (row.model_dump(), made))
    except Damaged:
        return False
    return one == other


def _without_change(columns: Columns) -> Columns:
    status = decode_status(columns["kind"], columns["status"])
    return columns | {"changed": None, "status": replace(status, changed=None)}


def name_log(session: Session, log_id: str) -> Text:
    """Return the name of a log: its teams, or the event's name; its id, if the list does not
    have it."""
    row = session.get(StatusRow, log_id)
    match decode_status(row.kind, row.status) if row is not None else None:
        case MatchStatus() as status:
            names = [team_name_or_default_field(each, n) for n, each in enumerate(status.teams)]
            return T("The match {one} – {other}", one=names[0], other=names[1])
        case EventStatus(name=name) if name:
            return T("The event {name}", name=name)
        case _:
            return T("The match or event {id}", id=log_id)


# Lists


def _decode(rows: Iterable[Any]) -> list[Any]:
    return [
        replace(status, archived=True) if archived and kind == "match" else status
        for kind, archived, data in rows
        for status in (decode_status(kind, data),)
    ]


def read_matches(session: Session, words: Sequence[str], *, archived: bool) -> list[Any]:
    """Return the matches in which every word occurs, newest change first."""
    query = select(*_SHOWN).where(*_matches(words, archived=archived))
    # They are sorted here: SQLite would copy each whole row while it sorts.
    statuses = _decode(session.exec(query))
    return sorted(statuses, key=attrgetter("changed", "id"), reverse=True)


def read_events(session: Session) -> list[Any]:
    """Return the events, newest change first."""
    query = select(*_SHOWN).where(col(StatusRow.kind) == "event")
    return _decode(session.exec(query.order_by(_changed.desc(), _log.desc())))


def read_page(
    session: Session,
    words: Sequence[str],
    *,
    whole_words: bool,
    archived: bool,
    ended_by_event: Mapping[str, datetime | None],
    first: int,
    most: int,
) -> tuple[list[Any], bool]:
    """Return at most so many matches in the order of the pages, after the `first`, and whether
    others follow; see `Keeper.page`."""
    query: Any = select(*_SHOWN).where(*_matches(words, archived=archived, whole_words=whole_words))
    part: Any = _part
    changed: Any = _changed
    if ended_by_event:
        at = {log: microseconds(each) if each else 0 for log, each in ended_by_event.items()}
        ends: Any = func.json_each(_encode(at).decode()).table_valued("key", "value")
        ended = select(ends.c.key, ends.c.value).cte("ended")
        query = query.join(ended, _log == ended.c.key, isouter=True)
        part = case((ended.c.key.is_(None), _part), else_=OVER)
        changed = func.max(_changed, func.coalesce(ended.c.value, 0))
    in_order = query.order_by(part, changed.desc(), _log.desc())
    rows = session.exec(in_order.limit(most + 1).offset(first)).all()
    return _decode(rows[:most]), len(rows) > most


def read_changed_or_scheduled(session: Session, since: datetime, ids: Collection[str]) -> list[Any]:
    """Return the matches of the list that changed since then (of those that are over, whose result
    changed), those scheduled since then, and those with these ids, newest change first."""
    params = {"since": microseconds(since), "ids": _encode(list(ids)).decode()}
    return _decode(session.exec(_select_changed_or_scheduled(), params=params))


@cache  # it is run after each entry, and to build it takes longer
def _select_changed_or_scheduled() -> Any:
    since = bindparam("since", type_=Integer)
    in_list = col(StatusRow.kind) == "match", col(StatusRow.archived).is_(False)
    changed = select(StatusRow.log).where(
        *in_list,
        _part.in_((IN_PLAY, NOT_STARTED, OVER)),
        _changed >= since,
        or_(_part != OVER, col(StatusRow.moved) >= since),
    )
    scheduled = select(StatusRow.log).where(*in_list, col(StatusRow.scheduled) >= since)
    ids = func.json_each(bindparam("ids", type_=String)).table_valued("value")
    logs = union(changed, scheduled, select(ids.c.value))
    query = select(*_SHOWN).where(*in_list, _log.in_(logs))
    return query.order_by(_changed.desc(), _log.desc())


def _select_values(values: Iterable[str]) -> Any:
    table: Any = func.json_each(_encode(list(values)).decode()).table_valued("value")
    return select(table.c.value)


def _matches(words: Sequence[str], *, archived: bool, whole_words: bool = False) -> list[Any]:
    search = col(StatusRow.search)
    conditions: list[Any] = [col(StatusRow.kind) == "match", col(StatusRow.archived) == archived]
    # SQLite looks for the words in this order: numbers and long words are the rarest.
    words = sorted(words, key=lambda word: (not word.isdigit(), -len(word)))
    conditions += [
        search.contains(word, autoescape=True)
        if len(word) < LONGEST_PATTERN
        else func.instr(search, word) > 0
        for word in words
    ]
    if whole_words:
        blanks = literal(" ").concat(func.replace(search, "\n", " ")).concat(" ")
        conditions += [func.instr(blanks, f" {word} ") > 0 for word in words]
    return conditions


def find_match_ids(session: Session, beginning: str) -> list[str]:
    """Return the ids of the matches that begin so."""
    low = beginning.lower()
    query = select(StatusRow.log).where(
        col(StatusRow.kind) == "match",
        or_(_log == beginning, func.lower(func.substr(_log, 1, len(low))) == low),
    )
    return list(session.exec(query.limit(1000)))


# Statuses to make again


def find_waiting_logs(session: Session) -> list[str]:
    """Return the logs that wait for a rule set."""
    return list(session.exec(select(StatusRow.log).where(col(StatusRow.waits))))


def find_read_only_logs(session: Session, logs: Iterable[str]) -> list[str]:
    """Return those of these logs that have something that this program can't read."""
    query = select(StatusRow.log).where(_log.in_(_select_values(logs)))
    return list(session.exec(query.where(col(StatusRow.read_only))))


def find_matches_with_several_heads(session: Session, events: Iterable[str]) -> list[str]:
    """Return the matches of these events that may have several heads; the releases decide between
    these."""
    of_events = select(StatusRow.log).where(
        col(StatusRow.event_id).in_(_select_values(events)),
        text("event_id != ''"),  # by which SQLite knows that its index has all of them
    )
    query = (
        select(LineRow.log)
        # The plus keeps SQLite from going through the heads of all logs.
        .where(col(LineRow.log).in_(of_events), literal_column("+lines.entry").is_(None))
        .group_by(col(LineRow.log))
        .having(func.count() > 1)
    )
    return list(session.exec(query))
