"""How long the work takes that a supervisor, or a script, waits for; `make bench` shows it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from reports import make_sheets
from scorepad import paths
from scorepad.spades.matchfile import read_match
from scorepad.spades.result import result
from scorepad.spades.rulefile import Library, load_library

ROOT = Path(__file__).parents[2]
SAMPLE = paths.resources() / "sample" / "match.json"


@pytest.fixture(scope="module")
def library() -> Library:
    return load_library(paths.resources() / "rules")


def test_a_match_file_is_read_and_scored(benchmark: Any, library: Library) -> None:
    data = SAMPLE.read_bytes()
    scored = benchmark(lambda: result(read_match(data, library)))
    assert scored["status"] == "over"


def test_the_rule_sets_are_read(benchmark: Any) -> None:
    assert len(benchmark(load_library, paths.resources() / "rules").ids()) >= 7


def test_a_match_sheet_is_made(benchmark: Any, library: Library) -> None:
    match = read_match(SAMPLE.read_bytes(), library)
    sheets = make_sheets()
    assert benchmark(sheets.match_sheet, match, "A4").startswith(b"%PDF")


@pytest.mark.parametrize("arguments", [["rules", "list"], ["matches"]], ids=" ".join)
def test_a_command_answers(benchmark: Any, arguments: list[str]) -> None:
    def command() -> int:
        return subprocess.run(
            [sys.executable, "-m", "scorepad", *arguments],
            cwd=ROOT,
            capture_output=True,
            check=False,
        ).returncode

    assert benchmark.pedantic(command, rounds=5) == 0
