"""The room's screen: what it shows, how it turns, and that it says how new that is."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from scorepad.desk.event_desk import EventDesk
from scorepad.desk.event_table import EventTable
from scorepad.events.entries import EventHead, Release, ResultEntry, StageEntry, TeamEntry
from scorepad.spades.entries import Forfeit, Sign
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T
from tests.window.evening import HAND
from tests.window.find import find, find_all
from tests.window.stage import Stage, type_keys


def room(stage: Stage) -> QWidget:
    stage.window.do("room")
    return find(stage.window, QWidget, "Room screen")


def said(screen: QWidget) -> list[str]:
    """What the screen says, line by line, as it is also read out."""
    return screen.accessibleDescription().splitlines()


def begun(stage: Stage, teams: int = 4, kind: Any = "swiss") -> EventTable:
    """An event with its first round out."""
    event = EventDesk(stage.evening.desk).start(EventHead(name="Saturday", rules="unc"))
    for number in range(1, teams + 1):
        players = (f"Ann {number}", f"Bo {number}")
        event.record(TeamEntry(team=f"T{number}", name=f"Team {number}", players=players))
    event.record(StageEntry(stage="A", format=kind, rounds=3 if kind == "swiss" else None))
    event.record_together([event.propose().entry, Release(round=1)])
    return event


def test_without_an_event_it_shows_the_tables_and_their_clocks(stage: Stage) -> None:
    screen = room(stage)
    assert said(screen)[0] == "No tables are playing yet."
    stage.evening.play(HAND, table="2", event="")
    stage.evening.play(table="10", event="")
    stage.pass_(6)
    assert said(screen)[:3] == ["Round 2", "2 Aces 71 Kings 50 29:54", "10 Aces Kings not begun"]
    stage.pass_(1)
    assert "29:53" in said(screen)[1]
    assert said(screen)[-1].startswith("As of 14:30")


def test_it_turns_by_itself_and_by_keys_and_can_be_kept(qtbot: Any, stage: Stage) -> None:
    begun(stage).record(ResultEntry(pairing="1-1", how="played", winner=0, score=(300, 200)))
    screen = room(stage)
    stage.evening.settings.set("room_seconds", 10)
    assert said(screen)[:2] == ["Saturday", "Round 1"]
    stage.pass_(11)
    assert said(screen)[1] == "Standings · Swiss"
    assert said(screen)[2].startswith("1 Team 1 1 1–0–0 +100")
    qtbot.keyClick(screen, Qt.Key.Key_Right)
    assert said(screen)[1] == "Round 1"
    qtbot.keyClick(screen, Qt.Key.Key_Left)
    type_keys(screen, " ")
    stage.pass_(60)
    assert said(screen)[1] == "Standings · Swiss"
    assert "paused" in said(screen)[-1]
    type_keys(screen, " 1")
    stage.pass_(11)
    assert said(screen)[1] == "Round 1"
    assert " of " not in said(screen)[-1].partition("·")[2]


def test_a_bracket_is_shown_and_what_nobody_confirmed_is_marked(stage: Stage) -> None:
    event = begun(stage, kind="single-elimination")
    with stage.evening.desk.visit(stage.evening.desk.matches()[0].id) as table:
        table.record(Forfeit(side=1, why="left"))
    screen = room(stage)
    assert any(line.endswith("○") for line in said(screen))
    assert "○ not confirmed yet" in said(screen)[-1]
    with stage.evening.desk.visit(stage.evening.desk.matches()[0].id) as table:
        for side in (0, 1):
            table.record(Sign(side=side, name="Ann"))
    stage.pass_(6)
    assert "○" not in "".join(said(screen))
    for key in "23":  # no standings but the bracket itself
        type_keys(screen, f"1{key}")
        assert said(screen)[1] == "Single elimination"
    assert any("Final, match 3" in line for line in said(screen))
    assert event.event.overview.champion is None


def test_drafts_and_half_typed_hands_are_not_shown(stage: Stage) -> None:
    event = begun(stage)
    event.record_together(
        [ResultEntry(pairing=f"1-{n}", how="played", winner=0, score=(300, 200)) for n in (1, 2)]
    )
    event.record(event.propose().entry)
    page = stage.open(HAND, table="9", event="Saturday", round="1")
    stage.type("43")
    screen = room(stage)
    assert said(screen)[1] == "Round 1"
    assert any(line.startswith("9 Aces 71 Kings 50") for line in said(screen))
    assert page.table.match.board.hands
    event.record(Release(round=2))
    stage.pass_(6)
    assert said(screen)[1] == "Now playing", "a table of round 1 plays on"


def test_where_nothing_can_be_read_it_says_so_and_since_when(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.evening.play(HAND, table="2", event="")
    screen = room(stage)

    def unread(*_asked: object) -> None:
        raise Refused(T("the disk does not answer"))

    with monkeypatch.context() as patched:
        patched.setattr(stage.evening.desk.keeper, "recent", unread)
        stage.pass_(120)
        assert said(screen)[1].startswith("2 Aces 71 Kings 50 28:00")
        assert said(screen)[-1] == "▲ Cannot be read now. This is how it stood at 14:30."
    stage.pass_(6)
    assert said(screen)[-1] == "As of 14:32"


def test_one_key_takes_the_whole_screen_and_escape_leads_back(qtbot: Any, stage: Stage) -> None:
    screen = room(stage)
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
    assert said(again)[0] == "Aún no se juega en ninguna mesa."
    size = again.size()
    QTest.keyClick(again, Qt.Key.Key_Escape)
    stage.speak("en")
    assert find_all(stage.window, QWidget, "Room screen") == []
    assert room(stage).size() == size
