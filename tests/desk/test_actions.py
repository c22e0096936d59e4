"""One registry of actions: complete, without doubles, and honest about what is possible."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scorepad.desk.actions import ACTIONS, GROUPS, action
from scorepad.desk.desk import Desk
from scorepad.spades.entries import (
    KINDS,
    Abandon,
    Bids,
    Clock,
    Entry,
    Forfeit,
    Head,
    Misdeal,
    Renege,
    Ruling,
    Talk,
    Time,
    Tricks,
)
from scorepad.spades.library import Library
from scorepad.spades.match import Match
from scorepad.spades.matchfile import parse_match_file
from scorepad.spades.refusal import Refused
from tests.desk.conftest import Wall
from tests.desk.test_table import play
from tests.referee.generators import draw_match

TYPED = set("0123456789TJQKNBE")
"""Keys that bids, tricks and the sheet are typed with."""


def why(key: str, match: Match | None) -> str | None:
    text = action(key).why_disabled(match)
    return None if text is None else str(text)


def can_append(match: Match, entry: Entry) -> bool:
    """Return whether the gate accepts an entry."""
    try:
        match.append(entry)
    except Refused:
        return False
    return True


def test_no_key_and_no_shortcut_is_given_twice() -> None:
    keys = [each.key for each in ACTIONS]
    assert len(set(keys)) == len(keys)
    shortcuts = [each.shortcut.casefold() for each in ACTIONS if each.shortcut]
    assert [each for each, count in Counter(shortcuts).items() if count > 1] == []
    assert not {each.shortcut.upper() for each in ACTIONS} & TYPED
    assert all(action(key).key == key for key in keys)


def test_every_action_says_what_it_does() -> None:
    for each in ACTIONS:
        assert str(each.title)
        assert str(each.help).endswith("."), each.key
        assert each.shortcut or each.group == "event", f"{each.key} has no shortcut"
        assert each.group in GROUPS
    assert {each.group for each in ACTIONS} == set(GROUPS)


def test_every_kind_of_entry_has_an_action() -> None:
    have_others = {"id", "hold", "choose"}
    assert set(KINDS) - have_others <= {each.key.removesuffix("-start") for each in ACTIONS}
    assert action("identity")


def test_without_a_match_only_what_needs_none_is_possible() -> None:
    free = {each.key for each in ACTIONS if each.why_disabled(None) is None}
    assert {"new", "list", "import", "settings", "quit", "shortcuts", "about"} <= free
    assert not {*KINDS, "identity", "clock-start"} & free
    assert why("undo", None) == why("print", None) == "open a match first"


def test_a_hand_is_bid_then_counted(desk: Desk) -> None:
    table = desk.start(Head(rules="unc"))
    assert why("bids", table.match) is None
    assert why("tricks", table.match) == "no hand is in progress; record the bids first"
    assert "record a renege during a hand" in str(why("renege", table.match))
    assert why("undo", table.match) == "there is nothing to undo"
    assert why("restore", table.match) == "there's nothing to restore"
    table.record(Bids(bids=(4, 3, "nil", 5)))
    assert why("bids", table.match) == "hand 1 is in progress; record its tricks first"
    for key in ("tricks", "misdeal", "renege", "talk", "ruling", "undo", "amend", "strike"):
        assert why(key, table.match) is None, key
    table.undo()
    assert why("redo", table.match) is None
    assert why("restore", table.match) is None


def test_after_the_end_only_corrections_are_possible(desk: Desk) -> None:
    table = desk.start(Head(rules="chicago"))
    play(table)
    assert why("renege", table.match) is None, "found out after the count"
    table.record(Forfeit(side=1, why="left"))
    for key in ("bids", "tricks", "misdeal", "talk", "forfeit", "abandon", "time"):
        assert "the game is over" in str(why(key, table.match)), key
    for key in ("ruling", "setup", "amend", "undo", "sign", "note", "identity", "print"):
        assert why(key, table.match) is None, key


MINUTES = ("clock-add", "clock-more", "clock-less")


def test_the_clock_offers_what_it_can_do(desk: Desk, wall: Wall) -> None:
    none = desk.start(Head(rules="washburn")).match
    for key in ("clock-start", "clock-pause", "clock-resume", "clock-add"):
        assert why(key, none) == "Washburn has no time limit"
    assert why("time", none) is None, "a supervisor may call time anywhere"
    table = desk.start(Head(rules="unc"))

    def possible() -> set[str]:
        clock = (each for each in ACTIONS if each.key.startswith("clock-"))
        return {each.key for each in clock if not each.why_disabled(table.match)}

    assert possible() == {"clock-start", *MINUTES}
    table.record(Clock(do="start"))
    assert possible() == {"clock-pause", *MINUTES}
    table.record(Clock(do="pause"))
    assert possible() == {"clock-resume", *MINUTES}
    table.record(Clock(do="resume"))
    table.record(Bids(bids=(4, 3, 2, 5)))
    wall.go(minutes=40)
    table.record_time_up_if_due()
    assert possible() == {*MINUTES}
    table.record(Tricks(tricks=(4, 3, 2, 4)))
    assert possible() == set()


SAMPLES = {
    "bids": Bids(bids=(3, 3, 3, 3), override="why not"),
    "misdeal": Misdeal(reason="leak"),
    "talk": Talk(side=1),
    "ruling": Ruling(side=1, points=5, why="x"),
    "time": Time(),
    "forfeit": Forfeit(side=1, why="x"),
    "abandon": Abandon(why="x"),
}


@given(st.integers(0, 10**9))
def test_an_action_is_possible_when_its_entry_is(library: Library, seed: int) -> None:
    """At any point of any match, for entries of another side and seat than are asked with."""
    drawn = draw_match(Random(seed), 10)
    match = parse_match_file(json.dumps({**drawn.match, "log": drawn.log}).encode(), library)
    for kind, entry in SAMPLES.items():
        assert (why(kind, match) is None) is can_append(match, entry), kind
    tricks = [Tricks(tricks=(0, 13, 0, 0)), Tricks(tricks=(13, 0, 0, 0))]
    assert (why("tricks", match) is None) is any(can_append(match, entry) for entry in tricks)
    late = match.board.last_hand_if_closed
    hands = [None, *([late.number] if late else [])]
    reneges = [Renege(side=1, seat=3, hand=hand) for hand in hands]
    assert (why("renege", match) is None) is any(can_append(match, entry) for entry in reneges)
