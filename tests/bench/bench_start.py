"""How long the window takes to start, beside an empty one in the same style."""

from __future__ import annotations

from pathlib import Path

from tests.bench.conftest import Compare, python
from tests.bench.filled import fill

MATCHES = 10_000
FLOOR = "an empty window, painted"


def start(moment: str, folder: Path | str = "") -> None:
    python("-m", "tests.bench.start", moment, *([str(folder)] if folder else []))


def test_the_window_starts(tmp_path: Path, compare: Compare) -> None:
    none, many = tmp_path / "none", tmp_path / "many"
    for folder in (none, many):
        folder.mkdir()
    fill(many, MATCHES)
    for figure, moment, folder, at_most in (
        ("the window painted", "painted", none, 2.5),
        ("usable, no match", "usable", none, 4.5),
        (f"usable, {MATCHES:,} matches", "usable", many, 5),
    ):
        compare(
            figure,
            lambda moment=moment, folder=folder: start(moment, folder),
            FLOOR,
            lambda: start("painted"),
            at_most=at_most,
        )
