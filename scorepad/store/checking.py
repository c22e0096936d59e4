"""The store checks whether what it keeps is as it was written."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from sqlite3 import Connection
from typing import Literal

import msgspec
from msgspec.structs import replace

from scorepad import __version__
from scorepad.desk.ports import AnySummary, Summary
from scorepad.spades.refusal import Refused
from scorepad.spades.words import N, T, Text
from scorepad.store.copies import CopyBeside, read_lines, read_rows
from scorepad.store.dbfile import DAMAGE, error_code
from scorepad.store.listing import read_body, summarise
from scorepad.store.log import LogRow, load, moment, rows, sound_logs
from scorepad.store.salvage import Make, lacks
from scorepad.store.second_copy import CopyMark, SecondCopy, read_mark

ORDER = """
    SELECT matches.id, count(*) FROM matches
    JOIN entries ON entries.match = matches.key
    LEFT JOIN places ON places.entry = entries.key
    WHERE places.match IS NOT entries.match
        AND matches.key IN (SELECT match FROM places)
    GROUP BY matches.key
    UNION ALL
    SELECT matches.id, count(*) FROM matches
    JOIN places ON places.match = matches.key
    GROUP BY matches.key
    HAVING max(places.position) + 1 <> count(*)
"""
"""Finds matches with entries that stand nowhere or in another match's log, or with a gap in
theirs."""


OURS = f'"program":"{__version__}"'
"""Stands in the summaries that this version made; a text in them has no bare quotation mark."""


class Finding(msgspec.Struct, frozen=True):
    """Tells something wrong. `kind`: the file, a reference between tables, the order of a log, a
    log, a summary (`Store.rebuild_summaries` puts that right), the second copy, or the backups;
    `match` is the id of the match that it is about."""

    kind: Literal["file", "link", "order", "log", "summary", "copy", "backup"]
    text: Text
    match: str | None = None


def check(
    connection: Connection,
    pages: Callable[[], Sequence[str]],
    make: Make | None,
    second: SecondCopy | None,
) -> list[Finding]:
    """Return everything that is wrong, with the `second` copy too; of a damaged file, what can be
    told before the damage is met.  `pages` says what SQLite finds wrong with the file."""
    found: list[Finding] = []
    met: tuple[str, ...] = ()
    try:
        logs = rows(connection)
        listed = dict(connection.execute("SELECT match, body FROM summaries").fetchall())
        lines = iter(()) if second is None else second.raw_lines()
        beside = CopyBeside(lines, read_mark(connection))
        sound = sound_logs(connection, logs, beside.pass_by)
        if not len(sound) == len(logs) == len(listed):
            found.extend(_links(connection))
        found.extend(_logs(connection, logs, listed, sound, make))
        if second is not None:
            same = not found and beside.ends() == _ends(logs)
            found.extend(() if same else _second_copy(connection, second))
    except sqlite3.DatabaseError as error:
        if error_code(error) not in DAMAGE:
            raise
        met = (str(error),)
    return [*map(_damage, pages() or met), *found]


def _damage(what: str) -> Finding:
    return Finding("file", T("The file is damaged: {what}.", what=" ".join(what.split())))


def _links(connection: Connection) -> Iterator[Finding]:
    links = connection.execute("PRAGMA foreign_key_check").fetchall()
    if links:
        text = N(
            "One row refers to something that is not there.",
            "{n} rows refer to something that is not there.",
            len(links),
        )
        yield Finding("link", text)
    for match_id, n in connection.execute(ORDER):
        text = N(
            "The log of match {match} is out of order at one entry.",
            "The log of match {match} is out of order at {n} entries.",
            n,
            match=match_id,
        )
        yield Finding("order", text, match_id)


def _logs(
    connection: Connection,
    logs: Sequence[LogRow],
    listed: Mapping[int, str],
    sound: Container[int],
    make: Make | None,
) -> Iterator[Finding]:
    """Look closely at the logs that are not sound, and at those that another version summed up: by
    its hash the list shows of the others what this version makes of them."""
    for row in logs:
        body = listed.get(row.key)
        if row.key in sound and (make is None or OURS in str(body)):
            continue
        try:
            kept = load(connection, row)
            made = None if make is None else make(kept)
        except Refused as refused:
            text = T("Match {match} cannot be read: {why}", match=row.id, why=refused.text)
            yield Finding("log", text, row.id)
            continue
        if kept.doubt is not None and row.tip is not None:
            yield Finding("log", kept.doubt, row.id)
        if body is None:
            text = T("Match {match} is missing in the list.", match=row.id)
            yield Finding("summary", text, row.id)
        elif row.tip is None or (made is not None and not _agree(row, body, made)):
            text = T("The list shows match {match} differently from its log.", match=row.id)
            yield Finding("summary", text, row.id)


def _ends(logs: Sequence[LogRow]) -> dict[str, str]:
    """Return the last hash of each log.  Where a copy has the same ends of the same chains, it has
    the same."""
    return {row.id: row.tip.chain for row in logs if row.tip is not None}


def _second_copy(connection: Connection, second: SecondCopy) -> list[Finding]:
    """Return what is wrong with the second copy: it is not whole, or one of the two lacks what the
    other has."""
    text = T(
        "The second copy {file} is damaged or not complete; close Scorepad and run "
        "“scorepad check --repair”.",
        file=str(second.file),
    )
    if read_mark(connection) == CopyMark() and not second.file.exists():
        return []  # none was begun: an older program wrote the database
    try:
        # What is written meanwhile comes to the database first.
        lines = read_lines(second.lines())
        kept = read_rows(connection)
    except OSError:
        return [Finding("copy", text)]
    if not lines.sound or lacks(lines, kept):
        return [Finding("copy", text)]
    if lacks(kept, lines):
        older = T("The second copy {file} has what the database has not.", file=str(second.file))
        return [Finding("copy", older)]
    return []


def rebuild(connection: Connection, make: Make) -> int:
    """Make anew every summary that its log contradicts, and return how many.  Those of logs that do
    not fold or are damaged stay as they are."""
    n = 0
    body_of_row = "SELECT body FROM summaries WHERE match = ?"
    for row in rows(connection):
        try:
            kept = load(connection, row)
            made = make(kept)
        except Refused:
            continue
        body = connection.execute(body_of_row, (row.key,)).fetchone()
        if kept.doubt is not None or (body is not None and _agree(row, body[0], made)):
            continue
        times = [entry.at for entry in kept.log if entry.at is not None]
        summarise(connection, row, made, max(times, default=moment(row.created)))
        n += 1
    return n


def _agree(row: LogRow, body: str, made: AnySummary) -> bool:
    """Does the list say what the log does?  Of what the log does not say, and of what older
    programs did not list, no word is made."""
    listed = read_body(row.kind, body)
    if isinstance(made, Summary) and isinstance(listed, Summary):
        unsaid = {"created": None, "changed": None, "aside": False, "program": ""}
        if listed.bags_taken is None:
            unsaid |= {"bags_taken": None, "moved": None}
        return replace(listed, **unsaid) == replace(made, **unsaid)
    return listed is not None and replace(listed, changed=None) == replace(made, changed=None)
