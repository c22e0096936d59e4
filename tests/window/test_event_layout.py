"""What the page of an event shows whole in a small window, and what its room screen does."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QSize
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QTableWidget, QWidget

from scorepad.events.entries import Release, ResultEntry, StageEntry, TeamConductMark
from scorepad.window.event.bracket_view import BracketCanvas
from scorepad.window.event.room_screen import RoomScreen
from scorepad.window.event.rounds_view import RoundsView
from scorepad.window.widgets import layouts
from scorepad.window.widgets.scrolling import ScrolledColumn
from scorepad.window.widgets.two_line_list import KeyedList
from tests.window import event_scenes
from tests.window.evening import read
from tests.window.event_scenes import begin, swiss
from tests.window.find import button, find, find_all, line, press, settle, type_over
from tests.window.stage import Stage
from tests.window.test_event_page import page_of

SMALL = 1024, 640  # pixels


@pytest.fixture
def small(stage: Stage) -> Stage:
    stage.show_at(*SMALL, 100)
    return stage


def is_whole(widget: QWidget) -> bool:
    """Whether no part of a widget is scrolled or cut off."""
    return bool(widget.visibleRegion().boundingRect().size() == widget.size())


def label(page: QWidget, text: str) -> QLabel:
    return next(each for each in find_all(page, QLabel) if each.text() == text)


def test_the_question_about_a_correction_leaves_the_button_that_records_it_whole(
    small: Stage,
) -> None:
    swiss(small.evening, 24, 2)
    page = page_of(small, "rounds")
    find(page, RoundsView).show_round(1)
    find(page, KeyedList, "Pairings").setCurrentRow(0)
    for team, points in (("Aces", "200"), ("Bid Whizz", "310")):
        type_over(page, f"Points for {team}", points)
    type_over(page, "Why", "read from the wrong line")
    settle()
    assert is_whole(button(page, "Pair unstarted matches again"))
    assert is_whole(button(page, "Record the result"))


@pytest.mark.parametrize("size", [(1366, 768, 100), (1024, 640, 100), (1024, 640, 200)])
def test_no_button_of_the_question_about_a_correction_is_moved_or_cut(
    stage: Stage, size: tuple[int, int, int]
) -> None:
    stage.show_at(*size)
    swiss(stage.evening, 24, 2)
    page = page_of(stage, "rounds")
    view = find(page, RoundsView)
    view.show_round(1)
    find(page, KeyedList, "Pairings").setCurrentRow(0)
    for team, points in (("Aces", "200"), ("Bid Whizz", "310")):
        type_over(page, f"Points for {team}", points)
    type_over(page, "Why", "read from the wrong line")
    settle()
    question = view.result.prompt

    def places() -> dict[str, QPoint]:
        shown = [each for each in find_all(question, QPushButton) if each.isVisible()]
        assert [each.text() for each in shown if not is_whole(each)] == []
        return {each.text(): each.mapTo(stage.window, QPoint()) for each in shown}

    early = places() if size[2] == 100 else {}
    stage.qtbot.waitUntil(lambda: "different table" in read(question))
    press(page, "Record the result")  # a page with larger text scrolls to the buttons
    settle()
    before = places()
    assert len(before) == 5
    assert early in ({}, before)
    areas = [each for each in find_all(view, QScrollArea) if each.isVisible()]
    assert [each.horizontalScrollBar().maximum() for each in areas] == [0] * len(areas)
    press(question, "New seats…")
    settle()
    assert find(question, KeyedList, "New seats").isVisible()
    if size[2] == 100:  # a page with larger text scrolls to the list
        assert places() == before, "the list takes the place of the texts"


@pytest.mark.parametrize("released", [0, 2])
def test_the_form_for_a_stage_opens_with_its_title_and_its_button(
    small: Stage, released: int
) -> None:
    if released:
        swiss(small.evening, 24, released)
    else:
        begin(small.evening)
    page = page_of(small, "rounds")
    if released:
        press(page, "Stages…")
    settle()
    assert is_whole(label(page, "Format"))
    assert is_whole(button(page, "Add the stage"))


@pytest.mark.parametrize("shown", ["stage", "divide", "rounds"])
def test_no_form_with_large_text_is_scrolled_sideways(stage: Stage, shown: str) -> None:
    stage.show_at(*SMALL, 200)
    getattr(event_scenes, shown)(stage)
    settle()
    areas = [
        each
        for each in find_all(find(stage.window, RoundsView), QScrollArea)
        if each.isVisible() and isinstance(each.widget(), QFrame)
    ]
    assert areas
    assert [each.horizontalScrollBar().maximum() for each in areas] == [0] * len(areas)
    if shown == "rounds":
        names = ("Bags taken by Deuces", "Bags taken by Tens")
        lines = [line(stage.window, name) for name in names]
        assert len({each.mapTo(stage.window, QPoint()).y() for each in lines}) == 1


@pytest.mark.parametrize("rounds", [1, 2])
def test_a_bracket_opens_at_the_round_in_play_and_cuts_no_match_at_the_left(
    small: Stage, rounds: int
) -> None:
    table = begin(small.evening, 16)
    table.record(StageEntry(stage="A", format="single-elimination"))
    for number in range(1, rounds + 2):
        entry = table.propose_next_round().entry
        table.record_together([entry, Release(round=number)])
        for pairing in entry.pairings if number <= rounds else ():
            table.record(ResultEntry(pairing=pairing.pairing, how="played", winner=0, score=(1, 0)))
    canvas = find(page_of(small, "bracket"), BracketCanvas)
    settle()
    room = canvas.mapToScene(canvas.viewport().rect()).boundingRect()
    boxes = canvas.bracket.boxes
    assert canvas.current is not None
    assert canvas.current[1] == rounds + 1, "a match of the round in play"
    for each in boxes.values():
        place = each.sceneBoundingRect()
        is_cut = place.left() < room.left() - 1 < place.right() - 2
        assert not is_cut
    assert room.contains(boxes[canvas.current].sceneBoundingRect())


def test_a_protest_takes_a_line_below_and_no_row_from_the_standings_in_the_room(
    stage: Stage,
) -> None:
    table = swiss(stage.evening, 24, 3)
    pairing = table.event.register.rounds[2].entry.pairings[1]
    mark = TeamConductMark(
        team=pairing.teams[0], what="protest", pairing=pairing.pairing, value="open", why="bags"
    )
    table.record(mark)
    stage.window.do("room")
    screen = find(stage.window, RoomScreen)
    screen.resize(QSize(1024, 640))
    stage.qtbot.keyClick(screen, "2")
    settle()
    texts = [each.text() for each in find_all(screen, QLabel) if each.isVisible()]
    assert "Standings · Swiss" in texts
    assert any(text.startswith("Under protest by ") for text in texts)
    (shown,) = (each for each in find_all(screen, QTableWidget) if each.isVisible())
    last = shown.visualItemRect(shown.item(shown.rowCount() - 1, 1))
    assert last.bottom() <= shown.viewport().height()


def test_a_strip_that_was_low_for_a_while_is_whole_again(qtbot: Any) -> None:
    page, strip = QWidget(), QWidget()
    text = QLabel("Two versions of this event exist. " * 40)
    text.setWordWrap(True)
    ScrolledColumn(strip, text)
    layouts.set_column(page, strip, 0)
    qtbot.addWidget(page)
    page.show()
    bar = find(strip, QScrollArea).verticalScrollBar()
    # A width at which the text needs another line beside a scroll bar.
    wide = next(
        wide
        for wide in range(400, 1200)
        if text.heightForWidth(wide) < text.heightForWidth(wide - bar.sizeHint().width())
    )
    page.resize(wide, 20)
    settle()
    assert bar.maximum() > 0
    page.resize(wide, 600)
    settle()
    assert bar.maximum() == 0
    assert strip.height() == text.heightForWidth(wide)
