"""Undo and redo: any number of steps, named, and out of the log alone."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, reject
from hypothesis import strategies as st
from msgspec.structs import replace

from scorepad.desk.desk import Desk
from scorepad.desk.table import Table
from scorepad.spades.entries import (
    UNDONE,
    Amend,
    Bids,
    Clock,
    Head,
    HeadChange,
    Note,
    Restore,
    Ruling,
    Strike,
    Team,
    Tricks,
    kind_of,
)
from scorepad.spades.library import Library
from scorepad.spades.match import fold_match_from_entries
from scorepad.spades.matchfile import encode_match_file, parse_match_file
from scorepad.spades.refusal import Refused
from scorepad.spades.result import result_data
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


def as_older(table: Table) -> None:
    """From now on the table has the log that an older version would have written."""

    match = table.match
    log = [replace(entry, step=None, undoes=None, redoes=None) for entry in match.log]
    table._log = fold_match_from_entries(match.first_head, log, match.library, id=match.id)


def test_nothing_to_undo_is_a_sentence(table: Table) -> None:
    assert table.undo_name() is None
    assert table.redo_name() is None
    with pytest.raises(Refused, match="nothing to undo"):
        table.undo()
    with pytest.raises(Refused, match="nothing to redo"):
        table.redo()


@pytest.mark.parametrize("log", ["of today", "of an older version"])
def test_steps_back_and_forth_are_named(table: Table, log: str) -> None:
    play(table, 2)
    names = []
    while (name := table.undo_name()) is not None:
        names.append(str(name))
        table.undo()
        if log == "of an older version":
            as_older(table)
    assert names == ["tricks in hand 2", "bids in hand 2", "tricks in hand 1", "bids in hand 1"]
    assert table.match.board.hands == ()
    again = []
    while (name := table.redo_name()) is not None:
        again.append(str(name))
        table.redo()
        if log == "of an older version":
            as_older(table)
    assert again == names[::-1]
    assert [hand.number for hand in table.match.board.hands] == [1, 2]
    assert undo_name(table) == "tricks in hand 2"


def test_undo_passes_over_the_clock(table: Table) -> None:
    play(table)
    table.record(Clock(do="start"))
    table.record(Clock(do="pause"))
    assert undo_name(table) == "tricks in hand 1"
    table.undo()
    table.record(Clock(do="resume"))
    assert str(table.redo_name()) == "tricks in hand 1"
    table.redo()
    assert table.match.board.hands[0].status == "scored"


def test_redo_goes_on_after_something_else_was_recorded(table: Table) -> None:
    play(table)
    score = table.match.board.score
    table.undo()
    table.undo()
    table.record(Note(text="counted again"))
    table.record(Ruling(side=0, points=5, why="late"))
    assert str(table.redo_name()) == "bids in hand 1"
    table.redo()
    assert str(table.redo_name()) == "tricks in hand 1"
    table.redo()
    assert table.match.board.score == (score[0] + 5, score[1])
    assert table.redo_name() is None
    assert undo_name(table) == "tricks in hand 1"


def test_redo_says_why_it_is_not_possible_now(table: Table) -> None:
    """The hand was typed again, so what was undone has no place any more."""
    play(table)
    table.undo()
    again = Tricks(tricks=(6, 3, 0, 4))
    table.record(again)
    before = result_data(table.match)
    assert table.redo_name() is None
    with pytest.raises(Refused, match=r"^tricks can't be redone now: .*tricks in hand 1 would"):
        table.redo()
    assert result_data(table.match) == before
    table.undo()
    table.redo()
    assert result_data(table.match) == before, "what was undone last comes first"


def test_redo_leaves_what_was_struck_by_hand_since(table: Table) -> None:
    ruling = table.record(Ruling(side=0, points=5, why="a")).entry.id or ""
    table.undo()
    table.record(Restore(entry=ruling))
    table.record(Strike(entry=ruling, why="not theirs"))
    assert table.redo_name() is None
    assert undo_name(table) == "deletion of ruling on Aces"


def timed_table(desk: Desk) -> Table:
    return desk.start(Head(rules="unc", teams=TEAMS))


@pytest.mark.parametrize("how", ["at once", "after a restart", "after an import"])
def test_the_start_of_the_clock_is_undone_with_the_bids_that_caused_it(
    desk: Desk, keeper: MemoryKeeper, library: Library, wall: Wall, how: str
) -> None:
    table = timed_table(desk)
    table.record(HeadChange(why="late", table="7"))
    table.record(Bids(bids=(4, 3, 3, 2)))
    started = table.clock()
    if how == "after a restart":
        table = Desk(keeper, library, now=wall, by=str).open(table.id)
    elif how == "after an import":
        file = parse_match_file(encode_match_file(table.match), library)
        table = Desk(MemoryKeeper(), library, now=wall, by=str).start_match_with_log(file)
    assert undo_name(table) == "bids in hand 1 and clock start"
    wall.go(minutes=3)
    table.undo()
    assert table.clock().state(wall()) == "waiting"
    assert table.match.board.hands == ()
    assert undo_name(table) == "setup change"
    assert str(table.redo_name()) == "bids in hand 1 and clock start"
    table.redo()
    assert table.clock() == started
    assert table.match.board.hand is not None
    assert undo_name(table) == "bids in hand 1 and clock start"


def test_a_clock_that_was_started_by_hand_runs_on_when_bids_are_undone(
    desk: Desk, wall: Wall
) -> None:
    table = timed_table(desk)
    table.record(Clock(do="start"))
    table.record(Bids(bids=(4, 3, 3, 2)))
    assert undo_name(table) == "bids in hand 1"
    table.undo()
    assert table.clock().state(wall()) == "running"


def test_bids_that_say_a_step_of_their_own_are_one_step_with_the_clock(desk: Desk) -> None:
    for step in ("from-elsewhere", "mine"):
        table = timed_table(desk)
        table.record(Bids(id="mine", step=step, bids=(4, 3, 3, 2)))
        assert len({each.step for each in table.match.log}) == 1
        assert undo_name(table) == "bids in hand 1 and clock start"


def test_steps_undone_within_a_second_are_counted(table: Table, wall: Wall) -> None:
    play(table, 2)
    said = []
    for _step in range(4):
        said.append(str(table.undo_or_redo_text("undo")))
        table.undo()
    assert said == [
        "Undid tricks in hand 2",
        "Undid 2 steps: tricks in hand 2, bids in hand 2",
        "Undid 3 steps: tricks in hand 2, bids in hand 2, tricks in hand 1",
        "Undid 4 steps: tricks in hand 2, …, bids in hand 1",
    ]
    assert str(table.undo_or_redo_text("redo")) == "Redid bids in hand 1"
    table.redo()
    assert str(table.undo_or_redo_text("redo")) == (
        "Redid 2 steps: bids in hand 1, tricks in hand 1"
    )
    wall.go(seconds=2)
    assert str(table.undo_or_redo_text("redo")) == "Redid tricks in hand 1"


def test_an_undone_correction_is_struck_itself(table: Table) -> None:
    play(table)
    tricks = table.match.log[-1].id or ""
    before = table.match.board.score
    table.record(Amend(entry=tricks, to=Tricks(tricks=(6, 3, 0, 4)), why="miscounted"))
    assert undo_name(table) == "correction of tricks in hand 1"
    table.record(Amend(entry=tricks, to=Tricks(tricks=(5, 3, 0, 5)), why="no"))
    table.undo()
    table.undo()
    assert table.match.board.score == before
    assert undo_name(table) == "tricks in hand 1"
    assert table.redo_name() is not None
    table.redo()
    table.redo()
    assert table.match.board.hands[0].seat_tricks == (5, 3, 0, 5)


def test_a_strike_by_hand_is_the_latest_thing_done(table: Table) -> None:
    first = table.record(Ruling(side=0, points=5, why="a")).entry
    table.record(Ruling(side=1, points=7, why="b"))
    table.record(Strike(entry=first.id or "", why="a mistake"))
    assert undo_name(table) == "deletion of ruling on Aces"
    assert table.redo_name() is None
    table.undo()
    assert table.match.board.score == (5, 7)
    assert undo_name(table) == "ruling on Kings"
    assert str(table.redo_name()) == "deletion of ruling on Aces"
    table.undo()
    table.redo()
    again = table.redo()
    assert table.match.board.score == (0, 7)
    assert isinstance(again.entry, Strike)
    assert again.entry.why == "a mistake"
    assert undo_name(table) == "deletion of ruling on Aces"


@pytest.mark.parametrize("why", ["counted wrongly", UNDONE])
@pytest.mark.parametrize("log", ["of today", "of an older version"])
def test_undo_after_a_strike_of_the_latest_entry(table: Table, why: str, log: str) -> None:
    """It is a step; in an older log one with the very word of an undo is an undo."""
    play(table)
    table.record(Strike(entry=table.match.log[-1].id or "", why=why))
    if log == "of an older version":
        as_older(table)
    if why == UNDONE and log == "of an older version":
        assert undo_name(table) == "bids in hand 1"
        assert str(table.redo_name()) == "tricks in hand 1"
        table.redo()
    else:
        assert undo_name(table) == "deletion of tricks in hand 1"
        table.undo()
    assert table.match.board.hands[0].status == "scored"
    assert undo_name(table) == "tricks in hand 1"


def test_the_word_of_an_undo_about_an_earlier_entry_is_a_reason(table: Table) -> None:
    first = table.record(Ruling(side=0, points=5, why="a")).entry
    table.record(Ruling(side=1, points=7, why="b"))
    table.record(Strike(entry=first.id or "", why=UNDONE))
    assert undo_name(table) == "deletion of ruling on Aces"
    table.undo()
    assert table.match.board.score == (5, 7)
    assert undo_name(table) == "ruling on Kings"
    table.redo()
    assert undo_name(table) == "deletion of ruling on Aces"


def test_a_restore_by_hand_is_a_step(table: Table) -> None:
    first = table.record(Ruling(side=0, points=5, why="a")).entry
    table.record(Strike(entry=first.id or "", why="a mistake"))
    table.record(Ruling(side=1, points=7, why="b"))
    table.record(Restore(entry=first.id or ""))
    assert undo_name(table) == "restoration of ruling on Aces"
    table.undo()
    assert table.match.board.score == (0, 7)
    assert undo_name(table) == "ruling on Kings"
    assert str(table.redo_name()) == "restoration of ruling on Aces"
    table.redo()
    assert table.match.board.score == (5, 7)


def test_bids_struck_by_hand_come_back_with_their_hand(table: Table) -> None:
    play(table, 2)
    bids = table.match.board.hands[0].bids_id
    before = result_data(table.match)
    table.record(Strike(entry=bids, why="never dealt"))
    assert undo_name(table) == "deletion of bids in hand 1"
    table.undo()
    assert result_data(table.match) == before
    assert undo_name(table) == "tricks in hand 2"


def test_a_mistaken_undo_is_no_end_of_undoing(table: Table) -> None:
    """Any number of steps, each strike by hand taken back in its turn."""
    play(table, 2)
    bids, tricks = (entry.id or "" for entry in table.match.log[-2:])
    table.record(Strike(entry=tricks, why="one"))
    table.record(Strike(entry=bids, why="two"))
    names = []
    while (name := table.undo_name()) is not None:
        names.append(str(name))
        table.undo()
    assert names == [
        "deletion of bids in hand 2",
        "deletion of tricks in hand 2",
        "tricks in hand 2",
        "bids in hand 2",
        "tricks in hand 1",
        "bids in hand 1",
    ]


def test_time_that_comes_with_an_undo_ends_no_redo(desk: Desk, wall: Wall) -> None:
    table = desk.start(Head(rules="unc", teams=TEAMS))
    table.record(Bids(bids=(4, 3, 3, 2)))
    table.record(Ruling(side=0, points=5, why="a"))
    wall.go(minutes=31)
    table.undo()
    assert [kind_of(entry) for entry in table.match.log[-2:]] == ["time", "strike"]
    assert str(table.redo_name()) == "ruling on Aces in hand 1"
    assert undo_name(table) == "end of the time limit"
    table.redo()
    assert table.match.board.hand is not None
    assert undo_name(table) == "ruling on Aces in hand 1"
    table.undo()
    table.undo()
    assert undo_name(table) == "bids in hand 1 and clock start"


def test_undo_and_redo_survive_a_restart(
    table: Table, keeper: MemoryKeeper, library: Library, wall: Wall
) -> None:
    play(table, 2)
    table.undo()
    table.undo()
    again = Desk(keeper, library, now=wall, by=lambda: "Lee").open(table.id)
    assert str(again.redo_name()) == "bids in hand 2"
    again.redo()
    assert str(again.redo_name()) == "tricks in hand 2"
    assert again.match.log[-1].by == "Lee"
    assert again.match.board.open_hand


def test_what_the_gate_refuses_to_undo_says_its_sentence(table: Table) -> None:
    """The tricks of hand 1 cannot be opened again while hand 2 is on them."""
    play(table)
    tricks = table.match.log[-1].id or ""
    table.record(Bids(bids=(4, 3, 2, 4)))
    with pytest.raises(Refused, match="hand 1 isn't the latest hand"):
        table.record(Strike(entry=tricks, why="wrong"))


def test_bids_restored_over_a_ruling_are_undone_step_by_step_to_the_start(table: Table) -> None:
    """Struck once more they would take the ruling along, which counted before: so that is no step,
    and undo does not go to and fro between the strike and the restore."""
    table.record(Bids(bids=(4, 3, 2, 4)))
    bids = table.match.log[-1].id or ""
    table.record(Strike(entry=bids, why="the wrong table"))
    table.record(Ruling(side=0, points=10, why="late"))
    table.record(Restore(entry=bids))
    restored = result_data(table.match)
    names = []
    while (name := table.undo_name()) is not None and len(names) < 9:
        names.append(str(name))
        table.undo()
    assert names == ["ruling on Aces in hand 1", "bids in hand 1"]
    while table.redo_name() is not None:
        table.redo()
    assert result_data(table.match) == restored


def test_a_strike_that_says_undo_by_hand_is_redone_as_a_step_of_its_own(table: Table) -> None:
    play(table)
    tricks = table.match.log[-1].id or ""
    table.record(Note(text="late"))
    table.record(Strike(entry=tricks, why=UNDONE))
    struck = result_data(table.match)
    names = []
    while (name := table.undo_name()) is not None and len(names) < 9:
        names.append(str(name))
        table.undo()
    assert names == ["deletion of tricks in hand 1", "note", "tricks in hand 1", "bids in hand 1"]
    for name in reversed(names):
        assert str(table.redo_name()) == name
        table.redo()
    assert result_data(table.match) == struck


def drawn_table(desk: Desk, library: Library, seed: int) -> Table:
    drawn = draw_match(Random(seed), 14)
    match = {**drawn.match, "log": drawn.log}
    try:
        return desk.start_match_with_log(parse_match_file(json.dumps(match).encode(), library))
    except Refused:
        reject()  # a few rule sets are drawn to be refused


def correct_by_hand(table: Table, rng: Random, times: int) -> None:
    """Strikes and restores as in the history, of any entry, where the gate lets them in."""
    for _ in range(times):
        entry = rng.choice(table.match.log).id or ""
        try:
            if entry in table.match.struck_ids:
                table.record(Restore(entry=entry))
            else:
                table.record(Strike(entry=entry, why=rng.choice(("wrong", UNDONE))))
        except Refused:
            continue


HARD = (1148, 1190, 1280, 1442, 2329, 2694, 5352)


def hard(test: Any) -> Any:
    """Logs that were once read wrongly."""
    for seed in HARD:
        test = example(seed, 25)(test)
    return test


@hard
@given(st.integers(0, 10**9), st.integers(1, 30))
def test_undos_then_as_many_redos_change_nothing(
    desk: Desk, library: Library, seed: int, steps: int
) -> None:
    """Any log with any corrections: every redo gives what was before its undo, and names it."""
    rng = Random(seed)
    table = drawn_table(desk, library, seed)
    if table.match.log:
        correct_by_hand(table, rng, rng.randrange(6))
    results, names = [result_data(table.match)], []
    for _ in range(steps):
        name = table.undo_name()
        if name is None:
            break
        try:
            table.undo()
        except Refused:
            break
        names.append(name)
        results.append(result_data(table.match))
    while len(results) > 1:
        assert result_data(table.match) == results.pop()
        assert str(table.redo_name()) == str(names.pop())
        table.redo()
    assert result_data(table.match) == results.pop()


@given(st.integers(0, 10**9))
@example(243)
@example(1148)
@example(1834)
@example(522)
def test_to_and_fro_is_as_if_it_had_not_been(desk: Desk, library: Library, seed: int) -> None:
    """Undo and redo in any order: the match is where so many undos from the end lead."""
    rng = Random(seed)
    table = drawn_table(desk, library, seed)
    places, at = [result_data(table.match)], 0
    for _ in range(24):
        try:
            if rng.random() < 0.55 and table.undo_name() is not None:
                table.undo()
                at += 1
            elif at:
                table.redo()
                at -= 1
        except Refused:
            continue
        if at == len(places):
            places.append(result_data(table.match))
        assert result_data(table.match) == places[at]
