"""Tries the program with the oldest packages that pyproject.toml allows: `make bounds`.

A lower bound that was never installed is a guess.  Each is installed here, in an environment of
its own (build/bounds), and a script's work, some sheets and the window are tried with them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
VENV = ROOT / "build" / "bounds"
TOOLS = ("hypothesis", "pytest", "pytest-qt")
TESTS = (
    "tests/cli/test_words.py",
    "tests/reports/test_match_sheet.py",
    "tests/store/test_search.py",
    "tests/window/test_app.py",
    "tests/window/test_preview.py",
)


def oldest() -> list[str]:
    """Return each requirement of the program, pinned to its lower bound."""
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    return [re.sub(r">=([\w.]+)[^;]*", r"==\1", each) for each in wanted]


def tools() -> list[str]:
    """Return the packages that only the tests need, as they are pinned."""
    pins = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    return [pin for pin in pins if pin.partition("==")[0] in TOOLS]


def main() -> int:
    venv.create(VENV, clear=True, with_pip=True, symlinks=os.name != "nt")
    programs = VENV / ("Scripts" if os.name == "nt" else "bin")
    python = str(programs / "python")
    pip = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    commands: list[list[str]] = [
        [*pip, *oldest(), *tools()],
        [*pip, "--no-deps", "-e", str(ROOT)],
        [python, str(ROOT / "installer" / "smoke.py"), str(programs / "scorepad")],
        [python, "-m", "pytest", "-q", *TESTS],
    ]
    for command in commands:
        status = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
