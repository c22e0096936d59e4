"""What Python keeps of the window outlives the panels and pages in it: whatever was opened before,
the window then speaks another language whole."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QLineEdit,
    QMainWindow,
    QVBoxLayout,
    QWidget,
)

from scorepad.desk.actions import ACTIONS, GROUPS
from scorepad.spades.words import T
from scorepad.window.widgets import tab_order
from tests.window.evening import HAND, NIL_HAND
from tests.window.stage import Stage

ACTION_GROUPS = [
    [each.key for each in ACTIONS if each.group == group and each.key != "quit"] for group in GROUPS
]
OF_THE_RESULT = ["like", "print", "copy-result", "sign", "amend", "history", "why", "undo"]
"""Actions that show something else once a game is over."""
TO_THE_END = (((4, 3, 3, 2), (7, 3, 3, 0)),) * 6


def let_go() -> None:
    """Have what was closed deleted, as the program does between two events."""
    QApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_a_tab_order_deletes_nothing_along_with_its_widgets(qtbot: Any) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    bar = window.menuBar()
    central = QWidget()
    column = QVBoxLayout(central)
    window.setCentralWidget(central)
    panel = QWidget()
    inside = QVBoxLayout(panel)
    lines = [QLineEdit() for _number in range(3)]
    for line in lines:
        inside.addWidget(line)
    column.addWidget(panel)
    window.show()
    tab_order.set_tab_order((*lines[1:], lines[0]))
    tab_order.set_tab_order(reversed(lines))
    tab_order.put_first_in_tab_order(window, (panel,))
    panel.deleteLater()
    let_go()
    assert not shiboken6.isValid(panel)
    assert shiboken6.isValid(bar)


@pytest.mark.parametrize(
    ("actions", "over"),
    [*((actions, False) for actions in ACTION_GROUPS), (OF_THE_RESULT, True)],
    ids=[*GROUPS, "over"],
)
def test_the_language_changes_whatever_was_opened_before(
    qtbot: Any, tmp_path: Path, actions: list[str], over: bool
) -> None:
    """One action after the other is done in one window; after each the language changes."""
    stage = Stage(qtbot, tmp_path)
    stage.open(*(TO_THE_END if over else (HAND, NIL_HAND)))
    for key, language in zip(actions, itertools.cycle(("es", "en"))):
        window = stage.window
        window.menus.actions[key].trigger()
        let_go()
        for dialog in window.findChildren(QFileDialog):
            dialog.reject()
        for pressed in (Qt.Key.Key_Tab, Qt.Key.Key_Tab, Qt.Key.Key_Escape, Qt.Key.Key_Tab):
            QTest.keyClick(QApplication.focusWidget() or window, pressed)
            let_go()
        stage.speak(language)
        let_go()
        window = stage.window
        bar = window.menuBar()
        assert bar.accessibleName() == str(T("Menu")), key
        titles = [each.text().replace("&", "") for each in bar.actions()]
        assert titles == [str(title) for title in GROUPS.values()], key


def test_the_palette_closes_when_the_field_it_was_opened_from_is_gone(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path)
    page = stage.open(HAND, NIL_HAND)
    stage.activate()
    page.edit_hand(2)
    field = QApplication.focusWidget()
    assert field is not None
    stage.window.do("palette")
    page.table.undo()
    page.table.undo()
    let_go()
    assert not shiboken6.isValid(field)
    assert stage.window.pages is not None
    palette = stage.window.command_palette
    assert palette.isVisible()
    QTest.keyClick(palette.line, Qt.Key.Key_Escape)
    assert not palette.isVisible()
