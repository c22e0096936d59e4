"""Contested rules are asked about once: on the event's form, and in one line at New match."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from scorepad.desk.event_desk import EventDesk
from scorepad.spades.entries import HeadChange
from scorepad.window.rules.contested_readings import ContestedReadingsBox
from scorepad.window.rules.deviations import DeviationsForm
from tests.window.evening import Evening, press, read
from tests.window.find import button, choice, choose, find, type_over
from tests.window.stage import Stage
from tests.window.test_event_page import page_of, state
from tests.window.test_new_match import new_match

TIME_UP = "“The game will be finished” when time expires. How much more do the teams play?"
SANDBAGS = "A hand takes a team past the sandbag limit. What happens to the extra sandbags?"


def test_a_new_event_asks_with_the_default_chosen_and_what_it_means(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path)
    page = page_of(stage)
    choose(page, "Rule set", "UNC")
    box = find(page, ContestedReadingsBox)
    assert box.count == 3
    assert choice(page, TIME_UP).currentText() == (
        "Only the hand in progress. Then the higher score wins."
    )
    assert "When time runs out, finish the hand. The higher total wins." in read(box)
    choose(page, TIME_UP, "Play continues to the target")
    assert "Running out of time doesn't end the game; play continues." in read(box)
    type_over(page, "Name", "Spring Open")
    press(page, "Start the event")
    head = state(stage).event.register.head
    assert head.agreed == {"clock": {"at_time": "play-on"}}


def test_an_event_shows_and_changes_what_was_chosen(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    page = page_of(stage)
    choose(page, "Rule set", "UNC")
    choose(page, SANDBAGS, "The extra sandbags carry over")
    type_over(page, "Name", "Spring Open")
    press(page, "Start the event")
    events = EventDesk(stage.evening.desk)
    press(page, "Events")
    press(page, "Change…")
    assert choice(page, SANDBAGS).currentText() == "The extra sandbags carry over"
    choose(page, SANDBAGS, choice(page, SANDBAGS).itemText(0))
    press(page, "Save")
    (event,) = events.events()
    assert events.open(event.id).event.register.head.agreed == {}


def test_another_rule_set_drops_the_readings_that_it_does_not_ask_about(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path)
    page = page_of(stage)
    for rules, agreed in (("Fairmont State", {"bags": {"then": "reset"}}), ("Washburn", {})):
        choose(page, "Rule set", "UNC")
        choose(page, TIME_UP, choice(page, TIME_UP).itemText(2))
        choose(page, "Rule set", rules)
        if agreed:
            choose(
                page,
                "When a team reaches 10 bags, what happens to any extra bags?",
                "The count is reset to 0",
            )
        type_over(page, "Name", rules)
        press(page, "Start the event")
        assert (state(stage).event.register.head.agreed or {}) == agreed
        press(page, "Events")


def test_a_rule_set_without_contested_rules_asks_nothing(qtbot: Any, tmp_path: Path) -> None:
    page = page_of(Stage(qtbot, tmp_path))
    choose(page, "Rule set", "Washburn")
    assert not find(page, ContestedReadingsBox).isVisible()
    choose(page, "Rule set", "Fairmont State")
    assert find(page, ContestedReadingsBox).isVisible()


def test_a_new_match_says_how_many_and_goes_on_without_an_answer(
    qtbot: Any, evening: Evening
) -> None:
    page = new_match(qtbot, evening)
    assert "3 rules can be read in ways that change the winner" in read(page)
    assert not find(page, ContestedReadingsBox).isVisible()
    with qtbot.waitSignal(page.started) as started:
        press(page, "Start the match")
    assert started.args[0].match.head.agreed == {}


def test_a_reviewed_reading_is_agreed(qtbot: Any, evening: Evening) -> None:
    page = new_match(qtbot, evening)
    press(page, "Review")
    choose(page, TIME_UP, "Play continues to the target")
    assert find(page, DeviationsForm).typed() == {"clock": {"at_time": "play-on"}}
    choose(page, TIME_UP, choice(page, TIME_UP).itemText(0))
    assert find(page, DeviationsForm).typed() == {}
    choose(page, TIME_UP, choice(page, TIME_UP).itemText(2))
    with qtbot.waitSignal(page.started) as started:
        press(page, "Start the match")
    table = started.args[0]
    assert table.match.head.agreed == {"clock": {"at_time": "stop"}}
    table.record(HeadChange(why="back to the document", agreed={}))
    assert table.match.rules.clock.at_time == "finish-hand"


def test_no_line_where_nothing_is_contested(qtbot: Any, evening: Evening) -> None:
    page = new_match(qtbot, evening)
    choose(page, "Rule set", "Chicago")
    assert "change the winner" not in read(page)
    assert not button(page, "Review").isVisible()


@pytest.mark.parametrize(("size", "is_shown"), [((1366, 768), False), ((1920, 1080), True)])
def test_a_large_window_shows_the_readings_without_a_press(
    qtbot: Any, tmp_path: Path, size: tuple[int, int], is_shown: bool
) -> None:
    stage = Stage(qtbot, tmp_path, size=size)
    stage.window.do("new")
    QApplication.processEvents()
    assert find(stage.window, ContestedReadingsBox).isVisible() == is_shown
