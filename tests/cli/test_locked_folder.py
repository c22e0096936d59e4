"""A data folder that may not be read keeps nobody from scoring, and is one clear sentence else."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

if os.name == "nt":
    pytest.skip("permissions and users of POSIX", allow_module_level=True)

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "resources" / "sample" / "match.json"
NOBODY = 65534


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "locked"
    (folder / "rules").mkdir(parents=True)
    folder.chmod(0)
    yield folder
    folder.chmod(0o700)


def run(folder: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    # Permissions hold for everybody but root, who becomes somebody else here.
    other: dict[str, Any] = {}
    if os.geteuid() == 0:
        other = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    return subprocess.run(
        [sys.executable, "-B", "-m", "scorepad", "--data", str(folder), *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        **other,
    )


def test_what_needs_no_data_folder_works(locked: Path) -> None:
    for arguments in (("score", SAMPLE), ("rules", "list"), ("--help",)):
        done = run(locked, *arguments)
        assert (done.returncode, done.stderr) == (0, ""), arguments
        assert done.stdout


@pytest.mark.parametrize(
    "arguments",
    [("new", "--rules", "unc"), ("matches",), ("check",), ("show", "abcd"), ("record", "abcd")],
    ids=lambda arguments: arguments[0],
)
@pytest.mark.parametrize("below", ["", "new"])
def test_what_needs_it_says_so(locked: Path, arguments: tuple[str, ...], below: str) -> None:
    done = run(locked / below, *arguments)
    assert done.returncode == 2
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith(f"Matches cannot be kept in {locked / below}: ")
    assert "its permissions forbid it" in sentence
