"""Undo and redo: any number of steps, named, and out of the log alone."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.desk.desk import Desk
from scorepad.desk.table import Table
from scorepad.desk.undoing import NothingToRedo, NothingToUndo
from scorepad.spades.entries import Bids, Clock, Head, Note, Ruling, Strike, Team, Tricks
from scorepad.spades.refusal import Refused
from scorepad.spades.result import result
from scorepad.spades.rulefile import Library
from tests.desk.conftest import Wall
from tests.desk.memory import MemoryKeeper
from tests.desk.test_table import play
from tests.referee.generators import draw_match

TEAMS = (Team("Aces", ("Ann", "Cy")), Team("Kings", ("Bo", "Di")))


@pytest.fixture
def table(desk: Desk) -> Table:
    return desk.start(Head(rules="washburn", teams=TEAMS))


def undo_name(table: Table) -> str:
    return str(table.undo_name())


def test_nothing_to_undo_is_a_sentence(table: Table) -> None:
    assert table.undo_name() is None
    assert table.redo_name() is None
    with pytest.raises(NothingToUndo, match="nothing to undo"):
        table.undo()
    with pytest.raises(NothingToRedo, match="nothing to redo"):
        table.redo()


def test_steps_back_and_forth_are_named(table: Table) -> None:
    play(table, 2)
    names = []
    while (name := table.undo_name()) is not None:
        names.append(str(name))
        table.undo()
    assert names == ["tricks of hand 2", "bids of hand 2", "tricks of hand 1", "bids of hand 1"]
    assert table.match.board.hands == ()
    again = []
    while (name := table.redo_name()) is not None:
        again.append(str(name))
        table.redo()
    assert again == names[::-1]
    assert [hand.number for hand in table.match.board.hands] == [1, 2]
    assert undo_name(table) == "tricks of hand 2"


def test_undo_passes_over_the_clock(table: Table) -> None:
    play(table)
    table.record(Clock(do="start"))
    table.record(Clock(do="pause"))
    assert undo_name(table) == "tricks of hand 1"
    table.undo()
    table.record(Clock(do="resume"))
    assert str(table.redo_name()) == "tricks of hand 1"
    table.redo()
    assert table.match.board.hands[0].status == "scored"


def test_redo_ends_when_something_else_is_recorded(table: Table) -> None:
    play(table)
    table.undo()
    table.record(Note(text="counted again"))
    assert table.redo_name() is None
    assert undo_name(table) == "note"


def test_an_undone_correction_is_struck_itself(table: Table) -> None:
    play(table)
    tricks = table.match.log[-1].id or ""
    before = table.match.board.score
    table.amend(tricks, Tricks(tricks=(6, 3, 0, 4)), "miscounted")
    assert undo_name(table) == "correction of tricks of hand 1"
    table.amend(tricks, Tricks(tricks=(5, 3, 0, 5)), "no")
    table.undo()
    table.undo()
    assert table.match.board.score == before
    assert undo_name(table) == "tricks of hand 1"
    assert table.redo_name() is not None
    table.redo()
    table.redo()
    assert table.match.board.hands[0].seat_tricks == (5, 3, 0, 5)


def test_what_was_struck_by_hand_is_not_undone_again(table: Table) -> None:
    first = table.record(Ruling(side=0, points=5, why="a")).entry
    table.record(Ruling(side=1, points=7, why="b"))
    table.strike(first.id or "", "a mistake")
    assert undo_name(table) == "ruling on Kings"
    assert str(table.redo_name()) == "ruling on Aces"
    table.undo()
    assert table.match.board.score == (0, 0)
    table.redo()
    table.redo()
    assert table.match.board.score == (5, 7)


def test_undo_and_redo_survive_a_restart(
    table: Table, keeper: MemoryKeeper, library: Library, wall: Wall
) -> None:
    play(table, 2)
    table.undo()
    table.undo()
    again = Desk(keeper, library, now=wall, by=lambda: "Lee").open(table.id)
    assert str(again.redo_name()) == "bids of hand 2"
    again.redo()
    assert str(again.redo_name()) == "tricks of hand 2"
    assert again.match.log[-1].by == "Lee"
    assert again.match.board.open_hand


def test_what_the_gate_refuses_to_undo_says_its_sentence(table: Table) -> None:
    """The tricks of hand 1 cannot be opened again while hand 2 stands on them."""
    play(table)
    tricks = table.match.log[-1].id or ""
    table.record(Bids(bids=(4, 3, 2, 4)))
    with pytest.raises(Refused, match="hand 1 is not the latest hand"):
        table.record(Strike(entry=tricks, why="wrong"))


@given(st.integers(0, 10**9), st.integers(1, 12))
def test_undo_then_redo_changes_nothing(
    desk: Desk, library: Library, seed: int, steps: int
) -> None:
    """Any log: as many redos as undos give the same result, at every step of the way."""
    rng = Random(seed)
    drawn = draw_match(rng, 14)
    match = {**drawn.match, "log": drawn.log}
    from scorepad.spades.matchfile import read_match

    table = desk.begin(read_match(json.dumps(match).encode(), library))
    results = [result(table.match)]
    for _ in range(steps):
        if table.undo_name() is None:
            break
        try:
            table.undo()
        except Refused:
            break
        results.append(result(table.match))
    while len(results) > 1:
        assert result(table.match) == results.pop()
        table.redo()
    assert result(table.match) == results.pop()
