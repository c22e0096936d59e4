"""Several tables are started at once, with keys alone; a free number is filled in everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTreeView, QWidget

from scorepad.spades.naming import strip_table_word
from scorepad.spades.status import MatchStatus
from tests.window.evening import press, read
from tests.window.find import choose, find, line
from tests.window.stage import Stage

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ENTER, TAB = Qt.Key.Key_Return, Qt.Key.Key_Tab


class Keys:
    """Presses keys as the system brings them, and counts the presses."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.presses = 0

    def __call__(self, *keys: Any, modifiers: Any = Qt.KeyboardModifier.NoModifier) -> None:
        for key in keys:
            QTest.keyClick(self._stage.window.windowHandle(), key, modifiers)
            QApplication.processEvents()
            self.presses += 1

    def tables(self) -> None:
        """Ask for several tables."""
        self("t", modifiers=CTRL | SHIFT)

    def over(self, name: str, text: str) -> None:
        """Type this in place of what is in the field that is called so."""
        field = line(page(self._stage), name)
        field.setFocus()
        field.selectAll()
        self(*text)

    def paste(self, text: str) -> None:
        QApplication.clipboard().setText(text)
        self("v", modifiers=CTRL)


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Stage:
    made = Stage(qtbot, tmp_path)
    made.activate()
    return made


@pytest.fixture
def keys(stage: Stage) -> Keys:
    return Keys(stage)


def number(row: MatchStatus) -> str:
    return strip_table_word(row.table)


def rows(stage: Stage) -> list[MatchStatus]:
    """Today's tables, in the order of their numbers."""
    found = stage.evening.desk.statuses_of_today()
    return sorted(found, key=lambda row: (len(number(row)), number(row), row.event))


def page(stage: Stage) -> QWidget:
    shown = stage.window.stack.currentWidget()
    assert shown is not None
    return shown


TWELVE = [str(number) for number in range(1, 13)]


def test_twelve_tables_without_a_team_are_asked_about_once(stage: Stage, keys: Keys) -> None:
    keys.tables()
    keys(ENTER)
    assert "You haven't named any teams" in read(stage.window)
    assert rows(stage) == []
    press(page(stage), "Start 12 tables")  # a second Enter as quick as this is an echo
    assert [number(row) for row in rows(stage)] == TWELVE
    assert "12 tables were started" in read(stage.window)
    view = find(stage.window, QTreeView, "Tables")
    assert view.model().rowCount() == 12
    assert view.hasFocus()
    assert [tab.texts[0] for tab in stage.window.strip.tabs] == TWELVE
    keys("7", ENTER)
    head = stage.page.table.match.head
    assert (head.table, head.first_dealer) == ("7", None), "who deals first is asked at the table"


def test_more_tables_than_can_be_started_are_refused_as_they_are_typed(
    stage: Stage, keys: Keys
) -> None:
    keys.tables()
    keys.over("Tables", "3-99999999")
    assert "Type at most 60 tables" in read(page(stage))
    keys(ENTER)
    assert rows(stage) == []
    keys.over("Tables", "3-5")
    assert "Type at most" not in read(page(stage))
    keys.over("Tables", "1-61")
    assert "Type at most 60 tables" in read(page(stage))


def test_twelve_tables_with_names_are_three_keys(stage: Stage, keys: Keys) -> None:
    keys.tables()
    keys.paste("\n".join(f"Team {n} A\tTeam {n} B" for n in range(1, 13)))
    keys(ENTER)
    assert keys.presses == 3
    found = rows(stage)
    assert [number(row) for row in found] == TWELVE
    assert [row.teams for row in found] == [(f"Team {n} A", f"Team {n} B") for n in range(1, 13)]


def test_names_are_typed_from_field_to_field(stage: Stage, keys: Keys) -> None:
    keys.tables()
    keys("4", ",", "9")
    keys.over("Event", "Club Night")
    # Round, moment and the button that pastes come before the rows.
    keys(TAB, TAB, TAB, TAB, *"Owls", TAB, *"Foxes", TAB, *"Bulls", ENTER)
    four, nine = rows(stage)
    assert (number(four), four.event, four.teams) == ("4", "Club Night", ("Owls", "Foxes"))
    assert (number(nine), nine.teams[0]) == ("9", "Bulls")


def test_names_pasted_at_a_row_go_on_from_there(stage: Stage, keys: Keys) -> None:
    keys.tables()
    keys("1", "-", "3")
    line(page(stage), "Table 3, first team").setFocus()
    keys.paste("Owls – Foxes\nBulls – Bears\n")
    assert line(page(stage), "Tables").text() == "1–4"
    keys(ENTER)
    assert [row.teams for row in rows(stage)][2:] == [("Owls", "Foxes"), ("Bulls", "Bears")]


def test_each_table_may_have_a_rule_set_of_its_own(stage: Stage, keys: Keys) -> None:
    keys.tables()
    keys("1", "-", "3")
    choose(page(stage), "Rule set", "UNC")
    choose(page(stage), "Rule set", "One for each table")
    washburn = stage.evening.library.get("washburn").name
    choose(page(stage), "Table 2, rule set", washburn)
    press(page(stage), "Start 3 tables")
    assert [row.rules_name for row in rows(stage)] == ["UNC", washburn, "UNC"]


def test_a_table_in_use_is_said_and_a_free_one_offered(stage: Stage, keys: Keys) -> None:
    stage.evening.play(table="Table 3", event="Club Night")
    keys.tables()
    assert line(page(stage), "Tables").text() == "1, 2, 4–13"
    keys("2", "-", "4")
    assert "In use: Aces – Kings · Club Night" in read(stage.window)
    keys(ENTER)
    told = (
        "Table 3 is in use: Aces – Kings · Club Night. Free tables: 1. Press Enter to start them."
    )
    assert told in read(stage.window)
    assert line(page(stage), "Tables").text() == "2, 1, 4"
    # Anyone who types it again wants two tables of one number.
    keys.over("Tables", "3")
    keys(ENTER)
    assert [(number(row), row.event) for row in rows(stage)] == [("3", ""), ("3", "Club Night")]


def test_what_cannot_be_starts_nothing(stage: Stage, keys: Keys) -> None:
    keys.tables()
    keys("1", ",", "2", ",", "1", ENTER)
    assert "1 is in the list twice" in read(stage.window)
    keys.over("Tables", "1-2")
    keys.over("Scheduled for", "tea")
    keys(ENTER)
    assert rows(stage) == []
    assert "✕" in read(stage.window)


def test_what_is_typed_is_there_when_one_comes_back(stage: Stage, keys: Keys) -> None:
    keys.tables()
    keys.paste("Owls – Foxes\nBulls – Bears")
    keys(Qt.Key.Key_Escape)
    assert "No tables today" in read(stage.window)
    keys.tables()
    assert line(page(stage), "Tables").text() == "1, 2"
    assert line(page(stage), "Table 2, second team").text() == "Bears"
    keys(ENTER)
    keys.tables()
    assert line(page(stage), "Tables").text() == "3–14"


def test_floor_new_match_tables_and_event_lead_to_each_other(stage: Stage) -> None:
    for pressed, title in (
        ("Event", "Event"),
        ("Start several tables…", "Several tables"),
        ("New match", "New match"),
        ("Start several tables…", "Several tables"),
        ("Event", "Event"),
        ("New match", "New match"),
        ("Event", "Event"),
    ):
        press(page(stage), pressed)
        assert stage.window.windowTitle() == f"{title} – Scorepad"


def test_the_next_free_number_is_there_when_a_match_is_started_at_once(
    stage: Stage, keys: Keys
) -> None:
    stage.evening.play(table="2", event="Club Night")
    for _time in range(2):
        keys("n", modifiers=CTRL)
        keys(ENTER)
    assert [number(row) for row in rows(stage)] == ["1", "2", "3"]


def test_a_table_of_another_event_in_use_is_said_before_a_match_starts_there(
    stage: Stage, keys: Keys
) -> None:
    stage.evening.play(table="2", event="Club Night", round="1")
    keys("n", modifiers=CTRL)
    keys.over("Table", "2")
    keys(ENTER)
    said = "Table 2 is in use: Aces – Kings · Club Night. Table 3 is free. Press Enter to use it."
    assert said in read(stage.window)
    keys.over("Table", "2")
    keys(ENTER)
    assert [(number(row), row.event) for row in rows(stage)] == [("2", ""), ("2", "Club Night")]
