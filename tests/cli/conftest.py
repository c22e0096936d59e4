"""The command line as it is started, in this process."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import tests.one_dialect  # noqa: F401
from scorepad.__main__ import main


class Said(NamedTuple):
    """What a command said, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def json(self) -> list[Any]:
        """Standard output as JSON, a value a line."""
        return [json.loads(line) for line in self.lines]

    @property
    def sentence(self) -> str:
        """The one sentence of a refusal."""
        assert self.status == 2, self
        (line,) = self.err.splitlines()
        assert "Traceback" not in line
        return line


Scorepad = Callable[..., Said]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "kept"


@pytest.fixture
def scorepad(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Scorepad:
    """`scorepad("score", "--json", file, stdin=b"…")` over a data folder of the test's own."""

    def run(*arguments: str | Path, stdin: bytes = b"", folder: Path = data) -> Said:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = main(["--data", str(folder), *map(str, arguments)])
        said = capsys.readouterr()
        return Said(status, said.out, said.err)

    return run


@pytest.fixture
def match_file(tmp_path: Path) -> Path:
    """The example of a match file: one hand of UNC."""
    file = tmp_path / "example.json"
    file.write_text(json.dumps(EXAMPLE), "utf-8")
    return file


EXAMPLE: dict[str, Any] = {
    "scorepad": 1,
    "rules": "unc",
    "agreed": {"bidding": {"blind_nil": "yes"}},
    "event": "",
    "round": "",
    "table": "",
    "scheduled": None,
    "teams": [
        {"name": "Aces", "players": ["Ann", "Cy"]},
        {"name": "Kings", "players": ["Bo", "Di"]},
    ],
    "first_dealer": 0,
    "log": [
        {"kind": "bids", "bids": [4, 3, "nil", 5]},
        {"kind": "tricks", "tricks": [5, 8, 0, None]},
    ],
}
