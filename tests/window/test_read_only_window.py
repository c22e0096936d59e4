"""A window that only looks on: it follows what another program writes, and offers nothing that
cannot be done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QPushButton

from scorepad.desk.desk import Desk
from scorepad.spades.entries import Bids, Clock, Forfeit, Tricks
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T
from scorepad.window.shell.menu import WRITING
from scorepad.window.shell.pages import FOLLOW_TICKS
from tests.window.evening import HAND, Evening, press, read
from tests.window.stage import Stage

WHY = T("another Scorepad is writing here")


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


@pytest.fixture
def writer(evening: Evening) -> Desk:
    """Another program's desk over the same matches."""
    return Desk(evening.keeper, evening.library, now=evening.wall, by=lambda: "Other")


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path, evening: Evening) -> Stage:
    evening.play(HAND)
    return Stage(qtbot, tmp_path, evening=evening, read_only=WHY)


def first(stage: Stage) -> str:
    return stage.evening.desk.matches()[0].id


def beats(stage: Stage, times: int = FOLLOW_TICKS) -> None:
    for _beat in range(times):
        stage.pass_(0.2)


def test_what_is_written_elsewhere_is_shown_soon(stage: Stage, writer: Desk) -> None:
    stage.window.open_match(first(stage))
    other = writer.open(first(stage))
    beats(stage)
    assert len(stage.page.sheet.rows) == 2
    other.record(Bids(bids=(4, 4, 3, 2)))
    other.record(Tricks(tricks=(8, 5, None, None)))
    beats(stage)
    assert len(stage.page.table.match.board.hands) == 2
    assert stage.page.table.match.board.score == other.match.board.score
    assert stage.page.sheet.rows[1].status == "scored"
    panel = stage.page.show_panel("history")
    assert panel is not None
    entries = panel.entries.count()  # type: ignore[attr-defined]
    other.undo()
    beats(stage)
    assert panel.entries.count() == entries + 1  # type: ignore[attr-defined]
    assert stage.page.table.match.board.open_hand


def test_a_new_match_appears_in_the_list(stage: Stage, writer: Desk) -> None:
    stage.window.do("list")
    beats(stage)
    assert "1 match" in read(stage.window)
    writer.start(stage.page.table.match.head if stage.window.page else writer.like(first(stage)))
    beats(stage)
    assert "2 matches" in read(stage.window)


def test_nothing_is_read_while_nothing_is_written(stage: Stage, monkeypatch: Any) -> None:
    stage.window.open_match(first(stage))
    beats(stage, 2 * FOLLOW_TICKS)
    loads = []
    load = stage.evening.keeper.load
    monkeypatch.setattr(stage.evening.keeper, "load", lambda key: loads.append(key) or load(key))
    beats(stage, 5 * FOLLOW_TICKS)
    assert loads == []


def test_what_cannot_be_read_now_is_read_the_next_time(
    stage: Stage, writer: Desk, monkeypatch: Any
) -> None:
    stage.window.open_match(first(stage))
    beats(stage)
    writer.open(first(stage)).record(Clock(do="start"))
    keeper = stage.evening.keeper

    def busy(_key: str) -> Any:
        raise Refused(T("the database is busy"))

    with monkeypatch.context() as patched:
        patched.setattr(keeper, "load", busy)
        beats(stage)
    assert not any(isinstance(entry, Clock) for entry in stage.page.table.match.log[-1:])
    beats(stage)
    assert isinstance(stage.page.table.match.log[-1], Clock)


def test_the_history_offers_nothing_that_cannot_be_done(stage: Stage, writer: Desk) -> None:
    stage.window.open_match(first(stage))
    panel = stage.page.show_panel("history")
    assert panel is not None
    for row in range(panel.entries.count()):  # type: ignore[attr-defined]
        panel.entries.setCurrentRow(row)  # type: ignore[attr-defined]
        shown = [each.text() for each in panel.findChildren(QPushButton) if each.isVisible()]
        assert shown == ["✕", "Close"]
    writer.open(first(stage)).undo()
    beats(stage)
    shown = [each.text() for each in panel.findChildren(QPushButton) if each.isVisible()]
    assert shown == ["✕", "Close"]


def test_the_result_offers_no_signing(stage: Stage, writer: Desk) -> None:
    writer.open(first(stage)).record(Forfeit(side=0, why="not there"))
    stage.window.open_match(first(stage))
    panel = stage.page.show_panel("result")
    assert panel is not None
    shown = [each.text() for each in panel.findChildren(QPushButton) if each.isVisible()]
    assert shown == ["✕", "Sheet…"]


def test_the_list_offers_nothing_that_records(stage: Stage) -> None:
    stage.window.do("list")
    start = stage.window.stack.currentWidget()
    shown = [each.text() for each in start.findChildren(QPushButton) if each.isVisible()]
    assert shown == ["Show set aside", "Print or export…", "Open"]
    press(start, "Open")
    assert stage.window.page is not None


def test_every_action_that_records_says_why_it_cannot_be_done(stage: Stage) -> None:
    stage.window.open_match(first(stage))
    log = stage.page.table.match.log
    for key in sorted(WRITING):
        stage.window.do(key)
        assert "Another Scorepad is writing here" in read(stage.window), key
        assert stage.page.panel is None, key
        assert stage.page.table.match.log == log, key
