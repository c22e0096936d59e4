"""After a change no button that destroys something has the focus: the next Enter would press it."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from scorepad.events.entries import Release, TeamWithdrawal
from scorepad.spades.entries import Ruling, Strike
from scorepad.window.event.event_page import TITLES, EventPage
from scorepad.window.widgets.two_line_list import KeyedList
from tests.window.evening import HAND
from tests.window.event_scenes import begin, swiss
from tests.window.find import button, choice, choose, find, settle
from tests.window.stage import Stage, press_keys, type_keys
from tests.window.test_event_page import page_of, state

DESTROYS = re.compile("Discard|Delete|Withdraw|Forfeit|Abandon|Strike|Remove", re.IGNORECASE)
SECTIONS = sorted(TITLES, key=lambda each: each != "history")
"""The history first, as long as its latest entry can be struck."""
CTRL = Qt.KeyboardModifier.ControlModifier
Z = Qt.Key.Key_Z


def destructive_focus(stage: Stage) -> str:
    """What is on the button that destroys something and has the focus, or is the default; "" if
    there is none."""
    settle()
    for each in stage.window.findChildren(QPushButton):
        name = each.accessibleName() or each.text()
        if DESTROYS.match(name) and (each.hasFocus() or each.isDefault()):
            return name
    return ""


def press_with_key(stage: Stage, root: QWidget, text: str) -> None:
    """Press a button with the keyboard, as somebody does who came to it with Tab."""
    pressed = button(root, text)
    pressed.setFocus(Qt.FocusReason.TabFocusReason)
    assert pressed.hasFocus(), text
    press_keys(stage, Qt.Key.Key_Space)


@pytest.fixture
def draft(stage: Stage) -> EventPage:
    """The page of an event with a round that is proposed and not released."""
    stage.activate()
    table = swiss(stage.evening, 8, released=0)
    table.record(table.propose_next_round().entry)
    page = page_of(stage, "rounds")
    find(page, KeyedList, "Pairings").setCurrentRow(0)
    return page


def test_a_changed_pairing_leaves_the_focus_on_the_pairings(stage: Stage, draft: EventPage) -> None:
    for name in ("Jacks", "Queens"):
        before = state(stage).event.register.rounds[1].entry.pairings
        other = next(text for text in offered(draft) if text.startswith(name))
        choose(draft, "with", other)
        press_with_key(stage, draft, "Change the pairing")
        assert state(stage).event.register.rounds[1].entry.pairings != before
        assert not destructive_focus(stage)
        assert find(draft, KeyedList, "Pairings").hasFocus()


def offered(page: EventPage) -> list[str]:
    """Which teams a team can be swapped with."""
    others = choice(page, "with")
    return [others.itemText(place) for place in range(others.count())]


def shown_buttons(root: QWidget) -> list[str]:
    """The buttons that can be pressed now; none that asks for a file."""
    return [
        each.accessibleName()
        for each in root.findChildren(QPushButton)
        if each.isVisibleTo(root)
        and each.isEnabled()
        and not each.isCheckable()
        and not re.search(
            "file|Close|Export|Import|Print|Many at once|Save the calendar", each.accessibleName()
        )
    ]


def fill(shown: QWidget) -> None:
    """Choose the first row, and give a reason wherever one is asked for."""
    for rows in shown.findChildren(KeyedList):
        rows.setCurrentRow(0)
        if rows.accessibleName() == "Teams":
            type_keys(rows, "\n")  # it shows the form of the team
    for field in shown.findChildren(QLineEdit):
        if "Why" in field.accessibleName() or "Reason" in field.accessibleName():
            field.setText("a reason")
            field.textEdited.emit("a reason")


def buttons_that_record(stage: Stage, section: str) -> set[str]:
    """Press each button of a part of the event's page with the keyboard, and undo what it recorded:
    where the focus is then destroys nothing.  Return which of them recorded something."""
    shown, recorded = page_of(stage, section).section_widget(section), set()
    fill(shown)
    for name in shown_buttons(shown):
        shown = page_of(stage, section).section_widget(section)
        fill(shown)
        if name not in shown_buttons(shown):
            continue
        before = state(stage).event.log
        stage.activate()
        press_with_key(stage, shown, name)
        if state(stage).event.log != before:
            recorded.add(name)
            assert not destructive_focus(stage), f"after {name}"
            press_keys(stage, Z, modifiers=CTRL)
            assert not destructive_focus(stage), f"after {name} was undone"
        stage.window.do("floor")
        stage.pass_(2)
    return recorded


def test_no_button_of_an_event_leaves_the_focus_on_one_that_destroys(
    stage: Stage, draft: EventPage
) -> None:
    assert draft.isVisible()
    recorded = {section: buttons_that_record(stage, section) for section in SECTIONS}
    assert recorded["teams"] >= {"Withdraw"}
    assert recorded["rounds"] >= {"Release round 1", "Discard the round"}
    assert recorded["history"] >= {"Delete", "Record as a note"}
    state(stage).record(Release(round=1))
    recorded = {section: buttons_that_record(stage, section) for section in SECTIONS}
    assert recorded["history"] >= {"Delete"}


def test_a_button_that_returns_a_team_does_not_withdraw_it_at_once(stage: Stage) -> None:
    table = begin(stage.evening, 8)
    table.record(TeamWithdrawal(team="T1", why="ill"))
    stage.activate()
    page = page_of(stage, "teams")
    fill(page.section_widget("teams"))
    press_with_key(stage, page, "Bring the team back")
    assert not state(stage).event.register.withdrawn
    assert not destructive_focus(stage)
    fill(page.section_widget("teams"))
    press_keys(stage, Qt.Key.Key_Space)
    assert not state(stage).event.register.withdrawn


def test_no_change_at_a_table_leaves_the_focus_on_a_button_that_destroys(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    stage.activate()
    page = stage.open(HAND, HAND)
    page.table.record(Ruling(side=0, points=-30, why="late"))
    for key in ("history", "strike", "restore"):
        panel = page.show_panel(key)
        for name in shown_buttons(panel):
            with subtests.test(panel=key, button=name):
                panel = page.show_panel(key)
                stage.activate()
                if name not in shown_buttons(panel):
                    continue
                press_with_key(stage, panel, name)
                for field in page.findChildren(QLineEdit):
                    if field.isVisible() and "reason" in field.accessibleName().casefold():
                        field.setFocus()
                        type_keys(field, "by mistake\n")
                        break
                assert not destructive_focus(stage)
                press_keys(stage, Z, modifiers=CTRL)
                assert not destructive_focus(stage)
                stage.pass_(2)
                page.close_panel()
    assert any(
        isinstance(each, Strike) and each.why == "by mistake" for each in page.table.match.log
    )
