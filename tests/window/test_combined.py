"""A table over several events is asked for beside the stages, and shown with the standings."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTreeView

from scorepad.events.entries import StageEntry
from scorepad.window.event.event_choice import EventChoice
from scorepad.window.event.standings_view import StandingsView
from tests.window.evening import press, read
from tests.window.event_scenes import begin, earlier, release
from tests.window.find import choose, field, find, settle, type_over
from tests.window.stage import Stage
from tests.window.test_event_page import page_of, restarted, state


def tick(choice: EventChoice, name: str) -> None:
    """Select an event with the keyboard."""
    titles = [choice.content.text(row).title for row in range(choice.count())]
    (row,) = (row for row, title in enumerate(titles) if title.startswith(name))
    choice.setFocus()
    choice.setCurrentRow(row)
    QTest.keyClick(choice, Qt.Key.Key_Space)
    settle()


def rows(view: StandingsView) -> list[list[str]]:
    model = next(each for each in view.findChildren(QTreeView) if each.isVisible()).model()
    return [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_a_table_over_several_events_is_added_shown_and_changed(stage: Stage) -> None:
    earlier(stage.evening, "Fall Open", "Aces", "Bees", "Cats")
    earlier(stage.evening, "Winter Open", "Cats", "ACES")
    earlier(stage.evening, "Summer Open", "Dogs", "Elks", over=False)
    begin(stage.evening, 6).record(StageEntry(stage="A", format="round-robin"))
    page = page_of(stage, "rounds")
    press(page, "Stages…")
    choose(page, "Format", "Combined table")
    press(page, "Add the stage")
    assert "Choose the events that count" in read(field(page, "Events"))
    choice = find(page, EventChoice)
    for name in ("Fall", "Winter", "Summer", "Spring"):
        tick(choice, name)
    type_over(page, "Points for each place", "1 150, 2 0.3")
    press(page, "Add the stage")
    assert "Enter whole or half points" in read(field(page, "Points for each place"))
    type_over(page, "Points for each place", "first 150")
    press(page, "Add the stage")
    assert "must be a place and its points" in read(field(page, "Points for each place"))
    type_over(page, "Points for each place", "1 150, 2 100, rest 25")
    # What is typed is there again after a restart.
    stage = restarted(stage)
    page = page_of(stage, "rounds")
    assert len(find(page, EventChoice).typed()) == 4
    press(page, "Add the stage")
    (entry,) = state(stage).event.register.combined.values()
    assert (entry.per, entry.points) == ("team", {"1": 150, "2": 100, "*": 25})
    page.show_section("standings")
    view: StandingsView = page.section_widget("standings")  # type: ignore[assignment]
    assert rows(view) == [
        ["1", "ACES", "250", "150", "100"],
        ["2", "Cats", "175", "25", "150"],
        ["3", "Bees", "100", "100", "–"],
    ]
    said = read(view)
    assert "Summer Open isn't finished, so it doesn't count" in said
    assert "Spring Open isn't finished, so it doesn't count" in said
    # It is changed as any stage is.
    page.show_section("rounds")
    press(page, "Stages…")
    choose(page, "Which stage", "Combined table")
    press(page, "player")
    tick(find(page, EventChoice), "Winter")
    type_over(page, "Points for each place", "")
    press(page, "Save the stage")
    (entry,) = state(stage).event.register.combined.values()
    assert (entry.per, entry.points, len(entry.events)) == ("player", "standings", 3)
    page.show_section("standings")
    assert rows(view)[0] == ["1", "Aces A", "3", "3"]  # two wins and a bye


def test_a_table_follows_what_is_recorded_in_its_events(stage: Stage) -> None:
    fall = earlier(stage.evening, "Fall Open", "Aces", "Bees", over=False)
    table = begin(stage.evening, 4)
    events = (fall.event.id,)
    table.record(StageEntry(stage="Cup", format="combined", events=events, points={"1": 9}))
    page = page_of(stage, "standings")
    view: StandingsView = page.section_widget("standings")  # type: ignore[assignment]
    assert rows(view) == []
    assert "Fall Open isn't finished" in read(view)
    release(fall)
    page.show_changes_from_elsewhere()
    assert rows(view) == [["1", "Aces", "9", "9"], ["2", "Bees", "0", "0"]]


def test_an_event_without_teams_shows_a_table_over_others(stage: Stage) -> None:
    earlier(stage.evening, "Fall Open", "Aces", "Bees")
    begin(stage.evening, 0)
    page = page_of(stage, "rounds")
    press(page, "Stages…")
    choose(page, "Format", "Combined table")
    type_over(page, "Name", "Campus Cup")
    tick(find(page, EventChoice), "Fall")
    press(page, "Add the stage")
    page.show_section("standings")
    view: StandingsView = page.section_widget("standings")  # type: ignore[assignment]
    assert "Campus Cup" in read(view)
    assert rows(view) == [["1", "Aces", "1", "1"], ["2", "Bees", "0", "0"]]
