"""Why a number is what it is, and the rule set at a glance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication

from scorepad.spades.citations import cite_line, rulings_about_line
from scorepad.spades.entries import Bids, Forfeit, HeadChange, Renege, Ruling, Tricks
from scorepad.spades.rule_labels import SCORE_LINE_LABELS, option_text
from scorepad.spades.rules import PRESETS
from scorepad.spades.words import format_change
from scorepad.window.panels.explanations import ScoreExplanationPanel
from tests.window.evening import HAND, NIL_HAND, Evening, press, read
from tests.window.find import button
from tests.window.stage import Stage


def test_each_line_says_its_points_its_rule_and_its_place(qtbot: Any, evening: Evening) -> None:
    table = evening.play(HAND, NIL_HAND)
    table.record(Bids(bids=(4, 3, 3, 2)))
    table.record(Renege(side=0))
    table.record(Ruling(side=1, points=-20, why="late"))
    table.record(Tricks(tricks=(5, 3, 3, 2)))
    panel = evening.panel(qtbot, "why", table)
    for hand in table.match.board.hands:
        for side in range(2):
            panel.show_place((hand.number, side, "change"))
            shown = read(panel)
            assert f"Why: hand {hand.number}" in shown
            for line in hand.lines[side]:
                assert str(SCORE_LINE_LABELS[line.what]) in shown
                assert format_change(line.points) in shown
                place = cite_line(table.match.rules, hand, side, line).place
                assert place in shown
                assert bool(place) == (line.what != "ruling")
            before = hand.score[side] - hand.change[side]
            assert f"{format_change(before).lstrip('+')} " in shown
            assert sum(line.points for line in hand.lines[side]) == hand.change[side]


def test_the_ruling_used_where_the_document_leaves_room_is_named(
    qtbot: Any, evening: Evening
) -> None:
    table = evening.play((("nil", 4, 5, 3), (2, 4, 4, 3)))
    panel = evening.panel(qtbot, "why", table)
    panel.show_place((1, 0, "change"))
    rules = table.match.rules
    hand = table.match.board.hands[0]
    about = [each for line in hand.lines[0] for each in rulings_about_line(rules, hand, 0, line)]
    assert [each.id for each in about] == ["failed-nil-tricks"]
    for each in about:
        assert f"Ruling: {each.question} {each.reading}" in read(panel)


def test_a_house_rule_is_told_apart_from_the_document(qtbot: Any, evening: Evening) -> None:
    """UNC, Scoring 2 and 3: a point for each trick above; 6 sandbags, 60 points."""
    house = {
        "extends": "unc",
        "id": "friday",
        "name": "Friday Club",
        "bags": {"limit": 1, "penalty": 50},
    }
    table = evening.play(HAND, rules=house, agreed={"contract": {"overtrick": 2}})
    panel = evening.panel(qtbot, "why", table)
    panel.show_place((1, 0, "change"))
    shown = read(panel)
    assert "Friday Club: 1 bag, −50. UNC: 6 bags, −60" in shown
    assert "Agreed to by both teams: Points per overtrick: 2. UNC: Points per overtrick: 1" in shown
    assert "Scoring 2" not in shown
    assert "Scoring 3" not in shown
    assert "UNC intramural sports, “Spades Rules”: Scoring 1" in shown
    rules = read(evening.panel(qtbot, "rules", table))
    assert "What do the tricks taken on a failed nil count for?" in rules
    assert "If a team bids 10 or more and makes its bid, do its overtricks count?" not in rules


def test_an_override_and_a_void_hand_are_said(qtbot: Any, evening: Evening) -> None:
    table = evening.play()
    table.record(Bids(bids=(1, 3, 1, 2), override="agreed at the table"))
    panel = evening.panel(qtbot, "why", table)
    panel.show_place((1, 0, "change"))
    assert "A bid that breaks the rules was accepted. Reason: agreed at the table" in read(panel)
    assert "in progress" in read(panel)


def test_hands_are_stepped_through_and_sides_changed(qtbot: Any, evening: Evening) -> None:
    panel = evening.panel(qtbot, "why", evening.play(HAND, NIL_HAND))
    assert "Why: hand 2" in read(panel)
    press(panel, "Previous hand")
    assert "Why: hand 1" in read(panel)
    assert "Ann bid 4, Cy bid 3" in read(panel)
    press(panel, "Team: Kings")
    assert "Bo bid 3, Di bid 2" in read(panel)
    assert not button(panel, "Previous hand").isEnabled()


@pytest.mark.parametrize("rules_id", PRESETS)
def test_the_rule_set_shows_its_target_its_source_and_all_its_rulings(
    qtbot: Any, evening: Evening, rules_id: str
) -> None:
    table = evening.play(rules=rules_id)
    panel = evening.panel(qtbot, "rules", table)
    shown = read(panel)
    rules = table.match.rules
    for text in (
        rules.name,
        rules.source,
        f"{rules.game.target} points",
        *(each.text for each in rules.play),
    ):
        assert text in shown
    for reading in rules.ruling:
        assert reading.question in shown
        assert reading.reading in shown
        for option in reading.options:
            assert str(option_text(option.reading)) in shown


def test_what_is_agreed_is_named_and_followed(qtbot: Any, evening: Evening) -> None:
    table = evening.play(rules="chicago", agreed={"bidding": {"blind_nil": "yes"}})
    panel = evening.panel(qtbot, "rules", table)
    assert "Agreed for this match: Blind nil (Double Nil): yes" in read(panel)
    table.record(HeadChange(why="target lowered", agreed={"game": {"target": 250}}))
    assert "Agreed for this match: Target: 250" in read(panel)
    assert "250 points" in read(panel)


def test_the_arrows_stand_where_they_stood_when_the_end_is_explained(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path)
    page = stage.open(HAND, HAND)
    page.table.record(Forfeit(side=1, why="left"))
    page.explain_number(1, 0, "change")
    panel = page.panel
    assert isinstance(panel, ScoreExplanationPanel)

    def places() -> list[QRect]:
        QApplication.processEvents()
        return [button(panel, name).geometry() for name in ("Previous hand", "Next hand")]

    beside = places()
    panel.show_place(0)
    assert not button(panel, "Team: Aces").isVisible()
    assert places() == beside
