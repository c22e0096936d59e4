"""What the copies have is put together by the ids of matches and entries.

An entry that any of them has is there, and where they differ the one whose hash holds stands. The
result is written into tables of our own, so that no damage and nothing from outside comes along.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby, takewhile
from operator import itemgetter
from sqlite3 import Connection

import msgspec

from scorepad.desk.ports import AnyLog, AnySummary, EventSummary, KeptEvent, Summary
from scorepad.spades.entries import DOUBT, Note, doubt_id
from scorepad.spades.refusal import Refused
from scorepad.spades.words import Text
from scorepad.store import hash_chain
from scorepad.store.copies import HEAD, Copy, Part, read_lines, read_rows
from scorepad.store.listing import summarise
from scorepad.store.log import (
    LogRow,
    add,
    begin_row,
    body_of,
    keep_draft,
    log_of,
    moment,
    place,
    read_entry,
)
from scorepad.store.second_copy import (
    CopyMark,
    Line,
    SecondCopy,
    aside_line,
    entry_line,
    head_line,
    keep_mark,
    order_line,
    read_mark,
)

Make = Callable[[AnyLog], AnySummary]
"""Folds a match or an event and returns what a list shows of it; raises `Refused`."""


def together(copies: Sequence[Copy]) -> Copy:
    """Return all that the copies have. A copy from before the last `restore` is left out."""
    times = max((copy.mark.times for copy in copies if copy.mark is not None), default=0)
    copies = [copy for copy in copies if copy.mark is None or copy.mark.times == times]
    # What goes furthest comes first.
    copies = sorted(copies, key=lambda copy: copy.mark.n if copy.mark else -1, reverse=True)
    ids = {
        part.made.get(HEAD, ""): log_id
        for copy in copies
        for log_id, part in copy.parts.items()
        if HEAD not in part.doubtful
    }
    for copy in copies:
        _name_again(copy, ids)
    whole = Copy(mark=next((copy.mark for copy in copies if copy.mark is not None), None))
    for match_id in {match_id: None for copy in copies for match_id in copy.parts}:
        parts = [copy.parts[match_id] for copy in copies if match_id in copy.parts]
        whole.parts[match_id] = joined(parts)
    for copy in reversed(copies):
        whole.drafts.update(copy.drafts)
    return whole


def _name_again(copy: Copy, ids: Mapping[str, str]) -> None:
    """Give the logs their ids where those were damaged, by the hashes of their heads."""
    for log_id, part in list(copy.parts.items()):
        known = ids.get(part.made.get(HEAD) or "?", log_id)
        if HEAD in part.doubtful and known not in copy.parts:
            copy.parts[known] = copy.parts.pop(log_id)


def joined(parts: Sequence[Part]) -> Part:
    """Return all that these parts have of a match; where one that is whole has all of it, that
    one."""
    first, *others = sorted(parts, key=lambda part: (not part.whole, -len(part.entries)))
    whole = msgspec.structs.replace(
        first, entries=dict(first.entries), doubtful=set(first.doubtful), made=dict(first.made)
    )
    for other in others:
        if HEAD in whole.doubtful or not whole.head:
            _take_head(whole, other)
        for entry_id, body in sorted(other.entries.items()):
            if entry_id in whole.entries:
                if entry_id in whole.doubtful and entry_id not in other.doubtful:
                    whole.entries[entry_id] = body
                    whole.made[entry_id] = other.made.get(entry_id, "")
                    whole.doubtful.discard(entry_id)
            else:
                whole.entries[entry_id] = body
                whole.made[entry_id] = other.made.get(entry_id, "")
                whole.doubtful |= other.doubtful & {entry_id}
        if len(other.order) > len(whole.order):
            whole.order = other.order
        whole.known = max(whole.known, other.known)
        whole.changed = max(whole.changed, other.changed)
    again = _damaged_ids(whole)
    whole.entries = {each: body for each, body in whole.entries.items() if each not in again}
    whole.doubtful -= again.keys()
    named = ((again.get(entry_id, entry_id), unfit) for entry_id, unfit in whole.order)
    order = {entry_id: unfit for entry_id, unfit in named if entry_id in whole.entries}
    whole.order = [*order.items(), *((each, None) for each in whole.entries if each not in order)]
    return whole


def _damaged_ids(part: Part) -> dict[str, str]:
    """Return the ids of entries that are there once more under another one: what has the hash of
    another entry is that entry, and its id was damaged, or both were."""
    again, first = dict[str, str](), dict[str, str]()
    for entry_id in sorted(part.entries, key=lambda each: each in part.doubtful):
        made = part.made.get(entry_id) or entry_id
        if entry_id in part.doubtful and made in first:
            again[entry_id] = first[made]
        first.setdefault(made, entry_id)
    return again


def _take_head(joined: Part, other: Part) -> None:
    if other.head and (HEAD not in other.doubtful or not joined.head):
        joined.head, joined.created = other.head, other.created
        joined.doubtful = (joined.doubtful - {HEAD}) | (other.doubtful & {HEAD})


def lacks(copy: Copy, other: Copy) -> bool:
    """Return whether the other copy has something that this one has not."""
    for match_id, theirs in other.parts.items():
        mine = copy.parts.get(match_id)
        if mine is None or not mine.whole:
            return True
        if not mine.entries.keys() >= theirs.entries.keys() - theirs.doubtful:
            return True
    return False


def is_older(
    connection: Connection,
    second: SecondCopy,
    copied: CopyMark | None = None,
    *,
    kept: Copy | None = None,
) -> bool:
    """Has the second copy something that the database has not?  Where both end alike nothing
    more is read, unless all that the database has is given (`kept`).  What is written meanwhile
    comes to the database first, which is read last."""
    try:
        copied = copied or second.mark()
        mark = read_mark(connection)
        if mark is None:
            return True
        if copied == mark and kept is None:
            return False
        lines = read_lines(second.lines())
    except OSError:
        return False
    if lines.mark is not None and lines.mark.times != mark.times:
        return lines.mark.times > mark.times
    return lacks(kept or read_rows(connection), lines)


def write(copy: Copy, connection: Connection, make: Make | None, now: datetime) -> None:
    """Write it into empty tables."""
    for log_id, part in copy.parts.items():
        write_part(log_id, noted(log_id, part), connection, make, now)
    for match_id, draft in copy.drafts.items():
        keep_draft(connection, match_id, draft)
    keep_mark(connection, copy.mark, "together")


def noted(log_id: str, part: Part) -> Part:
    """Return it with a note of doubt, where it is a match that is not whole."""
    note = doubt_of(log_id)
    known = str(note.id)
    if part.whole or part.kind == "event" or known in part.entries:
        return part
    return msgspec.structs.replace(
        part,
        entries=part.entries | {known: body_of(note)},
        order=[*part.order, (known, None)],
    )


def doubted(log_id: str, part: Part) -> Part:
    """Return it without its note of doubt, where it has one: what arrived before that may have been
    damaged when it was put together."""
    note = doubt_id(log_id)
    if note not in part.entries:
        return part
    entries = {each: body for each, body in part.entries.items() if each != note}
    order = [each for each in part.order if each[0] != note]
    before = takewhile(lambda each: each != note, part.entries)
    doubtful = {HEAD, *before} | part.doubtful - {note}
    return msgspec.structs.replace(part, entries=entries, order=order, doubtful=doubtful, known=0)


def doubt_of(match_id: str) -> Note:
    """Return the note of doubt of a match."""
    return Note(id=doubt_id(match_id), by="Scorepad", text=DOUBT.one)


def write_part(
    log_id: str, part: Part, connection: Connection, make: Make | None, now: datetime
) -> None:
    """Write one match or event."""
    row = LogRow(0, part.kind, log_id, part.created, part.aside, None)
    row = begin_row(connection, row, part.head)
    row, _ = add(connection, row, part.entries.items())
    row = place(connection, row, part.order, arrived=part.as_arrived)
    summary = summary_of_part(log_id, part, make)
    changed = moment(part.changed) if part.changed else summary.changed
    summarise(connection, row, msgspec.structs.replace(summary, changed=changed), now)


def kept_of(log_id: str, part: Part, doubt: Text | None = None) -> AnyLog:
    """Return a match or event as it is kept; raises `msgspec.MsgspecError`."""
    log = [read_entry(part.kind, part.entries[each], unfit) for each, unfit in part.order]
    return log_of(part.kind, log_id, part.head, log, doubt)


def summary_of_part(log_id: str, part: Part, make: Make | None) -> AnySummary:
    """Return what a list shows of it; where it cannot be read, what can be told."""
    try:
        return summary_of(kept_of(log_id, part), make)
    except msgspec.MsgspecError:
        if part.kind == "event":
            return EventSummary(id=log_id, entries=len(part.entries))
        return Summary(id=log_id, entries=len(part.entries))


def summary_of(kept: AnyLog, make: Make | None) -> AnySummary:
    """Return what a list shows of a match or event; where it does not fold, what can be told."""
    with contextlib.suppress(Refused):
        if make is not None:
            return make(kept)
    moments = [entry.at for entry in kept.log if entry.at is not None]
    first, last = min(moments, default=None), max(moments, default=None)
    if isinstance(kept, KeptEvent):
        name, where, date = kept.head.name, kept.head.place, kept.head.date
        n = len(kept.log)
        return EventSummary(id=kept.id, name=name, place=where, date=date, entries=n, changed=last)
    head, (one, other) = kept.head, kept.head.teams
    return Summary(
        id=kept.id,
        event=head.event,
        round=head.round,
        table=head.table,
        scheduled=head.scheduled,
        teams=(one.name, other.name),
        players=(one.players[0], other.players[0], one.players[1], other.players[1]),
        entries=len(kept.log),
        first_entry=first,
        changed=last,
    )


def called(log_id: str, part: Part, make: Make | None) -> str:
    """Return how a match or an event is called: by its teams or its name, or by its id."""
    summary = summary_of_part(log_id, part, make)
    if isinstance(summary, EventSummary):
        return summary.name or log_id
    return " – ".join(summary.teams) if all(summary.teams) else log_id


def lines_of(log_id: str, part: Part) -> Iterator[Line]:
    """Return the lines that a second copy has of a match or event."""
    tip = hash_chain.begun(log_id, part.created, part.head)
    yield head_line(part.kind, log_id, part.created, part.head, tip.chain)
    for body in part.entries.values():
        tip = tip.arrived(body)
        yield entry_line(log_id, body, tip.chain)
    if not part.as_arrived:
        yield order_line(log_id, part.order)
    if part.aside:
        yield aside_line(log_id, True)


def lines_of_all(connection: Connection) -> Iterator[Line]:
    """Return the lines that a second copy has of a database, with the hashes that are there, in the
    order of arrival: so a check goes through both side by side."""
    for kind, *head in connection.execute(_HEADS):
        yield head_line("event" if kind == "event" else "match", *head)
    for entry in connection.execute(_ARRIVED):
        yield entry_line(*entry)
    for log_id, places in groupby(connection.execute(_PLACES), itemgetter(0)):
        yield order_line(log_id, [(entry_id, unfit) for _, entry_id, unfit in places])
    for (log_id,) in connection.execute("SELECT id FROM matches WHERE aside"):
        yield aside_line(log_id, True)


_HEADS = "SELECT kind, id, created, head, hash FROM matches ORDER BY key"
_ARRIVED = """
    SELECT matches.id, body, entries.hash
    FROM entries JOIN matches ON matches.key = entries.match ORDER BY entries.key
"""
_PLACES = """
    SELECT matches.id, entries.id, unfit
    FROM places JOIN matches ON matches.key = places.match
    JOIN entries ON entries.key = places.entry
    ORDER BY places.match, position
"""
