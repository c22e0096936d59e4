"""Two versions of a table are seen until one is chosen: at the table, on the floor, in the history
and on paper (LAPTOPS.md 3 and 10)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.floor import waiting_for_text
from scorepad.desk.table import Table
from scorepad.desk.versions import match_versions
from scorepad.spades.entries import (
    PAIRING_CHANGED,
    RESULT_CORRECTED,
    Bids,
    ChooseVersion,
    LaptopTakeover,
    Team,
    Tricks,
)
from scorepad.spades.entry_descriptions import reason_text
from scorepad.spades.status import status_of
from scorepad.spades.words import install
from scorepad.window.event.event_page import EventPage
from scorepad.window.floor.matches_page import MatchesPage
from scorepad.window.panels.history import HistoryTable
from scorepad.window.widgets.two_line_list import KeyedList
from tests.desk.memory import MemoryKeeper
from tests.imports import import_match
from tests.window.evening import ACES, HAND, read
from tests.window.event_scenes import record_apart
from tests.window.find import button, find, find_all, settle, waits_for, whole
from tests.window.print_pages import over, working
from tests.window.scenes import record_apart as record_table_apart
from tests.window.stage import Stage
from tests.window.test_qt_words import spanish


@pytest.fixture
def table(stage: Stage) -> Table:
    """A table whose first hand has bids, shown in the window."""
    table = stage.evening.play()
    table.record(Bids(bids=(4, 3, 2, 2)))
    stage.show(table)
    return table


def test_a_table_shows_two_versions_until_one_is_chosen(stage: Stage, table: Table) -> None:
    page = stage.window.page
    assert page is not None
    assert not page.versions.isVisibleTo(page)
    other = record_table_apart(stage.evening, table)
    assert page.versions.isVisibleTo(page)
    shown = read(page.versions)
    assert "Two versions of this table were recorded" in shown
    assert "Lee of the other laptop" in shown
    first, second = find_all(page.versions, QPushButton)
    assert "counts now" in first.accessibleName()
    QTest.mouseClick(second, Qt.MouseButton.LeftButton)
    assert page.versions.why.hasFocus() or page.versions.why.isVisibleTo(page)
    QTest.keyClicks(page.versions.why, "read aloud by both teams")
    QTest.keyClick(page.versions.why, Qt.Key.Key_Return)
    assert table.match.board.hands[0].tricks == other.match.board.hands[0].tricks
    assert not page.versions.isVisibleTo(page)


@pytest.mark.parametrize("size", [(1366, 768), (1024, 640)])
def test_both_versions_can_be_read_whole_in_large_text(
    qtbot: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    stage = Stage(qtbot, tmp_path, percent=200, size=size)
    table = stage.evening.play(*[HAND] * 3)
    table.record(Bids(bids=(4, 3, 2, 2)))
    page = stage.show(table)
    record_table_apart(stage.evening, table, HAND)
    stage.activate()
    settle()
    labels = [each for each in find_all(page.versions, QLabel) if each.isVisible()]
    assert len(labels) == 8
    assert all(each.height() >= each.heightForWidth(each.width()) for each in labels)
    buttons = [each for each in find_all(page.versions, QPushButton) if each.isVisible()]
    if size == (1366, 768):
        assert all(map(whole, [*labels, *buttons])), "nothing has to be scrolled"
    for each in buttons:
        each.setFocus()
        settle()
        assert whole(each)
    buttons[0].click()
    settle()
    assert whole(page.versions.why)


def test_a_head_that_does_not_count_is_said_at_the_table_and_on_the_floor(
    stage: Stage, table: Table
) -> None:
    page = stage.window.page
    assert page is not None
    assert page.uncounted.isHidden()
    keeper = stage.evening.keeper
    log = keeper.kept[table.id]
    other = replace(log.head, table="5", teams=(ACES, Team("Queens", ("Bea", "Dot"))))
    keeper.kept[table.id] = replace(log, other_heads=(other,))
    table.follow_other_programs()
    keeper.listed[table.id] = status_of(table.match)
    assert page.uncounted.text() == (
        "▲ There is another version of the setup, which doesn't count. Setup that doesn't count: "
        "table 5; Queens: Bea, Dot."
    )
    stage.window.do("floor")
    assert "there is another version of the setup" in waits_for(stage.window)


def test_an_empty_reason_chooses_nothing(stage: Stage, table: Table) -> None:
    record_table_apart(stage.evening, table)
    page = stage.window.page
    assert page is not None
    _first, second = find_all(page.versions, QPushButton)
    QTest.mouseClick(second, Qt.MouseButton.LeftButton)
    QTest.keyClick(page.versions.why, Qt.Key.Key_Return)
    assert table.match.has_versions


def test_an_import_says_that_there_are_two_versions(stage: Stage, tmp_path: Path) -> None:
    table = stage.evening.play()
    table.record(Bids(bids=(4, 3, 2, 2)))
    there = Desk(MemoryKeeper(), stage.evening.library, now=stage.evening.wall, by=str)
    other = there.open(
        import_match(there, stage.evening.desk.export_match_file(table.id), "copy").match_id
    )
    table.record(Tricks(tricks=(4, 3, 3, 3)))
    other.record(Tricks(tricks=(5, 2, 3, 3)))
    file = tmp_path / "theirs.json"
    file.write_bytes(there.export_match_file(other.id))
    stage.window.do("list")
    page: MatchesPage = over(stage, MatchesPage)
    page.import_match_files([str(file)])
    stage.qtbot.waitUntil(lambda: not working())
    assert "there are two versions; open the match or event to choose one" in read(stage.window)


def test_the_floor_and_the_history_say_so(stage: Stage, table: Table, qtbot: Any) -> None:
    record_table_apart(stage.evening, table)
    row = status_of(table.match)
    now = stage.evening.wall()
    assert (row.need(now), str(waiting_for_text(row, now))) == ("versions", "two versions")
    history = HistoryTable()
    qtbot.addWidget(history)
    history.show_log(table.match)
    first = history.model().index(0, 1)
    spoken = first.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Tricks, in another version")
    assert not first.flags()


def test_each_version_says_who_recorded_it_and_what_it_comes_to(stage: Stage, table: Table) -> None:
    record_table_apart(stage.evening, table)
    first, second = match_versions(table.match)
    assert (first.counts, second.counts) == (True, False)
    assert (first.recorded_by, second.recorded_by) == ("Pat", "Lee of the other laptop")
    assert str(second.result).startswith("1 hand, ")
    assert "another version of this match exists" in str(table.match.all_warnings[0].text)


def test_the_program_s_own_reasons_are_shown_in_the_reader_s_language() -> None:
    install(spanish())
    shown = [reason_text(each) for each in (PAIRING_CHANGED, RESULT_CORRECTED, "late")]
    assert shown == ["cambió el emparejamiento", "se corrigió un resultado", "late"]


# An event's own log may have two versions too.


def test_an_event_shows_its_two_versions_until_one_is_chosen(stage: Stage) -> None:
    theirs = record_apart(stage.evening)
    stage.window.do("event")
    page = find(stage.window, EventPage)
    assert not page.versions.isVisibleTo(page)
    EventDesk(stage.evening.desk).import_event(theirs.export_event_file(), "theirs")
    page.show_changes_from_elsewhere()
    assert page.versions.isVisibleTo(page), "nothing but the order has changed"
    shown = read(page.versions)
    assert "Two versions of this event were recorded" in shown
    first, second = find_all(page.versions, QPushButton)
    assert "Aces wins 300" in first.accessibleName()
    assert "counts now" in first.accessibleName()
    assert "Queens wins 310" in second.accessibleName()
    assert "Lee of the other laptop" in second.accessibleName()
    QTest.mouseClick(second, Qt.MouseButton.LeftButton)
    QTest.keyClick(page.versions.why, Qt.Key.Key_Return)
    assert page.versions.isVisibleTo(page), "a reason is needed"
    QTest.keyClicks(page.versions.why, "their paper is signed")
    QTest.keyClick(page.versions.why, Qt.Key.Key_Return)
    assert not page.versions.isVisibleTo(page)
    assert page.opened is not None
    result = page.opened.register.results["1-1"]
    assert result.score == (210, 310)
    choice = page.opened.current_event.log[-1]
    assert isinstance(choice, ChooseVersion)
    assert choice.why == "their paper is signed"


def test_the_import_of_an_event_says_what_it_brought(stage: Stage, tmp_path: Path) -> None:
    theirs = record_apart(stage.evening)
    file = tmp_path / "theirs.json"
    file.write_bytes(theirs.export_event_file())
    stage.window.do("event")
    page = find(stage.window, EventPage)
    for brought in (
        "merged with the event you already have, 2 new entries added · there are two versions",
        "theirs.json is already in Scorepad; nothing changed · there are two versions",
    ):
        page.show_list()
        page.event_list.import_event_files([str(file)])
        stage.qtbot.waitUntil(lambda: page.versions.isVisibleTo(page))
        assert brought in page.strip.text


def test_the_history_of_an_event_has_the_entries_of_another_version(stage: Stage) -> None:
    theirs = record_apart(stage.evening)
    EventDesk(stage.evening.desk).import_event(theirs.export_event_file(), "theirs")
    stage.window.do("event")
    page = find(stage.window, EventPage)
    page.show_section("history")
    shown = find(page, KeyedList, "History")
    apart = [shown.content.text(row) for row in range(2)]
    assert [each.dimmed for each in apart] == [True, True]
    assert [each.below.split(" · ")[0] for each in apart] == ["in another version"] * 2
    assert "Queens wins 310" in apart[1].below
    shown.setCurrentRow(0)
    assert not button(page, "Delete").isEnabled()


def test_the_list_of_events_shows_no_versions(stage: Stage) -> None:
    theirs = record_apart(stage.evening)
    EventDesk(stage.evening.desk).import_event(theirs.export_event_file(), "theirs")
    stage.window.do("event")
    page = find(stage.window, EventPage)
    assert page.versions.isVisibleTo(page)
    page.show_list()
    assert not page.versions.isVisibleTo(page)


def test_versions_stand_side_by_side_with_their_laptops_and_hands(
    stage: Stage, table: Table
) -> None:
    table.record(LaptopTakeover(laptop=stage.evening.desk.keeper.laptop_id(), name="Front desk"))
    other = record_table_apart(stage.evening, table)
    page = stage.window.page
    assert page is not None
    shown = read(page.versions)
    assert "Front desk · counts now" in shown
    assert "Front desk · doesn't count" in shown
    tricks = [each.board.hands[0].tricks for each in (table.match, other.match)]
    for taken, by in zip(tricks, ("Pat", "Lee of the other laptop"), strict=True):
        assert (
            f"Hand 1: Aces bid 4 + 2, took {taken[0]} · Kings bid 3 + 2, took {taken[1]}" in shown
        )
        assert by in shown
    first, second = find_all(page.versions, QPushButton)[:2]
    QTest.mouseClick(second, Qt.MouseButton.LeftButton)
    assert not first.isVisibleTo(page), "the reason stands in the place of the buttons"
    QTest.mouseClick(button(page.versions, "Back"), Qt.MouseButton.LeftButton)
    assert first.isVisibleTo(page)
