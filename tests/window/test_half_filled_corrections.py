"""Corrections that are half typed: what is said of them is true, and they are found again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from scorepad.spades.entries import Ruling
from scorepad.window.panels.amend import AmendPanel
from scorepad.window.panels.hand_editor import HandEditor
from tests.window.evening import HAND, press, read
from tests.window.find import line, type_over
from tests.window.stage import Stage
from tests.window.test_amend_panel import panel_of

LEFT = "What you typed earlier is filled in."


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Stage:
    made = Stage(qtbot, tmp_path)
    made.open(*[HAND] * 5)
    return made


def half_typed(stage: Stage, hand: int, bid: str = "6") -> AmendPanel:
    """Hand so and so with a bid corrected, and no reason yet."""
    stage.page.edit_hand(hand)
    panel = panel_of(stage)
    assert isinstance(panel.editor, HandEditor)
    type_over(panel, "Bid, Ann", bid)
    return panel


def save(panel: AmendPanel) -> None:
    assert panel.editor is not None
    QTest.keyClicks(panel.editor.why, "misread")
    press(panel, "Save the correction")


def test_what_was_saved_is_said_and_what_is_kept_for_another_hand_named(stage: Stage) -> None:
    half_typed(stage, 4)
    save(half_typed(stage, 2, "5"))
    page = stage.page
    assert page.panel is None
    said = read(page.bar)
    assert "✓ Recorded: correction" in said
    assert "What you typed for hand 4 is saved" in said
    assert "typed earlier" not in said


def test_what_is_cancelled_is_not_said_to_be_kept(stage: Stage) -> None:
    half_typed(stage, 4)
    half_typed(stage, 1)
    press(half_typed(stage, 2), "Cancel")
    said = read(stage.page.bar)
    assert "What you typed for hands 1 and 4 is saved" in said
    assert "typed earlier" not in said
    stage.page.edit_hand(2)
    assert LEFT not in read(panel_of(stage))


def test_saving_the_last_one_says_nothing_is_kept(stage: Stage) -> None:
    save(half_typed(stage, 4))
    said = read(stage.page.bar)
    assert "✓ Recorded: correction" in said
    assert "kept" not in said


def test_closed_it_says_for_which_hand_something_is_kept(stage: Stage) -> None:
    panel = half_typed(stage, 4)
    QTest.keyClick(panel, Qt.Key.Key_Escape)
    assert "What you typed for hand 4 is saved" in read(stage.page.bar)


@pytest.mark.parametrize("between", ["history", "note", None])
def test_it_opens_on_the_hand_that_is_half_typed_and_labels_that_alone(
    stage: Stage, between: str | None
) -> None:
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
    for step, labelled in (("before", False), ("before", False), ("after", False), ("after", True)):
        press(panel, f"Hand {step}")
        assert (LEFT in read(panel)) is labelled, (step, panel.place())
    press(panel, "Hand after")
    assert LEFT not in read(panel)


def test_left_on_another_hand_it_opens_on_the_one_with_something_typed(stage: Stage) -> None:
    press(half_typed(stage, 4), "Hand before")
    stage.page.close_panel()
    stage.window.do("amend")
    assert panel_of(stage).place() == 4


def test_a_hand_that_is_pointed_at_comes_before_the_one_half_typed(stage: Stage) -> None:
    half_typed(stage, 4)
    stage.page.close_panel()
    stage.page.edit_hand(2)
    panel = panel_of(stage)
    assert panel.place() == 2
    assert LEFT not in read(panel)
    # In the panel the hand that is shown is the one that is meant.
    stage.window.do("amend")
    assert panel.place() == 2


def test_a_correction_of_an_entry_that_was_undone_gives_way_to_its_hand(stage: Stage) -> None:
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


def test_typing_on_takes_the_label_away(stage: Stage) -> None:
    half_typed(stage, 4)
    stage.page.close_panel()
    stage.window.do("amend")
    panel = panel_of(stage)
    assert LEFT in read(panel)
    assert panel.editor is not None
    QTest.keyClicks(panel.editor.why, "m")
    assert LEFT not in read(panel)


def test_another_language_leaves_the_hand_that_is_shown(stage: Stage) -> None:
    press(half_typed(stage, 4), "Hand before")
    stage.session.reopen()
    assert panel_of(stage).place() == 3


def test_the_bar_stops_saying_kept_after_a_cancel(stage: Stage) -> None:
    half_typed(stage, 4)
    stage.page.close_panel()
    assert "What you typed for hand 4 is saved" in read(stage.page.bar)
    stage.page.edit_hand(4)
    press(panel_of(stage), "Cancel")
    assert "is kept" not in read(stage.page.bar)


def test_undo_in_the_history_names_the_entry_and_clears_the_bar_of_it(stage: Stage) -> None:
    page = stage.open(HAND)
    stage.type("5443")
    stage.type("8\n")
    assert "Hand 2" in read(page.bar)
    page.do("history")
    panel: Any = page.panel
    press(panel, "Undo: tricks of hand 2")
    assert "Undid tricks of hand 2" in read(panel)
    assert "Hand 2:" not in read(page.bar)
    press(panel, "Redo: tricks of hand 2")
    assert "Redid tricks of hand 2" in read(panel)
