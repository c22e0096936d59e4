"""How long the store takes for lists of ten thousand matches, beside a bare query."""

from __future__ import annotations

from pathlib import Path

import msgspec

from scorepad.desk.ports import Summary
from scorepad.store import open_store
from scorepad.store.dbfile import connected
from tests.bench.conftest import Compare
from tests.bench.filled import fill
from tests.store.kept import match_id

MATCHES = 10_000


def test_lists_of_ten_thousand_are_quick(tmp_path: Path, compare: Compare) -> None:
    fill(tmp_path, MATCHES)
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
        for work, run, at_most in (
            ("10,000 matches listed", store.summaries, 3),
            ("one of 10,000 found", lambda: store.summaries("kings 9999"), 1),
            ("one of 10,000 opened", lambda: store.load(match_id(5000)), 1),
            ("the same by a part of its id", lambda: store.load(match_id(5000)[:13]), 1),
        ):
            compare(work, run, "a bare query for all", bare, at_most=at_most, rounds=5)


def test_a_hundred_thousand_take_as_long_as_a_thousand(tmp_path: Path, compare: Compare) -> None:
    few, many = tmp_path / "few", tmp_path / "many"
    for folder, count in ((few, 1000), (many, 100_000)):
        folder.mkdir()
        fill(folder, count)
    with open_store(few, write=False) as small, open_store(many, write=False) as large:
        for work, searched in (("100,000 matches listed", ""), ("searched", "kings 999")):
            compare(
                work,
                lambda searched=searched: large.summaries(searched),
                "1,000 matches",
                lambda searched=searched: small.summaries(searched),
                at_most=1.5,
                rounds=2,
            )
