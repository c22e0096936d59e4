"""The line of the score is reached at any size, by an action of its own."""

from __future__ import annotations

from itertools import chain

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from scorepad.spades.entries import Bids, Tricks
from scorepad.window.panels.chart_panel import LEAST, ScoreChartPanel
from scorepad.window.widgets import theme
from scorepad.window.widgets.score_chart import MIN_WIDTH
from tests.window.evening import HAND, read
from tests.window.stage import Stage
from tests.window.written import picture_of, pixel_rows

SCREENS = [
    (1024, 640, 100),
    (1010, 604, 100),
    (1366, 768, 100),
    (1920, 1080, 200),
    (1440, 860, 200),
]


def opened(stage: Stage) -> ScoreChartPanel:
    stage.window.do("score-line")
    for _round in range(4):
        QApplication.processEvents()
    panel = stage.page.panel
    assert isinstance(panel, ScoreChartPanel)
    return panel


def test_the_line_is_seen_at_every_size_with_any_number_of_tables(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    for screen in SCREENS:
        stage.clear()
        stage.show_at(*screen)
        page = stage.open(*[HAND] * 4, agreed={"game": {"target": 5000}})
        for tables in (1, 3):
            with subtests.test(screen=screen, tables=tables):
                while len(stage.window.tables.open) < tables:
                    stage.add()
                page.close_panel()
                panel = opened(stage)
                line = panel.line
                assert line.visibleRegion().boundingRect() == line.rect(), "all of it is in sight"
                assert line.width() >= theme.px(MIN_WIDTH)
                assert line.height() >= theme.px(LEAST)
                assert line.toolTip() in read(panel)
                inked = set(chain.from_iterable(pixel_rows(picture_of(line))))
                assert {QColor(theme.colors().side(side)).rgb() for side in (0, 1)} <= inked


def test_the_line_follows_the_match_from_the_second_hand_on(stage: Stage) -> None:
    page = stage.open(HAND)
    panel = opened(stage)
    assert not panel.line.isVisible()
    assert "The chart appears once two hands are scored." in read(panel)
    page.table.record(Bids(bids=HAND[0]))
    page.table.record(Tricks(tricks=HAND[1] or (5, 3, 3, 2)))
    assert panel.line.isVisible()
    assert "After 2 hands, Aces has 142 and Kings has 100" in read(panel)


def test_the_line_stays_beside_the_sheet_when_a_hand_is_confirmed(stage: Stage) -> None:
    """The bar is higher for a moment, while its boxes change."""
    stage.show_at(1920, 1080, 200)
    for number in range(6):
        stage.open(*[HAND] * 3, table=str(number), agreed={"game": {"target": 5000}})
    QApplication.processEvents()
    for keys in ("4332", "8\n") * 2:
        assert stage.page.score_chart.isVisible()
        stage.type(keys)
        assert stage.page.score_chart.isVisible(), keys
