"""The rows of the lists: what is shown of each match and event, so that no log has to be read.

A row says of which lines it was made and has a hash over itself, so one that is damaged or behind
is noticed where it is read, and made anew from its log.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace
from sqlalchemy import (
    Boolean,
    Connection,
    bindparam,
    func,
    literal,
    or_,
    select,
    union,
    union_all,
)
from sqlalchemy.dialects.sqlite import insert as upsert

from scorepad import __version__
from scorepad.desk.ports import AnyLog, AnyStatus, UnreadableLog
from scorepad.desk.search import searchable_text_of_match
from scorepad.events.entries import EventHead
from scorepad.events.status import EventStatus
from scorepad.spades.naming import team_name_or_default_field
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import T, Text
from scorepad.store.lines import DECODE_ERRORS, digest
from scorepad.store.logs import (
    AssembledLog,
    RulesMissing,
    log_with_rules,
    microseconds,
    moment,
    read_log,
)
from scorepad.store.tables import CompiledStatement, LineRow, SummaryRow

Summarize: TypeAlias = Callable[[AnyLog], AnyStatus]
"""Folds a log and says what a list shows of it; raises `Refused` where it does not fold."""
LONGEST_PATTERN = 5_000  # characters: SQLite takes no pattern of more than 50,000 bytes
IN_PLAY, NOT_BEGUN, OVER = range(3)

_TABLE = SummaryRow.__table__  # type: ignore[attr-defined]
_LINES = LineRow.__table__  # type: ignore[attr-defined]
_COLUMNS = tuple(_TABLE.columns)
_NAMES = tuple(column.name for column in _COLUMNS)
_LOG_AT, _KIND_AT, _ARCHIVED_AT, _BODY_AT = map(_NAMES.index, ("log", "kind", "archived", "body"))
_HASHED = _NAMES[:-1]
_HASHED_TEXT = "\0".join(
    "%d" if isinstance(column.type, Boolean) else "%s" for column in _COLUMNS[:-1]
)
"""The text over which a row has its hash."""
_SUMMARIES: dict[str, msgspec.json.Decoder[Any]] = {
    "match": msgspec.json.Decoder(MatchStatus),
    "event": msgspec.json.Decoder(EventStatus),
}
_encode = msgspec.json.Encoder().encode
_insert = upsert(_TABLE)
_KEEP = CompiledStatement(
    _insert.on_conflict_do_update(
        index_elements=["log"],
        set_={name: _insert.excluded[name] for name in _NAMES if name != "log"},
    )
)
_KIND = select(_TABLE.c.kind).where(_TABLE.c.log == bindparam("log"))
_WITH_HEADS = (
    select(_LINES.c.log)
    .where(
        _LINES.c.log.in_(select(_TABLE.c.log).where(_TABLE.c.event_id == bindparam("event"))),
        _LINES.c.entry.is_(None),
    )
    .group_by(_LINES.c.log)
    .having(func.count() > 1)
)
_HASH = CompiledStatement(select(_TABLE.c.hash).where(_TABLE.c.log == bindparam("log")))
_ONE = CompiledStatement(select(*_COLUMNS).where(_TABLE.c.log == bindparam("log")))


class SummariesAndDamagedIds(NamedTuple):
    """Holds a list, and the ids of those whose rows are not as they were written."""

    summaries: list[Any]
    damaged: list[str]


class LogStateForAppend(NamedTuple):
    """What has to be known of a log to append to it: see `SummaryRow`.

    `entries` are as many as the fold has, which takes some as one: whoever appends says how many it
    has seen.
    """

    kind: str
    entries: int
    tip: str
    created: datetime
    archived: bool
    event_id: str
    read_only: bool
    waits: bool


def _row_hash(values: Sequence[Any]) -> str:
    return digest((_HASHED_TEXT % tuple(values)).encode("utf-8", "surrogatepass"))


def is_row_as_written(row: Sequence[Any]) -> bool:
    """Return whether a row is as it was written."""
    try:
        return bool(_row_hash(row[:-1]) == row[-1])
    except TypeError:  # no truth value in the place of one
        return False


def summary_row(
    summary: AnyStatus, state: LogStateForAppend, log_id: str, now: datetime
) -> dict[str, Any]:
    """Return the row for a summary of a log, changed `now` if it does not say when."""
    changed = summary.changed or now
    values: dict[str, Any] = {
        "log": log_id,
        "kind": state.kind,
        "archived": state.archived,
        "part": IN_PLAY,
        "status": "",
        "hands": 0,
        "event_id": state.event_id,
        "scheduled": None,
        "created": microseconds(state.created),
        "changed": microseconds(changed),
        "moved": None,
        "entries": state.entries,
        "tip": state.tip,
        "waits": state.waits,
        "versions": summary.versions,
        "read_only": state.read_only,
        "program": __version__,
        "search": "",
    }
    if isinstance(summary, MatchStatus):
        whole = replace(summary, created=state.created, changed=changed, archived=False)
        values |= {
            "part": summary.list_part,
            "status": summary.status,
            "hands": summary.hands,
            "scheduled": _optional(summary.scheduled),
            "moved": _optional(summary.moved),
            "search": searchable_text_of_match(whole),
        }
        values["body"] = _encode(whole).decode()
    else:
        values["body"] = _encode(replace(summary, changed=changed)).decode()
    values["hash"] = _row_hash([values[name] for name in _HASHED])
    return values


def _optional(at: datetime | None) -> int | None:
    return None if at is None else microseconds(at)


def keep_summary(connection: Connection, row: dict[str, Any]) -> None:
    """Keep a row, in place of the one there is."""
    _KEEP.run(connection, row)


def read_summary_hash(connection: Connection, log_id: str) -> str:
    """Return the hash of the row of a log ("": there is none)."""
    row = _HASH.run(connection, {"log": log_id}).fetchone()
    return str(row[0]) if row is not None else ""


def read_log_state(connection: Connection, log_id: str) -> LogStateForAppend | None:
    """Return what has to be known of a log to append to it; None where it is not here.  Raises
    `Damaged`."""
    row = _sound_row(connection, log_id)
    if row is None:
        log = read_log(connection, log_id)
        return None if log is None else state_of_assembled_log(log)
    return LogStateForAppend(
        kind=row["kind"],
        entries=row["entries"],
        tip=row["tip"],
        created=moment(row["created"]),
        archived=bool(row["archived"]),
        event_id=row["event_id"],
        read_only=bool(row["read_only"]),
        waits=bool(row["waits"]),
    )


def _sound_row(connection: Connection, log_id: str) -> dict[str, Any] | None:
    row = _ONE.run(connection, {"log": log_id}).fetchone()
    return (
        dict(zip(_NAMES, row, strict=True)) if row is not None and is_row_as_written(row) else None
    )


def state_of_assembled_log(log: AssembledLog) -> LogStateForAppend:
    """Return what has to be known of a log, by its lines."""
    return LogStateForAppend(
        kind=log.head.kind,
        entries=len(log.entries),
        tip=log.tip,
        created=log.head.created,
        archived=log.archived,
        event_id=log.head.event_id,
        read_only=log.read_only,
        waits=False,
    )


def _summarize_or_read_head(
    connection: Connection, log: AssembledLog, summarize: Summarize
) -> tuple[AnyStatus, LogStateForAppend]:
    """Return what a list shows of a log by its lines, and how it stands.  One that does not fold is
    shown as its head says."""
    state = state_of_assembled_log(log)
    try:
        return summarize(log_with_rules(connection, log)), state
    except RulesMissing:
        return _by_head(log), state._replace(waits=True)
    except UnreadableLog:
        return _by_head(log), state._replace(read_only=True)
    except Refused:  # its rule set is none that this laptop can resolve now
        return _by_head(log), state._replace(read_only=True, waits=True)


def _by_head(log: AssembledLog) -> AnyStatus:
    head = log.head.head
    if isinstance(head, EventHead):
        return EventStatus(id=log.id, name=head.name, entries=len(log.entries))
    one, other = head.teams
    return MatchStatus(
        id=log.id,
        event=head.event,
        round=head.round,
        table=head.table,
        teams=(one.name, other.name),
        entries=len(log.entries),
        begun=bool(log.entries),
        is_readable=False,
    )


def make_summary_row(
    connection: Connection, log_id: str, summarize: Summarize, now: datetime
) -> dict[str, Any] | None:
    """Return the row of a log by its lines; None where it has no head here.  Raises `Damaged`."""
    log = read_log(connection, log_id)
    if log is None:
        return None
    summary, state = _summarize_or_read_head(connection, log, summarize)
    if summary.changed is None:
        times = [at for each in log.entries if (at := getattr(each, "at", None)) is not None]
        summary = replace(summary, changed=max(times, default=log.head.created))
    return summary_row(summary, state._replace(entries=summary.entries), log_id, now)


def name_log(connection: Connection, log_id: str) -> Text:
    """Return what a log is called: its teams, or the event's name; its id, where the list does not
    have it."""
    row = _sound_row(connection, log_id)
    summary = decode_summary(row["kind"], row["body"]) if row is not None else None
    match summary:
        case MatchStatus():
            one, other = (
                team_name_or_default_field(each, n) for n, each in enumerate(summary.teams)
            )
            return T("The match {one} – {other}", one=one, other=other)
        case EventStatus(name=name) if name:
            return T("The event {name}", name=name)
        case _:
            return T("The match or event {id}", id=log_id)


def has_right_tip(connection: Connection, log_id: str, tip: str) -> bool:
    """Return whether these are the lines of which a log's row was made."""
    row = _sound_row(connection, log_id)
    return row is None or row["tip"] == tip


# Lists.


def decode_summary(kind: str, body: str) -> AnyStatus | None:
    """Return what a row of a kind of log shows; None where it cannot be read."""
    try:
        summary: AnyStatus = _SUMMARIES[kind].decode(body)
    except (KeyError, TypeError, *DECODE_ERRORS):
        return None
    return summary


def _decode_rows(rows: Iterable[Sequence[Any]]) -> SummariesAndDamagedIds:
    summaries, damaged = list[Any](), list[str]()
    for row in map(tuple, rows):
        summary = decode_summary(row[_KIND_AT], row[_BODY_AT]) if is_row_as_written(row) else None
        if summary is None:
            damaged.append(str(row[_LOG_AT]))
            continue
        archived = row[_ARCHIVED_AT] and isinstance(summary, MatchStatus)
        summaries.append(replace(summary, archived=True) if archived else summary)
    return SummariesAndDamagedIds(summaries, damaged)


def _matches(words: Sequence[str], *, archived: bool, whole_words: bool = False) -> list[Any]:
    """Return the conditions for the matches of a list in which all words occur."""
    search = _TABLE.c.search
    conditions: list[Any] = [_TABLE.c.kind == "match", _TABLE.c.archived == archived]
    # SQLite looks for the words in this order, and for the next where it finds one: numbers and
    # long words are the rarest.
    words = sorted(words, key=lambda word: (not word.isdigit(), -len(word)))
    # SQLite compares with a pattern in two thirds of the time of `instr`.
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


def read_match_summaries(
    connection: Connection, words: Sequence[str], *, archived: bool
) -> SummariesAndDamagedIds:
    """Return the matches in which every word occurs, newest change first."""
    query = select(*_COLUMNS).where(*_matches(words, archived=archived))
    # The rows as SQLite has them: in a list of all, SQLAlchemy's own would take a third of it.
    # They are sorted here: SQLite would copy each whole row while it sorts, a fifth of the time.
    listed = _decode_rows(CompiledStatement(query).run(connection).fetchall())
    listed.summaries.sort(key=attrgetter("changed", "id"), reverse=True)
    return listed


def read_events(connection: Connection) -> SummariesAndDamagedIds:
    """Return the events, newest change first."""
    query = (
        select(*_COLUMNS)
        .where(_TABLE.c.kind == "event")
        .order_by(_TABLE.c.changed.desc(), _TABLE.c.log.desc())
    )
    return _decode_rows(connection.execute(query).all())


def read_page(
    connection: Connection,
    words: Sequence[str],
    *,
    whole_words: bool,
    archived: bool,
    ended_by_event: Mapping[str, datetime | None],
    first: int,
    most: int,
) -> tuple[SummariesAndDamagedIds, bool]:
    """Return at most so many matches in the order of the pages, after the `first`, and whether
    others follow; see `Keeper.page`."""
    conditions = _matches(words, archived=archived, whole_words=whole_words)
    if ended_by_event:
        at = {
            log: microseconds(each) if each is not None else 0
            for log, each in ended_by_event.items()
        }
        ends = func.json_each(_encode(at).decode()).table_valued("key", "value")
        ordinary = select(
            *_COLUMNS, _TABLE.c.part.label("listed"), _TABLE.c.changed.label("at")
        ).where(_TABLE.c.log.not_in(select(ends.c.key)), *conditions)
        ended = (
            select(
                *_COLUMNS,
                literal(OVER).label("listed"),
                func.max(_TABLE.c.changed, ends.c.value).label("at"),
            )
            .join_from(ends, _TABLE, _TABLE.c.log == ends.c.key)
            .where(*conditions)
        )
        both = union_all(ordinary, ended).subquery()
        query = select(*(both.c[name] for name in _NAMES)).order_by(
            both.c.listed, both.c["at"].desc(), both.c.log.desc()
        )
    else:
        query = (
            select(*_COLUMNS)
            .where(*conditions)
            .order_by(_TABLE.c.part, _TABLE.c.changed.desc(), _TABLE.c.log.desc())
        )
    rows = connection.execute(query.limit(most + 1).offset(first)).all()
    return _decode_rows(rows[:most]), len(rows) > most


def read_changed_or_scheduled(
    connection: Connection, since: datetime, ids: Collection[str]
) -> SummariesAndDamagedIds:
    """Return the matches of the list that changed or were opened here since then (of those that are
    over, whose result moved), those scheduled since then, and those with these ids, newest change
    first."""
    table = _TABLE.c
    in_list = (table.kind == "match", table.archived.is_(False))
    at = microseconds(since)
    changed = select(table.log).where(
        *in_list,
        table.part.in_((IN_PLAY, NOT_BEGUN, OVER)),
        table.changed >= at,
        or_(table.part != OVER, table.moved >= at),
    )
    opened = select(table.log).where(
        *in_list, table.part.in_((IN_PLAY, NOT_BEGUN)), table.created >= at
    )
    scheduled = select(table.log).where(*in_list, table.scheduled >= at)
    named_ids = select(func.json_each(_encode(list(ids)).decode()).table_valued("value").c.value)
    query = (
        select(*_COLUMNS)
        .where(*in_list, table.log.in_(union(changed, opened, scheduled, named_ids)))
        .order_by(table.changed.desc(), table.log.desc())
    )
    return _decode_rows(connection.execute(query).all())


def find_match_ids(connection: Connection, beginning: str) -> list[str]:
    """Return the ids of the matches that begin so."""
    low = beginning.lower()
    query = select(_TABLE.c.log).where(
        _TABLE.c.kind == "match",
        or_(_TABLE.c.log == beginning, func.lower(func.substr(_TABLE.c.log, 1, len(low))) == low),
    )
    return list(connection.execute(query.limit(1000)).scalars())


def logs_to_refresh(connection: Connection) -> list[str]:
    """Return the logs whose rows another version of the program made, or that wait."""
    query = select(_TABLE.c.log).where(or_(_TABLE.c.program != __version__, _TABLE.c.waits))
    return list(connection.execute(query).scalars())


def waiting_logs(connection: Connection) -> list[str]:
    """Return the logs that wait for something that was not here."""
    return list(connection.execute(select(_TABLE.c.log).where(_TABLE.c.waits)).scalars())


class NewSummaryRow(NamedTuple):
    """A row that was made anew, and the hash of the one in whose place it is."""

    old_hash: str
    row: dict[str, Any]


def make_summary_rows_anew(
    connection: Connection, logs: Iterable[str], summarize: Summarize, now: datetime
) -> list[NewSummaryRow]:
    """Return the rows of logs by their lines.  Raises `Damaged`."""
    rows = list[NewSummaryRow]()
    for log_id in logs:
        old_hash = read_summary_hash(connection, log_id)
        row = make_summary_row(connection, log_id, summarize, now)
        if row is not None and row["hash"] != old_hash:
            rows.append(NewSummaryRow(old_hash, row))
    return rows


def find_event_matches_with_several_heads(
    connection: Connection, logs: Collection[str]
) -> list[str]:
    """Return the matches that may have several heads, of those of these logs that are events:
    their releases say which one counts."""
    match_ids = list[str]()
    for log_id in logs:
        if connection.execute(_KIND, {"log": log_id}).scalar() == "event":
            match_ids += connection.execute(_WITH_HEADS, {"event": log_id}).scalars()
    return match_ids
