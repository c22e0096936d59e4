"""Corrections that are saved together are one step: one undo takes all of them back."""

from __future__ import annotations

import pytest

from scorepad.desk.desk import Desk
from scorepad.desk.table import Table
from scorepad.spades.entries import Amend, Bids, Head, Note, Tricks, kind_of
from scorepad.spades.refusal import Refused
from tests.desk.conftest import Wall
from tests.desk.test_undo import TEAMS, undo_name

NILS = (("nil", 4, 5, 3), (0, 4, 6, 3))


def corrected_at_once(table: Table, bids: Bids, tricks: Tricks) -> tuple[Amend, Amend]:
    """The first hand's bids and tricks corrected with one save."""
    ids = {kind_of(entry): str(entry.id) for entry in table.match.log}
    return (
        Amend(entry=ids["bids"], to=bids, why="miscount"),
        Amend(entry=ids["tricks"], to=tricks, why="miscount"),
    )


def test_what_was_corrected_with_one_save_is_one_step(desk: Desk) -> None:
    table = desk.start(Head(rules="unc", teams=TEAMS))
    bids, tricks = NILS
    table.record(Bids(bids=bids))
    table.record(Tricks(tricks=tricks))
    table.record(Note(text="before"))
    before = table.match.board
    amends = corrected_at_once(table, Bids(bids=(1, 4, 3, 3)), Tricks(tricks=(4, 4, 5, 0)))
    table.record(*amends)
    after = table.match.board
    assert after.score != before.score
    assert undo_name(table) == "correction of hand 1"
    table.undo()
    assert table.match.board.score == before.score
    assert table.match.board.hands == before.hands
    assert str(table.redo_name()) == ("correction of hand 1")
    table.redo()
    assert table.match.board.score == after.score
    assert table.match.board.hands == after.hands
    table.undo()
    assert undo_name(table) == "note"
    table.record(Note(text="after"))
    table.redo()
    assert table.match.board.score == after.score


def test_a_nil_that_came_with_its_tricks_is_undone_and_redone_with_them(desk: Desk) -> None:
    """The bids go back first: a nil has its tricks apart."""
    table = desk.start(Head(rules="unc", teams=TEAMS))
    table.record(Bids(bids=(4, 3, 4, 2)))
    table.record(Tricks(tricks=(8, 5, None, None)))
    before = table.match.board.hands
    bids, tricks = NILS
    table.record(*corrected_at_once(table, Bids(bids=bids), Tricks(tricks=tricks))[::-1])
    after = table.match.board.hands
    table.undo()
    assert table.match.board.hands == before
    table.redo()
    assert table.match.board.hands == after


def test_corrections_saved_one_after_the_other_are_two_steps(desk: Desk, wall: Wall) -> None:
    table = desk.start(Head(rules="unc", teams=TEAMS))
    table.record(Bids(bids=(4, 3, 3, 2)))
    table.record(Tricks(tricks=(5, 3, 3, 2)))
    for amend in corrected_at_once(table, Bids(bids=(5, 3, 3, 2)), Tricks(tricks=(4, 4, 3, 2))):
        wall.go(seconds=20)
        table.record(amend)
    assert undo_name(table) == "correction of tricks in hand 1"
    table.undo()
    assert undo_name(table) == "correction of bids in hand 1"


def test_of_two_corrections_one_refused_keeps_neither(desk: Desk) -> None:
    table = desk.start(Head(rules="unc", teams=TEAMS))
    table.record(Bids(bids=(4, 3, 3, 2)))
    table.record(Tricks(tricks=(5, 3, 3, 2)))
    log = table.match.log
    with pytest.raises(Refused):
        table.record(
            *corrected_at_once(table, Bids(bids=(5, 3, 3, 2)), Tricks(tricks=(9, 9, 9, 9)))
        )
    assert table.match.log == log
