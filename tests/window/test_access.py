"""Every control of the pages and panels has a name, can be reached by key, and is large enough
for a finger."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from scorepad.spades.entries import Forfeit, Renege, Ruling
from scorepad.spades.words import T
from scorepad.window.floor.matches_page import MatchesPage
from scorepad.window.floor.new_match import NewMatchPage
from scorepad.window.handouts.handout import of_table
from scorepad.window.handouts.preview import PreviewPage
from scorepad.window.match.panel_registry import PANELS
from scorepad.window.rules.deviations import Deviations
from scorepad.window.shell.help_page import HelpPage
from scorepad.window.shell.settings_page import SettingsPage
from scorepad.window.widgets.theme import TOUCH, Theme
from tests.window.evening import HAND, WORDS, Evening, Sheets
from tests.window.find import find

CONTROLS = (QAbstractButton, QLineEdit, QPlainTextEdit, QComboBox, QAbstractItemView)
PAGES = ("start", "new", "preview", "settings", "help")


@pytest.fixture
def evening(tmp_path: Path, qapp: QApplication) -> Evening:
    if Theme.active is None:
        Theme(qapp).apply("light", 100)
    return Evening(tmp_path)


def page_of(name: str, evening: Evening) -> QWidget:
    table = evening.play(HAND)
    if name == "start":
        return MatchesPage(evening.desk, WORDS, evening.settings)
    if name == "new":
        page = NewMatchPage(evening.desk, WORDS, evening.settings)
        find(page, Deviations).fill({"game": {"floor": -200}, "talk": {"ladder": ["warning"]}})
        return page
    if name == "preview":
        return PreviewPage(of_table(table, Sheets(), WORDS), WORDS, evening.settings, table=table)
    if name == "settings":
        return SettingsPage(WORDS, evening.settings, test_alarm=lambda: T("Played."))
    return HelpPage(WORDS)


def faults(page: QWidget) -> list[str]:
    """What is wrong with the controls that can be seen."""
    QApplication.processEvents()
    found = []
    for control in page.findChildren(QWidget):
        seen = isinstance(control, CONTROLS) and control.isVisibleTo(page)
        inside = isinstance(control.parentWidget(), QComboBox | QLineEdit | QAbstractItemView)
        if not seen or inside or control.objectName().startswith("qt_"):
            continue
        name = control.accessibleName()
        if not name:
            text = control.text() if isinstance(control, QAbstractButton) else ""
            if not text:
                found.append(f"{type(control).__name__} has no name")
        # Of the buttons of a choice Tab reaches one, the arrow keys the others.
        chosen = isinstance(control, QAbstractButton) and control.group() is not None
        focusable = chosen or control.focusPolicy() & Qt.FocusPolicy.TabFocus
        if not focusable and not name.endswith(("+", "\u2212")):
            found.append(f"{name} cannot be reached by key")
        if control.height() < TOUCH and not isinstance(control, QCheckBox):
            found.append(f"{name} is {control.height()} pixels high")
    return found


@pytest.mark.parametrize("name", PAGES)
def test_a_page_can_be_named_reached_and_touched(qtbot: Any, evening: Evening, name: str) -> None:
    page = page_of(name, evening)
    qtbot.addWidget(page)
    page.resize(1366, 700)
    page.show()
    assert faults(page) == []


@pytest.mark.parametrize("key", sorted(PANELS))
def test_a_panel_can_be_named_reached_and_touched(qtbot: Any, evening: Evening, key: str) -> None:
    table = evening.play(HAND)
    table.record(Renege(side=0, hand=1))
    table.record(Ruling(side=0, points=-10, why="late"))
    table.undo()
    panel = evening.panel(qtbot, key, table)
    assert faults(panel) == []
    assert panel.accessibleName()


@pytest.mark.parametrize("key", sorted(PANELS))
def test_tab_goes_round_a_panel(qtbot: Any, evening: Evening, key: str) -> None:
    table = evening.play(HAND)
    table.record(Forfeit(side=0, why="left"))
    panel = evening.panel(qtbot, key, table)
    QApplication.processEvents()
    wanted = {
        control
        for control in panel.findChildren(QWidget)
        if isinstance(control, CONTROLS)
        and control.isVisibleTo(panel)
        and control.isEnabled()
        and control.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not isinstance(control.parentWidget(), QComboBox | QAbstractItemView)
    }
    reached = set()
    at: QWidget = panel
    for _step in range(400):
        at = at.nextInFocusChain()
        reached.add(at)
        if at is panel:
            break
    assert wanted <= reached
