"""What holds for tests of the window: each has the theme that the program has, whatever ran before
it; one does not leave its widgets to the next."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from scorepad.desk.houserules import HouseRules
from scorepad.window.rules.house_rules import HouseRulesPage
from scorepad.window.shell.main_window import MainWindow
from scorepad.window.widgets import theme
from tests.window.evening import WORDS, Evening
from tests.window.stage import Stage, one_theme

NOT_LOOKED_AT = {
    "test_app",
    "test_bar_keys",
    "test_bar_messages",
    "test_books",
    "test_check",
    "test_check_in",
    "test_clock",
    "test_clock_panel",
    "test_correction_undo",
    "test_corrections",
    "test_entry",
    "test_evening",
    "test_event_corrections",
    "test_event_page",
    "test_event_papers",
    "test_event_rounds",
    "test_first_start",
    "test_floor",
    "test_floor_keys",
    "test_half_filled_corrections",
    "test_half_filled_panels",
    "test_history_changes",
    "test_house_rules",
    "test_house_rules_search",
    "test_house_rulings",
    "test_key_count",
    "test_killed_typing",
    "test_language",
    "test_main_window",
    "test_new_match",
    "test_number_explanations",
    "test_one_refresh",
    "test_other_programs",
    "test_panel_keys",
    "test_panels",
    "test_preview",
    "test_print_several",
    "test_reasons",
    "test_paper_entry",
    "test_rule_texts_spanish",
    "test_rule_words",
    "test_running_clocks",
    "test_saturday",
    "test_setup_panel",
    "test_signing",
    "test_single_window",
    "test_stage_form",
    "test_tab_walk",
    "test_tables_page",
    "test_table_keys",
    "test_table_numbers",
    "test_trick_prompt",
    "test_undo_walk",
    "test_unmeant_keys",
    "test_unsaved_house_rules",
    "test_way_back",
    "test_what_decides",
    "test_when",
    "test_widget_lifetime",
    "test_window_matches",
    "test_window_place",
    "test_window_printing",
    "test_window_process",
    "test_wording",
}
"""Files whose tests neither measure nor look at what is painted.  Their windows have no style
sheet: with one, Qt styles a widget again each time that something around it is put into something
larger, which is most of what a window costs."""


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
    made = HouseRulesPage(house, WORDS, evening.settings)
    qtbot.addWidget(made)
    made.resize(1366, 760)
    made.show()
    return made


for wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitExposed):
    # A busy machine may take longer than the five seconds of pytest-qt.
    wait.__kwdefaults__["timeout"] = 60_000  # ms


@pytest.fixture
def styled() -> None:
    """A test that asks for this has the style sheet, also in a file that goes without."""


@pytest.fixture(autouse=True)
def themed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The theme, also for a test that is the first of its process."""
    if {"qapp", "qtbot"} & set(request.fixturenames):
        app = request.getfixturevalue("qapp")
        plain = request.path.stem in NOT_LOOKED_AT and "styled" not in request.fixturenames
        if plain:
            monkeypatch.setattr(theme, "style_sheet", lambda *_: "")
        look = one_theme(app)
        if plain == bool(app.styleSheet()):
            look.apply("light", 100)


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
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        QTest.mouseRelease(QWidget(), Qt.MouseButton.LeftButton)
