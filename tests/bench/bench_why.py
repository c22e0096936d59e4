"""From a press on a number to its explanation on the screen, beside painting the page once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.bench.conftest import Compare, seconds
from tests.window.evening import HAND, NIL_HAND
from tests.window.stage import Stage

ROUNDS = 40
EVENING = (HAND, NIL_HAND, ((4, 3, 3, 2), (13, 0, 0, None)), HAND) * 3
RULE_SETS: dict[str, dict[str, Any]] = {
    "a preset": {},
    "agreed deviations": {"agreed": {"bags": {"limit": 5, "penalty": 50}}},
}


@pytest.mark.parametrize("part", ["total", "needs"])
@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_number_explains_itself_within_a_frame(
    qtbot: Any, tmp_path: Path, compare: Compare, rules: str, part: str
) -> None:
    stage = Stage(qtbot, tmp_path, size=(1366, 768), is_painted=True)
    head = RULE_SETS[rules]
    agreed = {"game": {"target": 1_000_000}} | head.get("agreed", {})
    stage.open(*EVENING, rules="unc", agreed=agreed)
    QApplication.processEvents()
    took: list[float] = []
    least: list[float] = []

    def press(side: int) -> None:
        view = stage.page.header.sides[side].parts[part]
        stage.qtbot.mouseClick(view, Qt.MouseButton.LeftButton)
        QApplication.processEvents()
        assert stage.page.panel is not None
        assert stage.page.panel.isVisible()

    for turn in range(ROUNDS + 1):
        took.append(seconds(lambda turn=turn: press(turn % 2)))
        least.append(seconds(stage.page.repaint))
        stage.page.close_panel()
        QApplication.processEvents()
    compare.times(
        f"{part} explained, painted: {rules}",
        tuple(took[1:]),  # the first makes what is made once
        "the page painted once",
        tuple(least[1:]),
        at_most=2.5,
    )
