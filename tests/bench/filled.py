"""A data folder with many matches, written without a transaction for each."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import msgspec
from msgspec.structs import replace

from scorepad.desk.search import search_text
from scorepad.store import hash_chain, open_store
from scorepad.store.dbfile import connected
from scorepad.store.log import head_of, microseconds
from tests.store.kept import START, kept, make


def fill(folder: Path, count: int) -> None:
    """Keep so many matches that have begun, each changed at another moment."""
    with open_store(folder, write=True):
        pass
    matches, summaries = [], []
    for n in range(1, count + 1):
        match, created = kept(n), microseconds(START)
        moved = START + timedelta(seconds=n * 7919 % count)
        summary = replace(make(match), changed=moved, created=START, hands=n % 12)
        head, body = head_of(match.head), msgspec.json.encode(summary).decode()
        tip = hash_chain.begun(match.id, created, head)
        listed = (microseconds(moved), search_text(summary), body)
        matches.append((n, match.id, head, created, tip.chain))
        row_hash = hash_chain.listed(n, "match", *listed, tip, False)
        summaries.append((n, *listed, *tip, row_hash))
    with connected(folder / "scorepad.db", "rw") as connection:
        connection.execute("BEGIN")
        connection.executemany(
            "INSERT INTO matches (key, id, head, created, hash) VALUES (?, ?, ?, ?, ?)", matches
        )
        connection.executemany("INSERT INTO summaries VALUES (?, ?, ?, ?, ?, ?, ?, ?)", summaries)
        connection.execute("UPDATE meta SET value = ? WHERE key = 'matches'", (str(count),))
        connection.execute("COMMIT")
    with open_store(folder, write=True) as store:
        store.complete_second_copy(anew=True)
