"""What an earlier Scorepad kept is the same in this one: each folder of `tests/data/store` that is
named after a version has a data folder as that version left it, a backup of it, and what that
version showed of both (`expected.json`)."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorepad.__main__ import main
from tests.conftest import DATA

RELEASES = sorted(each.parent for each in (DATA / "store").glob("[0-9]*/expected.json"))
SUMMARY = (
    *("event", "round", "table", "teams", "rules", "status", "reason", "winner", "tied"),
    *("hands", "entries", "score", "bags"),
)
Run = Callable[..., str]


@pytest.fixture(params=RELEASES, ids=lambda each: each.name)
def release(request: pytest.FixtureRequest) -> Path:
    folder: Path = request.param
    return folder


@pytest.fixture(params=["folder", "database only", "feeds only", "backup"])
def run(
    request: pytest.FixtureRequest,
    release: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> Run:
    """Run a command over a copy of what that version kept; return what it printed."""
    data = tmp_path / "data"

    def run(*arguments: str) -> str:
        status = main(["--data", str(data), *arguments])
        said = capsys.readouterr()
        assert status == 0, said.err
        return said.out

    if request.param == "backup":
        run("restore", str(release / "backup.zip"))
        return run
    shutil.copytree(release / "folder", data)
    if request.param == "database only":
        shutil.rmtree(data / "feeds")
    elif request.param == "feeds only":
        (data / "scorepad.db").unlink()
    return run


def test_there_is_one_of_this_release() -> None:
    assert RELEASES


def test_every_match_and_event_comes_to_the_same(run: Run, release: Path, tmp_path: Path) -> None:
    expected = json.loads((release / "expected.json").read_text("utf-8"))
    shown = [json.loads(line) for line in run("matches", "--json").splitlines()]
    assert {each["id"] for each in shown} == expected["matches"].keys()
    for each in shown:
        wanted = expected["matches"][each["id"]]
        assert {name: each[name] for name in SUMMARY} == {name: wanted[name] for name in SUMMARY}
        file = tmp_path / "match.json"
        file.write_text(run("show", each["id"], "--json"), "utf-8")
        scored: dict[str, Any] = json.loads(run("score", "--json", str(file)))
        assert [hand["score"] for hand in scored["hands"]] == wanted["hand_scores"]
    for event_id, wanted in expected["events"].items():
        event = json.loads(run("event", "show", event_id, "--json"))
        # A later version may show more.
        assert {name: event[name] for name in wanted} == wanted
    assert "Friday night" in run("rules", "list")


def test_it_goes_on_and_is_sound(run: Run, tmp_path: Path) -> None:
    """A match of that version is recorded on, and one of its files adds nothing."""
    run("new", "--rules", "friday")
    run("check")
    for file in (DATA / "matches").glob("*.json"):
        if not file.name.endswith(".expect.json"):
            assert json.loads(run("import", "--json", str(file)))["new"] == 0, file.name
    run("backup", str(tmp_path / "again.zip"))
    run("check")
