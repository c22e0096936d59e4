"""Ten thousand matches, as ratios in one run."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import msgspec
from msgspec.structs import replace

from scorepad.desk.ports import Summary
from scorepad.store import open_store
from scorepad.store.dbfile import connected
from scorepad.store.rows import microseconds
from scorepad.store.search import search_text
from tests.store.kept import START, kept, make, match_id

MATCHES = 10_000


def fill(folder: Path) -> None:
    """Many matches at once, without a transaction for each."""
    with open_store(folder, write=True):
        pass
    matches, summaries = [], []
    for n in range(1, MATCHES + 1):
        match = kept(n)
        changed = START + timedelta(seconds=n * 7919 % MATCHES)
        made = replace(make(match), changed=changed, created=START)
        head, body = msgspec.json.encode(match.head).decode(), msgspec.json.encode(made).decode()
        matches.append((n, match.id, head, microseconds(START)))
        summaries.append((n, microseconds(changed), search_text(made), body))
    with connected(folder / "scorepad.db", "rw") as connection:
        connection.execute("BEGIN")
        connection.executemany(
            "INSERT INTO matches (key, id, head, created) VALUES (?, ?, ?, ?)", matches
        )
        connection.executemany("INSERT INTO summaries VALUES (?, ?, ?, ?)", summaries)
        connection.execute("COMMIT")


def took(what: Callable[[], object]) -> float:
    """Seconds, the middle one of five."""
    times = []
    for _time in range(5):
        before = time.perf_counter()
        what()
        times.append(time.perf_counter() - before)
    return statistics.median(times)


def test_lists_of_ten_thousand_are_quick(tmp_path: Path) -> None:
    fill(tmp_path)
    decoder = msgspec.json.Decoder(Summary)
    with (
        connected(tmp_path / "scorepad.db", "ro") as connection,
        open_store(tmp_path, write=False) as store,
    ):

        def bare() -> list[Summary]:
            asked = connection.execute("SELECT body FROM summaries ORDER BY changed DESC")
            return [decoder.decode(row[0]) for row in asked]

        assert len(bare()) == len(store.summaries()) == MATCHES
        assert [each.id for each in store.summaries("kings 9999")] == [match_id(9999)]
        least = took(bare)
        assert took(store.summaries) < 3 * least
        assert took(lambda: store.summaries("kings 9999")) < least
        assert took(lambda: store.load(match_id(5000))) < least
        assert took(lambda: store.load(match_id(5000)[:13])) < least
