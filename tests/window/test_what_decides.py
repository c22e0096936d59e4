"""What the totals say while one hand decides: how many points more than the other side, where that
is the whole truth; not how far it is to a target that no longer matters."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from scorepad.spades.entries import Clock, Ruling, Time
from tests.window.evening import HAND
from tests.window.stage import Stage

OPEN = ((4, 3, 3, 2), None)
"""Of Aces 71, Kings 50 before it."""


def says(stage: Stage) -> list[str]:
    """What is beside each total."""
    sides = stage.page.header.sides
    return [side.accessibleDescription().split(" bags. ", 1)[1] for side in sides]


def decided(stage: Stage, first: str, second: str) -> None:
    for said, wanted in zip(says(stage), (first, second), strict=True):
        assert wanted in said
        assert "to win" not in said
        assert "behind" not in said


def test_what_decides_is_said(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("time called within a hand"):
        page = stage.open(HAND, OPEN)
        assert "229 to win" in says(stage)[0]
        page.table.record(Time())
        decided(
            stage,
            "21 ahead \u00b7 this hand decides it",
            "needs 22 more than Aces \u00b7 this hand decides it",
        )
    with subtests.test("tied when time is called"):
        page = stage.open(HAND)
        page.table.record(Ruling(side=1, points=21, why="x"))
        stage.type("5443")
        page.table.record(Time())
        decided(stage, "tied", "tied")
    with subtests.test("the last of the hands agreed on"):
        stage.open(HAND, agreed={"game": {"max_hands": 2}})
        decided(stage, "21 ahead \u00b7 one more hand decides it", "needs 22 more than Aces")
    with subtests.test("an extra hand is tied"):
        page = stage.open(HAND, agreed={"game": {"max_hands": 1}}, rules="unc")
        page.table.record(Ruling(side=1, points=21, why="x"))
        decided(stage, "tied \u00b7 one more hand decides it", "tied")
        stage.type("5443")
        decided(stage, "tied \u00b7 this hand decides it", "tied")
    with subtests.test("where sets may decide no number is said"):
        stage.open(HAND, agreed={"game": {"max_hands": 2, "sets_to_lose": 1}})
        for said in says(stage):
            assert said.startswith("one more hand decides it")
            assert "needs" not in said
            assert "ahead" not in said
    with subtests.test("where bags break a tie no number is said"):
        page = stage.open(HAND, OPEN, agreed={"clock": {"on_tie": "fewer-bags"}})
        page.table.record(Time())
        for said in says(stage):
            assert said.startswith("this hand decides it")
            assert "needs" not in said
    with subtests.test("where play goes on after time the target decides"):
        page = stage.open(HAND, OPEN, agreed={"clock": {"at_time": "play-on"}})
        page.table.record(Time())
        assert "229 to win" in says(stage)[0]


def test_time_up_between_hands_is_no_way_to_a_target(stage: Stage) -> None:
    page = stage.open(HAND)
    page.table.record(Clock(do="start"))
    stage.pass_(31 * 60)
    for said in says(stage):
        assert said.startswith("time is up")
        assert "to win" not in said
    stage.qtbot.mouseClick(page.bar.yes, Qt.MouseButton.LeftButton)
    decided(stage, "21 ahead", "needs 22 more than Aces")


def test_bids_that_are_half_typed_when_time_runs_out_are_no_answer(stage: Stage) -> None:
    """They show that cards were dealt: an `N` among them is a nil, and the hand is played."""
    page = stage.open(HAND)
    page.table.record(Clock(do="start"))
    stage.type("54")
    stage.pass_(31 * 60)
    stage.window.tick()
    assert page.bar.state == "bids"
    stage.type("n")
    assert page.bar.state == "bids"
    assert not page.table.match.board.is_over
    stage.type("4")
    log = page.table.match.log
    (time,) = [entry for entry in log if isinstance(entry, Time)]
    assert time.dealt
    assert page.table.match.board.open_hand


def test_without_a_bid_typed_it_is_asked(stage: Stage) -> None:
    page = stage.open(HAND)
    page.table.record(Clock(do="start"))
    stage.type("5")
    stage.pass_(31 * 60)
    stage.window.tick()
    page.bar.press("\b")
    stage.window.tick()
    assert page.bar.state == "asked"
