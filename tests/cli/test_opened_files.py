"""`scorepad FILE` opens the window and shows that match file."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorepad import cli
from scorepad.__main__ import Program
from tests.cli.conftest import Scorepad


def opened(*arguments: str) -> list[str]:
    """The files with which the window is opened for these arguments."""
    shown: list[str] = []
    status = cli.main(arguments, Program, lambda _data, names: shown.extend(names) or 7)
    assert status == 7
    return shown


def test_files_open_the_window(match_file: Path, tmp_path: Path) -> None:
    other = tmp_path / "noch eins ♠.scorepad"
    other.write_bytes(match_file.read_bytes())
    assert opened(str(other)) == [str(other)]
    assert opened(str(match_file), str(other)) == [str(match_file), str(other)]
    assert opened() == []
    assert opened("--data", str(tmp_path / "kept"), str(other)) == [str(other)]


def test_a_command_goes_before_a_file_of_its_name(
    match_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scorepad: Scorepad
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("matches").write_bytes(match_file.read_bytes())
    assert scorepad("matches").status == 0
    assert opened("./matches") == ["./matches"]


@pytest.mark.parametrize("name", ["gone.scorepad", "gone.JSON"])
def test_a_file_that_is_not_there(scorepad: Scorepad, name: str) -> None:
    assert scorepad(name).sentence == f"can't find the file “{name}”, so nothing was opened"


def test_what_follows_a_file_is_a_file(scorepad: Scorepad, match_file: Path) -> None:
    for more in ("--json", "gone", str(match_file.parent)):
        said = scorepad(match_file, more)
        assert said.sentence == f"can't find the file “{more}”, so nothing was opened"


def test_a_match_is_exported_under_the_ending_that_opens(
    scorepad: Scorepad, match_file: Path, tmp_path: Path
) -> None:
    assert scorepad("import", match_file).status == 0
    out = tmp_path / "mine.scorepad"
    assert scorepad("export", "--format", "json", "-o", out).status == 0
    (match_id,) = (each["id"] for each in scorepad("matches", "--json").json)
    assert scorepad("import", out).out == f"{out}: nothing new for match {match_id}\n"
    assert scorepad("sheet", out, "-o", tmp_path / "sheet.pdf").status == 0
