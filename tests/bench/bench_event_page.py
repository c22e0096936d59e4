"""How long each press on the page of an event takes with 160 teams, beside one with 24.

A press is the click or the key, and all that the event loop then lays out and paints.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.event_table import EventTable
from scorepad.events.entries import EventHead, Release, ResultEntry, StageEntry, TeamEntry
from scorepad.events.overview import Overview
from scorepad.events.proposal import _draw_swiss_round, propose_round
from scorepad.spades.entries import Head
from scorepad.window.event.event_page import EventPage
from scorepad.window.widgets import repeat_filter
from scorepad.window.widgets.inputs import TabRoleButton
from scorepad.window.widgets.two_line_list import KeyedList
from tests.bench.conftest import Compare, seconds
from tests.desk.memory import MemoryKeeper
from tests.window.event_scenes import FIRST, LAST, NAMES
from tests.window.find import find, settle, type_over
from tests.window.find import press as click
from tests.window.stage import Stage

TURNS: Final = 10
PLAYED: Final = 3
"""So many rounds are over when the presses begin; the next one is half over."""
LONG: Final = ("open Standings", "open History")
"""These show a row for each team, or for each entry."""


class Director:
    """Presses on the page of an event of so many teams."""

    def __init__(self, qtbot: Any, folder: Path, teams: int) -> None:
        self.stage = Stage(qtbot, folder, is_painted=True)
        desk = self.stage.evening.desk
        table = EventDesk(desk).start(EventHead(name="Open", date="2026-11-21", rules="unc"))
        self.stage.evening.settings.set_and_save("event", table.event.id)
        table.record_together(
            [
                TeamEntry(team=f"T{n}", name=f"{NAMES[n % 24]} {n}", players=_players(n))
                for n in range(1, teams + 1)
            ]
        )
        table.record(StageEntry(stage="A", format="swiss", rounds=PLAYED + TURNS + 3))
        self._dice = random.Random(teams)
        for number in range(1, PLAYED + 2):
            table.record_together(self._results(table))
            table.record_together([table.propose_next_round().entry, Release(round=number)])
        table.record_together(self._results(table)[::2])
        self.stage.window.do("event")
        self.page = find(self.stage.window, EventPage)
        self._times: dict[str, list[float]] = {}
        self.parts: dict[str, dict[str, list[float]]] = {}
        """How long the parts took that a press cannot do without."""

    def _results(self, table: EventTable) -> list[ResultEntry]:
        """Results on paper for everything that is open."""
        results = []
        for pairing in table.event.overview.open_pairings("A"):
            one, other = self._dice.sample(range(-150, 540), 2)
            results.append(
                ResultEntry(
                    pairing=pairing.pairing,
                    how="played",
                    winner=int(other > one),
                    score=(one, other),
                )
            )
        return results

    def press(self, name: str, act: Callable[[], object]) -> None:
        """Measure a press of this name."""

        def whole() -> None:
            act()
            settle()

        settle()
        self._times.setdefault(name, []).append(seconds(whole))

    def open(self, tab: str) -> None:
        """Open a part of the page by its tab."""
        button = find(self.page, TabRoleButton, tab)
        self.press(f"open {tab}", lambda: QTest.mouseClick(button, Qt.MouseButton.LeftButton))

    def key(self, name: str, key: Any) -> None:
        """Press a key where the focus is."""
        focused = self.stage.window.focusWidget()
        assert focused is not None
        self.press(name, lambda: QTest.keyClick(focused, key))

    def turn(self, number: int) -> None:
        """Press everything once; one more round is released."""
        self.stage.window.activateWindow()  # the keys go to it
        for tab in ("Teams", "Check-in"):
            self.open(tab)
        type_over(self.page, "Find a player", f"{NAMES[number]} {number}")
        self.key("check a player in", Qt.Key.Key_Return)
        self.page.undo_redo_or_change_section("undo")  # else only who is here is paired
        self.open("Rounds")
        shown = find(self.page, KeyedList, "Pairings")
        shown.setFocus()
        self.key("the next pairing", Qt.Key.Key_Down)
        self.key("go to its scores", Qt.Key.Key_Return)
        first = self.stage.window.focusWidget()
        assert isinstance(first, QLineEdit)
        self.key("first digit", "3")
        QTest.keyClicks(first, "00")
        QTest.keyClick(first, Qt.Key.Key_Return)
        second = self.stage.window.focusWidget()
        assert isinstance(second, QLineEdit)
        QTest.keyClicks(second, "210")
        self.key("record the result", Qt.Key.Key_Return)
        for tab in ("Standings", "Bracket", "History"):
            self.open(tab)
        assert self.page.opened is not None
        table = self.page.opened.table
        self.press("undo", lambda: self.page.undo_redo_or_change_section("undo"))
        self.page.show_section("rounds")
        self.page.opened.record(self._results(table))
        event = table.event
        ids = event.match_id_by_pairing
        overview = Overview(event.id, event.register, event.matches, ids, event.log)
        _draw_swiss_round.cache_clear()
        self._measure_part("propose a round", "pair it", lambda: propose_round(overview, "A"))
        _draw_swiss_round.cache_clear()
        following = PLAYED + 1 + number
        self.press("propose a round", lambda: click(self.page, f"Propose round {following}"))
        matches = [Head(rules="unc", table=str(n)) for n in range(len(event.register.teams) // 2)]
        self._measure_part("release it", "open its matches", partial(self._open_matches, matches))
        self.press("release it", lambda: click(self.page, f"Release round {following}"))

    def _measure_part(self, press: str, part: str, work: Callable[[], object]) -> None:
        """Measure what a press cannot do without."""
        self.parts.setdefault(press, {}).setdefault(part, []).append(seconds(work))

    def _open_matches(self, heads: Sequence[Head]) -> None:
        desk = Desk(MemoryKeeper(), self.stage.evening.library, now=self.stage.now, by=str)
        for head in heads:
            desk.start(head)

    @property
    def times(self) -> dict[str, tuple[float, ...]]:
        """How long each press took, by its name; the first makes what is made once."""
        return {name: tuple(each[1:]) for name, each in self._times.items()}


def _players(team: int) -> tuple[str, str]:
    return f"{FIRST[team % 12]} {LAST[team % 8]} {team}", f"{FIRST[-team % 12]} Moss {team}"


def test_each_press_with_160_teams_takes_hardly_longer_than_with_24(
    qtbot: Any, tmp_path: Path, compare: Compare, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ECHO_SECONDS", "SETTLE_SECONDS"):
        monkeypatch.setattr(repeat_filter, name, 0)
    few, many = (Director(qtbot, tmp_path / str(teams), teams) for teams in (24, 160))
    for number in range(1, TURNS + 2):
        for director in (few, many):
            director.turn(number)
    for name, times in many.times.items():
        compare.times(
            f"{name}, 160 teams",
            times,
            "24 teams",
            few.times[name],
            at_most=3 if name in LONG else 1.5,
            parts=many.parts.get(name, {}),
        )
