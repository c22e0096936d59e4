"""A Saturday of 24 teams in four divisions with a bracket, directed in the window: by keys, and
again by mouse; a mouse's director types nothing but names, numbers and reasons."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QListView,
    QPushButton,
    QScrollArea,
    QWidget,
)

from scorepad.events.entries import Pairing, ResultEntry
from scorepad.events.event import Event
from scorepad.window.event.event_page import EventPage
from scorepad.window.widgets import repeat_filter
from scorepad.window.widgets.inputs import Stepper, TabRoleButton
from scorepad.window.widgets.two_line_list import CheckList, KeyedList
from tests.window.evening import read
from tests.window.event_scenes import NAMES, players
from tests.window.find import button, choice, find, find_all, line, settle
from tests.window.stage import Stage

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
SAME = "Sam Brown"
"""Plays in two teams, as two people."""
LATE = NAMES[23]
ABSENT = NAMES[3], NAMES[10]
MOST_PRESSES = {
    "begin the event": (9, 4),
    "enter 23 teams": (16, 3),
    "check in 21 of 23 teams": (21, 22),
    "divide into four divisions": (10, 8),
    "propose and release a round of each division": (3, 2),
    "pair the late team with the team that has the bye": (23, 7),
    "record two no-shows": (16, 8),
    "record 10 results from paper": (30, 40),
    "record a protest": (22, 7),
}
"""Each task takes at most so many presses, by keys and by mouse."""
FURTHEST = 80
"""No control is further than so many presses of Tab."""


class Director:
    """Presses keys or the mouse as the system brings them, and counts the presses; the letters of
    a text that is typed are not counted."""

    def __init__(self, stage: Stage, *, by_keys: bool) -> None:
        self.stage, self.by_keys = stage, by_keys
        self.presses = 0
        self.counts: dict[str, int] = {}

    @property
    def page(self) -> EventPage:
        page = self.stage.window.stack.currentWidget()
        assert isinstance(page, EventPage)
        return page

    @property
    def event(self) -> Event:
        """The event as the page has it, which is as it is kept."""
        assert self.page.opened is not None
        return self.page.opened.current_event

    def note(self, task: str) -> None:
        """Note the presses since the last note as those of a task."""
        self.counts[task] = self.presses
        self.presses = 0

    def key(self, *keys: Any, modifiers: Any = Qt.KeyboardModifier.NoModifier) -> None:
        for each in keys:
            QTest.keyClick(self.stage.window.windowHandle(), each, modifiers)
            self.presses += 1
            settle()

    def write(self, text: str) -> None:
        QTest.keyClicks(self.stage.window.focusWidget(), text)
        settle()

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        settle()
        area = widget.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        if area is not None:
            area.ensureWidgetVisible(widget)  # by the wheel
        assert widget.isVisible(), widget.accessibleName()
        assert widget.isEnabled(), widget.accessibleName()
        place = widget.mapTo(widget.window(), widget.rect().center() if at is None else at)
        handle = widget.window().windowHandle()
        QTest.mouseClick(handle, Qt.MouseButton.LeftButton, pos=place)
        self.presses += 1
        settle()

    def go_to(self, widget: QWidget) -> None:
        """Bring the focus to a control, by Tab or with a click."""
        settle()
        if not self.by_keys:
            self.click(widget)
            return
        back = _distance(widget, forwards=False) < _distance(widget, forwards=True)
        for _press in range(FURTHEST):
            focused = QApplication.focusWidget()
            if focused is widget or (focused is not None and widget.isAncestorOf(focused)):
                return
            self.key(Qt.Key.Key_Backtab if back else Qt.Key.Key_Tab)
        raise AssertionError(f"Tab doesn't lead to {widget.accessibleName()!r}")

    def push(self, name: str) -> None:
        """Press a button."""
        settle()
        widget = button(self.stage.window, name)
        self.go_to(widget)
        if self.by_keys:
            self.key(Qt.Key.Key_Return)

    def mark(self, name: str) -> None:
        """Choose one of several choices beside each other, to which Tab leads together."""
        settle()
        widget = button(self.stage.window, name)
        if not self.by_keys:
            self.click(widget)
            return
        parent = widget.parentWidget()
        assert parent is not None
        self.go_to(parent)
        while not widget.hasFocus():
            self.key(Qt.Key.Key_Right)
        if not widget.isChecked():
            self.key(Qt.Key.Key_Space)

    def fill(self, name: str, text: str) -> None:
        """Type a text into a line, in place of its own."""
        self.go_to(line(self.page, name))
        self.key("a", modifiers=CTRL)
        self.write(text)

    def pick(self, name: str, text: str) -> None:
        """Choose in a drop-down list."""
        combo = choice(self.page, name)
        self.go_to(combo)
        assert isinstance(combo, QComboBox)
        if self.by_keys:
            down = combo.findText(text) > combo.currentIndex()
            for _option in range(abs(combo.findText(text) - combo.currentIndex())):
                self.key(Qt.Key.Key_Down if down else Qt.Key.Key_Up)
        else:
            view = combo.view()
            assert isinstance(view, QListView)
            index = combo.model().index(combo.findText(text), 0)
            view.scrollTo(index)
            self.click(view.viewport(), view.visualRect(index).center())
        assert combo.currentText() == text

    def open_section(self, title: str) -> None:
        """Show a part of the page."""
        settle()
        tabs = find_all(self.page, TabRoleButton)
        wanted = next(each for each in tabs if each.text() == title)
        if not self.by_keys:
            self.click(wanted)
            return
        for _tab in tabs:
            if wanted.isChecked():
                return
            self.key(Qt.Key.Key_PageDown, modifiers=CTRL)

    def choose_row(self, typed: str, key: str) -> None:
        """Choose a pairing, by its table's number or with a click."""
        shown = find(self.page, KeyedList, "Pairings")
        if self.by_keys:
            self.go_to(shown)
            self.write(typed)
            assert shown.chosen == key
            self.key(Qt.Key.Key_Return)
            return
        item = shown.model().index(shown.row_keys().index(key), 0)
        shown.scrollTo(item)
        self.click(shown.viewport(), shown.visualRect(item).center())

    def record_score(self, pairing: str, table: str, score: tuple[int, int]) -> None:
        """Record a result from paper."""
        self.choose_row(table, pairing)
        names = [self.event.register.team_name(team) for team in self.teams(pairing)]
        if not self.by_keys:
            self.click(line(self.page, f"Points for {names[0]}"))
        self.write(str(score[0]))
        if self.by_keys:
            self.key(Qt.Key.Key_Return)
        else:
            self.click(line(self.page, f"Points for {names[1]}"))
        self.write(str(score[1]))
        if self.by_keys:
            self.key(Qt.Key.Key_Return)
        else:
            self.push("Record the result")

    def teams(self, pairing: str) -> tuple[str, str]:
        return self.event.register.drawn[pairing][1].teams

    def open_pairings(self) -> list[Pairing]:
        overview = self.event.overview
        pairings = overview.register.released_pairings()
        return [each for each in pairings if not overview.outcome(each).has_result]

    def record_all(self, by_hand: int = 99) -> None:
        """Record the results of all open pairings, so many of them `by_hand`: the team that entered
        earlier wins."""
        order = list(self.event.register.teams)
        for at, each in enumerate(self.open_pairings()):
            one, other = (order.index(team) for team in each.teams)
            winner, points = int(one > other), 180 + one + other
            score = (points, 305) if winner else (305, points)
            if at < by_hand:
                self.record_score(each.pairing, each.table, score)
            else:
                assert self.page.opened is not None
                result = ResultEntry(pairing=each.pairing, how="played", winner=winner, score=score)
                self.page.opened.record([result])
            assert self.event.register.results[each.pairing].score == score
        settle()


def _distance(widget: QWidget, *, forwards: bool) -> int:
    """Return about how many presses of Tab a control is away from the focus."""
    at, count = QApplication.focusWidget(), 0
    for _step in range(2000):
        if at is None or at is widget or widget.isAncestorOf(at):
            return count
        at = at.nextInFocusChain() if forwards else at.previousInFocusChain()
        count += bool(at.focusPolicy() & Qt.FocusPolicy.TabFocus) and at.isVisible()
    return count


@pytest.fixture(params=[True, False], ids=["by keys", "by mouse"])
def director(
    qtbot: Any, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Director:
    # The director looks at the screen between two presses.
    for name in ("ECHO_SECONDS", "SETTLE_SECONDS"):
        monkeypatch.setattr(repeat_filter, name, 0)
    return Director(Stage(qtbot, tmp_path), by_keys=request.param)


def team_lines() -> str:
    """The 23 teams that registered, two of them with a player of one name."""
    lines = []
    for number in range(23):
        one, other = players(number)
        one = SAME if number in (2, 17) else one
        lines.append(f"{NAMES[number]}, {one}, {other}")
    return "\n".join(lines)


@pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)  # a list opens
def test_a_saturday_of_24_teams_is_directed(director: Director) -> None:
    stage = director.stage
    stage.evening.settings.set_and_save("rules", "unc")
    stage.activate()
    _begin_and_enter_teams(director)
    _check_teams_in(director)
    _divide_and_release(director)
    _enter_a_late_team(director)
    _play_first_round(director)
    pairing = _protest(director)
    _play_later_rounds(director)
    _uphold(director, pairing)
    _play_bracket(director)
    event = director.event
    assert event.overview.champion is not None
    assert event.register.team_name(event.overview.champion) in read(director.page)
    assert event.overview.register.team_name("T24") == LATE
    mode = 0 if director.by_keys else 1
    assert not {
        task: director.counts[task]
        for task, most in MOST_PRESSES.items()
        if director.counts[task] > most[mode]
    }


def _begin_and_enter_teams(director: Director) -> None:
    if director.by_keys:
        director.key(Qt.Key.Key_F12)
    else:
        director.push("Event")
    director.fill("Name", "Spades Saturday")
    director.push("Start the event")
    director.note("begin the event")
    director.push("Add many teams…")
    QApplication.clipboard().setText(team_lines())
    director.key("v", modifiers=CTRL)
    director.push("Enter 23 teams")
    assert len(director.event.register.teams) == 23
    assert f"{SAME} also plays on Queens" in read(director.page)
    director.note("enter 23 teams")


def _check_in(director: Director, name: str) -> None:
    """Check in both players of a team."""
    if director.by_keys:
        director.write(name)
        director.key(Qt.Key.Key_Return, modifiers=SHIFT)
        return
    shown = find(director.page, CheckList, "Players")
    teams = director.event.register.teams.values()
    team = next(each.team for each in teams if each.name == name)
    item = shown.model().index(shown.row_keys().index((team, 0)), 0)
    shown.scrollTo(item)
    director.click(shown.viewport(), shown.visualRect(item).center())


def _check_teams_in(director: Director) -> None:
    if not director.by_keys:
        director.click(find(director.page, QCheckBox, "Whole team"))
    for name in NAMES[:23]:
        if name not in ABSENT:
            _check_in(director, name)
    assert "42 of 46 here" in read(director.page)
    director.note("check in 21 of 23 teams")


def _divide_and_release(director: Director) -> None:
    director.open_section("Rounds")
    director.push("Divide into divisions…")
    divisions = find(director.page, Stepper, "Divisions")
    director.go_to(divisions)
    if director.by_keys:
        director.key(Qt.Key.Key_Up, Qt.Key.Key_Up)
    else:
        for _press in range(2):
            director.click(divisions.findChildren(QPushButton)[-1])
    director.pick("Format", "Swiss")
    director.push("Add 4 divisions")
    director.note("divide into four divisions")
    director.push("Propose a round for 4 divisions")
    for name in ABSENT:
        director.push(f"Include {name}")
    director.push("Release 4 rounds")
    assert len(director.event.register.released_pairings()) == 11
    director.note("propose, look at and release a round of each division")


def _enter_a_late_team(director: Director) -> None:
    director.open_section("Teams")
    director.push("New team")
    director.fill("Team", LATE)
    director.fill("Players", "Zoe Young, Max Zorn")
    director.push("Enter the team")
    assert len(director.event.register.teams) == 24
    director.open_section("Check-in")
    _check_in(director, LATE)
    director.note("enter a late team")
    director.open_section("Rounds")
    event = director.event
    (bye,) = (team for each in event.register.rounds.values() for team in each.entry.byes)
    director.choose_row(event.register.team_name(bye), f"bye:{bye}")
    director.pick("Pair with…", f"{LATE} · not in the round")
    director.fill("Why", "came late")
    director.push("Change the pairing")
    assert len(director.event.register.released_pairings()) == 12
    director.note("pair the late team with the team that has the bye")


def _play_first_round(director: Director) -> None:
    register = director.event.register
    teams = {entrant.name: team for team, entrant in register.teams.items()}
    for name in ABSENT:
        each = next(each for each in register.released_pairings() if teams[name] in each.teams)
        director.choose_row(each.table, each.pairing)
        director.pick("Result from paper, or a ruling", "No-show: a team didn't show up")
        director.push("Record the result")
        result = director.event.register.results[each.pairing]
        assert result.winner == 1 - each.teams.index(teams[name]), "who isn't here is chosen"
    director.note("record two no-shows")
    director.record_all()
    director.note("record 10 results from paper")


def _protest(director: Director) -> str:
    """A protest against a result of round 1; return its pairing."""
    number = min(director.event.register.rounds)
    pairing = director.event.register.rounds[number].entry.pairings[0]
    winner = director.event.register.results[pairing.pairing].winner
    loser = director.event.register.team_name(pairing.teams[1 - (winner or 0)])
    director.pick("Round", next(_round_titles(director, "Division A, round 1")))
    director.choose_row(pairing.table, pairing.pairing)
    director.mark(f"Protesting team: {loser}")
    director.fill("Reason for protest", "table talk in hand 4")
    director.push("Record a protest")
    assert f"protest by {loser}" in read(director.page)
    director.note("record a protest")
    return pairing.pairing


def _round_titles(director: Director, start: str) -> Iterator[str]:
    combo = choice(director.page, "Round")
    texts = map(combo.itemText, range(combo.count()))
    return (each for each in texts if each.startswith(start))


def _play_later_rounds(director: Director) -> None:
    for _number in (2, 3):
        director.push("Propose a round for 4 divisions")
        director.push("Release 4 rounds")
        director.note("propose and release a round of each division")
        assert len(director.open_pairings()) == 10, "who never came is left out"
        director.record_all(by_hand=2)
        director.note("record two results")


def _uphold(director: Director, pairing: str) -> None:
    _number, drawn = director.event.register.drawn[pairing]
    director.pick("Round", next(_round_titles(director, "Division A, round 1")))
    director.choose_row(drawn.table, pairing)
    director.fill("Reason for decision", "two players saw it")
    director.push("Uphold the protest")
    assert "The result stays the same until you correct it here" in read(director.page)
    director.note("uphold the protest")
    names = [director.event.register.team_name(team) for team in drawn.teams]
    score = director.event.register.results[pairing].score
    assert score is not None
    director.fill(f"Points for {names[0]}", str(score[1]))
    director.fill(f"Points for {names[1]}", str(score[0]))
    director.fill("Why", "protest upheld")
    director.push("Record the result")
    director.push("Keep the rounds")
    assert director.event.register.results[pairing].score == (score[1], score[0])
    director.note("correct the result")


def _play_bracket(director: Director) -> None:
    director.push("Bracket for the top 8…")
    director.push("Add the stage")
    for count in (4, 2, 2):  # the last round has the match for the third place too
        director.push(next(next_titles(director)))
        director.push(next(next_titles(director)))
        assert len(director.open_pairings()) == count
        director.record_all(by_hand=1)
    director.note("play the bracket")


def next_titles(director: Director) -> Iterator[str]:
    settle()
    buttons = director.page.findChildren(QPushButton)
    return (
        each.text()
        for each in buttons
        if each.isVisible() and each.text().startswith(("Propose", "Release"))
    )
