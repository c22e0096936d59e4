"""What Python keeps of the window outlives the panels and pages in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QMainWindow,
    QVBoxLayout,
    QWidget,
)

from scorepad.window.widgets import tab_order
from tests.window.evening import HAND, NIL_HAND
from tests.window.stage import Stage


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


def test_the_finder_closes_with_the_field_it_was_opened_from(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    page = stage.open(HAND, NIL_HAND)
    stage.activate()
    page.show_panel("note")
    field = QApplication.focusWidget()
    assert field is not None
    stage.window.do("find")
    page.close_panel()
    let_go()
    assert not shiboken6.isValid(field)
    assert stage.window.pages is not None
    assert not stage.window.finder.frame.isVisible()
    stage.window.do("find")
    assert stage.window.finder.frame.isVisible()
    QTest.keyClick(stage.window.finder.frame.line, Qt.Key.Key_Escape)
    assert not stage.window.finder.frame.isVisible()
