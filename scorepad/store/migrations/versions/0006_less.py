"""Less is written with every entry.  A log that stands as it arrived needs no places: only what a
join rearranged has them, and what does not fit.  What changed lately is found by the index of the
pages too, and only what is scheduled stands in the index of that.  The mark says which entry was
the last when it was written: those after it move it by being there.
"""

from __future__ import annotations

from alembic import op

revision = "0006"
down_revision = "0005"

STATEMENTS = (
    """
    DELETE FROM places WHERE match NOT IN (
        SELECT match FROM (
            SELECT match, unfit,
                entry < lag(entry, 1, 0) OVER (PARTITION BY match ORDER BY position) AS back
            FROM places
        )
        WHERE back OR unfit IS NOT NULL
    )
    """,
    "DROP INDEX summaries_changed",
    "DROP INDEX summaries_scheduled",
    """
    CREATE INDEX summaries_scheduled
    ON summaries (substr(body, instr(body, '"scheduled":') + 12, 11))
    WHERE instr(body, '"scheduled":"')
    """,
    """
    UPDATE meta SET value = json_set(
        iif(value = '', '{}', value), '$.last', (SELECT coalesce(max(key), 0) FROM entries)
    )
    WHERE key = 'mark'
    """,
)


def upgrade() -> None:
    """Version 5 to 6."""
    connection = op.get_bind()
    for statement in STATEMENTS:
        connection.exec_driver_sql(statement)
