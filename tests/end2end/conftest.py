"""What holds for tests of the window holds for these too; and a display of their own."""

import os
import subprocess
from collections.abc import Iterator

import pytest

from tests.window.conftest import swept, themed

__all__ = ["swept", "themed"]


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """An X server of its own; its number is read from it."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1366x768x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as said:
        number = said.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()
