"""Killed with something typed and not confirmed: a real kill -9 under Xvfb, and a second start.

Bids are in `test_window_process`; here are the tricks, a correction and the lines from paper.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.end2end import window_process as process

pytestmark = process.needs_a_display


@pytest.fixture
def reader(qtbot: Any, tmp_path: Path) -> process.Reader:
    process.opened(tmp_path, process.recorded("four-bids"))
    return process.Reader(qtbot, tmp_path)


def kill(program: process.Program) -> None:
    os.kill(program.process.pid, signal.SIGKILL)
    assert program.process.wait(timeout=process.PATIENCE / 1000) == -signal.SIGKILL


def test_half_typed_tricks(display: str, tmp_path: Path, reader: process.Reader) -> None:
    with process.running(display, tmp_path) as program:
        # A nil each: a partner's count and what the nils took; the first of them is typed.
        program.keys("n53n")
        reader.wait_entries(1)
        program.keys("5")
        reader.wait(lambda: '"tricks"' in reader.draft())
        kill(program)
    with process.running(display, tmp_path) as program:
        program.keys("12\n")
        match = reader.wait_entries(2)
    hand = match.board.hands[0]
    assert hand.status == "scored"
    nils = sorted(hand.seat_tricks[seat] or 0 for seat in range(4) if hand.nils[seat] is not None)
    assert nils == [1, 2]


def test_a_correction_half_typed(display: str, tmp_path: Path, reader: process.Reader) -> None:
    with process.running(display, tmp_path) as program:
        program.keys("43327\n")
        reader.wait_entries(2)
        program.press("ctrl+e")
        program.write("5")
        # The panel alone is kept before the first key in it.
        reader.wait(lambda: '"amend":{' in reader.draft())
        kill(program)
    with process.running(display, tmp_path) as program:
        program.press("ctrl+e")
        # Without a reason Enter leads to it.
        program.press("Return")
        program.write("misread")
        program.press("Return")
        match = reader.wait_entries(3)
    assert match.board.hands[0].bids[0] == 5


def test_lines_from_paper(display: str, tmp_path: Path, reader: process.Reader) -> None:
    with process.running(display, tmp_path) as program:
        program.press("ctrl+shift+k")
        program.write("4 3, 2 4 / 8")
        program.press("Return")
        program.write("n 4, 3")
        reader.wait(lambda: "n 4, 3" in reader.draft())
        assert reader.matches()[0].log == ()
        kill(program)
    with process.running(display, tmp_path) as program:
        program.press("ctrl+shift+k")
        program.write(" 2 / 0 5")
        # A key between: Enter twice at once is Enter once.
        program.press("Return", "End", "Return", "End", "Return")
        match = reader.wait_entries(4)
        # The line is taken out once it is recorded.
        reader.wait(lambda: reader.draft() == "")
    assert match.board.score == (212, -7)
