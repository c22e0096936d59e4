"""Rows say what they were when they were written: chained hashes over what arrived, over the
places, and one over each row of the list.  Events are kept in the tables of matches, and the list
needs no index.

The hashes are made here as `scorepad.store.hash_chain` makes them now, and stay so if that changes.
"""

from __future__ import annotations

from hashlib import blake2b

from alembic import op
from sqlalchemy import Connection

revision = "0004"
down_revision = "0003"

FIRST = (
    "DROP TRIGGER IF EXISTS entries_never_change",
    "DROP TRIGGER IF EXISTS matches_never_change",
    "DROP INDEX IF EXISTS summaries_changed",
    """
    ALTER TABLE matches ADD COLUMN kind TEXT NOT NULL DEFAULT 'match'
    CHECK (kind IN ('match', 'event'))
    """,
    """
    INSERT INTO matches (id, head, created, kind)
    SELECT id, head, changed, 'event' FROM events ORDER BY key
    """,
    """
    INSERT INTO entries (match, id, body)
    SELECT matches.key, event_entries.id, event_entries.body FROM event_entries
    JOIN events ON events.key = event_entries.event JOIN matches ON matches.id = events.id
    ORDER BY event_entries.key
    """,
    """
    INSERT INTO places (match, position, entry, unfit)
    SELECT matches.key, event_places.position, entries.key, event_places.unfit FROM event_places
    JOIN events ON events.key = event_places.event JOIN matches ON matches.id = events.id
    JOIN event_entries ON event_entries.key = event_places.entry
    JOIN entries ON entries.match = matches.key AND entries.id = event_entries.id
    """,
    """
    INSERT INTO summaries (match, changed, search, body)
    SELECT matches.key, events.changed, '', events.body FROM events
    JOIN matches ON matches.id = events.id
    """,
    "DROP TABLE event_places",
    "DROP TABLE event_entries",
    "DROP TABLE events",
    "ALTER TABLE entries ADD COLUMN hash TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE matches ADD COLUMN hash TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE summaries RENAME TO summaries_before",
    """
    CREATE TABLE summaries (
        match INTEGER PRIMARY KEY REFERENCES matches (key),
        changed INTEGER NOT NULL,
        search TEXT NOT NULL,
        body TEXT NOT NULL,
        entries INTEGER NOT NULL,
        chain TEXT NOT NULL,
        placed TEXT NOT NULL,
        hash TEXT NOT NULL
    )
    """,
)
LAST = (
    "DROP TABLE summaries_before",
    """
    CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END
    """,
    """
    CREATE TRIGGER matches_never_change
    BEFORE UPDATE OF key, id, head, created, hash, kind ON matches
    BEGIN SELECT RAISE(ABORT, 'a match keeps its id and first head'); END
    """,
    "INSERT INTO meta (key, value) SELECT 'matches', count(*) FROM matches",
    "INSERT INTO meta (key, value) VALUES ('mark', '')",
)


def upgrade() -> None:
    """Version 3 to 4."""
    connection = op.get_bind()
    for statement in FIRST:
        connection.exec_driver_sql(statement)
    matches = "SELECT key, kind, id, head, created, aside FROM matches"
    for key, kind, match_id, head, created, aside in connection.exec_driver_sql(matches).all():
        chain = digest(match_id, created, head)
        connection.exec_driver_sql("UPDATE matches SET hash = ? WHERE key = ?", (chain, key))
        n, chain = _chained(connection, key, chain)
        _listed(connection, (key, kind, aside), n, chain, _placed(connection, key))
    for statement in LAST:
        connection.exec_driver_sql(statement)


def _chained(connection: Connection, key: int, chain: str) -> tuple[int, str]:
    asked = "SELECT key, body FROM entries WHERE match = ? ORDER BY key"
    rows = connection.exec_driver_sql(asked, (key,)).all()
    hashes = []
    for entry, body in rows:
        chain = digest(chain, body)
        hashes.append((chain, entry))
    if hashes:
        connection.exec_driver_sql("UPDATE entries SET hash = ? WHERE key = ?", hashes)
    return len(rows), chain


def _placed(connection: Connection, key: int) -> str:
    asked = (
        "SELECT entries.id, places.unfit FROM places JOIN entries ON entries.key = places.entry "
        "WHERE places.match = ? ORDER BY places.position"
    )
    placed = ""
    for entry_id, unfit in connection.exec_driver_sql(asked, (key,)):
        placed = digest(placed, entry_id, *(() if unfit is None else (unfit,)))
    return placed


def _listed(
    connection: Connection, match: tuple[int, str, int], n: int, chain: str, placed: str
) -> None:
    key, kind, aside = match
    asked = "SELECT changed, search, body FROM summaries_before WHERE match = ?"
    row = connection.exec_driver_sql(asked, (key,)).first()
    if row is not None:  # one that is missing is for the check to find
        changed, search, body = row
        made = digest(key, kind, changed, search, body, n, chain, placed, aside)
        connection.exec_driver_sql(
            "INSERT INTO summaries VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (key, changed, search, body, n, chain, placed, made),
        )


def digest(*parts: object) -> str:
    """The hash of texts, each ended by a zero."""
    made = blake2b(digest_size=16)
    for part in parts:
        made.update(str(part).encode("utf-8", "surrogatepass") + b"\0")
    return made.hexdigest()
