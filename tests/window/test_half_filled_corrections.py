"""Corrections that are half typed: what is said of them is true, and they are found again."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from scorepad.spades.entries import Ruling
from scorepad.window.panels.amend import AmendHandPanel
from scorepad.window.panels.hand_editor import HandEditor
from tests.window.evening import HAND, press, read
from tests.window.find import line, type_over
from tests.window.stage import Stage
from tests.window.test_amend_panel import panel_of

LEFT = "What you typed earlier is filled in."


FIVE = (HAND,) * 5


def half_typed(stage: Stage, hand: int, bid: str = "6") -> AmendHandPanel:
    """Hand so and so with a bid corrected, and no reason yet."""
    stage.page.edit_hand(hand)
    panel = panel_of(stage)
    assert isinstance(panel.editor, HandEditor)
    type_over(panel, "Bid, Ann", bid)
    return panel


def save(panel: AmendHandPanel) -> None:
    assert panel.editor is not None
    QTest.keyClicks(panel.editor.why, "misread")
    press(panel, "Save the correction")


def test_what_is_said_once_a_correction_is_left(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("what was saved is said and what is kept for another hand named"):
        stage.open(*FIVE)
        half_typed(stage, 4)
        save(half_typed(stage, 2, "5"))
        page = stage.page
        assert page.panel is None
        said = read(page.bar)
        assert "✓ Recorded: correction" in said
        assert "What you typed for hand 4 is saved" in said
        assert "typed earlier" not in said
    with subtests.test("what is cancelled is not said to be kept"):
        stage.open(*FIVE)
        half_typed(stage, 4)
        half_typed(stage, 1)
        press(half_typed(stage, 2), "Cancel")
        said = read(stage.page.bar)
        assert "What you typed for hands 1 and 4 is saved" in said
        assert "typed earlier" not in said
        stage.page.edit_hand(2)
        assert LEFT not in read(panel_of(stage))
    with subtests.test("saving the last one says nothing is kept"):
        stage.open(*FIVE)
        save(half_typed(stage, 4))
        said = read(stage.page.bar)
        assert "✓ Recorded: correction" in said
        assert "kept" not in said
    with subtests.test("closed it says for which hand something is kept"):
        stage.open(*FIVE)
        panel = half_typed(stage, 4)
        QTest.keyClick(panel, Qt.Key.Key_Escape)
        assert "What you typed for hand 4 is saved" in read(stage.page.bar)
    with subtests.test("the bar stops saying kept after a cancel"):
        stage.open(*FIVE)
        half_typed(stage, 4)
        stage.page.close_panel()
        assert "What you typed for hand 4 is saved" in read(stage.page.bar)
        stage.page.edit_hand(4)
        press(panel_of(stage), "Cancel")
        assert "is kept" not in read(stage.page.bar)


def test_it_opens_on_the_hand_that_is_half_typed_and_labels_that_alone(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    for between in ["history", "note", None]:
        with subtests.test(between=between):
            stage.open(*FIVE)
            panel = half_typed(stage, 4)
            page = stage.page
            if between is None:
                QTest.keyClick(panel, Qt.Key.Key_Escape)
            else:
                page.show_panel(between)
            stage.window.do("amend")
            panel = panel_of(stage)
            assert panel.place() == 4
            assert isinstance(panel.editor, HandEditor)
            assert line(panel, "Bid, Ann").text() == "6"
            assert LEFT in read(panel)
            for step, labelled in (
                ("before", False),
                ("before", False),
                ("after", False),
                ("after", True),
            ):
                press(panel, f"Hand {step}")
                assert (LEFT in read(panel)) is labelled, (step, panel.place())
            press(panel, "Hand after")
            assert LEFT not in read(panel)


def test_which_hand_it_opens_on(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("left on another hand it opens on the one with something typed"):
        stage.open(*FIVE)
        press(half_typed(stage, 4), "Hand before")
        stage.page.close_panel()
        stage.window.do("amend")
        assert panel_of(stage).place() == 4
    with subtests.test("a hand that is pointed at comes before the one half typed"):
        stage.open(*FIVE)
        half_typed(stage, 4)
        stage.page.close_panel()
        stage.page.edit_hand(2)
        panel = panel_of(stage)
        assert panel.place() == 2
        assert LEFT not in read(panel)
        # In the panel the hand that is shown is the one that is meant.
        stage.window.do("amend")
        assert panel.place() == 2
    with subtests.test("typing on takes the label away"):
        stage.open(*FIVE)
        half_typed(stage, 4)
        stage.page.close_panel()
        stage.window.do("amend")
        panel = panel_of(stage)
        assert LEFT in read(panel)
        assert panel.editor is not None
        QTest.keyClicks(panel.editor.why, "m")
        assert LEFT not in read(panel)
    with subtests.test("a correction of an entry that was undone gives way to its hand"):
        stage.open(*FIVE)
        page = stage.page
        page.table.record(Ruling(side=0, points=10, why="forgotten trick", hand=5))
        page.edit_hand(5)
        press(panel_of(stage), "Change…")
        editor = panel_of(stage).editor
        assert editor is not None
        QTest.keyClicks(editor.why, "mis")
        page.close_panel()
        stage.window.do("undo")
        page.edit_hand(5)
        panel = panel_of(stage)
        assert isinstance(panel.editor, HandEditor)
        assert "was for an entry that no longer counts" in read(panel)
        page.close_panel()
        assert page.table.draft.text == ""
    with subtests.test("another language leaves the hand that is shown"):
        stage.open(*FIVE)
        press(half_typed(stage, 4), "Hand before")
        stage.restart()
        assert panel_of(stage).place() == 3


def test_undo_in_the_history_names_the_entry_and_clears_the_bar_of_it(stage: Stage) -> None:
    page = stage.open(HAND)
    stage.type("5443")
    stage.type("8\n")
    assert "Hand 2" in read(page.bar)
    page.do("history")
    panel: Any = page.panel
    press(panel, "Undo: tricks of hand 2")
    assert "Undid tricks of hand 2" in read(page.bar)
    assert "Hand 2:" not in read(page.bar)
    press(panel, "Redo: tricks of hand 2")
    assert "Redid tricks of hand 2" in read(page.bar)
