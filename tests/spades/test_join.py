"""Joining two logs of one match (SCORING.md 3, the gate)."""

from __future__ import annotations

import itertools
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from scorepad.paths import resources
from scorepad.spades import entries as kinds
from scorepad.spades.entries import Entry, Head
from scorepad.spades.library import load_library
from scorepad.spades.match import Match, replay
from scorepad.spades.matchfile import ContentDiffers, join, read_match, with_ids, write_match

LIBRARY = load_library(resources() / "rules")
BIDS = kinds.Bids(bids=(4, 3, 4, 2))
TRICKS = kinds.Tricks(tricks=(7, 6, None, None))
MATCH_ID = str(uuid.uuid5(uuid.NAMESPACE_DNS, "a match"))


def v7(milliseconds: int, serial: int = 0) -> str:
    """A UUIDv7 of that time (RFC 9562, 5.7)."""
    return str(uuid.UUID(int=milliseconds << 80 | 7 << 76 | 2 << 62 | serial))


def timed(milliseconds: int, entry: Entry, serial: int = 0) -> Entry:
    return replace(entry, id=v7(milliseconds, serial))


def match(*log: Entry) -> Match:
    return replay(Head(rules="unc"), log, LIBRARY, id=MATCH_ID)


COMMON = (timed(1, BIDS), timed(2, TRICKS))


def test_joining_the_same_log_changes_nothing() -> None:
    mine = match(*COMMON)
    joined = join(mine, match(*COMMON))
    assert joined.match is mine
    assert joined.new == ()


def test_what_is_new_is_added_and_what_is_there_stays() -> None:
    theirs = match(*COMMON, timed(3, BIDS))
    joined = join(match(*COMMON), theirs)
    assert joined.match.log == theirs.log
    assert joined.new == (v7(3),)
    assert join(theirs, match(*COMMON)).match.log == theirs.log


def test_a_join_keeps_the_steps_of_undo() -> None:
    struck = timed(4, kinds.Strike(entry=v7(3), why="undo", step="b", undoes="a"))
    theirs = match(*COMMON, timed(3, replace(BIDS, step="a")), struck)
    joined = join(match(*COMMON, timed(9, kinds.Note(text="mine"))), theirs).match
    assert [(each.step, each.undoes) for each in joined.log[2:4]] == [("a", None), ("b", "a")]
    assert read_match(write_match(joined), LIBRARY).log == joined.log


def test_between_anchors_the_times_decide() -> None:
    mine = match(*COMMON, timed(5, kinds.Note(text="mine")), timed(9, BIDS))
    theirs = match(*COMMON, timed(3, kinds.Note(text="a")), timed(7, kinds.Note(text="b")))
    order = [entry.id for entry in join(mine, theirs).match.log]
    assert order == [v7(1), v7(2), v7(3), v7(5), v7(7), v7(9)]


def test_an_anchor_outweighs_the_times() -> None:
    late = timed(50, kinds.Note(text="recorded with a clock that ran ahead"))
    mine = match(COMMON[0], late, COMMON[1])
    theirs = match(*COMMON, timed(3, kinds.Note(text="after the count")))
    order = [entry.id for entry in join(mine, theirs).match.log]
    assert order == [v7(1), v7(50), v7(2), v7(3)]


def test_an_entry_that_does_not_fit_is_kept_unfit_and_skipped_from_then_on() -> None:
    mine = match(*COMMON, timed(3, BIDS))
    theirs = match(*COMMON, timed(4, kinds.Bids(bids=(5, 3, 4, 2))))
    joined = join(mine, theirs)
    assert [each for each, _ in joined.unfit] == [v7(4)]
    unfit = joined.match.log[-1]
    assert unfit.unfit == "hand 2 is in progress; record its tricks first"
    assert joined.match.board.hands[-1].bids == (4, 3, 4, 2)
    again = read_match(write_match(joined.match), LIBRARY)
    assert again.log == joined.match.log
    assert again.board == joined.match.board
    assert join(joined.match, theirs).match is joined.match


def test_one_id_with_two_contents_is_refused() -> None:
    other = (COMMON[0], timed(2, kinds.Tricks(tricks=(8, 5, None, None))))
    with pytest.raises(ContentDiffers) as caught:
        join(match(*COMMON), match(*other))
    assert v7(2) in str(caught.value)


def test_a_setup_that_names_its_rule_set_is_the_same_as_one_that_holds_it_whole() -> None:
    setup = timed(3, kinds.Setup(rules="chicago", why="the wrong sheet"))
    named = match(*COMMON, setup)
    whole = read_match(write_match(named), LIBRARY)
    assert join(named, whole).match is named
    assert join(whole, named).match is whole


def test_a_file_without_ids_gets_the_same_ids_each_time() -> None:
    raw = (
        b'{"rules": "unc", "log": [{"kind": "bids", "bids": [4, 3, 4, 2]},'
        b' {"kind": "tricks", "tricks": [7, 6, null, null]},'
        b' {"kind": "strike", "entry": "2", "why": "miscounted"}]}'
    )
    once, twice = (with_ids(read_match(raw, LIBRARY)) for _ in range(2))
    assert (once.id, once.log) == (twice.id, twice.log)
    assert uuid.UUID(once.id or "").version == 5
    assert all(uuid.UUID(entry.id or "").version == 5 for entry in once.log)
    assert once.struck == {once.log[1].id}


@given(st.lists(st.sampled_from("mab"), max_size=12), st.integers(0, 3))
def test_both_machines_arrive_at_the_same_log(who: list[str], common: int) -> None:
    """Whoever joins: the same entries in the same order, each log's own order kept."""
    notes = [timed(10 + i, kinds.Note(text=str(i)), i) for i in range(len(who))]
    shared = [timed(i + 1, kinds.Note(text="both"), i) for i in range(common)]
    mine = match(*shared, *(n for n, w in zip(notes, who, strict=True) if w in "ma"))
    theirs = match(*shared, *(n for n, w in zip(notes, who, strict=True) if w in "mb"))
    here, there = join(mine, theirs).match, join(theirs, mine).match
    assert here.log == there.log
    ids = [entry.id for entry in here.log]
    for own in (mine.log, theirs.log):
        places = [ids.index(entry.id) for entry in own]
        assert all(a < b for a, b in itertools.pairwise(places))
    assert join(here, theirs).match is here
