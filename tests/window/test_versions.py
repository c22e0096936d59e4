"""Two versions of a table are seen until one is chosen: at the table, on the floor, in the history
and on paper (LAPTOPS.md 3 and 10)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from scorepad.desk.desk import Desk
from scorepad.desk.floor import floor_row
from scorepad.desk.table import Table
from scorepad.desk.versions import match_versions
from scorepad.spades.entries import PAIRING_CHANGED, RESULT_CORRECTED, Bids, Tricks
from scorepad.spades.entry_descriptions import reason_text
from scorepad.spades.words import ENGLISH
from scorepad.window.floor.matches_page import MatchesPage
from scorepad.window.panels.history_list import EntryList
from tests.desk.memory import MemoryKeeper
from tests.window.evening import Evening, read
from tests.window.find import find_all
from tests.window.stage import Stage
from tests.window.test_qt_words import spanish


def apart(evening: Evening, table: Table) -> Table:
    """Let another computer record other tricks in the same hand, and join what it has."""

    def later() -> datetime:
        return evening.wall() + timedelta(seconds=5)

    there = Desk(MemoryKeeper(), evening.library, now=later, by=lambda: "Lee of the other laptop")
    file = evening.desk.give_out(table.id)
    other = there.open(there.take_in(file, "copy").match_id)
    table.record(Tricks(tricks=(4, 3, 3, 3)))
    other.record(Tricks(tricks=(5, 2, 3, 3)))
    evening.desk.take_in(there.give_out(other.id), "theirs")
    return other


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
    other = apart(stage.evening, table)
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


def test_an_empty_reason_chooses_nothing(stage: Stage, table: Table) -> None:
    apart(stage.evening, table)
    page = stage.window.page
    assert page is not None
    _first, second = find_all(page.versions, QPushButton)
    QTest.mouseClick(second, Qt.MouseButton.LeftButton)
    QTest.keyClick(page.versions.why, Qt.Key.Key_Return)
    assert table.match.has_versions


def test_an_import_says_that_there_are_two_versions(stage: Stage) -> None:
    table = stage.evening.play()
    table.record(Bids(bids=(4, 3, 2, 2)))
    there = Desk(MemoryKeeper(), stage.evening.library, now=stage.evening.wall, by=str)
    other = there.open(there.take_in(stage.evening.desk.give_out(table.id), "copy").match_id)
    table.record(Tricks(tricks=(4, 3, 3, 3)))
    other.record(Tricks(tricks=(5, 2, 3, 3)))
    page = MatchesPage(stage.evening.desk, ENGLISH, stage.evening.settings)
    stage.qtbot.addWidget(page)
    said = page._take(set, other.match, "theirs.json")
    assert "there are two versions: open it to choose one" in said


def test_the_floor_and_the_history_say_so(stage: Stage, table: Table, qtbot: Any) -> None:
    apart(stage.evening, table)
    row = floor_row(table.match, ENGLISH)
    now = stage.evening.wall()
    assert (row.need(now), str(row.waits_for(now))) == ("versions", "two versions")
    history = EntryList(ENGLISH)
    qtbot.addWidget(history)
    history.show_log(table.match)
    spoken = [
        history.item(at).data(Qt.ItemDataRole.AccessibleTextRole) for at in range(history.count())
    ]
    assert spoken[0].startswith("Tricks, in another version")
    assert not history.item(0).flags()


def test_each_version_says_who_recorded_it_and_what_it_comes_to(stage: Stage, table: Table) -> None:
    apart(stage.evening, table)
    first, second = match_versions(table.match)
    assert (first.counts, second.counts) == (True, False)
    assert (first.recorded_by, second.recorded_by) == ("Pat", "Lee of the other laptop")
    assert str(second.result).startswith("1 hand, ")
    assert "another version of this match exists" in str(table.match.warnings[0].text)


def test_the_program_s_own_reasons_are_shown_in_the_reader_s_language() -> None:
    words = spanish()
    shown = [reason_text(each, words) for each in (PAIRING_CHANGED, RESULT_CORRECTED, "late")]
    assert shown == ["cambió el emparejamiento", "se corrigió un resultado", "late"]
