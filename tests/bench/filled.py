"""A data folder with many matches, kept in few transactions."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from msgspec.structs import replace

from scorepad.store import open_store
from tests.store.kept import START, kept, make

TOGETHER = 10_000
"""So many matches are kept in one transaction."""


def fill(folder: Path, count: int) -> None:
    """Keep so many matches that have begun, each changed at another moment."""
    with open_store(folder, write=True, summarize=make) as store:
        for first in range(1, count + 1, TOGETHER):
            with store.transaction():
                for n in range(first, min(first + TOGETHER, count + 1)):
                    moved = START + timedelta(seconds=n * 7919 % count)
                    listed = {"changed": moved, "created": START, "hands": n % 12}
                    store.create(kept(n), replace(make(kept(n)), **listed))
