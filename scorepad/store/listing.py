"""The rows of the lists hold what is shown of each match and event, so that no log has to be
read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from sqlite3 import Connection
from typing import Any, NamedTuple

import msgspec

from scorepad.desk.ports import AnySummary, EventSummary, Summary
from scorepad.desk.search import search_text
from scorepad.store import hash_chain
from scorepad.store.hash_chain import Tip
from scorepad.store.log import KINDS, Kind, LogRow, known_tip, microseconds, moment, whole_text

_COLUMNS = """
    SELECT matches.id, kind, aside, summaries.match AS key, changed, search, body,
        entries, chain, placed, summaries.hash
"""
_BY_SUMMARY = "FROM summaries CROSS JOIN matches ON matches.key = summaries.match"
# Events, and what is set aside, are few among many matches, and have indexes of their own.
_BY_MATCH = "FROM matches CROSS JOIN summaries ON matches.key = summaries.match"
_EVENTS = "WHERE kind <> 'match'"
# The parts of the list: being played, not begun, over.
_PART = """
    CASE WHEN instr(body, '"status":"over"') THEN 2 ELSE instr(body, '"hands":0,') > 0 END
"""
# This order is that of an index, so no row is read before it is shown.  JSON has no quotation mark
# of its own inside a text, so what is looked for stands nowhere else.
# The few that an event says are over are merged in.
_PAGE = """
    {columns}, {part} AS part, changed AS moved
    {rows} WHERE matches.id NOT IN (SELECT key FROM json_each(?1)) AND {wanted}
    UNION ALL {columns}, 2, max(changed, told.value)
    FROM json_each(?1) AS told CROSS JOIN matches ON matches.id = told.key
    CROSS JOIN summaries ON summaries.match = matches.key WHERE {wanted}
    ORDER BY part, moved DESC, key DESC LIMIT -1 OFFSET ?2
"""
_FOUND = " AND instr(search, ?{})"
_ALONE = " AND instr(' ' || replace(search, char(10), ' ') || ' ', ?{})"
# Each of these has an index.  A date is compared as it is written, with the quotation mark before
# it, which no "null" has.
_RECENT = f"""
    WITH some (match) AS (
        SELECT match FROM summaries WHERE {_PART} IN (0, 1, 2) AND changed >= ?1
        UNION SELECT match FROM summaries WHERE instr(body, '"scheduled":"')
            AND substr(body, instr(body, '"scheduled":') + 12, 11) BETWEEN ?2 AND '"A'
        UNION SELECT key FROM matches WHERE id IN (SELECT value FROM json_each(?3))
    )
    {_COLUMNS} FROM some CROSS JOIN summaries ON summaries.match = some.match
    CROSS JOIN matches ON matches.key = some.match
"""  # noqa: S608  # our own words
_COUNT = "SELECT count(*) FROM summaries"
_KNOWN = "SELECT value FROM meta WHERE key = 'matches'"
ONE_DAY = timedelta(days=1)
"""A date that is written with an offset differs at most so much from that in UTC."""
_summary: dict[Kind, msgspec.json.Decoder[Any]] = {
    "match": msgspec.json.Decoder(Summary),
    "event": msgspec.json.Decoder(EventSummary),
}
_encode = msgspec.json.Encoder().encode


class Listed(msgspec.Struct):
    """Holds a list; the ids of those that are not as they were written; how many are missing; and
    after how many rows the next page begins (None: nothing follows)."""

    summaries: list[Any]
    doubtful: list[str]
    missing: int = 0
    next: int | None = None


class Recent(NamedTuple):
    """Asks only for the matches that changed or are scheduled `since` then, and for those with
    these ids."""

    since: datetime
    ids: Collection[str] = ()


def read_list(
    connection: Connection,
    words: Sequence[str] = (),
    *,
    aside: bool = False,
    recent: Recent | None = None,
) -> Listed:
    """Return the matches in which every word occurs, or those of them that are set aside, newest
    change first."""
    known = connection.execute(_KNOWN).fetchone()
    rows = connection.execute(*_asked(recent)).fetchall()
    there = len(rows) if recent is None else connection.execute(_COUNT).fetchone()[0]
    listed = _listed(map(_ListRow._make, rows), "match", words, aside=aside)
    listed.missing = int(known[0] if known else 0) - there
    return listed


def read_events(connection: Connection) -> Listed:
    """Return the events, newest change first."""
    rows = connection.execute(f"{_COLUMNS} {_BY_MATCH} {_EVENTS}")
    return _listed(map(_ListRow._make, rows), "event")


def read_page(
    connection: Connection,
    words: Sequence[str],
    *,
    whole: bool,
    aside: bool,
    over: Mapping[str, datetime | None],
    first: int,
    most: int,
) -> Listed:
    """Return at most so many matches in which every word occurs, or stands alone (`whole`), in the
    order of the pages, after the `first` rows; see `Keeper.page`."""
    asked = [(_FOUND, word) for word in words]
    asked += [(_ALONE, f" {word} ") for word in words if whole]
    wanted = "aside <> 0 AND kind <> 'event'" if aside else "kind <> 'event'"
    wanted += "".join(each.format(n) for n, (each, _) in enumerate(asked, 3))
    rows = _BY_MATCH if aside else _BY_SUMMARY
    page = _PAGE.format(columns=_COLUMNS, part=_PART, rows=rows, wanted=wanted)
    told = {each: microseconds(at) if at is not None else 0 for each, at in over.items()}
    values = _encode(told).decode(), first, *(word for _, word in asked)
    found = (
        _ListRow._make(row[: len(_ListRow._fields)]) for row in connection.execute(page, values)
    )
    listed = _listed(found, "match", aside=aside, most=most)
    if listed.next is not None:
        listed.next += first
    return listed


def _listed(
    rows: Iterable[_ListRow],
    kind: Kind,
    words: Sequence[str] = (),
    *,
    aside: bool = False,
    most: int | None = None,
) -> Listed:
    """Return those of the rows that belong to a list, newest change first; or the first `most`,
    which stay as they are."""
    found: list[tuple[int, int, str, str]] = []
    doubtful: list[str] = []
    following = None
    for n, row in enumerate(rows):
        if len(found) + len(doubtful) == most:
            following = n
            break
        if row.kind != kind and row.kind in KINDS:
            continue
        out = bool(row.aside)
        sound = row.hash == _hash(row, aside=out)
        if not sound and row.hash == _hash(row, aside=not out):
            out = not out  # that is what changed
        if out == aside and not sound:
            doubtful.append(row.id)
        elif out == aside and all(word in row.search for word in words):
            found.append((row.changed, row.key, row.body, row.id))
    if most is None:
        found.sort(reverse=True)
    summaries = []
    for _changed, _key, body, log_id in found:
        try:
            summary = _summary[kind].decode(body)
        except msgspec.MsgspecError:
            doubtful.append(log_id)
        else:
            summaries.append(msgspec.structs.replace(summary, aside=True) if aside else summary)
    return Listed(summaries, doubtful, next=following)


def _asked(recent: Recent | None) -> tuple[str, tuple[int | str, ...]]:
    """Return the query for a list, and what it is asked with."""
    if recent is None:
        return f"{_COLUMNS} {_BY_SUMMARY}", ()
    date = (recent.since - ONE_DAY).date().isoformat()
    ids = _encode(list(recent.ids)).decode()
    return _RECENT, (microseconds(recent.since), f'"{date}', ids)


class _ListRow(NamedTuple):
    """This is a row of the list, and what the match itself says of it."""

    id: str
    kind: Kind
    aside: int
    key: int
    changed: int
    search: str
    body: str
    entries: int
    chain: str
    placed: str
    hash: str


def _hash(row: _ListRow, *, aside: bool) -> str:
    """Return the hash that a row of the list should have."""
    tip = Tip(row.entries, row.chain, row.placed)
    return hash_chain.listed(row.key, row.kind, row.changed, row.search, row.body, tip, aside)


def read_body(kind: Kind, body: str) -> AnySummary | None:
    """Return what a row of the list shows; None where it cannot be read."""
    try:
        read: AnySummary = _summary[kind].decode(body)
    except msgspec.MsgspecError:
        return None
    return read


def summarise(connection: Connection, row: LogRow, summary: AnySummary, now: datetime) -> None:
    """Keep what a list shows of a match or event, changed `now` if it does not say when."""
    changed = summary.changed or now
    if isinstance(summary, Summary):
        created = moment(row.created)
        whole = msgspec.structs.replace(summary, created=created, changed=changed, aside=False)
        search = search_text(whole)
        body = _encode(whole).decode()
    else:
        search = ""
        body = whole_text(_encode(msgspec.structs.replace(summary, changed=changed)).decode())
    _keep(connection, row, microseconds(changed), search, body)


def set_aside(connection: Connection, row: LogRow, aside: bool) -> None:
    """Put a match out of the list, or back."""
    from sqlmodel import col, select, update

    from scorepad.store.rows import Matches, Summaries, asked

    with asked(connection) as asking:
        asking.execute(update(Matches).where(col(Matches.key) == row.key).values(aside=aside))
        listed = select(Summaries.changed, Summaries.search, Summaries.body)
        changed, search, body = asking.execute(listed.where(col(Summaries.match) == row.key)).one()
    _keep(connection, msgspec.structs.replace(row, aside=aside), changed, search, body)


_KEEP = """
    INSERT INTO summaries (match, changed, search, body, entries, chain, placed, hash)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (match) DO UPDATE SET changed = excluded.changed, search = excluded.search,
        body = excluded.body, entries = excluded.entries, chain = excluded.chain,
        placed = excluded.placed, hash = excluded.hash
"""


def _keep(connection: Connection, row: LogRow, changed: int, search: str, body: str) -> None:
    tip = known_tip(row)
    made = hash_chain.listed(row.key, row.kind, changed, search, body, tip, row.aside)
    connection.execute(_KEEP, (row.key, changed, search, body, *tip, made))
