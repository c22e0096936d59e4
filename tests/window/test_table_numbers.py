"""Two tables of one number, and a number that no table has: nothing is taken, and nothing bid,
before a person has chosen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from scorepad.desk.table import Table
from scorepad.spades.entries import Bids, Forfeit, Sign, Team
from scorepad.window.shell.finder import FinderFrame
from tests.window.evening import HAND, read
from tests.window.find import row_data
from tests.window.stage import Stage, press_keys

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Stage:
    made = Stage(qtbot, tmp_path)
    made.activate()
    return made


def start_table(stage: Stage, event: str, table: str, *hands: Any, **head: Any) -> Table:
    """Start a match of two teams that are named after the event."""
    teams = (Team(f"{event} {table} A", ("Ann", "Cy")), Team(f"{event} {table} B", ("Bo", "Di")))
    return stage.evening.play(*hands, event=event, table=table, teams=teams, **head)


def choice(stage: Stage) -> FinderFrame:
    return stage.window.finder.frame


def listed(stage: Stage) -> list[str]:
    """Return what a screen reader says of each row of the choice."""
    return row_data(choice(stage).list, Qt.ItemDataRole.AccessibleTextRole)


def test_two_tables_of_one_number_are_listed_and_none_is_taken(stage: Stage) -> None:
    friday, club = (start_table(stage, event, "5", HAND) for event in ("Friday Open", "Club"))
    other = start_table(stage, "Club", "2")
    stage.window.tables.open_without_showing(friday)
    stage.show(other)
    press_keys(stage, "5", modifiers=CTRL)
    assert choice(stage).isVisible()
    assert stage.page.table is other, "nothing is taken"
    assert not stage.page.bar.boxes.caret, "no key goes to the bar"
    # The event in front comes first, then what has a tab.
    assert listed(stage) == [
        "Table 5 · Club 5 A – Club 5 B, Ctrl+5, Club · Round 2 · Bids",
        "Table 5 · Friday Open 5 A – Friday Open 5 B, Ctrl+5, Friday Open · Round 2 · Bids",
    ]
    assert choice(stage).accessibleName() == "Table 5: which match?"
    # What is typed on by habit bids nowhere.
    press_keys(stage, "5", "4", "4", "3", Qt.Key.Key_Tab, "n")
    assert choice(stage).isVisible()
    assert len(listed(stage)) == 2
    for table in (friday, club, other):
        assert sum(isinstance(entry, Bids) for entry in table.match.log) == (table is not other)
    press_keys(stage, Qt.Key.Key_Down, Qt.Key.Key_Return)
    assert not choice(stage).isVisible()
    assert stage.page.table.id == friday.id
    assert stage.page.bar.hasFocus()
    press_keys(stage, "4")
    assert stage.page.bar.bids is not None
    assert stage.page.bar.bids.keys == "4"


def test_escape_leaves_the_choice_and_the_keys_are_where_they_were(stage: Stage) -> None:
    for event in ("Friday Open", "Club"):
        start_table(stage, event, "5")
    other = start_table(stage, "Club", "2")
    page = stage.show(other)
    press_keys(stage, "4")
    press_keys(stage, "5", modifiers=CTRL)
    press_keys(stage, Qt.Key.Key_Escape)
    assert not choice(stage).isVisible()
    assert page.bar.hasFocus()
    press_keys(stage, "3")
    assert page.bar.bids is not None
    assert page.bar.bids.keys == "43"


def test_an_action_leaves_the_choice(stage: Stage) -> None:
    for event in ("Friday Open", "Club"):
        start_table(stage, event, "5")
    page = stage.show(start_table(stage, "Club", "2"))
    press_keys(stage, "5", modifiers=CTRL)
    press_keys(stage, Qt.Key.Key_F5)
    assert not choice(stage).isVisible()
    assert page.bar.hasFocus()


def test_a_table_that_is_over_gives_way_to_the_one_that_is_played(stage: Stage) -> None:
    over = start_table(stage, "Club", "5", round="1")
    over.record(Forfeit(side=0, why="left"))
    playing = start_table(stage, "Club", "5", round="2")
    stage.show(start_table(stage, "Club", "2", round="2"))
    press_keys(stage, "5", modifiers=CTRL)
    assert stage.page.table.id == playing.id
    # Of another event an unsigned one may be meant.
    other = start_table(stage, "Friday Open", "5")
    other.record(Forfeit(side=0, why="left"))
    press_keys(stage, "5", modifiers=CTRL)
    assert len(listed(stage)) == 2
    for side in (0, 1):
        other.record(Sign(side=side, name="Ann"))
    press_keys(stage, Qt.Key.Key_Escape)
    press_keys(stage, "2", modifiers=CTRL)
    press_keys(stage, "5", modifiers=CTRL)
    assert stage.page.table.id == playing.id


def test_two_rounds_of_one_event_are_told_apart(stage: Stage) -> None:
    for number in ("1", "2"):
        start_table(stage, "Club", "4", round=number)
    stage.window.do("floor")
    press_keys(stage, "4", modifiers=CTRL)
    assert sorted(text.split(", ")[2] for text in listed(stage)) == [
        "Club · Round 1 · Bids",
        "Club · Round 2 · Bids",
    ]


def test_a_number_typed_on_the_floor_that_two_tables_have_is_asked_about(stage: Stage) -> None:
    for event in ("Friday Open", "Club"):
        for table in ("7", "12"):
            start_table(stage, event, table)
    stage.window.do("floor")
    press_keys(stage, "7", Qt.Key.Key_Return)
    assert stage.window.page is None
    assert len(listed(stage)) == 2
    press_keys(stage, Qt.Key.Key_Escape)
    assert stage.window.focusWidget() is not None
    # Who goes to the row itself has chosen it.
    press_keys(stage, Qt.Key.Key_Down, Qt.Key.Key_Return)
    assert stage.page.table.match.head.table == "7"


def test_a_number_that_no_table_has_is_refused_and_digits_bid_nowhere(stage: Stage) -> None:
    page = stage.show(start_table(stage, "Club", "2"))
    press_keys(stage, "7", modifiers=CTRL)
    assert "✕ There is no table 7 today" in read(choice(stage))
    assert not page.bar.boxes.caret
    press_keys(stage, "5", "4", "4", "3", "8", Qt.Key.Key_Return)
    assert choice(stage).isVisible(), "no table is meant yet"
    assert not page.table.match.log
    assert page.bar.bids is not None
    assert page.bar.bids.keys == ""
    # Another number leads to its table; Escape leads back.
    press_keys(stage, "2", modifiers=CTRL)
    press_keys(stage, "5")
    assert page.bar.bids.keys == "5"
    press_keys(stage, "7", modifiers=CTRL)
    press_keys(stage, "4", Qt.Key.Key_Escape, "3")
    assert page.bar.bids.keys == "53"


def test_on_the_floor_a_number_that_no_table_has_is_refused_too(stage: Stage) -> None:
    start_table(stage, "Club", "2")
    stage.window.do("floor")
    press_keys(stage, "7", modifiers=CTRL)
    assert "✕ There is no table 7 today" in read(stage.window)
    press_keys(stage, "2")
    assert stage.window.page is None


def listed_rows(stage: Stage, typed: str) -> list[str]:
    """Return what a screen reader says of each row that the finder lists."""
    stage.window.do("find")
    press_keys(stage, *typed)
    says = listed(stage)
    press_keys(stage, Qt.Key.Key_Escape)
    return [text for text in says if text.startswith("Table ")]


def test_the_finder_shows_the_event_where_there_are_two(stage: Stage) -> None:
    for event in ("Friday Open", "Club"):
        start_table(stage, event, "5")
    start_table(stage, "Club", "12")
    stage.window.do("floor")
    assert sorted(listed_rows(stage, "5")) == [
        "Table 5 · Club 5 A – Club 5 B, Ctrl+5, Club · Round 2 · Bids",
        "Table 5 · Friday Open 5 A – Friday Open 5 B, Ctrl+5, Friday Open · Round 2 · Bids",
    ]
    assert listed_rows(stage, "12") == ["Table 12 · Club 12 A – Club 12 B, Club · Round 2 · Bids"]


def test_the_choice_covers_neither_totals_nor_clock(stage: Stage) -> None:
    for event in ("Friday Open", "Club", "Cup"):
        start_table(stage, event, "5")
    page = stage.show(start_table(stage, "Club", "2"))
    for size in ((1366, 768), (1024, 640), (760, 520)):
        stage.window.resize(*size)
        press_keys(stage, "5", modifiers=CTRL)
        shown = choice(stage)
        assert page.header.mapTo(stage.window, page.header.rect().bottomLeft()).y() <= shown.y()
        assert stage.window.rect().contains(shown.geometry()), size
        press_keys(stage, Qt.Key.Key_Escape)
