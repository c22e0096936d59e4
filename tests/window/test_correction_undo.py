"""A hand's bids and tricks that are corrected with one save are taken back with one undo."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scorepad.window.panels.amend import AmendHandPanel
from scorepad.window.panels.hand_editor import HandEditor
from tests.window.evening import HAND, NIL_HAND, press, read
from tests.window.stage import Stage


def test_one_save_is_one_undo(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    page = stage.open(NIL_HAND, HAND)
    before = page.table.match.board
    panel = page.show_panel("amend")
    assert isinstance(panel, AmendHandPanel)
    panel.show_place(1)
    editor = panel.editor
    assert isinstance(editor, HandEditor)
    editor.bids.lines[0].setText("1")
    assert editor.tricks is not None
    for line, took in zip(editor.tricks.lines, "1453", strict=True):
        line.setText(took)
    editor.why.setText("miscount")
    press(panel, "Save the correction")
    after = page.table.match.board
    assert after.score != before.score
    stage.window.do("undo")
    assert page.table.match.board.hands == before.hands
    assert "correction of hand 1" in read(page.bar)
    stage.window.do("redo")
    assert page.table.match.board.hands == after.hands
