"""The laptop stays awake while a match is played, and no longer than the program runs."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.end2end import window_process as process

pytestmark = process.needs_a_display

STAND_IN = """#!/bin/sh
# It does as systemd-inhibit does: it runs the command after its options.
while [ "${1#--}" != "$1" ]; do shift; done
echo $$ >>"$PID_FILE"
exec "$@"
"""


def is_running(pid: int) -> bool:
    """Whether there is such a process; one that has ended and was not waited for is none."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, None])
def test_what_keeps_the_laptop_awake_ends_with_the_program(
    display: str,
    qtbot: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    end: signal.Signals | None,
) -> None:
    stand_in, pids = tmp_path / "bin" / "systemd-inhibit", tmp_path / "pids"
    stand_in.parent.mkdir()
    stand_in.write_text(STAND_IN)
    stand_in.chmod(0o755)
    monkeypatch.setenv("PATH", f"{stand_in.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PID_FILE", str(pids))
    data = tmp_path / "data"
    data.mkdir()
    played = process.recorded("team-bids")
    assert played.rules.clock.minutes is None
    process.opened(data, played)
    reader = process.Reader(qtbot, data)
    with process.running(display, data) as program:
        program.keys("75")
        reader.wait(lambda: bool(reader.matches()[0].log))
        # The file is there before its line is.
        qtbot.waitUntil(lambda: pids.exists() and bool(pids.read_text()), timeout=process.PATIENCE)
        (child,) = map(int, pids.read_text().split())
        assert is_running(child)
        if end is None:
            program.press("ctrl+q")
            program.process.wait(timeout=process.PATIENCE / 1000)
        else:
            os.kill(program.process.pid, end)
            assert program.process.wait(timeout=process.PATIENCE / 1000) == -end
    qtbot.waitUntil(lambda: not is_running(child), timeout=process.PATIENCE)
