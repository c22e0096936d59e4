"""What holds for tests of the window: each has the theme that the program has, whatever ran before
it; one does not leave its widgets to the next."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from scorepad.desk.houserules import HouseRules
from scorepad.window.rules.house_rules import HouseRulesPage
from scorepad.window.shell.main_window import MainWindow
from scorepad.window.widgets.theme import Theme
from tests.window.evening import Evening
from tests.window.stage import Stage, delete_closed, one_theme


@pytest.fixture
def evening(tmp_path: Path, qapp: Any) -> Evening:
    """A desk that keeps its matches in memory."""
    return Evening(tmp_path)


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Stage:
    """A main window over such a desk."""
    return Stage(qtbot, tmp_path)


@pytest.fixture
def house(evening: Evening, tmp_path: Path) -> HouseRules:
    """The house's own rule sets, of which there are none yet."""
    return HouseRules(tmp_path / "rules", evening.library)


@pytest.fixture
def page(qtbot: Any, evening: Evening, house: HouseRules) -> HouseRulesPage:
    """The page of the house's rule sets."""
    made = HouseRulesPage(house, evening.settings)
    qtbot.addWidget(made)
    made.resize(1366, 760)
    made.show()
    return made


for wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitExposed):
    # A busy machine may take longer than the five seconds of pytest-qt.
    wait.__kwdefaults__["timeout"] = 60_000  # ms


@pytest.fixture(autouse=True)
def themed(request: pytest.FixtureRequest) -> None:
    """The theme, also for a test that is the first of its process."""
    if {"qapp", "qtbot"} & set(request.fixturenames):
        one_theme(request.getfixturevalue("qapp"))


@pytest.fixture
def qtbot(qtbot: QtBot, themed: None) -> QtBot:
    """A widget that a test shows alone has the style sheet, as within the window, and is not
    painted, as a stage's window."""
    add_widget = qtbot.addWidget

    def add_styled(widget: QWidget) -> None:
        look = Theme.active
        assert look is not None
        if not widget.styleSheet():
            look.apply_style_sheet(widget)
        widget.setUpdatesEnabled(False)
        add_widget(widget)

    qtbot.addWidget = add_styled
    return qtbot


@pytest.fixture(autouse=True)
def swept(tmp_path: Path) -> Iterator[None]:
    """Widgets that were closed are deleted now: each that stayed would be painted and styled
    again by every test that follows.  All keys and buttons are let go: the double click of QTest
    ends with a press, and a key leaves held what was held with it.  The folder, into which a
    window writes when it is closed, goes after it."""
    yield
    if QCoreApplication.instance() is not None:
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, MainWindow):
                widget.close()
                widget.deleteLater()
        delete_closed()
        QTest.mouseRelease(QWidget(), Qt.MouseButton.LeftButton)
