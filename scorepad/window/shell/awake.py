"""The screen is kept awake while a clock runs, as far as the system lets a program do that.

Where it does not, nothing is said: the clock is right all the same.
"""

from __future__ import annotations

import ctypes
import shutil
import sys

from PySide6.QtCore import QObject, QProcess

AWAKE_WINDOWS = 0x80000000 | 0x00000001 | 0x00000002
"""ES_CONTINUOUS, ES_SYSTEM_REQUIRED and ES_DISPLAY_REQUIRED."""
RELEASE_WINDOWS = 0x80000000


def command() -> list[str]:
    """Return the command that keeps the screen on as long as it runs; empty where there is none."""
    if sys.platform == "darwin" and shutil.which("caffeinate"):
        return ["caffeinate", "-d", "-i"]
    if sys.platform.startswith("linux") and shutil.which("systemd-inhibit"):
        return [
            "systemd-inhibit",
            "--what=idle:sleep",
            "--who=Scorepad",
            "--why=A clock is running",
            "--mode=block",
            "sleep",
            "infinity",
        ]
    return []


class Awake(QObject):
    """Keeps the screen awake on demand."""

    def __init__(self) -> None:
        super().__init__()
        self._on = False
        self._process: QProcess | None = None

    @property
    def on(self) -> bool:
        """Return whether the screen is being kept awake."""
        return self._on

    def keep(self, on: bool) -> None:
        """Keep the screen awake, or let it sleep again."""
        if on == self._on:
            return
        self._on = on
        if sys.platform == "win32":
            ctypes.windll.kernel32.SetThreadExecutionState(AWAKE_WINDOWS if on else RELEASE_WINDOWS)
            return
        if on:
            self._start()
        elif self._process is not None:
            self._process.kill()
            self._process.waitForFinished(500)
            self._process = None

    def _start(self) -> None:
        program = command()
        if not program:
            return
        process = QProcess(self)
        process.setStandardOutputFile(QProcess.nullDevice())
        process.setStandardErrorFile(QProcess.nullDevice())
        process.start(program[0], program[1:])
        self._process = process
