"""Another language at the next start: open tables and what is typed come back in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QApplication, QPushButton, QToolButton

from scorepad.spades.entries import Clock
from scorepad.window.shell.settings_page import SettingsPage
from scorepad.window.widgets.inputs import Stepper
from tests.window.evening import HAND, press, read
from tests.window.find import button, choice, find, line, settle
from tests.window.stage import Stage


def choose(stage: Stage, language: str) -> None:
    stage.window.do("settings")
    page = stage.window.stack.currentWidget()
    assert isinstance(page, SettingsPage)
    press(page, f"Language: {language}")
    QApplication.processEvents()


def all_texts(stage: Stage) -> str:
    texts = [read(stage.window)]
    texts += [each.text() for each in stage.window.findChildren(QPushButton) if each.isVisible()]
    return "\n".join(texts)


def test_a_language_that_is_chosen_applies_at_the_next_start(stage: Stage) -> None:
    choose(stage, "Español")
    assert "Settings" in read(stage.window)
    assert "Takes effect the next time Scorepad starts." in read(stage.window)
    assert stage.evening.settings.language == "es"


def test_typed_keys_panels_and_clocks_survive_another_language(stage: Stage) -> None:
    first = stage.open(HAND, table="Table 1")
    stage.type("5")
    page = stage.open(HAND, table="Table 2")
    page.table.record(Clock(do="start"))
    stage.pass_(61)
    stage.type("54")
    panel = page.show_panel("ruling")
    assert panel is not None
    press(panel, "Team: Kings")
    find(panel, Stepper, "Points").set_value(-30)
    line(panel, "Why").setText("late")
    left = page.table.clock().seconds_left(stage.now())
    log = page.table.match.log
    stage.speak("es")
    again = stage.page
    assert again is not page
    assert again.table is page.table
    assert again.table.match.log == log
    assert again.bar.bids is not None
    assert again.bar.bids.keys == "54"
    assert again.panel is not None
    assert button(again.panel, "Equipo: Kings").isChecked()
    assert find(again.panel, Stepper, "Puntos").value == -30
    assert line(again.panel, "Motivo").text() == "late"
    assert again.panel.accessibleName() == "Decisión"
    assert again.table.clock().seconds_left(stage.now()) == left
    assert "en marcha" in again.header.clock.state_text
    stage.window.tables.show_table(first.table.id)
    assert stage.page.bar.bids is not None
    assert stage.page.bar.bids.keys == "5"
    # What is typed now goes where it went before.
    stage.type("443")
    assert stage.page.bar.state == "tricks"


def test_menus_and_strip_change_their_language_and_a_form_stays(stage: Stage) -> None:
    stage.open(HAND)
    stage.window.do("new")
    form = stage.window.stack.currentWidget()
    assert form is not None
    line(form, "Event").setText("Spring Open")
    before = {key: made.text() for key, made in stage.window.menus.actions.items()}
    stage.speak("es")
    after = {key: made.text() for key, made in stage.window.menus.actions.items()}
    assert before.keys() == after.keys()
    assert after["new"] != before["new"]
    assert [tab.table for tab in stage.window.strip.tabs] == list(stage.window.tables.open.values())
    assert stage.window.strip.home_button.text() == "Mesas"
    # There is one menu bar with each action once: no shortcut is ambiguous.
    stage.window.do("new")
    assert "Nueva partida" in all_texts(stage)
    form = stage.window.stack.currentWidget()
    assert form is not None
    assert line(form, "Evento").text() == "Spring Open"


def test_a_region_typed_just_before_leaving_is_kept(stage: Stage) -> None:
    stage.window.do("settings")
    page = stage.window.stack.currentWidget()
    assert isinstance(page, SettingsPage)
    choice(page, "Region").setCurrentText("United Kingdom")
    stage.window.close()
    assert stage.evening.settings.region == "GB"


def test_the_toolbar_is_one_line_in_a_small_window(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, size=(1024, 640))
    for language in ("en", "es"):
        stage.speak(language)
        stage.open(HAND)
        settle()
        tops = {each.y() for each in stage.page.toolbar.findChildren(QToolButton)}
        assert tops == {0}, language
