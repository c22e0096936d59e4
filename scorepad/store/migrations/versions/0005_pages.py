"""The list is read page by page, and what is recent of it: indexes in the order of its pages, of
when a match changed and is scheduled, of what is set aside, and of events.  The first one has the
text to search too, so that a search reads no row before it is found.
"""

from __future__ import annotations

from alembic import op

revision = "0005"
down_revision = "0004"

STATEMENTS = (
    """
    CREATE INDEX summaries_listed ON summaries (
        CASE WHEN instr(body, '"status":"over"') THEN 2 ELSE instr(body, '"hands":0,') > 0 END,
        changed DESC, match DESC, search
    )
    """,
    "CREATE INDEX summaries_changed ON summaries (changed)",
    """
    CREATE INDEX summaries_scheduled
    ON summaries (substr(body, instr(body, '"scheduled":') + 12, 11))
    """,
    "CREATE INDEX matches_aside ON matches (key) WHERE aside <> 0",
    "CREATE INDEX matches_events ON matches (key) WHERE kind <> 'match'",
)


def upgrade() -> None:
    """Version 4 to 5."""
    connection = op.get_bind()
    for statement in STATEMENTS:
        connection.exec_driver_sql(statement)
