"""Is what is kept as it should be?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, select

from scorepad.desk.ports import Kept, Summary
from scorepad.spades.refusal import Refused
from scorepad.spades.words import N, T, Text
from scorepad.store.dbfile import DAMAGE, error_code
from scorepad.store.log import load, summarise
from scorepad.store.rows import Matches, Summaries, moment

Make = Callable[[Kept], Summary]

ORDER = """
    SELECT matches.id, count(*) FROM matches
    JOIN entries ON entries.match = matches.key
    LEFT JOIN places ON places.entry = entries.key
    WHERE places.match IS NOT entries.match
    GROUP BY matches.key
    UNION ALL
    SELECT matches.id, count(*) FROM matches
    JOIN places ON places.match = matches.key
    GROUP BY matches.key
    HAVING max(places.position) + 1 <> count(*)
"""
"""Matches with entries that stand nowhere or in another match's log, or with a gap in theirs."""


class Finding(msgspec.Struct, frozen=True):
    """Something wrong.  `kind`: the file, a reference between tables, the order of a log, a log,
    a summary (`Store.rebuild_summaries` puts that right), or the backups; `match` is the id of
    the match that it is about."""

    kind: Literal["file", "link", "order", "log", "summary", "backup"]
    text: Text
    match: str | None = None


def check(connection: Connection, make: Make | None) -> list[Finding]:
    """Everything that is wrong; of a damaged file, what can be told before the damage is met."""
    found: list[Finding] = []
    try:
        for part in (_file(connection), _links(connection), _logs(connection, make)):
            found.extend(part)
    except DBAPIError as error:
        if error_code(error.orig) not in DAMAGE:
            raise
        if not any(finding.kind == "file" for finding in found):
            found.append(_damage(str(error.orig)))
    return found


def _damage(what: str) -> Finding:
    return Finding("file", T("The file is damaged: {what}.", what=what))


def _file(connection: Connection) -> Iterator[Finding]:
    for row in connection.exec_driver_sql("PRAGMA integrity_check(20)"):
        if row[0] != "ok":
            yield _damage(" ".join(str(row[0]).split()))


def _links(connection: Connection) -> Iterator[Finding]:
    links = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    if links:
        text = N(
            "One row refers to something that is not there.",
            "{n} rows refer to something that is not there.",
            len(links),
        )
        yield Finding("link", text)
    for match_id, n in connection.exec_driver_sql(ORDER):
        text = N(
            "The log of match {match} is out of order at one entry.",
            "The log of match {match} is out of order at {n} entries.",
            n,
            match=match_id,
        )
        yield Finding("order", text, match_id)


def _logs(connection: Connection, make: Make | None) -> Iterator[Finding]:
    for key, match_id, _created, body in _matches(connection):
        try:
            kept = load(connection, key, match_id)
            made = None if make is None else make(kept)
        except Refused as refused:
            text = T("Match {match} does not read: {why}", match=match_id, why=refused.text)
            yield Finding("log", text, match_id)
            continue
        if body is None:
            text = T("Match {match} is missing in the list.", match=match_id)
            yield Finding("summary", text, match_id)
        elif made is not None and _comparable(made) != _read(body):
            text = T("Match {match} stands otherwise in the list than its log.", match=match_id)
            yield Finding("summary", text, match_id)


def rebuild(connection: Connection, make: Make) -> int:
    """Make every summary anew; how many.  Those of logs that do not fold stay as they are."""
    n = 0
    for key, match_id, created, _body in _matches(connection):
        try:
            kept = load(connection, key, match_id)
            made = make(kept)
        except Refused:
            continue
        times = [entry.at for entry in kept.log if entry.at is not None]
        summarise(connection, key, made, max(times, default=moment(created)))
        n += 1
    return n


def _matches(connection: Connection) -> list[tuple[int, str, int, str | None]]:
    """Key, id, time of creation (microseconds) and summary of every match."""
    asked = (
        select(Matches.key, Matches.id, Matches.created, Summaries.body)
        .join(Summaries, col(Summaries.match) == col(Matches.key), isouter=True)
        .order_by(col(Matches.key))
    )
    return [(row[0], row[1], row[2], row[3]) for row in connection.execute(asked).all()]


def _read(body: str) -> Summary | None:
    try:
        return _comparable(msgspec.json.decode(body, type=Summary))
    except msgspec.MsgspecError:
        return None


def _comparable(summary: Summary) -> Summary:
    """A summary without what the log does not say."""
    return msgspec.structs.replace(summary, created=None, changed=None, aside=False)
