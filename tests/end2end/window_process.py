"""Runs the program as a process of its own under Xvfb, types into its window, and looks at what it
keeps from outside."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from itertools import count, groupby
from pathlib import Path
from typing import Any

import pytest

from scorepad import __main__ as composition
from scorepad.desk.desk import Desk
from scorepad.desk.typed_bids import bidding_units
from scorepad.desk.typed_tricks import TypedTricks
from scorepad.spades.entries import HeadChange
from scorepad.spades.library import load_library
from scorepad.spades.match import Match
from scorepad.spades.matchfile import parse_match_file
from scorepad.spades.refusal import Refused
from scorepad.store import utc_now
from tests.conftest import DATA, ROOT
from tests.end2end.window_player import bid_keys_of, trick_keys_of
from tests.fork_server import WINDOW, ForkedProcess, end_process
from tests.window.evening import RULES, Evening

needs_a_display = pytest.mark.skipif(
    sys.platform != "linux" or not shutil.which("Xvfb") or not shutil.which("xdotool"),
    reason="needs Xvfb and xdotool",
)
LIBRARY = load_library(RULES)
PATIENCE = 60_000
"""Milliseconds that a busy machine may take to start the program or to record a hand."""
FAST = "4"
"""Milliseconds between two keys of somebody who types ahead."""
ORDINARY = {"four-bids": 6, "team-bids": 4}
"""An ordinary hand is so many keys."""
NAMES = {"\n": "Return", "\t": "Tab", "!": "exclam"}


@contextmanager
def running_display() -> Iterator[str]:
    """An X server of its own, with openbox where it is installed; its number is read from it."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1366x768x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as said:
        is_told = select.select([said], [], [], PATIENCE / 1000)[0]
        number = said.readline().strip() if is_told else ""
    try:
        assert number, "Xvfb didn't start"
        with _running_manager(f":{number}") if shutil.which("openbox") else nullcontext():
            yield f":{number}"
    finally:
        end_process(server)


@contextmanager
def _running_manager(display: str) -> Iterator[None]:
    """A window manager, which gives each window its frame and its place."""
    env = {**os.environ, "DISPLAY": display}
    manager = subprocess.Popen(["openbox", "--sm-disable"], env=env, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        end_process(manager)


class Program:
    """`scorepad` on a display, with keys that go to its window."""

    def __init__(self, display: str, data: Path, *, is_forked: bool = False) -> None:
        self.env = {
            **os.environ,
            "DISPLAY": display,
            "QT_QPA_PLATFORM": "xcb",
            "LANGUAGE": "en",
        }
        arguments = ["--data", str(data)]
        self.process: subprocess.Popen[bytes] | ForkedProcess
        if is_forked:
            self.process = ForkedProcess(arguments, env=self.env, rooms=WINDOW)
        else:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "scorepad", *arguments],
                cwd=ROOT,
                env=self.env,
                stderr=subprocess.PIPE,
            )
        self.focus()

    def focus(self) -> None:
        """Give the keys to the window there is, as a window manager does with a new one."""
        # "Scorepad is starting" until the matches are there.
        search = ("search", "--sync", "--onlyvisible", "--name", "Scorepad$")
        end = time.monotonic() + PATIENCE / 1000
        while True:
            # Both fail where a window closes while they look at it, and where only the room's
            # screen is there so far.
            try:
                names = {
                    each: self._xdotool("getwindowname", each)
                    for each in self._xdotool(*search).split()
                }
                # The room's screen is never given the keys.
                *_, self.window = (each for each, name in names.items() if "Room" not in name)
                self._xdotool("windowfocus", "--sync", self.window)
            except (subprocess.CalledProcessError, ValueError):
                if time.monotonic() > end:
                    raise
            else:
                return

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

    def hold(self, *names: str, seconds: float) -> None:
        """Hold keys down together, by their X names; the display repeats the last one."""
        self._xdotool(
            *(each for name in names for each in ("keydown", name)),
            *("sleep", str(seconds)),
            *(each for name in reversed(names) for each in ("keyup", name)),
        )

    def write(self, text: str) -> None:
        """Type a text."""
        self._xdotool("type", "--delay", "5", text)

    def type_keys(self, keys: Sequence[str]) -> None:
        """Press these keys as fast as a window must take them; "=" before one makes it a text."""
        chain: list[str] = []
        for is_text, group in groupby(keys, lambda key: key.startswith("=")):
            if is_text:
                for text in group:
                    chain += ["type", "--delay", FAST, "--args", "1", text[1:]]
            else:
                chain += ["key", "--delay", FAST, *(NAMES.get(key, key) for key in group)]
        self._xdotool(*chain)


@contextmanager
def running(display: str, data: Path, *, is_forked: bool = True) -> Iterator[Program]:
    """The program; forked where a test is not about its start and its end."""
    program = Program(display, data, is_forked=is_forked)
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
        self.data = data

    @contextmanager
    def desk(self) -> Iterator[Desk]:
        with composition.Program(str(self.data)).open_store(write=False) as store:
            yield Desk(store, LIBRARY, now=utc_now, by=str)

    def matches(self) -> list[Match]:
        try:
            with self.desk() as desk:
                return [desk.read(each.id) for each in desk.matches()]
        except Refused:
            return []

    def draft(self) -> str:
        with self.desk() as desk:
            return desk.keeper.draft(desk.matches()[0].id)

    def wait(self, condition: Callable[[], bool]) -> None:
        """Until this holds.  To look into the store takes as long as the program takes for a hand:
        it is done when something was written and rests since, and else once a second."""
        times = count(1)
        before = looked_at = None

        def holds() -> bool:
            nonlocal before, looked_at
            now = self._written()
            has_rested, before = now == before, now
            if next(times) % 100 and (now == looked_at or not has_rested):
                return False
            looked_at = now
            return condition()

        self._qtbot.waitUntil(holds, timeout=PATIENCE)

    def _written(self) -> list[tuple[str, int, int]]:
        """When the program last wrote what it keeps, and how much."""
        files = (self.data / name for name in ("scorepad.db", "scorepad.db-wal", "settings.json"))
        found = ((each.name, each.stat()) for each in files if each.exists())
        return [(name, stat.st_mtime_ns, stat.st_size) for name, stat in found]

    def wait_entries(self, count: int) -> Match:
        self.wait(lambda: bool(found := self.matches()) and _count_entries(found[0]) >= count)
        return self.matches()[0]


def _count_entries(match: Match) -> int:
    """How many entries there are but for that which says who deals first."""
    return sum(not isinstance(each, HeadChange) for each in match.log)


def new_match(program: Program, reader: Reader, played: Match) -> None:
    """The form for a new match, filled in from the keyboard."""
    head = played.first_head
    program.press("ctrl+n")
    # Rule set, event, round, table, time; then the first team and its player at the top,
    # the second team, and the other players round the table.
    fields = [head.event, head.round, head.table, ""]
    top, *others = (head.teams[seat % 2].players[seat // 2] for seat in range(4))
    fields += [head.teams[0].name, top, head.teams[1].name, *others]
    # The form begins at the first team's name.
    program.press(*["shift+Tab"] * 5)
    for text in fields:
        program.press("Tab")
        if text:
            program.write(text)
    program.press("Return")
    reader.wait(lambda: bool(reader.matches()))
    if reader.matches()[0].head.first_dealer is None:
        # Who deals first is said at the table.
        program.keys("abcd"[head.first_dealer or 0])
        reader.wait(lambda: reader.matches()[0].head.first_dealer is not None)


def hand_keys(match: Match, bids: Any, tricks: Any) -> str:
    """One hand's keys, from its first bid to the key that records it."""
    keys = bid_keys_of(bidding_units(match.rules, match.board.dealer), bids)
    return keys + trick_keys_of(TypedTricks(match.append(bids)), tricks)


def chosen_rules(data: Path, rules: str) -> None:
    """The form for a new match begins with the rule set used last; and the supervisor has a name
    already."""
    evening = Evening(data)
    evening.settings.set_and_save("by", "Pat")
    evening.settings.set_and_save("rules", rules)


def recorded(name: str) -> Match:
    file = DATA / "keys" / f"{name}.json"
    return parse_match_file(file.read_bytes(), LIBRARY, where=file.name)


def opened(data: Path, played: Match) -> None:
    """The match is there and open, with nothing played yet."""
    evening = Evening(data)
    with composition.Program(str(data)).open_store(write=True) as store:
        table = Desk(store, LIBRARY, now=utc_now, by=str).start(played.first_head)
    for key, value in (("by", "Pat"), ("open_tables", table.id), ("shown_table", table.id)):
        evening.settings.set_and_save(key, value)


def allowed(name: str, bids: Any, tricks: Any) -> int:
    """The most keys that this hand may take: what is not ordinary is one more, each."""
    nils = [seat for seat in range(4) if isinstance(bids.bids[seat], str)]
    in_bids = len(nils) if name == "team-bids" else 0
    failed = any(tricks.tricks[seat] for seat in nils)
    return ORDINARY[name] + in_bids + (len(nils) if failed else 0)
