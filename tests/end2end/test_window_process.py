"""The program as a process of its own under Xvfb, played with synthetic keys, and killed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from scorepad.desk.desk import Desk
from scorepad.desk.typed_bids import bidding_units
from scorepad.desk.typed_tricks import TypedTricks
from scorepad.spades.entries import Clock, Head
from scorepad.spades.library import load_library
from scorepad.spades.match import Match
from scorepad.spades.matchfile import read_match
from scorepad.spades.refusal import Refused
from scorepad.spades.result import result
from scorepad.store import open_store, utc_now
from scorepad.window.wording.moments import clock_text
from tests.conftest import DATA, ROOT
from tests.end2end.window_player import bid_keys_of, trick_keys_of
from tests.window.evening import ACES, KINGS, RULES, Evening
from tests.window.stage import Stage

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not shutil.which("Xvfb") or not shutil.which("xdotool"),
    reason="needs Xvfb and xdotool",
)
LIBRARY = load_library(RULES)
PATIENCE = 60_000
"""Milliseconds that a busy machine may take to start the program or to record a hand."""
NAMES = {"\n": "Return", "\t": "Tab", "!": "exclam"}


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """An X server of its own; its number is read from it."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1366x768x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as said:
        number = said.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()


class Program:
    """`scorepad` on a display, with keys that go to its window."""

    def __init__(self, display: str, data: Path) -> None:
        self.env = {
            **os.environ,
            "DISPLAY": display,
            "QT_QPA_PLATFORM": "xcb",
            "LANGUAGE": "en",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "scorepad", "--data", str(data)],
            cwd=ROOT,
            env=self.env,
            stderr=subprocess.PIPE,
        )
        self.focus()

    def focus(self) -> None:
        """Give the keys to the window there is, as a window manager does with a new one."""
        # "Scorepad is opening" until the matches are there.
        search = ("search", "--sync", "--onlyvisible", "--name", "Scorepad$")
        for again in range(10):
            # Both fail where a window closes while they look at it.
            try:
                self.window = self._xdotool(*search).split()[-1]
                self._xdotool("windowfocus", "--sync", self.window)
            except subprocess.CalledProcessError:
                if again == 9:
                    raise
            else:
                return

    def opened_again(self) -> bool:
        """Has another window taken the place of the one that had the keys?"""
        search = ["xdotool", "search", "--onlyvisible", "--name", "Scorepad$"]
        done = subprocess.run(search, env=self.env, capture_output=True, text=True, check=False)
        found = done.stdout.split()
        return bool(found) and self.window not in found

    def _xdotool(self, *arguments: str) -> str:
        done = subprocess.run(
            ["xdotool", *arguments],
            env=self.env,
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE / 1000,
        )
        return done.stdout

    def keys(self, keys: str) -> None:
        """Press these keys, one after the other."""
        self._xdotool("key", "--delay", "8", *(NAMES.get(key, key) for key in keys))

    def press(self, *names: str) -> None:
        """Press keys by their X names."""
        self._xdotool("key", "--delay", "8", *names)

    def write(self, text: str) -> None:
        """Type a text."""
        self._xdotool("type", "--delay", "5", text)


@contextmanager
def running(display: str, data: Path) -> Iterator[Program]:
    program = Program(display, data)
    try:
        yield program
    finally:
        if program.process.poll() is None:
            program.process.terminate()
        _out, errors = program.process.communicate(timeout=PATIENCE / 1000)
    assert b"Traceback" not in errors, errors.decode()


class Reader:
    """Looks at the store from outside while the program writes."""

    def __init__(self, qtbot: Any, data: Path) -> None:
        self._qtbot = qtbot
        self._data = data

    def matches(self) -> list[Match]:
        try:
            with open_store(self._data, write=False) as store:
                desk = Desk(store, LIBRARY, now=utc_now, by=str)
                return [desk.read(each.id) for each in desk.matches()]
        except Refused:
            return []

    def draft(self) -> str:
        with open_store(self._data, write=False) as store:
            desk = Desk(store, LIBRARY, now=utc_now, by=str)
            return store.draft(desk.matches()[0].id)

    def wait(self, condition: Callable[[], bool]) -> None:
        """Until this holds.  To look into the store takes longer than the time between two looks:
        every fifth is enough, and leaves the processor to the program."""
        looks = count()
        self._qtbot.waitUntil(lambda: next(looks) % 5 == 0 and condition(), timeout=PATIENCE)

    def wait_entries(self, count: int) -> Match:
        self.wait(lambda: bool(found := self.matches()) and len(found[0].log) >= count)
        return self.matches()[0]


def new_match(program: Program, reader: Reader, played: Match) -> None:
    """The form for a new match, filled in from the keyboard."""
    head = played.first_head
    program.press("ctrl+n")
    # Rule set (as it stands), event, round, table, time; then a team with its two players.
    fields = [head.event, head.round, head.table, ""]
    fields += [team.name for team in head.teams]
    # The players in the order of the seats.
    fields += [head.teams[seat % 2].players[seat // 2] for seat in range(4)]
    # The form begins at the first team's name.
    program.press(*["shift+Tab"] * 5)
    for text in fields:
        program.press("Tab")
        if text:
            program.write(text)
    program.press("Return")
    reader.wait(lambda: bool(reader.matches()))


def hand_keys(match: Match, bids: Any, tricks: Any) -> str:
    """One hand's keys, as the bar asks for them."""
    keys = bid_keys_of(bidding_units(match.rules, match.board.dealer), bids)
    return keys + trick_keys_of(TypedTricks(match.append(bids)), tricks)


def chosen_rules(data: Path, rules: str) -> None:
    """The form for a new match begins with the rule set used last; and the supervisor has a name
    already."""
    evening = Evening(data)
    evening.settings.set("by", "Pat")
    evening.settings.set("rules", rules)


def test_a_whole_match_with_synthetic_keys(qtbot: Any, display: str, tmp_path: Path) -> None:
    chosen_rules(tmp_path, "alpha-theta")
    file = DATA / "matches" / "alpha-theta-target.json"
    played = read_match(file.read_bytes(), LIBRARY, where=file.name)
    reader = Reader(qtbot, tmp_path)
    with running(display, tmp_path) as program:
        new_match(program, reader, played)
        match = reader.matches()[0]
        assert match.head.teams == played.first_head.teams
        hands = [(played.log[n], played.log[n + 1]) for n in range(0, len(played.log), 2)]
        for number, (bids, tricks) in enumerate(hands, start=1):
            program.keys(hand_keys(match, bids, tricks))
            match = reader.wait_entries(2 * number)
        assert match.board.over
        assert result(match)["score"] == result(played)["score"]
        assert result(match)["reason"] == result(played)["reason"]
        assert {entry.by for entry in match.log} == {"Pat"}


def test_killed_in_the_middle_of_a_hand_nothing_is_lost(
    qtbot: Any, display: str, tmp_path: Path
) -> None:
    data = tmp_path
    chosen_rules(data, "unc")
    reader = Reader(qtbot, data)
    with running(display, data) as program:
        head = Head(rules="unc", event="Spring", round="2", table="4", teams=(ACES, KINGS))
        new_match(program, reader, Match.open(head, LIBRARY))
        # The clock's start comes with the first bids.
        program.keys("54438\n")
        match = reader.wait_entries(3)
        program.keys("45")
        reader.wait(lambda: '"45"' in reader.draft())
        os.kill(program.process.pid, signal.SIGKILL)
        assert program.process.wait(timeout=PATIENCE / 1000) == -signal.SIGKILL
    # What a second start shows, seen from inside: table, draft, clock.
    evening = Evening(data)
    with open_store(data, write=True) as store:
        now = utc_now()
        evening.desk = Desk(store, LIBRARY, now=lambda: now, by=lambda: "Pat")
        stage = Stage(qtbot, data, evening=evening)
        page = stage.page
        assert page.table.match.log == match.log
        assert page.bar.bids is not None
        assert page.bar.bids.keys == "45"
        start = next(entry for entry in match.log if isinstance(entry, Clock))
        assert start.at is not None
        page.tick()
        left = 30 * 60 - (now - start.at).total_seconds()
        assert page.header.clock.figures == clock_text(left)
        stage.window.close()
    # And the program itself, started again, goes on where the first was cut off.
    with running(display, data) as program:
        program.keys("23")
        match = reader.wait_entries(4)
    assert match.board.hands[-1].status == "in-progress"
    order = [seats[0] for seats in bidding_units(match.rules, match.board.hands[-1].dealer)]
    assert [match.board.hands[-1].bids[seat] for seat in order] == [4, 5, 2, 3]


def has_language(settings: Path, language: str) -> bool:
    """Is this the language that is kept?"""
    return f'"{language}"' in settings.read_text()


def test_the_language_is_chosen_with_a_panel_looked_at_before(
    qtbot: Any, display: str, tmp_path: Path
) -> None:
    chosen_rules(tmp_path, "unc")
    reader = Reader(qtbot, tmp_path)
    with running(display, tmp_path) as program:
        head = Head(rules="unc", event="Spring", round="2", table="4", teams=(ACES, KINGS))
        new_match(program, reader, Match.open(head, LIBRARY))
        program.keys("54438\n")
        reader.wait_entries(3)
        for panel in ("ctrl+h", "ctrl+i"):
            program.press(panel, "Escape")
        for language in ("es", "en", "es"):
            # The latest of the languages, or the one before it.
            program.press("ctrl+comma", "Tab", "End")
            program.press(*(["Up"] if language == "en" else []), "Return")
            reader.wait(partial(has_language, tmp_path / "settings.json", language))
            reader.wait(program.opened_again)
            program.focus()
            program.press("Escape")
    assert not [log.read_text() for log in (tmp_path / "logs").iterdir() if log.stat().st_size]
