"""The rows of one match: its log in order, and what lists show of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec
from sqlalchemy import Connection, func, insert
from sqlalchemy.dialects.sqlite import insert as insert_or_update
from sqlmodel import col, select

from scorepad.desk.ports import Kept, Summary
from scorepad.spades.entries import Entry, Head
from scorepad.spades.words import T
from scorepad.store import refusals
from scorepad.store.rows import Entries, Matches, Places, Summaries, microseconds, moment
from scorepad.store.search import search_text

SHORTEST = 4
"""Characters of a match's id that are enough, if no other begins so."""
FEW = 100
"""Entries that are asked for one by one; of more, the whole match is read."""

_entry: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
_head = msgspec.json.Decoder(Head)
_encode = msgspec.json.Encoder().encode


def sound(text: str) -> str:
    """Text without half characters, which no database takes."""
    return text.encode("utf-8", "replace").decode("utf-8")


def head_of(head: Head) -> str:
    """A head as its row keeps it."""
    return _encode(head).decode()


def body_of(entry: Entry) -> str:
    """An entry as its row keeps it; why it is unfit depends on its place and is kept there."""
    return _encode(msgspec.structs.replace(entry, unfit=None)).decode()


def same(one: str, other: str) -> bool:
    """Do two bodies say the same, in whatever order?"""
    return one == other or _entry.decode(one) == _entry.decode(other)


def refuse_twice(entries: Sequence[Entry]) -> None:
    """Raise `EntryKept` when an id stands twice."""
    seen = set()
    for entry in entries:
        if entry.id in seen:
            raise refusals.EntryKept(entry.id or "")
        seen.add(entry.id)


def key_of(connection: Connection, match_id: str) -> int | None:
    """The row of the match with exactly this id."""
    asked = select(Matches.key).where(col(Matches.id) == sound(match_id))
    return connection.execute(asked).scalar()


def known_key(connection: Connection, match_id: str) -> int:
    """The row of a match; raises `NoSuchMatch`."""
    key = key_of(connection, match_id)
    if key is None:
        raise refusals.NoSuchMatch(sound(match_id))
    return key


def find(connection: Connection, match_id: str) -> tuple[int, str]:
    """Row and id of the match with this id or, from `SHORTEST` characters on, with the only id
    that begins so.  Raises `NoSuchMatch` or `SeveralMatches`."""
    asked = sound(match_id)
    key = key_of(connection, asked)
    if key is not None:
        return key, asked
    if len(asked) < SHORTEST:
        raise refusals.NoSuchMatch(asked)
    begins = func.lower(func.substr(Matches.id, 1, len(asked))) == asked.lower()
    found = connection.execute(select(Matches.key, Matches.id).where(begins)).all()
    if not found:
        raise refusals.NoSuchMatch(asked)
    if len(found) > 1:
        raise refusals.SeveralMatches(asked, len(found))
    return found[0].key, found[0].id


def load(connection: Connection, key: int, match_id: str) -> Kept:
    """A match as it is kept; raises `UnreadableMatch`."""
    head = connection.execute(select(Matches.head).where(col(Matches.key) == key)).scalar()
    asked = (
        select(Entries.body, Places.unfit, Places.position)
        .join(Places, col(Places.entry) == col(Entries.key))
        .where(col(Places.match) == key)
        .order_by(col(Places.position))
    )
    what = T("The head")
    try:
        read = _head.decode(head or "")
        log = []
        for body, unfit, position in connection.execute(asked):
            what = T("Entry {position}", position=position + 1)
            entry = _entry.decode(body)
            log.append(entry if unfit is None else msgspec.structs.replace(entry, unfit=unfit))
    except msgspec.MsgspecError as error:
        raise refusals.UnreadableMatch(match_id, what) from error
    return Kept(match_id, read, tuple(log))


def add(connection: Connection, key: int, entries: Sequence[Entry]) -> None:
    """Keep entries, in no place yet.  Raises `EntryKept` or `NamelessEntry`."""
    rows = []
    for position, entry in enumerate(entries, 1):
        if entry.id is None:
            raise refusals.NamelessEntry(position)
        rows.append({"match": key, "id": entry.id, "body": body_of(entry)})
    if not rows:
        return
    refuse_twice(entries)
    new = {str(row["id"]) for row in rows}
    asked = select(Entries.id).where(col(Entries.match) == key)
    if len(new) <= FEW:
        asked = asked.where(col(Entries.id).in_(sorted(new)))
    for there in connection.execute(asked).scalars():
        if there in new:
            raise refusals.EntryKept(there)
    connection.execute(insert(Entries), rows)


def place(connection: Connection, key: int, log: Sequence[Entry], *, first: int = 0) -> None:
    """Give kept entries their places, from `first` on."""
    if not log:
        return
    asked = select(Entries.id, Entries.key).where(col(Entries.match) == key)
    if len(log) <= FEW:
        asked = asked.where(col(Entries.id).in_([entry.id or "" for entry in log]))
    keys = {row.id: row.key for row in connection.execute(asked)}
    rows = [
        {
            "match": key,
            "position": position,
            "entry": keys[entry.id or ""],
            "unfit": entry.unfit,
        }
        for position, entry in enumerate(log, first)
    ]
    connection.execute(insert(Places), rows)


def summarise(connection: Connection, key: int, summary: Summary, now: datetime) -> None:
    """Keep what a list shows of a match, changed `now` if it does not say when."""
    asked = select(Matches.created).where(col(Matches.key) == key)
    created = moment(connection.execute(asked).scalar_one())
    changed = summary.changed or now
    whole = msgspec.structs.replace(summary, created=created, changed=changed, aside=False)
    row = {
        "changed": microseconds(changed),
        "search": search_text(whole),
        "body": _encode(whole).decode(),
    }
    connection.execute(
        insert_or_update(Summaries)
        .values(match=key, **row)
        .on_conflict_do_update(index_elements=["match"], set_=row)
    )
