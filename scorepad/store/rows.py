"""The tables are declared here for sqlmodel; `migrations` makes them.

sqlmodel takes as long to load as all else that is needed to read a list, so whoever asks with these
classes imports them where that is done (`asked`); what every command asks is written as SQL.

Rows are not domain objects: bodies are JSON that `msgspec` reads, times are microseconds since 1970
in UTC, and nothing is validated here.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator

import sqlalchemy
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool
from sqlmodel import Field, SQLModel


@contextlib.contextmanager
def asked(connection: sqlite3.Connection) -> Iterator[sqlalchemy.Connection]:
    """Return a connection of SQLAlchemy's over one of ours, inside its transaction: that one begins
    and ends where the store says so.  Raises `sqlite3.Error`."""
    engine = sqlalchemy.create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
    for end in ("do_commit", "do_rollback", "do_close"):
        setattr(engine.dialect, end, lambda _: None)
    try:
        with engine.connect() as asking:
            yield asking
    except DBAPIError as error:
        raise error.orig or error from error


class Meta(SQLModel, table=True):
    """Says of the database itself: `mark` says up to where the second copy goes
    (`second_copy.CopyMark`), but for the entries that came after it; `change` is new with every
    change that
    moves no mark; `matches` is how many there are."""

    key: str = Field(primary_key=True)
    value: str


class Matches(SQLModel, table=True):
    """A match as first written, or an event (`kind`): `head` with the rule set whole; `hash`
    begins its chain; `aside`: not in the list."""

    key: int | None = Field(default=None, primary_key=True)
    id: str
    head: str
    created: int
    aside: bool = False
    hash: str
    kind: str = "match"


class Entries(SQLModel, table=True):
    """What happened, without `unfit`; append-only. Keys are in the order of arrival, and `hash` is
    the match's chain up to and with this entry."""

    key: int | None = Field(default=None, primary_key=True)
    match: int
    id: str
    body: str
    hash: str


class Places(SQLModel, table=True):
    """Where in its match's log an entry stands, from 0, and why it counts nothing there.  A log
    that stands as it arrived, and all of it fit, has none."""

    match: int = Field(primary_key=True)
    position: int = Field(primary_key=True)
    entry: int
    unfit: str | None = None


class Summaries(SQLModel, table=True):
    """A match in a list; `search` is its folded text, `entries`, `chain` and `placed` are the end
    of its log (`chain.Tip`), `hash` is over all of it and over `Matches.aside`."""

    match: int = Field(primary_key=True)
    changed: int
    search: str
    body: str
    entries: int
    chain: str
    placed: str
    hash: str


class Drafts(SQLModel, table=True):
    """What was typed at a match (its id) and not confirmed."""

    match: str = Field(primary_key=True)
    draft: str
