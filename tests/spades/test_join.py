"""Joining two logs of one match (SCORING.md 3, the gate)."""

from __future__ import annotations

import itertools
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from scorepad.paths import resources_folder
from scorepad.spades import entries as kinds
from scorepad.spades.entries import Entry, Head
from scorepad.spades.library import load_library
from scorepad.spades.match import Match
from scorepad.spades.matchfile import (
    ContentDiffers,
    encode_match_file,
    join_logs,
    parse_match_file,
    with_content_ids,
)
from scorepad.spades.refusal import Refused

LIBRARY = load_library(resources_folder() / "rules")
BIDS = kinds.Bids(bids=(4, 3, 4, 2))
TRICKS = kinds.Tricks(tricks=(7, 6, None, None))
MATCH_ID = str(uuid.uuid5(uuid.NAMESPACE_DNS, "a match"))


def v7(milliseconds: int, serial: int = 0) -> str:
    """A UUIDv7 of that time (RFC 9562, 5.7)."""
    return str(uuid.UUID(int=milliseconds << 80 | 7 << 76 | 2 << 62 | serial))


def timed(milliseconds: int, entry: Entry, serial: int = 0) -> Entry:
    return replace(entry, id=v7(milliseconds, serial))


def match(*log: Entry) -> Match:
    return Match.open(Head(rules="unc"), LIBRARY, id=MATCH_ID).with_entries_appended(log)


COMMON = (timed(1, BIDS), timed(2, TRICKS))


def test_joining_the_same_log_changes_nothing() -> None:
    mine = match(*COMMON)
    assert join_logs(mine, match(*COMMON)) is mine


def test_what_is_new_is_added_and_what_is_there_stays() -> None:
    theirs = match(*COMMON, timed(3, BIDS))
    assert join_logs(match(*COMMON), theirs).log == theirs.log
    assert join_logs(theirs, match(*COMMON)) is theirs


def test_a_join_keeps_the_steps_of_undo() -> None:
    struck = timed(4, kinds.Strike(entry=v7(3), why="undo", step="b", undoes="a"))
    theirs = match(*COMMON, timed(3, replace(BIDS, step="a")), struck)
    joined = join_logs(match(*COMMON, timed(9, kinds.Note(text="mine"))), theirs)
    assert [(each.step, each.undoes) for each in joined.log[2:4]] == [("a", None), ("b", "a")]
    assert parse_match_file(encode_match_file(joined), LIBRARY).log == joined.log


def test_logs_are_read_in_the_order_of_ids() -> None:
    """LAPTOPS.md 3.1: the time in an id orders, no matter who joins."""
    mine = match(*COMMON, timed(5, kinds.Note(text="mine")), timed(9, BIDS))
    theirs = match(*COMMON, timed(3, kinds.Note(text="a")), timed(7, kinds.Note(text="b")))
    order = [entry.id for entry in join_logs(mine, theirs).log]
    assert order == [v7(1), v7(2), v7(3), v7(5), v7(7), v7(9)]
    assert join_logs(theirs, mine).log == join_logs(mine, theirs).log


def test_an_entry_that_does_not_fit_counts_nothing_and_says_why() -> None:
    """LAPTOPS.md 3.5: what the gate refuses at its place is unfit."""
    mine = match(*COMMON, timed(3, BIDS))
    theirs = match(*COMMON, timed(4, kinds.Bids(bids=(5, 3, 4, 2))))
    joined = join_logs(mine, theirs)
    assert {key: str(why) for key, why in joined.unfit.items()} == {
        v7(4): "hand 2 is in progress; record its tricks first"
    }
    assert joined.board.hands[-1].bids == (4, 3, 4, 2)
    assert "doesn't count" in str(joined.all_warnings[0].text)
    assert join_logs(joined, theirs) is joined


def test_bids_of_one_laptop_are_never_scored_with_the_tricks_of_another() -> None:
    """LAPTOPS.md 3.3: two laptops that wrote apart make two versions."""
    mine = match(*COMMON).rebuild_from_entry_set(
        [
            *match(*COMMON).log,
            replace(timed(3, BIDS), after=v7(2)),
            replace(timed(6, TRICKS), after=v7(3)),
        ]
    )
    apart = replace(timed(4, kinds.Bids(bids=(5, 3, 4, 2))), after=v7(2))
    theirs = match(*COMMON).rebuild_from_entry_set(
        [*match(*COMMON).log, apart, replace(timed(5, TRICKS), after=v7(4))]
    )
    joined = join_logs(mine, theirs)
    assert joined.board == mine.board
    (version,) = joined.order.open_versions
    assert [each.id for each in version.entries] == [v7(4), v7(5)]
    assert joined.with_version(version.last_id).board == theirs.board
    again = parse_match_file(encode_match_file(joined), LIBRARY)
    assert (again.log, again.order, again.board) == (joined.log, joined.order, joined.board)
    choice = timed(8, kinds.ChooseVersion(entry=v7(5), over=(v7(6),), why="its paper is right"))
    chosen = joined.append(choice)
    assert chosen.board == theirs.board
    assert not chosen.has_versions


def test_one_id_with_two_contents_is_refused() -> None:
    other = (COMMON[0], timed(2, kinds.Tricks(tricks=(8, 5, None, None))))
    with pytest.raises(ContentDiffers) as caught:
        join_logs(match(*COMMON), match(*other))
    assert v7(2) in str(caught.value)


def test_a_setup_that_names_its_rule_set_is_the_same_as_one_that_holds_it_whole() -> None:
    setup = timed(3, kinds.HeadChange(rules="chicago", why="the wrong sheet"))
    named = match(*COMMON, setup)
    whole = parse_match_file(encode_match_file(named), LIBRARY)
    assert join_logs(named, whole) is named
    assert join_logs(whole, named) is whole


def test_a_file_without_ids_gets_the_same_ids_each_time() -> None:
    raw = (
        b'{"rules": "unc", "log": [{"kind": "bids", "bids": [4, 3, 4, 2]},'
        b' {"kind": "tricks", "tricks": [7, 6, null, null]},'
        b' {"kind": "strike", "entry": "2", "why": "miscounted"}]}'
    )
    once, twice = (with_content_ids(parse_match_file(raw, LIBRARY)) for _ in range(2))
    assert (once.id, once.log) == (twice.id, twice.log)
    assert uuid.UUID(once.id or "").version == 5
    assert all(uuid.UUID(entry.id or "").version == 7 for entry in once.log)
    assert once.struck_ids == {once.log[1].id}
    imported = parse_match_file(raw, LIBRARY, make_content_ids=True)
    assert (imported.id, imported.log, imported.board) == (once.id, once.log, once.board)


def test_what_an_import_refuses_is_named_as_in_the_file() -> None:
    raw = (
        b'{"rules": "unc", "log": [{"kind": "note", "text": "x", "id": "first"},'
        b' {"kind": "strike", "entry": "first", "why": "w"},'
        b' {"kind": "amend", "entry": "first", "to": {"kind": "note", "text": "y"}, "why": "w"}]}'
    )
    with pytest.raises(Refused, match="this entry was deleted"):
        parse_match_file(raw, LIBRARY, make_content_ids=True)


@given(st.lists(st.sampled_from("mab"), max_size=12), st.integers(0, 3))
def test_both_machines_arrive_at_the_same_log(who: list[str], common: int) -> None:
    """No matter who joins: the same entries in the same order, each log's own order kept."""
    notes = [timed(10 + i, kinds.Note(text=str(i)), i) for i in range(len(who))]
    shared = [timed(i + 1, kinds.Note(text="both"), i) for i in range(common)]
    mine = match(*shared, *(n for n, w in zip(notes, who, strict=True) if w in "ma"))
    theirs = match(*shared, *(n for n, w in zip(notes, who, strict=True) if w in "mb"))
    here, there = join_logs(mine, theirs), join_logs(theirs, mine)
    assert here.log == there.log
    ids = [entry.id for entry in here.log]
    for own in (mine.log, theirs.log):
        places = [ids.index(entry.id) for entry in own]
        assert all(a < b for a, b in itertools.pairwise(places))
    assert join_logs(here, theirs) is here
