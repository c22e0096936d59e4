"""Logs that an earlier program kept: they are converted, and what now comes to another result is
named (LAPTOPS.md 3)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import cast

import pytest
from msgspec.structs import replace

from scorepad.desk.desk import Desk
from scorepad.desk.earlier_logs import DRAFT_ID, add_result_changes_to_draft, convert_log
from scorepad.desk.ports import MatchLog
from scorepad.desk.reading import read_kept_match
from scorepad.spades.entries import Bids, Entry, Head, Note, Tricks
from scorepad.spades.ids import is_kept_id
from scorepad.spades.library import Library
from scorepad.spades.match import Match
from scorepad.spades.words import T
from tests.desk.memory import MemoryKeeper

MATCH = "019cc9ab-b780-7000-8000-00000000aaaa"
BIDS, TRICKS = Bids(bids=(4, 3, 2, 2)), Tricks(tricks=(4, 3, 3, 3))
OTHER = Tricks(tricks=(5, 2, 3, 3))


def at(number: int, entry: Entry, unfit: str | None = None) -> Entry:
    return replace(entry, id=f"019cc9ab-b780-7000-8000-{number:012x}", unfit=unfit)


def kept(library: Library, *log: Entry) -> MatchLog:
    """A match as an earlier program kept it."""
    return MatchLog(MATCH, Match.open(Head(rules="washburn"), library, id=MATCH).first_head, log)


def test_a_result_that_hung_on_the_order_of_joining_is_said(library: Library) -> None:
    late = at(2, OTHER, "no hand is in progress; record the bids first")
    converted = convert_log(kept(library, at(1, BIDS), at(3, TRICKS), late), library)
    said = str(converted.change)
    assert said.startswith(f"Match {MATCH}: an earlier Scorepad counted its entries otherwise")
    now = read_kept_match(cast(MatchLog, converted.log), library)
    assert now.board.hands[0].seat_tricks == OTHER.tricks
    assert all(getattr(each, "unfit", None) is None for each in converted.log.log)


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
    library: Library, log: tuple[Entry, ...]
) -> None:
    converted = convert_log(kept(library, *log), library)
    assert converted.change is None
    assert all(is_kept_id(each.id) for each in converted.log.log)
    assert convert_log(kept(library, *log), library) == converted, "the same log, the same ids"
    now = read_kept_match(cast(MatchLog, converted.log), library)
    assert len(now.board.hands) == 1
    assert now.unfit == {}


@pytest.mark.parametrize("draft", ["", "?", '{"shown": "x"}', "named"])
def test_each_is_named_once(library: Library, draft: str) -> None:
    keeper = MemoryKeeper()
    desk = Desk(keeper, library, now=lambda: datetime(2027, 3, 14, tzinfo=UTC), by=str)
    assert desk.take_result_changes_from_upgrade() == []
    first, second = T("Match {id}", id="a"), T("Match {id}", id="b")
    keeper.drafts[DRAFT_ID] = add_result_changes_to_draft(draft, [first])
    assert desk.take_result_changes_from_upgrade() == [first]
    assert desk.take_result_changes_from_upgrade() == []
    keeper.drafts[DRAFT_ID] = add_result_changes_to_draft(keeper.drafts[DRAFT_ID], [first, second])
    assert desk.take_result_changes_from_upgrade() == [second]
