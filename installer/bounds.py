"""Tries the program with the oldest packages that pyproject.toml allows: `make bounds`.

A lower bound that was never installed is a guess.  Each is installed here, into a folder that is
read before the environment (build/bounds).  Then every module is imported, and a script's work,
some texts and the window are tried.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ROOT / "build" / "bounds"
IMPORT_ALL = """
import importlib, pkgutil, reports, scorepad
for package in (reports, scorepad):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)
"""
TESTS = ("tests/cli/test_words.py", "tests/store/test_lists.py", "tests/window/test_app.py")


def oldest() -> list[str]:
    """Return each requirement of the program, pinned to its lower bound."""
    bounds = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    return [re.sub(r">=([\w.]+)[^;]*", r"==\1", each) for each in bounds]


def main() -> int:
    shutil.rmtree(PACKAGES, ignore_errors=True)
    python = [sys.executable]
    pip = [*python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-compile"]
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": os.pathsep.join((str(PACKAGES), str(ROOT))),
    }
    program = str(Path(sys.executable).with_name("scorepad"))
    for command in (
        [*pip, "--target", str(PACKAGES), *oldest()],
        [*python, "-c", IMPORT_ALL],
        [*python, str(ROOT / "installer" / "smoke.py"), program],
        # A plugin of the newer platformdirs is known to pytest, and not there.
        [*python, "-m", "pytest", "-q", "-p", "no:platformdirs", *TESTS],
    ):
        status = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
