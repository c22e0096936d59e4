"""What is typed of the next hand: it follows the match, outlives a crash, and is recorded once."""

from __future__ import annotations

import pytest

from scorepad.desk.desk import Desk
from scorepad.desk.hand_input import REOPEN_SECONDS, HandInput
from scorepad.desk.table import Change, Table
from scorepad.spades.entries import Bids, Head, Note, Team, Tricks, kind_of
from scorepad.spades.refusal import Refused
from tests.desk.conftest import Wall
from tests.desk.memory import MemoryKeeper

TEAMS = (Team("Aces", ("Ann", "Cy")), Team("Kings", ("Bo", "Di")))
FIRST = Bids(bids=(4, 3, 3, 2))
ALL = Tricks(tricks=(5, 3, 3, 2))


@pytest.fixture
def table(desk: Desk) -> Table:
    table = desk.start(Head(rules="unc", teams=TEAMS))
    table.record(FIRST)
    table.record(ALL)
    return table


@pytest.fixture
def typed(table: Table) -> HandInput:
    return HandInput(table)


def press(typed: HandInput, keys: str) -> None:
    for key in keys:
        assert typed.press(key)


def test_the_last_bid_records_the_bids_and_empties_the_draft_at_once(
    table: Table, typed: HandInput, keeper: MemoryKeeper
) -> None:
    press(typed, "433")
    writes = keeper.appends
    press(typed, "2")
    assert keeper.appends == writes + 1
    assert table.draft.text == ""
    assert typed.asks == "tricks"
    press(typed, "8")
    assert typed.confirm()
    assert [kind_of(entry) for entry in table.match.log[-2:]] == ["bids", "tricks"]
    assert typed.asks == "bids"


def test_whoever_listens_later_finds_the_input_where_the_match_stands(
    table: Table, typed: HandInput
) -> None:
    told: list[tuple[bool, str]] = []
    keys = 0

    def changed(change: Change) -> None:
        told.append((change.initiator is typed, typed.asks))

    def key_typed() -> None:
        nonlocal keys
        keys += 1

    table.listen(changed)
    typed.listen(key_typed)
    press(typed, "4332")
    assert (keys, told) == (3, [(True, "tricks")]), "a key or a change is told, not both"
    table.record(Note(text="late"))
    assert told[1:] == [(False, "tricks")]


def test_what_is_typed_stays_for_its_hand_and_no_other(table: Table, typed: HandInput) -> None:
    press(typed, "43")
    table.record(Note(text="late"))
    assert typed.bids is not None
    assert typed.bids.keys == "43"
    table.record(FIRST)
    assert typed.asks == "tricks"
    table.undo()
    assert typed.bids is not None
    assert typed.bids.keys == "43", "it is there again with its hand"
    table.record(FIRST)
    table.record(ALL)
    assert typed.bids.keys == ""


def test_a_second_start_finds_what_was_typed(table: Table, typed: HandInput) -> None:
    press(typed, "11!4")
    typed.set_reason("agreed")
    again = HandInput(table)
    assert again.bids is not None
    assert (again.bids.keys, again.reason) == ("11!4", "agreed")


def test_what_the_disk_refuses_stays_typed(
    table: Table, typed: HandInput, keeper: MemoryKeeper
) -> None:
    press(typed, "433")
    keeper.full = True
    with pytest.raises(Refused, match="the disk is full"):
        typed.press("2")
    assert typed.typed_bids == (3, 3, 4, 2)
    keeper.full = False
    assert typed.confirm()
    assert table.match.board.open_hand


@pytest.mark.parametrize(("seconds", "reopened"), [(0, True), (REOPEN_SECONDS + 1, False)])
def test_bids_are_reopened_only_at_once(
    table: Table, typed: HandInput, wall: Wall, seconds: int, reopened: bool
) -> None:
    press(typed, "4332")
    wall.go(seconds=seconds)
    assert typed.reopen() == reopened
    assert table.match.board.open_hand != reopened
    if reopened:
        assert typed.bids is not None
        assert typed.bids.keys == "433"
        assert HandInput(table).typed_bids == typed.typed_bids, "a crash takes nothing of it"


def test_bids_are_not_reopened_after_something_else(table: Table, typed: HandInput) -> None:
    press(typed, "4332")
    typed.settle()
    assert not typed.can_reopen
    table.undo()
    press(typed, "4332")
    table.record(Note(text="late"))
    assert not typed.can_reopen


def test_a_preview_of_the_tricks_is_folded_once(typed: HandInput) -> None:
    press(typed, "43328")
    assert typed.tricks is not None
    after = typed.tricks.after
    assert after is typed.tricks.after
    typed.back()
    assert typed.tricks.after is None
