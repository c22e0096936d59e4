"""The room's screen: what it shows, how it turns, and that it says how new that is."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QGraphicsSimpleTextItem,
    QGraphicsView,
    QLabel,
    QTableWidget,
    QWidget,
)

from scorepad.desk.event_desk import EventDesk
from scorepad.desk.event_table import EventTable
from scorepad.events.entries import (
    EventAmend,
    EventHead,
    EventHeadChange,
    Release,
    ResultEntry,
    StageEntry,
    TeamEntry,
)
from scorepad.events.weeks import rounds_of_day
from scorepad.spades.entries import Forfeit, Sign, Strike
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T
from scorepad.window.event.letters import letter_size, width_of
from scorepad.window.event.room_screen import RoomScreen
from scorepad.window.event.room_slides import Slide, SlideCell, SlideColumn
from scorepad.window.event.room_table import lay_out_table
from scorepad.window.widgets.inputs import CheckBox
from scorepad.window.widgets.two_line_list import KeyedList
from tests.window.evening import HAND, NIL_HAND, press
from tests.window.event_scenes import begin, begin_season, play_hands, swiss
from tests.window.find import find, find_all, settle, type_over
from tests.window.stage import Stage, type_keys
from tests.window.test_event_page import page_of

CLOCK = re.compile(r"\d{1,2}:\d\d( [AP]M)?")


def room(stage: Stage) -> QWidget:
    stage.window.do("room")
    return find(stage.window, QWidget, "Room screen")


def screen_lines(screen: QWidget) -> list[str]:
    """What the screen says, line by line, as its widgets say it; its clock is left out."""
    labels = [each for each in screen.findChildren(QLabel) if each.isVisibleTo(screen)]
    said = {each: each.accessibleName() for each in labels}
    outside = [text for each, text in said.items() if text and each.parentWidget() is screen]
    head = [text for each, text in said.items() if each.parentWidget() is not screen and text]
    title = [text for text in head if not CLOCK.fullmatch(text)]
    body: list[str] = []
    for view in screen.findChildren(QGraphicsView):
        if view.isVisibleTo(screen):
            body += view.accessibleDescription().split("\n")
    for table in screen.findChildren(QTableWidget):
        if not table.isVisibleTo(screen):
            continue
        for row in range(table.rowCount()):
            items = [table.item(row, column) for column in range(table.columnCount())]
            body.append(" ".join(each.text() for each in items if each and each.text()))
    return [*title[:2], *outside[:-1], *title[2:], *body, outside[-1]]


def start_event(stage: Stage, teams: int = 4, kind: Any = "swiss") -> EventTable:
    """An event with its first round out."""
    event = EventDesk(stage.evening.desk).start(EventHead(name="Saturday", rules="unc"))
    for number in range(1, teams + 1):
        players = (f"Ann {number}", f"Bo {number}")
        event.record(TeamEntry(team=f"T{number}", name=f"Team {number}", players=players))
    event.record(StageEntry(stage="A", format=kind, rounds=3 if kind == "swiss" else None))
    event.record_together([event.propose_next_round().entry, Release(round=1)])
    return event


def test_without_an_event_it_shows_the_tables_and_their_clocks(stage: Stage) -> None:
    screen = room(stage)
    assert screen_lines(screen)[0] == "No tables are playing yet."
    stage.evening.play(HAND, table="2", event="")
    stage.evening.play(table="10", event="")
    stage.pass_(6)
    assert screen_lines(screen)[:3] == [
        "Round 2",
        "2 Aces 71 Kings 50 29:54",
        "10 Aces Kings not started",
    ]
    stage.pass_(1)
    assert "29:53" in screen_lines(screen)[1]
    assert screen_lines(screen)[-1].startswith("As of 14:30")


def test_it_turns_by_itself_and_by_keys_and_can_be_kept(qtbot: Any, stage: Stage) -> None:
    start_event(stage).record(ResultEntry(pairing="1-1", how="played", winner=0, score=(300, 200)))
    screen = room(stage)
    stage.evening.settings.set_and_save("room_seconds", 10)
    assert screen_lines(screen)[:2] == ["Saturday", "Round 1"]
    stage.pass_(11)
    assert screen_lines(screen)[1] == "Standings · Swiss"
    assert screen_lines(screen)[2].startswith("1 Team 1 1 1–0–0 +100")
    qtbot.keyClick(screen, Qt.Key.Key_Right)
    assert screen_lines(screen)[1] == "Round 1"
    qtbot.keyClick(screen, Qt.Key.Key_Left)
    assert screen_lines(screen)[1] == "Standings · Swiss"
    for pressed, shown in (
        (Qt.MouseButton.LeftButton, "Round 1"),
        (Qt.MouseButton.RightButton, "Standings · Swiss"),
    ):
        middle = screen.rect().center()
        on = screen.childAt(middle)
        QTest.mouseClick(on, pressed, pos=on.mapFrom(screen, middle))
        assert screen_lines(screen)[1] == shown
    type_keys(screen, " ")
    stage.pass_(60)
    assert screen_lines(screen)[1] == "Standings · Swiss"
    assert "paused" in screen_lines(screen)[-1]
    type_keys(screen, " 1")
    stage.pass_(11)
    assert screen_lines(screen)[1] == "Round 1"
    assert " of " not in screen_lines(screen)[-1].partition("·")[2]


def test_a_bracket_is_shown_and_what_nobody_confirmed_is_marked(stage: Stage) -> None:
    event = start_event(stage, kind="single-elimination")
    with stage.evening.desk.open_briefly(stage.evening.desk.matches()[0].id) as table:
        table.record(Forfeit(side=1, why="left"))
    screen = room(stage)
    assert any(line.endswith("○") for line in screen_lines(screen))
    assert "○ not confirmed yet" in screen_lines(screen)[-1]
    with stage.evening.desk.open_briefly(stage.evening.desk.matches()[0].id) as table:
        for side in (0, 1):
            table.record(Sign(side=side, name="Ann"))
    stage.pass_(6)
    assert "○" not in "".join(screen_lines(screen))
    for key in "23":  # no standings but the bracket itself
        type_keys(screen, f"1{key}")
        assert screen_lines(screen)[1] == "Single elimination"
    assert any("Final, match 3" in line for line in screen_lines(screen))
    assert event.event.overview.champion is None


SIZES = ((1024, 640), (1366, 768), (1920, 1080))
NAMES = (
    "Duke of Spades",
    "The Incredible Card Sharks",
    "Aces High",
    "Winston-Salem Trick Takers",
    "Bag Ladies",
    "Nil by Mouth",
    "Spade Runners",
    "The Boston Blind Nils",
)


def bracket_of(stage: Stage, teams: int, kind: Any) -> EventTable:
    """An event with a bracket of so many teams, its first round out."""
    event = EventDesk(stage.evening.desk).start(EventHead(name="Saturday", rules="unc"))
    for number in range(1, teams + 1):
        name = NAMES[number - 1] if number <= len(NAMES) else f"The Team {number}"
        players = (f"Ann {number}", f"Bo {number}")
        event.record(TeamEntry(team=f"T{number}", name=name, players=players))
    event.record(StageEntry(stage="A", format=kind, third_place=True))
    event.record_together([event.propose_next_round().entry, Release(round=1)])
    return event


def drawing_of(screen: QWidget) -> QGraphicsView:
    return next(each for each in screen.findChildren(QGraphicsView) if each.isVisible())


def test_a_bracket_of_eight_is_on_one_page_with_short_names_on_one_line(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    bracket_of(stage, 8, "single-elimination")
    screen = room(stage)
    for size in SIZES:
        with subtests.test(size=size):
            screen.resize(*size)
            type_keys(screen, "3")
            assert "1 of" not in screen_lines(screen)[-1]
            assert sum("match" in line for line in screen_lines(screen)) == 8
            view = drawing_of(screen)
            seen = view.mapToScene(view.viewport().rect()).boundingRect()
            assert seen.contains(view.scene().itemsBoundingRect())
            texts = [
                each for each in view.scene().items() if isinstance(each, QGraphicsSimpleTextItem)
            ]
            names = {each.text().replace("\n", " "): each for each in texts}
            assert set(NAMES) <= set(names), "no name is cut"
            for name in ("Duke of Spades", "Aces High", "Spade Runners", "Winner of 5"):
                assert "\n" not in names[name].text()
            capitals = QFontMetricsF(names["Aces High"].font()).capHeight()
            assert capitals * view.transform().m11() >= size[1] / 50
    later = (stage.now() + timedelta(minutes=9)).astimezone()
    stage.evening.settings.set_and_save("room_start", later.isoformat())
    stage.evening.settings.set_and_save("room_message", "Lunch is in the lobby")
    for size in SIZES:
        with subtests.test("below a countdown and a message", size=size):
            screen.resize(*size)
            stage.pass_(1)
            view = drawing_of(screen)
            seen = view.mapToScene(view.viewport().rect()).boundingRect()
            assert seen.contains(view.scene().itemsBoundingRect())


def test_a_bracket_that_is_too_large_is_a_table_until_its_last_rounds(stage: Stage) -> None:
    event = bracket_of(stage, 32, "single-elimination")
    screen = room(stage)
    screen.resize(1366, 768)
    type_keys(screen, "3")
    assert any("Round of 32 Duke of Spades Table 1" in line for line in all_lines(screen))
    for number in (1, 2):
        for each in event.event.register.rounds[number].entry.pairings:
            score = (300, 200)
            event.record(ResultEntry(pairing=each.pairing, how="played", winner=0, score=score))
        event.record_together([event.propose_next_round().entry, Release(round=number + 1)])
    stage.pass_(6)
    screen.turn(0)  # type: ignore[attr-defined]
    told = screen_lines(screen)
    assert sum("Quarterfinals" in line for line in told) == 4
    assert not any("Round of" in line for line in told)
    assert drawing_of(screen).isVisible()


def test_a_long_line_of_the_director_stands_on_two_lines_and_is_not_cut(stage: Stage) -> None:
    text = "Lunch is in the lobby until one; " * 3 + "cars on the lawn must be moved before two"
    stage.evening.settings.set_and_save("room_message", text)
    screen = room(stage)
    assert isinstance(screen, RoomScreen)
    screen.resize(1366, 768)
    said = find(screen, QLabel, text)
    assert said.heightForWidth(said.width()) <= said.height()


def test_drafts_and_half_typed_hands_are_not_shown(stage: Stage) -> None:
    event = start_event(stage)
    event.record_together(
        [ResultEntry(pairing=f"1-{n}", how="played", winner=0, score=(300, 200)) for n in (1, 2)]
    )
    event.record(event.propose_next_round().entry)
    page = stage.open(HAND, table="9", event="Saturday", round="1")
    stage.type("43")
    screen = room(stage)
    assert screen_lines(screen)[1] == "Round 1"
    assert not any("Aces" in line for line in screen_lines(screen)), "a table of no event"
    assert page.table.match.board.hands
    event.record(Release(round=2))
    stage.pass_(6)
    assert screen_lines(screen)[1] == "Find your seat · Round 2"


def test_where_nothing_can_be_read_it_says_so_and_since_when(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.evening.play(HAND, table="2", event="")
    screen = room(stage)

    def unread(*_asked: object) -> None:
        raise Refused(T("the disk isn't responding properly"))

    with monkeypatch.context() as patched:
        patched.setattr(stage.evening.desk.keeper, "changed_or_scheduled", unread)
        stage.pass_(120)
        assert screen_lines(screen)[1].startswith("2 Aces 71 Kings 50 28:00")
        assert screen_lines(screen)[-1] == "▲ Can't update right now. Last updated at 14:30."
    stage.pass_(6)
    assert screen_lines(screen)[-1] == "As of 14:32"


def test_one_key_takes_the_whole_screen_and_escape_leads_back(qtbot: Any, stage: Stage) -> None:
    screen = room(stage)
    screen.activateWindow()
    qtbot.waitUntil(screen.isActiveWindow)
    qtbot.keyClick(screen, Qt.Key.Key_F11)
    assert screen.isFullScreen()
    qtbot.keyClick(screen, Qt.Key.Key_Escape)
    assert not screen.isFullScreen()
    qtbot.keyClick(screen, Qt.Key.Key_Escape)
    assert not screen.isVisible()


def test_it_stands_again_where_it_stood_after_a_restart_and_in_the_other_language(
    stage: Stage,
) -> None:
    screen = room(stage)
    screen.setGeometry(40, 50, 900, 600)
    assert room(stage) is screen
    stage.speak("es")
    again = find(stage.window, QWidget, "Pantalla de la sala")
    assert screen_lines(again)[0] == "Aún no se juega en ninguna mesa."
    size = again.size()
    QTest.keyClick(again, Qt.Key.Key_Escape)
    stage.speak("en")
    assert find_all(stage.window, QWidget, "Room screen") == []
    assert room(stage).size() == size


def test_it_closes_with_the_window_and_is_there_again_with_the_next(stage: Stage) -> None:
    screen = room(stage)
    stage.window.close()
    assert not screen.isVisible(), "a window that is left over would keep the program running"
    assert stage.evening.settings.room


def test_it_is_opened_without_taking_the_keys_and_stands_over_nothing(stage: Stage) -> None:
    stage.activate()
    screen = room(stage)
    assert stage.window.isActiveWindow()
    handle = screen.windowHandle()
    assert handle is not None
    assert handle.transientParent() is None
    room(stage)
    assert stage.window.isActiveWindow(), "nor when it is asked for again"


def test_it_shows_one_event_which_may_be_chosen(stage: Stage) -> None:
    start_event(stage)
    other = EventDesk(stage.evening.desk).start(EventHead(name="Evening Cup", rules="unc"))
    for number in range(1, 3):
        players = (f"Cy {number}", f"Di {number}")
        other.record(TeamEntry(team=f"T{number}", name=f"Cup {number}", players=players))
    other.record(StageEntry(stage="A", format="round-robin"))
    other.record_together([other.propose_next_round().entry, Release(round=1)])
    stage.evening.settings.set_and_save("event", other.event.id)
    screen = room(stage)
    assert screen_lines(screen)[0] == "Evening Cup"
    assert not any("Team 1" in line for line in all_lines(screen))
    page = page_of(stage, "room")
    press(page, "Events")
    find(page, KeyedList, "Events").choose(
        next(each.id for each in stage.evening.desk.keeper.events() if each.name == "Saturday")
    )
    press(page, "Open")
    page.show_section("room")
    press(page, "Show this event in the room")
    stage.pass_(6)
    assert screen_lines(screen)[0] == "Saturday"
    assert not any("Cup 1" in line for line in all_lines(screen))


def all_lines(screen: QWidget) -> list[str]:
    """What all its pages say."""
    assert isinstance(screen, RoomScreen)
    lines = []
    for _page in range(8):
        lines += screen_lines(screen)
        screen.turn(1)
    return lines


LEADERS = "Show the leaders: most nils made, fewest bags, biggest hand"


def test_the_leaders_are_shown_if_the_director_wants_it(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    event = start_event(stage)
    stage.evening.settings.set_and_save("event", event.event.id)
    play_hands(stage.evening, event, HAND, NIL_HAND)
    screen = room(stage)
    type_keys(screen, "6")
    assert not any("Most nils made" in line for line in all_lines(screen))
    page = page_of(stage, "room")
    box = find(page, CheckBox, LEADERS)
    QTest.keyClick(box, Qt.Key.Key_Space)
    stage.pass_(1)
    type_keys(screen, "6")
    shown = screen_lines(screen)
    assert shown[1] == "Leaders"
    one, other = (each.teams for each in event.event.register.released_pairings())
    maker = event.event.register.teams[other[0]]
    assert f"Most nils made {maker.players[0]} · {maker.name} 1 of 1" in shown
    assert f"Fewest bags per match Team {one[1][1:]} 0.0" in shown
    assert sum(line.startswith("Fewest bags per match") for line in shown) == 3
    assert sum(line.startswith("Biggest hand") for line in shown) == 1
    for people, name in (("initial", "Ann"), ("none", "Team")):
        with subtests.test(people):
            event.record(EventHeadChange(people=people, why="privacy"))
            stage.pass_(6)
            told = "\n".join(screen_lines(screen))
            assert ("Ann" in told) == (people == "initial")
            assert maker.players[0] + " ·" not in told
            assert f"Most nils made {name}" in told
    QTest.keyClick(box, Qt.Key.Key_Space)
    stage.pass_(1)
    assert screen_lines(screen)[1] != "Leaders"


def test_the_director_types_a_line_and_when_the_next_round_begins(stage: Stage) -> None:
    stage.evening.settings.set_and_save("event", start_event(stage).event.id)
    screen = room(stage)
    page = page_of(stage, "room")
    type_over(page, "Message for the room", "Lunch is in the lobby")
    type_over(page, "Next round at", "half past")
    press(page, "Show in the room")
    assert "Lunch" not in str(screen_lines(screen)), "nothing half typed"
    later = (stage.now() + timedelta(minutes=4)).astimezone()
    type_over(page, "Next round at", f"{later:%H:%M}")
    press(page, "Show in the room")
    stage.pass_(1)
    told = screen_lines(screen)
    assert f"Round 1 at {later:%H:%M}, in " in told[2]
    assert told[3] == "Lunch is in the lobby"
    stage.pass_(300)
    assert "Round 1 at" not in str(screen_lines(screen)), "its time has come"
    press(page, "Remove")
    stage.pass_(1)
    assert "Lunch" not in str(screen_lines(screen))


def test_a_game_that_ends_is_shown_large_with_who_leads(stage: Stage) -> None:
    event = start_event(stage)
    screen = room(stage)
    event.record(ResultEntry(pairing="1-1", how="forfeit", winner=1, why="nobody came"))
    stage.pass_(6)
    one, other = event.event.register.drawn["1-1"][1].teams
    names = [event.event.register.team_name(team) for team in (one, other)]
    assert screen_lines(screen)[1:6] == [
        "Round 1 · Table 1",
        f"{names[1]}  W",
        f"{names[0]}  F",
        f"{names[1]} wins by forfeit",
        f"Leading: {names[1]}, 1",
    ]
    stage.pass_(12)
    assert screen_lines(screen)[1] == "Round 1"
    assert screen_lines(screen)[2] == f"1 {names[0]} F {names[1]} W ✓"


def test_after_a_wave_the_teams_of_every_division_find_their_seats(stage: Stage) -> None:
    table = begin(stage.evening, 8)
    for letter, teams in (("A", ("T1", "T2", "T3", "T4")), ("B", ("T5", "T6", "T7", "T8"))):
        table.record(StageEntry(stage=f"Division {letter}", format="round-robin", teams=teams))
    wave = [each.entry for each in table.propose_wave()]
    table.record_together([*wave, *(Release(round=each.round) for each in wave)])
    screen = room(stage)
    type_keys(screen, "4")
    said = screen_lines(screen)
    assert said[1] == "Find your seat"
    assert sum(line.startswith(("Aces ", "Tens ", "Boston Legal ")) for line in said) == 3
    table.record(ResultEntry(pairing=wave[0].pairings[0].pairing, how="played", winner=0))
    for seconds in (6, 11):  # the result is shown large first
        stage.pass_(seconds)
    assert screen_lines(screen)[1] == "Find your seat · Division B, round 1"


def test_seats_are_shown_by_team_and_by_player_until_play_begins(stage: Stage) -> None:
    event = start_event(stage)
    screen = room(stage)
    assert screen_lines(screen)[:3] == ["Saturday", "Find your seat · Round 1", "Team 1 1"]
    screen.turn(1)  # type: ignore[attr-defined]
    assert screen_lines(screen)[2] == "Ann 1 1"
    event.record(ResultEntry(pairing="1-1", how="played", winner=0, score=(300, 200)))
    stage.pass_(6)
    assert not any("Find your seat" in line for line in all_lines(screen))


def test_the_rows_of_tables_beside_each_other_are_level(stage: Stage) -> None:
    start_event(stage, 23)
    screen = room(stage)
    type_keys(screen, "4")
    shown = [each for each in screen.findChildren(QTableWidget) if each.isVisibleTo(screen)]
    assert len({each.rowCount() for each in shown}) > 1, "the last one has fewer rows"
    assert len({each.rowHeight(0) for each in shown}) == 1


def test_who_moved_is_shown_until_they_play(stage: Stage) -> None:
    event = start_event(stage)
    screen = room(stage)
    entry = event.event.register.rounds[1].entry
    one, other = entry.pairings
    swapped = replace(
        entry,
        id=None,
        at=None,
        by=None,
        step=None,
        pairings=(replace(one, table="2"), replace(other, table="1")),
    )
    event.record(EventAmend(entry=entry.id or "", to=swapped, why="the light"))
    stage.pass_(6)
    lines = all_lines(screen)
    assert "Seat changes" in lines
    assert "Team 1 Round 1 1 2 Team 3" in lines
    # A team that has no part in the round any more is listed too.
    without = replace(swapped, pairings=swapped.pairings[:1])
    event.record(EventAmend(entry=entry.id or "", to=without, why="they left"))
    stage.pass_(6)
    assert "Team 4 Round 1 1 –" in all_lines(screen)
    event.record(Strike(entry=event.event.log[-1].id or "", why="they came back"))
    stage.pass_(6)
    for pairing in ("1-1", "1-2"):
        event.record(ResultEntry(pairing=pairing, how="played", winner=0, score=(300, 200)))
    stage.pass_(6)
    assert "Seat changes" not in all_lines(screen)


def test_the_chosen_event_is_shown_though_nothing_changed_in_it_for_days(stage: Stage) -> None:
    chosen = start_event(stage)
    stage.evening.settings.set_and_save("room_event", chosen.event.id)
    stage.pass_(4 * 24 * 3600)
    other = EventDesk(stage.evening.desk).start(EventHead(name="Evening Cup", rules="unc"))
    stage.evening.settings.set_and_save("event", other.event.id)
    assert screen_lines(room(stage))[0] == "Saturday"


def tables_on(screen: QWidget) -> list[QTableWidget]:
    return [each for each in screen.findChildren(QTableWidget) if each.isVisible()]


@pytest.mark.parametrize("tables", [2, 12, 16])
def test_all_tables_are_on_one_page_in_capitals_that_are_read(
    stage: Stage, subtests: pytest.Subtests, tables: int
) -> None:
    """Capitals are at least 1/36 of the screen's height, and no word is cut."""
    event = begin(stage.evening, min(24, 2 * tables))
    for number in range(25, 2 * tables + 1):
        players = (f"Ann {number}", f"Bo {number}")
        event.record(TeamEntry(team=f"T{number}", name=f"The Team {number}", players=players))
    event.record(StageEntry(stage="A", format="swiss", rounds=5))
    event.record_together([event.propose_next_round().entry, Release(round=1)])
    screen = room(stage)
    for size in ((1366, 768), (1920, 1080)):
        with subtests.test(size=size):
            screen.resize(*size)
            type_keys(screen, "1")
            assert "1 of" not in screen_lines(screen)[-1]
            shown = tables_on(screen)
            assert sum(each.rowCount() for each in shown) == tables
            for table in shown:
                assert table.rowViewportPosition(table.rowCount() - 1) >= 0
                assert table.verticalHeader().length() <= table.viewport().height()
                for row in range(table.rowCount()):
                    for column in range(table.columnCount()):
                        item = table.item(row, column)
                        assert item is not None
                        metrics = QFontMetricsF(item.font())
                        assert metrics.capHeight() >= size[1] / 36 - 1
                        wide = metrics.horizontalAdvance(item.text())
                        lines = 1 if len(item.text()) <= 18 else 2 * table.wordWrap() or 1
                        assert wide <= lines * (table.columnWidth(column) - 8)


def test_more_tables_turn_pages_and_a_very_long_name_has_the_room_there_is(stage: Stage) -> None:
    rows = [(SlideCell(str(n)), SlideCell(f"The {'Incredible ' * 4}Team {n}")) for n in range(60)]
    columns = (SlideColumn("Table", "right"), SlideColumn("Team", is_name=True))
    body = QSize(1300, 640)
    layout = lay_out_table(Slide("tables", "", columns, tuple(rows)), body, 768)
    assert len(layout.pages(rows)) > 1
    assert layout.size >= letter_size(768, 36)
    word = ((SlideCell("1"), SlideCell("Donaudampfschifffahrtsgesellschaft" * 3)),)
    squeezed = lay_out_table(Slide("tables", "", columns, word), body, 768)
    assert sum(squeezed.widths) <= body.width()
    assert squeezed.widths[0] >= width_of("Table") * squeezed.size * 0.62


def test_a_season_shows_the_seats_and_the_tables_of_today(stage: Stage) -> None:
    """The rounds of all days are out: those of another day are not shown."""
    table = begin_season(stage.evening)
    register = table.event.register
    drafts = [each.entry.round for each in register.rounds.values() if each.released is None]
    table.record_together([Release(round=number) for number in drafts])
    pairings = [
        pairing
        for planned in rounds_of_day(register, "2026-11-21")
        for pairing in planned.entry.pairings
    ]
    names = [[register.team_name(team) for team in each.teams] for each in pairings]
    screen = room(stage)
    assert screen_lines(screen)[1] == "Find your seat"
    seats = {
        f"{name} {each.table}" for each, two in zip(pairings, names, strict=True) for name in two
    }
    assert seats == {*screen_lines(screen)[3:-1]}
    for _page in range(2):
        QTest.keyClick(screen, Qt.Key.Key_Right)
    shown = screen_lines(screen)
    assert shown[1] == "Now playing"
    for each, (one, other) in zip(pairings, names, strict=True):
        assert f"{each.table} {one} {other} not started" in shown
    assert len(shown[3:-1]) == len(pairings)


def test_lists_beside_each_other_are_whole_in_a_small_window(stage: Stage) -> None:
    swiss(stage.evening, 24, 2)
    screen = room(stage)
    screen.resize(1024, 640)
    settle()
    tables = [each for each in find_all(screen, QTableWidget) if each.isVisible()]
    assert len(tables) > 1
    right = max(each.mapTo(screen, QPoint(each.width(), 0)).x() for each in tables)
    assert right <= screen.contentsRect().right() + 1
