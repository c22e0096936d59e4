"""Clocks: what they show, when they warn, what time-up brings, at every open table."""

from __future__ import annotations

import wave
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QProcess, Qt
from PySide6.QtWidgets import QLineEdit, QPushButton

from scorepad import paths
from scorepad.spades.entries import Clock, Time
from scorepad.spades.result import outcome_text
from scorepad.window.shell import alarm as alarms
from scorepad.window.shell.alarm import Alarm
from scorepad.window.shell.session import Ticker
from scorepad.window.wording.moments import clock_text, signed_clock_text
from tests.window.evening import HAND, read
from tests.window.find import settle, texts
from tests.window.stage import Stage

OPEN = (HAND[0], None)


def times(stage: Stage) -> list[Time]:
    return [entry for entry in stage.page.table.match.log if isinstance(entry, Time)]


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (1800, "30:00"),
        (1799.2, "30:00"),
        (61, "1:01"),
        (0.4, "0:01"),
        (0, "0:00"),
        (-5, "0:00"),
        (6000, "1:40:00"),
    ],
)
def test_time_left_is_written_as_on_a_clock(seconds: float, shown: str) -> None:
    assert clock_text(seconds) == shown


@pytest.mark.parametrize("seconds", [1800, 1799.2, 1799.8, 61.5, 59.01, 0.4, 0])
def test_header_and_panel_say_the_same_second(seconds: float) -> None:
    assert signed_clock_text(seconds) == clock_text(seconds)


def test_less_than_nothing_is_written_with_a_minus_sign() -> None:
    assert [signed_clock_text(seconds) for seconds in (-300, -61.5, -0.5)] == [
        "\u22125:00",
        "\u22121:01",
        "0:00",
    ]


def test_the_clock_is_started_and_paused(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("start pause resume by the one button"):
        page = stage.open()
        clock = page.header.clock
        assert clock.state_text == "starts with the first deal"
        stage.qtbot.mouseClick(clock.button, Qt.MouseButton.LeftButton)
        stage.pass_(60)
        assert clock.figures == "29:00"
        assert not clock.button.isVisible(), "one press never stops it"
        stage.window.do("clock-pause")
        stage.pass_(600)
        assert (clock.figures, clock.state_text) == ("29:00", "paused")
        stage.qtbot.mouseClick(clock.button, Qt.MouseButton.LeftButton)
        stage.pass_(60)
        assert clock.figures == "28:00"
        done = [entry.do for entry in page.table.match.log if isinstance(entry, Clock)]
        assert done == ["start", "pause", "resume"]
    with subtests.test("nothing moves, and the next Space or Enter goes to the table"):
        stage.clear()
        page = stage.open(HAND)
        page.setFocus()
        clock, before = page.header.clock, page.table.match.board
        stage.pass_(0)
        settle()
        high = page.header.height()
        stage.window.do("clock-pause")
        settle()
        assert page.header.height() == high
        stage.qtbot.mouseClick(clock.button, Qt.MouseButton.LeftButton)
        settle()
        assert page.header.height() == high
        focus = stage.window.focusWidget()
        assert focus is not None
        stage.qtbot.keyClick(focus, Qt.Key.Key_Space)
        assert page.table.match.board is before, "Space takes nothing back"
        stage.window.do("clock-pause")
        clock.button.setFocus(Qt.FocusReason.TabFocusReason)
        stage.qtbot.keyClick(clock.button, Qt.Key.Key_Space)
        focus = stage.window.focusWidget()
        assert focus is not None
        assert clock.isAncestorOf(focus), "the keys stay at the clock"
    with subtests.test("the first bids start the clock and say so"):
        stage.clear()
        page = stage.open()
        stage.type("5443")
        assert "The clock started with these bids" in read(page.bar)
        stage.pass_(1)
        assert page.header.clock.figures == "29:59"


def test_warnings_are_seen_and_heard_once_each(stage: Stage) -> None:
    page = stage.open(OPEN)
    stage.pass_(1)
    for seconds, rung in ((24 * 60, 0), (61, 1), (60, 1), (3 * 60, 2), (30, 2)):
        stage.pass_(seconds)
        assert len(stage.alarm.rung) == rung
    assert page.header.clock.state_text == "1 min warning"
    assert set(stage.alarm.rung) == {"warning"}
    stage.pass_(60)
    assert stage.alarm.rung[-1] == "time-up"


def test_the_warn_minutes_are_the_rule_sets(stage: Stage) -> None:
    stage.open(OPEN, agreed={"clock": {"warn_minutes": [10]}})
    stage.pass_(1)
    stage.pass_(20 * 60)
    assert stage.alarm.rung == ["warning"]
    stage.pass_(9 * 60)
    assert stage.alarm.rung == ["warning"]


def test_a_table_that_is_not_shown_warns_too(stage: Stage) -> None:
    other = stage.open(OPEN, table="7")
    stage.pass_(1)
    stage.open(OPEN, table="8", rules="washburn")
    stage.pass_(25 * 60)
    assert stage.alarm.rung == ["warning"]
    banner = stage.window.banners.find_banner("clock5")
    assert banner is not None
    assert banner.text == "Table 7: less than 5 minutes left"
    tab = next(tab for tab in stage.window.strip.tabs if tab.table is other.table)
    assert tab.texts[1].startswith("▲ 4:")


def test_a_silenced_alarm_is_still_seen(stage: Stage) -> None:
    stage.evening.settings.set_and_save("alarm", False)
    stage.window.apply_changed_setting("alarm")
    page = stage.open(OPEN)
    stage.pass_(1)
    stage.pass_(25 * 60)
    assert stage.alarm.rung == []
    assert page.header.clock.state_text == "5 min warning"
    stage.pass_(61)
    assert page.header.clock.state_text == "running · warns at 1 min", "it has passed"


def test_time_up_during_a_hand_ends_it_as_the_rules_say(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    with subtests.test("time up during a hand is recorded at its moment"):
        page = stage.open(OPEN)
        out = page.table.clock().run_out_time
        stage.pass_(40 * 60)
        assert [entry.at for entry in times(stage)] == [out]
        assert (
            "Time is up. Finish this hand. The higher total wins. If tied, play one more hand."
        ) in read(page.bar)
        stage.type("8\n")
        assert page.bar.state == "over"
        assert page.bar.line.text() == "Aces wins 71–50: time ran out"
    with subtests.test("a hand that time stops is said to be void"):
        stage.clear()
        page = stage.open(HAND, OPEN, agreed={"clock": {"at_time": "stop", "on_tie": "tie"}})
        stage.pass_(31 * 60)
        assert page.sheet.rows[1].status == "void"
        assert page.bar.line.text() == "Aces wins 71–50: time ran out"


def test_once_the_game_is_over_the_clock_rests_and_says_nothing_more(stage: Stage) -> None:
    page = stage.open(HAND, (HAND[0], None), agreed={"game": {"target": 140}})
    stage.pass_(9 * 60)
    stage.type("8\n")
    assert page.bar.state == "over"
    clock = page.header.clock
    rests = (clock.figures, clock.state_text)
    assert rests == (clock_text(page.table.clock().rested or 0), "the game is over")
    assert 20 * 60 < (page.table.clock().rested or 0) <= 21 * 60
    assert not clock.button.isVisible()
    log = page.table.match.log
    for _time in range(40):
        stage.pass_(60)
        assert (clock.figures, clock.state_text) == rests
    assert stage.alarm.rung == []
    assert not stage.window.clocks.awake.is_on
    assert page.table.match.log == log
    panel: Any = page.show_panel("clock-add")
    assert rests[0] in texts(panel)
    assert "the game is over" in read(panel)


def test_a_correction_lets_the_clock_of_a_finished_game_go_on_where_it_is(stage: Stage) -> None:
    page = stage.open(HAND, (HAND[0], None), agreed={"game": {"target": 140}})
    stage.pass_(9 * 60)
    stage.type("8\n")
    rested = page.header.clock.figures
    stage.pass_(60)
    page.do("undo")
    assert not page.table.match.board.is_over
    assert page.header.clock.state_text.startswith("running")
    stage.pass_(0)
    left = page.table.clock().seconds_left(stage.now())
    assert left is not None
    assert page.header.clock.figures == clock_text(left) != rested
    stage.pass_(60)
    assert page.header.clock.figures == clock_text(left - 60)


def test_time_up_between_hands_asks_whether_cards_were_dealt(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    with subtests.test(
        "time up between hands asks whether the next hand had been dealt and announces nothing"
    ):
        page = stage.open(HAND)
        stage.pass_(31 * 60)
        assert page.bar.state == "asked"
        assert "Was the next hand dealt?" in page.bar.line.sentence
        assert times(stage) == []
        assert outcome_text(page.table.match) is None
        assert "win 71" not in page.bar.line.sentence
        stage.type("\n")
        assert page.bar.state == "asked", "an Enter that was meant for a hand is no answer"
        stage.pass_(2)
        stage.type("\n")
        assert page.bar.state == "over"
        assert page.bar.line.text() == "Aces wins 71–50: time ran out"
        assert [entry.dealt for entry in times(stage)] == [False]
    with subtests.test("bids show that the next hand had been dealt"):
        stage.clear()
        # The bid of a supervisor who did not see the question come.
        page = stage.open(HAND)
        stage.pass_(31 * 60)
        stage.type("5")
        assert times(stage) == []
        assert page.bar.state == "bids"
        stage.type("443")
        assert [entry.dealt for entry in times(stage)] == [True]
        assert page.bar.state == "tricks"
    with subtests.test("undo of the answer brings the question back"):
        stage.clear()
        page = stage.open(HAND)
        stage.pass_(31 * 60)
        stage.qtbot.mouseClick(page.bar.no, Qt.MouseButton.LeftButton)
        assert page.bar.state == "over"
        stage.window.do("undo")
        assert page.bar.state == "asked"
        stage.pass_(600)
        assert page.bar.state == "asked"
        stage.qtbot.mouseClick(page.bar.yes, Qt.MouseButton.LeftButton)
        assert page.bar.state == "bids"
    with subtests.test("what is added after time ran out is what is left"):
        stage.clear()
        page = stage.open(HAND)
        stage.pass_(32 * 60)
        stage.window.do("clock-add")
        panel = page.panel
        assert panel is not None
        line = panel.focusWidget()
        assert isinstance(line, QLineEdit)
        stage.qtbot.keyClicks(line, "2")
        assert "New time left: 2:00" in texts(panel)
        stage.qtbot.keyClick(line, Qt.Key.Key_Return)
        assert page.header.clock.figures == "2:00"
        assert page.bar.state == "bids"
    with subtests.test("a hand dealt before time is played"):
        stage.clear()
        page = stage.open(HAND)
        stage.pass_(31 * 60)
        stage.qtbot.mouseClick(page.bar.yes, Qt.MouseButton.LeftButton)
        assert page.bar.state == "bids"
        assert "Time is up. Finish this hand." in page.bar.line.sentence
        assert page.table.match.board.end is None
    with subtests.test("a tie at time owes one more hand"):
        stage.clear()
        even = stage.open(((4, 3, 2, 3), (7, 6, None, None)), agreed={"contract": {"overtrick": 0}})
        assert even.table.match.board.score == (60, 60)
        stage.pass_(31 * 60)
        stage.qtbot.mouseClick(even.bar.no, Qt.MouseButton.LeftButton)
        assert even.bar.state == "bids"
        assert "time's up, tied 60–60: one more hand decides it" in even.bar.line.sentence
        assert stage.window.strip.tabs[-1].texts[2] == "Extra hand"


def test_after_a_restart_the_clock_is_right(qtbot: Any, tmp_path: Path, stage: Stage) -> None:
    page = stage.open(OPEN)
    stage.pass_(60)
    left = page.header.clock.figures
    stage.window.close()
    stage.evening.wall.pass_(120)
    again = Stage(qtbot, tmp_path, evening=stage.evening)
    assert left == "29:00"
    seconds = again.page.table.clock().seconds_left(again.now())
    assert seconds is not None
    assert again.page.header.clock.figures == clock_text(seconds)
    assert seconds == 27 * 60


def test_time_that_ran_out_while_closed_is_heard_at_the_next_start(
    qtbot: Any, tmp_path: Path, stage: Stage
) -> None:
    stage.open(OPEN)
    stage.window.close()
    stage.evening.wall.pass_(3600)
    again = Stage(qtbot, tmp_path, evening=stage.evening)
    again.pass_(0)
    assert again.alarm.rung == ["time-up"]
    assert len(times(again)) == 1


def test_a_wall_clock_that_jumps_is_shown(stage: Stage) -> None:
    stage.open(OPEN)
    stage.pass_(1)
    assert stage.window.banners.find_banner("jump") is None
    stage.set_wall(3600)
    banner = stage.window.banners.find_banner("jump")
    assert banner is not None
    assert banner.text.startswith("This computer's clock was set forward by 60:00")
    stage.set_wall(-600)
    banner = stage.window.banners.find_banner("jump")
    assert banner is not None
    assert banner.text.startswith("This computer's clock was set back by 10:00")


@pytest.mark.parametrize("seconds", [7200, -7200])
def test_a_wall_clock_that_jumps_moves_nothing_by_itself(stage: Stage, seconds: float) -> None:
    page = stage.open(OPEN)
    stage.pass_(60)
    stage.set_wall(seconds)
    stage.pass_(60)
    assert page.header.clock.figures == "28:00"
    assert times(stage) == []
    stage.pass_(40 * 60)
    assert times(stage) == [], "the table asks"
    key = f"doubt{page.table.id}"
    banner = stage.window.banners.find_banner(key)
    assert banner is not None
    assert "is time up?" in banner.text
    up = next(each for each in banner.findChildren(QPushButton) if each.text() == "Time is up")
    stage.qtbot.mouseClick(up, Qt.MouseButton.LeftButton)
    assert len(times(stage)) == 1
    stage.pass_(1)
    assert stage.window.banners.find_banner(key) is None


@pytest.mark.parametrize("started", ["before", "after"])
def test_after_a_jump_the_next_start_asks_too_until_the_clock_is_set(
    qtbot: Any, tmp_path: Path, stage: Stage, started: str
) -> None:
    if started == "after":
        stage.set_wall(7200)
    stage.open(OPEN)
    stage.pass_(60)
    if started == "before":
        stage.set_wall(7200)
    stage.window.close()
    stage.evening.wall.pass_(7200)
    stage.evening.restart()
    again = Stage(qtbot, tmp_path, evening=stage.evening)
    again.pass_(1)
    assert times(again) == []
    assert again.window.banners.find_banner(f"doubt{again.page.table.id}") is not None
    again.page.table.record(Clock(do="add", seconds=600))
    again.pass_(1)
    assert again.page.header.clock.figures == "9:59"
    assert again.window.banners.find_banner(f"doubt{again.page.table.id}") is None
    again.pass_(600)
    assert len(times(again)) == 1


def test_a_sleeping_laptop_is_no_jump(stage: Stage) -> None:
    stage.open(OPEN)
    stage.pass_(1)
    stage.pass_(2 * 3600)
    assert stage.window.banners.find_banner("jump") is None


def test_the_ticker_ticks_by_itself(qtbot: Any) -> None:
    moment = datetime(2026, 11, 21, tzinfo=UTC)
    ticker = Ticker(lambda: moment, monotonic=lambda: 0.0)
    with qtbot.waitSignal(ticker.tick):
        ticker.start()
    ticker.stop()


@pytest.mark.parametrize("sound", alarms.SOUNDS)
def test_the_sounds_can_be_heard(sound: alarms.Sound, qtbot: Any) -> None:
    with wave.open(str(Alarm(paths.resources_folder() / "sounds").file(sound))) as heard:
        assert heard.getsampwidth() == 2
        assert heard.getnframes() / heard.getframerate() > 1
        samples = memoryview(heard.readframes(heard.getnframes())).cast("h")
        assert max(samples) > 16000


def test_without_any_player_the_alarm_is_the_bell(
    qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Alarm, "_load_multimedia", lambda _self: False)
    monkeypatch.setattr(alarms.shutil, "which", lambda _name: None)
    rung: list[int] = []
    monkeypatch.setattr(alarms.QApplication, "beep", lambda: rung.append(1))
    alarm = Alarm(paths.resources_folder() / "sounds")
    alarm.play("time-up")
    assert "beep" in str(alarm.sound_output_text)
    assert len(rung) == alarms.BELLS


def test_a_player_of_the_system_is_given_the_sound(
    qtbot: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    heard = tmp_path / "heard"
    player = tmp_path / "paplay"
    player.write_text(f'#!/bin/sh\necho "$1" > {heard}.new\nmv {heard}.new {heard}\n')
    player.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(Alarm, "_load_multimedia", lambda _self: False)
    alarm = Alarm(paths.resources_folder() / "sounds")
    assert str(alarm.sound_output_text) == "Scorepad plays the alarm with paplay."
    alarm.play("warning")
    qtbot.waitUntil(heard.exists)
    assert heard.read_text().strip().endswith("warning.wav")
    qtbot.waitUntil(lambda: all(p.state().value == 0 for p in alarm.findChildren(QProcess)))


def test_testing_the_alarm_says_by_which_means(stage: Stage) -> None:
    page = stage.open()
    stage.window.do("test-alarm")
    assert stage.alarm.rung == ["warning"]
    assert "larm" in page.bar.strip.text
