"""What is half typed in a panel is not lost when it is closed or another one is opened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from scorepad.spades.entries import Ruling
from scorepad.window.panels import PANELS
from scorepad.window.panels.amend import AmendPanel
from scorepad.window.panels.history import HistoryPanel
from tests.window.evening import HAND, press, read
from tests.window.stage import Stage

OVER = ((7, 3, 6, 3), (7, 3, 3, 0))


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Stage:
    return Stage(qtbot, tmp_path)


def half_a_ruling(stage: Stage) -> Any:
    panel: Any = stage.page.show_panel("ruling")
    press(panel, "Side: Kings")
    panel._points.set(-30)
    panel._why.control.setText("late to")
    return panel


def escape(stage: Stage) -> None:
    panel = stage.page.panel
    assert panel is not None
    QTest.keyClick(panel, Qt.Key.Key_Escape)


def cross(stage: Stage) -> None:
    panel = stage.page.panel
    assert panel is not None
    press(panel, "Close")


def another(stage: Stage) -> None:
    stage.page.show_panel("note")


def other_table(stage: Stage) -> None:
    here = stage.page.table.id
    stage.open(HAND)
    stage.window.show_table(here)


@pytest.mark.parametrize("leave", [escape, cross, another, other_table])
def test_a_ruling_half_typed_comes_back_as_it_was_left(stage: Stage, leave: Any) -> None:
    page = stage.open(HAND)
    half_a_ruling(stage)
    log = page.table.match.log
    leave(stage)
    assert stage.page.table.match.log == log
    if leave is not other_table:
        assert "“Ruling” is kept as you left it" in read(page.bar)
    again: Any = page.show_panel("ruling")
    assert (again._side.value, again._points.value) == (1, -30)
    assert again._why.control.text() == "late to"
    again._why.control.setText("late to the table")
    press(again, "Record the ruling")
    entry = page.table.match.log[-1]
    assert isinstance(entry, Ruling)
    assert (entry.side, entry.points, entry.why) == (1, -30, "late to the table")
    # What was recorded does not come back.
    fresh: Any = page.show_panel("ruling")
    assert fresh._side.value is None


def test_cancel_lets_go_of_it(stage: Stage) -> None:
    page = stage.open(HAND)
    press(half_a_ruling(stage), "Cancel")
    assert "is kept" not in read(page.bar)
    panel: Any = page.show_panel("ruling")
    assert panel._side.value is None


def test_a_panel_where_nothing_is_typed_goes_without_a_word(stage: Stage) -> None:
    page = stage.open(HAND)
    for key in PANELS:
        panel = page.show_panel(key)
        assert panel is not None
        assert panel.typed() is None, key
        page.close_panel()
        assert "is kept" not in read(page.bar), key


def test_each_hands_correction_is_kept_apart(stage: Stage) -> None:
    page = stage.open(HAND, HAND)
    page.edit_hand(1)
    panel: Any = page.panel
    assert isinstance(panel, AmendPanel)
    panel.editor.bids.lines[0].setText("6")  # type: ignore[union-attr]
    press(panel, "Hand after")
    panel.editor.reasoned.why.setText("heard wrong")  # type: ignore[union-attr]
    page.show_panel("note")
    page.edit_hand(1)
    panel = page.panel
    assert panel.editor.bids.lines[0].text() == "6"
    page.edit_hand(2)
    assert panel.editor.reasoned.why.text() == "heard wrong"
    press(panel, "Cancel")
    page.edit_hand(2)
    panel = page.panel
    assert panel.editor.reasoned.why.text() == ""
    page.edit_hand(1)
    assert panel.editor.bids.lines[0].text() == "6", "only one hand's was cancelled"


def test_striking_half_typed_is_kept_in_the_history(stage: Stage) -> None:
    page = stage.open(HAND, HAND)
    panel = page.show_panel("history")
    assert isinstance(panel, HistoryPanel)
    entry_id = str(page.table.match.log[1].id)
    panel.strike(entry_id)
    assert panel.editor is not None
    panel.editor.reasoned.why.setText("twice")
    page.close_panel()
    again = page.show_panel("history")
    assert isinstance(again, HistoryPanel)
    assert again.chosen() == entry_id
    assert again.editor is not None
    assert again.editor.reasoned.why.text() == "twice"
    press(again, "Cancel")
    page.close_panel()
    last = page.show_panel("history")
    assert isinstance(last, HistoryPanel)
    assert last.editor is None


def test_what_can_no_longer_be_struck_is_not_offered_again(stage: Stage) -> None:
    page = stage.open(HAND)
    panel = page.show_panel("history")
    assert isinstance(panel, HistoryPanel)
    panel.strike(str(page.table.match.log[-1].id))
    assert panel.editor is not None
    panel.editor.reasoned.why.setText("twice")
    page.close_panel()
    stage.window.do("undo")
    again = page.show_panel("history")
    assert isinstance(again, HistoryPanel)
    assert again.editor is None
    assert "was for an entry that no longer counts" in read(again)


def test_a_name_half_written_under_the_result_is_kept(stage: Stage) -> None:
    page = stage.open(*[HAND] * 2)
    panel: Any = page.show_panel("result")
    panel.signing._lines[0].setText("Ann")
    page.close_panel()
    again: Any = page.show_panel("result")
    assert again.signing._lines[0].text() == "Ann"


@pytest.mark.parametrize("key", sorted(PANELS))
def test_the_cross_of_every_panel_is_reached_by_tab_after_its_buttons(
    stage: Stage, key: str
) -> None:
    page = stage.open(HAND, (HAND[0], None))
    panel = page.show_panel(key)
    assert panel is not None
    walked: list[Any] = []
    focused = stage.window.focusWidget()
    while focused is not None and focused not in walked and len(walked) < 60:
        walked.append(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
        focused = stage.window.focusWidget()
    inside = [each for each in walked if panel.isAncestorOf(each)]
    assert inside[-1] is panel._close, [each.accessibleName() for each in inside]
    QTest.keyClick(panel._close, Qt.Key.Key_Space)
    assert page.panel is None
