"""Statements are compiled once for all databases that tests open one after the other in a process.

The program opens one and keeps it; most tests open several, and to compile the same statements for
each took a fifth of the time of all that keep something.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine

from scorepad.store import tables

create_engine = tables.create_engine
first: Engine | None = None


def create_engine_with_first_dialect(*arguments: Any, **options: Any) -> Engine:
    """Return an engine that compiles as the first one did, and knows what that has compiled."""
    global first  # noqa: PLW0603
    engine = create_engine(*arguments, **options)
    first = first or engine
    engine.dialect = engine.pool._dialect = first.dialect
    engine._compiled_cache = first._compiled_cache
    return engine


tables.create_engine = create_engine_with_first_dialect  # type: ignore[attr-defined]
