"""The page of an event: begun, filled with teams, paired, released, and come back to."""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QStyle,
    QStyleOptionComboBox,
    QStyleOptionFrame,
    QWidget,
)

from scorepad.desk.desk import Desk
from scorepad.desk.encodings import ENCODINGS
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.event_table import EventTable
from scorepad.events.entries import TeamEntry, TeamWithdrawal
from scorepad.window.event.conduct_marks_form import ConductMarksForm
from scorepad.window.event.event_list import rule_set_id
from scorepad.window.event.event_page import EventPage
from scorepad.window.event.rounds_view import RoundsView
from scorepad.window.event.season_view import SeasonView
from scorepad.window.event.teams_paste import ColumnTable, TeamsPasteForm
from scorepad.window.event.teams_view import TeamsView
from scorepad.window.floor.floor_page import FloorPage
from scorepad.window.widgets.inputs import SectionTabs, Stepper, TabRoleButton
from scorepad.window.widgets.two_line_list import KeyedList
from tests.window.evening import Evening, press, read
from tests.window.event_scenes import (
    NAMES,
    TEAM_FILES,
    begin,
    begin_season,
    players,
    swiss,
    team_file,
)
from tests.window.find import (
    FileDialog,
    button,
    choice,
    choose,
    find,
    find_all,
    line,
    settle,
    type_over,
)
from tests.window.stage import Stage, delete_closed, type_keys

ENCODED = json.loads((TEAM_FILES.parent / "encodings.json").read_text("utf-8"))


def page_of(stage: Stage, section: str = "") -> EventPage:
    """The page of the event, as its key shows it; with a `section` at that part of it."""
    assert stage.window.pages is not None
    page, today = stage.window.pages.show_event(section), stage.evening.settings.event
    if today and page.event_id != today:  # begun beside the page
        page.show_opened_event_as_todays(state(stage), section)
        delete_closed()
    elif section and page.section != section:
        page.show_section(section)
    return page


def state(stage: Stage) -> EventTable:
    """Today's event, as it is kept."""
    return EventDesk(stage.evening.desk).open(stage.evening.settings.event)


def rows(page: EventPage, name: str) -> list[tuple[str, str, str]]:
    """What the rows of a list of the page say: title, line below, at the right."""
    shown = find(page, KeyedList, name)
    texts = [shown.content.text(row) for row in range(shown.count())]
    return [(text.title, text.below, text.right) for text in texts]


def enter(stage: Stage) -> None:
    """Press Enter where the focus is."""
    focused = stage.window.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, Qt.Key.Key_Return)


def escape(stage: Stage) -> None:
    """Press Escape where the focus is."""
    focused = stage.window.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, Qt.Key.Key_Escape)


def test_24_teams_of_a_file_are_on_the_floor_by_a_few_keys(stage: Stage, tmp_path: Path) -> None:
    page = page_of(stage)
    assert "No events yet." in read(page)
    escape(stage)
    assert stage.window.stack.currentWidget() is not page, "nothing is typed that is left behind"
    page = page_of(stage)
    press(page, "Start the event")
    assert "Type the event's name" in read(page), "an event needs a name"
    type_over(page, "Name", "Spring Open")
    enter(stage)
    file = tmp_path / "teams.csv"
    lines = [",".join((NAMES[team], *players(team))) for team in range(24)]
    file.write_text("Team,Player 1,Player 2\n" + "\n".join(lines), "utf-8")
    press(page, "Add many teams…")
    FileDialog(lambda: press(page, "Choose a file…"), file)
    assert stage.window.focusWidget() is button(page, "Enter 24 teams")
    enter(stage)
    assert shown_tab(page) == "Check-in", "who is there comes after the teams"
    page.opened.notify("table 1 of round 1 isn't over", "warn")
    page.show_section("rounds")
    assert "isn't over" not in read(page), "it goes with its tab"
    for asked in ("Add the stage", "Propose round 1", "Release round 1"):
        focused = stage.window.focusWidget()
        assert focused is not None
        assert focused.accessibleName() == asked
        enter(stage)
    assert "its 12 matches are under Tables" in read(page)
    stage.window.do("floor")
    floor = stage.window.stack.currentWidget()
    assert isinstance(floor, FloorPage)
    assert floor.view.model().rowCount() == 12
    # The event is today's: its key leads back to it.
    assert "Spring Open" in read(page_of(stage))


def test_each_wrong_line_is_named_and_nothing_is_entered_before_all_are_right(
    stage: Stage,
) -> None:
    begin(stage.evening, 1)
    page = page_of(stage, "teams")
    press(page, "Add many teams…")
    text = find(page, QPlainTextEdit)
    text.setPlainText("Kings, Bo, Di\n\nTens, Gus\nAces, Eve, Fay\nJacks, Bo, Jo")
    assert [(below, right) for _title, below, right in rows(page, "Teams to add")] == [
        ("Tens needs at least two players", "line 3"),
        ("Aces is already in this event", "line 4"),
        ("Bo, Jo · ▲ Bo also plays on Kings", "line 5"),
        ("Bo, Di", "line 1"),
    ]
    assert "2 lines are wrong" in read(page)
    assert not button(page, "Enter 2 teams").isEnabled()
    lines = find(page, KeyedList, "Teams to add")
    stage.qtbot.mouseClick(
        lines.viewport(),
        Qt.MouseButton.LeftButton,
        pos=lines.visualRect(lines.model().index(1, 0)).center(),
    )
    assert text.textCursor().blockNumber() == 3, "a press on a wrong line leads to it"
    type_keys(text, "Ten ")
    assert "Ten Aces, Eve, Fay" in text.toPlainText()
    text.setPlainText("Team,Player,Player,Organization\nNines,Lea,Max,North Hall")
    assert rows(page, "Teams to add") == [("Nines", "Lea, Max · North Hall", "line 2")]
    text.setPlainText("Kings, Bo, Di\n\nTens, Gus, Hal")
    press(page, "Enter 2 teams")
    assert len(state(stage).event.register.teams) == 3


def test_a_chosen_file_replaces_the_one_before_and_what_was_said_of_that(
    stage: Stage, tmp_path: Path
) -> None:
    begin(stage.evening, 0)
    page = page_of(stage, "teams")
    press(page, "Add many teams…")
    paste, text = find(page, TeamsPasteForm), find(page, QPlainTextEdit)
    good, other, wrong = (tmp_path / name for name in ("good.csv", "other.csv", "wrong.csv"))
    lines = [",".join((NAMES[team], *players(team))) for team in range(24)]
    good.write_text("\n".join(lines), "utf-8")
    other.write_text("\n".join((*lines[:20], "Tens, Gus")), "utf-8")
    wrong.write_text("\n".join((*lines[:15], 'Deuces,"Dee U,Dan C', *lines[16:])), "utf-8")
    said = "wrong.csv, line 16: the quotation marks don't match"
    for file, entered in ((other, 20), (good, 24), (good, 24)):
        paste.replace_text_from_files([str(file)])
        assert button(page, f"Enter {entered} teams").isEnabled() == (entered == 24)
    paste.replace_text_from_files([str(wrong)])
    assert said in read(page)
    assert button(page, "Enter 24 teams").isEnabled(), "what was there before stays"
    paste.replace_text_from_files([str(good)])
    assert said not in read(page)
    paste.replace_text_from_files([str(wrong)])
    text.clear()
    assert said not in read(page)
    seeded = tmp_path / "seeded.csv"
    seeded.write_text("Team,Player 1,Player 2,Seed\nAces,Ann,Cy,1\nKings,Bo,Di,1", "utf-8")
    paste.replace_text_from_files([str(seeded)])
    guessed = tmp_path / "guessed.csv"
    guessed.write_bytes("sep=;\nMüller;Ann;Cy\n".encode("cp1252"))
    paste.replace_text_from_files([str(guessed)])
    assert "so Scorepad read it as Windows-1252" in read(page)
    assert text.toPlainText() == "\nMüller,Ann,Cy\n"
    paste.replace_text_from_files([str(seeded)])
    assert "Windows-1252" not in read(page)
    press(page, "Enter 2 teams")
    assert shown_tab(page) == "Check-in"
    assert "Aces also has seed 1" in read(page), "what to know of the teams is still said"


def test_any_file_goes_in_by_choosing_its_encoding(stage: Stage, tmp_path: Path) -> None:
    begin(stage.evening, 0)
    page = page_of(stage, "teams")
    press(page, "Add many teams…")
    for encoding, team in ENCODED.items():
        file = tmp_path / "teams.csv"
        file.write_bytes(bytes.fromhex(team["hex"]))
        FileDialog(lambda file=file: press(page, "Choose a file…"), file)
        choose(page, "Encoding", str(ENCODINGS[encoding]))
        ((shown, members, *_),) = rows(page, "Teams to add")
        name, *players = team["names"]
        assert shown == name, encoding
        assert all(each in members for each in players), encoding
    press(page, "Enter 1 team")
    (entered,) = state(stage).event.register.teams.values()
    assert [entered.name, *entered.players] == team["names"]


def test_any_file_goes_in_by_choosing_its_columns(stage: Stage, tmp_path: Path) -> None:
    begin(stage.evening, 0)
    page = page_of(stage, "teams")
    press(page, "Add many teams…")
    paste = find(page, TeamsPasteForm)
    odd = tmp_path / "odd.csv"
    odd.write_bytes("Liste\nx;Zoé;Cy;Aces\ny;Di;Bo;Kings\n".encode("mac-roman"))
    paste.replace_text_from_files([str(odd)])
    assert "so Scorepad read it as Windows-1252" in read(page)
    assert find(page, Stepper, "First team on line").value == 2
    choose(page, "Encoding", "Western European (Mac Roman)")
    assert "Zoé" in find(page, QPlainTextEdit).toPlainText()
    for letters, kind in (("A", "Skip"), ("B", "Player"), ("C", "Captain"), ("D", "Team")):
        choose(page, f"Column {letters}", kind)
    assert rows(page, "Teams to add") == [
        ("Aces", "Cy, Zoé", "line 2"),
        ("Kings", "Bo, Di", "line 3"),
    ]
    for kind in ("Organization", "Players in one cell", "Skip"):
        choose(page, "Column A", kind)
        settle()
        drawn = QStyleOptionComboBox()
        choice(page, "Column A").initStyleOption(drawn)
        assert drawn.currentText == kind
    find(page, Stepper, "First team on line").step(1)
    assert button(page, "Enter 1 team").isEnabled()
    find(page, Stepper, "First team on line").step(-1)
    press(page, "Enter 2 teams")
    assert [each.players for each in state(stage).event.register.teams.values()] == [
        ("Cy", "Zoé"),
        ("Bo", "Di"),
    ]


@pytest.mark.parametrize("name", ["imleagues.csv", "title.xlsx", "registration.csv"])
def test_a_registration_file_takes_two_presses(stage: Stage, name: str) -> None:
    begin(stage.evening, 0)
    page = page_of(stage, "teams")
    press(page, "Add many teams…")
    paste = find(page, TeamsPasteForm)
    paste.replace_text_from_files([str(TEAM_FILES / name)])
    assert button(page, "Enter 24 teams").hasFocus()
    enter(stage)
    assert len(state(stage).event.register.teams) == 24
    assert "Sam Brown also plays on Queens Gambit" in read(page)


def restarted(stage: Stage) -> Stage:
    """The window of a program that was closed and started again."""
    stage.window.close()
    stage.evening.restart()
    return Stage(stage.qtbot, Path(stage.parts.folder), evening=stage.evening)


def test_what_is_half_typed_is_there_again(stage: Stage) -> None:
    begin(stage.evening, 2)
    page = page_of(stage, "teams")
    find(page, KeyedList, "Teams").choose("T2")
    type_over(page, "Players", "Cy, Di, Eve")
    stage = restarted(stage)
    page = page_of(stage)
    assert line(page, "Players").text() == "Cy, Di, Eve"
    assert line(page, "Team").text() == "Kings"
    press(page, "Save")
    assert state(stage).event.register.teams["T2"].players == ("Cy", "Di", "Eve")
    assert line(page_of(restarted(stage)), "Team").text() == "", (
        "what is recorded is no longer typed"
    )


def test_a_list_of_teams_that_is_left_is_there_again_as_it_was(stage: Stage) -> None:
    begin(stage.evening, 1)
    page = page_of(stage, "teams")
    press(page, "Add many teams…")
    paste = find(page, TeamsPasteForm)
    paste.replace_text_from_files([str(TEAM_FILES / "title.xlsx")])
    text = find(paste, QPlainTextEdit).toPlainText()
    settle()
    widths = [paste.columns.columnWidth(at) for at in range(paste.columns.columnCount())]
    press(paste, "Cancel")
    assert not paste.isVisible()
    assert "The teams on the list haven't been entered yet" in read(page)
    press(page, "Add many teams…")
    assert find(paste, QPlainTextEdit).toPlainText() == text
    stage = restarted(stage)
    paste = find(page_of(stage, "teams"), TeamsPasteForm)
    settle()
    assert find(paste, QPlainTextEdit).toPlainText() == text
    columns = paste.columns
    assert [columns.columnWidth(at) for at in range(columns.columnCount())] == widths


def test_what_the_disk_refuses_is_said_and_stays_typed(stage: Stage) -> None:
    begin(stage.evening, 1)
    page = page_of(stage, "teams")
    press(page, "New team")
    type_over(page, "Team", "Tens")
    type_over(page, "Players", "Gus, Hal")
    stage.evening.keeper.full = True
    press(page, "Enter the team")
    assert "the disk is full" in read(page).casefold()
    assert len(rows(page, "Teams")) == 1
    stage.evening.keeper.full = False
    press(page, "Enter the team")
    assert len(rows(page, "Teams")) == 2


def test_a_team_withdraws_and_returns_and_a_late_one_enters(stage: Stage) -> None:
    begin(stage.evening, 3)
    page = page_of(stage, "teams")
    find(page, KeyedList, "Teams").choose("T3")
    type_over(page, "Reason for withdrawing", "ill")
    press(page, "Withdraw")
    assert rows(page, "Teams")[2][2] == "withdrawn"
    press(page, "Bring the team back")
    assert rows(page, "Teams")[2][2] == "Seed 3"
    press(page, "New team")
    type_over(page, "Team", "Late Ones")
    enter(stage)
    assert "Enter two or more players" in read(page)
    type_over(page, "Players", "Zoe, Yan")
    enter(stage)
    assert rows(page, "Teams")[3][:2] == ("Late Ones", "Zoe, Yan")


def test_undo_in_a_field_takes_back_what_was_typed_there_and_else_the_last_step(
    stage: Stage,
) -> None:
    begin(stage.evening, 2)
    page = page_of(stage, "teams")
    press(page, "New team")
    name = type_over(page, "Team", "Tens")
    players = line(page, "Players")
    undo = (Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(name, *undo)
    assert name.text() == ""
    assert len(rows(page, "Teams")) == 2
    name.setText("Tens")
    players.setFocus()
    QTest.keyClick(players, *undo)
    assert rows(page, "Teams") == []
    assert "Undid" in read(stage.window)
    assert name.text() == "Tens"
    # Escape leaves the form, not the page: digits that follow are no hand of a table.
    escape(stage)
    assert stage.window.stack.currentWidget() is page
    assert name.text() == "Tens"
    escape(stage)
    assert stage.window.stack.currentWidget() is not page


def test_what_another_program_recorded_is_shown_and_what_was_typed_is_asked_again(
    stage: Stage,
) -> None:
    table = begin(stage.evening, 2)
    page = page_of(stage, "teams")
    press(page, "New team")
    type_over(page, "Team", "Tens")
    type_over(page, "Players", "Gus, Hal")
    other = Desk(stage.evening.keeper, stage.evening.library, now=stage.evening.wall, by=str)
    elsewhere = EventDesk(other).open(table.event.id)
    elsewhere.record(TeamEntry(team="T3", name="Jacks", players=("Ida", "Jo")))
    press(page, "Enter the team")
    said = "This wasn't recorded, because something else was recorded here just before"
    assert said in read(page)
    assert [title for title, _below, _right in rows(page, "Teams")] == ["Aces", "Kings", "Jacks"]
    assert line(page, "Team").text() == "Tens", "nothing typed is lost"
    press(page, "Enter the team")
    assert rows(page, "Teams")[3][0] == "Tens"
    # Without a press it is shown soon after.
    EventDesk(other).open(table.event.id).record(TeamWithdrawal(team="T3"))
    stage.evening.keeper.change = "written elsewhere"
    for _tick in range(5):
        stage.pass_(0.2)
    assert rows(page, "Teams")[2][2] == "withdrawn"


def shown_tab(page: QWidget) -> str:
    tabs = find(page, SectionTabs).findChildren(TabRoleButton)
    return next(tab.text() for tab in tabs if tab.isChecked())


def test_a_screen_reader_reads_the_parts_of_the_page_as_tabs(stage: Stage) -> None:
    begin(stage.evening, 2)
    tab_list = find(page_of(stage, "teams"), SectionTabs)
    bar = QAccessible.queryAccessibleInterface(tab_list)
    name = bar.text(QAccessible.Text.Name)
    assert (bar.role(), name) == (QAccessible.Role.PageTabList, "Event sections")
    tabs = [bar.child(place) for place in range(bar.childCount())]
    tabs = [each for each in tabs if not each.state().invisible]
    assert {each.role() for each in tabs} == {QAccessible.Role.PageTab}
    assert [bool(each.state().selected) for each in tabs] == [True] + [False] * 6
    tab_list.focus_current()
    QTest.keyClick(stage.window.focusWidget(), Qt.Key.Key_Right)
    assert [bool(each.state().selected) for each in tabs] == [False, True] + [False] * 5
    named = [each.text(QAccessible.Text.Name) for each in tabs]
    assert named == ["Teams", "Check-in", "Rounds", "Standings", "Bracket", "History", "Room"]


def test_keys_go_round_through_the_parts_of_the_page(stage: Stage) -> None:
    begin(stage.evening, 2)
    page = page_of(stage, "teams")
    control = Qt.KeyboardModifier.ControlModifier
    shown = []
    for _part in range(7):
        QTest.keyClick(stage.window.focusWidget() or page, Qt.Key.Key_PageDown, control)
        shown.append(shown_tab(page))
    assert shown == ["Check-in", "Rounds", "Standings", "Bracket", "History", "Room", "Teams"]


def test_only_the_part_that_is_asked_for_is_made(stage: Stage) -> None:
    begin_season(stage.evening)
    stage.window.do("event-season")
    page = find(stage.window, EventPage)
    assert find_all(page, SeasonView)
    assert not find_all(page, TeamsView)
    assert not find_all(page, RoundsView)


def test_the_list_names_events_that_only_matches_bear(stage: Stage) -> None:
    stage.evening.play(event="Friday Open", table="1")
    stage.window.do("event")
    assert "name an event that was never started: Friday Open" in read(stage.window)
    begin(stage.evening, 2, name="Friday Open")
    stage.window.do("floor")
    stage.window.do("event")
    press(stage.window, "Events")
    assert "name an event that was never started" not in read(stage.window)


def test_several_events_are_listed_changed_and_opened(stage: Stage) -> None:
    begin(stage.evening, 2, name="Autumn League")
    begin(stage.evening, 4)
    page = page_of(stage)
    press(page, "Events")
    assert [title for title, _below, _right in rows(page, "Events")] == [
        "Spring Open",
        "Autumn League",
    ]
    press(page, "Change…")
    type_over(page, "Tables", "1-3, Lounge")
    type_over(page, "Date", "soon")
    press(page, "Save")
    assert "isn't a date" in read(page)
    type_over(page, "Date", "2027-03-14")
    choose(page, "Rule set", "Chicago")
    press(page, "Save")
    head = state(stage).event.register.head
    assert head.tables == ("1", "2", "3", "Lounge")
    assert (head.date, rule_set_id(head.rules)) == ("2027-03-14", "chicago")
    press(page, "Events")
    league = EventDesk(stage.evening.desk).open("Autumn League").event.id
    find(page, KeyedList, "Events").choose(league)
    type_keys(find(page, KeyedList, "Events"), "\n")
    QApplication.processEvents()
    assert state(stage).event.register.head.name == "Autumn League"


def test_event_files_are_imported_each_as_it_is_or_refused_in_a_sentence(
    stage: Stage, tmp_path: Path
) -> None:
    elsewhere = Evening(tmp_path / "elsewhere")
    file, other, twin, doubled = (
        tmp_path / f"{name}.json" for name in ("spring", "autumn", "twin", "doubled")
    )
    table = swiss(elsewhere, 5, 1)
    file.write_bytes(table.export_event_file())
    other.write_bytes(begin(elsewhere, 4, name="Autumn League").export_event_file())
    twin.write_bytes(file.read_bytes().replace(b"Spring Open", b"Another Day"))
    doubled.write_bytes(
        file.read_bytes()
        .replace(b'"table":"2"', b'"table":"1"')
        .replace(table.id.encode(), str(uuid.uuid4()).encode())
    )
    page = page_of(stage)
    imported = page.event_list.import_event_files

    def told(*names: Path) -> list[str]:
        imported([str(name) for name in names])
        stage.qtbot.waitUntil(lambda: page.strip.text != "")
        return page.strip.text.splitlines()

    assert "can't be read" in told(tmp_path / "teams.csv")[0]
    (refused,) = told(doubled)
    assert "table 1 is used twice in round 1" in refused
    assert EventDesk(stage.evening.desk).events() == []
    lines = told(file, twin, other)
    assert "Imported spring.json: Spring Open" in lines[0]
    assert "twin.json: it has the ID of “Spring Open”" in lines[1]
    assert "Imported autumn.json: Autumn League" in lines[2]
    assert [each.name for each in EventDesk(stage.evening.desk).events()] == [
        "Autumn League",
        "Spring Open",
    ]
    page.notify("")
    imported([str(file)])
    stage.qtbot.waitUntil(lambda: page.opened is not None)
    page.show_section("teams")
    assert len(rows(page, "Teams")) == 5


def test_a_team_is_given_a_rating_a_fee_or_a_warning(stage: Stage) -> None:
    begin(stage.evening, 2)
    page = page_of(stage, "teams")
    find(page, KeyedList, "Teams").choose("T2")
    press(page, "Record the entry")
    assert "Fill in this field, too" in read(page)
    type_over(page, "Rating", "4")
    stage = restarted(stage)
    page = page_of(stage, "teams")
    find(page, KeyedList, "Teams").choose("T2")
    assert line(page, "Rating").text() == "4", "what is typed stays"
    press(page, "Record the entry")
    choose(page, "Conduct", "Warning")
    find(page, ConductMarksForm).findChildren(QLineEdit)[-1].setText("late again")
    press(page, "Record the entry")
    marks = [
        (each.team, each.what, each.value, each.why) for each in state(stage).event.register.marks
    ]
    assert marks == [("T2", "rating", 4, ""), ("T2", "warning", None, "late again")]
    assert "Sportsmanship: 4" in read(page)
    assert rows(page, "Teams")[1][1].endswith("▲ 1 warning")
    find(page, KeyedList, "Teams").choose("T1")
    assert "Sportsmanship: 4" not in read(page)
    stage.window.do("undo")
    assert "warning" not in rows(page, "Teams")[1][1]


def test_a_team_of_many_players_is_asked_about(stage: Stage) -> None:
    begin(stage.evening, 1)
    page = page_of(stage, "teams")
    many = ", ".join(
        f"{name} Long" for name in ("Al", "Be", "Ca", "Di", "Ed", "Fi", "Ga", "Hu", "Io")
    )
    type_over(page, "Team", "Crowd")
    type_over(page, "Players", many)
    press(page, "Enter the team")
    assert "Crowd has 9 players" in read(page)
    press(page, "Add many teams…")
    find(page, TeamsPasteForm).replace_text(f"Mob, {many}\nSubs, Ann Xu, Bo Xu, Cy Xu\n")
    assert read(page).count("Mob has 9 players") == 1, "it is said before anything is entered"
    below = [below for _, below, _ in rows(page, "Teams to add")]
    assert "Al Long also plays on Crowd" in below[0], "one warning hides no other"
    assert "players" not in below[1]
    press(page, "Enter 2 teams")
    assert len(state(stage).event.register.teams) == 4


def test_what_is_chosen_in_a_narrow_list_ends_in_an_ellipsis(stage: Stage) -> None:
    stage.window.do("event")
    page = page_of(stage)
    choose(page, "Rule set", "UNC")
    settle()
    long = [
        each
        for each in page.findChildren(QComboBox)
        if each.isVisible()
        and each.fontMetrics().horizontalAdvance(each.currentText()) > each.width()
    ]
    assert long
    for each in long:
        option = QStyleOptionComboBox()
        each.initStyleOption(option)
        assert option.currentText.endswith("…")
        room = each.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, each
        )
        assert each.fontMetrics().horizontalAdvance(option.currentText) <= room.width()


@pytest.mark.parametrize(("size", "percent"), [((1024, 640), 100), ((1366, 768), 200)])
def test_what_the_line_for_the_name_says_can_be_read(
    qtbot: Any, tmp_path: Path, size: tuple[int, int], percent: int
) -> None:
    stage = Stage(qtbot, tmp_path, by="", size=size, percent=percent)
    stage.window.do("event")
    name = line(stage.window, "Your name")
    settle()
    need = name.fontMetrics().horizontalAdvance(name.placeholderText())
    option = QStyleOptionFrame()
    name.initStyleOption(option)
    room = name.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, name).width()
    assert need + 4 <= room, "Qt leaves 2 pixels free at both sides"


def test_titles_above_the_teams_of_a_file_make_no_column_wide(stage: Stage) -> None:
    stage.show_at(1366, 768, 100)
    team_file(stage)  # type: ignore[arg-type]
    settle()
    table = find(stage.window, ColumnTable)
    assert table.columnWidth(0) < table.sizeHintForColumn(0), "the title of the file is cut"
    assert table.horizontalScrollBar().maximum() == 0
