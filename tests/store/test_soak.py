"""Kills, a failing disk, power cuts, damaged files, a few of each: `make soak` tries thousands."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.store import soak
from tests.store.disk_trace import build
from tests.store.kept import ROOT


@pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("cc") is None, reason="there is no compiler"
)
def test_nothing_is_lost(tmp_path: Path) -> None:
    shim = str(build(tmp_path))  # else it would be built there, by a process that begins again
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.soak", "3"],
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "TMPDIR": str(tmp_path),
            soak.SHIM: shim,
            "LD_PRELOAD": shim,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    tried = [line for line in done.stdout.splitlines() if not line.startswith("  ")]
    assert len(tried) == 15, done.stdout
