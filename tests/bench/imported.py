"""A data folder into which many finished matches were imported a moment ago, no two alike."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from time import perf_counter

from scorepad.__main__ import Program
from scorepad.desk.desk import Desk
from scorepad.spades.entries import Bids, Forfeit, Head, Team, Tricks
from scorepad.spades.ids import next_id
from scorepad.spades.library import Library, load_library
from scorepad.spades.match import Match
from scorepad.spades.matchfile import encode_match_file
from scorepad.store import utc_now
from tests.window.evening import RULES

TOGETHER = 500
"""So many matches are imported in one transaction."""
HANDS = 8
"""A match has at least so many hands, and at most twice as many."""
OLDEST = datetime(2024, 3, 1, 18, 0, tzinfo=UTC)


def finished_match(random: Random, library: Library, number: int) -> Match:
    """Return a match that was played long ago: names, table, scores and moments are its own."""
    at = OLDEST + timedelta(minutes=random.randrange(400_000))
    names = [f"{word} {random.randrange(10_000)}" for word in ("Aces", "Kings", "Ann", "Bo")]
    teams = tuple(Team(name, (f"{names[2]} {name}", f"{names[3]} {name}")) for name in names[:2])
    head = Head(
        rules="unc",
        event=f"Evening {number // 40}",
        round=str(number % 40 // 8 + 1),
        table=f"Table {number % 8 + 1}",
        scheduled=at if number % 2 else None,
        teams=(teams[0], teams[1]),
        first_dealer=random.randrange(4),
    )
    match_id = next_id(at, None, random.getrandbits)
    return play_to_end(random, Match.open(head, library, id=match_id), at)


def play_to_end(random: Random, match: Match, at: datetime) -> Match:
    """Return the match with hands from this moment on until it is over."""
    last = None
    for _hand in range(random.randint(HANDS, 2 * HANDS)):
        cut = sorted(random.randrange(14) for _ in range(3))
        tricks = (cut[0], cut[1] - cut[0], cut[2] - cut[1], 13 - cut[2])
        bids = tuple(max(2, min(5, each + random.randint(-1, 1))) for each in tricks)
        for entry in (Bids(bids=bids, override="–"), Tricks(tricks=tricks)):
            if not match.board.is_over:
                at += timedelta(minutes=2, seconds=random.randrange(40))
                last = next_id(at, last, random.getrandbits)
                match = match.with_entries_appended(
                    [type(entry)(**_members(entry), id=last, at=at)]
                )
    if not match.board.is_over:
        last = next_id(at, last, random.getrandbits)
        match = match.with_entries_appended(
            [Forfeit(side=random.randrange(2), why="left", id=last, at=at)]
        )
    return match


def _members(entry: Bids | Tricks) -> dict[str, object]:
    if isinstance(entry, Bids):
        return {"bids": entry.bids, "override": entry.override}
    return {"tricks": entry.tricks}


def import_many(folder: Path, count: int, seed: int = 1) -> float:
    """Import the files of so many finished matches, as somebody does who brings earlier seasons,
    and return how long that took (seconds); another `seed` makes other matches."""
    random, library, took = Random(seed), load_library(RULES), 0.0
    with Program(str(folder)).open_store(write=True) as store:
        desk = Desk(store, library, now=utc_now, by=lambda: "Pat")
        for first in range(0, count, TOGETHER):
            numbers = range(first, min(first + TOGETHER, count))
            files = [
                (str(each), encode_match_file(finished_match(random, library, each)))
                for each in numbers
            ]
            begun = perf_counter()
            results = desk.import_matches(files)
            took += perf_counter() - begun
            assert all(getattr(each, "on_other_day", False) for each in results), results[:1]
    return took
