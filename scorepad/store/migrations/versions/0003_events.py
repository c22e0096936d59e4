"""Events are kept beside matches: heads, entries that never change, their places in the log."""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"

STATEMENTS = (
    """
    CREATE TABLE events (
        key INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        head TEXT NOT NULL,
        changed INTEGER NOT NULL,
        body TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE event_entries (
        key INTEGER PRIMARY KEY,
        event INTEGER NOT NULL REFERENCES events (key),
        id TEXT NOT NULL,
        body TEXT NOT NULL,
        UNIQUE (event, id)
    )
    """,
    """
    CREATE TABLE event_places (
        event INTEGER NOT NULL REFERENCES events (key),
        position INTEGER NOT NULL CHECK (position >= 0),
        entry INTEGER NOT NULL UNIQUE REFERENCES event_entries (key),
        unfit TEXT,
        PRIMARY KEY (event, position)
    ) WITHOUT ROWID
    """,
    # What happened stays, as in the tables of matches.
    """
    CREATE TRIGGER event_entries_never_change BEFORE UPDATE ON event_entries
    BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END
    """,
    """
    CREATE TRIGGER event_entries_never_go BEFORE DELETE ON event_entries
    BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END
    """,
    """
    CREATE TRIGGER event_entries_never_replaced BEFORE INSERT ON event_entries
    WHEN EXISTS (SELECT 1 FROM event_entries WHERE key = NEW.key)
        OR EXISTS (SELECT 1 FROM event_entries WHERE event = NEW.event AND id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'an entry is never replaced'); END
    """,
    """
    CREATE TRIGGER events_never_change BEFORE UPDATE OF key, id, head ON events
    BEGIN SELECT RAISE(ABORT, 'an event keeps its id and first head'); END
    """,
    """
    CREATE TRIGGER events_never_go BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END
    """,
    """
    CREATE TRIGGER events_never_replaced BEFORE INSERT ON events
    WHEN EXISTS (SELECT 1 FROM events WHERE key = NEW.key OR id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'an event is never replaced'); END
    """,
)


def upgrade() -> None:
    """Version 2 to 3."""
    connection = op.get_bind()
    for statement in STATEMENTS:
        connection.exec_driver_sql(statement)
