"""The menu of each row of an event's page: by a right click, a long press and by keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit, QListWidget, QWidget

from scorepad.window.event.bracket_view import BracketCanvas
from scorepad.window.event.event_page import EventPage
from scorepad.window.widgets.row_table import RowTable
from scorepad.window.widgets.two_line_list import CheckList, KeyedList
from tests.window import event_scenes
from tests.window.evening import press, read
from tests.window.event_scenes import begin, page, swiss
from tests.window.find import find, type_over
from tests.window.stage import Stage, touch_device
from tests.window.test_row_menus import choose, closed_menus, lines  # noqa: F401

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
SHIFT = Qt.KeyboardModifier.ShiftModifier
Ask = Callable[[Stage, QAbstractItemView, int], None]


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Stage:
    made = Stage(qtbot, tmp_path)
    made.activate()
    return made


def right_click_at(shown: Any, at: QPoint) -> None:
    QTest.mouseClick(shown.viewport(), Qt.MouseButton.RightButton, pos=at)
    if QApplication.activePopupWidget() is None:  # the system asks for the menu after the press
        where = shown.viewport().mapToGlobal(at)
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, where)
        QApplication.sendEvent(shown.viewport(), event)


def place(shown: QAbstractItemView, row: int) -> QPoint:
    box = shown.visualRect(shown.model().index(row, 0))
    return QPoint(box.left() + 9, box.center().y())


def right_click(_stage: Stage, shown: QAbstractItemView, row: int) -> None:
    right_click_at(shown, place(shown, row))


def long_press(stage: Stage, shown: QAbstractItemView, row: int) -> None:
    handle = stage.window.windowHandle()
    at = shown.viewport().mapTo(stage.window, place(shown, row))
    QTest.touchEvent(handle, touch_device()).press(0, at, handle).commit()
    stage.qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
    QTest.touchEvent(handle, touch_device()).release(0, at, handle).commit()


def shift_f10(stage: Stage, shown: QAbstractItemView, row: int) -> None:
    stage.activate()
    shown.setFocus()
    shown.setCurrentIndex(shown.model().index(row, 0))
    QTest.keyClick(shown, Qt.Key.Key_F10, SHIFT)


def menu_key(stage: Stage, shown: QAbstractItemView, row: int) -> None:
    stage.activate()
    shown.setFocus()
    shown.setCurrentIndex(shown.model().index(row, 0))
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    QApplication.sendEvent(stage.window.windowHandle(), event)


def by(*ways: Ask) -> pytest.MarkDecorator:
    """All lists of rows open their menus by the same code (`row_menu`): each kind of list is tried
    in every way, any other list of the kind in one."""
    return pytest.mark.parametrize("ask", ways)


WAYS = by(right_click, long_press, shift_f10, menu_key)


def shown_list(root: QWidget, kind: type[Any] = KeyedList, name: str = "") -> Any:
    QApplication.processEvents()
    return find(root, kind, name)


@by(long_press)
def test_an_event_is_opened_changed_or_copied(stage: Stage, ask: Ask) -> None:
    event_scenes.event_list(stage)  # type: ignore[arg-type]
    shown = shown_list(find(stage.window, EventPage).event_list)
    ask(stage, shown, 1)
    assert lines() == ["Open", "Change…", "New event like this one"]
    choose("Open")
    assert "Spring Open" not in read(stage.window)
    assert "Autumn League" in read(stage.window)


@WAYS
def test_a_team_is_changed_withdrawn_and_brought_back(stage: Stage, ask: Ask) -> None:
    table = begin(stage.evening, 4)
    view = page(stage, "teams").section_widget("teams")  # type: ignore[arg-type]
    shown = shown_list(view)
    ask(stage, shown, 2)
    assert lines() == ["Change…", "Withdraw"]
    choose("Withdraw")
    table.follow_other_programs()
    assert [each.withdrawn for each in table.event.register.teams.values()] == [
        False,
        False,
        True,
        False,
    ]
    ask(stage, shown, 2)
    assert lines() == ["Change…", "Bring the team back"]
    choose("Change…")
    assert isinstance(stage.window.focusWidget(), QLineEdit)
    assert stage.window.focusWidget().text() == "Queens"


@by(right_click)
def test_another_team_is_withdrawn_than_the_one_that_is_half_typed(stage: Stage, ask: Ask) -> None:
    table = begin(stage.evening, 4)
    view = page(stage, "teams").section_widget("teams")  # type: ignore[arg-type]
    shown = shown_list(view)
    type_over(view, "Team", "Aces High")
    ask(stage, shown, 3)
    choose("Withdraw")
    table.follow_other_programs()
    assert [each.name for each in table.event.register.teams.values() if each.withdrawn] == [
        "Jacks"
    ]


@WAYS
def test_a_player_is_checked_in_and_the_whole_team(stage: Stage, ask: Ask) -> None:
    table = begin(stage.evening, 4)
    view = page(stage, "check-in").section_widget("check-in")  # type: ignore[arg-type]
    shown = shown_list(view, CheckList)
    ask(stage, shown, 1)
    assert lines() == ["Check in", "Check in the whole team"]
    choose("Check in")
    ask(stage, shown, 1)
    assert lines() == ["Undo the check-in", "Check in the whole team"]
    choose("Undo the check-in")
    ask(stage, shown, 1)
    choose("Check in the whole team")
    table.follow_other_programs()
    assert table.event.register.teams["T1"].here == (True, True)
    assert table.event.register.teams["T2"].here == (False, False)


@by(shift_f10)
def test_a_pairing_offers_what_its_form_does(stage: Stage, ask: Ask) -> None:
    swiss(stage.evening, 8)
    view = page(stage, "rounds").section_widget("rounds")  # type: ignore[arg-type]
    shown = shown_list(view)
    ask(stage, shown, 1)
    assert lines() == [
        "Enter the result",
        "Open the table",
        "Wait 5 more minutes",
        "Change table or teams…",
    ]
    choose("Enter the result")
    QTest.keyClicks(stage.window.focusWidget(), "300")
    QTest.keyClick(stage.window.focusWidget(), Qt.Key.Key_Return)
    QTest.keyClicks(stage.window.focusWidget(), "250")
    QTest.keyClick(stage.window.focusWidget(), Qt.Key.Key_Return)
    ask(stage, shown, 1)
    assert lines() == [
        "Enter the result",
        "Open the table",
        "Protest…",
        "Change table or teams…",
    ]
    choose("Protest…")
    assert stage.window.focusWidget().accessibleName() == "Reason for protest"
    ask(stage, shown, 0)
    choose("Open the table")
    assert stage.page.table.match.head.table == "1"


@by(menu_key)
def test_a_row_of_a_draft_is_changed_left_out_or_discarded(stage: Stage, ask: Ask) -> None:
    event_scenes.draft(stage)  # type: ignore[arg-type]
    view = find(stage.window, EventPage).section_widget("rounds")
    shown = shown_list(view)
    ask(stage, shown, 2)
    assert [each.partition("out ")[0] for each in lines()] == [
        "Change…",
        "Leave ",
        "Discard the round",
    ]
    choose("Discard the round")
    assert "A round is proposed" not in read(view)
    assert list(find(stage.window, EventPage).opened.register.rounds) == [1, 2]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("ask", "section"),
    [
        (right_click, "standings"),
        (long_press, "statistics"),
        (shift_f10, "statistics"),
        (menu_key, "standings"),
    ],
)
def test_a_place_and_a_figure_lead_to_their_team(stage: Stage, ask: Ask, section: str) -> None:
    event_scenes.statistics(stage)  # type: ignore[arg-type]
    view = page(stage, section)  # type: ignore[arg-type]
    shown = shown_list(view.section_widget(section), RowTable)
    team = 1 if section == "standings" else [*map(str, shown.model().titles)].index("Team")
    name = shown.model().index(4, team).data()
    ask(stage, shown, 4)
    assert lines() == ["Show the team"]
    choose("Show the team")
    assert view.section == "teams"
    teams = find(view.section_widget("teams"), KeyedList)
    assert teams.currentIndex().data() == name


@by(long_press)
def test_a_day_of_a_season_and_its_matches(stage: Stage, ask: Ask) -> None:
    event_scenes.season(stage)  # type: ignore[arg-type]
    shown = find(stage.window, EventPage)
    view = shown.section_widget("season")
    ask(stage, shown_list(view, KeyedList, "Dates"), 3)
    assert lines() == ["Release 2 rounds", "Print the week…"]
    choose("Release 2 rounds")
    assert "2 rounds are released" in read(shown)
    ask(stage, shown_list(view, KeyedList, "Matches"), 1)
    assert lines() == ["Show under Rounds"]
    choose("Show under Rounds")
    assert shown.section == "rounds"


@by(right_click)
def test_an_entry_of_the_history_is_deleted_and_restored(stage: Stage, ask: Ask) -> None:
    begin(stage.evening, 2)
    view = page(stage, "history").section_widget("history")  # type: ignore[arg-type]
    shown = shown_list(view)
    type_over(view, "", "entered twice")
    ask(stage, shown, 0)
    assert lines() == ["Delete"]
    choose("Delete")
    ask(stage, shown, 1)
    assert lines() == ["Restore"]


@pytest.mark.parametrize(
    ("ask", "is_drawn"),
    [(right_click, True), (shift_f10, True), (long_press, False), (menu_key, False)],
)
def test_a_match_of_the_bracket_is_opened(stage: Stage, ask: Ask, is_drawn: bool) -> None:
    event_scenes.bracket(stage)  # type: ignore[arg-type]
    view = find(stage.window, EventPage).section_widget("bracket")
    QApplication.processEvents()
    canvas = find(view, BracketCanvas)
    key, box = next(each for each in canvas.bracket.boxes.items() if "305" in each[1].toolTip())
    canvas.select_match(key)
    if not is_drawn:
        press(view, "List")
        shown = shown_list(view, QListWidget)
        ask(stage, shown, shown.currentRow())
    elif ask is right_click:
        right_click_at(canvas, canvas.mapFromScene(box.sceneBoundingRect().center()))
    else:
        canvas.setFocus()
        QTest.keyClick(canvas, Qt.Key.Key_F10, SHIFT)
    assert lines() == ["Enter the result", "Open the table"]
    choose("Open the table")
    assert stage.page.table.match.head.event == "Spring Open"


def test_a_result_from_paper_is_entered_from_the_bracket(stage: Stage) -> None:
    event_scenes.bracket(stage)  # type: ignore[arg-type]
    shown = find(stage.window, EventPage)
    QApplication.processEvents()
    canvas = find(shown, BracketCanvas)
    _key, box = next(each for each in canvas.bracket.boxes.items() if "305" in each[1].toolTip())
    canvas.ensureVisible(box)
    right_click_at(canvas, canvas.mapFromScene(box.sceneBoundingRect().center()))
    choose("Enter the result")
    assert shown.section == "rounds"
    focused = stage.window.focusWidget()
    assert isinstance(focused, QLineEdit)
    assert focused.accessibleName().startswith("Points for ")
    assert focused.accessibleName().removeprefix("Points for ") in box.toolTip()


def test_beside_the_matches_of_a_bracket_is_no_menu(stage: Stage) -> None:
    event_scenes.bracket(stage)  # type: ignore[arg-type]
    canvas = find(find(stage.window, EventPage), BracketCanvas)
    QApplication.processEvents()
    right_click_at(canvas, QPoint(2, 2))
    assert QApplication.activePopupWidget() is None
