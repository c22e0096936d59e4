"""What a preview says is what recording then does."""

from __future__ import annotations

import json
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scorepad.desk.desk import Desk
from scorepad.desk.difference import (
    LABELS,
    ChangedValue,
    MatchDifference,
    are_sides_swapped,
    describe_standing,
)
from scorepad.desk.table import Table
from scorepad.spades import entries as kinds
from scorepad.spades.board import HAND_STATES, Hand
from scorepad.spades.entries import Amend, Head, HeadChange, Ruling, Strike, Team, Tricks
from scorepad.spades.library import Library
from scorepad.spades.match import Match
from scorepad.spades.matchfile import decode_entry, parse_match_file
from scorepad.spades.refusal import Refused
from tests.desk.test_table import BIDS, play
from tests.referee.generators import draw_match

TEAMS = (Team("Aces", ("Ann", "Cy")), Team("Kings", ("Bo", "Di")))
Key = tuple[str, int | None, int | None]


def by_key(difference: MatchDifference) -> dict[Key, tuple[object, object]]:
    return {
        (each.what, each.hand, each.side): (each.before, each.after) for each in difference.changes
    }


def test_a_correction_shows_every_later_total_and_the_new_ending(desk: Desk) -> None:
    table = desk.start(Head(rules="washburn", teams=TEAMS))
    play(table, 8)
    table.record(BIDS)
    table.record(Tricks(tricks=(4, 5, 2, 2)))
    tricks = [entry for entry in table.match.log if isinstance(entry, Tricks)]
    before = table.match
    difference = table.preview(
        Amend(entry=tricks[0].id or "", to=Tricks(tricks=(5, 3, 0, 5)), why="miscounted")
    )
    assert table.match is before, "nothing is recorded"
    changes = by_key(difference)
    assert changes["tricks", 1, 0] == (6, 5)
    assert changes["change", 1, 0] == (60, -60)
    assert changes["tricks", 1, 1] == (7, 8)
    assert changes["change", 1, 1] == (-80, 80)
    for hand in range(1, 10):
        was, now = changes["score", hand, 0]
        assert (was, now) == (60 * hand, 60 * hand - 120)
    assert changes["score", None, 0] == (540, 420)
    assert difference.does_ending_change
    assert "Aces win" in str(difference.ending[0])
    assert str(difference.ending[1]) == "still playing"


def test_bag_penalties_and_struck_hands_are_named(desk: Desk) -> None:
    table = desk.start(Head(rules="unc", teams=TEAMS))
    for _ in range(2):
        table.record(kinds.Bids(bids=(2, 2, 2, 2)))
        table.record(Tricks(tricks=(4, 2, 3, 4)))
    log = table.match.log
    first = next(entry for entry in log if isinstance(entry, kinds.Bids))
    penalty = by_key(table.preview(Strike(entry=first.id or "", why="never dealt")))
    assert penalty["hand", 1, None] == (1, None)
    assert penalty["number", 1, None] == (2, 1)
    assert penalty["bag-penalty", 1, 0] == (-60, 0)


def test_a_ruling_and_a_misspelt_name_show_only_themselves(desk: Desk) -> None:
    table = desk.start(Head(rules="washburn", teams=TEAMS))
    assert by_key(table.preview(Ruling(side=1, points=-10, why="late"))) == {
        ("score", None, 1): (0, -10)
    }
    renamed = table.preview(
        HeadChange(why="misspelt", teams=(Team("Axes", ("Ann", "Cyd")), TEAMS[1]), event="Cup")
    )
    said = {
        (each.what, each.side, each.seat): (str(each.before), str(each.after))
        for each in renamed.changes
    }
    assert said == {
        ("event", None, None): ("None", "Cup"),
        ("team", 0, None): ("Aces", "Axes"),
        ("player", None, 2): ("Cy", "Cyd"),
    }
    agreed = table.preview(HeadChange(why="agreed", agreed={"nil": {"points": 70}}))
    assert [str(each.after) for each in agreed.changes] == [
        "Washburn, with agreed changes: Nil (points): 70"
    ]
    assert not table.preview(kinds.Note(text="x"))


def test_teams_that_change_places_take_over_each_other_s_totals(desk: Desk) -> None:
    table = desk.start(Head(rules="washburn", teams=TEAMS))
    play(table)
    score, bags = table.match.board.score, table.match.board.bags
    assert score[0] != score[1]
    changes = by_key(table.preview(HeadChange(why="wrong seats", teams=(TEAMS[1], TEAMS[0]))))
    assert changes["score", None, 0] == score
    assert changes["score", None, 1] == score[::-1]
    assert (("bags", None, 0) in changes) is (bags[0] != bags[1])


def test_a_rule_set_s_changing_parameters_are_told(desk: Desk, library: Library) -> None:
    table = desk.start(Head(rules="washburn", teams=TEAMS))
    rules = table.preview(HeadChange(why="wrong preset", rules="unc")).rules
    was, now = library.get("washburn"), library.get("unc")
    said = {each.of.path: (each.before, each.now) for each in rules}
    assert said["game.target"] == (was.game.target, now.game.target)
    assert was.game.target != now.game.target
    agreed = table.preview(HeadChange(why="agreed", agreed={"nil": {"points": 70}})).rules
    assert [(each.of.path, each.now) for each in agreed] == [("nil.points", 70)]
    assert table.preview(HeadChange(why="misspelt", event="Cup")).rules == ()


def test_every_change_has_a_label(desk: Desk) -> None:
    assert all(str(label) for label in LABELS.values())
    assert str(ChangedValue(what="bag-penalty", before=0, after=-60).label) == "bag penalty"
    assert describe_standing(desk.start(Head(rules="unc")).match) == describe_standing(
        desk.start(Head(rules="unc")).match
    )


def _values(hand: Hand) -> dict[tuple[str, int | None], object]:
    """Everything of a hand that a preview speaks of, read off the board directly."""
    values: dict[tuple[str, int | None], object] = {
        ("dealer", None): hand.dealer,
        ("status", None): HAND_STATES[hand.status].short,
    }
    for side in (0, 1):
        penalties = [line.points for line in hand.lines[side] if line.what == "bag-penalty"]
        values |= {
            ("contract", side): hand.contract[side],
            ("tricks", side): hand.tricks[side],
            ("bag-penalty", side): sum(penalties),
            ("change", side): hand.change[side],
            ("score", side): hand.score[side],
            ("bags", side): hand.bags[side],
        }
    return values


def _check(before: Match, after: Match, difference: MatchDifference) -> None:
    said = {
        (each.what, each.hand, each.side): (each.before, each.after) for each in difference.changes
    }
    was = {hand.bids_id: hand for hand in before.board.hands}
    for hand in after.board.hands:
        old = was.pop(hand.bids_id, None)
        if old is None:
            assert said["hand", hand.number, None] == (None, hand.number)
            continue
        then, now = _values(old), _values(hand)
        for what, side in now:
            pair = (then[what, side], now[what, side])
            key = (what, hand.number, side)
            assert said.get(key, (pair[1], pair[1])) == pair
            assert (key in said) is (pair[0] != pair[1])
    for gone in was.values():
        assert any(
            each.what == "hand" and each.before == gone.number for each in difference.changes
        )
    for side in (0, 1):
        then = 1 - side if are_sides_swapped(before.head, after.head) else side
        totals = (before.board.score[side], after.board.score[then])
        assert said.get(("score", None, side), (totals[1], totals[1])) == totals
    assert difference.ending == (describe_standing(before), describe_standing(after))


@given(st.integers(0, 10**9))
def test_a_preview_is_what_recording_does(desk: Desk, library: Library, seed: int) -> None:
    """Any entry on any log: before → after is what is on the board before and after."""
    drawn = draw_match(Random(seed), 14)
    file = {**drawn.match, "log": []}
    table: Table = desk.start_match_with_log(parse_match_file(json.dumps(file).encode(), library))
    match = table.match
    for position, entry in enumerate(drawn.log, 1):
        table._log = match
        read = decode_entry(json.dumps({"id": str(position), **entry}).encode())
        try:
            difference = table.preview(read)
        except Refused:
            continue
        after = match.append(read)
        _check(match, after, difference)
        match = after
    assert len(match.log) == len(drawn.log)
