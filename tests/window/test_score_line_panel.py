"""The line of the score is reached at any size, by an action of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from scorepad.spades.entries import Bids, Tricks
from scorepad.window.panels.score_panel import LEAST, CoursePanel
from scorepad.window.widgets import theme
from scorepad.window.widgets.score_line import MIN_WIDTH
from tests.window.evening import HAND, read
from tests.window.stage import Stage

SCREENS = [
    (1024, 640, 100),
    (1010, 604, 100),
    (1366, 768, 100),
    (1920, 1080, 200),
    (1440, 860, 200),
]


def opened(stage: Stage) -> CoursePanel:
    stage.window.do("score-line")
    for _round in range(4):
        QApplication.processEvents()
    panel = stage.page.panel
    assert isinstance(panel, CoursePanel)
    return panel


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("tables", [1, 3])
def test_the_line_is_seen_at_every_size_with_any_number_of_tables(
    qtbot: Any, tmp_path: Path, screen: tuple[int, int, int], tables: int
) -> None:
    wide, high, percent = screen
    stage = Stage(qtbot, tmp_path, size=(wide, high), percent=percent)
    for _table in range(1, tables):
        stage.add()
    stage.open(*[HAND] * 4, agreed={"game": {"target": 5000}})
    panel = opened(stage)
    line = panel.line
    assert line.visibleRegion().boundingRect() == line.rect(), "all of it is in sight"
    assert line.width() >= theme.px(MIN_WIDTH)
    assert line.height() >= theme.px(LEAST)
    assert line.toolTip() in read(panel)
    image, colors = line.grab().toImage(), theme.colors()
    inked = {
        image.pixelColor(x, y).name()
        for x in range(image.width())
        for y in range(0, image.height(), 2)
    }
    assert {QColor(colors.side(side)).name() for side in (0, 1)} <= inked


def test_the_line_follows_the_match_from_the_second_hand_on(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    page = stage.open(HAND)
    panel = opened(stage)
    assert not panel.line.isVisible()
    assert "The chart begins with the second hand that counts." in read(panel)
    page.table.record(Bids(bids=HAND[0]))
    page.table.record(Tricks(tricks=HAND[1] or (5, 3, 3, 2)))
    assert panel.line.isVisible()
    assert "After 2 hands Aces 142, Kings 100" in read(panel)
