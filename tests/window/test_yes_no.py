"""A question with Yes and No owns its letters, and Enter for the default: by key, click and touch,
in the language of the window."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton

from scorepad.spades.entries import Bids, Time
from scorepad.window.match.table_page import TablePage
from tests.window.evening import HAND, read
from tests.window.find import button, find_all, settle
from tests.window.stage import Stage, press_keys, touch


def asked(stage: Stage) -> TablePage:
    """A table between hands whose time is up, and whose question was in sight for a while."""
    page = stage.open(HAND)
    stage.pass_(31 * 60)
    stage.pass_(60)
    return page


def answers(stage: Stage) -> list[bool | None]:
    return [each.dealt for each in stage.page.table.match.log if isinstance(each, Time)]


def has_bid(stage: Stage) -> bool:
    page = stage.page
    typed = page.input.typed_bids
    return typed is not None or len([e for e in page.table.match.log if isinstance(e, Bids)]) > 1


def answer_button(page: TablePage, text: str) -> QPushButton:
    """The button of the bar that begins with this answer."""
    found = [
        each
        for each in find_all(page.bar, QPushButton)
        if each.text().startswith(text) and each.isVisible()
    ]
    assert len(found) == 1, [each.text() for each in found]
    return found[0]


@pytest.mark.parametrize(
    ("language", "key", "dealt"),
    [("en", "Y", True), ("en", "N", False), ("es", "S", True), ("es", "N", False)],
)
def test_the_letters_of_the_answers_answer(
    stage: Stage, language: str, key: str, dealt: bool
) -> None:
    stage.speak(language)
    page = asked(stage)
    words = [each.text() for each in find_all(page.bar, QPushButton) if each.isVisible()]
    assert any(f"({key}" in text for text in words), "the button names its key"
    press_keys(stage, key.lower())
    assert answers(stage) == [dealt]
    assert not has_bid(stage)


@pytest.mark.parametrize("how", ["click", "touch"])
@pytest.mark.parametrize(("text", "dealt"), [("Yes", True), ("No", False)])
def test_its_buttons_answer(stage: Stage, how: str, text: str, dealt: bool) -> None:
    page = asked(stage)
    settle()
    pressed = answer_button(page, text)
    if how == "click":
        stage.qtbot.mouseClick(pressed, Qt.MouseButton.LeftButton)
    else:
        touch(stage, pressed)
    assert answers(stage) == [dealt]
    assert not has_bid(stage)


@pytest.mark.parametrize("key", ["B", "T", "J", "Q", "K", "M", "V", "X"])
def test_no_letter_bids_while_it_is_asked(stage: Stage, key: str) -> None:
    page = asked(stage)
    press_keys(stage, key)
    assert answers(stage) == []
    assert not has_bid(stage)
    assert "Answer the question first: Y for Yes, N for No." in read(page.bar)


def test_a_letter_pressed_twice_answers_once(stage: Stage) -> None:
    page = asked(stage)
    press_keys(stage, "Y", "Y")
    assert answers(stage) == [True]
    assert page.bar.state == "bids"
    assert not has_bid(stage)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, "N", "Y"])
def test_a_key_before_anybody_can_have_read_it_says_so_and_counts_later(
    stage: Stage, key: Any
) -> None:
    page = stage.open(HAND)
    stage.pass_(31 * 60)
    press_keys(stage, key)
    assert answers(stage) == []
    assert "This question just appeared" in read(page.bar)
    stage.pass_(2)
    press_keys(stage, Qt.Key.Key_Escape, key)
    assert answers(stage) == [key == "Y"]


def test_enter_is_for_the_answer_also_while_a_hand_of_the_sheet_is_selected(stage: Stage) -> None:
    page = asked(stage)
    press_keys(stage, Qt.Key.Key_Up)
    assert page.sheet.hasFocus()
    press_keys(stage, Qt.Key.Key_Return)
    assert answers(stage) == [False]
    assert page.panel is None


def test_the_question_of_a_form_owns_its_letters(stage: Stage) -> None:
    page = stage.open(HAND)
    page.do("time")
    assert page.panel is not None
    yes = button(page.panel, "Yes, they've been dealt")
    no = button(page.panel, "No")
    no.setFocus()
    press_keys(stage, "Y")
    assert (yes.isChecked(), no.isChecked()) == (True, False)
    press_keys(stage, "N")
    assert (yes.isChecked(), no.isChecked()) == (False, True)
    assert QApplication.focusWidget() is no, "the letter begins no reason"


def test_the_question_of_a_form_owns_its_letters_in_spanish(stage: Stage) -> None:
    stage.speak("es")
    page = stage.open(HAND)
    page.do("time")
    assert page.panel is not None
    yes = button(page.panel, "Sí, ya están repartidas")
    button(page.panel, "No").setFocus()
    press_keys(stage, "S")
    assert yes.isChecked()
