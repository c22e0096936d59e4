"""What is typed of the next hand: it follows the match, outlives a crash, and is recorded once."""

from __future__ import annotations

import pytest

from scorepad.desk.desk import Desk
from scorepad.desk.hand_input import REOPEN_SECONDS, HandInput
from scorepad.desk.ports import OTHER_PROGRAM, LogHasGrown
from scorepad.desk.table import MatchChange, Table
from scorepad.spades.entries import Bids, Head, Misdeal, Note, Team, Tricks, kind_of
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
    assert typed.prompt == "tricks"
    press(typed, "8")
    assert typed.record_if_complete()
    assert [kind_of(entry) for entry in table.match.log[-2:]] == ["bids", "tricks"]
    assert typed.prompt == "bids"


def test_whoever_listens_later_finds_the_input_where_the_match_stands(
    table: Table, typed: HandInput
) -> None:
    told: list[tuple[bool, str]] = []
    keys = 0

    def changed(change: MatchChange) -> None:
        told.append((change.initiator is typed, typed.prompt))

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
    assert typed.prompt == "tricks"
    table.undo()
    assert typed.bids is not None
    assert typed.bids.keys == "43", "it is there again with its hand"
    table.record(FIRST)
    table.record(ALL)
    assert typed.bids.keys == ""


def test_a_misdeal_takes_the_bids_typed_before_it_with_it(table: Table, typed: HandInput) -> None:
    press(typed, "43")
    table.record(Misdeal(reason="no spade"))
    assert typed.prompt == "bids"
    assert typed.typed_bids is None, "the cards are dealt again, and these bids were for others"
    assert table.draft.text == ""
    press(typed, "4332")
    assert typed.prompt == "tricks"


def test_a_second_start_finds_what_was_typed(table: Table, typed: HandInput) -> None:
    press(typed, "11!4")
    typed.set_override_reason("agreed")
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
    assert typed.record_if_complete()
    assert table.match.board.open_hand


@pytest.mark.parametrize(("seconds", "reopened"), [(0, True), (REOPEN_SECONDS + 1, False)])
def test_bids_are_reopened_only_at_once(
    table: Table, typed: HandInput, wall: Wall, seconds: int, reopened: bool
) -> None:
    press(typed, "4332")
    wall.go(seconds=seconds)
    assert typed.reopen_bids() == reopened
    assert table.match.board.open_hand != reopened
    if reopened:
        assert typed.bids is not None
        assert typed.bids.keys == "433"
        assert HandInput(table).typed_bids == typed.typed_bids, "a crash takes nothing of it"


def test_bids_are_not_reopened_after_something_else(table: Table, typed: HandInput) -> None:
    press(typed, "4332")
    typed.give_up_reopening_bids()
    assert not typed.can_reopen_bids
    table.undo()
    press(typed, "4332")
    table.record(Note(text="late"))
    assert not typed.can_reopen_bids


def test_a_preview_of_the_tricks_is_folded_once(typed: HandInput) -> None:
    press(typed, "43328")
    assert typed.tricks is not None
    after = typed.tricks.match_after_or_refusal
    assert after is typed.tricks.match_after_or_refusal
    typed.delete_last()
    assert typed.tricks.match_after_or_refusal is None


# Somebody else writes.


def elsewhere(desk: Desk, table: Table) -> Table:
    """The same match as another program has it."""
    return Desk(desk.keeper, desk.library, now=desk.now, by=lambda: "Other").open(table.id)


def test_what_is_typed_stays_when_the_log_has_grown_and_is_asked_for_again(
    desk: Desk, table: Table, typed: HandInput
) -> None:
    other = elsewhere(desk, table)
    press(typed, "433")
    note = other.record(Note(text="late")).entry
    told: list[MatchChange] = []
    table.listen(told.append)
    with pytest.raises(LogHasGrown):
        typed.press("2")
    assert table.match.log == other.match.log, "nothing was recorded, and what came is there"
    assert [(each.entries, each.initiator) for each in told] == [((note,), OTHER_PROGRAM)]
    assert typed.bids is not None
    assert typed.bids.keys == "4332"
    assert typed.record_if_complete()
    assert kind_of(table.match.log[-1]) == "bids"
    assert typed.prompt == "tricks"


def test_bids_typed_for_a_hand_that_somebody_else_records_are_there_when_that_is_undone(
    desk: Desk, table: Table, typed: HandInput
) -> None:
    other = elsewhere(desk, table)
    press(typed, "433")
    other.record(FIRST)
    with pytest.raises(LogHasGrown):
        typed.press("2")
    assert typed.prompt == "tricks"
    assert typed.tricks is not None
    assert typed.tricks.keys == ""
    other.undo()
    table.follow_other_programs()
    assert typed.prompt == "bids"
    assert typed.bids is not None
    assert typed.bids.keys == "4332"


def test_nothing_typed_for_one_hand_is_recorded_for_the_next(
    desk: Desk, table: Table, typed: HandInput
) -> None:
    other = elsewhere(desk, table)
    press(typed, "433")
    other.record(FIRST)
    other.record(ALL)
    with pytest.raises(LogHasGrown):
        typed.press("2")
    assert typed.prompt == "bids"
    assert typed.bids is not None
    assert typed.bids.keys == ""
    assert len(table.match.board.hands) == 2


def test_a_time_that_somebody_else_recorded_is_not_recorded_again(
    desk: Desk, table: Table, wall: Wall
) -> None:
    table.record(FIRST)
    other = elsewhere(desk, table)
    wall.go(minutes=60)
    assert other.record_time_up_if_due() is not None
    assert table.record_time_up_if_due() is None
    assert table.match.log == other.match.log
    assert table.record_time_up_if_due() is None


def test_who_deals_first_is_asked_before_the_bids_where_nobody_has_said_it(
    desk: Desk, keeper: MemoryKeeper
) -> None:
    table = desk.start(Head(rules="unc", teams=TEAMS, first_dealer=None))
    typed = HandInput(table)
    assert typed.prompt == "dealer"
    writes = keeper.appends
    assert not typed.press("4"), "no number is an answer"
    assert not typed.delete_last()
    assert not typed.record_if_complete()
    assert keeper.appends == writes
    assert typed.press("C")
    assert table.match.head.first_dealer == 2
    assert typed.prompt == "bids"
    press(typed, "4332")
    assert table.match.board.hands[0].dealer == 2
    table.undo()
    table.undo()
    assert typed.prompt == "dealer"
    assert typed.press("R"), "under this rule set a high card decides"
    assert table.match.head.first_dealer in range(4)
    assert typed.prompt == "bids"


def test_where_the_teams_choose_who_deals_first_nothing_is_drawn(desk: Desk) -> None:
    typed = HandInput(desk.start(Head(rules="chicago", teams=TEAMS, first_dealer=None)))
    assert not typed.press("R")
    assert typed.press("D")
    assert typed.table.match.head.first_dealer == 3


def test_what_was_typed_and_taken_back_is_typed_again(table: Table, typed: HandInput) -> None:
    press(typed, "43")
    before = typed.typed_bids
    assert before is not None
    typed.undo_typing()
    assert typed.typed_bids is None
    assert typed.can_undo_or_redo_typing("redo")
    table.record(Note(text="nothing was taken back"))
    typed.redo_typing()
    assert typed.typed_bids == before
    assert not typed.can_undo_or_redo_typing("redo")


def test_a_number_is_a_bid_where_it_is_asked_whether_cards_were_dealt(
    table: Table, typed: HandInput, wall: Wall
) -> None:
    wall.go(minutes=31)
    asked = HandInput(table)
    assert asked.prompt == "asked"
    assert not asked.press("x")
    assert asked.prompt == "asked"
    assert asked.press("4")
    assert asked.prompt == "bids"
