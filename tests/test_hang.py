"""A test that hangs is a failed one, and the run ends."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.fork_server import ForkedProcess

TESTS = """
import threading
import pytest

@pytest.mark.parametrize("n", range(20))
def test_before(n): pass

def test_that_does_not_end(): threading.Event().wait()

@pytest.mark.parametrize("n", range(20))
def test_after(n): pass
"""


def test_a_test_that_hangs_fails_by_its_name_and_ends_the_run(tmp_path: Path) -> None:
    """As `make test` runs it, with a shorter bound: the worker of the test is killed, and the run
    doesn't wait for another (`--max-worker-restart=0`)."""
    file = tmp_path / "test_some.py"
    file.write_text(TESTS, "utf-8")
    run = ("-n", "2", "--dist", "loadgroup", "-p", "no:randomly", "-o", "faulthandler_timeout=3")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-c", ROOT / "pyproject.toml", *run, file],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 failed" in done.stdout
    assert re.search(r"crashed while running '.*::test_that_does_not_end'", done.stdout)
    assert f'{file}", line 8 in test_that_does_not_end' in done.stderr


LEAVES_ONE = """
import subprocess, sys
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
"""


def test_a_pipe_that_another_process_holds_is_not_read_forever() -> None:
    with (
        pytest.raises(subprocess.TimeoutExpired),
        ForkedProcess([], code=LEAVES_ONE) as process,
    ):
        process.communicate(timeout=1)
    assert process.returncode == 0
