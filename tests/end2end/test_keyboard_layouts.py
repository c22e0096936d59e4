"""Hands typed on keyboards of other countries, with real key codes under Xvfb."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.end2end import window_process as process

pytestmark = [
    process.needs_a_display,
    pytest.mark.skipif(not shutil.which("setxkbmap"), reason="needs setxkbmap"),
]
CODES = {**{str(digit): 9 + (digit or 10) for digit in range(10)}, "N": 57, "J": 44}
"""The X keycodes of the keys, by what a US keyboard has there."""


@pytest.mark.parametrize("layout", ["fr", "cz", "ru", "gr"])
def test_a_hand_is_typed_on_its_keys(qtbot: Any, display: str, tmp_path: Path, layout: str) -> None:
    process.opened(tmp_path, process.recorded("four-bids"))
    reader = process.Reader(qtbot, tmp_path)
    with process.running(display, tmp_path) as program:
        setxkbmap(program, layout)
        try:
            program.press(*(str(CODES[key]) for key in "N53J"))
            match = reader.wait_entries(1)
            assert sorted(map(str, match.board.hands[0].bids)) == ["11", "3", "5", "nil"]
        finally:
            setxkbmap(program, "us")


def setxkbmap(program: process.Program, *arguments: str) -> None:
    subprocess.run(["setxkbmap", *arguments], env=program.env, check=True)
