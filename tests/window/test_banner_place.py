"""A message over a table's page moves nothing: what a finger aims at stays where it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QWidget

from tests.window.evening import HAND
from tests.window.stage import Stage

SCREENS = [(1024, 640, 100), (1366, 768, 100), (1920, 1080, 200)]


def place(stage: Stage, widget: QWidget) -> QRect:
    """Where it is in the window."""
    return QRect(widget.mapTo(stage.window, QPoint(0, 0)), widget.size())


def settle() -> None:
    for _round in range(3):
        QApplication.processEvents()


@pytest.mark.parametrize("screen", SCREENS)
def test_a_message_over_a_table_moves_nothing_and_covers_nothing_that_is_pressed(
    qtbot: Any, tmp_path: Path, screen: tuple[int, int, int]
) -> None:
    wide, high, percent = screen
    stage = Stage(qtbot, tmp_path, size=(wide, high), percent=percent)
    page = stage.open(*[HAND] * 5, agreed={"game": {"target": 5000}})
    settle()
    parts = (page.header, page.header.clock, page.sheet, page.bar, page.bar.keys)
    before = [place(stage, part) for part in parts]
    banners = stage.window.banners
    banners.show_banner("one", "Five minutes are left at table 7").offer("Show it", lambda: None)
    banners.show_banner("two", "Another message")
    settle()
    assert banners.isVisible()
    assert [place(stage, part) for part in parts] == before
    over = place(stage, banners)
    for part in (page.header.clock, page.sheet, page.bar):
        assert not over.intersects(place(stage, part)), part.accessibleName()
    for side in page.header.sides:
        shown = over.translated(-side.mapTo(stage.window, QPoint(0, 0)))
        assert not any(shown.intersects(box) for box in side._boxes.values())
    # The newest stands alone; the other when it has gone.
    assert banners.shown("two").isVisible()  # type: ignore[union-attr]
    assert not banners.shown("one").isVisible()  # type: ignore[union-attr]
    banners.drop("two")
    settle()
    assert banners.shown("one").isVisible()  # type: ignore[union-attr]
    banners.drop("one")
    settle()
    assert [place(stage, part) for part in parts] == before


def test_on_another_page_all_stand_above_it(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    stage.open(HAND)
    banners = stage.window.banners
    for key in ("one", "two"):
        banners.show_banner(key, f"Message {key}")
    stage.window.show_list()
    settle()
    assert banners.shown("one").isVisible()  # type: ignore[union-attr]
    assert banners.shown("two").isVisible()  # type: ignore[union-attr]
    assert place(stage, banners).bottom() < place(stage, stage.window.stack).top()
