"""A hand's bids and tricks that are corrected with one save are taken back with one undo."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.window.evening import HAND, NIL_HAND, press, read
from tests.window.stage import Stage


def test_one_save_is_one_undo(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    page = stage.open(NIL_HAND, HAND)
    before = page.table.match.board
    page.edit_hand(1)
    stage.type("1")
    page.edit_hand(1, "tricks")
    stage.type("5")
    page.bar.reason.setText("miscount")
    press(page.bar, "Save the correction")
    after = page.table.match.board
    assert after.score != before.score
    stage.window.do("undo")
    assert page.table.match.board.hands == before.hands
    assert "correction of hand 1" in read(page.bar)
    stage.window.do("redo")
    assert page.table.match.board.hands == after.hands
