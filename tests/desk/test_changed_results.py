"""Logs that an older program joined: what now comes to another result is named (LAPTOPS.md 3)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from scorepad.desk.desk import Desk
from scorepad.desk.ports import Kept
from scorepad.desk.summary import summarize
from scorepad.spades.entries import Bids, Entry, Head, Note, Tricks
from scorepad.spades.library import Library
from scorepad.spades.match import Match
from tests.desk.memory import MemoryKeeper

MATCH = "019cc9ab-b780-7000-8000-00000000aaaa"
BIDS, TRICKS = Bids(bids=(4, 3, 2, 2)), Tricks(tricks=(4, 3, 3, 3))
OTHER = Tricks(tricks=(5, 2, 3, 3))


def at(number: int, entry: Entry, unfit: str | None = None) -> Entry:
    return replace(entry, id=f"019cc9ab-b780-7000-8000-{number:012x}", unfit=unfit)


@pytest.fixture
def keeper() -> MemoryKeeper:
    return MemoryKeeper()


def keep(keeper: MemoryKeeper, library: Library, *log: Entry) -> Desk:
    """Return a desk whose keeper has a match as an older program kept it."""
    match = Match.open(Head(rules="washburn"), library, id=MATCH)
    keeper.create(Kept(MATCH, match.first_head, log), summarize(match))
    return Desk(keeper, library, now=lambda: datetime(2027, 3, 14, tzinfo=UTC), by=str)


def test_a_result_that_hung_on_the_order_of_joining_is_named_once(
    keeper: MemoryKeeper, library: Library
) -> None:
    late = at(2, OTHER, "no hand is in progress; record the bids first")
    desk = keep(keeper, library, at(1, BIDS), at(3, TRICKS), late)
    (sentence,) = map(str, desk.name_changed_results())
    assert sentence.startswith(f"Match {MATCH}: two logs were joined here")
    assert desk.read(MATCH).board.hands[0].seat_tricks == OTHER.tricks
    assert desk.name_changed_results() == []


@pytest.mark.parametrize(
    "log",
    [
        (at(1, BIDS), at(2, TRICKS), at(3, Note(text="n"))),
        (at(1, BIDS), at(3, Note(text="n")), at(2, TRICKS)),
        (replace(BIDS, id="a"), replace(TRICKS, id="b")),
    ],
    ids=["in order", "a note out of order", "ids of a file"],
)
def test_a_log_that_comes_to_the_same_is_not_named(
    keeper: MemoryKeeper, library: Library, log: tuple[Entry, ...]
) -> None:
    desk = keep(keeper, library, *log)
    assert desk.name_changed_results() == []
    assert len(desk.read(MATCH).board.hands) == 1
    assert desk.read(MATCH).unfit == {}
