"""The program as a process of its own under Xvfb, played with synthetic keys, and killed."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

from scorepad import __main__ as composition
from scorepad.desk.desk import Desk
from scorepad.desk.typed_bids import bidding_units
from scorepad.spades.entries import Clock, Head
from scorepad.spades.match import Match
from scorepad.spades.matchfile import parse_match_file
from scorepad.spades.result import result_data
from scorepad.store import utc_now
from scorepad.window.wording.moments import clock_text
from tests.conftest import DATA
from tests.end2end.window_process import (
    LIBRARY,
    PATIENCE,
    Reader,
    chosen_rules,
    hand_keys,
    needs_a_display,
    new_match,
    running,
)
from tests.window.evening import ACES, KINGS, Evening
from tests.window.stage import Stage

pytestmark = needs_a_display


def test_a_whole_match_with_synthetic_keys(qtbot: Any, display: str, tmp_path: Path) -> None:
    chosen_rules(tmp_path, "alpha-theta")
    file = DATA / "matches" / "alpha-theta-target.json"
    played = parse_match_file(file.read_bytes(), LIBRARY, where=file.name)
    reader = Reader(qtbot, tmp_path)
    with running(display, tmp_path, is_forked=False) as program:
        new_match(program, reader, played)
        match = reader.matches()[0]
        assert match.head.teams == played.first_head.teams
        hands = [(played.log[n], played.log[n + 1]) for n in range(0, len(played.log), 2)]
        for number, (bids, tricks) in enumerate(hands, start=1):
            program.keys(hand_keys(match, bids, tricks))
            match = reader.wait_entries(2 * number)
        assert match.board.is_over
        assert result_data(match)["score"] == result_data(played)["score"]
        assert result_data(match)["reason"] == result_data(played)["reason"]
        assert {entry.by for entry in match.log} == {"Pat"}
        program.press("ctrl+q")
        assert program.process.wait(timeout=PATIENCE / 1000) == 0


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
    with composition.Program(str(data)).open_store(write=True) as store:
        now = utc_now()
        evening.desk = Desk(store, LIBRARY, now=lambda: now, by=lambda: "Pat")
        stage = Stage(qtbot, data, evening=evening)
        page = stage.page
        assert page.table.match.log == match.log
        assert page.bar.bids is not None
        assert page.bar.bids.keys == "45"
        start = next(entry for entry in match.log if isinstance(entry, Clock))
        assert start.at is not None
        page.refresh_clock_and_prompt()
        left = 30 * 60 - (now - start.at).total_seconds()
        assert page.header.clock.figures == clock_text(left)
        stage.window.close()
    # And the program itself, started again, continues where the first was cut off.
    with running(display, data) as program:
        program.keys("23")
        match = reader.wait_entries(4)
    assert match.board.hands[-1].status == "in-progress"
    order = [seats[0] for seats in bidding_units(match.rules, match.board.hands[-1].dealer)]
    assert [match.board.hands[-1].bids[seat] for seat in order] == [4, 5, 2, 3]
