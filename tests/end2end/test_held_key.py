"""A key that is held on a real display, whose repeats Qt does not always tell from presses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scorepad.spades.entries import Restore, Strike
from tests.end2end import window_process as process

pytestmark = process.needs_a_display


def test_a_held_undo_takes_one_step_back(display: str, qtbot: Any, tmp_path: Path) -> None:
    process.opened(tmp_path, process.recorded("four-bids"))
    reader = process.Reader(qtbot, tmp_path)
    with process.running(display, tmp_path) as program:
        program.keys("54437\n54437\n")
        reader.wait_entries(4)
        program.hold("ctrl", "z", seconds=1.5)
        # What comes after it is done after it.
        program.press("ctrl+shift+z")
        reader.wait(lambda: any(isinstance(each, Restore) for each in reader.matches()[0].log))
        log = reader.matches()[0].log
        assert [type(each) for each in log[-2:]] == [Strike, Restore]
        assert sum(isinstance(each, Strike) for each in log) == 1
