"""Pages laid over others: what is looked up in passing leads back to where one was."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from scorepad.events.entries import EventHead
from scorepad.window.floor.new_match import NewMatchPage
from scorepad.window.printing.preview import PreviewPage
from scorepad.window.rules.house_rules import HouseRulesPage
from scorepad.window.shell.guide_page import AboutPage, GuidePage
from scorepad.window.shell.settings_page import SettingsPage
from tests.window.evening import HAND, press
from tests.window.find import line
from tests.window.stage import Stage


def current_page(stage: Stage) -> QWidget:
    page = stage.window.stack.currentWidget()
    assert page is not None
    return page


def half_typed(stage: Stage) -> NewMatchPage:
    stage.window.do("new")
    form = current_page(stage)
    assert isinstance(form, NewMatchPage)
    event = line(form, "Event")
    event.setText("Spring")
    event.setFocus()
    return form


def test_from_help_one_comes_back_to_the_form_as_it_was(stage: Stage) -> None:
    stage.open(HAND)
    form = half_typed(stage)
    for key in ("shortcuts", "about", "settings"):
        stage.window.do(key)
        assert isinstance(current_page(stage), AboutPage | GuidePage | SettingsPage), key
        press(current_page(stage), "Done")
        assert current_page(stage) is form, key
        assert line(form, "Event").text() == "Spring", key
        assert stage.window.focusWidget() is line(form, "Event"), key
        assert stage.window.windowTitle().startswith("New match"), key
    # Help and settings over one another lead back one by one.
    for key in ("shortcuts", "settings", "settings"):
        stage.window.do(key)
    for kind in (SettingsPage, GuidePage):
        assert isinstance(current_page(stage), kind)
        press(current_page(stage), "Done")
    assert current_page(stage) is form
    form.closed.emit()
    assert stage.window.page is not None, "and from there to the table"


def test_help_leads_back_to_other_pages(stage: Stage) -> None:
    stage.open(HAND)
    for key in ("print", "house-rules"):
        stage.window.do(key)
        page = current_page(stage)
        assert isinstance(page, HouseRulesPage | PreviewPage), key
        stage.window.do("shortcuts")
        press(current_page(stage), "Done")
        assert current_page(stage) is page, key


def test_help_does_not_lead_back_to_a_form_left_by_the_strip(stage: Stage) -> None:
    page = stage.open(HAND)
    half_typed(stage)
    stage.window.tables.show_table(page.table.id)
    stage.window.do("shortcuts")
    press(current_page(stage), "Done")
    assert current_page(stage) is page
    # What was typed is kept for the next time.
    stage.window.do("new")
    form = current_page(stage)
    assert isinstance(form, NewMatchPage)
    assert line(form, "Event").text() == "Spring"


def test_house_rules_left_by_the_strip_are_shown_when_asked_for(stage: Stage) -> None:
    page = stage.open(HAND)
    stage.window.do("house-rules")
    stage.window.tables.show_table(page.table.id)
    stage.window.do("house-rules")
    assert isinstance(current_page(stage), HouseRulesPage)


def test_escape_leads_from_each_page_to_the_one_before_it(stage: Stage) -> None:
    stage.activate()
    stage.window.tables.events.start(EventHead(name="Spring Open"))
    before = []
    for key in ("floor", "event", "print-several", "list", "house-rules", "shortcuts"):
        stage.window.do(key)
        before.append(current_page(stage))
    assert len(set(before)) == len(before)
    for page in reversed(before[:-1]):
        QTest.keyClick(current_page(stage), Qt.Key.Key_Escape)
        assert current_page(stage) is page


def test_a_page_is_open_once(stage: Stage) -> None:
    stage.window.do("floor")
    for key in ("event", "print-several", "event"):
        stage.window.do(key)
    QTest.keyClick(current_page(stage), Qt.Key.Key_Escape)
    assert stage.window.pages is not None
    assert current_page(stage) is stage.window.pages.floor
