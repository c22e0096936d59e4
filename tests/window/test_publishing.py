"""The pages of the event that the room sees are written into a folder after each change."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorepad.events.entries import Release, ResultEntry, StageEntry
from scorepad.window.printing.jobs import running_jobs
from tests.window.evening import read
from tests.window.event_scenes import begin, earlier, release
from tests.window.stage import Stage
from tests.window.test_sharing import HOLD


def go_on(stage: Stage) -> None:
    """Ten seconds pass, and whatever is in the making ends."""
    for _look in range(2):
        stage.pass_(5)
        stage.window.tick()
        stage.qtbot.waitUntil(lambda: not running_jobs(), timeout=10_000)


@pytest.fixture
def folder(stage: Stage, tmp_path: Path) -> Path:
    folder = tmp_path / "website"
    folder.mkdir()
    (folder / "other.txt").write_text("mine")
    stage.evening.settings.set_and_save("publish", str(folder))
    return folder


def test_pages_follow_each_change_of_a_released_round(stage: Stage, folder: Path) -> None:
    table = begin(stage.evening, 4)
    table.record(StageEntry(stage="A", format="swiss", rounds=2))
    table.record(table.propose_next_round().entry)
    go_on(stage)
    index = folder / "index.html"
    assert "Round 1" not in index.read_text("utf-8"), "a draft is not published"
    table.record(Release(round=1))
    go_on(stage)
    assert "Round 1" in index.read_text("utf-8")
    assert (folder / "player-8.html").exists()
    gone = folder / "player-99.html"
    gone.write_text("somebody who is not named any more")
    unchanged = {each.name: each.stat().st_mtime_ns for each in folder.iterdir()}
    go_on(stage)
    assert {each.name: each.stat().st_mtime_ns for each in folder.iterdir()} == unchanged
    table.record(ResultEntry(pairing="1-1", how="played", winner=0, score=(345, 288)))
    go_on(stage)
    assert "345" in index.read_text("utf-8")
    assert not gone.exists()
    assert (folder / "other.txt").read_text() == "mine"


def test_a_folder_that_disappears_is_said_once_and_written_again(
    stage: Stage, folder: Path
) -> None:
    begin(stage.evening, 4)
    away = folder.rename(folder.with_name("away"))
    go_on(stage)
    assert f"Couldn't save the web pages to {folder}" in read(stage.window).replace("\u200b", "")
    assert not folder.exists(), "no folder is made in its place"
    away.rename(folder)
    go_on(stage)
    assert (folder / "index.html").exists()
    assert "Scorepad can save the web pages again" in read(stage.window)


def test_only_the_holder_of_the_event_publishes(stage: Stage, folder: Path) -> None:
    name = ""
    stage.evening.desk.laptop_name = lambda: name
    table = begin(stage.evening, 4)
    table.record(HOLD)
    name = "Laptop B"
    go_on(stage)
    assert [each.name for each in folder.iterdir()] == ["other.txt"]
    table.take_over_from_other_laptop("the director is here")
    go_on(stage)
    assert (folder / "index.html").exists()


def test_a_reader_sees_whole_pages_and_the_index_changes_last(stage: Stage, folder: Path) -> None:
    table = begin(stage.evening, 4)
    table.record(StageEntry(stage="A", format="swiss", rounds=2))
    table.record_together([table.propose_next_round().entry, Release(round=1)])
    go_on(stage)
    index = folder / "index.html"
    before = index.read_text("utf-8")
    with index.open(encoding="utf-8") as reader:
        table.record(ResultEntry(pairing="1-1", how="played", winner=0, score=(345, 288)))
        go_on(stage)
        assert reader.read() == before, "an open page is replaced, never rewritten"
    assert "345" in index.read_text("utf-8")
    changed = {each.name: each.stat().st_ctime_ns for each in folder.glob("*.html")}
    assert max(changed, key=changed.__getitem__) == "index.html"
    assert {each.suffix for each in folder.iterdir()} <= {".html", ".css", ".txt", ".js", ".png"}


def test_a_folder_that_comes_back_has_what_changed_meanwhile(stage: Stage, folder: Path) -> None:
    table = begin(stage.evening, 4)
    table.record(StageEntry(stage="A", format="swiss", rounds=2))
    table.record_together([table.propose_next_round().entry, Release(round=1)])
    go_on(stage)
    away = folder.rename(folder.with_name("away"))
    table.record(ResultEntry(pairing="1-1", how="played", winner=0, score=(345, 288)))
    go_on(stage)
    assert not folder.exists()
    away.rename(folder)
    go_on(stage)
    assert "345" in (folder / "index.html").read_text("utf-8")


def test_a_table_over_several_events_follows_the_others(stage: Stage, folder: Path) -> None:
    fall = earlier(stage.evening, "Fall Open", "Aces", "Bees", over=False)
    events = (fall.event.id,)
    table = begin(stage.evening, 4)
    table.record(StageEntry(stage="Cup", format="combined", events=events, points={"1": 77}))
    go_on(stage)
    index = folder / "index.html"
    assert "Fall Open isn" in index.read_text("utf-8")
    release(fall)
    go_on(stage)
    assert "77" in index.read_text("utf-8")
