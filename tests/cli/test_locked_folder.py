"""A data folder that may not be read keeps nobody from scoring, and is one clear sentence else."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fork_server import run_forked

if os.name == "nt":
    pytest.skip("permissions and users of POSIX", allow_module_level=True)

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "resources" / "sample" / "match.json"


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "locked"
    (folder / "rules").mkdir(parents=True)
    folder.chmod(0)
    yield folder
    folder.chmod(0o700)


COMMANDS = """
import contextlib, ctypes, io, json, os, sys
from scorepad.__main__ import main

# Permissions hold for everybody but root, who gives up its capabilities here.  Another user could
# not read a checkout in root's home.
if os.geteuid() == 0:
    linux_3 = (ctypes.c_uint32 * 2)(0x20080522, 0)
    assert ctypes.CDLL(None).capset(linux_3, (ctypes.c_uint32 * 6)()) == 0

def run(arguments):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(arguments)
    return status, out.getvalue(), err.getvalue()

print(json.dumps([run(arguments) for arguments in json.loads(sys.argv[1])]))
"""


def run(*commands: tuple[str | Path, ...]) -> list[tuple[int, str, str]]:
    """What each command ends with and says, in a process without rights of its own."""
    asked = json.dumps([["--data", *map(str, command)] for command in commands])
    done = run_forked([asked], code=COMMANDS)
    assert done.returncode == 0, done.stderr
    return [tuple(each) for each in json.loads(done.stdout)]


def test_what_needs_no_data_folder_works(locked: Path) -> None:
    for status, out, err in run(
        (locked, "score", SAMPLE), (locked, "rules", "list"), (locked, "--help")
    ):
        assert (status, err) == (0, "")
        assert out


@pytest.mark.parametrize("below", ["", "new"])
def test_what_needs_it_says_so(locked: Path, below: str) -> None:
    commands = (("new", "--rules", "unc"), ("matches",), ("check",), ("show", "abcd"))
    done = run(*((locked / below, *each) for each in (*commands, ("record", "abcd"))))
    assert len(done) == 5
    for status, out, err in done:
        assert (status, out) == (2, "")
        (sentence,) = err.splitlines()
        assert sentence.startswith(f"Can't save matches in {locked / below}: ")
        assert "you don't have permission" in sentence
