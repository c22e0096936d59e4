"""How long the room's screen works each second, beside painting it once."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

from PySide6.QtTest import QTest

from scorepad.events.entries import Release, StageEntry, TeamEntry
from scorepad.window.event.room_screen import RoomScreen
from tests.bench.conftest import Compare
from tests.window.event_scenes import begin
from tests.window.stage import Stage


def test_the_room_screen_of_40_tables_goes_on_by_a_second(
    qtbot: Any, tmp_path: Path, compare: Compare
) -> None:
    stage = Stage(qtbot, tmp_path)
    event = begin(stage.evening, 24)
    entries = [
        TeamEntry(team=f"T{at}", name=f"The Team {at}", players=(f"Ann {at}", f"Bo {at}"))
        for at in range(25, 81)
    ]
    event.record_together(entries)
    event.record(StageEntry(stage="A", format="swiss", rounds=5))
    event.record_together([event.propose_next_round().entry, Release(round=1)])
    stage.window.do("room")
    screen = stage.window.findChild(RoomScreen)
    assert screen is not None
    screen.resize(1920, 1080)
    QTest.keyClick(screen, "1")
    now = [stage.now()]

    def second() -> None:
        now[0] += timedelta(seconds=1)
        screen._tried_at = now[0]  # nothing is read anew
        screen.tick(now[0])
        screen.grab()

    compare(
        "the room's screen of 40 tables goes on by a second",
        second,
        "one repaint",
        screen.grab,
        at_most=2,
        rounds=12,
    )
