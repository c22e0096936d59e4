"""Any number of steps, undone and redone in odd orders between typing: the window shows what the
fold of the log says, and every step is named before it is taken."""

from __future__ import annotations

import random

import pytest

from scorepad.desk.table import Table
from scorepad.spades.entries import Amend, Restore, Ruling, Strike, Time
from scorepad.spades.match import Match, fold_match_from_entries
from scorepad.spades.refusal import Refused
from scorepad.window.match.sheet.sheet_rows import sheet_rows
from tests.window.evening import HAND, read
from tests.window.stage import Stage

STEPS = 60
DOING = ("hand", "hand", "bids", "key", "tricks", "undo", "undo", "undo", "redo", "redo")
RARE = ("ruling", "strike", "correct", "pause", "time", "other")


def agrees(stage: Stage) -> None:
    """What is shown is what a fold of the kept log from its first entry says."""
    page = stage.page
    table = page.table
    kept = stage.evening.keeper.load(table.id)
    folded = fold_match_from_entries(kept.head, kept.log, stage.evening.library, id=table.id)
    assert kept.log == table.match.log
    assert folded.board == table.match.board
    typed = page.bar.bids.bids() if page.bar.bids is not None and page.bar.bids.keys else None
    assert page.sheet.rows == sheet_rows(folded, typed)
    assert page.bar.state == state(folded, table)


def state(match: Match, table: Table) -> str:
    if match.board.is_over:
        return "over"
    if table.is_time_question_open():
        return "asked"
    return "tricks" if match.board.open_hand else "bids"


def undo(stage: Stage) -> None:
    page = stage.page
    stage.evening.wall.pass_(2)
    typing = page.bar.bids or page.bar.tricks
    if typing is not None and (page.bar.bids or page.bar.tricks).keys.strip("\t"):  # type: ignore[union-attr]
        log = page.table.match.log
        stage.window.do("undo")
        assert page.table.match.log == log, "what is typed is taken back first"
        return
    name = page.table.undo_name()
    before = page.table.match
    stage.window.do("undo")
    if name is None:
        assert page.table.match is before
        return
    assert len({each.undoes for each in page.table.match.log[len(before.log) :]}) == 1
    assert f"Undid {name}" in read(page.bar)
    assert page.table.redo_name() == name


def redo(stage: Stage) -> None:
    page = stage.page
    stage.evening.wall.pass_(2)
    if page.bar.undo_or_redo_name("redo"):
        log = page.table.match.log
        stage.window.do("redo")
        assert page.table.match.log == log
        assert (page.bar.bids or page.bar.tricks).keys.strip("\t")  # type: ignore[union-attr]
        return
    name = page.table.redo_name()
    before = page.table.match
    stage.window.do("redo")
    if name is None:
        assert page.table.match is before
        return
    assert len({each.redoes for each in page.table.match.log[len(before.log) :]}) == 1
    assert f"Redid {name}" in read(page.bar)
    assert page.table.undo_name() == name


def other(stage: Stage, what: str, dice: random.Random) -> None:
    """Something that is no hand; what cannot be done now is left."""
    table = stage.page.table
    try:
        if what == "ruling":
            table.record(Ruling(side=dice.randrange(2), points=10, why="late"))
        elif what == "strike":
            table.record(Strike(entry=str(dice.choice(table.match.log).id), why="by mistake"))
        elif what == "correct" and table.match.board.hands:
            hand = dice.choice(table.match.board.hands)
            bids = table.match.counting_entry(hand.bids_id)
            bid = (5, 3, 3, 2)
            table.record(Amend(entry=hand.bids_id, to=type(bids)(bids=bid), why="heard wrong"))  # type: ignore[union-attr, arg-type, call-arg]
        elif what == "time":
            table.record(Time(dealt=False))
    except (Refused, IndexError):
        return


def step(stage: Stage, what: str, dice: random.Random) -> None:
    if what == "hand":
        stage.type("4432" + "8\n")
    elif what == "bids":
        stage.type("N53" + "4")
    elif what == "key":
        stage.type(dice.choice("34N\b"))
    elif what == "tricks":
        stage.type(dice.choice(["7\n", "71\n", "\t6\n", "9"]))
    elif what == "undo":
        undo(stage)
    elif what == "redo":
        redo(stage)
    elif what == "pause":
        stage.page.do(f"clock-{dice.choice(['start', 'pause', 'resume'])}")
    elif what == "other":
        here = stage.page.table.id
        stage.window.do("next-table")
        undo(stage)
        stage.window.tables.show_table(here)
    else:
        other(stage, what, dice)


@pytest.mark.parametrize("seed", range(3))
def test_odd_sequences_show_what_the_fold_says(stage: Stage, seed: int) -> None:
    dice = random.Random(seed)
    endless = {"agreed": {"game": {"target": 1_000_000}}}
    stage.open(rules="fairmont-state" if seed % 2 else "unc", table="2", **endless)
    stage.open(rules="unc" if seed % 2 else "chicago", table="1", **endless)
    for _step in range(STEPS):
        step(stage, dice.choice(DOING if dice.random() < 0.85 else RARE), dice)
        agrees(stage)
    taken = [type(entry) for entry in stage.page.table.match.log]
    assert taken.count(Strike) >= 3
    assert taken.count(Restore) >= 1


def test_all_the_way_back_and_all_the_way_on(stage: Stage) -> None:
    page = stage.open(agreed={"game": {"target": 1_000_000}})
    for _hand in range(5):
        stage.type("4432" + "8\n")
    page.table.record(Ruling(side=0, points=10, why="early"))
    whole = page.table.match.board
    names = []
    while (name := page.table.undo_name()) is not None:
        names.append(name)
        undo(stage)
        agrees(stage)
    assert len(names) == 11
    assert page.table.match.board.hands == ()
    for name in reversed(names):
        assert page.table.redo_name() == name
        redo(stage)
        agrees(stage)
    assert page.table.redo_name() is None
    assert page.table.match.board.score == whole.score
    assert [hand.change for hand in page.table.match.board.hands] == [
        hand.change for hand in whole.hands
    ]


def test_undo_and_redo_beside_the_question_lead_back_to_it(stage: Stage) -> None:
    """A hand that was counted before time ran out was not in progress then."""
    page = stage.open(HAND, HAND)
    stage.pass_(31 * 60)
    stage.type("5")
    stage.window.do("undo")
    stage.pass_(1)
    assert page.bar.state == "asked"
    stage.window.do("undo")
    stage.pass_(1)
    assert page.bar.state == "tricks"
    stage.window.do("redo")
    assert page.bar.state == "asked"
    for _step in ("tricks", "bids"):
        stage.window.do("undo")
    assert page.bar.state == "asked"
    assert len(page.table.match.board.hands) == 1
    assert not any(isinstance(entry, Time) for entry in page.table.match.log)
