"""Summaries say when the first entry of their log was recorded: a match's day hangs on it.

Bodies are read as plain JSON; one that cannot be read stays as it is, for the check to find.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Version 1 to 2."""
    connection = op.get_bind()
    first: dict[int, tuple[datetime, str]] = {}
    for match, body in connection.exec_driver_sql("SELECT match, body FROM entries"):
        known = _moment(_read(body).get("at"))
        if known is not None:
            first[match] = min(first.get(match, known), known)
    summaries = connection.exec_driver_sql("SELECT match, body FROM summaries").all()
    for match, body in summaries:
        summary = _read(body)
        if summary:
            summary["first_entry"] = first[match][1] if match in first else None
            connection.exec_driver_sql(
                "UPDATE summaries SET body = ? WHERE match = ?",
                (json.dumps(summary, ensure_ascii=False, separators=(",", ":")), match),
            )


def _moment(at: object) -> tuple[datetime, str] | None:
    """A moment as an entry writes it, to be compared, and so written."""
    try:
        read = datetime.fromisoformat(str(at))
    except ValueError:
        return None
    return (read if read.tzinfo else read.replace(tzinfo=UTC)), str(at)


def _read(body: object) -> dict[str, Any]:
    try:
        read = json.loads(str(body))
    except ValueError:
        return {}
    return read if isinstance(read, dict) else {}
