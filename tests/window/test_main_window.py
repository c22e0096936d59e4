"""The window as a whole: every action has its place, several tables at once, where one left off."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QWidget

from scorepad.desk.actions import ACTIONS, GROUPS
from scorepad.desk.table import Table
from scorepad.settings import Settings
from scorepad.spades.entries import Clock, Forfeit, Note
from scorepad.window.floor.floor_page import FloorPage
from scorepad.window.floor.new_match import NewMatchPage
from scorepad.window.shell.pages import LOOK
from scorepad.window.shell.settings_page import SettingsPage
from scorepad.window.widgets.window_page import WindowPage
from tests.window.evening import HAND, NIL_HAND, Evening, press, read
from tests.window.find import FileDialog, find, find_all, line
from tests.window.stage import Stage, type_keys

OPEN = (HAND[0], None)


@pytest.mark.parametrize("group", GROUPS)
def test_every_action_does_something_that_can_be_seen(stage: Stage, group: str) -> None:
    """At one table until an action records at it or closes it; the actions of a group in one
    window."""
    table: Table | None = None
    for each in ACTIONS:
        if each.group == group and each.key not in ("quit", "find"):
            table = does_something(stage, each.key, table)


def does_something(stage: Stage, key: str, table: Table | None) -> Table | None:
    """Return the table where it is as it was."""
    if table is None:
        table = stage.open(HAND, OPEN, rules="fairmont-state", table="2").table
        stage.add(HAND, table="3")
    page = stage.show(table)
    page.close_panel()
    page.bar.notify("")
    log = table.match.log
    if key in ("tricks", "bids"):
        page.sheet.setFocus()
    if key == "clock-resume":
        page.do("clock-pause")
    if key == "clock-start":
        page = stage.open(rules="fairmont-state", table="4")
    if key in ("redo", "restore"):
        stage.window.do("undo")
    if key == "bids":
        stage.type("4\n")
        page.bar.notify("")
        page.sheet.setFocus()
    before = screen_state(stage)
    entries = len(page.table.match.log)
    if key in ("import", "save-sheet"):
        assert FileDialog(lambda: stage.window.do(key)).title
        return table
    stage.window.do(key)
    assert screen_state(stage) != before or len(page.table.match.log) != entries, key
    assert QApplication.activeModalWidget() is None
    tables = stage.window.tables
    if page.table is table and table.match.log == log and len(tables.open) == 2:
        return table
    for each in reversed(tables.open.copy()):
        tables.close_table(each)
    return None


def screen_state(stage: Stage) -> object:
    page = stage.window.page
    return (
        stage.window.stack.currentWidget(),
        None if page is None else page.panel,
        None if page is None else page.bar.strip.text,
        stage.window.focusWidget(),
        None if page is None else page.bar.state,
        stage.evening.settings.theme,
        stage.window.windowState(),
        len(stage.alarm.rung),
        tuple(sorted(stage.window.tables.open)),
        stage.window.isFullScreen(),
        stage.evening.settings.room,
    )


def test_a_shortcut_that_cannot_be_done_now_says_why(stage: Stage) -> None:
    page = stage.open()
    stage.window.menus.actions["talk"].trigger()
    assert page.panel is not None
    page.close_panel()
    stage.window.menus.actions["tricks"].trigger()
    assert page.strip.text
    stage.window.menus.actions["clock-pause"].trigger()
    assert "The clock isn't running" in read(page.bar)


def test_the_menu_names_what_would_be_undone(stage: Stage) -> None:
    page = stage.open(HAND)
    lines = stage.menu("correct")
    assert lines["Undo: tricks in hand 1"]
    assert not lines["Redo"]
    stage.qtbot.keyClick(stage.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert page.bar.state == "tricks"
    assert "Undid tricks in hand 1" in read(page.bar)
    assert stage.menu("correct")["Redo: tricks in hand 1"]
    stage.window.do("redo")
    assert page.bar.state == "bids"
    assert lines["Correct an entry…"]
    assert page.table.match.board.score == (71, 50)


def test_every_menu_opens_with_alt_and_a_letter_of_its_own(stage: Stage) -> None:
    titles = [action.text() for action in stage.window.menuBar().actions()]
    letters = [title[title.index("&") + 1].casefold() for title in titles]
    assert len(set(letters)) == len(letters)


def test_what_was_open_is_open_again(qtbot: Any, tmp_path: Path, stage: Stage) -> None:
    first = stage.open(HAND, table="1").table.id
    second = stage.open(OPEN, table="2").table.id
    third = stage.open(table="3").table.id
    stage.window.tables.close_table(third)
    stage.window.tables.show_table(first)
    stage.type("54")
    stage.window.close()
    stage.evening.restart()
    stage.evening.settings.set_and_save("by", "")
    again = Stage(qtbot, tmp_path, evening=stage.evening, by="")
    assert list(again.window.tables.open) == [first, second]
    assert again.page.table.id == first
    assert again.page.bar.bids is not None
    assert again.page.bar.bids.keys == "54"
    assert again.window.banners.find_banner("name") is not None
    focused = again.window.focusWidget()
    assert focused is not None
    type_keys(focused, "4")
    assert again.page.bar.bids.keys == "544", "the next key is a bid, though the name is asked for"
    again.window.tables.show_table(second)
    again.type("8\n")
    assert again.page.table.id == second
    assert again.page.table.match.board.hands[0].is_counted


def test_time_is_recorded_at_a_table_that_was_open_and_not_shown_since(
    qtbot: Any, tmp_path: Path
) -> None:
    evening = Evening(tmp_path)
    shown, other = (evening.play(OPEN, table=table) for table in "12")
    other.record(Clock(do="start"))
    evening.settings.set_and_save("open_tables", f"{shown.id} {other.id}")
    evening.settings.set_and_save("shown_table", shown.id)
    evening.restart()
    stage = Stage(qtbot, tmp_path, evening=evening)
    assert find_all(stage.window, FloorPage) == [], "the table is shown before the floor is made"
    stage.pass_(24 * 3600)
    assert stage.page.table.id == shown.id
    table = stage.window.tables.open[other.id]
    assert table.match.board.time_entry is not None


def test_which_table_is_shown_is_kept_soon_not_while_it_is_switched(stage: Stage) -> None:
    def kept() -> str:
        return str(Settings(stage.evening.settings.file.parent).shown_table)

    first = stage.open(HAND, table="1").table.id
    second = stage.open(table="2").table.id
    stage.pass_(0.2)
    assert kept() == second
    stage.window.tables.show_table(first)
    assert kept() == second
    stage.window.do("settings")
    stage.pass_(0.2)
    assert kept() == first
    stage.window.do("floor")
    stage.pass_(0.2)
    assert kept() == ""


def test_a_match_that_is_gone_is_named_and_the_others_open(qtbot: Any, tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    kept = evening.play(HAND).id
    evening.settings.set_and_save("open_tables", f"00000000-0000-7000-8000-000000000000 {kept}")
    stage = Stage(qtbot, tmp_path, evening=evening)
    assert list(stage.window.tables.open) == [kept]
    assert stage.window.banners.find_banner("gone00000000-0000-7000-8000-000000000000") is not None


def test_the_name_is_asked_once_and_fills_by(qtbot: Any, tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    stage = Stage(qtbot, tmp_path, evening=evening, by="")
    banner = stage.window.banners.find_banner("name")
    assert banner is not None
    page = stage.open()
    line = banner.findChild(QLineEdit)
    assert line is not None
    stage.qtbot.keyClicks(line, "Morgan")
    type_keys(line, "\n")
    assert stage.window.banners.find_banner("name") is None
    stage.type("5443")
    assert page.table.match.log[-1].by == "Morgan"
    stage.window.close()
    again = Stage(qtbot, tmp_path, evening=evening, by="")
    assert again.window.banners.find_banner("name") is None


def test_switching_tables_by_keys(stage: Stage) -> None:
    first = stage.open(table="1").table.id
    second = stage.open(table="2").table.id
    stage.window.do("next-table")
    assert stage.page.table.id == first
    stage.window.do("previous-table")
    assert stage.page.table.id == second


def test_closing_a_table_with_a_running_clock_says_that_it_still_warns(stage: Stage) -> None:
    page = stage.open(OPEN, table="6")
    stage.window.tables.close_table(page.table.id)
    banner = stage.window.banners.find_banner("closed")
    assert banner is not None
    assert "Its clock is still running, and warnings still appear" in banner.text
    press(banner, "Open it again")
    assert stage.page.table.id == page.table.id


def test_a_match_archive_can_be_brought_back(stage: Stage) -> None:
    page = stage.open(HAND)
    stage.window.do("archive")
    assert page.table.id not in stage.window.tables.open
    assert stage.evening.desk.matches() == []
    shown = stage.window.navigation.current
    assert shown is not None
    press(shown, "Bring it back")
    assert stage.page.table.id == page.table.id
    assert len(stage.evening.desk.matches()) == 1


def test_a_new_match_like_this_one(stage: Stage) -> None:
    stage.open(HAND, table="4", rules="fairmont-state")
    stage.window.do("like")
    form = stage.window.stack.currentWidget()
    assert isinstance(form, NewMatchPage)
    head = form.head()
    assert (head.table, head.event) == ("5", "Spring")
    form.closed.emit()
    assert stage.window.page is not None


def test_the_list_opens_what_is_chosen(stage: Stage) -> None:
    page = stage.open(HAND)
    stage.window.tables.close_table(page.table.id)
    assert stage.window.page is None
    type_keys(stage.window.stack.currentWidget(), "\n")
    assert stage.page.table.id == page.table.id


def test_the_result_is_announced_with_its_reason(stage: Stage) -> None:
    page = stage.open(HAND, rules="washburn", agreed={"game": {"target": 120}})
    stage.type("7" + "67\n")
    assert page.bar.state == "over"
    assert page.bar.line.text() == "Aces wins 141–110: first to 120"
    QApplication.processEvents()
    QTest.keyClick(page.bar, Qt.Key.Key_Shift)
    press(page.bar, "New match like this")
    assert isinstance(stage.window.stack.currentWidget(), NewMatchPage)


@pytest.mark.parametrize("size", [(1024, 640), (1366, 768)])
@pytest.mark.parametrize("panel", [None, "renege", "why"])
def test_nothing_important_is_cut_off(
    qtbot: Any, tmp_path: Path, size: tuple[int, int], panel: str | None
) -> None:
    stage = Stage(qtbot, tmp_path, size=size, keypad=True)
    page = stage.open(HAND, NIL_HAND, OPEN)
    if panel is not None:
        stage.window.do(panel)
    QApplication.processEvents()
    window = stage.window
    assert (window.width(), window.height()) == size
    shown: list[QWidget] = [*page.header.sides, page.header.clock, page.bar, page.bar.line]
    shown += [made for made in page.bar.keys.keys.values() if made.isVisible()]
    for widget in shown:
        box = widget.rect().translated(widget.mapTo(window, widget.rect().topLeft()))
        assert window.rect().contains(box), widget.accessibleName()
        wanted = widget.minimumSizeHint()
        assert widget.width() >= wanted.width(), widget.accessibleName()
        assert widget.height() >= wanted.height(), widget.accessibleName()
    sheet = page.sheet
    # The columns share what the score line leaves once it is shown.
    stage.qtbot.waitUntil(lambda: sheet.horizontalScrollBar().maximum() == 0)
    assert sheet.viewport().height() >= 3 * sheet.rowHeight(0)


def test_the_theme_action_goes_through_all_themes(stage: Stage) -> None:
    seen = [stage.look.colors.name]
    for _turn in range(4):
        stage.window.do("theme")
        seen.append(stage.look.colors.name)
    assert all(one != other for one, other in pairwise(seen)), "every press changes something"
    assert {"light", "dark", "contrast"} == set(seen)


def test_other_colors_say_what_they_are(stage: Stage) -> None:
    page = stage.open(HAND)
    stage.window.do("theme")
    assert "Theme: Dark" in read(page.bar)
    stage.window.do("settings")
    settings = stage.window.stack.currentWidget()
    assert isinstance(settings, SettingsPage)
    stage.window.do("theme")
    assert settings.strip.text == "Theme: High contrast"
    assert find(settings, QAbstractButton, "Theme: High contrast").isChecked()
    assert stage.evening.settings.theme == "contrast"


def test_the_computer_stays_awake_while_a_match_is_played(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    def is_awake() -> bool:
        stage.pass_(LOOK.total_seconds())
        return stage.window.clocks.awake.is_on

    with subtests.test("no match"):
        assert not is_awake()
    with subtests.test("without a clock, for an hour after the last entry"):
        page = stage.open(HAND, rules="washburn")
        assert is_awake()
        stage.pass_(59 * 60)
        assert is_awake()
        stage.pass_(2 * 60)
        assert not is_awake()
        stage.type("4\n")
    with subtests.test("with a clock that is paused"):
        page.table.record(Note(text="a break"))
        assert is_awake()
    with subtests.test("not after the end"):
        page.table.record(Forfeit(side=1, why="left"))
        assert not is_awake()
    with subtests.test("while the room's screen is open"):
        stage.window.do("room")
        assert is_awake()
        pages = stage.window.pages
        assert pages is not None
        pages.show_room_screen().close()
        assert not is_awake()
    with subtests.test("with a running clock, on any table of the floor"):
        stage.add(OPEN)
        assert is_awake()
        stage.window.do("floor")
        assert is_awake()


def test_the_list_always_begins_with_all_matches(stage: Stage) -> None:
    stage.open()
    pages = stage.window.pages
    assert pages is not None
    stage.window.do("unarchive")
    start = pages.show_matches_page(archived=True)
    assert "Archived" in read(start)
    stage.window.do("list")
    assert "Archived" not in read(start)
    assert start.chosen_match() is not None
    line(start, "Search the matches").setText("nobody")
    start.refresh()
    assert start.chosen_match() is None
    stage.window.do("list")
    assert start.chosen_match() is not None


def test_digits_go_to_the_bar_from_every_button(stage: Stage) -> None:
    page = stage.open()
    button = stage.window.strip.home_button
    button.setFocus()
    type_keys(button, "54")
    assert page.bar.bids is not None
    assert page.bar.bids.keys == "54"
    assert page.bar.boxes.caret
    type_keys(button, "\b")
    assert page.bar.bids.keys == "5"


def test_there_is_no_caret_where_keys_do_not_arrive(stage: Stage) -> None:
    page = stage.open()
    panel = page.show_panel("note")
    assert panel is not None
    stage.qtbot.waitUntil(lambda: not page.bar.boxes.caret)
    page.close_panel()
    stage.qtbot.waitUntil(lambda: page.bar.boxes.caret)


def test_an_answer_disappears_with_the_next_action(stage: Stage) -> None:
    floor = stage.window.navigation.current
    assert isinstance(floor, WindowPage)
    stage.window.do("undo")
    assert floor.strip.text != ""
    stage.window.do("list")
    stage.window.do("floor")
    assert floor.strip.text == ""


def test_an_alert_disappears_when_its_table_is_shown(stage: Stage) -> None:
    one, other = stage.open(OPEN), stage.open(HAND)
    stage.pass_(31 * 60)
    banners = stage.window.banners
    assert banners.find_banner("clock0") is not None
    stage.window.tables.show_table(one.table.id)
    assert banners.find_banner("clock0") is None
    assert other.table.id in stage.window.tables.open
