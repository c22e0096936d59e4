"""Signatures in the window: they hold as on the sheet, and are given once there is a result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from scorepad.desk.actions import action
from scorepad.spades.entries import Forfeit, Note, Ruling, Sign
from scorepad.spades.signing import signatures
from tests.window.evening import HAND, Evening, read

PANELS = pytest.mark.parametrize("key", ["sign", "result"])


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


@PANELS
def test_a_signature_lapses_once_the_result_could_have_moved(
    qtbot: Any, evening: Evening, key: str
) -> None:
    table = evening.play(HAND)
    table.record(Forfeit(side=1, why="left"))
    table.record(Sign(side=0, name="Dora"))
    panel = evening.panel(qtbot, key, table)
    assert "✓ Confirmed by Dora" in read(panel)
    table.record(Note(text="lamp broken"))
    assert "✓ Confirmed by Dora" in read(panel)
    table.record(Ruling(side=0, points=-30, why="late"))
    assert "Confirmed by" not in read(panel)
    assert read(panel).count("Not confirmed yet.") == 2


@PANELS
def test_nothing_is_confirmed_while_the_game_is_played(
    qtbot: Any, evening: Evening, key: str
) -> None:
    table = evening.play(HAND)
    assert str(action("sign").enabled(table.match)) == "the game is still being played"
    panel = evening.panel(qtbot, key, table)
    assert not any(line.isVisible() for line in panel.signing._lines)
    assert "onfirm for" not in read(panel)
    table.record(Forfeit(side=1, why="left"))
    assert action("sign").enabled(table.match) is None
    assert all(line.isVisible() for line in panel.signing._lines)
    table.undo()
    assert not any(line.isVisible() for line in panel.signing._lines)


@PANELS
def test_two_names_typed_one_after_the_other_sign_for_both_sides(
    qtbot: Any, evening: Evening, key: str
) -> None:
    table = evening.play(HAND)
    table.record(Forfeit(side=1, why="left"))
    panel = evening.panel(qtbot, key, table)
    panel.signing._lines[0].setFocus()
    for name in ("Ann", "Di"):
        QTest.keyClicks(panel.focusWidget(), name)
        QTest.keyClick(panel.focusWidget(), Qt.Key.Key_Return)
    assert [each.name for each in signatures(table.match) if each] == ["Ann", "Di"]
    assert not any(line.hasFocus() for line in panel.signing._lines)
