"""The first tables.  Times are microseconds since 1970 in UTC, bodies are JSON."""

from __future__ import annotations

from alembic import op

revision = "0001"
down_revision = None

STATEMENTS = (
    # "SCPD": tells a database of Scorepad's from anybody else's.
    "PRAGMA application_id = 1396920388",
    """
    CREATE TABLE meta (
        key TEXT NOT NULL PRIMARY KEY,
        value TEXT NOT NULL
    ) WITHOUT ROWID
    """,
    "INSERT INTO meta (key, value) VALUES ('change', '')",
    """
    CREATE TABLE matches (
        key INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        head TEXT NOT NULL,
        created INTEGER NOT NULL,
        aside INTEGER NOT NULL DEFAULT 0 CHECK (aside IN (0, 1))
    )
    """,
    """
    CREATE TABLE entries (
        key INTEGER PRIMARY KEY,
        match INTEGER NOT NULL REFERENCES matches (key),
        id TEXT NOT NULL,
        body TEXT NOT NULL,
        UNIQUE (match, id)
    )
    """,
    """
    CREATE TABLE places (
        match INTEGER NOT NULL REFERENCES matches (key),
        position INTEGER NOT NULL CHECK (position >= 0),
        entry INTEGER NOT NULL UNIQUE REFERENCES entries (key),
        unfit TEXT,
        PRIMARY KEY (match, position)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE summaries (
        match INTEGER PRIMARY KEY REFERENCES matches (key),
        changed INTEGER NOT NULL,
        search TEXT NOT NULL,
        body TEXT NOT NULL
    )
    """,
    "CREATE INDEX summaries_changed ON summaries (changed)",
    """
    CREATE TABLE drafts (
        match TEXT NOT NULL PRIMARY KEY,
        draft TEXT NOT NULL
    ) WITHOUT ROWID
    """,
    # What happened stays.  INSERT OR REPLACE deletes without asking a DELETE trigger, so
    # inserts are watched too.
    """
    CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END
    """,
    """
    CREATE TRIGGER entries_never_go BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END
    """,
    """
    CREATE TRIGGER entries_never_replaced BEFORE INSERT ON entries
    WHEN EXISTS (SELECT 1 FROM entries WHERE key = NEW.key)
        OR EXISTS (SELECT 1 FROM entries WHERE match = NEW.match AND id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'an entry is never replaced'); END
    """,
    """
    CREATE TRIGGER matches_never_change BEFORE UPDATE OF key, id, head, created ON matches
    BEGIN SELECT RAISE(ABORT, 'a match keeps its id and first head'); END
    """,
    """
    CREATE TRIGGER matches_never_go BEFORE DELETE ON matches
    BEGIN SELECT RAISE(ABORT, 'a match is never deleted'); END
    """,
    """
    CREATE TRIGGER matches_never_replaced BEFORE INSERT ON matches
    WHEN EXISTS (SELECT 1 FROM matches WHERE key = NEW.key OR id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'a match is never replaced'); END
    """,
)


def upgrade() -> None:
    """Version 0 (nothing) to 1."""
    connection = op.get_bind()
    for statement in STATEMENTS:
        connection.exec_driver_sql(statement)
