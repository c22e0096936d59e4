"""What holds for tests of the window: each has the theme that the program has, whatever ran before
it; one does not leave its widgets to the next."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from scorepad.window.shell.main_window import MainWindow
from tests.window.stage import one_theme


@pytest.fixture(autouse=True)
def themed(request: pytest.FixtureRequest) -> None:
    """The theme, also for a test that is the first of its process."""
    if {"qapp", "qtbot"} & set(request.fixturenames):
        one_theme(request.getfixturevalue("qapp"))


@pytest.fixture(autouse=True)
def swept() -> Iterator[None]:
    """Widgets that were closed are deleted now: each that stayed would be painted and styled
    again by every test that follows."""
    yield
    if QCoreApplication.instance() is not None:
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, MainWindow):
                widget.close()
                widget.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
