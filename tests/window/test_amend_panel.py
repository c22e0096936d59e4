"""The panel in which a hand is corrected: where the cursor goes, and what is in sight."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from scorepad.spades.entries import Ruling
from scorepad.window.panels.amend import AmendPanel
from scorepad.window.panels.correction import Correction, Striking
from tests.window.evening import HAND, NIL_HAND
from tests.window.stage import Stage


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Stage:
    return Stage(qtbot, tmp_path)


def panel_of(stage: Stage) -> AmendPanel:
    panel = stage.page.panel
    assert isinstance(panel, AmendPanel)
    return panel


def activate(stage: Stage) -> None:
    stage.window.activateWindow()
    stage.qtbot.waitUntil(stage.window.isActiveWindow)


def enter(panel: QWidget, name: str) -> None:
    """Go to the button whose name begins so, and press Enter."""
    QApplication.processEvents()
    made = next(
        each
        for each in panel.findChildren(QPushButton)
        if each.accessibleName().startswith(name) and each.isVisible()
    )
    made.setFocus()
    QTest.keyClick(made, Qt.Key.Key_Return)
    QApplication.processEvents()


def test_striking_a_hand_goes_on_with_the_reason(stage: Stage) -> None:
    page = stage.open(HAND, NIL_HAND)
    activate(stage)
    page.edit_hand(1)
    panel = panel_of(stage)
    enter(panel, "Strike the whole hand…")
    assert isinstance(panel.editor, Striking)
    assert QApplication.focusWidget() is panel.editor.reasoned.why
    QTest.keyClicks(QApplication.focusWidget(), "misdealt")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert len(page.table.match.board.hands) == 1


def test_changing_an_entry_of_a_hand_goes_on_with_its_first_field(stage: Stage) -> None:
    page = stage.open(HAND, (HAND[0], None))
    page.table.record(Ruling(side=0, points=10, why="forgotten trick"))
    activate(stage)
    page.edit_hand(2)
    panel = panel_of(stage)
    enter(panel, "Change:")
    assert isinstance(panel.editor, Correction)
    focused = QApplication.focusWidget()
    assert focused is not None
    assert panel.editor.editor.isAncestorOf(focused)


def test_what_was_being_struck_comes_back_without_taking_the_cursor(stage: Stage) -> None:
    page = stage.open(HAND, NIL_HAND)
    activate(stage)
    page.edit_hand(1)
    enter(panel_of(stage), "Strike the whole hand…")
    QTest.keyClicks(QApplication.focusWidget(), "mis")
    page.bar.setFocus()
    stage.window.rebuild()
    QApplication.processEvents()
    panel = panel_of(stage)
    assert isinstance(panel.editor, Striking)
    assert panel.editor.reasoned.why.text() == "mis"
    assert not panel.isAncestorOf(QApplication.focusWidget())
