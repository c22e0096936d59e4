"""Totals, bag counts, what a side lacks and the result explain themselves, by click and by key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from scorepad.spades.entries import Forfeit, Ruling
from scorepad.window.match.sheet.sheet_columns import column_of
from scorepad.window.panels.explanations import ScoreExplanationPanel
from scorepad.window.panels.what_decides import running_sum_steps
from tests.window.evening import HAND, NIL_HAND, Evening, press, read
from tests.window.stage import Stage


def click(stage: Stage, side: int, part: str) -> ScoreExplanationPanel:
    view = stage.page.header.sides[side]
    stage.qtbot.mouseClick(view.parts[part], Qt.MouseButton.LeftButton)
    panel = stage.page.panel
    assert isinstance(panel, ScoreExplanationPanel)
    return panel


def test_a_number_opens_its_explanation(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("a total opens the latest hand and its running sum"):
        page = stage.open(HAND, NIL_HAND)
        page.table.record(Ruling(side=1, points=-30, why="late"))
        panel = click(stage, 1, "total")
        assert panel.accessibleName() == "Why: hand 2"
        said = read(panel).split("\n")
        at = said.index("Total, hand by hand")
        assert said[at + 1 :] == [
            *("Hand 1", "+50", "50"),
            *("Hand 2", "+70", "120"),
            *("Ruling: late", "\u221230", "90"),
        ]
    with subtests.test("what is lacking says what decides"):
        stage.open(HAND)
        panel = click(stage, 0, "needs")
        assert panel.accessibleName() == "What decides the game"
        said = read(panel)
        assert "Aces has 71 and needs 229 more to reach 300." in said
        assert "When time runs out, finish the hand" in said
        assert "§ The Game 4" in said.split("\n")


def test_why_explains_the_number_that_was_clicked(stage: Stage) -> None:
    page = stage.open(HAND, NIL_HAND)
    sheet = page.sheet
    index = sheet.model().index(0, column_of(1, "total"))
    at = sheet.visualRect(index).center()
    stage.qtbot.mouseClick(sheet.viewport(), Qt.MouseButton.LeftButton, pos=at)
    stage.window.do("why")
    assert isinstance(page.panel, ScoreExplanationPanel)
    assert page.panel.place() == (1, 1, "total")


def test_every_running_sum_ends_at_the_total(tmp_path: Path) -> None:
    big: Any = ((4, 3, 3, 2), (13, 0, 0, None))
    table = Evening(tmp_path).play(HAND, big, NIL_HAND)
    table.record(Ruling(side=0, points=5, bags=2, why="counted again"))
    board = table.match.board
    for side in (0, 1):
        assert list(running_sum_steps(table.match, side))[-1][2] == board.score[side]
        assert list(running_sum_steps(table.match, side, bags=True))[-1][2] == board.bags[side]


def test_the_ending_is_explained(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("the winner's side explains the ending with its place"):
        page = stage.open(HAND, agreed={"game": {"target": 60}})
        assert page.table.match.board.is_over
        stage.qtbot.mouseClick(page.header.sides[0].parts["needs"], Qt.MouseButton.LeftButton)
        assert isinstance(page.panel, ScoreExplanationPanel)
        assert page.panel.accessibleName() == "Why it ended"
        said = read(page.panel)
        assert "Aces wins 71–50: first to 60" in said
        assert "The first team with 60 or more at the end of a hand wins." in said
        assert "Agreed to by both teams: Target: 60. UNC: Target: 300" in said
        assert "§ UNC" not in said, "it says nothing of 60 points"
        assert "§ The Game 3; Scoring, last paragraph" not in said
    with subtests.test("the document is cited for its own target"):
        page = stage.open(HAND)
        page.table.record(Ruling(side=0, points=300, why="counted again"))
        page.explain_number(1, 0, "change")
        page.panel.show_place(0)
        assert "§ The Game 3; Scoring, last paragraph" in read(page.panel)
    with subtests.test("the why action explains the end of a finished game"):
        page = stage.open(HAND, HAND)
        page.table.record(Forfeit(side=1, why="left"))
        stage.window.do("why")
        assert isinstance(page.panel, ScoreExplanationPanel)
        assert "Later rulings change only the totals." in read(page.panel)
        # One step back from the end is the latest hand.
        press(page.panel, "Previous hand")
        assert page.panel.accessibleName() == "Why: hand 2"
        press(page.panel, "Previous hand")
        assert page.panel.accessibleName() == "Why: hand 1"
